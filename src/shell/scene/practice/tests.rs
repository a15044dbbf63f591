//! Tests of puzzles that scripted buttons solve: verdicts, saved results, and the next puzzle.

mod mistakes;

use rightwell::players::{NamedHand, Player, Position};
use rightwell::rules::Region;
use rightwell::search::{PadPiece, pad_path};
use rightwell::session::Rater;
use rightwell::session::puzzles::{Puzzle, Theme, built_in};

use crate::host::disk::Disk;
use crate::store::puzzle_results::{self, PuzzleResults};
use crate::store::saver::SaveQueue;

use super::*;
use crate::scene::words;

/// Hands that the rating assumes and that the script plays with.
const HAND: &str = "machine";

fn rater() -> Rater {
    let hand = NamedHand::named(HAND).unwrap().hand();
    let judge = Player::named(Rater::JUDGE).unwrap();
    Rater::new(judge, Some((hand, Region::Ntsc)))
}

fn numbered(puzzles: Vec<Puzzle>) -> Vec<(usize, Puzzle)> {
    (1..).zip(puzzles).collect()
}

fn scene(chosen: Vec<(usize, Puzzle)>, file: Option<std::path::PathBuf>) -> PracticeScene {
    scene_of(chosen, file, false, 1)
}

fn scene_of(
    chosen: Vec<(usize, Puzzle)>,
    file: Option<std::path::PathBuf>,
    is_rated: bool,
    pieces: usize,
) -> PracticeScene {
    let results = match &file {
        Some(file) => puzzle_results::load(file).unwrap(),
        None => PuzzleResults::default(),
    };
    let file = file.map(|file| (file, SaveQueue::new(&Disk::immediate())));
    let results = (results, is_rated, pieces);
    let series = PuzzleSeries::new((rater(), Region::Ntsc), chosen, 200, results, file);
    PracticeScene::puzzle(series.start(), Box::new(series))
}

fn hold(scene: &mut PracticeScene, held: Buttons) {
    hold_with(scene, held, &mut Context::default());
}

fn hold_with(scene: &mut PracticeScene, held: Buttons, context: &mut Context) {
    scene.step(StepInput::of([held, Buttons::NONE]), context);
    while scene.is_rating {
        std::thread::sleep(std::time::Duration::from_millis(1));
        scene.tick(&CoachSettings::default(), context);
    }
}

/// Returns the rating of a lock.
fn rate(position: &Position, lock: Pose) -> ReviewedMove {
    let task = AnswerTask {
        rater: rater().into(),
        number: 1,
        position: position.clone(),
        locks: vec![lock],
    };
    task.solve().tried.unwrap()
}

/// Presses and releases a button.
fn tap(scene: &mut PracticeScene, button: Buttons) {
    hold(scene, button);
    hold(scene, Buttons::NONE);
}

/// Brings the piece to a lock and waits for the verdict.
fn place(scene: &mut PracticeScene, puzzle: &Puzzle, lock: Pose) {
    place_at(scene, &puzzle.position, lock);
    (0..2_000).for_each(|_| match told(scene) {
        Some(_) => {}
        None => hold(scene, Buttons::NONE),
    });
    assert!(told(scene).is_some(), "nothing is told");
}

/// Brings the piece of this position to a lock, up to the spawn of the next piece or to the verdict.
fn place_at(scene: &mut PracticeScene, position: &Position, lock: Pose) {
    let piece = PadPiece::fresh(position.current, position.level, Region::Ntsc);
    let hand = NamedHand::named(HAND).unwrap().hand();
    let path = pad_path(&position.board, piece, hand, lock).expect("the lock must be reachable");
    hold(scene, Buttons::NONE);
    // Up does not move the piece, but it starts the game. Together with Down, it would prevent a soft drop.
    let first = path[0].with(Buttons::UP);
    let path = [first].into_iter().chain(path.into_iter().skip(1));
    let locked = scene.practice.locks().len();
    for held in path.chain([Buttons::NONE; 200]) {
        if told(scene).is_some() || scene.practice.locks().len() > locked {
            return;
        }
        hold(scene, held);
    }
}

/// Returns the verdict if there was an attempt.
fn told(scene: &PracticeScene) -> Option<String> {
    scene.tried.as_ref()?;
    scene.said()
}

/// Returns the parts of the coach's panel.
fn parts(scene: &PracticeScene) -> Vec<PanelPart> {
    scene.panels().swap_remove(0).panel.parts
}

/// Returns the value of the panel's figure that is labelled `word`, if the panel shows it.
fn figure(scene: &PracticeScene, word: &str) -> Option<String> {
    let figures = parts(scene).into_iter().flat_map(|part| match part {
        PanelPart::Figures(figures) => figures,
        _ => Vec::new(),
    });
    let mut named = figures.filter(|figure| figure.word == word);
    named.next().map(|figure| figure.value)
}

/// Returns a lock that is not the best: the piece falls straight down from its spawn.
fn straight_down(puzzle: &Puzzle) -> Pose {
    let board = &puzzle.position.board;
    let mut lock = Pose::spawn(puzzle.position.current);
    while !lock.rests(board) {
        lock.y += 1;
    }
    lock
}

/// Returns the notice that results could not be saved.
fn unsaved(scene: &mut PracticeScene) -> Option<String> {
    let mut context = Context::default();
    scene.tick(&CoachSettings::default(), &mut context);
    context.take_notices().pop()
}

#[test]
fn a_scripted_pad_solves_a_puzzle_of_each_theme() {
    for theme in Theme::ALL {
        let all = numbered(built_in()).into_iter();
        let one: Vec<_> = all
            .filter(|(_, puzzle)| puzzle.theme == theme)
            .take(1)
            .collect();
        let (number, puzzle) = one[0].clone();
        let mut scene = scene(one, None);
        let before = scene.view();
        let tells_theme = |scene: &PracticeScene| {
            let solved = PanelPart::Text("\u{2713} Solved".to_owned(), Tone::Good);
            let theme = figure(scene, "Theme").as_deref() == Some(theme.name());
            (theme, parts(scene)[0] == solved)
        };
        assert_eq!(tells_theme(&scene), (false, false));
        assert!(
            scene
                .status()
                .iter()
                .all(|said| !said.contains(theme.name()))
        );
        (0..50).for_each(|_| hold(&mut scene, Buttons::NONE));
        assert_eq!(
            scene.view(),
            before,
            "the exercise must wait for the first button"
        );
        place(&mut scene, &puzzle, puzzle.best);
        let said = told(&scene).unwrap();
        assert!(
            said.starts_with("solved: the second best"),
            "{theme} {number}: {said}"
        );
        assert!(scene.overlay().outlines[0].is_some());
        assert_eq!(tells_theme(&scene), (true, true));
        let time = figure(&scene, "Time").unwrap();
        let seconds: f64 = time.strip_suffix(" s").unwrap().parse().unwrap();
        assert!(
            seconds > 0.0 && seconds < 20.0,
            "without the wait before: {time}"
        );
        assert!(scene.status()[1].ends_with("streak 1"));
    }
}

#[test]
fn both_pieces_are_placed_and_graded_and_the_third_one_stays_hidden() {
    let (number, puzzle) = numbered(built_in()).swap_remove(0);
    let best = rate(&puzzle.position, puzzle.best);
    let then = best.rating.best().then.unwrap();
    let next = |scene: &PracticeScene| match scene.view() {
        View::Game(view) => view.next,
        other => panic!("expected a game, found {other:?}"),
    };
    let mut scene = scene_of(vec![(number, puzzle.clone())], None, false, 2);
    assert!(scene.said().unwrap().contains("and NEXT"));
    assert_eq!(next(&scene), puzzle.position.next);
    place_at(&mut scene, &puzzle.position, puzzle.best);
    assert!(told(&scene).is_none() && next(&scene).is_none());
    let after = puzzle.position.after(puzzle.best, None).unwrap();
    place_at(&mut scene, &after, then);
    let said = told(&scene).unwrap();
    assert!(said.starts_with("solved"), "{said}");
    let grade = figure(&scene, "Grade").unwrap();
    assert!(grade.starts_with("A,"), "{grade}");
    tap(&mut scene, Buttons::SELECT);
    // A wrong lock of NEXT costs as much as its panel says, and the mark on the wall agrees.
    place_at(&mut scene, &puzzle.position, puzzle.best);
    let wrong = Puzzle {
        position: after.clone(),
        ..puzzle.clone()
    };
    place_at(&mut scene, &after, straight_down(&wrong));
    assert!(!told(&scene).unwrap().starts_with("solved"));
    let lost = figure(&scene, "Lines lost").unwrap();
    assert_eq!(figure(&scene, "NEXT").as_deref(), Some(&*lost));
    let tenths = 10.0 * lost.parse::<f64>().unwrap();
    let mark = scene.overlay().mark.unwrap();
    assert!(
        (f64::from(mark.tenths) - tenths).abs() < 0.6,
        "{mark:?} {lost}"
    );
    let grade = figure(&scene, "Grade").unwrap();
    assert!(!grade.starts_with("A,"), "{grade}");
}

#[test]
fn the_second_best_place_loses_as_much_beside_the_list_of_best_places_as_in_it() {
    for (number, puzzle) in numbered(built_in()).into_iter().step_by(20) {
        for lock in [puzzle.best, straight_down(&puzzle)] {
            let mut scene = scene(vec![(number, puzzle.clone())], None);
            place(&mut scene, &puzzle, lock);
            let list = scene.panels().swap_remove(1).panel.parts.swap_remove(0);
            let PanelPart::List(list) = list else {
                panic!("expected a list, found {list:?}");
            };
            let second: Vec<String> = list
                .rows
                .get(1)
                .map(|row| row.value.clone())
                .into_iter()
                .collect();
            let told: Vec<String> = figure(&scene, "Second best").into_iter().collect();
            assert_eq!((second.len(), &told), (1, &second), "{number}");
        }
    }
}

#[test]
fn another_lock_gets_its_loss_and_reason_and_a_retry_starts_no_streak() {
    let all = numbered(built_in()).into_iter();
    let is_fit = |(_, puzzle): &(usize, Puzzle)| {
        let lock = straight_down(puzzle);
        puzzle.second_loses > 2.0 && !puzzle.is_solved_by(lock)
    };
    let one: Vec<_> = all.filter(is_fit).take(1).collect();
    let (_, puzzle) = one[0].clone();
    let mut scene = scene(one, None);
    place(&mut scene, &puzzle, straight_down(&puzzle));
    let said = told(&scene).unwrap();
    let tried = scene.tried.as_ref().unwrap();
    assert_eq!(Some(&said), tried.sentences().next().as_ref(), "the reason");
    let loss = words::loss(tried.rating.loss);
    let wrong = PanelPart::Text("?? blunder: not solved".to_owned(), Tone::Bad);
    assert_eq!(parts(&scene)[0], wrong);
    assert_eq!(figure(&scene, "Lines lost"), Some(loss));
    assert!(parts(&scene).contains(&PanelPart::Text(said.clone(), Tone::Plain)));
    let Some(PanelPart::Keys(keys)) = parts(&scene).pop() else {
        panic!("the keys must be the last part");
    };
    let next = ("{A|next_mistake}".to_owned(), "Next".to_owned());
    assert_eq!(keys[0], next);
    assert!(scene.overlay().outlines.iter().flatten().count() >= 2);
    for cross in [Buttons::LEFT, Buttons::DOWN] {
        tap(&mut scene, cross);
        assert_eq!(
            told(&scene).as_ref(),
            Some(&said),
            "directions must have no effect"
        );
    }
    tap(&mut scene, Buttons::SELECT);
    assert_eq!(told(&scene), None);
    place(&mut scene, &puzzle, puzzle.best);
    assert!(told(&scene).unwrap().starts_with("solved"));
    assert!(scene.status()[1].ends_with("streak 0"));
}

#[test]
fn unsolved_puzzles_come_first_and_easy_ones_first_among_them() {
    let mut all = numbered(built_in());
    all.sort_by_key(|(number, puzzle)| (puzzle.first_skill().rating as u32, *number));
    let [solved, easy, medium, hard] = [0, 100, 300, 600].map(|place| all[place].clone());
    let chosen = vec![hard.clone(), easy.clone(), solved.clone(), medium.clone()];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.ron");
    puzzle_results::add(&file, &solved.1, true, false).unwrap();
    puzzle_results::add(&file, &easy.1, false, false).unwrap();
    let mut scene = scene(chosen, Some(file.clone()));
    assert_eq!(
        scene.status()[0],
        format!(
            "puzzle {}: 1 of 200 solved, 2 tries, streak 0, best streak 1",
            easy.0
        )
    );
    let mut context = Context::default();
    scene.begin(&mut context);
    assert!(
        context.take_notices().is_empty(),
        "no notice may cover the question"
    );
    let number = |scene: &PracticeScene| {
        let shown = scene.status().pop().unwrap();
        shown
            .strip_prefix("puzzle ")
            .unwrap()
            .parse::<usize>()
            .unwrap()
    };
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push(number(&scene));
        scene.handle(
            SceneCommand::Act(Action::NextMistake),
            &mut Context::default(),
        );
    }
    let order = [easy.0, medium.0, hard.0, solved.0];
    assert_eq!(seen, order, "a solved easy puzzle comes last");
    assert_eq!(number(&scene), easy.0, "round and round");
    place(&mut scene, &easy.1, easy.1.best);
    tap(&mut scene, Buttons::START);
    assert_eq!(number(&scene), medium.0);
    let kept = puzzle_results::load(&file).unwrap();
    assert!(kept.is_solved(&easy.1));
    assert_eq!((kept.solved(), kept.tries(), kept.streak), (2, 3, 0));
}

#[test]
fn a_or_b_lead_to_the_next_puzzle_once_it_can_have_been_read_and_what_cannot_be_kept_is_said_once()
{
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.ron");
    let one = numbered(built_in()).swap_remove(0);
    let mut scene = scene(vec![one.clone()], Some(file.clone()));
    std::fs::write(&file, "broken").unwrap();
    for button in [Buttons::A, Buttons::B] {
        place(&mut scene, &one.1, one.1.best);
        tap(&mut scene, button);
        assert!(
            told(&scene).is_some(),
            "a press may be meant to rotate the piece"
        );
        (0..TOLD_FRAMES).for_each(|_| hold(&mut scene, Buttons::NONE));
        let mut context = Context::default();
        hold_with(&mut scene, button, &mut context);
        assert!(told(&scene).is_none() && context.take().is_empty());
        let notice = unsaved(&mut scene);
        assert_eq!(
            notice.is_some_and(|notice| notice.contains("puzzles.ron")),
            button == Buttons::A
        );
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "broken");
}

#[test]
fn after_an_answer_the_best_places_are_shown_on_the_board_one_after_another() {
    let (number, puzzle) = numbered(built_in()).swap_remove(0);
    let mut scene = scene_of(vec![(number, puzzle.clone())], None, false, 2);
    place_at(&mut scene, &puzzle.position, puzzle.best);
    let after = puzzle.position.after(puzzle.best, None).unwrap();
    place_at(
        &mut scene,
        &after,
        straight_down(&Puzzle {
            position: after.clone(),
            ..puzzle
        }),
    );
    (0..=TOLD_FRAMES).for_each(|_| hold(&mut scene, Buttons::NONE));
    let pairs: Vec<_> = (scene.tried.iter())
        .flat_map(|tried| (0..3).map(|place| best_outlines(tried, place)))
        .collect();
    assert_ne!(pairs[1], pairs[2]);
    for (place, shown) in pairs.iter().enumerate().skip(1) {
        tap(&mut scene, Buttons::DOWN);
        assert_eq!(scene.overlay().outlines, *shown);
        let list = &scene.panels()[1].panel;
        let PanelPart::List(rows) = &list.parts[0] else {
            panic!("expected a list, found {:?}", list.parts);
        };
        assert_eq!(
            (list.title.as_str(), rows.cursor),
            ("Best places", Some(place))
        );
    }
    scene.handle(
        SceneCommand::Jump(JumpTarget::Place(0)),
        &mut Context::default(),
    );
    assert_eq!(
        scene.overlay().outlines,
        pairs[0],
        "a click chooses a place"
    );
}

#[test]
fn one_key_trains_the_weakest_theme_until_it_is_pressed_again() {
    let mut scene = scene_of(numbered(built_in()), None, true, 1);
    let puzzle = |scene: &PracticeScene| {
        let number: usize = figure(scene, "Puzzle").unwrap().parse().unwrap();
        built_in().swap_remove(number - 1)
    };
    let weakest_key = |scene: &PracticeScene| {
        let keys = parts(scene).into_iter().find_map(|part| match part {
            PanelPart::Keys(keys) => Some(keys),
            _ => None,
        });
        let mut keys = keys.unwrap().into_iter();
        keys.find(|(key, _)| key.contains("previous_mistake"))
            .map(|(_, does)| does)
    };
    let press = |scene: &mut PracticeScene| {
        scene.handle(
            SceneCommand::Act(Action::PreviousMistake),
            &mut Context::default(),
        );
    };
    let first = puzzle(&scene);
    place(&mut scene, &first, first.best);
    assert_eq!(weakest_key(&scene), None, "one theme is not compared");
    assert!(!scene.can().does(Action::PreviousMistake));
    while weakest_key(&scene).is_none() {
        tap(&mut scene, Buttons::START);
        let other = puzzle(&scene);
        place(&mut scene, &other, straight_down(&other));
    }
    let does = weakest_key(&scene).unwrap();
    let theme = does.strip_prefix("Train ").unwrap().to_owned();
    assert!(scene.can().does(Action::PreviousMistake));
    press(&mut scene);
    for _ in 0..2 {
        assert!(!scene.can().does(Action::NextPlace), "nothing is answered");
        let of_theme = puzzle(&scene);
        assert_eq!(of_theme.theme.name(), theme);
        assert_eq!(figure(&scene, "Training"), Some(theme.clone()));
        place(&mut scene, &of_theme, of_theme.best);
        tap(&mut scene, Buttons::START);
    }
    press(&mut scene);
    assert_eq!(figure(&scene, "Training"), None);
}

#[test]
fn rated_puzzles_begin_easy_and_the_first_answer_to_each_changes_the_rating() {
    let mut scene = scene_of(numbered(built_in()), None, true, 1);
    let on = |scene: &PracticeScene| {
        let number: usize = figure(scene, "Puzzle").unwrap().parse().unwrap();
        built_in().swap_remove(number - 1)
    };
    let rating = |scene: &PracticeScene| figure(scene, "Your rating").unwrap();
    let first = on(&scene);
    let rows = (0..20)
        .filter(|&y| first.position.board.row(y) != 0)
        .count();
    assert!(
        rows <= 10 && first.stars <= 2,
        "a tower comes first: {first:?}"
    );
    assert_eq!(rating(&scene), "1000 +-350");
    place(&mut scene, &first, first.best);
    let won = rating(&scene);
    let change = figure(&scene, "This answer").unwrap();
    assert!(
        change.starts_with('+') && won.as_str() > "1000",
        "{won} {change}"
    );
    tap(&mut scene, Buttons::SELECT);
    assert_eq!(
        figure(&scene, "This answer").as_deref(),
        Some("does not count")
    );
    place(&mut scene, &first, straight_down(&first));
    assert_eq!(rating(&scene), won, "a second answer changed the rating");
    let second = figure(&scene, "This answer");
    assert_eq!(second.as_deref(), Some("does not count"));
    tap(&mut scene, Buttons::START);
    let second = on(&scene);
    assert!(
        second.first_skill().rating > first.first_skill().rating,
        "{second:?}"
    );
    assert_eq!(rating(&scene), won);
}
