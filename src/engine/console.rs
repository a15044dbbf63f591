//! The whole machine from power-on: screens, menus, games and high scores. Each step runs one video frame.

mod ending;
mod high_scores;
mod made_up;
mod menus;
mod name_entry;
mod read;
mod screen_load;

pub use high_scores::{ENTRIES, HighScore, HighScores, NAME_CHARACTERS};
pub use made_up::NoEditableGame;

use crate::rules::{Buttons, Control, Pad, Region};

use super::demo::{Demo, DemoFrame};
use super::event::{Event, Events};
use super::pad_game::{PadGame, PadPosition, PadStart, PieceSource, TickOutcome};
use super::persistent_memory::PersistentMemory;
use super::quirks;
use super::score_time::CrashRule;
use super::view::{GameType, MenuView};

use ending::Ending;
use menus::MenuChoices;
use name_entry::NameEntry;
use screen_load::ScreenLoad;

/// A console with the cartridge inserted.
///
/// [`Console::step`] runs one video frame. In each frame the machine waits for the vertical blank, draws, counts, reads
/// the pad, and runs the program until the next wait. While a screen loads, some frames have no interrupt: in these the
/// machine neither counts nor reads buttons.
///
/// Source: main loop and interrupt of the disassembly; frame counts of the transitions from input
/// recordings of the cartridge (meta_nestris, TASVideos).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Console {
    region: Region,
    /// Rule that decides what happens if a score tick takes longer than a frame.
    crash: CrashRule,
    /// Video frames since power-on.
    frames: u64,
    carry: PersistentMemory,
    choice: MenuChoices,
    scores: HighScores,
    screen: ScreenState,
    loading: ScreenLoad,
    /// Step of the main loop in which the last game or demo ended, 0 before the first one.
    mode_step: u8,
    /// Menu sprites that the last pass of the main loop prepared for the next frame. `shown` holds those now on the
    /// screen.
    prepared: MenuView,
    shown: MenuView,
    events: Events,
}

/// Current screen, and the state that only this screen needs.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ScreenState {
    /// The legal screen, and the number of passes of the main loop since it opened.
    Legal(u16),
    /// The title screen, and the number of passes of the main loop since it opened.
    Title(u16),
    TypeMenu,
    LevelMenu,
    /// The game screen is loaded, but no game is set up yet.
    Setup(PieceSource),
    Game(Box<Play>),
    NameEntry(Box<NameEntry>),
}

/// A game with its demo or ending, if any.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Play {
    game: PadGame,
    demo: Option<Demo>,
    ending: Option<Ending>,
}

/// Screen that the program opens when it leaves another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    Title,
    TypeMenu,
    LevelMenu,
    Game,
    Demo,
}

/// Transition to another screen. [`quirks::waits_by_accident`] explains `last_value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    to: Destination,
    last_value: u8,
}

impl Move {
    const fn new(to: Destination, last_value: u8) -> Move {
        Move { to, last_value }
    }
}

/// Steps of the main loop in which a game or demo ends, as stored in [`Console::mode_step`].
const STEP_AT_RESET: u8 = 6;
const STEP_AT_GAME_OVER: u8 = 3;
const STEP_AT_DEMO_END: u8 = 2;

/// Number of frames from the end of a game or of a name entry until the level menu starts to load.
const FRAMES_AFTER_GAME: u8 = 2;
const FRAMES_AFTER_NAME: u8 = 3;

impl Console {
    /// Returns a console that is switched on, before its first video frame.
    pub fn power_on(region: Region) -> Console {
        Console::with_scores(region, HighScores::default())
    }

    /// Returns a console that is switched on and has these high scores in memory.
    pub fn with_scores(region: Region, scores: HighScores) -> Console {
        Console {
            region,
            crash: CrashRule::Off,
            frames: 0,
            carry: PersistentMemory::default(),
            choice: MenuChoices::default(),
            scores,
            screen: ScreenState::Legal(0),
            loading: ScreenLoad::POWER_ON,
            mode_step: 0,
            prepared: MenuView::default(),
            shown: MenuView::default(),
            events: Events::default(),
        }
    }

    /// Presses the reset button: only the high scores, the count of video frames and the crash rule survive.
    pub fn press_reset(&mut self) {
        let scores = self.scores.clone();
        *self = Console {
            crash: self.crash,
            frames: self.frames,
            ..Console::with_scores(self.region, scores)
        };
    }

    /// Switches the console off and on: only the count of video frames and the crash rule survive.
    pub fn switch_off_and_on(&mut self) {
        *self = Console {
            crash: self.crash,
            frames: self.frames,
            ..Console::power_on(self.region)
        };
    }

    /// Puts a made-up game on the screen, with its piece just spawned and no button held. Frame counter, shift
    /// register, piece count and high scores continue.
    ///
    /// Afterwards inputs alone cannot reproduce the state of the console.
    pub fn set_position(&mut self, position: PadPosition) {
        (self.choice.is_b_type, self.choice.height) = match position.start.game_type {
            GameType::A => (false, self.choice.height),
            GameType::B { height } => (true, height),
        };
        self.carry.control = Control::default();
        self.carry.pad = Pad::default();
        self.carry.completed_lines = 0;
        self.carry.choice.previous_id = position.next.spawn().id();
        let mut game = PadGame::from_position(position, &mut self.carry);
        game.set_crash(self.crash);
        self.screen = ScreenState::Game(Box::new(Play {
            game,
            demo: None,
            ending: None,
        }));
        self.loading = ScreenLoad::NONE;
        self.mode_step = 0;
    }

    /// Runs one video frame with these buttons held and returns its events.
    #[inline]
    pub fn step(&mut self, held: Buttons) -> Events {
        self.frames += 1;
        // Fast path for the common case: a running game that is neither the demo nor in an ending.
        if let (ScreenLoad::NONE, ScreenState::Game(play)) = (self.loading, &mut self.screen)
            && play.ending.is_none()
            && play.demo.is_none()
        {
            let flow = play.game.step(&mut self.carry, held);
            self.events = play.game.events();
            if flow != TickOutcome::Going {
                self.follow(flow);
            }
            return self.events;
        }
        self.events = Events::default();
        if self.loading.frame() {
            self.vertical_blank(held);
            if self.loading == ScreenLoad::NONE {
                self.run();
            }
        }
        self.events
    }

    /// Waits in the type menu for this many frames, as [`Console::step`] without buttons does, but much faster: only the
    /// counters and the shift register change.
    pub(super) fn wait_in_type_menu(&mut self, frames: u32) {
        debug_assert!(
            matches!(self.screen, ScreenState::TypeMenu),
            "no other screen stands still"
        );
        // The last two frames release the buttons and draw the cursors.
        let skipped = frames.saturating_sub(2);
        for _ in 0..skipped {
            self.carry.choice.lfsr.step();
        }
        self.carry.frame = self.carry.frame.wrapping_add(skipped as u16);
        self.frames += u64::from(skipped);
        for _ in skipped..frames {
            self.step(Buttons::NONE);
        }
    }

    /// Runs the vertical blank of a frame with an interrupt, for every screen.
    fn vertical_blank(&mut self, held: Buttons) {
        self.shown = self.prepared;
        self.prepared = MenuView::default();
        match &mut self.screen {
            ScreenState::Game(play) if play.ending.is_none_or(|ending| ending.draws_game()) => {
                play.game.vertical_blank(self.carry.frame);
                self.events = play.game.events();
            }
            ScreenState::NameEntry(entry) => entry.vertical_blank(&self.scores),
            _ => {}
        }
        self.carry.vertical_blank(held);
    }

    /// Runs the program until it waits for the next vertical blank.
    fn run(&mut self) {
        let (carry, events, region) = (&mut self.carry, &mut self.events, self.region);
        let left = match &mut self.screen {
            ScreenState::Legal(pass) => {
                *pass += 1;
                menus::legal(*pass - 1, carry, region)
            }
            ScreenState::Title(pass) => {
                *pass = pass.saturating_add(1);
                menus::title(*pass - 1, carry, events)
            }
            ScreenState::TypeMenu => {
                let left = menus::type_menu(&mut self.choice, carry, events);
                self.prepared = self.choice.view(carry.frame, region);
                left
            }
            ScreenState::LevelMenu => {
                let left = menus::level_menu(&mut self.choice, carry, events);
                self.prepared = self.choice.view(carry.frame, region);
                left
            }
            ScreenState::Setup(pieces) => {
                let pieces = *pieces;
                self.set_up_game(pieces);
                None
            }
            ScreenState::Game(_) => {
                self.run_play();
                None
            }
            ScreenState::NameEntry(entry) => {
                if entry.pass(&mut self.scores, carry, region, events) {
                    self.open_level_menu(FRAMES_AFTER_NAME);
                }
                None
            }
        };
        if let Some(left) = left {
            self.go(left);
        }
    }

    /// Runs one frame of a demo or an ending.
    fn run_play(&mut self) {
        let ScreenState::Game(play) = &mut self.screen else {
            return;
        };
        if let Some(demo) = &mut play.demo {
            match demo.frame(self.carry.pad.held) {
                DemoFrame::Plays(pad) => self.carry.pad = pad,
                DemoFrame::Ends => {
                    self.mode_step = STEP_AT_DEMO_END;
                    self.open(ScreenState::Title(0), ScreenLoad::SCREEN);
                    return;
                }
            }
        }
        let flow = match &mut play.ending {
            Some(ending) if !ending.is_left() => match ending.pass(&self.carry, &mut self.events) {
                None => return,
                Some(bonus) => play.game.leave(bonus, &self.carry),
            },
            _ => play.game.tick(&mut self.carry),
        };
        self.events = self.events.with(play.game.events());
        self.follow(flow);
    }

    /// Applies the outcome of a game's tick: reset, ending, or end of the game.
    #[cold]
    fn follow(&mut self, flow: TickOutcome) {
        let ScreenState::Game(play) = &mut self.screen else {
            return;
        };
        let game = &play.game;
        let (region, score, level) = (self.region, game.score(), game.level());
        match flow {
            TickOutcome::Going | TickOutcome::Waiting => {}
            TickOutcome::Reset => {
                self.carry.completed_lines = game.completed_lines();
                self.mode_step = STEP_AT_RESET;
                self.open(ScreenState::Legal(0), ScreenLoad::SCREEN);
            }
            TickOutcome::Goal => {
                let height = match game.start().game_type {
                    GameType::A => 0,
                    GameType::B { height } => height,
                };
                play.ending = Some(Ending::after_goal(region, score, level, height));
            }
            TickOutcome::Ending => {
                let game_type = game.start().game_type;
                play.ending = Some(Ending::after_curtain(region, score, level, game_type));
            }
            TickOutcome::Over => self.finish_game(),
        }
    }

    /// Leaves the game: asks for a name if the score enters the table, otherwise opens the level menu.
    fn finish_game(&mut self) {
        self.mode_step = STEP_AT_GAME_OVER;
        let is_b_type = self.choice.is_b_type;
        let ScreenState::Game(play) = &self.screen else {
            return;
        };
        let game = &play.game;
        let (points, level, is_lost) = (game.score().points(), game.level(), game.is_over());
        match self.scores.insert(is_b_type, points, level) {
            Some(rank) => {
                let entry = NameEntry::new(is_b_type, rank, is_lost, &self.scores);
                self.open(
                    ScreenState::NameEntry(Box::new(entry)),
                    ScreenLoad::LONG_SCREEN,
                );
            }
            None => self.open_level_menu(FRAMES_AFTER_GAME),
        }
    }

    fn open_level_menu(&mut self, frames_before: u8) {
        self.choice.open_level_menu();
        self.open(
            ScreenState::LevelMenu,
            ScreenLoad::LONG_SCREEN.after(frames_before),
        );
    }

    /// Leaves a menu and starts loading the screen that the player chose.
    fn go(&mut self, left: Move) {
        let before = u8::from(quirks::waits_by_accident(left.last_value, self.mode_step));
        match left.to {
            Destination::Title => {
                self.carry.next_hidden = false;
                self.open(ScreenState::Title(0), ScreenLoad::SCREEN.after(before));
            }
            Destination::TypeMenu => {
                self.open(ScreenState::TypeMenu, ScreenLoad::SCREEN.after(before));
            }
            Destination::LevelMenu => self.open_level_menu(before),
            Destination::Game => {
                self.mode_step = 0;
                self.open(
                    ScreenState::Setup(PieceSource::Register),
                    ScreenLoad::SCREEN,
                );
            }
            Destination::Demo => {
                self.mode_step = 0;
                self.choice.is_b_type = false;
                self.choice.level = 0;
                let demo = ScreenState::Setup(PieceSource::Demo(0));
                self.open(demo, ScreenLoad::SCREEN.after(before));
            }
        }
    }

    fn open(&mut self, screen: ScreenState, loading: ScreenLoad) {
        if let ScreenState::Title(_) = screen {
            self.carry.next_hidden = false;
        }
        self.screen = screen;
        self.loading = loading;
        self.prepared = MenuView::default();
        self.events.insert(Event::ScreenChanged);
    }

    fn game_type(&self) -> GameType {
        if self.choice.is_b_type {
            let height = self.choice.height;
            GameType::B { height }
        } else {
            GameType::A
        }
    }

    fn set_up_game(&mut self, pieces: PieceSource) {
        let start = PadStart {
            region: self.region,
            game_type: self.game_type(),
            level: self.choice.level,
            top: self.scores.top(self.choice.is_b_type),
            pieces,
        };
        let is_demo = matches!(pieces, PieceSource::Demo(_));
        let mut game = PadGame::new(start, &mut self.carry);
        game.set_crash(self.crash);
        self.screen = ScreenState::Game(Box::new(Play {
            game,
            demo: is_demo.then(Demo::default),
            ending: None,
        }));
    }
}
