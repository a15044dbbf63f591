//! Course of a match: the games of two players in one video, on one clock.

use std::cmp::Reverse;

use crate::rules::score::line_points;
use crate::rules::{Counter, LineCounter};

use super::{CapturedGame, PieceOutcome};

/// Level at which most games end soon: pieces fall one row per frame.
const KILLSCREEN: u8 = 29;

/// State of one player's game at a moment of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Points so far.
    pub score: u32,
    /// Lines so far. `None` if the video does not show all of them.
    pub lines: Option<u16>,
    /// Level.
    pub level: u8,
}

/// Moment in a match: one player's score has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchMoment {
    /// Milliseconds since the start of the video.
    pub time: u32,
    /// Index of the player whose piece locked.
    pub player: usize,
    /// Index of that piece in the player's game.
    pub piece: usize,
    /// State of both games after the lock.
    pub states: [MatchState; 2],
}

/// Clears that the player behind needs. Assumes that the other player scores no more, and that all clears are Tetrises without
/// soft drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatchUp {
    /// Index of the player behind.
    pub player: usize,
    /// Points behind.
    pub points: u32,
    /// Tetrises that close the gap. `None` if the player's line count is unknown, because it decides their levels.
    pub way: Option<TetrisCount>,
}

/// Tetrises that close a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TetrisCount {
    /// Number of Tetrises.
    pub tetrises: u32,
    /// Lines left before level 29. `None` from level 29 on.
    pub lines_left: Option<u16>,
}

/// Course of a match: two captured games of different players that overlap in time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchCourse {
    /// Indexes of both games in the list of games, the first player's first.
    pub games: [usize; 2],
    /// All changes of a score, in order, from when both scores are known. Never empty.
    pub moments: Vec<MatchMoment>,
}

impl MatchCourse {
    /// Returns the matches among these games. `None` stands for a game that was not captured.
    pub fn among(games: &[Option<&CapturedGame>]) -> Vec<MatchCourse> {
        let named = games.iter().enumerate().filter_map(|(place, game)| {
            let game = (*game)?;
            Some((place, game, game.player.as_ref()?))
        });
        let named: Vec<(usize, &CapturedGame, &String)> = named.collect();
        let mut courses = Vec::new();
        for (place, (one, game, player)) in named.iter().enumerate() {
            for (other, rival, other_player) in &named[place + 1..] {
                let moments = moments_of([game, rival]);
                if player != other_player && !moments.is_empty() {
                    let games = [*one, *other];
                    courses.push(MatchCourse { games, moments });
                }
            }
        }
        courses
    }

    /// Returns the last moment.
    pub fn last(&self) -> &MatchMoment {
        &self.moments[self.moments.len() - 1]
    }

    /// Returns the `most` locks that brought the most points, in order of time, each with its points.
    pub fn deciding(&self, most: usize) -> Vec<(u32, &MatchMoment)> {
        let pairs = self.moments.windows(2);
        let mut changes: Vec<(u32, &MatchMoment)> = pairs
            .map(|pair| {
                let player = pair[1].player;
                let before = pair[0].states[player].score;
                let points = pair[1].states[player].score.saturating_sub(before);
                (points, &pair[1])
            })
            .collect();
        changes.sort_by_key(|(points, _)| Reverse(*points));
        changes.truncate(most);
        changes.sort_by_key(|(_, moment)| moment.time);
        changes
    }
}

impl MatchMoment {
    /// Returns by how many points the first player leads. Negative if the second player leads.
    pub fn lead(&self) -> i64 {
        i64::from(self.states[0].score) - i64::from(self.states[1].score)
    }

    /// Returns what the player behind needs, or `None` in a draw.
    pub fn catch_up(&self) -> Option<CatchUp> {
        let player = match self.lead() {
            0 => return None,
            lead => usize::from(lead > 0),
        };
        let points = self.lead().unsigned_abs() as u32;
        let MatchState { lines, level, .. } = self.states[player];
        Some(CatchUp {
            player,
            points,
            way: lines.map(|lines| TetrisCount {
                tetrises: tetrises_for(points, lines, level),
                lines_left: lines_before_killscreen(lines, level),
            }),
        })
    }
}

/// Returns a moment for each change of a score in these two games, from when both scores are known. Empty if the games
/// do not overlap, or if a score is never known.
fn moments_of(games: [&CapturedGame; 2]) -> Vec<MatchMoment> {
    let overlap = |one: &CapturedGame, other: &CapturedGame| one.start < other.start + other.time;
    if !overlap(games[0], games[1]) || !overlap(games[1], games[0]) {
        return Vec::new();
    }
    let mut events: Vec<(u32, usize, usize, MatchState)> = Vec::new();
    for (player, game) in games.iter().enumerate() {
        let known = |lines: u16| game.lines_from.is_known().then_some(lines);
        for (index, piece) in game.pieces.iter().enumerate() {
            let Some(score) = piece.score else { continue };
            // The state at a spawn is the result of the lock before it.
            let state = MatchState {
                score,
                lines: known(piece.lines),
                level: piece.level,
            };
            events.push((
                game.start + piece.time,
                player,
                index.saturating_sub(1),
                state,
            ));
        }
        let Some(last) = game.pieces.last() else {
            continue;
        };
        if let (Some(score), PieceOutcome::Locked { .. }) = (game.score, last.outcome) {
            let state = MatchState {
                score,
                lines: known(game.lines()),
                level: last.level,
            };
            events.push((game.start + game.time, player, game.pieces.len() - 1, state));
        }
    }
    events.sort_by_key(|&(time, player, ..)| (time, player));
    let mut states: [Option<MatchState>; 2] = [None; 2];
    let mut moments = Vec::new();
    for (time, player, piece, state) in events {
        let before = states[player].replace(state);
        if let [Some(one), Some(other)] = states
            && before.is_none_or(|before| before.score != state.score)
        {
            moments.push(MatchMoment {
                time,
                player,
                piece,
                states: [one, other],
            });
        }
    }
    moments
}

/// Returns how many Tetrises bring these points, from this line count and level on.
fn tetrises_for(points: u32, lines: u16, level: u8) -> u32 {
    let (mut counter, mut level) = (LineCounter(Counter::new(lines)), level);
    let (mut won, mut tetrises) = (0, 0);
    while won < points {
        level = counter.count(4, level);
        won += line_points(4, level);
        tetrises += 1;
    }
    tetrises
}

/// Returns the number of lines until level 29, or `None` from level 29 on.
fn lines_before_killscreen(lines: u16, level: u8) -> Option<u16> {
    let (mut counter, mut level) = (LineCounter(Counter::new(lines)), level);
    let mut left = 0;
    while level < KILLSCREEN {
        level = counter.count(1, level);
        left += 1;
    }
    (left > 0).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_behind_needs_tetrises_before_level_29() {
        let state = |score, lines, level| MatchState {
            score,
            lines,
            level,
        };
        let moment = MatchMoment {
            time: 0,
            player: 0,
            piece: 0,
            states: [state(350_000, Some(150), 21), state(300_000, Some(199), 25)],
        };
        // A Tetris brings 32,400 points at level 26, after line 200.
        assert_eq!(
            moment.catch_up(),
            Some(CatchUp {
                player: 1,
                points: 50_000,
                way: Some(TetrisCount {
                    tetrises: 2,
                    lines_left: Some(31),
                }),
            })
        );
    }

    #[test]
    fn a_tetris_that_raises_the_level_counts_at_the_new_level() {
        // At level 18, a Tetris brings 22,800 points, and 24,000 at level 19.
        assert_eq!(tetrises_for(22_801, 120, 18), 2);
        assert_eq!(tetrises_for(24_000, 127, 18), 1);
    }
}
