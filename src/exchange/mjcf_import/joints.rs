//! The joints of a body.

use super::drives::Actuators;
use super::frame::Compiler;
use super::start::Keyframe;
use crate::exchange::assembly::joint::Moves;
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::xml::{Element, ImportError};
use crate::exchange::rig::Move;
use glam::DVec3;

/// What a joint of a file is.
pub fn kind<'x>(joint: &'x Element<'_, '_>) -> &'x str {
    match joint.node.tag_name().name() {
        "freejoint" => "free",
        _ => joint.text("type").unwrap_or("hinge"),
    }
}

/// Reads the joints of bodies.
pub struct Reader<'x> {
    pub compiler: &'x Compiler,
    pub actuators: &'x Actuators,
    pub left_out: Vec<String>,
}

impl Reader<'_> {
    /// The joint by which a body hangs: its name, the point that both bodies share in the frame
    /// of the body in the file, and its moves about and along axes of that; none of one that is free.
    pub fn joint(
        &mut self,
        joints: &[Element<'_, '_>],
        key: &mut Keyframe,
    ) -> Result<Option<(String, DVec3, Moves)>, ImportError> {
        let name = joints.first().map(Element::name).unwrap_or_default();
        let mut placed = Vec::new();
        for joint in joints {
            let own = joint.vector("pos", DVec3::ZERO)?;
            match kind(joint) {
                "free" => return Ok(None),
                "ball" => {
                    self.leave_out_beside(joints, joint);
                    let driven = self.actuators.drive(joint, 1.0, &mut self.left_out)?;
                    let range = self.range(joint, self.compiler.to_radians)?;
                    let (turned, spin) = key.ball();
                    let moves = Moves::Ball {
                        driven,
                        most: range.map(|[_, most]| most),
                        turned,
                        spin,
                    };
                    return Ok(Some((joint.name(), own, moves)));
                }
                "hinge" | "slide" => placed.push((own, self.one(joint, key)?)),
                other => self.left_out.push(format!("{}, a {other}", joint.name())),
            }
        }
        // The point of the first turn is that of the joint: ways have none of their own.
        let first = placed
            .iter()
            .find(|(_, own)| !own.slides)
            .or(placed.first());
        let at = first.map_or(DVec3::ZERO, |(at, _)| *at);
        let moves = placed.iter().map(|&(place, own)| Move {
            offset: if own.slides { DVec3::ZERO } else { place - at },
            ..own
        });
        Ok(Some((name, at, Moves::Axes(moves.collect()))))
    }

    /// Says that a body with a ball joint has no other one here.
    fn leave_out_beside(&mut self, joints: &[Element<'_, '_>], ball: &Element<'_, '_>) {
        let others = joints.iter().filter(|joint| joint.node != ball.node);
        let others = others.map(|joint| format!("{}, beside a ball joint", joint.name()));
        self.left_out.extend(others);
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

    fn one(&mut self, joint: &Element<'_, '_>, key: &mut Keyframe) -> Result<Move, ImportError> {
        let slides = kind(joint) == "slide";
        let unit = if slides {
            1.0
        } else {
            self.compiler.to_radians
        };
        let from = unit * joint.number("ref", 0.0)?;
        let (value, rate) = key.one(from);
        Ok(Move {
            slides,
            axis: joint.direction("axis", DVec3::Z)?,
            offset: DVec3::ZERO,
            range: self.range(joint, unit)?,
            value,
            rate,
            driven: self.actuators.drive(joint, unit, &mut self.left_out)?,
        })
    }
}

/// Both frames of a joint that is at a point of the second body's frame in the file.
pub fn frames(at: DVec3, frame: Place, bodies: [Place; 2]) -> [Place; 2] {
    let joint = Place {
        position: frame.point(at),
        turn: frame.turn,
    };
    bodies.map(|body| body.within(joint))
}
