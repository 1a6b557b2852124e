//! Periods of a chain of five links: mass weighting feels the mass of the last
//! link, uniform relaxation is blind to it (Delannoy, sections 4.3 and 4.4.2).

use crate::kit::{settings, verlet, Form};
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::constraint::{Distance, Pin};
use ragdoll_lab::physics::{
    method, Attachment, Constraint, ContactSpring, Model, ParticleModel, ParticleState, State,
    StepOutcome, Surface, World,
};
use serde_json::Value;

const LINKS: usize = 5;
const LINK_M: f64 = 0.2;
const START_RAD: f64 = 0.2;
const RUN_S: f64 = 12.0;
/// Specification, item 15: the integrator's own shift of the period.
const EXACT_TOLERANCE: f64 = 0.005;
/// Specification, item 15: nothing but rounding, as the masses cancel.
const BLIND_TOLERANCE: f64 = 1e-6;
/// The figures of section 8 have five digits; this leaves room for another
/// order of equal operations, not for another scheme.
const FIGURE_TOLERANCE: f64 = 0.01;

fn chain(last_kg: f64, weighting: f64, iterations: u32) -> World {
    let mut settings = settings(Form::Verlet, 1, iterations);
    verlet(&mut settings).weighting = weighting;
    let mut model = Model {
        settings,
        ..Model::default()
    };
    let mut state = State::default();
    let along = DVec3::new(START_RAD.sin(), -START_RAD.cos(), 0.0) * LINK_M;
    for link in 0..LINKS {
        let mass = if link + 1 == LINKS { last_kg } else { 5.0 };
        for end in 0..2 {
            model.particles.push(ParticleModel {
                mass: 0.5 * mass,
                fixed: false,
                radius: 0.0,
                surface: Surface {
                    restitution: 0.0,
                    friction: 0.0,
                    rolling_resistance: 0.0,
                    spring: ContactSpring::NONE,
                },
                articulation: 0,
            });
            state.particles.push(ParticleState {
                position: along * (link + end) as f64,
                velocity: DVec3::ZERO,
            });
        }
    }
    // Pins before lengths.
    for link in 0..LINKS {
        let a = match link {
            0 => Attachment::World(DVec3::ZERO),
            _ => Attachment::Particle(2 * link - 1),
        };
        let b = Attachment::Particle(2 * link);
        let relaxation_factor = 1.0;
        model.constraints.push(Constraint::Pin(Pin {
            a,
            b,
            relaxation_factor,
        }));
    }
    for link in 0..LINKS {
        model.constraints.push(Constraint::Distance(Distance {
            a: Attachment::Particle(2 * link),
            b: Attachment::Particle(2 * link + 1),
            min: LINK_M,
            max: LINK_M,
            relaxation_factor: 1.0,
            tears_at: f64::INFINITY,
        }));
    }
    let method = method::find("verlet").unwrap();
    World::new(model, state, (method.create)())
}

/// Twice the mean time between zero crossings of the last link's centre; a
/// crossing is interpolated linearly between steps. The straight start holds some
/// of the second mode, which moves the crossings of the link's angle more (0.6 %).
fn period(world: &mut World) -> f64 {
    let step_s = world.model().settings.common.step_s;
    let count = world.state().particles.len();
    let centre = |world: &World| {
        let p = &world.state().particles;
        p[count - 1].position.x + p[count - 2].position.x
    };
    let mut before = centre(world);
    let mut crossings = Vec::new();
    for step in 0..(RUN_S / step_s).round() as u32 {
        assert_eq!(world.step(), StepOutcome::Advanced);
        let now = centre(world);
        if (before > 0.0) != (now > 0.0) {
            crossings.push((f64::from(step) + before / (before - now)) * step_s);
        }
        before = now;
    }
    let intervals = (crossings.len() - 1) as f64;
    2.0 * (crossings[crossings.len() - 1] - crossings[0]) / intervals
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../data/chain5.json")).unwrap()
}

#[track_caller]
fn assert_near(what: &str, measured: f64, expected: f64, tolerance: f64) {
    let error = measured / expected - 1.0;
    println!(
        "{what}: {measured:.4} s, expected {expected:.4} s, {:+.3} %",
        100.0 * error
    );
    assert!(
        error.abs() <= tolerance,
        "{what}: {measured} for {expected}"
    );
}

/// The exact values are the lowest eigenfrequency of M q'' + K q = 0 of the
/// lumped chain for small angles.
#[test]
fn mass_weighted_relaxation_swings_with_the_exact_periods() {
    let exact = &reference()["exact_period_s"];
    for (last_kg, key) in [(5.0, "last_5_kg"), (10.0, "last_10_kg")] {
        let measured = period(&mut chain(last_kg, 1.0, 100));
        let expected = exact[key].as_f64().unwrap();
        assert_near(
            &format!("weighted, 100 iterations, {key}"),
            measured,
            expected,
            EXACT_TOLERANCE,
        );
    }
}

/// Delannoy, section 4.3: the uniform correction does not contain the mass, so
/// the motion cannot depend on it.
#[test]
fn uniform_relaxation_is_blind_to_the_mass_of_the_last_link() {
    for iterations in [5, 20, 100] {
        let [light, heavy] =
            [5.0, 10.0].map(|last_kg| period(&mut chain(last_kg, 0.0, iterations)));
        println!("uniform, {iterations} iterations: {light:.6} and {heavy:.6} s");
        assert!(
            (heavy / light - 1.0).abs() <= BLIND_TOLERANCE,
            "{light} {heavy}"
        );
    }
}

/// Specification, section 8: few iterations leave the chain soft and slow.
#[test]
fn few_iterations_slow_the_chain_by_the_known_amount() {
    let figures = &reference()["weighted_period_s"];
    for (iterations, row) in [(5, "5_iterations"), (20, "20_iterations")] {
        for (last_kg, key) in [(5.0, "last_5_kg"), (10.0, "last_10_kg")] {
            let measured = period(&mut chain(last_kg, 1.0, iterations));
            let expected = figures[row][key].as_f64().unwrap();
            assert_near(
                &format!("weighted, {row}, {key}"),
                measured,
                expected,
                FIGURE_TOLERANCE,
            );
        }
        let measured = period(&mut chain(10.0, 0.0, iterations));
        let expected = figures[row]["last_5_kg"].as_f64().unwrap();
        assert_near(
            &format!("uniform, {row}, last_10_kg"),
            measured,
            expected,
            FIGURE_TOLERANCE,
        );
    }
}

/// The scene that shows all this: Done-when 4 of the specification.
#[test]
fn the_shipped_chain_shows_both_weightings() {
    let text = ragdoll_lab::scene::find("chain").unwrap().text;
    let mut scene = ragdoll_lab::scene::parse(text.as_bytes()).unwrap();
    scene.solver.sleeping = false;
    let [light, heavy] = [2.5, 5.0].map(|half_kg| {
        [0.0, 1.0].map(|weighting| {
            scene.solver.weighting = weighting;
            for particle in scene.particles.iter_mut().rev().take(2) {
                particle.mass_kg = half_kg;
            }
            period(&mut compile(&scene).unwrap().0)
        })
    });
    assert!(
        (heavy[0] / light[0] - 1.0).abs() <= BLIND_TOLERANCE,
        "{light:?} {heavy:?}"
    );
    let exact = &reference()["exact_period_s"];
    for (measured, key) in [(light[1], "last_5_kg"), (heavy[1], "last_10_kg")] {
        let expected = exact[key].as_f64().unwrap();
        assert_near(
            &format!("shipped scene, {key}"),
            measured,
            expected,
            EXACT_TOLERANCE,
        );
    }
}
