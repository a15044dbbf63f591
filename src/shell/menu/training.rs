//! Rows of the training page.

use rightwell::engine::Linecap;
use rightwell::engine::training::{LinecapEffect, TrainingMode};
use rightwell::menu::Field;

use crate::options::forms::{LinecapUnit, TrainedMode, TrainingForm};
use crate::options::scenes::SceneArgs;
use crate::scene::app_context::AppContext;
use crate::scene::speed_test;
use crate::store::choices::SavedChoices;
use crate::store::drill_results::{self, AllDrillResults};

use super::form::{FormRows, HEXADECIMAL};
use super::mode::ModeForm;

/// Maximum number of results in the hint.
const LAST: usize = 10;
/// Highest level.
const LEVEL_MAX: u32 = 255;

impl ModeForm for TrainingForm {
    /// Results of drills, or the error in their file.
    type Lookups = Result<AllDrillResults, String>;

    const TITLE: &'static str = "TRAINING";

    fn look(context: &AppContext) -> Self::Lookups {
        match context.folders() {
            Some(folders) => drill_results::load(&folders.drills()).map_err(|e| e.to_string()),
            None => Ok(AllDrillResults::default()),
        }
    }

    fn fault(known: &Self::Lookups) -> Option<String> {
        known.as_ref().err().cloned()
    }

    fn among(choices: &mut SavedChoices) -> &mut TrainingForm {
        &mut choices.training
    }

    fn scene_args(&self) -> SceneArgs {
        SceneArgs::Play(self.args())
    }

    fn rows(&self, known: &Self::Lookups, rows: &mut FormRows<TrainingForm>) {
        rows.explained("MODE", |f| &mut f.mode);
        let TrainedMode::Game(mode) = self.mode else {
            rows.region(|f| &mut f.region);
            return self.results(known, speed_test::in_hz, rows);
        };
        let facts = mode.facts();
        if mode == TrainingMode::Seed {
            let field = Field::Text {
                value: self.pieces.clone(),
                letters: HEXADECIMAL,
                max: 6,
                empty: TrainingForm::PIECES.to_owned(),
            };
            let hint = "Six digits to share with others, from 000200";
            rows.add("DIGITS", field, hint, |form, digits| {
                digits.clone_into(&mut form.pieces);
            });
        } else if let Some(values) = facts.values {
            rows.number("VALUE", (0, values.most), |f| &mut f.value, facts.about);
        }
        let hint = "Starting level, 0 to 255";
        rows.number("LEVEL", (0, LEVEL_MAX), |f| &mut f.level, hint);
        self.rows_of_linecap(rows);
        let hint = "Ignores fast taps, so only DAS moves pieces far";
        rows.yes("DAS ONLY", |f| &mut f.das_only, hint);
        let hint = "START does not pause the game";
        rows.yes("NO PAUSE", |f| &mut f.no_pause, hint);
        let hint = "How scores of a million or more are shown";
        rows.word("SCORE", |f| &mut f.score, hint);
        rows.region(|f| &mut f.region);
        rows.explained("NES CRASH BUG", |f| &mut f.crash);
        rows.speed(false, |f| &mut f.speed);
        self.results(known, |result| result.to_string(), rows);
    }

    /// If the mode was changed, sets the value to the default of the new mode.
    fn follow(self, before: &TrainingForm, _: &Self::Lookups, _: &AppContext) -> TrainingForm {
        match self.mode {
            TrainedMode::Game(mode) if self.mode != before.mode => TrainingForm {
                value: mode
                    .facts()
                    .values
                    .map_or(self.value, |values| values.usual),
                ..self
            },
            _ => self,
        }
    }
}

impl TrainingForm {
    fn rows_of_linecap(&self, rows: &mut FormRows<TrainingForm>) {
        let hint = "Changes the rules late in the game, from a level or line count on";
        let units = [LinecapUnit::Level, LinecapUnit::Lines];
        rows.optional("LINECAP", "none", units, |f| &mut f.linecap, hint);
        let hint = "Level or line count at which the change begins";
        match self.linecap {
            None => return,
            Some(LinecapUnit::Level) => {
                rows.number("FROM", (0, LEVEL_MAX), |f| &mut f.linecap_level, hint);
            }
            Some(LinecapUnit::Lines) => {
                let most = Linecap::LINES_MAX.into();
                rows.number("FROM", (0, most), |f| &mut f.linecap_lines, hint);
            }
        }
        let hint = "From then on: two rows a frame, a floor that rises, an invisible field, or the end of the game";
        let effects = LinecapEffect::ALL;
        rows.some("EFFECT", &effects, |f| &mut f.linecap_effect, hint);
    }

    /// Adds the rows with the results of the chosen drill. `in_words` formats a result.
    fn results(
        &self,
        known: &Result<AllDrillResults, String>,
        in_words: fn(u64) -> String,
        rows: &mut FormRows<TrainingForm>,
    ) {
        let results = known.as_ref().ok().zip(self.name());
        let results = results.map(|(all, name)| all.of_drill(&name));
        let Some(results) = results.filter(|results| results.games > 0) else {
            return;
        };
        let last = results.last.iter().rev().take(LAST);
        let last: Vec<String> = last.copied().map(in_words).collect();
        rows.show("SO FAR", Field::Heading, "");
        let hint = "Your best result in this drill at this level";
        rows.show("BEST", Field::Told(in_words(results.best)), hint);
        let hint = format!("Latest results, newest first: {}", last.join(", "));
        rows.show("GAMES", Field::Told(results.games.to_string()), &hint);
    }

    /// Returns the name of the chosen drill in the results file, if its options are valid.
    fn name(&self) -> Option<String> {
        if self.mode == TrainedMode::SpeedTest {
            return Some(speed_test::name_of(self.region).to_owned());
        }
        let training = self.args().training.resolve().ok()??;
        Some(drill_results::name_of(&training, self.level))
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::Training;
    use rightwell::rules::Region;

    use super::*;

    #[test]
    fn every_mode_of_the_page_is_one_of_the_command() {
        let context = AppContext::without_home();
        for mode in TrainingMode::ALL {
            let before = TrainingForm::default();
            let form = TrainingForm {
                mode: TrainedMode::Game(mode),
                linecap: Some(LinecapUnit::Lines),
                das_only: true,
                ..before.clone()
            };
            let form = form.follow(&before, &Ok(AllDrillResults::default()), &context);
            let args = form.args();
            assert_eq!(args.level, Some(18));
            let training = args.training.resolve().unwrap().unwrap();
            let linecap = training.linecap.unwrap();
            assert_eq!(linecap.to_string(), "lines=330:killscreen");
            let expected = Training {
                linecap: Some(linecap),
                das_only: true,
                ..Training::new(mode)
            };
            assert_eq!(training, expected);
        }
    }

    #[test]
    fn the_speed_test_has_only_a_region() {
        let form = TrainingForm {
            mode: TrainedMode::SpeedTest,
            region: Region::Pal,
            das_only: true,
            ..TrainingForm::default()
        };
        let words = form.scene_args().words().join(" ");
        assert_eq!(words, "play --region pal --mode speed-test");
    }
}
