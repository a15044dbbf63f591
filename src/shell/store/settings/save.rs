//! Writes what was changed into the file, and nothing else: comments, order and what another program
//! has changed meanwhile stay.

use std::path::{Path, PathBuf};

use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::lock::Lock;
use crate::shell::store::read::{self, Kind};

use super::fields::{Field, fields_of};
use super::{DEFAULT, FIELDS, KEPT_MAX, KeyMap, Settings, VERSION};

/// A field, or one inside a block, and its value as the file has it.
type Change = (&'static str, Option<&'static str>, String);

/// What the file is to say of everything in which `new` differs from `old`.
fn changes(old: &Settings, new: &Settings) -> Vec<Change> {
    let mut changes = Vec::new();
    for (name, old, new) in maps(old, new) {
        let pairs = old.named().zip(new.named());
        let changed = pairs.filter(|(old, new)| old != new);
        changes.extend(changed.map(|(_, (inner, key))| (name, Some(inner), quoted(key))));
    }
    let mut value = |name, old: String, new: String| {
        if old != new {
            changes.push((name, None, new));
        }
    };
    let list = |texts: &[String]| {
        let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
        format!("[{}]", texts.join(", "))
    };
    value(
        "pad_mappings",
        list(&old.pad_mappings),
        list(&new.pad_mappings),
    );
    value("palette", quoted(&old.palette), quoted(&new.palette));
    value("music", quoted(&old.music), quoted(&new.music));
    value(
        "hint",
        quoted(&old.hint.to_string()),
        quoted(&new.hint.to_string()),
    );
    value(
        "coach_hand",
        quoted(&old.coach_hand),
        quoted(&new.coach_hand),
    );
    for (name, old, new) in [
        ("effects_volume", old.volumes.effects, new.volumes.effects),
        ("music_volume", old.volumes.music, new.volumes.music),
    ] {
        value(name, old.to_string(), new.to_string());
    }
    value(
        "scaling",
        quoted(old.scaling.name()),
        quoted(new.scaling.name()),
    );
    for (name, old, new) in [
        ("flashing", old.flashing, new.flashing),
        ("full_screen", old.full_screen, new.full_screen),
        ("status_line", old.status_line, new.status_line),
        ("input_display", old.input_display, new.input_display),
        ("goal", old.goal, new.goal),
        ("lab", old.lab, new.lab),
        ("coach", old.coach, new.coach),
        ("sound", old.sound, new.sound),
        ("title_tune", old.title_tune, new.title_tune),
        (
            "sound_in_background",
            old.sound_in_background,
            new.sound_in_background,
        ),
        ("confirmations", old.confirmations, new.confirmations),
    ] {
        value(name, old.to_string(), new.to_string());
    }
    if let (Some(old), Some(new)) = (old.recordings_kept, new.recordings_kept) {
        value("recordings_kept", old.to_string(), new.to_string());
    }
    value("loop_hz", old.loop_hz.to_string(), new.loop_hz.to_string());
    changes
}

/// The blocks of keys.
fn maps<'a>(old: &'a Settings, new: &'a Settings) -> [(&'static str, &'a KeyMap, &'a KeyMap); 6] {
    [
        ("keys", &old.keys, &new.keys),
        ("left_keys", &old.left_keys, &new.left_keys),
        ("right_keys", &old.right_keys, &new.right_keys),
        ("program_keys", &old.program_keys, &new.program_keys),
        ("pad_buttons", &old.pad_buttons, &new.pad_buttons),
        (
            "second_pad_buttons",
            &old.second_pad_buttons,
            &new.second_pad_buttons,
        ),
    ]
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// The text with one value changed, or with the field if it had none; nothing where that cannot be
/// said, as in a text that is no struct.
fn with(text: &str, (name, inner, value): &Change) -> Option<String> {
    let fields = fields_of(text, &FIELDS);
    let Some(field) = fields.iter().rev().find(|field| field.name == *name) else {
        let value = match inner {
            Some(inner) => format!("({inner}: {value})"),
            None => value.clone(),
        };
        let end = text.rfind(')')?;
        let before = text[..end].trim_end();
        let comma = if before.ends_with([',', '(']) {
            ""
        } else {
            ","
        };
        return Some(format!(
            "{before}{comma}\n    {name}: {value},\n{}",
            &text[end..]
        ));
    };
    let span = field.value?;
    match inner {
        None => Some(replaced(text, span, value)),
        Some(inner) => {
            let names = [*inner];
            let inner_fields: Vec<Field> = fields_of(span, &names);
            if let Some(field) = inner_fields.iter().rev().find(|field| field.name == *inner) {
                return Some(replaced(text, field.value?, value));
            }
            let end = span.rfind(')')?;
            let before = span[..end].trim_end();
            let comma = if before.ends_with([',', '(']) {
                ""
            } else {
                ","
            };
            let block = format!("{before}{comma} {inner}: {value}{}", &span[end..]);
            Some(replaced(text, span, &format!(" {block}")))
        }
    }
}

/// The text with one of its parts replaced; blanks around the part stay.
fn replaced(text: &str, part: &str, by: &str) -> String {
    let part = part.trim();
    let at = part.as_ptr() as usize - text.as_ptr() as usize;
    let by = by.trim();
    let blank = if text[..at].ends_with(':') { " " } else { "" };
    format!("{}{blank}{by}{}", &text[..at], &text[at + part.len()..])
}

impl Settings {
    /// Writes what differs between these settings and `old` into the file, which keeps everything
    /// else. A file that cannot be changed so is kept beside it under another name, which is said.
    pub fn save(
        &self,
        old: &Settings,
        path: &Path,
        is_key: impl Fn(&str) -> bool,
    ) -> Result<Option<String>, CliError> {
        let _lock = Lock::of(path)?;
        let text = if read::is_there(path) {
            read::text(path, Kind::Settings).map_err(CliError::failed)?
        } else {
            DEFAULT.to_owned()
        };
        if let Some(version) = other_version(&text) {
            return Err(CliError::failed(format!(
                "{} is of version {version} and is left as it is; what was set holds until the end",
                path.display()
            )));
        }
        let changes = changes(old, self);
        let faults_before = Settings::parse(&text, &is_key).1.len();
        let changed = changes
            .iter()
            .try_fold(text.clone(), |text, change| with(&text, change))
            .filter(|text| self.is_in(text, &changes, faults_before, &is_key));
        if let Some(changed) = changed {
            files::write_own(path, changed.as_bytes())?;
            return Ok(None);
        }
        let kept = keep_beside(path, &text)?;
        let all = self::changes(
            &Settings::default(),
            &Settings {
                // What the ruin said of it is not known: no recording is dropped.
                recordings_kept: self.recordings_kept.or(Some(KEPT_MAX)),
                ..self.clone()
            },
        );
        let fresh = all
            .iter()
            .try_fold(DEFAULT.to_owned(), |text, change| with(&text, change))
            .ok_or_else(|| CliError::failed("the settings cannot be written"))?;
        files::write_own(path, fresh.as_bytes())?;
        Ok(Some(format!(
            "settings.ron was too faulty to be changed: it is kept as {}, and made anew",
            kept.file_name().unwrap_or_default().to_string_lossy()
        )))
    }

    /// Whether the text says what was changed, with no new faults.
    fn is_in(
        &self,
        text: &str,
        changed: &[Change],
        faults_before: usize,
        is_key: impl Fn(&str) -> bool,
    ) -> bool {
        let (found, faults) = Settings::parse(text, is_key);
        let differing = changes(&found, self);
        let is_still_different = |(name, inner, _): &Change| {
            differing
                .iter()
                .any(|(other, within, _)| other == name && within == inner)
        };
        faults.len() <= faults_before && !changed.iter().any(is_still_different)
    }
}

/// The version that the text says, if it is another one than this program writes.
fn other_version(text: &str) -> Option<String> {
    let fields = fields_of(text, &FIELDS);
    let field = fields.iter().rev().find(|field| field.name == "version")?;
    let number: u32 = field.value?.trim().parse().ok()?;
    (number != VERSION).then(|| number.to_string())
}

/// Writes a copy under a name that nothing has.
fn keep_beside(path: &Path, text: &str) -> Result<PathBuf, CliError> {
    let mut number = 1;
    loop {
        let beside = path.with_file_name(format!("settings-faulty-{number}.ron"));
        if files::write_new(&beside, text.as_bytes())? {
            return Ok(beside);
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{HintMode, Scaling};
    use super::*;

    fn any_key(_: &str) -> bool {
        true
    }

    /// A file with this text, and its path.
    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    /// Changes that touch every kind of field.
    fn changed(settings: &Settings) -> Settings {
        let mut new = settings.clone();
        new.palette = "my \"own\".pal".to_owned();
        new.scaling = Scaling::Television;
        new.flashing = false;
        new.hint = HintMode::After(90);
        new.coach = true;
        new.coach_hand = "tapper".to_owned();
        new.recordings_kept = Some(250);
        new.loop_hz = 240;
        new.keys.set(4, "C");
        new.program_keys.set(0, "J");
        new.pad_buttons.set(5, "x");
        new.pad_mappings = vec!["030000,pad,a:b1".to_owned()];
        new
    }

    #[test]
    fn what_is_set_is_found_again_and_comments_stay() {
        let (_folder, path) = file(DEFAULT);
        let (old, _) = Settings::load(&path, any_key);
        let new = changed(&old);
        assert_eq!(new.save(&old, &path, any_key).unwrap(), None);
        assert_eq!(Settings::load(&path, any_key), (new.clone(), vec![]));
        let text = fs::read_to_string(&path).unwrap();
        let differing = text
            .lines()
            .zip(DEFAULT.lines())
            .filter(|(new, old)| new != old);
        assert_eq!(differing.count(), 12, "{text}");
        old.save(&new, &path, any_key).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), DEFAULT);
    }

    #[test]
    fn fields_that_an_older_file_does_not_have_are_added() {
        for text in [
            "(version: 1)",
            "(\n    version: 1,\n    keys: (b: \"C\"),\n)\n",
            "()",
        ] {
            let (_folder, path) = file(text);
            let (old, _) = Settings::load(&path, any_key);
            let new = changed(&old);
            assert_eq!(new.save(&old, &path, any_key).unwrap(), None, "{text}");
            let (found, faults) = Settings::load(&path, any_key);
            assert_eq!((found, faults), (new, vec![]), "{text}");
        }
    }

    #[test]
    fn what_somebody_else_has_changed_meanwhile_stays() {
        let (_folder, path) = file(DEFAULT);
        let (old, _) = Settings::load(&path, any_key);
        fs::write(&path, DEFAULT.replace("goal: true", "goal: false // mine")).unwrap();
        let mut new = old.clone();
        new.flashing = false;
        new.save(&old, &path, any_key).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("goal: false // mine") && text.contains("flashing: false"));
    }

    #[test]
    fn a_faulty_field_stays_as_it_is_and_a_ruin_is_kept_beside() {
        let (_folder, path) = file(&DEFAULT.replace("loop_hz: 120", "loop_hz: 12"));
        let (old, faults) = Settings::load(&path, any_key);
        assert_eq!(faults.len(), 1);
        let mut new = old.clone();
        new.flashing = false;
        assert_eq!(new.save(&old, &path, any_key).unwrap(), None);
        assert!(fs::read_to_string(&path).unwrap().contains("loop_hz: 12,"));

        let ruin = "version: 1 \u{0} ((( no settings at all";
        let (folder, path) = file(ruin);
        let (old, _) = Settings::load(&path, any_key);
        let mut new = old.clone();
        new.flashing = false;
        let said = new.save(&old, &path, any_key).unwrap().unwrap();
        assert!(said.contains("settings-faulty-1.ron"), "{said}");
        let beside = folder.path().join("settings-faulty-1.ron");
        assert_eq!(fs::read_to_string(beside).unwrap(), ruin);
        let (found, faults) = Settings::load(&path, any_key);
        assert!(!found.flashing && faults.is_empty(), "{faults:?}");
        assert_eq!(found.recordings_kept, Some(KEPT_MAX));
    }

    #[test]
    fn settings_of_a_newer_program_are_never_written() {
        let text = DEFAULT.replace("version: 1", "version: 2");
        let (_folder, path) = file(&text);
        let (old, _) = Settings::load(&path, any_key);
        let error = changed(&old).save(&old, &path, any_key).unwrap_err();
        assert!(error.to_string().contains("version 2"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
