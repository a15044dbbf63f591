//! Parts that only a window has: panel columns, mouse, pads, focus and title.

mod buttons;
mod restart;
mod status;

use std::path::Path;
#[cfg(feature = "window")]
use std::time::Duration;

use rightwell::engine::View;
use rightwell::menu::Sheet;
use rightwell::render::overlay::cell_at;
use rightwell::render::panel::{ColumnSize, arrange};
use rightwell::render::{Frame, Panel};
use rightwell::rules::Buttons;

use crate::front::pacer::Pacer;
use crate::front::scanlines;
use crate::host::clock::now;
use crate::host::drawing;
use crate::menu::ProgramMenu;
#[cfg(feature = "window")]
use crate::options::speed::Speed;
use crate::scene::{EditorCommand, SceneCommand};
use crate::stage::PanelColumns;
use crate::stage::layout::{Layout, LayoutOptions};
use crate::store::screenshot::Screenshot;

use restart::RestartKey;

use super::{App, Clipboard};

/// State of an app in a window.
#[derive(Debug, Default)]
pub(super) struct WindowState {
    /// Panels. While they are shown, also the window's size and layout.
    pub(super) stage: PanelColumns,
    pub(super) layout: Option<((u32, u32), Layout)>,
    /// Buttons held since before this scene began. Each is ignored until released.
    stale: [Buttons; 2],
    restart: RestartKey,
}

impl App {
    /// Returns an image of the whole window, if panels are shown.
    pub(super) fn whole_window(&self) -> Option<Screenshot> {
        let (size, layout) = self.in_window.layout.as_ref()?;
        let (stage, palette) = (&self.in_window.stage, self.picture.renderer.palette());
        let whole = stage.picture(*size, layout, &self.picture.shown);
        let mut pixels = whole.to_rgb(palette);
        if self.settings().scanlines {
            let window = (&mut pixels[..], whole.width());
            scanlines::put(&self.picture.shown, palette, layout.picture, window);
        }
        Some(Screenshot {
            width: whole.width(),
            pixels,
        })
    }

    /// Returns whether the panels have columns now.
    pub(super) fn has_columns(&self) -> bool {
        self.in_window.layout.is_some()
    }

    /// Lays out a window of this size.
    pub fn layout(&self, (width, height): (u32, u32)) -> Layout {
        if self.fits_phone() {
            return Layout::on_phone(width, height);
        }
        let settings = self.settings();
        let is_covered = self.menu.is_some() || self.help;
        let layout = |is_opened| {
            let wanted = LayoutOptions {
                status: settings.status_line,
                panels: self.panel_place(),
                is_opened,
            };
            Layout::new(width, height, settings.scaling, wanted)
        };
        let found = layout(self.has_opened_panel());
        // A full page would hide the game screen, which the menu, the help and a person's game need.
        match found.is_page && (is_covered || self.has_person()) {
            true => layout(false),
            false => found,
        }
    }

    /// Returns whether a phone shows little more than the playfield: during a game of one player, with nothing over it.
    fn fits_phone(&self) -> bool {
        let is_covered = self.menu.is_some() || self.help || self.notice.is_some();
        self.devices.is_touched
            && !is_covered
            && matches!(self.view(), View::Game(view) if !view.paused)
            && self.card().is_none()
            && self.countdown_digit().is_none()
            && self.coach_says().is_none()
            && self.hud().summary.is_none()
            && !self.has_opened_panel()
    }

    /// Returns all current panels. The status is the first one.
    pub(super) fn panels(&mut self) -> Vec<Panel> {
        let mut all = vec![status::panel(self, true)];
        all.extend(self.panels_beside_game());
        all
    }

    /// Returns the panels for columns of these sizes. The status names the help key only if the keys panel does not
    /// fit.
    pub(super) fn panels_in(&mut self, sizes: &[ColumnSize]) -> Vec<Panel> {
        let mut panels = self.panels();
        if let Some(keys) = self.keys_panel() {
            let with_keys = std::mem::replace(&mut panels[0], status::panel(self, false));
            let places = arrange(&panels, sizes);
            if places.iter().all(|place| panels[place.panel] != keys) {
                panels[0] = with_keys;
            }
        }
        self.on_page(panels, sizes)
    }

    /// Returns the menu page. Omits its preview if a panel beside it shows the preview.
    pub(super) fn sheet_beside_panels(&self) -> Option<Sheet> {
        let sheet = self.sheet()?;
        match self.menu_panel() {
            Some(panel) if self.in_window.stage.shows(&panel) => Some(sheet.without_preview()),
            _ => Some(sheet),
        }
    }

    /// Draws the game screen with card, help and menu, and the panel columns for a window of this size.
    pub fn picture_and_panels(
        &mut self,
        size: (u32, u32),
        layout: &Layout,
    ) -> (&Frame, &PanelColumns) {
        let panels = self.panels_in(&layout.sizes());
        let ground = self.settings().ground.colour();
        self.in_window
            .stage
            .show(&self.picture.renderer, panels, &layout.sizes(), ground);
        self.in_window.layout = Some((size, layout.clone()));
        let mut overlay = self.overlay();
        overlay.inputs = (self.in_window.stage).not_shown(&self.view(), overlay.inputs);
        self.draw_field(&overlay);
        self.picture.shown.clone_from(&self.picture.frame);
        self.draw_card();
        if let Some(keys) = self.help() {
            (self.picture.renderer).keys("KEYS", &keys, &mut self.picture.shown);
        }
        if let Some(sheet) = self.sheet_beside_panels() {
            self.picture
                .renderer
                .sheet(&sheet, &self.last_game, &mut self.picture.shown);
        }
        (&self.picture.shown, &self.in_window.stage)
    }

    /// Handles a click at this point of the window, if a panel reacts to clicks there.
    pub fn click(&mut self, layout: &Layout, x: f32, y: f32) {
        if self.menu.is_some() {
            return;
        }
        let Some((zone, share)) = self.in_window.stage.zone_at(layout, x, y) else {
            return;
        };
        let clicked = self.in_window.stage.panel(zone.panel);
        let mut scenes = self.hud().panels.iter();
        let scene = scenes.find(|scene| clicked.is_some_and(|it| it.title == scene.panel.title));
        if let Some(target) = scene.and_then(|scene| scene.target(&zone, share)) {
            self.notice = None;
            self.send(SceneCommand::Jump(target));
        }
    }

    /// Plays a recording that was dropped on the window. If this would abandon a game, asks for confirmation first.
    pub fn open_recording(&mut self, path: &Path) {
        drawing::step(|| {
            let (menu, asked) = ProgramMenu::beginning(path, &self.below(), &mut self.context);
            self.menu = menu;
            self.fulfil(asked);
        });
    }

    /// Applies settings and restarts the clock without a step, for example while a window opens.
    pub fn stand_by(&mut self) {
        self.follow_settings();
        self.prepare_hearing();
        self.pacer = Pacer::new(now());
    }

    /// Marks the app as windowed, so that the keys include full screen.
    pub fn set_windowed(&mut self) {
        self.devices.windowed = true;
    }

    /// Draws or erases the cell at a pixel of the screen, if the editor is open.
    pub fn draw_with_mouse(&mut self, point: Option<(usize, usize)>, is_erased: bool) {
        let cell = point.and_then(|(x, y)| cell_at(x, y));
        if let Some(cell) = cell.filter(|_| self.menu.is_none() && self.hud().edited.is_some()) {
            self.send(SceneCommand::Edit(EditorCommand::Draw(cell, is_erased)));
        }
    }

    /// Sets the clipboard for copied texts.
    pub fn set_clipboard(&mut self, clipboard: Clipboard) {
        self.devices.clipboard = Some(clipboard);
    }

    /// Records whether a gamepad is connected, so that the help includes its buttons.
    pub fn set_has_pad(&mut self, has_pad: bool) {
        self.devices.has_pad = has_pad;
    }

    /// Records whether the last press was on a key or on a gamepad.
    pub fn note_press(&mut self, on_key: bool) {
        self.devices.names_keys = on_key;
    }

    /// Pauses a person's game after the window lost the focus.
    pub fn lose_focus(&mut self) {
        self.make_wait("the window lost focus. {PAUSE}: resume");
    }

    /// Pauses a person's game because it cannot continue, and shows the reason.
    pub fn make_wait(&mut self, why: &str) {
        if self.has_person() && !self.top().is_paused {
            self.stack.top_mut().is_paused = true;
            self.waits = true;
            self.announce("Paused", why);
        }
    }

    /// Returns the time until the next step is due. Returns `None` while nothing moves.
    #[cfg(feature = "window")]
    pub fn until_step(&self) -> Option<Duration> {
        match self.top().speed {
            Speed::Max if self.times() > 0.0 && !self.can().is_between_games => {
                Some(Duration::ZERO)
            }
            _ => self.pacer.wait(now(), self.times()),
        }
    }

    /// Returns the window's title.
    pub fn title(&self) -> String {
        format!("Rightwell - {}", self.hud().title)
    }
}

/// Functions that only gamepads need.
#[cfg(feature = "window")]
impl App {
    /// Resumes a game that the program paused. Returns whether a game was paused.
    pub fn go_on(&mut self) -> bool {
        let is_covered = self.help || self.menu.is_some();
        let goes_on = self.waits && self.has_person() && self.top().is_paused && !is_covered;
        if goes_on {
            self.waits = false;
            self.notice = None;
            self.stack.top_mut().is_paused = false;
        }
        goes_on
    }

    /// Shows a notice.
    pub fn tell(&mut self, notice: String) {
        self.say(notice);
    }
}
