//! Repertoire of tunes: the built-in ones and the user's own.

use std::sync::Arc;

use super::tune::{Tune, TuneError};

/// Number of a tune in the repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TuneId(u8);

/// Names and texts of the built-in tunes.
const BUILT_IN: &[(&str, &str)] = assets!(
    include_str, "assets/music/", ".tune";
    "one",
    "two",
    "three",
    "title",
    "high-score",
    "ending",
    "versus",
    "victory",
    "success",
    "loss",
    "picture"
);

impl TuneId {
    /// Tune of the title screen.
    pub const TITLE: TuneId = TuneId(3);
    /// Tune of the name entry for high scores.
    pub const HIGH_SCORE: TuneId = TuneId(4);
    /// Tune of both endings.
    pub const ENDING: TuneId = TuneId(5);
    /// Tune of versus games.
    pub const VERSUS: TuneId = TuneId(6);
    /// Tune of a won match.
    pub const VICTORY: TuneId = TuneId(7);
    /// Tune of a finished B-type game or a won round.
    pub const SUCCESS: TuneId = TuneId(8);
    /// Tune of a lost round or match.
    pub const LOSS: TuneId = TuneId(9);
    /// Tune of a completed pattern.
    pub const PICTURE: TuneId = TuneId(10);

    /// Returns one of the menu's three tunes, 0-2.
    pub const fn from_menu(number: u8) -> Option<TuneId> {
        if number < 3 {
            Some(TuneId(number))
        } else {
            None
        }
    }
}

/// All tunes that can be played.
#[derive(Clone, Debug)]
pub struct Repertoire {
    tunes: Vec<(String, Arc<Tune>)>,
}

impl Default for Repertoire {
    fn default() -> Repertoire {
        Repertoire::built_in()
    }
}

impl Repertoire {
    /// Creates a repertoire of the built-in tunes.
    ///
    /// # Panics
    /// Never: a test reads all built-in tunes.
    pub fn built_in() -> Repertoire {
        let read = |(name, text): &(&str, &str)| {
            let tune = Tune::read(text).unwrap_or_else(|fault| panic!("{name}.tune: {fault}"));
            ((*name).to_owned(), Arc::new(tune))
        };
        Repertoire {
            tunes: BUILT_IN.iter().map(read).collect(),
        }
    }

    /// Parses a tune and adds it, or replaces a tune with this name. Returns its number.
    ///
    /// # Errors
    /// The fault in the text. The repertoire then stays unchanged.
    pub fn add(&mut self, name: &str, text: &str) -> Result<TuneId, TuneError> {
        let tune = Arc::new(Tune::read(text)?);
        let place = match self.find(name) {
            Some(TuneId(place)) => {
                self.tunes[usize::from(place)].1 = tune;
                place
            }
            None if self.tunes.len() > usize::from(u8::MAX) => {
                return Err(TuneError {
                    line: 1,
                    what: "too many tunes; allowed: 256".to_owned(),
                });
            }
            None => {
                self.tunes.push((name.to_owned(), tune));
                (self.tunes.len() - 1) as u8
            }
        };
        Ok(TuneId(place))
    }

    /// Returns the number of a tune. `None` if there is no tune of this name.
    pub fn find(&self, name: &str) -> Option<TuneId> {
        let place = self.tunes.iter().position(|(known, _)| known == name)?;
        Some(TuneId(place as u8))
    }

    /// Returns the names of all tunes, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tunes.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the name of a tune.
    pub fn name(&self, id: TuneId) -> Option<&str> {
        let (name, _) = self.tunes.get(usize::from(id.0))?;
        Some(name)
    }

    /// Returns a tune. If its number comes from another repertoire and is unknown in this one, returns the first tune.
    pub fn tune(&self, id: TuneId) -> &Arc<Tune> {
        let place = usize::from(id.0);
        let (_, tune) = self.tunes.get(place).unwrap_or(&self.tunes[0]);
        tune
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Minimum length of repeating tunes. Shorter ones become tiresome.
    const SECONDS_MIN: f64 = 40.0;

    #[test]
    fn every_tune_can_be_read_and_what_repeats_is_long() {
        let own = Repertoire::built_in();
        for (name, tune) in &own.tunes {
            let jingle = matches!(name.as_str(), "success" | "loss" | "picture");
            assert_eq!(tune.repeats_from.is_none(), jingle, "{name}");
            let seconds = tune.seconds();
            assert_eq!(seconds < SECONDS_MIN, jingle, "{name} lasts {seconds} s");
        }
    }

    #[test]
    fn names_and_numbers_agree() {
        let own = Repertoire::built_in();
        let known = [
            ("title", TuneId::TITLE),
            ("high-score", TuneId::HIGH_SCORE),
            ("ending", TuneId::ENDING),
            ("versus", TuneId::VERSUS),
            ("victory", TuneId::VICTORY),
            ("success", TuneId::SUCCESS),
            ("loss", TuneId::LOSS),
            ("picture", TuneId::PICTURE),
        ];
        for (name, id) in known {
            assert_eq!(own.find(name), Some(id));
        }
        assert_eq!(own.find("two"), TuneId::from_menu(1));
        assert_eq!(TuneId::from_menu(3), None);
    }

    #[test]
    fn a_tune_of_ones_own_is_added_or_takes_the_place_of_another() {
        let text = "name x\ntempo 100 100\nkey c major\nvoice v triangle\nsection A\ntriangle | @v c4:16 |\norder A";
        let mut all = Repertoire::built_in();
        let added = all.add("mine", text).unwrap();
        assert_eq!(all.tune(added).name, "x");
        assert_eq!(all.names().last(), Some("mine"));
        let one = all.add("one", text).unwrap();
        assert_eq!((Some(one), all.names().count()), (TuneId::from_menu(0), 12));
        assert_eq!(all.tune(one).name, "x");
        assert!(all.add("bad", "name x").is_err());
    }
}
