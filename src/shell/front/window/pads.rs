//! Game pads beside the keys: what both press together, and what pads ask of the program.

use rightwell::rules::Buttons;

use crate::shell::front::app::App;
use crate::shell::host::clock::Time;
use crate::shell::host::{log, places};
use crate::shell::input::gamepad::{MenuChord, NesButtons, PadInput, Pads};

/// The pads of a window.
pub struct WindowPads {
    pads: Pads,
    /// Start and Select held on keys, one a side; pads see to that themselves.
    chords: [MenuChord; 2],
}

impl WindowPads {
    /// Begins to look for pads; what is wrong with mapping strings is said on standard error.
    pub fn start(mappings: &[String], buttons: [NesButtons; 2], now: Time) -> WindowPads {
        let environment = places::variable("SDL_GAMECONTROLLERCONFIG").unwrap_or_default();
        let environment = environment.to_string_lossy();
        let (pads, faults) = Pads::start(mappings, &environment, buttons, now);
        faults.into_iter().for_each(log::say);
        WindowPads::of(pads)
    }

    fn of(pads: Pads) -> WindowPads {
        WindowPads {
            pads,
            chords: [MenuChord::default(); 2],
        }
    }

    /// What pads do now, with what keys press on the console's pads and ask of the program put to it.
    /// `keys` says what keys hold there and what they pressed newly, given at which of them somebody
    /// plays with a game pad. While the window is `away`, pads are not heard.
    ///
    /// A person's game whose pad is gone waits; Start on a pad lets it go on.
    pub fn round(
        &mut self,
        app: &mut App,
        now: Time,
        away: bool,
        keys: impl FnOnce([bool; 2]) -> [[Buttons; 2]; 2],
    ) -> PadInput {
        let mut input = self.pads.round(app.people(), now);
        for notice in std::mem::take(&mut input.notices) {
            app.tell(notice);
        }
        if let Some(why) = input.lost.take() {
            app.make_wait(why);
        }
        if away {
            input = input.unheard();
        }
        if input.any_new.has(Buttons::START) && app.go_on() {
            // This press was for the program.
            self.pads.let_go();
            input = input.unheard();
        }
        let [held, new] = keys(input.at);
        for (chord, held) in self.chords.iter_mut().zip(held) {
            input.guide |= chord.asks(now, held);
        }
        if input.guide {
            self.pads.let_go();
        }
        for side in 0..2 {
            input.held[side] = input.held[side].with(held[side]);
            input.new[side] = input.new[side].with(new[side]);
        }
        input
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;
    use std::time::Duration;

    use rightwell::engine::{Events, View};

    use super::*;
    use crate::shell::activity::speed::Speed;
    use crate::shell::activity::{Activity, Outcome};
    use crate::shell::front::stop::Stop;
    use crate::shell::host::clock::now;
    use crate::shell::input::gamepad::tests::Told;

    const NONE: [Buttons; 2] = [Buttons::NONE; 2];
    /// Codes of a pad's buttons: those that are B, Select and Start on the console, and Guide.
    const SOUTH: u16 = 0x130;
    const SELECT: u16 = 0x13a;
    const START: u16 = 0x13b;
    const GUIDE: u16 = 0x13c;

    /// A person's game that counts its steps.
    #[derive(Debug, Default)]
    struct Game(Rc<Cell<usize>>);

    impl Activity for Game {
        fn step(&mut self, _patience: Duration, _held: [Buttons; 2]) -> Outcome {
            self.0.set(self.0.get() + 1);
            Outcome::Stepped(Events::default())
        }

        fn view(&self) -> View {
            View::Blank
        }

        fn title(&self) -> String {
            "game".to_owned()
        }

        fn status(&self) -> Vec<String> {
            vec!["a game".to_owned()]
        }

        fn people(&self) -> [bool; 2] {
            [true, false]
        }
    }

    /// A window with a person's game and a pad.
    struct Scene {
        told: Told,
        app: App,
        pads: WindowPads,
        steps: Rc<Cell<usize>>,
    }

    impl Scene {
        fn new() -> Scene {
            let (told, steps) = (Told::default(), Rc::default());
            let game = Box::new(Game(Rc::clone(&steps)));
            told.connect(1);
            Scene {
                app: App::new(game, Speed::Times(64.0), Stop::default()),
                pads: WindowPads::of(told.pads()),
                told,
                steps,
            }
        }

        /// A round with these buttons held on keys.
        fn round(&mut self, keys: Buttons, away: bool) -> PadInput {
            let held = [keys, Buttons::NONE];
            let pressed = (self.pads).round(&mut self.app, now(), away, |_| [held, NONE]);
            self.app.set_buttons(pressed.held, pressed.new);
            pressed
        }

        /// Whether the game goes on.
        fn runs(&mut self) -> bool {
            let before = self.steps.get();
            std::thread::sleep(Duration::from_millis(40));
            self.app.advance();
            self.steps.get() > before
        }
    }

    #[test]
    fn keys_and_pads_play_together() {
        let mut scene = Scene::new();
        scene.told.press(1, SOUTH, true);
        let pressed = scene.round(Buttons::LEFT, false);
        let both = Buttons::LEFT.with(Buttons::B);
        assert_eq!(pressed.held, [both, Buttons::NONE]);
        assert_eq!(pressed.new, [Buttons::B, Buttons::NONE]);
        let pressed = scene.round(Buttons::NONE, true);
        assert_eq!(pressed.held, NONE, "another window has the focus");
    }

    #[test]
    fn a_game_waits_for_its_pad_and_start_on_it_lets_it_go_on() {
        let mut scene = Scene::new();
        scene.round(Buttons::NONE, false);
        assert!(scene.runs());
        scene.told.disconnect(1);
        scene.round(Buttons::NONE, false);
        assert!(!scene.runs());
        let notice = scene.app.notice().unwrap();
        assert_eq!(notice, "paused: game pad lost: Pad. Start or Space: go on");
        scene.told.connect(2);
        scene.round(Buttons::NONE, false);
        assert!(!scene.runs());
        scene.told.press(2, START, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(
            (pressed.held, pressed.new),
            (NONE, NONE),
            "it was no pause of the console"
        );
        assert!(scene.runs());
        scene.told.press(2, SOUTH, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(pressed.held, [Buttons::B, Buttons::NONE]);
    }

    #[test]
    fn start_goes_to_the_game_where_a_person_has_paused_it() {
        let mut scene = Scene::new();
        scene.app.act(crate::shell::input::action::Action::Pause);
        scene.told.press(1, START, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(pressed.new, [Buttons::START, Buttons::NONE]);
        assert!(!scene.runs());
    }

    #[test]
    fn guide_and_start_with_select_on_pad_or_keys_ask_for_the_menu() {
        let mut scene = Scene::new();
        scene.told.press(1, GUIDE, true);
        assert!(scene.round(Buttons::NONE, false).guide);
        assert!(!scene.round(Buttons::NONE, false).guide);
        scene.told.press(1, START, true);
        scene.told.press(1, SELECT, true);
        let keys = Buttons::START.with(Buttons::SELECT);
        for held in [Buttons::NONE, keys] {
            assert!(!scene.round(held, false).guide);
            std::thread::sleep(Duration::from_millis(510));
            assert!(scene.round(held, false).guide);
        }
    }
}
