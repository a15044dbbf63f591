//! Two against each other, the threads that think for them, and where their matches are kept.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{Moment, Side};
use rightwell::players::Opponent;
use rightwell::rules::Buttons;
use rightwell::session::{Contestant, Job, Match};

use super::pacer::now;
use super::stage::Stepped;
use super::worker::{Answer, Worker};
use super::{archive, files};

/// Where matches are kept.
#[derive(Debug)]
pub struct Shelf {
    /// The folder of recordings.
    pub recordings: PathBuf,
    /// How many are kept.
    pub kept: usize,
    /// Where the last match goes at the end.
    pub save_replay: Option<PathBuf>,
}

/// A match on show.
#[derive(Debug)]
pub struct Arena {
    play: Match,
    workers: [Worker; 2],
    shelf: Shelf,
    /// Whether the match in play was kept when it was over.
    is_kept: bool,
    notice: Option<String>,
}

impl Arena {
    /// A match whose computers think in threads of their own.
    pub fn new(play: Match, shelf: Shelf) -> Arena {
        Arena {
            play,
            workers: [(); 2].map(|()| Worker::start(Job::solve)),
            shelf,
            is_kept: false,
            notice: None,
        }
    }

    /// Makes one step, waiting at most so long for plans, and posts the jobs for the next one.
    /// `held` is what people hold.
    pub fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> Stepped {
        self.post();
        let deadline = now() + patience;
        for side in Side::BOTH {
            // An answer to a job that is not awaited any more leaves it asking.
            while self.play.asks(side) {
                let left = deadline.saturating_duration_since(now());
                match self.workers[side.index()].wait(left) {
                    Answer::Plan(plan) => self.play.deliver(side, plan),
                    Answer::Thinking => return Stepped::Waiting,
                    Answer::Failed(message) => return Stepped::Failed(message),
                }
            }
        }
        let number = self.play.number();
        self.play.step(held);
        if self.play.number() != number {
            self.is_kept = false;
        } else if self.play.is_finished() && !self.is_kept {
            self.keep();
        }
        self.post();
        Stepped::Yes
    }

    fn post(&mut self) {
        for side in Side::BOTH {
            if let Some(job) = self.play.job(side) {
                self.workers[side.index()].post(job);
            }
        }
    }

    /// Leaves this match, which is kept, for the next one.
    pub fn rematch(&mut self) {
        self.keep_broken_off();
        self.play.rematch(false);
        self.is_kept = false;
    }

    /// Both levels of the next match rise or fall by one; says what they are.
    pub fn change_levels(&mut self, up: bool) -> String {
        let change = |level: u8| {
            if up {
                level + 1
            } else {
                level.saturating_sub(1)
            }
        };
        self.play
            .set_next_levels(self.play.next_levels().map(change));
        match self.play.next_levels() {
            [left, right] if left == right => format!("next match: level {left}"),
            [left, right] => format!("next match: levels {left} and {right}"),
        }
    }

    /// Puts a stronger or weaker computer into the next match: on the right, or on the left if no
    /// computer sits on the right. Says who it is.
    pub fn change_opponent(&mut self, stronger: bool) -> Option<String> {
        let is_computer = |side: &Side| {
            let seat = &self.play.next_contestants()[side.index()];
            matches!(seat, Contestant::Computer(_))
        };
        let side = [Side::Right, Side::Left].into_iter().find(is_computer)?;
        let Contestant::Computer(now) = &self.play.next_contestants()[side.index()] else {
            return None;
        };
        let ladder = Opponent::built_in();
        let place = ladder.iter().position(|known| known.name() == now.name());
        let next = match (place, stronger) {
            (Some(place), true) => (place + 1).min(ladder.len() - 1),
            (Some(place), false) => place.saturating_sub(1),
            // Whoever is not on the ladder gives way to its end.
            (None, true) => ladder.len() - 1,
            (None, false) => 0,
        };
        let opponent = Arc::new(ladder.into_iter().nth(next)?);
        let notice = format!("next match (F8): {}", opponent.name());
        self.play.set_next_opponent(side, opponent);
        Some(notice)
    }

    /// Keeps the match up to now and says where.
    pub fn keep(&mut self) {
        self.is_kept |= self.play.is_finished();
        let Some(recording) = self.play.recording() else {
            return;
        };
        let Shelf {
            recordings, kept, ..
        } = &self.shelf;
        match archive::keep(recordings, ("match", "ron"), &recording.to_ron(), *kept) {
            Ok(Some(path)) => {
                eprintln!("match kept as {}", path.display());
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                self.notice = Some(format!("match kept as {name}"));
            }
            Ok(None) => self.notice = Some("no recordings are kept: see settings.ron".to_owned()),
            Err(error) => {
                eprintln!("{error}");
                self.notice = Some(error.to_string());
            }
        }
    }

    /// Keeps a match that is left before its end, if anything was played.
    fn keep_broken_off(&mut self) {
        if self.play.versus().frames() > 0 && !self.is_kept {
            self.keep();
        }
    }

    /// The match.
    pub const fn play(&self) -> &Match {
        &self.play
    }

    /// The window's title: who plays, and how it stands.
    pub fn title(&self) -> String {
        let versus = self.play.versus();
        let [left, right] = &versus.start().names;
        let [lefts, rights] = Side::BOTH.map(|side| versus.wins(side));
        format!("Rightwell - {left} {lefts}:{rights} {right}")
    }

    /// Whether a person's match would be broken off by quitting.
    pub fn is_busy(&self) -> bool {
        self.play.has_person() && !self.play.versus().is_decided()
    }

    /// Whether nobody plays just now: a round or the match is over.
    pub fn is_between_rounds(&self) -> bool {
        let moment = self.play.versus().moment();
        !self.play.has_person() && matches!(moment, Moment::RoundOver(_) | Moment::MatchOver(_))
    }

    /// What a game did otherwise than planned, once.
    pub fn take_mishap(&mut self) -> Option<String> {
        self.play.take_mishap()
    }

    /// What there is to say, once.
    pub fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }
}

/// However the program ends, a match that is broken off is kept.
impl Drop for Arena {
    fn drop(&mut self) {
        self.keep_broken_off();
        if let Some(path) = &self.shelf.save_replay
            && let Some(recording) = self.play.recording()
        {
            match files::write_whole(path, recording.to_ron().as_bytes()) {
                Ok(()) => eprintln!("{} written", path.display()),
                Err(error) => eprintln!("{error}"),
            }
        }
    }
}
