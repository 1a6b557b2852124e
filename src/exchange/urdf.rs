//! The Unified Robot Description Format: <http://wiki.ros.org/urdf/XML>.
//!
//! The frame of a link is at its joint, so that centre and shapes are beside it. z is up there,
//! which the first joint sees to.

use super::rig::drives::Driven;
use super::rig::{Joint, Link, Move, Moves, Rig, ENDLESS_M};
use super::{numbers, Export};
use crate::physics::{Convex, Core, Model, Pose};
use crate::text::in_xml;
use glam::{DMat3, DQuat, DVec3};
use std::cmp::Reverse;
use std::fmt::Write;

/// Mass, kg, and moment of inertia, kg·m², of a link between two turns of one joint.
const BETWEEN: [f64; 2] = [1e-6, 1e-9];
/// Largest torque or force and speed of joints, which the format asks for.
const EFFORT: &str = "effort=\"1000\" velocity=\"100\"";

pub(super) fn export(model: &Model, rig: &Rig, name: &str) -> Export {
    let mut left_out = rig.left_out.clone();
    left_out.extend(rig.motors());
    left_out.extend(Rig::gravity(model));
    let obstacles = model.obstacles.len();
    if obstacles > 0 {
        let plural = if obstacles == 1 { "" } else { "s" };
        left_out.push(format!("{obstacles} obstacle{plural}"));
    }
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n",
        in_xml(name)
    );
    // The root with most below it.
    let roots = roots(rig);
    let mut sizes = vec![0; rig.links.len()];
    roots.iter().for_each(|&root| sizes[root] += 1);
    let root = (0..rig.links.len()).max_by_key(|&link| (sizes[link], Reverse(link)));
    if let Some(root) = root {
        let inside: Vec<usize> = (0..rig.links.len())
            .filter(|&link| roots[link] == root)
            .collect();
        let under = under(&rig.links[root]);
        let _ = writeln!(text, "  <link name=\"{under}\"/>");
        for &link in &inside {
            add(&mut text, &mut left_out, rig, link);
        }
        let led: Vec<&Link> = (inside.iter().map(|&link| &rig.links[link]))
            .filter(|link| is_led(link))
            .collect();
        match led[..] {
            [] => {}
            [link] => left_out.push(format!("the spring of the joint of {}", link.name)),
            _ => left_out.push(format!("the springs of {} joints", led.len())),
        }
        if inside.iter().any(|&link| is_moved(&rig.links[link])) {
            left_out.push("the initial state: all joints are at 0 and nothing moves".into());
        }
        let others = rig.links.len() - inside.len();
        if others > 0 {
            left_out.push(format!(
                "{others} bodies that are not connected to {}",
                rig.links[root].name
            ));
        }
    }
    if !rig.loops.is_empty() {
        left_out.push(format!("{} joints that close loops", rig.loops.len()));
    }
    text.push_str("</robot>\n");
    Export { text, left_out }
}

/// The root of the tree of each link.
fn roots(rig: &Rig) -> Vec<usize> {
    let mut roots: Vec<usize> = Vec::with_capacity(rig.links.len());
    for (index, link) in rig.links.iter().enumerate() {
        roots.push(link.parent.map_or(index, |parent| roots[parent]));
    }
    roots
}

/// A link with the joints that lead to it.
fn add(text: &mut String, left_out: &mut Vec<String>, rig: &Rig, index: usize) {
    let link = &rig.links[index];
    let name = in_xml(&link.name);
    let centre = -anchor(link);
    let _ = writeln!(text, "  <link name=\"{name}\">");
    let tensor = tensor(link);
    let _ = writeln!(
        text,
        "    <inertial>\n      {}\n      <mass value=\"{}\"/>\n      <inertia {tensor}/>\n    </inertial>",
        origin(centre, DQuat::IDENTITY),
        link.mass,
    );
    for what in ["visual", "collision"] {
        for solid in &link.solids {
            match geometries(&solid.shape) {
                Some(parts) => {
                    for (at, turn, form) in parts {
                        let within = Pose {
                            position: at,
                            orientation: turn,
                        };
                        let Pose {
                            position,
                            orientation,
                        } = solid.place.then(&within);
                        let origin = origin(centre + position, orientation);
                        let _ = writeln!(
                            text,
                            "    <{what}>\n      {origin}\n      <geometry><{form}/></geometry>\n    </{what}>"
                        );
                    }
                }
                None if what == "visual" => {
                    left_out.push(format!("the shape of {}, which is a hull", link.name));
                }
                None => {}
            }
        }
    }
    text.push_str("  </link>\n");
    joints(text, rig, link);
}

/// The link without mass from which a root hangs.
fn under(root: &Link) -> &'static str {
    match root.joint {
        Joint::Free => "base",
        Joint::Held { .. } => "world",
    }
}

/// Whether a link starts elsewhere than where all joints are 0, or moves.
fn is_moved(link: &Link) -> bool {
    let moves = match &link.joint {
        Joint::Free => {
            let motion = &link.motion;
            return motion.velocity != DVec3::ZERO || motion.angular_velocity != DVec3::ZERO;
        }
        Joint::Held { moves, .. } => moves,
    };
    match moves {
        Moves::Axes(axes) => axes.iter().any(|own| own.value != 0.0 || own.rate != 0.0),
        Moves::Ball { turned, spin, .. } => turned.w.abs() < 1.0 || *spin != DVec3::ZERO,
    }
}

/// Damper and friction of a joint.
fn dynamics(driven: &Driven) -> String {
    let damping = driven.spring.map_or(0.0, |spring| spring.damping);
    let friction = driven.friction;
    match damping > 0.0 || friction > 0.0 {
        true => format!("    <dynamics damping=\"{damping}\" friction=\"{friction}\"/>\n"),
        false => String::new(),
    }
}

/// Whether a spring leads the joint of a link.
fn is_led(link: &Link) -> bool {
    let Joint::Held { moves, .. } = &link.joint else {
        return false;
    };
    let mut springs = moves.driven().filter_map(|driven| driven.spring);
    springs.any(|spring| spring.stiffness > 0.0 || spring.most.is_finite())
}

fn joints(text: &mut String, rig: &Rig, link: &Link) {
    let own = in_xml(&link.name);
    let parent = link.parent.map(|parent| &rig.links[parent]);
    let parent_name = parent.map_or_else(|| under(link).into(), |parent| in_xml(&parent.name));
    // z is up there.
    let up = match parent {
        Some(_) => DQuat::IDENTITY,
        None => DQuat::from_rotation_arc(DVec3::Y, DVec3::Z),
    };
    let (at, rest, moves) = match &link.joint {
        Joint::Free => {
            let origin = origin(up * link.motion.position, up * link.motion.orientation);
            let name = format!("{own} joint");
            return joint(text, &name, "fixed", [&parent_name, &own], &origin, "");
        }
        Joint::Held {
            anchors: [at, _],
            rest,
            moves,
        } => (*at - parent.map_or(DVec3::ZERO, anchor), rest, moves),
    };
    let free: Vec<Move>;
    let axes: &[Move] = match moves {
        Moves::Ball { driven, .. } => {
            let turn = |(axis, driven): (DVec3, &Driven)| Move {
                slides: false,
                axis: *rest * axis,
                offset: DVec3::ZERO,
                range: None,
                value: 0.0,
                rate: 0.0,
                driven: *driven,
            };
            let turns = DVec3::AXES.into_iter().zip(driven.iter());
            free = turns.map(turn).collect();
            &free
        }
        Moves::Axes(axes) => axes,
    };
    let to_first = axes.first().map_or(DVec3::ZERO, |own| own.offset);
    let first = origin(up * (at + to_first), up * *rest);
    let between = |place: usize| match place {
        0 => parent_name.clone(),
        _ if place == axes.len().max(1) => own.clone(),
        _ => format!("{own} {place}"),
    };
    if axes.is_empty() {
        let name = format!("{own} joint");
        joint(text, &name, "fixed", [&parent_name, &own], &first, "");
    }
    for (place, axis) in axes.iter().enumerate() {
        // The first brings the frame to the joint, turned as the child is; the others go from one
        // axis to the next.
        let origin = match place {
            0 => first.clone(),
            _ => {
                let onward = axis.offset - axes[place - 1].offset;
                origin(rest.conjugate() * onward, DQuat::IDENTITY)
            }
        };
        let kind = match (axis.slides, axis.range) {
            (true, _) => "prismatic",
            (false, Some(_)) => "revolute",
            (false, None) => "continuous",
        };
        let direction = numbers(&(rest.conjugate() * axis.axis).to_array());
        let [low, high] = axis.finite_range().unwrap_or([-ENDLESS_M, ENDLESS_M]);
        let limit = match kind {
            "continuous" => format!("<limit {EFFORT}/>"),
            _ => format!("<limit lower=\"{low}\" upper=\"{high}\" {EFFORT}/>"),
        };
        let dynamics = dynamics(&axis.driven);
        let rest = format!("    <axis xyz=\"{direction}\"/>\n{dynamics}    {limit}\n");
        let ends = [between(place), between(place + 1)];
        joint(
            text,
            &format!("{own} joint {}", place + 1),
            kind,
            [&ends[0], &ends[1]],
            &origin,
            &rest,
        );
        if place + 1 < axes.len() {
            let [mass, moment] = BETWEEN;
            let _ = writeln!(
                text,
                "  <link name=\"{}\">\n    <inertial>\n      <mass value=\"{mass}\"/>\n      <inertia ixx=\"{moment}\" ixy=\"0\" ixz=\"0\" iyy=\"{moment}\" iyz=\"0\" izz=\"{moment}\"/>\n    </inertial>\n  </link>",
                ends[1]
            );
        }
    }
}

fn joint(
    text: &mut String,
    name: &str,
    kind: &str,
    [parent, child]: [&String; 2],
    origin: &str,
    rest: &str,
) {
    let _ = write!(
        text,
        "  <joint name=\"{name}\" type=\"{kind}\">\n    {origin}\n    <parent link=\"{parent}\"/>\n    <child link=\"{child}\"/>\n{rest}  </joint>\n"
    );
}

/// Where the last axis of the joint of a link is in its body, m.
fn anchor(link: &Link) -> DVec3 {
    match &link.joint {
        Joint::Held {
            anchors: [_, own],
            rest,
            moves: Moves::Axes(axes),
        } => {
            *own + axes
                .last()
                .map_or(DVec3::ZERO, |last| rest.conjugate() * last.offset)
        }
        Joint::Held {
            anchors: [_, own], ..
        } => *own,
        Joint::Free => DVec3::ZERO,
    }
}

fn tensor(link: &Link) -> String {
    let axes = DMat3::from_quat(link.axes);
    let tensor = axes * DMat3::from_diagonal(link.inertia) * axes.transpose();
    let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
    format!(
        "ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"",
        x.x, y.x, z.x, y.y, z.y, z.z
    )
}

/// The parts of a shape: place and turn in the body, and form; none of a hull, which would take
/// a file of its own.
fn geometries(shape: &Convex) -> Option<Vec<(DVec3, DQuat, String)>> {
    let radius = shape.radius;
    let tube = |half_axis: DVec3, girth: f64| {
        let axis = half_axis.try_normalize().unwrap_or(DVec3::Y);
        let length = 2.0 * half_axis.length();
        let form = format!("cylinder radius=\"{girth}\" length=\"{length}\"");
        (DVec3::ZERO, DQuat::from_rotation_arc(DVec3::Z, axis), form)
    };
    let ball = |at: DVec3| (at, DQuat::IDENTITY, format!("sphere radius=\"{radius}\""));
    match &shape.core {
        Core::Point => Some(vec![ball(DVec3::ZERO)]),
        Core::Segment(half) => Some(vec![tube(*half, radius), ball(*half), ball(-*half)]),
        Core::Cylinder {
            half_axis,
            radius: girth,
        } => Some(vec![tube(*half_axis, *girth)]),
        Core::Cuboid(half) => {
            let size = numbers(&((*half + radius) * 2.0).to_array());
            Some(vec![(
                DVec3::ZERO,
                DQuat::IDENTITY,
                format!("box size=\"{size}\""),
            )])
        }
        Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => None,
    }
}

/// A place and a turn by roll, pitch and yaw about fixed axes.
fn origin(at: DVec3, turn: DQuat) -> String {
    let m = DMat3::from_quat(turn);
    let pitch = libm::asin((-m.x_axis.z).clamp(-1.0, 1.0));
    let (roll, yaw) = if m.x_axis.z.abs() < 1.0 - 1e-12 {
        (
            libm::atan2(m.y_axis.z, m.z_axis.z),
            libm::atan2(m.x_axis.y, m.x_axis.x),
        )
    } else {
        // Roll and yaw turn about one axis: all is yaw.
        (0.0, libm::atan2(-m.y_axis.x, m.y_axis.y))
    };
    format!(
        "<origin xyz=\"{}\" rpy=\"{}\"/>",
        numbers(&at.to_array()),
        numbers(&[roll, pitch, yaw])
    )
}
