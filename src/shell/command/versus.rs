//! `versus`: shows a match in the window.

use rightwell::session::Contestant;

use crate::error::CliError;
use crate::front::show::{show, show_in_window};
use crate::options::scenes::{SceneArgs, VersusArgs};
use crate::scene::app_context::AppContext;
use crate::scene::begin;
use crate::store::files;
use crate::store::home::Home;
use crate::store::pack;

pub fn run(args: &VersusArgs) -> Result<(), CliError> {
    let (start, contestants) = begin::versus::resolve(args)?;
    if let Some(path) = &args.save_replay {
        pack::check_match_recording(path)?;
    }
    let mut context = AppContext::from_home(Home::open()?);
    args.sound.apply(&mut context)?;
    context.begun = Some(SceneArgs::Versus(args.clone()));
    files::check_overwrites(args.save_replay.as_deref())?;
    let is_person = |seat: &Contestant| matches!(seat, Contestant::Person);
    let has_person = contestants.iter().any(is_person);
    let open = || {
        let begun = begin::versus::begun(args, start, contestants, &context)?;
        Ok((begun, context))
    };
    match has_person {
        true => show_in_window(open),
        false => show(args.display, open),
    }
}
