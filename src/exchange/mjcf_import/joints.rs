//! The joints of a body as constraints.

use super::attributes::Element;
use super::drives::{Actuators, Driven};
use super::frame::{Compiler, Place};
use super::ImportError;
use crate::scene::{
    AngleLimit, Axis, BodyRef, ConstraintKind, Fixed, Grip, Hinge, Id, Pin, Slider, Universal,
};
use glam::DVec3;

/// How far axes may be from crossing or agreeing, as a cosine or a sine.
const ALIGNED: f64 = 1e-6;

/// A body as joints see it.
#[derive(Clone, Copy)]
pub struct Side {
    pub id: Option<Id>,
    /// The frame of the body in the scene; that of the world where there is none.
    pub place: Place,
}

impl Side {
    fn grip(&self, point: DVec3) -> Grip {
        let point_m = self.place.inward(point).to_array();
        match self.id {
            Some(id) => Grip::Body { id, point_m },
            None => Grip::World(point_m),
        }
    }
}

/// A joint of a file in the world where all joints are 0.
struct Move {
    slides: bool,
    axis: DVec3,
    at: DVec3,
    range: Option<[f64; 2]>,
    driven: Driven,
}

/// Reads the joints of bodies.
pub struct Reader<'x> {
    pub compiler: &'x Compiler,
    pub actuators: &'x Actuators,
    pub left_out: Vec<String>,
}

impl Reader<'_> {
    /// The constraints by which a body hangs from its parent; `frame` is that of the file.
    pub fn constraints(
        &mut self,
        joints: &[Element<'_, '_>],
        frame: Place,
        [parent, child]: [Side; 2],
    ) -> Result<Vec<ConstraintKind>, ImportError> {
        let mut moves = Vec::new();
        for joint in joints {
            let kind = match joint.node.tag_name().name() {
                "freejoint" => "free",
                _ => joint.text("type").unwrap_or("hinge"),
            };
            match kind {
                "free" => return Ok(Vec::new()),
                "ball" => {
                    let at = frame.point(joint.vector("pos", DVec3::ZERO)?);
                    return self.ball(joint, at, [parent, child]);
                }
                "hinge" | "slide" => moves.push(self.one(joint, kind == "slide", frame)?),
                other => self.left_out.push(format!("{}, a {other}", joint.name())),
            }
        }
        Ok(self.joined(joints, &moves, [parent, child]))
    }

    fn range(&self, joint: &Element<'_, '_>, unit: f64) -> Result<Option<[f64; 2]>, ImportError> {
        let range = joint.some::<2>("range")?;
        let is_limited = match joint.text("limited") {
            Some("true") => true,
            Some("false") => false,
            _ => self.compiler.autolimits && range.is_some(),
        };
        let from = joint.number("ref", 0.0)?;
        let range = range.filter(|_| is_limited);
        Ok(range.map(|range| range.map(|end| (end - from) * unit)))
    }

    fn one(
        &mut self,
        joint: &Element<'_, '_>,
        slides: bool,
        frame: Place,
    ) -> Result<Move, ImportError> {
        let unit = if slides {
            1.0
        } else {
            self.compiler.to_radians
        };
        let axis = joint.vector("axis", DVec3::Z)?;
        let Some(axis) = axis.try_normalize() else {
            let message = "`axis` has no direction".into();
            let remedy = "write an axis that is not zero";
            return Err(super::attributes::error(joint.node, message, remedy));
        };
        Ok(Move {
            slides,
            axis: frame.turn * axis,
            at: frame.point(joint.vector("pos", DVec3::ZERO)?),
            range: self.range(joint, unit)?,
            driven: self.actuators.drive(joint, unit, &mut self.left_out)?,
        })
    }

    fn ball(
        &mut self,
        joint: &Element<'_, '_>,
        at: DVec3,
        [parent, child]: [Side; 2],
    ) -> Result<Vec<ConstraintKind>, ImportError> {
        let mut pin = Pin::new(parent.grip(at), child.grip(at));
        let driven = self.actuators.drive(joint, 1.0, &mut self.left_out)?;
        pin.drive = driven.bend();
        let mut all = vec![ConstraintKind::Pin(pin)];
        if let Some([_, most]) = self.range(joint, self.compiler.to_radians)? {
            let most = most.to_degrees().clamp(0.0, 180.0);
            match limit([parent, child], [-most; 3], [most; 3], None) {
                Some(limit) => all.push(limit),
                None => self.left_out.push(format!("the range of {}", joint.name())),
            }
        }
        Ok(all)
    }

    /// The constraint that leaves such moves free.
    fn joined(
        &mut self,
        joints: &[Element<'_, '_>],
        moves: &[Move],
        sides: [Side; 2],
    ) -> Vec<ConstraintKind> {
        let crosses = |a: &Move, b: &Move| a.axis.dot(b.axis).abs() < ALIGNED;
        let at_one_place = |all: &[Move]| {
            all.iter()
                .all(|own| !own.slides && own.at.distance(all[0].at) < 1e-6)
        };
        match moves {
            [] => {
                let at = sides[1].place.position;
                let [a, b] = sides.map(|side| side.grip(at));
                vec![ConstraintKind::Fixed(Fixed {
                    a,
                    b,
                    rest: None,
                    strength: 1.0,
                })]
            }
            [own] if own.slides => vec![ConstraintKind::Slider(slider(own, sides))],
            [own] => vec![ConstraintKind::Hinge(hinge(own, sides))],
            [way, turn]
                if way.slides && !turn.slides && way.axis.cross(turn.axis).length() < ALIGNED =>
            {
                let mut joint = slider(way, sides);
                let same = way.axis.dot(turn.axis) > 0.0;
                let turned = of_sign(turn.range, same);
                joint.turns = true;
                joint.turn_min_deg = turned.map(|[low, _]| low.to_degrees());
                joint.turn_max_deg = turned.map(|[_, high]| high.to_degrees());
                let drive = turn.driven.turn();
                joint.turn_drive = if same { drive } else { drive.reversed() };
                vec![ConstraintKind::Slider(joint)]
            }
            [first, second] if at_one_place(moves) && crosses(first, second) => {
                vec![ConstraintKind::Universal(universal(first, second, sides))]
            }
            [x, y, z] if at_one_place(moves) && crosses(x, y) && crosses(y, z) && crosses(z, x) => {
                self.three(joints, moves, sides)
            }
            [first, ..] => {
                let others: Vec<String> = joints[1..].iter().map(Element::name).collect();
                let what = format!("{}; a body has one joint", others.join(", "));
                self.left_out.push(what);
                self.joined(&joints[..1], std::slice::from_ref(first), sides)
            }
        }
    }

    /// Three turns about one point: a ball joint with limits.
    fn three(
        &mut self,
        joints: &[Element<'_, '_>],
        moves: &[Move],
        sides: [Side; 2],
    ) -> Vec<ConstraintKind> {
        let at = moves[0].at;
        let mut pin = Pin::new(sides[0].grip(at), sides[1].grip(at));
        pin.drive = moves[0].driven.bend();
        let is_alike = |own: &Move| {
            let spring = own.driven.bend();
            spring == pin.drive
        };
        let name = joints.first().map(Element::name).unwrap_or_default();
        if !moves.iter().all(is_alike) {
            let what = format!("that the drives of {name} and the turns after it differ");
            self.left_out.push(what);
        }
        if moves.iter().any(|own| {
            own.driven
                .turn()
                .spring
                .is_some_and(|s| s.target_deg != 0.0)
        }) {
            self.left_out
                .push(format!("the springrefs of {name} and the turns after it"));
        }
        let mut all = vec![ConstraintKind::Pin(pin)];
        if moves.iter().all(|own| own.range.is_none()) {
            return all;
        }
        let mut bounds = ([-180.0; 3], [180.0; 3]);
        let mut twist = None;
        let inward = sides[0].place.turn.conjugate();
        for own in moves {
            let axis = inward * own.axis;
            let along = DVec3::AXES
                .into_iter()
                .position(|known| axis.cross(known).length() < ALIGNED);
            let Some(along) = along else {
                self.left_out
                    .push(format!("the ranges of {name} and the turns after it"));
                return all;
            };
            twist = Some(along);
            if let Some([low, high]) = of_sign(own.range, axis[along] > 0.0) {
                bounds.0[along] = low.to_degrees();
                bounds.1[along] = high.to_degrees();
            }
        }
        match limit(sides, bounds.0, bounds.1, twist) {
            Some(limit) => all.push(limit),
            None => self
                .left_out
                .push(format!("the ranges of {name}, which hangs from the world")),
        }
        all
    }
}

/// A range seen along the axis or against it.
fn of_sign(range: Option<[f64; 2]>, same: bool) -> Option<[f64; 2]> {
    match same {
        true => range,
        false => range.map(|[low, high]| [0.0 - high, 0.0 - low]),
    }
}

fn inward(side: &Side, axis: DVec3) -> [f64; 3] {
    (side.place.turn.conjugate() * axis).to_array()
}

fn hinge(own: &Move, [parent, child]: [Side; 2]) -> Hinge {
    let grips = [parent, child].map(|side| side.grip(own.at));
    let [a, b] = grips;
    Hinge {
        limit_min_deg: own.range.map(|[low, _]| low.to_degrees()),
        limit_max_deg: own.range.map(|[_, high]| high.to_degrees()),
        drive: own.driven.turn(),
        ..Hinge::new(a, b, inward(&parent, own.axis))
    }
}

fn slider(own: &Move, [parent, child]: [Side; 2]) -> Slider {
    // The point of the child, which moves along the axis through where it is.
    let at = child.place.position;
    let [a, b] = [parent, child].map(|side| side.grip(at));
    Slider {
        limit_min_m: own.range.map(|[low, _]| low),
        limit_max_m: own.range.map(|[_, high]| high),
        drive: own.driven.way(),
        ..Slider::new(a, b, inward(&parent, own.axis))
    }
}

fn universal(first: &Move, second: &Move, [parent, child]: [Side; 2]) -> Universal {
    let [a, b] = [parent, child].map(|side| side.grip(first.at));
    let axes = [first, second].map(|own| inward(&parent, own.axis));
    let end = |end: usize| {
        let of = [first, second].map(|own| own.range.map(|range| range[end].to_degrees()));
        of.iter().any(Option::is_some).then(|| {
            let open = if end == 0 { -180.0 } else { 180.0 };
            of.map(|of| of.unwrap_or(open))
        })
    };
    Universal {
        limit_min_deg: end(0),
        limit_max_deg: end(1),
        drive: first.driven.turn(),
        cross_drive: second.driven.turn(),
        ..Universal::new(a, b, axes[0], axes[1])
    }
}

/// A limit about the axes of the parent; none from the world.
fn limit(
    sides: [Side; 2],
    limit_min_deg: [f64; 3],
    limit_max_deg: [f64; 3],
    twist: Option<usize>,
) -> Option<ConstraintKind> {
    let [a, b] = [sides[0].id?, sides[1].id?].map(BodyRef::Body);
    let twist_axis = twist.map(|twist| Axis::ALL[twist]);
    Some(ConstraintKind::AngleLimit(AngleLimit {
        a,
        b,
        limit_min_deg,
        limit_max_deg,
        model: None,
        twist_axis,
        rest: None,
        restitution: 0.0,
    }))
}
