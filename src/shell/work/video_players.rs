//! Games of one or two players in a video.

use rightwell::capture::{FieldArea, FieldSide, Sighting};
use rightwell::session::{CapturedGame, VideoGameFinder};

use super::video_games::PlayerNames;
use crate::host::log;

/// Player in a video with two playfields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VideoPlayer {
    /// Position of the player's playfield: left, right, upper or lower.
    pub side: &'static str,
    /// Name of the player, as in each of the player's games.
    pub name: String,
}

/// Reader of each player's games.
#[derive(Default)]
pub struct MatchGames {
    players: Vec<PlayerGames>,
}

/// Games of one player.
#[derive(Default)]
pub struct PlayerGames {
    /// Reader of the game in play.
    pub reader: VideoGameFinder,
    pub finished: Vec<CapturedGame>,
}

impl MatchGames {
    /// Adds the next frame, as each player's playfield shows it. Returns the players whose game has ended.
    pub fn see(&mut self, sightings: &[Sighting]) -> Vec<usize> {
        self.players
            .resize_with(sightings.len(), PlayerGames::default);
        let mut ended = Vec::new();
        for (index, (player, sighting)) in self.players.iter_mut().zip(sightings).enumerate() {
            if let Some(game) = player.reader.see(sighting) {
                player.finished.push(game);
                ended.push(index);
            }
        }
        ended
    }

    /// Ends the video. Returns the players whose game has ended with it.
    pub fn finish(&mut self) -> Vec<usize> {
        let mut ended = Vec::new();
        for (index, player) in self.players.iter_mut().enumerate() {
            if let Some(game) = std::mem::take(&mut player.reader).end() {
                player.finished.push(game);
                ended.push(index);
            }
        }
        ended
    }

    /// Returns each player's games, in the order of the reader.
    pub fn players(&self) -> &[PlayerGames] {
        &self.players
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> usize {
        self.players
            .iter()
            .map(|player| player.finished.len())
            .sum()
    }

    /// Returns the number of final pieces in the current games.
    pub fn pieces(&self) -> usize {
        self.players
            .iter()
            .map(|player| player.reader.pieces())
            .sum()
    }

    /// Returns all games, and both players if there are two. The left or upper player comes first. With `side`, returns
    /// only the games of the player on that side. `places` are the positions of the playfields.
    pub fn end(
        mut self,
        places: &[Option<FieldArea>],
        names: Option<&PlayerNames>,
        side: Option<FieldSide>,
    ) -> (Vec<CapturedGame>, Option<[VideoPlayer; 2]>) {
        self.finish();
        let mut games: Vec<Vec<CapturedGame>> =
            (self.players.into_iter().map(|player| player.finished)).collect();
        let with = |is_it: fn(&[CapturedGame]) -> bool| -> Vec<usize> {
            (0..games.len())
                .filter(|&player| is_it(&games[player]))
                .collect()
        };
        // Something else that moves is no second player.
        let mut real = with(has_certain);
        if real.is_empty() {
            real = with(|games| !games.is_empty());
        }
        match (side, &real[..]) {
            (Some(side), &[one, other]) => {
                let places = [places[one], places[other]];
                real = vec![[one, other][side.index(&places)]];
            }
            (Some(_), [_]) => log::say("only one player was found: `--side` has no effect"),
            _ => {}
        }
        let Some(pair) = pair_of(&real, places, names) else {
            let games = real
                .into_iter()
                .flat_map(|player| std::mem::take(&mut games[player]));
            return (games.collect(), None);
        };
        let named = pair.iter().flat_map(|(player, VideoPlayer { name, .. })| {
            let games = std::mem::take(&mut games[*player]).into_iter();
            games.map(|game| CapturedGame {
                player: Some(name.clone()),
                ..game
            })
        });
        (named.collect(), Some(pair.map(|(_, player)| player)))
    }
}

/// Returns the two players with these indexes in the reader, the left or upper one first. Returns `None` unless there
/// are two. `places` are the positions of the playfields.
pub fn pair_of(
    real: &[usize],
    places: &[Option<FieldArea>],
    names: Option<&PlayerNames>,
) -> Option<[(usize, VideoPlayer); 2]> {
    let &[one, other] = real else {
        return None;
    };
    let (is_swapped, sides) = sides(&places[one]?, &places[other]?);
    let players = match is_swapped {
        true => [other, one],
        false => [one, other],
    };
    let name = |place: usize| match names {
        Some(PlayerNames(names)) => names[place].clone(),
        None => sides[place].to_owned(),
    };
    Some([0, 1].map(|place| {
        let (side, name) = (sides[place], name(place));
        (players[place], VideoPlayer { side, name })
    }))
}

/// Returns whether the second playfield is the left or upper one, and the words for both positions in order.
fn sides(one: &FieldArea, other: &FieldArea) -> (bool, [&'static str; 2]) {
    let are_stacked = one.x < other.x + other.width && other.x < one.x + one.width;
    match are_stacked {
        true => (one.y > other.y, ["upper", "lower"]),
        false => (one.x > other.x, ["left", "right"]),
    }
}

fn has_certain(games: &[CapturedGame]) -> bool {
    games.iter().any(|game| game.certain() > 0)
}
