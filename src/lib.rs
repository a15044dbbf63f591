//! # Rightwell: a replica of NES Tetris that plays itself
//!
//! Everything the program does is one straight line:
//!
//! ```text
//! who plays             the rules                what is seen and heard
//! ---------             ---------                ----------------------
//! person    \                                   /  window, terminal
//! AI worker  >  one input   -> game.step(..) -> View -> 256x240 Frame -> PNG, GIF, video
//! recording /   per seat,      (pure)            \
//!               per frame                         Events -> Cue -> samples -> speaker, WAV
//!                  |
//!                  +-> recording
//! ```
//!
//! The rooms, in reading order; each may use only those named behind it (held by
//! `tests/house/tidy.rs`):
//!
//! | module | owns | uses |
//! | --- | --- | --- |
//! | [`rules`] | pieces, board, motion, randomizers, tables, score | nothing |
//! | [`engine`] | the games frame by frame, a console's history, recordings, [`engine::View`] | rules |
//! | [`search`] | hands; reachable locks without gravity and by gamepad, paths, plans before NEXT is seen, the chain over known pieces, the mean over those after, and tree search by simulation | rules |
//! | [`pixels`] | pictures as PNG files: pixels out and in | nothing |
//! | [`capture`] | what the pictures of a video show of a game: field, NEXT, shapes of digits | rules |
//! | [`players`] | features, evaluators, patterns, players and opponents as data, strategies: who decides | rules, search, pixels |
//! | [`session`] | seats, the step loop, jobs and plans, matches, playback, games in videos | rules, engine, search, capture, players |
//! | [`menu`] | rows, pages and the cursor of menus as values: buttons and letters in, a sheet out; knows no row's meaning; only for the program | nothing |
//! | [`render`] | tiles, palette, text, every screen: `View` to `Frame` | rules, engine, pixels, menu |
//! | [`sound`] | the sound chip, effects, tunes: `Events` and `View` to samples | rules, engine |
//! | [`film`] | films and sound as files: MP4, GIF, animated PNG, WAV; only with the program | rules, render, sound |
//! | [`lab`] | batches over all cores, statistics, learning | rules, engine, search, players, session |
//! | [`plots`] | pictures and pages of what the lab and reviews found | rules, pixels, players, session, render, lab |
//!
//! The program (`src/main.rs`, `src/shell/`) touches the world: `command/` has one file a command,
//! `menu/` the pages of the program's menu, `activity/` the scenes on the screen, `front/` window and
//! terminal, `input/` keys and pads, `store/` the user's files, `options/` options of the scenes, `host/` the
//! system's clock, threads and devices. The library cannot name it.
//!
//! Where something new goes:
//! - A scene is one file in `shell/activity/`, and the line of the command that begins it.
//! - A setting is one entry in `shell/store/settings/table.rs`: its line in the file, its check and
//!   its row in the menu follow from it.
//! - A panel is a file in `shell/front/app/panels/` that fills a [`render::Panel`] from the activity's
//!   `Hud`, and its line in `panels.rs`. `render/panel/` arranges and draws all panels;
//!   `shell/front/stage/` places them in the window.
//! - A statistic of games is counted in `session/game_stats/` and shown by a panel in
//!   `shell/front/stage/statistics.rs`, which the window, the terminal and films have in common.
//! - A palette is its name and its signal in `render/palette/built_in.rs`. Users drop `.pal` files into their folder.
//! - A feature for weighted sums: `players/features.rs` says what it takes.
//! - A training mode is a row in `engine/training/modes.rs`. Games ask only `training/drill.rs`, which
//!   changes pieces, field or rules for it.
//! - An option of a scene is a field of its struct in `shell/options/`; the command line, links and checks follow from
//!   it. Words for values of the library are in `words.rs` there. To be chosen in the menu, it is also a field of the
//!   form in `forms.rs` there, which gives the options and is what the menu saves, and a row on the mode's page in
//!   `shell/menu/`. `shell/menu/begin/` begins the scene. An option of another command is a field in its file in
//!   `shell/command/`.
//!
//! # A game in ten lines
//! A player without gravity, from a seed to its score after a hundred lines:
//!
//! ```
//! use rightwell::players::{Player, Strategy};
//! use rightwell::rules::RandomizerKind;
//! use rightwell::session::{Autoplay, Controls, Series};
//!
//! let survival = Strategy::alone(Player::named("survival")?.into());
//! let (level, randomizer, controls) = (0, RandomizerKind::NesOdds, Controls::Drag);
//! let mut games = Autoplay::new(Series { level, randomizer, seed: 7, controls, position: None }, survival.into())?;
//! games.set_play_fast(true);
//! while games.summary().is_some_and(|game| game.lines < 100) {
//!     games.advance();
//! }
//! println!("{} points", games.summary().unwrap().score);
//! # assert!(games.summary().unwrap().lines >= 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same player at the gamepad of the console, twelve taps a second, frame by frame until it tops out:
//!
//! ```
//! # use rightwell::engine::{CrashRule, GameType};
//! # use rightwell::players::{Player, Strategy};
//! # use rightwell::rules::{RandomizerKind, Region};
//! # use rightwell::search::Hand;
//! # use rightwell::session::{Autoplay, Controls, Ending, PadControls, Series};
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
//! let mut games = Autoplay::new(Series { level: 29, randomizer, seed: 0x8988, controls, position: None }, survival.into())?;
//! while games.ending().is_none() {
//!     games.advance();
//! }
//! println!("{} points after {} frames", games.summary().unwrap().score, games.frame());
//! # assert_eq!(games.ending(), Some(Ending::ToppedOut));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//! - Nothing but one input a frame changes a game. A game is its start and its inputs. The exceptions
//!   are levels that no menu offers ([`engine::Console::set_level`]), other randomizers
//!   ([`engine::Console::draw_pieces_from`]), the double killscreen of tournaments
//!   ([`engine::Console::set_double_killscreen`]), what is done about crashes
//!   ([`engine::Console::set_crash`]), training modes ([`engine::Console::train`]) and positions that
//!   games begin at ([`engine::Console::begin_at`]), which recordings say; situations made up for study
//!   ([`engine::Console::respawn`], [`engine::Versus::make_up`]), pieces given to them for practice
//!   ([`engine::PadGame::give_pieces`]) and locks without their frames for statistics
//!   ([`engine::Console::lock_at_once`]), which have no recordings.
//! - `rules` and `engine` have no clock, file, thread, float or global; a game is one value that
//!   can be cloned.
//! - A piece is moved by one function, [`rules::Pose::step`], and steered by one,
//!   [`rules::Control::tick`]; the engine and the searches share them, and the search by sets of bits
//!   is checked against a plain reference.
//! - After step N, `view` of a game or of the console is what the console shows in frame N: the
//!   display registers, kept apart from memory.
//! - The library opens no files: it takes texts and bytes, and names what is wrong with them.
//! - `engine` knows no colours, `search` does not know good from bad, `players` see no game in
//!   progress, `session` waits for a plan rather than stepping without one.
//! - Players keep nothing to themselves: what one remembers of a game ([`players::TreeMemory`]) belongs to its
//!   seat and is handed over with each question.
//! - What must be reproducible draws from a named generator seeded by an argument. The system's
//!   randomness and clock are asked in `shell/host` only.
//!
//! # Words
//! One word an idea:
//! - *piece* one of seven; *orientation* one of nineteen ways it can lie; *pose* orientation, column,
//!   row; *lock* a pose at rest; *path* what leads there.
//! - *board* the settled cells; *page* the cartridge's memory of them; *stack* what is piled up;
//!   *well* the open column; *hole* an empty cell under others; *burn* a clear of fewer than four
//!   rows; *drought* a long wait for an I.
//! - *spawn*, *soft drop*, *DAS* (autoshift), *entry delay* (ARE): as players say them.
//! - *hands* how fast and how soon buttons come; *sight* when NEXT is seen; *thumbs* what each of
//!   them has done; *hover* a piece that waits for NEXT; *opening* what is done until then; *misdrop*
//!   a piece beside its place; *tuck* a lock under an overhang, its *window* the frames there are for
//!   the press that leads in; *slip* such a press that is missed; *desync* a game that did not do
//!   what was planned.
//! - *move generator* all locks of a piece; *leaf* a board at the end of a search; *line* the locks
//!   that lead there; *beam* the best leaves looked at again; *cost* what a board will lose; *slot*
//!   the place of one of several boards that are searched side by side (*batched*).
//! - *tree* what a search by simulation knows: *nodes* with what *playouts* through them came to, their
//!   *visits* and *rewards*; *arm* one of several things to try; *search tree* the trees over one position.
//! - *player* a judge as data; *strategy* who decides: a player alone, a builder, a filter over it;
//!   *opponent* a player with dials.
//! - *training mode* one thing that is trained, with its value and options; *drill* such a mode in a game
//!   under way.
//! - *game stats* what is counted of a game under way; *projection* what is likely to come of it.
//! - *job* a question for a thinking thread; *plan* the answer; *seat* where plans become inputs.
//! - *effect* a short sound for what happened; *tune* music; *cue* what is to be heard of a frame.
//! - *endless demo* a game that comes round to its beginning and is played again, for ever.
//! - *autoplay* an AI's games one after another; *match* two against each other; *activity* what is
//!   on the screen.
//! - *history* a console's start and all that was done to it; *recording* something kept in a file;
//!   *playback* moving about in one.
//! - *captured game* a game that was seen, rebuilt; *sighting* what one picture shows of it, *shot* the field
//!   in it; *certain*, *repaired*, *unknown* how well a lock is known.
//! - *reference* the plain routine in the tests that a fast one must agree with.
//!
//! # The other two doors
//! `README.md` tells how to use the program; `tests/` what it promises.

/// Files of the repository that are compiled in, as a list of (name, content): how they are included, what
/// stands before their names and behind them, and the names.
macro_rules! assets {
    ($include:ident, $folder:literal, $ending:literal; $($name:literal),+) => {
        &[$((
            $name,
            $include!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, $name, $ending)),
        )),+]
    };
}

pub mod rules;

pub mod engine;

pub mod search;

pub mod pixels;

pub mod capture;

pub mod players;

pub mod session;

// Only the program needs it.
#[doc(hidden)]
pub mod menu;

pub mod render;

pub mod sound;

#[cfg(feature = "program")]
pub mod film;

pub mod lab;

pub mod plots;
