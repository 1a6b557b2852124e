//! Places and orientations in a file.

use glam::{DQuat, DVec3};

/// A place and an orientation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    pub position: DVec3,
    pub turn: DQuat,
}

impl Place {
    /// Where everything is counted from.
    pub const ORIGIN: Place = Place {
        position: DVec3::ZERO,
        turn: DQuat::IDENTITY,
    };

    /// A place in this one, as seen from outside.
    pub fn of(&self, inner: Place) -> Place {
        Place {
            position: self.point(inner.position),
            turn: (self.turn * inner.turn).normalize(),
        }
    }

    /// A place from outside, as seen from this one.
    pub fn within(&self, outer: Place) -> Place {
        Place {
            position: self.inward(outer.position),
            turn: (self.turn.conjugate() * outer.turn).normalize(),
        }
    }

    /// A point in this place, as seen from outside.
    pub fn point(&self, point: DVec3) -> DVec3 {
        self.position + self.turn * point
    }

    /// A point from outside, as seen from this place.
    pub fn inward(&self, point: DVec3) -> DVec3 {
        self.turn.conjugate() * (point - self.position)
    }
}
