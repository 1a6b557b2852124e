//! Skinned models as others would export them, made from our own dummy: a child in the manner
//! of Mixamo and a giant with a tail in that of Unreal.

use glam::{DQuat, DVec3, Quat, Vec3};
use ragdoll_lab::character::generate::Part;
use ragdoll_lab::compile::compile;
use ragdoll_lab::exchange::{dummy, BoneNames};
use ragdoll_lab::gltf::write::{self, Bone, Clip, Figure};
use ragdoll_lab::gltf::Picture;
use ragdoll_lab::physics::{Convex, Core};
use ragdoll_lab::scene::Scene;
use serde_json::json;

/// The parts of the dummy, so many times as tall as it is.
fn dummy_parts(height: f64, girth: f64) -> Vec<Part> {
    let scene: Scene = serde_json::from_value(json!({
        "format": "ragdoll-scene", "version": 2,
        "ragdolls": [{"id": 1, "figure": {"mx": {}}, "physique": {"height": height, "girth": girth}}]
    }))
    .unwrap();
    let (world, map) = compile(&scene).unwrap();
    dummy::parts_of(&map.ragdolls[0], &map, world.model()).unwrap()
}

/// A dummy of our own.
pub fn plain() -> Vec<u8> {
    let parts = dummy_parts(1.0, 1.0);
    write::figure(&dummy::figure("dummy", &parts, BoneNames::Plain).unwrap())
}

/// The dummy in so many skins, one over the other, that raises an arm in so many times 20
/// pictures: the file grows with `times`, and what is in it stays simple.
pub fn repeated(times: usize) -> Vec<u8> {
    let mut figure = dummy::figure("dummy", &dummy_parts(1.0, 1.0), BoneNames::Mixamo).unwrap();
    let (vertices, triangles) = (figure.vertices.clone(), figure.triangles.clone());
    for copy in 1..times {
        let first = (copy * vertices.len()) as u32;
        figure.vertices.extend(&vertices);
        let moved = triangles.iter().map(|corners| corners.map(|at| at + first));
        figure.triangles.extend(moved);
    }
    figure.clips = vec![raised_arm(&figure, 20 * times)];
    write::figure(&figure)
}

/// A child of 1.1 m with a large head, arms that hang at 50 degrees, a root bone and fingers.
pub fn child() -> Vec<u8> {
    write::figure(&child_figure())
}

/// The child with names that say nothing.
pub fn nameless() -> Vec<u8> {
    let mut figure = child_figure();
    for (i, bone) in figure.bones.iter_mut().enumerate() {
        bone.name = format!("Bone.{i:03}");
    }
    write::figure(&figure)
}

fn child_figure() -> Figure {
    let mut parts = dummy_parts(0.62, 1.1);
    let head = parts.iter_mut().find(|part| part.name == "head").unwrap();
    head.position.y += 0.035;
    if let Convex {
        core: Core::Segment(half),
        radius,
    } = &mut head.shape
    {
        *half *= 1.4;
        *radius *= 1.35;
    }
    let mut figure = dummy::figure("child", &parts, BoneNames::Mixamo).unwrap();
    for (side, angle) in [("Left", -50.0), ("Right", 50.0)] {
        swing(
            &mut figure,
            &format!("mixamorig:{side}Arm"),
            DVec3::Z,
            angle,
        );
    }
    for side in ["Left", "Right"] {
        add_finger(&mut figure, side);
    }
    add_root(&mut figure, "Armature");
    figure.picture = stripes().to_png();
    for vertex in &mut figure.vertices {
        vertex.on_picture = [vertex.position.x + 0.5, 1.0 - vertex.position.y / 1.2];
    }
    figure.color = [1.0; 4];
    figure.clips = vec![raised_arm(&figure, 20)];
    figure
}

/// Raises the left arm by 40 degrees in half a second and lowers it again, and everything by
/// 0.1 m.
fn raised_arm(figure: &Figure, pictures: usize) -> Clip {
    let hub = bone(figure, "mixamorig:LeftArm");
    let pelvis = bone(figure, "mixamorig:Hips");
    let frame = |time: f32| {
        let share = 1.0 - (2.0 * time - 1.0).abs();
        let turn = DQuat::from_rotation_z((40.0 * f64::from(share)).to_radians()).as_quat();
        let center = figure.bones[hub].position;
        let place = |index: usize| {
            let own = &figure.bones[index];
            let lift = match hangs_on(figure, index, pelvis) {
                true => Vec3::Y * (0.1 * share),
                false => Vec3::ZERO,
            };
            match hangs_on(figure, index, hub) {
                true => (
                    center + turn * (own.position - center) + lift,
                    turn * own.rotation,
                ),
                false => (own.position + lift, own.rotation),
            }
        };
        (0..figure.bones.len()).map(place).collect()
    };
    let times = (0..=pictures).map(|i| i as f32 / pictures as f32);
    let times: Vec<f32> = times.collect();
    Clip {
        name: "Idle, arm raised".into(),
        frames: times.iter().map(|time| frame(*time)).collect(),
        times,
    }
}

/// A giant of 3.9 m with a tail of three, twist bones and targets for feet, in centimetres and
/// with its back to the front.
pub fn giant() -> Vec<u8> {
    let mut parts = dummy_parts(2.2, 1.25);
    let pelvis = parts[0].position;
    for (i, name) in ["tail_1", "tail_2", "tail_3"].into_iter().enumerate() {
        let parent = if i == 0 { 0 } else { parts.len() - 1 };
        let way = DVec3::new(0.0, -0.35, -0.94).normalize();
        let joint = pelvis + DVec3::new(0.0, 0.05, -0.18) + way * (0.45 * i as f64);
        parts.push(Part {
            name,
            parent: Some(parent),
            joint,
            position: joint + way * 0.22,
            orientation: DQuat::IDENTITY,
            shape: Convex {
                core: Core::Segment(way * 0.2),
                radius: 0.12 - 0.025 * i as f64,
            },
        });
    }
    let mut figure = dummy::figure("giant", &parts, BoneNames::Unreal).unwrap();
    let arm = bone(&figure, "lowerarm_l");
    let twist = Bone {
        name: "lowerarm_twist_01_l".into(),
        parent: Some(arm),
        position: figure.bones[arm].position + Vec3::X * 0.2,
        rotation: Quat::IDENTITY,
    };
    figure.bones.push(twist);
    let twist = figure.bones.len() - 1;
    for vertex in &mut figure.vertices {
        for (bone, weight) in vertex.bones.iter_mut().zip(vertex.weights) {
            if usize::from(*bone) == arm && weight > 0.8 {
                *bone = twist as u16;
            }
        }
    }
    add_root(&mut figure, "root");
    let foot = Bone {
        name: "ik_foot_l".into(),
        parent: Some(0),
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };
    figure.bones.push(foot);
    let turn = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    let moved = |point: Vec3| turn * point * 100.0 + Vec3::new(50.0, 0.0, 80.0);
    for bone in &mut figure.bones {
        bone.position = moved(bone.position);
        bone.rotation = turn * bone.rotation;
    }
    for vertex in &mut figure.vertices {
        vertex.position = moved(vertex.position);
        vertex.normal = turn * vertex.normal;
    }
    figure.color = [0.15, 0.4, 0.2, 1.0];
    write::figure(&figure)
}

fn bone(figure: &Figure, name: &str) -> usize {
    let mut bones = figure.bones.iter();
    bones.position(|bone| bone.name == name).unwrap()
}

fn hangs_on(figure: &Figure, bone: usize, above: usize) -> bool {
    let parent = |bone: &usize| figure.bones[*bone].parent;
    std::iter::successors(Some(bone), parent).any(|bone| bone == above)
}

/// Turns a bone and all that hangs on it about its beginning, with what they move.
fn swing(figure: &mut Figure, name: &str, axis: DVec3, degrees: f64) {
    let hub = bone(figure, name);
    let turn = DQuat::from_axis_angle(axis, degrees.to_radians()).as_quat();
    let center = figure.bones[hub].position;
    let moves: Vec<bool> = (0..figure.bones.len())
        .map(|b| hangs_on(figure, b, hub))
        .collect();
    for (bone, moves) in figure.bones.iter_mut().zip(&moves) {
        if *moves {
            bone.position = center + turn * (bone.position - center);
            bone.rotation = turn * bone.rotation;
        }
    }
    for vertex in &mut figure.vertices {
        let shares = vertex.bones.iter().zip(vertex.weights);
        let share: f32 = (shares.filter(|(bone, _)| moves[usize::from(**bone)]))
            .map(|(_, weight)| weight)
            .sum();
        let there = center + turn * (vertex.position - center);
        vertex.position = vertex.position.lerp(there, share);
        vertex.normal = vertex.normal.lerp(turn * vertex.normal, share).normalize();
    }
}

/// A finger that moves the far half of a hand.
fn add_finger(figure: &mut Figure, side: &str) {
    let hand = bone(figure, &format!("mixamorig:{side}Hand"));
    let arm = figure.bones[hand].parent.unwrap();
    let way = (figure.bones[hand].position - figure.bones[arm].position).normalize();
    let position = figure.bones[hand].position + way * 0.05;
    figure.bones.push(Bone {
        name: format!("mixamorig:{side}HandIndex1"),
        parent: Some(hand),
        position,
        rotation: figure.bones[hand].rotation,
    });
    let finger = figure.bones.len() - 1;
    for vertex in &mut figure.vertices {
        if (vertex.position - position).dot(way) > 0.0 {
            for bone in &mut vertex.bones {
                if usize::from(*bone) == hand {
                    *bone = finger as u16;
                }
            }
        }
    }
}

/// A bone at the origin that all hangs on.
fn add_root(figure: &mut Figure, name: &str) {
    for bone in &mut figure.bones {
        bone.parent = Some(bone.parent.map_or(0, |parent| parent + 1));
    }
    let root = Bone {
        name: name.into(),
        parent: None,
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };
    figure.bones.insert(0, root);
    for vertex in &mut figure.vertices {
        vertex.bones = vertex.bones.map(|bone| bone + 1);
    }
}

fn stripes() -> Picture {
    let pixel = |y: usize| match y / 8 % 2 {
        0 => [220, 60, 50, 255],
        _ => [245, 245, 235, 255],
    };
    Picture {
        width: 64,
        height: 128,
        rgba: (0..128).flat_map(|y| [pixel(y); 64]).flatten().collect(),
    }
}
