//! Games of one or two players in a video.

use rightwell::capture::{FieldArea, Sighting};
use rightwell::session::{CapturedGame, VideoGameFinder};

use super::PlayerNames;

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
pub(super) struct MatchGames {
    players: Vec<PlayerGames>,
}

#[derive(Default)]
struct PlayerGames {
    reader: VideoGameFinder,
    finished: Vec<CapturedGame>,
}

impl MatchGames {
    /// Adds the next frame, as each player's playfield shows it.
    pub(super) fn see(&mut self, sightings: &[Sighting]) {
        self.players
            .resize_with(sightings.len(), PlayerGames::default);
        for (player, sighting) in self.players.iter_mut().zip(sightings) {
            player.finished.extend(player.reader.see(sighting));
        }
    }

    /// Returns the number of finished games.
    pub(super) fn games(&self) -> usize {
        self.players
            .iter()
            .map(|player| player.finished.len())
            .sum()
    }

    /// Returns the number of final pieces in the current games.
    pub(super) fn pieces(&self) -> usize {
        self.players
            .iter()
            .map(|player| player.reader.pieces())
            .sum()
    }

    /// Returns all games, and both players if there are two. The left or upper player comes first. `places` are the
    /// positions of the playfields.
    pub(super) fn end(
        self,
        places: &[Option<FieldArea>],
        names: Option<&PlayerNames>,
    ) -> (Vec<CapturedGame>, Option<[VideoPlayer; 2]>) {
        let players = self.players.into_iter().map(|player| {
            let last = player.reader.end();
            [player.finished, last.into_iter().collect()].concat()
        });
        let mut games: Vec<(Option<FieldArea>, Vec<CapturedGame>)> =
            places.iter().copied().zip(players).collect();
        // Something else that moves is no second player.
        games.retain(|(_, games)| !games.is_empty());
        if games.iter().any(|(_, games)| has_certain(games)) {
            games.retain(|(_, games)| has_certain(games));
        }
        let mut players = None;
        if let [(Some(one), _), (Some(other), _)] = games.as_slice() {
            let (is_swapped, sides) = sides(one, other);
            if is_swapped {
                games.reverse();
            }
            let names = names.map_or(sides.map(str::to_owned), |names| names.0.clone());
            for ((_, games), name) in games.iter_mut().zip(&names) {
                let games = games.iter_mut();
                games.for_each(|game| game.player = Some(name.clone()));
            }
            let [first, second] = names;
            players = Some([
                VideoPlayer {
                    side: sides[0],
                    name: first,
                },
                VideoPlayer {
                    side: sides[1],
                    name: second,
                },
            ]);
        }
        let games = games.into_iter().flat_map(|(_, games)| games);
        (games.collect(), players)
    }
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
