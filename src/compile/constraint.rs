//! From the constraints of a scene to those of the model.

use super::build::{quaternion, Builder};
use super::settings::limit_model_of;
use crate::physics::constraint::{
    AngleLimit, Corner, Distance, Fixed, Guide, Hinge, Pin, Slider, Universal, Wheel,
};
use crate::physics::convex::{Convex, Core};
use crate::physics::{Attachment, Constraint, Frame, StickModel};
use crate::scene::{self, BodyRef, ConstraintKind, Grip, GuideShape, Id, StickEnds};
use glam::{DQuat, DVec3};
use std::collections::BTreeMap;

pub(super) const NOT_SIMULATED: &str = "it is attached to something that is not simulated";
const NO_WHEEL: &str = "only a rigid ball or cylinder rolls";
const NO_TURN: &str =
    "it is attached to a particle, a stick or a body made of particles, which have no orientation";

/// Particle indices of the ends of each stick.
pub(super) type StickEndsById = BTreeMap<Id, [usize; 2]>;

impl Builder<'_> {
    /// Builds one constraint of the scene, of which some are built already; the error says why
    /// not.
    pub(super) fn constraint(
        &mut self,
        constraint: &scene::Constraint,
        ends: &StickEndsById,
        built: &[Option<Constraint>],
    ) -> Result<Constraint, String> {
        match &constraint.kind {
            ConstraintKind::Stick(stick) => match ends.get(&constraint.id) {
                Some(&ends) => Ok(self.stick(constraint.id, stick, ends)),
                None => Err(NOT_SIMULATED.into()),
            },
            ConstraintKind::Distance(distance) => {
                let [a, b] = self.sides(&distance.a, &distance.b, ends)?;
                let max = distance.max_m.unwrap_or(f64::INFINITY);
                Ok(Constraint::Distance(Distance {
                    a,
                    b,
                    min: distance.min_m.unwrap_or(0.0),
                    max,
                    relaxation_factor: distance.strength,
                    tears_at: tears_at(max, distance.tear_strain),
                }))
            }
            ConstraintKind::Pin(pin) => {
                let [a, b] = self.sides(&pin.a, &pin.b, ends)?;
                if pin.drive != scene::BendDrive::default() {
                    frames([a, b])?;
                }
                let strength = pin.strength;
                Ok(Constraint::Pin(Pin {
                    a,
                    b,
                    relaxation_factor: strength,
                }))
            }
            ConstraintKind::Hinge(hinge) => self.hinge(hinge, ends),
            ConstraintKind::Fixed(fixed) => {
                let [a, b] = self.sides(&fixed.a, &fixed.b, ends)?;
                let [parent, child] = frames([a, b])?;
                Ok(Constraint::Fixed(Box::new(Fixed {
                    a,
                    b,
                    parent,
                    child,
                    rest: self.rest(fixed.rest, parent, child),
                    relaxation_factor: fixed.strength,
                })))
            }
            ConstraintKind::Slider(slider) => self.slider(slider, ends),
            ConstraintKind::Universal(cross) => self.universal(cross, ends),
            ConstraintKind::Serial(serial) => self.serial(serial, ends),
            ConstraintKind::Gear(gear) => {
                let joint = |id| self.built(id, built);
                super::drive::gear(gear, [joint(gear.a), joint(gear.b)], &self.state)
            }
            ConstraintKind::Guide(guide) => self.guide(guide, ends),
            ConstraintKind::Corner(corner) => self.corner(corner, built),
            ConstraintKind::AngleLimit(limit) => self.angle_limit(limit),
            ConstraintKind::Surface(surface) => self.membrane(constraint.id, surface),
        }
    }

    /// A place among the counted angles for a joint that counts its turns, which begins nearest to
    /// an angle in degrees.
    fn counter(&mut self, start_deg: Option<f64>) -> usize {
        let turned = &mut self.state.turned;
        turned.push(start_deg.unwrap_or(0.0).to_radians());
        turned.len() - 1
    }

    fn hinge(&mut self, hinge: &scene::Hinge, ends: &StickEndsById) -> Result<Constraint, String> {
        let [a, b] = self.sides(&hinge.a, &hinge.b, ends)?;
        let [parent, child] = frames([a, b])?;
        let counts = hinge.counts_turns();
        Ok(Constraint::Hinge(Box::new(Hinge {
            a,
            b,
            parent,
            child,
            axis: DVec3::from(hinge.axis).normalize_or(DVec3::X),
            rest: self.rest(hinge.rest, parent, child),
            limit: bounds_rad([hinge.limit_min_deg, hinge.limit_max_deg]),
            counter: counts.then(|| self.counter(hinge.start_deg)),
            relaxation_factor: hinge.strength,
        })))
    }

    fn slider(
        &mut self,
        slider: &scene::Slider,
        ends: &StickEndsById,
    ) -> Result<Constraint, String> {
        let [a, b] = self.sides(&slider.a, &slider.b, ends)?;
        let [parent, child] = frames([a, b])?;
        let limited = slider.limit_min_m.is_some() || slider.limit_max_m.is_some();
        let bounds = [
            slider.limit_min_m.unwrap_or(f64::NEG_INFINITY),
            slider.limit_max_m.unwrap_or(f64::INFINITY),
        ];
        Ok(Constraint::Slider(Box::new(Slider {
            a,
            b,
            parent,
            child,
            axis: DVec3::from(slider.axis).normalize_or(DVec3::X),
            rest: self.rest(slider.rest, parent, child),
            turns: slider.turns,
            turn_limit: bounds_rad([slider.turn_min_deg, slider.turn_max_deg]),
            counter: (slider.counts_turns()).then(|| self.counter(slider.turn_start_deg)),
            limit: limited.then_some(bounds),
            relaxation_factor: slider.strength,
        })))
    }

    fn universal(
        &self,
        cross: &scene::Universal,
        ends: &StickEndsById,
    ) -> Result<Constraint, String> {
        let [a, b] = self.sides(&cross.a, &cross.b, ends)?;
        let [parent, child] = frames([a, b])?;
        let axis = DVec3::from(cross.axis).normalize_or(DVec3::X);
        let across = DVec3::from(cross.cross_axis).reject_from_normalized(axis);
        let bound = |k: usize| {
            let [min, max] = [cross.limit_min_deg, cross.limit_max_deg];
            bounds_rad([min, max].map(|both| both.map(|both| both[k])))
        };
        Ok(Constraint::Universal(Box::new(Universal {
            a,
            b,
            parent,
            child,
            axis,
            cross_axis: across.normalize_or(axis.any_orthonormal_vector()),
            rest: self.rest(cross.rest, parent, child),
            limits: [bound(0), bound(1)],
            relaxation_factor: cross.strength,
        })))
    }

    fn guide(&self, guide: &scene::Guide, ends: &StickEndsById) -> Result<Constraint, String> {
        let [a, mut b] = self.sides(&guide.a, &guide.b, ends)?;
        let rolls = match guide.on {
            GuideShape::Rolling => Some(self.wheel(&mut b)?),
            _ => None,
        };
        let bounds = match (guide.on, guide.limit_min_m, guide.limit_max_m) {
            (GuideShape::Plane, None, None) => [0.0; 2],
            (_, min, max) => [
                min.unwrap_or(f64::NEG_INFINITY),
                max.unwrap_or(f64::INFINITY),
            ],
        };
        Ok(Constraint::Guide(Box::new(Guide {
            a,
            b,
            carrier: Frame::of(a).ok_or(NO_TURN)?,
            axis: DVec3::from(guide.axis).normalize_or(DVec3::Y),
            is_line: guide.on == GuideShape::Line,
            rolls,
            bounds,
            relaxation_factor: guide.strength,
        })))
    }

    /// What the body of a side rolls as; the side becomes its centre.
    fn wheel(&self, side: &mut Attachment) -> Result<Wheel, String> {
        let Attachment::Body { body, arm } = side else {
            return Err(NO_WHEEL.into());
        };
        *arm = DVec3::ZERO;
        let shape = self.model.bodies[*body].shape.as_ref();
        let (radius, axis) = match shape {
            Some(Convex {
                core: Core::Point,
                radius,
            }) => (*radius, None),
            Some(Convex {
                core: Core::Cylinder { half_axis, radius },
                ..
            }) => (*radius, half_axis.try_normalize()),
            _ => return Err(NO_WHEEL.into()),
        };
        Ok(Wheel { radius, axis })
    }

    fn corner(
        &self,
        corner: &scene::Corner,
        built: &[Option<Constraint>],
    ) -> Result<Constraint, String> {
        let stick = |id| match self.built(id, built)? {
            Constraint::Distance(stick) => Some(stick),
            _ => None,
        };
        let [a, b] = [corner.a, corner.b].map(stick);
        let (a, b) = a.zip(b).ok_or(NOT_SIMULATED)?;
        let arms = [[a.a, a.b], [a.b, a.a]].into_iter();
        let mut arms = arms.flat_map(|one| [[b.a, b.b], [b.b, b.a]].map(|other| [one, other]));
        let [[at, first], [_, second]] = (arms.find(|[one, other]| one[0] == other[0]))
            .ok_or("its two sticks do not share one particle")?;
        let bound = |degrees: Option<f64>, none: f64| degrees.unwrap_or(none).to_radians();
        Ok(Constraint::Corner(Box::new(Corner {
            at,
            ends: [first, second],
            lengths: a.max * b.max,
            bounds: [
                bound(corner.limit_min_deg, 0.0),
                bound(corner.limit_max_deg, 180.0),
            ],
            relaxation_factor: corner.strength,
        })))
    }

    /// A constraint of the scene that is built already.
    fn built<'b>(&self, id: Id, built: &'b [Option<Constraint>]) -> Option<&'b Constraint> {
        let place = self.scene.constraints.iter().position(|c| c.id == id)?;
        built[place].as_ref()
    }

    fn angle_limit(&self, limit: &scene::AngleLimit) -> Result<Constraint, String> {
        let [parent, child] = [self.body_frame(&limit.a)?, self.body_frame(&limit.b)?];
        let radians = |degrees: [f64; 3]| DVec3::from(degrees.map(f64::to_radians));
        let (min, max) = (radians(limit.limit_min_deg), radians(limit.limit_max_deg));
        let twist_axis = match limit.twist_axis {
            None => AngleLimit::widest_axis(min, max),
            Some(axis) => axis.index(),
        };
        Ok(Constraint::AngleLimit(AngleLimit {
            parent,
            child,
            min,
            max,
            twist_axis,
            rest: self.rest(limit.rest, parent, child),
            model: limit.model.map(limit_model_of),
            restitution: limit.restitution,
        }))
    }

    /// The given rest orientation of a child in its parent, or the one that the two
    /// have at the start.
    pub(super) fn rest(&self, given: Option<[f64; 4]>, parent: Frame, child: Frame) -> DQuat {
        given.map_or_else(
            || {
                let parent = parent.orientation(&self.state);
                (parent.conjugate() * child.orientation(&self.state)).normalize()
            },
            quaternion,
        )
    }

    fn stick(&mut self, id: Id, stick: &scene::Stick, [a, b]: [usize; 2]) -> Constraint {
        let distance = self.state.particles[a]
            .position
            .distance(self.state.particles[b].position);
        self.map.sticks.insert(id, self.model.sticks.len());
        self.model.sticks.push(StickModel {
            a,
            b,
            radius: stick.radius_m,
            flat: stick.ends == StickEnds::Flat,
            surface: self.surface(stick.material),
            torn: false,
        });
        let length = stick.length_m.unwrap_or(distance);
        Constraint::Distance(Distance {
            tears_at: tears_at(length, stick.tear_strain),
            ..rod(a, b, length, stick.strength)
        })
    }

    pub(super) fn sides(
        &self,
        a: &Grip,
        b: &Grip,
        ends: &StickEndsById,
    ) -> Result<[Attachment; 2], String> {
        Ok([self.attachment(a, ends)?, self.attachment(b, ends)?])
    }

    fn attachment(&self, grip: &Grip, ends: &StickEndsById) -> Result<Attachment, String> {
        let attachment = match grip {
            Grip::World(point) => Some(Attachment::World((*point).into())),
            Grip::Particle(id) => self.map.particles.get(id).map(|&i| Attachment::Particle(i)),
            Grip::Stick { id, at } => ends.get(id).map(|&[a, b]| Attachment::on_stick(a, b, *at)),
            Grip::Body { id, point_m } => self.on_body(*id, (*point_m).into()),
            Grip::Part {
                ragdoll,
                part,
                at,
                point_m,
            } => self.part(*ragdoll, part, *at, *point_m),
        };
        attachment.ok_or_else(|| NOT_SIMULATED.into())
    }

    fn on_body(&self, id: Id, arm: DVec3) -> Option<Attachment> {
        let rigid = self.map.bodies.get(&id);
        let rigid = rigid.map(|&body| Attachment::Body { body, arm });
        let carried = || self.map.tetrahedra.get(&id);
        rigid.or_else(|| carried().map(|&i| self.model.tetrahedra[i].carrier.grip(arm)))
    }

    fn part(&self, ragdoll: Id, part: &str, at: f64, point_m: [f64; 3]) -> Option<Attachment> {
        let ragdoll = self.map.ragdolls.iter().find(|r| r.id == ragdoll)?;
        if let Some(body) = ragdoll.body_of(part) {
            let arm = point_m.into();
            return Some(Attachment::Body { body, arm });
        }
        let stick = &self.model.sticks[ragdoll.stick_of(part)?];
        Some(Attachment::on_stick(stick.a, stick.b, at))
    }

    fn body_frame(&self, body: &BodyRef) -> Result<Frame, String> {
        let index = match body {
            BodyRef::Body(id) => self.map.bodies.get(id).copied(),
            BodyRef::Part { ragdoll, part } => {
                let ragdoll = self.map.ragdolls.iter().find(|r| r.id == *ragdoll);
                ragdoll.and_then(|ragdoll| ragdoll.body_of(part))
            }
        };
        index.map(Frame::Body).ok_or_else(|| NO_TURN.into())
    }
}

/// Bounds of a turn that are given in degrees; of a missing one half a turn.
fn bounds_rad([min, max]: [Option<f64>; 2]) -> Option<[f64; 2]> {
    let bounds = [min.unwrap_or(-180.0), max.unwrap_or(180.0)];
    let limited = min.is_some() || max.is_some();
    limited.then_some(bounds.map(f64::to_radians))
}

pub(super) fn frames(sides: [Attachment; 2]) -> Result<[Frame; 2], String> {
    match sides.map(Frame::of) {
        [Some(parent), Some(child)] => Ok([parent, child]),
        _ => Err(NO_TURN.into()),
    }
}

/// Distance from which on what tears at a strain is overstretched, m.
fn tears_at(length: f64, strain: Option<f64>) -> f64 {
    strain.map_or(f64::INFINITY, |strain| length * (1.0 + strain))
}

/// What keeps two particles at a distance, m, and never tears.
pub(super) fn rod(a: usize, b: usize, length: f64, strength: f64) -> Distance {
    let [a, b] = [a, b].map(Attachment::Particle);
    Distance {
        a,
        b,
        min: length,
        max: length,
        relaxation_factor: strength,
        tears_at: f64::INFINITY,
    }
}
