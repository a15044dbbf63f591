//! Matches with random buttons, on playfields in which rows clear often.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rightwell::engine::{Event, Events, PadPosition};
use rightwell::rules::{Buttons, Cell, PlayfieldMemory, Pose};

/// Two pads with random buttons except Start and Select. Each button stays held for some frames.
#[derive(Clone)]
pub struct Hands {
    generator: ChaCha8Rng,
    held: [Buttons; 2],
}

impl Hands {
    /// Creates the pads. Equal seeds give equal buttons.
    pub fn new(seed: u64) -> Hands {
        Hands {
            generator: super::boards::generator(seed),
            held: [Buttons::NONE; 2],
        }
    }

    /// Returns the buttons of the next frame. Left and Right are rarer than Down, so that pieces fall into the middle.
    pub fn next_buttons(&mut self) -> [Buttons; 2] {
        for held in &mut self.held {
            if self.generator.random_range(0..6) == 0 {
                let bits: [u8; 2] = [self.generator.random(), self.generator.random()];
                let pressed = Buttons::from_bits(bits[0] & bits[1]);
                *held = pressed.without(Buttons::START | Buttons::SELECT);
                if self.generator.random_range(0..3) == 0 {
                    *held = Buttons::DOWN;
                }
            }
        }
        self.held
    }

    /// Returns the buttons of the next frame. Now and then, Start or Select is held on one of the pads.
    pub fn next_with_start(&mut self) -> [Buttons; 2] {
        let mut held = self.next_buttons();
        if self.generator.random_range(0..400) == 0 {
            held[self.generator.random_range(0..2)] = Buttons::from_bits(self.generator.random());
        }
        held
    }

    /// Changes the position of a side. The piece fits into a gap of its own shape, and completes every row in the gap
    /// unless the hands move it away.
    pub fn fill(&mut self, position: PadPosition) -> PadPosition {
        let piece = position.pose.piece();
        let orientation = piece.orientation(self.below(piece.rotation_count()));
        let base = self.below(15) as i8;
        let pose = Pose {
            orientation,
            x: 5,
            y: 19 - base - orientation.bottom(),
        };
        let mut page = PlayfieldMemory::default();
        for y in 20 - base..20 {
            (1..10).for_each(|x| page.set(x, y, Cell::DARK));
        }
        for (_, y) in pose.cells() {
            (0..10).for_each(|x| page.set(x, y, Cell::LIGHT));
        }
        for (x, y) in pose.cells() {
            page.set(x, y, Cell::EMPTY);
        }
        PadPosition {
            page,
            pose,
            ..position
        }
    }

    /// Returns any number below `limit`.
    pub fn below(&mut self, limit: u8) -> u8 {
        self.generator.random_range(0..limit)
    }
}

/// Returns for each side whether an event happened.
pub fn happened(events: [Events; 2], event: Event) -> [bool; 2] {
    events.map(|events| events.contains(event))
}
