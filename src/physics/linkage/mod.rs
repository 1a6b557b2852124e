//! Hinges and slides one after another between two bodies, with nothing that has mass between them.
//!
//! With `q` the coordinates, the axes stand where those before them have moved them, and the child
//! where the last one leaves it: a product of exponentials. How the child moves for each rate is the
//! twist of its axis there, `V = J q̇`. Coordinates are the `q` from which the child is least far
//! off, by Gauss and Newton's method from those that were counted last; far off is measured by the
//! masses of the two bodies (see `stance`). Source: Brockett, "Robotic manipulators and the product
//! of exponentials formula" (1984); Murray, Li and Sastry, "A Mathematical Introduction to Robotic
//! Manipulation" (1994), equations 3.3 and 3.54.

mod root;
mod stance;

use super::attach::{Attachment, Frame};
use super::constraint::{all_of, BodiesMut};
use super::math::rotation_from_vector;
use super::model::BodyModel;
use super::state::State;
use arrayvec::ArrayVec;
use glam::{DMat3, DQuat, DVec3};
pub use stance::Stance;

/// Most axes of a linkage: more than six depend on each other.
pub const MOST_AXES: usize = 6;

/// Something for each of its axes.
pub type PerAxis<T> = ArrayVec<T, MOST_AXES>;

/// An axis of a linkage as it stands where all coordinates are 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkAxis {
    /// Whether what follows slides along it; else it turns about it.
    pub slides: bool,
    /// Unit axis in the parent's frame.
    pub axis: DVec3,
    /// From the point of the parent to a point of the axis, in the parent's frame, m.
    pub offset: DVec3,
}

/// How a body answers impulses; nothing of what they do not move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Mobility {
    /// 1/kg.
    inverse_mass: f64,
    /// In the body's frame, 1/(kg·m²).
    inverse_inertia: DMat3,
}

impl Mobility {
    fn of(frame: Frame, bodies: &[BodyModel]) -> Mobility {
        let body = match frame {
            Frame::Body(body) => bodies.get(body).filter(|body| !body.is_kinematic()),
            Frame::World => None,
        };
        body.map_or(Mobility::default(), |body| {
            let axes = DMat3::from_quat(body.axes);
            let inverse = DMat3::from_diagonal(body.inertia.recip());
            Mobility {
                inverse_mass: 1.0 / body.mass,
                inverse_inertia: axes * inverse * axes.transpose(),
            }
        })
    }
}

/// Hinges and slides one after another, from a parent to a child.
#[derive(Debug, Clone, PartialEq)]
pub struct Linkage {
    /// Point on the parent.
    pub a: Attachment,
    /// Point on the child, which is at the other where all coordinates are 0.
    pub b: Attachment,
    /// Parent.
    pub parent: Frame,
    /// Child.
    pub child: Frame,
    /// The axes, from the parent to the child.
    pub axes: PerAxis<LinkAxis>,
    /// Orientation of the child in the parent's frame where all coordinates are 0.
    pub rest: DQuat,
    /// Place of the first coordinate among [`State::turned`]; those of the others follow.
    pub counter: usize,
    /// Of parent and child; set by [`Model::build`](super::Model::build).
    mobilities: [Mobility; 2],
}

/// Where the axes and the child stand at some coordinates, in the parent's frame, from its point.
struct Posed {
    /// Unit axes, and points of them.
    axes: PerAxis<(DVec3, DVec3)>,
    /// The point of the child.
    end: DVec3,
    /// Orientation of the child.
    orientation: DQuat,
}

impl Linkage {
    /// Axes between two points, with coordinates counted from a place among
    /// [`State::turned`].
    pub fn new(
        [a, b]: [Attachment; 2],
        [parent, child]: [Frame; 2],
        axes: PerAxis<LinkAxis>,
        rest: DQuat,
        counter: usize,
    ) -> Linkage {
        Linkage {
            a,
            b,
            parent,
            child,
            axes,
            rest,
            counter,
            mobilities: [Mobility::default(); 2],
        }
    }

    /// Takes in how heavy its two bodies are.
    pub(in crate::physics) fn weigh(&mut self, bodies: &[BodyModel]) {
        self.mobilities = [self.parent, self.child].map(|side| Mobility::of(side, bodies));
    }

    /// The bodies that it names, to be given other numbers.
    pub fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([
            self.a.body_mut(),
            self.b.body_mut(),
            self.parent.body_mut(),
            self.child.body_mut(),
        ])
    }

    /// Where the child would be in the parent's frame, its point counted from that of the parent.
    pub fn pose_at(&self, values: &[f64]) -> (DVec3, DQuat) {
        let posed = self.posed(values);
        (posed.end, posed.orientation)
    }

    /// Axes at some coordinates: unit axes in the parent's frame, and points of them counted from
    /// the point of the parent, m.
    pub fn axes_at(&self, values: &[f64]) -> PerAxis<(DVec3, DVec3)> {
        self.posed(values).axes
    }

    fn posed(&self, values: &[f64]) -> Posed {
        let (mut turn, mut end) = (DQuat::IDENTITY, DVec3::ZERO);
        let mut axes = PerAxis::new();
        for (own, &value) in self.axes.iter().zip(values) {
            let axis = turn * own.axis;
            let point = end + turn * own.offset;
            axes.push((axis, point));
            match own.slides {
                true => end += axis * value,
                false => {
                    let about = rotation_from_vector(axis * value);
                    turn = about * turn;
                    end = point + about * (end - point);
                }
            }
        }
        Posed {
            axes,
            end,
            orientation: (turn * self.rest).normalize(),
        }
    }

    /// The coordinates that were counted last, m or rad.
    fn counted(&self, state: &State) -> PerAxis<f64> {
        let all = self.counter..self.counter + self.axes.len();
        match state.turned.get(all) {
            Some(counted) => counted.iter().copied().collect(),
            None => self.axes.iter().map(|_| 0.0).collect(),
        }
    }

    /// Whether one of some axes only repeats at these coordinates what those before it do.
    pub fn is_dependent(axes: &PerAxis<LinkAxis>, values: &PerAxis<f64>) -> bool {
        let sides = [Attachment::World(DVec3::ZERO); 2];
        let frames = [Frame::World; 2];
        let linkage = Linkage::new(sides, frames, axes.clone(), DQuat::IDENTITY, 0);
        Stance::as_told(&linkage, values).dependent().is_some()
    }

    /// How its axes stand in a state.
    pub fn stance(&self, state: &State) -> Stance<'_> {
        Stance::of(self, state)
    }

    /// Its coordinates in a state, m or rad.
    pub fn values(&self, state: &State) -> PerAxis<f64> {
        self.stance(state).values
    }
}
