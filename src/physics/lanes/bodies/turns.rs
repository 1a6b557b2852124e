//! How two bodies that a pin joins may turn against each other: not at all, about one axis, or
//! about two that cross (see [`Fixed`](crate::physics::constraint::Fixed),
//! [`Hinge`](crate::physics::constraint::Hinge) and
//! [`Universal`](crate::physics::constraint::Universal)).

use super::figure::Body;
use super::limit::{beyond, within_half_turn};
use super::motion::Motion;
use super::rotation::{angle_per_sine, corrected, vector_from_rotation};
use crate::physics::lanes::lane::{Cell, Lane};
use crate::physics::lanes::vector::{Quaternion, Vector};
use glam::DVec3;
use std::f64::consts::PI;

/// Most that one pass corrects of an angle, rad.
const MOST_TURN_RAD: f64 = 0.5;
/// One plus the cosine of a tilt that is nearly a half turn: every way back is as short.
const UPSIDE_DOWN: f64 = 1e-9;
/// Angles that may have to be zero, whatever is free.
const ROWS: usize = 3;
const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The turns of two bodies against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Turns {
    /// Parent and child.
    pub bodies: [usize; 2],
    /// Inverse of the orientation of the child in the parent where all turns are 0, x, y, z, w.
    pub back_to_rest: [f64; 4],
    /// Which of them are free.
    pub freedom: Freedom,
    /// Fraction of the error corrected.
    pub relaxation_factor: f64,
}

/// Which turns are free, by unit axes in the parent's frame as the two stand where all turns
/// are 0, and within which angles, rad.
#[derive(Debug, Clone, PartialEq)]
pub enum Freedom {
    None,
    One {
        axis: [f64; 3],
        /// Two directions across it.
        across: [[f64; 3]; 2],
        range: Option<[f64; 2]>,
    },
    /// The second axis is carried by the child.
    Two {
        axes: [[f64; 3]; 2],
        ranges: [Option<[f64; 2]>; 2],
    },
}

impl Freedom {
    /// About an axis.
    pub fn about_one(axis: DVec3, range: Option<[f64; 2]>) -> Freedom {
        let (first, second) = axis.any_orthonormal_pair();
        Freedom::One {
            axis: axis.to_array(),
            across: [first.to_array(), second.to_array()],
            range,
        }
    }

    /// About an axis of the parent and one of the child.
    pub fn about_two(axes: [DVec3; 2], ranges: [Option<[f64; 2]>; 2]) -> Freedom {
        Freedom::Two {
            axes: axes.map(|axis| axis.to_array()),
            ranges,
        }
    }
}

/// Turns both bodies back from where they may not be, one angle after the other.
#[inline(always)]
pub fn relax<L: Lane>(turns: &Turns, motions: &mut [Motion<L>], bodies: &[Body]) {
    let mut pair = Pair {
        turns,
        motions,
        bodies,
    };
    for row in 0..ROWS {
        if let Some((gradient, error)) = pair.row(row) {
            pair.take_back(gradient, error);
        }
    }
}

/// Two bodies while their turns are corrected.
struct Pair<'a, L: Lane> {
    turns: &'a Turns,
    motions: &'a mut [Motion<L>],
    bodies: &'a [Body],
}

impl<L: Lane> Pair<'_, L> {
    /// An angle that must be zero: its gradient in the world, and the angle, rad. `None` of what
    /// has no bounds.
    #[inline(always)]
    fn row(&self, row: usize) -> Option<(Vector<L>, L)> {
        match &self.turns.freedom {
            Freedom::None => Some(self.rotation(AXES[row])),
            Freedom::One { axis, range, .. } if row == 2 => {
                range.map(|range| self.twist(*axis, range))
            }
            Freedom::One { axis, across, .. } => Some(self.tilt(*axis, across[row])),
            Freedom::Two { axes, .. } if row == 0 => Some(self.crossing(*axes)),
            Freedom::Two { axes, ranges } => {
                ranges[row - 1].map(|range| self.turn_of_two(*axes, row - 1, range))
            }
        }
    }

    #[inline(always)]
    fn orientations(&self) -> [Quaternion<L>; 2] {
        self.turns.bodies.map(|body| self.motions[body].orientation)
    }

    #[inline(always)]
    fn parent(&self) -> Quaternion<L> {
        self.orientations()[0]
    }

    /// Rotation of the child in the parent's frame from where all turns are 0.
    #[inline(always)]
    fn relative(&self) -> Quaternion<L> {
        let [parent, child] = self.orientations();
        let relative = parent.conjugate() * child;
        relative * relative.like(self.turns.back_to_rest)
    }

    /// The component of the rotation vector along an axis.
    #[inline(always)]
    fn rotation(&self, axis: [f64; 3]) -> (Vector<L>, L) {
        let rotation = vector_from_rotation(self.relative());
        let axis = rotation.like(axis);
        (self.parent().rotate(axis), rotation.dot(axis))
    }

    /// The component along a direction of the rotation vector that leads an axis from where the
    /// parent carries it to where the child does.
    #[inline(always)]
    fn tilt(&self, axis: [f64; 3], direction: [f64; 3]) -> (Vector<L>, L) {
        let relative = self.relative();
        let axis = relative.vector.like(axis);
        let carried = relative.rotate(axis);
        let real = axis.dot(carried) + 1.0;
        let over = real.lt(real.like(UPSIDE_DOWN));
        let rotation = Quaternion {
            vector: axis.cross(carried),
            w: L::select(over, real.like(1.0), real),
        };
        let direction = axis.like(direction);
        let tilt = vector_from_rotation(rotation.normalized()).dot(direction);
        let error = L::select(over, tilt.like(PI), tilt);
        (self.parent().rotate(direction), error)
    }

    /// The turn about an axis, beyond its range.
    #[inline(always)]
    fn twist(&self, axis: [f64; 3], range: [f64; 2]) -> (Vector<L>, L) {
        let relative = self.relative();
        let axis = relative.vector.like(axis);
        let angle = angle_of_half([relative.vector.dot(axis), relative.w]);
        (self.parent().rotate(axis), beyond_range(angle, range))
    }

    /// The cosine of the angle between two axes.
    #[inline(always)]
    fn crossing(&self, axes: [[f64; 3]; 2]) -> (Vector<L>, L) {
        let [of_parent, of_child] = self.carried(axes);
        (of_child.cross(of_parent), of_parent.dot(of_child))
    }

    /// The turn about the axis of the parent, or about that of the child, beyond its range.
    #[inline(always)]
    fn turn_of_two(&self, axes: [[f64; 3]; 2], which: usize, range: [f64; 2]) -> (Vector<L>, L) {
        let relative = self.relative();
        let [of_parent, of_child] = axes.map(|axis| relative.vector.like(axis));
        let (axis, from, to) = match which {
            0 => (of_parent, of_child, relative.rotate(of_child)),
            _ => (of_child, relative.rotate_back(of_parent), of_parent),
        };
        let angle = angle_of([from.cross(to).dot(axis), from.dot(to)]);
        (self.carried(axes)[which], beyond_range(angle, range))
    }

    /// Two axes in the world, the first as the parent carries it, the second as the child does.
    #[inline(always)]
    fn carried(&self, axes: [[f64; 3]; 2]) -> [Vector<L>; 2] {
        let [parent, child] = self.orientations();
        let [first, second] = axes.map(|axis| parent.vector.like(axis));
        let back = child.like(self.turns.back_to_rest);
        [parent.rotate(first), child.rotate(back.rotate(second))]
    }

    /// Takes back an error of an angle with this gradient in the world; where it is zero, nothing
    /// changes.
    #[inline(always)]
    fn take_back(&mut self, gradient: Vector<L>, error: L) {
        let zero = error.like(0.0);
        let is_out = !error.same(zero);
        if !L::any(is_out) {
            return;
        }
        let error = (error * self.turns.relaxation_factor)
            .max(zero.like(-MOST_TURN_RAD))
            .min(zero.like(MOST_TURN_RAD));
        let [parent, child] = self.turns.bodies;
        let turn_of =
            |body: usize| self.motions[body].inverse_inertia_times(&self.bodies[body], gradient);
        let [of_parent, of_child] = [turn_of(parent), turn_of(child)];
        let opposing = gradient.dot(of_parent + of_child);
        // Axes that have fallen together have no gradient.
        let counts = is_out & zero.lt(opposing);
        let size = -error / L::select(counts, opposing, zero.like(1.0));
        for (body, turn) in [(child, of_child * size), (parent, of_parent * -size)] {
            let before = self.motions[body].orientation;
            let turned = corrected(before, turn);
            self.motions[body].orientation = Quaternion::select(counts, turned, before);
        }
    }
}

/// How far a turn is beyond its range, rad.
#[inline(always)]
fn beyond_range<L: Lane>(angle: L, [min, max]: [f64; 2]) -> L {
    beyond(within_half_turn(angle, min, max), min, max)
}

/// Angle of a turn by numbers in proportion to the sine and the cosine of half of it, rad.
#[inline(always)]
fn angle_of_half<L: Lane>([sine, cosine]: [L; 2]) -> L {
    let size = cosine.abs().max(cosine.like(L::Cell::LEAST_TWIST));
    let inverse = cosine.like(1.0) / (sine * sine + size * size).sqrt();
    sine * inverse.copysign(cosine) * angle_per_sine(size * inverse)
}

/// Angle from its sine and cosine, of which both may be a little short, rad.
#[inline(always)]
fn angle_of<L: Lane>([sine, cosine]: [L; 2]) -> L {
    let length = (sine * sine + cosine * cosine).sqrt();
    // (cos a + 1, sin a) is in proportion to (cos a/2, sin a/2).
    angle_of_half([sine, length + cosine])
}
