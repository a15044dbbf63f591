//! # Rightwell: a replica of NES Tetris that plays itself
//!
//! All data flows in one direction:
//!
//! ```text
//! who plays             the rules                what is seen and heard
//! ---------             ---------                ----------------------
//! person    \                                   /  window, terminal
//! AI worker  >  one input   -> game.step(..) -> View -> 256x240 Frame -> PNG, GIF, video
//! recording /   per seat,      (pure)            \
//!               per frame                         Events -> SoundCue -> samples -> speaker, WAV
//!                  |
//!                  +-> recording
//! ```
//!
//! The rooms, in reading order. Each may use only the rooms in its last column; `tests/house/tidy.rs` checks that:
//!
//! | module | owns | uses |
//! | --- | --- | --- |
//! | [`rules`] | pieces, board, motion, randomizers, tables, score | nothing |
//! | [`engine`] | the games frame by frame, a console's history, recordings, [`engine::View`] | rules |
//! | [`search`] | hands; reachable locks without gravity and by gamepad, paths, plans before NEXT is seen, search over the known pieces, the mean over unknown ones, and tree search by simulation | rules |
//! | [`pixels`] | pictures as PNG files, read and written | nothing |
//! | [`capture`] | reading games from videos: playfield, NEXT and shapes of digits of each frame (`capture/`), the pieces and numbers of whole games (`capture/game/`) | rules, engine, search |
//! | [`players`] | everything that decides: features, evaluators, patterns, players and opponents as data, strategies | rules, search, pixels |
//! | [`session`] | seats, the step loop, jobs and plans, matches, playback; rated games, their reasons and puzzles (`session/review/`) | rules, engine, search, capture, players |
//! | [`menu`] | rows, pages and the cursor of menus as values: buttons and letters in, a sheet out; does not know what a row means; only for the program | nothing |
//! | [`render`] | tiles, palette, text, every screen: `View` to `Frame` | rules, engine, pixels, menu |
//! | [`sound`] | the sound chip, effects, tunes: `Events` and `View` to samples | rules, engine |
//! | [`film`] | films and sound as files: MP4, GIF, animated PNG, WAV; a feature | rules, render, sound |
//! | [`lab`] | batches over all cores, statistics, learning | rules, engine, search, players, session |
//! | [`plots`] | pictures and pages of the results of lab and reviews | rules, pixels, players, session, render, lab |
//!
//! Without the feature `program`, there are only `rules`, `engine`, `search`, `pixels`, `players`, `menu`, `render` and the
//! settings of games in `session`, which the Python package needs.
//!
//! The program (`src/main.rs`, and the package `src/shell/`) talks to the outside world. The library cannot use it. Its
//! rooms:
//! - `command/`: one file per command
//! - `menu/`: the pages of the program's menu
//! - `scene/`: the scenes on the screen
//! - `front/`: window and terminal
//! - `work/`: work that commands and scenes share, such as films
//! - `stage/`: the picture of a game in windows and films: the screen's overlay, and the panels beside it
//! - `input/`: keys and pads
//! - `store/`: the user's files
//! - `options/`: options of the scenes, and the forms that the menu fills in
//! - `host/`: the system's clock, threads and devices
//!
//! To add something new:
//! - Scene: write a file in `shell/scene/` and start it in a command.
//! - Setting: add an entry to `shell/store/settings/table.rs`. Its line in the file, its check and its row in the menu
//!   follow from it.
//! - Panel of a scene: build a `ScenePanel` (`shell/scene/panel.rs`) and put it into the `panels` of the scene's `Hud`.
//!   `render/panel/` arranges and draws it; `shell/stage/` places it in the window. Panels
//!   of all scenes (keys, menu) are in `shell/front/app/panels/`.
//! - Statistic: count it in the file of its topic in `session/game_stats/` and show it in
//!   `shell/stage/statistics.rs`. Window, terminal and films (`record --stage`) share these panels.
//! - Palette: add its name and its signal to `render/palette/built_in.rs`. Users put `.pal` files into their folder.
//! - Feature of weighted sums: follow the steps in `players/features.rs`.
//! - Training mode: add its variant in `engine/training/modes.rs` and its row in `table.rs`, give it
//!   its effect in `drill.rs` (pieces: `pieces.rs`), and add its line to the `README.md` there. Menu, command line and
//!   `rightwell modes` follow.
//! - Option of a scene: add a field to its struct in `shell/options/scenes.rs` (shared with `record` and `simulate`:
//!   `games.rs`; hands, region and crashes: `controls.rs`) and apply it in `shell/scene/begin/`, which starts the scene
//!   for command line and menu. Links and checks follow from the field. Words of library values are in `words.rs`. For
//!   the menu, add a field to the form in `forms.rs` and a row to the mode's page in `shell/menu/`. The form yields the
//!   options, and the menu saves it.
//! - Command: write a file in `shell/command/` with its options and its `run`, and add a variant to `Command` in
//!   `shell/command.rs`. Add options to the command's file.
//! - Evaluator: add a variant to [`players::EvaluatorFile`] and to `Evaluator`, see `players/evaluator.rs`.
//!
//! # A game in ten lines
//! A player without gravity, from a seed to its score after a hundred lines:
//!
//! ```
//! use rightwell::players::{Player, Strategy};
//! use rightwell::rules::RandomizerKind;
//! use rightwell::session::{Autoplay, Controls, SeriesSettings};
//!
//! let survival = Strategy::alone(Player::named("survival")?.into());
//! let (level, randomizer, controls) = (0, RandomizerKind::NesOdds, Controls::Drag);
//! let mut games = Autoplay::new(SeriesSettings { level, randomizer, seed: 7, controls, position: None }, survival.into())?;
//! games.set_play_fast(true);
//! while games.summary().is_some_and(|game| game.lines < 100) {
//!     games.advance();
//! }
//! println!("{} points", games.summary().unwrap().score);
//! # assert!(games.summary().unwrap().lines >= 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This player at the console's gamepad, with twelve taps a second, frame by frame until it tops out:
//!
//! ```
//! # use rightwell::engine::{CrashRule, GameType};
//! # use rightwell::players::{Player, Strategy};
//! # use rightwell::rules::{RandomizerKind, Region};
//! # use rightwell::search::Hand;
//! # use rightwell::session::{Autoplay, Controls, Ending, PadControls, SeriesSettings};
//! # let survival = Strategy::alone(Player::named("survival")?.into());
//! let controls = Controls::Pad(PadControls {
//!     hand: Hand::new(12, 0)?,
//!     region: Region::Ntsc,
//!     game_type: GameType::A,
//!     double_killscreen: false,
//!     crash: CrashRule::Off,
//!     training: None,
//! });
//! let randomizer = RandomizerKind::Nes;
//! let mut games = Autoplay::new(SeriesSettings { level: 29, randomizer, seed: 0x8988, controls, position: None }, survival.into())?;
//! while games.ending().is_none() {
//!     games.advance();
//! }
//! println!("{} points after {} frames", games.summary().unwrap().score, games.frame());
//! # assert_eq!(games.ending(), Some(Ending::ToppedOut));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//! - Only one input per frame changes a game, so a game is its start and its inputs. Recordings also store these
//!   exceptions: levels that no menu offers ([`engine::Console::set_level`]), other randomizers
//!   ([`engine::Console::draw_pieces_from`]), the double killscreen of tournaments
//!   ([`engine::Console::set_double_killscreen`]), treatment of crashes ([`engine::Console::set_crash`]), training
//!   modes ([`engine::Console::train`]), start positions ([`engine::Console::begin_at`]) and the pieces of a race
//!   ([`engine::Console::give_sequence`]). Recordings cannot store positions set for study ([`engine::Console::respawn`], [`engine::Versus::set_position`]), pieces given to them for
//!   practice ([`engine::PadGame::give_pieces`]) and locks without frames for statistics
//!   ([`engine::Console::lock_at_once`]).
//! - `rules` and `engine` have no clock, file, thread, float or global. A game is one value that can be cloned.
//! - One function moves a piece, [`rules::Pose::step`], and one steers it, [`rules::Control::tick`]. The engine and
//!   the searches share them. Tests check the search by bit sets against a plain reference.
//! - After step N, the `view` of a game or of the console is the console's screen in frame N: the display registers,
//!   which are separate from memory.
//! - The library opens no files. It takes texts and bytes, and reports their faults.
//! - `engine` knows no colours, `search` does not judge positions itself, `players` see no game in progress, and
//!   `session` waits for a plan rather than stepping without one.
//! - Players have no state. A player's memory of a game ([`players::TreeMemory`]) belongs to its seat and comes with
//!   each question.
//! - Anything reproducible draws from a named generator seeded by an argument. Only `shell/host` reads the system's
//!   randomness and clock.
//!
//! # Words
//! One word per idea:
//! - *piece*: one of seven. *orientation*: one of the nineteen rotated forms of the pieces. *pose*: orientation, column
//!   and row. *lock*: a pose at rest. *path*: the moves to a lock.
//! - *board*: the settled cells. *page*: the cartridge's memory of them. *stack*: the pile of cells. *well*: the open
//!   column. *hole*: an empty cell under others. *burn*: a clear of fewer than four rows. *drought*: a long wait for an
//!   I.
//! - *spawn*, *soft drop*, *DAS* (autoshift), *entry delay* (ARE): used as players use them.
//! - *hands*: a player's tapping speed and reaction. *sight*: the time until NEXT is seen. *thumbs*: the taps of both
//!   thumbs so far. *hover*: a piece that waits for NEXT. *opening*: the moves until NEXT is seen. *misdrop*: a piece
//!   that misses its intended lock. *tuck*: a lock under an overhang; its *window* is the number of frames for the
//!   press that leads in. *slip*: a miss of that press. *desync*: a game that deviates from its plan.
//! - *move generator*: all locks of a piece. *leaf*: a board at the end of a search. *line*: the locks that lead to a
//!   leaf. *beam*: the best leaves, searched again. *cost*: the expected loss of a board. *slot*: one of several boards
//!   that are searched side by side (*batched*).
//! - *tree*: the state of a search by simulation. *nodes*: its positions, with the results of the *playouts* through
//!   them, their *visits* and *rewards*. *arm*: one of several choices. *search tree*: the trees over one position.
//! - *player*: a judge of positions, stored as data. *strategy*: the decision maker: a player alone, a builder, or a
//!   filter over a player. *opponent*: a player with dials.
//! - *training mode*: an exercise with its value and options. *drill*: a mode in a running game.
//! - *game stats*: statistics of a running game. *projection*: the likely future of a running game.
//! - *job*: a question for a thinking thread. *plan*: the answer. *seat*: turns plans into inputs.
//! - *effect*: a short sound for an event. *tune*: music. *cue*: the sounds of a frame.
//! - *endless demo*: a game that returns to its beginning and repeats for ever.
//! - *autoplay*: an AI's games, one after another. *match*: two games against each other. *scene*: a part of the
//!   program on the screen.
//! - *race*: a person's game against a recorded game, the *ghost*, which is played back beside it. *sequence*: all pieces
//!   of a game. *lead*: the points ahead of the ghost at equal lines. (The *ghost piece* of a training mode is another
//!   thing.)
//! - *history*: a console's start and all its inputs. *recording*: a game in a file. *playback*: navigation in a
//!   recording.
//! - *captured game*: a game reconstructed from a video. *captured match*: the captured games of two players in one
//!   video, on its clock. *sighting*: the game's state in one frame.
//!   *certain*, *repaired*, *unknown*: the confidence in a lock.
//! - *reference*: the plain routine in the tests that a fast one must agree with.
//!
//! # Further reading
//! `README.md` explains how to use the program. `tests/` shows what it promises. Its long tests run a sample of their
//! cases; with `RIGHTWELL_TESTS=all`, they run all.

/// List of (name, content) of files that are compiled in. The arguments are the including macro, the path before each
/// name, the ending after it, and the names.
macro_rules! assets {
    ($include:ident, $folder:literal, $ending:literal; $($name:literal),+) => {
        &[$((
            $name,
            $include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../", $folder, $name, $ending)),
        )),+]
    };
}

pub mod rules;

pub mod engine;

pub mod search;

pub mod pixels;

#[cfg(feature = "program")]
pub mod capture;

pub mod players;

#[cfg(feature = "program")]
pub mod session;
/// Settings of games and of their players.
#[cfg(not(feature = "program"))]
pub mod session {
    mod controls;
    mod series;

    pub use controls::{Controls, MovesByLevel, PadControls, PadGameSetup};
    pub use series::SeriesSettings;
}

// Public only for the program.
#[doc(hidden)]
pub mod menu;

pub mod render;

#[cfg(feature = "program")]
pub mod sound;

#[cfg(feature = "film")]
pub mod film;

#[cfg(feature = "program")]
pub mod lab;

#[cfg(feature = "program")]
pub mod plots;
