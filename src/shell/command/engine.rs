//! `engine`: a line protocol on standard input and output for programs that drive the exact game.
//!
//! Requests are lines, answers follow the Go Text Protocol's framing: an optional number before the
//! request comes back behind `=` (or `?` and a message), and a blank line ends the answer.

mod help;
mod request;

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use rightwell::engine::direct_start::{DirectStart, direct_start};
use rightwell::engine::fm2::{LevelSet, PiecesSet};
use rightwell::engine::{Console, Fm2, HighScores, PadGame, Tape};
use rightwell::players::{Input, Strategy};
use rightwell::rules::{Board, Buttons, Page, Piece, Pose, Region};
use rightwell::search::{
    Hand, NoFilter, PadLock, PadMover, PadPiece, UnderWay, pad_locks, pad_path, pad_reach, reach,
};
use rightwell::session::{ThumbTracker, position_of_pad};

use crate::shell::error::CliError;
use crate::shell::store::files;
use crate::shell::store::load;

pub use help::REQUESTS;
use request::Request;

/// Answers requests until `quit` or the end of the input.
pub fn run() -> Result<(), CliError> {
    let mut server = Server::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(CliError::failed)?;
        // What is no text is no request either, and is answered as one that is not known.
        let line = String::from_utf8_lossy(&line);
        let (number, request) = request::split_number(&line);
        if request.is_empty() {
            continue;
        }
        let is_quit = request == "quit";
        let answer = if is_quit {
            Ok(String::new())
        } else {
            Request::parse(request).and_then(|request| server.answer(request))
        };
        let (mark, text) = match answer {
            Ok(text) => ('=', text),
            Err(message) => ('?', message),
        };
        let written = write!(out, "{mark}{number} {text}\n\n").and_then(|()| out.flush());
        // Whoever asked is gone.
        if written.is_err() || is_quit {
            break;
        }
    }
    Ok(())
}

/// A console, and how it came to be where it is.
struct Machine {
    console: Console,
    /// All inputs since power-on; none once a situation was made up.
    history: Option<Vec<Buttons>>,
    scores: HighScores,
    levels: Vec<LevelSet>,
    pieces: Vec<PiecesSet>,
    thumbs: ThumbTracker,
}

#[derive(Default)]
struct Server {
    machine: Option<Machine>,
}

/// Frames of one request, at most: five hours of play.
const FRAMES_MAX: u64 = 1_000_000;

impl Server {
    fn answer(&mut self, request: Request) -> Result<String, String> {
        match request {
            Request::Power => {
                self.machine = Some(Machine::power_on(Region::Ntsc));
                self.state()
            }
            Request::New(start) => {
                self.machine = Some(Machine::direct(start)?);
                self.state()
            }
            Request::Board(board) => {
                self.machine_or_new()?.make_up(Some(&board), None)?;
                self.state()
            }
            Request::Pieces(current, next) => {
                self.machine_or_new()?
                    .make_up(None, Some((current, next)))?;
                self.state()
            }
            Request::Step(buttons, frames) => {
                if frames > FRAMES_MAX {
                    return Err(format!("count {frames}; allowed: 1-{FRAMES_MAX}"));
                }
                let machine = self.machine()?;
                for _ in 0..frames {
                    machine.step(buttons);
                }
                self.state()
            }
            Request::Run(inputs) => {
                let machine = self.machine()?;
                let states: Result<Vec<String>, String> = inputs
                    .into_iter()
                    .map(|buttons| {
                        machine.step(buttons);
                        machine.state()
                    })
                    .collect();
                Ok(states?.join("\n"))
            }
            Request::State => self.state(),
            Request::Locks => self.locks(),
            Request::LocksPad(hand) => self.locks_pad(hand),
            Request::Genmove(player) => self.genmove(&player),
            Request::Save(file) => self.save(&file),
            Request::Load(file) => self.load(&file),
        }
    }

    fn machine(&mut self) -> Result<&mut Machine, String> {
        let missing = "there is no console; allowed first: power, new, board, load";
        self.machine.as_mut().ok_or_else(|| missing.to_owned())
    }

    /// The machine, or a game at level 0 with the seed of power-on.
    fn machine_or_new(&mut self) -> Result<&mut Machine, String> {
        if self.machine.is_none() {
            self.machine = Some(Machine::direct(request::DEFAULT_START)?);
        }
        self.machine()
    }

    fn state(&mut self) -> Result<String, String> {
        self.machine()?.state()
    }

    /// The game on the screen.
    fn game(&mut self) -> Result<&PadGame, String> {
        let game = self.machine()?.console.game();
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

    /// The piece under control in the next frame, and its field.
    fn pad_piece(&mut self) -> Result<(PadPiece, Cow<'_, Page>), String> {
        let machine = self.machine()?;
        let console = &machine.console;
        let game = console.game().ok_or("there is no game on the screen")?;
        let piece = machine.thumbs.piece(console);
        let piece = piece.ok_or("no piece is under control in this frame")?;
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

    /// The lock a player chooses among those the fastest hands reach from where the piece is now,
    /// the next one being played by the same hands, and the buttons of each frame that lead there.
    fn genmove(&mut self, player: &str) -> Result<String, String> {
        let player = load::player(player).map_err(|error| error.to_string())?;
        let position = position_of_pad(self.game()?);
        let (piece, page) = self.pad_piece()?;
        let hand = Hand::FASTEST;
        let others = PadMover::new(hand, piece.level, piece.region);
        let mover = UnderWay::new(position.board, pad_locks(&*page, piece, hand), others);
        let strategy = Strategy::alone(Arc::new(player));
        let line = strategy.decide(&position, &Input::UnderWay(Box::new(mover)));
        let lock = line.ok_or("no place is left")?.locks[0];
        let inputs = pad_path(&*page, piece, hand, lock).ok_or("no way leads there")?;
        let words: Vec<String> = inputs.into_iter().map(request::word).collect();
        Ok(format!("{} {}", place(lock, " "), words.join(" ")))
    }

    fn save(&mut self, file: &str) -> Result<String, String> {
        let machine = self.machine()?;
        let Some(history) = &machine.history else {
            return Err(format!(
                "{file}: buttons from power-on alone do not lead here: a field or pieces were made up, or the loaded movie has resets"
            ));
        };
        let movie = Fm2 {
            levels: machine.levels.clone(),
            pieces: machine.pieces.clone(),
            ..Fm2::of_inputs(history, &machine.console).with_scores(&machine.scores)
        };
        let region = machine.console.region();
        let text = if has_ending(file, "ron") {
            Tape::of_movie(&movie, region).to_ron()
        } else if !has_ending(file, "fm2") {
            return Err(format!("{file}: allowed: a name ending in .fm2 or .ron"));
        } else if movie.is_for_emulators(region) {
            movie.to_text()
        } else {
            return Err(format!(
                "{file}: an FCEUX movie cannot say a PAL game or a start above level 19; allowed: a name ending in .ron"
            ));
        };
        files::write_whole(Path::new(file), text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(file.to_owned())
    }

    fn load(&mut self, file: &str) -> Result<String, String> {
        let text = files::read_text(Path::new(file)).map_err(|error| error.to_string())?;
        let wrong = |error: &dyn std::fmt::Display| format!("{file}: {error}");
        let movie = if has_ending(file, "ron") && Tape::is_meant(&text) {
            Tape::read(&text).map_err(|error| wrong(&error))?
        } else if has_ending(file, "fm2") {
            Fm2::from_text(&text).map_err(|error| wrong(&error))?
        } else {
            return Err(wrong(
                &"allowed: a movie ending in .fm2, or a console's recording in .ron",
            ));
        };
        let mut console = movie.power_on();
        let mut thumbs = ThumbTracker::default();
        for index in 0..movie.frames.len() as u64 {
            thumbs.step(&mut console, |console| movie.play_frame(index, console));
        }
        // A movie with resets is more than its buttons.
        let has_commands = movie.frames.iter().any(|frame| frame.commands != 0);
        let inputs = movie.frames.iter().map(|frame| frame.pads[0]);
        self.machine = Some(Machine {
            console,
            history: (!has_commands).then(|| inputs.collect()),
            scores: movie.scores,
            levels: movie.levels,
            pieces: movie.pieces,
            thumbs,
        });
        self.state()
    }
}

impl Machine {
    fn power_on(region: Region) -> Machine {
        Machine {
            console: Console::power_on(region),
            history: Some(Vec::new()),
            scores: HighScores::default(),
            levels: Vec::new(),
            pieces: Vec::new(),
            thumbs: ThumbTracker::default(),
        }
    }

    fn direct(start: DirectStart) -> Result<Machine, String> {
        let (console, inputs) = direct_start(start).map_err(|error| error.to_string())?;
        let frame = inputs.len() as u64;
        Ok(Machine {
            console,
            history: Some(inputs),
            scores: HighScores::default(),
            levels: Vec::from_iter(start.level_to_set().map(|level| LevelSet { frame, level })),
            pieces: Vec::new(),
            thumbs: ThumbTracker::default(),
        })
    }

    fn step(&mut self, buttons: Buttons) {
        self.thumbs
            .step(&mut self.console, |console| console.step(buttons));
        if let Some(history) = &mut self.history {
            history.push(buttons);
        }
    }

    fn make_up(
        &mut self,
        board: Option<&Board>,
        pieces: Option<(Piece, Piece)>,
    ) -> Result<(), String> {
        self.console
            .respawn(board, pieces)
            .map_err(|error| error.to_string())?;
        self.history = None;
        self.thumbs = ThumbTracker::default();
        Ok(())
    }

    fn state(&self) -> Result<String, String> {
        serde_json::to_string(&self.console.state()).map_err(|error| error.to_string())
    }
}

/// `x`, `y` and rotation with something between them.
fn place(pose: Pose, between: &str) -> String {
    let rotation = pose.orientation.rotation();
    format!("{}{between}{}{between}{rotation}", pose.x, pose.y)
}

fn has_ending(file: &str, ending: &str) -> bool {
    Path::new(file)
        .extension()
        .is_some_and(|found| found == ending)
}
