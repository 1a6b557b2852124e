//! What the kinds of joints are to the kernels.
//!
//! A kind that is not listed in [`Builder::kernel`] is solved by its own rows, lane by lane.

use super::figure::Body;
use super::limit::{self, Limit};
use super::motion::Motion;
use super::pin::{self, Pin};
use super::rows::{self, Rows};
use super::turns::{self, Freedom, Turns};
use crate::physics::constraint::stop::holder_of;
use crate::physics::constraint::{
    relaxation_weights, AngleLimit, ConstraintRows, LimitModel, Role,
};
use crate::physics::lanes::lane::Lane;
use crate::physics::lanes::parts::Parts;
use crate::physics::lanes::scenery::Scenery;
use crate::physics::{Attachment, Constraint, Frame, Model};
use glam::DVec3;
use std::ops::Range;

/// A joint of a figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Name of its kind, one of [`KINDS`](crate::physics::constraint::KINDS).
    pub kind: &'static str,
    /// The two bodies, if it joins them.
    pub joined: Option<[usize; 2]>,
    /// Two bodies, and how far their centres can be apart, m, if it bounds that.
    pub link: Option<([usize; 2], f64)>,
    pub hold: Hold,
}

/// What a joint does to bodies.
#[derive(Debug, Clone, PartialEq)]
pub enum Hold {
    /// Puts two points together.
    Pin(Pin),
    /// Leads turns, then puts two points together.
    Turning(Turns, Pin),
    /// Keeps the rotation within bounds.
    Limit(Limit),
    /// Anything else.
    Rows(Box<Rows>),
}

impl Joint {
    /// A constraint of the model, by index, that holds bodies of the figure; `None` if it bounces
    /// at its stop, counts its turns or is a cone, which is solved elsewhere.
    pub fn of(model: &Model, parts: &Parts, index: usize) -> Option<Joint> {
        let bodies = &parts.bodies;
        let constraint = &model.constraints[index];
        let is_cone = matches!(constraint, Constraint::AngleLimit(limit)
            if limit.model_in(&model.settings) == LimitModel::Cone);
        if constraint.restitution() != 0.0 || !constraint.counted().is_empty() || is_cone {
            return None;
        }
        let builder = Builder {
            model,
            bodies,
            joints: &parts.constraints,
            constraint,
        };
        let arms = builder.arms();
        let is_joint = constraint.role() == Role::Joint;
        Some(Joint {
            kind: constraint.kind_name(),
            joined: arms.filter(|_| is_joint).map(|(bodies, _)| bodies),
            link: arms.and_then(|(bodies, [a, b])| {
                Some((bodies, a.length() + b.length() + constraint.most_apart()?))
            }),
            hold: match builder.kernel() {
                Some(hold) => hold,
                None => Hold::Rows(Box::new(Rows::of(model, bodies, constraint)?)),
            },
        })
    }

    /// One pass over it.
    #[inline(always)]
    pub fn relax<L: Lane>(&self, motions: &mut [Motion<L>], bodies: &[Body]) {
        let any = motions[0].position.x;
        match &self.hold {
            Hold::Pin(pin) => any.apart(
                #[inline(always)]
                || pin::relax(pin, motions, bodies),
            ),
            Hold::Turning(turns, pin) => any.apart(
                #[inline(always)]
                || {
                    turns::relax(turns, motions, bodies);
                    pin::relax(pin, motions, bodies);
                },
            ),
            Hold::Limit(limit) => any.apart(
                #[inline(always)]
                || limit::relax(limit, motions, bodies),
            ),
            Hold::Rows(rows) => rows::relax(rows, motions),
        }
    }

    /// Slows what would pass a stop within the substep, and tells where it would.
    #[inline(always)]
    pub fn arrest<L: Lane>(
        &self,
        scenery: &Scenery,
        motions: &mut [Motion<L>],
        bodies: &[Body],
    ) -> L::Mask {
        let any = motions[0].position.x;
        let time = (scenery.h, 1.0);
        match &self.hold {
            Hold::Limit(limit) => any.apart(
                #[inline(always)]
                || limit::arrest(limit, scenery.h, motions, bodies),
            ),
            Hold::Turning(turns, pin) => any.apart(
                #[inline(always)]
                || turns::arrest(turns, pin, time, motions, bodies),
            ),
            Hold::Rows(rows) => rows::arrest(rows, time, motions),
            Hold::Pin(_) => any.lt(any),
        }
    }

    /// How many turns it bounds or locks at most.
    pub fn stops(&self) -> usize {
        match &self.hold {
            Hold::Limit(_) | Hold::Turning(..) => 3,
            Hold::Pin(_) | Hold::Rows(_) => 0,
        }
    }

    /// Whether it bounds turns and does no more.
    pub fn only_bounds(&self) -> bool {
        matches!(self.hold, Hold::Limit(_))
    }
}

/// Takes a constraint over into the places of a figure.
struct Builder<'a> {
    model: &'a Model,
    bodies: &'a Range<usize>,
    /// All constraints of the figure.
    joints: &'a [usize],
    constraint: &'a Constraint,
}

impl Builder<'_> {
    /// The kernel of its kind, if it has one and joins two bodies.
    fn kernel(&self) -> Option<Hold> {
        Some(match self.constraint {
            Constraint::AngleLimit(limit) => Hold::Limit(self.limit(limit)?),
            Constraint::Pin(_) => Hold::Pin(self.pin()?),
            _ => Hold::Turning(self.turns()?, self.pin()?),
        })
    }

    fn limit(&self, limit: &AngleLimit) -> Option<Limit> {
        let bodies = self.places([limit.parent, limit.child])?;
        let held = holder_of(self.model, limit, self.joints).and_then(|joint| {
            let holder = Builder {
                constraint: &self.model.constraints[joint],
                ..*self
            };
            let (of, [a, b]) = holder.arms()?;
            let arms = if of == bodies { [a, b] } else { [b, a] };
            Some(arms.map(|arm| arm.to_array()))
        });
        Some(Limit::of(limit, &self.model.settings, bodies, held))
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

    fn pin(&self) -> Option<Pin> {
        let (bodies, arms) = self.arms()?;
        let weighting = self.model.settings.weighting();
        Some(Pin {
            bodies,
            arms: arms.map(|arm| arm.to_array()),
            weights: relaxation_weights(self.model, self.constraint.attachments(), weighting),
            relaxation_factor: self.relaxation_factor(),
        })
    }

    fn relaxation_factor(&self) -> f64 {
        self.constraint.relaxation_factor() * self.model.settings.over_relaxation()
    }

    /// The two bodies of the figure that it holds, and the points in their frames, m.
    fn arms(&self) -> Option<([usize; 2], [DVec3; 2])> {
        let [Attachment::Body { body: a, arm: on_a }, Attachment::Body { body: b, arm: on_b }] =
            self.constraint.attachments()
        else {
            return None;
        };
        Some(([self.place(a)?, self.place(b)?], [on_a, on_b]))
    }

    /// Those of two frames that are bodies of the figure.
    fn places(&self, frames: [Frame; 2]) -> Option<[usize; 2]> {
        let [Frame::Body(parent), Frame::Body(child)] = frames else {
            return None;
        };
        Some([self.place(parent)?, self.place(child)?])
    }

    fn place(&self, body: usize) -> Option<usize> {
        let is_own = self.bodies.contains(&body);
        is_own.then(|| body - self.bodies.start)
    }
}
