//! The program behind a window or a terminal: keys in, pictures out.

mod status;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rightwell::players::StrategyKind;
use rightwell::render::{Frame, Renderer};
use rightwell::rules::Buttons;
use rightwell::session::{Autoplay, Ending};

use crate::shell::activity::filters::FilterMenu;
use crate::shell::activity::stage::{Stage, Stepped};
use crate::shell::error::CliError;
use crate::shell::front::overlay;
use crate::shell::front::pacer::{BUDGET, FRAMES_PER_SECOND, Pacer, Speed, now};
use crate::shell::input::action::{self, Action, Scene};
use crate::shell::store::screenshot;

/// How long a notice stays.
const NOTICE_TIME: Duration = Duration::from_secs(4);
/// Seconds that the arrow keys skip in a recording.
const SEEK_SECONDS: f64 = 10.0;

/// A stage with all that a watcher can set.
#[derive(Debug)]
pub struct App {
    stage: Stage,
    renderer: Renderer,
    /// The game's own picture, and the one with status and help on it.
    frame: Frame,
    shown: Frame,
    pacer: Pacer,
    speed: Speed,
    paused: bool,
    help: bool,
    notice: Option<(String, Instant)>,
    filters: FilterMenu,
    /// The end of a game that was commented on.
    ending_said: Option<Ending>,
    /// Why the player cannot go on.
    failure: Option<String>,
    quit: bool,
    /// Until when a second Esc ends a person's game.
    quit_asked: Option<Instant>,
    /// Buttons of both pads held now, and those pressed since the last step, however shortly.
    held: [Buttons; 2],
    tapped: [Buttons; 2],
    /// Set from outside to end soon (Ctrl-C).
    stop: Arc<AtomicBool>,
    /// Whether there is a window that can fill the screen.
    windowed: bool,
    /// The gamepads' keys as the help shows them.
    pad_keys: PadHelp,
}

/// The gamepads' keys as the help shows them, a line each.
#[derive(Clone, Debug, Default)]
pub struct PadHelp {
    /// The keys of a person alone.
    pub alone: Vec<String>,
    /// Those of two people at one keyboard.
    pub two: Vec<String>,
}

impl App {
    /// A stage to be shown at `speed`; `stop` ends it from outside.
    pub fn new(stage: Stage, speed: Speed, stop: Arc<AtomicBool>) -> App {
        let filters = match &stage {
            Stage::Exhibition(exhibition, _) => FilterMenu::new(exhibition.strategy().kind()),
            _ => FilterMenu::new(&StrategyKind::Alone),
        };
        App {
            stage,
            renderer: Renderer::new(),
            frame: Frame::new(),
            shown: Frame::new(),
            pacer: Pacer::new(now()),
            speed,
            paused: false,
            help: false,
            notice: None,
            filters,
            ending_said: None,
            failure: None,
            quit: false,
            quit_asked: None,
            held: [Buttons::NONE; 2],
            tapped: [Buttons::NONE; 2],
            stop,
            windowed: false,
            pad_keys: PadHelp::default(),
        }
    }

    /// Shows these keys of the gamepads in the help, and what was wrong with the settings for a
    /// while.
    pub fn set_pad_keys(&mut self, keys: PadHelp, faults: &[String]) {
        self.pad_keys = keys;
        if let Some(first) = faults.first() {
            self.say(first.clone());
        }
    }

    /// Says that there is a window, so that full screen is among the keys.
    pub fn set_windowed(&mut self) {
        self.windowed = true;
    }

    /// Whether the program should end.
    pub fn wants_to_quit(&self) -> bool {
        self.quit || self.stop.load(Ordering::Relaxed)
    }

    /// The stage.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Does what a key asks for; full screen is the window's own.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Help => self.help = !self.help,
            Action::Slower => self.set_speed(self.speed.slower()),
            Action::Faster => self.set_speed(self.speed.faster()),
            Action::Pause => self.paused = !self.paused,
            Action::Step => self.single_step(),
            Action::Quit => self.ask_to_quit(),
            Action::FullScreen => {}
            Action::KeepRecording => self.keep_recording(),
            Action::Screenshot => self.screenshot(),
            Action::PlayFast
            | Action::Filter
            | Action::PreviousPattern
            | Action::NextPattern
            | Action::NewGame
            | Action::LevelDown
            | Action::LevelUp => match self.stage {
                Stage::Versus(_) => self.act_on_match(action),
                _ => self.act_on_exhibition(action),
            },
            Action::SeekBack | Action::SeekForward | Action::PreviousPiece | Action::NextPiece => {
                self.act_on_recording(action);
            }
        }
    }

    /// Ends the program; a person's game only when asked twice.
    fn ask_to_quit(&mut self) {
        let is_asked = self.quit_asked.is_some_and(|until| now() < until);
        let is_busy = match &self.stage {
            Stage::Person(desk) => desk.is_busy(),
            Stage::Versus(arena) => arena.is_busy(),
            Stage::Exhibition(..) | Stage::Recorded(_) => false,
        };
        if is_busy && !is_asked {
            self.quit_asked = Some(now() + NOTICE_TIME);
            self.say("Esc again: leave and quit".to_owned());
        } else {
            self.quit = true;
        }
    }

    fn keep_recording(&mut self) {
        match &mut self.stage {
            Stage::Person(desk) => desk.keep(),
            Stage::Versus(arena) => arena.keep(),
            Stage::Exhibition(..) | Stage::Recorded(_) => {}
        }
    }

    /// What people hold now on both pads, and what was pressed since the last call.
    pub fn set_buttons(&mut self, held: [Buttons; 2], tapped: [Buttons; 2]) {
        self.held = held;
        for (sum, tapped) in self.tapped.iter_mut().zip(tapped) {
            // What is pressed while the program waits is not meant for the game.
            *sum = if self.paused {
                Buttons::NONE
            } else {
                sum.with(tapped)
            };
        }
    }

    /// On which pads people play: a person alone has the first, but in a match that of their side.
    pub fn people(&self) -> [bool; 2] {
        match &self.stage {
            Stage::Exhibition(..) | Stage::Recorded(_) => [false; 2],
            Stage::Person(_) => [true, false],
            Stage::Versus(arena) => arena.play().people(),
        }
    }

    /// The window has lost the focus: a person's game waits.
    pub fn lose_focus(&mut self) {
        if self.people().contains(&true) && !self.paused {
            self.paused = true;
            self.say("paused: the window lost the focus. Space: go on".to_owned());
        }
    }

    fn set_speed(&mut self, speed: Speed) {
        // What a person plays is kept frame by frame: without a limit it would fill the memory.
        let is_person = self.people().contains(&true);
        self.speed = if is_person { speed.limited() } else { speed };
        self.pacer.forgive();
    }

    /// Pauses; while paused, makes one step.
    fn single_step(&mut self) {
        if self.paused && self.failure.is_none() {
            self.step(Duration::from_secs(2));
        }
        self.paused = true;
    }

    fn act_on_exhibition(&mut self, action: Action) {
        let Stage::Exhibition(exhibition, _) = &mut self.stage else {
            return;
        };
        let strategy = match action {
            Action::PlayFast => {
                exhibition.set_play_fast(!exhibition.is_play_fast());
                return;
            }
            Action::NewGame => {
                exhibition.new_game();
                return;
            }
            Action::LevelDown | Action::LevelUp => {
                let notice = change_level(exhibition, action == Action::LevelUp);
                self.say(notice);
                return;
            }
            Action::PreviousPattern => self.filters.next_pattern(exhibition.strategy(), -1),
            Action::NextPattern => self.filters.next_pattern(exhibition.strategy(), 1),
            _ => self.filters.next_kind(exhibition.strategy()),
        };
        let notice = match strategy {
            Ok(strategy) => {
                let notice = format!("next piece: filter {}", strategy.kind());
                exhibition.set_strategy(strategy);
                notice
            }
            Err(error) => error,
        };
        self.say(notice);
    }

    fn act_on_match(&mut self, action: Action) {
        let Stage::Versus(arena) = &mut self.stage else {
            return;
        };
        let notice = match action {
            Action::NewGame => {
                arena.rematch();
                arena.take_notice()
            }
            Action::LevelDown | Action::LevelUp => {
                Some(arena.change_levels(action == Action::LevelUp))
            }
            Action::PreviousPattern | Action::NextPattern => {
                arena.change_opponent(action == Action::NextPattern)
            }
            _ => None,
        };
        if let Some(notice) = notice {
            self.say(notice);
        }
    }

    fn act_on_recording(&mut self, action: Action) {
        let Stage::Recorded(recorded) = &mut self.stage else {
            return;
        };
        let skipped = (SEEK_SECONDS * recorded.frames_per_second()).round() as u64;
        let place = recorded.seek();
        match action {
            Action::SeekBack => place.seek(place.frame().saturating_sub(skipped)),
            Action::SeekForward => place.seek(place.frame() + skipped),
            Action::PreviousPiece => place.seek_previous_piece(),
            _ => place.seek_next_piece(),
        }
    }

    fn screenshot(&mut self) {
        self.draw_game();
        let notice = match screenshot::write(&self.frame, self.renderer.palette()) {
            Ok(path) => {
                // In a terminal the line would stand in the middle of the game.
                if self.windowed {
                    eprintln!("screenshot written to {}", path.display());
                }
                format!("screenshot: {}", file_name(&path))
            }
            Err(error) => error.to_string(),
        };
        self.say(notice);
    }

    fn say(&mut self, notice: String) {
        self.notice = Some((notice, now() + NOTICE_TIME));
    }

    /// Makes the steps that are due, within the time a display frame can spare.
    pub fn advance(&mut self) {
        let begin = now();
        let deadline = begin + BUDGET;
        // Pauses between games are for people: they last three seconds at any speed.
        let between_games = self.stage.is_between_games();
        let times = match self.speed {
            _ if self.paused || self.failure.is_some() || self.stage.is_at_end() => 0.0,
            _ if between_games => 1.0,
            Speed::Times(times) => times * self.stage.frames_per_second() / FRAMES_PER_SECOND,
            Speed::Max => 1.0,
        };
        self.pacer.pass(begin, times);
        let unlimited = self.speed == Speed::Max && times > 0.0;
        while (unlimited && !self.stage.is_between_games()) || self.pacer.take() {
            let patience = deadline.saturating_duration_since(now());
            if patience.is_zero() || !self.step(patience) {
                self.pacer.forgive();
                return;
            }
        }
        if unlimited {
            self.pacer.forgive();
        }
    }

    /// Whether a step was made.
    fn step(&mut self, patience: Duration) -> bool {
        let tapped = std::mem::take(&mut self.tapped);
        let buttons = [0, 1].map(|pad| self.held[pad].with(tapped[pad]));
        match self.stage.step(patience, buttons) {
            Stepped::Yes => {
                self.comment();
                true
            }
            Stepped::Waiting => false,
            Stepped::Failed(message) => {
                if self.windowed {
                    eprintln!("the player has failed: {message}");
                }
                self.failure = Some(message);
                false
            }
        }
    }

    /// Says what happened in the last step that cannot be seen.
    fn comment(&mut self) {
        let departure = match &mut self.stage {
            Stage::Exhibition(exhibition, _) => exhibition.take_departure(),
            Stage::Versus(arena) => arena.take_departure(),
            Stage::Recorded(_) | Stage::Person(_) => None,
        };
        if let Some(departure) = departure {
            self.say(format!("not as planned: {departure}"));
            return;
        }
        let Stage::Exhibition(exhibition, _) = &self.stage else {
            return;
        };
        let ending = exhibition.ending();
        let is_new = ending.is_some() && self.ending_said != ending;
        self.ending_said = ending;
        if is_new
            && ending == Some(Ending::PictureDone)
            && let Some(pattern) = exhibition.strategy().pattern()
        {
            let (name, pieces) = (pattern.name(), exhibition.pieces());
            let notice = format!("picture done: {name}, {pieces} pieces");
            self.say(notice);
        }
    }

    fn draw_game(&mut self) {
        self.renderer.draw(&self.stage.view(), &mut self.frame);
    }

    /// The picture of this moment, with status line, help and messages.
    pub fn picture(&mut self) -> &Frame {
        self.draw_game();
        self.shown.clone_from(&self.frame);
        let (left, right) = self.status();
        overlay::status(&self.renderer, &mut self.shown, &left, &right);
        if let Some(failure) = &self.failure {
            overlay::message(
                &self.renderer,
                &mut self.shown,
                "THE PLAYER FAILED",
                failure,
            );
        } else if let Some(notice) = self.notice() {
            overlay::notice(&self.renderer, &mut self.shown, &notice);
        }
        if self.help {
            let mut keys = action::keys(self.scene(), self.windowed);
            let pad_keys = match self.people() {
                [false, false] => &[][..],
                [true, true] => &self.pad_keys.two,
                _ => &self.pad_keys.alone,
            };
            keys.extend(pad_keys.iter().map(|line| ("PAD", line.as_str())));
            overlay::help(&self.renderer, &mut self.shown, &keys);
        }
        &self.shown
    }

    /// The colours of the picture.
    pub fn renderer(&self) -> &Renderer {
        &self.renderer
    }

    /// The notice of this moment.
    pub fn notice(&mut self) -> Option<String> {
        let notice = match &mut self.stage {
            Stage::Person(desk) => desk.take_notice(),
            Stage::Versus(arena) => arena.take_notice(),
            Stage::Exhibition(..) | Stage::Recorded(_) => None,
        };
        if let Some(notice) = notice {
            self.say(notice);
        }
        if self
            .notice
            .as_ref()
            .is_some_and(|(_, until)| now() >= *until)
        {
            self.notice = None;
        }
        let failure = self.failure.as_ref();
        let failure = failure.map(|failure| format!("the player failed: {failure}"));
        failure.or_else(|| self.notice.as_ref().map(|(notice, _)| notice.clone()))
    }

    /// Whether the keys are shown.
    pub fn is_help_shown(&self) -> bool {
        self.help
    }

    /// Which keys there are.
    pub fn scene(&self) -> Scene {
        match self.stage {
            Stage::Exhibition(..) => Scene::Exhibition,
            Stage::Recorded(_) => Scene::Recording,
            Stage::Person(_) => Scene::Person,
            Stage::Versus(_) => Scene::Versus,
        }
    }
}

fn change_level(exhibition: &mut Autoplay, up: bool) -> String {
    let level = exhibition.series().level;
    exhibition.set_next_level(if up {
        level + 1
    } else {
        level.saturating_sub(1)
    });
    format!("next game: level {}", exhibition.series().level)
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// How long a loop may take to end by itself after a signal.
const END_TIME: Duration = Duration::from_secs(1);

/// An app that ends on Ctrl-C, SIGTERM, and when its terminal is closed.
///
/// A terminal that is gone can hold whoever asks it for keys for ever, so what has not ended in
/// time is ended.
pub fn with_signals(stage: Stage, speed: Speed) -> Result<App, CliError> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    let end = move || {
        handler.store(true, Ordering::Relaxed);
        std::thread::sleep(END_TIME);
        std::process::exit(1);
    };
    ctrlc::set_handler(end).map_err(CliError::failed)?;
    Ok(App::new(stage, speed, stop))
}

#[cfg(test)]
mod tests {
    use rightwell::players::{Pattern, PatternFilter, Player, Strategy};
    use rightwell::rules::RandomizerKind;
    use rightwell::session::{Controls, PadControls, Series};

    use super::*;

    #[test]
    fn a_picture_that_is_done_is_named_with_its_pieces() {
        let pad = PadControls {
            hand: rightwell::search::Hand::FASTEST,
            region: rightwell::rules::Region::Ntsc,
            game_type: rightwell::engine::GameType::A,
        };
        for controls in [Controls::Drag, Controls::Pad(pad)] {
            let series = Series {
                level: 18,
                randomizer: RandomizerKind::NesOdds,
                seed: 5,
                controls,
            };
            let line = Pattern::new("line", "XXXX......".parse().unwrap()).unwrap();
            let kind = StrategyKind::PatternFilter(Box::new(PatternFilter::new(line)));
            let player = Arc::new(Player::find("survival").unwrap());
            let strategy = Arc::new(Strategy::new(player, kind));
            let mut exhibition = Autoplay::new(series, strategy).unwrap();
            exhibition.set_play_fast(true);
            let stop = Arc::default();
            let mut app = App::new(Stage::exhibition(exhibition), Speed::Max, stop);
            app.act(Action::Pause);
            for _ in 0..200_000 {
                app.act(Action::Step);
                if app.ending().is_some_and(|ending| ending == "picture done") {
                    break;
                }
            }
            let notice = app.notice().unwrap();
            assert!(notice.starts_with("picture done: line, "), "{notice}");
            assert!(notice.ends_with(" pieces"), "{notice}");
        }
    }
}
