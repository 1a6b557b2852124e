//! A step that is ended before it is done leaves no trace.

use crate::kit::{verlet, FORMS};
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::bench::{MxDrop, Solving};
use ragdoll_lab::physics::interrupt::StepLimit;
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::model::StateForm;
use ragdoll_lab::physics::{Interrupt, StepOutcome, World};
use ragdoll_lab::scene::{self, Precision};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// Reached when it has been asked so often since the step began.
#[derive(Clone)]
struct Asked {
    times: u64,
    so_far: Arc<AtomicU64>,
}

impl Asked {
    fn at(times: u64) -> Asked {
        Asked {
            times,
            so_far: Arc::default(),
        }
    }
}

impl StepLimit for Asked {
    fn begin(&self) {
        self.so_far.store(0, Ordering::Relaxed);
    }

    fn is_reached(&self) -> bool {
        self.so_far.fetch_add(1, Ordering::Relaxed) >= self.times
    }
}

fn advance(world: &mut World, steps: u32) {
    for _ in 0..steps {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

const CROWDS: [Precision; 2] = [Precision::F32, Precision::F64];

/// Ragdolls that step side by side.
fn crowd(ragdolls: u32, precision: Precision) -> World {
    let drop = MxDrop {
        ragdolls,
        solving: Solving {
            precision,
            ..Solving::default()
        },
        ..MxDrop::default()
    };
    compile(&drop.scene().unwrap()).unwrap().0
}

/// Ends a step early and earlier in the middle of a run; the run must come to the bits of
/// one that nobody disturbs. How often a whole step asks.
#[track_caller]
fn assert_leaves_no_trace(what: &str, world: &World, before: u32, after: u32) -> u64 {
    let mut undisturbed = world.clone();
    advance(&mut undisturbed, before + after);
    let mut disturbed = world.clone();
    advance(&mut disturbed, before);
    let hash = disturbed.state().hash();
    let counter = Asked::at(u64::MAX);
    let mut counted = disturbed.clone();
    counted.set_interrupt(Interrupt::at(counter.clone()));
    advance(&mut counted, 1);
    let asked = counter.so_far.load(Ordering::Relaxed);
    for times in [0, asked / 3, asked / 2, asked - 1] {
        disturbed.set_interrupt(Interrupt::at(Asked::at(times)));
        assert_eq!(
            disturbed.step(),
            StepOutcome::Interrupted,
            "{what}, {times}"
        );
        assert_eq!(disturbed.state().hash(), hash, "{what}, {times} of {asked}");
    }
    disturbed.set_interrupt(Interrupt::default());
    advance(&mut disturbed, after);
    assert_eq!(
        disturbed.state().hash(),
        undisturbed.state().hash(),
        "{what}"
    );
    asked
}

fn world(name: &str, form: StateForm) -> World {
    let text = scene::find(name).unwrap().text;
    let mut world = compile(&scene::parse(text.as_bytes()).unwrap()).unwrap().0;
    let mut settings = world.model().settings.clone();
    verlet(&mut settings).form = form;
    world.retune(settings);
    world
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn in_every_shipped_scene_and_form() {
    for shipped in scene::SHIPPED {
        for form in FORMS {
            let what = format!("{}, {form:?}", shipped.name);
            let world = world(shipped.name, form);
            let asked = assert_leaves_no_trace(&what, &world, 25, 10);
            assert!(asked >= 3, "{what}: {asked}");
        }
    }
}

#[test]
fn with_threads_and_in_a_crowd() {
    let mut pile = world("mx-pile", StateForm::VelocityLess);
    pile.set_threads(threads(3));
    assert_leaves_no_trace("threads", &pile, 40, 10);
    for precision in CROWDS {
        assert_leaves_no_trace("crowd", &crowd(40, precision), 25, 10);
    }
}

/// What a step does between two looks has a bound, however many passes it makes.
#[test]
fn a_step_of_many_passes_looks_often() {
    let one_by_one = FORMS.map(|form| world("mx-drop", form));
    let crowds = CROWDS.map(|precision| crowd(1, precision));
    for mut world in one_by_one.into_iter().chain(crowds) {
        let mut settings = world.model().settings.clone();
        settings.common.substeps = 20;
        verlet(&mut settings).iterations = 400;
        world.retune(settings);
        let counter = Asked::at(u64::MAX);
        world.set_interrupt(Interrupt::at(counter.clone()));
        advance(&mut world, 1);
        let asked = counter.so_far.load(Ordering::Relaxed);
        let settings = &world.model().settings;
        assert!(asked >= 20 * 400 / 8, "{settings:?}: {asked}");
    }
}
