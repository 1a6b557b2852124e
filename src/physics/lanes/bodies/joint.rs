//! What the kinds of joints are to the kernels.
//!
//! A figure with a joint of a kind that is not listed in [`Joint::of`] is solved one by one.

use super::figure::Body;
use super::limit::{self, Limit};
use super::motion::Motion;
use super::pin::{self, Pin};
use super::turns::{self, Freedom, Turns};
use crate::physics::constraint::{relaxation_weights, AngleLimit, ConstraintRows};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::scenery::Scenery;
use crate::physics::{Attachment, Constraint, Frame, Model};
use glam::DVec3;
use std::ops::Range;

/// A joint of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Name of its kind, one of [`KINDS`](crate::physics::constraint::KINDS).
    pub kind: &'static str,
    /// Turns that are led before the points are put together.
    turns: Option<Turns>,
    hold: Hold,
}

/// What a joint does to two bodies in the end.
#[derive(Debug, Clone, PartialEq)]
enum Hold {
    /// Puts two points together.
    Pin(Pin),
    /// Keeps the rotation within bounds.
    Limit(Limit),
}

impl Joint {
    /// A constraint of the model, by index, between bodies of the figure; `None` if it is beyond
    /// the kernels.
    pub fn of(model: &Model, bodies: &Range<usize>, index: usize) -> Option<Joint> {
        let constraint = &model.constraints[index];
        let builder = Builder {
            model,
            bodies,
            constraint,
        };
        let hold = match constraint {
            Constraint::AngleLimit(limit) => Hold::Limit(builder.limit(limit)?),
            _ => Hold::Pin(builder.pin()?),
        };
        let turns = match constraint {
            Constraint::Pin(_) | Constraint::AngleLimit(_) => None,
            _ => Some(builder.turns()?),
        };
        Some(Joint {
            kind: constraint.kind_name(),
            turns,
            hold,
        })
    }

    /// One pass over it.
    #[inline(always)]
    pub fn relax<L: Lane>(&self, scenery: &Scenery, motions: &mut [Motion<L>], bodies: &[Body]) {
        if let Some(turns) = &self.turns {
            turns::relax(turns, motions, bodies);
        }
        match &self.hold {
            Hold::Pin(pin) => pin::relax(pin, scenery.block_pins, motions, bodies),
            Hold::Limit(limit) => limit::relax(limit, motions, bodies),
        }
    }

    fn pin(&self) -> Option<&Pin> {
        match &self.hold {
            Hold::Pin(pin) => Some(pin),
            Hold::Limit(_) => None,
        }
    }

    /// The two bodies, if it pins them to each other.
    pub fn pinned(&self) -> Option<[usize; 2]> {
        self.pin().map(|pin| pin.bodies)
    }

    /// The two bodies, and the length of their arms within which they stay, m.
    pub fn link(&self) -> Option<([usize; 2], f64)> {
        let length = |arm: [f64; 3]| DVec3::from_array(arm).length();
        self.pin()
            .map(|pin| (pin.bodies, length(pin.arms[0]) + length(pin.arms[1])))
    }
}

/// Takes a constraint over into the places of a figure.
struct Builder<'a> {
    model: &'a Model,
    bodies: &'a Range<usize>,
    constraint: &'a Constraint,
}

impl Builder<'_> {
    fn limit(&self, limit: &AngleLimit) -> Option<Limit> {
        let bodies = self.places([limit.parent, limit.child])?;
        Limit::of(limit, &self.model.settings, bodies)
    }

    fn turns(&self) -> Option<Turns> {
        let (frames, rest, freedom) = match self.constraint {
            Constraint::Fixed(fixed) => ([fixed.parent, fixed.child], fixed.rest, Freedom::None),
            Constraint::Hinge(hinge) => {
                let freedom = Freedom::about_one(hinge.axis, hinge.limit);
                ([hinge.parent, hinge.child], hinge.rest, freedom)
            }
            Constraint::Universal(universal) => {
                let axes = [universal.axis, universal.cross_axis];
                let freedom = Freedom::about_two(axes, universal.limits);
                ([universal.parent, universal.child], universal.rest, freedom)
            }
            _ => return None,
        };
        Some(Turns {
            bodies: self.places(frames)?,
            back_to_rest: rest.conjugate().to_array(),
            freedom,
            relaxation_factor: self.relaxation_factor(),
        })
    }

    fn place(&self, body: usize) -> Option<usize> {
        let is_own = self.bodies.contains(&body);
        is_own.then(|| body - self.bodies.start)
    }

    /// Those of two frames that are bodies of the figure.
    fn places(&self, frames: [Frame; 2]) -> Option<[usize; 2]> {
        let [Frame::Body(parent), Frame::Body(child)] = frames else {
            return None;
        };
        Some([self.place(parent)?, self.place(child)?])
    }

    fn relaxation_factor(&self) -> f64 {
        self.constraint.relaxation_factor() * self.model.settings.verlet().over_relaxation
    }

    fn pin(&self) -> Option<Pin> {
        let sides = self.constraint.attachments();
        let [Attachment::Body { body: a, arm: on_a }, Attachment::Body { body: b, arm: on_b }] =
            sides
        else {
            return None;
        };
        let weighting = self.model.settings.verlet().weighting;
        Some(Pin {
            bodies: [self.place(a)?, self.place(b)?],
            arms: [on_a.to_array(), on_b.to_array()],
            weights: relaxation_weights(self.model, sides, weighting),
            relaxation_factor: self.relaxation_factor(),
        })
    }
}
