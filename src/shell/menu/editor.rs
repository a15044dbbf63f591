//! Page of the editor: pieces, level, lines and score, and actions on the position.

use rightwell::engine::StartPosition;
use rightwell::menu::{Answer, Field, Input, MenuRow, Page, Sheet};
use rightwell::rules::Piece;
use rightwell::rules::score::SCORE_MAX;

use crate::shell::host::page;
use crate::shell::options::scenes::SceneArgs;
use crate::shell::scene::editor::BLOCKS;
use crate::shell::scene::{Edit, Request, SceneCommand};

use super::start::begin_or_ask;
use super::states::{StatesPage, picture};
use super::{InputKind, MenuPage, PageAction, SceneInfo, rows};
use crate::shell::scene::app_context::AppContext;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditorRow {
    Draw,
    Piece,
    Next,
    Level,
    Lines,
    Score,
    Blocks,
    Play,
    Best,
    Watch,
    Puzzle,
    Copy,
    Link,
    Paste,
    States,
    Clear,
    Leave,
}

/// Page of the editor.
#[derive(Debug)]
pub struct EditorPage {
    page: Page<EditorRow>,
    position: StartPosition,
    below: SceneInfo,
}

impl EditorPage {
    /// Returns the page of an editor at this position.
    pub fn new(position: StartPosition, below: SceneInfo) -> EditorPage {
        let pieces = Piece::ALL.map(|piece| piece.to_string());
        let pieces = pieces.each_ref().map(String::as_str);
        let piece = |piece: Piece| Field::choice(&pieces, &piece.to_string());
        let row = MenuRow::new;
        let act = |name, label, hint| row(name, label, Field::Act, hint);
        let level = Field::number(position.level.into(), 0, u8::MAX.into());
        let lines = Field::number(position.lines.into(), 0, StartPosition::LINES_MAX.into());
        let score = Field::number(position.score, 0, SCORE_MAX);
        let blocks = Field::choice(&BLOCKS.map(|(_, name)| name), BLOCKS[0].1);
        let mut all = vec![
            act(
                EditorRow::Draw,
                "DRAW",
                "Arrows move, A draws, B erases, Select changes the block. The mouse draws too",
            ),
            row(
                EditorRow::Piece,
                "PIECE",
                piece(position.current),
                "The current piece",
            ),
            row(
                EditorRow::Next,
                "NEXT",
                piece(position.next),
                "The next piece",
            ),
            row(EditorRow::Level, "LEVEL", level, "Current level, 0 to 255"),
            row(EditorRow::Lines, "LINES", lines, "Line counter, 0 to 25599"),
            row(EditorRow::Score, "SCORE", score, "Current score"),
            row(
                EditorRow::Blocks,
                "BLOCKS",
                blocks,
                "Kind of block to draw. Select changes it too",
            ),
            act(
                EditorRow::Best,
                "BEST PLACES",
                "Shows the five best locks and what each loses",
            ),
            act(
                EditorRow::Play,
                "PLAY FROM HERE",
                "Starts a practice game at this position",
            ),
            act(
                EditorRow::Watch,
                "COMPUTER GOES ON",
                "An AI plays on with a gamepad and perfect hands",
            ),
            act(
                EditorRow::Puzzle,
                "AS A PUZZLE",
                "Place the piece and see how good that was",
            ),
            act(
                EditorRow::Copy,
                "COPY",
                "Copies the position as a line of text",
            ),
            act(
                EditorRow::Link,
                "COPY LINK",
                "Copies a link to this position",
            ),
            act(
                EditorRow::Paste,
                "PASTE",
                "Reads a position from a copied line of text",
            ),
            act(EditorRow::States, "SAVED STATES", "Ten saved positions"),
            act(EditorRow::Clear, "EMPTY FIELD", "Removes all blocks"),
            act(EditorRow::Leave, "LEAVE THE EDITOR", "Closes the editor"),
        ];
        all.retain(|row| match row.name {
            EditorRow::Leave => below.is_deep,
            EditorRow::Link => page::has_links(),
            _ => true,
        });
        let mut page = Page::new("EDITOR", all);
        page.set_preview(Some(picture(&position)));
        EditorPage {
            page,
            position,
            below,
        }
    }

    /// Writes the value of a row into the position.
    fn follow(&mut self, name: EditorRow) -> PageAction {
        let value = self.page.field(&name).map_or(String::new(), Field::content);
        let letter = value.chars().next().and_then(Piece::from_letter);
        let number: u32 = value.parse().unwrap_or(0);
        let position = &mut self.position;
        match name {
            EditorRow::Piece => position.current = letter.unwrap_or(position.current),
            EditorRow::Next => position.next = letter.unwrap_or(position.next),
            EditorRow::Level => position.level = number.min(u8::MAX.into()) as u8,
            EditorRow::Lines => {
                position.lines = number.min(StartPosition::LINES_MAX.into()) as u16;
            }
            EditorRow::Score => position.score = number.min(SCORE_MAX),
            EditorRow::Blocks => {
                let block = BLOCKS.iter().position(|(_, name)| *name == value);
                return PageAction::Ask(Request::Send(SceneCommand::Edit(Edit::Block(
                    block.unwrap_or(0),
                ))));
            }
            _ => return PageAction::Stay,
        }
        PageAction::Ask(Request::Send(SceneCommand::Edit(Edit::Set(*position))))
    }

    /// Starts a scene at the position. Reports an error if the position is invalid.
    fn begin(&self, args: SceneArgs, context: &mut AppContext) -> PageAction {
        match self.position.check() {
            Ok(()) => begin_or_ask(&self.below, context, |context| context.begin(args)),
            Err(error) => PageAction::say(error.to_string()),
        }
    }

    fn choose(&self, name: EditorRow, context: &mut AppContext) -> PageAction {
        let tell = |edit| PageAction::send(SceneCommand::Edit(edit));
        match name {
            EditorRow::Draw => PageAction::Close,
            EditorRow::Play => self.begin(SceneArgs::play_from(self.position), context),
            EditorRow::Best => tell(Edit::Rate),
            EditorRow::Watch => self.begin(SceneArgs::watch_from(self.position), context),
            EditorRow::Puzzle => self.begin(SceneArgs::puzzle_of(self.position), context),
            EditorRow::Copy | EditorRow::Link => match self.position.check() {
                Ok(()) => {
                    let text = self.position.to_string();
                    let words = SceneArgs::watch_from(self.position).words();
                    let link = page::link(words.iter().map(String::as_str));
                    let link = link.filter(|_| name == EditorRow::Link);
                    PageAction::copy(link.unwrap_or(text))
                }
                Err(error) => PageAction::say(error.to_string()),
            },
            EditorRow::Paste => PageAction::Ask(Request::Paste),
            EditorRow::States => PageAction::open(StatesPage::new(context, &self.below)),
            EditorRow::Clear => tell(Edit::Set(self.position.emptied())),
            EditorRow::Leave => PageAction::Ask(Request::Leave { for_next: false }),
            _ => PageAction::Stay,
        }
    }
}

impl MenuPage for EditorPage {
    fn sheet(&self) -> Sheet {
        self.page.sheet()
    }

    fn takes(&self) -> InputKind {
        rows::takes(&self.page)
    }

    fn press(&mut self, input: Input, context: &mut AppContext) -> PageAction {
        match self.page.press(input) {
            Answer::Chosen(name) => self.choose(name, context),
            Answer::Changed(name) | Answer::Entered(name) => self.follow(name),
            Answer::Left => PageAction::Close,
            Answer::Nothing => PageAction::Stay,
        }
    }
}
