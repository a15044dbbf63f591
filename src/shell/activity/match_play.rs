//! Two against each other, the threads that think for them, and where their matches are kept.

use std::sync::Arc;
use std::time::Duration;

use rightwell::engine::{MatchRecording, Moment, Side, View, recording};
use rightwell::players::Opponent;
use rightwell::render::Overlay;
use rightwell::rules::Buttons;
use rightwell::session::{Contestant, Job, Match, Plan};

use crate::shell::host::clock::now;
use crate::shell::host::exit;
use crate::shell::host::worker::Worker;
use crate::shell::input::action::{Action, HelpLine};
use crate::shell::options::scenes::SceneArgs;
use crate::shell::store::journal::{JOURNAL_STAYS, JournalFile};
use crate::shell::store::kept::{KeptKind, KeptOutcome, Shelf};
use crate::shell::store::pack::RecordingFormat;

use super::contest::Contest;
use super::person::GOING_ON;
use super::{Activity, Can, Happening, Hud, Request, StepOutcome, words};

const KEYS: &[HelpLine] = &[
    (&[Action::NewGame], "NEXT MATCH NOW"),
    (&[Action::LevelDown, Action::LevelUp], "LEVEL OF NEXT MATCH"),
    (&[Action::KeepRecording], "KEEP A RECORDING NOW"),
    (&[Action::Previous, Action::Next], "WEAKER, STRONGER NEXT"),
];
/// How many of these lines two people have too.
const OF_PEOPLE: usize = KEYS.len() - 1;

/// Matches that wait to be kept, at most; of older ones only the journals are left.
const OWED_MAX: usize = 100;

/// What has become of a match.
#[derive(Debug, Default, PartialEq, Eq)]
enum Ending {
    /// It is not over.
    #[default]
    Open,
    /// All of it that is worth keeping is saved.
    Saved,
    /// It could not be kept: its recording.
    Owed(String),
}

/// A match on show.
#[derive(Debug)]
pub struct MatchActivity {
    play: Match,
    workers: [Worker<Job, Plan>; 2],
    shelf: Shelf,
    /// What has become of the match in play.
    state: Ending,
    /// Matches that were left and could not be kept, with their journals.
    owed: Vec<(String, Option<JournalFile>)>,
    /// The match in play on the disk, once a frame was played.
    journal: Option<JournalFile>,
    /// Frames of the match in play that are recorded elsewhere.
    begun: u64,
    /// Frames after which it is left for the next one: a longer recording could not be read.
    frames_max: usize,
    notice: Option<String>,
    requests: Vec<Request>,
    /// The last match that was kept, if the last one is wanted at the end.
    last: Option<String>,
}

impl MatchActivity {
    /// A match whose computers think in threads of their own.
    pub fn new(play: Match, shelf: Shelf) -> MatchActivity {
        MatchActivity {
            play,
            workers: [(); 2].map(|()| Worker::answering("player", Job::solve)),
            shelf,
            state: Ending::Open,
            owed: Vec::new(),
            journal: None,
            begun: 0,
            frames_max: recording::FRAMES_MAX as usize,
            notice: None,
            requests: Vec::new(),
            last: None,
        }
    }

    /// A match that a person goes on with in the middle: it waits until they are ready.
    pub fn going_on(play: Match, shelf: Shelf) -> MatchActivity {
        let mut activity = MatchActivity::new(play, shelf);
        activity.begun = activity.play.versus().frames();
        activity.requests.push(Request::Pause(true));
        activity.notice = Some(GOING_ON.to_owned());
        activity
    }

    fn post(&mut self) {
        for side in Side::BOTH {
            if let Some(job) = self.play.job(side) {
                self.workers[side.index()].ask_instead(job);
            }
        }
    }

    /// Leaves this match, which is kept, for the next one.
    fn rematch(&mut self) {
        self.keep_broken_off();
        if let Some(journal) = &mut self.journal {
            journal.write(self.play.inputs());
        }
        self.leave();
        self.play.rematch(false);
    }

    /// Both levels of the next match rise or fall by one; says what they are.
    fn change_levels(&mut self, up: bool) {
        let change = |level: u8| {
            if up {
                level + 1
            } else {
                level.saturating_sub(1)
            }
        };
        self.play
            .set_next_levels(self.play.next_levels().map(change));
        self.notice = Some(match self.play.next_levels() {
            [left, right] if left == right => format!("next match: level {left}"),
            [left, right] => format!("next match: levels {left} and {right}"),
        });
    }

    /// The computer of the next match whose place another one can take: on the right, or on the left if
    /// no computer sits on the right.
    fn next_computer(&self) -> Option<(Side, &Opponent)> {
        let seats = self.play.next_contestants();
        let mut sides = [Side::Right, Side::Left].into_iter();
        sides.find_map(|side| match &seats[side.index()] {
            Contestant::Computer(now) => Some((side, &**now)),
            Contestant::Person => None,
        })
    }

    /// Puts a stronger or weaker computer into the next match. Says who it is.
    fn change_opponent(&mut self, stronger: bool) {
        let Some((side, now)) = self.next_computer() else {
            return;
        };
        let ladder = Opponent::built_in();
        let place = ladder.iter().position(|known| known.name() == now.name());
        let next = match (place, stronger) {
            (Some(place), true) => (place + 1).min(ladder.len() - 1),
            (Some(place), false) => place.saturating_sub(1),
            // Whoever is not on the ladder gives way to its end.
            (None, true) => ladder.len() - 1,
            (None, false) => 0,
        };
        let opponent = ladder.into_iter().nth(next);
        let opponent = Arc::new(opponent.expect("the place is on the ladder"));
        self.notice = Some(format!("next match (F8): {}", opponent.name()));
        self.play.set_next_opponent(side, opponent);
        let contestants = self.play.next_contestants().clone();
        self.requests.push(Request::Remember(contestants));
    }

    /// Keeps the match up to now and says where; if that fails, what was to be kept comes back.
    fn keep(&mut self) -> Result<(), String> {
        let Some(recording) = self.play.recording() else {
            return Ok(());
        };
        let text = recording.to_ron();
        if self.shelf.save_replay.is_some() {
            self.last = Some(text.clone());
        }
        match self.shelf.keep(self.kind(), RecordingFormat::Ron, &text) {
            KeptOutcome::Done(said) => {
                self.notice = Some(said);
                self.keep_owed();
                Ok(())
            }
            KeptOutcome::Failed(said) => {
                self.notice = Some(said);
                Err(text)
            }
        }
    }

    /// Keeps the match as it is at its end or when it is left.
    fn keep_whole(&mut self) {
        match self.keep() {
            Ok(()) => self.state = Ending::Saved,
            Err(text) => self.state = Ending::Owed(text),
        }
    }

    /// Tries again to keep matches that could not be kept.
    fn keep_owed(&mut self) {
        for (text, journal) in std::mem::take(&mut self.owed) {
            match self.shelf.keep(self.kind(), RecordingFormat::Ron, &text) {
                KeptOutcome::Done(_) => finish(journal, true),
                KeptOutcome::Failed(_) => self.owed.push((text, journal)),
            }
        }
    }

    /// Keeps a match that is left before its end, if anything was played.
    fn keep_broken_off(&mut self) {
        if self.play.versus().frames() > self.begun && self.state == Ending::Open {
            self.keep_whole();
        }
    }

    /// The match is left for another one: with its journal if it could not be kept, and without if
    /// it was.
    fn leave(&mut self) {
        self.begun = 0;
        let journal = self.journal.take();
        match std::mem::take(&mut self.state) {
            Ending::Saved => finish(journal, true),
            Ending::Open => finish(journal, false),
            Ending::Owed(text) => {
                self.owed.push((text, journal));
                if self.owed.len() > OWED_MAX {
                    finish(self.owed.remove(0).1, false);
                    exit::failed(JOURNAL_STAYS);
                }
            }
        }
    }

    fn kind(&self) -> KeptKind {
        if self.play.has_person() {
            KeptKind::Match
        } else {
            KeptKind::Computers
        }
    }

    /// Writes what was played since the last time, or begins the journal before the first frame.
    fn grow_journal(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.grow(self.play.inputs());
        } else if self.play.versus().frames() == self.begun && self.shelf.keeps_any() {
            let inputs = self.play.inputs().to_vec();
            let frames = inputs.len();
            let begun = MatchRecording {
                start: self.play.versus().start().clone(),
                inputs,
                end: None,
            };
            let recordings = &self.shelf.recordings;
            let journal = JournalFile::begin(recordings, self.kind(), &begun.to_ron(), frames);
            self.journal = Some(journal);
        }
    }

    /// Of a round: who wins it is on the screen.
    fn summary(&self) -> Option<String> {
        let versus = self.play.versus();
        if !matches!(versus.moment(), Moment::RoundOver(_) | Moment::MatchOver(_)) {
            return None;
        }
        let sides = Side::BOTH.map(|side| {
            let name = &versus.start().names[side.index()];
            format!("{name}: {}", words::totals(&self.play.summary(side)))
        });
        Some(sides.join("\n"))
    }
}

/// Ends the journal of a match that was left.
fn finish(journal: Option<JournalFile>, is_kept: bool) {
    if let Some(journal) = journal {
        // What was played is in it already.
        let rest: &[[Buttons; 2]] = &[];
        journal.finish(rest, is_kept);
    }
}

impl Activity for MatchActivity {
    /// The match by its seed; no link leads to people's positions in it.
    fn link(&self, begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let SceneArgs::Versus(mut args) = begun?.clone() else {
            return None;
        };
        args.seed = Some(self.play.versus().start().seed);
        Some(SceneArgs::Versus(args))
    }

    /// Also posts the jobs for the next step.
    fn step(&mut self, patience: Duration, held: [Buttons; 2]) -> StepOutcome {
        if self.play.inputs().len() >= self.frames_max {
            self.rematch();
            let kept = self.notice.take().unwrap_or_default();
            self.notice = Some(format!("a match lasts a day at most. {kept}"));
        }
        self.post();
        let deadline = now() + patience;
        for side in Side::BOTH {
            // An answer to a job that is not awaited any more leaves it asking.
            while self.play.asks(side) {
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
        let [left, right] = self.play.step(held);
        if self.play.number() != number {
            self.leave();
        } else if self.play.is_finished() && self.state == Ending::Open {
            self.keep_whole();
            if let Some(journal) = &mut self.journal {
                match self.state {
                    Ending::Saved => journal.keep(self.play.inputs()),
                    _ => journal.write(self.play.inputs()),
                }
            }
        }
        if let Some(desync) = self.play.take_desync() {
            self.notice = Some(format!("not as planned: {desync}"));
        }
        self.post();
        StepOutcome::Stepped(match self.play.people() {
            // Who plays against the computer hears the own side, as at a console.
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
                format!("round {round}, best of {}", versus.start().best_of),
                format!("round {round}"),
            ],
            overlay: overlay(&self.play),
            figures: Side::BOTH.map(|side| self.play.figures(side).cloned().map(Box::new)),
            contest: Some(Contest::played(&self.play)),
            summary: self.summary(),
            ..Hud::default()
        }
    }

    fn can(&self) -> Can {
        let versus = self.play.versus();
        let is_over = matches!(versus.moment(), Moment::RoundOver(_) | Moment::MatchOver(_));
        Can {
            keys: match self.next_computer() {
                Some(_) => KEYS,
                None => &KEYS[..OF_PEOPLE],
            },
            // A person alone has the pad of their side.
            people: self.play.people(),
            moves_pieces: true,
            region: versus.start().region,
            // A person's match would be broken off.
            is_busy: self.play.has_person() && !versus.is_decided(),
            is_match: true,
            // Nobody plays who could lead on.
            is_between_games: !self.play.has_person() && is_over,
            ..Can::default()
        }
    }

    fn handle(&mut self, happening: Happening) {
        let Happening::Act(action) = happening else {
            return;
        };
        match action {
            Action::NewGame => self.rematch(),
            Action::LevelDown | Action::LevelUp => self.change_levels(action == Action::LevelUp),
            Action::Previous | Action::Next => self.change_opponent(action == Action::Next),
            _ if self.play.is_finished() => self.keep_whole(),
            // It goes on: what could not be kept now is kept at its end.
            _ => drop(self.keep()),
        }
    }

    fn requests(&mut self) -> Vec<Request> {
        let said = self.notice.take().map(Request::Say);
        said.into_iter().chain(self.requests.drain(..)).collect()
    }
}

/// However the program ends, a match that is broken off is kept.
impl Drop for MatchActivity {
    fn drop(&mut self) {
        self.keep_broken_off();
        if let Some(journal) = &mut self.journal {
            journal.write(self.play.inputs());
        }
        self.leave();
        self.keep_owed();
        for (_, journal) in std::mem::take(&mut self.owed) {
            finish(journal, false);
            exit::failed(JOURNAL_STAYS);
        }
        // Of a match in which nothing was played there is nothing: the one before it was the last.
        let last = match self.play.versus().frames() {
            0 => self.last.take(),
            _ => self.play.recording().map(|recording| recording.to_ron()),
        };
        self.shelf.save(|| last);
    }
}

/// What lies over the picture.
pub fn overlay(play: &Match) -> Overlay {
    Overlay {
        inputs: play.pressed().map(Some),
        ..Overlay::default()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use rightwell::engine::VersusStart;

    use super::*;
    use crate::shell::store::pack::read_recording;
    use crate::shell::store::recorded;

    /// Two people whose pieces fall; the left one tops out first.
    fn activity(folder: &Path) -> MatchActivity {
        let start = VersusStart {
            levels: [29, 0],
            best_of: 1,
            ..VersusStart::default()
        };
        let people = [Contestant::Person, Contestant::Person];
        let shelf = Shelf {
            recordings: folder.join("data/recordings"),
            kept: Some(9),
            save_replay: None,
        };
        MatchActivity::new(Match::new(start, people).unwrap(), shelf)
    }

    /// Plays until the next match is on; Start is pressed in every second frame once the match is
    /// decided, so also in the first one that leads on.
    fn play_to_the_next(activity: &mut MatchActivity) {
        let number = activity.play.number();
        for frame in 0..20_000 {
            let is_decided = activity.play.versus().is_decided();
            let held = match is_decided {
                true if frame % 2 == 0 => Buttons::START,
                true => Buttons::NONE,
                false => Buttons::NONE,
            };
            activity.step(Duration::ZERO, [held; 2]);
            if activity.play.number() != number {
                return;
            }
        }
        panic!("the match does not end");
    }

    /// The names of what is in a folder.
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
        let mut activity = activity(folder.path());
        while !activity.play.versus().is_decided() {
            assert_eq!(activity.summary(), None);
            activity.step(Duration::ZERO, [Buttons::NONE; 2]);
        }
        let said = activity.summary().unwrap();
        let names = &activity.play.versus().start().names;
        let expected = names
            .each_ref()
            .map(|name| format!("{name}: 0 lines, 0 points"));
        assert_eq!(said.lines().collect::<Vec<_>>(), expected);
        activity.handle(Happening::Act(Action::NewGame));
        assert_eq!(activity.summary(), None);
    }

    #[test]
    fn every_match_is_kept_however_soon_the_next_one_begins() {
        let folder = tempfile::tempdir().unwrap();
        let mut activity = activity(folder.path());
        for _ in 0..3 {
            play_to_the_next(&mut activity);
        }
        drop(activity);
        let kept = names(&folder.path().join("data/recordings"));
        let matches = ["match-000001.ron", "match-000002.ron", "match-000003.ron"];
        assert_eq!(kept, [&["journal"][..], &matches].concat());
        assert_eq!(
            names(&folder.path().join("data/recordings/journal")),
            [""; 0]
        );
    }

    #[test]
    fn a_match_that_lasts_too_long_to_be_read_again_is_kept_and_left_for_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut activity = activity(folder.path());
        activity.frames_max = 200;
        for _ in 0..=200 {
            activity.step(Duration::ZERO, [Buttons::NONE; 2]);
        }
        assert_eq!(activity.play.number(), 1);
        let notice = activity.notice.take().unwrap();
        assert!(notice.contains("a day at most. match kept as match-000001"));
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
            let mut activity = activity(folder.path());
            activity.shelf.save_replay = Some(path.clone());
            activity
        };
        drop(saving());
        assert_eq!(fs::read(&path).unwrap(), b"of yesterday");
        let mut activity = saving();
        for _ in 0..9 {
            activity.step(Duration::ZERO, [Buttons::NONE; 2]);
        }
        activity.handle(Happening::Act(Action::NewGame));
        drop(activity);
        let recorded = recorded::load(&path).unwrap();
        assert_eq!(recorded.place().frames(), 9);
    }

    #[test]
    fn matches_that_could_not_be_kept_are_kept_as_soon_as_they_can() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::write(&data, "no folder").unwrap();
        let mut activity = activity(folder.path());
        play_to_the_next(&mut activity);
        play_to_the_next(&mut activity);
        fs::remove_file(&data).unwrap();
        activity.step(Duration::ZERO, [Buttons::NONE; 2]);
        drop(activity);
        let kept = names(&data.join("recordings"));
        let kept = kept.iter().filter(|name| name.starts_with("match-"));
        assert_eq!(kept.count(), 3);
        assert_eq!(names(&data.join("recordings/journal")), [""; 0]);
    }
}
