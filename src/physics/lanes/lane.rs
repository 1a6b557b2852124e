//! The number type of the kernels: one `f32`, or sixteen of them side by side, or two such
//! sixteens in turns (`pair`).
//!
//! A kernel is written once for any [`Lane`]. Every operation treats each lane by
//! itself and rounds as IEEE 754 says, and nothing is fused, so a lane holds the bits
//! that one `f32` would hold. What differs between lanes is chosen by masks; a branch
//! only asks whether any lane needs it, and leaves the others as they are.

use fearless_simd::{f32x16, mask32x16, Select, Simd, SimdBase, SimdFrom, SimdMask};
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Lanes of a register.
pub const WIDTH: usize = 16;
/// Most lanes that there are.
pub const MOST_LANES: usize = 2 * WIDTH;
/// Numbers of a ragdoll that become lanes at once.
pub const ROW: usize = WIDTH;

/// Numbers of one ragdoll after the other.
pub type Rows = [[f32; ROW]; MOST_LANES];

/// Numbers side by side.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Add<f32, Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Sub<f32, Output = Self>
    + SubAssign
    + Mul<Output = Self>
    + Mul<f32, Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A truth value per lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    /// Proof that the processor has the instructions.
    type Token: Copy;

    /// How many numbers there are.
    const COUNT: usize;

    /// The same number in every lane.
    fn splat(token: Self::Token, value: f32) -> Self;

    /// The number in a lane.
    fn lane(&self, lane: usize) -> f32;

    /// Puts a number into a lane.
    fn set_lane(&mut self, lane: usize, value: f32);

    /// Numbers of ragdolls, each as the lane of its ragdoll.
    fn from_rows(token: Self::Token, rows: &[[f32; ROW]]) -> [Self; ROW];

    /// The other way round.
    fn into_rows(columns: [Self; ROW], rows: &mut [[f32; ROW]]);

    /// Another number in every lane.
    fn like(self, value: f32) -> Self;

    /// Square root.
    fn sqrt(self) -> Self;

    /// The smaller number; the other one if this is not a number.
    fn min(self, other: Self) -> Self;

    /// The larger number; the other one if this is not a number.
    fn max(self, other: Self) -> Self;

    /// Without its sign.
    fn abs(self) -> Self;

    /// With the sign of another number.
    fn copysign(self, sign: Self) -> Self;

    /// Whether it is less.
    fn lt(self, other: Self) -> Self::Mask;

    /// Whether it is less or equal.
    fn le(self, other: Self) -> Self::Mask;

    /// Whether it is equal.
    fn same(self, other: Self) -> Self::Mask;

    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Whether the mask holds anywhere.
    fn any(mask: Self::Mask) -> bool;
}

impl Lane for f32 {
    type Mask = bool;
    type Token = ();

    const COUNT: usize = 1;

    #[inline(always)]
    fn splat((): (), value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn lane(&self, _: usize) -> f32 {
        *self
    }

    #[inline(always)]
    fn set_lane(&mut self, _: usize, value: f32) {
        *self = value;
    }

    #[inline(always)]
    fn from_rows((): (), rows: &[[f32; ROW]]) -> [f32; ROW] {
        rows[0]
    }

    #[inline(always)]
    fn into_rows(columns: [f32; ROW], rows: &mut [[f32; ROW]]) {
        rows[0] = columns;
    }

    #[inline(always)]
    fn like(self, value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> f32 {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn min(self, other: f32) -> f32 {
        if self < other {
            self
        } else {
            other
        }
    }

    #[inline(always)]
    fn max(self, other: f32) -> f32 {
        if self > other {
            self
        } else {
            other
        }
    }

    #[inline(always)]
    fn abs(self) -> f32 {
        f32::abs(self)
    }

    #[inline(always)]
    fn copysign(self, sign: f32) -> f32 {
        f32::copysign(self, sign)
    }

    #[inline(always)]
    fn lt(self, other: f32) -> bool {
        self < other
    }

    #[inline(always)]
    fn le(self, other: f32) -> bool {
        self <= other
    }

    #[inline(always)]
    fn same(self, other: f32) -> bool {
        self == other
    }

    #[inline(always)]
    fn select(mask: bool, yes: f32, no: f32) -> f32 {
        if mask {
            yes
        } else {
            no
        }
    }

    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
}

impl<S: Simd> Lane for f32x16<S> {
    type Mask = mask32x16<S>;
    type Token = S;

    const COUNT: usize = WIDTH;

    #[inline(always)]
    fn splat(token: S, value: f32) -> Self {
        f32x16::simd_from(token, value)
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> f32 {
        self[lane]
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f32) {
        self[lane] = value;
    }

    #[inline(always)]
    fn from_rows(token: S, rows: &[[f32; ROW]]) -> [Self; ROW] {
        let mut columns = [f32x16::simd_from(token, 0.0); ROW];
        for (column, row) in columns.iter_mut().zip(rows) {
            *column = f32x16::simd_from(token, *row);
        }
        transposed(token, columns)
    }

    #[inline(always)]
    fn into_rows(columns: [Self; ROW], rows: &mut [[f32; ROW]]) {
        let token = columns[0].simd;
        let transposed = transposed(token, columns);
        for (row, column) in rows.iter_mut().zip(&transposed) {
            *row = (*column).into();
        }
    }

    #[inline(always)]
    fn like(self, value: f32) -> Self {
        f32x16::simd_from(self.simd, value)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.simd.sqrt_f32x16(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.simd.min_f32x16(self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.simd.max_f32x16(self, other)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.simd.abs_f32x16(self)
    }

    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        self.simd.copysign_f32x16(self, sign)
    }

    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        self.simd_lt(other)
    }

    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        self.simd_le(other)
    }

    #[inline(always)]
    fn same(self, other: Self) -> Self::Mask {
        self.simd_eq(other)
    }

    #[inline(always)]
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }

    #[inline(always)]
    fn any(mask: Self::Mask) -> bool {
        mask.any_true()
    }
}

/// Columns as rows: four times, the first half is dealt between the second.
#[inline(always)]
fn transposed<S: Simd>(token: S, mut rows: [f32x16<S>; ROW]) -> [f32x16<S>; ROW] {
    for _ in 0..ROW.ilog2() {
        let before = rows;
        for i in 0..ROW / 2 {
            let pair = token.interleave_f32x16(before[i], before[i + ROW / 2]);
            (rows[2 * i], rows[2 * i + 1]) = pair;
        }
    }
    rows
}
