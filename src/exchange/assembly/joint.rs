//! Joints of files as constraints.

use super::place::Place;
use super::sound::Spot;
use super::{drive, Assembly};
use crate::exchange::rig::drives::{Driven, Spring};
use crate::exchange::rig::{Move, ENDLESS_M};
use crate::exchange::wxyz;
use crate::physics::linkage::{LinkAxis, Linkage, PerAxis, MOST_AXES};
use crate::physics::math::rotation_from_vector;
use crate::scene::{
    range, AngleLimit, Axis, BodyRef, ConstraintKind, Fixed, Grip, Hinge, HingeAxis, Id,
    LimitModel, Pin, Serial, SerialAxis, SlideAxis, Slider, Universal,
};
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// How far axes may be from crossing or agreeing, as a cosine or a sine.
const ALIGNED: f64 = 1e-6;
/// How far an axis may be beside the point of a joint and counts as there, m.
const ONE_PLACE_M: f64 = 1e-6;
/// A turn that is less is none, as the sine of its half.
const STILL: f64 = 1e-9;
/// How far files round an angle, rad.
const ROUNDED: f64 = 1e-9;
/// Half a turn as far as files round it, rad.
const HALF: f64 = PI + ROUNDED;

/// A joint of a file.
pub struct Joint {
    /// What it is called.
    pub name: String,
    /// The bodies of the assembly that it joins; none is the world.
    pub bodies: [Option<usize>; 2],
    /// The point that both share where all moves are 0, in the frame of each, m.
    pub anchors: [DVec3; 2],
    /// The orientation of the second in the frame of the first where all moves are 0.
    pub rest: DQuat,
    pub moves: Moves,
    pub spot: Spot,
}

/// What a joint leaves free.
pub enum Moves {
    /// Nothing, or one after the other, each about or along an axis of the first body.
    Axes(Vec<Move>),
    Ball {
        driven: Driven,
        /// Largest turn, rad.
        most: Option<f64>,
        /// How the second is turned from where all moves are 0, in its frame there.
        turned: DQuat,
        /// Its spin against the first in its frame, rad/s.
        spin: DVec3,
    },
}

impl Moves {
    /// A ball joint that is where all moves are 0.
    pub fn ball(driven: Driven, most: Option<f64>) -> Moves {
        Moves::Ball {
            driven,
            most,
            turned: DQuat::IDENTITY,
            spin: DVec3::ZERO,
        }
    }
}

impl Joint {
    /// A joint whose frame is given in both bodies; the axes of the moves are seen from that.
    pub fn of_frames(
        name: String,
        bodies: [Option<usize>; 2],
        [first, second]: [Place; 2],
        moves: Moves,
        spot: Spot,
    ) -> Joint {
        let from_first = |own: Move| Move {
            axis: first.turn * own.axis,
            offset: first.turn * own.offset,
            ..own
        };
        Joint {
            name,
            bodies,
            anchors: [first.position, second.position],
            rest: (first.turn * second.turn.conjugate()).normalize(),
            moves: match moves {
                Moves::Axes(axes) => Moves::Axes(axes.into_iter().map(from_first).collect()),
                ball @ Moves::Ball { .. } => ball,
            },
            spot,
        }
    }
}

impl Assembly {
    /// Adds what leaves just those moves of a joint free, as far as there is that; gives the id of
    /// the constraint that holds it.
    pub fn join(&mut self, joint: &Joint) -> Option<Id> {
        let kinds = match &joint.moves {
            Moves::Ball { driven, most, .. } => self.ball(joint, driven, *most),
            Moves::Axes(moves) => self.joined(joint, moves),
        };
        let add = |kind| self.constrain(kind, &joint.name, joint.spot);
        let ids: Vec<Id> = kinds.into_iter().map(add).collect();
        ids.first().copied()
    }

    fn grips(&self, joint: &Joint) -> [Grip; 2] {
        let [a, b] = joint.bodies;
        [(a, joint.anchors[0]), (b, joint.anchors[1])].map(|(body, point)| match body {
            Some(body) => Grip::Body {
                id: self.parts[body].id,
                point_m: point.to_array(),
            },
            None => Grip::World(point.to_array()),
        })
    }

    /// The given orientation of the second body in the first, unless they start so.
    fn unless_at_start(&self, joint: &Joint, rest: DQuat) -> Option<[f64; 4]> {
        let [first, second] = joint.bodies.map(|body| self.motion_of(body).place.turn);
        let off = rest.conjugate() * (first.conjugate() * second);
        let is_off = DVec3::new(off.x, off.y, off.z).length() > STILL;
        is_off.then(|| wxyz(rest))
    }

    fn ball(&mut self, joint: &Joint, driven: &Driven, most: Option<f64>) -> Vec<ConstraintKind> {
        let [a, b] = self.grips(joint);
        let target = driven.spring.and(self.unless_at_start(joint, joint.rest));
        let mut pin = Pin::new(a, b);
        pin.drive = drive::bend(driven, target);
        let mut all = vec![ConstraintKind::Pin(pin)];
        if let Some(most) = most {
            let most = most.to_degrees().clamp(0.0, 180.0);
            match self.limit(joint, [-most; 3], [most; 3], None) {
                Some(limit) => all.push(ConstraintKind::AngleLimit(AngleLimit {
                    model: Some(LimitModel::Cone),
                    ..limit
                })),
                None => self.left_out.push(format!("the range of {}", joint.name)),
            }
        }
        all
    }

    /// The constraint that leaves such moves free.
    fn joined(&mut self, joint: &Joint, moves: &[Move]) -> Vec<ConstraintKind> {
        let crosses = |a: &Move, b: &Move| a.axis.dot(b.axis).abs() < ALIGNED;
        let all_turn = moves.iter().all(|own| !own.slides);
        match moves {
            _ if moves.iter().any(|own| own.beside() > ONE_PLACE_M) => self.serial(joint, moves),
            [] => {
                let [a, b] = self.grips(joint);
                vec![ConstraintKind::Fixed(Fixed {
                    a,
                    b,
                    rest: self.unless_at_start(joint, joint.rest),
                    strength: 1.0,
                })]
            }
            [own] if own.slides => vec![ConstraintKind::Slider(self.slider(joint, own))],
            [own] => vec![ConstraintKind::Hinge(self.hinge(joint, own))],
            [way, turn]
                if way.slides && !turn.slides && way.axis.cross(turn.axis).length() < ALIGNED =>
            {
                let mut slider = self.slider(joint, way);
                let same = way.axis.dot(turn.axis) > 0.0;
                let turned = of_sign(self.turns(joint, turn.range), same);
                slider.turns = true;
                slider.turn_start_deg =
                    start_deg(turn).map(|angle| if same { angle } else { -angle });
                slider.turn_min_deg = turned.map(|[low, _]| low.to_degrees());
                slider.turn_max_deg = turned.map(|[_, high]| high.to_degrees());
                let drive = drive::turn(&turn.driven);
                slider.turn_drive = if same { drive } else { drive.reversed() };
                vec![ConstraintKind::Slider(slider)]
            }
            [first, second] if all_turn && crosses(first, second) => {
                vec![ConstraintKind::Universal(
                    self.universal(joint, first, second),
                )]
            }
            [x, y, z] if all_turn && crosses(x, y) && crosses(y, z) && crosses(z, x) => {
                self.three(joint, [x, y, z])
            }
            _ => self.serial(joint, moves),
        }
    }

    /// Moves one after the other, of which none only repeats what those before it do.
    fn serial(&mut self, joint: &Joint, moves: &[Move]) -> Vec<ConstraintKind> {
        let (kept, repeated) = independent(moves);
        for place in repeated {
            let what = format!(
                "motion {} of {}, which only repeats those before it",
                place + 1,
                joint.name
            );
            self.left_out.push(what);
        }
        if kept.len() < moves.len() {
            return self.joined(joint, &kept);
        }
        let axes = kept.iter().map(|own| self.axis(joint, own)).collect();
        let [a, b] = self.grips(joint);
        vec![ConstraintKind::Serial(Serial {
            rest: self.unless_at_start(joint, joint.rest),
            ..Serial::new(a, b, axes)
        })]
    }

    fn axis(&mut self, joint: &Joint, own: &Move) -> SerialAxis {
        let axis = own.axis.to_array();
        if own.slides {
            let end = |of: usize| own.range.map(|range| range[of]).filter(is_near);
            return SerialAxis::Slide(SlideAxis {
                limit_min_m: end(0),
                limit_max_m: end(1),
                start_m: own.value,
                drive: drive::way(&own.driven),
                ..SlideAxis::new(axis)
            });
        }
        let most = range::TURN.max.to_radians();
        let range = self.range_up_to(joint, own.range, (most, "10,000 turns"));
        SerialAxis::Hinge(HingeAxis {
            limit_min_deg: range.map(|[low, _]| low.to_degrees()),
            limit_max_deg: range.map(|[_, high]| high.to_degrees()),
            start_deg: own.value.to_degrees(),
            drive: drive::turn(&own.driven),
            ..HingeAxis::new(axis, own.offset.to_array())
        })
    }

    /// A range as joints have it that do not count turns.
    fn half_turn(&mut self, joint: &Joint, range: Option<[f64; 2]>) -> Option<[f64; 2]> {
        self.range_up_to(joint, range, (PI, "half a turn"))
    }

    /// A range as joints have it that count turns: in counted turns beyond half a one.
    fn turns(&mut self, joint: &Joint, range: Option<[f64; 2]>) -> Option<[f64; 2]> {
        let most = match range.is_some_and(|[low, high]| low < -HALF || high > HALF) {
            true => range::TURN.max.to_radians(),
            false => PI,
        };
        self.range_up_to(joint, range, (most, "10,000 turns"))
    }

    /// A range no wider than from the one side to the other, rad; none of a wider one.
    fn range_up_to(
        &mut self,
        joint: &Joint,
        range: Option<[f64; 2]>,
        (most, words): (f64, &str),
    ) -> Option<[f64; 2]> {
        let [low, high] = range?;
        let [is_below, is_above] = [low < -most - ROUNDED, high > most + ROUNDED];
        if is_below || is_above {
            let what = format!("the range of {} beyond {words}", joint.name);
            self.left_out.push(what);
        }
        let is_within = low < most && high > -most;
        let is_held = is_within && !(is_below && is_above);
        is_held.then(|| [low.max(-most), high.min(most)])
    }

    fn hinge(&mut self, joint: &Joint, own: &Move) -> Hinge {
        let [a, b] = self.grips(joint);
        let range = self.turns(joint, own.range);
        Hinge {
            start_deg: start_deg(own),
            limit_min_deg: range.map(|[low, _]| low.to_degrees()),
            limit_max_deg: range.map(|[_, high]| high.to_degrees()),
            rest: self.unless_at_start(joint, joint.rest),
            drive: drive::turn(&own.driven),
            ..Hinge::new(a, b, own.axis.to_array())
        }
    }

    fn slider(&self, joint: &Joint, own: &Move) -> Slider {
        let [a, b] = self.grips(joint);
        let end = |of: usize| own.range.map(|range| range[of]).filter(is_near);
        Slider {
            limit_min_m: end(0),
            limit_max_m: end(1),
            rest: self.unless_at_start(joint, joint.rest),
            drive: drive::way(&own.driven),
            ..Slider::new(a, b, own.axis.to_array())
        }
    }

    fn universal(&mut self, joint: &Joint, first: &Move, second: &Move) -> Universal {
        let [a, b] = self.grips(joint);
        let ranges = [first, second].map(|own| self.half_turn(joint, own.range));
        let end = |end: usize| {
            let of = ranges.map(|range| range.map(|range| range[end].to_degrees()));
            of.iter().any(Option::is_some).then(|| {
                let open = if end == 0 { -180.0 } else { 180.0 };
                of.map(|of| of.unwrap_or(open))
            })
        };
        Universal {
            limit_min_deg: end(0),
            limit_max_deg: end(1),
            rest: self.unless_at_start(joint, joint.rest),
            drive: drive::turn(&first.driven),
            cross_drive: drive::turn(&second.driven),
            ..Universal::new(a, b, first.axis.to_array(), second.axis.to_array())
        }
    }

    /// Three turns about one point: a ball joint with limits.
    fn three(&mut self, joint: &Joint, moves: [&Move; 3]) -> Vec<ConstraintKind> {
        let name = &joint.name;
        let without_target = |own: &Move| Driven {
            spring: own.driven.spring.map(|spring| Spring {
                target: 0.0,
                ..spring
            }),
            ..own.driven
        };
        let driven = without_target(moves[0]);
        if moves.iter().any(|own| without_target(own) != driven) {
            let what = format!("different drives for {name} and the rotations after it");
            self.left_out.push(what);
        }
        if moves.iter().any(|own| own.driven.motor.is_some()) {
            let what = format!("motors of {name}, which rotates about three axes");
            self.left_out.push(what);
        }
        let led = moves.iter().fold(DQuat::IDENTITY, |led, own| {
            let target = own.driven.spring.map_or(0.0, |spring| spring.target);
            led * rotation_from_vector(own.axis * target)
        });
        let target = self.unless_at_start(joint, (led * joint.rest).normalize());
        let [a, b] = self.grips(joint);
        let mut pin = Pin::new(a, b);
        pin.drive = drive::bend(&driven, driven.spring.and(target));
        let mut all = vec![ConstraintKind::Pin(pin)];
        if moves.iter().all(|own| own.range.is_none()) {
            return all;
        }
        let mut bounds = ([-180.0; 3], [180.0; 3]);
        let mut twist = None;
        for own in moves {
            let mut axes = DVec3::AXES.into_iter();
            let along = axes.position(|known| own.axis.cross(known).length() < ALIGNED);
            let Some(along) = along else {
                let what = format!("the ranges of {name} and the rotations after it");
                self.left_out.push(what);
                return all;
            };
            twist = Some(along);
            let range = self.half_turn(joint, own.range);
            if let Some([low, high]) = of_sign(range, own.axis[along] > 0.0) {
                bounds.0[along] = low.to_degrees();
                bounds.1[along] = high.to_degrees();
            }
        }
        match self.limit(joint, bounds.0, bounds.1, twist) {
            Some(limit) => all.push(ConstraintKind::AngleLimit(limit)),
            None => self.left_out.push(format!(
                "the ranges of {name}, which is joined to the world"
            )),
        }
        all
    }

    /// A limit about the axes of the parent; none from the world.
    fn limit(
        &self,
        joint: &Joint,
        limit_min_deg: [f64; 3],
        limit_max_deg: [f64; 3],
        twist: Option<usize>,
    ) -> Option<AngleLimit> {
        let [a, b] = [joint.bodies[0]?, joint.bodies[1]?];
        let [a, b] = [a, b].map(|body| BodyRef::Body(self.parts[body].id));
        Some(AngleLimit {
            a,
            b,
            limit_min_deg,
            limit_max_deg,
            model: None,
            twist_axis: twist.map(|twist| Axis::ALL[twist]),
            rest: self.unless_at_start(joint, joint.rest),
            restitution: 0.0,
        })
    }
}

/// Moves that do not only repeat what those before them do, and the places of those that do.
fn independent(moves: &[Move]) -> (Vec<Move>, Vec<usize>) {
    let (mut kept, mut repeated) = (Vec::new(), Vec::new());
    for (place, own) in moves.iter().enumerate() {
        kept.push(*own);
        if kept.len() > MOST_AXES || is_dependent(&kept) {
            kept.pop();
            repeated.push(place);
        }
    }
    (kept, repeated)
}

/// Whether the last of some moves repeats the others where they are.
fn is_dependent(moves: &[Move]) -> bool {
    let link = |own: &Move| LinkAxis {
        slides: own.slides,
        axis: own.axis,
        offset: own.offset,
    };
    let values: PerAxis<f64> = moves.iter().map(|own| own.value).collect();
    Linkage::is_dependent(&moves.iter().map(link).collect(), &values)
}

/// Whether an end of a way is one.
fn is_near(end: &f64) -> bool {
    end.abs() < ENDLESS_M
}

/// The initial angle of a turn, degrees, if that is beyond half a turn.
fn start_deg(own: &Move) -> Option<f64> {
    (own.value.abs() > HALF).then(|| own.value.to_degrees())
}

/// A range seen along the axis or against it.
fn of_sign(range: Option<[f64; 2]>, same: bool) -> Option<[f64; 2]> {
    match same {
        true => range,
        false => range.map(|[low, high]| [0.0 - high, 0.0 - low]),
    }
}
