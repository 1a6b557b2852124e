//! Leapfrog in the papers' method (Jakobsen, section 7): half of what forces do before the motion
//! and half after it, so that errors are of second order.

use crate::kit::{advance, paper, particle, resting, settings, still, world, Form, SMOOTH};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::Distance;
use ragdoll_lab::physics::method::paper::StateForm;
use ragdoll_lab::physics::report::{kinetic_energy, potential_energy};
use ragdoll_lab::physics::{
    Attachment, BodyModel, Constraint, Model, Obstacle, ObstacleShape, Settings, State, World,
};

const GRAVITY: f64 = 9.81;
const LENGTH_M: f64 = 1.0;
/// Where the pendulum is let go, from straight down.
const AMPLITUDE_RAD: f64 = 1.0;

fn set(form: StateForm, substeps: u32, iterations: u32) -> Settings {
    let mut settings = settings(Form::Poses, substeps, iterations);
    settings.common.linear_drag = 0.0;
    settings.common.angular_drag = 0.0;
    paper(&mut settings).form = form;
    settings
}

fn let_go() -> DVec3 {
    DVec3::new(libm::sin(AMPLITUDE_RAD), -libm::cos(AMPLITUDE_RAD), 0.0) * LENGTH_M
}

/// A bob on a stick.
fn bob(form: StateForm, substeps: u32) -> World {
    let stick = Constraint::Distance(Distance {
        a: Attachment::World(DVec3::ZERO),
        b: Attachment::Particle(0),
        min: LENGTH_M,
        max: LENGTH_M,
        relaxation_factor: 1.0,
        tears_at: f64::INFINITY,
    });
    let model = Model {
        settings: set(form, substeps, 2),
        particles: vec![particle(1.0)],
        constraints: vec![stick],
        ..Model::default()
    };
    let state = State {
        particles: vec![resting(let_go())],
        ..State::default()
    };
    world(model, state)
}

fn energy(world: &World) -> f64 {
    kinetic_energy(world.model(), world.state()) + potential_energy(world.model(), world.state())
}

/// Largest change of the energy in the first and in the last ten of sixty seconds, J.
fn energy_errors(mut world: World) -> [f64; 2] {
    let start = energy(&world);
    let mut errors = [0.0_f64; 6];
    for worst in &mut errors {
        for _ in 0..600 {
            advance(&mut world, 1);
            *worst = worst.max((energy(&world) - start).abs());
        }
    }
    [errors[0], errors[5]]
}

/// The energy of a pendulum errs by the square of the substep, and no more after a minute; with
/// two poses by the substep itself, and it is lost.
#[test]
fn the_energy_of_a_pendulum_errs_by_the_square_of_the_substep() {
    let of = |form| [4, 8].map(|substeps| energy_errors(bob(form, substeps)));
    let leapfrog = of(StateForm::Leapfrog);
    let verlet = of(StateForm::VelocityLess);
    println!("leapfrog {leapfrog:?} J, two poses {verlet:?} J");
    let order = |errors: [[f64; 2]; 2]| errors[0][0] / errors[1][0];
    assert!((order(leapfrog) - 4.0).abs() < 0.2, "{leapfrog:?}");
    for [first, last] in leapfrog {
        assert!(last < 1.02 * first, "{last} J after {first} J");
    }
    assert!(order(verlet) < 2.2, "{verlet:?}");
    assert!(leapfrog[0][0] < 1e-2 * verlet[0][0], "{verlet:?}");
}

/// The period by the arithmetic-geometric mean, `T = 2π √(l / g) / agm(1, cos(θ / 2))`: after it
/// the bob is back, but for the square of the substep.
#[test]
fn the_period_of_a_pendulum_errs_by_the_square_of_the_substep() {
    let (mut a, mut b) = (1.0, libm::cos(0.5 * AMPLITUDE_RAD));
    for _ in 0..8 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = std::f64::consts::TAU * f64::sqrt(LENGTH_M / GRAVITY) / a;
    let measured = |substeps| {
        let mut world = bob(StateForm::Leapfrog, substeps);
        // The tenth time that it turns round where it was let go, between two steps.
        let (mut time, mut turns) = (0.0, 0);
        loop {
            let before = world.state().particles[0].velocity.x;
            advance(&mut world, 1);
            let after = world.state().particles[0].velocity.x;
            if before > 0.0 && after <= 0.0 {
                turns += 1;
            }
            if turns == 10 {
                return (time + before / (before - after) / 60.0) / 10.0;
            }
            time += 1.0 / 60.0;
        }
    };
    let errors = [2, 4].map(|substeps| (measured(substeps) - period).abs());
    println!("period {period:.6} s, errors {errors:?}");
    assert!(errors[0] < 1e-4 * period, "{errors:?}");
    let order = errors[0] / errors[1];
    assert!((order - 4.0).abs() < 0.4, "{order}");
}

/// Thrown and falling: exact at the end of every step, of whatever length.
#[test]
fn free_fall_is_exact() {
    let thrown = DVec3::new(2.0, 3.0, 0.0);
    for substeps in [1, 3] {
        let mut model = Model {
            settings: set(StateForm::Leapfrog, substeps, 1),
            particles: vec![particle(1.0)],
            ..Model::default()
        };
        model.bodies = vec![BodyModel::ball(2.0, 0.1, SMOOTH)];
        let mut state = State {
            particles: vec![resting(DVec3::ZERO)],
            bodies: vec![still(DVec3::X * 5.0, DQuat::IDENTITY)],
            ..State::default()
        };
        state.particles[0].velocity = thrown;
        state.bodies[0].velocity = thrown;
        let mut world = world(model, state);
        advance(&mut world, 60);
        let way = thrown - DVec3::Y * (0.5 * GRAVITY);
        let velocity = thrown - DVec3::Y * GRAVITY;
        let (particle, ball) = (world.state().particles[0], world.state().bodies[0]);
        for (position, moves, start) in [
            (particle.position, particle.velocity, DVec3::ZERO),
            (ball.position, ball.velocity, DVec3::X * 5.0),
        ] {
            assert!((position - start - way).length() < 1e-12, "{position}");
            assert!((moves - velocity).length() < 1e-12, "{moves}");
        }
    }
}

/// What lies or hangs has no speed at the end of a step, though each half of the kick gave it one,
/// and falls asleep.
#[test]
fn what_lies_or_hangs_comes_to_rest() {
    let mut hung = bob(StateForm::Leapfrog, 1);
    let mut model = hung.model().clone();
    let state = State {
        particles: vec![resting(DVec3::NEG_Y * LENGTH_M)],
        bodies: vec![still(DVec3::new(3.0, 0.2, 0.0), DQuat::IDENTITY)],
        ..State::default()
    };
    model.bodies = vec![BodyModel::ball(2.0, 0.2, SMOOTH)];
    model.obstacles = vec![Obstacle {
        shape: ObstacleShape::Plane,
        position: DVec3::ZERO,
        orientation: DQuat::IDENTITY,
        surface: SMOOTH,
        belt: DVec3::ZERO,
    }];
    model.settings.common.sleeping = true;
    hung = world(model, state);
    for _ in 0..60 {
        advance(&mut hung, 1);
        let speeds = [
            hung.state().particles[0].velocity.length(),
            hung.state().bodies[0].velocity.length(),
        ];
        assert!(speeds[0] < 1e-12 && speeds[1] < 1e-9, "{speeds:?}");
    }
    assert!(hung.state().rest.iter().all(|rest| rest.asleep));
}
