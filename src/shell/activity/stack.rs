//! Activities that lie over each other: a menu over a game, a review over a match.

use std::cell::OnceCell;

use super::{Activity, Begun, Hud};
use crate::shell::options::speed::Speed;

/// An activity with what a watcher has set for it.
#[derive(Debug)]
pub struct Layer {
    /// What is stepped and shown.
    pub activity: Box<dyn Activity>,
    /// How fast it runs.
    pub speed: Speed,
    /// Whether a watcher has stopped it.
    pub is_paused: bool,
    /// Why it cannot go on.
    pub failure: Option<String>,
    /// What is told of it, once somebody has asked, until it can have changed.
    hud: OnceCell<Hud>,
}

impl Layer {
    fn new(activity: Box<dyn Activity>, speed: Speed) -> Layer {
        Layer {
            activity,
            speed,
            is_paused: false,
            failure: None,
            hud: OnceCell::new(),
        }
    }

    /// What is told of it.
    pub fn hud(&self) -> &Hud {
        self.hud.get_or_init(|| self.activity.hud())
    }
}

/// Activities over each other. The top one gets steps and keys; those below wait as they are.
#[derive(Debug)]
pub struct Stack {
    top: Layer,
    below: Vec<Layer>,
}

impl Stack {
    /// One activity alone.
    pub fn new(begun: Begun) -> Stack {
        Stack {
            top: Layer::new(begun.activity, begun.speed),
            below: Vec::new(),
        }
    }

    /// The one that is on the screen.
    pub const fn top(&self) -> &Layer {
        &self.top
    }

    /// The one that is on the screen, to be stepped and set.
    pub fn top_mut(&mut self) -> &mut Layer {
        self.top.hud.take();
        &mut self.top
    }

    /// Lays an activity over all others; it runs at the console's speed.
    pub fn push(&mut self, activity: Box<dyn Activity>) {
        let top = Layer::new(activity, Speed::Times(1.0));
        self.below.push(std::mem::replace(&mut self.top, top));
    }

    /// Drops all and begins with another one.
    pub fn replace(&mut self, begun: Begun) {
        *self = Stack::new(begun);
    }

    /// Whether something lies below the one on the screen.
    pub fn is_deep(&self) -> bool {
        !self.below.is_empty()
    }

    /// Whether leaving all of them would break something off.
    pub fn is_busy(&self) -> bool {
        let mut all = self.below.iter().chain([&self.top]);
        all.any(|layer| layer.activity.can().is_busy)
    }

    /// Whether what would be broken off first is a match.
    pub fn is_match(&self) -> bool {
        let mut all = [&self.top].into_iter().chain(self.below.iter().rev());
        let busy = all.find(|layer| layer.activity.can().is_busy);
        busy.is_some_and(|layer| layer.activity.can().is_match)
    }

    /// Drops the top one and goes back to the one below; false, and nothing is dropped, if it is the
    /// last one.
    pub fn pop(&mut self) -> bool {
        match self.below.pop() {
            Some(below) => {
                self.top = below;
                true
            }
            None => false,
        }
    }
}
