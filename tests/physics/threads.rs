//! Any number of threads gives the bits of one.

use crate::kit::{advance, verlet, Form, FORMS};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::model::Order;
use ragdoll_lab::physics::{
    Attachment, BodyModel, BodyState, Constraint, ContactSpring, Model, Spring, Surface, World,
};
use ragdoll_lab::scene::{self, Scene};

/// More than there are cores, and numbers that divide nothing evenly.
const COUNTS: [usize; 3] = [2, 3, 5];

fn shipped(name: &str) -> Scene {
    scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap()
}

/// Copies of the ragdolls of a shipped scene on a grid.
fn field_of(name: &str, copies: u32, gap_m: f64) -> Scene {
    let mut scene = shipped(name);
    let models = std::mem::take(&mut scene.ragdolls);
    let side = f64::from(copies).sqrt().ceil() as u32;
    for copy in 0..copies {
        for (place, model) in models.iter().enumerate() {
            let mut ragdoll = model.clone();
            ragdoll.id = 1000 + copy * 100 + place as u32;
            ragdoll.name = format!("ragdoll {copy} {place}");
            ragdoll.position_m[0] += f64::from(copy % side) * gap_m;
            ragdoll.position_m[2] += f64::from(copy / side) * gap_m;
            scene.ragdolls.push(ragdoll);
        }
    }
    scene
}

fn world_of(scene: &Scene, form: Form) -> World {
    let mut world = compile(scene).unwrap().0;
    let mut settings = world.model().settings.clone();
    form.put_into(&mut settings);
    world.retune(settings);
    world
}

/// Throws a heavy elastic ball along x.
fn throw(world: &mut World, height_m: f64) {
    let surface = Surface {
        restitution: 0.5,
        friction: 0.5,
        rolling_resistance: 0.02,
        spring: ContactSpring::NONE,
    };
    let motion = BodyState {
        position: DVec3::new(-2.0, height_m, 0.1),
        velocity: DVec3::new(14.0, 0.0, 0.5),
        ..BodyState::default()
    };
    world.add_body(BodyModel::ball(8.0, 0.2, surface), motion);
}

/// Hashes after every fifth step, with a ball after a fifth of them.
fn hashes(mut world: World, steps: u32, count: usize) -> Vec<u64> {
    world.set_threads(threads(count));
    let mut hashes = Vec::new();
    for step in 1..=steps {
        if step == steps / 5 {
            throw(&mut world, 1.0);
        }
        advance(&mut world, 1);
        if step % 5 == 0 {
            hashes.push(world.state().hash());
        }
    }
    hashes
}

#[track_caller]
fn assert_threads_do_not_matter(what: &str, world: &World, steps: u32) {
    let one = hashes(world.clone(), steps, 1);
    for count in COUNTS {
        assert_eq!(
            hashes(world.clone(), steps, count),
            one,
            "{what}, {count} threads"
        );
    }
}

#[test]
fn a_crowd_that_touches_itself() {
    for form in FORMS {
        let world = world_of(&field_of("mx-drop", 9, 0.6), form);
        assert_threads_do_not_matter(&format!("{form:?}"), &world, 100);
    }
}

/// Steps until something of a pile has fallen asleep, at most.
const MOST_AWAKE: u32 = 1000;

/// Falls, lies, falls asleep, and is woken by a ball.
#[test]
fn piles_that_fall_asleep_and_wake() {
    let mut world = world_of(&field_of("mx-drop", 9, 0.9), Form::Verlet);
    world.set_threads(threads(3));
    let mut alone = world.clone();
    alone.set_threads(None);
    let mut awake_for = 0;
    while world.state().rest.iter().all(|rest| !rest.asleep) {
        assert!(awake_for < MOST_AWAKE, "nothing falls asleep");
        awake_for += 1;
        step_both(&mut world, &mut alone);
    }
    throw(&mut world, 0.3);
    throw(&mut alone, 0.3);
    for _ in 0..100 {
        step_both(&mut world, &mut alone);
    }
    assert!(world.state().rest.iter().any(|rest| !rest.asleep));
}

fn step_both(world: &mut World, other: &mut World) {
    advance(world, 1);
    advance(other, 1);
    let step = world.state().step;
    assert_eq!(world.state().hash(), other.state().hash(), "step {step}");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn figures_of_particles() {
    for form in FORMS {
        let world = world_of(&field_of("hitman", 12, 0.5), form);
        assert_threads_do_not_matter(&format!("{form:?}"), &world, 100);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn loose_things() {
    for form in FORMS {
        for name in ["box-wall", "mixed"] {
            let world = world_of(&shipped(name), form);
            assert_threads_do_not_matter(&format!("{name}, {form:?}"), &world, 60);
        }
    }
}

/// A crowd whose model is changed a little.
fn changed(form: Form, change: impl Fn(&mut Model)) -> World {
    let mut world = world_of(&field_of("mx-drop", 8, 0.6), form);
    let mut model = world.model().clone();
    change(&mut model);
    assert!(world.remodel(model));
    world
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_order() {
    let orders = [
        Order::Reversed,
        Order::Alternating,
        Order::RootToLeaf,
        Order::Shuffled(7),
    ];
    for order in orders {
        let world = changed(Form::Verlet, |model| {
            verlet(&mut model.settings).order = order;
            verlet(&mut model.settings).iterations = 3;
        });
        assert_threads_do_not_matter(&format!("{order:?}"), &world, 60);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn limits_that_bounce() {
    for form in FORMS {
        let world = changed(form, |model| {
            for constraint in &mut model.constraints {
                if let Constraint::AngleLimit(limit) = constraint {
                    limit.restitution = 0.6;
                }
            }
        });
        assert_threads_do_not_matter(&format!("{form:?}"), &world, 60);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn what_is_pulled_and_pinned() {
    for form in FORMS {
        let mut world = world_of(&field_of("mx-drop", 9, 0.6), form);
        assert!(world.pin(Attachment::centre_of(3)));
        assert!(world.pin(Attachment::centre_of(40)));
        let spring = Spring::default();
        assert!(world.pull(Attachment::centre_of(60), DVec3::splat(1.5), spring));
        assert_threads_do_not_matter(&format!("{form:?}"), &world, 60);
    }
}

#[test]
fn a_run_that_is_rewound() {
    for form in FORMS {
        let mut world = world_of(&field_of("mx-drop", 9, 0.6), form);
        world.set_threads(threads(2));
        advance(&mut world, 50);
        let (model, middle) = (world.shared_model().clone(), world.state().clone());
        advance(&mut world, 30);
        let end = world.state().hash();
        for count in [1, 2, 3, 5] {
            world.set_threads(threads(count));
            world.restore_with(&model, &middle);
            advance(&mut world, 30);
            assert_eq!(world.state().hash(), end, "{form:?}, {count} threads");
        }
    }
}

/// What the other methods make is one thread's, whatever the number.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_method_on_a_field_that_is_hit() {
    use ragdoll_lab::physics::method::METHODS;
    for method in METHODS.iter().filter(|method| method.id != "verlet") {
        let mut scene = field_of("mx-drop", 4, 0.7);
        scene.solver.choose_method(method);
        let world = compile(&scene).unwrap().0;
        assert_threads_do_not_matter(method.id, &world, 40);
    }
}
