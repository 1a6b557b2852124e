//! Times of ground of 100,000 triangles: reading it, and a ragdoll that falls on it beside one
//! that falls on a plane: `cargo bench --bench ground`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use divan::counter::ItemsCount;
use divan::Bencher;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{gltf_obstacle, mesh_obstacle};
use ragdoll_lab::gltf::Gltf;
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::scene::{
    parse, to_text, Figure, InertiaPreset, LimitTable, Mesh, MxFigure, Obstacle, Ragdoll, Scene,
    Shape,
};

/// Steps of a fall: 5 s.
const STEPS: usize = 300;
/// Side of wide ground, m: cells of 0.45 m.
const WIDE_M: f64 = 100.0;
/// Side of fine ground, m: cells of 0.11 m.
const FINE_M: f64 = 25.0;

const GROUNDS: [&str; 7] = [
    "plane",
    "level",
    "chance",
    "slivers",
    "level fine",
    "hills",
    "hills fine",
];

fn main() {
    divan::main();
}

/// A sheet of some 100,000 triangles.
fn sheet(cells: [u32; 2], side: f64, jitter: f64, height: f64) -> Mesh {
    let mut chance = SplitMix64::new(3);
    let mut vertices = Vec::new();
    for i in 0..=cells[0] {
        for j in 0..=cells[1] {
            let mut place = |k: u32, count: u32| {
                let inner = f64::from(u8::from(k > 0 && k < count));
                let off = chance.between(-jitter, jitter) * inner;
                side * ((f64::from(k) + off) / f64::from(count) - 0.5)
            };
            let (x, z) = (place(i, cells[0]), place(j, cells[1]));
            vertices.push([x, height * (0.5 * x).sin() * (0.4 * z).cos(), z]);
        }
    }
    let at = |i: u32, j: u32| i * (cells[1] + 1) + j;
    let squares = (0..cells[0]).flat_map(|i| (0..cells[1]).map(move |j| (i, j)));
    let triangles = squares.flat_map(|(i, j)| {
        let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        [[a, b, c], [a, c, d]]
    });
    Mesh::new(vertices, triangles.collect())
}

fn ground(name: &str) -> Shape {
    let square = [223, 224];
    Shape::Mesh(match name {
        "plane" => return Shape::Plane {},
        "level" => sheet(square, WIDE_M, 0.0, 0.0),
        "chance" => sheet(square, WIDE_M, 0.4, 0.0),
        "slivers" => sheet([2_500, 20], WIDE_M, 0.0, 0.0),
        "level fine" => sheet(square, FINE_M, 0.3, 0.0),
        "hills" => sheet(square, WIDE_M, 0.3, 0.8),
        "hills fine" => sheet(square, FINE_M, 0.3, 0.8),
        other => unreachable!("{other}"),
    })
}

fn scene(name: &str, figure: Figure) -> Scene {
    let mut scene = Scene {
        obstacles: vec![Obstacle {
            id: 1,
            name: String::new(),
            shape: ground(name),
            position_m: [0.0; 3],
            orientation: [1.0, 0.0, 0.0, 0.0],
            material: None,
            color: None,
            belt_m_s: [0.0; 3],
        }],
        ragdolls: vec![Ragdoll {
            position_m: [0.13, 0.7, 0.21],
            orientation: [0.972_580_887, 0.215_616, -0.018_864, 0.085_09],
            stands_until_hit: false,
            ..Ragdoll::new(2, figure)
        }],
        ..Scene::default()
    };
    scene.solver.sleeping = false;
    scene
}

fn fall(bencher: Bencher, name: &str, figure: Figure) {
    let world = compile(&scene(name, figure)).unwrap().0;
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(|| world.clone())
        .bench_local_refs(|world| {
            for _ in 0..STEPS {
                world.step();
            }
        });
}

#[divan::bench(args = GROUNDS, sample_count = 30)]
fn fall_of_a_ragdoll(bencher: Bencher, name: &str) {
    let figure = MxFigure {
        limits: LimitTable::Mirrored,
        inertia: InertiaPreset::Human,
        ..MxFigure::default()
    };
    fall(bencher, name, Figure::Mx(figure));
}

#[divan::bench(args = GROUNDS, sample_count = 30)]
fn fall_of_particles(bencher: Bencher, name: &str) {
    fall(bencher, name, Figure::Hitman {});
}

/// From the text of a scene to a world: reading, checking, building.
#[divan::bench(sample_count = 10)]
fn opening_a_scene(bencher: Bencher) {
    let text = to_text(&scene("hills", Figure::Hitman {})).unwrap();
    bencher.bench_local(|| compile(&parse(text.as_bytes()).unwrap()).unwrap());
}

#[divan::bench(sample_count = 10)]
fn reading_an_obj_file(bencher: Bencher) {
    let Shape::Mesh(mesh) = ground("hills") else {
        unreachable!("hills are a mesh")
    };
    let mut text = String::new();
    for [x, y, z] in mesh.vertices_m() {
        text += &format!("v {x} {y} {z}\n");
    }
    for corners in mesh.triangles() {
        let [a, b, c] = corners.map(|corner| corner + 1);
        text += &format!("f {a} {b} {c}\n");
    }
    bencher.bench_local(|| mesh_obstacle("hills", &text, 1.0, [0.0; 3]).unwrap());
}

#[divan::bench(sample_count = 10)]
fn reading_a_gltf_file(bencher: Bencher) {
    let Shape::Mesh(mesh) = ground("hills") else {
        unreachable!("hills are a mesh")
    };
    let places = mesh.vertices_m().iter().flatten();
    let mut numbers: Vec<u8> = places.flat_map(|&x| (x as f32).to_le_bytes()).collect();
    let first = numbers.len();
    numbers.extend(
        mesh.triangles()
            .iter()
            .flatten()
            .flat_map(|i| i.to_le_bytes()),
    );
    let (corners, indices) = (mesh.vertices_m().len(), 3 * mesh.triangles().len());
    let text = serde_json::json!({
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": corners, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": indices, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": first},
            {"buffer": 0, "byteOffset": first, "byteLength": numbers.len() - first},
        ],
        "buffers": [{"uri": "numbers.bin", "byteLength": numbers.len()}],
    });
    let text = text.to_string();
    let fetch = |_: &str| Ok(numbers.clone());
    bencher.bench_local(|| {
        let gltf = Gltf::read(text.as_bytes(), &fetch).unwrap();
        gltf_obstacle("hills", &gltf, [0.0; 3]).unwrap()
    });
}
