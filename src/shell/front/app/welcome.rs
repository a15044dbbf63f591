//! Welcome card, with the first keys for a new user.

use rightwell::menu::Preview;
use rightwell::render::Panel;
use rightwell::render::panel::{PanelPart, Tone};

use crate::host::page;
use crate::input::action::Action;
use crate::options::scenes::SceneArgs;
use crate::scene::Request;
use crate::store::settings::{KeysPanel, StatisticsPage};

use super::App;
use super::pages::PanelPages;

/// Highest level that the card offers, as on the console's level screen.
const LEVEL_MAX: u8 = 19;

/// Name of the program in block letters.
const LETTERS: [&str; 5] = [
    "### # ### # # ### #   # ### #   #  ",
    "# # # #   # #  #  #   # #   #   #  ",
    "##  # # # ###  #  # # # ##  #   #  ",
    "# # # # # # #  #  # # # #   #   #  ",
    "# # # ### # #  #  ##### ### ### ###",
];
/// Side of a block in pixels.
const BLOCK: usize = 3;
const INK: u8 = 0x30;
const PAPER: u8 = 0x0F;

impl App {
    /// Returns the welcome card while it is shown: until the first game ends or the user plays or builds a picture, and
    /// with the help. Users who know the way see a shorter one, and only beside the picture.
    pub(super) fn welcome(&self) -> Option<Panel> {
        let is_new = self.help || !self.context.choices.knows_the_way;
        let settings = self.settings();
        let has_room = self.has_columns() && settings.keys_panel != KeysPanel::Never;
        // These panels need the card's room.
        let has_lab = settings.lab || self.pages.is_later();
        let has_others = has_lab || settings.plan || settings.statistics == StatisticsPage::Full;
        let is_off = self.pages == PanelPages::None;
        let is_due = self.is_welcome && (is_new || has_room) && !has_others && !is_off;
        let is_wanted = self.help || is_due;
        if !is_wanted || self.menu.is_some() || !self.is_front_door() {
            return None;
        }
        let level = self.context.choices.play.level.min(LEVEL_MAX);
        let mut keys = vec![(
            self.named("{START|play_on}"),
            format!("Play from level {level}"),
        )];
        let keys_of_program = &self.settings().program_keys;
        let key = |action: Action| action.key(keys_of_program);
        if self.has_keys() {
            let levels = [Action::SeekBack, Action::SeekForward].map(key).join(" ");
            keys.extend([
                (levels, "Level".to_owned()),
                (key(Action::Filter), "Build a picture".to_owned()),
                (key(Action::Training), "Train".to_owned()),
                (key(Action::PlayFast), "Fastest (PLAY_FAST)".to_owned()),
                (key(Action::Help), "All keys".to_owned()),
            ]);
        }
        keys.push((self.named("{MENU}"), "Menu".to_owned()));
        let about = "An AI plays the classic game. Play it, train, and see what your moves cost.";
        let keys = PanelPart::Keys(keys);
        Some(match is_new {
            true => {
                let about = PanelPart::Text(about.to_owned(), Tone::Quiet);
                Panel::new("Welcome", vec![PanelPart::Picture(letters()), about, keys])
            }
            false => Panel::new("Your turn", vec![keys]),
        })
    }

    /// Returns whether the scene is one at which the program may welcome a user.
    pub(super) fn is_front_door(&self) -> bool {
        // A web page has a card of its own.
        let has_room = self.devices.windowed && !self.devices.is_touched && !page::IS_HERE;
        has_room && self.can().invites_to_play
    }

    /// Notes that the user knows the way, so that the card is shorter from now on.
    pub(super) fn know_the_way(&mut self) {
        if !page::IS_HERE && !self.context.choices.knows_the_way {
            self.context.choices.knows_the_way = true;
            self.context.save_choices();
        }
    }

    /// Starts a person's game of the last type and level, from its first piece.
    pub(super) fn play_at_once(&mut self) {
        self.know_the_way();
        self.is_welcome = false;
        let form = &mut self.context.choices.play;
        form.is_direct = true;
        let args = SceneArgs::Play(form.args());
        let asked = match self.context.begin(args) {
            Ok(begun) => Request::Begin(begun),
            Err(error) => Request::Notify(error.to_string()),
        };
        self.fulfil([asked]);
    }

    /// Changes the level that the card offers, if the action is one of its keys. Returns whether it is.
    pub(super) fn change_first_level(&mut self, action: Action) -> bool {
        let is_level = matches!(action, Action::SeekBack | Action::SeekForward);
        if !is_level || self.welcome().is_none() {
            return false;
        }
        let level = &mut self.context.choices.play.level;
        *level = match action {
            Action::SeekBack => level.saturating_sub(1),
            _ => (*level + 1).min(LEVEL_MAX),
        };
        true
    }
}

/// Returns the name of the program as a small picture.
fn letters() -> Preview {
    let (width, height) = (BLOCK * LETTERS[0].len(), BLOCK * LETTERS.len() + BLOCK);
    let ink = |place: usize| {
        let row = LETTERS.get(place / width / BLOCK);
        let is_ink = row.is_some_and(|row| row.as_bytes()[place % width / BLOCK] == b'#');
        if is_ink { INK } else { PAPER }
    };
    Preview {
        width,
        height,
        pixels: (0..width * height).map(ink).collect(),
    }
}
