//! Reports of single games, beside the page of their folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rightwell::plots::{Review, review_page};
use rightwell::session::ReviewedMove;

use super::pipeline::RatedRecording;
use crate::error::CliError;
use crate::host::arguments::command_line;
use crate::store::files;
use crate::store::video::{is_video, small_frame};

/// Reports of the games of a folder, in the order of the games. Empty if no page was asked for.
pub(super) struct Reports {
    /// Path of each report, and its link from the page of the folder.
    places: Vec<(PathBuf, String)>,
}

impl Reports {
    /// Returns where the reports belong. For the page `all.html`, they are in the folder `all-games`.
    pub(super) fn beside(page: Option<&Path>, rated: &[RatedRecording]) -> Reports {
        let place = |page: &Path, game: &RatedRecording| {
            let stem = page.file_stem().unwrap_or_default().to_string_lossy();
            let (folder, name) = (format!("{stem}-games"), format!("{}.html", game.name));
            let link = format!("{}/{}", for_link(&folder), for_link(&name));
            (page.with_file_name(folder).join(name), link)
        };
        let places = page.into_iter();
        let places = places.flat_map(|page| rated.iter().map(move |game| place(page, game)));
        Reports {
            places: places.collect(),
        }
    }

    /// Returns the paths of all reports.
    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> {
        self.places.iter().map(|(path, _)| path.as_path())
    }

    /// Returns the link from the page of the folder to the report of a game.
    pub(super) fn link(&self, game: usize) -> &str {
        &self.places[game].1
    }

    /// Writes all reports. `moves` are the moves of each game. With `frames`, they show frames of the video.
    pub(super) fn write(
        &self,
        rated: &[RatedRecording],
        moves: &[&[ReviewedMove]],
        frames: bool,
    ) -> Result<(), CliError> {
        for ((game, moves), path) in rated.iter().zip(moves).zip(self.paths()) {
            let review = Review {
                game: &game.name,
                is_match: false,
                video: "",
                frames: &worst_frames(&game.file, moves, frames),
                hands: &game.hand,
                figures: &game.figures,
                moves,
            };
            files::make_folder_of(path)?;
            files::write_whole(path, review_page(&review, &command_line()).as_bytes())?;
        }
        Ok(())
    }
}

/// Returns the frames of a video file at the worst moves, as JPEG, by the numbers of the pieces. A frame that cannot
/// be read is left out. Empty if the file is no video, or if the frames are not wanted yet.
pub(super) fn worst_frames(
    path: &Path,
    moves: &[ReviewedMove],
    are_wanted: bool,
) -> BTreeMap<usize, Vec<u8>> {
    let worst = ReviewedMove::worst(moves).into_iter();
    let worst = worst.filter(|_| are_wanted && is_video(path));
    let frames = worst.filter_map(|reviewed| {
        let time = reviewed.played.seen?.time;
        Some((reviewed.number, small_frame(path, time)?))
    });
    frames.collect()
}

/// Returns a file name as a part of a link.
pub(super) fn for_link(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| match is_plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_hold_any_file_name() {
        assert_eq!(for_link("a-1.fm2"), "a-1.fm2");
        assert_eq!(for_link("a #1?\u{e9}"), "a%20%231%3F%C3%A9");
    }
}
