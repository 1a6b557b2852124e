//! Two groups of lanes whose operations take turns: while one waits for a result, the
//! processor works on the other.

use super::lane::{Lane, ROW};
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// The lanes of two groups, those of the first before those of the second.
#[derive(Clone, Copy)]
pub struct Pair<T>(T, T);

/// An operation of each group with that of another pair.
macro_rules! each {
    ($operation:ident, $name:ident, $bound:ident) => {
        impl<T: $bound + $operation<Output = T>> $operation for Pair<T> {
            type Output = Pair<T>;

            #[inline(always)]
            fn $name(self, other: Pair<T>) -> Pair<T> {
                Pair(self.0.$name(other.0), self.1.$name(other.1))
            }
        }
    };
}

/// An operation of each group with the same number.
macro_rules! each_with_number {
    ($operation:ident, $name:ident) => {
        impl<L: Lane> $operation<f64> for Pair<L> {
            type Output = Pair<L>;

            #[inline(always)]
            fn $name(self, number: f64) -> Pair<L> {
                Pair(self.0.$name(number), self.1.$name(number))
            }
        }
    };
}

each!(Add, add, Lane);
each!(Sub, sub, Lane);
each!(Mul, mul, Lane);
each!(Div, div, Lane);
each!(BitAnd, bitand, Copy);
each!(BitOr, bitor, Copy);
each_with_number!(Add, add);
each_with_number!(Sub, sub);
each_with_number!(Mul, mul);

impl<L: Lane> AddAssign for Pair<L> {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair<L>) {
        *self = *self + other;
    }
}

impl<L: Lane> SubAssign for Pair<L> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Pair<L>) {
        *self = *self - other;
    }
}

impl<L: Lane> Neg for Pair<L> {
    type Output = Pair<L>;

    #[inline(always)]
    fn neg(self) -> Pair<L> {
        Pair(-self.0, -self.1)
    }
}

impl<M: Not<Output = M>> Not for Pair<M> {
    type Output = Pair<M>;

    #[inline(always)]
    fn not(self) -> Pair<M> {
        Pair(!self.0, !self.1)
    }
}

impl<L: Lane> Lane for Pair<L> {
    type Mask = Pair<L::Mask>;
    type Token = L::Token;
    type Cell = L::Cell;

    const COUNT: usize = 2 * L::COUNT;

    #[inline(always)]
    fn splat(token: L::Token, value: f64) -> Pair<L> {
        Pair(L::splat(token, value), L::splat(token, value))
    }

    #[inline(always)]
    fn lane(&self, lane: usize) -> f64 {
        if lane < L::COUNT {
            self.0.lane(lane)
        } else {
            self.1.lane(lane - L::COUNT)
        }
    }

    #[inline(always)]
    fn set_lane(&mut self, lane: usize, value: f64) {
        if lane < L::COUNT {
            self.0.set_lane(lane, value);
        } else {
            self.1.set_lane(lane - L::COUNT, value);
        }
    }

    #[inline(always)]
    fn from_rows(token: L::Token, rows: &[[L::Cell; ROW]]) -> [Pair<L>; ROW] {
        let first = L::from_rows(token, &rows[..L::COUNT]);
        let second = L::from_rows(token, &rows[L::COUNT..]);
        let mut columns = [Pair(first[0], second[0]); ROW];
        for place in 0..ROW {
            columns[place] = Pair(first[place], second[place]);
        }
        columns
    }

    #[inline(always)]
    fn into_rows(columns: [Pair<L>; ROW], rows: &mut [[L::Cell; ROW]]) {
        let (mut first, mut second) = ([columns[0].0; ROW], [columns[0].1; ROW]);
        for place in 0..ROW {
            Pair(first[place], second[place]) = columns[place];
        }
        L::into_rows(first, &mut rows[..L::COUNT]);
        L::into_rows(second, &mut rows[L::COUNT..]);
    }

    #[inline(always)]
    fn like(self, value: f64) -> Pair<L> {
        Pair(self.0.like(value), self.1.like(value))
    }

    #[inline(always)]
    fn sqrt(self) -> Pair<L> {
        Pair(self.0.sqrt(), self.1.sqrt())
    }

    #[inline(always)]
    fn min(self, other: Pair<L>) -> Pair<L> {
        Pair(self.0.min(other.0), self.1.min(other.1))
    }

    #[inline(always)]
    fn max(self, other: Pair<L>) -> Pair<L> {
        Pair(self.0.max(other.0), self.1.max(other.1))
    }

    #[inline(always)]
    fn abs(self) -> Pair<L> {
        Pair(self.0.abs(), self.1.abs())
    }

    #[inline(always)]
    fn copysign(self, sign: Pair<L>) -> Pair<L> {
        Pair(self.0.copysign(sign.0), self.1.copysign(sign.1))
    }

    #[inline(always)]
    fn lt(self, other: Pair<L>) -> Pair<L::Mask> {
        Pair(self.0.lt(other.0), self.1.lt(other.1))
    }

    #[inline(always)]
    fn le(self, other: Pair<L>) -> Pair<L::Mask> {
        Pair(self.0.le(other.0), self.1.le(other.1))
    }

    #[inline(always)]
    fn same(self, other: Pair<L>) -> Pair<L::Mask> {
        Pair(self.0.same(other.0), self.1.same(other.1))
    }

    #[inline(always)]
    fn select(mask: Pair<L::Mask>, yes: Pair<L>, no: Pair<L>) -> Pair<L> {
        Pair(
            L::select(mask.0, yes.0, no.0),
            L::select(mask.1, yes.1, no.1),
        )
    }

    #[inline(always)]
    fn any(mask: Pair<L::Mask>) -> bool {
        L::any(mask.0) || L::any(mask.1)
    }

    #[inline(always)]
    fn apart<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.apart(work)
    }
}
