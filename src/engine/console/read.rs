//! Queries of the console: screens, states, hashes.

use super::menus::NO_TUNE;
use super::name_entry::TURN_FRAMES;
use super::{Console, HighScores, ScreenState};
use crate::engine::pad_game::{PadGame, PadStart, PieceSource};
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::score_time::CrashRule;
use crate::engine::screen::Screen;
use crate::engine::state::GameState;
use crate::engine::view::{LevelMenuView, MenuView, View};
use crate::rules::{Region, StateHash};

impl AsRef<Console> for Console {
    fn as_ref(&self) -> &Console {
        self
    }
}

impl Console {
    /// Returns the release of the cartridge.
    pub fn region(&self) -> Region {
        self.region
    }

    /// Returns the rule for score ticks that take longer than a frame.
    pub fn crash_rule(&self) -> CrashRule {
        self.crash
    }

    /// Returns the number of video frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the game on the screen or behind an ending, once its first pieces are chosen.
    pub fn game(&self) -> Option<&PadGame> {
        match &self.screen {
            ScreenState::Game(play) => Some(&play.game),
            _ => None,
        }
    }

    /// Returns whether a menu is shown that reacts to buttons in the next frame.
    pub fn is_menu_open(&self) -> bool {
        self.loading.left() <= 1
            && matches!(self.screen, ScreenState::TypeMenu | ScreenState::LevelMenu)
    }

    /// Returns whether Up and Down change a letter in the next frame, or `None` if no name is being entered.
    pub fn turns_letter(&self) -> Option<bool> {
        let frame = self.carry.frame.wrapping_add(1);
        self.name_cursor()
            .map(|_| frame.is_multiple_of(TURN_FRAMES))
    }

    /// Returns the position and the letter under the cursor of the name that is being entered. The letter is an index
    /// into [`NAME_CHARACTERS`](crate::engine::NAME_CHARACTERS). `None` if buttons do not change a name in the next frame.
    pub fn name_cursor(&self) -> Option<(u8, u8)> {
        match &self.screen {
            ScreenState::NameEntry(entry) if self.loading.left() <= 1 => {
                Some(entry.cursor(&self.scores))
            }
            _ => None,
        }
    }

    /// Returns whether the screen is black: another screen is loading, or an ending is between two scenes.
    pub fn is_blank(&self) -> bool {
        self.loading.is_blank()
            || match &self.screen {
                ScreenState::Game(play) => play
                    .ending
                    .is_some_and(|ending| !ending.shows_game() && ending.view().is_none()),
                _ => false,
            }
    }

    /// Returns whether the game on the screen is the demo.
    pub fn is_demo(&self) -> bool {
        match &self.screen {
            ScreenState::Game(play) => play.demo.is_some(),
            ScreenState::Setup(pieces) => matches!(pieces, PieceSource::Demo(_)),
            _ => false,
        }
    }

    /// Returns whether the screen shows a game of the player, from its first pieces until the player leaves. The demo
    /// does not count.
    pub fn is_in_game(&self) -> bool {
        self.game().is_some() && !self.is_demo()
    }

    /// Returns whether the game on the screen is lost or has reached its goal. From then on buttons cannot change the
    /// outcome.
    pub fn is_game_ended(&self) -> bool {
        matches!(&self.screen, ScreenState::Game(play) if play.ending.is_some() || play.game.is_over())
    }

    /// Returns whether the end of the game has been shown completely: the curtain is down, the rocket is gone or the
    /// bonus is counted, and the game waits for Start.
    pub fn is_game_done(&self) -> bool {
        let ScreenState::Game(play) = &self.screen else {
            return false;
        };
        match play.ending {
            Some(ending) => ending.is_done(),
            None => play.game.is_done(),
        }
    }

    /// Returns the memory that outlives games.
    pub fn carry(&self) -> &PersistentMemory {
        &self.carry
    }

    /// Returns the high score tables.
    pub fn scores(&self) -> &HighScores {
        &self.scores
    }

    /// Returns the music chosen in the type menu: 0-2, or 3 for none.
    pub fn music(&self) -> u8 {
        self.choice.music
    }

    /// Returns the current screen; a demo counts as a game. A screen becomes current in the frame in which the program
    /// leaves the previous one.
    pub fn screen(&self) -> Screen {
        match &self.screen {
            ScreenState::Legal(_) => Screen::Legal,
            ScreenState::Title(_) => Screen::Title,
            ScreenState::TypeMenu => Screen::TypeMenu,
            ScreenState::LevelMenu => Screen::LevelMenu,
            ScreenState::Setup(_) => Screen::Game,
            ScreenState::Game(play) if play.ending.is_some_and(|ending| !ending.shows_game()) => {
                Screen::Ending
            }
            ScreenState::Game(_) => Screen::Game,
            ScreenState::NameEntry(_) => Screen::NameEntry,
        }
    }

    /// Returns the view of the screen after the last step.
    pub fn view(&self) -> View {
        if self.loading.is_blank() {
            return View::Blank;
        }
        match &self.screen {
            ScreenState::Legal(_) => View::Legal,
            ScreenState::Title(_) => View::Title,
            ScreenState::TypeMenu => View::TypeMenu(self.menu_view()),
            ScreenState::LevelMenu => View::LevelMenu(Box::new(LevelMenuView {
                menu: self.menu_view(),
                scores: self.scores.view(self.choice.is_b_type),
            })),
            ScreenState::Setup(source) => {
                let mut carry = self.carry;
                let start = PadStart {
                    game_type: self.game_type(),
                    level: self.choice.level,
                    top: self.scores.top(self.choice.is_b_type),
                    ..PadStart::default()
                };
                let game = PadGame::new(start, &mut carry);
                self.game_view(&game, matches!(source, PieceSource::Demo(_)))
            }
            ScreenState::Game(play) => match &play.ending {
                Some(ending) if !ending.shows_game() => {
                    ending.view().map_or(View::Blank, View::Ending)
                }
                _ => self.game_view(&play.game, play.demo.is_some()),
            },
            ScreenState::NameEntry(entry) => View::NameEntry(Box::new(entry.view())),
        }
    }

    /// Returns the view of a game with the tune chosen for it. A demo has no tune.
    fn game_view(&self, game: &PadGame, is_demo: bool) -> View {
        let mut view = game.game_view();
        view.music.tune = Some(if is_demo { NO_TUNE } else { self.choice.music });
        View::Game(Box::new(view))
    }

    /// Returns the menu on the screen, which the second-last pass of the main loop prepared. A menu's first frames have
    /// no cursors.
    fn menu_view(&self) -> MenuView {
        if self.shown.has_cursors {
            self.shown
        } else {
            MenuView {
                has_cursors: false,
                ..self.choice.view(0, self.region)
            }
        }
    }

    /// Returns the machine's state for other programs.
    pub fn state(&self) -> GameState {
        let mut state = GameState::for_screen(self.frames, self.screen());
        match &self.screen {
            ScreenState::Game(play) => play.game.describe(&self.carry, &mut state),
            ScreenState::NameEntry(entry) => state.game_over = entry.is_after_loss,
            _ => {}
        }
        state.lfsr = Some(format!("{:04X}", self.carry.choice.lfsr.state()));
        state.hash = format!("{:016X}", self.hash());
        state
    }

    /// Returns the hash of the whole machine. Equal inputs since power-on give equal hashes.
    pub fn hash(&self) -> u64 {
        let Console {
            region,
            crash,
            frames,
            carry,
            choice,
            scores,
            screen,
            loading,
            mode_step,
            // Not hashed: these fields follow from the others or are not part of the state.
            prepared: _,
            shown: _,
            events: _,
        } = self;
        let mut hash = StateHash::default();
        hash.number(*frames);
        carry.hash_into(&mut hash);
        choice.hash_into(&mut hash);
        scores.hash_into(&mut hash);
        loading.hash_into(&mut hash);
        hash.bytes(&[*region as u8, *mode_step]);
        if *crash != CrashRule::Off {
            hash.bytes(&[*crash as u8]);
        }
        match screen {
            ScreenState::Legal(pass) => hash.bytes(&[0, *pass as u8, (*pass >> 8) as u8]),
            ScreenState::Title(pass) => hash.bytes(&[1, *pass as u8, (*pass >> 8) as u8]),
            ScreenState::TypeMenu => hash.bytes(&[2]),
            ScreenState::LevelMenu => hash.bytes(&[3]),
            ScreenState::Setup(pieces) => {
                hash.bytes(&[4, u8::from(matches!(pieces, PieceSource::Demo(_)))]);
            }
            ScreenState::Game(play) => {
                hash.bytes(&[5]);
                play.game.hash_into(&mut hash);
                if let Some(demo) = play.demo {
                    demo.hash_into(&mut hash);
                }
                if let Some(ending) = play.ending {
                    ending.hash_into(&mut hash);
                }
            }
            ScreenState::NameEntry(entry) => {
                hash.bytes(&[6]);
                entry.hash_into(&mut hash);
            }
        }
        hash.finish()
    }
}
