//! Descriptions of recordings: content and outcome. A background thread extracts them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rightwell::menu::Preview;
use rightwell::render::Renderer;
use rightwell::session::RecordingInfo;

use crate::host::clock::FileTime;
use crate::host::worker::Worker;

use super::catalogue::RecordingEntry;
use super::recorded;

/// Content of a recording, and an image of its end.
#[derive(Clone, Debug)]
pub struct RecordingDescription {
    /// Content of the recording.
    pub about: RecordingInfo,
    /// A small picture of the last frame of a game.
    pub picture: Preview,
}

/// Reads a recording and plays it once. For hours of play, this takes up to a few seconds.
///
/// The error is one line and names the file.
pub fn describe(path: &Path, renderer: &Renderer) -> Result<RecordingDescription, String> {
    let mut recorded = recorded::load(path).map_err(|error| error.to_string())?;
    let about = RecordingInfo::describe(&mut recorded);
    let picture = renderer.thumbnail(&recorded.view());
    Ok(RecordingDescription { about, picture })
}

/// Descriptions of recordings. A background thread makes them when they are first needed.
///
/// All descriptions stay in memory. Each contains a picture of 9 kB.
#[derive(Debug)]
pub struct RecordingDescriptions {
    worker: Worker<Question, (Question, Result<RecordingDescription, String>)>,
    /// Descriptions by path and time of change. `None` while the thread is still working.
    known: BTreeMap<Question, Option<Result<RecordingDescription, String>>>,
    /// Number of descriptions that the thread still has to make.
    pending: usize,
    /// Number of descriptions that the thread has made.
    revision: usize,
    /// Error of a failed thread. It is the answer to every later request.
    failure: Option<Result<RecordingDescription, String>>,
}

/// Path of a recording, and the file's time of change when the description was requested.
type Question = (PathBuf, Option<FileTime>);

impl RecordingDescriptions {
    /// Returns an empty collection.
    pub fn new() -> RecordingDescriptions {
        let renderer = Renderer::new();
        RecordingDescriptions {
            worker: Worker::answering("descriptions", move |question: Question| {
                let description = describe(&question.0, &renderer);
                (question, description)
            }),
            known: BTreeMap::new(),
            pending: 0,
            revision: 0,
            failure: None,
        }
    }

    /// Returns the number of descriptions that have been made so far. When it grows, callers look the descriptions up
    /// again.
    pub const fn revision(&self) -> usize {
        self.revision
    }

    /// Returns the description of a recording, if it is known.
    pub fn known(&self, entry: &RecordingEntry) -> Option<&Result<RecordingDescription, String>> {
        let known = self.known.get(&question(entry))?.as_ref();
        known.or(self.failure.as_ref())
    }

    /// Returns the content of a recording, if it is known and readable.
    pub fn about(&self, entry: &RecordingEntry) -> Option<&RecordingInfo> {
        let known = self.known(entry)?.as_ref().ok();
        known.map(|description| &description.about)
    }

    /// Requests the description of a recording, unless it is known or requested already.
    pub fn request(&mut self, entry: &RecordingEntry) {
        let question = question(entry);
        if !self.known.contains_key(&question) {
            self.worker.ask(question.clone());
            self.known.insert(question, None);
            self.pending += 1;
        }
    }

    /// Requests the first description that is missing, unless another request is pending.
    pub fn request_next(&mut self, entries: &[RecordingEntry]) {
        let is_missing = |entry: &&RecordingEntry| !self.known.contains_key(&question(entry));
        if self.pending == 0
            && let Some(entry) = entries.iter().find(is_missing)
        {
            self.request(entry);
        }
    }

    /// Collects finished descriptions.
    pub fn hear(&mut self) {
        while let Some(told) = self.worker.take() {
            self.revision += 1;
            self.pending = self.pending.saturating_sub(1);
            match told {
                Ok((question, description)) => {
                    self.known.insert(question, Some(description));
                }
                Err(why) => self.failure = Some(Err(why)),
            }
        }
    }
}

fn question(entry: &RecordingEntry) -> Question {
    (entry.path.clone(), entry.written)
}

impl Default for RecordingDescriptions {
    fn default() -> RecordingDescriptions {
        RecordingDescriptions::new()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use rightwell::engine::{HighScores, View};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::{Mode, Person};

    use crate::host::clock::now;
    use crate::store::catalogue;

    use super::*;

    /// Returns a person who has topped out in a game and is back in the level menu.
    fn lost_game() -> Person {
        let mut person = Person::power_on(Region::Ntsc, HighScores::default());
        for frame in 0.. {
            if person.is_in_game() {
                break;
            }
            person.step(if frame % 8 == 0 {
                Buttons::START
            } else {
                Buttons::NONE
            });
        }
        while !person.is_curtain_closed() {
            person.step(Buttons::DOWN);
        }
        // Continue to the level menu.
        for frame in 0.. {
            if !person.is_in_game() {
                break;
            }
            person.step(if frame % 8 == 0 {
                Buttons::START
            } else {
                Buttons::NONE
            });
        }
        person
    }

    #[test]
    fn descriptions_are_made_in_the_background() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("game.fm2"),
            lost_game().history().to_fm2(),
        )
        .unwrap();
        fs::write(folder.path().join("broken.ron"), "(nothing)").unwrap();
        let mut known = RecordingDescriptions::new();
        let until = now() + Duration::from_secs(60);
        for entry in catalogue::list(folder.path()) {
            known.request(&entry);
            while known.known(&entry).is_none() && now() < until {
                std::thread::sleep(Duration::from_millis(5));
                known.hear();
            }
            let found = known.known(&entry).expect("the description must be known");
            if entry.name == "broken" {
                let error = found.as_ref().unwrap_err();
                assert!(
                    error.contains("broken.ron: ") && !error.contains('\n'),
                    "{error}"
                );
                continue;
            }
            let RecordingDescription { about, picture } = found.as_ref().unwrap();
            assert!(matches!(about.mode, Mode::Console(Some(_))), "{about:?}");
            let summary = about.summary.unwrap();
            assert!(summary.pieces > 5 && summary.ending.is_some(), "{about:?}");
            assert_ne!(*picture, Renderer::new().thumbnail(&View::Blank));
        }
    }
}
