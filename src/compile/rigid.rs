//! Blueprints of figures made of rigid bodies: bodies, pins and angle limits.

use crate::physics::Convex;
use glam::{DQuat, DVec3};

/// A figure of rigid bodies in its own frame: facing +z, left = +x, soles (the
/// lowest point of its shapes at the start pose) at y = 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RigidFigure {
    pub parts: Vec<RigidPart>,
    pub joints: Vec<RigidJoint>,
}

/// A body of the figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RigidPart {
    pub name: &'static str,
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia, kg·m², about the axes of the frame `axes`.
    pub inertia: DVec3,
    /// From the frame of the principal axes to that of the body.
    pub axes: DQuat,
    /// Centre of mass in the figure, m.
    pub centre: DVec3,
    /// From the body's frame to the figure's.
    pub orientation: DQuat,
    /// Shape to draw and to collide with, in the body's frame.
    pub shape: Convex,
    /// Radius of the contact sphere about the centre, m, if it has one.
    pub sphere: Option<f64>,
}

/// A pin between two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RigidJoint {
    /// Index of the body nearer the root.
    pub parent: usize,
    /// Index of the other body.
    pub child: usize,
    /// Where they are pinned, in the figure's frame at the start pose, m.
    pub point: DVec3,
    /// How far the child may turn.
    pub limit: Option<RigidLimit>,
}

/// How far a child may turn against its parent, from the start pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RigidLimit {
    /// Smallest angles about the parent's axes, rad.
    pub min: DVec3,
    /// Largest angles about the parent's axes, rad.
    pub max: DVec3,
    /// Axis of the twist: 0, 1, 2 for x, y, z.
    pub twist_axis: usize,
}

impl RigidLimit {
    /// From degrees. The twist axis is the one with the largest angle, x before y
    /// before z in a tie: the swing about the two others then stays small.
    pub(super) fn from_degrees(min: [f64; 3], max: [f64; 3]) -> RigidLimit {
        let reach = |axis: usize| f64::max(min[axis].abs(), max[axis].abs());
        let wider = |best: usize, axis: usize| {
            if reach(axis) > reach(best) {
                axis
            } else {
                best
            }
        };
        RigidLimit {
            min: DVec3::from(min.map(f64::to_radians)),
            max: DVec3::from(max.map(f64::to_radians)),
            twist_axis: (1..3).fold(0, wider),
        }
    }

    /// The limit seen in a mirror across the plane x = 0: rotations are axial, so x
    /// stays and y and z change sign, which swaps the ends of their intervals.
    pub(super) fn mirrored(self) -> RigidLimit {
        // 0 − 0 is 0, where a change of sign would leave −0.
        let flip = |kept: DVec3, flipped: DVec3| DVec3::new(kept.x, 0. - flipped.y, 0. - flipped.z);
        RigidLimit {
            min: flip(self.min, self.max),
            max: flip(self.max, self.min),
            twist_axis: self.twist_axis,
        }
    }
}

#[cfg(test)]
impl RigidPart {
    /// Height of the lowest point of its shape in the figure, m.
    pub(super) fn lowest(&self) -> f64 {
        use crate::physics::Core;
        let down = self.orientation.inverse() * DVec3::NEG_Y;
        let core = match self.shape.core {
            Core::Point => 0.0,
            Core::Segment(half_axis) => half_axis.dot(down).abs(),
            Core::Cuboid(half) => (half * down).abs().element_sum(),
            Core::Cylinder { half_axis, radius } => {
                let along = half_axis.normalize().dot(down);
                half_axis.dot(down).abs() + radius * (1.0 - along * along).max(0.0).sqrt()
            }
            Core::Wedge(_) | Core::Triangle(_) => panic!("no figure has such a part"),
        };
        self.centre.y - core - self.shape.radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twist_axis_is_the_widest_and_the_first_of_equals() {
        for (min, max, axis) in [
            ([0., -20., -10.], [20., 20., 10.], 0),
            ([-35., -50., -40.], [45., 50., 40.], 1),
            ([0., 0., -50.], [10., 20., 0.], 2),
        ] {
            assert_eq!(RigidLimit::from_degrees(min, max).twist_axis, axis);
        }
    }

    #[test]
    fn a_mirror_swaps_the_ends_of_y_and_z_and_undoes_itself() {
        let limit = RigidLimit::from_degrees([-1., -2., 0.], [4., 5., 6.]);
        let mirrored = RigidLimit::from_degrees([-1., -5., -6.], [4., 2., 0.]);
        assert_eq!(limit.mirrored(), mirrored);
        assert_eq!(limit.mirrored().mirrored(), limit);
        assert!(limit.mirrored().max.z.is_sign_positive());
    }
}
