//! Times of surfaces between particles: cloth of 50 x 50 points that hangs by
//! its corners and then lies on a box, the jelly cube and the net with its dummy:
//! `cargo bench --bench cloth`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use divan::counter::ItemsCount;
use divan::Bencher;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins};
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::scene::{find, parse, Scene};

/// Steps of a run: 2 s.
const STEPS: usize = 120;

const SCENES: [&str; 4] = ["hanging cloth", "lying cloth", "jelly-cube", "net"];

fn main() {
    divan::main();
}

fn cloth(pins: ClothPins) -> Scene {
    let text = r#"{"format": "ragdoll-scene", "version": 1, "obstacles": [
        {"id": 1, "shape": {"plane": {}}},
        {"id": 2, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "position_m": [0, 0.2, 0]}]}"#;
    let mut document = Document::new(parse(text.as_bytes()).unwrap());
    let cloth = Cloth {
        corner_m: [-0.5, 0.6, -0.5],
        points: [50, 50],
        pins,
        ..Cloth::default()
    };
    let insert = Command::Insert(cloth.things(), "Cloth");
    document.apply(&insert).unwrap();
    Scene::clone(document.scene())
}

fn scene(name: &str) -> Scene {
    match name {
        "hanging cloth" => cloth(ClothPins::FourCorners),
        "lying cloth" => cloth(ClothPins::None),
        shipped => parse(find(shipped).unwrap().text.as_bytes()).unwrap(),
    }
}

#[divan::bench(args = SCENES, sample_count = 3, sample_size = 1)]
fn step(bencher: Bencher, name: &str) {
    let scene = scene(name);
    let world = || compile(&scene).unwrap().0;
    bencher
        .counter(ItemsCount::new(STEPS))
        .with_inputs(world)
        .bench_local_refs(|world| {
            for _ in 0..STEPS {
                world.step();
            }
        });
}
