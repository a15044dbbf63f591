//! Rows of the page for an AI's games.

use rightwell::engine::GameType;
use rightwell::menu::Preview;
use rightwell::players::Pattern;

use crate::options::controls::InputArg;
use crate::options::forms::WatchForm;
use crate::options::scenes::SceneArgs;
use crate::options::words::{RANDOMIZERS, randomizer_help};
use crate::scene::app_context::AppContext;
use crate::store::choices::SavedChoices;
use crate::store::load;

use super::form::{FormRows, replace_unknown};
use super::mode::ModeForm;
use super::play::{HEIGHT_HINT, TYPE_HINT};
use super::rows;
use super::strength::{self, StrengthTexts};

/// Players and patterns to choose from.
#[derive(Debug)]
pub struct KnownPlayers {
    /// Names of the players, the built-in ones first.
    players: Vec<String>,
    /// Descriptions of the players.
    told: StrengthTexts,
    /// Patterns without errors, by name.
    patterns: Vec<(String, Pattern)>,
}

impl ModeForm for WatchForm {
    type Lookups = KnownPlayers;

    const TITLE: &'static str = "WATCH";

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

    fn among(choices: &mut SavedChoices) -> &mut WatchForm {
        &mut choices.watch
    }

    fn settle(&mut self, known: &KnownPlayers) -> Vec<String> {
        if self.demo {
            return Vec::new();
        }
        let usual = WatchForm::default();
        let player = replace_unknown("PLAYER", &mut self.player, &known.players, &usual.player);
        let mut said = Vec::from_iter(player);
        if self.has_pattern() {
            let patterns = known.pattern_names();
            let pattern = &mut self.pattern;
            said.extend(replace_unknown(
                "PICTURE",
                pattern,
                &patterns,
                &usual.pattern,
            ));
        }
        said
    }

    fn scene_args(&self) -> SceneArgs {
        SceneArgs::Watch(self.args())
    }

    fn player_and_filter(&self) -> Option<(String, String)> {
        let game = self.args().game;
        (!self.demo).then_some((game.player, game.filter))
    }

    fn rows(&self, known: &KnownPlayers, rows: &mut FormRows<WatchForm>) {
        if self.demo {
            rows.level("LEVEL", |f| &mut f.level);
        } else {
            self.rows_of_games(known, rows);
        }
        rows.seed(16, |f| &mut f.seed);
        rows.speed(true, |f| &mut f.speed);
        let hint = "PLAY_FAST: no paths and no animation. Each frame locks a piece";
        rows.yes("PLAY_FAST", |f| &mut f.fast, hint);
        let hint = "Endless demo: a game that repeats for ever. SEED sets its start";
        rows.yes("ENDLESS", |f| &mut f.demo, hint);
    }

    fn preview(&self, known: &KnownPlayers) -> Option<Preview> {
        let is_chosen = |(name, _): &&(String, Pattern)| *name == self.pattern;
        let found = known.patterns.iter().find(is_chosen);
        let (_, pattern) = found.filter(|_| self.has_pattern() && !self.demo)?;
        Some(preview(pattern))
    }
}

impl KnownPlayers {
    fn pattern_names(&self) -> Vec<String> {
        self.patterns.iter().map(|(name, _)| name.clone()).collect()
    }
}

impl WatchForm {
    /// Adds the rows for the player and the games.
    fn rows_of_games(&self, known: &KnownPlayers, rows: &mut FormRows<WatchForm>) {
        let hint = "AI that plays. The strongest are scorer and survival";
        rows.some("PLAYER", &known.players, |f| &mut f.player, hint);
        rows.tell(known.told.get(&self.player).cloned().unwrap_or_default());
        rows.explained("FILTER", |f| &mut f.filter);
        let patterns = known.pattern_names();
        if self.has_pattern() && !patterns.is_empty() {
            rows.some("PICTURE", &patterns, |f| &mut f.pattern, "Picture to build");
        }
        let hint = "Drag: no gravity, pieces go anywhere. Pad: the exact console with a gamepad";
        rows.word("INPUT", |f| &mut f.input, hint);
        let is_pad = self.input == InputArg::Pad;
        if is_pad {
            rows.hands(|f| &mut f.hands, "Frames before the first tap of a piece");
            rows.region(|f| &mut f.region);
            rows.word("TYPE", |f| &mut f.game_type, TYPE_HINT);
            if self.game_type != GameType::A {
                rows.number("HEIGHT", (0, 5), |f| &mut f.height, HEIGHT_HINT);
            }
        }
        rows.level("LEVEL", |f| &mut f.level);
        if is_pad {
            let hint = "Pieces fall two rows a frame from level 39 on, as in tournaments";
            rows.yes("DOUBLE 39", |f| &mut f.double_killscreen, hint);
            rows.explained("NES CRASH BUG", |f| &mut f.crash);
        }
        let usual = "Source of the pieces: nes with a pad, nes-odds with drag";
        let hint = self.randomizer.map_or(usual, randomizer_help);
        let kinds = RANDOMIZERS.map(|row| row.0);
        rows.optional("PIECES", "usual", kinds, |f| &mut f.randomizer, hint);
    }
}

/// Returns an image of a pattern.
pub fn preview(pattern: &Pattern) -> Preview {
    const INK: u8 = 0x27;
    const PAPER: u8 = 0x0F;
    rows::small_board(|x, y| match pattern.filled().contains(x, y) {
        true => INK,
        false => PAPER,
    })
}

#[cfg(test)]
mod tests {
    use crate::options::forms::FilterKind;

    use super::*;

    #[test]
    fn rows_and_options_without_effect_are_omitted() {
        let known = WatchForm::look(&AppContext::without_home());
        let mut form = WatchForm {
            seed: Some(0x7B),
            filter: FilterKind::Pattern,
            double_killscreen: true,
            ..WatchForm::default()
        };
        let words = |form: &WatchForm| form.scene_args().words().join(" ");
        let has_row = |form: &WatchForm, label: &str| {
            let mut rows = FormRows::new(form.clone());
            form.rows(&known, &mut rows);
            rows.into_rows().iter().any(|row| row.name == label)
        };
        assert_eq!(words(&form), "watch --filter pattern:smiley --seed 7B");
        assert!(!has_row(&form, "TAPS") && has_row(&form, "PICTURE"));
        form.input = InputArg::Pad;
        let said = words(&form);
        assert!(said.contains("--tap-hz 30") && said.contains("--double-killscreen"));
        assert!(!said.contains("--height") && has_row(&form, "TAPS"));
        form.hands.hand = Some("tapper".to_owned());
        let said = words(&form);
        assert!(said.contains("--hand tapper") && !said.contains("--tap-hz"));
        form.demo = true;
        assert_eq!(words(&form), "watch --demo --seed 7B");
        assert!(!has_row(&form, "INPUT"));
    }
}
