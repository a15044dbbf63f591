//! Last size and position of the window.
//!
//! Errors are ignored: an unreadable file is treated as missing, and a failed write is harmless.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::lock::FileLock;
use super::read::{self, FileKind};
use super::versioned::{self, Version};

/// Plausible widths and heights, and plausible coordinates of the corner.
const SIZES: std::ops::RangeInclusive<u32> = 64..=16_384;
const PLACES: std::ops::RangeInclusive<i32> = -32_768..=32_767;

/// A window's size and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlace {
    /// Width and height, in the unit that the window library uses to open a window.
    pub width: u32,
    pub height: u32,
    /// Upper left corner of the window's content, if the system reports it.
    pub corner: Option<(i32, i32)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WindowFile {
    version: Version<1>,
    window: WindowPlace,
}

/// Reads the size and position from the file. Returns `None` if they are not valid.
pub fn load(path: &Path) -> Option<WindowPlace> {
    let text = read::text(path, FileKind::Settings).ok()?;
    let WindowFile { window, .. } = versioned::parse(path, &text).ok()?;
    let is_sound = [window.width, window.height]
        .iter()
        .all(|size| SIZES.contains(size))
        && (window.corner).is_none_or(|(x, y)| PLACES.contains(&x) && PLACES.contains(&y));
    is_sound.then_some(window)
}

/// Writes the size and position atomically.
pub fn save(path: &Path, window: WindowPlace) {
    let file = WindowFile {
        version: Version,
        window,
    };
    if let Ok(_lock) = FileLock::wait_for(path) {
        let _ = versioned::save(path, &file);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const PLACE: WindowPlace = WindowPlace {
        width: 1024,
        height: 992,
        corner: Some((-40, 17)),
    };

    #[test]
    fn a_saved_size_and_position_are_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/window.ron");
        assert_eq!(load(&path), None);
        save(&path, PLACE);
        assert_eq!(load(&path), Some(PLACE));
        let elsewhere = WindowPlace {
            corner: None,
            ..PLACE
        };
        save(&path, elsewhere);
        assert_eq!(load(&path), Some(elsewhere));
    }

    #[test]
    fn an_invalid_file_counts_as_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("window.ron");
        save(&path, PLACE);
        let text = fs::read_to_string(&path).unwrap();
        for spoilt in [
            &text[..text.len() / 2],
            "",
            "\u{0}\u{1}",
            &text.replace("version: 1", "version: 2"),
            &text.replace("width: 1024", "width: 0"),
            &text.replace("height: 992", "height: 99999"),
            &text.replace("-40", "-99999"),
            &text.replace("width", "breadth"),
        ] {
            assert_ne!(spoilt, text);
            fs::write(&path, spoilt).unwrap();
            assert_eq!(load(&path), None, "{spoilt}");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        save(&path, PLACE);
        assert_eq!(load(&path), None);
    }
}
