//! Code for three classes of processors: all of them, those with bit and vector instructions, and those with wide vector
//! registers. The program chooses between them at run time.
//!
//! This module and [`dispatch`](super::dispatch) are the only ones of the library with `unsafe`. Calling code compiled for
//! additional instructions is sound only after a check that the processor has them. In return, a plain
//! `cargo build --release` needs no flags. See `benches/README.md` for measurements with `cargo bench`.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls functions compiled for CPU features beyond the base target, after checking that the CPU has them"
    )
)]

/// Runs `work`. Code inlined into `work` uses the additional instructions of this processor, if it has them.
pub(crate) fn on_this_processor<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if is_modern() {
        // SAFETY: `is_modern` has just checked that the processor has all the features named at `modern_work`.
        return unsafe { modern_work(work) };
    }
    work()
}

/// Version for x86-64 processors since 2013.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn modern_work<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Vector registers of the processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorWidth(Width);

/// Width of vector registers. Has no variants on architectures other than x86-64.
#[derive(Clone, Copy, Debug)]
enum Width {
    #[cfg(target_arch = "x86_64")]
    Bits512,
    #[cfg(target_arch = "x86_64")]
    Bits256,
}

impl VectorWidth {
    /// Returns all widths worth using, widest first.
    pub(super) fn all() -> impl Iterator<Item = VectorWidth> {
        #[cfg(target_arch = "x86_64")]
        let widths = [
            is_wide().then_some(Width::Bits512),
            is_modern().then_some(Width::Bits256),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let widths: [Option<Width>; 0] = [];
        widths.into_iter().flatten().map(VectorWidth)
    }

    /// Runs `eight` if a register holds eight words, or `four` if it holds four. Code inlined into `eight` or `four`
    /// uses such registers.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(
            unused_variables,
            reason = "`VectorWidth` has no values on other processors"
        )
    )]
    pub(super) fn run<R>(self, eight: impl FnOnce() -> R, four: impl FnOnce() -> R) -> R {
        match self.0 {
            // SAFETY: this value exists only if the processor has all the features named at `wide_work`.
            #[cfg(target_arch = "x86_64")]
            Width::Bits512 => unsafe { wide_work(eight) },
            // SAFETY: this value exists only if the processor has all the features named at `modern_work`.
            #[cfg(target_arch = "x86_64")]
            Width::Bits256 => unsafe { modern_work(four) },
        }
    }
}

/// Version for x86-64 processors with 512-bit vector registers that count bits: Intel since 2019, AMD since 2022.
#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
)]
fn wide_work<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[cfg(target_arch = "x86_64")]
pub(super) fn is_modern() -> bool {
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
