//! Games of one or two players in a video.

use rightwell::capture::{FieldArea, Sighting};
use rightwell::session::{CapturedGame, VideoGameFinder};

use super::PlayerNames;

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

    /// Returns all games. The left or upper player comes first. `places` are the positions of the playfields.
    pub(super) fn end(
        self,
        places: &[Option<FieldArea>],
        names: Option<&PlayerNames>,
    ) -> Vec<CapturedGame> {
        let players = self.players.into_iter().map(|player| {
            let last = player.reader.end();
            [player.finished, last.into_iter().collect()].concat()
        });
        let mut players: Vec<(Option<FieldArea>, Vec<CapturedGame>)> =
            places.iter().copied().zip(players).collect();
        // Something else that moves is no second player.
        if players.iter().any(|(_, games)| has_certain(games)) {
            players.retain(|(_, games)| has_certain(games));
        }
        if let [(Some(one), _), (Some(other), _)] = players.as_slice() {
            let (one, other) = (*one, *other);
            let are_stacked = one.x < other.x + other.width && other.x < one.x + one.width;
            let (is_swapped, sides) = match are_stacked {
                true => (one.y > other.y, ["upper", "lower"]),
                false => (one.x > other.x, ["left", "right"]),
            };
            if is_swapped {
                players.reverse();
            }
            let sides = sides.map(str::to_owned);
            let names = names.map_or(&sides, |PlayerNames(names)| names);
            for ((_, games), name) in players.iter_mut().zip(names) {
                games
                    .iter_mut()
                    .for_each(|game| game.player = Some(name.clone()));
            }
        }
        players.into_iter().flat_map(|(_, games)| games).collect()
    }
}

fn has_certain(games: &[CapturedGame]) -> bool {
    games.iter().any(|game| game.certain() > 0)
}
