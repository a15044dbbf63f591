//! Parts of a pad game that a training mode can change.

use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::play_state::PlayState;
use crate::engine::training::{
    Drill, DrillMeasure, DrillProgress, PieceHandling, Training, TrainingMode,
};
use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Pad, Piece};

use super::{PadGame, PieceOverride};

impl PadGame {
    /// Starts a training mode in a game that is set up and has not begun. [`Training::check`] must allow the
    /// training.
    pub(in crate::engine) fn train(&mut self, training: Training, carry: &mut PersistentMemory) {
        self.end_set_up();
        let (game_type, region) = (&mut self.start.game_type, self.start.region);
        let mut drill = Drill::begin(training, &mut self.core, game_type, region, carry);
        if drill.chooses_pieces() {
            let pieces = [0, 1].map(|_| self.choose_for(&mut drill, carry));
            self.core.begin_with(pieces);
        }
        drill.prepare(self.core.pose.piece(), &mut self.core, carry);
        self.core.redraw();
        self.drill = Some(Box::new(drill));
    }

    /// Returns the training of the game and its progress so far.
    pub fn training(&self) -> Option<(&Training, DrillProgress)> {
        let drill = self.drill.as_ref()?;
        Some((drill.training(), drill.progress()))
    }

    /// Returns the result of a training game, in the measure of its mode.
    pub fn drill_result(&self) -> Option<u64> {
        let (training, progress) = self.training()?;
        Some(match training.mode.facts().measure {
            DrillMeasure::Streak => progress.best.into(),
            DrillMeasure::Lines => self.lines().into(),
            DrillMeasure::Points => self.score().points().into(),
        })
    }

    /// Returns the level that sets the speed of the pieces: the game's level, unless a training mode overrides it.
    #[inline]
    pub fn speed_level(&self) -> u8 {
        match &self.drill {
            None => self.core.level,
            Some(drill) => drill.speed_level(self.core.level),
        }
    }

    /// Returns the settled cells for a search.
    ///
    /// Solid rows, which never clear, get a gap under the highest column, where no piece can reach it. If no cells lie
    /// above the solid rows, they get no gap.
    pub fn searched_board(&self) -> Board {
        let board = self.field().board();
        let floor = self.core.floor as i8;
        if self.drill.is_none() || !(1..ROWS).contains(&floor) {
            return board;
        }
        let height = |x: &i8| board.column(*x).trailing_zeros();
        let highest = (0..COLUMNS).min_by_key(height).unwrap_or(0);
        if height(&highest) >= floor as u32 {
            return board;
        }
        let rows = std::array::from_fn(|y| {
            let is_solid = y as i8 >= floor;
            board.row(y as i8) & !(u16::from(is_solid) << highest)
        });
        Board::from_rows(rows)
    }

    /// Returns the buttons that move the piece in this tick, or `None` if the training mode has already finished the
    /// tick.
    pub(super) fn trained_pad(&mut self, carry: &mut PersistentMemory) -> Option<Pad> {
        let Some(drill) = &mut self.drill else {
            return Some(carry.pad);
        };
        match drill.control(&mut self.core, carry) {
            PieceHandling::Play(pad) => Some(pad),
            PieceHandling::Taken => None,
            PieceHandling::Drop(pose) => {
                self.lock_at_once(pose, carry);
                self.core.redraw();
                None
            }
        }
    }

    /// Checks the rows of the locked piece.
    pub(super) fn row_check(&mut self) {
        self.core
            .row_check_tick(crate::engine::core::TopEdgeRule::Keep);
        let skips = |drill: &Drill| drill.skips_animation();
        if self.core.state == PlayState::LineClear && self.drill.as_deref().is_some_and(skips) {
            self.core.state = PlayState::Score;
        }
    }

    /// Ends the game if the mode counts this lock as a loss.
    pub(super) fn check_trained_lock(&mut self) {
        let drill = self.drill.as_deref();
        if drill.is_some_and(|drill| drill.is_lost_by_lock(&self.core.page)) {
            self.lose();
        }
    }

    /// Loses the game and starts the curtain.
    pub(super) fn lose(&mut self) {
        self.is_lost = true;
        self.core.top_out();
        if let Some(drill) = &self.drill {
            drill.lose(&mut self.core);
        }
    }

    /// Runs the training mode's action after a piece is scored: garbage rises, or the field is rebuilt.
    pub(super) fn take_garbage(&mut self, carry: &mut PersistentMemory) {
        self.core.state = PlayState::Spawn;
        let Some(drill) = &mut self.drill else {
            return;
        };
        if drill.each_piece(&mut self.core, carry) {
            if self.core.state == PlayState::Curtain {
                self.is_lost = true;
            } else {
                self.lose();
            }
        }
    }

    /// Chooses the next piece, by the rules of the training mode if the game has one.
    pub(super) fn choose_trained_piece(&mut self, carry: &mut PersistentMemory) -> Piece {
        let Some(mut drill) = self.drill.take() else {
            return self.choose_piece(carry);
        };
        let piece = self.choose_for(&mut drill, carry);
        self.drill = Some(drill);
        piece
    }

    /// Chooses the next piece. The training mode either supplies it or may reject the pieces that the game draws.
    fn choose_for(&mut self, drill: &mut Drill, carry: &mut PersistentMemory) -> Piece {
        loop {
            if let Some(piece) = drill.choose() {
                return piece;
            }
            let piece = self.choose_piece(carry);
            let draw = || match &mut self.drawn {
                Some(PieceOverride::Randomizer(randomizer)) => randomizer.draw_sixteenth(),
                _ => carry.choice.lfsr.state() as u8 & 15,
            };
            if drill.keeps(piece, draw) {
                return piece;
            }
        }
    }

    /// Returns whether a training mode delays the next spawn by another tick.
    pub(super) fn holds_spawn(&mut self) -> bool {
        self.drill.as_mut().is_some_and(|drill| drill.holds_spawn())
    }

    /// Returns whether the game cannot be paused.
    pub(super) fn never_pauses(&self) -> bool {
        let drill = self.drill.as_deref();
        drill.is_some_and(|drill| drill.training().no_pause)
    }

    /// Returns whether Select has another meaning than on the cartridge.
    pub(super) fn uses_select(&self) -> bool {
        let drill = self.drill.as_deref();
        drill.is_some_and(|drill| drill.training().mode == TrainingMode::HardDrop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pad_game::PadStart;
    use crate::rules::{Cell, Pose};

    #[test]
    fn a_floor_linecap_raises_the_floor_of_its_mode() {
        let linecap = Some("lines=0:floor".parse().unwrap());
        let mut carry = PersistentMemory::default();
        for (text, before, after) in [("floor:4", 16, 15), ("transition:3", 32, 19)] {
            let training: Training = text.parse().unwrap();
            let start = PadStart {
                level: 18,
                ..PadStart::default()
            };
            let mut game = PadGame::new(start, &mut carry);
            game.train(
                Training {
                    linecap,
                    ..training
                },
                &mut carry,
            );
            assert_eq!(game.core.floor, before, "{text}");
            let bottom = ROWS.min(before as i8);
            // Each round fills four rows except column 0 and locks an I there. The third round passes a multiple of ten
            // lines.
            for (lines, floor) in [(4, before), (8, before), (12, after)] {
                for y in bottom - 4..bottom {
                    (1..COLUMNS).for_each(|x| game.core.page.set(x, y, Cell::LIGHT));
                }
                let pose = Pose {
                    orientation: Piece::I.spawn().clockwise(),
                    x: 0,
                    y: bottom - 2,
                };
                let started = u16::from(text != "floor:4") * 120;
                assert!(game.lock_at_once(pose, &mut carry));
                assert_eq!(game.lines(), started + lines);
                assert_eq!(game.core.floor, floor, "{text}: {lines}");
            }
        }
    }

    #[test]
    fn a_checkerboard_is_done_when_its_lowest_row_is_completed() {
        let mut carry = PersistentMemory::default();
        let mut game = PadGame::new(PadStart::default(), &mut carry);
        game.train("checkerboard:0".parse().unwrap(), &mut carry);
        let gaps = (0..COLUMNS).filter(|&x| !game.board().contains(x, 19));
        let gaps: Vec<i8> = gaps.collect();
        assert_eq!(gaps.len(), 5);
        for (count, &x) in (1..).zip(&gaps) {
            let orientation = Piece::I.spawn().clockwise();
            let y = 18;
            let goes_on = game.lock_at_once(Pose { orientation, x, y }, &mut carry);
            assert_eq!(goes_on, count < 5, "after {count} of them");
        }
        assert!(game.is_over() && game.is_curtain_closed());
    }
}
