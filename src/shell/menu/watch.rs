//! What can be chosen for an AI's games.

use rightwell::menu::Preview;
use rightwell::players::Pattern;

use crate::shell::store::choices::{Choices, OWN_HAND, WatchChoice};
use crate::shell::store::load;

use super::context::AppContext;
use super::form::{ModeForm, SPEEDS};
use super::mode::ModeChoice;
use super::rows;
use super::strength::{self, Told};

const FILTERS: [&str; 5] = ["none", "well", "pattern", "well-plain", "pattern-plain"];
const RANDOMIZERS: [&str; 4] = ["usual", "nes", "nes-odds", "uniform"];

/// What there is to choose from.
#[derive(Debug)]
pub struct KnownPlayers {
    /// The players, the user's own behind ours.
    players: Vec<String>,
    /// What they are.
    told: Told,
    /// The pictures that can be used.
    patterns: Vec<(String, Pattern)>,
}

impl ModeChoice for WatchChoice {
    type Known = KnownPlayers;

    const TITLE: &'static str = "WATCH";
    const COMMAND: &'static str = "watch";

    fn look(context: &AppContext) -> KnownPlayers {
        let patterns = load::patterns().into_iter();
        KnownPlayers {
            players: rows::players(context),
            told: strength::players(context.folders()),
            patterns: patterns
                .filter_map(|(name, pattern)| Some((name, pattern.ok()?)))
                .collect(),
        }
    }

    fn among(choices: &mut Choices) -> &mut WatchChoice {
        &mut choices.watch
    }

    fn rows(&self, known: &KnownPlayers, form: &mut ModeForm<WatchChoice>) {
        if self.demo {
            form.level("LEVEL", "level", |c| &mut c.level);
        } else {
            self.rows_of_games(known, form);
        }
        form.seed(16, |c| &mut c.seed);
        form.speed(&SPEEDS, |c| &mut c.speed);
        let hint = "No path and no animation: with each picture the next piece is down";
        form.yes("PLAY_FAST", "fast", |c| &mut c.fast, hint);
        let hint = "The endless demo: a game that comes round for ever. SEED says where it begins";
        form.yes("ENDLESS", "demo", |c| &mut c.demo, hint);
    }

    fn preview(&self, known: &KnownPlayers) -> Option<Preview> {
        let is_chosen = |(name, _): &&(String, Pattern)| *name == self.pattern;
        let found = known.patterns.iter().find(is_chosen);
        let (_, pattern) = found.filter(|_| self.has_pattern() && !self.demo)?;
        Some(preview(pattern))
    }
}

impl WatchChoice {
    /// The rows that say who plays which games, and how.
    fn rows_of_games(&self, known: &KnownPlayers, form: &mut ModeForm<WatchChoice>) {
        let hint = "Who plays. The strongest are scorer and survival";
        form.choice("PLAYER", "player", &known.players, |c| &mut c.player, hint);
        form.tell(known.told.get(&self.player).cloned().unwrap_or_default());
        let hint = filter_hint(&self.filter);
        form.choice("FILTER", "", &FILTERS, |c| &mut c.filter, hint);
        if self.has_pattern() {
            let names: Vec<&str> = known.patterns.iter().map(|(name, _)| &**name).collect();
            if !names.is_empty() {
                form.choice("PICTURE", "", &names, |c| &mut c.pattern, "What is built");
            }
            form.say("filter", &format!("{}:{}", self.filter, self.pattern));
        } else {
            form.say("filter", &self.filter);
        }
        let hint = "Drag: no gravity, pieces go anywhere. Pad: the exact console, with buttons";
        form.choice("INPUT", "input", &["drag", "pad"], |c| &mut c.input, hint);
        let is_pad = self.input == "pad";
        if is_pad {
            form.hand(|c| &mut c.hand);
            if self.hand == OWN_HAND {
                form.taps(
                    |c| &mut c.tap_hz,
                    |c| &mut c.reaction,
                    "Frames before the first tap of a piece",
                    |c| &mut c.sight,
                );
            }
            form.region(|c| &mut c.region);
            form.game_type(|c| &mut c.game_type);
            if self.game_type == "b" {
                form.height(|c| &mut c.height);
            }
        }
        form.level("LEVEL", "level", |c| &mut c.level);
        if is_pad {
            let hint = "Two rows a frame from level 39 on, as in tournaments; the cartridge does not do it";
            let value: fn(&mut WatchChoice) -> &mut bool = |c| &mut c.double_killscreen;
            form.yes("DOUBLE 39", "double-killscreen", value, hint);
            form.crash(|c| &mut c.crash);
        }
        let hint =
            "Who chooses the pieces. nes: the cartridge bit for bit; nes-odds: its odds; uniform";
        let value: fn(&mut WatchChoice) -> &mut String = |c| &mut c.randomizer;
        form.optional("PIECES", "randomizer", &RANDOMIZERS, value, hint);
    }
}

fn filter_hint(filter: &str) -> &'static str {
    match filter {
        "well" => "Keeps the right column open and takes Tetrises in it",
        "pattern" => "Builds a picture out of falling pieces",
        "well-plain" => "Only refuses the squares of the right column",
        "pattern-plain" => "Only refuses squares beside the picture",
        _ => "The player as it is",
    }
}

/// The picture, its cells three pixels wide.
fn preview(pattern: &Pattern) -> Preview {
    const CELL: usize = 3;
    const INK: u8 = 0x27;
    const PAPER: u8 = 0x0F;
    let (width, height) = (10 * CELL, 20 * CELL);
    let ink = |place: usize| {
        let (x, y) = (place % width / CELL, place / width / CELL);
        if pattern.filled().contains(x as i8, y as i8) {
            INK
        } else {
            PAPER
        }
    };
    Preview {
        width,
        height,
        pixels: (0..width * height).map(ink).collect(),
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::menu::context::Launch;

    use super::*;

    #[test]
    fn options_that_do_not_go_together_are_left_out() {
        let known = WatchChoice::look(&AppContext::without_home(Launch::NOTHING));
        let words = |choice: &WatchChoice| {
            let mut form = ModeForm::new(choice.clone(), "watch");
            choice.rows(&known, &mut form);
            form.words().join(" ")
        };
        let mut choice = WatchChoice::default();
        assert!(!words(&choice).contains("--tap-hz"));
        choice.demo = true;
        assert_eq!(words(&choice), "watch --level 0 --speed 1 --demo");
        choice.demo = false;
        choice.input = "pad".to_owned();
        choice.filter = "pattern".to_owned();
        choice.seed = "7B".to_owned();
        let said = words(&choice);
        assert!(said.contains("--filter pattern:smiley"), "{said}");
        assert!(said.contains("--tap-hz 30") && said.contains("--seed 7B"));
        assert!(!said.contains("--height"), "{said}");
        choice.hand = "tapper".to_owned();
        choice.double_killscreen = true;
        let said = words(&choice);
        assert!(said.contains("--double-killscreen"));
        assert!(said.contains("--hand tapper") && !said.contains("--tap-hz"));
        choice.input = "drag".to_owned();
        assert!(!words(&choice).contains("--double-killscreen"));
    }
}
