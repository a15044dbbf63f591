//! `engine`: a line protocol on standard input and output, for programs that drive the exact game.
//!
//! Each request is one line, and may begin with a number. Answers use the framing of the Go Text Protocol. An answer
//! begins with `=` and the number of the request. After an error, it begins with `?` and the number, and contains a
//! message. A blank line ends the answer.

mod help;
mod lines;
mod request;
mod sgf;
mod tree;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rightwell::engine::{
    CrashRule, DirectStart, HighScores, History, PadGame, RecordedConsole, RecordingKind,
    StartPosition, recording,
};
use rightwell::players::{Strategy, TreeMemory};
use rightwell::rules::sanitize::plain;
use rightwell::rules::{Board, Buttons, Piece, PlayfieldMemory, Pose, Region, sanitized};
use rightwell::search::{
    Hand, InMotionMoves, NoFilter, PadLock, PadMoves, PadPiece, pad_locks, pad_reach, reach,
};
use rightwell::session::{
    MovesByLevel, NextVisibility, PadControls, PadTask, ThumbTracker, position_of_pad,
};

use crate::error::CliError;
use crate::host::signals;
use crate::store::files;
use crate::store::load;
use crate::store::pack::{self, RecordingFormat};

pub use help::REQUESTS;
use lines::{LINE_MAX, RequestLine};
use request::EngineRequest;
use tree::TreeRequest;

/// Lock held while a file is written. A signal ends the program only when the lock is free.
static SAVING: Mutex<()> = Mutex::new(());

/// Answers requests until `quit`, the end of the input or a signal.
pub fn run() -> Result<(), CliError> {
    signals::on_end(|signal| {
        let _saved = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
        std::process::exit(signal.exit_code().into());
    })
    .map_err(CliError::failed)?;
    let mut server = Server::default();
    let mut out = io::stdout().lock();
    let mut requests = io::stdin().lock();
    while let Some(line) = lines::next(&mut requests).map_err(CliError::failed)? {
        let (line, is_whole) = match line {
            RequestLine::Whole(line) => (line, true),
            RequestLine::TooLong(begin) => (begin, false),
        };
        // Invalid UTF-8 makes the request unknown, and the answer says so.
        let line = String::from_utf8_lossy(&line);
        let (number, request) = request::split_number(&line);
        if line.trim().is_empty() && is_whole {
            continue;
        }
        let is_quit = request == "quit";
        let request = match is_whole {
            _ if is_quit => Ok(None),
            true => EngineRequest::parse(request).map(Some),
            false => Err(format!(
                "request longer than {LINE_MAX} bytes; split it into shorter ones"
            )),
        };
        let written = match request {
            Ok(Some(EngineRequest::Run(inputs))) => server.write_run(inputs, number, &mut out),
            Ok(Some(request)) => write_answer(server.answer(request), number, &mut out),
            Ok(None) => write_answer(Ok(String::new()), number, &mut out),
            Err(message) => write_answer(Err(message), number, &mut out),
        };
        let written = written.and_then(|()| out.flush());
        let is_closed = written.is_err();
        files::printed(written)?;
        // A client that has closed the pipe no longer reads the answers.
        if is_closed || is_quit {
            break;
        }
    }
    Ok(())
}

/// Writes a framed answer.
fn write_answer(
    answer: Result<String, String>,
    number: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    match answer {
        Ok(text) => write!(out, "={number} {text}\n\n"),
        Err(message) => write!(out, "?{number} {}\n\n", plain(&message)),
    }
}

#[derive(Default)]
struct Server {
    /// The console. Its history is lost when a position is set directly.
    console: Option<RecordedConsole>,
    thumbs: ThumbTracker,
}

/// Maximum number of frames per request: five hours of play.
const FRAMES_MAX: u64 = 1_000_000;

/// Maximum number of frames in the history of a console: the maximum that a recording can contain.
const FRAMES_KEPT: u64 = recording::FRAMES_MAX;

/// Error for requests that need a console.
const NO_CONSOLE: &str =
    "there is no console yet; begin with `power`, `new`, `board`, `position` or `load`";

impl Server {
    fn answer(&mut self, request: EngineRequest) -> Result<String, String> {
        match request {
            EngineRequest::Power => {
                let scores = HighScores::default();
                self.switch_on(RecordedConsole::power_on(Region::Ntsc, scores));
                self.state()
            }
            EngineRequest::New(start, double_killscreen, crash) => {
                let mut console = direct(start)?;
                if double_killscreen {
                    console.set_double_killscreen();
                }
                if crash != CrashRule::Off {
                    console.set_crash(crash);
                }
                self.switch_on(console);
                self.state()
            }
            EngineRequest::Board(board) => self.make_up(Some(&board), None),
            EngineRequest::Pieces(current, next) => self.make_up(None, Some((current, next))),
            EngineRequest::Position(Some(position)) => {
                let mut console = direct(DirectStart {
                    region: position.region,
                    ..request::DEFAULT_START
                })?;
                console.begin_at(position);
                self.switch_on(console);
                self.state()
            }
            EngineRequest::Position(None) => {
                let position = StartPosition::of_pad(self.game()?);
                let checked = position.check().map(|()| position.to_string());
                checked.map_err(|error| error.to_string())
            }
            EngineRequest::Step(buttons, frames) => {
                if frames > FRAMES_MAX {
                    return Err(format!("count {frames}; allowed: 1-{FRAMES_MAX}"));
                }
                for _ in 0..frames {
                    self.step(buttons)?;
                }
                self.state()
            }
            EngineRequest::Run(inputs) => {
                for buttons in inputs {
                    self.step(buttons)?;
                }
                self.state()
            }
            EngineRequest::State => self.state(),
            EngineRequest::Locks => self.locks(),
            EngineRequest::LocksPad(hand) => self.locks_pad(hand),
            EngineRequest::Genmove(player, hand) => self.genmove(&player, hand),
            EngineRequest::Tree(player, hand, wanted) => self.tree(&player, hand, wanted),
            EngineRequest::Save(file) => self.save(&file),
            EngineRequest::Load(file) => self.load(&file),
        }
    }

    /// Answers `run` with the state after each frame.
    ///
    /// Writes each state at once. All states together could be a thousand times as long as the request.
    fn write_run(
        &mut self,
        inputs: Vec<Buttons>,
        number: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if self.console.is_none() {
            return write_answer(Err(NO_CONSOLE.to_owned()), number, out);
        }
        write!(out, "={number} ")?;
        for buttons in inputs {
            let state = self.step(buttons).and_then(|()| self.state());
            writeln!(out, "{}", state.map_err(io::Error::other)?)?;
        }
        writeln!(out)
    }

    /// Replaces the console with a new one.
    fn switch_on(&mut self, console: RecordedConsole) {
        self.console = Some(console);
        self.thumbs = ThumbTracker::default();
    }

    fn step(&mut self, buttons: Buttons) -> Result<(), String> {
        let console = self.console.as_mut().ok_or(NO_CONSOLE)?;
        self.thumbs.step(console, |console| console.step(buttons));
        if console.console().frames() > FRAMES_KEPT {
            console.forget();
        }
        Ok(())
    }

    fn recorded(&mut self) -> Result<&mut RecordedConsole, String> {
        self.console.as_mut().ok_or_else(|| NO_CONSOLE.to_owned())
    }

    /// Changes the board or the pieces of the current game. If there is no console, first starts a game at level 0 with
    /// the seed of power-on.
    fn make_up(
        &mut self,
        board: Option<&Board>,
        pieces: Option<(Piece, Piece)>,
    ) -> Result<String, String> {
        if self.console.is_none() {
            self.switch_on(direct(request::DEFAULT_START)?);
        }
        let recorded = self.recorded()?;
        let mut console = recorded.console().clone();
        console
            .respawn(board, pieces)
            .map_err(|error| error.to_string())?;
        *recorded.forget() = console;
        self.thumbs = ThumbTracker::default();
        self.state()
    }

    fn state(&mut self) -> Result<String, String> {
        let console = self.recorded()?.console();
        serde_json::to_string(&console.state()).map_err(|error| error.to_string())
    }

    /// Returns the current game.
    fn game(&mut self) -> Result<&PadGame, String> {
        let game = self.recorded()?.console().game();
        game.ok_or_else(|| "there is no game on the screen".to_owned())
    }

    fn locks(&mut self) -> Result<String, String> {
        let game = self.game()?;
        let piece = game.pose().piece();
        let Some(locks) = reach(&game.field().board(), piece, &NoFilter) else {
            return Ok(String::new());
        };
        let mut locks: Vec<Pose> = locks.iter().collect();
        locks.sort_by_key(|lock| (lock.x, lock.y, lock.orientation.rotation()));
        let lines: Vec<String> = locks.into_iter().map(|lock| place(lock, " ")).collect();
        Ok(lines.join("\n"))
    }

    /// Returns the piece that the player controls in the next frame, and its playfield.
    fn pad_piece(&self) -> Result<(PadPiece, Cow<'_, PlayfieldMemory>), String> {
        let console = self.console.as_ref().ok_or(NO_CONSOLE)?.console();
        let game = console.game().ok_or("there is no game on the screen")?;
        let piece = self.thumbs.piece(console);
        let piece = piece.ok_or("no piece can be moved in this frame")?;
        Ok((piece, game.field()))
    }

    fn locks_pad(&mut self, hand: Hand) -> Result<String, String> {
        let (piece, page) = self.pad_piece()?;
        let mut locks: Vec<_> = pad_reach(&*page, piece, hand).iter().collect();
        locks.sort_by_key(|lock| (lock.pose.x, lock.pose.y, lock.pose.orientation.rotation()));
        let line = |lock: PadLock| {
            let frames = lock.frames;
            format!("{} {frames}", place(lock.pose, " "))
        };
        let lines: Vec<String> = locks.into_iter().map(line).collect();
        Ok(lines.join("\n"))
    }

    /// Answers with the lock that the player chooses among those that `hand` can reach, then with the buttons of each
    /// frame on the way. `tuck_misdrops` affects the choice, but no tuck is missed on the way.
    fn genmove(&mut self, player: &str, hand: Hand) -> Result<String, String> {
        let player = load::player(player).map_err(|error| error.to_string())?;
        let game = self.game()?;
        let (position, game_type) = (position_of_pad(game), game.start().game_type);
        let (piece, page) = self.pad_piece()?;
        let moves = MovesByLevel::new(PadControls {
            hand,
            region: piece.region,
            game_type,
            double_killscreen: piece.control.double_killscreen,
            crash: CrashRule::Off,
            training: None,
        });
        let task = PadTask {
            position,
            strategy: Arc::new(Strategy::alone(Arc::new(player))),
            page: page.into_owned(),
            piece,
            moves: Arc::new(moves),
            misdrop: None,
            slip: None,
            crash_prediction: None,
            next_visibility: match hand.begins_unseen() {
                true => NextVisibility::NotYet,
                false => NextVisibility::AtOnce,
            },
        };
        let (lock, inputs) = task
            .full_path(&mut TreeMemory::default())
            .ok_or("no lock is left")?;
        let words: Vec<String> = inputs.into_iter().map(request::word).collect();
        Ok(format!("{} {}", place(lock, " "), words.join(" ")))
    }

    /// Answers with a player's search tree over the locks that `hand` can reach.
    fn tree(&mut self, name: &str, hand: Hand, wanted: TreeRequest) -> Result<String, String> {
        let player = load::player(name).map_err(|error| error.to_string())?;
        let player = match wanted.playouts {
            Some(playouts) => player.with_playouts(playouts),
            None => player,
        };
        let uct = player.uct().ok_or_else(|| {
            format!(
                "player '{}' does not search a tree; allowed: uct, uct-scorer or a file of such a player",
                sanitized(name)
            )
        })?;
        let position = position_of_pad(self.game()?);
        let (piece, page) = self.pad_piece()?;
        let hand = match hand.begins_unseen() {
            true => hand.awake(),
            false => hand,
        };
        let locks = pad_locks(&*page, piece, hand);
        let moves = InMotionMoves::new(position.board, locks, PadMoves::like(piece, hand));
        let mut tree = uct.begin(None, &position, player.known_pieces(), &moves);
        uct.grow(&mut tree, &moves, uct.playouts(), true);
        Ok(tree::written(player.name(), uct, &tree, wanted))
    }

    fn save(&mut self, file: &str) -> Result<String, String> {
        let Some(history) = self.recorded()?.history() else {
            return Err(format!(
                "{}: buttons alone do not lead from power-on to this state, because a board or pieces were set, the \
                loaded movie has resets, or more than {FRAMES_KEPT} frames were played",
                sanitized(file)
            ));
        };
        let path = Path::new(file);
        let wrong = |why: &str| Err(format!("{}: {why}", sanitized(file)));
        let text = match RecordingFormat::from_name(path) {
            Some(RecordingFormat::Ron) => history.to_ron(),
            Some(RecordingFormat::Movie) if history.is_for_emulators() => history.to_fm2(),
            Some(RecordingFormat::Movie) => {
                return wrong(
                    "an FCEUX movie cannot hold a PAL game, a start above level 19, a start position or a double \
                    killscreen; allowed: a name ending in .ron or .ron.gz",
                );
            }
            None => return wrong(&format!("allowed: a name ending in {}", pack::ALLOWED)),
        };
        let _saving = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
        files::write_whole(path, &pack::contents(path, &text))
            .map_err(|error| error.to_string())?;
        Ok(sanitized(file).to_string())
    }

    fn load(&mut self, file: &str) -> Result<String, String> {
        let path = Path::new(file);
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", sanitized(file));
        let no_history = || {
            wrong(
                &"allowed: a movie ending in .fm2, .fm2.gz, .fm3 or .bk2, or a console's recording in .ron or .ron.gz",
            )
        };
        let form = RecordingFormat::to_read(path).ok_or_else(no_history)?;
        let text = pack::read_recording(path).map_err(|error| error.to_string())?;
        let history = match (form, RecordingKind::detect(&text)) {
            (RecordingFormat::Movie, _) => {
                History::from_fm2(&text).map_err(|error| wrong(&error))?
            }
            (RecordingFormat::Ron, Some(RecordingKind::Console)) => {
                History::from_ron(&text).map_err(|error| wrong(&error))?
            }
            (RecordingFormat::Ron, _) => return Err(no_history()),
        };
        let mut thumbs = ThumbTracker::default();
        let mut followed = history.power_on();
        for index in 0..history.len() {
            thumbs.step(&mut followed, |console| history.play_frame(index, console));
        }
        // If the movie contains resets, its buttons alone do not describe it.
        let has_commands = history.has_commands();
        let mut console = RecordedConsole::after(history);
        if has_commands {
            console.forget();
        }
        self.console = Some(console);
        self.thumbs = thumbs;
        self.state()
    }
}

/// Starts a game without menus.
fn direct(start: DirectStart) -> Result<RecordedConsole, String> {
    RecordedConsole::direct(start, HighScores::default()).map_err(|error| error.to_string())
}

/// Formats `x`, `y` and rotation of a lock, separated by `between`.
fn place(pose: Pose, between: &str) -> String {
    let rotation = pose.orientation.rotation();
    format!("{}{between}{}{between}{rotation}", pose.x, pose.y)
}
