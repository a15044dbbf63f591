//! A player's best games, for each start level and hands.

use std::path::{Path, PathBuf};

use rightwell::engine::GameType;
use rightwell::rules::Region;
use rightwell::search::Rhythm;
use rightwell::session::{Mode, RecordingInfo};

use super::catalogue::{self, RecordingEntry};
use super::recorded;
use super::recording_store::RecordingCategory;

/// Hands that played a game, as measured in its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandsGroup {
    /// Holds a direction.
    Das,
    /// Taps with a thumb.
    Tapping,
    /// Taps faster than a thumb can: with several fingers in turn.
    Rolling,
    /// Too few taps to tell.
    Unknown,
}

/// Number of frames of five taps below which the taps are faster than a thumb's: more than 15 a second.
const THUMB_FRAMES: u32 = 16;

impl HandsGroup {
    /// Returns the group of a rhythm.
    pub fn of(rhythm: Option<Rhythm>) -> HandsGroup {
        match rhythm {
            None => HandsGroup::Unknown,
            Some(Rhythm::Autoshift) => HandsGroup::Das,
            Some(rhythm) if rhythm.frames_of_five_taps() < THUMB_FRAMES => HandsGroup::Rolling,
            Some(_) => HandsGroup::Tapping,
        }
    }

    /// Returns the word that players use.
    pub const fn word(self) -> &'static str {
        match self {
            HandsGroup::Das => "DAS",
            HandsGroup::Tapping => "tapping",
            HandsGroup::Rolling => "rolling",
            HandsGroup::Unknown => "few taps",
        }
    }
}

/// A game that counts, or the best one at a start level with these hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonalBest {
    /// Start level.
    pub level: u8,
    /// Release of the cartridge.
    pub region: Region,
    /// Hands.
    pub hands: HandsGroup,
    /// Score.
    pub score: u64,
    /// Index of the recording.
    pub place: usize,
}

/// Returns the best game for each start level, release and hands, ordered by level and hands. Each recording comes with
/// its index. Only the player's own A-type games count, and no practice games. Among equal scores, the first counts.
pub fn personal_bests<'a>(
    described: impl IntoIterator<Item = (usize, &'a RecordingEntry, &'a RecordingInfo)>,
) -> Vec<PersonalBest> {
    let mut bests: Vec<PersonalBest> = Vec::new();
    let games = described.into_iter();
    for new in games.filter_map(|(place, entry, about)| ranked_game(place, entry, about)) {
        let is_alike = |best: &&mut PersonalBest| {
            (best.level, best.region, best.hands) == (new.level, new.region, new.hands)
        };
        match bests.iter_mut().find(is_alike) {
            Some(best) if best.score < new.score => *best = new,
            Some(_) => {}
            None => bests.push(new),
        }
    }
    bests.sort_by_key(|best| (best.level, best.region as u8, best.hands));
    bests
}

/// Returns all games that count among the recordings in a folder, each with its path. Plays every recording once.
pub fn games_of_folder(folder: &Path) -> Vec<(PathBuf, PersonalBest)> {
    let entries = catalogue::list(folder).into_iter().enumerate();
    let games = entries.filter_map(|(place, entry)| {
        let about = RecordingInfo::describe(&mut recorded::load(&entry.path).ok()?);
        let game = ranked_game(place, &entry, &about)?;
        Some((entry.path, game))
    });
    games.collect()
}

/// Returns the game of a recording, if it counts.
fn ranked_game(
    place: usize,
    entry: &RecordingEntry,
    about: &RecordingInfo,
) -> Option<PersonalBest> {
    let is_own = matches!(entry.kind, Some(RecordingCategory::Game) | None);
    let is_a_type = about.mode == Mode::Console(Some(GameType::A));
    let is_practice = about.training.is_some()
        || about.has_hints
        || about.is_taken_back
        || about.has_position
        || about.ghost.is_some();
    let summary = about
        .summary
        .filter(|_| is_own && is_a_type && !is_practice)?;
    let game = PersonalBest {
        level: about.start_level,
        region: about.region,
        hands: HandsGroup::of(about.rhythm),
        score: summary.score,
        place,
    };
    (game.score > 0).then_some(game)
}

#[cfg(test)]
mod tests {
    use rightwell::session::Summary;

    use super::*;

    fn game(level: u8, taps: Option<&str>, score: u64) -> RecordingInfo {
        RecordingInfo {
            mode: Mode::Console(Some(GameType::A)),
            region: Region::Ntsc,
            summary: Some(Summary {
                lines: 10,
                tetris_rate: None,
                pieces: 30,
                score,
                ending: None,
            }),
            level,
            start_level: level,
            rhythm: taps.map(|taps| taps.parse().unwrap()),
            training: None,
            has_hints: false,
            is_taken_back: false,
            has_position: false,
            ghost: None,
            frames: 9_000,
            last_game: 9_000,
        }
    }

    #[test]
    fn each_start_level_and_hands_has_a_best_game() {
        let entry = RecordingEntry {
            path: "game-000001.fm2.gz".into(),
            name: "game-000001".to_owned(),
            kind: Some(RecordingCategory::Game),
            written: None,
        };
        let games = [
            game(18, Some("das"), 300),
            game(18, Some("das"), 500),
            game(18, Some("12 Hz"), 400),
            game(18, Some("20 Hz"), 100),
            game(9, None, 50),
            game(9, None, 50),
            game(19, Some("das"), 0),
        ];
        let described = || {
            games
                .iter()
                .enumerate()
                .map(|(place, about)| (place, &entry, about))
        };
        let found = personal_bests(described());
        let places: Vec<_> = found
            .iter()
            .map(|best| (best.hands.word(), best.place))
            .collect();
        assert_eq!(
            places,
            [("few taps", 4), ("DAS", 1), ("tapping", 2), ("rolling", 3)]
        );
    }

    #[test]
    fn practice_and_games_of_computers_do_not_count() {
        let entry = |kind| RecordingEntry {
            path: "a.ron".into(),
            name: "a".to_owned(),
            kind,
            written: None,
        };
        let (own, computers) = (entry(None), entry(Some(RecordingCategory::Computers)));
        let plain = game(18, None, 100);
        let with = |change: fn(&mut RecordingInfo)| {
            let mut about = plain.clone();
            change(&mut about);
            about
        };
        let practice = [
            with(|about| about.has_hints = true),
            with(|about| about.is_taken_back = true),
            with(|about| about.has_position = true),
            with(|about| about.ghost = Some("best".to_owned())),
            with(|about| about.mode = Mode::Console(Some(GameType::B { height: 0 }))),
            with(|about| about.mode = Mode::Captured),
        ];
        for about in &practice {
            assert_eq!(personal_bests([(0, &own, about)]), [], "{about:?}");
        }
        assert_eq!(personal_bests([(0, &computers, &plain)]), []);
        assert_eq!(personal_bests([(0, &own, &plain)]).len(), 1);
    }
}
