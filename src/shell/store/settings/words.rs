//! Settings that are one of a few words.

use std::fmt;
use std::str::FromStr;

/// Makes such settings: a type, and its values with their names in the file.
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
            /// Their names in the file.
            pub const NAMES: &[&str] = &[$($word),+];
            /// All of them.
            const ALL: &[$name] = &[$($name::$value),+];

            /// The one after it; after the last one the first.
            #[allow(dead_code, reason = "not all of them have a key")]
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
    /// How the picture fills the window.
    Scaling:
        /// At the largest whole multiple of its size.
        Whole = "whole",
        /// As large as there is room, every pixel sharp.
        Fill = "fill",
        /// As large as there is room and as wide as on a television, where pixels are not square.
        Television = "television",
        /// As wide as on a television, in its lines, with a soft glow.
        Scanlines = "scanlines";

    /// Where panels stand beside the picture.
    PanelPlace:
        /// At both sides, where there is room.
        Both = "both",
        /// At the left.
        Left = "left",
        /// At the right.
        Right = "right",
        /// Nowhere.
        None = "none";

    /// How much of a game's statistics is shown.
    StatisticsPage:
        /// The most important figures.
        Compact = "compact",
        /// All of them.
        Full = "full",
        /// None.
        None = "none";

    /// When the keys that do something now are shown.
    KeysPanel:
        /// In the first minutes.
        First = "first",
        /// Always.
        Always = "always",
        /// Never.
        Never = "never";

    /// The colour around the picture, which programs for streamers can take away.
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
    /// The NES colour index.
    pub const fn colour(self) -> u8 {
        match self {
            Ground::Black => 0x0F,
            Ground::Green => 0x1A,
            Ground::Blue => 0x12,
            Ground::Magenta => 0x14,
        }
    }
}
