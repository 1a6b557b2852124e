//! Every scene that is read can be simulated, and what it has become can be saved and opened.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, Corpus};
use ragdoll_lab::compile::flatten;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::Interrupt;
use ragdoll_lab::scene::{self, Scene};
use ragdoll_lab_fuzz::{is_small, scenes, step, Budget};

/// Most steps.
const STEPS: u32 = 60;
/// Looks of the solver at the budget of all steps.
const LOOKS: i64 = 1000;

fuzz_target!(|data: &[u8]| -> Corpus {
    // What is refused belongs to `scene_text`.
    let Ok(scene) = scene::parse(data) else {
        return Corpus::Reject;
    };
    let Ok(mut simulation) = Simulation::new(&scene) else {
        return Corpus::Reject;
    };
    if !is_small(&simulation) {
        return Corpus::Reject;
    }
    let limit = Interrupt::at(Budget::of(LOOKS));
    simulation.world.set_interrupt(limit);
    if let Some(shot) = &scene.launcher {
        simulation.throw(shot);
    }
    let _ = (0..STEPS).all(|_| step(&mut simulation));
    save(&scene, &simulation);
    Corpus::Keep
});

/// Saves the state as `run --save-final` does.
fn save(scene: &Scene, simulation: &Simulation) {
    let Simulation { world, map, .. } = simulation;
    let last = flatten(scene, world, map, simulation.balls());
    let problems = scene::validate(&last);
    for problem in &problems {
        let problem = problem.to_string();
        assert!(problem.contains("out of range"), "{problem}");
    }
    if problems.is_empty() {
        let text = scene::to_text(&last).expect("what is sound has numbers only");
        let again = scene::parse(text.as_bytes()).expect("what was saved is a scene");
        assert_eq!(scene::to_text(&again).as_deref(), Ok(&*text));
        assert!(Simulation::new(&again).is_ok(), "{text}");
    }
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    scenes::mutate(data, size, max_size, seed)
});
