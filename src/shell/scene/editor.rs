//! Editor of positions: the user draws the playfield, and the coach shows the best locks.

use rightwell::engine::{
    Console, DirectStart, Events, GameType, HighScores, PastedPosition, PositionFormat,
    RecordedConsole, StartPosition, View,
};
use rightwell::players::Player;
use rightwell::render::Overlay;
use rightwell::render::panel::{Figure, PanelPart, Tone};
use rightwell::rules::motion::{COLUMNS, ROWS};
use rightwell::rules::{Buttons, Cell, Lfsr, Piece, Region};
use rightwell::session::{Rater, ReviewedMove, position_of_start};

use crate::host::worker::Worker;
use crate::input::action::{Action, HelpLine};
use crate::input::pad_help::PadUse;
use crate::store::load;
use crate::store::states::{SavedStates, StateResult, StateTask};

use super::coach::CoachSettings;
use super::context::Context;
use super::panel::{ScenePanel, plain};
use super::practice::best_outlines;
use super::{
    Capabilities, EditorCommand, Hud, JumpTarget, Scene, SceneCommand, StateRequest, StepInput,
    StepOutcome, coached, title,
};

const KEYS: &[HelpLine] = &[
    (&[Action::Edit], "Editor's page"),
    (&[Action::Hint], "Best places"),
    (&[Action::States], "Saved states"),
    (&[Action::PreviousMistake], "Leave the editor"),
];

/// Frames until a held direction first repeats, and frames between later repeats.
const HELD_FRAMES: u32 = 14;
const NEXT_FRAMES: u32 = 3;
/// Blocks to draw, with their names.
pub const BLOCKS: [(Cell, &str); 3] = [
    (Cell::BORDERED, "white middle"),
    (Cell::LIGHT, "first colour"),
    (Cell::DARK, "second colour"),
];
/// Direction buttons, each with the step of the cursor in columns and rows. Positive rows go down.
const DIRECTIONS: [(Buttons, (i8, i8)); 4] = [
    (Buttons::LEFT, (-1, 0)),
    (Buttons::RIGHT, (1, 0)),
    (Buttons::UP, (0, -1)),
    (Buttons::DOWN, (0, 1)),
];

/// Position to rate, and the name of the hands. Only locks that these hands can reach are rated.
type RatedPosition = (StartPosition, String);
/// Rated locks, or the reason why there are none.
type Answer = Result<Box<ReviewedMove>, String>;

fn worker() -> Worker<RatedPosition, Answer> {
    Worker::answering("coach", |(position, hand): RatedPosition| {
        position.check().map_err(|error| error.to_string())?;
        let hand = load::hand(&hand).map_err(|error| error.to_string())?;
        let judge = Player::named(Rater::JUDGE).map_err(|error| error.to_string())?;
        let rater = Rater::new(judge, Some((hand.hand(), position.region)));
        let best = rater.best(&position_of_start(&position), coached::PLACES);
        let best = best.ok_or("these hands cannot reach any lock of the piece")?;
        Ok(Box::new(best))
    })
}

/// Scene of the editor.
#[derive(Debug)]
pub struct EditorScene {
    position: StartPosition,
    /// Console before the first tick of a game, and a copy of it that shows the position.
    empty: Console,
    shown: Console,
    /// Cursor: column and row of the cell that A and B change.
    cursor: (i8, i8),
    /// Index of the block to draw.
    block: usize,
    /// Buttons held in the last step, and the number of steps for which the direction has been held.
    before: Buttons,
    held_for: u32,
    hand: String,
    worker: Option<Worker<RatedPosition, Answer>>,
    is_asked: bool,
    best: Option<Box<ReviewedMove>>,
    /// Index of the lock that is outlined in the playfield.
    place: usize,
    states: Option<SavedStates>,
    /// State that is being saved or loaded.
    state: Option<StateTask<StartPosition>>,
}

/// Returns a console before the first tick of a game.
fn console(region: Region) -> Console {
    let start = DirectStart {
        region,
        game_type: GameType::A,
        level: 0,
        seed: Lfsr::POWER_ON.state(),
    };
    let direct = RecordedConsole::direct(start, HighScores::default());
    direct.expect("any seed can start a game").console().clone()
}

impl EditorScene {
    /// Returns an editor for this position, or for an empty playfield. States are saved in `states`.
    pub fn new(position: Option<StartPosition>, states: Option<SavedStates>) -> EditorScene {
        let position = position.unwrap_or(StartPosition::new(Piece::T, Piece::I));
        let empty = console(position.region);
        let mut editor = EditorScene {
            position,
            shown: empty.clone(),
            empty,
            cursor: (COLUMNS / 2, ROWS - 1),
            block: 0,
            before: Buttons::NONE,
            held_for: 0,
            hand: Rater::HAND.to_owned(),
            worker: None,
            is_asked: false,
            best: None,
            place: 0,
            states,
            state: None,
        };
        editor.show();
        editor
    }

    /// Replaces the position.
    fn set(&mut self, position: StartPosition) {
        if position == self.position {
            return;
        }
        if position.region != self.position.region {
            self.empty = console(position.region);
        }
        self.position = position;
        self.show();
    }

    /// Shows the position. Drops the ratings of the previous position.
    fn show(&mut self) {
        self.shown.clone_from(&self.empty);
        self.shown.begin_at(&self.position);
        self.best = None;
        self.is_asked = false;
        self.worker.iter().for_each(Worker::give_up);
    }

    fn draw(&mut self, (x, y): (i8, i8), cell: Cell) {
        if (0..COLUMNS).contains(&x) && (0..ROWS).contains(&y) {
            let mut position = self.position;
            position.set(x, y, cell);
            self.set(position);
        }
    }

    /// Moves the cursor by one cell if a direction was just pressed, or if its repeat is due.
    fn move_cursor(&mut self, held: Buttons, new: Buttons) {
        let is_direction = |&&(button, _): &&(Buttons, (i8, i8))| held.has(button);
        let Some(&(button, (dx, dy))) = DIRECTIONS.iter().find(is_direction) else {
            self.held_for = 0;
            return;
        };
        self.held_for = if new.has(button) {
            0
        } else {
            self.held_for + 1
        };
        let since = self.held_for.checked_sub(HELD_FRAMES);
        let repeats = since.is_some_and(|since| since.is_multiple_of(NEXT_FRAMES));
        if new.has(button) || repeats {
            let (x, y) = self.cursor;
            self.cursor = ((x + dx).rem_euclid(COLUMNS), (y + dy).rem_euclid(ROWS));
        }
    }

    /// Requests the best locks from the worker, unless they are known or the request is pending.
    fn ask(&mut self) {
        if self.best.is_none() && !self.is_asked {
            self.is_asked = true;
            let question = (self.position, self.hand.clone());
            self.worker.get_or_insert_with(worker).ask_instead(question);
        }
    }

    fn take_answers(&mut self, context: &mut Context) {
        while let Some(told) = self.worker.as_ref().and_then(Worker::take) {
            match told {
                Ok(Ok(best)) => {
                    self.best = Some(best);
                    self.place = 0;
                }
                Ok(Err(why)) => context.notify(why),
                Err(why) => {
                    self.worker = None;
                    context.notify(format!("the coach failed: {why}"));
                }
            }
        }
    }

    fn keep_state(&mut self, wish: StateRequest, context: &mut Context) {
        let Some(states) = &self.states else {
            return context.notify("nothing can be saved: no home folder was found");
        };
        self.state = match wish {
            StateRequest::Save(number) => match self.position.check() {
                Ok(()) => {
                    let history = self
                        .begun()
                        .history()
                        .expect("the console started from power-on");
                    Some(states.save(number, history, Some(self.position)))
                }
                Err(fault) => return context.notify(fault.to_string()),
            },
            StateRequest::Load(number) => Some(states.load(number, |history| {
                history.play().game().map(StartPosition::of_pad)
            })),
        };
    }

    /// Handles a state that was saved or loaded: shows the notice or the loaded position.
    fn follow_state(&mut self, context: &mut Context) {
        match self.state.as_ref().and_then(StateTask::take) {
            None => return,
            Some(StateResult::Notice(notice)) => context.notify(notice),
            Some(StateResult::Loaded(number, position)) => {
                self.set(position);
                context.notify(format!("state {number}"));
            }
        }
        self.state = None;
    }

    /// Returns a console that starts at the position. Its history is recorded.
    fn begun(&self) -> RecordedConsole {
        let start = DirectStart {
            region: self.position.region,
            game_type: GameType::A,
            level: 0,
            seed: Lfsr::POWER_ON.state(),
        };
        let direct = RecordedConsole::direct(start, HighScores::default());
        let mut begun = direct.expect("any seed can start a game");
        begun.begin_at(self.position);
        begun
    }

    fn panels(&self) -> Vec<ScenePanel> {
        let StartPosition {
            current,
            next,
            level,
            lines,
            score,
            ..
        } = self.position;
        let figures = [
            ("Piece", current.to_string()),
            ("Next", next.to_string()),
            ("Level", level.to_string()),
            ("Lines", lines.to_string()),
            ("Score", score.to_string()),
            ("Blocks", BLOCKS[self.block].1.to_owned()),
        ];
        let figures = figures.map(|(word, value)| Figure::new(word, value));
        let mut parts = vec![plain(PanelPart::Figures(figures.into()))];
        parts.push(plain(match self.position.check() {
            Ok(()) => PanelPart::Text(self.position.to_string(), Tone::Quiet),
            Err(why) => PanelPart::Text(why.to_string(), Tone::Bad),
        }));
        let mut panels = Vec::new();
        if let Some(best) = &self.best {
            let places = coached::places(
                "Best places",
                &best.rating.moves,
                (best.rating.played.lock, ""),
                Some(self.place),
            );
            panels.push(ScenePanel::new("Coach", places));
        }
        panels.push(ScenePanel::new("Position", parts));
        panels
    }
}

impl EditorScene {
    /// Replaces the position by a copied one. Pieces and level that its format lacks stay as they are, and a notice
    /// names them.
    fn paste(&mut self, text: &str, context: &mut Context) {
        let pasted = match text.parse::<PastedPosition>() {
            Ok(pasted) => pasted,
            Err(error) => return context.notify(error.to_string()),
        };
        self.set(pasted.over(&self.position));
        let from = match pasted.format {
            PositionFormat::Own => "pasted".to_owned(),
            format => format!("pasted from {}", format.name()),
        };
        context.notify(match pasted.missing() {
            Some(missing) => format!("{from}; choose {missing} in the menu"),
            None => from,
        });
    }
}

impl Scene for EditorScene {
    fn step(&mut self, input: StepInput, context: &mut Context) -> StepOutcome {
        let [held, _] = input.held;
        let new = held.without(self.before);
        self.before = held;
        if new.has(Buttons::START) {
            context.open_editor_page();
        } else if new.has(Buttons::SELECT) {
            self.block = (self.block + 1) % BLOCKS.len();
        }
        self.move_cursor(held, new);
        if held.has(Buttons::A) {
            self.draw(self.cursor, BLOCKS[self.block].0);
        } else if held.has(Buttons::B) {
            self.draw(self.cursor, Cell::EMPTY);
        }
        StepOutcome::Stepped(Events::default())
    }

    fn view(&self) -> View {
        self.shown.view()
    }

    fn hud(&self) -> Hud {
        let (x, y) = self.cursor;
        let outlines = self
            .best
            .as_deref()
            .map(|best| best_outlines(best, self.place));
        Hud {
            title: title("editor", None),
            status: vec![
                format!(
                    "editor: column {}, row {}; {{A}} draws, {{B}} erases, {{START}}: more",
                    x + 1,
                    y + 1
                ),
                "editor".to_owned(),
            ],
            overlay: Overlay {
                cursor: Some(self.cursor),
                outlines: outlines.unwrap_or_default(),
                ..Overlay::default()
            },
            panels: self.panels(),
            edited: Some(self.position),
            ..Hud::default()
        }
    }

    fn can(&self) -> Capabilities {
        Capabilities {
            keys: KEYS,
            people: [true, false],
            pads: PadUse::Draw,
            region: self.position.region,
            is_practice: true,
            ..Capabilities::default()
        }
    }

    fn tick(&mut self, coach: &CoachSettings, context: &mut Context) {
        self.hand.clone_from(&coach.hand);
        if coach.is_asked {
            self.ask();
        }
        self.take_answers(context);
        self.follow_state(context);
    }

    fn handle(&mut self, command: SceneCommand, context: &mut Context) {
        match command {
            SceneCommand::Edit(EditorCommand::Set(position)) => self.set(position),
            SceneCommand::Edit(EditorCommand::Rate) => self.ask(),
            SceneCommand::Edit(EditorCommand::Paste(text)) => self.paste(&text, context),
            SceneCommand::Edit(EditorCommand::Draw(cell, is_erased)) => {
                self.cursor = cell;
                let block = match is_erased {
                    true => Cell::EMPTY,
                    false => BLOCKS[self.block].0,
                };
                self.draw(cell, block);
            }
            SceneCommand::Edit(EditorCommand::Block(block)) => self.block = block % BLOCKS.len(),
            SceneCommand::State(wish) => self.keep_state(wish, context),
            SceneCommand::Act(Action::PreviousMistake) => context.leave(false),
            SceneCommand::Jump(JumpTarget::Place(place)) => self.place = place,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::host::clock::now;
    use crate::scene::Request;
    use crate::store::recording_store::RecordingStore;

    const FOUR_ROWS: &str = "IT-18-96-0-1ZYZYZYZY-AJ5";

    fn step(editor: &mut EditorScene, held: Buttons, frames: usize) {
        for _ in 0..frames {
            step_with(editor, held, &mut Context::default());
        }
    }

    fn step_with(editor: &mut EditorScene, held: Buttons, context: &mut Context) {
        editor.step(StepInput::of([held, Buttons::NONE]), context);
    }

    /// Sends a command to the editor and returns its notices.
    fn handle(editor: &mut EditorScene, command: SceneCommand) -> Vec<String> {
        let mut context = Context::default();
        editor.handle(command, &mut context);
        context.take_notices()
    }

    fn text(editor: &EditorScene) -> String {
        editor.hud().edited.unwrap().to_string()
    }

    #[test]
    fn four_rows_are_drawn_and_erased_with_a_pad() {
        let mut editor = EditorScene::new(None, None);
        step(&mut editor, Buttons::LEFT, 1);
        step(&mut editor, Buttons::NONE, 1);
        assert_eq!(editor.cursor, (4, 19));
        editor.cursor = (0, 16);
        for _ in 0..4 {
            // Right is held until it has repeated and eight cells are drawn.
            let frames = 1 + HELD_FRAMES + 6 * NEXT_FRAMES;
            step(
                &mut editor,
                Buttons::RIGHT.with(Buttons::A),
                frames as usize,
            );
            editor.cursor.0 = 0;
            step(&mut editor, Buttons::A, 1);
            step(&mut editor, Buttons::DOWN, 1);
            step(&mut editor, Buttons::NONE, 1);
        }
        assert!(text(&editor).contains("-1ZYZYZYZY-"), "{}", text(&editor));
        assert_eq!(editor.cursor, (0, 0), "round and round");
        step(&mut editor, Buttons::UP, 1);
        step(&mut editor, Buttons::B, 1);
        assert!(text(&editor).contains("-1ZYZYZYFY-"), "{}", text(&editor));
        step(&mut editor, Buttons::SELECT, 1);
        step(&mut editor, Buttons::A, 1);
        assert_eq!(editor.position.cell(0, 19), Cell::LIGHT);
        let mut context = Context::default();
        step_with(&mut editor, Buttons::START, &mut context);
        assert!(matches!(context.take()[..], [Request::Edit]));
    }

    #[test]
    fn the_mouse_draws_and_texts_are_pasted() {
        let mut editor = EditorScene::new(None, None);
        handle(
            &mut editor,
            SceneCommand::Edit(EditorCommand::Draw((3, 7), false)),
        );
        assert_eq!(editor.position.cell(3, 7), Cell::BORDERED);
        handle(
            &mut editor,
            SceneCommand::Edit(EditorCommand::Draw((3, 7), true)),
        );
        assert_eq!(editor.position.board(), rightwell::rules::Board::EMPTY);
        let mut paste = |text: &str| {
            let command = SceneCommand::Edit(EditorCommand::Paste(text.to_owned()));
            handle(&mut editor, command).swap_remove(0)
        };
        assert_eq!(paste(&format!(" {FOUR_ROWS}\n")), "pasted");
        let refused = paste(&FOUR_ROWS[1..]);
        assert!(refused.contains("incomplete or mistyped"), "{refused}");
        assert_eq!(text(&editor), FOUR_ROWS);
        let View::Game(view) = editor.view() else {
            panic!("expected the view of a game");
        };
        assert_eq!(view.next, Some(Piece::T));
        assert_eq!(view.lines, [0, 9, 6]);
    }

    #[test]
    fn the_best_locks_are_listed_until_the_playfield_changes() {
        let mut editor = EditorScene::new(FOUR_ROWS.parse().ok(), None);
        handle(&mut editor, SceneCommand::Edit(EditorCommand::Rate));
        let until = now() + Duration::from_secs(120);
        while editor.best.is_none() {
            assert!(now() < until, "the coach never answers");
            std::thread::sleep(Duration::from_millis(2));
            editor.tick(&CoachSettings::default(), &mut Context::default());
        }
        let hud = editor.hud();
        assert!(hud.overlay.outlines[0].is_some());
        assert_eq!(hud.panels.len(), 2);
        handle(
            &mut editor,
            SceneCommand::Edit(EditorCommand::Draw((0, 10), false)),
        );
        assert!(editor.best.is_none() && editor.hud().panels.len() == 1);
    }

    #[test]
    fn a_state_keeps_a_position() {
        let folder = tempfile::tempdir().unwrap();
        let store = RecordingStore::in_folder(folder.path(), None);
        let states = SavedStates::of(&store);
        let mut editor = EditorScene::new(FOUR_ROWS.parse().ok(), Some(states));
        let settle = |editor: &mut EditorScene| {
            while editor.state.is_some() {
                std::thread::sleep(Duration::from_millis(1));
                editor.tick(&CoachSettings::default(), &mut Context::default());
            }
        };
        handle(&mut editor, SceneCommand::State(StateRequest::Save(2)));
        settle(&mut editor);
        handle(
            &mut editor,
            SceneCommand::Edit(EditorCommand::Draw((0, 10), false)),
        );
        assert_ne!(text(&editor), FOUR_ROWS);
        handle(&mut editor, SceneCommand::State(StateRequest::Load(2)));
        settle(&mut editor);
        assert_eq!(text(&editor), FOUR_ROWS);
    }
}
