//! Measures tucks and spins: in which frames the last press would have worked, and in which frame it came.

use crate::engine::{Console, PlayState};
use crate::rules::{Buttons, PlayfieldMemory};
use crate::search::{PadPiece, Tuck};

use super::thumb_tracker::ThumbTracker;

/// Last press of a tuck or spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastPress {
    /// Number of frames in which the press would have worked, see [`Tuck::window`].
    pub window: u8,
    /// Position of the press in the window, see [`Tuck::place`].
    pub place: u8,
}

/// Plays the frames of a console and measures the last press of tucks and spins.
///
/// Every frame of the console must be run by [`PressTracker::step`].
#[derive(Clone, Debug, Default)]
pub struct PressTracker {
    thumbs: ThumbTracker,
    /// Number of console frames at the last step.
    frames: u64,
    /// Inputs of the piece under control.
    way: Option<Box<PieceInputs>>,
    last: Option<LastPress>,
}

/// Inputs of a piece since it came under control.
#[derive(Clone, Debug)]
struct PieceInputs {
    field: PlayfieldMemory,
    piece: PadPiece,
    inputs: Vec<Buttons>,
}

impl PressTracker {
    /// Returns the press of the last tuck or spin. `None` if the last lock was neither.
    pub const fn last(&self) -> Option<LastPress> {
        self.last
    }

    /// Plays one frame of `console` and follows the buttons. If the console has jumped to another state since the last
    /// step, tracking resumes with the next piece.
    pub fn step<C: AsRef<Console>, T>(
        &mut self,
        console: &mut C,
        play: impl FnOnce(&mut C) -> T,
    ) -> T {
        let before = console.as_ref();
        if before.frames() != self.frames {
            self.way = None;
            self.thumbs = ThumbTracker::default();
        }
        let piece = self.thumbs.piece(before);
        if let (None, Some(piece), Some(game)) = (&self.way, piece, before.game()) {
            self.way = Some(Box::new(PieceInputs {
                field: game.field().into_owned(),
                piece,
                inputs: Vec::new(),
            }));
        }
        let played = self.thumbs.step(console, play);
        let after = console.as_ref();
        self.frames = after.frames();
        if let (Some(way), Some(_)) = (&mut self.way, piece) {
            way.inputs.push(after.carry().pad.held);
        }
        let state = after.game().map(|game| (game.play_state(), game.pose()));
        let Some((state, pose)) = state else {
            self.way = None;
            return played;
        };
        if state != PlayState::Control
            && let Some(mut way) = self.way.take()
        {
            // If a training mode removed the piece at its target, the last frame moved no piece.
            if state == PlayState::Spawn {
                way.inputs.pop();
            }
            let there = way.piece.after(&way.field, &way.inputs).pose;
            self.last = Tuck::find(&way.field, way.piece, &way.inputs)
                .filter(|_| there == pose)
                .map(|Tuck { window, place, .. }| LastPress { window, place });
        }
        played
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{DirectStart, GameType, RecordedConsole};
    use crate::rules::{Piece, Region};
    use crate::search::{Hand, pad_reach};

    /// Returns a drill of this mode at level 18.
    fn drill(mode: &str) -> RecordedConsole {
        let start = DirectStart {
            region: Region::Ntsc,
            game_type: GameType::A,
            level: 18,
            seed: 0x8988,
        };
        let mut console = RecordedConsole::direct(start, Default::default()).unwrap();
        console.train(mode.parse().unwrap());
        console
    }

    /// Returns the press of the first piece. The piece is tapped to the right in its first frames and gets `button` in
    /// frame `frame`. `None` if it locks without a tuck.
    fn press_in(mode: &str, button: Buttons, frame: usize) -> Option<LastPress> {
        let mut console = drill(mode);
        let mut tracker = PressTracker::default();
        for now in 0..400 {
            let held = match now {
                2 => Buttons::RIGHT,
                _ if now == frame => button,
                _ => Buttons::NONE,
            };
            tracker.step(&mut console, |console| console.step(held));
            let state = console.console().game().unwrap().play_state();
            if now > 2 && state != PlayState::Control {
                return tracker.last();
            }
        }
        panic!("nothing locks");
    }

    #[test]
    fn the_frames_of_a_window_are_counted_from_first_to_last() {
        // In this setup, an I falls through a gap and slides under the edge to its left. At level 18 it is in the
        // lowest row for three frames.
        let press = |frame| press_in("setups:3", Buttons::LEFT, frame);
        let all = (0..400).filter_map(|frame| Some((frame, press(frame)?)));
        let all: Vec<(usize, LastPress)> = all.collect();
        let [(first, one), (second, two), (third, three)] = all[..] else {
            panic!("{all:?}");
        };
        assert_eq!((second, third), (first + 1, first + 2));
        assert_eq!([one, two, three].map(|press| press.window), [3; 3]);
        assert_eq!([one, two, three].map(|press| press.place), [1, 2, 3]);
    }

    #[test]
    fn a_t_spin_has_a_window_too() {
        let (mut console, mut tracker) = (drill("t-spins"), PressTracker::default());
        let piece = loop {
            tracker.step(&mut console, |console| console.step(Buttons::NONE));
            if let Some(piece) = tracker.thumbs.piece(console.console()) {
                break piece;
            }
        };
        let field = console.console().game().unwrap().field().into_owned();
        let reach = pad_reach(&field, piece, Hand::FASTEST);
        let turned_in = reach.iter().filter_map(|lock| {
            let inputs = reach.inputs(lock.pose)?;
            let is_t_down = lock.pose.orientation == Piece::T.spawn();
            Tuck::find(&field, piece, &inputs).filter(|_| is_t_down)?;
            let (mut console, mut tracker) = (console.clone(), tracker.clone());
            for held in inputs.into_iter().chain([Buttons::NONE; 2]) {
                tracker.step(&mut console, |console| console.step(held));
            }
            let streak = console.console().game()?.training()?.1.streak;
            (streak == 1).then(|| tracker.last().expect("it was turned in"))
        });
        let presses: Vec<LastPress> = turned_in.collect();
        assert!(!presses.is_empty(), "no way leads in");
        assert!(
            presses
                .iter()
                .all(|press| 1 <= press.place && press.place <= press.window)
        );
    }
}
