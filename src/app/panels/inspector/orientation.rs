//! Orientations as three angles in degrees.

use crate::scene::range::{self, Quantity};
use glam::{DQuat, EulerRot};
use std::cell::Cell;

/// An angle of an orientation.
pub(super) const ANGLE: Quantity = Quantity {
    key: "orientation",
    help: "Rotation about x, then the rotated y, then the rotated z.",
    ..range::HEADING
};

/// The angles that were asked for last, for the orientation they gave: many angles give
/// the same one, and a drag must not jump between them.
#[derive(Debug, Default)]
pub(super) struct LastAngles(Cell<Option<([f64; 4], [f64; 3])>>);

impl LastAngles {
    /// Angles of an orientation w, x, y, z in degrees.
    pub(super) fn of(&self, orientation: [f64; 4]) -> [f64; 3] {
        match self.0.get() {
            Some((known, degrees)) if known == orientation => degrees,
            _ => degrees_of(orientation),
        }
    }

    /// The orientation w, x, y, z with these angles, °, which are remembered.
    pub(super) fn orientation(&self, degrees: [f64; 3]) -> [f64; 4] {
        let [x, y, z] = degrees.map(f64::to_radians);
        let turn = DQuat::from_euler(EulerRot::XYZ, x, y, z).normalize();
        let orientation = [turn.w, turn.x, turn.y, turn.z];
        self.0.set(Some((orientation, degrees)));
        orientation
    }
}

fn degrees_of([w, x, y, z]: [f64; 4]) -> [f64; 3] {
    let (x, y, z) = DQuat::from_xyzw(x, y, z, w)
        .normalize()
        .to_euler(EulerRot::XYZ);
    [x, y, z].map(range::degrees)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_give_the_orientation_they_came_from() {
        let last = LastAngles::default();
        for degrees in [
            [0.0; 3],
            [30.0, -40.0, 170.0],
            [10.0, 90.0, 0.0],
            [-179.0, 1.0, 5.0],
        ] {
            let orientation = last.orientation(degrees);
            assert_eq!(last.of(orientation), degrees);
            let found = LastAngles::default();
            let again = found.orientation(found.of(orientation));
            let same: f64 = (0..4).map(|i| again[i] * orientation[i]).sum();
            assert!(same.abs() > 1.0 - 1e-9, "{degrees:?}");
        }
    }
}
