//! Iterations spent by distance from a viewpoint, and a cap on the work of a step (Baltman &
//! Radeztsky, section 10; Delannoy, section 4.3): each island comes to the bits that it has
//! where its number of iterations is set for all.

use crate::kit::{advance, paper, Form, PAPERS};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::iteration_budget::{Detail, IterationBudget};
use ragdoll_lab::physics::lanes::{threads, Lanes};
use ragdoll_lab::physics::{BodyState, World};
use ragdoll_lab::scene::{self, Ragdoll, Scene};

/// Where the figures hang in the air, m along x; the viewpoint is at the first.
const PLACES_M: [f64; 3] = [0.0, 15.0, 60.0];
const ITERATIONS: u32 = 16;
/// Until they have fallen onto the floor and bend there.
const STEPS: u32 = 90;

fn scene_of_three() -> Scene {
    let text = scene::find("mx-drop").unwrap().text;
    let mut scene = scene::parse(text.as_bytes()).unwrap();
    scene.launcher = None;
    let first = scene.ragdolls.remove(0);
    scene.ragdolls = (PLACES_M.into_iter().zip(100..))
        .map(|(x, id)| Ragdoll {
            id,
            position_m: [x, 1.0, 0.0],
            stands_until_hit: false,
            pose: None,
            ..first.clone()
        })
        .collect();
    scene
}

/// Three figures that fall one by one, with these iterations spent so: where all make the same,
/// they would step side by side, which differs by rounding.
fn falling(form: Form, iterations: u32, budget: IterationBudget) -> World {
    let mut world = compile(&scene_of_three()).unwrap().0;
    world.set_crowd(false);
    let mut settings = world.model().settings.clone();
    settings.method = form.method(iterations);
    paper(&mut settings).budget = budget;
    world.retune(settings);
    world
}

fn by_distance() -> IterationBudget {
    IterationBudget {
        detail: Detail::Distance,
        viewpoint: DVec3::Y,
        ..IterationBudget::EVEN
    }
}

/// The bodies of the figure at a place.
fn figure(world: &World, place: usize) -> Vec<BodyState> {
    let bodies = &world.state().bodies;
    let each = bodies.len() / PLACES_M.len();
    bodies[place * each..(place + 1) * each].to_vec()
}

fn iterations_of(world: &World, place: usize) -> u32 {
    let body = place * world.model().bodies.len() / PLACES_M.len();
    let articulation = world.model().bodies[body].articulation;
    world.substep_rate_of(articulation).unwrap().iterations
}

/// All within 5 m; of 16 iterations a third at three times that, and a twelfth at twelve.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn what_is_far_makes_fewer_iterations_and_nothing_else_differs() {
    for form in PAPERS {
        let mut world = falling(form, ITERATIONS, by_distance());
        let mut alike = [ITERATIONS, 6, 2].map(|set| falling(form, set, IterationBudget::EVEN));
        for _ in 0..STEPS {
            advance(&mut world, 1);
            for (place, other) in alike.iter_mut().enumerate() {
                let made = iterations_of(&world, place);
                let mut settings = other.model().settings.clone();
                paper(&mut settings).iterations = made;
                other.retune(settings);
                advance(other, 1);
                let same = figure(&world, place) == figure(other, place);
                assert!(same, "{form:?}, {} m", PLACES_M[place]);
            }
        }
        let made = [0, 1, 2].map(|place| iterations_of(&world, place));
        assert_eq!(made, [16, 6, 2], "{form:?}");
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn threads_lanes_and_checkpoints_change_nothing() {
    for form in PAPERS {
        let budget = IterationBudget {
            most_relaxations: Some(3000.0),
            ..by_distance()
        };
        let mut world = falling(form, ITERATIONS, budget);
        let mut others = [(); 3].map(|()| world.clone());
        others[0].set_threads(threads(3));
        others[1].set_lanes(Lanes::One);
        for step in 0..STEPS {
            advance(&mut world, 1);
            let [shared, single, rewound] = &mut others;
            advance(shared, 1);
            advance(single, 1);
            let checkpoint = rewound.state().clone();
            advance(rewound, 1);
            rewound.restore(&checkpoint);
            advance(rewound, 1);
            let hashes = others.each_ref().map(|other| other.state().hash());
            assert_eq!(hashes, [world.state().hash(); 3], "{form:?}, step {step}");
        }
    }
}

/// What is looked at from afar and what only then comes near: the viewpoint counts as it is.
#[test]
fn the_viewpoint_may_move_between_steps() {
    let mut world = falling(Form::Poses, ITERATIONS, by_distance());
    advance(&mut world, 1);
    assert_eq!([0, 2].map(|i| iterations_of(&world, i)), [16, 2]);
    let mut settings = world.model().settings.clone();
    paper(&mut settings).budget.viewpoint.x = PLACES_M[2];
    world.retune(settings);
    advance(&mut world, 1);
    assert_eq!([0, 2].map(|i| iterations_of(&world, i)), [2, 16]);
}

/// With a cap all lose the same share of their iterations, and keep one at least.
#[test]
fn a_step_stays_within_its_cap() {
    let full = falling(Form::Poses, ITERATIONS, IterationBudget::EVEN);
    let constraints = full.model().constraints.len() as f64;
    let substeps = f64::from(full.model().settings.common.substeps);
    let all = constraints * substeps * f64::from(ITERATIONS);
    for (share, expected) in [(1.0, 16), (0.5, 8), (0.33, 5), (0.01, 1)] {
        let budget = IterationBudget {
            most_relaxations: Some(all * share),
            ..IterationBudget::EVEN
        };
        let mut capped = falling(Form::Poses, ITERATIONS, budget);
        let mut set = falling(Form::Poses, expected, IterationBudget::EVEN);
        for _ in 0..10 {
            advance(&mut capped, 1);
            advance(&mut set, 1);
        }
        let made = [0, 1, 2].map(|place| iterations_of(&capped, place));
        assert_eq!(made, [expected; 3], "{share}");
        let relaxed = constraints * substeps * f64::from(expected);
        assert_eq!(capped.relaxations(), relaxed, "{share}");
        assert_eq!(capped.state().hash(), set.state().hash(), "{share}");
    }
}
