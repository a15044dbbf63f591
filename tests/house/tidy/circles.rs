//! Dependency cycles between the submodules of one module.

use std::collections::{BTreeMap, BTreeSet};

use super::{Source, first_word, names_used};

/// Returns the submodules of `room`, each with the submodules that it uses.
pub fn arrows_within(room: &str, sources: &[Source]) -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources {
        let path = source.path.trim_start_matches("src/");
        let Some(path) = path.strip_prefix(&format!("{room}/")) else {
            continue;
        };
        let module = first_word(path);
        let mut used = names_used(&source.text, &format!("crate::{room}::"));
        used.extend(names_used(
            &source.text,
            &"super::".repeat(source.depth() - 1),
        ));
        used.remove(&module);
        arrows.entry(module).or_default().extend(used);
    }
    arrows
}

/// Returns a cycle of submodules as a path, if there is one.
pub fn circle(arrows: &BTreeMap<String, BTreeSet<String>>) -> Option<String> {
    fn follow<'a>(
        arrows: &'a BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<&'a str>,
    ) -> Option<String> {
        let last = *way.last()?;
        for next in arrows.get(last).into_iter().flatten() {
            if let Some(first) = way.iter().position(|&before| before == next) {
                return Some(format!("{} > {next}", way[first..].join(" > ")));
            }
            way.push(next);
            let found = follow(arrows, way);
            way.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
    arrows
        .keys()
        .find_map(|module| follow(arrows, &mut vec![module]))
}
