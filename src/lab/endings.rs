//! Causes of lost games: the first gap that the player never closed again, and why it came about.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use crate::rules::motion::{COLUMNS, ROWS};
use crate::rules::{Board, Piece};
use crate::search::{MoveGenerator, NoFilter};
use crate::session::MovesByLevel;
use crate::session::game_stats::DROUGHT;

/// Number of lost games, by cause and by the level at their end.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Endings(BTreeMap<EndingCause, BTreeMap<u8, EndedGames>>);

/// Lost games of one cause and level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndedGames {
    /// Number of games.
    pub games: u64,
    /// Sum of the lines that they cleared.
    pub lines: u64,
}

/// Cause of a lost game. A *gap* is an empty cell with an occupied cell above it in its column. The first gap is the one
/// after which the stack had gaps until the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndingCause {
    /// No gap; the stack rose to the top.
    High,
    /// No gap, but no I for at least [`DROUGHT`] pieces; the stack rose to the top.
    Drought,
    /// First gap: the piece had no lock without a gap.
    NoFit,
    /// First gap: the piece had a lock without a gap, but the hands could not reach any.
    OutOfReach,
    /// First gap: the piece had a lock without a gap in reach, but locked elsewhere.
    Left,
    /// Gaps from the start, or for the last [`TURNS_MAX`] pieces.
    Long,
    /// The cartridge crashed.
    Crash,
}

/// Bands of levels in tables, each with its first and last level: pieces fall a row in three frames and slower, in two,
/// in one, and from level 39 on in tournaments two rows in one.
pub const LEVEL_BANDS: [(&str, [u8; 2]); 4] = [
    ("0-18", [0, 18]),
    ("19-28", [19, 28]),
    ("29-38", [29, 38]),
    ("39+", [39, u8::MAX]),
];

/// Number of pieces before the end of a game in which the first gap is looked for.
pub const TURNS_MAX: usize = 300;

impl EndingCause {
    /// Returns the cause in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            EndingCause::High => "no gap, too high",
            EndingCause::Drought => "no gap, no I for 13 pieces or more",
            EndingCause::NoFit => "gap: the piece fitted nowhere",
            EndingCause::OutOfReach => "gap: every fitting place was out of reach",
            EndingCause::Left => "gap: left, a fitting place was in reach",
            EndingCause::Long => "gaps at the start or for 300 pieces",
            EndingCause::Crash => "crash",
        }
    }
}

impl Endings {
    /// Counts a game that was lost at `level` after `lines` lines.
    pub fn count(&mut self, cause: EndingCause, level: u8, lines: u64) {
        self.add_games(cause, level, EndedGames { games: 1, lines });
    }

    /// Adds the lost games of another batch.
    pub fn add(&mut self, other: &Endings) {
        for (&cause, levels) in &other.0 {
            for (&level, &ended) in levels {
                self.add_games(cause, level, ended);
            }
        }
    }

    fn add_games(&mut self, cause: EndingCause, level: u8, games: EndedGames) {
        let ended = self.0.entry(cause).or_default().entry(level).or_default();
        *ended = ended.plus(games);
    }

    /// Returns the causes that ended games, each with its games in each of [`LEVEL_BANDS`].
    pub fn by_cause(&self) -> impl Iterator<Item = (EndingCause, [EndedGames; LEVEL_BANDS.len()])> {
        self.0.iter().map(|(&cause, levels)| {
            let in_band = |(_, [first, last]): (&str, [u8; 2])| {
                let ended = levels.range(first..=last);
                ended.fold(EndedGames::default(), |sum, (_, &ended)| sum.plus(ended))
            };
            (cause, LEVEL_BANDS.map(in_band))
        })
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        let ended = self.0.values().flat_map(BTreeMap::values);
        ended.fold(0, |sum, ended| ended.games.saturating_add(sum))
    }
}

impl EndedGames {
    /// Returns both together.
    #[must_use]
    pub const fn plus(self, other: EndedGames) -> EndedGames {
        EndedGames {
            games: self.games.saturating_add(other.games),
            lines: self.lines.saturating_add(other.lines),
        }
    }
}

/// Last turns of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct LastTurns(VecDeque<Turn>);

/// Piece about to be played.
#[derive(Clone, Copy, Debug)]
struct Turn {
    board: Board,
    piece: Piece,
    level: u8,
}

impl LastTurns {
    /// Adds a turn, and forgets the oldest one if there are [`TURNS_MAX`].
    pub(super) fn push(&mut self, board: Board, piece: Piece, level: u8) {
        if self.0.len() == TURNS_MAX {
            self.0.pop_front();
        }
        self.0.push_back(Turn {
            board,
            piece,
            level,
        });
    }

    /// Returns why the game was lost at the last turn. Without `moves`, pieces move without gravity.
    pub(super) fn cause(&self, moves: Option<&MovesByLevel>) -> EndingCause {
        let sound = self.0.iter().rposition(|turn| !has_gap(&turn.board));
        match sound {
            None => EndingCause::Long,
            Some(last) if last + 1 == self.0.len() => {
                let pieces = self.0.iter().rev();
                let since_i = pieces.take_while(|turn| turn.piece != Piece::I).count();
                match since_i >= DROUGHT as usize {
                    true => EndingCause::Drought,
                    false => EndingCause::High,
                }
            }
            Some(first) => self.0[first].cause_of_gap(moves),
        }
    }
}

impl Turn {
    /// Returns why this turn's lock, which left a gap, left one.
    fn cause_of_gap(&self, moves: Option<&MovesByLevel>) -> EndingCause {
        let fits = |moves: &dyn MoveGenerator| {
            let locks = moves.locks(&self.board, self.piece);
            locks.is_some_and(|locks| {
                let mut locks = locks.iter();
                locks.any(|lock| !has_gap(&self.board.lock(lock).0))
            })
        };
        match moves {
            _ if !fits(&NoFilter) => EndingCause::NoFit,
            Some(moves) if !fits(&*moves.at(self.level)) => EndingCause::OutOfReach,
            _ => EndingCause::Left,
        }
    }
}

/// Returns whether an empty cell lies below an occupied one.
fn has_gap(board: &Board) -> bool {
    (0..COLUMNS).any(|x| {
        let column = board.column(x);
        column.count_ones() + column.trailing_zeros().min(ROWS as u32) != ROWS as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{CrashRule, GameType};
    use crate::rules::Region;
    use crate::search::Hand;
    use crate::session::PadControls;

    fn turns(rows: &str, pieces: &[Piece]) -> LastTurns {
        let board = rows.parse().unwrap();
        let mut turns = LastTurns::default();
        pieces
            .iter()
            .for_each(|&piece| turns.push(board, piece, 29));
        turns
    }

    /// Returns the cause of a game whose first gap this piece left on this board.
    fn cause_of_gap(rows: &str, piece: Piece, moves: Option<&MovesByLevel>) -> EndingCause {
        let mut turns = turns(rows, &[piece]);
        let with_gap = "XXXXXXXXX. ......XXX. XXXXXXXXX.".parse().unwrap();
        turns.push(with_gap, Piece::O, 29);
        turns.push(with_gap, Piece::T, 29);
        turns.cause(moves)
    }

    fn slow_hands() -> MovesByLevel {
        MovesByLevel::new(PadControls {
            hand: Hand::new(10, 0).unwrap(),
            region: Region::Ntsc,
            game_type: GameType::A,
            double_killscreen: false,
            crash: CrashRule::Off,
            training: None,
        })
    }

    #[test]
    fn a_stack_without_a_gap_was_too_high_or_waited_for_an_i() {
        let tower = ["XXXXXXXXX."; 19].join(" ");
        let short = [Piece::I, Piece::O, Piece::T];
        assert_eq!(turns(&tower, &short).cause(None), EndingCause::High);
        let mut long = vec![Piece::I];
        long.extend([Piece::O; DROUGHT as usize]);
        assert_eq!(turns(&tower, &long).cause(None), EndingCause::Drought);
    }

    #[test]
    fn a_piece_that_fits_nowhere_leaves_a_gap() {
        assert_eq!(cause_of_gap("", Piece::S, None), EndingCause::NoFit);
        assert_eq!(cause_of_gap("", Piece::T, None), EndingCause::Left);
    }

    #[test]
    fn slow_hands_leave_a_gap_at_level_29_where_fast_ones_would_not() {
        let edge = "..X.X.X.X. ".to_owned() + &["..XXXXXXXX"; 13].join(" ");
        let hands = slow_hands();
        assert_eq!(cause_of_gap(&edge, Piece::O, None), EndingCause::Left);
        let slow = cause_of_gap(&edge, Piece::O, Some(&hands));
        assert_eq!(slow, EndingCause::OutOfReach);
        assert_eq!(
            cause_of_gap("XXXXXXXX..", Piece::O, Some(&hands)),
            EndingCause::Left
        );
    }

    #[test]
    fn gaps_from_the_start_on_have_no_first_one() {
        let gaps = "XXXXXXXXX. .XXXXXXXX.";
        assert_eq!(turns(gaps, &[Piece::T]).cause(None), EndingCause::Long);
    }

    #[test]
    fn endings_are_counted_by_cause_and_level() {
        let mut endings = Endings::default();
        endings.count(EndingCause::High, 29, 240);
        endings.count(EndingCause::High, 31, 260);
        endings.count(EndingCause::Left, 18, 20);
        let none = EndedGames::default();
        let high = [
            none,
            none,
            EndedGames {
                games: 2,
                lines: 500,
            },
            none,
        ];
        let left = [
            EndedGames {
                games: 1,
                lines: 20,
            },
            none,
            none,
            none,
        ];
        let by_cause: Vec<_> = endings.by_cause().collect();
        assert_eq!(
            by_cause,
            [(EndingCause::High, high), (EndingCause::Left, left)]
        );
        assert_eq!(endings.games(), 3);
    }
}
