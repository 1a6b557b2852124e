//! How the axes of a linkage stand in a state, and what holds its child there.
//!
//! An impulse `w` on the child and its opposite on the parent change how the one moves against the
//! other by `K w`. Motions are whitened by the root `L` of `K = L Lᵀ`: of the twists `L⁻¹ J = Q R`.
//! A push `L⁻ᵀ Q R⁻ᵀ` then changes one rate and moves nothing in a direction that the axes do
//! not allow, and a push `L⁻ᵀ y` with `y` across `Q` leaves all rates alone; several such, across
//! each other, do not disturb each other. So a limit needs no answer of the joint, and rows that are
//! solved one after another are solved after one pass. What is across `Q` of the whitened error is
//! the error of the joint, and the rest is what the coordinates lack. Source: own; `K` as in
//! Featherstone, "Rigid Body Dynamics Algorithms" (2008), section 2.15.

use super::root::{Root, Six};
use super::{Linkage, Mobility, PerAxis, Posed};
use crate::physics::attach::Frame;
use crate::physics::constraint::coupled::{Coupled, Half};
use crate::physics::constraint::{ConstraintRow, Sense};
use crate::physics::math::vector_from_rotation;
use crate::physics::state::State;
use glam::{DMat3, DQuat, DVec3};

/// Most steps of Gauss and Newton's method.
const MOST_STEPS: u32 = 16;
/// Step at which coordinates are found, m or rad.
const FOUND: f64 = 1e-12;
/// Most that a step changes a coordinate, m or rad.
const MOST_STEP: f64 = 0.5;
/// Share of itself that is left of a twist that others make up: it then has no coordinate of its
/// own, and nothing pushes along it.
const DEPENDENT: f64 = 1e-6;
/// Least that is left of a unit vector which begins a row. Of six of them some have more, as long as
/// a row is missing: the squares of what is left of all of them add up to at least 1.
const LEAST_LEFT: f64 = 0.2;

/// How the axes of a linkage stand.
#[derive(Debug, Clone)]
pub struct Stance<'l> {
    linkage: &'l Linkage,
    /// The coordinates, m or rad.
    pub values: PerAxis<f64>,
    /// Axes and points of them, in the parent's frame, counted from its point.
    axes: PerAxis<(DVec3, DVec3)>,
    /// Twists of the axes at the point of the child, in the parent's frame.
    twists: PerAxis<Six>,
    /// By how much the child is off, in the parent's frame.
    error: Six,
    root: Root,
    /// `Q`, and `R` by columns; zero of what depends on others.
    units: PerAxis<Six>,
    upper: [[f64; 6]; 6],
    parent: DQuat,
    /// The point of the child in the world, m, and in the parent's frame from the parent's point.
    at: DVec3,
    end: DVec3,
}

/// Where parent and child are.
struct Placed {
    parent: DQuat,
    /// The point of the child in the world, m.
    at: DVec3,
    /// That point in the parent's frame, counted from the point of the parent, m.
    end: DVec3,
    /// Orientation of the child in the parent's frame.
    orientation: DQuat,
    root: Root,
}

impl Placed {
    fn of(linkage: &Linkage, state: &State) -> Placed {
        let parent = linkage.parent.orientation(state);
        let back = parent.conjugate();
        let at = linkage.b.position(state);
        let orientation = back * linkage.child.orientation(state);
        let lever = |side: Frame| match side {
            Frame::World => DVec3::ZERO,
            Frame::Body(body) => back * (at - state.bodies[body].position),
        };
        let turns = [DQuat::IDENTITY, orientation].map(DMat3::from_quat);
        let levers = [linkage.parent, linkage.child].map(lever);
        Placed {
            parent,
            at,
            end: back * (at - linkage.a.position(state)),
            orientation,
            root: root(&linkage.mobilities, turns, levers),
        }
    }
}

/// The root of what impulses at a point do to two bodies, of which one gets the opposite; of what
/// nothing moves that of the identity.
fn root(mobilities: &[Mobility; 2], turns: [DMat3; 2], levers: [DVec3; 2]) -> Root {
    let is_free = mobilities.iter().any(|side| side.inverse_mass > 0.0);
    let columns: [Six; 6] = std::array::from_fn(|k| {
        let push = Six::unit(k);
        let mut answer = match is_free {
            true => Six::default(),
            false => push,
        };
        for ((side, turn), lever) in mobilities.iter().zip(turns).zip(levers) {
            let torque = lever.cross(push.linear()) + push.angular();
            let spin = turn * (side.inverse_inertia * (turn.transpose() * torque));
            let moved = push.linear() * side.inverse_mass + spin.cross(lever);
            answer = answer.plus(&Six::of(moved, spin), 1.0);
        }
        answer
    });
    Root::of(&columns)
}

impl<'l> Stance<'l> {
    pub(super) fn of(linkage: &'l Linkage, state: &State) -> Stance<'l> {
        let placed = Placed::of(linkage, state);
        let mut stance = Stance::at(linkage, &placed, linkage.counted(state));
        for _ in 0..MOST_STEPS {
            let step = stance.rates_of(&stance.error);
            let largest = step
                .iter()
                .fold(0.0, |most: f64, step| most.max(step.abs()));
            if largest <= FOUND {
                break;
            }
            let steps = step.iter().map(|step| step.clamp(-MOST_STEP, MOST_STEP));
            let values = stance.values.iter().zip(steps).map(|(q, step)| q + step);
            stance = Stance::at(linkage, &placed, values.collect());
        }
        stance
    }

    /// At these coordinates, whatever the state; in the parent's frame from its point, and with
    /// metres and radians that count alike.
    pub(super) fn as_told(linkage: &'l Linkage, values: &PerAxis<f64>) -> Stance<'l> {
        let (end, orientation) = linkage.pose_at(values);
        let nothing = [Mobility::default(); 2];
        let placed = Placed {
            parent: DQuat::IDENTITY,
            at: end,
            end,
            orientation,
            root: root(&nothing, [DMat3::IDENTITY; 2], [DVec3::ZERO; 2]),
        };
        Stance::at(linkage, &placed, values.clone())
    }

    /// At these coordinates.
    fn at(linkage: &'l Linkage, placed: &Placed, values: PerAxis<f64>) -> Stance<'l> {
        let Posed {
            axes,
            end,
            orientation,
        } = linkage.posed(&values);
        let twists: PerAxis<Six> = (linkage.axes.iter())
            .zip(&axes)
            .map(|(own, &(axis, point))| match own.slides {
                true => Six::of(axis, DVec3::ZERO),
                false => Six::of(axis.cross(placed.end - point), axis),
            })
            .collect();
        let turned = placed.orientation * orientation.conjugate();
        let (units, upper) = resolved(&twists, &placed.root);
        Stance {
            linkage,
            values,
            axes,
            twists,
            error: Six::of(placed.end - end, vector_from_rotation(turned)),
            root: placed.root,
            units,
            upper,
            parent: placed.parent,
            at: placed.at,
            end: placed.end,
        }
    }

    /// By how much the joint is apart, m, and turned, rad.
    pub fn apart(&self) -> [f64; 2] {
        [self.error.linear().length(), self.error.angular().length()]
    }

    /// The first axis that moves the child as those before it do together, so that its coordinate
    /// is not known.
    pub fn dependent(&self) -> Option<usize> {
        (0..self.units.len()).find(|&k| self.upper[k][k] == 0.0)
    }

    /// Where the axes leave the point of the child, in the world, m.
    pub fn place(&self) -> DVec3 {
        self.at - self.parent * self.error.linear()
    }

    /// Points of the axes and unit axes, in the world, m.
    pub fn axes_in_world(&self) -> PerAxis<(DVec3, DVec3)> {
        let origin = self.at - self.parent * self.end;
        let in_world =
            |&(axis, point): &(DVec3, DVec3)| (origin + self.parent * point, self.parent * axis);
        self.axes.iter().map(in_world).collect()
    }

    /// How fast the coordinates change, m/s and rad/s, and what of the motion they do not make up.
    pub fn rates(&self, state: &State) -> (PerAxis<f64>, f64) {
        let moving = self.motion(state);
        let rates = self.rates_of(&moving);
        let left = self.twists.iter().zip(&rates);
        let left = left.fold(moving, |left, (twist, rate)| left.plus(twist, -rate));
        (rates, left.linear().length().max(left.angular().length()))
    }

    /// The rates of the coordinates that make up most of a motion.
    fn rates_of(&self, motion: &Six) -> PerAxis<f64> {
        let whitened = self.root.whitened(motion);
        let count = self.units.len();
        let mut rates = [0.0; 6];
        for k in (0..count).rev() {
            let others: f64 = (k + 1..count).map(|j| self.upper[j][k] * rates[j]).sum();
            let own = self.units[k].dot(&whitened) - others;
            rates[k] = over(own, self.upper[k][k]);
        }
        rates[..count].iter().copied().collect()
    }

    /// The gradient of a coordinate: the push that changes its rate alone among what the axes
    /// do not allow.
    fn gradient(&self, index: usize) -> Six {
        let mut solved = [0.0; 6];
        for k in 0..self.units.len() {
            let wanted = f64::from(u8::from(k == index));
            let others: f64 = (0..k).map(|j| self.upper[k][j] * solved[j]).sum();
            solved[k] = over(wanted - others, self.upper[k][k]);
        }
        let parts = self.units.iter().zip(solved);
        let sum = parts.fold(Six::default(), |sum, (unit, part)| sum.plus(unit, part));
        self.root.impulse(&sum)
    }

    /// The pushes that leave all coordinates alone, as many as the joint holds, each of such a
    /// size that its parts, N·s and N·m·s, have the length 1.
    fn held(&self) -> PerAxis<Six> {
        let mut taken: arrayvec::ArrayVec<Six, 12> = self
            .units
            .iter()
            .filter(|unit| unit.length() > 0.0)
            .copied()
            .collect();
        let mut held = PerAxis::new();
        for component in 0..6 {
            let left = Six::unit(component).across(&taken);
            let length = left.length();
            if held.len() < 6 - self.units.len() && length > LEAST_LEFT {
                let unit = left.times(1.0 / length);
                taken.push(unit);
                let push = self.root.impulse(&unit);
                held.push(push.times(1.0 / push.length()));
            }
        }
        held
    }

    /// What the error of each row gains at constant velocities because the axes are carried along:
    /// `J̇ q̇` in the parent's frame.
    fn carried(&self, state: &State) -> Six {
        let moving = self.motion(state);
        let rates = self.rates_of(&moving);
        let mut before = Six::default();
        let mut gained = Six::default();
        for (k, &rate) in rates.iter().enumerate() {
            let (axis, point) = self.axes[k];
            let (linear, spin) = (before.linear(), before.angular());
            let turning = spin.cross(axis);
            let lever = self.end - point;
            let change = match self.linkage.axes[k].slides {
                true => Six::of(turning, DVec3::ZERO),
                false => {
                    let at_point = linear - spin.cross(lever);
                    let opening = axis.cross(moving.linear() - at_point);
                    Six::of(turning.cross(lever) + opening, turning)
                }
            };
            gained = gained.plus(&change, rate);
            before = before.plus(&self.twists[k], rate);
        }
        gained
    }

    /// How the child moves against the parent at its point, in the parent's frame.
    fn motion(&self, state: &State) -> Six {
        let own = self.linkage.parent.grip_at(state, self.at);
        let moving = self.linkage.b.velocity(state) - own.velocity(state);
        let spins = [self.linkage.parent, self.linkage.child].map(|f| f.angular_velocity(state));
        let back = self.parent.conjugate();
        Six::of(back * moving, back * (spins[1] - spins[0]))
    }

    /// A row whose error grows so many times as fast as a coordinate; none where that is not known.
    pub(in crate::physics) fn along(
        &self,
        state: &State,
        index: usize,
        (error, factor, sense): (f64, f64, Sense),
    ) -> Option<ConstraintRow> {
        let is_angle = !self.linkage.axes[index].slides;
        let push = self.gradient(index).times(factor);
        let is_known = self.upper[index][index] > 0.0;
        is_known.then(|| self.row(state, &push, (error, sense, is_angle), 0.0))
    }

    /// The rows that hold the child: as many as six have more than there are axes.
    pub(in crate::physics) fn holding(&self, state: &State) -> PerAxis<ConstraintRow> {
        let carried = self.carried(state);
        let row = |push: &Six| {
            let is_angle = push.angular().length_squared() > push.linear().length_squared();
            let error = push.dot(&self.error);
            let curving = -push.dot(&carried);
            self.row(state, push, (error, Sense::Equality, is_angle), curving)
        };
        self.held().iter().map(row).collect()
    }

    fn row(
        &self,
        state: &State,
        push: &Six,
        (error, sense, is_angle): (f64, Sense, bool),
        curving: f64,
    ) -> ConstraintRow {
        let Linkage {
            parent, child, b, ..
        } = *self.linkage;
        ConstraintRow::Coupled(Coupled {
            halves: [
                Half::Way {
                    points: [parent.grip_at(state, self.at), b],
                    gradient: -(self.parent * push.linear()),
                },
                Half::Turn {
                    frames: [parent, child],
                    gradient: self.parent * push.angular(),
                },
            ],
            error,
            sense,
            is_angle,
            curving,
        })
    }
}

/// A quotient; 0 where the divisor is.
fn over(value: f64, divisor: f64) -> f64 {
    match divisor == 0.0 {
        true => 0.0,
        false => value / divisor,
    }
}

/// Whitened twists as `Q R`, with `R` by columns.
fn resolved(twists: &[Six], root: &Root) -> (PerAxis<Six>, [[f64; 6]; 6]) {
    let mut units: PerAxis<Six> = PerAxis::new();
    let mut upper = [[0.0; 6]; 6];
    for (k, twist) in twists.iter().enumerate() {
        let whitened = root.whitened(twist);
        let left = whitened.across(&units);
        for (j, unit) in units.iter().enumerate() {
            upper[k][j] = unit.dot(&whitened);
        }
        let length = left.length();
        let is_own = length > DEPENDENT * whitened.length();
        upper[k][k] = if is_own { length } else { 0.0 };
        units.push(match is_own {
            true => left.times(1.0 / length),
            false => Six::default(),
        });
    }
    (units, upper)
}
