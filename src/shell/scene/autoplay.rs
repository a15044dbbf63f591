//! Scene in which an AI plays one game after another. The AI thinks on a worker thread.

use std::sync::Arc;

use rightwell::engine::{GameType, StartPosition, View};
use rightwell::lab::projection::Projection;
use rightwell::players::{MissingTable, Player, Strategy};
use rightwell::render::Overlay;
use rightwell::session::{Autoplay, Controls, Ending, Job, PadControls, Plan, endless};

use crate::host::worker::Worker;
use crate::input::action::{Action, HelpLine, LAB_LINE};
use crate::options::scenes::SceneArgs;
use crate::stage::overlay;

use super::coach::CoachSettings;
use super::context::Context;
use super::filters::{self, FilterMenu};
use super::panel::ScenePanel;
use super::plan::PlanExplainer;
use super::{
    Capabilities, Hud, JumpTarget, Scene, SceneCommand, StepInput, StepOutcome, title, trained,
    tree, words,
};

const KEYS: &[HelpLine] = &[
    (&[Action::GoOn], "Play yourself"),
    (&[Action::PlayFast], "Fastest (PLAY_FAST)"),
    (&[Action::Filter], "Build a picture"),
    (&[Action::Previous, Action::Next], "Other picture"),
    (&[Action::NewGame], "New game"),
    (&[Action::LevelDown, Action::LevelUp], "Level of next game"),
    (&[Action::Goal], "Show target picture"),
    LAB_LINE,
    (&[Action::Plan, Action::NextPlace], "AI's plan, candidates"),
    (&[Action::NextReason], "Next reason"),
    (&[Action::Training], "Training"),
    (&[Action::Tree], "Search tree"),
];
/// Number of lines of `KEYS` for a player without a search tree: all but the last.
const WITHOUT_TREE: usize = KEYS.len() - 1;

/// Player that takes over if a value table is missing. This player needs no table.
const SUBSTITUTE: &str = "survival";

/// Scene of an AI's games.
#[derive(Debug)]
pub struct AutoplayScene {
    play: Autoplay,
    worker: Worker<Job, Plan>,
    filters: FilterMenu,
    plan: PlanExplainer,
    shows_plan: bool,
    shows_tree: bool,
    /// Error of the player's worker, until `step` reports it.
    failure: Option<String>,
    /// Value tables that were found missing since the player last changed.
    tables: MissingTable,
}

impl AutoplayScene {
    /// Returns the scene and starts its worker.
    pub fn new(play: Autoplay) -> AutoplayScene {
        AutoplayScene {
            filters: FilterMenu::new(play.strategy().kind()),
            play,
            worker: Worker::answering("player", Job::solve),
            plan: PlanExplainer::default(),
            shows_plan: false,
            shows_tree: false,
            failure: None,
            tables: MissingTable::watch(),
        }
    }

    /// If a value table is missing, replaces the player with [`SUBSTITUTE`]. Returns whether it did.
    fn replace_player(&mut self, why: &str, context: &mut Context) -> bool {
        if self.tables.since().is_none() {
            return false;
        }
        self.tables = MissingTable::watch();
        let survival = Player::named(SUBSTITUTE).expect("the player is built in");
        self.play
            .set_strategy(Arc::new(Strategy::alone(Arc::new(survival))));
        self.play.reset_job();
        context.notify(format!("{why}; {SUBSTITUTE} takes over"));
        true
    }

    fn post(&mut self) {
        if let Some(job) = self.play.job() {
            self.plan.ask(&job);
            self.worker.ask_instead(job);
        }
    }

    fn deliver(&mut self, plan: Plan) {
        self.plan.decide(&plan);
        self.play.deliver(plan);
    }

    /// Gets the player's decision and updates the explanation of its plan. Does not step the game.
    fn tell_plan(&mut self, context: &mut Context) {
        self.post();
        if !self.play.is_ready() {
            match self.worker.take() {
                Some(Ok(plan)) => self.deliver(plan),
                Some(Err(why)) if self.replace_player(&why, context) => {}
                Some(Err(why)) => self.failure = Some(why),
                None => {}
            }
        }
        context.notify_of(self.plan.work(self.play.watch()));
    }

    /// Lets the player publish its search tree, but only while the user looks at the plan or the tree.
    fn open_tree(&self) {
        let is_open = self.shows_tree || self.shows_plan;
        if is_open != self.play.watch().is_open() {
            self.play.watch().set_open(is_open);
        }
    }

    /// Returns the panels: plan, search tree and training.
    fn panels(&self, table: Option<ScenePanel>) -> Vec<ScenePanel> {
        let known = trained::DrillContext {
            stats: self.play.figures(),
            ..trained::DrillContext::default()
        };
        let trained = self.play.console();
        let trained = trained.map(|console| trained::panels(console, known));
        let plan = self.plan.panels().into_iter();
        plan.chain(table)
            .chain(trained.into_iter().flatten())
            .collect()
    }

    /// Returns the overlay. Outlines of locks are in it only while a piece falls.
    fn overlay(&self) -> Overlay {
        let has_piece = self.shows_plan && self.play.position().is_some();
        let outlines = has_piece.then(|| self.plan.outlines());
        Overlay {
            outlines: outlines.unwrap_or_default(),
            ..overlay::of_autoplay(&self.play)
        }
    }

    /// Abandons the game, notifies the user of its result, and starts the next game.
    fn leave_game(&mut self, context: &mut Context) {
        let left = self.play.summary().filter(|left| left.pieces > 0);
        context.notify_of(left.map(|left| words::summary(&left)));
        self.play.new_game();
    }

    fn change_level(&mut self, up: bool, context: &mut Context) {
        let level = self.play.series().level;
        self.play.set_next_level(if up {
            level + 1
        } else {
            level.saturating_sub(1)
        });
        let level = self.play.series().level;
        context.notify(format!("next game: level {level}"));
    }

    fn change_filter(&mut self, action: Action, context: &mut Context) {
        let strategy = match action {
            Action::Previous => self.filters.next_pattern(self.play.strategy(), -1),
            Action::Next => self.filters.next_pattern(self.play.strategy(), 1),
            _ => self.filters.next_kind(self.play.strategy()),
        };
        match strategy {
            Ok(strategy) => self.play_by(strategy, context),
            Err(error) => context.notify(error),
        }
    }

    /// Lets another strategy decide from the next piece on.
    fn play_by(&mut self, strategy: Arc<Strategy>, context: &mut Context) {
        if self.play.endless_pieces().is_some() {
            return context.notify("the endless demo has no filters");
        }
        context.notify(format!(
            "From the next piece: {}",
            filters::in_words(&strategy)
        ));
        self.play.set_strategy(strategy);
    }

    fn status(&self) -> Vec<String> {
        if let Some(ending) = self.play.ending() {
            let said = match ending {
                Ending::ToppedOut => "game over",
                Ending::PictureDone => "pattern done",
                Ending::GoalReached => "goal reached",
                Ending::Crashed => "crashed",
            };
            return vec![said.to_owned()];
        }
        if let Some(pieces) = self.play.endless_pieces() {
            let all = endless::PIECES;
            return vec![
                format!("endless demo: {pieces} of {all} pieces played"),
                format!("endless demo, {pieces} of {all}"),
                "endless demo".to_owned(),
                "demo".to_owned(),
            ];
        }
        let strategy = self.play.strategy();
        let (said, short) = (filters::in_words(strategy), filters::in_short(strategy));
        let series = self.play.series();
        let how = match series.controls {
            Controls::Drag => "without gravity".to_owned(),
            Controls::Pad(_) => format!("level {}", self.play.level()),
        };
        vec![
            format!("{said}, {how}"),
            said,
            format!("{short}, {how}"),
            short,
        ]
    }

    /// Returns a projection for the current game. B-type games have none, because they end after a fixed number of
    /// lines.
    fn projection(&self) -> Option<Projection> {
        if let Controls::Pad(PadControls {
            game_type: GameType::B { .. },
            ..
        }) = self.play.series().controls
        {
            return None;
        }
        Some(Projection {
            position: self.play.position()?,
            score: self.play.summary()?.score,
            strategy: Arc::clone(self.play.strategy()),
            moves: self.play.moves().cloned(),
            randomizer: self.play.series().randomizer,
        })
    }

    /// Returns the position on the screen, if a game can start from it.
    fn start_position(&self) -> Option<StartPosition> {
        let View::Game(view) = self.play.view() else {
            return None;
        };
        let mut position = StartPosition::of_view(&view)?;
        position.region = self.play.region();
        position.check().is_ok().then_some(position)
    }

    fn summary(&self) -> Option<String> {
        let ending = self.play.ending()?;
        let summary = self.play.summary()?;
        let picture = self.play.strategy().pattern();
        Some(match picture.filter(|_| ending == Ending::PictureDone) {
            None => words::summary(&summary),
            Some(pattern) => words::picture(pattern.name(), &summary),
        })
    }
}

impl Scene for AutoplayScene {
    /// Says who plays if it is not the chosen player.
    fn begin(&mut self, context: &mut Context) {
        let strategy = self.play.strategy();
        if strategy.kind().ignores_player() {
            context.notify(filters::in_words(strategy));
        }
    }

    /// Makes one step and posts the job for the next plan.
    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        if let Some(why) = self.failure.take() {
            return StepOutcome::Failed(why);
        }
        self.post();
        if !self.play.is_ready() {
            match self.worker.wait(input.patience) {
                Some(Ok(plan)) => self.deliver(plan),
                Some(Err(why)) if self.replace_player(&why, context) => {
                    return StepOutcome::Waiting;
                }
                Some(Err(why)) => return StepOutcome::Failed(why),
                None => return StepOutcome::Waiting,
            }
            // The answer may belong to an outdated job. The plan is then still missing.
            if !self.play.is_ready() {
                return StepOutcome::Waiting;
            }
        }
        let events = self.play.step();
        self.post();
        if let Some(desync) = self.play.take_desync() {
            context.notify(format!("the game desynced from the plan: {desync}"));
        }
        StepOutcome::Stepped(events)
    }

    fn view(&self) -> View {
        self.play.view()
    }

    fn hud(&self) -> Hud {
        let tree = self.shows_tree.then(|| tree::shown(self.play.watch()));
        let (tree, table) = tree.flatten().unzip();
        Hud {
            title: title(self.play.strategy().player().name(), self.play.points()),
            status: self.status(),
            overlay: self.overlay(),
            tree,
            is_opened: table.is_some() || self.shows_plan,
            panels: self.panels(table),
            totals: self.play.summary(),
            figures: [self.play.figures().cloned().map(Box::new), None],
            projection: self.projection(),
            summary: self.summary(),
            ..Hud::default()
        }
    }

    /// Returns a link that starts the first game with its seed, or a later game at its current position.
    fn link(&self, begun: Option<&SceneArgs>) -> Option<SceneArgs> {
        let SceneArgs::Watch(mut args) = begun?.clone() else {
            return None;
        };
        if self.play.endless_pieces().is_none() {
            let strategy = self.play.strategy();
            strategy.player().name().clone_into(&mut args.game.player);
            args.game.filter = strategy.kind().to_string();
        }
        if self.play.game_number() == 0 {
            args.game.seed = Some(self.play.series().seed);
        } else if let Some(position) = self.start_position() {
            (args.game.level, args.game.seed) = (0, None);
            args.game.position = Some(position.into());
        }
        Some(SceneArgs::Watch(args))
    }

    fn can(&self) -> Capabilities {
        let has_tree = self.play.strategy().player().uct().is_some();
        Capabilities {
            keys: if has_tree {
                KEYS
            } else {
                &KEYS[..WITHOUT_TREE]
            },
            region: self.play.region(),
            is_play_fast: self.play.is_play_fast(),
            is_between_games: self.play.ending().is_some(),
            invites_to_play: true,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, coach: &CoachSettings, context: &mut Context) {
        if coach.plan != self.shows_plan {
            self.shows_plan = coach.plan;
            self.plan.forget();
            self.open_tree();
        }
        if self.shows_plan {
            self.tell_plan(context);
        }
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        let action = match command {
            SceneCommand::PlayBy(strategy) => return self.play_by(strategy, context),
            SceneCommand::Act(action) => action,
            SceneCommand::Jump(JumpTarget::Place(place)) => return self.plan.choose(place),
            SceneCommand::Jump(JumpTarget::Reason(reason)) => {
                return self.plan.choose_reason(reason);
            }
            _ => return,
        };
        match action {
            Action::PlayFast => self.play.set_play_fast(!self.play.is_play_fast()),
            Action::NextPlace | Action::NextReason if !self.shows_plan => {
                context.notify("turn on the plan first; F1 shows its key");
            }
            Action::NextPlace => self.plan.choose_next(),
            Action::NextReason => self.plan.choose_next_reason(),
            Action::Tree => {
                self.shows_tree = !self.shows_tree;
                self.open_tree();
                context.notify(tree::toggle_notice(self.shows_tree));
            }
            Action::NewGame => self.leave_game(context),
            Action::LevelDown | Action::LevelUp => {
                self.change_level(action == Action::LevelUp, context);
            }
            Action::Filter | Action::Previous | Action::Next => self.change_filter(action, context),
            _ => {}
        }
    }
}
