//! Queries of a pad game: getters, view, state, hash.

use std::borrow::Cow;

use super::{PadGame, PadStart, Phase, PieceOverride, PieceSource};
use crate::engine::core::core_getters;
use crate::engine::event::Events;
use crate::engine::garbage;
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::play_state::PlayState;
use crate::engine::state::GameState;
use crate::engine::view::{GameType, GameView, Tempo, View};
use crate::rules::{Counter, Piece, PlayfieldMemory, StateHash};

core_getters!(PadGame);

impl PadGame {
    /// Returns the events of the last frame.
    #[inline]
    pub fn events(&self) -> Events {
        self.core.events
    }

    /// Returns the start of the game.
    pub fn start(&self) -> &PadStart {
        &self.start
    }

    /// Returns the playfield in which the piece makes its next move.
    ///
    /// This is the playfield memory, except before the first tick of a B-type game. That tick cuts the garbage to its
    /// height before anything moves.
    pub fn field(&self) -> Cow<'_, PlayfieldMemory> {
        match self.height_to_cut() {
            Some(height) => {
                let mut page = self.core.page.clone();
                garbage::cut_to_height(&mut page, height);
                Cow::Owned(page)
            }
            None => Cow::Borrowed(&self.core.page),
        }
    }

    /// Returns the height to which the next tick cuts the garbage, or `None` if nothing is to be cut.
    pub(super) fn height_to_cut(&self) -> Option<u8> {
        match (self.phase, self.start.game_type) {
            (Phase::Garbage(garbage::ROWS), GameType::B { height }) => Some(height),
            _ => None,
        }
    }

    /// Returns the current play state.
    pub fn play_state(&self) -> PlayState {
        self.core.state
    }

    /// Returns the redraw cursor: the next row to copy to the screen, 0-19, or 32 if the screen is up to date.
    pub fn row_cursor(&self) -> u8 {
        self.core.cursor.row()
    }

    /// Returns the number of times each piece became the current piece, in the order of the panel.
    pub fn statistics(&self) -> [u16; Piece::COUNT] {
        self.core.statistics.0.map(Counter::value)
    }

    /// Returns the number of completed lines that are not yet counted.
    pub fn completed_lines(&self) -> u8 {
        self.core.completed_lines
    }

    /// Returns whether the music plays its fast version.
    pub fn is_music_fast(&self) -> bool {
        self.is_music_fast
    }

    /// Returns whether rows of garbage must still be generated before the first tick.
    pub fn is_being_set_up(&self) -> bool {
        matches!(self.phase, Phase::Garbage(rows) if rows < garbage::ROWS)
    }

    /// Returns whether the game is paused.
    pub fn is_paused(&self) -> bool {
        self.phase == Phase::Paused
    }

    /// Returns whether the game is lost: true from the tick that starts the curtain or crashes.
    pub fn is_over(&self) -> bool {
        self.is_lost
    }

    /// Returns whether the curtain has covered a lost game.
    pub fn is_curtain_closed(&self) -> bool {
        self.core.is_curtain_closed()
    }

    /// Returns whether the end of the game is shown completely: a crash, or the closed curtain of a game without an
    /// ending.
    pub(in crate::engine) fn is_done(&self) -> bool {
        let has_ending = self.score().points() >= super::ENDING_POINTS && self.drill.is_none();
        self.is_crashed() || self.is_curtain_closed() && self.is_redrawn() && !has_ending
    }

    /// Returns whether the screen shows the whole field.
    pub(in crate::engine) fn is_redrawn(&self) -> bool {
        self.core.cursor.is_finished()
    }

    /// Returns the view of the screen after the last step.
    pub fn view(&self) -> View {
        View::Game(Box::new(self.game_view()))
    }

    /// Returns the display registers that [`PadGame::view`] contains.
    pub(in crate::engine) fn game_view(&self) -> GameView {
        let (game_type, paused) = (self.start.game_type, self.is_pause_shown);
        let mut view = self.core.display.view(game_type, paused);
        view.music.tempo = match (self.is_lost, self.is_music_fast) {
            (true, _) => Tempo::Stopped,
            (false, true) => Tempo::Fast,
            (false, false) => Tempo::Normal,
        };
        view.crash_mark = self.slow_score.is_marked();
        if let Some(drill) = &self.drill {
            drill.show(&mut view, &self.core, self.is_lost);
        }
        view
    }

    /// Fills in the state of the game.
    pub(in crate::engine) fn describe(&self, carry: &PersistentMemory, state: &mut GameState) {
        self.core.describe(state);
        state.das = Some(carry.control.das);
        state.fall_timer = Some(carry.control.fall_timer);
        state.game_over = self.is_lost;
    }

    /// Adds the whole state to a state hash. The frame counter is part of the [`PersistentMemory`].
    pub fn hash_into(&self, hash: &mut StateHash) {
        let PadGame {
            core,
            start,
            pieces,
            drawn,
            drill,
            phase,
            slow_score,
            is_music_fast,
            is_lost,
            is_pause_shown,
        } = self;
        core.hash_into(0, hash);
        slow_score.hash_into(hash);
        match drawn {
            Some(PieceOverride::Randomizer(randomizer)) => randomizer.hash_into(hash),
            Some(PieceOverride::Given(pieces)) => {
                let letters: Vec<u8> = pieces.iter().map(|piece| piece.letter() as u8).collect();
                hash.bytes(&letters);
            }
            None => {}
        }
        if let Some(drill) = drill {
            drill.hash_into(hash);
        }
        let (game_type, height) = match start.game_type {
            GameType::A => (0, 0),
            GameType::B { height } => (1, height),
        };
        let (source, used) = match *pieces {
            PieceSource::Register => (0, 0),
            PieceSource::Demo(used) => (1, used),
        };
        let phase = match *phase {
            Phase::Tick => 0,
            Phase::SecondFrame => 1,
            Phase::Paused => 2,
            Phase::Garbage(rows) => 3 + rows,
            Phase::Late(lines) => 32 + u8::from(lines),
            Phase::Confetti(is_endless) => 34 + u8::from(is_endless),
            Phase::Crashed => 36,
        };
        hash.bytes(&[
            start.region as u8,
            game_type,
            height,
            start.level,
            source,
            used,
            phase,
            u8::from(*is_music_fast),
            u8::from(*is_lost),
            u8::from(*is_pause_shown),
        ]);
    }
}
