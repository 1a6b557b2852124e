//! A scene of what a file says.

use super::attributes::{Classes, MAIN};
use super::bodies::{self, Moving};
use super::drives::Actuators;
use super::frame::Compiler;
use super::joints::{frames, Reader};
use super::start::Keyframe;
use crate::exchange::assembly::joint::{Joint, Moves};
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::xml::{error, ImportError};
use crate::exchange::assembly::{short, Assembly, Imported};
use crate::scene::{range, Scene};
use glam::{DQuat, DVec3};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};

/// What of a file is not looked into.
const UNREAD: [&str; 6] = [
    "include",
    "tendon",
    "sensor",
    "custom",
    "deformable",
    "extension",
];

pub fn scene(root: Node<'_, '_>, name: &str) -> Result<Imported, ImportError> {
    let compiler = Compiler::read(root)?;
    let classes = Classes::read(root)?;
    let mut left_out = unread(root);
    let gravity = gravity(root, &classes)?;
    // Their z is up; here it is y.
    let up = match gravity.z.abs() > gravity.x.abs().max(gravity.y.abs()) {
        true => DQuat::from_rotation_arc(DVec3::Z, DVec3::Y),
        false => DQuat::IDENTITY,
    };
    let around = Place {
        turn: up,
        ..Place::ORIGIN
    };
    let world = bodies::read(root, &classes, &compiler, around)?;
    left_out.extend(world.left_out);
    let mut key = Keyframe::read(root, &classes)?;
    let actuators = Actuators::read(root, &classes, &key.controls, &mut left_out)?;
    let scene = Scene {
        name: short(root.attribute("model").unwrap_or(name)),
        gravity_m_s2: (up * gravity).to_array(),
        ..Scene::default()
    };
    let mut assembly = Assembly::new(scene, left_out);
    for (place, solid) in &world.obstacles {
        assembly.obstacle(*place, solid);
    }
    for moving in &world.bodies {
        assembly.body(&moving.found);
    }
    let mut reader = Reader {
        compiler: &compiler,
        actuators: &actuators,
        left_out: Vec::new(),
    };
    for (at, moving) in world.bodies.iter().enumerate() {
        if moving.found.is_kinematic {
            continue;
        }
        let frame = moving.found.place;
        let Some((name, point, moves)) = reader.joint(&moving.joints, &mut key)? else {
            let motion = key.free(frame, around);
            let own = frame.within(assembly.place_of(Some(at)));
            assembly.start(at, motion.carry(own));
            continue;
        };
        let first = moving.joints.first();
        let spot = first.map_or(moving.found.spot, |joint| joint.spot());
        let bodies = [moving.parent, Some(at)];
        let places = bodies.map(|body| assembly.place_of(body));
        let frames = frames(point, frame, places);
        let joint = Joint::of_frames(name, bodies, frames, moves, spot);
        assembly.hang(&joint);
        assembly.join(&joint);
    }
    assembly.left_out.append(&mut reader.left_out);
    equalities(&mut assembly, root, &classes, &world.bodies)?;
    rules(&mut assembly, root, &world.bodies);
    let finished = assembly.finish();
    finished.map_err(|unsound| unsound.in_document(root.document()))
}

/// Sections that are there and not looked into.
fn unread(root: Node<'_, '_>) -> Vec<String> {
    let sections = root.children().filter(Node::is_element);
    let unread = sections.filter(|node| UNREAD.contains(&node.tag_name().name()));
    let kinds: BTreeSet<&str> = unread.map(|node| node.tag_name().name()).collect();
    kinds.iter().map(|kind| format!("`{kind}`")).collect()
}

fn gravity<'a, 'b>(root: Node<'a, 'b>, classes: &'b Classes<'a>) -> Result<DVec3, ImportError> {
    let mut gravity = DVec3::new(0.0, 0.0, -9.81);
    for node in root.children().filter(|node| node.has_tag_name("option")) {
        gravity = classes.element(node, MAIN)?.vector("gravity", gravity)?;
        let axes = gravity.to_array();
        if let Some(message) = axes.iter().find_map(|axis| range::GRAVITY.refusal(*axis)) {
            let message = format!("`gravity`: {message}");
            return Err(error(node, message, "write a gravity in this range"));
        }
    }
    Ok(gravity)
}

/// Points and frames that are held together besides.
fn equalities<'a, 'b>(
    assembly: &mut Assembly,
    root: Node<'a, 'b>,
    classes: &'b Classes<'a>,
    bodies: &[Moving<'a, 'b>],
) -> Result<(), ImportError> {
    let names = names(bodies);
    let lists = root.children().filter(|node| node.has_tag_name("equality"));
    for node in lists.flat_map(|list| list.children().filter(Node::is_element)) {
        let element = classes.element(node, MAIN)?;
        let of = |key| place_of(&names, element.text(key));
        let anchor = element.some::<3>("anchor")?;
        let (kind @ ("connect" | "weld"), Some(first)) = (node.tag_name().name(), of("body1"))
        else {
            assembly.left_out.push(element.name());
            continue;
        };
        let moves = match kind {
            "connect" => Moves::ball(Default::default(), None),
            _ => Moves::Axes(Vec::new()),
        };
        let frame = bodies[first].found.place;
        let point = anchor.map_or(DVec3::ZERO, DVec3::from);
        let sides = [Some(first), of("body2")];
        let places = sides.map(|body| assembly.place_of(body));
        let frames = frames(point, frame, places);
        let (name, spot) = (element.name(), element.spot());
        assembly.join(&Joint::of_frames(name, sides, frames, moves, spot));
    }
    Ok(())
}

/// Which bodies collide though they hang together, and which do not though they do not.
fn rules(assembly: &mut Assembly, root: Node<'_, '_>, bodies: &[Moving<'_, '_>]) {
    let names = names(bodies);
    let of_parents = bodies.iter().zip(0..);
    let joined: Vec<[usize; 2]> = of_parents
        .filter_map(|(body, at)| Some([body.parent?, at]))
        .collect();
    // Those do not collide there that hang from each other.
    let mut exempt: BTreeSet<[usize; 2]> = joined.iter().copied().collect();
    let lists = root.children().filter(|node| node.has_tag_name("contact"));
    for node in lists.flat_map(|list| list.children().filter(Node::is_element)) {
        let of = |key| place_of(&names, node.attribute(key));
        match (node.tag_name().name(), of("body1"), of("body2")) {
            ("exclude", Some(a), Some(b)) => {
                exempt.insert([a.min(b), a.max(b)]);
            }
            (kind, ..) => assembly.left_out.push(format!("`{kind}` of contacts")),
        }
    }
    assembly.rules(&joined, &exempt);
}

/// The bodies by their names, each with its place in the list.
type Names<'x> = BTreeMap<&'x str, usize>;

fn names<'x>(bodies: &'x [Moving<'_, '_>]) -> Names<'x> {
    let named = bodies.iter().enumerate().rev();
    named
        .map(|(at, moving)| (moving.found.name.as_str(), at))
        .collect()
}

fn place_of(names: &Names<'_>, name: Option<&str>) -> Option<usize> {
    names.get(name.filter(|name| !name.is_empty())?).copied()
}
