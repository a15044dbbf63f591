//! Images of the screens before and after a game.

use super::game::check_view;
use rightwell::engine::view::{LevelMenuView, MenuView, NameEntryView, ScoreView, View};
use rightwell::render::text::character_tile;
use rightwell::render::{Frame, Renderer};
use rightwell::rules::Score;

/// A menu whose cursors are visible. They blink.
const LIT: MenuView = MenuView {
    is_b_type: false,
    music: 0,
    level: 0,
    height: 0,
    is_on_height: false,
    has_cursors: true,
    is_cursor_lit: true,
};

/// Returns a high score table. Its letters are the character numbers of the cartridge's menus.
fn scores() -> [ScoreView; 3] {
    let entry = |name: [u8; 6], points, level| ScoreView {
        name,
        score: Score::new(points).digits(),
        level,
    };
    [
        entry(letters("HOWARD"), 104_280, [1, 9]),
        entry(letters("A-1,Z "), 7_500, [0, 5]),
        // The characters / ( ) " . and a space.
        entry([0x4F, 0x5E, 0x5F, 0x6E, 0x6F, 0xFF], 500, [0, 0]),
    ]
}

fn letters(name: &str) -> [u8; 6] {
    let tiles: Vec<u8> = name.chars().map(character_tile).collect();
    tiles.try_into().expect("a name has six characters")
}

fn level_menu(menu: MenuView) -> View {
    let scores = scores();
    View::LevelMenu(Box::new(LevelMenuView { menu, scores }))
}

fn name_entry(is_b_type: bool, rank: u8, cursor: Option<u8>) -> View {
    let mut scores = scores();
    scores[usize::from(rank)].name = letters("AB----");
    View::NameEntry(Box::new(NameEntryView {
        is_b_type,
        scores,
        rank,
        cursor,
    }))
}

#[test]
fn legal_screen_names_the_licences() {
    check_view("legal", &View::Legal);
}

#[test]
fn title_asks_for_start() {
    check_view("title", &View::Title);
}

#[test]
fn a_screen_being_loaded_is_black() {
    let renderer = Renderer::new();
    let mut frame = Frame::new();
    renderer.draw(&View::Title, &mut frame);
    renderer.draw(&View::Blank, &mut frame);
    assert_eq!(frame, Frame::new());
}

#[test]
fn arrows_stand_at_the_chosen_type_and_music() {
    for music in 0..4 {
        let is_b_type = music % 2 == 1;
        let letter = if is_b_type { 'b' } else { 'a' };
        let menu = MenuView {
            music,
            is_b_type,
            ..LIT
        };
        check_view(&format!("type_{letter}_{music}"), &View::TypeMenu(menu));
    }
}

#[test]
fn arrows_of_the_type_menu_blink_together() {
    let renderer = Renderer::new();
    let (mut dark, mut bare) = (Frame::new(), Frame::new());
    let menu = MenuView {
        is_cursor_lit: false,
        ..LIT
    };
    renderer.draw(&View::TypeMenu(menu), &mut dark);
    let menu = MenuView {
        has_cursors: false,
        ..LIT
    };
    renderer.draw(&View::TypeMenu(menu), &mut bare);
    assert_eq!(dark, bare);
    check_view("type_dark", &View::TypeMenu(menu));
}

#[test]
fn a_block_stands_behind_the_chosen_level() {
    for level in [0, 4, 7] {
        check_view(
            &format!("menu_a_{level}"),
            &level_menu(MenuView { level, ..LIT }),
        );
    }
}

#[test]
fn only_the_block_that_is_moved_blinks() {
    let b_type = MenuView {
        is_b_type: true,
        level: 9,
        height: 5,
        ..LIT
    };
    check_view("menu_b", &level_menu(b_type));
    for (name, is_on_height) in [("menu_b_level_dark", false), ("menu_b_height_dark", true)] {
        let menu = MenuView {
            is_on_height,
            is_cursor_lit: false,
            ..b_type
        };
        check_view(name, &level_menu(menu));
    }
    let menu = MenuView {
        has_cursors: false,
        ..b_type
    };
    check_view("menu_b_bare", &level_menu(menu));
}

#[test]
fn a_block_stands_behind_the_letter_being_chosen() {
    check_view("name_a", &name_entry(false, 0, Some(2)));
    check_view("name_b", &name_entry(true, 2, Some(5)));
    check_view("name_dark", &name_entry(true, 1, None));
}
