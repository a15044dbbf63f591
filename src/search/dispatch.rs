//! Compilation of the exhaustive search for [the classes of processors](super::processor).
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for CPU features beyond the base target, after checking that the CPU has them"
    )
)]

use std::ops::ControlFlow;

use crate::rules::Piece;

use super::chain::{ChainSearch, LeafVisitor, SearchLeaf};
use super::move_generator::Moves;
#[cfg(target_arch = "x86_64")]
use super::processor::is_modern;

/// Tries all chains of locks for `pieces` from `leaf` on.
pub(super) fn descend<M: Moves + ?Sized, V: LeafVisitor>(
    search: &mut ChainSearch<'_, M, V>,
    leaf: &SearchLeaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    #[cfg(target_arch = "x86_64")]
    if is_modern() {
        // SAFETY: `is_modern` has just checked that the processor has all the features named at `modern`.
        return unsafe { modern(search, leaf, pieces) };
    }
    plain(search, leaf, pieces)
}

/// Version for every processor.
fn plain<M: Moves + ?Sized, V: LeafVisitor>(
    search: &mut ChainSearch<'_, M, V>,
    leaf: &SearchLeaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    search.expand(leaf, pieces, plain)
}

/// Version for x86-64 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn modern<M: Moves + ?Sized, V: LeafVisitor>(
    search: &mut ChainSearch<'_, M, V>,
    leaf: &SearchLeaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    search.expand(leaf, pieces, |search, leaf, pieces| {
        modern(search, leaf, pieces)
    })
}
