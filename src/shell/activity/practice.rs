//! A person practises: on from a position of a game, or one piece of it again.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{Event, Events, View};
use rightwell::players::Label;
use rightwell::render::{Border, Outline, Overlay};
use rightwell::rules::{Buttons, Region};
use rightwell::session::{Move, Practice, PracticeStart, Rater, ReviewedMove, Summary};

use crate::shell::input::action::{Action, HelpLine};

use super::{Activity, Outcome, title, words};

const KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "FROM THE START AGAIN"),
    (&[Action::PreviousMistake], "BACK TO THE REPLAY"),
];
const PUZZLE_KEYS: &[HelpLine] = &[
    (&[Action::TryAgain], "THE SAME AGAIN"),
    (&[Action::NextMistake], "THE NEXT MISTAKE"),
    (&[Action::PreviousMistake], "BACK TO THE REPLAY"),
];

/// A practice game on show. It stands still until the first button is pressed.
#[derive(Debug)]
pub struct PracticeActivity {
    start: PracticeStart,
    practice: Practice,
    has_begun: bool,
    before: Buttons,
    puzzle: Option<Puzzle>,
    notice: Option<String>,
    is_done: bool,
}

/// One piece to be put better than it was.
#[derive(Debug)]
pub struct Puzzle {
    /// Who says what a place is worth.
    pub rater: Arc<Rater>,
    /// What was played there, and what it was worth.
    pub mistake: ReviewedMove,
    /// Is set where the next mistake is wanted when this one is left.
    pub wants_next: Rc<Cell<bool>>,
    /// What was tried, once it is.
    pub tried: Option<ReviewedMove>,
}

impl PracticeActivity {
    /// On from a position, as long as it lasts.
    pub fn new(start: PracticeStart) -> PracticeActivity {
        let said = "practice: nothing of it is kept. It begins with your first button";
        PracticeActivity::of(start, None, said)
    }

    /// One piece, of which is told what its place was worth.
    pub fn puzzle(start: PracticeStart, puzzle: Puzzle) -> PracticeActivity {
        let said = "a puzzle: where does this piece go? It begins with your first button";
        PracticeActivity::of(start, Some(puzzle), said)
    }

    fn of(start: PracticeStart, puzzle: Option<Puzzle>, said: &str) -> PracticeActivity {
        PracticeActivity {
            practice: Practice::new(&start),
            start,
            has_begun: false,
            // What was held when it came is not meant for it.
            before: Buttons::from_bits(u8::MAX),
            puzzle,
            notice: Some(said.to_owned()),
            is_done: false,
        }
    }

    fn begin_again(&mut self) {
        self.practice = Practice::new(&self.start);
        self.has_begun = false;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.tried = None;
        }
    }

    /// What was tried in the puzzle, once it is.
    fn tried(&self) -> Option<(&Puzzle, &ReviewedMove)> {
        let puzzle = self.puzzle.as_ref()?;
        Some((puzzle, puzzle.tried.as_ref()?))
    }

    /// Whoever has read what their place was worth goes on with a button.
    fn answer(&mut self, new: Buttons) {
        if new.has(Buttons::SELECT) {
            self.begin_again();
        } else if !new.is_empty() {
            self.leave(new.has(Buttons::START));
        }
    }

    fn leave(&mut self, wants_next: bool) {
        if let Some(puzzle) = &self.puzzle {
            puzzle.wants_next.set(wants_next);
        }
        self.is_done = true;
    }

    /// Rates what was tried in the puzzle, if the piece has just locked.
    fn judge(&mut self, events: Events) {
        let Some(puzzle) = &mut self.puzzle else {
            return;
        };
        // A piece that ends the game was put where it came.
        let lock = match self.practice.first_lock() {
            Some(lock) => lock,
            None if events.contains(Event::ToppedOut) => self.practice.game().pose(),
            None => return,
        };
        let tried = Move {
            lock,
            ..puzzle.mistake.played.clone()
        };
        puzzle.tried = puzzle.rater.rate(puzzle.mistake.number, &tried);
        self.is_done = puzzle.tried.is_none();
        self.practice = Practice::new(&self.start);
    }
}

/// What a place was worth, in words.
fn verdict(puzzle: &Puzzle, tried: &ReviewedMove) -> String {
    let loss = tried.rating.loss;
    let result = match tried.rating.label() {
        Label::Best => "solved: nothing better is known".to_owned(),
        Label::Good => format!("solved: only {loss:.1} lines less than the best"),
        label if loss < puzzle.mistake.rating.loss => {
            format!("better, but {}: {loss:.1} lines lost", named(label))
        }
        label => format!("{}: {loss:.1} lines lost", named(label)),
    };
    format!("{result}. Start: the next mistake, Select: again, another button: back")
}

/// A label as a thing.
fn named(label: Label) -> String {
    match label {
        Label::Inaccuracy => "an inaccuracy".to_owned(),
        label => format!("a {label}"),
    }
}

/// The best place, NEXT behind it, and what was played, as borders.
pub fn outlines(reviewed: &ReviewedMove) -> [Option<Outline>; 3] {
    let (best, played) = (reviewed.rating.best(), reviewed.rating.played.lock);
    let outline = |pose, border| Outline { pose, border };
    [
        Some(outline(best.lock, Border::Whole)),
        best.then.map(|then| outline(then, Border::Dotted)),
        (best.lock != played).then(|| outline(played, Border::Dashed)),
    ]
}

impl Activity for PracticeActivity {
    fn step(&mut self, _patience: Duration, held: [Buttons; 2]) -> Outcome {
        let new = held[0].without(self.before);
        self.before = held[0];
        if self.tried().is_some() {
            self.answer(new);
            return Outcome::Stepped(Events::default());
        }
        self.has_begun |= !new.is_empty();
        if !self.has_begun {
            return Outcome::Stepped(Events::default());
        }
        let events = self.practice.step(held[0]);
        self.judge(events);
        self.is_done |= self.practice.is_left();
        Outcome::Stepped(events)
    }

    fn view(&self) -> View {
        self.practice.view()
    }

    fn title(&self) -> String {
        let points = self.practice.game().score().points();
        title("practice", Some(points))
    }

    fn status(&self) -> Vec<String> {
        let what = match self.puzzle {
            Some(_) => "a puzzle",
            None => "practice",
        };
        vec![what.to_owned()]
    }

    fn overlay(&self) -> Overlay {
        Overlay {
            outlines: self
                .tried()
                .map(|(_, tried)| outlines(tried))
                .unwrap_or_default(),
            inputs: [Some(self.practice.held()), None],
            ..Overlay::default()
        }
    }

    fn totals(&self) -> Option<Summary> {
        Some(self.practice.summary())
    }

    fn summary(&self) -> Option<String> {
        if let Some((puzzle, tried)) = self.tried() {
            return Some(verdict(puzzle, tried));
        }
        let is_over = self.practice.is_over();
        is_over.then(|| words::summary(&self.practice.summary()))
    }

    fn keys(&self) -> &'static [HelpLine] {
        match self.puzzle {
            Some(_) => PUZZLE_KEYS,
            None => KEYS,
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::TryAgain => self.begin_again(),
            action => self.leave(action == Action::NextMistake),
        }
    }

    fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    fn people(&self) -> [bool; 2] {
        [true, false]
    }

    fn region(&self) -> Region {
        self.start.region
    }

    fn is_done(&self) -> bool {
        self.is_done
    }
}
