//! Pages of games to watch. Each row starts one at once.

use rightwell::menu::Icon;
use rightwell::players::Pattern;

use crate::options::forms::WatchForm;
use crate::options::scenes::{SceneArgs, VersusArgs, WatchArgs};
use crate::scene::app_context::AppContext;
use crate::store::load;

use super::SceneInfo;
use super::act_page::{ActionPage, ActionRows};
use super::mode::ModePage;
use super::start::begin_or_ask;
use super::watch::preview;

/// Players of the match between machines.
const MATCH: [&str; 2] = ["champion", "machine"];

/// Returns the page.
pub fn watch_page(below: &SceneInfo) -> ActionPage {
    let mut rows = ActionRows::default();
    let hint = "The player with the highest scores builds for Tetrises, from level 18";
    start(&mut rows, below, "A STRONG GAME", hint, || {
        SceneArgs::Watch(WatchArgs::of_first_start())
    });
    let (hint, info) = (
        "The AI stacks pieces so that they form a picture",
        below.clone(),
    );
    rows.open("BUILD A PICTURE", hint, move |_| pictures_page(&info));
    rows.preview(Pattern::named("smiley").ok().map(|smiley| preview(&smiley)));
    let hint = "Two strong opponents send garbage to each other";
    start(&mut rows, below, "MACHINE AGAINST MACHINE", hint, || {
        let [left, right] = MATCH.map(str::to_owned);
        SceneArgs::Versus(VersusArgs {
            left,
            right,
            ..VersusArgs::default()
        })
    });
    let hint = "A game without gravity that repeats for ever and never ends";
    start(&mut rows, below, "ENDLESS DEMO", hint, || {
        SceneArgs::Watch(
            WatchForm {
                demo: true,
                ..WatchForm::default()
            }
            .args(),
        )
    });
    let hint = "Without gravity, by the six features of the article that began it. F5 adds its two filters";
    start(&mut rows, below, "THE AI OF THE ARTICLE", hint, || {
        SceneArgs::Watch(WatchArgs::default())
    });
    rows.begin_group();
    let (hint, info) = (
        "All players, hands, filters and other options",
        below.clone(),
    );
    rows.open("MORE", hint, move |context: &mut AppContext| {
        ModePage::<WatchForm>::new(context, info.clone())
    });
    rows.icon(Icon::Watch);
    rows.into_page("WATCH")
}

/// Returns the page of the pictures that the AI can build, the user's own included.
fn pictures_page(below: &SceneInfo) -> ActionPage {
    let mut rows = ActionRows::default();
    let patterns = load::patterns().into_iter();
    for (name, pattern) in patterns.filter_map(|(name, pattern)| Some((name, pattern.ok()?))) {
        let filter = format!("pattern:{name}");
        let hint = "The AI builds this picture. F6 and F7 change it during the game";
        start(&mut rows, below, &name.to_uppercase(), hint, move || {
            let mut args = WatchArgs::default();
            args.game.filter.clone_from(&filter);
            SceneArgs::Watch(args)
        });
        rows.preview(Some(preview(&pattern)));
    }
    rows.into_page("BUILD A PICTURE")
}

/// Adds a row that starts a scene at once.
fn start(
    rows: &mut ActionRows,
    below: &SceneInfo,
    label: &str,
    hint: &str,
    args: impl Fn() -> SceneArgs + Clone + 'static,
) {
    let below = below.clone();
    rows.act(label, hint, move |context| {
        let args = args();
        begin_or_ask(&below, context, |context| context.begin(args))
    });
}
