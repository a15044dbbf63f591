//! Settings with a fixed set of words.

use std::fmt;
use std::str::FromStr;

/// Generates an enum for each setting: its values, and their names in the file.
macro_rules! words {
    ($(
        $(#[$comment:meta])*
        $name:ident: $($(#[$of_value:meta])* $value:ident = $word:literal),+;
    )+) => {$(
        $(#[$comment])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$of_value])* $value,)+
        }

        impl $name {
            /// Names in the file.
            pub const NAMES: &[&str] = &[$($word),+];
            /// All values.
            const ALL: &[$name] = &[$($name::$value),+];

            /// Returns the next value, or the first one after the last.
            #[allow(dead_code, reason = "not every setting has a key that changes it")]
            pub fn next(self) -> $name {
                $name::ALL[(self as usize + 1) % $name::ALL.len()]
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                let place = $name::NAMES.iter().position(|name| *name == text);
                let allowed = || format!("allowed: {}", $name::NAMES.join(", "));
                place.map(|place| $name::ALL[place]).ok_or_else(allowed)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name::NAMES[*self as usize])
            }
        }
    )+};
}

words! {
    /// Scaling of the game screen to the window.
    Scaling:
        /// Largest whole multiple of the console's size.
        Whole = "whole",
        /// Largest whole multiple if it nearly fills the window, otherwise as large as possible, with sharp pixels.
        Fill = "fill",
        /// As large as possible, with a television's wider pixels.
        Television = "television";

    /// Position of the panels.
    PanelPlace:
        /// Panels on both sides of the game, if there is room.
        Both = "both",
        /// Panels only at the left of the game.
        Left = "left",
        /// Panels only at the right of the game.
        Right = "right",
        /// No panels.
        None = "none";

    /// Amount of statistics shown.
    StatisticsPage:
        /// Only the most important statistics.
        Compact = "compact",
        /// All statistics.
        Full = "full",
        /// No statistics.
        None = "none";

    /// When to show the panel of active keys.
    KeysPanel:
        /// The panel is shown for the first minutes of use.
        First = "first",
        /// The panel is always shown.
        Always = "always",
        /// The panel is never shown.
        Never = "never";

    /// Colour around the game, which streaming programs can key out.
    Ground:
        /// Black.
        Black = "black",
        /// Green.
        Green = "green",
        /// Blue.
        Blue = "blue",
        /// Magenta.
        Magenta = "magenta";
}

impl Ground {
    /// Returns the NES colour index.
    pub const fn colour(self) -> u8 {
        match self {
            Ground::Black => 0x0F,
            Ground::Green => 0x1A,
            Ground::Blue => 0x12,
            Ground::Magenta => 0x14,
        }
    }
}
