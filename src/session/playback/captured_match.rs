//! Playback of a captured match: the games of two players in one video, on its clock.

use crate::engine::view::{MatchKind, MatchStage, SideView, VersusView};
use crate::engine::{Event, Events, Side, View};
use crate::rules::counted;
use crate::session::captured::CapturedGame;
use crate::session::game_stats::GameStats;
use crate::session::summary::Summary;

use super::captured::frame_at;
use super::{CapturedPlayback, Seek};

/// Captured games of two players with a current position on their common clock. Frame 0 is the first spawn of all.
///
/// A player's side shows the game that has begun last. Before the first one, it shows that game's first piece.
#[derive(Clone, Debug)]
pub struct CapturedMatchPlayback {
    names: [String; 2],
    /// Games of each player in order.
    games: [Vec<TimedGame>; 2],
    /// Frames in which pieces of either player spawned, in order.
    spawns: Vec<u64>,
    frame: u64,
    frames: u64,
}

/// Captured game with its first frame on the clock of the match.
#[derive(Clone, Debug)]
struct TimedGame {
    start: u64,
    playback: CapturedPlayback,
}

/// Reason why captured games are not a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CapturedMatchError {
    /// The games are not of two players.
    #[error("a match has games of two players, and this is {}", counted(.0, "player"))]
    Players(usize),
    /// Two games of one player overlap in time.
    #[error("two games of {0} overlap in time, so they are from different videos")]
    Overlap(String),
}

impl CapturedMatchPlayback {
    /// Returns the playback of these games, at its first frame. The player of the first game is on the left.
    ///
    /// # Errors
    /// If the games are not of two players in one video.
    pub fn new(games: Vec<CapturedGame>) -> Result<CapturedMatchPlayback, CapturedMatchError> {
        CapturedMatchPlayback::of(games.into_iter().map(CapturedPlayback::new).collect())
    }

    /// Returns the playback of games that are already playbacks, see [`CapturedMatchPlayback::new`].
    ///
    /// # Errors
    /// If the games are not of two players in one video.
    pub fn of(
        mut games: Vec<CapturedPlayback>,
    ) -> Result<CapturedMatchPlayback, CapturedMatchError> {
        let mut names: Vec<String> = Vec::new();
        for game in &games {
            let name = game.game().player.clone().unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let count = names.len();
        let names = <[String; 2]>::try_from(names);
        let names = names.map_err(|_| CapturedMatchError::Players(count))?;
        games.sort_by_key(|game| game.game().start);
        let first = games.first().map_or(0, |game| game.game().start);
        let mut tracks = [const { Vec::<TimedGame>::new() }; 2];
        for playback in games {
            let game = playback.game();
            let side = usize::from(game.player.as_deref().unwrap_or_default() != names[0]);
            let start = frame_at(game.region, game.start - first);
            let before = tracks[side].last();
            if before.is_some_and(|before| start < before.start + before.playback.frames()) {
                return Err(CapturedMatchError::Overlap(names[side].clone()));
            }
            tracks[side].push(TimedGame { start, playback });
        }
        let all = tracks.iter().flatten();
        let spawns = all.clone().flat_map(|game| {
            let spawns = game.playback.spawns().iter();
            spawns.map(|spawn| game.start + spawn)
        });
        let mut spawns: Vec<u64> = spawns.collect();
        spawns.sort_unstable();
        spawns.dedup();
        let ends = all.map(|game| game.start + game.playback.frames());
        let mut playback = CapturedMatchPlayback {
            frames: ends.max().unwrap_or(0),
            names,
            games: tracks,
            spawns,
            frame: 0,
        };
        playback.seek(0);
        Ok(playback)
    }

    /// Returns the names of the players, left first.
    pub const fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Returns all games, those of the left player first. Each has its side and its first frame.
    pub fn games(&self) -> impl Iterator<Item = (Side, u64, &CapturedPlayback)> {
        Side::BOTH.into_iter().flat_map(|side| {
            let games = self.games[side.index()].iter();
            games.map(move |game| (side, game.start, &game.playback))
        })
    }

    /// Returns the player's game that has begun last, or the first one if none has begun.
    pub fn game(&self, side: Side) -> &CapturedPlayback {
        &self.shown(side).playback
    }

    /// Returns the index of the player's shown game in [`CapturedMatchPlayback::games`].
    pub fn game_index(&self, side: Side) -> usize {
        let before = match side {
            Side::Left => 0,
            Side::Right => self.games[0].len(),
        };
        before + self.index(side)
    }

    /// Returns the statistics of a player's game up to the current frame.
    pub fn figures(&self, side: Side) -> &GameStats {
        self.game(side).figures()
    }

    /// Returns the summary of a player's game up to the current frame.
    pub fn summary(&self, side: Side) -> Summary {
        self.game(side).summary()
    }

    /// Returns the view of both games, with the lead and the clock of the video.
    pub fn view(&self) -> View {
        let [left, right] = Side::BOTH.map(|side| self.game(side).score().map(i64::from));
        let first = self.games().map(|(_, _, game)| game.game().start).min();
        let topped_out = Side::BOTH.map(|side| self.game(side).summary().ending.is_some());
        // The number of frames in a million milliseconds.
        let rate = frame_at(self.game(Side::Left).game().region, 1_000_000);
        let time = u64::from(first.unwrap_or(0)) + self.frame * 1_000_000 / rate;
        let sides = Side::BOTH.map(|side| SideView {
            name: self.names[side.index()].clone(),
            game: self.game(side).game_view(),
            pending: 0,
            wins: 0,
        });
        View::Versus(Box::new(VersusView {
            sides,
            kind: MatchKind::Captured {
                lead: left.zip(right).map(|(left, right)| left - right),
                seconds: (time / 1_000) as u32,
                topped_out,
            },
            moment: MatchStage::Playing,
        }))
    }

    fn shown(&self, side: Side) -> &TimedGame {
        &self.games[side.index()][self.index(side)]
    }

    /// Returns the index of the player's game that is shown.
    fn index(&self, side: Side) -> usize {
        let games = &self.games[side.index()];
        let begun = games.partition_point(|game| game.start <= self.frame);
        begun.saturating_sub(1)
    }
}

impl Seek for CapturedMatchPlayback {
    fn frame(&self) -> u64 {
        self.frame
    }

    fn frames(&self) -> u64 {
        self.frames
    }

    fn step(&mut self) -> Events {
        if self.is_at_end() {
            return Events::default();
        }
        self.frame += 1;
        let mut events = Events::default();
        for side in Side::BOTH {
            let index = self.index(side);
            let game = &mut self.games[side.index()][index];
            match self.frame.checked_sub(game.start) {
                Some(0) => events.insert(Event::Spawned),
                Some(_) => events = events.with(game.playback.step()),
                None => {}
            }
        }
        events
    }

    fn seek(&mut self, frame: u64) {
        self.frame = frame.min(self.frames);
        for game in self.games.iter_mut().flatten() {
            game.playback.seek(self.frame.saturating_sub(game.start));
        }
    }

    fn seek_next_piece(&mut self) {
        let next = self.spawns.partition_point(|&spawn| spawn <= self.frame);
        self.seek(self.spawns.get(next).copied().unwrap_or(self.frames));
    }

    fn seek_previous_piece(&mut self) {
        let here = self.spawns.partition_point(|&spawn| spawn < self.frame);
        self.seek(here.checked_sub(1).map_or(0, |before| self.spawns[before]));
    }

    fn has_main_game(&self) -> bool {
        false
    }

    fn first_piece(&self) -> u64 {
        0
    }

    fn last_piece(&self) -> u64 {
        let come = self.spawns.partition_point(|&spawn| spawn <= self.frame);
        come.checked_sub(1).map_or(0, |last| self.spawns[last])
    }

    fn last_shown(&self) -> u64 {
        self.frames
    }

    fn last_game(&self) -> Option<u64> {
        Some(self.frames)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Piece, Pose};
    use crate::session::captured::{CapturedPiece, PieceOutcome};

    /// Returns a game of O pieces, one every second, that lock at the left wall. Each brings a hundred points.
    fn game(player: &str, start: u32, count: u32) -> CapturedGame {
        let mut board = Board::EMPTY;
        let pieces = (0..count).map(|place| {
            let mut lock = Pose::spawn(Piece::O);
            (lock.x, lock.y) = (1, 18 - 2 * place as i8);
            let piece = CapturedPiece {
                piece: Piece::O,
                next: Some(Piece::O),
                board,
                lines: 0,
                level: 18,
                score: Some(100 * place),
                das: None,
                time: 1_000 * place,
                frame: 60 * u64::from(place),
                poses_seen: Vec::new(),
                outcome: PieceOutcome::Locked {
                    lock,
                    rows: 0,
                    is_certain: true,
                },
            };
            board = board.with(lock);
            piece
        });
        CapturedGame {
            start,
            player: Some(player.to_owned()),
            score: Some(100 * (count - 1)),
            ..CapturedGame::of_pieces(pieces.collect())
        }
    }

    fn playback() -> CapturedMatchPlayback {
        let games = vec![game("Ann", 7_000, 5), game("Bob", 5_500, 4)];
        CapturedMatchPlayback::new(games).expect("two players")
    }

    fn view(playback: &CapturedMatchPlayback) -> VersusView {
        match playback.view() {
            View::Versus(view) => *view,
            other => panic!("{other:?}"),
        }
    }

    /// Returns the number of pieces of each player so far, as the statistics count them.
    fn pieces(playback: &CapturedMatchPlayback) -> [u32; 2] {
        Side::BOTH.map(|side| playback.figures(side).pieces().all())
    }

    #[test]
    fn both_games_run_on_the_clock_of_their_video() {
        let mut playback = playback();
        assert_eq!(playback.names(), &["Ann", "Bob"].map(str::to_owned));
        assert_eq!(pieces(&playback), [1, 1]);
        // Ann's game begins a second and a half after Bob's.
        for (frame, expected) in [(89, [1, 2]), (90, [1, 2]), (151, [2, 3]), (300, [4, 4])] {
            playback.seek(frame);
            assert_eq!(pieces(&playback), expected, "frame {frame}");
        }
        let MatchKind::Captured { lead, seconds, .. } = view(&playback).kind else {
            panic!("a captured match");
        };
        assert_eq!((lead, seconds), (Some(0), 10));
    }

    #[test]
    fn steps_and_seeks_show_the_same_match() {
        let mut stepped = playback();
        let mut sought = playback();
        let mut spawned = 0;
        while !stepped.is_at_end() {
            spawned += u32::from(stepped.step().contains(Event::Spawned));
            sought.seek(stepped.frame());
            assert_eq!(view(&stepped), view(&sought), "frame {}", stepped.frame());
        }
        // The first piece of all is there at the start.
        assert_eq!(spawned, 8);
        stepped.seek(0);
        let mut frames = Vec::new();
        for _ in 0..4 {
            stepped.seek_next_piece();
            frames.push(stepped.frame());
        }
        assert_eq!(frames, [60, 90, 120, 150]);
        stepped.seek_previous_piece();
        assert_eq!((stepped.frame(), stepped.last_piece()), (120, 120));
    }

    #[test]
    fn a_player_shows_the_game_that_has_begun_last() {
        let games = vec![
            game("Ann", 0, 3),
            game("Bob", 0, 3),
            game("Ann", 20_000, 2),
            game("Bob", 21_000, 2),
        ];
        let mut playback = CapturedMatchPlayback::new(games).unwrap();
        assert_eq!(playback.games().count(), 4);
        playback.seek(600);
        assert_eq!(pieces(&playback), [3, 3], "the first games stay");
        playback.seek(1_210);
        assert_eq!(pieces(&playback), [1, 3]);
        assert_eq!(view(&playback).sides[0].game.board(), Board::EMPTY);
    }

    #[test]
    fn games_that_are_no_match_are_refused() {
        let fault = |games| CapturedMatchPlayback::new(games).unwrap_err().to_string();
        assert_eq!(
            fault(vec![game("Ann", 0, 3)]),
            "a match has games of two players, and this is 1 player"
        );
        assert_eq!(
            fault(vec![
                game("Ann", 0, 3),
                game("Bob", 0, 3),
                game("Ann", 1_000, 3)
            ]),
            "two games of Ann overlap in time, so they are from different videos"
        );
    }
}
