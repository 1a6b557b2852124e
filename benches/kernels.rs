//! Times of the pieces of a step and of an edit, for whoever works on one: `cargo bench --bench kernels`,
//! or of one alone, `cargo bench --bench kernels -- pin`. Each sample begins with the same
//! state: a ragdoll, or a heap of them, that lies on the floor.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use divan::counter::ItemsCount;
use divan::Bencher;
use glam::DVec3;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::bench::{Crowd, Load, MxDrop, Pile, Solving};
use ragdoll_lab::physics::collide::detect;
use ragdoll_lab::physics::constraint::{relaxation_weights, ConstraintRows};
use ragdoll_lab::physics::contact::ContactSolver;
use ragdoll_lab::physics::joint_damping::{damp_joints, jointed_pairs};
use ragdoll_lab::physics::{Constraint, World};
use ragdoll_lab::platform::settings::Settings;
use ragdoll_lab::scene::{to_text, BodyContact, Launcher, Preset, Scene};

/// Steps after which things lie, still trembling.
const STEPS: usize = 120;

fn main() {
    divan::main();
}

fn built(scene: &Scene, steps: usize) -> World {
    let mut world = compile(scene).unwrap().0;
    for _ in 0..steps {
        world.step();
    }
    world
}

fn ragdoll(preset: Preset) -> World {
    let standard = MxDrop::default();
    let drop = MxDrop {
        ragdolls: 1,
        solving: Solving {
            preset,
            rate_hz: Some(60.0),
            joint_damping_per_s: None,
            ..standard.solving
        },
        ..standard
    };
    built(&drop.scene().unwrap(), STEPS)
}

fn heap() -> World {
    let pile = Pile {
        ragdolls: 5,
        ..Pile::default()
    };
    built(&pile.scene().unwrap(), STEPS)
}

/// Relaxes all constraints of a kind once.
fn relax(bencher: Bencher, is_wanted: fn(&Constraint) -> bool) {
    let world = ragdoll(Preset::Default);
    let model = world.model();
    let wanted = model.constraints.iter().filter(|c| is_wanted(c));
    let wanted: Vec<_> = wanted
        .map(|c| (c, relaxation_weights(model, c.attachments(), 1.0)))
        .collect();
    bencher
        .counter(ItemsCount::new(wanted.len()))
        .with_inputs(|| world.state().clone())
        .bench_local_refs(|state| {
            for (constraint, weights) in &wanted {
                constraint.relax(model, state, *weights);
            }
        });
}

#[divan::bench]
fn pin(bencher: Bencher) {
    relax(bencher, |c| matches!(c, Constraint::Pin(_)));
}

#[divan::bench]
fn angle_limit(bencher: Bencher) {
    relax(bencher, |c| matches!(c, Constraint::AngleLimit(_)));
}

#[divan::bench]
fn contact(bencher: Bencher) {
    let world = heap();
    let model = world.model();
    let mut solver = ContactSolver::default();
    bencher
        .counter(ItemsCount::new(world.contacts().len()))
        .with_inputs(|| (world.state().clone(), world.contacts().to_vec()))
        .bench_local_refs(|(state, contacts)| {
            solver.relax(model, state, contacts);
        });
}

#[divan::bench]
fn joint_damping(bencher: Bencher) {
    let world = ragdoll(Preset::Default);
    let model = world.model();
    let pairs = jointed_pairs(model);
    assert!(model.settings.common.joint_damping > 0.0);
    bencher
        .counter(ItemsCount::new(pairs.len()))
        .with_inputs(|| world.state().clone())
        .bench_local_refs(|state| damp_joints(model, state, &pairs, 1.0 / 240.0));
}

/// A step of free bodies that meet nothing: four substeps of motion each.
#[divan::bench]
fn motion(bencher: Bencher) {
    let load = Load {
        bodies: 180,
        repeats: 1,
    };
    let mut scene = load.scene();
    scene.obstacles.clear();
    for body in &mut scene.bodies {
        body.contact = BodyContact::None {};
        body.angular_velocity_deg_s = [100.0, 20.0, 50.0];
    }
    let world = built(&scene, 1);
    bencher
        .counter(ItemsCount::new(scene.bodies.len() as u32 * 4))
        .with_inputs(|| world.clone())
        .bench_local_refs(World::step);
}

#[divan::bench]
fn detection_of_a_heap(bencher: Bencher) {
    let world = heap();
    let found = world.contacts().len();
    bencher
        .counter(ItemsCount::new(found))
        .with_inputs(|| Vec::with_capacity(2 * found))
        .bench_local_refs(|contacts| {
            detect(world.model(), world.state(), 1.0 / 240.0, contacts);
        });
}

#[divan::bench(args = ["baltman", "default", "high"])]
fn step(bencher: Bencher, preset: &str) {
    let world = ragdoll(Preset::named(preset).unwrap());
    bencher
        .with_inputs(|| world.clone())
        .bench_local_refs(World::step);
}

#[divan::bench]
fn step_of_particles(bencher: Bencher) {
    let crowd = Crowd {
        ragdolls: 1,
        ..Crowd::default()
    };
    let world = built(&crowd.scene(), STEPS);
    bencher
        .with_inputs(|| world.clone())
        .bench_local_refs(World::step);
}

/// A frame of a drag that aims, in a scene of so many ragdolls: from the action to the run
/// that has followed.
#[divan::bench(args = [1, 1000])]
fn frame_of_an_aim(bencher: Bencher, ragdolls: u32) {
    let drop = MxDrop {
        ragdolls,
        ..MxDrop::default()
    };
    let mut scene = drop.scene().unwrap();
    scene.launcher = Some(Launcher::default());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("crowd.json");
    std::fs::write(&file, to_text(&scene).unwrap()).unwrap();
    let mut program = Program::open(file.to_str(), Settings::default()).unwrap();
    // Something has been done, so that the run is not simply begun anew.
    program.perform(Action::Do(Trigger::Step));
    program.perform(Action::Do(Trigger::Throw));
    let mut height = 0.0;
    bencher.bench_local(move || {
        height += 1e-3;
        program.perform(Action::AimAt(DVec3::new(0.0, height, 0.0)));
    });
}
