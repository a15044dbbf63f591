//! What can be chosen for training.

use rightwell::engine::training::{LinecapEffect, Training, TrainingMode, TrainingValues};
use rightwell::menu::Field;
use rightwell::rules::Region;

use crate::shell::activity::speed_test;
use crate::shell::store::choices::{Choices, TrainingChoice};
use crate::shell::store::drill_results::{self, AllDrillResults};

use super::context::AppContext;
use super::form::{Holds, ModeForm, SPEEDS};
use super::mode::ModeChoice;

/// When a linecap begins.
const LINECAPS: [&str; 3] = ["none", "level", "lines"];
/// How a score past its digits is shown, the usual form first.
const SCORES: [&str; 5] = ["classic", "letters", "digits", "capped", "hidden"];
/// How many of the last results are told.
const LAST: usize = 10;
/// The highest level.
const LEVEL_MAX: u32 = 255;

impl ModeChoice for TrainingChoice {
    /// What has come of drills, or what is wrong with their file.
    type Known = Result<AllDrillResults, String>;

    const TITLE: &'static str = "TRAINING";
    const COMMAND: &'static str = "play";

    fn look(context: &AppContext) -> Self::Known {
        match context.folders() {
            Some(folders) => drill_results::load(&folders.drills()).map_err(|e| e.to_string()),
            None => Ok(AllDrillResults::default()),
        }
    }

    fn fault(known: &Self::Known) -> Option<String> {
        known.as_ref().err().cloned()
    }

    fn among(choices: &mut Choices) -> &mut TrainingChoice {
        &mut choices.training
    }

    fn rows(&self, known: &Self::Known, form: &mut ModeForm<TrainingChoice>) {
        let mut names = TrainingMode::ALL.map(|mode| mode.facts().name).to_vec();
        names.push(speed_test::NAME);
        if self.mode == speed_test::NAME {
            form.choice("MODE", "mode", &names, |c| &mut c.mode, speed_test::ABOUT);
            form.region(|c| &mut c.region);
            return tell(known, self.name(), speed_test::in_hz, form);
        }
        let mode = self.mode();
        let facts = mode.facts();
        form.choice("MODE", "", &names, |c| &mut c.mode, facts.about);
        match facts.values {
            _ if mode == TrainingMode::Seed => {
                let field = Field::Text {
                    value: self.pieces.clone(),
                    letters: "0123456789ABCDEF",
                    max: 6,
                    empty: "898800".to_owned(),
                };
                let holds = Holds::Text(|c: &mut TrainingChoice| &mut c.pieces);
                let hint = "Six digits that others type in too, the first four above 0001";
                form.add("DIGITS", "", holds, field, hint);
                let digits = match &*self.pieces {
                    "" => "898800",
                    digits => digits,
                };
                form.say("mode", &format!("{}:{digits}", facts.name));
            }
            Some(TrainingValues { most, .. }) => {
                let value: fn(&mut TrainingChoice) -> &mut u32 = |c| &mut c.value;
                form.number("VALUE", "", (0, most), value, facts.about);
                form.say("mode", &format!("{}:{}", facts.name, self.value.min(most)));
            }
            None => form.say("mode", facts.name),
        }
        let hint = "The level to begin with, 0 to 255";
        let level: fn(&mut TrainingChoice) -> &mut u32 = |c| &mut c.level;
        form.number("LEVEL", "level", (0, LEVEL_MAX), level, hint);
        let hint = "What changes late in a game, for ever: from a level on, or from so many lines";
        form.choice("LINECAP", "", &LINECAPS, |c| &mut c.linecap, hint);
        if self.linecap != LINECAPS[0] {
            let (at, most): (fn(&mut TrainingChoice) -> &mut u32, u32) =
                match self.linecap == LINECAPS[1] {
                    true => (|c| &mut c.linecap_level, LEVEL_MAX),
                    false => (|c| &mut c.linecap_lines, 3190),
                };
            form.number("FROM", "", (0, most), at, "When it begins");
            let effects = LinecapEffect::ALL.map(LinecapEffect::name);
            let hint = "Two rows a frame, a solid row each ten lines, a field that is not seen, or the end";
            form.choice("EFFECT", "", &effects, |c| &mut c.linecap_effect, hint);
            let from = *at(&mut self.clone());
            let linecap = format!("{}={from}:{}", self.linecap, self.linecap_effect);
            form.say("linecap", &linecap);
        }
        let hint = "Taps as fast as rolling fingers do nothing: only autoshift leads far";
        form.yes("DAS ONLY", "das-only", |c| &mut c.das_only, hint);
        let hint = "START does not pause, as in matches";
        form.yes("NO PAUSE", "no-pause", |c| &mut c.no_pause, hint);
        let hint = "How six digits show a score from a million on";
        form.optional("SCORE", "score", &SCORES, |c| &mut c.score, hint);
        form.region(|c| &mut c.region);
        form.crash(|c| &mut c.crash);
        let counted = &SPEEDS[..SPEEDS.len() - 1];
        form.speed(counted, |c| &mut c.speed);
        tell(known, self.name(), |result| result.to_string(), form);
    }

    /// Another mode has other values: its usual one.
    fn follow(
        self,
        before: &TrainingChoice,
        _: &Self::Known,
        _context: &AppContext,
    ) -> TrainingChoice {
        let values = self.mode().facts().values;
        match values {
            Some(values) if self.mode != before.mode => TrainingChoice {
                value: values.usual,
                ..self
            },
            _ => self,
        }
    }
}

/// What has come of the drill of that name so far, each result in words.
fn tell(
    known: &Result<AllDrillResults, String>,
    name: Option<String>,
    in_words: fn(u64) -> String,
    form: &mut ModeForm<TrainingChoice>,
) {
    let results = known.as_ref().ok().zip(name);
    let results = results.map(|(all, name)| all.of_drill(&name));
    let Some(results) = results.filter(|results| results.games > 0) else {
        return;
    };
    let last = results.last.iter().rev().take(LAST);
    let last: Vec<String> = last.copied().map(in_words).collect();
    form.told("SO FAR", Field::Heading, "");
    let hint = "The best of this drill at this level";
    form.told("BEST", Field::Told(in_words(results.best)), hint);
    let hint = format!("The last ones, newest first: {}", last.join(", "));
    form.told("GAMES", Field::Told(results.games.to_string()), &hint);
}

impl TrainingChoice {
    /// What tells the chosen drill from others, once all of it can be.
    fn name(&self) -> Option<String> {
        if self.mode == speed_test::NAME {
            let region = match &*self.region {
                "pal" => Region::Pal,
                _ => Region::Ntsc,
            };
            return Some(speed_test::name_of(region).to_owned());
        }
        let mode = self.mode();
        let mut training = match mode {
            TrainingMode::Seed if self.pieces.is_empty() => Training::new(mode),
            TrainingMode::Seed => format!("seed:{}", self.pieces).parse().ok()?,
            _ => Training::new(mode),
        };
        if let Some(values) = mode.facts().values.filter(|_| mode != TrainingMode::Seed) {
            training.value = self.value.min(values.most);
        }
        let from = match &*self.linecap {
            "level" => Some(self.linecap_level),
            "lines" => Some(self.linecap_lines),
            _ => None,
        };
        training.linecap = match from {
            Some(from) => {
                let text = format!("{}={from}:{}", self.linecap, self.linecap_effect);
                Some(text.parse().ok()?)
            }
            None => None,
        };
        training.das_only = self.das_only;
        training.no_pause = self.no_pause;
        Some(drill_results::name_of(&training, self.level as u8))
    }
}

#[cfg(test)]
mod tests {
    use rightwell::engine::Linecap;

    use crate::shell::menu::context::Launch;
    use crate::shell::menu::mode;

    use super::*;

    fn words(choice: &mut TrainingChoice) -> Vec<String> {
        mode::form(choice, &Ok(AllDrillResults::default()))
            .0
            .words()
            .to_vec()
    }

    /// What stands behind an option.
    fn value_of(words: &[String], option: &str) -> String {
        let place = words.iter().position(|word| word == option);
        words[place.expect("the option is there") + 1].clone()
    }

    #[test]
    fn every_mode_of_the_page_is_one_of_the_command() {
        let context = AppContext::without_home(Launch::NOTHING);
        for mode in TrainingMode::ALL {
            let before = TrainingChoice::default();
            let choice = TrainingChoice {
                mode: mode.facts().name.to_owned(),
                linecap: "lines".to_owned(),
                das_only: true,
                ..before.clone()
            };
            let words =
                words(&mut choice.follow(&before, &Ok(AllDrillResults::default()), &context));
            assert_eq!(words[0], "play");
            let training: Training = value_of(&words, "--mode").parse().unwrap();
            assert_eq!(training, Training::new(mode));
            let linecap: Linecap = value_of(&words, "--linecap").parse().unwrap();
            assert_eq!(linecap.to_string(), "lines=330:killscreen");
            assert!(words.contains(&"--das-only".to_owned()));
            assert_eq!(value_of(&words, "--level"), "18");
        }
    }

    #[test]
    fn the_speed_test_has_a_region_and_nothing_of_a_game() {
        let mut choice = TrainingChoice {
            mode: speed_test::NAME.to_owned(),
            ..TrainingChoice::default()
        };
        assert_eq!(
            words(&mut choice).join(" "),
            "play --mode speed-test --region ntsc"
        );
    }

    #[test]
    fn a_mode_that_is_not_known_becomes_the_usual_one() {
        let mut choice = TrainingChoice {
            mode: "driest".to_owned(),
            ..TrainingChoice::default()
        };
        let words = words(&mut choice).join(" ");
        assert!(
            words.starts_with("play --mode drought:13 --level 18"),
            "{words}"
        );
    }
}
