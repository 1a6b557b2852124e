//! Lanes that fill a register: sixteen numbers in single, eight in double precision.

use super::lane::{operations, Cell, Lane, ROW};
use fearless_simd::{
    f32x16, f64x8, mask32x16, mask64x8, Select, Simd, SimdBase, SimdFrom, SimdMask,
};

/// The lanes of a register.
#[derive(Debug, Clone, Copy)]
pub struct Wide<V>(V);

/// Registers of one precision: their vector, mask, number and count, and the names of
/// their operations.
macro_rules! wide {
    ($vector:ident, $mask:ident, $cell:ident, $count:literal, $transposed:ident,
     $interleave:ident, $sqrt:ident, $min:ident, $max:ident, $abs:ident, $copysign:ident) => {
        operations!([S: Simd] Wide<$vector<S>>);

        impl<S: Simd> Lane for Wide<$vector<S>> {
            type Mask = $mask<S>;
            type Token = S;
            type Cell = $cell;

            const COUNT: usize = $count;

            #[inline(always)]
            fn splat(token: S, value: f64) -> Self {
                Wide($vector::simd_from(token, $cell::of(value)))
            }

            #[inline(always)]
            fn lane(&self, lane: usize) -> f64 {
                f64::from(self.0[lane])
            }

            #[inline(always)]
            fn set_lane(&mut self, lane: usize, value: f64) {
                self.0[lane] = $cell::of(value);
            }

            /// As many blocks as it takes to make squares of the rows.
            #[inline(always)]
            fn from_rows(token: S, rows: &[[$cell; ROW]]) -> [Self; ROW] {
                let zero = $vector::simd_from(token, $cell::of(0.0));
                let mut columns = [Wide(zero); ROW];
                for block in 0..ROW / $count {
                    let mut square = [zero; $count];
                    for (column, row) in square.iter_mut().zip(rows) {
                        let mut part = [$cell::of(0.0); $count];
                        part.copy_from_slice(&row[block * $count..][..$count]);
                        *column = $vector::simd_from(token, part);
                    }
                    for (place, column) in $transposed(token, square).into_iter().enumerate() {
                        columns[block * $count + place] = Wide(column);
                    }
                }
                columns
            }

            #[inline(always)]
            fn into_rows(columns: [Self; ROW], rows: &mut [[$cell; ROW]]) {
                let token = columns[0].0.simd;
                for block in 0..ROW / $count {
                    let mut square = [columns[0].0; $count];
                    for (place, column) in square.iter_mut().enumerate() {
                        *column = columns[block * $count + place].0;
                    }
                    for (row, column) in rows.iter_mut().zip($transposed(token, square)) {
                        let part: [$cell; $count] = column.into();
                        row[block * $count..][..$count].copy_from_slice(&part);
                    }
                }
            }

            #[inline(always)]
            fn like(self, value: f64) -> Self {
                Wide($vector::simd_from(self.0.simd, $cell::of(value)))
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                Wide(self.0.simd.$sqrt(self.0))
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Wide(self.0.simd.$min(self.0, other.0))
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Wide(self.0.simd.$max(self.0, other.0))
            }

            #[inline(always)]
            fn abs(self) -> Self {
                Wide(self.0.simd.$abs(self.0))
            }

            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                Wide(self.0.simd.$copysign(self.0, sign.0))
            }

            #[inline(always)]
            fn lt(self, other: Self) -> Self::Mask {
                self.0.simd_lt(other.0)
            }

            #[inline(always)]
            fn le(self, other: Self) -> Self::Mask {
                self.0.simd_le(other.0)
            }

            #[inline(always)]
            fn same(self, other: Self) -> Self::Mask {
                self.0.simd_eq(other.0)
            }

            #[inline(always)]
            fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
                Wide(mask.select(yes.0, no.0))
            }

            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                mask.any_true()
            }

            #[inline(never)]
            fn apart<R>(self, work: impl FnOnce() -> R) -> R {
                self.0.simd.vectorize(work)
            }
        }

        /// Columns as rows: over and over, the first half is dealt between the second.
        #[inline(always)]
        fn $transposed<S: Simd>(token: S, mut rows: [$vector<S>; $count]) -> [$vector<S>; $count] {
            for _ in 0..usize::ilog2($count) {
                let before = rows;
                for i in 0..$count / 2 {
                    let pair = token.$interleave(before[i], before[i + $count / 2]);
                    (rows[2 * i], rows[2 * i + 1]) = pair;
                }
            }
            rows
        }
    };
}

wide!(
    f32x16,
    mask32x16,
    f32,
    16,
    transposed_sixteen,
    interleave_f32x16,
    sqrt_f32x16,
    min_f32x16,
    max_f32x16,
    abs_f32x16,
    copysign_f32x16
);
wide!(
    f64x8,
    mask64x8,
    f64,
    8,
    transposed_eight,
    interleave_f64x8,
    sqrt_f64x8,
    min_f64x8,
    max_f64x8,
    abs_f64x8,
    copysign_f64x8
);
