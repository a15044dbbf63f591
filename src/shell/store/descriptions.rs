//! Descriptions of recordings: content and outcome, extracted by a background thread.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rightwell::render::{Frame, Renderer};
use rightwell::session::RecordingInfo;

use crate::shell::host::clock::FileTime;
use crate::shell::host::worker::Worker;

use super::catalogue::RecordingEntry;
use super::recorded;

/// Content of a recording and its final frame.
#[derive(Clone, Debug)]
pub struct Description {
    /// Content of the recording.
    pub about: RecordingInfo,
    /// The last frame of a game.
    pub picture: Frame,
}

/// Reads a recording and plays it once. For hours of play, this takes up to a few seconds.
///
/// The error is one line and names the file.
pub fn describe(path: &Path, renderer: &Renderer) -> Result<Description, String> {
    let mut recorded = recorded::load(path).map_err(|error| error.to_string())?;
    let about = RecordingInfo::describe(&mut recorded);
    let mut picture = Frame::new();
    renderer.draw(&recorded.view(), &mut picture);
    Ok(Description { about, picture })
}

/// Descriptions of recordings. A background thread makes them when they are first needed.
///
/// All descriptions stay in memory. Each contains a frame of 60 kB.
#[derive(Debug)]
pub struct Descriptions {
    worker: Worker<Question, (Question, Result<Description, String>)>,
    /// Descriptions by path and time of change. `None` while the thread is still working.
    known: BTreeMap<Question, Option<Result<Description, String>>>,
    /// Error to return for all requests after the thread has failed.
    failure: Option<Result<Description, String>>,
}

/// Path of a recording, and the file's time of change when the description was requested.
type Question = (PathBuf, Option<FileTime>);

impl Descriptions {
    /// Starts without descriptions.
    pub fn new() -> Descriptions {
        let renderer = Renderer::new();
        Descriptions {
            worker: Worker::answering("descriptions", move |question: Question| {
                let description = describe(&question.0, &renderer);
                (question, description)
            }),
            known: BTreeMap::new(),
            failure: None,
        }
    }

    /// Returns the description of a recording. If it is not known yet, requests it and returns `None`.
    pub fn look_up(&mut self, entry: &RecordingEntry) -> Option<&Result<Description, String>> {
        self.hear();
        let question = (entry.path.clone(), entry.written);
        if !self.known.contains_key(&question) {
            self.worker.ask(question.clone());
            self.known.insert(question.clone(), None);
        }
        let known = self.known.get(&question)?.as_ref();
        known.or(self.failure.as_ref())
    }

    /// Returns the description of a recording. If it is not known yet, requests it, unless another request is still
    /// pending.
    pub fn look_up_later(
        &mut self,
        entry: &RecordingEntry,
    ) -> Option<&Result<Description, String>> {
        self.hear();
        let is_known = self
            .known
            .contains_key(&(entry.path.clone(), entry.written));
        let is_idle = self.known.values().all(Option::is_some);
        (is_known || is_idle).then(|| self.look_up(entry))?
    }

    /// Collects finished descriptions.
    fn hear(&mut self) {
        while let Some(told) = self.worker.take() {
            match told {
                Ok((question, description)) => {
                    self.known.insert(question, Some(description));
                }
                Err(why) => self.failure = Some(Err(why)),
            }
        }
    }
}

impl Default for Descriptions {
    fn default() -> Descriptions {
        Descriptions::new()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use rightwell::engine::{HighScores, View};
    use rightwell::rules::{Buttons, Region};
    use rightwell::session::{Mode, Person};

    use crate::shell::host::clock::now;
    use crate::shell::store::catalogue;

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
        // Go on to the level menu.
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
    fn what_a_recording_holds_is_found_out_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("game.fm2"),
            lost_game().history().to_fm2(),
        )
        .unwrap();
        fs::write(folder.path().join("broken.ron"), "(nothing)").unwrap();
        let mut known = Descriptions::new();
        let until = now() + Duration::from_secs(60);
        for entry in catalogue::list(folder.path()) {
            while known.look_up(&entry).is_none() && now() < until {
                std::thread::sleep(Duration::from_millis(5));
            }
            let found = known.look_up(&entry).expect("it was found out");
            if entry.name == "broken" {
                let error = found.as_ref().unwrap_err();
                assert!(
                    error.contains("broken.ron: ") && !error.contains('\n'),
                    "{error}"
                );
                continue;
            }
            let Description { about, picture } = found.as_ref().unwrap();
            assert!(matches!(about.mode, Mode::Console(Some(_))), "{about:?}");
            let summary = about.summary.unwrap();
            assert!(summary.pieces > 5 && summary.ending.is_some(), "{about:?}");
            let mut black = Frame::new();
            Renderer::new().draw(&View::Blank, &mut black);
            assert_ne!(*picture, black);
        }
    }
}
