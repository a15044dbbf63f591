//! Finds the hands for a captured game. If its frames do not reveal them, asks the user and saves the answer.

use std::io::{IsTerminal, Write, stderr, stdin};

use rightwell::players::NamedHand;
use rightwell::search::Hand;
use rightwell::session::{HandSource, Rater, Recorded};

use crate::error::CliError;
use crate::host::log;
use crate::store::folders::Folders;
use crate::store::load;
use crate::store::settings::Settings;

/// Returns the hands to rate for, with their name: measured hands, else the hands that an earlier review saved, else
/// the user's answer at a terminal.
pub fn of(recorded: &Recorded) -> Result<(String, Option<Hand>), CliError> {
    let (source, hand) = Rater::hands_of(recorded);
    let of_game = (source.to_string(), hand);
    if !matches!(recorded, Recorded::Captured(_)) || source != HandSource::Unknown {
        return Ok(of_game);
    }
    if let Some(hand) = remembered()? {
        return Ok((hand.name().to_owned(), Some(hand.hand())));
    }
    if !stdin().is_terminal() || !stderr().is_terminal() {
        log::say(format!(
            "cannot measure the player's tapping; rating for the hands {}. Pass `--hand NAME` to choose others",
            Rater::HAND
        ));
        return Ok(of_game);
    }
    let (name, hand) = ask()?;
    if let Some((folders, settings)) = settings() {
        let named = Settings {
            review_hand: name,
            ..settings.clone()
        };
        if let Some(said) = named.save(&settings, &folders.settings())? {
            log::say(said);
        }
        log::say("saved as review_hand in settings.ron");
    }
    Ok((hand.name().to_owned(), Some(hand.hand())))
}

/// Returns the hands that an earlier review saved, if any.
pub fn remembered() -> Result<Option<NamedHand>, CliError> {
    let name = settings().map(|(_, settings)| settings.review_hand);
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        return Ok(None);
    };
    let hand = load::hand(&name);
    let fault = |error| CliError::usage(format!("review_hand in settings.ron: {error}"));
    hand.map_err(fault).map(Some)
}

/// Returns the user's folders and settings, if settings can be saved.
fn settings() -> Option<(Folders, Settings)> {
    let folders = Folders::of_user().ok()?;
    let settings = Settings::load(&folders.settings()).0;
    Some((folders, settings))
}

/// Asks the user for the hands until the answer is a known name.
fn ask() -> Result<(String, NamedHand), CliError> {
    let names: Vec<&str> = NamedHand::names().collect();
    loop {
        let mut question = stderr();
        let asked = write!(
            question,
            "cannot measure the player's tapping. Which hands fit best: {}? [{}] ",
            names.join(", "),
            Rater::HAND
        );
        asked
            .and_then(|()| question.flush())
            .map_err(CliError::failed)?;
        let mut line = String::new();
        let read = stdin().read_line(&mut line).map_err(CliError::failed)?;
        let name = match line.trim() {
            "" => Rater::HAND,
            name => name,
        };
        match load::hand(name) {
            Ok(hand) => return Ok((name.to_owned(), hand)),
            Err(error) if read > 0 => log::say(error.to_string()),
            Err(error) => return Err(CliError::usage(error)),
        }
    }
}
