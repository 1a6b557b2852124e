//! How two bodies that a pin joins may turn against each other: not at all, about one axis, or
//! about two that cross (see [`Fixed`](crate::physics::constraint::Fixed),
//! [`Hinge`](crate::physics::constraint::Hinge) and
//! [`Universal`](crate::physics::constraint::Universal)).

use super::figure::Body;
use super::limit::{beyond, within_half_turn};
use super::motion::Motion;
use super::pin::Pin;
use super::rotation::{angle_per_sine, corrected, vector_from_rotation};
use super::stop::{Stop, Turn};
use crate::physics::constraint::stop::with_gap;
use crate::physics::lanes::lane::{Cell, Lane};
use crate::physics::lanes::vector::{Quaternion, Vector};
use arrayvec::ArrayVec;
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
            range: range.map(with_gap),
        }
    }

    /// About an axis of the parent and one of the child.
    pub fn about_two(axes: [DVec3; 2], ranges: [Option<[f64; 2]>; 2]) -> Freedom {
        Freedom::Two {
            axes: axes.map(|axis| axis.to_array()),
            ranges: ranges.map(|range| range.map(with_gap)),
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

/// Slows what would pass a bound within a time, where the pin between the two bodies holds, and
/// tells where it would.
#[inline(always)]
pub fn arrest<L: Lane>(
    turns: &Turns,
    pin: &Pin,
    time: (f64, f64),
    motions: &mut [Motion<L>],
    bodies: &[Body],
) -> L::Mask {
    let zero = motions[0].position.x.like(0.0);
    let mut passes = zero.lt(zero);
    let mut stops = ArrayVec::<_, ROWS>::new();
    find_stops(turns, pin, (motions, bodies), &mut stops);
    for stop in &stops {
        passes = passes | stop.arrest(time, &mut None, motions, bodies);
    }
    passes
}

/// Adds the bounds and locks of its turns, where the pin between the two bodies holds.
#[inline(always)]
pub fn find_stops<L: Lane, const N: usize>(
    turns: &Turns,
    pin: &Pin,
    (motions, bodies): (&mut [Motion<L>], &[Body]),
    stops: &mut ArrayVec<Stop<L>, N>,
) {
    let held = match pin.bodies == turns.bodies {
        true => pin.arms,
        false => [pin.arms[1], pin.arms[0]],
    };
    let pair = Pair {
        turns,
        motions,
        bodies,
    };
    for row in 0..ROWS {
        let Some(range) = pair.range(row) else {
            continue;
        };
        let (gradient, angle) = pair.angle(row);
        let turn = Turn {
            bodies: turns.bodies,
            gradient,
        };
        stops.push(match range {
            Some(range) => {
                let angle = within_half_turn(angle, range[0], range[1]);
                Stop::within(turn, (angle, range), Some(held))
            }
            None => Stop::locked(turn),
        });
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
        let range = self.range(row)?;
        let (gradient, angle) = self.angle(row);
        Some(match range {
            Some(range) => (gradient, beyond_range(angle, range)),
            None => (gradient, angle),
        })
    }

    /// The bounds of an angle, or none within of one that must be zero; none of what is free.
    #[inline(always)]
    fn range(&self, row: usize) -> Option<Option<[f64; 2]>> {
        match &self.turns.freedom {
            Freedom::One { range, .. } if row == 2 => range.map(Some),
            Freedom::Two { ranges, .. } if row > 0 => ranges[row - 1].map(Some),
            _ => Some(None),
        }
    }

    /// An angle and its gradient in the world.
    #[inline(always)]
    fn angle(&self, row: usize) -> (Vector<L>, L) {
        match &self.turns.freedom {
            Freedom::None => self.rotation(AXES[row]),
            Freedom::One { axis, .. } if row == 2 => self.twist(*axis),
            Freedom::One { axis, across, .. } => self.tilt(*axis, across[row]),
            Freedom::Two { axes, .. } if row == 0 => self.crossing(*axes),
            Freedom::Two { axes, .. } => self.turn_of_two(*axes, row - 1),
        }
    }

    #[inline(always)]
    fn orientations(&self) -> [Quaternion<L>; 2] {
        let [parent, child] = self.turns.bodies;
        [
            self.motions[parent].orientation,
            self.motions[child].orientation,
        ]
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

    /// The turn about an axis.
    #[inline(always)]
    fn twist(&self, axis: [f64; 3]) -> (Vector<L>, L) {
        let relative = self.relative();
        let axis = relative.vector.like(axis);
        let angle = angle_of_half([relative.vector.dot(axis), relative.w]);
        (self.parent().rotate(axis), angle)
    }

    /// The cosine of the angle between two axes.
    #[inline(always)]
    fn crossing(&self, axes: [[f64; 3]; 2]) -> (Vector<L>, L) {
        let [of_parent, of_child] = self.carried(axes);
        (of_child.cross(of_parent), of_parent.dot(of_child))
    }

    /// The turn about the axis of the parent, or about that of the child.
    #[inline(always)]
    fn turn_of_two(&self, axes: [[f64; 3]; 2], which: usize) -> (Vector<L>, L) {
        let relative = self.relative();
        let [of_parent, of_child] = [relative.vector.like(axes[0]), relative.vector.like(axes[1])];
        let (axis, from, to) = match which {
            0 => (of_parent, of_child, relative.rotate(of_child)),
            _ => (of_child, relative.rotate_back(of_parent), of_parent),
        };
        let angle = angle_of([from.cross(to).dot(axis), from.dot(to)]);
        (self.carried(axes)[which], angle)
    }

    /// Two axes in the world, the first as the parent carries it, the second as the child does.
    #[inline(always)]
    fn carried(&self, axes: [[f64; 3]; 2]) -> [Vector<L>; 2] {
        let [parent, child] = self.orientations();
        let [first, second] = [parent.vector.like(axes[0]), parent.vector.like(axes[1])];
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
        let of_parent = self.motions[parent].inverse_inertia_times(&self.bodies[parent], gradient);
        let of_child = self.motions[child].inverse_inertia_times(&self.bodies[child], gradient);
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
