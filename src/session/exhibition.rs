//! An AI plays game after game.

use std::sync::Arc;

use crate::engine::recording::{End, Inputs, RecordedGame};
use crate::engine::{DragGame, DragInput, DragStart, Event, Events, Recording};
use crate::players::{Filter, Player};
use crate::rules::RandomizerKind;
use crate::rules::randomizer::UnreachableSeed;

use super::job::{Job, Plan, position_of};
use super::seat::PlayerSeat;

/// Frames between the end of a game and the next one: three seconds.
pub const PAUSE_FRAMES: u32 = 180;

/// What all games of a series have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The first level, 0-29.
    pub level: u8,
    /// The randomizer.
    pub randomizer: RandomizerKind,
    /// The seed of the series.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The pile reached the top.
    ToppedOut,
    /// The picture is done.
    PictureDone,
}

/// A player's games, one after the other.
///
/// The loop around it: hand the job of [`Exhibition::job`] to somebody who solves it, hand the
/// plan to [`Exhibition::deliver`], and call [`Exhibition::step`] while
/// [`Exhibition::is_ready`].
#[derive(Debug)]
pub struct Exhibition {
    series: Series,
    game: DragGame,
    seat: PlayerSeat,
    player: Arc<Player>,
    filter: Arc<Filter>,
    play_fast: bool,
    /// The job whose plan is awaited.
    awaited: Option<u64>,
    jobs: u64,
    pause: Option<(Ending, u32)>,
    best: u32,
    frame: u64,
    recording: Option<Recording>,
}

impl Exhibition {
    /// The first game of a series.
    ///
    /// # Errors
    /// [`UnreachableSeed`] when the exact randomizer cannot hold the seed.
    pub fn new(
        series: Series,
        player: Arc<Player>,
        filter: Arc<Filter>,
    ) -> Result<Exhibition, UnreachableSeed> {
        let game = DragGame::new(DragStart {
            level: series.level,
            randomizer: series.randomizer,
            seed: series.seed,
            game: 0,
            top: BEST_AT_FIRST,
        })?;
        Ok(Exhibition {
            series,
            game,
            seat: PlayerSeat::default(),
            player,
            filter,
            play_fast: false,
            awaited: None,
            jobs: 0,
            pause: None,
            best: BEST_AT_FIRST,
            frame: 0,
            recording: None,
        })
    }

    /// Begins to keep all starts and inputs from here, which must be before the first step.
    pub fn record(&mut self) {
        assert_eq!(self.frame, 0, "a recording begins with the first frame");
        let mut recording = Recording::new();
        recording.games.push(recorded_game(&self.game));
        self.recording = Some(recording);
    }

    /// The recording up to now, with its end, if one is kept.
    pub fn recording(&self) -> Option<Recording> {
        let mut recording = self.recording.clone()?;
        recording.end = Some(End {
            frame: self.frame,
            hash: format!("{:016X}", self.game.hash()),
        });
        Some(recording)
    }

    /// The question that somebody has to answer before the next step, if there is one that was
    /// not handed out yet.
    pub fn job(&mut self) -> Option<Job> {
        if self.is_ready() || self.awaited.is_some() {
            return None;
        }
        self.jobs += 1;
        self.awaited = Some(self.jobs);
        Some(Job {
            number: self.jobs,
            position: position_of(&self.game),
            player: Arc::clone(&self.player),
            filter: Arc::clone(&self.filter),
            with_path: !self.play_fast,
        })
    }

    /// Takes the answer; one to a job that is not awaited any more is dropped.
    pub fn deliver(&mut self, plan: Plan) {
        if self.awaited == Some(plan.number) {
            self.awaited = None;
            self.seat.take(plan.decision);
        }
    }

    /// Whether [`Exhibition::step`] can go on; if not, a plan is missing.
    pub fn is_ready(&self) -> bool {
        self.pause.is_some() || !self.game.wants_input() || self.seat.is_ready()
    }

    /// One frame.
    ///
    /// # Panics
    /// If a plan is missing, see [`Exhibition::is_ready`].
    pub fn step(&mut self) -> Events {
        self.frame += 1;
        if let Some(game) = self.recording.as_mut().and_then(|all| all.games.last_mut()) {
            game.frames += 1;
        }
        if let Some((_, frames)) = &mut self.pause {
            *frames -= 1;
            if *frames == 0 {
                self.new_game();
            }
            return Events::default();
        }
        let input = self
            .game
            .wants_input()
            .then(|| self.seat.input(self.play_fast));
        if let Some(input) = input {
            self.record_input(input);
        }
        let events = self.game.step(input);
        self.look_for_the_end(events);
        events
    }

    /// Thinks and steps: the loop without a thread.
    pub fn advance(&mut self) -> Events {
        if let Some(job) = self.job() {
            self.deliver(job.solve());
        }
        self.step()
    }

    fn record_input(&mut self, input: DragInput) {
        let Some(recording) = &mut self.recording else {
            return;
        };
        let game = recording
            .games
            .last_mut()
            .expect("a recording holds the game in play");
        let pieces = &mut game.pieces;
        if pieces.last().is_none_or(Inputs::is_complete) {
            pieces.push(Inputs::default());
        }
        pieces
            .last_mut()
            .expect("one was just made sure of")
            .push(input.into());
    }

    fn look_for_the_end(&mut self, events: Events) {
        let ending = if self.game.is_finished() {
            Ending::ToppedOut
        } else if events.contains(Event::Spawned)
            && self.game.wants_input()
            && self.is_picture_done()
        {
            Ending::PictureDone
        } else {
            return;
        };
        self.pause = Some((ending, PAUSE_FRAMES));
        self.best = self.best.max(self.game.score().points());
    }

    fn is_picture_done(&self) -> bool {
        self.filter
            .pattern()
            .is_some_and(|pattern| pattern.is_done(&self.game.board()))
    }

    /// Ends the game in play, if it is not over, and begins the next one of the series.
    pub fn new_game(&mut self) {
        self.best = self.best.max(self.game.score().points());
        self.game = DragGame::new(DragStart {
            level: self.series.level,
            randomizer: self.series.randomizer,
            seed: self.series.seed,
            game: self.game.start().game + 1,
            top: self.best,
        })
        .expect("the seed was good for the first game");
        self.seat.forget();
        self.awaited = None;
        self.pause = None;
        if let Some(recording) = &mut self.recording {
            // A game that was left before its first frame leaves no trace.
            recording.games.retain(|game| game.frames > 0);
            recording.games.push(recorded_game(&self.game));
        }
    }

    /// Sets the filter; it is in force from the next piece on.
    pub fn set_filter(&mut self, filter: Arc<Filter>) {
        self.filter = filter;
    }

    /// The filter for the next piece.
    pub const fn filter(&self) -> &Arc<Filter> {
        &self.filter
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Switches path and animation off (or on again). A piece on its way goes at once; an animation
    /// that has begun ends as it would.
    pub fn set_play_fast(&mut self, play_fast: bool) {
        self.play_fast = play_fast;
    }

    /// Whether path and animation are left out.
    pub const fn is_play_fast(&self) -> bool {
        self.play_fast
    }

    /// Sets the level of the next game, 0-29.
    pub fn set_next_level(&mut self, level: u8) {
        self.series.level = level.min(DragStart::LEVEL_MAX);
    }

    /// What the games have in common; the level is that of the next game.
    pub const fn series(&self) -> &Series {
        &self.series
    }

    /// The game in play.
    pub const fn game(&self) -> &DragGame {
        &self.game
    }

    /// How the game in play ended, while the next one has not begun.
    pub fn ending(&self) -> Option<Ending> {
        self.pause.map(|(ending, _)| ending)
    }

    /// Frames since the beginning, those between games included.
    pub const fn frame(&self) -> u64 {
        self.frame
    }
}

/// The best score a fresh cartridge shows for an A-type game.
///
/// Source: first entry of the high-score table set up by the disassembly.
const BEST_AT_FIRST: u32 = 10_000;

fn recorded_game(game: &DragGame) -> RecordedGame {
    RecordedGame {
        start: game.start().clone(),
        frames: 0,
        pieces: Vec::new(),
    }
}
