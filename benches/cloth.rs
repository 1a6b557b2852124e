//! Times of surfaces between particles: cloth of 50 x 50 points that hangs by its corners,
//! that lies on a box, and that a ball hits, the jelly cube and the net with its dummy:
//! `cargo bench --bench cloth`. Items are steps of a particle.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use divan::counter::ItemsCount;
use divan::Bencher;
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins};
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::scene::{find, parse, ConstraintKind, Scene};

/// Steps of a run: 2 s.
const STEPS: usize = 120;
/// Of one in which a ball hits: half a second from just before.
const STEPS_OF_HIT: usize = 30;

const SCENES: [&str; 7] = [
    "hanging cloth",
    "lying cloth",
    "lying cloth that meets itself",
    "jelly-cube",
    "ring",
    "net",
    "tear",
];
/// Mass, kg, and speed, m/s, of a ball of a radius of 0.1 m.
const BALLS: [(f64, f64); 3] = [(0.5, 8.0), (1.0, 20.0), (9.0, 20.0)];

fn main() {
    divan::main();
}

/// A cloth at a height, over a floor and other things.
fn cloth(pins: ClothPins, height: f64, things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 2, "obstacles": [
        {{"id": 1, "shape": {{"plane": {{}}}}}}{things}}}"#
    );
    let mut document = Document::new(parse(text.as_bytes()).unwrap());
    let cloth = Cloth {
        corner_m: [-0.5, height, -0.5],
        points: [50, 50],
        pins,
        ..Cloth::default()
    };
    let insert = Command::Insert(cloth.things(), "Cloth");
    document.apply(&insert).unwrap();
    Scene::clone(document.scene())
}

/// A box under the cloth.
const BOX: &str = r#", {"id": 2, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}},
    "position_m": [0, 0.2, 0]}]"#;

/// A ball a step above a cloth at 2 m.
fn ball_above((mass, speed): (f64, f64)) -> String {
    let height = 2.12 + speed / 60.0;
    format!(
        r#"], "bodies": [{{"id": 3, "shape": {{"sphere": {{"radius_m": 0.1}}}},
        "mass_kg": {mass}, "position_m": [0.11, {height}, 0.07],
        "velocity_m_s": [0, -{speed}, 0]}}]"#
    )
}

fn scene(name: &str) -> Scene {
    match name {
        "hanging cloth" => cloth(ClothPins::FourCorners, 2.0, "]"),
        "lying cloth" => cloth(ClothPins::None, 0.6, BOX),
        "lying cloth that meets itself" => meeting_itself(cloth(ClothPins::None, 0.6, BOX)),
        shipped => parse(find(shipped).unwrap().text.as_bytes()).unwrap(),
    }
}

fn meeting_itself(mut scene: Scene) -> Scene {
    for constraint in &mut scene.constraints {
        if let ConstraintKind::Surface(surface) = &mut constraint.kind {
            surface.meets_itself = true;
        }
    }
    scene
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
        &cloth(ClothPins::FourCorners, 2.0, &ball_above(ball)),
        STEPS_OF_HIT,
    );
}
