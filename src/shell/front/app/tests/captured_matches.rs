//! Tests of captured matches: both games side by side on one clock, with one review.

use rightwell::engine::{CrashRule, GameType, Side};
use rightwell::render::panel::{Figure, PanelPart};
use rightwell::rules::Pose;
use rightwell::rules::score::line_points;
use rightwell::session::{CapturedGame, CapturedPiece, GameMoves, PieceOutcome, SeenPose};

use super::review::panel;
use super::stage::{check_at, watching_paused};
use super::*;
use crate::store::home::Home;

/// Window sizes of the golden images.
const SIZES: [(u32, u32); 2] = [(1280, 720), (800, 600)];

/// Returns a game that a computer played, as a camera sees it: this player's, from this time of the video on, with this
/// number of pieces.
pub(super) fn captured(player: &str, start: u32, seed: u64, pieces: u64) -> CapturedGame {
    let controls = Controls::Pad(PadControls {
        hand: rightwell::search::Hand::new(12, 0).unwrap(),
        region: Region::Ntsc,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    });
    let series = SeriesSettings {
        level: 18,
        randomizer: RandomizerKind::Nes,
        seed,
        controls,
        position: None,
    };
    let judge = Arc::new(Player::named("survival").unwrap());
    let mut play = Autoplay::new(series, Strategy::alone(judge).into()).unwrap();
    play.record();
    while play.summary().is_none_or(|game| game.pieces < pieces) {
        play.advance();
    }
    let recorded = Recorded::from_history(play.history().unwrap());
    let moves = GameMoves::from_recording(&recorded).swap_remove(0).moves;
    let first = moves[0].frame;
    let mut score = 0;
    let pieces = moves.iter().map(|played| {
        let time = ((played.frame - first) * 1_000_000 / 60_099) as u32;
        let before = score;
        score += line_points(played.rows, played.position.level);
        // The piece falls a row every fifty milliseconds.
        let spawn = Pose::spawn(played.lock.piece());
        let rows = (0..played.lock.y).map(|y| SeenPose {
            time: time + 50 * y as u32,
            pose: Pose {
                y: y.max(spawn.y),
                ..spawn
            },
        });
        CapturedPiece {
            piece: played.position.current,
            next: played.position.next,
            board: played.position.board,
            lines: played.position.lines,
            level: played.position.level,
            score: Some(before),
            das: None,
            time,
            frame: played.frame - first,
            poses_seen: rows.collect(),
            outcome: PieceOutcome::Locked {
                lock: played.lock,
                rows: played.rows,
                is_certain: true,
            },
        }
    });
    let pieces: Vec<CapturedPiece> = pieces.collect();
    CapturedGame {
        start,
        player: Some(player.to_owned()),
        score: Some(score),
        ..CapturedGame::of_pieces(pieces)
    }
}

/// Returns both games of a match. The second one begins three seconds later.
pub(super) fn both() -> Vec<CapturedGame> {
    vec![
        captured("Ann", 61_000, 0x8988, 30),
        captured("Bob", 64_000, 0x1234, 40),
    ]
}

/// Returns the replay of a captured match, paused at its first frame.
fn replay() -> App {
    let recorded = Recorded::from_captured_match(both()).unwrap();
    let scene = Box::new(RecordingScene::new(recorded, None));
    let mut app = app_of(scene, Speed::Times(1.0), StopFlag::default());
    app.set_windowed();
    app.act(Action::Pause);
    app.notice = None;
    app
}

/// Returns the replay with both games rated.
fn rated() -> App {
    let mut app = replay();
    until(&mut app, |app| !app.hud().worst.is_empty());
    app
}

/// Returns the numbers of pieces that have spawned on both sides.
fn pieces(app: &App) -> [u32; 2] {
    let figures = &app.hud().figures;
    figures.each_ref().map(|stats| {
        let stats = stats.as_ref().expect("both games have statistics");
        stats.pieces().all()
    })
}

/// Returns a figure in the panel of this title.
pub(super) fn figure(app: &mut App, title: &str, word: &str) -> Option<String> {
    let panels = app.panels_beside_game();
    let panel = panels.iter().find(|panel| panel.title == title)?;
    let figures = panel.parts.iter().flat_map(|part| match part {
        PanelPart::KeyFigure(figure) => vec![figure.clone()],
        PanelPart::Figures(figures) => figures.clone(),
        _ => Vec::new(),
    });
    let mut found = figures.filter(|figure| figure.word == word);
    found.next().map(|Figure { value, .. }| value)
}

#[test]
fn pause_steps_and_seeks_act_on_both_games() {
    let mut app = replay();
    assert_eq!(pieces(&app), [1, 1], "Bob's first piece is shown early");
    app.act(Action::SeekForward);
    let [ann, bob] = pieces(&app);
    assert!(ann > bob && bob > 3, "Bob began later: {ann} {bob}");
    let here = app.view();
    app.act(Action::NextPiece);
    let after = pieces(&app);
    assert_eq!(after[0] + after[1], ann + bob + 1, "one of both spawned");
    app.act(Action::PreviousPiece);
    app.act(Action::PreviousPiece);
    assert!(pieces(&app)[0] + pieces(&app)[1] < after[0] + after[1]);
    app.act(Action::SeekBack);
    app.act(Action::SeekForward);
    assert_ne!(app.view(), View::Blank);
    let before = app.view();
    (0..4).for_each(|_| app.act(Action::Step));
    assert_ne!(app.view(), before, "steps move the clock of both");
    assert_ne!(app.view(), here);
    (0..20).for_each(|_| app.act(Action::SeekForward));
    assert!(app.hud().status[0].contains("end"));
}

#[test]
fn each_side_shows_its_lead_and_its_rating() {
    let mut app = rated();
    app.act(Action::SeekForward);
    let accuracies = ["Ann", "Bob"].map(|name| figure(&mut app, name, "Accuracy").unwrap());
    assert!(accuracies.iter().all(|share| share.ends_with('%')));
    assert!(figure(&mut app, "Ann", "Better").is_some());
    assert_eq!(figure(&mut app, "Ann", "Garbage sent"), None);
    (0..20).for_each(|_| app.act(Action::SeekForward));
    let [ann, bob] = [0, 1].map(|game| both()[game].score.unwrap());
    let lead = figure(&mut app, "Bob", "Ahead by").or(figure(&mut app, "Bob", "Behind by"));
    assert_eq!(lead.unwrap(), ann.abs_diff(bob).to_string());
}

#[test]
fn the_review_steps_through_the_mistakes_of_both_players_in_order() {
    let mut app = rated();
    let mut visited = Vec::new();
    loop {
        app.notice = None;
        app.act(Action::NextMistake);
        if app
            .notice()
            .is_some_and(|said| said.contains("no mistake after"))
        {
            break;
        }
        let side = app.overlay().side.expect("the side of the mistake");
        let name = ["Ann", "Bob"][side.index()];
        assert!(panel(&app, &format!("Coach: {name}")).is_some());
        assert!(app.overlay().outlines[0].is_some());
        visited.push(side);
    }
    assert!(visited.contains(&Side::Left) && visited.contains(&Side::Right));
    for side in visited.iter().rev().skip(1) {
        app.act(Action::PreviousMistake);
        assert_eq!(app.overlay().side, Some(*side));
    }
    app.act(Action::TryAgain);
    assert!(app.hud().title.starts_with("practice"));
}

#[test]
fn a_captured_match_shows_both_games_with_their_panels() {
    let mut app = rated();
    (0..3).for_each(|_| app.act(Action::SeekForward));
    app.notice = None;
    check_at("captured_match", &mut app, &SIZES);
}

#[test]
fn a_mistake_in_a_captured_match_has_its_outlines_and_the_coach_beside_it() {
    let mut app = rated();
    while app.overlay().side != Some(Side::Right) {
        app.act(Action::NextMistake);
    }
    until(&mut app, |app| {
        let lists = panel(app, "Coach: Bob").into_iter();
        let mut lists = lists.flat_map(|panel| &panel.parts);
        lists.any(|part| matches!(part, PanelPart::List(list) if list.rows.len() == 5))
    });
    app.notice = None;
    check_at("captured_match_review", &mut app, &[(1280, 720)]);
}

#[test]
fn a_folder_with_both_games_is_listed_and_replayed_from_the_menu() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let games = home.folders.recordings().join("final");
    std::fs::create_dir_all(&games).unwrap();
    for (name, game) in ["a-Ann.ron", "b-Bob.ron"].iter().zip(both()) {
        std::fs::write(games.join(name), game.to_ron()).unwrap();
    }
    let mut app = watching_paused();
    app.set_windowed();
    app.context = AppContext::from_home(home);
    app.act(Action::Menu);
    choose(&mut app, "RECORDINGS");
    until(&mut app, |app| {
        let lines = app.sheet().unwrap().lines;
        let mut cells = lines.iter().flat_map(|line| &line.cells);
        cells.any(|cell| cell.contains("Ann and Bob"))
    });
    choose(&mut app, "final");
    let labels: Vec<String> = app
        .sheet()
        .unwrap()
        .lines
        .iter()
        .map(|line| line.label.clone())
        .collect();
    assert!(
        labels.iter().any(|label| label == "REVIEW") && !labels.iter().any(|label| label == "RACE")
    );
    choose(&mut app, "WATCH");
    until(&mut app, |app| {
        matches!(app.view(), View::Versus(_)) && app.menu.is_none()
    });
    assert_eq!(pieces(&app), [1, 1]);
}
