//! Pages of games to watch. Each row starts one at once.

use rightwell::menu::{Icon, Preview};
use rightwell::players::Pattern;
use rightwell::render::palette::{BLACK, block_colours};
use rightwell::rules::motion::ROWS;

use crate::options::forms::WatchForm;
use crate::options::scenes::{SceneArgs, VersusArgs, WatchArgs};
use crate::scene::app_context::AppContext;
use crate::store::load;

use super::SceneInfo;
use super::act_page::{ActionPage, ActionRows};
use super::mode::ModePage;
use super::rows;
use super::start::begin_or_ask;
use super::training::SOLID;
use super::watch::preview;

/// Players of the match between machines.
const MATCH: [&str; 2] = ["champion", "machine"];

/// Level whose colours the drawn playfields have, 0-9.
const PALETTE_LEVEL: u8 = 8;

/// Lower part of a playfield for each row without a picture to build: settled cells in the three colours of a level, a
/// falling piece, and garbage.
const STRONG: &[&str] = &[
    ".........#",
    ".........#",
    ".........#",
    ".........#",
    "..........",
    "..........",
    "a.bb......",
    "aacbbaac..",
    "bacccaabb.",
    "bbacaccab.",
    "abbccbaac.",
    "cabbacbaa.",
];
const MATCH_BOARD: &[&str] = &[
    "....##....",
    "....##....",
    "..........",
    "a.........",
    "aab...cc..",
    "bacb.acc.b",
    "bbaccaabbb",
    "ggggggg.gg",
    "ggggggg.gg",
    "ggggggg.gg",
];
const ENDLESS: &[&str] = &[
    "...###....",
    "....#.....",
    "..........",
    "..........",
    "..........",
    "..........",
    "..........",
    "aa......bb",
    "aab.ccc.bb",
];
const CLASSIC: &[&str] = &[
    "##........",
    ".##.......",
    "..........",
    "..........",
    "..........",
    "....a.....",
    "b..aac...b",
    "bbaaccc.bb",
    "cbbcaab.ab",
];

/// Returns the page.
pub fn watch_page(below: &SceneInfo) -> ActionPage {
    let mut rows = ActionRows::default();
    let hint = "The player with the highest scores builds for Tetrises, from level 18";
    start(&mut rows, below, "A STRONG GAME", hint, || {
        SceneArgs::Watch(WatchArgs::of_first_start())
    });
    rows.preview(Some(drawn(STRONG)));
    let (hint, info) = (
        "The AI stacks pieces so that they form a picture",
        below.clone(),
    );
    rows.open("BUILD A PICTURE", hint, move |_| pictures_page(&info));
    rows.preview(Pattern::named("smiley").ok().map(|smiley| preview(&smiley)));
    let hint = "Two strong opponents send garbage to each other";
    start(&mut rows, below, "AI AGAINST AI", hint, || {
        let [left, right] = MATCH.map(str::to_owned);
        SceneArgs::Versus(VersusArgs {
            left,
            right,
            ..VersusArgs::default()
        })
    });
    rows.preview(Some(drawn(MATCH_BOARD)));
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
    rows.preview(Some(drawn(ENDLESS)));
    let hint = "No gravity, six features of the stack: the AI of a well-known article. F5 adds its two filters";
    start(&mut rows, below, "THE CLASSIC AI", hint, || {
        SceneArgs::Watch(WatchArgs::default())
    });
    rows.preview(Some(drawn(CLASSIC)));
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
    let patterns = patterns.filter_map(|(name, pattern)| Some((name, pattern.ok()?)));
    let mut patterns: Vec<_> = patterns.collect();
    // The shapes of single pieces say the least about what can be built.
    patterns.sort_by_key(|(name, _)| name.starts_with("silhouette-"));
    for (name, pattern) in patterns {
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

/// Returns a small picture of a playfield whose lowest rows are drawn as text.
fn drawn(lines: &[&str]) -> Preview {
    let [_, white, dark, light] = block_colours(PALETTE_LEVEL);
    rows::small_board(|x, y| {
        let line = (y as usize + lines.len()).checked_sub(ROWS as usize);
        match line.map_or(b'.', |line| lines[line].as_bytes()[x as usize]) {
            b'#' | b'a' => white,
            b'b' => dark,
            b'c' => light,
            b'g' => SOLID,
            _ => BLACK,
        }
    })
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
        begin_or_ask(&below, context, args)
    });
}
