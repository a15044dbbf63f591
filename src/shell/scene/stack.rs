//! Stack of scenes, such as a menu over a game, or a review over a match.

use std::cell::OnceCell;

use super::{BegunScene, Hud, Scene};
use crate::options::speed::Speed;

/// Scene on the stack, with its speed and its pause.
#[derive(Debug)]
pub struct SceneLayer {
    /// The scene.
    pub scene: Box<dyn Scene>,
    /// Current speed.
    pub speed: Speed,
    /// True if the user has paused the scene.
    pub is_paused: bool,
    /// Reason why the scene cannot continue. `None` unless it has failed.
    pub failure: Option<String>,
    /// Texts around the scene, once they have been computed. A mutable access clears them.
    hud: OnceCell<Hud>,
}

impl SceneLayer {
    fn new(scene: Box<dyn Scene>, speed: Speed) -> SceneLayer {
        SceneLayer {
            scene,
            speed,
            is_paused: false,
            failure: None,
            hud: OnceCell::new(),
        }
    }

    /// Returns the texts around the scene.
    pub fn hud(&self) -> &Hud {
        self.hud.get_or_init(|| self.scene.hud())
    }
}

/// Stack of scenes. The top scene receives steps and keys, and the scenes below wait.
#[derive(Debug)]
pub struct Stack {
    top: SceneLayer,
    below: Vec<SceneLayer>,
}

impl Stack {
    /// Returns a stack of one scene.
    pub fn new(begun: BegunScene) -> Stack {
        Stack {
            top: SceneLayer::new(begun.scene, begun.speed),
            below: Vec::new(),
        }
    }

    /// Returns the visible scene.
    pub const fn top(&self) -> &SceneLayer {
        &self.top
    }

    /// Returns the visible scene mutably. Clears its cached texts.
    pub fn top_mut(&mut self) -> &mut SceneLayer {
        self.top.hud.take();
        &mut self.top
    }

    /// Puts a scene on top. It runs at the console's speed.
    pub fn push(&mut self, scene: Box<dyn Scene>) {
        let top = SceneLayer::new(scene, Speed::Times(1.0));
        self.below.push(std::mem::replace(&mut self.top, top));
    }

    /// Replaces all scenes with a new one.
    pub fn replace(&mut self, begun: BegunScene) {
        *self = Stack::new(begun);
    }

    /// Returns whether there is a scene below the top one.
    pub fn is_deep(&self) -> bool {
        !self.below.is_empty()
    }

    /// Returns whether a game would be lost if all scenes were closed.
    pub fn is_busy(&self) -> bool {
        let mut all = self.below.iter().chain([&self.top]);
        all.any(|layer| layer.scene.can().is_busy)
    }

    /// Returns whether the topmost game that would be lost is a match.
    pub fn is_match(&self) -> bool {
        let mut all = [&self.top].into_iter().chain(self.below.iter().rev());
        let busy = all.find(|layer| layer.scene.can().is_busy);
        busy.is_some_and(|layer| layer.scene.can().is_match)
    }

    /// Drops the top scene, so that the scene below is shown again. Returns `false` if there is no scene below; nothing
    /// is dropped then.
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
