//! The search compiled twice: for every processor, and for those with bit and vector
//! instructions, chosen at run time.
//!
//! This is the one module of the library with `unsafe`: calling code compiled for instructions
//! that the compiler's target does not promise is only sound after asking the processor. A plain
//! `cargo build --release` then needs no flags. Measured with `cargo bench`: see
//! `benches/README.md`.
#![expect(
    unsafe_code,
    reason = "calls a function compiled for more instructions than the base target, after asking the processor"
)]

use std::ops::ControlFlow;

use crate::rules::Piece;

use super::chain::{Leaf, Search, Visit};
use super::move_generator::MoveGenerator;

/// Tries all chains of locks for `pieces` from `leaf` on.
pub(super) fn descend<M: MoveGenerator, V: Visit>(
    search: &mut Search<'_, M, V>,
    leaf: &Leaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    #[cfg(target_arch = "x86_64")]
    if is_modern() {
        // SAFETY: the processor has just said that it has all the features named at `modern`.
        return unsafe { modern(search, leaf, pieces) };
    }
    plain(search, leaf, pieces)
}

/// For every processor.
fn plain<M: MoveGenerator, V: Visit>(
    search: &mut Search<'_, M, V>,
    leaf: &Leaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    search.expand(leaf, pieces, plain)
}

/// For x86-64 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn modern<M: MoveGenerator, V: Visit>(
    search: &mut Search<'_, M, V>,
    leaf: &Leaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    search.expand(leaf, pieces, |search, leaf, pieces| {
        modern(search, leaf, pieces)
    })
}

/// Does `work`, compiled for the processor it runs on as far as it is inlined.
pub(crate) fn on_this_processor<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_modern() {
        // SAFETY: the processor has just said that it has all the features named at `modern_work`.
        return unsafe { modern_work(work) };
    }
    work()
}

/// For x86-64 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn modern_work<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
fn is_modern() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}
