//! Detects which keys went down. A window reports held keys reliably, but not every press.

/// Held keys, and keys forgotten when the window lost the focus.
///
/// Edges are derived from the held keys: after a release while another window had the focus, a new press is marked as a
/// repeat, and the window library reports no press for it. A tap shorter than a loop iteration is never held but is
/// reported as pressed. So both lists count.
///
/// Nobody reports whether a key held at the loss of focus was released meanwhile. It counts as released. When it
/// finally goes up, it must have been pressed before.
#[derive(Debug)]
pub struct Edges<Key> {
    /// Keys held now.
    pub held: Vec<Key>,
    /// Keys that went down since the previous call, however briefly.
    pub new: Vec<Key>,
    forgotten: Vec<Key>,
}

impl<Key: Copy + PartialEq> Edges<Key> {
    /// Starts with no key held.
    pub const fn new() -> Edges<Key> {
        Edges {
            held: Vec::new(),
            new: Vec::new(),
            forgotten: Vec::new(),
        }
    }

    /// Forgets the held keys after the window lost the focus.
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
    fn a_key_is_new_once_however_short() {
        let mut keys = Edges::new();
        keys.round(&['a'], &['a', 'b']);
        assert_eq!(
            (&keys.held[..], &keys.new[..]),
            (&['a'][..], &['a', 'b'][..])
        );
        keys.round(&['a'], &[]);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['a'][..], &[][..]));
        // Released and pressed again without a report: only the held list shows it.
        keys.round(&[], &[]);
        keys.round(&['a'], &[]);
        assert_eq!(keys.new, ['a']);
    }

    #[test]
    fn a_key_that_was_held_when_the_focus_went_can_be_pressed_again() {
        let mut keys = Edges::new();
        keys.round(&['d'], &['d']);
        keys.forget();
        // Its release went to another window, so the library reports it as held for ever.
        keys.round(&['d', 'x'], &['x']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['x'][..], &['x'][..]));
        // Pressing it counts as a repeat and goes unreported; releasing it removes it.
        keys.round(&[], &[]);
        assert_eq!((&keys.held[..], &keys.new[..]), (&[][..], &['d'][..]));
        keys.round(&['d'], &['d']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['d'][..], &['d'][..]));
    }
}
