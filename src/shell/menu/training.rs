//! List of the training modes, and the rows of each mode's page.

use rightwell::engine::training::{LinecapEffect, TrainingGroup, TrainingMode, example};
use rightwell::engine::{Linecap, Training};
use rightwell::menu::{Field, Preview};
use rightwell::render::palette::{BLACK, block_colours};
use rightwell::rules::{Cell, Pose};

use crate::options::forms::{LinecapUnit, TrainedMode, TrainingForm};
use crate::options::scenes::SceneArgs;
use crate::options::words::{self, WordTable};
use crate::scene::app_context::AppContext;
use crate::scene::speed_test;
use crate::store::choices::SavedChoices;
use crate::store::drill_results::{self, AllDrillResults, DrillResults};

use super::act_page::{ActionPage, ActionRows};
use super::form::{FormRows, HEXADECIMAL};
use super::mode::{ModeForm, ModePage};
use super::{PageAction, SceneInfo, rows};

/// Maximum number of results in the hint.
const LAST: usize = 10;
/// Highest level.
const LEVEL_MAX: u32 = 255;
/// Colour of solid cells in a picture of a playfield.
pub(super) const SOLID: u8 = 0x00;

/// Returns the list of all modes, each with its purpose, its picture and the best result of its current choices.
pub fn gallery_page(context: &AppContext, below: &SceneInfo) -> ActionPage {
    let known = TrainingForm::look(context);
    let form = &context.choices.training;
    let (mut rows, mut current) = (ActionRows::default(), None);
    for group in TrainingGroup::ALL {
        rows.heading(&group.title().to_uppercase());
        let modes = TrainedMode::table().into_iter().map(|row| row.0);
        for mode in modes.filter(|mode| mode.group() == group) {
            if mode == form.mode {
                current = Some(rows.len());
            }
            let (form, below) = (form.clone().switched_to(mode), below.clone());
            let best = form.results_in(&known).map(|results| results.best);
            let mut hint = words::help(mode).to_owned();
            hint.extend(best.map(|best| format!(" Your best: {}", form.in_words(best))));
            let field = best.map(|best| Field::Shown(format!("best {}", form.number(best))));
            let picture = form.preview(&known);
            let open = move |context: &mut AppContext| {
                context.choices.training = context.choices.training.clone().switched_to(mode);
                PageAction::open(ModePage::<TrainingForm>::new(context, below.clone()))
            };
            let stay = |_: &str| PageAction::Stay;
            rows.add(
                &mode.title().to_uppercase(),
                field.unwrap_or(Field::Act),
                &hint,
                stay,
                open,
            );
            rows.preview(picture);
        }
    }
    // A user who has never trained begins at the top.
    let is_new = context.choices.training == TrainingForm::default();
    rows.into_page(TrainingForm::TITLE)
        .at_row(current.filter(|_| !is_new))
}

impl ModeForm for TrainingForm {
    /// Results of drills, or the error in their file.
    type Lookups = Result<AllDrillResults, String>;

    const TITLE: &'static str = "TRAINING";

    fn title(&self) -> String {
        self.mode.title().to_uppercase()
    }

    fn about(&self) -> &'static str {
        words::help(self.mode)
    }

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
        let TrainedMode::Game(mode) = self.mode else {
            rows.region(|f| &mut f.region);
            return self.results(known, rows);
        };
        self.row_of_value(mode, rows);
        if mode != TrainingMode::Killscreen {
            let hint = "Starting level, 0 to 255";
            rows.number("LEVEL", (0, LEVEL_MAX), |f| &mut f.level, hint);
        }
        let is_rebuilt = mode.facts().is_rebuilt;
        if !is_rebuilt {
            self.rows_of_linecap(rows);
        }
        let hint = "Ignores fast taps, so only DAS moves pieces far";
        rows.yes("DAS ONLY", |f| &mut f.das_only, hint);
        let hint = "START does not pause the game";
        rows.yes("NO PAUSE", |f| &mut f.no_pause, hint);
        if !is_rebuilt {
            let hint = "How scores of a million or more are shown";
            rows.word("SCORE", |f| &mut f.score, hint);
            if mode.scores_clears() {
                rows.explained("CLEARS", |f| &mut f.clears);
            }
            let hint = "Another mode that applies too";
            rows.some("ALSO", &TrainingForm::addable(mode), |f| &mut f.also, hint);
            rows.explained("NES CRASH BUG", |f| &mut f.crash);
        }
        rows.region(|f| &mut f.region);
        rows.speed(false, |f| &mut f.speed);
        self.results(known, rows);
    }

    fn preview(&self, _: &Self::Lookups) -> Option<Preview> {
        Some(picture(self.training()?))
    }
}

/// Returns a small picture of a game of this training.
fn picture(training: Training) -> Preview {
    let game = example(training);
    let [_, white, dark, light] = block_colours(game.palette_level);
    let piece = game.piece.map_or([(-1, -1); 4], Pose::cells);
    rows::small_board(|x, y| {
        let cell = game.field[10 * y as usize + x as usize];
        match cell {
            _ if piece.contains(&(x, y)) => white,
            Cell::BORDERED => white,
            Cell::DARK => dark,
            Cell::LIGHT => light,
            Cell::GARBAGE => SOLID,
            _ => BLACK,
        }
    })
}

impl TrainingForm {
    /// Adds the row for the mode's value, if it has one.
    fn row_of_value(&self, mode: TrainingMode, rows: &mut FormRows<TrainingForm>) {
        let Some(values) = mode.facts().values else {
            return;
        };
        if mode == TrainingMode::Seed {
            let field = Field::Text {
                value: self.pieces.clone(),
                letters: HEXADECIMAL,
                max: 6,
                empty: TrainingForm::PIECES.to_owned(),
            };
            rows.add("VALUE", field, values.hint, |form, digits| {
                digits.clone_into(&mut form.pieces);
            });
        } else {
            let meanings = (0..=values.most).map(values.meaning);
            let field = Field::Choice {
                values: meanings.collect(),
                at: self.value.min(values.most) as usize,
            };
            rows.add("VALUE", field, values.hint, move |form, word| {
                let mut all = 0..=values.most;
                let value = all.find(|value| (values.meaning)(*value) == word);
                form.value = value.unwrap_or(form.value);
            });
        }
        rows.label(&values.title.to_uppercase());
    }

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

    /// Adds the rows with the results of the chosen drill.
    fn results(&self, known: &Result<AllDrillResults, String>, rows: &mut FormRows<TrainingForm>) {
        let Some(results) = self.results_in(known) else {
            return;
        };
        let last = results.last.iter().rev().take(LAST);
        let last: Vec<String> = last.map(|&result| self.number(result)).collect();
        rows.show("SO FAR", Field::Heading, "");
        let hint = "Your best result in this drill at this level";
        rows.show("BEST", Field::Told(self.in_words(results.best)), hint);
        let hint = format!("Latest results, newest first: {}", last.join(", "));
        rows.show("GAMES", Field::Told(results.games.to_string()), &hint);
    }

    /// Returns the results of the chosen drill, if there are any.
    fn results_in(&self, known: &Result<AllDrillResults, String>) -> Option<DrillResults> {
        let name = match self.mode {
            TrainedMode::SpeedTest => speed_test::name_of(self.region).to_owned(),
            TrainedMode::Game(_) => drill_results::name_of(&self.training()?, self.level),
        };
        let results = known.as_ref().ok()?.of_drill(&name);
        (results.games > 0).then_some(results)
    }

    /// Returns the chosen training, if the mode is a game and its options are valid.
    fn training(&self) -> Option<Training> {
        let is_game = self.mode != TrainedMode::SpeedTest;
        let training = is_game.then(|| self.args().training.resolve());
        training?.ok()?
    }

    /// Formats a result without its unit.
    fn number(&self, result: u64) -> String {
        match self.mode {
            TrainedMode::Game(_) => result.to_string(),
            TrainedMode::SpeedTest => speed_test::in_hz(result),
        }
    }

    /// Formats a result with its unit.
    fn in_words(&self, result: u64) -> String {
        match self.mode {
            TrainedMode::Game(mode) => mode.facts().measure.in_words(result),
            TrainedMode::SpeedTest => speed_test::in_hz(result),
        }
    }
}

#[cfg(test)]
mod tests {
    use rightwell::rules::Region;

    use super::*;

    #[test]
    fn every_mode_of_the_page_is_one_of_the_command() {
        for mode in TrainingMode::ALL {
            let form = TrainingForm {
                linecap: Some(LinecapUnit::Lines),
                das_only: true,
                ..TrainingForm::default()
            };
            let args = form.switched_to(TrainedMode::Game(mode)).args();
            assert_eq!(args.level, Some(mode.facts().level));
            let training = args.training.resolve().unwrap().unwrap();
            let linecap = training.linecap.map(|linecap| linecap.to_string());
            let expected = (!mode.facts().is_rebuilt).then_some("lines=330:killscreen");
            assert_eq!(linecap.as_deref(), expected);
            let expected = Training {
                linecap: training.linecap,
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
