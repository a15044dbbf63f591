//! Reader of journals. It finds the content that is saved nowhere else.

use crate::engine::recording::{FRAMES_MAX, SETTINGS_MAX};
use crate::engine::{
    Command, HighScore, History, HistorySetting, InputFrame, MatchRecording, RecordingKind, Versus,
};
use crate::rules::Buttons;
use crate::session::person::Person;
use crate::session::practice_flag::ranked_scores;
use crate::session::save_watcher::SaveWatcher;

use super::{HEADER, SAVED_ELSEWHERE, TAKEN_BACK, VERSION, byte_of};

/// Journal as read from disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundJournal {
    /// Recording in the journal, without an end mark.
    recording: FoundRecording,
    /// Number of frames in the recording when the journal was started.
    start_frames: u64,
    /// Number of frames, counted from the start, that are saved elsewhere.
    saved_frames: u64,
    /// Number of valid bytes at the start of the journal.
    valid_bytes: usize,
}

/// Reason why a journal cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The journal is intact, but another version of the program wrote it.
    #[error("{0}")]
    OtherVersion(String),
    /// The journal is corrupt, or it is no journal.
    #[error("{0}")]
    Corrupt(&'static str),
}

impl JournalError {
    fn other_version_fault(error: impl ToString) -> JournalError {
        JournalError::OtherVersion(error.to_string())
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
        /// High scores added since power-on, without those of practice games. The `bool` is true if the game was
        /// B-type. Some may already be saved.
        made: Vec<(bool, HighScore)>,
    },
    /// A match up to its last frame.
    Match(MatchRecording),
}

impl FoundJournal {
    /// Reads the valid start of a journal, up to the maximum length of a recording.
    ///
    /// # Errors
    /// [`JournalError`] if the first line or the recording after it is of another version or corrupt.
    pub fn read(bytes: &[u8]) -> Result<FoundJournal, JournalError> {
        let after_header = bytes
            .strip_prefix(HEADER)
            .ok_or(JournalError::Corrupt("not a journal"))?;
        let mut rest = match after_header.strip_prefix(VERSION) {
            Some(rest) => rest,
            None => return Err(other_version(after_header)),
        };
        let head = take_block(&mut rest);
        let head = head.ok_or(JournalError::Corrupt(
            "journal header is truncated or corrupt",
        ))?;
        // The checksum is right, so unknown content comes from another version of the program.
        let text = std::str::from_utf8(head).map_err(JournalError::other_version_fault)?;
        let mut recording = match RecordingKind::detect(text) {
            Some(RecordingKind::Console) => FoundRecording::Console(
                History::from_ron(text).map_err(JournalError::other_version_fault)?,
            ),
            Some(RecordingKind::Match) => FoundRecording::Match(
                MatchRecording::from_ron(text).map_err(JournalError::other_version_fault)?,
            ),
            Some(RecordingKind::Drag | RecordingKind::Captured) | None => {
                return Err(JournalError::other_version_fault("it contains no games"));
            }
        };
        let mut start_frames = recording.len();
        let (mut saved_frames, mut valid_bytes) = (0, bytes.len() - rest.len());
        while let Some(part) = take_block(&mut rest) {
            if part.is_empty() {
                saved_frames = recording.len();
            }
            let is_known = match part {
                &[0, SAVED_ELSEWHERE, 0, a, b, c] => {
                    saved_frames = u64::from(u32::from_le_bytes([a, b, c, 0]));
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
            start_frames = start_frames.min(recording.len());
            saved_frames = saved_frames.min(recording.len());
            valid_bytes = bytes.len() - rest.len();
        }
        Ok(FoundJournal {
            recording,
            start_frames,
            saved_frames,
            valid_bytes,
        })
    }

    /// Returns the number of valid bytes at the start. New parts can be appended after them.
    pub const fn valid_bytes(&self) -> usize {
        self.valid_bytes
    }

    /// Returns the number of frames that were played and are not saved elsewhere.
    pub fn played(&self) -> u64 {
        self.recording
            .len()
            .saturating_sub(self.start_frames.max(self.saved_frames))
    }

    /// Replays the journal and returns its unsaved content, if any.
    ///
    /// # Errors
    /// [`JournalError`] if the match cannot start.
    pub fn unsaved(self) -> Result<Option<UnsavedContent>, JournalError> {
        // Frames up to this number are saved elsewhere or were played before the journal began. A level or randomizer
        // set at the start of the journal applies after the last of these frames.
        let known_frames = self.start_frames.max(self.saved_frames);
        if self.recording.len() <= known_frames {
            return Ok(None);
        }
        match self.recording {
            FoundRecording::Console(history) => {
                let mut person = Person::after(history.until(known_frames));
                let mut save_watcher = SaveWatcher::new(&person);
                let mut recording = false;
                for frame in &history.frames()[known_frames as usize..] {
                    person.play(*frame);
                    let played = person.frames().len() as u64;
                    if history.has_hint_after(played) {
                        person.note_hint();
                    }
                    if let Some(pieces) = history.taken_back_to(played) {
                        person.note_taken_back(pieces);
                    }
                    recording |= save_watcher.after_frame(&person).recording;
                }
                recording |= save_watcher.at_the_end(&person).recording;
                let made = ranked_scores(&history);
                let is_due = recording || !made.is_empty();
                Ok(is_due.then(|| UnsavedContent::Person {
                    person: Box::new(person),
                    recording,
                    made,
                }))
            }
            FoundRecording::Match(recording) => {
                let mut versus =
                    Versus::new(recording.start).map_err(JournalError::other_version_fault)?;
                let mut is_saved = false;
                for (frame, held) in (1..).zip(&recording.inputs) {
                    versus.step(*held);
                    // The result of a match does not change after its end, so a result that was saved stays valid.
                    is_saved |= frame == self.saved_frames && versus.is_decided();
                }
                if is_saved {
                    return Ok(None);
                }
                let recording = MatchRecording::from_versus(&versus, recording.inputs);
                Ok(Some(UnsavedContent::Match(recording)))
            }
        }
    }
}

/// Returns the error for a journal whose first line ends with `after_header` instead of the supported version.
fn other_version(after_header: &[u8]) -> JournalError {
    let digits = after_header.iter().take_while(|byte| byte.is_ascii_digit());
    match digits.count() {
        digits @ 1..10 if after_header.get(digits) == Some(&b'\n') => {
            let version = String::from_utf8_lossy(&after_header[..digits]);
            JournalError::OtherVersion(format!("unsupported version {version}; allowed: 1"))
        }
        _ => JournalError::Corrupt("not a journal"),
    }
}

/// Splits the next block off `rest`. `None` if the block is truncated or corrupt.
fn take_block<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, after) = rest.split_first_chunk()?;
    let (checksum, after) = after.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (block, after) = after.split_at_checked(length)?;
    *rest = after;
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

    /// Removes all frames after the first `frames` frames. `pieces` is the total number of undone pieces. `None` if the
    /// recording is shorter or its list of settings is full.
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
        // Long pauses alternate with quick inputs.
        Buttons::from_bits(if frame % 1000 < 600 { 0 } else { frame as u8 })
    }

    /// Returns a history of `frames` frames. Some of the frames are resets.
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
    fn a_journal_with_many_hints_and_take_backs_at_one_frame_is_read_in_linear_time() {
        const HINTS: u64 = 190_000;
        const TAKEN_BACK: u32 = 9_000;
        let mut journal = Journal::after(1);
        let mut bytes = Journal::head(&history(1).to_ron());
        (0..HINTS).for_each(|_| bytes.extend(Journal::hint()));
        (1..=TAKEN_BACK).for_each(|pieces| bytes.extend(journal.take_back(1, pieces)));
        let found = FoundJournal::read(&bytes).unwrap();
        assert_eq!(found.valid_bytes(), bytes.len());
        let FoundRecording::Console(read) = &found.recording else {
            panic!("{found:?}");
        };
        assert_eq!(read.settings_len() as u64, HINTS + 1);
        assert_eq!(read.taken_back_to(1), Some(TAKEN_BACK));
    }

    #[test]
    fn a_console_is_read_from_every_prefix_of_its_journal() {
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
    fn frames_after_the_saved_ones_are_found() {
        let (mut journal, mut bytes) = (Journal::after(0), Journal::head(&history(0).to_ron()));
        bytes.extend(journal.part(history(500).frames()));
        bytes.extend(journal.part(history(620).frames()));
        // The recording of the first 500 frames is saved while the game continues.
        bytes.extend(Journal::first_frames_saved(500));
        bytes.extend(journal.part(history(700).frames()));
        let found = FoundJournal::read(&bytes).unwrap();
        assert_eq!(found.recording, FoundRecording::Console(history(700)));
        assert_eq!((found.saved_frames, found.played()), (500, 200));
    }

    #[test]
    fn a_match_is_read_with_its_saved_frames() {
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
                bytes.extend(Journal::saved_elsewhere());
            }
        }
        bytes.extend(journal.part(recording.inputs.as_slice()));
        let found = FoundJournal::read(&bytes).unwrap();
        assert_eq!(found.saved_frames, 3051);
        assert_eq!(found.recording, FoundRecording::Match(recording));
    }

    #[test]
    fn a_match_saved_at_its_end_is_not_found_again() {
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
                .unsaved()
                .unwrap()
                .is_some()
        };
        // The left side loses quickly, so the round is not a draw, which would be replayed.
        let held = [Buttons::DOWN, Buttons::NONE];
        while !versus.is_decided() {
            versus.step(held);
            recording.inputs.push(held);
            assert!(recording.inputs.len() < 20_000, "it does not end");
            if recording.inputs.len() == 100 {
                bytes.extend(journal.part(recording.inputs.as_slice()));
                bytes.extend(Journal::saved_elsewhere());
            }
        }
        bytes.extend(journal.part(recording.inputs.as_slice()));
        assert!(is_found(&bytes), "the unsaved frames must not be lost");
        bytes.extend(Journal::saved_elsewhere());
        // The result stays on the screen for a while.
        recording.inputs.extend([[Buttons::NONE; 2]; 400]);
        bytes.extend(journal.part(recording.inputs.as_slice()));
        assert!(!is_found(&bytes));
    }

    #[test]
    fn parts_after_a_corrupt_byte_are_ignored() {
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
    fn frames_past_the_limit_of_a_recording_are_ignored() {
        let mut bytes = Journal::head(&history(100).to_ron());
        // These few kilobytes claim to be months of play.
        for _ in 0..30 {
            super::super::push_block(&mut bytes, &[255, 0, 0].repeat(4_000));
        }
        let found = FoundJournal::read(&bytes).unwrap();
        let most = 100 + 5 * 4_000 * 255;
        assert!(most <= FRAMES_MAX && FRAMES_MAX < most + 4_000 * 255);
        assert_eq!(found.recording.len(), most);
        assert!(found.valid_bytes() < bytes.len());
    }

    #[test]
    fn settings_past_the_limit_of_a_recording_are_ignored() {
        let mut bytes = Journal::head(&history(100).to_ron());
        super::super::push_block(&mut bytes, &[0, 0, 0].repeat(SETTINGS_MAX));
        let head = bytes.len();
        let taken_back = [0, TAKEN_BACK, 0, 50, 0, 0, 1, 0, 0];
        for more in [&[0, 0, 0][..], &taken_back] {
            super::super::push_block(&mut bytes, more);
            let found = FoundJournal::read(&bytes).unwrap();
            assert_eq!(found.valid_bytes(), head);
            let FoundRecording::Console(history) = found.recording else {
                panic!("a console");
            };
            assert_eq!(history.settings_len(), SETTINGS_MAX);
            assert_eq!(history.len(), 100);
        }
    }

    #[test]
    fn another_version_is_not_reported_as_corrupt() {
        let bytes = Journal::head(&history(0).to_ron());
        let read = |bytes: &[u8]| FoundJournal::read(bytes).unwrap_err();
        let mut newer = bytes.clone();
        newer[HEADER.len()] = b'7';
        let message = "unsupported version 7; allowed: 1".to_owned();
        assert_eq!(read(&newer), JournalError::OtherVersion(message.clone()));
        let text = history(0).to_ron().replace("version: 1", "version: 7");
        let newer = Journal::head(&text);
        assert!(
            matches!(read(&newer), JournalError::OtherVersion(message) if message.contains("version 7"))
        );
        for corrupt in ["", "rightwell journal ", "rightwell journal x\n", "a text"] {
            assert!(
                matches!(read(corrupt.as_bytes()), JournalError::Corrupt(_)),
                "{corrupt}"
            );
        }
        assert!(matches!(read(&bytes[..40]), JournalError::Corrupt(_)));
    }

    #[test]
    fn an_interrupted_game_is_unsaved_until_it_is_saved() {
        // From level 20 on, the history stores the start level as a setting beside the frames.
        [19, 29].into_iter().for_each(interrupted_from_level);
    }

    fn interrupted_from_level(level: u8) {
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
        let unsaved = |bytes: &[u8]| FoundJournal::read(bytes).unwrap().unsaved().unwrap();
        assert!(unsaved(&bytes).is_none(), "nothing was played");
        let mut save_watcher = SaveWatcher::new(&person);
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
            is_kept = save_watcher.after_frame(&person).recording;
            if person.frames().len().is_multiple_of(200) && person.is_in_game() {
                let Some(UnsavedContent::Person {
                    person: found,
                    recording,
                    ..
                }) = unsaved(&bytes)
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
        }) = unsaved(&bytes)
        else {
            panic!("the game was left, but not kept");
        };
        assert_eq!((found.history(), recording), (person.history(), true));
        bytes.extend(Journal::saved_elsewhere());
        bytes.extend({
            person.step(Buttons::NONE);
            journal.part(person.frames())
        });
        assert!(unsaved(&bytes).is_none(), "menus are no game");
    }
}
