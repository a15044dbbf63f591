//! Race against a recorded game: its panel, its result, and restarts.

use rightwell::engine::{DirectStartError, HighScores, View};
use rightwell::plots::count;
use rightwell::render::panel::{Figure, PanelPart, SmallBoard, Tone};
use rightwell::rules::{Board, counted, sanitized};
use rightwell::session::{GameStats, Ghost, LevelComparison, LevelUp, Person, Summary};

use crate::scene::begin::GhostSource;
use crate::scene::context::Context;
use crate::scene::panel::{ScenePanel, plain};
use crate::scene::recording::RecordingScene;
use crate::scene::words::minutes;

use super::PersonScene;

/// Race of a person's game against a recorded game.
#[derive(Debug)]
pub struct Race {
    ghost: Ghost,
    /// Start level, if it is not the ghost's.
    level: Option<u8>,
    has_own_pieces: bool,
    /// True to outline the ghost's stack in the person's playfield.
    pub(super) shows_stack: bool,
    /// Panel, and the number of its sample.
    panel: ScenePanel,
    sample: Option<u64>,
}

/// Number of frames for which the panel stays as it is. Redrawing its column takes longer than a step of the game.
const SAMPLE_FRAMES: u64 = 4;

/// Result of a finished race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceResult {
    /// Name of the ghost's recording.
    pub ghost: String,
    /// Results of the person and of the ghost.
    pub totals: [Summary; 2],
    /// Figures of both games, level by level.
    pub levels: Vec<LevelComparison>,
}

impl Race {
    /// Returns a race. `level` replaces the ghost's start level.
    pub fn new(ghost: Ghost, level: Option<u8>, has_own_pieces: bool) -> Race {
        Race {
            ghost,
            level,
            has_own_pieces,
            shows_stack: false,
            panel: ScenePanel::default(),
            sample: None,
        }
    }

    /// Starts a person's game for the race, on a console that has these high scores. Without the ghost's pieces, the
    /// cartridge chooses them from `seed`.
    pub fn begin(&self, seed: u16, scores: HighScores) -> Result<Person, DirectStartError> {
        (self.ghost).begin(self.level, seed, self.has_own_pieces, scores)
    }

    /// Moves the ghost to the time of the person's game, and updates the panel if that is due.
    pub(super) fn follow(&mut self, own: &GameStats, is_over: bool) {
        self.ghost.follow(own.frames());
        let sample = Some(own.frames() / SAMPLE_FRAMES);
        if is_over || self.sample != sample {
            self.sample = sample;
            self.panel = self.panel_now(own);
        }
    }

    /// Returns the ghost's stack, if it is to be outlined.
    pub(super) fn stack(&self) -> Option<Board> {
        if !self.shows_stack || self.ghost.is_over() {
            return None;
        }
        match self.ghost.view() {
            View::Game(view) => Some(view.board()),
            _ => None,
        }
    }

    /// Returns the result of the person's game in one sentence.
    pub(super) fn remark(&self, own: &GameStats, totals: &Summary) -> String {
        let points = |lead: i128| counted(count(lead.unsigned_abs() as u64), "point");
        let lead = i128::from(totals.score) - i128::from(self.ghost.result().score);
        let end = match lead {
            0 => "drawn with the ghost".to_owned(),
            1.. => format!("you won by {}", points(lead)),
            _ => format!("the ghost won by {}", points(lead)),
        };
        let is_shorter = totals.lines > 0 && totals.lines < self.ghost.result().lines;
        match is_shorter {
            true => format!("{end}; {}", self.pace(own)),
            false => end,
        }
    }

    /// Returns the texts of the status line, longest first.
    pub(super) fn status(&self, own: &GameStats) -> Vec<String> {
        let pace = self.pace(own);
        let name = sanitized(self.ghost.name());
        vec![format!("race against {name}: {pace}"), pace]
    }

    /// Returns the lead at equal lines in words.
    fn pace(&self, own: &GameStats) -> String {
        let lead = signed(self.ghost.lead(own));
        let lines = own.clears().lines();
        match self.ghost.result().lines {
            last if lines > last => format!("{lead} at the ghost's end"),
            _ => format!("{lead} at {}", counted(lines, "line")),
        }
    }

    /// Returns the panel of the last sample.
    pub(super) fn panel(&self) -> ScenePanel {
        self.panel.clone()
    }

    /// Returns the panel: the lead, the ghost's playfield, its next milestones, and the Tetris rates.
    fn panel_now(&self, own: &GameStats) -> ScenePanel {
        let lead = self.ghost.lead(own);
        let lines = own.clears().lines();
        let at = match self.ghost.result().lines {
            last if lines > last => "At the ghost's end".to_owned(),
            _ => format!("Lead at line {lines}"),
        };
        let lead = PanelPart::KeyFigure(Figure::new(at, signed(lead)).toned(match lead {
            0 => Tone::Plain,
            1.. => Tone::Good,
            _ => Tone::Bad,
        }));
        let rates = [Some(own), self.ghost.figures()].map(|stats| {
            let rate = stats.and_then(|stats| stats.clears().tetris_rate());
            rate.map_or("-".to_owned(), |rate| format!("{:.0}%", 100.0 * rate))
        });
        let rates = Figure::new("Tetris rates", rates.join(" / "));
        let mut figures = vec![rates];
        figures.extend(self.now());
        let board = match self.ghost.view() {
            View::Game(view) => Some(SmallBoard::of_game(&view)),
            _ => None,
        };
        let board = board.map(|board| PanelPart::Boards(vec![board]));
        let compact = vec![lead.clone(), PanelPart::Figures(figures.clone())];
        let compact = compact.into_iter().map(plain).collect();
        figures.extend(self.milestones(own));
        let parts = [Some(lead), board, Some(PanelPart::Figures(figures))];
        let parts = parts.into_iter().flatten().map(plain).collect();
        let title = format!("Race: {}", sanitized(self.ghost.name()));
        ScenePanel::new(&title, parts).or(compact)
    }

    /// Returns the ghost's score, lines and level.
    fn now(&self) -> Vec<Figure> {
        let Some(figures) = self.ghost.figures() else {
            return Vec::new();
        };
        let place = format!("{} / {}", figures.clears().lines(), figures.levels().now());
        let score = Figure::new("Ghost's score", count(figures.score()));
        let how = match self.ghost.result().ending {
            Some(_) => "topped out",
            None => "recording ends",
        };
        let end = self.ghost.is_over().then(|| Figure::new("Ghost", how));
        [score, Figure::new("Lines / level", place)]
            .into_iter()
            .chain(end)
            .collect()
    }

    /// Returns the milestones that the person has not reached, each with the ghost's time and score.
    fn milestones(&self, own: &GameStats) -> Vec<Figure> {
        let first = self.ghost.level_ups().first();
        let is_ahead = |up: &&LevelUp| up.level > own.levels().now();
        let ups = self.ghost.milestones().filter(is_ahead);
        let figure = |up: &LevelUp| {
            let time = minutes(up.frames, self.ghost.region());
            let word = match first == Some(up) {
                true => format!("Transition at {time}"),
                false => format!("Level {} at {time}", up.level),
            };
            Figure::new(word, count(up.score))
        };
        ups.map(figure).collect()
    }
}

/// Formats a lead with its sign.
fn signed(lead: i64) -> String {
    let sign = match lead {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    format!("{sign}{}", count(lead.unsigned_abs()))
}

impl PersonScene {
    /// Moves the ghost to the time of the person's game.
    pub(super) fn follow_race(&mut self) {
        if let (Some(race), Some(own)) = (&mut self.game.race, self.person.figures()) {
            race.follow(own, self.person.console().is_game_ended());
        }
    }

    /// Returns the result of the race once the person's game is over.
    pub(super) fn race_result(&self) -> Option<RaceResult> {
        let totals = self
            .person
            .summary()
            .filter(|totals| totals.ending.is_some())?;
        let (race, own) = (self.game.race.as_ref()?, self.person.figures()?);
        Some(RaceResult {
            ghost: race.ghost.name().to_owned(),
            totals: [totals, *race.ghost.result()],
            levels: race.ghost.by_level(own),
        })
    }

    /// Opens the review of the ghost.
    pub(super) fn review_ghost(&self, context: &mut Context) {
        if let Some(race) = &self.game.race {
            let store = Some(self.store.clone());
            context.push(RecordingScene::reviewing(
                race.ghost.recorded().clone(),
                store,
            ));
        }
    }

    /// Races the player's best game that began at the level of the last one.
    pub(super) fn race_best(&self, context: &mut Context) {
        let console = self.last().console();
        if let Some(game) = console.game() {
            let folder = self.store.folder.path.clone();
            context.race(GhostSource::Best(
                folder,
                game.start().level,
                console.region(),
            ));
        }
    }

    /// Races the last game.
    pub(super) fn race_last_game(&self, context: &mut Context) {
        context.race(GhostSource::History(
            Box::new(self.last().history()),
            "this game".to_owned(),
        ));
    }
}
