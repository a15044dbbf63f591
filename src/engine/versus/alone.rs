//! Checks that a side without garbage plays exactly like a single game of the cartridge, frame by frame.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::engine::event::Event;
use crate::engine::pad_game::{PadGame, PadPosition, PadStart};
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::quirks;
use crate::engine::view::{MatchStage, Side};
use crate::rules::randomizer::generator;
use crate::rules::{Buttons, Cell, PlayfieldMemory, Pose, Randomizer, Region};

use super::{GarbageHoles, GarbageRules, PLAYING, Versus, VersusStart};

/// One side's game, run without a match.
struct SoloGame {
    game: PadGame,
    carry: PersistentMemory,
}

impl SoloGame {
    fn new(start: &VersusStart, side: Side, round: u32) -> SoloGame {
        let mut carry = PersistentMemory::default();
        let pad_start = PadStart {
            region: start.region,
            level: start.levels[side.index()],
            ..PadStart::default()
        };
        let mut game = PadGame::new(pad_start, &mut carry);
        let pieces = Randomizer::new(start.randomizer, start.seed, round.into());
        game.draw_pieces_from(pieces.unwrap());
        SoloGame { game, carry }
    }

    /// Moves the current piece, in the single game and on this side of the match, into a gap of its own shape. Its lock
    /// then completes all rows it touches.
    fn refill(&mut self, versus: &mut Versus, side: Side, random: &mut ChaCha8Rng) {
        let piece = self.game.pose().piece();
        let orientation = piece.orientation(random.random_range(0..piece.rotation_count()));
        let y = random.random_range(5..20) - orientation.bottom();
        let pose = Pose {
            orientation,
            x: 5,
            y,
        };
        let mut page = PlayfieldMemory::default();
        for (_, y) in pose.cells() {
            (0..10).for_each(|x| page.set(x, y, Cell::LIGHT));
        }
        for (x, y) in pose.cells() {
            page.set(x, y, Cell::EMPTY);
        }
        let position = PadPosition {
            page,
            pose,
            ..self.game.position()
        };
        versus.set_position(side, position.clone());
        (self.carry.control, self.carry.pad) = Default::default();
        self.game = self.game.moved_to(position, &mut self.carry);
    }
}

/// Returns random buttons that change only every few frames. Combinations that a match treats specially never occur.
fn press(held: Buttons, random: &mut ChaCha8Rng) -> Buttons {
    if random.random_range(0..5) != 0 {
        return held;
    }
    let bits: [u8; 2] = [random.random(), random.random()];
    let pressed = Buttons::from_bits(bits[0] & bits[1]).only(PLAYING);
    match random.random_range(0..3) {
        0 => Buttons::DOWN,
        _ if quirks::takes_two_frames(pressed) => Buttons::NONE,
        _ => pressed,
    }
}

/// Plays rounds, compares each frame with the frames of two single games, and returns the number of lines cleared.
fn compare(start: VersusStart, frames: u32, random: &mut ChaCha8Rng) -> u32 {
    let mut versus = Versus::new(start.clone()).unwrap();
    let singles = |round| Side::BOTH.map(|side| SoloGame::new(&start, side, round));
    let (mut round, mut alone) = (0, singles(0));
    let (mut held, mut lines) = ([Buttons::NONE; 2], 0);
    for _ in 0..frames {
        held = held.map(|held| press(held, random));
        let was_playing = versus.moment() == MatchStage::Playing;
        let events = versus.step(held);
        if versus.round() != round {
            round = versus.round();
            alone = singles(round);
            continue;
        }
        for side in Side::BOTH {
            let SoloGame { game, carry } = &mut alone[side.index()];
            let before = game.lines();
            if was_playing {
                game.step(carry, held[side.index()]);
            } else if game.is_over() && !(game.is_curtain_closed() && game.is_redrawn()) {
                game.step(carry, Buttons::NONE);
            }
            lines += u32::from(game.lines() - before);
            assert_eq!(versus.game(side), game, "frame {}", versus.frames());
            assert_eq!(versus.carry(side), carry, "frame {}", versus.frames());
            let has_spawned = was_playing && events[side.index()].contains(Event::Spawned);
            if has_spawned
                && versus.moment() == MatchStage::Playing
                && random.random_range(0..10) == 0
            {
                alone[side.index()].refill(&mut versus, side, random);
            }
        }
    }
    lines
}

#[test]
fn a_side_without_garbage_is_the_game_of_the_cartridge_frame_by_frame() {
    let mut random = generator(1, 0);
    let mut lines = 0;
    for (seed, levels) in (0..).zip([[0, 0], [5, 18], [9, 19], [29, 8], [29, 29], [15, 0]]) {
        for region in [Region::Ntsc, Region::Pal] {
            let start = VersusStart {
                levels,
                region,
                seed,
                best_of: 99,
                garbage: GarbageRules {
                    holes: GarbageHoles::Off,
                    cancelling: false,
                },
                ..VersusStart::default()
            };
            lines += compare(start, 30_000, &mut random);
        }
    }
    assert!(lines > 200, "{lines} lines");
}
