//! Tests of the reports of `review`: pages for a browser, of one game and of a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::program::{figures, folder, refuse, succeed};

/// Writes a recording of this many frames.
fn record(folder: &Path, options: &str, name: &str) {
    succeed(folder, &format!("record {options} --save-replay {name}"));
}

/// Returns the game that a page steps through.
fn data_of(page: &str) -> Value {
    let data = page.split("id=\"game\">").nth(1).unwrap();
    serde_json::from_str(data.split("</script>").next().unwrap()).unwrap()
}

/// Returns the targets of all links on a page whose address begins with `start`, without that start.
fn links<'a>(page: &'a str, start: &str) -> BTreeSet<&'a str> {
    let start = format!("<a href=\"{start}");
    let links = page.split(&start).skip(1);
    links.map(|link| link.split('"').next().unwrap()).collect()
}

#[test]
fn the_report_is_one_file_with_the_worst_moves_drawn() {
    let folder = folder();
    let game = "--input pad --player survival --level 18 --seed 1234 --frames 2500";
    record(folder.path(), game, "a.fm2");
    succeed(folder.path(), "review a.fm2 --html a.html --playouts 0");
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    for words in [
        "Review of a.fm2",
        "The most expensive habit",
        "Moves and pieces separately",
        "a game that is kept as a record is usually a lucky one",
        "Losses by category",
        "The worst moves",
        "after the best",
        "<h2 class=\"worst\">Words</h2>",
        "--html a.html --playouts 0\nrightwell replay a.fm2 --review --kind ",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("://") && !page.contains(" src=") && !page.contains("import "));
    let data = data_of(&page);
    let figures = figures(folder.path(), "review a.fm2 --json -");
    let (walked, moves) = (data["moves"].as_array().unwrap(), &figures["moves"]);
    assert_eq!(walked.len(), moves.as_array().unwrap().len(), "every move");
    for (walked, told) in walked.iter().zip(moves.as_array().unwrap()) {
        assert_eq!(walked[0], told["number"]);
        let letter = told["current"].as_str().unwrap();
        let letters = data["letters"].as_str().unwrap();
        assert_eq!(walked[1], letters.find(letter).unwrap());
        let board = told["board"].as_array().unwrap().iter();
        let rows = board.map(|row| {
            let cells = row.as_str().unwrap().bytes().enumerate();
            let bits: u16 = cells.map(|(x, cell)| u16::from(cell == b'X') << x).sum();
            format!("{bits:03x}")
        });
        let rows: String = rows.skip_while(|row| row == "000").collect();
        assert_eq!(walked[5], rows.as_str());
        let (places, played) = (walked[13].as_array().unwrap(), walked[10].as_u64().unwrap());
        assert!(places.len() > 5, "{letter}: {places:?}");
        assert_eq!(places[0][3], 0.0, "the best loses nothing");
        let loss = places[played as usize][3].as_f64().unwrap();
        assert!((loss - told["loss"].as_f64().unwrap()).abs() < 0.01);
    }
    refuse(
        folder.path(),
        "review a.fm2 --html a.txt",
        &["a.txt", ".html"],
    );
    refuse(
        folder.path(),
        "review a.fm2 --judge survival",
        &["survival", "scorer"],
    );
    refuse(
        folder.path(),
        "review a.fm2 --side left",
        &["a.fm2", "--side"],
    );
}

#[test]
fn every_link_to_a_move_or_a_kind_of_error_leads_into_the_walk() {
    let folder = folder();
    let game = "--input pad --player survival --level 18 --seed 1234 --frames 9000";
    record(folder.path(), game, "a.fm2");
    succeed(folder.path(), "review a.fm2 --html a.html --playouts 0");
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    let (texts, _) = page.split_once("<script").unwrap();
    let (_, below) = page.split_once("</script>\n<div").unwrap();
    let data = data_of(&page);
    let moves = data["moves"].as_array().unwrap();
    let numbers: Vec<String> = moves.iter().map(|one| one[0].to_string()).collect();
    let worst = links(below, "#move-");
    assert!(worst.len() >= 5, "{worst:?}");
    for number in worst {
        assert!(numbers.contains(&number.to_owned()), "{number}");
    }
    let walked = data["kinds"].as_array().unwrap();
    let key = |kind: &Value| kind[0].as_str().unwrap().to_owned();
    let keys: Vec<String> = walked.iter().map(key).collect();
    let figures = figures(folder.path(), "review a.fm2 --json -");
    let habits = figures["habits"].as_array().unwrap();
    assert_eq!(links(texts, "#kind-").len(), habits.len(), "one per habit");
    let linked = links(below, "#kind-");
    assert_eq!(
        linked.len(),
        figures["categories"].as_array().unwrap().len()
    );
    for kind in linked.into_iter().chain(links(texts, "#kind-")) {
        let place = keys.iter().position(|key| key == kind).expect(kind);
        let [_, _, error, low, high] = walked[place].as_array().unwrap().as_slice() else {
            panic!("{}", walked[place]);
        };
        let levels = low.as_u64().unwrap()..=high.as_u64().unwrap();
        let is_of_kind =
            |one: &&Value| one[9] == *error && levels.contains(&one[3].as_u64().unwrap());
        assert!(
            moves.iter().any(|one| is_of_kind(&one)),
            "no move of {kind}"
        );
    }
    let (_, foot) = page.split_once("<footer>").unwrap();
    assert!(foot.contains("<code>rightwell review a.fm2"), "{foot}");
}

#[test]
fn moves_at_which_faster_hands_reach_a_better_lock_are_named_for_slow_hands_only() {
    let folder = folder();
    let game = "--input pad --player scorer --level 29 --seed 1234 --hand machine --frames 2500";
    record(folder.path(), game, "a.ron");
    let gains = |hand: &str| -> Vec<f64> {
        let figures = figures(
            folder.path(),
            &format!("review a.ron --hand {hand} --json - --html {hand}.html --playouts 0"),
        );
        let moves = figures["moves"].as_array().unwrap().iter();
        moves
            .filter_map(|one| one["only_faster"]["gain"].as_f64())
            .collect()
    };
    let slow = gains("das");
    assert!(
        !slow.is_empty() && slow.iter().all(|&gain| gain > 1.0),
        "{slow:?}"
    );
    assert!(gains("machine").is_empty());
    let page = fs::read_to_string(folder.path().join("das.html")).unwrap();
    assert_eq!(
        page.matches("\"Only faster hands reach column").count(),
        slow.len()
    );
}

#[test]
fn a_folder_of_games_is_reviewed_from_the_oldest_to_the_newest() {
    let folder = folder();
    let game = "--input pad --level 18 --hand tapper --frames 1800";
    record(
        folder.path(),
        &format!("{game} --seed 11 --player summit"),
        "z.ron",
    );
    record(
        folder.path(),
        &format!("{game} --seed 22 --player survival"),
        "a.fm2",
    );
    fs::write(folder.path().join("broken.ron"), "nothing").unwrap();
    fs::write(folder.path().join("notes.txt"), "no game").unwrap();
    let all = figures(folder.path(), "review . --json -");
    let names: Vec<&str> = (all["games"].as_array().unwrap().iter())
        .map(|game| game["file"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["./z.ron", "./a.fm2"], "the second is newer");
    for (place, alone) in ["z.ron", "a.fm2"].into_iter().enumerate() {
        let alone = figures(folder.path(), &format!("review {alone} --json -"));
        assert_eq!(all["games"][place]["whole"], alone["whole"], "as by itself");
    }
    let pieces = |figures: &Value| figures["pieces"].as_u64().unwrap();
    let sum: u64 = all["games"].as_array().unwrap().iter().map(pieces).sum();
    assert_eq!(pieces(&all["all"]), sum);
    let left_out = all["left_out"].as_array().unwrap();
    assert!(left_out.len() == 1 && left_out[0].as_str().unwrap().contains("broken.ron"));
    let by_hand = all["by_hand"].as_array().unwrap();
    let moves = by_hand.iter().map(|group| group["moves"].as_u64().unwrap());
    assert_eq!(
        moves.sum::<u64>(),
        all["all"]["whole"]["moves"].as_u64().unwrap()
    );
    let told = succeed(folder.path(), "review .");
    assert!(told.contains("lines lost per 100 pieces"), "{told}");

    fs::create_dir(folder.path().join("empty")).unwrap();
    refuse(
        folder.path(),
        "review empty",
        &["this folder contains no game", ".fm2"],
    );
    refuse(
        folder.path(),
        "review . --playouts 2",
        &["--playouts", "a single game"],
    );
    succeed(folder.path(), "review . --hand tapper --html a.html");
    let page = fs::read_to_string(folder.path().join("a.html")).unwrap();
    for told in [
        "Review of 2 games in .",
        "<a href=\"a-games/z.ron.html\">1: z.ron</a></th>",
        "<a href=\"a-games/a.fm2.html\">2: a.fm2</a></th>",
        "Lines lost per 100 pieces",
        "two strong people",
        "Accuracy at level 18<",
        "hands: tapper<",
        "of a.fm2: ",
        "broken.ron",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("<script"), "nothing to walk through");
    let worst = links(&page, "a-games/a.fm2.html#move-");
    let report = fs::read_to_string(folder.path().join("a-games/a.fm2.html")).unwrap();
    let data = data_of(&report);
    let moves = data["moves"].as_array().unwrap();
    assert!(!worst.is_empty());
    for number in worst {
        assert!(
            moves
                .iter()
                .any(|one| one[0] == number.parse::<u64>().unwrap())
        );
    }
}
