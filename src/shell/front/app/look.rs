//! Appearance and sound, as the settings define them.

#[cfg(feature = "window")]
use crate::front::stop::StopFlag;
use crate::host::log;
use crate::store::load;

use super::App;

impl App {
    /// Applies the settings that have changed since the last call. If a palette cannot be loaded, shows a notice and
    /// uses the default palette.
    pub(super) fn follow_settings(&mut self) {
        let changes = self.settings_changes();
        if self.picture.followed == Some(changes) {
            return;
        }
        self.picture.followed = Some(changes);
        let palette = load::palette_of(&self.settings().palette, self.context.folders())
            .unwrap_or_else(|error| {
                log::say(format!("rightwell: {error}"));
                self.say(error.to_string());
                Default::default()
            });
        self.picture.renderer.set_palette(palette);
        let flashing = self.settings().flashing;
        self.picture.renderer.set_flashing(flashing);
        self.coach = self.context.coach_settings();
        self.set_sound();
    }

    /// Returns the handle that ends the loop from outside.
    #[cfg(feature = "window")]
    pub fn stop(&self) -> StopFlag {
        self.stop.clone()
    }

    /// Turns full screen on or off. The setting is saved.
    #[cfg(feature = "window")]
    pub fn set_full_screen(&mut self, full_screen: bool) {
        (self.context).set(|settings| settings.full_screen = full_screen);
    }
}
