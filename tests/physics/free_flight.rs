//! Free flight, drag and spin against their closed forms.

use crate::kit::{settings as settings_of, tuned, world, Form};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::{
    BodyModel, BodyState, ContactSpring, Model, ParticleModel, ParticleState, Settings, State,
    StepOutcome, Surface, World,
};

/// Rounding of 60 to 240 additions of numbers near 1 m; specification, item 2.
const FLIGHT_TOLERANCE_M: f64 = 1e-12;
/// The same for an angle near 3 rad that goes through a quaternion and back.
const SPIN_TOLERANCE_RAD: f64 = 1e-12;
/// Rounding of a product of 60 to 240 factors exp(−c h), each good to one ulp,
/// and of the division of position differences by h.
const DECAY_TOLERANCE: f64 = 1e-12;

const SMOOTH: Surface = Surface {
    restitution: 0.0,
    friction: 0.0,
    rolling_resistance: 0.0,
    spring: ContactSpring::NONE,
};

/// A particle (kept apart, x = −1 m) and a ball (x = 1 m) with the same motion.
fn particle_and_ball(settings: Settings, velocity: DVec3, spin: DVec3) -> World {
    let model = Model {
        settings,
        particles: vec![ParticleModel {
            mass: 2.0,
            fixed: false,
            radius: 0.0,
            surface: SMOOTH,
            articulation: 0,
        }],
        bodies: vec![BodyModel::ball(5.0, 0.15, SMOOTH)],
        ..Model::default()
    };
    let state = State {
        particles: vec![ParticleState {
            position: -DVec3::X,
            velocity,
        }],
        bodies: vec![BodyState {
            position: DVec3::X,
            orientation: DQuat::IDENTITY,
            velocity,
            angular_velocity: spin,
        }],
        ..State::default()
    };
    world(model, state)
}

/// As in the paper, equation 4.1.
fn settings(substeps: u32) -> Settings {
    tuned(settings_of(Form::Poses, 1, 2), |common, _| {
        common.substeps = substeps;
        common.sleeping = false;
    })
}

fn advance(world: &mut World, steps: u32) {
    for _ in 0..steps {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
}

/// y = v0 n h − g n (n + 1) h² / 2 (specification, section 2.1): exact for the
/// scheme, so only rounding is allowed.
#[test]
fn free_flight_follows_the_discrete_parabola() {
    let (speed, g) = (5.0, 9.81);
    for substeps in [1, 4] {
        let mut world = particle_and_ball(settings(substeps), DVec3::Y * speed, DVec3::ZERO);
        let h = 1.0 / 60.0 / f64::from(substeps);
        for step in 1..=60 {
            advance(&mut world, 1);
            let n = f64::from(step * substeps);
            let expected = speed * n * h - 0.5 * g * n * (n + 1.0) * h * h;
            let state = world.state();
            for y in [state.particles[0].position.y, state.bodies[0].position.y] {
                let error = (y - expected).abs();
                assert!(error <= FLIGHT_TOLERANCE_M, "{substeps} {step}: {error:e}");
            }
        }
        if substeps == 1 {
            let y = world.state().particles[0].position.y;
            assert!(
                (y - 0.013_25).abs() < 1e-9,
                "the specification's figure: {y}"
            );
        }
    }
}

/// v = v0 exp(−c t), the continuous law for any step (Delannoy, section 4.2.2, has
/// a factor per frame, which depends on the step).
#[test]
fn drag_decays_exponentially_whatever_the_substeps() {
    let rate = 0.3;
    for substeps in [1, 4, 8] {
        let settings = tuned(settings(substeps), |common, _| {
            common.gravity = DVec3::ZERO;
            common.linear_drag = rate;
            common.angular_drag = rate;
        });
        let mut world = particle_and_ball(settings, DVec3::Z * 4.0, DVec3::X * 3.0);
        for second in 1..=3 {
            advance(&mut world, 60);
            let left = (-rate * f64::from(second)).exp();
            let state = world.state();
            let ratios = [
                state.particles[0].velocity.z / 4.0,
                state.bodies[0].velocity.z / 4.0,
                state.bodies[0].angular_velocity.x / 3.0,
            ];
            for ratio in ratios {
                let error = (ratio / left - 1.0).abs();
                assert!(error <= DECAY_TOLERANCE, "{substeps} {second}: {error:e}");
            }
        }
    }
}

/// q(t) = exp(ω t): a ball has no gyroscopic term.
#[test]
fn a_ball_spins_freely_by_its_angular_velocity() {
    let axis = DVec3::new(0.6, -0.48, 0.64);
    for substeps in [1, 4] {
        let mut world = particle_and_ball(settings(substeps), DVec3::ZERO, axis * 3.0);
        advance(&mut world, 60);
        let turned = vector_from_rotation(world.state().bodies[0].orientation);
        let error = (turned - axis * 3.0).length();
        println!("spin of 3 rad/s for 1 s, {substeps} substeps: error {error:e} rad");
        assert!(error <= SPIN_TOLERANCE_RAD, "{error:e}");
    }
}

/// Delannoy's equation 4.5 as printed multiplies the position by the drag, which
/// draws everything towards the origin; only the displacement may decay.
#[test]
fn drag_leaves_a_particle_at_rest_where_it_is() {
    let settings = tuned(settings(4), |common, _| {
        common.gravity = DVec3::ZERO;
        common.linear_drag = 2.0;
        common.angular_drag = 2.0;
    });
    let mut world = particle_and_ball(settings, DVec3::ZERO, DVec3::ZERO);
    let mut far = world.state().clone();
    far.particles[0].position = DVec3::new(1234.5, -678.9, 1e4);
    far.bodies[0].position = DVec3::new(-1e4, 0.1, 3.7);
    world.restore(&far);
    advance(&mut world, 600);
    assert_eq!(world.state().particles[0], far.particles[0]);
    assert_eq!(world.state().bodies[0], far.bodies[0]);
}
