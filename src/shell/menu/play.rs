//! Rows of the page for a person's games.

use rightwell::engine::GameType;
use rightwell::menu::Field;

use crate::options::forms::PlayForm;
use crate::options::scenes::SceneArgs;
use crate::scene::app_context::AppContext;
use crate::store::choices::SavedChoices;

use super::form::FormRows;
use super::mode::ModeForm;

impl ModeForm for PlayForm {
    type Lookups = ();

    const TITLE: &'static str = "PLAY";

    fn look(_: &AppContext) {}

    fn among(choices: &mut SavedChoices) -> &mut PlayForm {
        &mut choices.play
    }

    fn start_by(&mut self, row: &str) {
        self.is_direct = row != FROM_TITLE;
    }

    fn scene_args(&self) -> SceneArgs {
        SceneArgs::Play(self.args())
    }

    fn rows(&self, (): &(), rows: &mut FormRows<PlayForm>) {
        let hint =
            "The console's way: power-on, title screen, menus. TYPE, LEVEL and SEED do not count";
        rows.show(FROM_TITLE, Field::Act, hint);
        rows.word("TYPE", |f| &mut f.game_type, TYPE_HINT);
        rows.level("LEVEL", |f| &mut f.level);
        if self.game_type != GameType::A {
            rows.number("HEIGHT", (0, 5), |f| &mut f.height, HEIGHT_HINT);
        }
        rows.seed(4, |f| &mut f.seed);
        rows.region(|f| &mut f.region);
        rows.explained("NES CRASH BUG", |f| &mut f.crash);
        rows.speed(false, |f| &mut f.speed);
    }
}

/// Label of the row that starts at the title screen.
const FROM_TITLE: &str = "FROM THE TITLE SCREEN";

/// Hint for the row that chooses the type of games.
pub const TYPE_HINT: &str = "A: endless. B: 25 lines, with garbage";

/// Hint for the row that chooses the garbage of B-type games.
pub const HEIGHT_HINT: &str = "Height of the garbage in a B-type game";
