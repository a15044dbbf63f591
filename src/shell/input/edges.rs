//! Detects newly pressed keys. A window reports held keys reliably, but not every press.

/// Tracks held keys and detects new presses.
///
/// The window library provides a list of held keys and a list of presses. Neither is complete, so both are used. If a
/// key was released while another window had the focus, its next press counts as a repeat and is missing from the list
/// of presses. If a key is tapped more briefly than a loop iteration, it is missing from the list of held keys.
///
/// When the window loses the focus, all keys count as released, because their releases may go unnoticed. If the library
/// later reports the release of such a key, the key counts as pressed once: its last press was not reported.
#[derive(Debug)]
pub struct PressDetector<Key> {
    /// Keys that are held now.
    pub held: Vec<Key>,
    /// Keys pressed since the previous call, even if already released.
    pub new: Vec<Key>,
    forgotten: Vec<Key>,
}

impl<Key: Copy + PartialEq> PressDetector<Key> {
    /// Returns a state in which no key is held.
    pub const fn new() -> PressDetector<Key> {
        PressDetector {
            held: Vec::new(),
            new: Vec::new(),
            forgotten: Vec::new(),
        }
    }

    /// Treats all held keys as released, after the window lost the focus.
    pub fn forget(&mut self) {
        self.forgotten.append(&mut self.held);
    }

    /// Updates the keys once per loop iteration, from the window's lists of held and pressed keys.
    pub fn round(&mut self, down: &[Key], pressed: &[Key]) {
        self.forgotten.retain(|key| !pressed.contains(key));
        let (unclear, again): (Vec<Key>, Vec<Key>) =
            self.forgotten.iter().partition(|key| down.contains(key));
        let is_held = |key: &Key| !unclear.contains(key);
        let held: Vec<Key> = down.iter().copied().filter(is_held).collect();
        let is_new = |key: &Key| !self.held.contains(key);
        self.new = held.iter().copied().filter(is_new).collect();
        let short = pressed.iter().copied().filter(|key| !held.contains(key));
        self.new.extend(short.chain(again));
        (self.held, self.forgotten) = (held, unclear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_is_new_once_however_short() {
        let mut keys = PressDetector::new();
        keys.round(&['a'], &['a', 'b']);
        assert_eq!(
            (&keys.held[..], &keys.new[..]),
            (&['a'][..], &['a', 'b'][..])
        );
        keys.round(&['a'], &[]);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['a'][..], &[][..]));
        // The key was released and pressed again, but the press was not reported. Only the list of held keys contains
        // it.
        keys.round(&[], &[]);
        keys.round(&['a'], &[]);
        assert_eq!(keys.new, ['a']);
    }

    #[test]
    fn a_key_held_at_a_loss_of_focus_can_be_pressed_again() {
        let mut keys = PressDetector::new();
        keys.round(&['d'], &['d']);
        keys.forget();
        // Another window received the release of the key, so the library keeps reporting the key as held.
        keys.round(&['d', 'x'], &['x']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['x'][..], &['x'][..]));
        // The library takes the next press for a repeat and does not report it. After the release, the list of held
        // keys no longer contains the key.
        keys.round(&[], &[]);
        assert_eq!((&keys.held[..], &keys.new[..]), (&[][..], &['d'][..]));
        keys.round(&['d'], &['d']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['d'][..], &['d'][..]));
    }
}
