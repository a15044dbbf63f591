//! Tests of players that search more pieces than NEXT.

use std::fs;

use crate::support::program::{folder, lasting_figures as figures, refuse};

#[test]
fn players_that_search_three_pieces_play_only_games_that_show_them() {
    let folder = folder();
    let deep = include_str!("../../assets/players/survival.ron");
    let deep = deep.replace("known_pieces: 2", "known_pieces: 3");
    let deep = deep.replace("\"survival\"", "\"deep\"");
    fs::write(folder.path().join("deep.ron"), deep).unwrap();
    let refused = [
        "simulate --seed 8988 --games 1 --input pad --player deep.ron",
        "simulate --seed 8988 --games 1 --randomizer nes --player deep.ron",
        "simulate --seed 8988 --games 1 --randomizer nes --compare deep.ron",
        "record --seed 8988 --input pad --player deep.ron --png a.png",
    ];
    let words = ["deep", "3 known pieces", "--input drag", "nes-odds"];
    for line in refused {
        refuse(folder.path(), line, &words);
    }
    let games = "simulate --seed 5 --games 2 --pieces-per-game 60 --randomizer uniform --json -";
    let play = |player: &str| figures(folder.path(), &format!("{games} --player {player}"));
    let (deep, usual) = (play("deep.ron"), play("survival"));
    assert_eq!(
        (&deep["player"], &deep["pieces"]),
        (&"deep".into(), &120.into())
    );
    assert_ne!(deep["cell_percent"], usual["cell_percent"]);
}
