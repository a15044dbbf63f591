//! Tests of mistakes from the user's own games, which come back until they are solved on two days.

use rightwell::session::Category;
use rightwell::session::puzzles::Mistake;

use crate::store::mistakes::{self, MistakeProgress};

use super::*;

/// Returns a mistake at the position of a puzzle, in which the piece fell straight down.
fn mistake(puzzle: &Puzzle) -> Mistake {
    Mistake {
        position: puzzle.position.clone(),
        played: straight_down(puzzle),
        lost: 2.25,
        kind: Category::WellCovered,
        region: Region::Ntsc,
        hand: NamedHand::named(HAND).unwrap().hand(),
    }
}

/// Returns the practice scene for the mistakes in a file. Returns `None` if none of them is due today.
fn mine(file: &std::path::Path, pieces: usize, today: fn() -> u64) -> Option<PracticeScene> {
    let kept = mistakes::load(file).unwrap();
    let file = (file.to_owned(), SaveQueue::new(&Disk::immediate()));
    let mine = MistakeSeries::new(kept, (None, pieces), file, today)?;
    Some(PracticeScene::puzzle(mine.start(), Box::new(mine)))
}

/// Goes on to the next mistake. Returns the notice.
fn go_on(scene: &mut PracticeScene) -> Option<String> {
    let mut context = Context::default();
    hold_with(scene, Buttons::START, &mut context);
    hold(scene, Buttons::NONE);
    assert_eq!(told(scene), None);
    context.take_notices().pop()
}

#[test]
fn a_mistake_comes_back_until_it_was_solved_on_two_days_and_tells_its_kind_but_not_the_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mistakes.ron");
    let is_fit = |puzzle: &Puzzle| !puzzle.is_solved_by(straight_down(puzzle));
    let puzzles: Vec<_> = built_in().into_iter().filter(is_fit).take(2).collect();
    let [first, second] = &puzzles[..] else {
        panic!("there are two");
    };
    mistakes::add(&file, puzzles.iter().map(mistake).collect()).unwrap();
    let solved = |puzzle| {
        let kept = mistakes::load(&file).unwrap();
        kept.solved(&mistake(puzzle)).unwrap()
    };
    let mut scene = mine(&file, 1, || 7).unwrap();
    assert_eq!(figure(&scene, "Kind").as_deref(), Some("well covered"));
    assert_eq!(figure(&scene, "Waiting").as_deref(), Some("2"));
    assert_eq!(figure(&scene, "Lines lost then"), None);
    assert_eq!(scene.overlay().outlines, [None; 3]);
    place(&mut scene, first, first.best);
    let verdict = told(&scene).unwrap();
    assert!(verdict.starts_with("solved: column"), "{verdict}");
    assert!(
        verdict.ends_with("lost 2.2 lines in your game"),
        "{verdict}"
    );
    assert_eq!(figure(&scene, "Days solved").as_deref(), Some("1 of 2"));
    go_on(&mut scene);
    place(&mut scene, second, straight_down(second));
    assert!(!told(&scene).unwrap().starts_with("solved"));
    assert_eq!(figure(&scene, "Days solved").as_deref(), Some("0 of 2"));
    assert_eq!(
        (solved(first), solved(second)),
        (MistakeProgress::Once(7), MistakeProgress::No)
    );
    // The unsolved mistake returns before the one that was solved today.
    go_on(&mut scene);
    place(&mut scene, second, second.best);
    let notice = go_on(&mut scene).unwrap();
    assert!(notice.contains("come back tomorrow"), "{notice}");
    place(&mut scene, first, first.best);
    assert_eq!(
        solved(first),
        MistakeProgress::Once(7),
        "two solutions on one day count once"
    );
    let mut scene = mine(&file, 1, || 8).unwrap();
    assert_eq!(
        scene.status()[0],
        "your mistakes: 0 waiting, 2 solved once, 0 done"
    );
    place(&mut scene, second, second.best);
    assert_eq!(figure(&scene, "Days solved").as_deref(), Some("2 of 2"));
    go_on(&mut scene);
    place(&mut scene, first, first.best);
    let notice = go_on(&mut scene).unwrap();
    assert!(notice.contains("all are done"), "{notice}");
    assert!(mine(&file, 1, || 9).is_none(), "none comes back");
}

#[test]
fn a_mistake_with_two_pieces_is_solved_only_if_next_is_right_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mistakes.ron");
    let puzzle = built_in().swap_remove(0);
    mistakes::add(&file, vec![mistake(&puzzle)]).unwrap();
    let mut scene = mine(&file, 2, || 7).unwrap();
    assert!(scene.said().unwrap().contains("and NEXT"));
    let then = rate(&puzzle.position, puzzle.best)
        .rating
        .best()
        .then
        .unwrap();
    let position = puzzle.position.after(puzzle.best, None).unwrap();
    let after = Puzzle {
        position,
        ..puzzle.clone()
    };
    for (lock, days, is_right) in [
        (straight_down(&after), "0 of 2", false),
        (then, "1 of 2", true),
    ] {
        place_at(&mut scene, &puzzle.position, puzzle.best);
        place_at(&mut scene, &after.position, lock);
        assert_eq!(figure(&scene, "Days solved").as_deref(), Some(days));
        assert_eq!(figure(&scene, "Grade").unwrap().starts_with("A,"), is_right);
        tap(&mut scene, Buttons::SELECT);
    }
}

#[test]
fn a_mistake_that_is_passed_over_waits_behind_the_others_and_what_cannot_be_kept_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mistakes.ron");
    let puzzles = built_in();
    let all: Vec<_> = puzzles[..3].iter().map(mistake).collect();
    mistakes::add(&file, all.clone()).unwrap();
    let mut scene = mine(&file, 1, || 7).unwrap();
    for passed in [0, 1, 2, 0] {
        assert_eq!(scene.start, all[passed].start());
        scene.handle(
            SceneCommand::Act(Action::NextMistake),
            &mut Context::default(),
        );
    }
    std::fs::write(&file, "broken").unwrap();
    place(&mut scene, &puzzles[1], puzzles[1].best);
    let notice = unsaved(&mut scene).unwrap();
    assert!(notice.contains("mistakes.ron: line 1"), "{notice}");
    go_on(&mut scene);
    assert_eq!(
        scene.start,
        all[2].start(),
        "the series must continue without the file"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "broken");
}
