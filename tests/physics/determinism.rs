//! The same scene gives the same bits: twins, checkpoints, builds; and every
//! shipped scene runs to its end.

use ragdoll_lab::lab::{run, Progress, RunSettings, Simulation, Tuning};
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::{StepOutcome, World};
use ragdoll_lab::scene::{self, Preset, Scene, SHIPPED};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Steps of the twins, whose hashes are stored: 10 s.
const STEPS: u64 = 600;
/// Time after which every shipped humanoid lies still, s.
const RUN_S: f64 = 20.0;
/// Joint error of a figure at rest, m.
const JOINT_TOLERANCE_M: f64 = 1e-3;

fn scenes() -> impl Iterator<Item = (&'static str, Scene)> {
    SHIPPED
        .iter()
        .map(|s| (s.name, scene::parse(s.text.as_bytes()).unwrap()))
}

fn advance(simulation: &mut Simulation) {
    assert_eq!(simulation.step(), Progress::Advanced);
}

/// A simulation in the middle of its motion: figures hit or falling.
fn in_motion(scene: &Scene) -> Simulation {
    let mut simulation = Simulation::new(scene).unwrap();
    if let Some(launcher) = &scene.launcher {
        assert!(simulation.throw(launcher));
    }
    for _ in 0..30 {
        advance(&mut simulation);
    }
    simulation
}

fn hashes(world: &mut World) -> Vec<u64> {
    (0..120)
        .map(|_| {
            assert_eq!(world.step(), StepOutcome::Advanced);
            world.state().hash()
        })
        .collect()
}

/// Settings hold no motion either: changing them between two steps leaves every bit of the
/// state, and equal settings leave the future too.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_clone_a_checkpoint_and_settings_that_come_back_go_on_bit_for_bit() {
    for (name, scene) in scenes() {
        let mut simulation = in_motion(&scene);
        let checkpoint = simulation.world.state().clone();
        let of_a_clone = hashes(&mut simulation.world.clone());
        let mut other = scene.clone();
        other.solver.rate_hz = Some(120.0);
        other.solver.substeps = Some(2);
        let method = find(&scene.solver.method).unwrap();
        if method.parameter("weighting").is_some() {
            other.solver.weighting = 0.5;
        }
        simulation.retune(&Tuning::of(&other)).unwrap();
        assert_eq!(simulation.world.state(), &checkpoint, "{name}: retuned");
        simulation.retune(&Tuning::of(&scene)).unwrap();
        let world = &mut simulation.world;
        assert_eq!(hashes(world), of_a_clone, "{name}: retuned and back");
        world.restore(&checkpoint);
        assert_eq!(hashes(world), of_a_clone, "{name}: restored state");
    }
}

/// A free fall goes on with its speed when the step changes: v(t) = g t whatever
/// the step, where Verlet with stored positions would jump by the ratio of steps.
#[test]
fn a_change_of_the_step_keeps_velocities() {
    let (_, scene) = scenes().find(|(name, _)| *name == "pile").unwrap();
    let mut simulation = Simulation::new(&scene).unwrap();
    for _ in 0..6 {
        advance(&mut simulation);
    }
    let mut slow = scene.clone();
    slow.solver.rate_hz = Some(600.0);
    simulation.retune(&Tuning::of(&slow)).unwrap();
    let speeds = |s: &Simulation| -> Vec<_> {
        let state = s.world.state();
        let particles = state.particles.iter().map(|p| p.velocity);
        particles
            .chain(state.bodies.iter().map(|b| b.velocity))
            .collect()
    };
    let before = speeds(&simulation);
    advance(&mut simulation);
    // Gravity adds 0.016 m/s in the short step, a wrong ratio of steps 10 times v.
    const MOST_CHANGE_M_S: f64 = 0.02;
    let falling = before.iter().zip(speeds(&simulation));
    let mut checked = 0;
    for (before, now) in falling.filter(|(v, _)| v.y < -0.5) {
        checked += 1;
        assert!((now - *before).length() < MOST_CHANGE_M_S, "{before} {now}");
    }
    assert!(checked > 0);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_shipped_scene_runs_for_twenty_seconds() {
    for (name, scene) in scenes() {
        let report = run(&scene, RunSettings::Seconds(RUN_S), |_| ())
            .unwrap()
            .report;
        println!(
            "{name}: at rest {}, joints {:.2e} m now, {:.1} mm at most, depth {:.1} mm, {:.0} us per step",
            report.at_rest,
            report.end_joint_error_m,
            1e3 * report.max_joint_error_m,
            1e3 * report.deepest_penetration_m,
            report.step_us_median
        );
        assert!(!report.diverged, "{name}");
        assert!(report.kinetic_energy_j.is_finite(), "{name}");
        if name.starts_with("humanoid") {
            assert!(report.at_rest, "{name}");
            assert!(report.end_joint_error_m < JOINT_TOLERANCE_M, "{name}");
        }
    }
}

/// Compares what was measured with a file, or writes it there with HASHES=write.
fn check_with_file(path: &str, measured: &impl Serialize) {
    let measured = serde_json::to_value(measured).unwrap();
    if std::env::var("HASHES").as_deref() == Ok("write") {
        let text = serde_json::to_string_pretty(&measured).unwrap();
        std::fs::write(path, text + "\n").unwrap();
    }
    let stored: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(measured, stored, "the motion has changed");
}

/// Twins agree in every step, and with one file for all builds: debug and release, and every
/// machine, compare with it. After a wanted change of the physics, run with HASHES=write.
#[test]
fn hashes_are_those_of_a_twin_and_those_on_file() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/hashes.json");
    let mut measured = BTreeMap::new();
    for (name, scene) in scenes() {
        let mut twins = [0, 1].map(|_| Simulation::new(&scene).unwrap());
        let mut row = BTreeMap::new();
        for step in 1..=STEPS {
            twins.iter_mut().for_each(advance);
            let [a, b] = twins.each_ref().map(|twin| twin.world.state());
            assert_eq!(a, b, "{name}, step {step}");
            if [1, 60, 120, 300, STEPS].contains(&step) {
                assert_eq!(a.hash(), b.hash(), "{name}, step {step}");
                row.insert(format!("{step:03}"), format!("{:016x}", a.hash()));
            }
        }
        println!("{name}: {}", row["600"]);
        measured.insert(name, row);
    }
    check_with_file(path, &measured);
}

/// Methods and presets whose motion is kept in every scene that they take.
const WAYS: [(&str, &str); 5] = [
    ("verlet", "default"),
    ("verlet", "high"),
    ("multipliers", "default"),
    ("reduced", "default"),
    ("springs", "default"),
];
/// Steps of such a run, and fewer of large scenes, in which a step of an exact method takes long.
const WAY_STEPS: [u64; 2] = [60, 5];
/// A scene of so many movers is large.
const MANY_MOVERS: usize = 400;

/// The hash at the end of a run of a scene under a method, or why there is none.
fn end_of(mut scene: Scene, (method, preset): (&str, &str)) -> String {
    scene.solver.choose_method(find(method).unwrap());
    scene.solver.choose_preset(Preset::named(preset).unwrap());
    let Ok(mut simulation) = Simulation::new(&scene) else {
        return "refused".into();
    };
    let state = simulation.world.state();
    let is_large = state.bodies.len() + state.particles.len() > MANY_MOVERS;
    for step in 1..=WAY_STEPS[usize::from(is_large)] {
        if simulation.step() != Progress::Advanced {
            return format!("ended in step {step}");
        }
    }
    format!("{:016x}", simulation.world.state().hash())
}

/// Whoever rebuilds the core sees what motion that changes: every scene under the methods and
/// presets that stay. After a wanted change, run with HASHES=write.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn hashes_under_other_methods_are_those_on_file() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/hashes-of-methods.json"
    );
    let mut measured: BTreeMap<String, BTreeMap<&str, String>> = BTreeMap::new();
    for way in WAYS {
        let ends = scenes().map(|(name, scene)| (name, end_of(scene, way)));
        measured.insert(format!("{} {}", way.0, way.1), ends.collect());
    }
    check_with_file(path, &measured);
}
