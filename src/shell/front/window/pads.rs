//! Gamepads in the window: their input is combined with that of the keys, and they control the program.

use rightwell::rules::Buttons;

use crate::front::app::App;
use crate::host::clock::Time;
use crate::host::{log, places};
use crate::input::action::Action;
use crate::input::gamepad::{Gamepads, MenuChord, PadInput};
use crate::store::settings::Settings;

/// The pads of a window.
pub struct WindowPads {
    pads: Gamepads,
    /// Start and Select held on keys, per side. Each pad tracks its own.
    chords: [MenuChord; 2],
}

impl WindowPads {
    /// Starts watching for pads. Prints the errors of faulty mapping strings, and shows the first one in the window.
    pub fn start(app: &mut App, now: Time) -> WindowPads {
        let environment = places::variable("SDL_GAMECONTROLLERCONFIG").unwrap_or_default();
        let (pads, faults) = Gamepads::start(app.settings(), &environment.to_string_lossy(), now);
        faults.iter().for_each(log::say);
        if let Some(first) = faults.into_iter().next() {
            app.tell(first);
        }
        WindowPads::of(pads)
    }

    /// Applies changed settings.
    pub fn set(&mut self, settings: &Settings) {
        self.pads.set(settings);
    }

    fn of(pads: Gamepads) -> WindowPads {
        WindowPads {
            pads,
            chords: [MenuChord::default(); 2],
        }
    }

    /// Returns the input of pads and keys for the console's controllers.
    ///
    /// `keys` returns the buttons held and newly pressed on keys. Its argument says which controllers are played with a
    /// gamepad. While the window is `away`, pads are ignored.
    ///
    /// If a player's pad is disconnected, the game pauses, and Start on a pad resumes the game. The menu opens or
    /// closes on Guide, or when Start and Select are held on a pad or on keys.
    pub fn round(
        &mut self,
        app: &mut App,
        now: Time,
        away: bool,
        keys: impl FnOnce([bool; 2]) -> [[Buttons; 2]; 2],
    ) -> PadInput {
        let mut input = self.pads.round(app.people(), now);
        app.set_has_pad(self.pads.has_pad());
        if !input.any_new.is_empty() || !input.pressed.is_empty() {
            app.note_press(false);
        }
        for notice in std::mem::take(&mut input.notices) {
            app.tell(notice);
        }
        if let Some(why) = input.lost.take() {
            app.make_wait(&why);
        }
        if away {
            input = input.unheard();
        }
        if input.any_new.has(Buttons::START) && app.go_on() {
            // This press resumed the game, so the scene does not receive it.
            self.pads.let_go();
            input = input.unheard();
        }
        let [held, new] = keys(input.at);
        for (chord, held) in self.chords.iter_mut().zip(held) {
            input.guide |= chord.asks(now, held);
        }
        if input.guide {
            app.act(Action::Menu);
            // This press opened or closed the menu, so the scene does not receive it.
            (input.new, input.any_new) = (Default::default(), Buttons::NONE);
            input.pressed.clear();
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

    use super::super::keys::{Keys, MenuKeys};
    use super::*;
    use crate::front::stop::StopFlag;
    use crate::host::clock::now;
    use crate::input::gamepad::tests::ReplayedPads;
    use crate::input::pad_keys::Bindings;
    use crate::menu::InputKind;
    use crate::options::speed::Speed;
    use crate::scene::app_context::AppContext;
    use crate::scene::context::Context;
    use crate::scene::{BegunScene, Capabilities, Hud, Scene, StepInput, StepOutcome};

    const NONE: [Buttons; 2] = [Buttons::NONE; 2];
    /// Codes of a pad's buttons: the console's B, Select and Start, and Guide.
    const SOUTH: u16 = 0x130;
    const SELECT: u16 = 0x13a;
    const START: u16 = 0x13b;
    const GUIDE: u16 = 0x13c;
    /// Code of the left face button.
    const WEST: u16 = 0x133;

    /// A person's game that records its steps and their buttons.
    #[derive(Debug, Default)]
    struct Game(Rc<Cell<usize>>, Rc<Cell<Buttons>>);

    impl Scene for Game {
        fn step(&mut self, input: StepInput, _context: &mut Context) -> StepOutcome {
            self.0.set(self.0.get() + 1);
            self.1.set(self.1.get().with(input.held[0]));
            StepOutcome::Stepped(Events::default())
        }

        fn view(&self) -> View {
            View::Blank
        }

        fn hud(&self) -> Hud {
            Hud {
                status: vec!["a game".to_owned()],
                ..Hud::default()
            }
        }

        fn can(&self) -> Capabilities {
            Capabilities {
                people: [true, false],
                ..Capabilities::default()
            }
        }
    }

    /// A window with a person's game and a pad.
    struct PadScene {
        told: ReplayedPads,
        app: App,
        pads: WindowPads,
        steps: Rc<Cell<usize>>,
        heard: Rc<Cell<Buttons>>,
    }

    impl PadScene {
        fn new() -> PadScene {
            let (told, steps, heard) = (ReplayedPads::default(), Rc::default(), Rc::default());
            let game = Box::new(Game(Rc::clone(&steps), Rc::clone(&heard)));
            let begun = BegunScene {
                scene: game,
                speed: Speed::Times(64.0),
            };
            let context = AppContext::without_home();
            told.connect(1);
            PadScene {
                app: App::new(begun, context, StopFlag::default()),
                pads: WindowPads::of(told.pads()),
                told,
                steps,
                heard,
            }
        }

        /// Runs one loop iteration while `keys` are held on the keyboard.
        fn round(&mut self, keys: Buttons, away: bool) -> PadInput {
            let held = [keys, Buttons::NONE];
            let pressed = (self.pads).round(&mut self.app, now(), away, |_| [held, NONE]);
            self.app.set_buttons(pressed.held, pressed.new);
            pressed
        }

        /// Returns whether the game is running.
        fn runs(&mut self) -> bool {
            let before = self.steps.get();
            std::thread::sleep(Duration::from_millis(40));
            self.app.advance();
            self.steps.get() > before
        }
    }

    #[test]
    fn keys_and_pads_play_together() {
        let mut scene = PadScene::new();
        scene.told.press(1, SOUTH, true);
        let pressed = scene.round(Buttons::LEFT, false);
        let both = Buttons::LEFT.with(Buttons::B);
        assert_eq!(pressed.held, [both, Buttons::NONE]);
        assert_eq!(pressed.new, [Buttons::B, Buttons::NONE]);
        let pressed = scene.round(Buttons::NONE, true);
        assert_eq!(pressed.held, NONE, "another window has the focus");
    }

    #[test]
    fn the_help_lists_pad_buttons_while_a_pad_is_connected() {
        let mut scene = PadScene::new();
        scene.app.act(Action::Help);
        let lines_of_pad = |scene: &mut PadScene| {
            scene.round(Buttons::NONE, false);
            let help = scene.app.help().unwrap();
            let is_of_pad = |(_, does): &&(String, String)| does.contains("START+SELECT");
            help.iter().filter(is_of_pad).count()
        };
        assert_eq!(lines_of_pad(&mut scene), 1);
        scene.told.disconnect(1);
        assert_eq!(lines_of_pad(&mut scene), 0);
    }

    #[test]
    fn a_game_pauses_without_its_pad_and_start_resumes_it() {
        let mut scene = PadScene::new();
        scene.round(Buttons::NONE, false);
        assert!(scene.runs());
        scene.told.disconnect(1);
        scene.round(Buttons::NONE, false);
        assert!(!scene.runs());
        let notice = scene.app.notice().unwrap();
        assert_eq!(
            notice,
            "paused: gamepad disconnected: Pad. Start or Space: resume"
        );
        scene.told.connect(2);
        scene.round(Buttons::NONE, false);
        assert!(!scene.runs());
        scene.told.press(2, START, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(
            (pressed.held, pressed.new),
            (NONE, NONE),
            "the press must not pause the console"
        );
        assert!(scene.runs());
        scene.told.press(2, SOUTH, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(pressed.held, [Buttons::B, Buttons::NONE]);
    }

    #[test]
    fn start_reaches_a_game_that_a_person_paused() {
        let mut scene = PadScene::new();
        scene.app.act(Action::Pause);
        scene.told.press(1, START, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(pressed.new, [Buttons::START, Buttons::NONE]);
        assert!(!scene.runs());
    }

    #[test]
    fn guide_and_start_with_select_on_pad_or_keys_ask_for_the_menu() {
        let mut scene = PadScene::new();
        scene.told.press(1, GUIDE, true);
        scene.round(Buttons::NONE, false);
        assert!(scene.app.menu_takes().is_some());
        scene.told.press(1, GUIDE, false);
        scene.told.press(1, GUIDE, true);
        scene.round(Buttons::NONE, false);
        assert!(scene.app.menu_takes().is_none());
        scene.told.press(1, START, true);
        scene.told.press(1, SELECT, true);
        let keys = Buttons::START.with(Buttons::SELECT);
        for held in [Buttons::NONE, keys] {
            let was_open = scene.app.menu_takes().is_some();
            scene.round(held, false);
            assert_eq!(scene.app.menu_takes().is_some(), was_open);
            std::thread::sleep(Duration::from_millis(510));
            scene.round(held, false);
            assert_eq!(scene.app.menu_takes().is_some(), !was_open);
        }
    }

    #[test]
    fn guide_does_not_reach_the_game_when_it_toggles_the_menu() {
        let mut scene = PadScene::new();
        let mut settings = Settings::default();
        let start = settings
            .pad_buttons
            .named()
            .position(|(name, _)| name == "start");
        settings.pad_buttons.set(start.unwrap(), "guide");
        scene.pads.set(&settings);
        let (keys, bindings) = (Keys::new(), Bindings::new(&settings));
        let mut hands = MenuKeys::default();
        for is_open in [true, false, true] {
            for is_down in [true, false] {
                scene.told.press(1, GUIDE, is_down);
                let pads = scene.round(Buttons::NONE, false);
                hands.work_menu(&mut scene.app, &keys, &bindings, &pads);
                scene.runs();
                assert_eq!(scene.app.menu_takes().is_some(), is_open);
            }
        }
        assert_eq!(scene.heard.get(), Buttons::NONE);
    }

    #[test]
    fn a_direction_held_while_the_menu_opens_is_ignored() {
        const DOWN: u16 = 0x221;
        let mut scene = PadScene::new();
        let (keys, bindings) = (Keys::new(), Bindings::new(&Settings::default()));
        let mut hands = MenuKeys::default();
        let mut round = |scene: &mut PadScene, code: u16, is_down| {
            scene.told.press(1, code, is_down);
            let pads = scene.round(Buttons::NONE, false);
            hands.work_menu(&mut scene.app, &keys, &bindings, &pads);
            let sheet = scene.app.sheet();
            sheet.and_then(|sheet| sheet.lines.iter().position(|line| line.is_chosen))
        };
        let first = round(&mut scene, GUIDE, true);
        assert!(round(&mut scene, DOWN, true) > first, "a press moves");
        round(&mut scene, GUIDE, false);
        assert_eq!(round(&mut scene, GUIDE, true), None);
        std::thread::sleep(Duration::from_millis(420));
        round(&mut scene, GUIDE, false);
        assert_eq!(round(&mut scene, GUIDE, true), first);
    }

    #[test]
    fn a_pad_alone_operates_the_menu_and_binds_a_button() {
        let mut scene = PadScene::new();
        let (keys, bindings) = (Keys::new(), Bindings::new(&Settings::default()));
        let mut hands = MenuKeys::default();
        let mut press = |scene: &mut PadScene, code: u16| {
            for is_down in [true, false] {
                scene.told.press(1, code, is_down);
                let pads = scene.round(Buttons::NONE, false);
                hands.work_menu(&mut scene.app, &keys, &bindings, &pads);
            }
        };
        /// Codes of a pad's d-pad, and of the console's A button.
        const DOWN: u16 = 0x221;
        const EAST: u16 = 0x131;
        let line = |scene: &PadScene| {
            let sheet = scene.app.sheet().expect("the menu is open");
            let chosen = sheet.lines.into_iter().find(|line| line.is_chosen);
            chosen.expect("a row must be selected").label
        };
        press(&mut scene, GUIDE);
        for label in ["SETTINGS", "KEYS AND PADS", "GAME PAD", "SELECT"] {
            let mut presses = 0;
            while line(&scene) != label {
                press(&mut scene, DOWN);
                presses += 1;
                assert!(presses < 40, "the menu has no row {label}");
            }
            press(&mut scene, EAST);
        }
        assert_eq!(scene.app.menu_takes(), Some(InputKind::AnyKey));
        press(&mut scene, WEST);
        let settings = scene.app.settings().clone();
        assert_eq!(settings.pad_buttons.key_of("select"), Some("x"));
        scene.pads.set(&settings);
        press(&mut scene, GUIDE);
        assert!(scene.app.menu_takes().is_none());
        scene.told.press(1, WEST, true);
        let pressed = scene.round(Buttons::NONE, false);
        assert_eq!(pressed.held, [Buttons::SELECT, Buttons::NONE]);
    }
}
