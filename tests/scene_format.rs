//! The text form of scenes: what is written comes back as it was.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use ragdoll_lab::scene::*;

fn read(text: &str) -> Scene {
    parse(text.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

#[test]
fn shipped_scenes_are_canonical_and_sound() {
    for shipped in SHIPPED {
        let scene = read(shipped.text);
        assert_eq!(to_text(&scene).unwrap(), shipped.text, "{}", shipped.name);
        assert!(!scene.name.is_empty() && !scene.description.is_empty());
    }
}

#[test]
fn shipped_scenes_are_found_by_name() {
    assert!(SHIPPED.len() >= 8);
    for shipped in SHIPPED {
        assert_eq!(find(shipped.name), Some(shipped));
    }
    assert_eq!(find("nothing"), None);
}

#[test]
fn every_file_in_scenes_is_shipped() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(find(name).is_some(), "{name}");
    }
}

#[test]
fn the_frozen_scene_of_version_1_still_reads() {
    let scene = read(include_str!("data/scene_v1.json"));
    assert_eq!(scene.constraints.len(), 7);
    assert_eq!(scene.obstacles.len(), 8);
}

/// All keys of the schema, names of kinds with settings among them.
fn keys(schema: &serde_json::Value, found: &mut Vec<String>) {
    match schema {
        serde_json::Value::Object(map) => {
            if let Some(properties) = schema["properties"].as_object() {
                found.extend(properties.keys().cloned());
            }
            map.values().for_each(|value| keys(value, found));
        }
        serde_json::Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_frozen_scene_has_every_key_of_the_format() {
    let frozen = include_str!("data/scene_v1.json");
    let mut all = Vec::new();
    keys(&serde_json::from_str(&schema_text()).unwrap(), &mut all);
    assert!(all.len() > 100);
    all.retain(|key| !frozen.contains(&format!("\"{key}\":")));
    assert!(all.is_empty(), "{all:?}");
}

#[test]
fn the_frozen_scene_is_the_same_when_saved() {
    let frozen = read(include_str!("data/scene_v1.json"));
    let again = read(&to_text(&frozen).unwrap());
    assert_eq!(again, frozen);
}

#[test]
fn saving_sorts_by_id_but_keeps_the_order_of_constraints() {
    let mut scene = read(find("chain").unwrap().text);
    scene.particles.reverse();
    scene.constraints.reverse();
    let first = scene.constraints[0].clone();
    let again = read(&to_text(&scene).unwrap());
    assert!(again.particles.is_sorted_by_key(|p| p.id));
    assert_eq!(again.constraints[0], first);
    assert_eq!(to_text(&again).unwrap(), to_text(&scene).unwrap());
}

#[test]
fn defaults_are_not_written() {
    let text = to_text(&Scene::default()).unwrap();
    assert_eq!(
        text,
        "{\n  \"format\": \"ragdoll-scene\",\n  \"version\": 1\n}\n"
    );
}

#[test]
fn short_values_are_on_one_line() {
    let text = find("first-throw").unwrap().text;
    assert!(text.contains("\n    \"position_m\": [0, 1.3, 3],\n"));
}

#[test]
fn a_number_that_is_not_finite_is_refused_before_writing() {
    let mut scene = Scene::default();
    scene.gravity_m_s2[1] = f64::NAN;
    scene.launcher = Some(Launcher {
        fire_at_s: Some(f64::INFINITY),
        ..Launcher::default()
    });
    let problems = to_text(&scene).unwrap_err().0;
    let paths: Vec<&str> = problems.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, ["gravity_m_s2[1]", "launcher.fire_at_s"]);
}

#[test]
fn a_ball_of_some_density_comes_back_without_mass() {
    let ball = Ball {
        mass_kg: None,
        density_kg_m3: Some(900.0),
        ..Ball::default()
    };
    let launcher = Some(Launcher {
        ball,
        ..Launcher::default()
    });
    let scene = Scene {
        launcher,
        ..Scene::default()
    };
    assert_eq!(read(&to_text(&scene).unwrap()), scene);
}

#[test]
fn the_committed_schema_is_that_of_the_code() {
    let committed = include_str!("../assets/schema/ragdoll-scene-v1.schema.json");
    assert!(
        committed == schema_text(),
        "write schema_text() to the file"
    );
}

#[test]
fn parts_of_the_thesis_figure_include_arms_only_if_it_has_them() {
    let arms = |arms| {
        let figure = ThesisFigure {
            arms,
            ..ThesisFigure::default()
        };
        part_names(&Figure::Thesis(figure)).len()
    };
    assert_eq!((arms(false), arms(true)), (9, 13));
}

/// A number of either sign, with zeros of both signs among them.
fn number(limit: f64) -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => -limit..limit,
        1 => Just(0.0),
        1 => Just(-0.0),
        1 => (-1000_i32..1000).prop_map(f64::from),
        1 => (-1.0_f64..1.0).prop_map(|x| x * 1e-300),
    ]
}

fn vector(limit: f64) -> impl Strategy<Value = [f64; 3]> {
    [number(limit), number(limit), number(limit)]
}

prop_compose! {
    fn particle()(
        mass_kg in 1e-6..1e9,
        position_m in vector(1e5),
        velocity_m_s in vector(1e4),
        radius_m in prop_oneof![Just(0.0), Just(-0.0), 1e-4..1e4],
        name in "[a-zA-Zäß日\"\\\\/ ]{0,12}",
        fixed: bool,
    ) -> Particle {
        Particle { id: 0, name, mass_kg, position_m, velocity_m_s, radius_m, fixed, material: None }
    }
}

prop_compose! {
    fn scene()(
        mut particles in prop::collection::vec(particle(), 0..20),
        gravity_m_s2 in vector(1e3),
        weighting in 0.0..1.0,
        seed: u64,
    ) -> Scene {
        for (i, particle) in particles.iter_mut().enumerate() {
            particle.id = i as u32 + 1;
        }
        let solver = Solver { weighting, seed, ..Solver::default() };
        Scene { particles, gravity_m_s2, solver, ..Scene::default() }
    }
}

/// All numbers of the particles and gravity as bits, so that -0 and 0 differ.
fn bits(scene: &Scene) -> Vec<u64> {
    let vectors = scene.particles.iter().flat_map(|p| {
        let [x, y, z] = p.position_m;
        let [u, v, w] = p.velocity_m_s;
        [p.mass_kg, p.radius_m, x, y, z, u, v, w]
    });
    let rest = scene
        .gravity_m_s2
        .into_iter()
        .chain([scene.solver.weighting]);
    vectors.chain(rest).map(f64::to_bits).collect()
}

proptest! {
    #[test]
    fn random_numbers_come_back_bit_for_bit(scene in scene()) {
        let text = to_text(&scene).unwrap();
        let again = read(&text);
        prop_assert_eq!(bits(&again), bits(&scene));
        prop_assert_eq!(&again, &scene);
        prop_assert_eq!(to_text(&again).unwrap(), text);
    }

    #[test]
    fn random_bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(parse(&bytes).is_err());
    }

    #[test]
    fn a_scene_with_a_changed_byte_does_no_harm(at in 0..5000_usize, byte: u8) {
        let mut bytes = include_bytes!("data/scene_v1.json").to_vec();
        let at = at % bytes.len();
        bytes[at] = byte;
        match parse(&bytes) {
            Ok(scene) => prop_assert!(to_text(&scene).is_ok()),
            Err(problems) => prop_assert!(problems.0.iter().all(|p| p.line > 0)),
        }
    }
}
