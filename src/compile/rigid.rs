//! Blueprints of figures made of rigid bodies: bodies, pins and angle limits.

use super::build::quaternion;
use super::{character, mx, thesis_rigid};
use crate::physics::{Convex, Core};
use crate::scene::{
    Figure, FigureBuild, InertiaPreset, MxFigure, PartLimit, PartOverride, Ragdoll,
};
use glam::{DQuat, DVec3};

/// A figure of rigid bodies in its own frame: facing +z, left = +x, soles (the
/// lowest point of its shapes at the start pose) at y = 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RigidFigure {
    pub parts: Vec<RigidPart>,
    pub joints: Vec<RigidJoint>,
    /// Whether only its contact spheres collide.
    pub spheres_only: bool,
    /// Whether all parts are parallel to the figure where its arms stand out and its legs
    /// hang, which need not be the start pose.
    pub parallel_at_zero: bool,
}

/// The rigid figure of a ragdoll with its own masses, inertia and limits; none for
/// one of particles.
pub(super) fn figure_of(ragdoll: &Ragdoll) -> Option<RigidFigure> {
    let mut figure = match &ragdoll.figure {
        Figure::Mx(figure) => mx::figure(*figure),
        Figure::Thesis(figure) => match figure.build {
            FigureBuild::Particles => return None,
            FigureBuild::Rigid => thesis_rigid::figure(*figure, false),
            FigureBuild::RigidWithLimits => thesis_rigid::figure(*figure, true),
        },
        Figure::Hitman {} => return None,
        Figure::Character(character) => character::figure(character),
    };
    let inertia_is_printed = has_printed_inertia(&ragdoll.figure);
    figure = figure.in_build(&ragdoll.physique, inertia_is_printed);
    for given in &ragdoll.parts {
        figure.change(given, inertia_is_printed);
    }
    Some(figure)
}

/// Whether the inertia comes from a table and not from the masses.
fn has_printed_inertia(figure: &Figure) -> bool {
    matches!(
        figure,
        Figure::Mx(MxFigure {
            inertia: InertiaPreset::Paper,
            ..
        })
    )
}

impl RigidFigure {
    /// The same with all parts parallel to the figure, where that is a pose of it.
    pub(super) fn at_zero(mut self) -> RigidFigure {
        if !self.parallel_at_zero {
            return self;
        }
        let start = self.parts.clone();
        // Parents come before their children.
        for joint in &mut self.joints {
            let (parent, child) = (&start[joint.parent], &start[joint.child]);
            let arm = child.orientation.conjugate() * (child.centre - joint.point);
            let grip = parent.orientation.conjugate() * (joint.point - parent.centre);
            joint.point = self.parts[joint.parent].centre + grip;
            self.parts[joint.child].centre = joint.point + arm;
        }
        for part in &mut self.parts {
            part.orientation = DQuat::IDENTITY;
        }
        self
    }

    /// Height of its highest point, m.
    pub(super) fn height(&self) -> f64 {
        let tops = self.parts.iter().map(RigidPart::highest);
        tops.fold(f64::NEG_INFINITY, f64::max)
    }

    fn change(&mut self, given: &PartOverride, inertia_is_printed: bool) {
        let Some(index) = self.parts.iter().position(|part| part.name == given.part) else {
            return;
        };
        let part = &mut self.parts[index];
        if let Some(mass) = given.mass_kg {
            if inertia_is_printed {
                part.mass = mass;
            } else {
                part.set_mass(mass);
            }
        }
        if let Some(inertia) = given.inertia_kg_m2 {
            part.inertia = inertia.into();
        }
        part.friction = given.friction;
        let joint = self.joints.iter_mut().find(|joint| joint.child == index);
        if let Some(joint) = joint {
            joint.is_broken = given.broken_off;
            if let Some(limit) = &given.limit {
                joint.limit = Some(RigidLimit::of(limit, joint.limit.map(|old| old.twist_axis)));
            }
        }
    }
}

/// A body of the figure.
#[derive(Debug, Clone, PartialEq)]
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
    /// Coulomb coefficient of its surface; none where the material decides.
    pub friction: Option<f64>,
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
    /// Whether it holds nothing any more.
    pub is_broken: bool,
}

/// How far a child may turn against its parent, from the start pose. Degrees, since
/// a table is read and edited in them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RigidLimit {
    /// Smallest angles about the parent's axes, degrees.
    pub min_deg: DVec3,
    /// Largest angles about the parent's axes, degrees.
    pub max_deg: DVec3,
    /// Axis of the twist: 0, 1, 2 for x, y, z.
    pub twist_axis: usize,
    /// Speed ratio at the stop.
    pub restitution: f64,
    /// Orientation of the child in its parent where the angles are zero.
    pub zero: DQuat,
}

impl RigidLimit {
    /// The twist axis is the one with the largest angle, x before y before z in a tie:
    /// the swing about the two others then stays small.
    pub(super) fn new(min_deg: [f64; 3], max_deg: [f64; 3]) -> RigidLimit {
        let reach = |axis: usize| f64::max(min_deg[axis].abs(), max_deg[axis].abs());
        let wider = |best: usize, axis: usize| {
            if reach(axis) > reach(best) {
                axis
            } else {
                best
            }
        };
        RigidLimit {
            min_deg: min_deg.into(),
            max_deg: max_deg.into(),
            twist_axis: (1..3).fold(0, wider),
            restitution: 0.0,
            zero: DQuat::IDENTITY,
        }
    }

    /// The limit of a document. It keeps the twist axis of the one that it replaces,
    /// so that the angles keep their meaning.
    pub(super) fn of(given: &PartLimit, twist_axis: Option<usize>) -> RigidLimit {
        let limit = RigidLimit::new(given.min_deg, given.max_deg);
        RigidLimit {
            twist_axis: twist_axis.unwrap_or(limit.twist_axis),
            restitution: given.restitution,
            zero: quaternion(given.zero),
            ..limit
        }
    }

    /// The limit seen in a mirror across the plane x = 0: rotations are axial, so x
    /// stays and y and z change sign, which swaps the ends of their intervals.
    pub(super) fn mirrored(self) -> RigidLimit {
        // 0 − 0 is 0, where a change of sign would leave −0.
        let flip = |kept: DVec3, flipped: DVec3| DVec3::new(kept.x, 0. - flipped.y, 0. - flipped.z);
        RigidLimit {
            min_deg: flip(self.min_deg, self.max_deg),
            max_deg: flip(self.max_deg, self.min_deg),
            ..self
        }
    }
}

impl RigidPart {
    /// Height of the lowest point of its shape in the figure, m.
    pub(super) fn lowest(&self) -> f64 {
        self.centre.y - self.reach_down()
    }

    /// Height of the highest point of its shape in the figure, m: shapes are symmetric.
    pub(super) fn highest(&self) -> f64 {
        self.centre.y + self.reach_down()
    }

    /// From its centre down to the lowest point of its shape, m.
    fn reach_down(&self) -> f64 {
        let down = self.orientation.inverse() * DVec3::NEG_Y;
        let core = match self.shape.core {
            Core::Point => 0.0,
            Core::Segment(half_axis) => half_axis.dot(down).abs(),
            Core::Cuboid(half) => (half * down).abs().element_sum(),
            Core::Cylinder { half_axis, radius } => {
                let along = half_axis.normalize().dot(down);
                half_axis.dot(down).abs() + radius * (1.0 - along * along).max(0.0).sqrt()
            }
            // Shapes of obstacles, which no figure has.
            Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => 0.0,
        };
        core + self.shape.radius
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
            assert_eq!(RigidLimit::new(min, max).twist_axis, axis);
        }
    }

    #[test]
    fn a_mirror_swaps_the_ends_of_y_and_z_and_undoes_itself() {
        let limit = RigidLimit::new([-1., -2., 0.], [4., 5., 6.]);
        let mirrored = RigidLimit::new([-1., -5., -6.], [4., 2., 0.]);
        assert_eq!(limit.mirrored(), mirrored);
        assert_eq!(limit.mirrored().mirrored(), limit);
        assert!(limit.mirrored().max_deg.z.is_sign_positive());
    }
}
