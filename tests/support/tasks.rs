//! Tasks to place a piece, and strategies that solve them.

use std::sync::Arc;

use rightwell::engine::{CrashRule, GameType};
use rightwell::players::{Pattern, Player, Position, Strategy, StrategyKind};
use rightwell::rules::PlayfieldMemory;
use rightwell::rules::playfield_memory::Cell;
use rightwell::search::{Hand, PadPiece};
use rightwell::session::{MovesByLevel, NextVisibility, PadControls, PadTask};

/// Names of strategies: one of each kind.
pub const KINDS: [&str; 5] = [
    "none",
    "well",
    "well-plain",
    "pattern:heart",
    "pattern-plain:heart",
];

/// Returns this player with a strategy of this kind.
pub fn strategy(player: &str, kind: &str) -> Arc<Strategy> {
    let player = Arc::new(Player::named(player).unwrap());
    let kind = StrategyKind::find(kind, Pattern::named).unwrap();
    Arc::new(Strategy::new(player, kind))
}

/// Returns the task to place this piece. `next_visibility` says when NEXT can be seen.
pub fn task(
    strategy: &Arc<Strategy>,
    position: &Position,
    piece: PadPiece,
    (hand, next_visibility): (Hand, NextVisibility),
) -> PadTask {
    let pad = PadControls {
        hand,
        region: piece.region,
        game_type: GameType::A,
        double_killscreen: false,
        crash: CrashRule::Off,
        training: None,
    };
    PadTask {
        position: position.clone(),
        strategy: Arc::clone(strategy),
        page: PlayfieldMemory::from_board(&position.board, Cell::from_piece(position.current)),
        piece,
        moves: Arc::new(MovesByLevel::new(pad)),
        misdrop: None,
        slip: None,
        crash_prediction: None,
        next_visibility,
    }
}
