//! glTF documents whose parts fit each other: trees of nodes, skins, meshes, motions, bodies.

use super::chance::Chance;
use data_encoding::BASE64;
use serde_json::{json, Map, Value};

/// Names by which a reader knows bones, and one that it does not.
const NAMES: [&str; 10] = [
    "Hips",
    "Spine",
    "Head",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "RightUpLeg",
    "LeftArm",
    "Neck",
    "bone",
];
/// A picture of one pixel.
const PICTURE: &[u8] = &[
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0,
    0, 0, 58, 126, 155, 85, 0, 0, 0, 10, 73, 68, 65, 84, 120, 156, 99, 104, 0, 0, 0, 130, 0, 129,
    119, 205, 114, 182, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];
/// Joints that move a vertex.
const PER_VERTEX: usize = 4;

/// A document of about so many nodes.
pub fn document(chance: &mut Chance, size: usize) -> String {
    let mut numbers = Numbers::default();
    let count = 1 + chance.below(size);
    let mut nodes = tree(chance, count);
    let joints: Vec<usize> = (0..count).filter(|_| !chance.one_in(4)).collect();
    let skins = some(chance, 2, |chance| skin(chance, &joints, &mut numbers));
    let meshes = some(chance, 3, |chance| {
        let parts = some(chance, 2, |chance| {
            part(chance, (count, &joints), &mut numbers)
        });
        json!({"primitives": parts})
    });
    let animations = some(chance, 3, |chance| animation(chance, count, &mut numbers));
    let (has_meshes, has_bodies) = (!chance.one_in(3), chance.one_in(3));
    for node in &mut nodes {
        if has_meshes && chance.one_in(4) {
            node["mesh"] = chance.below(meshes.len()).into();
            node["skin"] = chance.below(skins.len()).into();
        }
        if has_bodies && chance.one_in(2) {
            node["extensions"] = json!({"KHR_physics_rigid_bodies": body(chance, count)});
        }
    }
    let picture = numbers.bytes(PICTURE);
    json!({
        "asset": {"version": "2.0"},
        "nodes": nodes, "skins": skins, "meshes": meshes, "animations": animations,
        "materials": [
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}},
            {"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.2, 0.1, 1]}},
        ],
        "textures": [{"source": 0}], "images": [{"bufferView": picture}],
        "accessors": numbers.accessors, "bufferViews": numbers.views,
        "buffers": [{"uri": format!("data:;base64,{}", BASE64.encode(&numbers.buffer))}],
        "extensions": {
            "KHR_implicit_shapes": {"shapes": some(chance, 4, shape)},
            "KHR_physics_rigid_bodies": {
                "physicsMaterials": [{"dynamicFriction": 0.4, "restitution": 0.1}],
                "physicsJoints": some(chance, 3, joint),
                "collisionFilters": [{"collisionSystems": ["a"], "notCollideWithSystems": ["a"]}],
            },
        },
    })
    .to_string()
}

/// The numbers of a document: its buffer, and what is where in it.
#[derive(Default)]
struct Numbers {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Numbers {
    /// A view of bytes that are added.
    fn bytes(&mut self, bytes: &[u8]) -> usize {
        let begin = self.buffer.len();
        self.buffer.extend_from_slice(bytes);
        let view = json!({"buffer": 0, "byteOffset": begin, "byteLength": bytes.len()});
        self.views.push(view);
        self.views.len() - 1
    }

    /// An accessor of so many elements in bytes that are added.
    fn list(&mut self, (kind, component): (&str, u32), count: usize, bytes: &[u8]) -> usize {
        let view = self.bytes(bytes);
        let accessor =
            json!({"bufferView": view, "componentType": component, "count": count, "type": kind});
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats(&mut self, kind: &str, count: usize, numbers: impl Iterator<Item = f32>) -> usize {
        let bytes: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
        self.list((kind, 5126), count, &bytes)
    }
}

/// One to `most` things.
fn some(
    chance: &mut Chance,
    most: usize,
    mut thing: impl FnMut(&mut Chance) -> Value,
) -> Vec<Value> {
    (0..=chance.below(most)).map(|_| thing(chance)).collect()
}

/// A number from -1 to 1.
fn number(chance: &mut Chance) -> f32 {
    chance.below(201) as f32 / 100.0 - 1.0
}

fn vector(chance: &mut Chance) -> [f32; 3] {
    [(); 3].map(|()| number(chance))
}

/// Nodes of which each but the first hangs on one before it.
fn tree(chance: &mut Chance, count: usize) -> Vec<Value> {
    let mut children = vec![Vec::new(); count];
    // Between a chain and a star.
    let reach = 1 + chance.below(count);
    for child in 1..count {
        children[child - 1 - chance.below(reach.min(child))].push(child);
    }
    let node = |(at, children): (usize, Vec<usize>)| {
        let mut node = Map::new();
        node.insert("name".into(), NAMES[at % NAMES.len()].into());
        node.insert("translation".into(), json!(vector(chance)));
        if !children.is_empty() {
            node.insert("children".into(), json!(children));
        }
        Value::Object(node)
    };
    children.into_iter().enumerate().map(node).collect()
}

fn skin(chance: &mut Chance, joints: &[usize], numbers: &mut Numbers) -> Value {
    let used = 1 + chance.below(joints.len());
    let inverse = (0..used).flat_map(|_| {
        let [x, y, z] = vector(chance);
        [
            1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0,
        ]
    });
    let inverse = numbers.floats("MAT4", used, inverse);
    json!({"joints": joints[..used.min(joints.len())], "inverseBindMatrices": inverse})
}

/// A part of a mesh, moved by some of the joints.
fn part(chance: &mut Chance, (nodes, joints): (usize, &[usize]), numbers: &mut Numbers) -> Value {
    let count = 3 + chance.below(nodes);
    let points: Vec<f32> = (0..count).flat_map(|_| vector(chance)).collect();
    let points = numbers.floats("VEC3", count, points.into_iter());
    let slots: Vec<u8> = (0..PER_VERTEX * count)
        .map(|_| chance.below(joints.len()) as u8)
        .collect();
    let slots = numbers.list(("VEC4", 5121), count, &slots);
    let weights = numbers.floats("VEC4", count, (0..PER_VERTEX * count).map(|_| 0.25));
    let corners: Vec<u8> = (0..3 * count)
        .flat_map(|_| (chance.below(count) as u16).to_le_bytes())
        .collect();
    let corners = numbers.list(("SCALAR", 5123), 3 * count, &corners);
    json!({
        "attributes": {"POSITION": points, "JOINTS_0": slots, "WEIGHTS_0": weights},
        "indices": corners, "material": chance.below(2), "mode": 4 + chance.below(3),
    })
}

/// Many channels that share a few samplers.
fn animation(chance: &mut Chance, nodes: usize, numbers: &mut Numbers) -> Value {
    let keys = 1 + chance.below(8);
    let times = numbers.floats("SCALAR", keys, (0..keys).map(|key| key as f32 * 0.1));
    // As many as cubic splines need.
    let mut values = |chance: &mut Chance, kind, wide| {
        let all: Vec<f32> = (0..3 * keys * wide).map(|_| number(chance)).collect();
        numbers.floats(kind, 3 * keys, all.into_iter())
    };
    let values = [values(chance, "VEC4", 4), values(chance, "VEC3", 3)];
    let samplers = values.map(|values| {
        let kind = ["LINEAR", "STEP", "CUBICSPLINE"][chance.below(3)];
        json!({"input": times, "output": values, "interpolation": kind})
    });
    let channels = some(chance, 2 * nodes, |chance| {
        let turns = chance.one_in(2);
        let path = if turns { "rotation" } else { "translation" };
        let target = json!({"node": chance.below(nodes), "path": path});
        json!({"sampler": usize::from(!turns), "target": target})
    });
    json!({"name": "move", "samplers": samplers, "channels": channels})
}

/// What rigid bodies say of a node.
fn body(chance: &mut Chance, nodes: usize) -> Value {
    let mut body = json!({"collider": {
        "geometry": {"shape": chance.below(3)}, "physicsMaterial": 0, "collisionFilter": 0,
    }});
    if !chance.one_in(3) {
        body["motion"] =
            json!({"mass": 0.5 + chance.below(5) as f32, "linearVelocity": vector(chance)});
    }
    if chance.one_in(2) {
        let (other, joint) = (chance.below(nodes), chance.below(2));
        body["joint"] = json!({"connectedNode": other, "joint": joint, "enableCollision": false});
    }
    body
}

fn shape(chance: &mut Chance) -> Value {
    let size = 0.1 + 0.1 * chance.below(10) as f32;
    match chance.below(5) {
        0 => json!({"type": "sphere", "sphere": {"radius": size}}),
        1 => json!({"type": "box", "box": {"size": [size, 1.0, size]}}),
        2 => {
            json!({"type": "capsule", "capsule": {"height": 1.0, "radiusBottom": size, "radiusTop": size}})
        }
        3 => {
            json!({"type": "cylinder", "cylinder": {"height": size, "radiusBottom": size, "radiusTop": 0.3}})
        }
        _ => json!({"type": "plane"}),
    }
}

fn joint(chance: &mut Chance) -> Value {
    let axes: Vec<usize> = (0..3).filter(|_| chance.one_in(2)).collect();
    let bound = chance.below(4) as f32;
    json!({
        "limits": [
            {"linearAxes": [0, 1, 2], "min": 0, "max": 0},
            {"angularAxes": axes, "min": -bound, "max": 0.5 * bound},
        ],
        "drives": [{"type": "angular", "mode": "force", "axis": chance.below(3), "stiffness": bound,
            "damping": 0.1, "positionTarget": number(chance), "maxForce": 10}],
    })
}
