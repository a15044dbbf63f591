//! Autoplay: an AI plays game after game.

mod drag;
mod pad;

use std::sync::Arc;

use crate::engine::{
    Console, DirectStartError, DragGame, DragRecording, DragStart, Event, Events, History, PadGame,
    PlayState, View,
};
use crate::players::{Pattern, Position, Strategy, TreeMemory, TreeWatch};
use crate::rules::{Board, Buttons, Region};

use super::controls::{Controls, MovesByLevel};
use super::ending::{Ending, PAUSE_FRAMES};
use super::endless::EndlessDemo;
use super::game_stats::GameStats;
use super::job::{Decision, DragTask, Job, Plan, PlanTask, position_of, position_of_pad};
use super::series::SeriesSettings;
use super::summary::Summary;
use drag::DragPlay;
pub use pad::PadPlay;

/// Games of an AI player, one after the other, without gravity or at the console.
///
/// The caller's loop solves each job from [`Autoplay::job`], passes its plan to [`Autoplay::deliver`], and calls
/// [`Autoplay::step`] while [`Autoplay::is_ready`] returns true.
#[derive(Debug)]
pub struct Autoplay {
    series: SeriesSettings,
    play: Play,
    strategy: Arc<Strategy>,
    /// Memory of the player. `None` while a job holds it.
    memory: Option<TreeMemory>,
    watch: TreeWatch,
    /// Patterns to build, one after another.
    gallery: Vec<Pattern>,
    play_fast: bool,
    /// Number of the job whose plan has not arrived yet.
    awaited: Option<u64>,
    jobs: u64,
    /// Ending of the last game, and the number of frames until the next game may start.
    pause: Option<(Ending, u32)>,
    /// Statistics of the current game.
    stats: GameStats,
    frame: u64,
}

/// Current game and its player's input.
#[derive(Debug)]
enum Play {
    Drag(Box<DragPlay>),
    Pad(Box<PadPlay>),
}

impl Play {
    /// Returns the statistics of a game that has just started.
    fn begin_stats(&self) -> GameStats {
        match self {
            Play::Drag(play) => GameStats::of_drag(play.game()),
            Play::Pad(play) => GameStats::of_pad(play.game(), play.console().carry()),
        }
    }
}

impl Autoplay {
    /// Starts the first game of a series.
    ///
    /// # Errors
    /// [`DirectStartError`] if no game can start like this.
    pub fn new(
        series: SeriesSettings,
        strategy: Arc<Strategy>,
    ) -> Result<Autoplay, DirectStartError> {
        let play = match series.controls {
            Controls::Drag => Play::Drag(Box::new(DragPlay::new(&series, None)?)),
            Controls::Pad(pad) => {
                let moves = Arc::new(MovesByLevel::new(pad));
                Play::Pad(Box::new(PadPlay::new(&series, pad, moves, 0)?))
            }
        };
        Ok(Autoplay::with_play(series, play, strategy))
    }

    /// Starts an endless demo. A game ends only when the caller starts the next one, which begins at another point of
    /// the demo. Do not change the strategy: the demo would no longer repeat.
    pub fn endless(demo: EndlessDemo, level: u8) -> Autoplay {
        let series = EndlessDemo::series(level);
        let strategy = Arc::clone(demo.strategy());
        let play = DragPlay::new(&series, Some(demo));
        let play = play.expect("these generators take any seed");
        Autoplay::with_play(series, Play::Drag(Box::new(play)), strategy)
    }

    fn with_play(series: SeriesSettings, play: Play, strategy: Arc<Strategy>) -> Autoplay {
        Autoplay {
            series,
            stats: play.begin_stats(),
            play,
            strategy,
            memory: None,
            watch: TreeWatch::default(),
            gallery: Vec::new(),
            play_fast: false,
            awaited: None,
            jobs: 0,
            pause: None,
            frame: 0,
        }
    }

    /// Starts recording all game starts and inputs. Call this before the first step.
    pub fn record(&mut self) {
        assert_eq!(self.frame, 0, "recording must start before the first frame");
        match &mut self.play {
            Play::Drag(play) => play.record(),
            Play::Pad(play) => play.record(),
        }
    }

    /// Returns the recording so far, including its end. `None` unless games without gravity are recorded.
    pub fn recording(&self) -> Option<DragRecording> {
        match &self.play {
            Play::Drag(play) => play.recording(self.frame),
            Play::Pad(_) => None,
        }
    }

    /// Returns the console's history so far, including its end. `None` unless it is recorded.
    pub fn history(&self) -> Option<History> {
        match &self.play {
            Play::Drag(_) => None,
            Play::Pad(play) => play.history(),
        }
    }

    /// Returns the job to solve before the next step. `None` if no job is needed, or if the job was already handed out.
    pub fn job(&mut self) -> Option<Job> {
        if self.is_ready() || self.awaited.is_some() {
            return None;
        }
        self.jobs += 1;
        self.awaited = Some(self.jobs);
        let task = match &self.play {
            Play::Drag(play) => {
                let with_path = !self.play_fast;
                PlanTask::Drag(DragTask::new(play.game(), &self.strategy, with_path))
            }
            Play::Pad(play) => PlanTask::Pad(Box::new(play.task(&self.strategy))),
        };
        let memory = self.memory.take();
        Some(Job {
            number: self.jobs,
            task,
            memory: memory.unwrap_or_else(|| TreeMemory::shown_in(&self.watch)),
        })
    }

    /// Gives up the job that was handed out, so that [`Autoplay::job`] returns it again.
    pub fn reset_job(&mut self) {
        self.awaited = None;
    }

    /// Accepts the plan of a job. Ignores outdated plans.
    pub fn deliver(&mut self, plan: Plan) {
        if self.awaited != Some(plan.number) {
            return;
        }
        self.awaited = None;
        // Drop the plan's memory if `set_strategy` has already created an empty one.
        self.memory.get_or_insert(plan.memory);
        match (&mut self.play, plan.decision) {
            (Play::Drag(play), Decision::Drag(decision)) => play.accept_plan(decision),
            (Play::Pad(play), Decision::Pad(decision)) => play.accept_plan(decision),
            (Play::Drag(_), Decision::Pad(_)) | (Play::Pad(_), Decision::Drag(_)) => {
                panic!("the plan must answer the current job")
            }
        }
    }

    /// Returns whether [`Autoplay::step`] may be called. If not, a plan must be delivered first.
    pub fn is_ready(&self) -> bool {
        self.pause.is_some()
            || match &self.play {
                Play::Drag(play) => play.is_ready(),
                Play::Pad(play) => !play.needs_plan(),
            }
    }

    /// Runs one frame. With a gamepad and PLAY_FAST, runs all frames until a plan is needed.
    ///
    /// # Panics
    /// If a plan is missing. See [`Autoplay::is_ready`].
    pub fn step(&mut self) -> Events {
        self.frame += 1;
        if let Some((ending, frames)) = self.pause {
            self.step_pause(ending, frames.saturating_sub(1));
            return Events::default();
        }
        let memory = (self.memory).get_or_insert_with(|| TreeMemory::shown_in(&self.watch));
        let stats = &mut self.stats;
        let events = match &mut self.play {
            Play::Drag(play) => {
                let events = play.step(self.play_fast);
                stats.follow_drag(play.game(), events);
                events
            }
            Play::Pad(play) => {
                let mut watch = |console: &Console, events| stats.follow_console(console, events);
                let mut events = play.step_watched(self.play_fast, &mut watch);
                // PLAY_FAST shows only one frame per piece. The rest of the plan is therefore solved in this step.
                while self.play_fast && play.needs_rest_of_plan() {
                    play.accept_plan(play.task(&self.strategy).solve(memory));
                    events = events.with(play.step_watched(true, &mut watch));
                }
                events
            }
        };
        self.detect_ending(events);
        events
    }

    /// Solves the pending job, if any, on this thread and runs a step. For callers without a worker thread.
    pub fn advance(&mut self) -> Events {
        if let Some(job) = self.job() {
            self.deliver(job.solve());
        }
        self.step()
    }

    /// Runs one frame of the pause after a game, with `frames` left until the next game may start.
    fn step_pause(&mut self, ending: Ending, frames: u32) {
        self.pause = Some((ending, frames));
        let is_over = match &mut self.play {
            Play::Drag(play) => {
                play.step_after_end();
                true
            }
            // Do not run the console: its next frame would continue this game.
            Play::Pad(_) if matches!(ending, Ending::PictureDone | Ending::Crashed) => true,
            Play::Pad(play) => play.step_after_end(frames == 0, self.play_fast),
        };
        if frames == 0 && is_over {
            self.new_game();
        }
    }

    fn detect_ending(&mut self, events: Events) {
        let ending = match &self.play {
            Play::Drag(play) => play.game().is_finished().then_some(Ending::ToppedOut),
            Play::Pad(play) => play.ending(),
        };
        let is_placed = events.contains(Event::Spawned) && !self.is_ready();
        let ending = match ending {
            None if is_placed && self.is_picture_done() => Ending::PictureDone,
            None => return,
            Some(ending) => ending,
        };
        self.pause = Some((ending, PAUSE_FRAMES));
    }

    fn is_picture_done(&self) -> bool {
        let pattern = self.strategy.pattern();
        pattern.is_some_and(|pattern| pattern.is_done(&self.board()))
    }

    /// Ends the current game if necessary, and starts the next game of the series. After a finished pattern, the player
    /// builds the next one in the gallery.
    pub fn new_game(&mut self) {
        if let Some((Ending::PictureDone, _)) = self.pause {
            self.next_picture();
        }
        match &mut self.play {
            Play::Drag(play) => play.next_game(&self.series),
            Play::Pad(play) => play.next_game(&self.series),
        }
        self.awaited = None;
        self.pause = None;
        self.stats = self.play.begin_stats();
    }

    fn next_picture(&mut self) {
        let Some(done) = self.strategy.pattern() else {
            return;
        };
        if let Some(place) = self.gallery.iter().position(|pattern| pattern == done) {
            // The pattern to build comes first, so that the search finds it even if the gallery contains it twice.
            self.gallery.rotate_left(place + 1);
            let next = self.gallery[0].clone();
            self.strategy = Arc::new(self.strategy.with_pattern(next));
        }
    }

    /// Sets the patterns to build, one after another. If the finished pattern is not in the gallery, the next game
    /// builds it again.
    pub fn set_gallery(&mut self, gallery: Vec<Pattern>) {
        self.gallery = gallery;
    }

    /// Sets the strategy, effective from the next piece.
    pub fn set_strategy(&mut self, strategy: Arc<Strategy>) {
        self.strategy = strategy;
        self.memory = Some(TreeMemory::shown_in(&self.watch));
    }

    /// Returns the handle with which callers can watch the trees of a tree-search player grow.
    pub const fn watch(&self) -> &TreeWatch {
        &self.watch
    }

    /// Returns the strategy for the next piece.
    pub const fn strategy(&self) -> &Arc<Strategy> {
        &self.strategy
    }

    /// Turns PLAY_FAST on or off. PLAY_FAST shows neither paths nor animations. Without gravity, a piece in motion
    /// locks in the next frame, but a running animation finishes. With a gamepad, all frames are played, but only one
    /// per piece is shown.
    pub fn set_play_fast(&mut self, play_fast: bool) {
        self.play_fast = play_fast;
    }

    /// Returns whether PLAY_FAST is on.
    pub const fn is_play_fast(&self) -> bool {
        self.play_fast
    }

    /// Sets the level of the next game, 0-29.
    pub fn set_next_level(&mut self, level: u8) {
        self.series.level = level.min(DragStart::LEVEL_MAX);
    }

    /// Returns the settings of the games, with the level of the next game.
    pub const fn series(&self) -> &SeriesSettings {
        &self.series
    }

    /// Returns the current game, if it has no gravity.
    pub fn drag_game(&self) -> Option<&DragGame> {
        match &self.play {
            Play::Drag(play) => Some(play.game()),
            Play::Pad(_) => None,
        }
    }

    /// Returns the console, if the games run on one.
    pub fn console(&self) -> Option<&Console> {
        match &self.play {
            Play::Drag(_) => None,
            Play::Pad(play) => Some(play.console()),
        }
    }

    /// Returns the view of the screen after the last step.
    pub fn view(&self) -> View {
        match &self.play {
            Play::Drag(play) => play.game().view(),
            Play::Pad(play) => play.console().view(),
        }
    }

    /// Returns the settled cells. The board is empty when no game is on the screen.
    pub fn board(&self) -> Board {
        match &self.play {
            Play::Drag(play) => play.game().board(),
            Play::Pad(play) => play.console().game().map_or(Board::EMPTY, PadGame::board),
        }
    }

    /// Returns the score of the current game, or `None` when no game is on the screen.
    pub fn points(&self) -> Option<u32> {
        match &self.play {
            Play::Drag(play) => Some(play.game().score().points()),
            Play::Pad(play) => play.console().game().map(|game| game.score().points()),
        }
    }

    /// Returns the level of the current game, or of the next one when no game is on the screen.
    pub fn level(&self) -> u8 {
        let game = match &self.play {
            Play::Drag(play) => Some(play.game().level()),
            Play::Pad(play) => play.console().game().map(PadGame::level),
        };
        game.unwrap_or(self.series.level)
    }

    /// Returns the number of the current game in the series, from 0.
    pub fn game_number(&self) -> u64 {
        match &self.play {
            Play::Drag(play) => play.number(),
            Play::Pad(play) => play.number(),
        }
    }

    /// Returns the number of pieces since the start of an endless demo, or `None` if this is no demo.
    pub fn endless_pieces(&self) -> Option<u32> {
        self.drag_game()?.endless_pieces()
    }

    /// Returns the summary of the current game, or `None` when no game is on the screen.
    pub fn summary(&self) -> Option<Summary> {
        let score = match &self.play {
            Play::Drag(play) => play.game().score(),
            Play::Pad(play) => play.console().game()?.score(),
        };
        Some(self.stats.summary(score, self.ending()))
    }

    /// Returns the statistics of the current game, or `None` when no game is on the screen.
    pub fn figures(&self) -> Option<&GameStats> {
        let is_shown = match &self.play {
            Play::Drag(_) => true,
            Play::Pad(play) => play.console().game().is_some(),
        };
        is_shown.then_some(&self.stats)
    }

    /// Returns the position at the spawn of the piece in motion, or `None` between pieces.
    pub fn position(&self) -> Option<Position> {
        match &self.play {
            Play::Drag(play) => {
                let game = play.game();
                game.wants_input().then(|| position_of(game))
            }
            Play::Pad(play) => {
                let game = play.console().game()?;
                let is_moved = game.play_state() == PlayState::Control && !game.is_over();
                is_moved.then(|| position_of_pad(game))
            }
        }
    }

    /// Returns the move generators of all levels, or `None` without gravity.
    pub fn moves(&self) -> Option<&Arc<MovesByLevel>> {
        match &self.play {
            Play::Drag(_) => None,
            Play::Pad(play) => Some(play.moves()),
        }
    }

    /// Returns the buttons held in the last frame, or `None` without a gamepad.
    pub const fn held(&self) -> Option<Buttons> {
        match &self.play {
            Play::Drag(_) => None,
            Play::Pad(play) => Some(play.held()),
        }
    }

    /// Returns whether a finished pattern is on the screen, where it stays for three seconds.
    pub fn shows_picture(&self) -> bool {
        self.ending() == Some(Ending::PictureDone)
    }

    /// Returns the region that sets the frame rate.
    pub const fn region(&self) -> Region {
        match self.series.controls {
            Controls::Drag => Region::Ntsc,
            Controls::Pad(pad) => pad.region,
        }
    }

    /// Returns and clears the error message about a console game that differs from its plan, if any. There should never
    /// be one.
    pub fn take_desync(&mut self) -> Option<String> {
        match &mut self.play {
            Play::Drag(_) => None,
            Play::Pad(play) => play.take_desync(),
        }
    }

    /// Returns the ending of the current game in the first three seconds after it. The console may show an ending scene
    /// or a name entry for longer.
    pub fn ending(&self) -> Option<Ending> {
        let ended = self.pause.filter(|&(_, frames)| frames > 0);
        ended.map(|(ending, _)| ending)
    }

    /// Returns the number of frames so far, including those between games.
    pub const fn frame(&self) -> u64 {
        self.frame
    }
}
