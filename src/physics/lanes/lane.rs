//! The number type of the kernels: one number, or as many side by side as fill a
//! register (`wide`), or two such registers in turns (`pair`), in single or double
//! precision.
//!
//! A kernel is written once for any [`Lane`]. Every operation treats each lane by
//! itself and rounds as IEEE 754 says, and nothing is fused, so a lane holds the bits
//! that one number would hold. What differs between lanes is chosen by masks; a branch
//! only asks whether any lane needs it, and leaves the others as they are. Constants are
//! in double precision and rounded to that of the lane where they meet it.

use super::bodies::Polynomials;
use glam::DVec3;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// Most lanes that there are.
pub const MOST_LANES: usize = 32;
/// Numbers of a thing that become lanes at once.
pub const ROW: usize = 16;

/// In which precision something is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

/// A number of one ragdoll as it is kept in memory.
pub trait Cell: Polynomials + Copy + Default + Debug + Send + Sync {
    /// A lane of one of them.
    type One: Lane<Token = (), Mask = bool, Cell = Self>;
    /// Which number type it is.
    const NUMBERS: Numbers;
    /// Change of speed at which the velocity pass of contacts has settled, m/s: what
    /// rounding leaves.
    const SETTLED_M_S: f64;
    /// Rounding of a kinetic energy, relative.
    const ENERGY_ROUNDING: f64;
    /// What rounding may add to the squared length of a quaternion before it is taken away
    /// between two motions.
    const LENGTH_ROUNDING: f64;
    /// Real part of a rotation below which any twist will do.
    const LEAST_TWIST: f64;
    /// Change of the turn of a substep after which another pass over the rate in its
    /// middle would change no more than rounding does, rad: each takes it by half the
    /// angle turned.
    const MISSED_RAD: f64;

    /// The nearest one to a value.
    fn of(value: f64) -> Self;

    /// Its value.
    fn value(self) -> f64;

    /// From where the places of a ragdoll are counted, the first of which is given, m.
    fn origin(first: DVec3) -> DVec3;
}

impl Cell for f32 {
    type One = Single;
    const NUMBERS: Numbers = Numbers::Single;
    const SETTLED_M_S: f64 = 1e-5;
    const ENERGY_ROUNDING: f64 = 1e-5;
    const LENGTH_ROUNDING: f64 = 2e-6;
    const LEAST_TWIST: f64 = 1e-6;
    const MISSED_RAD: f64 = 1e-5;

    #[inline(always)]
    fn of(value: f64) -> f32 {
        value as f32
    }

    /// A zero without its sign: whether a lane ends with one or the other may depend on
    /// what its neighbours do.
    #[inline(always)]
    fn value(self) -> f64 {
        f64::from(self) + 0.0
    }

    /// Near the ragdoll, so that far away is as exact as here.
    #[inline(always)]
    fn origin(first: DVec3) -> DVec3 {
        // What is added to it shall not end as a zero with a sign.
        first.round() + DVec3::ZERO
    }
}

impl Cell for f64 {
    type One = Double;
    const NUMBERS: Numbers = Numbers::Double;
    const SETTLED_M_S: f64 = 1e-9;
    const ENERGY_ROUNDING: f64 = 1e-12;
    const LENGTH_ROUNDING: f64 = 4e-15;
    const LEAST_TWIST: f64 = 1e-12;
    const MISSED_RAD: f64 = 1e-12;

    #[inline(always)]
    fn of(value: f64) -> f64 {
        value
    }

    /// As that of the shorter number.
    #[inline(always)]
    fn value(self) -> f64 {
        self + 0.0
    }

    /// That of the world: what nothing pushes keeps its place to the bit.
    #[inline(always)]
    fn origin(_: DVec3) -> DVec3 {
        DVec3::ZERO
    }
}

/// Numbers side by side.
pub trait Lane:
    Copy
    + Add<Output = Self>
    + Add<f64, Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Sub<f64, Output = Self>
    + SubAssign
    + Mul<Output = Self>
    + Mul<f64, Output = Self>
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
    /// The number of a lane.
    type Cell: Cell;

    /// How many numbers there are.
    const COUNT: usize;

    /// The same number in every lane.
    fn splat(token: Self::Token, value: f64) -> Self;

    /// The number in a lane.
    fn lane(&self, lane: usize) -> f64;

    /// Puts a number into a lane.
    fn set_lane(&mut self, lane: usize, value: f64);

    /// Numbers of ragdolls, each as the lane of its ragdoll.
    fn from_rows(token: Self::Token, rows: &[[Self::Cell; ROW]]) -> [Self; ROW];

    /// The other way round.
    fn into_rows(columns: [Self; ROW], rows: &mut [[Self::Cell; ROW]]);

    /// Another number in every lane.
    fn like(self, value: f64) -> Self;

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

    /// Does a piece of work, to be marked `#[inline(always)]`, as a function of its own with the
    /// instructions for these lanes: a compiler takes minutes over a step that is one function.
    fn apart<R>(self, work: impl FnOnce() -> R) -> R;
}

/// One number in single precision. A type of its own, so that it takes constants in
/// double precision.
#[derive(Debug, Clone, Copy)]
pub struct Single(f32);

/// One number in double precision.
#[derive(Debug, Clone, Copy)]
pub struct Double(f64);

/// A lane of one number.
macro_rules! one {
    ($lane:ident, $cell:ident) => {
        super::lane::operations!([] $lane);

        impl Lane for $lane {
            type Mask = bool;
            type Token = ();
            type Cell = $cell;

            const COUNT: usize = 1;

            #[inline(always)]
            fn splat((): (), value: f64) -> $lane {
                $lane($cell::of(value))
            }

            #[inline(always)]
            fn lane(&self, _: usize) -> f64 {
                f64::from(self.0)
            }

            #[inline(always)]
            fn set_lane(&mut self, _: usize, value: f64) {
                *self = self.like(value);
            }

            #[inline(always)]
            fn from_rows((): (), rows: &[[$cell; ROW]]) -> [$lane; ROW] {
                rows[0].map($lane)
            }

            #[inline(always)]
            fn into_rows(columns: [$lane; ROW], rows: &mut [[$cell; ROW]]) {
                rows[0] = columns.map(|column| column.0);
            }

            #[inline(always)]
            fn like(self, value: f64) -> $lane {
                $lane($cell::of(value))
            }

            #[inline(always)]
            fn sqrt(self) -> $lane {
                $lane(self.0.sqrt())
            }

            #[inline(always)]
            fn min(self, other: $lane) -> $lane {
                if self.0 < other.0 {
                    self
                } else {
                    other
                }
            }

            #[inline(always)]
            fn max(self, other: $lane) -> $lane {
                if self.0 > other.0 {
                    self
                } else {
                    other
                }
            }

            #[inline(always)]
            fn abs(self) -> $lane {
                $lane(self.0.abs())
            }

            #[inline(always)]
            fn copysign(self, sign: $lane) -> $lane {
                $lane(self.0.copysign(sign.0))
            }

            #[inline(always)]
            fn lt(self, other: $lane) -> bool {
                self.0 < other.0
            }

            #[inline(always)]
            fn le(self, other: $lane) -> bool {
                self.0 <= other.0
            }

            #[inline(always)]
            fn same(self, other: $lane) -> bool {
                self.0 == other.0
            }

            #[inline(always)]
            fn select(mask: bool, yes: $lane, no: $lane) -> $lane {
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

            #[inline(never)]
            fn apart<R>(self, work: impl FnOnce() -> R) -> R {
                work()
            }
        }
    };
}

/// The operators of a lane that wraps numbers, with its own kind and with a constant.
macro_rules! operations {
    ([$($parameters:tt)*] $lane:ty) => {
        super::lane::operations!(each [$($parameters)*] $lane, Add, add, AddAssign, add_assign);
        super::lane::operations!(each [$($parameters)*] $lane, Sub, sub, SubAssign, sub_assign);
        super::lane::operations!(with_number [$($parameters)*] $lane, Add, add);
        super::lane::operations!(with_number [$($parameters)*] $lane, Sub, sub);
        super::lane::operations!(with_number [$($parameters)*] $lane, Mul, mul);
        super::lane::operations!(one [$($parameters)*] $lane, Mul, mul);
        super::lane::operations!(one [$($parameters)*] $lane, Div, div);

        impl<$($parameters)*> std::ops::Neg for $lane {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }
    };
    (each [$($parameters:tt)*] $lane:ty, $operation:ident, $name:ident, $assign:ident, $to:ident) => {
        super::lane::operations!(one [$($parameters)*] $lane, $operation, $name);

        impl<$($parameters)*> std::ops::$assign for $lane {
            #[inline(always)]
            fn $to(&mut self, other: Self) {
                *self = std::ops::$operation::$name(*self, other);
            }
        }
    };
    (one [$($parameters:tt)*] $lane:ty, $operation:ident, $name:ident) => {
        impl<$($parameters)*> std::ops::$operation for $lane {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                Self(std::ops::$operation::$name(self.0, other.0))
            }
        }
    };
    (with_number [$($parameters:tt)*] $lane:ty, $operation:ident, $name:ident) => {
        impl<$($parameters)*> std::ops::$operation<f64> for $lane {
            type Output = Self;

            #[inline(always)]
            fn $name(self, number: f64) -> Self {
                std::ops::$operation::$name(self, self.like(number))
            }
        }
    };
}
pub(super) use operations;

one!(Single, f32);
one!(Double, f64);
