//! `capture --live`: follows the game on a device or a screen and rates each piece as it locks.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rightwell::capture::FrameReader;
use rightwell::lab::Control;
use rightwell::session::{CapturedGame, LastFrameState, VideoGameFinder};

use super::CaptureArgs;
use super::coach::{self, CoachThread, NewRatings, SeenGame};
use super::games::{CapturedGames, describe};
use crate::shell::command::record;
use crate::shell::error::CliError;
use crate::shell::front::show;
use crate::shell::host::clock::{Time, now};
use crate::shell::host::ffmpeg::Device;
use crate::shell::host::log;
use crate::shell::host::worker::panic_message;
use crate::shell::options::scenes::Display;
use crate::shell::options::speed::Speed;
use crate::shell::scene::BegunScene;
use crate::shell::scene::app_context::AppContext;
use crate::shell::scene::live::{LiveScene, SharedCapture};
use crate::shell::store::files;
use crate::shell::store::video::{FrameQueue, NextFrame};

/// Maximum wait for a frame or a rating. The loop then checks whether it must stop.
const PATIENCE: Duration = Duration::from_millis(50);
/// Maximum wait for the last ratings: after the end of the source, and after the user stopped the program.
const LAST_MARKS: Duration = Duration::from_secs(5);
const LAST_MARKS_STOPPED: Duration = Duration::from_millis(400);
/// Number of frames whose arrival times are remembered. No piece takes more frames to fall.
const REMEMBERED: usize = 1200;

/// Event in the live video of a capture device.
enum FollowEvent<'a> {
    /// State of the current game in the latest frame.
    Picture(Option<LastFrameState>),
    /// New ratings.
    Rated(NewRatings),
    /// The game with this index is over.
    Over(usize, &'a CapturedGame),
}

/// Measures the delay of ratings, from the time at which the piece comes to rest.
#[derive(Default)]
struct RatingDelays {
    /// Numbers and arrival times of the latest frames.
    seen: VecDeque<(u64, Time)>,
    delays: Vec<Duration>,
}

impl RatingDelays {
    fn see(&mut self, picture: u64, came: Time) {
        self.seen.push_back((picture, came));
        if self.seen.len() > REMEMBERED {
            self.seen.pop_front();
        }
    }

    fn note(&mut self, rated: &NewRatings) {
        for (picture, moved) in rated.marks.iter().filter_map(|mark| mark.stood) {
            let came = self.seen.iter().find(|(number, _)| *number == picture);
            let stood = came.map(|(_, came)| *came + moved);
            let late = stood.map(|stood| now().saturating_duration_since(stood));
            self.delays.extend(late);
        }
    }

    /// Formats the median and the maximum delay.
    fn summary(mut self) -> Option<String> {
        self.delays.sort_unstable();
        let middle = self.delays.get(self.delays.len() / 2)?;
        let most = self.delays.last()?;
        Some(format!(
            "ratings came {:.2} s after the lock (median), at most {:.2} s",
            middle.as_secs_f64(),
            most.as_secs_f64()
        ))
    }
}

/// Follows a device and prints the ratings until the device ends or the user stops. Returns the games that were read.
pub(super) fn read(
    device: &Device,
    args: &CaptureArgs,
    control: &Control,
) -> Result<CapturedGames, CliError> {
    let is_printed = args.json.as_deref().is_some_and(|path| path == "-");
    let say = |line: &str| match is_printed {
        true => {
            log::say(line);
            Ok(())
        }
        false => files::print(&format!("{line}\n")),
    };
    let follower = CaptureFollower::begin(device, args, control)?;
    log::say(format!(
        "watching {}; rating moves for the hands {}; press Ctrl-C to stop",
        follower.frames.name(),
        follower.hands
    ));
    follower.follow(control, |told_now| match told_now {
        FollowEvent::Picture(_) => Ok(()),
        FollowEvent::Rated(rated) => rated.marks.iter().try_for_each(|mark| say(&mark.line)),
        FollowEvent::Over(number, game) => {
            say(&format!("game {number} is over: {}", describe(game)))
        }
    })
}

/// Follows a device and shows the game in the window or the terminal, until the user closes the display or stops the
/// program.
pub(super) fn show(
    device: &Device,
    args: &CaptureArgs,
    display: Display,
    control: &Arc<Control>,
) -> Result<CapturedGames, CliError> {
    let mut reading = None;
    let shown = show::show(display, || {
        let mut context = AppContext::open(record::film);
        // The device already plays the game's own sound.
        context.sound.mute = true;
        let home = context.home().ok();
        let store = home.map(|home| home.recording_store(None));
        let follower = CaptureFollower::begin(device, args, control)?;
        let following = SharedCapture::default();
        let name = follower.frames.name();
        let live = LiveScene::new(name, following.clone(), Arc::clone(control), store);
        let stop = Arc::clone(control);
        let thread = std::thread::Builder::new().name("live".to_owned());
        let work = move || {
            let games = follower.follow(&stop, |told| {
                match told {
                    FollowEvent::Picture(now) => following.see(now),
                    FollowEvent::Rated(rated) => {
                        rated.game.into_iter().for_each(|game| following.rate(game));
                    }
                    FollowEvent::Over(..) => {}
                }
                Ok(())
            });
            let fault = games
                .as_ref()
                .map_or_else(Some, |games| games.fault.as_ref());
            following.end(fault.map(ToString::to_string));
            games
        };
        reading = Some(thread.spawn(work).map_err(CliError::failed)?);
        let begun = BegunScene {
            scene: Box::new(live),
            speed: Speed::Times(1.0),
        };
        Ok((begun, context))
    });
    control.stop.store(true, Ordering::Relaxed);
    let games = reading.map(|reading| {
        let failed = |panic: Box<_>| CliError::failed(panic_message(&*panic));
        reading.join().map_err(failed)?
    });
    shown?;
    games.ok_or_else(|| CliError::failed("nothing was begun"))?
}

/// Follows the games in the live video of a capture device.
struct CaptureFollower {
    frames: FrameQueue,
    reader: FrameReader,
    coach: CoachThread,
    /// Name of the hands assumed at first.
    hands: String,
}

impl CaptureFollower {
    /// Opens the device and starts the coach.
    fn begin(
        device: &Device,
        args: &CaptureArgs,
        control: &Control,
    ) -> Result<CaptureFollower, CliError> {
        let (coach, hands) = coach::begin(args)?;
        Ok(CaptureFollower {
            frames: FrameQueue::of_device(device, args.field.is_some(), &control.stop)?,
            reader: args.reader(),
            coach,
            hands,
        })
    }

    /// Follows the device until the device ends or the user stops.
    fn follow(
        mut self,
        control: &Control,
        mut tell: impl FnMut(FollowEvent) -> Result<(), CliError>,
    ) -> Result<CapturedGames, CliError> {
        let mut found = CapturedGames::of(self.frames.name());
        let mut games = VideoGameFinder::new();
        let (mut known, mut awaited) = ((0, None), 0);
        let mut delays = RatingDelays::default();
        while !control.stop.load(Ordering::Relaxed) {
            match self.frames.next(PATIENCE) {
                Ok(NextFrame::Frame(frame)) => {
                    let sighting = self.reader.read(&frame.pixels, frame.time);
                    found.pictures += 1;
                    found.shown += u64::from(sighting.game.is_some());
                    delays.see(sighting.frame, frame.arrived);
                    if let Some(game) = games.see(&sighting) {
                        awaited += self.rate_whole(&found, &game);
                        found.games.push(game);
                        tell(FollowEvent::Over(
                            found.games.len(),
                            &found.games[found.games.len() - 1],
                        ))?;
                    }
                    tell(FollowEvent::Picture(games.now()))?;
                }
                Ok(NextFrame::Nothing) => {}
                Ok(NextFrame::End) => break,
                Err(error) => {
                    found.fault = Some(error);
                    break;
                }
            }
            // Rate again if the settled cells changed. A lock that clears rows becomes more certain once the next piece
            // has spawned.
            let settled = games.now().map(|now| now.settled);
            if known != (games.locks(), settled) {
                known = (games.locks(), settled);
                if games.locks() > 0 {
                    let game = SeenGame::On(Box::new(games.clone()));
                    self.coach.ask((found.games.len() + 1, game));
                    awaited += 1;
                }
            }
            while let Some(rated) = self.coach.take() {
                awaited -= 1;
                let rated = rated.map_err(CliError::failed)?;
                delays.note(&rated);
                tell(FollowEvent::Rated(rated))?;
            }
        }
        if let Some(game) = games.end() {
            awaited += self.rate_whole(&found, &game);
            found.games.push(game);
        }
        let mut until = now() + LAST_MARKS;
        while awaited > 0 && now() < until {
            if control.stop.load(Ordering::Relaxed) {
                until = until.min(now() + LAST_MARKS_STOPPED);
            }
            if let Some(rated) = self.coach.wait(PATIENCE) {
                awaited -= 1;
                tell(FollowEvent::Rated(rated.map_err(CliError::failed)?))?;
            }
        }
        if let Some(said) = delays.summary() {
            log::say(said);
        }
        Ok(found)
    }

    /// Requests the ratings of a whole finished game. Returns how many answers will come.
    fn rate_whole(&self, found: &CapturedGames, game: &CapturedGame) -> usize {
        let over = SeenGame::Over(Box::new(game.clone()));
        self.coach.ask((found.games.len() + 1, over));
        1
    }
}
