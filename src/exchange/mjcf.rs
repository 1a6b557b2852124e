//! MuJoCo's XML: <https://mujoco.readthedocs.io/en/stable/XMLreference.html>.

use super::rig::drives::{Driven, Spring};
use super::rig::{Joint, Link, Move, Moves, Rig};
use super::{numbers, wxyz, Export};
use crate::physics::convex::wedge_corners;
use crate::physics::{Convex, Core, Model, Obstacle, ObstacleShape};
use crate::text::in_xml;
use glam::{DQuat, DVec3};
use std::fmt::Write;

/// Time constant and damping ratio of limits and contacts: as stiff as the step bears.
const STIFF: &str = "0.004 1";

/// Deepest indentation; what is nested deeper is not indented further.
const MOST_INDENT: usize = 20;

/// What is written next of a body, with its depth.
enum Tag {
    Open(usize, usize),
    Close(usize),
}

/// A file in the making.
struct Writer {
    bodies: String,
    meshes: String,
    mesh_count: usize,
    positions: Vec<f64>,
    rates: Vec<f64>,
    /// s.
    step_s: f64,
    actuators: String,
    /// What the actuators are given: where they lead to, or how fast.
    controls: Vec<f64>,
    left_out: Vec<String>,
}

pub(super) fn export(model: &Model, rig: &Rig, name: &str) -> Export {
    let common = &model.settings.common;
    let mut writer = Writer {
        step_s: common.step_s / f64::from(common.substeps.max(1)),
        bodies: String::new(),
        meshes: String::new(),
        mesh_count: 0,
        positions: Vec::new(),
        rates: Vec::new(),
        actuators: String::new(),
        controls: Vec::new(),
        left_out: [&rig.left_out[..], &rig.unheld, &bounds_of_balls(rig)].concat(),
    };
    for (index, obstacle) in model.obstacles.iter().enumerate() {
        writer.obstacle(index, obstacle);
    }
    writer.bodies(rig);
    let mut text = String::new();
    let _ = writeln!(text, "<mujoco model=\"{}\">", in_xml(name));
    let _ = writeln!(text, "  <compiler angle=\"radian\" autolimits=\"true\"/>");
    let _ = writeln!(
        text,
        "  <option timestep=\"{}\" gravity=\"{}\" integrator=\"implicitfast\"/>",
        writer.step_s,
        numbers(&common.gravity.to_array()),
    );
    let _ = writeln!(text, "  <default>");
    let _ = writeln!(text, "    <joint solreflimit=\"{STIFF}\"/>");
    let _ = writeln!(text, "    <geom solref=\"{STIFF}\"/>");
    let _ = writeln!(text, "  </default>");
    if !writer.meshes.is_empty() {
        let _ = write!(text, "  <asset>\n{}  </asset>\n", writer.meshes);
    }
    let _ = write!(text, "  <worldbody>\n{}  </worldbody>\n", writer.bodies);
    text.push_str(&contacts(rig));
    text.push_str(&equalities(rig));
    let mut controls = String::new();
    if !writer.controls.is_empty() {
        let _ = write!(text, "  <actuator>\n{}  </actuator>\n", writer.actuators);
        controls = format!(" ctrl=\"{}\"", numbers(&writer.controls));
    }
    let _ = writeln!(
        text,
        "  <keyframe>\n    <key name=\"start\" qpos=\"{}\" qvel=\"{}\"{controls}/>\n  </keyframe>",
        numbers(&writer.positions),
        numbers(&writer.rates),
    );
    text.push_str("</mujoco>\n");
    Export {
        text,
        left_out: writer.left_out,
    }
}

/// How many springs of ball joints end at a torque, in words: only actuators have largest ones,
/// and those act about one axis.
fn bounds_of_balls(rig: &Rig) -> Vec<String> {
    let balls = rig.links.iter().filter_map(|link| match &link.joint {
        Joint::Held {
            moves: Moves::Ball { driven, .. },
            ..
        } => Some(driven.as_slice()),
        _ => None,
    });
    let springs = balls.flatten().filter_map(|driven| driven.spring);
    let count = springs.filter(|spring| spring.most.is_finite()).count();
    let named = (count > 0).then(|| format!("{count} limits of spring torques or forces"));
    named.into_iter().collect()
}

/// Pairs that do not collide.
fn contacts(rig: &Rig) -> String {
    if rig.apart.is_empty() {
        return String::new();
    }
    let name = |link: usize| in_xml(&rig.links[link].name);
    let exclude = |&[a, b]: &[usize; 2]| {
        let (a, b) = (name(a), name(b));
        format!("    <exclude body1=\"{a}\" body2=\"{b}\"/>\n")
    };
    let all: String = rig.apart.iter().map(exclude).collect();
    format!("  <contact>\n{all}  </contact>\n")
}

/// Pins that close loops.
fn equalities(rig: &Rig) -> String {
    if rig.loops.is_empty() {
        return String::new();
    }
    let connect = |&[a, b]: &[(Option<usize>, DVec3); 2]| {
        // The first is a body, the second that or the world.
        let ((first, anchor), (second, _)) = if a.0.is_some() { (a, b) } else { (b, a) };
        let name = |link: usize| in_xml(&rig.links[link].name);
        let first = first.map(name).unwrap_or_default();
        let second = second.map(|link| format!(" body2=\"{}\"", name(link)));
        format!(
            "    <connect body1=\"{first}\"{} anchor=\"{}\"/>\n",
            second.unwrap_or_default(),
            numbers(&anchor.to_array()),
        )
    };
    let all: String = rig.loops.iter().map(connect).collect();
    format!("  <equality>\n{all}  </equality>\n")
}

impl Writer {
    fn obstacle(&mut self, index: usize, obstacle: &Obstacle) {
        let (position, turn) = (obstacle.position, obstacle.orientation);
        let friction = obstacle.surface.friction;
        let geom = match &obstacle.shape {
            // Its normal is the z axis there.
            ObstacleShape::Plane => {
                let turn = turn * DQuat::from_rotation_arc(DVec3::Z, DVec3::Y);
                geom("type=\"plane\" size=\"0 0 1\"", position, turn, friction)
            }
            ObstacleShape::Cuboid(half) => {
                let form = format!("type=\"box\" size=\"{}\"", numbers(&half.to_array()));
                geom(&form, position, turn, friction)
            }
            ObstacleShape::Convex(shape) => self.shape(shape, position, turn, friction),
            ObstacleShape::Mesh(_) => {
                self.left_out
                    .push(format!("obstacle {index}, a mesh that may not be convex"));
                return;
            }
        };
        let _ = writeln!(self.bodies, "    {geom}");
    }

    /// All bodies, each within the one that it hangs from.
    fn bodies(&mut self, rig: &Rig) {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); rig.links.len()];
        let mut next = Vec::new();
        for (index, link) in rig.links.iter().enumerate().rev() {
            match link.parent {
                Some(parent) => children[parent].push(index),
                None => next.push(Tag::Open(index, 2)),
            }
        }
        // A chain may be longer than a stack is deep.
        while let Some(tag) = next.pop() {
            match tag {
                Tag::Open(index, depth) => {
                    self.open_body(&rig.links[index], rig, &"  ".repeat(depth.min(MOST_INDENT)));
                    next.push(Tag::Close(depth));
                    let inside = children[index].iter();
                    next.extend(inside.map(|&child| Tag::Open(child, depth + 1)));
                }
                Tag::Close(depth) => {
                    let indent = "  ".repeat(depth.min(MOST_INDENT));
                    let _ = writeln!(self.bodies, "{indent}</body>");
                }
            }
        }
    }

    fn open_body(&mut self, link: &Link, rig: &Rig, indent: &str) {
        let (position, turn) = place_of(link);
        let _ = writeln!(
            self.bodies,
            "{indent}<body name=\"{}\" pos=\"{}\" quat=\"{}\"{}>",
            in_xml(&link.name),
            numbers(&position.to_array()),
            quaternion(turn),
            if link.is_kinematic {
                " mocap=\"true\""
            } else {
                ""
            },
        );
        let _ = writeln!(
            self.bodies,
            "{indent}  <inertial pos=\"0 0 0\" mass=\"{}\" quat=\"{}\" diaginertia=\"{}\"/>",
            link.mass,
            quaternion(link.axes),
            numbers(&link.inertia.to_array()),
        );
        self.joints(link, rig, indent);
        for solid in &link.solids {
            let (place, friction) = (&solid.place, solid.surface.friction);
            let geom = self.shape(&solid.shape, place.position, place.orientation, friction);
            let _ = writeln!(self.bodies, "{indent}  {geom}");
        }
    }

    fn joints(&mut self, link: &Link, rig: &Rig, indent: &str) {
        let name = in_xml(&link.name);
        match &link.joint {
            // A program that reads it leads it.
            Joint::Free if link.is_kinematic => {}
            Joint::Free => {
                let _ = writeln!(self.bodies, "{indent}  <freejoint name=\"{name}\"/>");
                let motion = &link.motion;
                self.positions.extend(motion.position.to_array());
                self.positions.extend(wxyz(motion.orientation));
                self.rates.extend(motion.velocity.to_array());
                let spin = motion.orientation.conjugate() * motion.angular_velocity;
                self.rates.extend(spin.to_array());
            }
            Joint::Held {
                anchors: [_, own],
                moves:
                    Moves::Ball {
                        turned,
                        spin,
                        driven,
                    },
                ..
            } => {
                let at = numbers(&own.to_array());
                // Its spring is the same about all axes and leads to where it is not turned.
                let driven = drive(&unbounded(&driven[0])).replace(" springref=\"0\"", "");
                let _ = writeln!(
                    self.bodies,
                    "{indent}  <joint name=\"{name}\" type=\"ball\" pos=\"{at}\"{driven}/>"
                );
                self.positions.extend(wxyz(*turned));
                self.rates.extend(spin.to_array());
            }
            Joint::Held {
                anchors: [_, own],
                rest,
                moves: Moves::Axes(axes),
            } => {
                for (axis, number) in axes.iter().zip(1..) {
                    let name = format!("{name} {number}");
                    let joint = joint(axis, *own, *rest);
                    let _ = writeln!(self.bodies, "{indent}  <joint name=\"{name}\" {joint}/>");
                    self.actuators_of(&name, &axis.driven, link.resistance_to(axis, rig));
                    self.positions.push(axis.value);
                    self.rates.push(axis.rate);
                }
            }
        }
    }

    /// A motor of a joint, and its spring if that ends at a force. A motor makes good within a step
    /// what its speed is off: with a larger gain it would go to and fro between its largest forces.
    fn actuators_of(&mut self, joint: &str, driven: &Driven, resistance: f64) {
        let mut add = |kind: &str, what: &str, gains: String, most: f64, control: f64| {
            let range = match most.is_finite() {
                true => format!(" forcerange=\"{} {most}\"", -most),
                false => String::new(),
            };
            let _ = writeln!(
                self.actuators,
                "    <{kind} name=\"{joint} {what}\" joint=\"{joint}\" {gains}{range}/>"
            );
            self.controls.push(control);
        };
        if let Some(motor) = driven.motor {
            let gains = format!("kv=\"{}\"", resistance / self.step_s);
            add("velocity", "motor", gains, motor.most, motor.rate);
        }
        if let Some(spring) = driven.spring.filter(|spring| spring.most.is_finite()) {
            let gains = format!("kp=\"{}\" kv=\"{}\"", spring.stiffness, spring.damping);
            add("position", "spring", gains, spring.most, spring.target);
        }
    }

    fn shape(&mut self, shape: &Convex, position: DVec3, turn: DQuat, friction: f64) -> String {
        let radius = shape.radius;
        let along = |half_axis: DVec3| {
            let axis = half_axis.try_normalize().unwrap_or(DVec3::Y);
            turn * DQuat::from_rotation_arc(DVec3::Z, axis)
        };
        match &shape.core {
            Core::Point => {
                let form = format!("type=\"sphere\" size=\"{radius}\"");
                geom(&form, position, turn, friction)
            }
            Core::Segment(half) => {
                let form = format!("type=\"capsule\" size=\"{radius} {}\"", half.length());
                geom(&form, position, along(*half), friction)
            }
            Core::Cylinder {
                half_axis,
                radius: girth,
            } => {
                let half = half_axis.length();
                let form = format!("type=\"cylinder\" size=\"{girth} {half}\"");
                geom(&form, position, along(*half_axis), friction)
            }
            Core::Cuboid(half) => {
                // There are no round edges there: the box is as large as the rounded one.
                let size = numbers(&(*half + radius).to_array());
                geom(
                    &format!("type=\"box\" size=\"{size}\""),
                    position,
                    turn,
                    friction,
                )
            }
            Core::Wedge(half) => {
                self.mesh(&wedge_corners(DVec3::AXES, *half), position, turn, friction)
            }
            Core::Triangle(corners) => self.mesh(corners, position, turn, friction),
            Core::Hull(hull) => self.mesh(hull.corners(), position, turn, friction),
        }
    }

    /// The hull of some corners: that is how a mesh collides there.
    fn mesh(&mut self, corners: &[DVec3], position: DVec3, turn: DQuat, friction: f64) -> String {
        self.mesh_count += 1;
        let name = format!("hull {}", self.mesh_count);
        let corners: Vec<f64> = corners
            .iter()
            .flat_map(|corner| corner.to_array())
            .collect();
        let _ = writeln!(
            self.meshes,
            "    <mesh name=\"{name}\" vertex=\"{}\"/>",
            numbers(&corners)
        );
        let form = format!("type=\"mesh\" mesh=\"{name}\"");
        geom(&form, position, turn, friction)
    }
}

/// The frame of a body in that of its parent where all moves are 0.
fn place_of(link: &Link) -> (DVec3, DQuat) {
    match &link.joint {
        Joint::Free => (link.motion.position, link.motion.orientation),
        Joint::Held {
            anchors: [parent, own],
            rest,
            ..
        } => (*parent - *rest * *own, *rest),
    }
}

/// A turn or a way; axes are there given in the frame of the body.
fn joint(own: &Move, anchor: DVec3, rest: DQuat) -> String {
    let kind = if own.slides { "slide" } else { "hinge" };
    let axis = numbers(&(rest.conjugate() * own.axis).to_array());
    let mut text = format!("type=\"{kind}\" axis=\"{axis}\"");
    let at = anchor + rest.conjugate() * own.offset;
    let _ = write!(text, " pos=\"{}\"", numbers(&at.to_array()));
    if let Some([low, high]) = own.finite_range() {
        let _ = write!(text, " range=\"{low} {high}\"");
    }
    text.push_str(&drive(&own.driven));
    text
}

/// The same without a largest torque of its spring.
fn unbounded(driven: &Driven) -> Driven {
    let most = f64::INFINITY;
    Driven {
        spring: driven.spring.map(|spring| Spring { most, ..spring }),
        ..*driven
    }
}

/// Spring, damper and friction of a joint; a spring that ends at a force is an actuator.
fn drive(driven: &Driven) -> String {
    let mut text = String::new();
    if let Some(spring) = driven.spring.filter(|spring| !spring.most.is_finite()) {
        let _ = write!(
            text,
            " stiffness=\"{}\" springref=\"{}\" damping=\"{}\"",
            spring.stiffness, spring.target, spring.damping
        );
    }
    if driven.friction > 0.0 {
        let _ = write!(text, " frictionloss=\"{}\"", driven.friction);
    }
    text
}

fn geom(form: &str, position: DVec3, turn: DQuat, friction: f64) -> String {
    format!(
        "<geom {form} pos=\"{}\" quat=\"{}\" friction=\"{friction} 0.005 0.0001\"/>",
        numbers(&position.to_array()),
        quaternion(turn),
    )
}

fn quaternion(q: DQuat) -> String {
    numbers(&wxyz(q))
}
