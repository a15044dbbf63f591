//! Writes only changed values to the settings file. Comments, order, and changes that other programs made in the
//! meantime remain.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::error::CliError;
use crate::store::files;
use crate::store::lock::FileLock;
use crate::store::read::{self, FileKind};

use super::fields::fields_of;
use super::table::{KEPT_MAX, Setting, TABLE};
use super::value::SettingValue;
use super::{Settings, VERSION};

/// A changed value: its path (the name of a field, or of a block and of a field in the block) and its text in the file.
type FieldChange = (Vec<&'static str>, String);

/// Returns the changes from `old` to `new`.
fn changes(old: &Settings, new: &Settings) -> Vec<FieldChange> {
    let (mut old, mut new) = (old.clone(), new.clone());
    let mut changes = Vec::new();
    for Setting { name, value, .. } in TABLE {
        match (value(&mut old), value(&mut new)) {
            (SettingValue::Keys(old), SettingValue::Keys(new)) => {
                let changed = old.named().zip(new.named()).filter(|(old, new)| old != new);
                changes.extend(
                    changed.map(|(_, (inner, key))| (vec![*name, inner], format!("{key:?}"))),
                );
            }
            (old, new) if old.written() != new.written() => {
                changes.push((vec![*name], new.written()));
            }
            _ => {}
        }
    }
    changes
}

/// Changes one value in the struct at `span`, or adds its field, and returns the new text. Returns `None` if this is
/// not possible, for example because there is no struct.
fn with(text: &str, span: Range<usize>, (path, value): (&[&str], &str)) -> Option<String> {
    let (name, inner) = path.split_first()?;
    let is_outer = span.len() == text.len();
    let known = if is_outer {
        Setting::names()
    } else {
        vec![*name]
    };
    let fields = fields_of(text, span.clone(), &known);
    if let Some(field) = fields.iter().rev().find(|field| field.name == *name) {
        let at = field.value.clone()?;
        return if inner.is_empty() {
            // Keep the whitespace around the value.
            let (before, behind) = (text[at.clone()].trim_start(), text[at.clone()].trim_end());
            let (from, to) = (at.end - before.len(), at.start + behind.len());
            let blank = if from == at.start { " " } else { "" };
            Some(format!("{}{blank}{value}{}", &text[..from], &text[to..]))
        } else {
            with(text, at, (inner, value))
        };
    }
    let value = match inner {
        [inner, ..] => format!("({inner}: {value})"),
        [] => value.to_owned(),
    };
    let end = span.start + text[span].rfind(')')?;
    let before = text[..end].trim_end();
    let comma = if before.ends_with([',', '(']) {
        ""
    } else {
        ","
    };
    let (gap, close) = if is_outer {
        ("\n    ", ",\n")
    } else {
        (" ", "")
    };
    Some(format!(
        "{before}{comma}{gap}{name}: {value}{close}{}",
        &text[end..]
    ))
}

/// Applies all changes to the text.
fn with_all(text: &str, changes: &[FieldChange]) -> Option<String> {
    let mut all = changes.iter();
    all.try_fold(text.to_owned(), |text, (path, value)| {
        with(&text, 0..text.len(), (path, value))
    })
}

impl Settings {
    /// Writes the changes since `old` to the file and leaves everything else alone.
    ///
    /// If the file has too many faults, copies it to another name and writes a new file. The returned notice says so.
    pub fn save(&self, old: &Settings, path: &Path) -> Result<Option<String>, CliError> {
        let _lock = FileLock::wait_for(path)?;
        let text = if read::is_there(path) {
            read::text(path, FileKind::Settings).map_err(CliError::failed)?
        } else {
            Settings::default().text()
        };
        if let Some(version) = other_version(&text, VERSION) {
            return Err(CliError::failed(format!(
                "not saving to {}, because it has version {version}; your changes are lost when the program ends",
                path.display()
            )));
        }
        let changes = changes(old, self);
        let faults_before = Settings::parse(&text).1.len();
        let changed =
            with_all(&text, &changes).filter(|text| self.is_in(text, &changes, faults_before));
        if let Some(changed) = changed {
            files::write_own(path, changed.as_bytes())?;
            return Ok(None);
        }
        let kept = keep_beside(path, &text)?;
        // The faulty file may have asked for any number of recordings, so none are deleted.
        let all_kept = Settings {
            recordings_kept: KEPT_MAX,
            ..self.clone()
        };
        let fresh = if self.is_faulty {
            all_kept.text()
        } else {
            self.text()
        };
        files::write_own(path, fresh.as_bytes())?;
        Ok(Some(format!(
            "settings.ron was too damaged to change; saved it as {} and wrote a new one",
            kept.file_name().unwrap_or_default().to_string_lossy()
        )))
    }

    /// Returns whether the text contains the changes and has no new faults.
    fn is_in(&self, text: &str, changed: &[FieldChange], faults_before: usize) -> bool {
        let (found, faults) = Settings::parse(text);
        let differing = changes(&found, self);
        let is_still_different =
            |(path, _): &FieldChange| differing.iter().any(|(other, _)| other == path);
        faults.len() <= faults_before && !changed.iter().any(is_still_different)
    }
}

/// Returns the version number in the text of a RON file if it differs from `ours`.
pub fn other_version(text: &str, ours: u32) -> Option<String> {
    let fields = fields_of(text, 0..text.len(), &Setting::names());
    let mut versions = fields.iter().rev().filter(|field| field.name == "version");
    let at = versions.next()?.value.clone()?;
    let number: u32 = text[at].trim().parse().ok()?;
    (number != ours).then(|| number.to_string())
}

/// Writes a copy under an unused name.
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

    /// Creates a file with this text and returns its path.
    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    /// Changes every kind of field.
    fn changed(settings: &Settings) -> Settings {
        let mut new = settings.clone();
        new.palette = "my \"own\".pal".to_owned();
        new.scaling = Scaling::Television;
        new.flashing = false;
        new.hint = HintMode::After(90);
        new.coach = true;
        new.coach_hand = "tapper".to_owned();
        new.recordings_kept = 250;
        new.loop_hz = 240;
        new.keys.set(4, "C");
        new.program_keys.set(0, "J");
        new.pad_buttons.set(5, "x");
        new.pad_mappings = vec!["030000,pad,a:b1".to_owned()];
        new
    }

    #[test]
    fn saved_settings_are_read_again_and_comments_remain() {
        let (_folder, path) = file(&Settings::default().text());
        let (old, _) = Settings::load(&path);
        let new = changed(&old);
        assert_eq!(new.save(&old, &path).unwrap(), None);
        assert_eq!(Settings::load(&path), (new.clone(), vec![]));
        let text = fs::read_to_string(&path).unwrap();
        let default = Settings::default().text();
        let differing = text
            .lines()
            .zip(default.lines())
            .filter(|(new, old)| new != old);
        assert_eq!(differing.count(), 12, "{text}");
        old.save(&new, &path).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            Settings::default().text()
        );
    }

    #[test]
    fn fields_that_an_older_file_does_not_have_are_added() {
        for text in [
            "(version: 1)",
            "(\n    version: 1,\n    keys: (b: \"C\"),\n)\n",
            "()",
        ] {
            let (_folder, path) = file(text);
            let (old, _) = Settings::load(&path);
            let new = changed(&old);
            assert_eq!(new.save(&old, &path).unwrap(), None, "{text}");
            let (found, faults) = Settings::load(&path);
            assert_eq!((found, faults), (new, vec![]), "{text}");
        }
    }

    #[test]
    fn changes_of_other_programs_remain() {
        let (_folder, path) = file(&Settings::default().text());
        let (old, _) = Settings::load(&path);
        fs::write(
            &path,
            Settings::default()
                .text()
                .replace("goal: true", "goal: false // mine"),
        )
        .unwrap();
        let mut new = old.clone();
        new.flashing = false;
        new.save(&old, &path).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("goal: false // mine") && text.contains("flashing: false"));
    }

    #[test]
    fn a_faulty_field_remains_and_a_damaged_file_is_copied() {
        let (_folder, path) = file(
            &Settings::default()
                .text()
                .replace("loop_hz: 120", "loop_hz: 12"),
        );
        let (old, faults) = Settings::load(&path);
        assert_eq!(faults.len(), 1);
        let mut new = old.clone();
        new.flashing = false;
        assert_eq!(new.save(&old, &path).unwrap(), None);
        assert!(fs::read_to_string(&path).unwrap().contains("loop_hz: 12,"));

        let ruin = "version: 1 \u{0} ((( no settings at all";
        let (folder, path) = file(ruin);
        let (old, _) = Settings::load(&path);
        let mut new = old.clone();
        new.flashing = false;
        let said = new.save(&old, &path).unwrap().unwrap();
        assert!(said.contains("settings-faulty-1.ron"), "{said}");
        let beside = folder.path().join("settings-faulty-1.ron");
        assert_eq!(fs::read_to_string(beside).unwrap(), ruin);
        let (found, faults) = Settings::load(&path);
        assert!(!found.flashing && faults.is_empty(), "{faults:?}");
        assert_eq!(found.kept(), Some(KEPT_MAX as usize));
    }

    #[test]
    fn settings_of_a_newer_program_are_never_written() {
        let text = Settings::default()
            .text()
            .replace("version: 1", "version: 2");
        let (_folder, path) = file(&text);
        let (old, _) = Settings::load(&path);
        let error = changed(&old).save(&old, &path).unwrap_err();
        assert!(error.to_string().contains("version 2"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
