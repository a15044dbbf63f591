//! Keys that do something as long as they are held.

use super::App;

/// What only a window knows: that a key is held.
#[cfg(any(feature = "window", test))]
impl App {
    /// Says whether a key is held, by its name in the settings: that for hints shows them, another one
    /// begins a new game, unless a person plays with it.
    pub fn set_held_keys(&mut self, is_held: impl Fn(&str) -> bool) {
        let is_held = |name| {
            let key = self.settings().program_keys.key_of(name);
            key.is_some_and(|key| is_held(key) && !self.is_played_with(key))
        };
        let restarts = is_held("restart");
        self.asks_for_hint = is_held("show_hint");
        self.hold_restart(restarts);
    }
}
