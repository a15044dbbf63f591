//! Selection and order of the recordings in the list.

use std::cmp::Reverse;

use rightwell::session::{Mode, RecordingInfo};

use super::catalogue::RecordingEntry;
use super::recording_store::RecordingCategory;

/// Number of pieces below which a game counts as short.
const SHORT_PIECES: u64 = 10;
/// Number of frames below which a recording counts as short: one minute. A longer recording may contain an earlier
/// game, although its description counts only the last one.
const SHORT_FRAMES: u64 = 60 * 60;

/// Group of recordings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingGroup {
    /// A person's games.
    Games,
    /// A person's games in a training mode.
    Training,
    /// Matches with a person.
    Matches,
    /// Games and matches of computers.
    Computers,
    /// Games from videos.
    Videos,
}

impl RecordingGroup {
    /// All groups, in the order of the menu.
    pub const ALL: [RecordingGroup; 5] = [
        RecordingGroup::Games,
        RecordingGroup::Training,
        RecordingGroup::Matches,
        RecordingGroup::Computers,
        RecordingGroup::Videos,
    ];

    /// Returns the group of a recording. Without a description, its name decides.
    pub const fn of(entry: &RecordingEntry, about: Option<&RecordingInfo>) -> RecordingGroup {
        let Some(about) = about else {
            return match entry.kind {
                Some(RecordingCategory::Match) => RecordingGroup::Matches,
                Some(RecordingCategory::Computers) => RecordingGroup::Computers,
                Some(RecordingCategory::Game) | None => RecordingGroup::Games,
            };
        };
        match about.mode {
            Mode::Console(_) if about.training.is_some() => RecordingGroup::Training,
            Mode::Console(_) => RecordingGroup::Games,
            Mode::Match { .. } if matches!(entry.kind, Some(RecordingCategory::Computers)) => {
                RecordingGroup::Computers
            }
            Mode::Match { .. } => RecordingGroup::Matches,
            Mode::WithoutGravity(_) => RecordingGroup::Computers,
            Mode::Captured | Mode::CapturedMatch(_) => RecordingGroup::Videos,
        }
    }

    /// Returns the word for the menu.
    pub const fn word(self) -> &'static str {
        match self {
            RecordingGroup::Games => "games",
            RecordingGroup::Training => "training",
            RecordingGroup::Matches => "matches",
            RecordingGroup::Computers => "computers",
            RecordingGroup::Videos => "videos",
        }
    }
}

/// Order and filter of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListOptions {
    /// Group to show. `None` shows all.
    pub group: Option<RecordingGroup>,
    /// True if the best game comes first, instead of the newest recording.
    pub is_by_score: bool,
    /// True if short games are shown.
    pub has_short: bool,
}

impl ListOptions {
    /// Returns the indexes of the recordings to show, in order. `entries` are the recordings, newest first, each with
    /// its description if that is known.
    pub fn listed(self, entries: &[(&RecordingEntry, Option<&RecordingInfo>)]) -> Vec<usize> {
        let is_listed = |&place: &usize| {
            let (entry, about) = entries[place];
            let group = RecordingGroup::of(entry, about);
            let is_short = about.is_some_and(|about| is_short(entry, about));
            self.group.is_none_or(|wanted| wanted == group) && (self.has_short || !is_short)
        };
        let mut places: Vec<usize> = (0..entries.len()).filter(is_listed).collect();
        if self.is_by_score {
            let score = |place: usize| entries[place].1?.summary.map(|summary| summary.score);
            places.sort_by_key(|&place| Reverse(score(place)));
        }
        places
    }
}

/// Returns whether a recording contains only a short game of a person, or a match of a few pieces that nobody has won a
/// round of. Returns `false` if the user named the recording.
fn is_short(entry: &RecordingEntry, about: &RecordingInfo) -> bool {
    let pieces = about.summary.map_or(0, |summary| summary.pieces);
    let is_unnamed = match &about.mode {
        Mode::Console(_) => entry.kind == Some(RecordingCategory::Game),
        Mode::Match { wins: [0, 0], .. } => entry.kind.is_some(),
        _ => false,
    };
    is_unnamed && pieces < SHORT_PIECES && about.frames < SHORT_FRAMES
}

#[cfg(test)]
mod tests {
    use rightwell::engine::GameType;
    use rightwell::rules::Region;
    use rightwell::session::Summary;

    use super::*;

    fn entry(name: &str, kind: Option<RecordingCategory>) -> RecordingEntry {
        RecordingEntry {
            path: name.into(),
            name: name.to_owned(),
            kind,
            written: None,
        }
    }

    fn game(pieces: u64, score: u64) -> RecordingInfo {
        RecordingInfo {
            mode: Mode::Console(Some(GameType::A)),
            region: Region::Ntsc,
            summary: Some(Summary {
                lines: 0,
                tetris_rate: None,
                pieces,
                score,
                ending: None,
            }),
            level: 0,
            start_level: 0,
            rhythm: None,
            training: None,
            has_hints: false,
            is_taken_back: false,
            has_position: false,
            ghost: None,
            frames: 1_000,
            last_game: 1_000,
        }
    }

    #[test]
    fn short_games_are_hidden_unless_requested() {
        let kept = Some(RecordingCategory::Game);
        let (short, long, named) = (entry("a", kept), entry("b", kept), entry("best", None));
        let mut sitting = game(3, 0);
        sitting.frames = 20_000;
        let (three, ten) = (game(3, 0), game(10, 0));
        let all = [
            (&short, Some(&three)),
            (&short, None),
            (&short, Some(&sitting)),
            (&long, Some(&ten)),
            (&named, Some(&three)),
        ];
        assert_eq!(ListOptions::default().listed(&all), [1, 2, 3, 4]);
        let options = ListOptions {
            has_short: true,
            ..ListOptions::default()
        };
        assert_eq!(options.listed(&all), [0, 1, 2, 3, 4]);
        let played = entry("m", Some(RecordingCategory::Match));
        let begun = |pieces, wins| RecordingInfo {
            mode: Mode::Match {
                names: ["a", "b"].map(str::to_owned),
                wins,
            },
            ..game(pieces, 0)
        };
        let (empty, won, long) = (begun(0, [0, 0]), begun(3, [1, 0]), begun(40, [0, 0]));
        let all = [&empty, &won, &long].map(|about| (&played, Some(about)));
        assert_eq!(ListOptions::default().listed(&all), [1, 2]);
    }

    #[test]
    fn the_best_game_comes_first_and_unknown_ones_come_last() {
        let entry = entry("a", None);
        let (low, high) = (game(50, 7), game(50, 900));
        let all = [(&entry, None), (&entry, Some(&low)), (&entry, Some(&high))];
        let options = ListOptions {
            is_by_score: true,
            ..ListOptions::default()
        };
        assert_eq!(options.listed(&all), [2, 1, 0]);
    }

    #[test]
    fn each_group_is_shown_alone() {
        let about = |mode| RecordingInfo {
            mode,
            ..game(50, 0)
        };
        let played = about(Mode::Match {
            names: ["a", "b"].map(str::to_owned),
            wins: [2, 1],
        });
        let game = game(50, 0);
        let (drag, captured) = (about(Mode::WithoutGravity(3)), about(Mode::Captured));
        let (person, computers) = (
            entry("a", None),
            entry("b", Some(RecordingCategory::Computers)),
        );
        let all = [
            (&person, Some(&game)),
            (&person, Some(&played)),
            (&computers, Some(&played)),
            (&computers, None),
            (&person, Some(&drag)),
            (&person, Some(&captured)),
        ];
        let places = RecordingGroup::ALL.map(|group| {
            let options = ListOptions {
                group: Some(group),
                ..ListOptions::default()
            };
            options.listed(&all)
        });
        let expected: [&[usize]; 5] = [&[0], &[], &[1], &[2, 3, 4], &[5]];
        assert_eq!(places, expected);
    }
}
