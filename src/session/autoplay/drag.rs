//! Games without gravity: the player's input and the recording.

use crate::engine::drag_recording::{PieceInputs, RecordedGame};
use crate::engine::{DragGame, DragInput, DragRecording, DragStart, Events, RecordingEnd};
use crate::rules::randomizer::UnreachableSeed;

use crate::session::drag_seat::DragSeat;
use crate::session::endless::EndlessDemo;
use crate::session::job::DragDecision;
use crate::session::series::SeriesSettings;

/// High score for A-type games on a new cartridge.
///
/// Source: first entry of the high-score table that the disassembly sets up.
const BEST_AT_FIRST: u32 = 10_000;

/// Games without gravity, one after another: see [`Autoplay`](super::Autoplay).
#[derive(Debug)]
pub(super) struct DragPlay {
    game: DragGame,
    /// Number of the game in the series, from 0.
    number: u64,
    /// Starting points of an endless demo's games.
    demo: Option<EndlessDemo>,
    seat: DragSeat,
    best: u32,
    recording: Option<DragRecording>,
}

impl DragPlay {
    /// Starts the first game of a series, or of an endless demo.
    pub(super) fn new(
        series: &SeriesSettings,
        demo: Option<EndlessDemo>,
    ) -> Result<DragPlay, UnreachableSeed> {
        Ok(DragPlay {
            game: DragGame::new(start(series, demo.as_ref(), 0, BEST_AT_FIRST))?,
            number: 0,
            demo,
            seat: DragSeat::default(),
            best: BEST_AT_FIRST,
            recording: None,
        })
    }

    /// Returns the current game.
    pub(super) const fn game(&self) -> &DragGame {
        &self.game
    }

    /// Returns the number of the current game in the series, from 0.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn record(&mut self) {
        let mut recording = DragRecording::new();
        recording.games.push(recorded_game(&self.game));
        self.recording = Some(recording);
    }

    /// Returns the recording up to frame `frame`, if games are recorded.
    pub(super) fn recording(&self, frame: u64) -> Option<DragRecording> {
        let mut recording = self.recording.clone()?;
        recording.end = Some(RecordingEnd {
            frame,
            hash: self.game.hash(),
        });
        Some(recording)
    }

    pub(super) fn is_ready(&self) -> bool {
        !self.game.wants_input() || self.seat.is_ready()
    }

    pub(super) fn accept_plan(&mut self, decision: DragDecision) {
        self.seat.accept_plan(decision);
    }

    /// Counts an idle frame after the end of the game.
    pub(super) fn step_after_end(&mut self) {
        if let Some(game) = self.recording.as_mut().and_then(|all| all.games.last_mut()) {
            game.frames += 1;
        }
    }

    pub(super) fn step(&mut self, play_fast: bool) -> Events {
        self.step_after_end();
        let input = self.game.wants_input().then(|| self.seat.input(play_fast));
        if let Some(input) = input {
            self.record_input(input);
        }
        self.game.step(input)
    }

    fn record_input(&mut self, input: DragInput) {
        let Some(recording) = &mut self.recording else {
            return;
        };
        let game = recording
            .games
            .last_mut()
            .expect("while recording, there is a game in progress");
        let pieces = &mut game.pieces;
        if pieces.last().is_none_or(PieceInputs::is_complete) {
            pieces.push(PieceInputs::default());
        }
        pieces
            .last_mut()
            .expect("a piece was added above")
            .push(input.into());
    }

    /// Starts the next game of the series.
    pub(super) fn next_game(&mut self, series: &SeriesSettings) {
        self.best = self.best.max(self.game.score().points());
        self.number += 1;
        let start = start(series, self.demo.as_ref(), self.number, self.best);
        self.game = DragGame::new(start).expect("the seed was already valid for the first game");
        self.seat.forget();
        if let Some(recording) = &mut self.recording {
            // Do not record games without any frame.
            recording.games.retain(|game| game.frames > 0);
            recording.games.push(recorded_game(&self.game));
        }
    }
}

fn start(series: &SeriesSettings, demo: Option<&EndlessDemo>, game: u64, top: u32) -> DragStart {
    if let Some(demo) = demo {
        return demo.start(game, series.level, top);
    }
    DragStart {
        level: series.level.min(DragStart::LEVEL_MAX),
        randomizer: series.randomizer,
        seed: series.seed,
        game,
        top,
        endless: None,
        position: series.position,
    }
}

fn recorded_game(game: &DragGame) -> RecordedGame {
    RecordedGame {
        start: game.start().clone(),
        frames: 0,
        pieces: Vec::new(),
    }
}
