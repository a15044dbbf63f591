//! The search compiled several times: for every processor, for those with bit and vector
//! instructions, and for those with wide vector registers, chosen at run time.
//!
//! This is the one module of the library with `unsafe`: calling code compiled for instructions
//! that the compiler's target does not promise is only sound after asking the processor. A plain
//! `cargo build --release` then needs no flags. Measured with `cargo bench`: see
//! `benches/README.md`.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls a function compiled for more instructions than the base target, after asking the processor"
    )
)]

use std::ops::ControlFlow;

use crate::rules::Piece;

use super::chain::{Leaf, Search, Visit};
use super::move_generator::Moves;

/// Tries all chains of locks for `pieces` from `leaf` on.
pub(super) fn descend<M: Moves + ?Sized, V: Visit>(
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
fn plain<M: Moves + ?Sized, V: Visit>(
    search: &mut Search<'_, M, V>,
    leaf: &Leaf,
    pieces: &[Piece],
) -> ControlFlow<()> {
    search.expand(leaf, pieces, plain)
}

/// For x86-64 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn modern<M: Moves + ?Sized, V: Visit>(
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

/// Vector registers that the processor has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vectors(Width);

/// Without variants where none are known.
#[derive(Clone, Copy, Debug)]
enum Width {
    #[cfg(target_arch = "x86_64")]
    Bits512,
    #[cfg(target_arch = "x86_64")]
    Bits256,
}

impl Vectors {
    /// All that are worth using, the widest first.
    pub(super) fn all() -> impl Iterator<Item = Vectors> {
        #[cfg(target_arch = "x86_64")]
        let widths = [
            is_wide().then_some(Width::Bits512),
            is_modern().then_some(Width::Bits256),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let widths: [Option<Width>; 0] = [];
        widths.into_iter().flatten().map(Vectors)
    }

    /// Does what is written for eight words a register, or else for four, compiled for these
    /// registers as far as it is inlined.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(unused_variables, reason = "it cannot be called there")
    )]
    pub(super) fn run<R>(self, eight: impl FnOnce() -> R, four: impl FnOnce() -> R) -> R {
        match self.0 {
            // SAFETY: made only after the processor has said that it has all the features named
            // at `wide_work`.
            #[cfg(target_arch = "x86_64")]
            Width::Bits512 => unsafe { wide_work(eight) },
            // SAFETY: made only after the processor has said that it has all the features named
            // at `modern_work`.
            #[cfg(target_arch = "x86_64")]
            Width::Bits256 => unsafe { modern_work(four) },
        }
    }
}

/// For x86-64 processors with vector registers of 512 bits that count bits: Intel since 2019, AMD
/// since 2022.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn wide_work<R>(work: impl FnOnce() -> R) -> R {
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

#[cfg(target_arch = "x86_64")]
fn is_wide() -> bool {
    is_modern()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
}
