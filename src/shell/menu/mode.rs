//! Page of a mode: the rows of its form, and the row that starts the mode.

use std::fmt::Debug;
use std::sync::Arc;

use rightwell::menu::{Answer, Field, Input, Page, Preview, Sheet};

use crate::host::page;
use crate::input::action::Action;
use crate::options::scenes::SceneArgs;
use crate::scene::app_context::AppContext;
use crate::scene::{Request, SceneCommand};
use crate::store::choices::SavedChoices;
use crate::store::load;

use super::form::FormRows;
use super::start::begin_or_ask;
use super::{InputKind, MenuPage, PageAction, SceneInfo, rows};

/// Form of a mode, which a page shows and changes.
pub trait ModeForm: Clone + Debug + Default + 'static {
    /// Names and files that are loaded once, when the page opens.
    type Lookups: Debug;

    /// Title of the page.
    const TITLE: &'static str;

    /// Returns the title of the page for the current choices.
    fn title(&self) -> String {
        Self::TITLE.to_owned()
    }

    /// Returns the hint of the row that starts the mode.
    fn about(&self) -> &'static str {
        "Starts with these options. ENTER or START works in any row"
    }

    /// Loads the names to choose from, including those of the user's own files.
    fn look(context: &AppContext) -> Self::Lookups;

    /// Returns the errors of the loaded files, if there are any.
    fn fault(_known: &Self::Lookups) -> Option<String> {
        None
    }

    /// Returns this mode's form among all choices.
    fn among(choices: &mut SavedChoices) -> &mut Self;

    /// Replaces names that no longer exist. Returns a notice about each.
    fn settle(&mut self, _known: &Self::Lookups) -> Vec<String> {
        Vec::new()
    }

    /// Notes which row starts the mode, if several do.
    fn start_by(&mut self, _row: &str) {}

    /// Returns the options that start the mode as chosen.
    fn scene_args(&self) -> SceneArgs;

    /// Returns the player and the filter that a running AI game can take over, if the mode has them.
    fn player_and_filter(&self) -> Option<(String, String)> {
        None
    }

    /// Adds the rows that apply to the current choices, below the row that starts the mode.
    fn rows(&self, known: &Self::Lookups, rows: &mut FormRows<Self>);

    /// Updates the fields that depend on fields changed since `before`.
    fn follow(self, _before: &Self, _known: &Self::Lookups, _context: &AppContext) -> Self {
        self
    }

    /// Returns an image that illustrates the choices.
    fn preview(&self, _known: &Self::Lookups) -> Option<Preview> {
        None
    }
}

/// Page of a mode. It opens with the choices of the last visit.
#[derive(Debug)]
pub struct ModePage<F: ModeForm> {
    page: Page<&'static str>,
    known: F::Lookups,
    below: SceneInfo,
    /// Notices to show when the page opens.
    said: Vec<String>,
}

impl<F: ModeForm> ModePage<F> {
    /// Returns the page with the choices of the last visit.
    pub fn new(context: &mut AppContext, below: SceneInfo) -> ModePage<F> {
        let known = F::look(context);
        let form = F::among(&mut context.choices);
        let mut said = form.settle(&known);
        said.extend(F::fault(&known));
        let rows = rows_of(form, &known, &below).into_rows();
        let mut page = Page::new(&form.title(), rows).started_by(BEGIN);
        page.set_preview(form.preview(&known));
        ModePage {
            page,
            known,
            below,
            said,
        }
    }

    /// Updates the form after the value of a row has changed, and rebuilds the rows.
    fn change(&mut self, context: &mut AppContext) -> PageAction {
        let before = F::among(&mut context.choices).clone();
        let mut form = before.clone();
        rows_of(&before, &self.known, &self.below).fill(&mut form, &self.page);
        let mut form = form.follow(&before, &self.known, context);
        let said = form.settle(&self.known);
        self.page
            .set_rows(rows_of(&form, &self.known, &self.below).into_rows());
        self.page.set_preview(form.preview(&self.known));
        *F::among(&mut context.choices) = form;
        in_one_line(&said).map_or(PageAction::Stay, PageAction::say)
    }
}

/// Label of the row that starts the mode.
const BEGIN: &str = "BEGIN";

/// Label of the row that applies player and filter to the running game.
const PLAY_ON: &str = "PLAY ON";

/// Label of the row that copies a link. Shown only on a web page.
const LINK: &str = "COPY LINK";

/// Returns the rows for a form.
fn rows_of<F: ModeForm>(form: &F, known: &F::Lookups, below: &SceneInfo) -> FormRows<F> {
    let mut rows = FormRows::new(form.clone());
    rows.show(BEGIN, Field::Act, form.about());
    if form.player_and_filter().is_some() && below.can.does(Action::Filter) {
        let hint = "This player and this filter take over the running game";
        rows.show(PLAY_ON, Field::Act, hint);
    }
    form.rows(known, &mut rows);
    if page::has_links() {
        let hint = "Copies a link that starts with these options";
        rows.show(LINK, Field::Act, hint);
    }
    rows
}

/// Joins notices into one line.
fn in_one_line(said: &[String]) -> Option<String> {
    (!said.is_empty()).then(|| said.join("; "))
}

impl<F: ModeForm> MenuPage for ModePage<F> {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.page)
    }

    fn greeting(&mut self) -> Option<String> {
        in_one_line(&std::mem::take(&mut self.said))
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(PLAY_ON) => {
                let chosen = F::among(&mut context.choices).player_and_filter();
                let Some((player, filter)) = chosen else {
                    return PageAction::Stay;
                };
                let scene = context.scenes;
                let load = move || load::strategy(&player, &filter);
                context.read_later(load, move |context, strategy| match strategy {
                    Ok(strategy) => {
                        let command = SceneCommand::PlayBy(Arc::new(strategy));
                        (context.scenes == scene).then_some(Request::CloseAndSend(command))
                    }
                    Err(fault) => Some(Request::Notify(fault.to_string())),
                });
                PageAction::say("loading..".to_owned())
            }
            Answer::Chosen(LINK) => {
                let words = F::among(&mut context.choices).scene_args().words();
                let link = page::link(words.iter().map(String::as_str));
                link.map_or(PageAction::Stay, PageAction::copy)
            }
            Answer::Chosen(row) => {
                let form = F::among(&mut context.choices);
                form.start_by(row);
                let args = form.scene_args();
                begin_or_ask(&self.below, context, args)
            }
            Answer::Changed(_) => self.change(context),
            Answer::Entered(_) => {
                self.page.go_to(&BEGIN);
                PageAction::Stay
            }
            Answer::Left => PageAction::Back,
            Answer::Nothing => PageAction::Stay,
        }
    }
}
