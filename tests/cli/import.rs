//! Skinned models become ragdolls.

use super::common::rigs;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, parts_in_force};
use ragdoll_lab::exchange::character::{scene_of, Imported, Rigging};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::swing_twist::SwingTwist;
use ragdoll_lab::physics::{Constraint, World};
use ragdoll_lab::scene::{self, part_names, Character, Figure, MxFigure, Scene};
use serde_json::{json, Value};
use std::fs;
use std::process::Command;

fn rigging(bytes: &[u8]) -> Rigging {
    Rigging::read("test", bytes, &|_| Err("no files here".into())).unwrap()
}

fn imported(bytes: &[u8]) -> Imported {
    rigging(bytes).ragdoll().unwrap()
}

fn character(imported: &Imported) -> Character {
    match &imported.ragdoll.figure {
        Figure::Character(character) => character.clone(),
        _ => panic!("no character"),
    }
}

fn world(scene: &Scene) -> World {
    compile(scene).unwrap().0
}

#[test]
fn rigs_of_other_names_sizes_and_poses_have_all_parts() {
    for (bytes, tail) in [
        (rigs::plain(), 0),
        (rigs::child(), 0),
        (rigs::nameless(), 0),
        (rigs::giant(), 3),
    ] {
        let imported = imported(&bytes);
        let character = character(&imported);
        let mut parts: Vec<&str> = character.parts.iter().map(|p| p.part.as_str()).collect();
        assert_eq!(parts.len(), 18 + tail, "{parts:?}");
        parts.truncate(18);
        assert_eq!(parts, *part_names(&Figure::Mx(MxFigure::default())));
    }
}

/// The parts of our own dummy, found again from nothing but its mesh and its bones.
#[test]
fn our_own_dummy_comes_back_with_its_measures() {
    let character = character(&imported(&rigs::plain()));
    let text = r#"{"format": "ragdoll-scene", "version": 2,
        "ragdolls": [{"id": 1, "figure": {"mx": {"inertia": "human"}}}]}"#;
    let own: Scene = serde_json::from_str(text).unwrap();
    let (world, map) = compile(&own).unwrap();
    let state = world.state();
    let height = |part: &str| {
        let body = map.ragdolls[0].body_of(part).unwrap();
        state.bodies[body].position
    };
    for part in &character.parts {
        let off = DVec3::from(part.position_m).distance(height(&part.part));
        // The mesh has a body of its own: a chest, calves, shoes.
        assert!(off < 0.05, "{}: {off} m beside", part.part);
    }
    let mass: f64 = character.parts.iter().map(|part| part.mass_kg).sum();
    assert!((45.0..85.0).contains(&mass), "{mass} kg");
}

/// Arms that hang at 50 degrees are within their limits, and have a zero where they stand out.
#[test]
fn limits_are_those_of_the_table_and_hold_the_start_pose() {
    for bytes in [rigs::child(), rigs::giant()] {
        let imported = imported(&bytes);
        let scene = scene_of(imported.ragdoll.clone());
        let world = world(&scene);
        let mut limits = 0;
        for constraint in &world.model().constraints {
            let Constraint::AngleLimit(limit) = constraint else {
                continue;
            };
            limits += 1;
            let angles = limit.angles(world.state(), Default::default());
            for axis in 0..3 {
                let held = limit.min[axis]..=limit.max[axis];
                assert!(held.contains(&angles[axis]), "{axis}: {angles}, {limit:?}");
            }
        }
        assert_eq!(limits, character(&imported).parts.len() - 1);
    }
    let parts = parts_in_force(&imported(&rigs::child()).ragdoll);
    let elbow = parts
        .iter()
        .find(|part| part.name == "l_lower_arm")
        .unwrap();
    let limit = elbow.limit.unwrap();
    assert_eq!((limit.min_deg[1], limit.max_deg[1]), (-110.0, 0.0));
}

#[test]
fn an_arm_that_hangs_is_turned_by_as_much() {
    let character = character(&imported(&rigs::child()));
    let part = |name: &str| {
        character
            .parts
            .iter()
            .find(|part| part.part == name)
            .unwrap()
    };
    let turned = |name: &str| {
        let [w, x, y, z] = part(name).orientation;
        DQuat::from_xyzw(x, y, z, w)
    };
    let relative = turned("l_shoulder").conjugate() * turned("l_upper_arm");
    let angles = SwingTwist::of(relative, 0).angles;
    assert!((angles.z.to_degrees() + 50.0).abs() < 1.0, "{angles}");
}

/// The animation of the model, on the parts: every one is where its bone carries it.
#[test]
fn the_animation_of_a_model_plays_on_its_parts() {
    let imported = imported(&rigs::child());
    let animation = imported.ragdoll.animation.clone().unwrap();
    let clip = &animation.clips[0];
    assert_eq!(
        (animation.clip.as_str(), clip.length_s),
        ("Idle, arm raised", 1.0)
    );
    assert!(clip.loops);
    let keys: usize = clip.tracks.iter().map(|track| track.keys.len()).sum();
    assert!(keys < 60, "{keys} keys for one joint that moves");
    let scene = scene_of(imported.ragdoll.clone());
    let (world, map) = compile(&scene).unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    let start = world.state().clone();
    let body = |name: &str| map.ragdolls[0].body_of(name).unwrap();
    for _ in 0..30 {
        simulation.step();
    }
    let state = simulation.world.state();
    // Half a second on the arm is highest.
    for (name, degrees) in [
        ("l_upper_arm", 40.0),
        ("l_hand", 40.0),
        ("r_hand", 0.0),
        ("head", 0.0),
    ] {
        let turn =
            state.bodies[body(name)].orientation * start.bodies[body(name)].orientation.conjugate();
        let turn = turn.to_scaled_axis();
        let expected = DVec3::Z * f64::to_radians(degrees);
        assert!(turn.distance(expected) < 0.01, "{name}: {turn}");
    }
    let lift = state.bodies[0].position - start.bodies[0].position;
    assert!(lift.distance(DVec3::Y * 0.1) < 3e-3, "{lift}");
    // The pins hold: what is animated is one body.
    for constraint in &world.model().constraints {
        if let Constraint::Pin(pin) = constraint {
            let [a, b] = [pin.a, pin.b].map(|end| end.position(state));
            assert!(a.distance(b) < 1e-9);
        }
    }
}

/// Units, facing and place of the model do not matter.
#[test]
fn a_giant_in_centimetres_with_its_back_to_us_stands_in_front_in_metres() {
    let imported = imported(&rigs::giant());
    assert!(
        imported.notes.iter().any(|note| note.contains("0.01 m")),
        "{:?}",
        imported.notes
    );
    let character = character(&imported);
    let at = |name: &str| {
        let part = character
            .parts
            .iter()
            .find(|part| part.part == name)
            .unwrap();
        DVec3::from(part.position_m)
    };
    assert!((3.0..4.0).contains(&at("head").y), "{}", at("head"));
    assert!(at("l_hand").x > 1.0 && at("r_hand").x < -1.0);
    assert!(at("tail_3").z < -0.5 && at("l_foot").z > 0.0);
    assert!(at("pelvis").x.abs() < 1e-6);
}

/// The skin is the mesh of the file, in the same place, with the same weights.
#[test]
fn the_skin_is_the_mesh() {
    let rigging = rigging(&rigs::child());
    let character = character(&rigging.ragdoll().unwrap());
    let skin = character.skin.as_ref().unwrap();
    assert_eq!(skin.vertices_m.len(), rigging.model.vertices.len());
    assert_eq!(skin.triangles.len(), rigging.model.triangles.len());
    let shift = DVec3::from(skin.vertices_m[0]) - rigging.model.vertices[0].position.as_dvec3();
    for (place, vertex) in skin.vertices_m.iter().zip(&rigging.model.vertices) {
        let off = DVec3::from(*place) - vertex.position.as_dvec3() - shift;
        assert!(off.length() < 2e-5, "{off}");
    }
    for weights in &skin.weights {
        assert_eq!(weights.iter().map(|w| u32::from(*w)).sum::<u32>(), 255);
    }
    // Fingers move with the hand.
    let names: Vec<&str> = character
        .parts
        .iter()
        .map(|part| part.part.as_str())
        .collect();
    let far = (0..skin.vertices_m.len())
        .max_by(|a, b| skin.vertices_m[*a][0].total_cmp(&skin.vertices_m[*b][0]));
    assert_eq!(names[usize::from(skin.bones[far.unwrap()][0])], "l_hand");
}

#[test]
fn a_scene_of_a_character_is_sound_and_comes_to_rest() {
    for bytes in [rigs::plain(), rigs::child(), rigs::giant()] {
        let mut scene = scene_of(imported(&bytes).ragdoll);
        let text = scene::to_text(&scene).unwrap();
        assert_eq!(scene::parse(text.as_bytes()).unwrap(), scene);
        scene.ragdolls[0].stands_until_hit = false;
        scene.ragdolls[0].animation = None;
        let mut world = world(&scene);
        let start = world.state().bodies[0].position.y;
        for _ in 0..600 {
            world.step();
        }
        let state = world.state();
        assert!(state.bodies[0].position.y < 0.6 * start, "it stands");
        let fastest = state.bodies.iter().map(|body| body.velocity.length());
        assert!(fastest.fold(0.0, f64::max) < 0.3, "it does not rest");
        let lowest = state.bodies.iter().map(|body| body.position.y);
        assert!(lowest.fold(f64::MAX, f64::min) > 0.0);
    }
}

#[test]
fn what_a_person_says_a_bone_is_counts() {
    let mut rigging = rigging(&rigs::giant());
    let said = |bone: &str, part: Option<&str>| [(bone.into(), part.map(Into::into))].into();
    let model = rigging.model.clone();
    rigging
        .mapping
        .change(&model, &said("tail_3", None))
        .unwrap();
    let ragdoll = rigging.ragdoll().unwrap();
    assert_eq!(character(&ragdoll).parts.len(), 20);
    assert!(rigging.mapping.change(&model, &said("wing", None)).is_err());
    rigging
        .mapping
        .change(&model, &said("pelvis", None))
        .unwrap();
    let error = rigging.ragdoll().unwrap_err().to_string();
    assert!(error.contains("pelvis"), "{error}");
}

/// The description of a packed file, changed; the numbers stay.
fn changed(bytes: &[u8], change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut document: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    change(&mut document);
    let mut text = document.to_string().into_bytes();
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    let mut file = bytes[..12].to_vec();
    file.extend((text.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    file.extend(text);
    file.extend(&bytes[20 + length..]);
    file
}

fn refused(bytes: &[u8]) -> String {
    let rigging = Rigging::read("test", bytes, &|_| Err("no files here".into()));
    let made = rigging.and_then(|rigging| rigging.ragdoll());
    made.err()
        .map_or("nothing".into(), |error| error.to_string())
}

#[test]
fn a_file_that_is_no_figure_says_what_it_is() {
    let plain = rigs::plain();
    let no_skin = changed(&plain, |d| {
        d["nodes"][0].as_object_mut().unwrap().remove("skin");
    });
    assert!(refused(&no_skin).contains("no mesh in the file has a skin"));
    let no_number = {
        let mut bytes = plain.clone();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        bytes[28 + length..32 + length].copy_from_slice(&f32::NAN.to_le_bytes());
        bytes
    };
    assert!(
        refused(&no_number).contains("invalid numbers"),
        "{}",
        refused(&no_number)
    );
    let other_accessor = changed(&plain, |d| {
        d["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = json!(0);
    });
    assert!(refused(&other_accessor).contains("accessor 0"));
    let no_bones = changed(&plain, |d| d["skins"][0]["joints"] = json!([]));
    assert!(refused(&no_bones).contains("no joints"));
    let two_places = changed(&plain, |d| {
        let children = d["nodes"][1]["children"].as_array().unwrap().clone();
        d["nodes"][3]["children"] = json!(children);
    });
    assert!(refused(&two_places).contains("two parents"));
    let flat = changed(&plain, |d| {
        for node in d["nodes"].as_array_mut().unwrap() {
            node["scale"] = json!([0.0, 0.0, 0.0]);
        }
    });
    assert!(refused(&flat).contains("no height"), "{}", refused(&flat));
    let endless = changed(&plain, |d| {
        d["nodes"][3]["translation"] = json!([0.0, 1e308, 0.0])
    });
    assert!(
        refused(&endless).contains("no height"),
        "{}",
        refused(&endless)
    );
    for end in (0..plain.len()).step_by(4001) {
        assert_ne!(refused(&plain[..end]), "nothing");
    }
}

#[test]
fn what_is_missing_or_too_much_is_left_out_and_said() {
    let plain = rigs::plain();
    let notes = |bytes: &[u8]| imported(bytes).notes.join("; ");
    let no_weights = changed(&plain, |d| {
        let attributes = &mut d["meshes"][0]["primitives"][0]["attributes"];
        attributes.as_object_mut().unwrap().remove("WEIGHTS_0");
    });
    assert!(notes(&no_weights).contains("have no weights"));
    // Another skin, whose mesh hangs on a joint that is no one else's.
    let two_skins = changed(&plain, |d| {
        let nodes = d["nodes"].as_array_mut().unwrap();
        nodes.push(json!({"name": "other", "mesh": 0, "skin": 1}));
        nodes.push(json!({"name": "lone joint"}));
        let added = nodes.len();
        let roots = d["scenes"][0]["nodes"].as_array_mut().unwrap();
        roots.extend([json!(added - 2), json!(added - 1)]);
        let skins = d["skins"].as_array_mut().unwrap();
        skins.push(json!({"joints": [added - 1]}));
    });
    assert!(notes(&two_skins).contains("1 other characters in the file are left out"));
    let many = |count: usize| {
        changed(&plain, |d| {
            let nodes = d["nodes"].as_array_mut().unwrap();
            let first = nodes.len();
            nodes.extend((0..count).map(|i| json!({"name": format!("helper {i}")})));
            let last = nodes.len();
            nodes[4]["children"] = (first..last).collect();
            let joints = d["skins"][0]["joints"].as_array_mut().unwrap();
            joints.extend((first..last).map(|node| json!(node)));
            d["skins"][0]
                .as_object_mut()
                .unwrap()
                .remove("inverseBindMatrices");
        })
    };
    assert_eq!(rigging(&many(500)).model.joints.len(), 518);
    assert!(refused(&many(1000)).contains("more than 1,000 bones"));
    let materials = changed(&plain, |d| {
        let primitive = d["meshes"][0]["primitives"][0].clone();
        let each = (0..65).map(|material| {
            let mut primitive = primitive.clone();
            primitive["material"] = json!(material);
            primitive
        });
        d["meshes"][0]["primitives"] = each.collect();
    });
    assert!(refused(&materials).contains("more than 64 materials"));
    // A skeleton in which each joint hangs on the one before.
    let chain = changed(&plain, |d| {
        let nodes = d["nodes"].as_array_mut().unwrap();
        let first = nodes.len();
        let links = (1..=90_000).map(|i| json!({"name": "link", "children": [first + i]}));
        nodes.extend(links);
        nodes.push(json!({"name": "end", "mesh": 0}));
        nodes[4]["children"] = json!([first]);
    });
    assert_eq!(rigging(&chain).model.joints.len(), 18);
    let too_many = changed(&plain, |d| {
        let nodes = d["nodes"].as_array_mut().unwrap();
        nodes.resize(100_001, json!({}));
    });
    assert!(refused(&too_many).contains("more than 100,000 nodes"));
}

#[test]
fn from_a_file_to_a_scene_in_one_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("child.glb"), rigs::child()).unwrap();
    let command = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"));
        command
            .current_dir(folder.path())
            .args(args)
            .output()
            .unwrap()
    };
    let made = command(&["import", "child.glb", "-o", "child.json"]);
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    assert!(command(&["check", "child.json"]).status.success());
    let bones = command(&["import", "child.glb", "--bones"]);
    let bones: Value = serde_json::from_slice(&bones.stdout).unwrap();
    assert_eq!(bones["mixamorig:LeftArm"], "l_upper_arm");
    assert_eq!(bones["mixamorig:LeftHandIndex1"], Value::Null);
    fs::write(file("map.json"), r#"{"mixamorig:Head": "wing"}"#).unwrap();
    let wrong = command(&["import", "child.glb", "--map", "map.json"]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.contains("map.json: `wing` is not a part"), "{said}");
    // And back out: our own dummy as others name it.
    let args = [
        "export",
        "mx-throw",
        "--format",
        "glb",
        "--bones",
        "rigify",
        "--seconds",
        "1",
        "-o",
        "d.glb",
    ];
    assert!(command(&args).status.success());
    let back = imported(&fs::read(file("d.glb")).unwrap());
    assert_eq!(character(&back).parts.len(), 18);
    assert_eq!(character(&back).parts[0].bone, "DEF-spine");
    let clip = back.ragdoll.animation.unwrap().clips[0].clone();
    assert_eq!((clip.name.as_str(), clip.length_s), ("run", 1.0));
    // The character goes out as the bones and the mesh that it came from.
    let args = [
        "export",
        "child.json",
        "--format",
        "glb",
        "--seconds",
        "0.5",
        "-o",
        "c.glb",
    ];
    assert!(command(&args).status.success());
    let again = rigging(&fs::read(file("c.glb")).unwrap());
    let first = rigging(&rigs::child());
    assert_eq!(again.model.triangles, first.model.triangles);
    let names = |rigging: &Rigging| {
        let joints = rigging.model.joints.iter().map(|joint| joint.name.clone());
        joints
            .filter(|name| name.contains("Arm"))
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&again).len(), 4);
    assert!(names(&again)
        .iter()
        .all(|name| names(&first).contains(name)));
}
