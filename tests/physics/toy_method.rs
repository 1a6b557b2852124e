//! A method of its own in thirty lines: what a new one has to bring, and what it gets.
//!
//! It holds no joint itself, so that every row is solved with the contacts.

use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::dynamics::slots::{Slots, Spatial};
use ragdoll_lab::physics::dynamics::{move_freely, Dynamics, End, JointSolver, Now};
use ragdoll_lab::physics::method::{Drift, MethodInfo, METHODS};
use ragdoll_lab::physics::report::{joint_error, limit_violation};
use ragdoll_lab::physics::{Model, State, StepOutcome, World};
use ragdoll_lab::scene;

#[derive(Clone, Default)]
struct Toy;

impl JointSolver for Toy {
    fn prepare(&mut self, _: &Model, _: &Slots) {}

    fn enter(&mut self, _: &Model, _: &Slots, _: &mut State) -> Drift {
        Drift::default()
    }

    fn begin(&mut self, _: Now<'_>, _: usize) {}

    fn hold(&mut self, _: Now<'_>, _: usize, _: &mut [Spatial]) {}

    fn respond(&mut self, now: Now<'_>, assembly: usize, motions: &mut [Spatial]) {
        for (slot, motion) in now.slots.of_assembly(assembly).zip(motions) {
            *motion = now.inertias.of(slot).response(motion);
        }
    }

    fn holds(&self, _: usize, _: usize) -> bool {
        false
    }

    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    ) {
        let velocities = end.moving.iter().zip(end.kept);
        for (slot, (&moving, &kept)) in slots.of_assembly(assembly).zip(velocities) {
            move_freely(model, state, slots, slot, [moving, kept], end.h);
        }
    }
}

/// A shipped scene under the toy; the settings are those of a method with contacts like its.
fn world(name: &str) -> World {
    let like: &MethodInfo = METHODS.iter().find(|m| m.id == "multipliers").unwrap();
    let mut scene = scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap();
    scene.solver.choose_method(like);
    let (world, _) = compile(&scene).unwrap();
    let (model, state) = (world.model().clone(), world.state().clone());
    World::new(model, state, Box::new(Dynamics::<Toy>::default()))
}

#[test]
fn a_toy_method_gets_contacts_limits_sleep_and_checkpoints() {
    for (name, gap_m) in [("mx-drop", 0.02), ("chain", 0.02), ("box-stack", 1e-9)] {
        let mut world = world(name);
        let (mut gap, mut limit) = (0.0_f64, 0.0_f64);
        let mut kept = None;
        for step in 0..240 {
            if step == 30 {
                kept = Some(world.state().clone());
            }
            assert_eq!(world.step(), StepOutcome::Advanced, "{name}");
            gap = gap.max(joint_error(world.model(), world.state()));
            limit = limit.max(limit_violation(world.model(), world.state()).unwrap_or(0.0));
        }
        println!("{name}: {gap} m, {} degrees", limit.to_degrees());
        assert!(gap < gap_m, "{name}: {gap} m");
        assert!(
            limit.to_degrees() < 5.0,
            "{name}: {} degrees",
            limit.to_degrees()
        );
        // A state is a checkpoint, whatever the method.
        let end = world.state().hash();
        world.restore(&kept.unwrap());
        for _ in 30..240 {
            assert_eq!(world.step(), StepOutcome::Advanced, "{name}");
        }
        assert_eq!(world.state().hash(), end, "{name}");
    }
}
