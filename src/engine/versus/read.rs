//! Queries of a match: getters, view, state, hash.

use serde::Serialize;

use crate::engine::pad_game::PadGame;
use crate::engine::persistent_memory::PersistentMemory;
use crate::engine::screen::Screen;
use crate::engine::state::GameState;
use crate::engine::view::{MatchKind, MatchStage, RoundOutcome, Side, SideView, VersusView, View};
use crate::rules::StateHash;

use super::garbage::surplus;
use super::{Corner, Phase, Versus, VersusStart};

/// State of a match as a JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VersusState {
    /// Video frames since the start of the match.
    pub frame: u64,
    /// Always `versus`.
    pub screen: &'static str,
    /// The round, from 1; draws count.
    pub round: u32,
    /// `playing`, `paused`, `round_over` or `match_over`.
    pub moment: &'static str,
    /// `left`, `right` or `draw` once a round is over.
    pub outcome: Option<&'static str>,
    /// Extra rows of each attack at this point of the round.
    pub surplus: u32,
    /// The left side.
    pub left: SideState,
    /// The right side.
    pub right: SideState,
    /// Hash of the whole state, in hexadecimal.
    pub hash: String,
}

/// One side of a match as a JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideState {
    /// Name of the player.
    pub name: String,
    /// Number of rounds won.
    pub wins: u8,
    /// Number of rows of garbage queued for this side.
    pub pending: u32,
    /// Number of rows of garbage sent in this round.
    pub sent: u32,
    /// The game.
    pub game: GameState,
}

impl Versus {
    /// Returns the start of the match.
    pub const fn start(&self) -> &VersusStart {
        &self.start
    }

    /// Returns a side's game.
    pub fn game(&self, side: Side) -> &PadGame {
        &self.corner(side).game
    }

    /// Returns the console memory behind a side's game, see [`PersistentMemory`].
    pub fn carry(&self, side: Side) -> &PersistentMemory {
        &self.corner(side).carry
    }

    /// Returns the number of garbage rows queued for a side.
    pub fn pending(&self, side: Side) -> u32 {
        self.corner(side).pending.rows()
    }

    /// Returns the number of garbage rows that a side has sent in this round.
    pub fn sent(&self, side: Side) -> u32 {
        self.corner(side).sent
    }

    /// Returns the number of rounds that a side has won.
    pub const fn wins(&self, side: Side) -> u8 {
        self.wins[side.index()]
    }

    /// Returns the round, from 0; draws count.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// Returns the number of frames since the start of the match.
    pub const fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the number of frames of this round in which the games were running.
    pub const fn round_frames(&self) -> u32 {
        self.round_frames
    }

    /// Returns the stage of the match.
    pub fn moment(&self) -> MatchStage {
        match self.phase {
            Phase::Playing => MatchStage::Playing,
            Phase::Paused => MatchStage::Paused,
            Phase::Over(outcome, _) if self.is_decided() => MatchStage::MatchOver(outcome),
            Phase::Over(outcome, _) => MatchStage::RoundOver(outcome),
        }
    }

    /// Returns whether one side has won the match.
    pub fn is_decided(&self) -> bool {
        self.wins.contains(&self.start.wins_needed())
    }

    /// Returns the view of the screen after the last step.
    pub fn view(&self) -> View {
        let sides = Side::BOTH.map(|side| {
            let corner = self.corner(side);
            let mut game = corner.game.game_view();
            // The wall of a stopped game could otherwise stay white.
            game.flash &= self.phase == Phase::Playing;
            SideView {
                name: self.start.names[side.index()].clone(),
                game,
                pending: corner.pending.rows(),
                wins: self.wins(side),
            }
        });
        View::Versus(Box::new(VersusView {
            sides,
            kind: MatchKind::Garbage {
                wins_needed: self.start.wins_needed(),
                surplus: surplus(self.round_frames),
            },
            moment: self.moment(),
        }))
    }

    /// Returns the match's state for other programs.
    pub fn state(&self) -> VersusState {
        let side = |side| {
            let Corner { game, carry, .. } = self.corner(side);
            let mut state = GameState::for_screen(self.frames, Screen::Game);
            game.describe(carry, &mut state);
            let mut hash = StateHash::default();
            game.hash_into(&mut hash);
            carry.hash_into(&mut hash);
            state.hash = format!("{:016X}", hash.finish());
            SideState {
                name: self.start.names[side.index()].clone(),
                wins: self.wins(side),
                pending: self.pending(side),
                sent: self.sent(side),
                game: state,
            }
        };
        let (moment, outcome) = match self.moment() {
            MatchStage::Playing => ("playing", None),
            MatchStage::Paused => ("paused", None),
            MatchStage::RoundOver(outcome) => ("round_over", Some(outcome)),
            MatchStage::MatchOver(outcome) => ("match_over", Some(outcome)),
        };
        VersusState {
            frame: self.frames,
            screen: "versus",
            round: self.round + 1,
            moment,
            outcome: outcome.map(|outcome| match outcome {
                RoundOutcome::Won(Side::Left) => "left",
                RoundOutcome::Won(Side::Right) => "right",
                RoundOutcome::Draw => "draw",
            }),
            surplus: surplus(self.round_frames),
            left: side(Side::Left),
            right: side(Side::Right),
            hash: format!("{:016X}", self.hash()),
        }
    }

    /// Returns the hash of the whole match. Equal starts and inputs give equal hashes.
    pub fn hash(&self) -> u64 {
        let Versus {
            // Not hashed: the hashed games depend on the seed and levels of the start.
            start: _,
            corners,
            wins,
            round,
            frames,
            round_frames,
            phase,
        } = self;
        let mut hash = StateHash::default();
        for corner in corners {
            corner.hash_into(&mut hash);
        }
        hash.bytes(wins);
        hash.number(u64::from(*round));
        hash.number(*frames);
        hash.number(u64::from(*round_frames));
        let (phase, frames) = match *phase {
            Phase::Playing => (0, 0),
            Phase::Paused => (1, 0),
            Phase::Over(RoundOutcome::Draw, frames) => (2, frames),
            Phase::Over(RoundOutcome::Won(side), frames) => (3 + side as u8, frames),
        };
        hash.bytes(&[phase]);
        hash.number(u64::from(frames));
        hash.finish()
    }

    const fn corner(&self, side: Side) -> &Corner {
        &self.corners[side.index()]
    }
}

impl Corner {
    fn hash_into(&self, hash: &mut StateHash) {
        let Corner {
            game,
            carry,
            pad,
            pending,
            sent,
        } = self;
        game.hash_into(hash);
        carry.hash_into(hash);
        hash.bytes(&[pad.held.bits(), pad.new.bits()]);
        pending.hash_into(hash);
        hash.number(u64::from(*sent));
    }
}
