//! What counts as diverged, with the cause; and what may be fast and far and does not.

use crate::kit::{particle, resting, settings, tuned, weightless, world, Form};
use glam::DVec3;
use ragdoll_lab::physics::constraint::{Distance, Pin};
use ragdoll_lab::physics::divergence::{DISTANCE_CAP_M, SPEED_CAP_M_S};
use ragdoll_lab::physics::{
    Attachment, ColliderId, Constraint, Divergence, DivergenceCause, Model, ParticleState,
    Settings, State, StepOutcome, World,
};

/// Two particles of 1 kg so far apart along x, and what joins them.
fn pair(apart: f64, joint: Option<Constraint>, settings: Settings) -> World {
    let model = Model {
        particles: vec![particle(1.0), particle(1.0)],
        constraints: joint.into_iter().collect(),
        articulations: 1,
        settings,
        ..Model::default()
    };
    let state = State {
        particles: vec![resting(DVec3::ZERO), resting(DVec3::X * apart)],
        ..State::default()
    };
    world(model, state)
}

fn diverged(cause: DivergenceCause) -> StepOutcome {
    let owner = ColliderId::Particle(0);
    StepOutcome::Diverged(Divergence { owner, cause })
}

fn pin(relaxation_factor: f64) -> Constraint {
    Constraint::Pin(Pin {
        a: Attachment::Particle(0),
        b: Attachment::Particle(1),
        relaxation_factor,
    })
}

#[test]
fn a_joint_that_stays_open_is_a_divergence_and_the_state_before_is_kept() {
    let mut world = pair(150.0, Some(pin(1e-6)), weightless(Form::Velocities, 1, 1));
    let before = world.state().clone();
    assert_eq!(world.step(), diverged(DivergenceCause::OpenJoint));
    assert_eq!(world.state(), &before);
    let mut world = pair(90.0, Some(pin(1e-6)), weightless(Form::Velocities, 1, 1));
    assert_eq!(world.step(), StepOutcome::Advanced);
}

#[test]
fn a_correction_that_becomes_speed_is_energy_from_nowhere() {
    let rod = |length: f64| {
        Some(Constraint::Distance(Distance {
            a: Attachment::Particle(0),
            b: Attachment::Particle(1),
            min: length,
            max: length,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        }))
    };
    // Each moves 45 m within 1/60 s and keeps that as speed: 2,700 m/s.
    let mut world = pair(1.0, rod(91.0), weightless(Form::Verlet, 1, 1));
    assert_eq!(world.step(), diverged(DivergenceCause::EnergyGained));
    let mut world = pair(1.0, rod(3.0), weightless(Form::Verlet, 1, 1));
    assert_eq!(world.step(), StepOutcome::Advanced);
}

#[test]
fn what_is_no_number_or_beyond_the_range_is_out_of_range() {
    let fly = |position: f64, velocity: f64| {
        let mut world = pair(1.0, None, weightless(Form::Velocities, 1, 1));
        let mut state = world.state().clone();
        state.particles[0] = ParticleState {
            position: DVec3::X * position,
            velocity: DVec3::X * velocity,
        };
        world.restore(&state);
        world.step()
    };
    let out_of_range = diverged(DivergenceCause::OutOfRange);
    assert_eq!(fly(0.0, 0.9 * SPEED_CAP_M_S), StepOutcome::Advanced);
    assert_eq!(fly(0.0, 1.1 * SPEED_CAP_M_S), out_of_range);
    assert_eq!(fly(0.9 * DISTANCE_CAP_M, 0.0), StepOutcome::Advanced);
    assert_eq!(fly(1.1 * DISTANCE_CAP_M, 0.0), out_of_range);
    assert_eq!(fly(0.0, f64::NAN), out_of_range);
}

/// Falls and storms give energy, however much.
#[test]
fn gravity_and_wind_are_no_divergence() {
    let strong = tuned(settings(Form::Velocities, 4, 10), |common, _| {
        common.gravity = DVec3::NEG_Y * 1e3;
        common.air_velocity = DVec3::X * 1e3;
        common.linear_drag = 1e3;
    });
    let mut world = pair(1.0, Some(pin(1.0)), strong);
    for _ in 0..120 {
        assert_eq!(world.step(), StepOutcome::Advanced);
    }
    assert!(world.state().particles[0].velocity.x > 990.0);
}
