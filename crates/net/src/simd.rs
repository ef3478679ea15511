//! Vectors of floats for the instruction sets that a processor may have.
//!
//! The arithmetic is written once, generic over [`Simd`], and compiled for
//! each set; [`Instructions::detect`] chooses at run time.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use pulp::x86::{V3, V4};

/// The instructions that a forward pass uses.
#[derive(Copy, Clone)]
#[non_exhaustive]
pub enum Instructions {
    /// What every processor of the target has.
    Baseline,
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

impl Instructions {
    /// The best that this processor has.
    pub fn detect() -> Instructions {
        Instructions::available().pop().unwrap_or(Instructions::Baseline)
    }

    /// All that this processor has, the best last.
    pub fn available() -> Vec<Instructions> {
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = V3::try_new().map(|it| Instructions::Avx2(Avx2(it)));
            let avx512 = V4::try_new().map(|it| Instructions::Avx512(Avx512(it)));
            [Some(Instructions::Baseline), avx2, avx512].into_iter().flatten().collect()
        }
        #[cfg(not(target_arch = "x86_64"))]
        vec![Instructions::Baseline]
    }

    /// Columns of a panel of a packed matrix.
    pub(crate) fn panel_width(self) -> usize {
        match self {
            Instructions::Baseline => 2 * Baseline::LANES,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => 2 * Avx2::LANES,
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => 2 * Avx512::LANES,
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Instructions::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "AVX-512",
        })
    }
}

impl fmt::Debug for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What can be done with vectors of floats.
///
/// Everything is inlined into the function that [`Simd::vectorize`] compiles.
pub(crate) trait Simd: Copy {
    /// Some floats.
    type Vector: Copy;
    /// How many.
    const LANES: usize;
    /// Rows of a matrix product that are computed at a time, two vectors wide:
    /// as many as there are registers for.
    const MAX_ROWS: usize;

    /// Calls a function that is compiled for these instructions.
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R;
    /// The first floats of a slice.
    fn load(self, from: &[f32]) -> Self::Vector;
    /// Writes the first floats of a slice.
    fn store(self, value: Self::Vector, to: &mut [f32]);
    /// The same value everywhere.
    fn splat(self, value: f32) -> Self::Vector;
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a * b + c`, rounded once or twice.
    fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;

    #[inline(always)]
    fn relu(self, a: Self::Vector) -> Self::Vector {
        self.max(a, self.splat(0.0))
    }

    /// `factor * a + b`.
    #[inline(always)]
    fn scale_add(self, factor: f32, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        self.mul_add(self.splat(factor), a, b)
    }
}

/// Plain arrays, vectorized by the compiler for the target's baseline.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Baseline;

const BASELINE_LANES: usize = 8;

impl Simd for Baseline {
    type Vector = [f32; BASELINE_LANES];
    const LANES: usize = BASELINE_LANES;
    const MAX_ROWS: usize = if cfg!(target_arch = "aarch64") { 6 } else { 3 };

    #[inline(always)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }

    #[inline(always)]
    fn load(self, from: &[f32]) -> Self::Vector {
        let mut value = [0.0; BASELINE_LANES];
        value.copy_from_slice(&from[..BASELINE_LANES]);
        value
    }

    #[inline(always)]
    fn store(self, value: Self::Vector, to: &mut [f32]) {
        to[..BASELINE_LANES].copy_from_slice(&value);
    }

    #[inline(always)]
    fn splat(self, value: f32) -> Self::Vector {
        [value; BASELINE_LANES]
    }

    #[inline(always)]
    fn add(self, mut a: Self::Vector, b: Self::Vector) -> Self::Vector {
        for lane in 0..BASELINE_LANES {
            a[lane] += b[lane];
        }
        a
    }

    #[inline(always)]
    fn sub(self, mut a: Self::Vector, b: Self::Vector) -> Self::Vector {
        for lane in 0..BASELINE_LANES {
            a[lane] -= b[lane];
        }
        a
    }

    #[inline(always)]
    fn max(self, mut a: Self::Vector, b: Self::Vector) -> Self::Vector {
        for lane in 0..BASELINE_LANES {
            a[lane] = if a[lane] > b[lane] { a[lane] } else { b[lane] };
        }
        a
    }

    #[inline(always)]
    fn mul_add(self, a: Self::Vector, b: Self::Vector, mut c: Self::Vector) -> Self::Vector {
        for lane in 0..BASELINE_LANES {
            // Where the target has no such instruction, `f32::mul_add` would
            // be a call of a slow function.
            c[lane] = if cfg!(target_arch = "aarch64") {
                a[lane].mul_add(b[lane], c[lane])
            } else {
                a[lane] * b[lane] + c[lane]
            };
        }
        c
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! x86_instructions {
    ($(#[$doc:meta])* $name:ident, $token:ty, $max_rows:expr) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug)]
        pub struct $name($token);

        impl Simd for $name {
            type Vector = <$token as pulp::Simd>::f32s;
            const LANES: usize = <$token as pulp::Simd>::F32_LANES;
            const MAX_ROWS: usize = $max_rows;

            #[inline(always)]
            fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
                self.0.vectorize(function)
            }

            #[inline(always)]
            fn load(self, from: &[f32]) -> Self::Vector {
                <$token as pulp::Simd>::as_simd_f32s(&from[..Self::LANES]).0[0]
            }

            #[inline(always)]
            fn store(self, value: Self::Vector, to: &mut [f32]) {
                <$token as pulp::Simd>::as_mut_simd_f32s(&mut to[..Self::LANES]).0[0] = value;
            }

            #[inline(always)]
            fn splat(self, value: f32) -> Self::Vector {
                pulp::Simd::splat_f32s(self.0, value)
            }

            #[inline(always)]
            fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                pulp::Simd::add_f32s(self.0, a, b)
            }

            #[inline(always)]
            fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                pulp::Simd::sub_f32s(self.0, a, b)
            }

            #[inline(always)]
            fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
                pulp::Simd::max_f32s(self.0, a, b)
            }

            #[inline(always)]
            fn mul_add(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector {
                pulp::Simd::mul_add_f32s(self.0, a, b, c)
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
x86_instructions!(
    /// Proof that the processor has AVX2 and FMA.
    Avx2, V3, 6
);
#[cfg(target_arch = "x86_64")]
x86_instructions!(
    /// Proof that the processor has AVX-512.
    Avx512, V4, 12
);
