//! Tests of the editor's page, and of the page of saved states.

use rightwell::engine::{DirectStart, GameType, StartPosition};
use rightwell::rules::Piece;

use super::*;
use crate::scene::{EditorCommand, StateRequest};
use crate::store::states::{SavedStates, StateTask};

const POSITION: &str = "TI-18-96-250000-1ZYZYZYZY-1M8";

const START: DirectStart = DirectStart {
    region: Region::Ntsc,
    game_type: GameType::A,
    level: 18,
    seed: 0x8988,
};

fn editor(position: StartPosition) -> ProgramMenu {
    let below = SceneInfo {
        is_windowed: true,
        ..SceneInfo::default()
    };
    ProgramMenu::editor(position, below)
}

#[test]
fn every_start_from_the_editor_uses_the_position() {
    let (_folder, mut context) = context();
    for (label, words) in [
        ("PLAY FROM HERE", "play"),
        ("LET THE AI CONTINUE", "watch --input pad"),
        ("AS A PUZZLE", "puzzles"),
    ] {
        let mut menu = editor(POSITION.parse().unwrap());
        let asked = choose(&mut menu, &mut context, &[label]);
        assert_eq!(
            begun(asked, &context),
            format!("{words} --position {POSITION}")
        );
    }
    let mut menu = editor(POSITION.parse().unwrap());
    let copied = choose(&mut menu, &mut context, &["POSITION AS TEXT"]);
    assert!(matches!(copied, Some(Request::Copy(text)) if text == POSITION));
}

#[test]
fn changes_apply_at_once_and_an_invalid_position_starts_no_game() {
    let (_folder, mut context) = context();
    let mut menu = editor(POSITION.parse().unwrap());
    let mut edited = |label: &str| {
        go_to(&mut menu, &mut context, label);
        match menu.press(Input::Right, &mut context) {
            Some(Request::Send(SceneCommand::Edit(EditorCommand::Set(position)))) => position,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(edited("PIECE").current, Piece::J);
    assert_eq!(edited("NEXT").next, Piece::T);
    assert_eq!(edited("LEVEL").level, 19);
    let last = edited("LINES");
    assert_eq!((last.current, last.level, last.lines), (Piece::J, 19, 97));
    let mut blocked: StartPosition = POSITION.parse().unwrap();
    (0..10).for_each(|x| blocked.set(x, 3, rightwell::rules::Cell::DARK));
    for label in ["PLAY FROM HERE", "POSITION AS TEXT"] {
        let mut menu = editor(blocked);
        let asked = choose(&mut menu, &mut context, &[label]);
        assert!(
            matches!(&asked, Some(Request::Notify(said)) if said.contains("row 4")),
            "{asked:?}"
        );
    }
}

#[test]
fn an_unused_state_is_saved_and_a_used_one_is_loaded() {
    let (_folder, mut context) = context();
    let below = SceneInfo {
        can: Capabilities {
            people: [true, false],
            ..Capabilities::default()
        },
        ..SceneInfo::default()
    };
    let store = context.home().unwrap().recording_store(None);
    let person = Person::direct(START, HighScores::default()).unwrap();
    let position = person.console().game().map(StartPosition::of_pad);
    let saving: StateTask<()> = SavedStates::of(&store).save(2, person.history(), position);
    store.disk.wait();
    assert!(saving.take().is_some());
    let states = store.folder.path.with_file_name("states");
    date_yesterday(&states.join("state-2.ron.gz"));
    let mut menu = ProgramMenu::states(&below, &context);
    let cells = |label: &str| {
        let lines = menu.sheet().lines;
        let line = lines.iter().find(|line| line.label == label);
        line.unwrap().cells.join(" ")
    };
    let second = cells("STATE 2");
    assert_eq!(second, "2 18 0 0 Yesterday 22:02");
    assert_eq!(cells("STATE 3"), "3    empty");
    go_to(&mut menu, &mut context, "STATE 2");
    let hint = menu.sheet().hint;
    let facts = "Level 18, 0 lines, 0 points, yesterday 22:02. ";
    assert!(hint.starts_with(facts), "{hint}");
    check(&menu, "states");
    let asked = choose(&mut menu, &mut context, &["STATE 3"]);
    assert!(
        matches!(
            asked,
            Some(Request::CloseAndSend(SceneCommand::State(
                StateRequest::Save(3)
            )))
        ),
        "{asked:?}"
    );
    let asked = choose(&mut menu, &mut context, &["STATE 2", "GO ON FROM HERE"]);
    assert!(
        matches!(
            asked,
            Some(Request::CloseAndSend(SceneCommand::State(
                StateRequest::Load(2)
            )))
        ),
        "{asked:?}"
    );
}
