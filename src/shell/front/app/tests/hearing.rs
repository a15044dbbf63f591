//! Tests of sound: one cue per step, silence while nothing moves, and ways to turn it off.

use rightwell::sound::{Effect, SoundCue, Volumes};

use super::*;
use crate::host::listener::{SoundListener, SoundPacket};

/// Messages that a listener received.
#[derive(Debug, Default)]
struct HeardMessages {
    prepared: bool,
    cues: Vec<SoundCue>,
    holds: usize,
    volumes: Vec<Volumes>,
    message: Option<Result<(), String>>,
}

/// A listener that records its messages.
#[derive(Clone, Debug, Default)]
struct RecordingListener(Rc<RefCell<HeardMessages>>);

impl SoundListener for RecordingListener {
    fn tell(&mut self, packet: SoundPacket) {
        let mut told = self.0.borrow_mut();
        match packet {
            SoundPacket::Frame(cue) => told.cues.push(cue),
            SoundPacket::Hold => told.holds += 1,
            SoundPacket::Prepare => told.prepared = true,
            SoundPacket::Set(volumes) => told.volumes.push(volumes),
        }
    }

    fn take_message(&mut self) -> Option<Result<(), String>> {
        self.0.borrow_mut().message.take()
    }
}

impl RecordingListener {
    /// Returns the number of cues since the last call.
    fn cues(&self) -> usize {
        std::mem::take(&mut self.0.borrow_mut().cues).len()
    }

    fn holds(&self) -> usize {
        self.0.borrow().holds
    }
}

/// Returns an app with this fake scene, and the listener that records the app's sound.
fn heard(still: &StillScene) -> (App, RecordingListener) {
    let (mut app, ear) = (app(still), RecordingListener::default());
    app.listen(Box::new(ear.clone()));
    (app, ear)
}

#[test]
fn steps_have_sound_and_a_pause_is_silent() {
    let (mut app, ear) = heard(&StillScene::new());
    app.stand_by();
    assert!(ear.0.borrow().prepared);
    run(&mut app);
    assert!(ear.0.borrow().cues[0].effects.contains(Effect::Lock));
    assert!(
        (1..=8).contains(&ear.cues()),
        "only some steps of a fast iteration have sound"
    );
    assert_eq!(ear.holds(), 0);
    for stop in [Action::Pause, Action::Menu] {
        let holds = ear.holds();
        app.act(stop);
        run(&mut app);
        run(&mut app);
        assert_eq!(
            (ear.cues(), ear.holds()),
            (0, holds + 1),
            "{stop:?}: told once"
        );
        app.act(stop);
        run(&mut app);
        assert!(ear.cues() > 0, "{stop:?}: the sound must continue");
    }
}

#[test]
fn a_hit_and_a_miss_of_a_drill_sound_once_each() {
    let still = StillScene::new();
    let (mut app, ear) = heard(&still);
    for (streak, expected) in [(Some(3), [1, 0]), (Some(0), [0, 1]), (None, [0, 0])] {
        still.0.borrow_mut().streak = streak;
        ear.cues();
        run(&mut app);
        run(&mut app);
        let heard = [Effect::Hit, Effect::Miss].map(|effect| {
            let cues = &ear.0.borrow().cues;
            cues.iter()
                .filter(|cue| cue.effects.contains(effect))
                .count()
        });
        assert_eq!(heard, expected, "{streak:?}");
    }
}

#[test]
fn m_toggles_the_sound_unless_a_person_plays_with_it() {
    let still = StillScene::new();
    let (mut app, ear) = heard(&still);
    app.act(Action::Sound);
    run(&mut app);
    assert_eq!((ear.cues(), app.settings().sound), (0, false));
    app.act(Action::Sound);
    run(&mut app);
    assert!(ear.cues() > 0);
    app.context.set(|settings| settings.keys.set(5, "M"));
    app.act(Action::Sound);
    assert!(!app.settings().sound, "nobody plays");
    app.act(Action::Sound);
    still.0.borrow_mut().is_person = true;
    app.act(Action::Sound);
    assert!(app.settings().sound, "the key is the person's button A");
}

#[test]
fn mute_on_the_command_line_lasts_until_m() {
    let (mut app, ear) = heard(&StillScene::new());
    app.context.sound.mute = true;
    run(&mut app);
    assert_eq!(ear.cues(), 0);
    app.act(Action::Sound);
    run(&mut app);
    assert!(ear.cues() > 0 && app.settings().sound);
}

#[test]
fn sound_stops_behind_another_window_unless_the_setting_keeps_it() {
    let (mut app, ear) = heard(&StillScene::new());
    app.set_away(true);
    run(&mut app);
    assert_eq!(ear.cues(), 0);
    app.context
        .set(|settings| settings.sound_in_background = true);
    run(&mut app);
    assert!(ear.cues() > 0);
}

#[test]
fn volumes_apply_at_once_and_an_unknown_tune_is_reported() {
    let (mut app, ear) = heard(&StillScene::new());
    app.context.set(|settings| settings.music_volume = 3);
    run(&mut app);
    assert_eq!(ear.0.borrow().volumes.last().unwrap().music, 3);
    app.context
        .set(|settings| settings.music = "disco".to_owned());
    run(&mut app);
    let said = app.notice().unwrap();
    assert!(
        said.starts_with("unknown music disco; allowed: menu, off, one"),
        "{said}"
    );
}

#[test]
fn missing_sound_is_shown_in_the_status_line_and_in_the_settings() {
    let (mut app, ear) = heard(&StillScene::new());
    let said = |app: &App| app.status().joined(80).contains("no sound");
    assert!(!said(&app));
    ear.0.borrow_mut().message = Some(Err("no sound: none is there".to_owned()));
    run(&mut app);
    assert!(said(&app) && app.notice().is_none());
    app.act(Action::Sound);
    assert!(!said(&app), "none is wanted");
    app.act(Action::Sound);
    app.act(Action::Menu);
    choose(&mut app, "SETTINGS");
    let mut hint = |is_entered: bool| {
        if is_entered {
            choose(&mut app, "SOUND");
        }
        let is_chosen = |app: &App| {
            let lines = app.sheet().expect("the menu page must be open").lines;
            lines
                .iter()
                .any(|line| line.is_chosen && line.label == "SOUND")
        };
        for _ in 0..40 {
            if !is_chosen(&app) {
                app.menu_input(Input::Down);
            }
        }
        app.sheet().unwrap().hint
    };
    assert_eq!(hint(false), "Nothing is heard");
    assert_eq!(hint(true), "no sound: none is there");
    ear.0.borrow_mut().message = Some(Ok(()));
    run(&mut app);
    assert!(!said(&app));
}
