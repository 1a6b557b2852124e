//! glTF 2.0 with rigid bodies: the extensions `KHR_physics_rigid_bodies` and
//! `KHR_implicit_shapes`: <https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos>.
//!
//! Every body is a node of the scene, so that it moves by itself. Shapes whose axis is not y and
//! the two frames of a joint are nodes below it. The axes of those frames are the moves of the
//! joint, so that each limit and each drive has one axis.

use super::rig::drives::{Driven, RIGID};
use super::rig::{Joint, Link, Move, Moves, Rig};
use super::Export;
use crate::gltf::physics::{BODIES, SHAPES};
use crate::physics::{Convex, Core, Model, Obstacle, ObstacleShape, Pose, Surface};
use glam::{DMat3, DQuat, DVec3};
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// A file in the making.
#[derive(Default)]
struct Writer {
    nodes: Vec<Value>,
    roots: Vec<usize>,
    shapes: Vec<Value>,
    materials: Vec<Value>,
    joints: Vec<Value>,
    filters: Vec<Value>,
    left_out: Vec<String>,
}

pub(super) fn export(model: &Model, rig: &Rig, name: &str) -> Export {
    let mut writer = Writer {
        left_out: rig.left_out.clone(),
        ..Writer::default()
    };
    // There is no place for it.
    writer.left_out.extend(Rig::gravity(model));
    for (index, obstacle) in model.obstacles.iter().enumerate() {
        writer.obstacle(index, obstacle);
    }
    let filters = writer.filters(rig);
    let first = writer.nodes.len();
    let places: Vec<usize> = (rig.links.iter().zip(filters))
        .map(|(link, filter)| writer.body(link, filter))
        .collect();
    debug_assert!(places.first().is_none_or(|place| *place == first));
    for (link, &place) in rig.links.iter().zip(&places) {
        writer.joint(link, place, |parent| places[parent]);
    }
    for [a, b] in &rig.loops {
        let side = |link: Option<usize>| link.map(|link| places[link]);
        let limits = vec![linear(&[0, 1, 2], [0.0; 2])];
        let joint = json!({ "limits": limits });
        let frames = [(side(a.0), a.1), (side(b.0), b.1)];
        writer.connect(frames.map(|(of, at)| (of, at, DQuat::IDENTITY)), joint);
    }
    let text = serde_json::to_string_pretty(&writer.document(name)).unwrap_or_default();
    Export {
        text: text + "\n",
        left_out: writer.left_out,
    }
}

impl Writer {
    fn document(&mut self, name: &str) -> Value {
        let mut physics = serde_json::Map::new();
        for (key, list) in [
            ("physicsMaterials", &mut self.materials),
            ("physicsJoints", &mut self.joints),
            ("collisionFilters", &mut self.filters),
        ] {
            if !list.is_empty() {
                physics.insert(key.into(), std::mem::take(list).into());
            }
        }
        let mut used = Vec::new();
        if !self.nodes.is_empty() {
            used.push(BODIES);
        }
        if !self.shapes.is_empty() {
            used.push(SHAPES);
        }
        let mut extensions = serde_json::Map::new();
        if !physics.is_empty() {
            extensions.insert(BODIES.into(), physics.into());
        }
        if !self.shapes.is_empty() {
            let shapes = json!({ "shapes": std::mem::take(&mut self.shapes) });
            extensions.insert(SHAPES.into(), shapes);
        }
        let mut document = json!({
            "asset": { "version": "2.0", "generator": "Ragdoll Lab" },
            "scene": 0,
            "scenes": [{ "name": name }],
        });
        // Lists may not be empty there.
        if !used.is_empty() {
            document["extensionsUsed"] = used.into();
        }
        if !self.nodes.is_empty() {
            document["scenes"][0]["nodes"] = json!(self.roots);
            document["nodes"] = std::mem::take(&mut self.nodes).into();
        }
        if !extensions.is_empty() {
            document["extensions"] = extensions.into();
        }
        document
    }

    /// Adds a node; one without a parent is one of the scene.
    fn add(&mut self, parent: Option<usize>, node: Value) -> usize {
        let place = self.nodes.len();
        self.nodes.push(node);
        match parent {
            None => self.roots.push(place),
            Some(parent) => match self.nodes[parent]["children"].as_array_mut() {
                Some(children) => children.push(place.into()),
                None => self.nodes[parent]["children"] = json!([place]),
            },
        }
        place
    }

    fn obstacle(&mut self, index: usize, obstacle: &Obstacle) {
        let (position, mut turn) = (obstacle.position, obstacle.orientation);
        let shape = match &obstacle.shape {
            ObstacleShape::Plane => Some(json!({ "type": "plane", "plane": {} })),
            ObstacleShape::Cuboid(half) => Some(cuboid(*half * 2.0)),
            ObstacleShape::Convex(shape) => shape_of(shape).map(|(shape, own)| {
                turn *= own;
                shape
            }),
            ObstacleShape::Mesh(_) => None,
        };
        let Some(shape) = shape else {
            let what = format!("obstacle {index}, whose shape is not a primitive");
            return self.left_out.push(what);
        };
        let collider = self.collider(shape, obstacle.surface, None);
        let mut node = node(&format!("obstacle {index}"), position, turn);
        node["extensions"] = json!({ BODIES: { "collider": collider } });
        self.add(None, node);
    }

    /// A filter for each link that passes through others to which it is not joined.
    fn filters(&mut self, rig: &Rig) -> Vec<Option<usize>> {
        let mut apart: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &[a, b] in &rig.apart {
            apart.entry(a).or_default().push(b);
            apart.entry(b).or_default().push(a);
        }
        let name = |link: &usize| format!("{link} {}", rig.links[*link].name);
        let filter = |link: usize| {
            let others: Vec<String> = apart.get(&link)?.iter().map(name).collect();
            self.filters.push(json!({
                "collisionSystems": [name(&link)],
                "notCollideWithSystems": others,
            }));
            Some(self.filters.len() - 1)
        };
        (0..rig.links.len()).map(filter).collect()
    }

    fn body(&mut self, link: &Link, filter: Option<usize>) -> usize {
        let motion = &link.motion;
        let inward = motion.orientation.conjugate();
        let mut physics = json!({ "motion": {
            "mass": link.mass,
            "centerOfMass": [0.0, 0.0, 0.0],
            "inertiaDiagonal": link.inertia.to_array(),
            "inertiaOrientation": link.axes.to_array(),
            "linearVelocity": (inward * motion.velocity).to_array(),
            "angularVelocity": (inward * motion.angular_velocity).to_array(),
        }});
        if link.is_kinematic {
            physics["motion"]["isKinematic"] = true.into();
        }
        let mut body = node(&link.name, motion.position, motion.orientation);
        let mut colliders = Vec::new();
        for solid in &link.solids {
            let Some((shape, turn)) = shape_of(&solid.shape) else {
                let what = format!("the shape of {}, which is a hull", link.name);
                if !self.left_out.contains(&what) {
                    self.left_out.push(what);
                }
                continue;
            };
            let place = Pose {
                orientation: solid.place.orientation * turn,
                ..solid.place
            };
            colliders.push((self.collider(shape, solid.surface, filter), place));
        }
        let is_own = |place: &Pose| *place == Pose::IDENTITY;
        if let [(collider, place)] = &colliders[..] {
            if is_own(place) {
                physics["collider"] = collider.clone();
            }
        }
        let is_alone = colliders.len() == 1;
        body["extensions"] = json!({ BODIES: physics });
        let parent = self.add(None, body);
        for (collider, place) in colliders {
            if is_alone && is_own(&place) {
                continue;
            }
            let name = format!("shape of {}", link.name);
            let mut inner = node(&name, place.position, place.orientation);
            inner["extensions"] = json!({ BODIES: { "collider": collider } });
            self.add(Some(parent), inner);
        }
        parent
    }

    fn collider(&mut self, shape: Value, surface: Surface, filter: Option<usize>) -> Value {
        // The product of the roots is the geometric mean, which counts here.
        let friction = surface.friction.sqrt();
        let material = json!({
            "staticFriction": friction,
            "dynamicFriction": friction,
            "restitution": surface.restitution,
            "frictionCombine": "multiply",
            "restitutionCombine": "maximum",
        });
        let mut collider = json!({
            "geometry": { "shape": index_of(&mut self.shapes, shape) },
            "physicsMaterial": index_of(&mut self.materials, material),
        });
        if let Some(filter) = filter {
            collider["collisionFilter"] = filter.into();
        }
        collider
    }

    fn joint(&mut self, link: &Link, place: usize, place_of: impl Fn(usize) -> usize) {
        let Joint::Held {
            anchors: [at, own],
            rest,
            moves,
        } = &link.joint
        else {
            return;
        };
        let (axes, joint) = match moves {
            Moves::Axes(axes) if !has_one_frame(axes) => {
                let what = format!("the joint of {}, whose axes share no frame", link.name);
                return self.left_out.push(what);
            }
            Moves::Axes(axes) => limited(axes),
            Moves::Ball { driven, .. } => {
                let drives: Vec<Value> = (driven.iter().enumerate())
                    .flat_map(|(axis, driven)| drives(driven, "angular", axis))
                    .collect();
                let limits = vec![linear(&[0, 1, 2], [0.0; 2])];
                (DQuat::IDENTITY, described(limits, drives))
            }
        };
        let parent = link.parent.map(place_of);
        // The frames are the same where all moves are 0.
        let frames = [
            (parent, *at, axes),
            (Some(place), *own, rest.conjugate() * axes),
        ];
        self.connect(frames, joint);
    }

    /// Joins two frames, each of a body or of the world.
    fn connect(&mut self, frames: [(Option<usize>, DVec3, DQuat); 2], joint: Value) {
        let joint = index_of(&mut self.joints, joint);
        let number = self.nodes.len();
        let [first, second] = frames.map(|(of, at, turn)| {
            let name = format!("joint frame {}", self.nodes.len() - number + 1);
            self.add(of, node(&name, at, turn))
        });
        self.nodes[first]["extensions"] = json!({ BODIES: { "joint": {
            "connectedNode": second,
            "joint": joint,
        }}});
    }
}

/// Whether one frame tells the axes of moves: ways come first, no turn is beside the point of the
/// joint, and axes are along each other or across.
fn has_one_frame(moves: &[Move]) -> bool {
    const ALIGNED: f64 = 1e-6;
    let are_in_order = moves
        .windows(2)
        .all(|pair| pair[0].slides || !pair[1].slides);
    let is_there = |own: &Move| own.beside() < ALIGNED;
    let are_square = |own: &Move, other: &Move| {
        own.axis == other.axis || own.axis.dot(other.axis).abs() < ALIGNED
    };
    let mut pairs = moves
        .iter()
        .flat_map(|own| moves.iter().map(move |other| (own, other)));
    are_in_order && moves.iter().all(is_there) && pairs.all(|(own, other)| are_square(own, other))
}

/// The axes of a joint with such moves, as a turn of the parent's, and what it does along them.
fn limited(moves: &[Move]) -> (DQuat, Value) {
    let mut axes: Vec<DVec3> = Vec::new();
    let mut place = |own: &Move| {
        let known = axes.iter().position(|axis| *axis == own.axis);
        known.unwrap_or_else(|| {
            axes.push(own.axis);
            axes.len() - 1
        })
    };
    let placed: Vec<(usize, &Move)> = moves.iter().map(|own| (place(own), own)).collect();
    let (x, y) = match axes[..] {
        [] => (DVec3::X, DVec3::Y),
        [x] => (x, x.any_orthonormal_vector()),
        [x, y, ..] => (x, y),
    };
    let frame = DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y)));
    let mut limits = Vec::new();
    let mut all = Vec::new();
    for (kind, slides) in [("linear", true), ("angular", false)] {
        let of_kind = || placed.iter().filter(|(_, own)| own.slides == slides);
        let held: Vec<usize> = (0..3)
            .filter(|axis| of_kind().all(|(place, _)| place != axis))
            .collect();
        let limit = if slides { linear } else { angular };
        if !held.is_empty() {
            limits.push(limit(&held, [0.0; 2]));
        }
        for (place, own) in of_kind() {
            limits.extend(own.range.map(|range| limit(&[*place], range)));
            all.extend(drives(&own.driven, kind, *place));
        }
    }
    (frame, described(limits, all))
}

fn described(limits: Vec<Value>, drives: Vec<Value>) -> Value {
    let mut joint = json!({ "limits": limits });
    if !drives.is_empty() {
        joint["drives"] = drives.into();
    }
    joint
}

fn linear(axes: &[usize], ends: [f64; 2]) -> Value {
    limit("linearAxes", axes, ends)
}

fn angular(axes: &[usize], ends: [f64; 2]) -> Value {
    limit("angularAxes", axes, ends)
}

/// A limit; an end that is missing is not written.
fn limit(kind: &str, axes: &[usize], ends: [f64; 2]) -> Value {
    let mut limit = json!({ kind: axes });
    for (key, end) in ["min", "max"].into_iter().zip(ends) {
        if end.is_finite() {
            limit[key] = end.into();
        }
    }
    limit
}

fn drives(driven: &Driven, kind: &str, axis: usize) -> Vec<Value> {
    let drive = |numbers: [(&str, f64); 4], most: f64| {
        let mut drive = json!({ "type": kind, "mode": "force", "axis": axis });
        for (key, number) in numbers {
            drive[key] = number.into();
        }
        if most.is_finite() {
            drive["maxForce"] = most.into();
        }
        drive
    };
    let led = |target, rate, stiffness, damping| {
        [
            ("positionTarget", target),
            ("velocityTarget", rate),
            ("stiffness", stiffness),
            ("damping", damping),
        ]
    };
    let spring = driven.spring.map(|spring| {
        let numbers = led(spring.target, 0.0, spring.stiffness, spring.damping);
        drive(numbers, spring.most)
    });
    let motor = driven.motor;
    let motor = motor.map(|motor| drive(led(0.0, motor.rate, 0.0, RIGID), motor.most));
    let friction = driven.friction;
    let friction = (friction > 0.0).then(|| drive(led(0.0, 0.0, 0.0, RIGID), friction));
    spring.into_iter().chain(motor).chain(friction).collect()
}

/// The implicit shape of a convex one, and how it is turned; none of hulls.
fn shape_of(shape: &Convex) -> Option<(Value, DQuat)> {
    let radius = shape.radius;
    let from_y = |half: DVec3| DQuat::from_rotation_arc(DVec3::Y, half.normalize_or(DVec3::Y));
    Some(match &shape.core {
        Core::Point => {
            let sphere = json!({ "type": "sphere", "sphere": { "radius": radius } });
            (sphere, DQuat::IDENTITY)
        }
        Core::Segment(half) => (tube("capsule", 2.0 * half.length(), radius), from_y(*half)),
        Core::Cylinder {
            half_axis,
            radius: girth,
        } => {
            let height = 2.0 * (half_axis.length() + radius);
            (tube("cylinder", height, girth + radius), from_y(*half_axis))
        }
        // There are no round edges there: the box is as large as the rounded one.
        Core::Cuboid(half) => (cuboid((*half + radius) * 2.0), DQuat::IDENTITY),
        Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => return None,
    })
}

fn cuboid(size: DVec3) -> Value {
    json!({ "type": "box", "box": { "size": size.to_array() } })
}

fn tube(kind: &str, height: f64, radius: f64) -> Value {
    let tube = json!({ "height": height, "radiusBottom": radius, "radiusTop": radius });
    json!({ "type": kind, kind: tube })
}

fn node(name: &str, position: DVec3, turn: DQuat) -> Value {
    json!({
        "name": name,
        "translation": position.to_array(),
        "rotation": turn.normalize().to_array(),
    })
}

/// The place of a value in a list, which takes it in if it is new.
fn index_of(list: &mut Vec<Value>, value: Value) -> usize {
    let known = list.iter().position(|known| *known == value);
    known.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}
