//! Two against each other, the threads that think for them, and where their matches are kept.

use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{MatchRecording, Moment, Side, View};
use rightwell::players::Opponent;
use rightwell::rules::Buttons;
use rightwell::session::{Contestant, Job, Match};

use crate::shell::host::clock::now;
use crate::shell::host::exit;
use crate::shell::input::action::{Action, HelpLine};
use crate::shell::store::journal::{JOURNAL_STAYS, JournalFile};
use crate::shell::store::kept::{Kept, Kind, Shelf};
use crate::shell::store::pack::Form;

use super::worker::{Answer, Worker};
use super::{Activity, Outcome, frames_per_second};

const KEYS: &[HelpLine] = &[
    (&[Action::Previous, Action::Next], "WEAKER, STRONGER NEXT"),
    (&[Action::NewGame], "NEXT MATCH NOW"),
    (&[Action::LevelDown, Action::LevelUp], "LEVEL OF NEXT MATCH"),
    (&[Action::KeepRecording], "KEEP A RECORDING NOW"),
];

/// A match on show.
#[derive(Debug)]
pub struct MatchActivity {
    play: Match,
    workers: [Worker; 2],
    shelf: Shelf,
    /// Whether all that is worth keeping of the match in play is kept.
    is_kept: bool,
    /// Whether it was to be kept when it was over, with or without success.
    was_kept_at_end: bool,
    /// The match in play on the disk, once a frame was played.
    journal: Option<JournalFile>,
    notice: Option<String>,
}

impl MatchActivity {
    /// A match whose computers think in threads of their own.
    pub fn new(play: Match, shelf: Shelf) -> MatchActivity {
        MatchActivity {
            play,
            workers: [(); 2].map(|()| Worker::start(Job::solve)),
            shelf,
            is_kept: false,
            was_kept_at_end: false,
            journal: None,
            notice: None,
        }
    }

    fn post(&mut self) {
        for side in Side::BOTH {
            if let Some(job) = self.play.job(side) {
                self.workers[side.index()].post(job);
            }
        }
    }

    /// Leaves this match, which is kept, for the next one.
    fn rematch(&mut self) {
        self.keep_broken_off();
        self.finish_journal();
        self.play.rematch(false);
        self.begin_anew();
    }

    /// Another match is in play.
    fn begin_anew(&mut self) {
        self.is_kept = false;
        self.was_kept_at_end = false;
    }

    /// Both levels of the next match rise or fall by one; says what they are.
    fn change_levels(&mut self, up: bool) {
        let change = |level: u8| {
            if up {
                level + 1
            } else {
                level.saturating_sub(1)
            }
        };
        self.play
            .set_next_levels(self.play.next_levels().map(change));
        self.notice = Some(match self.play.next_levels() {
            [left, right] if left == right => format!("next match: level {left}"),
            [left, right] => format!("next match: levels {left} and {right}"),
        });
    }

    /// Puts a stronger or weaker computer into the next match: on the right, or on the left if no
    /// computer sits on the right. Says who it is.
    fn change_opponent(&mut self, stronger: bool) {
        let seats = self.play.next_contestants();
        let computer =
            [Side::Right, Side::Left]
                .into_iter()
                .find_map(|side| match &seats[side.index()] {
                    Contestant::Computer(now) => Some((side, now)),
                    Contestant::Person => None,
                });
        let Some((side, now)) = computer else {
            return;
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
        let opponent = ladder.into_iter().nth(next);
        let opponent = Arc::new(opponent.expect("the place is on the ladder"));
        self.notice = Some(format!("next match (F8): {}", opponent.name()));
        self.play.set_next_opponent(side, opponent);
    }

    /// Keeps the match up to now and says where; whether that went well.
    fn keep(&mut self) -> bool {
        let Some(recording) = self.play.recording() else {
            return true;
        };
        let kept = self.shelf.keep(self.kind(), Form::Ron, &recording.to_ron());
        let is_kept = matches!(kept, Kept::Done(_));
        let (Kept::Done(said) | Kept::Failed(said)) = kept;
        self.notice = Some(said);
        is_kept
    }

    /// Keeps a match that is left before its end, if anything was played, or could not be kept then.
    fn keep_broken_off(&mut self) {
        if self.play.versus().frames() > 0 && !self.is_kept {
            self.is_kept = self.keep();
        }
    }

    fn kind(&self) -> Kind {
        if self.play.has_person() {
            Kind::Match
        } else {
            Kind::Computers
        }
    }

    /// Writes what was played since the last time, or begins the journal before the first frame.
    fn grow_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.grow(self.play.inputs());
        } else if self.play.versus().frames() == 0 && self.shelf.keeps_any() {
            let begun = MatchRecording {
                start: self.play.versus().start().clone(),
                inputs: Vec::new(),
                end: None,
            };
            let recordings = &self.shelf.recordings;
            let journal = JournalFile::begin(recordings, self.kind(), &begun.to_ron(), 0);
            self.journal = Some(journal);
        }
    }

    /// Ends the journal of the match that is left.
    fn finish_journal(&mut self) {
        if let Some(journal) = self.journal.take() {
            journal.finish(self.play.inputs(), self.is_kept);
            if !self.is_kept {
                exit::saving_failed(JOURNAL_STAYS);
            }
        }
    }
}

impl Activity for MatchActivity {
    /// Also posts the jobs for the next step.
    fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> Outcome {
        self.post();
        let deadline = now() + patience;
        for side in Side::BOTH {
            // An answer to a job that is not awaited any more leaves it asking.
            while self.play.asks(side) {
                let left = deadline.saturating_duration_since(now());
                match self.workers[side.index()].wait(left) {
                    Answer::Plan(plan) => self.play.deliver(side, plan),
                    Answer::Thinking => return Outcome::Waiting,
                    Answer::Failed(message) => return Outcome::Failed(message),
                }
            }
        }
        self.grow_journal();
        let number = self.play.number();
        let [left, right] = self.play.step(held);
        if self.play.number() != number {
            self.finish_journal();
            self.begin_anew();
        } else if self.play.is_finished() && !self.was_kept_at_end {
            self.was_kept_at_end = true;
            self.is_kept = self.keep();
            if let Some(journal) = &mut self.journal
                && self.is_kept
            {
                journal.keep(self.play.inputs());
            }
        }
        if let Some(departure) = self.play.take_departure() {
            self.notice = Some(format!("not as planned: {departure}"));
        }
        self.post();
        Outcome::Stepped(left.with(right))
    }

    fn view(&self) -> View {
        self.play.versus().view()
    }

    fn title(&self) -> String {
        let versus = self.play.versus();
        let [left, right] = &versus.start().names;
        let [lefts, rights] = Side::BOTH.map(|side| versus.wins(side));
        format!("{left} {lefts}:{rights} {right}")
    }

    fn status(&self) -> Vec<String> {
        let versus = self.play.versus();
        let round = versus.round() + 1;
        let short = format!("round {round}, best of {}", versus.start().best_of);
        let mut texts = vec![short.clone(), format!("round {round}")];
        if self.play.has_person() {
            texts.insert(0, format!("F1: keys  {short}"));
        }
        texts
    }

    fn keys(&self) -> &'static [HelpLine] {
        KEYS
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::NewGame => self.rematch(),
            Action::LevelDown | Action::LevelUp => self.change_levels(action == Action::LevelUp),
            Action::Previous | Action::Next => self.change_opponent(action == Action::Next),
            _ => {
                let is_kept = self.keep();
                self.is_kept |= is_kept && self.play.is_finished();
            }
        }
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// A person alone has the pad of their side.
    fn people(&self) -> [bool; 2] {
        self.play.people()
    }

    fn frames_per_second(&self) -> f64 {
        frames_per_second(self.play.versus().start().region)
    }

    /// A person's match would be broken off.
    fn is_busy(&self) -> bool {
        self.play.has_person() && !self.play.versus().is_decided()
    }

    /// A round or the match is over, and nobody plays who could lead on.
    fn is_between_games(&self) -> bool {
        let moment = self.play.versus().moment();
        !self.play.has_person() && matches!(moment, Moment::RoundOver(_) | Moment::MatchOver(_))
    }
}

/// However the program ends, a match that is broken off is kept.
impl Drop for MatchActivity {
    fn drop(&mut self) {
        self.keep_broken_off();
        self.finish_journal();
        let play = &self.play;
        self.shelf
            .save(|| play.recording().map(|recording| recording.to_ron()));
    }
}
