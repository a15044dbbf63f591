//! The simulated user: a week of episodes, drawn with a seed.
//!
//! The kinds of episodes form a deck of cards, which is shuffled after its last card is dealt. So every kind soon
//! occurs, in varying order. Equal seeds deal equal episodes.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Episode of the week.
#[derive(Clone, Debug)]
pub enum Episode {
    /// One program starts, the user plays, and the program ends in some way.
    Play(Play),
    /// Two programs run at the same time. In each, a game ends with a high score.
    Together { levels: [u8; 2] },
    /// A saved recording is replayed. With `film`, its end is also filmed.
    Review { pick: usize, film: bool },
    /// Changes the settings file.
    Edit(Edit),
    /// A table is learned. The learning is interrupted after these numbers of milliseconds.
    Training { seed: u16, breaks: [u64; 2] },
}

/// One run of the program.
#[derive(Clone, Debug)]
pub struct Play {
    pub who: Who,
    /// Command line.
    pub line: String,
    pub hands: Hands,
    /// Duration of play before `end`.
    pub time: Duration,
    pub trouble: Trouble,
    /// True if the trouble is over before the end.
    pub is_mended: bool,
    pub end: End,
}

/// Player, and screen on which the game is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person at the console, in the window.
    Person,
    /// A person against a computer, in the window.
    Match,
    /// Two computers in the window.
    Computers,
    /// Two computers in the terminal.
    Terminal,
}

/// Keys that the person presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hands {
    /// Holds Down, so that the game is soon over. The person does not leave the game.
    Down,
    /// Presses these keys again and again. None of them stops or leaves a game.
    Busy(Vec<&'static str>),
    /// Presses these keys again and again. They may have any effect.
    Wild(Vec<&'static str>),
}

impl Hands {
    /// Returns `true` if these keys certainly do not leave the game.
    pub fn stay_in_game(&self) -> bool {
        !matches!(self, Hands::Wild(_))
    }
}

/// Trouble with the disk during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    None,
    /// The disk is full when the program starts.
    FullAtStart,
    /// The disk becomes full during play.
    Full,
    /// The folder of recordings disappears during play.
    Gone,
    /// The folder of recordings disappears, and a file with its name takes its place.
    Blocked,
    /// The disk is read-only from the start.
    ReadOnly,
}

/// End of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The person plays the game to its end, leaves the game, and then leaves the program.
    Over,
    /// The person presses Esc and leaves through the menu, again and again, until the program has ended.
    Leave,
    Term,
    Interrupt,
    /// SIGHUP. In a terminal, the terminal is closed instead.
    Hangup,
    Kill,
    /// SIGTERM, and a second SIGTERM this many milliseconds later.
    Twice(u64),
    /// The X server is killed.
    DisplayLost,
}

/// Change of the settings: a part of the generated file, and the text that replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    pub from: &'static str,
    pub to: &'static str,
    pub is_faulty: bool,
}

const fn edit(from: &'static str, to: &'static str, is_faulty: bool) -> Edit {
    Edit {
        from,
        to,
        is_faulty,
    }
}

const EDITS: [Edit; 12] = [
    edit("loop_hz: 120", "loop_hz: 60", false),
    edit("loop_hz: 120", "loop_hz: 240", false),
    edit("b: \"Z\"", "b: \"C\"", false),
    edit("recordings_kept: 100", "recordings_kept: 10000", false),
    edit("recordings_kept: 100", "recordings_kept: 1", false),
    edit("recordings_kept: 100", "recordings_kept: 2", false),
    edit("recordings_kept: 100", "recordings_kept: 20000", true),
    edit("recordings_kept: 100", "recordings_kept 1", true),
    edit(
        "recordings_kept: 100",
        "recordings_kept: 2, loop_hz: 5",
        true,
    ),
    edit("loop_hz: 120,", "loop_hz 120,", true),
    edit("loop_hz: 120,\n)", "loop_hz: 120,\n", true),
    edit("b: \"Z\"", "b: \"Up\"", true),
];

/// Card of the deck: a kind of episode. Its details are drawn when the card is dealt.
#[derive(Clone, Copy, Debug)]
enum Card {
    Play(Who, Trouble, End),
    Together,
    Review,
    Film,
    Good,
    Faulty,
    Training,
}

fn deck() -> Vec<Card> {
    use {End::*, Trouble as T, Who::*};
    let mut deck: Vec<Card> = [Over, Over, Over, Leave, Term, Interrupt, Hangup]
        .into_iter()
        .chain([Kill, Kill, Kill, Twice(0), Twice(0), DisplayLost])
        .map(|end| Card::Play(Person, T::None, end))
        .collect();
    let matches = [Over, Leave, Term, Kill, Kill, DisplayLost, Twice(0)];
    deck.extend(matches.map(|end| Card::Play(Match, T::None, end)));
    deck.extend([Leave, Kill, DisplayLost].map(|end| Card::Play(Computers, T::None, end)));
    let terminal = [Leave, Hangup, Hangup, Kill, Interrupt];
    deck.extend(terminal.map(|end| Card::Play(Terminal, T::None, end)));
    for trouble in [T::FullAtStart, T::Full, T::Gone, T::Blocked, T::ReadOnly] {
        deck.push(Card::Play(Person, trouble, Leave));
        // In the replacement folder, the next match would start a journal with the name of the first match.
        let who = if trouble == T::Gone { Person } else { Match };
        deck.push(Card::Play(who, trouble, Term));
    }
    deck.push(Card::Play(Person, T::Full, Kill));
    deck.push(Card::Play(Person, T::Full, Over));
    deck.push(Card::Play(Terminal, T::Full, Hangup));
    deck.extend([Card::Together, Card::Together, Card::Film, Card::Training]);
    deck.extend([Card::Review, Card::Review, Card::Review]);
    deck.extend([
        Card::Good,
        Card::Good,
        Card::Good,
        Card::Faulty,
        Card::Faulty,
    ]);
    deck
}

/// Plan of episodes, without an end.
#[derive(Debug)]
pub struct Plan {
    generator: ChaCha8Rng,
    deck: Vec<Card>,
}

impl Plan {
    pub fn new(seed: u64) -> Plan {
        Plan {
            generator: ChaCha8Rng::seed_from_u64(seed),
            deck: Vec::new(),
        }
    }

    fn one_of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.generator.random_range(0..choices.len())].clone()
    }

    fn details(&mut self, card: Card) -> Episode {
        match card {
            Card::Play(who, trouble, end) => Episode::Play(self.play(who, trouble, end)),
            Card::Together => Episode::Together {
                levels: [0; 2].map(|_| self.generator.random_range(0..=19)),
            },
            Card::Review | Card::Film => Episode::Review {
                pick: self.generator.random_range(0..1_000_000),
                film: matches!(card, Card::Film),
            },
            Card::Good => Episode::Edit(self.edit(false)),
            Card::Faulty => Episode::Edit(self.edit(true)),
            Card::Training => Episode::Training {
                seed: self.generator.random(),
                breaks: [0; 2].map(|_| self.generator.random_range(100..1500)),
            },
        }
    }

    fn edit(&mut self, is_faulty: bool) -> Edit {
        let edits: Vec<Edit> = EDITS
            .into_iter()
            .filter(|edit| edit.is_faulty == is_faulty)
            .collect();
        self.one_of(&edits)
    }

    fn play(&mut self, who: Who, trouble: Trouble, end: End) -> Play {
        let line = match who {
            Who::Person => self.game_line(),
            Who::Match => {
                let right = self.one_of(&["first-day", "first-week", "club", "machine"]);
                let level = self.one_of(&[0, 8, 18, 19]);
                let best_of = self.one_of(&[1, 3]);
                format!("versus --right {right} --level {level} --best-of {best_of} --speed 64")
            }
            Who::Computers | Who::Terminal => {
                let left = self.one_of(&["first-day", "first-term", "veteran"]);
                let display = if who == Who::Terminal {
                    "terminal"
                } else {
                    "window"
                };
                let speed = self.one_of(&["8", "64", "max"]);
                format!(
                    "versus --left {left} --right first-day --level 18 --best-of 1 --speed {speed} --display {display}"
                )
            }
        };
        // A kill may lose up to two seconds of play, so the game must last longer.
        let least = match end {
            End::Kill | End::DisplayLost | End::Hangup => 2100,
            End::Twice(_) => self.one_of(&[400, 2100]),
            _ => 400,
        };
        Play {
            who,
            line,
            hands: match self.hands() {
                // In the replacement folder, recordings are numbered from 1 again. So no game may be saved there.
                Hands::Wild(_) if trouble == Trouble::Gone => Hands::Down,
                hands => hands,
            },
            time: Duration::from_millis(self.generator.random_range(least..least + 1500)),
            trouble,
            is_mended: trouble != Trouble::None && self.generator.random(),
            end: match end {
                End::Twice(_) => End::Twice(self.one_of(&[0, 1, 3, 10, 30, 100])),
                end => end,
            },
        }
    }

    fn game_line(&mut self) -> String {
        let speed = self.one_of(&["8", "32", "64", "64"]);
        let how = match self.generator.random_range(0..8) {
            0 => "--region pal --level 5".to_owned(),
            1 => "--type b --height 2 --level 9".to_owned(),
            2 => "--level 29".to_owned(),
            _ => format!("--level {}", self.generator.random_range(0..=19)),
        };
        format!("play {how} --speed {speed}")
    }

    fn hands(&mut self) -> Hands {
        let busy = ["Left", "Right", "Down", "Down", "z", "x", "Up"];
        let wild = [
            "Left", "Right", "Down", "z", "x", "Return", "Return", "Tab", "F12",
        ];
        match self.generator.random_range(0..5) {
            0 | 1 => Hands::Down,
            2 | 3 => Hands::Busy((0..6).map(|_| self.one_of(&busy)).collect()),
            _ => Hands::Wild((0..6).map(|_| self.one_of(&wild)).collect()),
        }
    }
}

impl Iterator for Plan {
    type Item = Episode;

    fn next(&mut self) -> Option<Episode> {
        if self.deck.is_empty() {
            self.deck = deck();
        }
        let place = self.generator.random_range(0..self.deck.len());
        let card = self.deck.swap_remove(place);
        Some(self.details(card))
    }
}
