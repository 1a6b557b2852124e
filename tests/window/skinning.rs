//! The graphics card moves skins as the processor does: a figure in mid fall, drawn with its
//! body, covers the same pixels as an obstacle made of the vertices that the processor moved, in the
//! fineness that is drawn at this size.
//!
//! Needs what `first_light.rs` needs. With `RAGDOLL_LAB_PICTURES` set to a folder, the pictures
//! are put there to be looked at.
#![cfg(target_os = "linux")]

use crate::common::rigs;
use crate::common::window::Display;
use glam::{Quat, Vec3};
use ragdoll_lab::character::skinning::{mixed, motions, skinned, Blend, Pose};
use ragdoll_lab::character::{generate, Bone, Dress, Mesh, Outfit, Skin, Vertex};
use ragdoll_lab::exchange::dummy::parts_of;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::ColliderId;
use ragdoll_lab::scene::{self, Character, Figure};
use serde_json::{json, Value};
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::Command;

/// Width and height of the pictures, px.
const SIZE: [usize; 2] = [1920, 1440];
#[test]
fn the_graphics_card_moves_a_dummy_as_the_processor_does() {
    let fallen = fallen("mx-throw");
    for blend in [Blend::DualQuaternion, Blend::Linear] {
        agree("dummy", &fallen, (0.0, blend), |simulation, _| {
            dummy_of(simulation)
        });
    }
}

#[test]
fn the_graphics_card_moves_a_model_as_the_processor_does() {
    let folder = tempfile::tempdir().unwrap();
    let (model, scene) = (folder.path().join("m.glb"), folder.path().join("m.json"));
    fs::write(&model, rigs::child()).unwrap();
    program(&["import", path(&model), "-o", path(&scene)], &[]);
    agree(
        "model",
        &fallen(path(&scene)),
        (0.0, Blend::default()),
        |_, character| skin_of(character.unwrap()),
    );
}

/// A waving dummy in the middle of a recoil whose vertices lie between clip and physics.
#[test]
fn the_graphics_card_mixes_two_skeletons_as_the_processor_does() {
    let recoil = json!({"limp_s": 0.1, "return_s": 0.4, "per_vertex": true});
    let figure = scene_of(&json!({
        "ragdolls": [{"id": 1, "figure": {"mx": {}},
            "animation": {"clip": "wave", "start_s": 1.2, "recoil": recoil}}],
        "bodies": [{"id": 50, "position_m": [-0.5, 1.55, 0.65], "velocity_m_s": [0, 0, -8],
            "mass_kg": 1, "shape": {"sphere": {"radius_m": 0.1}}}],
    }));
    agree(
        "mixed",
        &figure,
        (0.45, Blend::default()),
        |simulation, _| dummy_of(simulation),
    );
}

fn dummy_of(simulation: &Simulation) -> Skin {
    let map = &simulation.map;
    let parts = parts_of(&map.ragdolls[0], map, simulation.world.model()).unwrap();
    generate(&parts).unwrap()
}

/// The figure of a scene as a scene of its own, after it has fallen.
fn fallen(source: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let fallen = folder.path().join("fallen.json");
    let keeps = ["--seconds", "1.5", "--save-final", path(&fallen)];
    program(&[&["run", source][..], &keeps].concat(), &[]);
    let fallen: Value = serde_json::from_slice(&fs::read(&fallen).unwrap()).unwrap();
    scene_of(&json!({"ragdolls": [fallen["ragdolls"][0]]}))
}

/// Compares the pictures of a figure at a time, moved by that blend.
fn agree(
    name: &str,
    figure: &Value,
    (at_s, blend): (f64, Blend),
    skin: impl Fn(&Simulation, Option<&Character>) -> Skin,
) {
    let Some(display) = Display::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let picture = |what: &str, scene: &Value| {
        let file = folder.path().join(format!("{what}.json"));
        fs::write(&file, scene.to_string()).unwrap();
        let png = folder.path().join(format!("{what}.png"));
        let (size, at) = (format!("{}x{}", SIZE[0], SIZE[1]), at_s.to_string());
        let wishes = ["--at", &at, "--size", &size, "-o", path(&png)];
        let mut arguments = [&["shot", path(&file)][..], &wishes].concat();
        if blend == Blend::Linear {
            arguments.push("--linear-blend");
        }
        program(&arguments, &display.environment());
        if let Some(kept) = std::env::var_os("RAGDOLL_LAB_PICTURES") {
            let kept = Path::new(&kept).join(format!("skin-{name}-{what}.png"));
            fs::copy(&png, kept).unwrap();
        }
        pixels_of(&png)
    };
    let nothing = picture("nothing", &scene_of(&json!({})));
    let by_card = covered(&nothing, &picture("card", figure));
    let mut size = 0;
    let mut others = Vec::new();
    for moved in moved_by_the_processor(figure, (at_s, blend), skin) {
        let by_processor = covered(&nothing, &picture("processor", &moved));
        size = by_processor.iter().filter(|is| **is).count();
        assert!(size > 20_000, "{name} covers {size} pixels only");
        let pairs = by_card.iter().zip(&by_processor);
        others.push(pairs.filter(|(card, processor)| card != processor).count());
    }
    println!("{name} {blend:?}: pixels that are other ones, by fineness: {others:?}");
    // None here; another rasteriser may round a few otherwise. The next fineness has 1 % others.
    let fewest = others.iter().min().unwrap();
    assert!(fewest * 2_000 < size, "{name}: {others:?} of {size}");
}

/// A scene of what is in `things` without floor, between two small bricks, by which the camera
/// is the same whatever else there is.
fn scene_of(things: &Value) -> Value {
    let brick = |id: u32, x: f64, y: f64| {
        json!({"id": id, "position_m": [x, y, x], "mass_kg": 1,
            "shape": {"box": {"size_m": [0.01, 0.01, 0.01]}}})
    };
    let mut scene = json!({
        "format": "ragdoll-scene",
        "version": 2,
        "gravity_m_s2": [0, 0, 0],
        "bodies": [brick(101, -0.8, -0.4), brick(102, 0.8, 2.2)],
    });
    for (key, value) in things.as_object().unwrap() {
        match scene[key].as_array_mut() {
            Some(list) => list.extend(value.as_array().unwrap().iter().cloned()),
            None => scene[key] = value.clone(),
        }
    }
    scene
}

/// The same with an obstacle of the vertices of the figure in its place, for each fineness.
fn moved_by_the_processor(
    scene: &Value,
    (at_s, blend): (f64, Blend),
    skin: impl Fn(&Simulation, Option<&Character>) -> Skin,
) -> Vec<Value> {
    let document = scene::parse(scene.to_string().as_bytes()).unwrap();
    let mut simulation = Simulation::new(&document).unwrap();
    while simulation.time_s() < at_s - 1e-9 {
        simulation.step();
    }
    let character = match &document.ragdolls[0].figure {
        Figure::Character(character) => Some(character),
        _ => None,
    };
    let skin = skin(&simulation, character);
    let bodies = simulation.map.ragdolls[0].bodies.clone();
    let poses = simulation.world.state().bodies[bodies].iter();
    let poses: Vec<Pose> = poses
        .map(|body| Pose {
            position: body.position.as_vec3(),
            rotation: body.orientation.as_quat(),
        })
        .collect();
    let moved = motions(&skin.bones, &poses);
    let mix = simulation.players().iter().find_map(|p| p.vertex_mix(0.0));
    let places = |mesh: &Mesh| {
        let Some(mix) = &mix else {
            return skinned(mesh, &moved, blend);
        };
        let clip = mix.clip.iter().map(|pose| Pose {
            position: pose.position.as_vec3(),
            rotation: pose.orientation.as_quat(),
        });
        let clip = motions(&skin.bones, &clip.collect::<Vec<_>>());
        let shares: Vec<f32> = mix.weights.iter().map(|weight| *weight as f32).collect();
        assert!(
            shares.iter().any(|share| (0.1..0.9).contains(share)),
            "{shares:?}"
        );
        mixed(mesh, [&moved, &clip], &shares, blend)
    };
    let bodies = &simulation.world.state().bodies;
    let is_ball = |body: &usize| simulation.map.id_of(ColliderId::Body(*body)) == Some(50);
    let ball = (0..bodies.len()).find(is_ball).map(|ball| {
        let at = bodies[ball].position;
        json!({"id": 50, "position_m": at.to_array(), "shape": {"sphere": {"radius_m": 0.1}}})
    });
    let obstacle = |mesh: &Mesh| {
        let places: Vec<[f32; 3]> = places(mesh).iter().map(|[at, _]| at.to_array()).collect();
        let figure = json!({"id": 1, "color": "#ff1010", "shape":
            {"mesh": {"vertices_m": places, "triangles": mesh.triangles}}});
        let obstacles: Vec<Value> = std::iter::once(figure).chain(ball.clone()).collect();
        scene_of(&json!({"obstacles": obstacles}))
    };
    skin.meshes.iter().map(obstacle).collect()
}

/// The skin of an imported model as the document has it.
fn skin_of(character: &Character) -> Skin {
    let given = character.skin.as_ref().unwrap();
    let vertex = |i: usize| Vertex {
        position: Vec3::from_array(given.vertices_m[i].map(|x| x as f32)),
        normal: Vec3::from_array(given.normals[i].map(f32::from)).normalize(),
        bones: given.bones[i],
        weights: given.weights[i].map(|weight| f32::from(weight) / 255.0),
        dress: Dress::default(),
    };
    let bones = character.parts.iter().map(|part| {
        let [w, x, y, z] = part.orientation.map(|x| x as f32);
        Bone {
            name: "",
            parent: None,
            position: Vec3::from_array(part.position_m.map(|x| x as f32)),
            rotation: Quat::from_xyzw(x, y, z, w),
        }
    });
    Skin {
        bones: bones.collect(),
        outfit: Outfit::default(),
        meshes: vec![Mesh {
            vertices: (0..given.vertices_m.len()).map(vertex).collect(),
            triangles: given.triangles.clone(),
        }],
    }
}

fn program(arguments: &[&str], environment: &[(&'static str, String)]) {
    let output = Command::new(env!("CARGO_BIN_EXE_ragdoll-lab"))
        .args(arguments)
        .envs(environment.iter().cloned())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Red, green and blue of each pixel.
fn pixels_of(png: &Path) -> Vec<[u8; 3]> {
    let file = BufReader::new(fs::File::open(png).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!([info.width as usize, info.height as usize], SIZE);
    assert_eq!(info.color_type, png::ColorType::Rgb);
    bytes.as_chunks().0.to_vec()
}

/// Which pixels show something that is not on the other picture.
fn covered(nothing: &[[u8; 3]], picture: &[[u8; 3]]) -> Vec<bool> {
    nothing.iter().zip(picture).map(|(a, b)| a != b).collect()
}
