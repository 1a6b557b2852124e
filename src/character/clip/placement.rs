//! Turns followed by shifts.

use glam::{DQuat, DVec3};

/// A turn about the origin and then a shift.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The turn.
    pub turn: DQuat,
    /// The shift, m.
    pub shift: DVec3,
}

impl Default for Placement {
    fn default() -> Placement {
        Placement {
            turn: DQuat::IDENTITY,
            shift: DVec3::ZERO,
        }
    }
}

impl Placement {
    /// Where a point gets, m.
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.shift + self.turn * point
    }

    /// The point that gets there, m.
    pub fn point_before(&self, point: DVec3) -> DVec3 {
        self.turn.conjugate() * (point - self.shift)
    }

    /// `first`, then this one.
    pub fn after(&self, first: &Placement) -> Placement {
        if *first == Placement::default() {
            return *self;
        }
        Placement {
            turn: (self.turn * first.turn).normalize(),
            shift: self.point(first.shift),
        }
    }

    /// It so many times, by squaring: what a loop moves adds up at once however long it has
    /// played.
    pub fn repeated(&self, mut times: u64) -> Placement {
        let (mut result, mut square) = (Placement::default(), *self);
        while times > 0 {
            if times & 1 == 1 {
                result = square.after(&result);
            }
            square = square.after(&square);
            times >>= 1;
        }
        result
    }
}
