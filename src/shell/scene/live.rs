//! Scene of a live game, or of the games of two players, captured from a device or a screen, with the coach's comments.

mod player;
mod shared;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rightwell::engine::view::{GameView, MatchKind, MatchStage, SideView, VersusView};
use rightwell::engine::{Events, View};
use rightwell::lab::Control;
use rightwell::render::Overlay;
use rightwell::session::{CapturedMatchPlayback, Ending, Recorded};

use crate::input::action::{Action, HelpLine};
use crate::store::recording_store::RecordingStore;

use super::contest::MatchFacts;
use super::context::Context;
use super::recording::{RecordingScene, panels_of};
use super::{
    Capabilities, Hud, ReviewState, Scene, SceneCommand, StepInput, StepOutcome, title, words,
};

use player::LivePlayer;
use shared::CaptureState;
pub use shared::{LiveFrame, LivePlayers, RatedGame, SharedCapture};

/// Keys. The first [`ALWAYS`] of them always work, the other ones need a rated move.
const KEYS: &[HelpLine] = &[
    (&[Action::KeepRecording], "Pack this reading"),
    (&[Action::NextMistake], "Review the game"),
];
const ALWAYS: usize = 1;

/// Scene of a live capture. When the source has ended, a review opens on top of it.
pub struct LiveScene {
    source: String,
    following: SharedCapture,
    /// Tells the capture thread to stop when this scene is closed.
    control: Arc<Control>,
    store: Option<RecordingStore>,
    /// Players of the reader as last seen.
    players: [LivePlayer; 2],
    /// Players to show.
    shown: LivePlayers,
    /// Seconds since the first frame.
    seconds: u32,
    /// End of the source, as in [`CaptureState`].
    end: Option<Option<String>>,
}

impl fmt::Debug for LiveScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveScene")
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

impl Drop for LiveScene {
    fn drop(&mut self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }
}

impl LiveScene {
    /// Returns the scene. `store` saves the games that the user plays from the review.
    pub fn new(
        source: &str,
        following: SharedCapture,
        control: Arc<Control>,
        store: Option<RecordingStore>,
    ) -> LiveScene {
        LiveScene {
            source: source.to_owned(),
            following,
            control,
            store,
            players: Default::default(),
            shown: LivePlayers::default(),
            seconds: 0,
            end: None,
        }
    }

    /// Takes over the shared state. Opens the review once the source has ended.
    fn look(&mut self, context: &mut Context) {
        let notice = self.following.look().notice.take();
        context.notify_of(notice);
        let CaptureState {
            frame, rated, end, ..
        } = self.following.look().clone();
        let all = self.players.iter_mut().zip(frame.now).zip(&rated);
        all.for_each(|((player, now), rated)| player.see(now, rated.as_ref()));
        (self.shown, self.seconds) = (frame.shown, frame.seconds);
        let has_ended = end.is_some() && self.end.is_none();
        self.end = end;
        if has_ended {
            self.review(context);
        }
    }

    /// Returns the player that is shown alone, or the left or upper one.
    fn first(&self) -> &LivePlayer {
        match &self.shown {
            LivePlayers::One(player) | LivePlayers::Two([(player, _), _]) => &self.players[*player],
        }
    }

    /// Returns the two players to show with their names, or `None` if one is shown alone.
    fn pair(&self) -> Option<[(&LivePlayer, &str); 2]> {
        let LivePlayers::Two(pair) = &self.shown else {
            return None;
        };
        let pair = pair.each_ref();
        Some(pair.map(|(player, name)| (&self.players[*player], &**name)))
    }

    /// Returns the rated games to review: that of the player shown alone, or those of both.
    fn to_review(&self) -> Option<Recorded> {
        let pair = self
            .pair()
            .map(|pair| pair.map(|(player, _)| player.rated_playback()));
        // Both games have the names of their players from their next rating on.
        if let Some([Some(left), Some(right)]) = &pair
            && let Ok(playback) = CapturedMatchPlayback::of(vec![left.clone(), right.clone()])
        {
            return Some(Recorded::CapturedMatch(Box::new(playback)));
        }
        let one = pair.into_iter().flatten().flatten().next();
        let one = one.or_else(|| self.first().rated_playback())?;
        Some(Recorded::Captured(Box::new(one)))
    }

    /// Opens a review of the rated games on top of this scene, if any move is rated.
    fn review(&self, context: &mut Context) {
        if let Some(recorded) = self.to_review() {
            context.push(RecordingScene::reviewing(recorded, self.store.clone()));
        }
    }

    fn status(&self) -> Vec<String> {
        let source = &self.source;
        match &self.end {
            Some(Some(fault)) => return vec![fault.clone(), "the source failed".to_owned()],
            Some(None) => return vec![format!("{source} has ended"), "it has ended".to_owned()],
            None => {}
        }
        let is_seen = self.players.iter().any(|player| player.now.is_some());
        let has_game = self.players.iter().any(|player| player.rated.is_some());
        match (is_seen, has_game) {
            (false, true) => vec![
                format!("live from {source}: waiting for the next game"),
                "waiting for a game".to_owned(),
            ],
            (false, false) => vec![
                format!("live from {source}: looking for a game"),
                "looking for a game".to_owned(),
            ],
            (true, _) => match self.first().accuracy_on().filter(|_| self.pair().is_none()) {
                Some(accuracy) => {
                    let accuracy = 100.0 * accuracy;
                    vec![
                        format!("live from {source}, accuracy {accuracy:.1}%"),
                        format!("live, {accuracy:.1}%"),
                    ]
                }
                None => vec![format!("live from {source}"), "live".to_owned()],
            },
        }
    }

    /// Returns the view of two games.
    fn match_view(&self, pair: [(&LivePlayer, &str); 2]) -> View {
        let [left, right] = pair.map(|(player, _)| player.score().map(i64::from));
        let topped_out = pair.map(|(player, _)| {
            let ending = player.totals().and_then(|totals| totals.ending);
            player.now.is_none() && ending == Some(Ending::ToppedOut)
        });
        let sides = pair.map(|(player, name)| SideView {
            name: name.to_owned(),
            game: player.view().unwrap_or(GameView::BLANK),
            pending: 0,
            wins: 0,
        });
        View::Versus(Box::new(VersusView {
            sides,
            kind: MatchKind::Captured {
                lead: left.zip(right).map(|(left, right)| left - right),
                seconds: self.seconds,
                topped_out,
            },
            moment: MatchStage::Playing,
        }))
    }

    /// Returns texts and panels for two games.
    fn match_hud(&self, pair: [(&LivePlayer, &str); 2]) -> Hud {
        Hud {
            title: title("live", None),
            status: self.status(),
            figures: pair.map(|(player, _)| player.figures()),
            contest: Some(MatchFacts {
                rated: pair.map(|(player, _)| player.coach()),
                ..MatchFacts::default()
            }),
            ..Hud::default()
        }
    }
}

impl Scene for LiveScene {
    fn step(&mut self, _input: StepInput, context: &mut Context) -> StepOutcome {
        self.look(context);
        self.players.iter_mut().for_each(LivePlayer::tick);
        StepOutcome::Stepped(Events::default())
    }

    fn view(&self) -> View {
        match self.pair() {
            Some(pair) => self.match_view(pair),
            None => match self.first().view() {
                Some(game) => View::Game(Box::new(game)),
                None => View::Blank,
            },
        }
    }

    fn hud(&self) -> Hud {
        if let Some(pair) = self.pair() {
            return self.match_hud(pair);
        }
        let player = self.first();
        let (totals, rated) = (player.totals(), player.rated.as_ref());
        let points = totals.and_then(|_| player.score());
        let panels = rated.and_then(|rated| {
            let game = &rated.reviewed;
            let last = game.moves().len().checked_sub(1)?;
            panels_of(game, last, None, (&game.moves()[last].rating.moves, None))
        });
        let over = totals.filter(|_| player.now.is_none());
        Hud {
            title: title("live", points),
            status: self.status(),
            overlay: Overlay {
                mark: player.mark(),
                ..Overlay::default()
            },
            is_opened: panels.is_some(),
            panels: panels.unwrap_or_default(),
            figures: [player.figures(), None],
            summary: over
                .zip(rated)
                .map(|(totals, rated)| words::captured(&totals, rated.playback.game())),
            totals,
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        let players = self.players.iter();
        let rated = players.filter_map(|player| player.rated.as_ref());
        let (keys, review) = match rated.clone().any(|rated| rated.last().is_some()) {
            true => (KEYS, ReviewState::Offered),
            false => (&KEYS[..ALWAYS], ReviewState::None),
        };
        let region = rated.map(|rated| rated.playback.game().region).next();
        Capabilities {
            keys,
            review,
            region: region.unwrap_or_default(),
            ..Capabilities::default()
        }
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Act(Action::NextMistake) => self.review(context),
            SceneCommand::Act(Action::KeepRecording) if self.end.is_some() => {
                context.notify("the source has ended");
            }
            SceneCommand::Act(Action::KeepRecording) => self.following.ask_to_pack(),
            SceneCommand::Act(_)
            | SceneCommand::Jump(_)
            | SceneCommand::PlayOn(..)
            | SceneCommand::PlayBy(_)
            | SceneCommand::Next
            | SceneCommand::Edit(_)
            | SceneCommand::State(_)
            | SceneCommand::Unrank
            | SceneCommand::Type(_)
            | SceneCommand::Race
            | SceneCommand::RaceBest
            | SceneCommand::Review
            | SceneCommand::ReviewGhost => {}
        }
    }
}

#[cfg(test)]
mod tests;
