//! Reads journals, and finds the content that is saved nowhere else.

use crate::engine::recording::{FRAMES_MAX, SETTINGS_MAX};
use crate::engine::{
    Command, HighScore, History, HistorySetting, InputFrame, MatchRecording, RecordingKind, Versus,
};
use crate::rules::Buttons;
use crate::session::keeping::Keeping;
use crate::session::person::Person;
use crate::session::practice_flag::scores_without_hints;

use super::{HEADER, KEPT, TAKEN_BACK, VERSION, byte_of};

/// Journal as read from disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundJournal {
    /// Recording without an end mark.
    recording: FoundRecording,
    /// Number of frames in the recording when the journal was started.
    begun: u64,
    /// Number of first frames that are saved elsewhere.
    kept: u64,
    /// Number of valid bytes at the start of the journal.
    whole: usize,
}

/// Reason why a journal cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The journal is intact, but another version of the program wrote it.
    #[error("{0}")]
    Foreign(String),
    /// The journal is corrupt.
    #[error("{0}")]
    Spoilt(&'static str),
}

impl JournalError {
    fn foreign(error: impl ToString) -> JournalError {
        JournalError::Foreign(error.to_string())
    }
}

/// Recording in a journal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FoundRecording {
    Console(History),
    Match(MatchRecording),
}

/// Content of a journal that is saved nowhere else.
#[derive(Clone, Debug)]
pub enum UnsavedContent {
    /// A person's console in its last state.
    Person {
        /// The console.
        person: Box<Person>,
        /// True if a game has to be saved.
        recording: bool,
        /// High scores added since power-on, without those of practice games. Each comes with a flag for B-type
        /// entries. Some may already be saved.
        made: Vec<(bool, HighScore)>,
    },
    /// A match up to its last frame.
    Match(MatchRecording),
}

impl FoundJournal {
    /// Reads the valid start of a journal, up to the maximum length of a recording.
    ///
    /// # Errors
    /// [`JournalError`] if the first line or the head is foreign or corrupt.
    pub fn read(bytes: &[u8]) -> Result<FoundJournal, JournalError> {
        let behind = bytes
            .strip_prefix(HEADER)
            .ok_or(JournalError::Spoilt("not a journal"))?;
        let mut rest = match behind.strip_prefix(VERSION) {
            Some(rest) => rest,
            None => return Err(other_version(behind)),
        };
        let head = take_block(&mut rest);
        let head = head.ok_or(JournalError::Spoilt(
            "its beginning is truncated or corrupt",
        ))?;
        // The checksum is right, so unknown content comes from another version and is not corrupt.
        let text = std::str::from_utf8(head).map_err(JournalError::foreign)?;
        let mut recording = match RecordingKind::detect(text) {
            Some(RecordingKind::Console) => {
                FoundRecording::Console(History::from_ron(text).map_err(JournalError::foreign)?)
            }
            Some(RecordingKind::Match) => FoundRecording::Match(
                MatchRecording::from_ron(text).map_err(JournalError::foreign)?,
            ),
            Some(RecordingKind::Drag | RecordingKind::Captured) | None => {
                return Err(JournalError::foreign("it contains no games"));
            }
        };
        let mut begun = recording.len();
        let (mut kept, mut whole) = (0, bytes.len() - rest.len());
        while let Some(part) = take_block(&mut rest) {
            if part.is_empty() {
                kept = recording.len();
            }
            let is_known = match part {
                &[0, KEPT, 0, a, b, c] => {
                    kept = u64::from(u32::from_le_bytes([a, b, c, 0]));
                    Some(())
                }
                &[0, TAKEN_BACK, 0, a, b, c, d, e, f] => {
                    let numbers = [[a, b, c, 0], [d, e, f, 0]].map(u32::from_le_bytes);
                    recording.take_back(numbers)
                }
                part => recording.push(part),
            };
            if is_known.is_none() {
                break;
            }
            begun = begun.min(recording.len());
            kept = kept.min(recording.len());
            whole = bytes.len() - rest.len();
        }
        Ok(FoundJournal {
            recording,
            begun,
            kept,
            whole,
        })
    }

    /// Returns the number of valid bytes at the start. New parts can be appended after them.
    pub const fn whole(&self) -> usize {
        self.whole
    }

    /// Returns the number of frames that were played and are not saved elsewhere.
    pub fn played(&self) -> u64 {
        self.recording
            .len()
            .saturating_sub(self.begun.max(self.kept))
    }

    /// Replays the journal and returns its unsaved content, if any.
    ///
    /// # Errors
    /// [`JournalError`] if the match cannot start.
    pub fn unkept(self) -> Result<Option<UnsavedContent>, JournalError> {
        // The recording in the head contains no played game. A level or randomizer set in it applies from its last
        // frame on.
        let known = self.begun.max(self.kept);
        if self.recording.len() <= known {
            return Ok(None);
        }
        match self.recording {
            FoundRecording::Console(history) => {
                let mut person = Person::after(history.until(known));
                let mut keeping = Keeping::new(&person);
                let mut recording = false;
                for frame in &history.frames()[known as usize..] {
                    person.play(*frame);
                    let played = person.frames().len() as u64;
                    if history.has_hint_after(played) {
                        person.note_hint();
                    }
                    if let Some(pieces) = history.taken_back_to(played) {
                        person.note_taken_back(pieces);
                    }
                    recording |= keeping.after_frame(&person).recording;
                }
                recording |= keeping.at_the_end(&person).recording;
                let made = scores_without_hints(&history);
                let is_due = recording || !made.is_empty();
                Ok(is_due.then(|| UnsavedContent::Person {
                    person: Box::new(person),
                    recording,
                    made,
                }))
            }
            FoundRecording::Match(recording) => {
                let mut versus = Versus::new(recording.start).map_err(JournalError::foreign)?;
                let mut is_all_kept = false;
                for (frame, held) in (1..).zip(&recording.inputs) {
                    versus.step(*held);
                    // A match does not change after its end.
                    is_all_kept |= frame == self.kept && versus.is_decided();
                }
                if is_all_kept {
                    return Ok(None);
                }
                let recording = MatchRecording::from_versus(&versus, recording.inputs);
                Ok(Some(UnsavedContent::Match(recording)))
            }
        }
    }
}

/// Returns the error for a journal whose first line ends with `behind` instead of the supported version.
fn other_version(behind: &[u8]) -> JournalError {
    let digits = behind.iter().take_while(|byte| byte.is_ascii_digit());
    match digits.count() {
        digits @ 1..10 if behind.get(digits) == Some(&b'\n') => {
            let version = String::from_utf8_lossy(&behind[..digits]);
            JournalError::Foreign(format!("unsupported version {version}; allowed: 1"))
        }
        _ => JournalError::Spoilt("not a journal"),
    }
}

/// Splits the next block off `rest`. `None` if the block is truncated or corrupt.
fn take_block<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, behind) = rest.split_first_chunk()?;
    let (checksum, behind) = behind.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (block, behind) = behind.split_at_checked(length)?;
    *rest = behind;
    (crc32fast::hash(block) == u32::from_le_bytes(*checksum)).then_some(block)
}

impl FoundRecording {
    /// Returns the number of frames.
    fn len(&self) -> u64 {
        match self {
            FoundRecording::Console(history) => history.len(),
            FoundRecording::Match(recording) => recording.inputs.len() as u64,
        }
    }

    /// Truncates the recording to `frames` frames, after a total of `pieces` pieces taken back. `None` if it is shorter
    /// or its list of settings is full.
    fn take_back(&mut self, [frames, pieces]: [u32; 2]) -> Option<()> {
        let FoundRecording::Console(history) = self else {
            return None;
        };
        let frames = u64::from(frames);
        let has_room = history.settings_len() < SETTINGS_MAX;
        (frames <= history.len() && has_room).then(|| {
            history.take_back(frames, pieces);
        })
    }

    /// Appends the frames of a block. `None` if the block contains unknown data or exceeds the limits of a recording.
    fn push(&mut self, part: &[u8]) -> Option<()> {
        let frames = part.iter().step_by(3).map(|&count| u64::from(count));
        if frames.sum::<u64>() > FRAMES_MAX - self.len().min(FRAMES_MAX) {
            return None;
        }
        for run in part.chunks(3) {
            let &[count, first, second] = run else {
                return None;
            };
            match self {
                FoundRecording::Console(history) if count == 0 => {
                    if history.settings_len() == SETTINGS_MAX {
                        return None;
                    }
                    history.push_setting(HistorySetting::Hint);
                }
                FoundRecording::Console(history) => {
                    let frame = InputFrame {
                        command: command_of(first)?,
                        held: Buttons::from_bits(second),
                    };
                    (0..count).for_each(|_| history.push(frame));
                }
                FoundRecording::Match(recording) => {
                    let held = [first, second].map(Buttons::from_bits);
                    (0..count).for_each(|_| recording.inputs.push(held));
                }
            }
        }
        Some(())
    }
}

fn command_of(byte: u8) -> Option<Command> {
    [Command::None, Command::Reset, Command::Power]
        .into_iter()
        .find(|&command| byte_of(command) == byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{DirectStart, GameType, HighScores, PadGame, VersusStart};
    use crate::rules::Region;
    use crate::session::Journal;

    fn held(frame: u32) -> Buttons {
        // Long pauses with quick inputs between them.
        Buttons::from_bits(if frame % 1000 < 600 { 0 } else { frame as u8 })
    }

    /// Returns a history of `frames` frames, some of them resets.
    fn history(frames: u32) -> History {
        let mut history = History::new(Region::Pal, HighScores::default());
        for frame in 0..frames {
            history.push(InputFrame {
                command: match frame % 700 {
                    650 => Command::Reset,
                    _ => Command::None,
                },
                held: held(frame),
            });
        }
        history
    }

    #[test]
    fn a_console_is_read_from_its_journal_and_from_every_beginning_of_it() {
        let start = history(100);
        let (mut journal, mut bytes) = (Journal::after(100), Journal::head(&start.to_ron()));
        let head = bytes.len();
        let mut ends = vec![(head, 100)];
        for second in 1..=40 {
            let frames = 100 + 60 * second;
            let part = journal.part(history(frames).frames());
            assert!(part.len() <= 8 + 3 * 60);
            bytes.extend(part);
            ends.push((bytes.len(), frames));
        }
        assert!(journal.part(history(2500).frames()).is_empty());
        for cut in head..=bytes.len() {
            let found = FoundJournal::read(&bytes[..cut]).unwrap();
            let (_, frames) = ends.iter().rev().find(|(end, _)| *end <= cut).unwrap();
            assert_eq!(found.recording, FoundRecording::Console(history(*frames)));
        }
        assert!((0..head).all(|cut| FoundJournal::read(&bytes[..cut]).is_err()));
    }

    #[test]
    fn frames_behind_those_that_are_kept_are_found() {
        let (mut journal, mut bytes) = (Journal::after(0), Journal::head(&history(0).to_ron()));
        bytes.extend(journal.part(history(500).frames()));
        bytes.extend(journal.part(history(620).frames()));
        // The recording of the first 500 frames is saved while the game goes on.
        bytes.extend(Journal::kept_up_to(500));
        bytes.extend(journal.part(history(700).frames()));
        let found = FoundJournal::read(&bytes).unwrap();
        assert_eq!(found.recording, FoundRecording::Console(history(700)));
        assert_eq!((found.kept, found.played()), (500, 200));
    }

    #[test]
    fn a_match_is_read_from_its_journal_with_what_is_kept_of_it() {
        let mut recording = MatchRecording {
            start: VersusStart::default(),
            inputs: Vec::new(),
            end: None,
        };
        let (mut journal, mut bytes) = (Journal::after(0), Journal::head(&recording.to_ron()));
        for frame in 0..5000 {
            recording.inputs.push([held(frame), held(frame / 3)]);
            if frame % 61 == 0 {
                bytes.extend(journal.part(recording.inputs.as_slice()));
            }
            if frame == 3050 {
                bytes.extend(Journal::kept());
            }
        }
        bytes.extend(journal.part(recording.inputs.as_slice()));
        let found = FoundJournal::read(&bytes).unwrap();
        assert_eq!(found.kept, 3051);
        assert_eq!(found.recording, FoundRecording::Match(recording));
    }

    #[test]
    fn a_match_that_was_kept_at_its_end_is_not_found_again() {
        let start = VersusStart {
            levels: [19; 2],
            best_of: 1,
            ..VersusStart::default()
        };
        let mut versus = Versus::new(start.clone()).unwrap();
        let mut recording = MatchRecording {
            start,
            inputs: Vec::new(),
            end: None,
        };
        let (mut journal, mut bytes) = (Journal::after(0), Journal::head(&recording.to_ron()));
        let is_found = |bytes: &[u8]| {
            FoundJournal::read(bytes)
                .unwrap()
                .unkept()
                .unwrap()
                .is_some()
        };
        // The left side loses quickly. A draw would be replayed.
        let held = [Buttons::DOWN, Buttons::NONE];
        while !versus.is_decided() {
            versus.step(held);
            recording.inputs.push(held);
            assert!(recording.inputs.len() < 20_000, "it does not end");
            if recording.inputs.len() == 100 {
                bytes.extend(journal.part(recording.inputs.as_slice()));
                bytes.extend(Journal::kept());
            }
        }
        bytes.extend(journal.part(recording.inputs.as_slice()));
        assert!(is_found(&bytes), "more was played than was kept");
        bytes.extend(Journal::kept());
        // The result stays on the screen for a while.
        recording.inputs.extend([[Buttons::NONE; 2]; 400]);
        bytes.extend(journal.part(recording.inputs.as_slice()));
        assert!(!is_found(&bytes));
    }

    #[test]
    fn behind_a_spoilt_byte_nothing_is_believed() {
        let (mut journal, mut bytes) = (Journal::after(0), Journal::head(&history(0).to_ron()));
        let head = bytes.len();
        bytes.extend(journal.part(history(3000).frames()));
        let second = bytes.len();
        bytes.extend(journal.part(history(6000).frames()));
        for place in 0..bytes.len() {
            let mut spoilt = bytes.clone();
            spoilt[place] ^= 0x20;
            match FoundJournal::read(&spoilt) {
                Err(_) => assert!(place < head),
                Ok(found) => {
                    let frames = if place < second { 0 } else { 3000 };
                    assert!(place >= head);
                    assert_eq!(found.recording, FoundRecording::Console(history(frames)));
                }
            }
        }
    }

    #[test]
    fn no_more_frames_are_read_than_a_recording_may_have() {
        let mut bytes = Journal::head(&history(100).to_ron());
        // A few kilobytes that claim to be months of play.
        for _ in 0..30 {
            super::super::push_block(&mut bytes, &[255, 0, 0].repeat(4_000));
        }
        let found = FoundJournal::read(&bytes).unwrap();
        let whole = 100 + 5 * 4_000 * 255;
        assert!(whole <= FRAMES_MAX && FRAMES_MAX < whole + 4_000 * 255);
        assert_eq!(found.recording.len(), whole);
        assert!(found.whole() < bytes.len());
    }

    #[test]
    fn no_more_settings_are_read_than_a_recording_may_have() {
        let mut bytes = Journal::head(&history(100).to_ron());
        super::super::push_block(&mut bytes, &[0, 0, 0].repeat(SETTINGS_MAX));
        let head = bytes.len();
        let taken_back = [0, TAKEN_BACK, 0, 50, 0, 0, 1, 0, 0];
        for more in [&[0, 0, 0][..], &taken_back] {
            super::super::push_block(&mut bytes, more);
            let found = FoundJournal::read(&bytes).unwrap();
            assert_eq!(found.whole(), head);
            let FoundRecording::Console(history) = found.recording else {
                panic!("a console");
            };
            assert_eq!(history.settings_len(), SETTINGS_MAX);
            assert_eq!(history.len(), 100);
        }
    }

    #[test]
    fn what_another_version_has_written_is_told_from_what_is_spoilt() {
        let bytes = Journal::head(&history(0).to_ron());
        let read = |bytes: &[u8]| FoundJournal::read(bytes).unwrap_err();
        let mut newer = bytes.clone();
        newer[HEADER.len()] = b'7';
        let said = "unsupported version 7; allowed: 1".to_owned();
        assert_eq!(read(&newer), JournalError::Foreign(said.clone()));
        let text = history(0).to_ron().replace("version: 1", "version: 7");
        let newer = Journal::head(&text);
        assert!(matches!(read(&newer), JournalError::Foreign(said) if said.contains("version 7")));
        for spoilt in ["", "rightwell journal ", "rightwell journal x\n", "a text"] {
            assert!(
                matches!(read(spoilt.as_bytes()), JournalError::Spoilt(_)),
                "{spoilt}"
            );
        }
        assert!(matches!(read(&bytes[..40]), JournalError::Spoilt(_)));
    }

    #[test]
    fn a_game_that_was_cut_off_is_due_until_it_is_kept() {
        // From level 20 on, the history stores the level beside the frames.
        [19, 29].into_iter().for_each(cut_off_from_level);
    }

    fn cut_off_from_level(level: u8) {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level,
            seed: 0x8988,
        };
        let mut person = Person::direct(start, HighScores::default()).unwrap();
        let history = person.history();
        let (mut journal, mut bytes) = (
            Journal::after(person.frames().len()),
            Journal::head(&history.to_ron()),
        );
        let unkept = |bytes: &[u8]| FoundJournal::read(bytes).unwrap().unkept().unwrap();
        assert!(unkept(&bytes).is_none(), "nothing was played");
        let mut keeping = Keeping::new(&person);
        let mut is_kept = false;
        while !is_kept {
            person.step(Buttons::DOWN);
            if person.console().game().is_some_and(PadGame::is_over) {
                let rest = if person.frames().len() % 8 < 4 {
                    Buttons::START
                } else {
                    Buttons::NONE
                };
                person.step(rest);
            }
            if person.frames().len().is_multiple_of(60) {
                bytes.extend(journal.part(person.frames()));
            }
            is_kept = keeping.after_frame(&person).recording;
            if person.frames().len().is_multiple_of(200) && person.is_in_game() {
                let Some(UnsavedContent::Person {
                    person: found,
                    recording,
                    ..
                }) = unkept(&bytes)
                else {
                    panic!("a game is on");
                };
                assert!(recording && found.is_in_game());
                let frames = found.frames();
                assert_eq!(frames, &person.frames()[..frames.len()]);
                assert!(person.frames().len() - frames.len() < 62);
            }
        }
        bytes.extend(journal.part(person.frames()));
        let Some(UnsavedContent::Person {
            person: found,
            recording,
            ..
        }) = unkept(&bytes)
        else {
            panic!("the game was left, but not kept");
        };
        assert_eq!((found.history(), recording), (person.history(), true));
        bytes.extend(Journal::kept());
        bytes.extend({
            person.step(Buttons::NONE);
            journal.part(person.frames())
        });
        assert!(unkept(&bytes).is_none(), "menus are no game");
    }
}
