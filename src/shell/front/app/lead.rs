//! The command line that leads to what is on the screen.

/// The words that began it with other values for these options, one without a value being left out.
pub(super) fn words(begun: &[String], options: &[(&str, Option<String>)]) -> Vec<String> {
    let is_option = |word: &str| word.starts_with("--");
    let mut words = Vec::new();
    let mut begun = begun.iter().peekable();
    while let Some(word) = begun.next() {
        let Some(option) = word.strip_prefix("--") else {
            words.push(word.clone());
            continue;
        };
        let (name, mut value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (option, None),
        };
        if value.is_none() {
            value = begun.next_if(|next| !is_option(next)).cloned();
        }
        if options.iter().all(|(other, _)| *other != name) {
            words.push(format!("--{name}"));
            words.extend(value);
        }
    }
    if words.first().is_none_or(|word| is_option(word)) {
        words.insert(0, "watch".to_owned());
    }
    for (name, value) in options {
        if let Some(value) = value {
            words.extend([format!("--{name}"), value.clone()]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    #[test]
    fn options_that_have_changed_take_the_places_of_others() {
        let words = |begun: &str, options: &[(&'static str, Option<&str>)]| {
            let begun: Vec<String> = begun.split_whitespace().map(str::to_owned).collect();
            let owned = |value: &Option<&str>| value.map(str::to_owned);
            let options: Vec<_> = options
                .iter()
                .map(|(name, value)| (*name, owned(value)))
                .collect();
            super::words(&begun, &options).join(" ")
        };
        assert_eq!(words("", &[("seed", Some("1F"))]), "watch --seed 1F");
        let begun = "watch --seed=7 --level 3 --fast --player=scorer";
        let changed = [
            ("seed", Some("1F")),
            ("level", None),
            ("player", Some("uct")),
        ];
        assert_eq!(
            words(begun, &changed),
            "watch --fast --seed 1F --player uct"
        );
        assert_eq!(words("--fast --level=3", &[]), "watch --fast --level 3");
        assert_eq!(
            words("play --level 18", &[("beat", Some("9"))]),
            "play --level 18 --beat 9"
        );
    }
}
