//! Which keys went down: a window says what is held, but not always what was pressed.

/// What is held, and what was forgotten when the window lost the focus.
///
/// Edges are derived from what is held: a key released while another window had the focus comes
/// back marked as a repeat, for which the window library reports no press. A tap shorter than a
/// round is never held but reported as pressed, so both are asked. Of a key that was held when the
/// focus went nobody says whether it was released meanwhile: it counts as released, and when it is
/// released at last it was pressed before.
#[derive(Debug)]
pub struct Edges<Key> {
    /// The keys that are held.
    pub held: Vec<Key>,
    /// Those that went down since the round before, however shortly.
    pub new: Vec<Key>,
    forgotten: Vec<Key>,
}

impl<Key: Copy + PartialEq> Edges<Key> {
    /// Nothing held.
    pub const fn new() -> Edges<Key> {
        Edges {
            held: Vec::new(),
            new: Vec::new(),
            forgotten: Vec::new(),
        }
    }

    /// The window has lost the focus: nothing is held any more, as far as anybody knows.
    pub fn forget(&mut self) {
        self.forgotten.append(&mut self.held);
    }

    /// A round in which the window says that these keys are down and those were pressed.
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
        // Released and pressed again unheard of: it comes back as held only.
        keys.round(&[], &[]);
        keys.round(&['a'], &[]);
        assert_eq!(keys.new, ['a']);
    }

    #[test]
    fn a_key_that_was_held_when_the_focus_went_can_be_pressed_again() {
        let mut keys = Edges::new();
        keys.round(&['d'], &['d']);
        keys.forget();
        // Its release went to another window: the library holds it for ever.
        keys.round(&['d', 'x'], &['x']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['x'][..], &['x'][..]));
        // Pressed it is a repeat, of which nothing is said; released it is gone.
        keys.round(&[], &[]);
        assert_eq!((&keys.held[..], &keys.new[..]), (&[][..], &['d'][..]));
        keys.round(&['d'], &['d']);
        assert_eq!((&keys.held[..], &keys.new[..]), (&['d'][..], &['d'][..]));
    }
}
