//! Choice of effects and music: turns events and views into one [`SoundCue`] per frame.

use crate::engine::{
    Event, Events, MatchStage, MenuView, Music, RoundOutcome, Side, Tempo, VersusView, View,
};
use crate::rules::Region;

use super::effect::{Effect, Effects};
use super::repertoire::TuneId;

/// Effects and music that start with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SoundCue {
    /// Region of the console.
    pub region: Region,
    /// Effects that start in the frame.
    pub effects: Effects,
    /// True if the effect on the first pulse channel is cut off.
    pub cuts: bool,
    /// True if all current effects are cut off before new ones start.
    pub stops: bool,
    /// Music of the frame.
    pub music: PlayingMusic,
}

/// Music that plays in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PlayingMusic {
    /// No music plays.
    #[default]
    Silence,
    /// A tune. It restarts if the previous frame had another tune or tempo.
    Tune {
        /// Number of the tune.
        tune: TuneId,
        /// True if the tune plays at its fast tempo.
        is_fast: bool,
    },
    /// The previous tune is paused and continues later.
    Held,
}

/// Choice of a game's music.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum MusicChoice {
    /// The tune chosen in the console's menu, or the first tune if no menu led to the game.
    #[default]
    Menu,
    /// Games have no music.
    Off,
    /// A tune, whatever the menu says.
    Tune(TuneId),
}

/// Occasions for sound that are not events of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtraSoundEvent {
    /// A pattern built of pieces is complete. Passed for every frame that shows the complete pattern.
    PictureDone,
    /// A piece of a drill is a success.
    Hit,
    /// A piece of a drill is a failure.
    Miss,
}

/// Chooses effects and music, frame by frame.
#[derive(Clone, Debug, Default)]
pub struct Director {
    region: Region,
    choice: MusicChoice,
    has_title_tune: bool,
    /// Tune of an achievement or a loss, which plays until the next scene begins.
    jingle: Option<TuneId>,
    picture_was_done: bool,
}

impl Director {
    /// Creates a director before the first frame.
    pub fn new(region: Region) -> Director {
        Director {
            region,
            ..Director::default()
        }
    }

    /// Sets the music of games, and whether the title screen has a tune. On the console it has none.
    pub const fn choose(&mut self, choice: MusicChoice, has_title_tune: bool) {
        self.choice = choice;
        self.has_title_tune = has_title_tune;
    }

    /// Sets the region of the console.
    pub const fn set_region(&mut self, region: Region) {
        self.region = region;
    }

    /// Returns the cue for a frame, given its events, its view and other occasions (`besides`). `people` is true for
    /// each pad on which a person plays.
    pub fn cue(
        &mut self,
        events: Events,
        view: &View,
        besides: &[ExtraSoundEvent],
        people: [bool; 2],
    ) -> SoundCue {
        let mut effects = effects_of(events);
        for event in besides {
            match event {
                ExtraSoundEvent::Hit => effects.insert(Effect::Hit),
                ExtraSoundEvent::Miss => effects.insert(Effect::Miss),
                ExtraSoundEvent::PictureDone => {}
            }
        }
        self.follow(events, view, besides);
        let is_paused = events.contains(Event::Paused);
        SoundCue {
            region: self.region,
            effects,
            cuts: events.contains(Event::MusicSpeedChanged),
            stops: is_paused || events.contains(Event::ToppedOut),
            music: self.music(view, people),
        }
    }

    /// Starts and ends jingles.
    fn follow(&mut self, events: Events, view: &View, besides: &[ExtraSoundEvent]) {
        let goes_on = [
            Event::Spawned,
            Event::Shifted,
            Event::Rotated,
            Event::ScreenChanged,
        ];
        let is_over = match view {
            View::Game(_) | View::Blank => goes_on.iter().any(|&event| events.contains(event)),
            _ => true,
        };
        if is_over {
            self.jingle = None;
        }
        if events.contains(Event::GoalReached) {
            self.jingle = Some(TuneId::SUCCESS);
        }
        let is_done = besides.contains(&ExtraSoundEvent::PictureDone);
        if is_done && !self.picture_was_done {
            self.jingle = Some(TuneId::PICTURE);
        }
        self.picture_was_done = is_done;
    }

    fn music(&self, view: &View, people: [bool; 2]) -> PlayingMusic {
        let slow = |tune| PlayingMusic::Tune {
            tune,
            is_fast: false,
        };
        match view {
            View::Title if self.has_title_tune => slow(TuneId::TITLE),
            View::TypeMenu(menu) => self.preview(menu).map_or(PlayingMusic::Silence, slow),
            View::Game(game) if game.paused => PlayingMusic::Held,
            View::Game(game) => match self.jingle {
                Some(jingle) => slow(jingle),
                None => self.game_music(game.music),
            },
            View::NameEntry(_) => slow(TuneId::HIGH_SCORE),
            View::Ending(_) => slow(TuneId::ENDING),
            View::Versus(versus) => self.match_music(versus, people),
            View::Blank => self.jingle.map_or(PlayingMusic::Silence, slow),
            View::Legal | View::Title | View::LevelMenu(_) => PlayingMusic::Silence,
        }
    }

    fn preview(&self, menu: &MenuView) -> Option<TuneId> {
        match self.choice {
            MusicChoice::Off => None,
            MusicChoice::Menu | MusicChoice::Tune(_) => TuneId::from_menu(menu.music),
        }
    }

    fn game_music(&self, music: Music) -> PlayingMusic {
        let tune = match (self.choice, music.tune) {
            (MusicChoice::Off, _) => None,
            // The demo is silent whatever music was chosen for games.
            (MusicChoice::Tune(tune), number) if number != Some(3) => Some(tune),
            (_, number) => TuneId::from_menu(number.unwrap_or(0)),
        };
        match (tune, music.tempo) {
            (None, _) | (_, Tempo::Stopped) => PlayingMusic::Silence,
            (Some(tune), tempo) => PlayingMusic::Tune {
                tune,
                is_fast: tempo == Tempo::Fast,
            },
        }
    }

    fn match_music(&self, versus: &VersusView, people: [bool; 2]) -> PlayingMusic {
        let slow = |tune| PlayingMusic::Tune {
            tune,
            is_fast: false,
        };
        match versus.moment {
            _ if self.choice == MusicChoice::Off => PlayingMusic::Silence,
            MatchStage::Playing => PlayingMusic::Tune {
                tune: match self.choice {
                    MusicChoice::Tune(tune) => tune,
                    _ => TuneId::VERSUS,
                },
                is_fast: versus
                    .sides
                    .iter()
                    .any(|side| side.game.music.tempo == Tempo::Fast),
            },
            MatchStage::Paused => PlayingMusic::Held,
            MatchStage::RoundOver(RoundOutcome::Draw)
            | MatchStage::MatchOver(RoundOutcome::Draw) => PlayingMusic::Silence,
            MatchStage::RoundOver(RoundOutcome::Won(side)) if is_lost(side, people) => {
                slow(TuneId::LOSS)
            }
            MatchStage::MatchOver(RoundOutcome::Won(side)) if is_lost(side, people) => {
                slow(TuneId::LOSS)
            }
            MatchStage::RoundOver(_) => slow(TuneId::SUCCESS),
            MatchStage::MatchOver(_) => slow(TuneId::VICTORY),
        }
    }
}

/// Returns whether the only human player has lost to the other side.
fn is_lost(winner: Side, people: [bool; 2]) -> bool {
    people[winner.other().index()] && !people[winner.index()]
}

fn effects_of(events: Events) -> Effects {
    let known = [
        (Event::MenuMoved, Effect::MenuMove),
        (Event::MenuConfirmed, Effect::MenuChoice),
        (Event::Shifted, Effect::Shift),
        (Event::Rotated, Effect::Rotate),
        (Event::Locked, Effect::Lock),
        (Event::RowCompleted, Effect::LineClear),
        (Event::Tetris, Effect::Tetris),
        (Event::FlashTick, Effect::Flash),
        (Event::LevelUp, Effect::LevelUp),
        (Event::Paused, Effect::Pause),
        (Event::ToppedOut, Effect::Curtain),
        (Event::RocketBurns, Effect::Rocket),
        (Event::GarbageSent, Effect::GarbageSent),
        (Event::GarbageReceived, Effect::GarbageReceived),
    ];
    let mut effects = Effects::default();
    for (event, effect) in known {
        if events.contains(event) {
            effects.insert(effect);
        }
    }
    effects
}
