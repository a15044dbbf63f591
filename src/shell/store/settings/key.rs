//! Keys of a keyboard, with their names in the settings.

/// Calls a macro with all keys that the settings may use. The window library names them equally.
macro_rules! every_key {
    ($callback:ident) => {
        $callback! {
        Left Right Up Down Enter Backspace LeftShift RightShift LeftControl RightControl LeftAlt
        RightAlt Comma Minus Slash Semicolon Apostrophe LeftBracket RightBracket Backslash Insert
        Delete Home End PageUp PageDown Equal GraveAccent KpDivide KpMultiply KpDecimal KpEnter
        KpAdd KpSubtract Space Tab Period Escape F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 A B C D E
        F G H I J K L M N O P Q R S T U V W X Y Z Key0 Key1 Key2 Key3 Key4 Key5 Key6 Key7 Key8
        Key9 Kp0 Kp1 Kp2 Kp3 Kp4 Kp5 Kp6 Kp7 Kp8 Kp9
        }
    };
}
#[cfg(feature = "window")]
pub(crate) use every_key;

macro_rules! declare {
    ($($key:ident)+) => {
        /// Key that the settings may use.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key {
            $($key,)+
        }

        impl Key {
            const ALL: &[Key] = &[$(Key::$key),+];

            /// Returns the name in the settings. Digits are named without the prefix.
            pub fn name(self) -> &'static str {
                let name = match self {
                    $(Key::$key => stringify!($key),)+
                };
                name.strip_prefix("Key").unwrap_or(name)
            }
        }
    };
}
every_key!(declare);

impl Key {
    /// Returns the key with this name in the settings.
    pub fn named(name: &str) -> Option<Key> {
        Key::ALL.iter().copied().find(|key| key.name() == name)
    }

    /// Returns whether a key has this name.
    pub fn is_name(name: &str) -> bool {
        Key::named(name).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_the_name_that_the_settings_have_always_used() {
        let names =
            "0 7 9 Kp0 Kp9 Enter F12 Escape LeftShift GraveAccent KpSubtract PageDown Period A Q";
        for name in names.split(' ') {
            assert_eq!(Key::named(name).map(Key::name), Some(name));
        }
        for wrong in [
            "", "a", "AB", "Kp", "Kp10", "Key7", "F0", "F13", "space", "CapsLock",
        ] {
            assert_eq!(Key::named(wrong), None, "{wrong}");
        }
        for &key in Key::ALL {
            assert_eq!(Key::named(key.name()), Some(key));
        }
    }
}
