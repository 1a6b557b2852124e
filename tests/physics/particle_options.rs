//! Tricks of the papers for particles that are options of the solver, and what each does to
//! error: friction by depth, points at one place, lengths without a square root (Jakobsen,
//! sections 4 and 7).

use crate::kit::{advance, paper};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::contact::Contact;
use ragdoll_lab::physics::method::paper::ConstraintGroup;
use ragdoll_lab::physics::probe::{Probe, SolverEvent, Stage};
use ragdoll_lab::physics::report::momentum;
use ragdoll_lab::physics::{Constraint, State, World};
use ragdoll_lab::scene;
use serde_json::{json, Value};

/// Sees every solver event and does nothing, so that nothing is packed.
struct Onlooker;

impl Probe for Onlooker {
    fn looks(&self) -> bool {
        true
    }

    fn saw(&mut self, _: SolverEvent, _: &State, _: &[Contact]) {}

    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}

/// A world of a scene file of this content, with these solver settings besides.
fn built(mut scene: Value, solver: &Value) -> World {
    scene["format"] = json!("ragdoll-scene");
    scene["version"] = json!(2);
    let own = scene["solver"].take();
    scene["solver"] = json!({
        "method": "paper", "rate_hz": 60, "substeps": 4, "iterations": 1, "linear_drag_per_s": 0.3
    });
    for (key, value) in own.as_object().into_iter().flatten() {
        if key != "joint_damping_per_s" {
            scene["solver"][key] = value.clone();
        }
    }
    for (key, value) in solver.as_object().unwrap() {
        scene["solver"][key] = value.clone();
    }
    compile(&scene::parse(scene.to_string().as_bytes()).unwrap())
        .unwrap()
        .0
}

fn shipped(name: &str, solver: &Value) -> World {
    let scene = serde_json::from_str(scene::find(name).unwrap().text).unwrap();
    built(scene, solver)
}

fn stick(id: u32, a: u32, b: u32, length: Option<f64>) -> Value {
    let mut stick = json!({"a": a, "b": b});
    if let Some(length) = length {
        stick["length_m"] = json!(length);
    }
    json!({"id": id, "kind": {"stick": stick}})
}

/// Largest error of a distance, m.
fn stick_error(world: &World) -> f64 {
    let (model, state) = (world.model(), world.state());
    let distances = model
        .constraints
        .iter()
        .filter(|c| matches!(c, Constraint::Distance(_)));
    distances
        .map(|c| c.residual(state, &model.settings).length)
        .fold(0.0, f64::max)
}

const FRICTION: f64 = 0.5;
const RADIUS_M: f64 = 0.05;

/// How far a particle slides over a plane until it lies, thrown along it at 3 m/s.
fn slide_of_particle(friction: &str, substeps: u32, iterations: u32) -> f64 {
    let material = json!([{"id": 1, "friction": FRICTION}]);
    let scene = json!({
        "solver": {"substeps": substeps, "iterations": iterations, "linear_drag_per_s": 0},
        "materials": material,
        "obstacles": [{"id": 2, "shape": {"plane": {}}, "material": 1}],
        "particles": [{
            "id": 3, "mass_kg": 2, "position_m": [0, RADIUS_M, 0], "velocity_m_s": [3, 0, 0],
            "radius_m": RADIUS_M, "material": 1
        }]
    });
    let mut world = built(scene, &json!({"particle_friction": friction}));
    advance(&mut world, 90);
    world.state().particles[0].position.x
}

/// Of a single particle both are Coulomb's: it slides `v² / 2 μ g`.
#[test]
fn a_loose_particle_slides_as_far_with_either_friction() {
    let exact = 9.0 / (2.0 * FRICTION * 9.81);
    for (substeps, iterations) in [(1, 1), (4, 1), (1, 8)] {
        for friction in ["coulomb", "by-depth"] {
            let way = slide_of_particle(friction, substeps, iterations);
            println!(
                "{friction}, {substeps} x {iterations}: {:+.2} %",
                (way / exact - 1.0) * 100.0
            );
            assert!(
                (way / exact - 1.0).abs() < 0.03,
                "{friction}: {way} m of {exact} m"
            );
        }
    }
}

/// A sledge: three particles of 1 kg on the floor, and 10 kg on sticks between them.
fn sledge(friction: &str, iterations: u32) -> World {
    let feet = [[0.4, 0.0], [-0.2, 0.3464], [-0.2, -0.3464]];
    let mut particles: Vec<Value> = (feet.iter().zip(3..))
        .map(|([x, z], id)| {
            json!({
                "id": id, "mass_kg": 1, "position_m": [x, RADIUS_M, z], "velocity_m_s": [3, 0, 0],
                "radius_m": RADIUS_M, "material": 1
            })
        })
        .collect();
    particles.push(json!({
        "id": 6, "mass_kg": 10, "position_m": [0, 0.2, 0], "velocity_m_s": [3, 0, 0]
    }));
    let pairs = [(3, 4), (4, 5), (3, 5), (3, 6), (4, 6), (5, 6)];
    let sticks = pairs
        .into_iter()
        .zip(10..)
        .map(|((a, b), id)| stick(id, a, b, None));
    let scene = json!({
        "solver": {"substeps": 1, "iterations": iterations, "linear_drag_per_s": 0},
        "materials": [{"id": 1, "friction": FRICTION}],
        "obstacles": [{"id": 2, "shape": {"plane": {}}, "material": 1}],
        "particles": particles,
        "constraints": sticks.collect::<Vec<_>>()
    });
    built(scene, &json!({"particle_friction": friction}))
}

/// Sticks press a load on its feet from pass to pass, and each pass finds its share of that as
/// a depth: after some iterations both frictions stop the sledge where Coulomb's law does.
#[test]
fn a_load_on_sticks_slides_as_far_with_either_friction() {
    let exact = 9.0 / (2.0 * FRICTION * 9.81);
    for (iterations, of_contacts) in [(1, 1), (4, 4), (16, 16), (64, 64), (16, 4), (16, 1)] {
        let ways = ["coulomb", "by-depth"].map(|friction| {
            let mut world = sledge(friction, iterations);
            let mut settings = world.model().settings.clone();
            let contacts = ConstraintGroup::Contacts;
            paper(&mut settings)
                .own_iterations
                .set(contacts, Some(of_contacts));
            world.retune(settings);
            let (mut fastest, mut before) = (0.0_f64, 3.0);
            for _ in 0..120 {
                advance(&mut world, 1);
                let speed = momentum(world.model(), world.state()).x / 13.0;
                fastest = fastest.max(speed - before);
                before = speed;
            }
            assert!(fastest < 0.05, "{friction} drives it on by {fastest} m/s");
            world.state().particles[3].position.x / exact - 1.0
        });
        let [coulomb, by_depth] = ways.map(|way| way * 100.0);
        println!(
            "{iterations} iterations, {of_contacts} of contacts: Coulomb {coulomb:+.2} %, \
             by depth {by_depth:+.2} %"
        );
        if iterations >= 4 && iterations == of_contacts {
            assert!(
                coulomb.abs() < 3.0 && by_depth.abs() < 3.0,
                "{coulomb} {by_depth}"
            );
        }
    }
}

/// Particles at one place and sticks of 0.2 m between each two of them, without gravity.
fn heap_of_points(points: u32, solver: &Value) -> World {
    let particles =
        (1..=points).map(|id| json!({"id": id, "mass_kg": id, "position_m": [1, 2, 3]}));
    let pairs = (1..=points).flat_map(|a| (1..a).map(move |b| (a, b)));
    let sticks = pairs
        .zip(100..)
        .map(|((a, b), id)| stick(id, a, b, Some(0.2)));
    let scene = json!({
        "gravity_m_s2": [0, 0, 0],
        "solver": {"substeps": 1, "iterations": 15},
        "particles": particles.collect::<Vec<_>>(),
        "constraints": sticks.collect::<Vec<_>>()
    });
    built(scene, solver)
}

/// Four points at one place become a tetrahedron if they are parted by chance; upward they
/// stay on a line, on which six equal sticks do not fit.
#[test]
fn points_at_one_place_come_off_the_line_by_chance_alone() {
    for form in ["velocity-less", "velocity"] {
        let upward = json!({"state_form": form});
        let mut world = heap_of_points(4, &upward);
        advance(&mut world, 120);
        assert!(
            stick_error(&world) > 0.05,
            "{form}: {}",
            stick_error(&world)
        );
        for seed in 0..20 {
            let random = json!({"state_form": form, "coincident": "random", "seed": seed});
            let mut world = heap_of_points(4, &random);
            advance(&mut world, 120);
            let error = stick_error(&world);
            assert!(error < 1e-3, "{form}, seed {seed}: {error} m");
            let moved = momentum(world.model(), world.state()).length();
            assert!(moved < 1e-9, "{form}, seed {seed}: {moved} kg m/s");
        }
    }
}

#[test]
fn chance_is_the_same_on_every_run_and_another_with_another_seed() {
    let hash = |seed: u32| {
        let mut world = heap_of_points(4, &json!({"coincident": "random", "seed": seed}));
        advance(&mut world, 30);
        world.state().hash()
    };
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
    // What is nowhere at one place moves as ever.
    let ends = ["upward", "random"].map(|coincident| {
        let mut world = shipped("hitman", &json!({"coincident": coincident}));
        advance(&mut world, 60);
        world.state().hash()
    });
    assert_eq!(ends[0], ends[1]);
}

/// Length of a stick of 1 m, strained, after one correction.
fn corrected(strain: f64, square_root: &str) -> f64 {
    let scene = json!({
        "gravity_m_s2": [0, 0, 0],
        "solver": {"substeps": 1, "iterations": 1, "linear_drag_per_s": 0},
        "particles": [
            {"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]},
            {"id": 2, "mass_kg": 3, "position_m": [0, 1.0 + strain, 0]}
        ],
        "constraints": [stick(3, 1, 2, Some(1.0))]
    });
    let mut world = built(scene, &json!({"square_root": square_root}));
    advance(&mut world, 1);
    let [a, b] = [0, 1].map(|i| world.state().particles[i].position);
    let centre = (a + b * 3.0) / 4.0;
    let before = DVec3::new(0.0, 0.75 * (1.0 + strain), 0.0);
    assert!((centre - before).length() < 1e-12, "centre of mass moved");
    a.distance(b)
}

/// One correction to first order leaves `−ε² / (2 + 2ε + ε²)` of a strain `ε`, an exact one
/// nothing.
#[test]
fn the_first_order_root_leaves_half_the_square_of_the_strain() {
    println!("| strain | exact | first order |");
    for strain in [-0.5, -0.2, -0.1, -0.03, 0.01, 0.03, 0.1, 0.2, 0.5, 1.0] {
        let [exact, first] = ["exact", "first-order"].map(|root| corrected(strain, root) - 1.0);
        println!("| {strain:+} | {exact:+.1e} | {first:+.2e} |");
        assert!(exact.abs() < 1e-12, "{strain}: {exact}");
        let expected = -strain * strain / (2.0 + 2.0 * strain + strain * strain);
        assert!(
            (first - expected).abs() < 1e-12,
            "{strain}: {first}, not {expected}"
        );
    }
}

/// Passes that are packed, or looked on at, come to the same bits; and a rope stretches as much
/// as by exact roots within a tenth.
#[test]
fn a_rope_without_roots_hangs_as_one_with() {
    let first_order = json!({"square_root": "first-order"});
    let [mut packed, mut seen] = [(); 2].map(|()| shipped("rope", &first_order));
    for step in 0..20 {
        advance(&mut packed, 1);
        seen.step_watched(&mut Onlooker);
        assert_eq!(packed.state().hash(), seen.state().hash(), "step {step}");
    }
    let worst = ["exact", "first-order"].map(|root| {
        let mut world = shipped("rope", &json!({"square_root": root}));
        let mut worst = 0.0_f64;
        for _ in 0..120 {
            advance(&mut world, 1);
            worst = worst.max(stick_error(&world));
        }
        worst * 1e3
    });
    println!(
        "rope, worst stick: exact {:.3} mm, first order {:.3} mm",
        worst[0], worst[1]
    );
    assert!((worst[1] - worst[0]).abs() < 0.1 * worst[0], "{worst:?}");
}
