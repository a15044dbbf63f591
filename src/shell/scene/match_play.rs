//! Scene of a match. Its computers think in worker threads.

use std::sync::Arc;

use rightwell::engine::{MatchRecording, MatchStage, Side, View, recording};
use rightwell::players::Opponent;
use rightwell::rules::Buttons;
use rightwell::session::{Contestant, Job, Match, Plan};

use crate::host::clock::now;
use crate::host::worker::Worker;
use crate::input::action::{Action, HelpLine};
use crate::input::pad_help::PadUse;
use crate::options::scenes::SceneArgs;
use crate::stage::overlay;
use crate::store::recorder::Recorder;
use crate::store::recording_store::{RecordingCategory, RecordingStore, recording_of_match};

use super::coach::CoachSettings;
use super::contest::MatchFacts;
use super::context::Context;
use super::{Capabilities, Hud, Scene, SceneCommand, StepInput, StepOutcome, words};

const KEYS: &[HelpLine] = &[
    (&[Action::NewGame], "Next match now"),
    (&[Action::LevelDown, Action::LevelUp], "Level of next match"),
    (&[Action::KeepRecording], "Save recording"),
    (&[Action::Previous, Action::Next], "Easier, harder rival"),
];
/// Number of lines of `KEYS` for a match of two people: all but the last.
const OF_PEOPLE: usize = KEYS.len() - 1;

/// Scene of a match.
#[derive(Debug)]
pub struct MatchScene {
    play: Match,
    workers: [Worker<Job, Plan>; 2],
    recorder: Recorder,
    /// True if the finished match was handed to the recorder.
    is_saved: bool,
    /// Number of frames played before this scene took over, 0 for a new match. Another recording contains them.
    begun: u64,
    /// Maximum length of a match in frames. A longer recording could not be read, so the scene starts the next match.
    frames_max: usize,
    /// Last saved match.
    last: Option<MatchRecording>,
}

impl MatchScene {
    /// Returns the scene of a match, which may already be in progress, and starts a worker for each side.
    pub fn new(play: Match, store: &RecordingStore) -> MatchScene {
        let kind = match play.has_person() {
            true => RecordingCategory::Match,
            false => RecordingCategory::Computers,
        };
        MatchScene {
            begun: play.versus().frames(),
            play,
            workers: [(); 2].map(|()| Worker::answering("player", Job::solve)),
            recorder: Recorder::new(store, kind),
            is_saved: false,
            frames_max: recording::FRAMES_MAX as usize,
            last: None,
        }
    }

    fn post(&mut self) {
        for side in Side::BOTH {
            if let Some(job) = self.play.job(side) {
                self.workers[side.index()].ask_instead(job);
            }
        }
    }

    /// Leaves this match and starts the next one. The notice about the recording starts with `reason`.
    fn rematch(&mut self, reason: Option<&str>) {
        self.leave(reason);
        self.play.rematch(false);
    }

    /// Raises or lowers both levels of the next match by one and reports them.
    fn change_levels(&mut self, up: bool, context: &mut Context) {
        let change = |level: u8| {
            if up {
                level + 1
            } else {
                level.saturating_sub(1)
            }
        };
        self.play
            .set_next_levels(self.play.next_levels().map(change));
        context.notify(match self.play.next_levels() {
            [left, right] if left == right => format!("next match: level {left}"),
            [left, right] => format!("next match: levels {left} and {right}"),
        });
    }

    /// Returns the computer whose strength the keys change for the next match: the one on the right, or the one on the
    /// left if a person plays on the right.
    fn next_computer(&self) -> Option<(Side, &Opponent)> {
        let seats = self.play.next_contestants();
        let mut sides = [Side::Right, Side::Left].into_iter();
        sides.find_map(|side| match &seats[side.index()] {
            Contestant::Computer(now) => Some((side, &**now)),
            Contestant::Person => None,
        })
    }

    /// Puts a stronger or weaker computer into the next match and reports its name.
    fn change_opponent(&mut self, stronger: bool, context: &mut Context) {
        let Some((side, now)) = self.next_computer() else {
            return;
        };
        let ladder = Opponent::built_in();
        let place = ladder.iter().position(|known| known.name() == now.name());
        let next = match (place, stronger) {
            (Some(place), true) => (place + 1).min(ladder.len() - 1),
            (Some(place), false) => place.saturating_sub(1),
            // A computer that is not on the ladder is replaced by the strongest or weakest one.
            (None, true) => ladder.len() - 1,
            (None, false) => 0,
        };
        let opponent = ladder.into_iter().nth(next);
        let opponent = Arc::new(opponent.expect("the index is on the ladder"));
        context.notify(format!("next match (F8): {}", opponent.name()));
        self.play.set_next_opponent(side, opponent);
        context.remember(self.play.next_contestants().clone());
    }

    /// Saves the match up to now.
    fn save(&mut self) {
        if let Some(recording) = self.play.recording() {
            self.last = Some(recording.clone());
            let writer = recording_of_match(recording);
            self.recorder
                .save(self.play.inputs(), Vec::new(), Some(writer));
            self.is_saved = self.play.is_finished();
        }
    }

    /// Leaves the match. Saves it if it is unfinished and at least one frame was played.
    fn leave(&mut self, reason: Option<&str>) {
        let is_due = !self.is_saved && self.play.versus().frames() > self.begun;
        let recording = self.play.recording().filter(|_| is_due);
        if let Some(recording) = &recording {
            self.last = Some(recording.clone());
        }
        let writer = recording.map(recording_of_match);
        self.recorder
            .leave(self.play.inputs(), Vec::new(), writer, reason);
        (self.begun, self.is_saved) = (0, false);
    }

    /// Adds the latest frames to the journal. Starts the journal before the first frame.
    fn grow_journal(&mut self) {
        if self.recorder.needs_journal() && self.play.versus().frames() == self.begun {
            let inputs = self.play.inputs().to_vec();
            let frames = inputs.len();
            let begun = MatchRecording {
                start: self.play.versus().start().clone(),
                inputs,
                end: None,
            };
            self.recorder.begin(frames, move || begun.to_ron());
        }
        self.recorder.grow(self.play.inputs());
    }

    /// Returns the totals of both sides after a round. Omits the winner, because the screen shows it.
    fn summary(&self) -> Option<String> {
        let versus = self.play.versus();
        if !matches!(
            versus.moment(),
            MatchStage::RoundOver(_) | MatchStage::MatchOver(_)
        ) {
            return None;
        }
        let sides = Side::BOTH.map(|side| {
            let name = &versus.start().names[side.index()];
            format!("{name}: {}", words::totals(&self.play.summary(side)))
        });
        Some(sides.join("\n"))
    }
}

impl Scene for MatchScene {
    /// Returns a link that starts the match with its seed. It cannot reproduce the inputs of people.
    fn link(&self, begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let SceneArgs::Versus(mut args) = begun?.clone() else {
            return None;
        };
        args.seed = Some(self.play.versus().start().seed);
        Some(SceneArgs::Versus(args))
    }

    /// Waits for missing plans, makes one step, and posts the jobs for the next step.
    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        if self.play.inputs().len() >= self.frames_max {
            self.rematch(Some("a match lasts at most one day"));
        }
        self.post();
        let deadline = now() + input.patience;
        for side in Side::BOTH {
            // The answer may belong to an outdated job. The side then still needs a plan.
            while self.play.needs_plan(side) {
                let left = deadline.saturating_duration_since(now());
                match self.workers[side.index()].wait(left) {
                    Some(Ok(plan)) => self.play.deliver(side, plan),
                    Some(Err(why)) => return StepOutcome::Failed(why),
                    None => return StepOutcome::Waiting,
                }
            }
        }
        self.grow_journal();
        let number = self.play.number();
        let [left, right] = self.play.step(input.held);
        if self.play.number() != number {
            // The previous match was already saved when it finished.
            let none_since: &[[Buttons; 2]] = &[];
            self.recorder.leave(none_since, Vec::new(), None, None);
            (self.begun, self.is_saved) = (0, false);
        } else if self.play.is_finished() && !self.is_saved {
            self.save();
        }
        if let Some(desync) = self.play.take_desync() {
            context.notify(format!("the game desynced from the plan: {desync}"));
        }
        self.post();
        StepOutcome::Stepped(match self.play.people() {
            // A person against a computer hears only their own side, as at a console.
            [true, false] => left,
            [false, true] => right,
            _ => left.with(right),
        })
    }

    fn view(&self) -> View {
        self.play.versus().view()
    }

    fn hud(&self) -> Hud {
        let versus = self.play.versus();
        let [left, right] = &versus.start().names;
        let [lefts, rights] = Side::BOTH.map(|side| versus.wins(side));
        let round = versus.round() + 1;
        Hud {
            title: format!("{left} {lefts}:{rights} {right}"),
            status: vec![
                format!("round {round} (best of {})", versus.start().best_of),
                format!("round {round}"),
            ],
            overlay: overlay::of_match(&self.play),
            figures: Side::BOTH.map(|side| Some(Box::new(self.play.figures(side).clone()))),
            contest: Some(MatchFacts::played(&self.play)),
            summary: self.summary(),
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        let versus = self.play.versus();
        let is_over = matches!(
            versus.moment(),
            MatchStage::RoundOver(_) | MatchStage::MatchOver(_)
        );
        Capabilities {
            keys: match self.next_computer() {
                Some(_) => KEYS,
                None => &KEYS[..OF_PEOPLE],
            },
            // A lone person uses the pad of their side.
            people: self.play.people(),
            pads: PadUse::Play,
            region: versus.start().region,
            // Leaving would abandon a person's match.
            is_busy: self.play.has_person() && !versus.is_decided(),
            is_match: true,
            // A match of computers continues by itself, because nobody can press Start.
            is_between_games: !self.play.has_person() && is_over,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, _coach: &CoachSettings, context: &mut Context) {
        context.notify_of(self.recorder.take_notice());
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        let SceneCommand::Act(action) = command else {
            return;
        };
        match action {
            Action::NewGame => self.rematch(None),
            Action::LevelDown | Action::LevelUp => {
                self.change_levels(action == Action::LevelUp, context);
            }
            Action::Previous | Action::Next => {
                self.change_opponent(action == Action::Next, context);
            }
            _ => self.save(),
        }
    }
}

/// Saves a match that is in play when the scene is dropped, however the program ends.
impl Drop for MatchScene {
    fn drop(&mut self) {
        let last = match self.play.versus().frames() {
            0 => self.last.take(),
            _ => self.play.recording(),
        };
        self.leave(None);
        if let Some(last) = last {
            self.recorder.save_replay(recording_of_match(last));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use rightwell::engine::VersusStart;

    use super::*;
    use crate::store::pack::read_recording;
    use crate::store::recorded;

    /// Returns the scene of a match between two people who press nothing. The left side plays level 29 and tops out
    /// first.
    fn scene(folder: &Path) -> MatchScene {
        let start = VersusStart {
            levels: [29, 0],
            best_of: 1,
            ..VersusStart::default()
        };
        let people = [Contestant::Person, Contestant::Person];
        let store = RecordingStore::in_folder(&folder.join("data"), Some(9));
        MatchScene::new(Match::new(start, people).unwrap(), &store)
    }

    fn step(scene: &mut MatchScene, held: Buttons) {
        scene.step(StepInput::of([held; 2]), &mut Context::default());
    }

    fn next_match(scene: &mut MatchScene) {
        let command = SceneCommand::Act(Action::NewGame);
        scene.handle(command, &mut Context::default());
    }

    /// Plays until the next match starts. Once the match is decided, presses Start in every second frame.
    fn play_to_the_next(scene: &mut MatchScene) {
        let number = scene.play.number();
        for frame in 0..20_000 {
            let is_decided = scene.play.versus().is_decided();
            let held = match is_decided {
                true if frame % 2 == 0 => Buttons::START,
                true => Buttons::NONE,
                false => Buttons::NONE,
            };
            step(scene, held);
            if scene.play.number() != number {
                return;
            }
        }
        panic!("the match never ends");
    }

    /// Returns the names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = files
            .map(|file| file.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn both_sides_of_a_round_are_summed_up_when_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut scene = scene(folder.path());
        while !scene.play.versus().is_decided() {
            assert_eq!(scene.summary(), None);
            step(&mut scene, Buttons::NONE);
        }
        let said = scene.summary().unwrap();
        let names = &scene.play.versus().start().names;
        let expected = names
            .each_ref()
            .map(|name| format!("{name}: 0 lines, 0 points"));
        assert_eq!(said.lines().collect::<Vec<_>>(), expected);
        next_match(&mut scene);
        assert_eq!(scene.summary(), None);
    }

    #[test]
    fn every_match_is_saved_however_soon_the_next_one_begins() {
        let folder = tempfile::tempdir().unwrap();
        let mut scene = scene(folder.path());
        for _ in 0..3 {
            play_to_the_next(&mut scene);
        }
        drop(scene);
        let kept = names(&folder.path().join("data/recordings"));
        let matches = ["match-000001.ron", "match-000002.ron", "match-000003.ron"];
        assert_eq!(kept, [&["journal"][..], &matches].concat());
        assert_eq!(
            names(&folder.path().join("data/recordings/journal")),
            [""; 0]
        );
    }

    #[test]
    fn a_match_that_is_too_long_is_saved_and_replaced_by_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let mut scene = scene(folder.path());
        scene.frames_max = 200;
        for _ in 0..=200 {
            step(&mut scene, Buttons::NONE);
        }
        assert_eq!(scene.play.number(), 1);
        scene.recorder.wait();
        let mut context = Context::default();
        scene.tick(&CoachSettings::default(), &mut context);
        let notice = context.take_notices().pop().unwrap();
        assert!(notice.contains("at most one day; match kept as match-000001"));
        let recordings = folder.path().join("data/recordings");
        let text = read_recording(&recordings.join("match-000001.ron")).unwrap();
        let kept = MatchRecording::from_ron(&text).unwrap();
        assert_eq!(kept.inputs.len(), 200);
    }

    #[test]
    fn the_last_match_in_which_something_was_played_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ron");
        fs::write(&path, "of yesterday").unwrap();
        let saving = || {
            let mut scene = scene(folder.path());
            scene.recorder.set_replay(&path);
            scene
        };
        drop(saving());
        assert_eq!(fs::read(&path).unwrap(), b"of yesterday");
        let mut scene = saving();
        for _ in 0..9 {
            step(&mut scene, Buttons::NONE);
        }
        next_match(&mut scene);
        drop(scene);
        let recorded = recorded::load(&path).unwrap();
        assert_eq!(recorded.place().frames(), 9);
    }

    #[test]
    fn matches_that_could_not_be_saved_are_retried() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::write(&data, "no folder").unwrap();
        let mut scene = scene(folder.path());
        play_to_the_next(&mut scene);
        play_to_the_next(&mut scene);
        fs::remove_file(&data).unwrap();
        step(&mut scene, Buttons::NONE);
        drop(scene);
        let kept = names(&data.join("recordings"));
        let kept = kept.iter().filter(|name| name.starts_with("match-"));
        assert_eq!(kept.count(), 3);
        assert_eq!(names(&data.join("recordings/journal")), [""; 0]);
    }
}
