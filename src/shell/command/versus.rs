//! `versus`: two against each other, in the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rightwell::engine::VersusStart;
use rightwell::rules::{RandomizerKind, Region};
use rightwell::session::{Contestant, Match};

use crate::shell::activity::Begun;
use crate::shell::activity::match_play::MatchActivity;
use crate::shell::activity::speed::Speed;
use crate::shell::command::begin;
use crate::shell::command::controls::HandsArgs;
use crate::shell::command::options::{SoundArgs, parse_seed, say_seed};
use crate::shell::command::rules::{MatchSetting, RulesArgs, opponent};
use crate::shell::error::{CliError, shown};
use crate::shell::front::show::{Display, show, show_in_window};
use crate::shell::input::is_key;
use crate::shell::menu::context::AppContext;
use crate::shell::options::words;
use crate::shell::store::choices::PERSON;
use crate::shell::store::files;
use crate::shell::store::home::Home;
use crate::shell::store::load;
use crate::shell::store::pack::RecordingFormat;

/// Options of `versus`.
#[derive(Args, Debug)]
pub struct VersusArgs {
    /// Who sits on the left: person, an opponent (see `rightwell opponents`), a player or a file, with
    /// dials behind it, such as survival,tap-hz=12,misdrops=5
    #[arg(long, value_name = "SEAT", default_value = "person")]
    pub left: String,
    /// Who sits on the right
    #[arg(long, value_name = "SEAT", default_value = "first-week")]
    pub right: String,
    /// The computer's player: a name (see `rightwell players`) or a file
    #[arg(long, value_name = "NAME|FILE.ron")]
    pub player: Option<String>,
    #[command(flatten)]
    pub hands: HandsArgs,
    /// Pieces that the computer looks ahead, 1-4
    #[arg(long, value_name = "PIECES")]
    pub depth: Option<String>,
    /// Pieces of a hundred that the computer puts in the wrong place, 0-100
    #[arg(long, value_name = "PERCENT")]
    pub misdrops: Option<String>,
    /// Up to which height of the stack the computer attacks, in percent of the field's: 0 never, 100
    /// always
    #[arg(long, value_name = "PERCENT")]
    pub aggression: Option<String>,
    /// Level of both sides, 0-29
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=29))]
    pub level: u8,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Seed of pieces and holes, up to 16 hexadecimal digits [default: fresh, and said]
    #[arg(long, value_name = "HEX", value_parser = parse_seed)]
    pub seed: Option<u64>,
    /// Who chooses the pieces, nes-odds or uniform [default: nes-odds]
    #[arg(long, value_name = "KIND", value_parser = words::randomizer())]
    pub randomizer: Option<RandomizerKind>,
    /// Which release of the cartridge [default: ntsc]
    #[arg(long, value_parser = words::region())]
    pub region: Option<Region>,
    /// Write the last match at the end, as .ron or .ron.gz
    #[arg(long, value_name = "FILE")]
    pub save_replay: Option<PathBuf>,
    #[command(flatten)]
    pub sound: SoundArgs,
    /// Times the console's speed: 0.25 to 64, or max
    #[arg(long, value_name = "X", default_value = "1", value_parser = Speed::parse)]
    pub speed: Speed,
    /// Where to show a match of computers; people need the window
    #[arg(long, value_enum, default_value_t = Display::Auto)]
    pub display: Display,
}

/// Rounds of a match unless something else is asked for.
pub const BEST_OF: u8 = 3;

pub fn run(args: &VersusArgs) -> Result<(), CliError> {
    let (start, contestants) = resolve(args)?;
    if let Some(path) = &args.save_replay {
        check_recording(path)?;
    }
    let mut context = AppContext::from_home(Home::open(is_key)?, begin::LAUNCH);
    args.sound.apply(&mut context)?;
    files::check_apart(args.save_replay.as_deref())?;
    let is_person = |seat: &Contestant| matches!(seat, Contestant::Person);
    let has_person = contestants.iter().any(is_person);
    if has_person {
        return show_in_window(begun(args, start, contestants, &context)?, context);
    }
    show(args.display, || {
        Ok((begun(args, start, contestants, &context)?, context))
    })
}

/// A match, to be shown.
pub fn begin(args: &VersusArgs, context: &AppContext) -> Result<Begun, CliError> {
    let (start, contestants) = resolve(args)?;
    begun(args, start, contestants, context)
}

/// The match that the options say.
fn resolve(args: &VersusArgs) -> Result<(VersusStart, [Contestant; 2]), CliError> {
    let contestants = contestants(args)?;
    let setting = MatchSetting {
        level: args.level,
        seed: args.seed,
        randomizer: args.randomizer,
        region: args.region,
    };
    let start = args.rules.start(setting, &contestants, BEST_OF)?;
    Ok((start, contestants))
}

fn begun(
    args: &VersusArgs,
    start: VersusStart,
    contestants: [Contestant; 2],
    context: &AppContext,
) -> Result<Begun, CliError> {
    let store = context.home()?.recording_store(args.save_replay.clone());
    if args.seed.is_none() {
        say_seed(start.seed);
    }
    let play = Match::new(start, contestants).map_err(CliError::usage)?;
    let speed = if play.has_person() {
        args.speed.limited()
    } else {
        args.speed
    };
    Ok(Begun {
        activity: Box::new(MatchActivity::new(play, &store)),
        speed,
    })
}

/// Who sits where. Player and dials of their own are the right side's, or the left one's if a person
/// sits on the right.
fn contestants(args: &VersusArgs) -> Result<[Contestant; 2], CliError> {
    let mut lines = [args.left.clone(), args.right.clone()];
    let side = usize::from(lines[1] != PERSON);
    let own = [
        ("depth", &args.depth),
        ("misdrops", &args.misdrops),
        ("aggression", &args.aggression),
    ];
    let own = own
        .into_iter()
        .filter_map(|(dial, value)| Some((dial, value.as_deref()?)));
    let dials: Vec<(&str, &str)> = args.hands.given().chain(own).collect();
    if lines[side] == PERSON && (args.player.is_some() || !dials.is_empty()) {
        return Err(CliError::usage(
            "--player and dials are a computer's; allowed: with --left or --right other than person",
        ));
    }
    if let Some(player) = &args.player {
        player.clone_into(&mut lines[side]);
    }
    let seat = |at: usize| match lines[at].as_str() {
        PERSON => Ok(Contestant::Person),
        line if at == side => {
            let opponent = opponent(line)?;
            let turned = opponent.dials().turned(dials.iter().copied(), load::hand);
            let turned = opponent.with_dials(turned.map_err(CliError::usage)?);
            Ok(Contestant::Computer(Arc::new(turned)))
        }
        line => opponent(line).map(Contestant::Computer),
    };
    Ok([seat(0)?, seat(1)?])
}

/// Whether a recording of a match can have the name.
pub fn check_recording(path: &Path) -> Result<(), CliError> {
    if RecordingFormat::from_name(path) != Some(RecordingFormat::Ron) {
        return Err(CliError::usage(format!(
            "cannot write {}: a match has two pads and garbage, so it is no FCEUX movie; allowed: a name ending in .ron or .ron.gz",
            shown(path)
        )));
    }
    files::check_writable(path)
}
