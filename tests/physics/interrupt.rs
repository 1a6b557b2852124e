//! A step that is ended before it is done leaves no trace.

use crate::kit::{Form, FORMS};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::bench::{MxDrop, Solving};
use ragdoll_lab::physics::interrupt::StepLimit;
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::method::paper::ConstraintGroup;
use ragdoll_lab::physics::method::paper::ContactMode;
use ragdoll_lab::physics::{BodyModel, BodyState, Interrupt, StepOutcome, World};
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

fn world(name: &str, form: Form) -> World {
    let text = scene::find(name).unwrap().text;
    let mut world = compile(&scene::parse(text.as_bytes()).unwrap()).unwrap().0;
    let mut settings = world.model().settings.clone();
    form.put_into(&mut settings);
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
    let mut pile = world("mx-pile", Form::Verlet);
    pile.set_threads(threads(3));
    assert_leaves_no_trace("threads", &pile, 40, 10);
    for precision in CROWDS {
        assert_leaves_no_trace("crowd", &crowd(40, precision), 25, 10);
    }
}

/// A heap under each form and kind of contact whose contacts are not visited until a substep has
/// made more passes than there are between two looks.
fn heaps_that_touch_late() -> impl Iterator<Item = (String, World)> {
    let kinds = [ContactMode::Constraint, ContactMode::Penalty];
    let all = FORMS
        .into_iter()
        .flat_map(move |form| kinds.map(|kind| (form, kind)));
    all.map(|(form, contacts)| {
        let mut world = world("pile", form);
        let mut settings = world.model().settings.clone();
        settings.method = form.method(20);
        if let ragdoll_lab::physics::MethodSettings::Paper(solver) = &mut settings.method {
            solver.contacts = contacts;
            let contacts = ConstraintGroup::Contacts;
            solver.own_iterations.set(contacts, Some(2));
        }
        world.retune(settings);
        (format!("{form:?}, {contacts:?}"), world)
    })
}

/// Ends the next step at each of its looks; it must come to nothing each time.
fn end_at_each_look(what: &str, world: &mut World) {
    let hash = world.state().hash();
    for times in 0.. {
        world.set_interrupt(Interrupt::at(Asked::at(times)));
        let before = world.state().clone();
        let outcome = world.step();
        if outcome == StepOutcome::Advanced {
            world.restore(&before);
            break;
        }
        assert_eq!(outcome, StepOutcome::Interrupted, "{what}, {times}");
        assert_eq!(world.state().hash(), hash, "{what}, {times}");
    }
    world.set_interrupt(Interrupt::default());
}

#[test]
fn before_any_contact_is_visited() {
    for (what, mut world) in heaps_that_touch_late() {
        let mut undisturbed = world.clone();
        for _ in 0..60 {
            end_at_each_look(&what, &mut world);
            advance(&mut world, 1);
            advance(&mut undisturbed, 1);
        }
        assert_eq!(world.state().hash(), undisturbed.state().hash(), "{what}");
    }
}

/// What was packed of a body that is no longer there is not looked at.
#[test]
fn after_going_back_to_before_a_throw() {
    for (what, mut world) in heaps_that_touch_late() {
        advance(&mut world, 20);
        let (model, state) = (world.shared_model().clone(), world.state().clone());
        let surface = model.bodies[0].surface;
        let motion = BodyState {
            position: DVec3::new(0.5, 0.099, 0.8),
            ..state.bodies[0]
        };
        world.add_body(BodyModel::ball(1.0, 0.1, surface), motion);
        advance(&mut world, 1);
        world.restore_with(&model, &state);
        end_at_each_look(&what, &mut world);
        advance(&mut world, 1);
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
        *settings.method.relaxation_mut().unwrap().iterations = 400;
        world.retune(settings);
        let counter = Asked::at(u64::MAX);
        world.set_interrupt(Interrupt::at(counter.clone()));
        advance(&mut world, 1);
        let asked = counter.so_far.load(Ordering::Relaxed);
        let settings = &world.model().settings;
        assert!(asked >= 20 * 400 / 8, "{settings:?}: {asked}");
    }
}
