//! Every shipped scene there and back through each format: what a format holds is kept.

use glam::{DMat3, DQuat, DVec3};
use ragdoll_lab::compile::{compile, IdMap};
use ragdoll_lab::exchange::gltf_import::scene_from_gltf;
use ragdoll_lab::exchange::mjcf_import::scene_from_mjcf;
use ragdoll_lab::exchange::urdf_import::scene_from_urdf;
use ragdoll_lab::exchange::{mjcf, physics_gltf, urdf, Export, Imported};
use ragdoll_lab::gltf::Gltf;
use ragdoll_lab::physics::constraint::{Constraint, ConstraintRows};
use ragdoll_lab::physics::{Attachment, World};
use ragdoll_lab::scene::{parse, to_text, Scene, SHIPPED};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;

/// Bodies of scenes that are looked at.
const MOST_BODIES: usize = 1_000;

/// A body where all joints are 0, in the world, with the joints by which it hangs.
#[derive(Debug, Clone)]
struct Body {
    /// m.
    centre: DVec3,
    mass: f64,
    tensor: DMat3,
    joints: Vec<Joint>,
}

#[derive(Debug, Clone)]
struct Joint {
    kind: String,
    at: DVec3,
    axis: DVec3,
    range: Vec<f64>,
    /// Stiffness, damping, target and friction, and the same of its actuators with what they end
    /// at.
    drive: Vec<f64>,
}

impl Joint {
    /// The same turn seen along the other axis.
    fn turned_round(&self) -> Joint {
        let mut drive = self.drive.clone();
        drive[2] = -drive[2];
        Joint {
            axis: -self.axis,
            range: self.range.iter().rev().map(|end| -end).collect(),
            drive,
            ..self.clone()
        }
    }
}

impl Body {
    /// The same where the order of three turns does not count: limits are about axes here.
    fn plain(&self) -> Body {
        let mut body = self.clone();
        if body.joints.len() == 3 {
            let sign = |own: &Joint| own.axis.dot(DVec3::new(1.0, 1e-3, 1e-6)) < 0.0;
            let joints = body.joints.iter();
            let joints = joints.map(|own| {
                if sign(own) {
                    own.turned_round()
                } else {
                    own.clone()
                }
            });
            body.joints = joints.collect();
            let rank = |own: &Joint| own.axis.dot(DVec3::new(1.0, 1e-3, 1e-6));
            body.joints.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        }
        body
    }
}

fn numbers(node: Node<'_, '_>, key: &str) -> Vec<f64> {
    let text = node.attribute(key).unwrap_or_default();
    text.split_whitespace()
        .map(|x| x.parse().unwrap())
        .collect()
}

fn vector(node: Node<'_, '_>, key: &str) -> DVec3 {
    let all = numbers(node, key);
    all.try_into()
        .map_or(DVec3::ZERO, |all: [f64; 3]| all.into())
}

fn turn(node: Node<'_, '_>) -> DQuat {
    match numbers(node, "quat")[..] {
        [w, x, y, z] => DQuat::from_xyzw(x, y, z, w).normalize(),
        _ => DQuat::IDENTITY,
    }
}

/// The bodies of our own files for MuJoCo: they hold the most.
fn bodies(text: &str) -> Vec<Body> {
    let document = Document::parse(text).unwrap();
    let mut all = Vec::new();
    let mut actuators: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let key = document
        .descendants()
        .find(|node| node.has_tag_name("key"))
        .unwrap();
    let controls = numbers(key, "ctrl");
    let lists = document
        .descendants()
        .filter(|node| node.has_tag_name("actuator"));
    let each = lists.flat_map(|list| list.children().filter(Node::is_element));
    for (node, control) in each.zip(controls) {
        let joint = node.attribute("joint").unwrap();
        let own = actuators.entry(joint).or_default();
        let keys = ["kp", "kv", "forcerange"].into_iter();
        own.extend(keys.flat_map(|key| numbers(node, key)).chain([control]));
    }
    let worlds = document
        .descendants()
        .filter(|node| node.has_tag_name("worldbody"));
    let mut next: Vec<(Node<'_, '_>, DVec3, DQuat)> = worlds
        .map(|node| (node, DVec3::ZERO, DQuat::IDENTITY))
        .collect();
    while let Some((node, position, orientation)) = next.pop() {
        let position = position + orientation * vector(node, "pos");
        let orientation = orientation * turn(node);
        let children = || node.children().filter(Node::is_element);
        next.extend(
            children()
                .filter(|child| child.has_tag_name("body"))
                .map(|child| (child, position, orientation)),
        );
        let Some(inertial) = children().find(|child| child.has_tag_name("inertial")) else {
            continue;
        };
        let axes = DMat3::from_quat(orientation * turn(inertial));
        let moments = DMat3::from_diagonal(vector(inertial, "diaginertia"));
        let joints = children().filter(|child| child.tag_name().name().ends_with("joint"));
        let number = |node: Node<'_, '_>, key| numbers(node, key).first().copied().unwrap_or(0.0);
        let joint = |node: Node<'_, '_>| Joint {
            kind: match node.attribute("type") {
                Some(kind) => kind.into(),
                None => "free".into(),
            },
            at: position + orientation * vector(node, "pos"),
            axis: orientation * vector(node, "axis"),
            range: numbers(node, "range"),
            drive: ["stiffness", "damping", "springref", "frictionloss"]
                .map(|key| number(node, key))
                .into_iter()
                .chain(
                    actuators
                        .get(node.attribute("name").unwrap())
                        .into_iter()
                        .flatten()
                        .copied(),
                )
                .collect(),
        };
        all.push(Body {
            centre: position,
            mass: number(inertial, "mass"),
            tensor: axes * moments * axes.transpose(),
            joints: joints.map(joint).collect(),
        });
    }
    all
}

fn largest(tensor: DMat3) -> f64 {
    let all = tensor.to_cols_array();
    all.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

/// What of a body another one does not have, in words.
fn differences(a: &Body, b: &Body) -> Vec<String> {
    let mut all = Vec::new();
    if (a.mass - b.mass).abs() > 1e-6 * a.mass {
        all.push(format!("mass {} {}", a.mass, b.mass));
    }
    if largest(a.tensor - b.tensor) > 1e-6 * largest(a.tensor) {
        all.push(format!("tensor {} {}", a.tensor, b.tensor));
    }
    let kinds = |body: &Body| -> Vec<String> {
        body.joints.iter().map(|joint| joint.kind.clone()).collect()
    };
    if kinds(a) != kinds(b) {
        all.push(format!("joints {:?} {:?}", kinds(a), kinds(b)));
        return all;
    }
    for (own, other) in a.joints.iter().zip(&b.joints) {
        if own.kind == "free" {
            continue;
        }
        if own.at.distance(other.at) > 1e-6 {
            all.push(format!("anchor {} {}", own.at, other.at));
        }
        if own.axis.distance(other.axis) > 1e-6 {
            all.push(format!("axis {} {}", own.axis, other.axis));
        }
        let is_off = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-6 * a.abs().max(1.0);
        let range = own.range.iter().zip(&other.range);
        if own.range.len() != other.range.len() || range.clone().any(is_off) {
            all.push(format!("range {:?} {:?}", own.range, other.range));
        }
        if own.drive.len() != other.drive.len() || own.drive.iter().zip(&other.drive).any(is_off) {
            all.push(format!("drive {:?} {:?}", own.drive, other.drive));
        }
    }
    all
}

/// What is not the same of bodies that came back, each with the one that is where it is.
fn lost(before: &[Body], after: &[Body]) -> Vec<String> {
    let [before, after] =
        [before, after].map(|all| all.iter().map(Body::plain).collect::<Vec<_>>());
    let mut left: Vec<&Body> = before.iter().collect();
    let mut all = Vec::new();
    for body in &after {
        let near = |known: &&Body| known.centre.distance(body.centre) < 1e-6;
        let same = |known: &&Body| near(known) && differences(known, body).is_empty();
        let place = left.iter().position(same).or(left.iter().position(near));
        match place {
            None => all.push(format!("no body at {}", body.centre)),
            Some(place) => all.extend(differences(left.remove(place), body)),
        }
    }
    all
}

fn scene(text: &str) -> Scene {
    parse(text.as_bytes()).unwrap_or_else(|problems| panic!("{problems}"))
}

type Write = fn(&World, &IdMap, &Scene) -> Export;
type Read = fn(&str) -> Imported;

fn from_gltf(text: &str) -> Imported {
    let fetch = |_: &str| Err("nothing beside".to_string());
    let gltf = Gltf::read(text.as_bytes(), &fetch).unwrap();
    scene_from_gltf(&gltf, "test").unwrap()
}

/// The shipped scenes with bodies, each as it is and as it comes back.
fn there_and_back(write: Write, read: Read, mut look: impl FnMut(&str, &Trip)) {
    let mut count = 0;
    for shipped in SHIPPED {
        let scene = scene(shipped.text);
        let (world, map) = compile(&scene).unwrap();
        // A crowd is a thousand times the same.
        if !(1..MOST_BODIES).contains(&world.model().bodies.len()) {
            continue;
        }
        let export = write(&world, &map, &scene);
        let back = read(&export.text);
        to_text(&back.scene).unwrap_or_else(|problems| panic!("{}: {problems}", shipped.name));
        let again = compile(&back.scene);
        let (again, again_map) = again.unwrap_or_else(|e| panic!("{}: {e:?}", shipped.name));
        let whole = mjcf(&world, &map, &scene).text;
        let before = bodies(&whole);
        let after = bodies(&mjcf(&again, &again_map, &back.scene).text);
        look(
            shipped.name,
            &Trip {
                before,
                after,
                worlds: [world, again],
                has_loops: whole.contains("<connect "),
                named: [export.left_out, back.left_out].concat(),
            },
        );
        count += 1;
    }
    assert!(count > 20, "{count}");
}

struct Trip {
    before: Vec<Body>,
    after: Vec<Body>,
    worlds: [World; 2],
    has_loops: bool,
    /// What the writer and the reader left out.
    named: Vec<String>,
}

impl Trip {
    fn names(&self, what: &str) -> bool {
        self.named.iter().any(|line| line.contains(what))
    }
}

/// Farthest that a body starts from where it did, m, and how much faster, m/s.
fn off_at_start(worlds: &[World; 2]) -> [f64; 2] {
    let [before, after] = worlds.each_ref().map(|world| &world.state().bodies);
    let nearest = |body: &ragdoll_lab::physics::BodyState| {
        let off = |known: &ragdoll_lab::physics::BodyState| {
            let spin = known.angular_velocity - body.angular_velocity;
            let velocity = known.velocity - body.velocity;
            [
                known.position.distance(body.position),
                velocity.length() + spin.length(),
            ]
        };
        let all = before.iter().map(off);
        all.min_by(|a, b| (a[0] + a[1]).total_cmp(&(b[0] + b[1])))
            .unwrap()
    };
    let all = after.iter().map(nearest);
    all.fold([0.0; 2], |[a, b]: [f64; 2], [c, d]| [a.max(c), b.max(d)])
}

/// The points of all joints of bodies at the start, but limits, in order.
fn points(world: &World) -> Vec<DVec3> {
    let is_rigid = |side| matches!(side, Attachment::Body { .. } | Attachment::World(_));
    let is_joint = |own: &&Constraint| {
        let is_other = matches!(
            own,
            Constraint::AngleLimit(_) | Constraint::Gear(_) | Constraint::Guide(_)
        );
        !is_other && own.attachments().into_iter().all(is_rigid)
    };
    let joints = world.model().constraints.iter().filter(is_joint);
    let mut all: Vec<DVec3> = joints
        .map(|own| own.attachments()[1].position(world.state()))
        .collect();
    let rounded = |point: &DVec3| (*point * 1e5).round().to_array();
    all.sort_by(|a, b| rounded(a).partial_cmp(&rounded(b)).unwrap());
    all
}

/// All bodies come back with masses, inertia, joints, limits and drives, and start as they did.
fn check(name: &str, trip: &Trip) {
    assert_eq!(trip.before.len(), trip.after.len(), "{name}");
    if trip.has_loops {
        // Which joints are a tree and which close its loops is not in the files.
        let [before, after] = trip.worlds.each_ref().map(points);
        assert_eq!(before.len(), after.len(), "{name}");
        let off = before.iter().zip(&after).map(|(a, b)| a.distance(*b));
        assert!(off.fold(0.0, f64::max) < 1e-5, "{name}");
    } else {
        assert_eq!(
            lost(&trip.before, &trip.after),
            Vec::<String>::new(),
            "{name}"
        );
    }
    let [position, velocity] = off_at_start(&trip.worlds);
    let holds = position < 1e-6 || trip.names("joint errors");
    assert!(holds, "{name}: {position} m");
    let holds = velocity < 1e-6 || trip.names("velocities that the joints do not allow");
    assert!(holds, "{name}: {velocity} m/s");
}

#[test]
fn what_mjcf_holds_comes_back() {
    there_and_back(mjcf, |text| scene_from_mjcf(text, "test").unwrap(), check);
}

#[test]
fn what_gltf_holds_comes_back() {
    there_and_back(physics_gltf, from_gltf, check);
}

/// The largest tree with its zero pose; springs and motors are named.
#[test]
fn what_urdf_holds_comes_back() {
    let read = |text: &str| scene_from_urdf(text, "test").unwrap();
    let without_drives = |bodies: &[Body]| {
        let mut all = bodies.to_vec();
        let joints = all.iter_mut().flat_map(|body| &mut body.joints);
        joints.for_each(|joint| joint.drive = vec![0.0; 4]);
        all
    };
    there_and_back(urdf, read, |name, trip| {
        let [before, after] = [&trip.before, &trip.after].map(|bodies| without_drives(bodies));
        assert_eq!(lost(&before, &after), Vec::<String>::new(), "{name}");
        let others = before.len() - after.len();
        let named = trip.names(&format!("{others} bodies that are not connected"));
        assert!(
            !after.is_empty() && (others == 0 || named),
            "{name}: {:?}",
            trip.named
        );
        let is_led = |body: &Body| body.joints.iter().any(|own| own.drive[0] != 0.0);
        let is_named = (trip.names("the spring of the joint") || trip.names("the springs of"))
            || trip.names("motors");
        assert!(
            is_named || !trip.before.iter().any(is_led) || others > 0,
            "{name}"
        );
    });
}
