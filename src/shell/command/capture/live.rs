//! `capture --live`: follows the games on a device, a screen or a stream and rates each piece as it locks.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use rightwell::capture::{FieldSide, FrameReader, Pixels, Sighting};
use rightwell::lab::Control;
use rightwell::rules::Board;
use rightwell::session::CapturedGame;

use super::CaptureArgs;
use super::coach::{self, CoachQuestion, CoachThread, NewRatings, SeenGame};
use super::events::{EventLog, GameEvent};
use super::picture;
use crate::error::{CliError, shown};
use crate::front::show;
use crate::host::clock::{Time, now};
use crate::host::log;
use crate::host::worker::panic_message;
use crate::options::scenes::Display;
use crate::options::speed::Speed;
use crate::scene::BegunScene;
use crate::scene::app_context::AppContext;
use crate::scene::live::{LiveFrame, LivePlayers, LiveScene, SharedCapture};
use crate::store::files;
use crate::store::screenshot::write_numbered;
use crate::store::video::{FrameQueue, LiveSource, NextFrame};
use crate::work::video_games::{CapturedGames, PlayerNames, describe};
use crate::work::video_players::{MatchGames, VideoPlayer, pair_of};

/// Maximum wait for a frame or a rating. The loop then checks whether it must stop.
const PATIENCE: Duration = Duration::from_millis(50);
/// Maximum wait for the last ratings: after the end of the source, and after the user stopped the program.
const LAST_MARKS: Duration = Duration::from_secs(5);
const LAST_MARKS_STOPPED: Duration = Duration::from_millis(400);
/// Number of frames whose arrival times are remembered. No piece takes more frames to fall.
const REMEMBERED: usize = 1200;

/// Event in the live video of a capture device.
enum FollowEvent<'a> {
    /// Reading of the latest frame.
    Frame(LiveFrame),
    /// New ratings of a player.
    Rated(FollowedPlayer, NewRatings),
    /// A player's game with this number is over.
    Over(FollowedPlayer, usize, &'a CapturedGame),
}

/// Player of the reader.
struct FollowedPlayer {
    index: usize,
    /// Name of the player, if the video shows two.
    name: Option<String>,
}

impl FollowedPlayer {
    /// Returns a message about the player. It begins with the name, if there is one.
    fn message(&self, text: &str) -> String {
        match &self.name {
            Some(name) => format!("{name}: {text}"),
            None => text.to_owned(),
        }
    }
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

/// Follows a source and prints the ratings until the source ends or the user stops. Returns the games that were read.
pub(super) fn read(
    source: &LiveSource,
    args: &CaptureArgs,
    control: &Control,
) -> Result<CapturedGames, CliError> {
    let is_printed = args.prints_events() || args.json.as_deref().is_some_and(|path| path == "-");
    let say = |line: &str| match is_printed {
        true => {
            log::say(line);
            Ok(())
        }
        false => files::print(&format!("{line}\n")),
    };
    let follower = CaptureFollower::begin(source, args, control)?;
    log::say(format!(
        "watching {}; rating moves for the hands {}; press Ctrl-C to stop",
        follower.frames.name(),
        follower.hands
    ));
    follower.follow(control, |told_now| match told_now {
        FollowEvent::Frame(_) => Ok(()),
        FollowEvent::Rated(player, rated) => {
            let mut marks = rated.marks.iter();
            marks.try_for_each(|mark| say(&player.message(&mark.line)))
        }
        FollowEvent::Over(player, number, game) => {
            let text = format!("game {number} is over: {}", describe(game));
            say(&player.message(&text))
        }
    })
}

/// Follows a source and shows the game in the window or the terminal, until the user closes the display or stops the
/// program.
pub(super) fn show(
    source: &LiveSource,
    args: &CaptureArgs,
    display: Display,
    control: &Arc<Control>,
) -> Result<CapturedGames, CliError> {
    let mut reading = None;
    let shown = show::show(display, || {
        let mut context = AppContext::open();
        // The device already plays the game's own sound.
        context.sound.mute = true;
        let home = context.home().ok();
        let store = home.map(|home| home.recording_store(None));
        let mut follower = CaptureFollower::begin(source, args, control)?;
        let following = SharedCapture::default();
        follower.display = Some(following.clone());
        let name = follower.frames.name();
        let live = LiveScene::new(name, following.clone(), Arc::clone(control), store);
        let stop = Arc::clone(control);
        let thread = std::thread::Builder::new().name("live".to_owned());
        let work = move || {
            let games = follower.follow(&stop, |told| {
                match told {
                    FollowEvent::Frame(frame) => following.see(frame),
                    FollowEvent::Rated(player, rated) => {
                        let games = rated.game.into_iter();
                        games.for_each(|game| following.rate(player.index, game));
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
    /// State shared with the display, if there is one.
    display: Option<SharedCapture>,
    names: Option<PlayerNames>,
    /// Side of the only player to follow.
    side: Option<FieldSide>,
    /// Coach of each player of the reader.
    coaches: Vec<PlayerCoach>,
    /// Name of the hands assumed at first.
    hands: String,
    delays: RatingDelays,
    /// Writer of the events. `None` if the user wants no events.
    events: Option<EventLog>,
}

/// Coach of one player, with the state of its work.
struct PlayerCoach {
    thread: CoachThread,
    /// Number of locks and settled cells in the last game that was sent.
    sent: (usize, Option<Board>),
    /// Number of answers that are still to come.
    awaited: usize,
    /// Number of the last game whose beginning was written as an event.
    begun: usize,
    /// True once a certain lock has shown that the player is real, and not something else that moves.
    is_real: bool,
}

impl PlayerCoach {
    fn ask(&mut self, number: usize, player: &FollowedPlayer, game: SeenGame) {
        let player = player.name.clone();
        self.thread.ask(CoachQuestion {
            number,
            player,
            game,
        });
        self.awaited += 1;
    }
}

impl CaptureFollower {
    /// Opens the source and starts the coaches.
    fn begin(
        source: &LiveSource,
        args: &CaptureArgs,
        control: &Control,
    ) -> Result<CaptureFollower, CliError> {
        let reader = args.reader_of_all();
        let (mut coaches, mut hands) = (Vec::new(), String::new());
        let players = args.side.map_or(reader.places().len(), |_| 1);
        for _ in 0..players {
            let (thread, name) = coach::begin(args)?;
            hands = name;
            coaches.push(PlayerCoach {
                thread,
                sent: (0, None),
                awaited: 0,
                begun: 0,
                is_real: false,
            });
        }
        Ok(CaptureFollower {
            events: args.events.as_deref().map(EventLog::open).transpose()?,
            frames: FrameQueue::of_live(source, args.field.is_some(), &control.stop)?,
            reader,
            display: None,
            names: args.players.names.clone(),
            side: args.side,
            coaches,
            hands,
            delays: RatingDelays::default(),
        })
    }

    /// Follows the source until it ends or the user stops.
    fn follow(
        mut self,
        control: &Control,
        mut tell: impl FnMut(FollowEvent) -> Result<(), CliError>,
    ) -> Result<CapturedGames, CliError> {
        let mut found = CapturedGames::of(self.frames.name());
        let mut games = MatchGames::default();
        while !control.stop.load(Ordering::Relaxed) {
            match self.frames.next(PATIENCE) {
                Ok(NextFrame::Frame(frame)) => {
                    let mut sightings = self.reader.read_all(&frame.pixels, frame.time);
                    self.pack((&frame.pixels, frame.time), &sightings);
                    if let Some(side) = self.side {
                        sightings.swap(0, side.index(&self.reader.places()));
                        sightings.truncate(1);
                    }
                    found.pictures += 1;
                    found.shown += u64::from(sightings.iter().any(|seen| seen.game.is_some()));
                    self.delays.see(sightings[0].frame, frame.arrived);
                    for player in games.see(&sightings) {
                        self.rate_whole(player, &games);
                        let finished = &games.players()[player].finished;
                        let number = finished.len();
                        let player = self.player(player);
                        tell(FollowEvent::Over(player, number, &finished[number - 1]))?;
                    }
                    self.write_beginnings(&games, frame.time)?;
                    let seconds = (frame.time / 1_000_000) as u32;
                    tell(FollowEvent::Frame(self.live_frame(&games, seconds)))?;
                }
                Ok(NextFrame::Nothing) => {}
                Ok(NextFrame::End) => break,
                Err(error) => {
                    found.fault = Some(error);
                    break;
                }
            }
            self.rate_games_on(&games);
            for index in 0..self.coaches.len() {
                while let Some(rated) = self.coaches[index].thread.take() {
                    let rated = self.receive(index, rated)?;
                    self.delays.note(&rated);
                    tell(FollowEvent::Rated(self.player(index), rated))?;
                }
            }
        }
        for player in games.finish() {
            self.rate_whole(player, &games);
        }
        let mut until = now() + LAST_MARKS;
        while self.coaches.iter().any(|coach| coach.awaited > 0) && now() < until {
            if control.stop.load(Ordering::Relaxed) {
                until = until.min(now() + LAST_MARKS_STOPPED);
            }
            for index in 0..self.coaches.len() {
                if self.coaches[index].awaited > 0
                    && let Some(rated) = self.coaches[index].thread.wait(PATIENCE)
                {
                    let rated = self.receive(index, rated)?;
                    tell(FollowEvent::Rated(self.player(index), rated))?;
                }
            }
        }
        let places = self.reader.places();
        (found.games, found.players) = games.end(&places, self.names.as_ref(), None);
        if let Some(said) = self.delays.summary() {
            log::say(said);
        }
        Ok(found)
    }

    /// Returns the two players, if both are real, the left or upper one first.
    fn pair(&self) -> Option<[(usize, VideoPlayer); 2]> {
        let coaches = self.coaches.iter().enumerate();
        let real = coaches.filter(|(_, coach)| coach.is_real);
        let real: Vec<usize> = real.map(|(index, _)| index).collect();
        pair_of(&real, &self.reader.places(), self.names.as_ref())
    }

    /// Returns a player of the reader, with the name if there are two players.
    fn player(&self, index: usize) -> FollowedPlayer {
        let pair = self.pair().into_iter().flatten();
        let mut named = pair.filter(|(player, _)| *player == index);
        let name = named.next().map(|(_, player)| player.name);
        FollowedPlayer { index, name }
    }

    /// Returns the reading of a frame: of both players, or else of a real one or of one with a game.
    fn live_frame(&self, games: &MatchGames, seconds: u32) -> LiveFrame {
        let mut frame = LiveFrame {
            seconds,
            ..LiveFrame::default()
        };
        for (now, player) in frame.now.iter_mut().zip(games.players()) {
            *now = player.reader.now();
        }
        frame.shown = match self.pair() {
            Some(pair) => LivePlayers::Two(pair.map(|(index, player)| (index, player.name))),
            None => {
                let real = self.coaches.iter().position(|coach| coach.is_real);
                let playing = frame.now.iter().position(Option::is_some);
                LivePlayers::One(real.or(playing).unwrap_or(0))
            }
        };
        frame
    }

    /// Requests ratings of the games in play whose settled cells changed. A lock that clears rows becomes more certain
    /// once the next piece has spawned.
    fn rate_games_on(&mut self, games: &MatchGames) {
        for (index, player) in games.players().iter().enumerate() {
            let reader = &player.reader;
            let state = (reader.locks(), reader.now().map(|now| now.settled));
            if self.coaches[index].sent == state {
                continue;
            }
            self.coaches[index].sent = state;
            if reader.locks() > 0 {
                let game = SeenGame::On(Box::new(reader.clone()));
                let player = (player.finished.len() + 1, self.player(index));
                self.coaches[index].ask(player.0, &player.1, game);
            }
        }
    }

    /// Writes a frame with its reading to a file, if the user of the display wants it.
    fn pack(&self, picture: (&Pixels, u64), sightings: &[Sighting]) {
        let display = self.display.as_ref();
        let Some(display) = display.filter(|display| display.takes_pack_request()) else {
            return;
        };
        let (name, places) = (self.frames.name(), self.reader.places());
        let packed = picture::packed(name, picture, sightings, &places);
        let written = packed.and_then(|text| write_numbered("reading", "json", text.as_bytes()));
        display.say(match written {
            Ok(path) => format!("{} shows how this frame was read", shown(&path)),
            Err(error) => error.to_string(),
        });
    }

    /// Writes the event of each game that has begun, after all events of the game before it. `time` is the time of the
    /// frame in microseconds.
    fn write_beginnings(&mut self, games: &MatchGames, time: u64) -> Result<(), CliError> {
        for (index, player) in games.players().iter().enumerate() {
            let number = player.finished.len() + 1;
            let coach = &mut self.coaches[index];
            if coach.begun < number && coach.awaited == 0 && player.reader.now().is_some() {
                coach.begun = number;
                let time = time as f64 / 1e6;
                self.write_event(index, number, &GameEvent::GameBegan { time })?;
            }
        }
        Ok(())
    }

    fn write_event(
        &mut self,
        index: usize,
        game: usize,
        event: &GameEvent,
    ) -> Result<(), CliError> {
        let name = self.player(index).name;
        match &mut self.events {
            Some(events) => events.write(index + 1, name.as_deref(), game, event),
            None => Ok(()),
        }
    }

    /// Requests the ratings of a player's whole last game.
    fn rate_whole(&mut self, index: usize, games: &MatchGames) {
        let finished = &games.players()[index].finished;
        if let Some(game) = finished.last() {
            let over = SeenGame::Over(Box::new(game.clone()));
            let player = self.player(index);
            self.coaches[index].ask(finished.len(), &player, over);
        }
    }

    /// Takes over an answer of a player's coach.
    fn receive(
        &mut self,
        index: usize,
        rated: Result<NewRatings, String>,
    ) -> Result<NewRatings, CliError> {
        let coach = &mut self.coaches[index];
        coach.awaited -= 1;
        let rated = rated.map_err(CliError::failed)?;
        coach.is_real |= rated.is_certain;
        if let Some(measured) = &rated.measured {
            log::say(self.player(index).message(measured));
        }
        for event in &rated.events {
            self.write_event(index, rated.number, event)?;
        }
        Ok(rated)
    }
}
