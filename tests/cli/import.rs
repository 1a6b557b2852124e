//! Skinned models become ragdolls.

use super::common::rigs;
use glam::{DQuat, DVec3};
use ragdoll_lab::compile::{compile, parts_in_force};
use ragdoll_lab::exchange::character::{scene_of, Imported, Rigging};
use ragdoll_lab::physics::swing_twist::SwingTwist;
use ragdoll_lab::physics::{Constraint, World};
use ragdoll_lab::scene::{self, Character, Figure, Scene};

const ALL: [&str; 18] = [
    "pelvis",
    "lower_torso",
    "upper_torso",
    "head",
    "l_shoulder",
    "l_upper_arm",
    "l_lower_arm",
    "l_hand",
    "r_shoulder",
    "r_upper_arm",
    "r_lower_arm",
    "r_hand",
    "l_upper_leg",
    "l_lower_leg",
    "l_foot",
    "r_upper_leg",
    "r_lower_leg",
    "r_foot",
];

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
        assert_eq!(parts, ALL);
    }
}

/// The parts of our own dummy, found again from nothing but its mesh and its bones.
#[test]
fn our_own_dummy_comes_back_with_its_measures() {
    let character = character(&imported(&rigs::plain()));
    let text = r#"{"format": "ragdoll-scene", "version": 1,
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
