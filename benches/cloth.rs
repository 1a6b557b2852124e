//! Times of surfaces between particles: cloth of 50 x 50 points that hangs by its corners,
//! that lies on a box, and that a ball hits, the jelly cube and the net with its dummy:
//! `cargo bench --bench cloth`. Items are steps of a particle.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use divan::counter::ItemsCount;
use divan::Bencher;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins};
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::scene::{find, parse, Scene};

/// Steps of a run: 2 s.
const STEPS: usize = 120;
/// Of one in which a ball hits: half a second from just before.
const STEPS_OF_HIT: usize = 30;

const SCENES: [&str; 4] = ["hanging cloth", "lying cloth", "jelly-cube", "net"];
/// Mass, kg, and speed, m/s, of a ball of a radius of 0.1 m.
const BALLS: [(f64, f64); 3] = [(0.5, 8.0), (1.0, 20.0), (9.0, 20.0)];

fn main() {
    divan::main();
}

fn cloth(pins: ClothPins, things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "obstacles": [
        {{"id": 1, "shape": {{"plane": {{}}}}}},
        {{"id": 2, "shape": {{"box": {{"size_m": [0.4, 0.4, 0.4]}}}},
        "position_m": [0, 0.2, 0]}}]{things}}}"#
    );
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

/// A ball a step above the cloth.
fn ball_above((mass, speed): (f64, f64)) -> String {
    let height = 0.72 + speed / 60.0;
    format!(
        r#", "bodies": [{{"id": 3, "shape": {{"sphere": {{"radius_m": 0.1}}}},
        "mass_kg": {mass}, "position_m": [0.11, {height}, 0.07],
        "velocity_m_s": [0, -{speed}, 0]}}]"#
    )
}

fn scene(name: &str) -> Scene {
    match name {
        "hanging cloth" => cloth(ClothPins::FourCorners, ""),
        "lying cloth" => cloth(ClothPins::None, ""),
        shipped => parse(find(shipped).unwrap().text.as_bytes()).unwrap(),
    }
}

fn time(bencher: Bencher, scene: &Scene, steps: usize) {
    let world = || compile(scene).unwrap().0;
    let particles = world().model().particles.len();
    bencher
        .counter(ItemsCount::new(steps * particles))
        .with_inputs(world)
        .bench_local_refs(|world| {
            for _ in 0..steps {
                world.step();
            }
        });
}

#[divan::bench(args = SCENES, sample_count = 3, sample_size = 1)]
fn step(bencher: Bencher, name: &str) {
    time(bencher, &scene(name), STEPS);
}

#[divan::bench(args = BALLS.map(|(mass, speed)| format!("{mass} kg at {speed} m/s")),
    sample_count = 3, sample_size = 1)]
fn hit(bencher: Bencher, name: &str) {
    let ball = BALLS
        .into_iter()
        .find(|(mass, speed)| format!("{mass} kg at {speed} m/s") == name)
        .unwrap();
    time(
        bencher,
        &cloth(ClothPins::FourCorners, &ball_above(ball)),
        STEPS_OF_HIT,
    );
}
