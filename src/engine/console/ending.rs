//! Endings: their timing and their bonus.
//!
//! Source: the disassembly's `endingAnimation` routines.

use crate::engine::event::{Event, Events};
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::quirks;
use crate::engine::view::{EndingView, GameType};
use crate::rules::{Buttons, Region, Score, StateHash};

/// Number of frames for which the success box is shown before the screen freezes.
const SUCCESS_FRAMES: u8 = 20;
/// Number of frames for which the screen is frozen.
const FREEZE_FRAMES: u8 = 128;
/// Number of vertical blanks that loading the scene takes.
const LOADING_FRAMES: u8 = 4;

/// An ending, from the tick that starts it until the player leaves with Start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    region: Region,
    /// Score before the bonus.
    score: Score,
    part: EndingPart,
    /// Number of frames until the next part.
    frames_left: u8,
    scene: EndingScene,
}

/// Parts of an ending, in both game types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum EndingPart {
    /// The game screen is still drawn, now with the success box.
    Success,
    /// The screen is frozen on the last frame of the game.
    Freeze,
    /// The scene is loading.
    Loading,
    /// The scene is running.
    Scene,
    /// The player has left the scene. The scene is still shown.
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndingScene {
    Rocket(Rocket),
    Parade(Parade),
}

/// Ending of an A-type game: a rocket or a building takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rocket {
    /// Rocket 0-4, by score.
    kind: u8,
    /// Position on the screen, in pixels from the top. 0 once the rocket has left the screen.
    y: u8,
    /// Number of frames for which the rocket has stood still, up to [`Rocket::STANDING_FRAMES`].
    stood: u8,
    jet: u8,
    /// Number of frames of the scene so far, up to 255.
    pass: u8,
}

/// Ending of a B-type game: figures move across the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Parade {
    level_digit: u8,
    height: u8,
    frame: u16,
    step: ParadeStep,
    level_bonus: u8,
    height_bonus: u8,
    total: Score,
    is_score_moved: bool,
}

/// Last step taken in the B-type scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum ParadeStep {
    Scene,
    ScoreMoved,
    LevelBonus,
    LevelDone,
    HeightBonus,
    HeightDone,
    Start,
}

impl Rocket {
    /// Number of frames before the rocket rises.
    const STANDING_FRAMES: u8 = 240;
    /// At this y and below it on the screen, the rocket rises one pixel every second frame.
    const SLOW_Y: u8 = 0xB0;
    /// Above this y on the screen, the rocket rises two pixels a frame.
    const FAST_Y: u8 = 0x80;

    fn new(score: Score) -> Rocket {
        let kind = [50_000, 70_000, 100_000, 120_000]
            .iter()
            .filter(|&&points| score.points() >= points)
            .count() as u8;
        Rocket {
            kind,
            y: if kind == 4 { 0xC7 } else { 0xBF },
            stood: 0,
            jet: 0,
            pass: 0,
        }
    }

    /// Runs one frame and returns whether Start leaves the scene.
    fn pass(&mut self, carry: &PersistentMemory, unskippable: u8, events: &mut Events) -> bool {
        let is_late = self.pass > unskippable;
        if is_late && self.y == 0 && carry.pad.new == Buttons::START {
            return true;
        }
        self.pass = self.pass.saturating_add(1);
        if self.y == 0 {
            return false;
        }
        self.jet = (carry.frame >> 1 & 1) as u8;
        if self.stood < Rocket::STANDING_FRAMES {
            self.stood += 1;
        } else if self.y < Rocket::SLOW_Y || carry.frame & 1 == 0 {
            events.insert(Event::RocketBurns);
            self.y -= 1;
            if self.y < Rocket::FAST_Y {
                self.y -= 1;
            }
        }
        false
    }
}

impl Parade {
    fn new(level: u8, height: u8) -> Parade {
        let level_digit = quirks::bonus_digit(level);
        Parade {
            level_digit,
            height,
            frame: 0,
            step: ParadeStep::Scene,
            level_bonus: 10 * level_digit,
            height_bonus: 10 * height,
            total: Score::default(),
            is_score_moved: false,
        }
    }

    /// Takes the next step and returns the frames until the following step.
    fn advance(&mut self, score: Score, frames: [u8; 3], events: &mut Events) -> u8 {
        let [_, pause, count] = frames;
        match self.step {
            ParadeStep::Scene => {
                self.total = score;
                self.is_score_moved = true;
                events.insert(Event::MenuConfirmed);
                self.step = ParadeStep::ScoreMoved;
                pause
            }
            ParadeStep::ScoreMoved | ParadeStep::LevelBonus if self.level_bonus > 0 => {
                self.level_bonus -= 1;
                self.step = ParadeStep::LevelBonus;
                self.count_hundred(count, events)
            }
            ParadeStep::LevelBonus => {
                self.step = ParadeStep::LevelDone;
                pause
            }
            ParadeStep::ScoreMoved | ParadeStep::LevelDone | ParadeStep::HeightBonus
                if self.height_bonus > 0 =>
            {
                self.height_bonus -= 1;
                self.step = ParadeStep::HeightBonus;
                self.count_hundred(count, events)
            }
            ParadeStep::HeightBonus => {
                events.insert(Event::MenuConfirmed);
                self.step = ParadeStep::HeightDone;
                pause
            }
            ParadeStep::ScoreMoved
            | ParadeStep::LevelDone
            | ParadeStep::HeightDone
            | ParadeStep::Start => {
                self.step = ParadeStep::Start;
                0
            }
        }
    }

    fn count_hundred(&mut self, frames: u8, events: &mut Events) -> u8 {
        self.total.add_bonus(100);
        events.insert(Event::MenuMoved);
        frames
    }
}

impl Ending {
    /// Returns the ending of a B-type game that has reached its goal.
    pub(super) fn after_goal(region: Region, score: Score, level: u8, height: u8) -> Ending {
        Ending {
            region,
            score,
            part: EndingPart::Success,
            frames_left: SUCCESS_FRAMES,
            scene: EndingScene::Parade(Parade::new(level, height)),
        }
    }

    /// Returns the ending of a lost game with enough points for one. A B-type game gets the B-type scene, with its
    /// bonus.
    pub(super) fn after_curtain(
        region: Region,
        score: Score,
        level: u8,
        game_type: GameType,
    ) -> Self {
        Ending {
            region,
            score,
            part: EndingPart::Freeze,
            frames_left: region.ending_frames()[0],
            scene: match game_type {
                GameType::A => EndingScene::Rocket(Rocket::new(score)),
                GameType::B { height } => EndingScene::Parade(Parade::new(level, height)),
            },
        }
    }

    /// Returns whether the screen still shows the game behind the ending.
    pub(super) fn shows_game(&self) -> bool {
        matches!(self.part, EndingPart::Success | EndingPart::Freeze)
    }

    /// Returns whether the game behind the ending still runs its vertical blanks.
    pub(super) fn draws_game(&self) -> bool {
        match self.scene {
            EndingScene::Rocket(_) => self.shows_game(),
            EndingScene::Parade(_) => self.part == EndingPart::Success,
        }
    }

    /// Returns whether the scene is finished.
    pub(super) fn is_done(&self) -> bool {
        match self.scene {
            EndingScene::Rocket(rocket) => self.part == EndingPart::Scene && rocket.y == 0,
            EndingScene::Parade(parade) => parade.step == ParadeStep::Start,
        }
    }

    /// Returns whether the player has left the ending.
    pub(super) fn is_left(&self) -> bool {
        self.part == EndingPart::Left
    }

    /// Runs one frame. Returns the bonus in the frame in which the player leaves the ending.
    pub(super) fn pass(&mut self, carry: &PersistentMemory, events: &mut Events) -> Option<u32> {
        if self.part == EndingPart::Scene {
            let bonus = self.scene_pass(carry, events);
            if bonus.is_some() {
                self.part = EndingPart::Left;
            }
            return bonus;
        }
        self.frames_left -= 1;
        if self.frames_left > 0 {
            return None;
        }
        (self.part, self.frames_left) = match self.part {
            EndingPart::Success => (EndingPart::Freeze, FREEZE_FRAMES),
            EndingPart::Freeze => (EndingPart::Loading, LOADING_FRAMES),
            EndingPart::Loading | EndingPart::Scene | EndingPart::Left => {
                events.insert(Event::ScreenChanged);
                (EndingPart::Scene, self.region.ending_frames()[0])
            }
        };
        if let (EndingPart::Scene, EndingScene::Rocket(rocket)) = (self.part, &mut self.scene) {
            rocket.pass(carry, self.frames_left, events);
        }
        None
    }

    fn scene_pass(&mut self, carry: &PersistentMemory, events: &mut Events) -> Option<u32> {
        let frames = self.region.ending_frames();
        match &mut self.scene {
            EndingScene::Rocket(rocket) => rocket.pass(carry, frames[0], events).then_some(0),
            EndingScene::Parade(parade) => {
                parade.frame = parade.frame.wrapping_add(1);
                if parade.step == ParadeStep::Start {
                    let bonus = parade.total.points() - self.score.points();
                    return (carry.pad.new == Buttons::START).then_some(bonus);
                }
                self.frames_left -= 1;
                if self.frames_left == 0 {
                    self.frames_left = parade.advance(self.score, frames, events);
                }
                None
            }
        }
    }

    /// Returns the view of the scene. `None` while the game is still shown or the scene is loading.
    pub(super) fn view(&self) -> Option<EndingView> {
        let is_loaded = matches!(self.part, EndingPart::Scene | EndingPart::Left)
            || (self.part == EndingPart::Loading && self.frames_left <= LOADING_FRAMES - 3);
        is_loaded.then(|| match self.scene {
            EndingScene::Rocket(rocket) => EndingView::Rocket {
                scene: rocket.kind,
                y: rocket.y,
                jet: rocket.jet,
                score: self.score.digits(),
            },
            EndingScene::Parade(parade) => EndingView::Parade {
                level_digit: parade.level_digit,
                height: parade.height,
                frame: parade.frame,
                score: if parade.is_score_moved {
                    [0; 6]
                } else {
                    self.score.digits()
                },
                level_bonus: parade.level_bonus,
                height_bonus: parade.height_bonus,
                total: parade.total.digits(),
            },
        })
    }

    pub(super) fn hash_into(&self, hash: &mut StateHash) {
        hash.bytes(&[self.part as u8, self.frames_left]);
        match self.scene {
            EndingScene::Rocket(rocket) => {
                let Rocket {
                    kind,
                    y,
                    stood,
                    jet,
                    pass,
                } = rocket;
                hash.bytes(&[kind, y, stood, jet, pass]);
            }
            EndingScene::Parade(parade) => {
                hash.bytes(&[
                    parade.level_digit,
                    parade.height,
                    parade.step as u8,
                    parade.level_bonus,
                    parade.height_bonus,
                    u8::from(parade.is_score_moved),
                ]);
                hash.number(u64::from(parade.frame));
                hash.number(u64::from(parade.total.points()));
            }
        }
    }
}
