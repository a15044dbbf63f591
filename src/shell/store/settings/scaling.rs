//! How the picture fills the window.

use std::fmt;
use std::str::FromStr;

/// How the picture fills the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// At the largest whole multiple of its size.
    Whole,
    /// As large as there is room, every pixel sharp.
    Fill,
    /// As large as there is room and as wide as on a television, where pixels are not square.
    Television,
}

impl Scaling {
    /// Their names in the file.
    pub const NAMES: [&str; 3] = ["whole", "fill", "television"];
}

impl FromStr for Scaling {
    type Err = String;

    fn from_str(text: &str) -> Result<Scaling, String> {
        let all = [Scaling::Whole, Scaling::Fill, Scaling::Television];
        let named = Scaling::NAMES.into_iter().zip(all);
        let mut found = named.filter(|(name, _)| *name == text);
        let allowed = || format!("allowed: {}", Scaling::NAMES.join(", "));
        found.next().map(|(_, scaling)| scaling).ok_or_else(allowed)
    }
}

impl fmt::Display for Scaling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Scaling::NAMES[*self as usize])
    }
}
