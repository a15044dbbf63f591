//! `capture --live`: the game that a device or a screen shows is followed, and each piece is rated as it locks.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rightwell::lab::Control;
use rightwell::players::rating::accuracy;
use rightwell::players::{Label, NamedHand, Player};
use rightwell::rules::{Piece, Pose};
use rightwell::search::Hand;
use rightwell::session::{CapturedGame, GameMoves, Rater, ReviewedMove, VideoGames};

use super::CaptureArgs;
use super::games::{Games, told};
use crate::shell::activity::coached::{columns, in_few_words};
use crate::shell::activity::words;
use crate::shell::command::review::hands;
use crate::shell::error::CliError;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::ffmpeg::Device;
use crate::shell::host::log;
use crate::shell::host::worker::Worker;
use crate::shell::store::video::{Came, Live};
use crate::shell::store::{files, load};

/// How long a picture is waited for before it is looked whether the work is stopped.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long marks are waited for at the end.
const LAST_MARKS: Duration = Duration::from_secs(5);
/// So many pictures are remembered by when they came: more than a piece takes.
const REMEMBERED: usize = 1200;

/// Rates the pieces of games that are on.
struct Coach {
    hands: Hands,
    rater: Option<Rater>,
    /// Which game, and what is known of its pieces by their numbers.
    game: usize,
    rated: BTreeMap<usize, (Piece, Pose, f64)>,
}

/// For whose hands pieces are rated.
struct Hands {
    hand: Hand,
    /// Whether they were named: then nothing is measured, and nothing more is said of them.
    is_settled: bool,
}

impl Hands {
    /// Those that are named, else those that were once, else the usual ones; with what they are called.
    fn of(args: &CaptureArgs) -> Result<(Hands, String), CliError> {
        let told = args.hand.as_deref().map(load::hand).transpose();
        let told = told.map_err(CliError::usage)?;
        let is_settled = told.is_some();
        let hand = match told {
            Some(told) => told,
            None => match hands::remembered()? {
                Some(remembered) => remembered,
                None => NamedHand::named(Rater::HAND).map_err(CliError::failed)?,
            },
        };
        let name = hand.name().to_owned();
        let hand = hand.hand();
        Ok((Hands { hand, is_settled }, name))
    }
}

/// What is asked of it: the number of a game, and the game.
type Question = (usize, Box<VideoGames>);

/// What it says of a piece.
struct Mark {
    line: String,
    /// The picture in which the piece came, and how long after that it stood still.
    came: u64,
    moved: Duration,
}

impl Coach {
    /// Rates what is new in a game, or has turned out otherwise.
    fn answer(&mut self, (number, games): Question) -> Vec<Mark> {
        let Some(game) = games.so_far() else {
            return Vec::new();
        };
        if self.game != number {
            (self.game, self.rated) = (number, BTreeMap::new());
        }
        if !self.hands.is_settled
            && let Some(rhythm) = game.rhythm()
        {
            let hand = Hand::FASTEST.with_rhythm(rhythm);
            log::say(format!(
                "its taps are measured: rated for {rhythm} from here on"
            ));
            (self.hands, self.rater) = (
                Hands {
                    hand,
                    is_settled: true,
                },
                None,
            );
        }
        let moves = GameMoves::from_captured(&game);
        let mut marks = Vec::new();
        for (number, played) in moves.numbers().into_iter().zip(&moves.moves) {
            let before = self.rated.get(&number);
            let is_known = |&(piece, lock, _): &(_, _, _)| {
                (piece, lock) == (played.position.current, played.lock)
            };
            if before.is_some_and(is_known) {
                continue;
            }
            let is_corrected = before.is_some();
            let Some(reviewed) = self.rater(&game).rate(number, played) else {
                continue;
            };
            let seen = (played.position.current, played.lock, reviewed.rating.loss);
            self.rated.insert(number, seen);
            let piece = &game.pieces[number - 1];
            let moved = piece.way.last().map_or(0, |way| way.time - piece.time);
            marks.push(Mark {
                line: self.line(&reviewed, is_corrected),
                came: piece.frame,
                moved: Duration::from_millis(moved.into()),
            });
        }
        marks
    }

    /// Who rates, at the console of that game.
    fn rater(&mut self, game: &CapturedGame) -> &Rater {
        let hand = self.hands.hand;
        self.rater.get_or_insert_with(|| {
            let judge = Player::named(Rater::JUDGE).expect("it is compiled in");
            Rater::new(judge, Some((hand, game.region)))
        })
    }

    /// What is said of a piece, and of the game so far.
    fn line(&self, reviewed: &ReviewedMove, is_corrected: bool) -> String {
        let place = |lock| format!("{} {}", columns(lock).to_lowercase(), in_few_words(lock));
        let (rating, piece) = (&reviewed.rating, reviewed.played.position.current.letter());
        let mut line = format!(
            "piece {} {piece}{}, {}: {}",
            reviewed.number,
            if is_corrected {
                ", seen better now"
            } else {
                ""
            },
            place(reviewed.played.lock),
            rating.label().name()
        );
        if rating.label() > Label::Good {
            line += &format!(
                ", {} lines lost, best {}",
                words::loss(rating.loss),
                place(rating.best().lock)
            );
        }
        let worth: f64 = self.rated.values().map(|(.., loss)| accuracy(*loss)).sum();
        line += &format!("; accuracy {:.1}%", 100.0 * worth / self.rated.len() as f64);
        let said = reviewed.sentences().next();
        said.filter(|_| rating.label() > Label::Good)
            .map_or(line.clone(), |said| format!("{line}. {said}"))
    }
}

/// How long marks came after their pieces stood.
#[derive(Default)]
struct Delays(Vec<Duration>);

impl Delays {
    /// What there is to say of them.
    fn said(mut self) -> Option<String> {
        self.0.sort_unstable();
        let [median, most] = [self.0.get(self.0.len() / 2)?, self.0.last()?];
        Some(format!(
            "marks came {:.2} s after their pieces stood still, in the middle; at most {:.2} s",
            median.as_secs_f64(),
            most.as_secs_f64()
        ))
    }
}

/// Follows what a device shows until it ends or the work is stopped; the games, as those of a video.
pub(super) fn read(
    device: &Device,
    args: &CaptureArgs,
    control: &Arc<Control>,
) -> Result<Games, CliError> {
    let (hands, hands_name) = Hands::of(args)?;
    let mut live = Live::begin(device, args.field.is_some())?;
    let mut reader = args.reader();
    let is_printed = args.json.as_deref().is_some_and(|path| path == "-");
    let say = |line: &str| match is_printed {
        true => {
            log::say(line);
            Ok(())
        }
        false => files::print(&format!("{line}\n")),
    };
    let mut coach = Coach {
        hands,
        rater: None,
        game: 0,
        rated: BTreeMap::new(),
    };
    let coach = Worker::answering("coach", move |asked| coach.answer(asked));
    let mut found = Games::of(live.name());
    let mut games = VideoGames::new();
    let (mut locks, mut awaited) = (0, 0);
    let mut seen: VecDeque<(u64, Time)> = VecDeque::new();
    let mut delays = Delays::default();
    log::say(format!(
        "looking at {}, rated for the hands {hands_name}; Ctrl-C ends it",
        live.name()
    ));
    let mut tell = |marks: Vec<Mark>, seen: &VecDeque<(u64, Time)>| {
        for mark in marks {
            say(&mark.line)?;
            let came = seen.iter().find(|(number, _)| *number == mark.came);
            let stood = came.map(|(_, came)| *came + mark.moved);
            delays
                .0
                .extend(stood.map(|stood| now().saturating_duration_since(stood)));
        }
        Ok::<(), CliError>(())
    };
    let mut fault = None;
    while !control.stop.load(Ordering::Relaxed) {
        match live.next(PATIENCE) {
            Ok(Came::Picture(picture, time, came)) => {
                let sighting = reader.read(&picture, time);
                found.pictures += 1;
                found.shown += u64::from(sighting.game.is_some());
                seen.push_back((sighting.picture, came));
                if seen.len() > REMEMBERED {
                    seen.pop_front();
                }
                if let Some(game) = games.see(&sighting) {
                    say(&format!(
                        "game {} is over: {}",
                        found.games.len() + 1,
                        told(&game)
                    ))?;
                    found.games.push(game);
                }
            }
            Ok(Came::Nothing) => {}
            Ok(Came::End) => break,
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
        if games.locks() != locks {
            locks = games.locks();
            if locks > 0 {
                coach.ask((found.games.len() + 1, Box::new(games.clone())));
                awaited += 1;
            }
        }
        while let Some(marks) = coach.take() {
            awaited -= 1;
            tell(marks.map_err(CliError::failed)?, &seen)?;
        }
    }
    // What is still to be said comes too late to count.
    seen.clear();
    let until = now() + LAST_MARKS;
    while awaited > 0
        && let Some(marks) = coach.wait(until.saturating_duration_since(now()))
    {
        awaited -= 1;
        tell(marks.map_err(CliError::failed)?, &seen)?;
    }
    found.games.extend(games.end());
    if let Some(said) = delays.said() {
        log::say(said);
    }
    match fault {
        Some(fault) if found.games.is_empty() => Err(fault),
        Some(fault) => {
            log::say(fault.to_string());
            Ok(found)
        }
        None => Ok(found),
    }
}
