//! At which state the constraints of a pass are taken: Gauss-Seidel or Jacobi (Delannoy, 4.2.2);
//! and that passes end when one changes little (3.2.3).

use crate::kit::{
    advance, paper, particle, resting, settings, still, weightless, world, Form, PAPERS, SMOOTH,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::Distance;
use ragdoll_lab::physics::method::paper::RelaxationScheme::{self, GaussSeidel, Jacobi};
use ragdoll_lab::physics::report::momentum;
use ragdoll_lab::physics::{
    Attachment, BodyModel, Constraint, Model, Obstacle, ObstacleShape, Settings, State,
};
use std::f64::consts::PI;

/// Sticks in the chain, and their length, m.
const STICKS: usize = 9;
const LENGTH_M: f64 = 0.5;
/// Largest stretch of a stick at the start, m: small, though along one line nothing depends on it.
const STRETCH_M: f64 = 1e-3;

fn stick(a: usize, b: usize) -> Constraint {
    Constraint::Distance(Distance {
        a: Attachment::Particle(a),
        b: Attachment::Particle(b),
        min: LENGTH_M,
        max: LENGTH_M,
        relaxation_factor: 1.0,
        tears_at: f64::INFINITY,
    })
}

/// Where particles of 1 kg are along x after one substep of so many passes, m, from rest.
fn solved(
    (form, scheme, passes): (Form, RelaxationScheme, u32),
    places: &[f64],
    constraints: &[Constraint],
) -> Vec<f64> {
    let mut settings = weightless(form, 1, passes);
    paper(&mut settings).scheme = scheme;
    solved_as_set(settings, places, constraints).0
}

/// The same with these settings, and the number of passes.
fn solved_as_set(
    settings: Settings,
    places: &[f64],
    constraints: &[Constraint],
) -> (Vec<f64>, u32) {
    let model = Model {
        settings,
        particles: places.iter().map(|_| particle(1.0)).collect(),
        constraints: constraints.to_vec(),
        ..Model::default()
    };
    let state = State {
        particles: places.iter().map(|&x| resting(DVec3::X * x)).collect(),
        ..State::default()
    };
    let mut world = world(model, state);
    world.step();
    assert!(momentum(world.model(), world.state()).length() < 1e-11);
    let particles = world.state().particles.iter();
    let places = particles.map(|particle| particle.position.x).collect();
    (places, world.iterations().unwrap())
}

/// Places of a straight chain of which stick `j` is too long by `stretches[j]`.
fn chain(stretches: &[f64]) -> Vec<f64> {
    let mut places = vec![0.0];
    for stretch in stretches {
        places.push(places[places.len() - 1] + LENGTH_M + stretch);
    }
    places
}

fn stretches(places: &[f64]) -> Vec<f64> {
    places.windows(2).map(|p| p[1] - p[0] - LENGTH_M).collect()
}

/// The slowest wave of a chain whose ends are free.
fn wave() -> Vec<f64> {
    let of_stick = |j: usize| libm::sin(PI * (j + 1) as f64 / (STICKS + 1) as f64);
    (0..STICKS).map(|j| STRETCH_M * of_stick(j)).collect()
}

fn sticks() -> Vec<Constraint> {
    (0..STICKS).map(|i| stick(i, i + 1)).collect()
}

/// A pass of Jacobi's leaves each stick half of the stretches of both neighbours. Of the slowest
/// wave of `n` sticks that is the share `cos(π / (n + 1))`.
#[test]
fn a_pass_of_jacobi_leaves_the_known_share_of_a_wave() {
    let left = libm::cos(PI / (STICKS + 1) as f64);
    for form in PAPERS {
        for passes in [1, 2, 5, 20] {
            let places = solved((form, Jacobi, passes), &chain(&wave()), &sticks());
            let share = f64::powi(left, passes as i32);
            for (after, before) in stretches(&places).into_iter().zip(wave()) {
                let error = after - share * before;
                assert!(error.abs() < 1e-13, "{form:?}, {passes}: {error:e} m");
            }
        }
    }
}

/// Both come to the one state that keeps all lengths and the centre of mass; Jacobi takes twice as
/// many passes for it (Young's theorem: `ρ_GS = ρ_J²`).
#[test]
fn both_schemes_reach_the_same_chain_and_jacobi_takes_twice_as_many_passes() {
    let start = chain(&wave());
    let centre = start.iter().sum::<f64>() / start.len() as f64;
    let end = |i: usize| centre + LENGTH_M * (i as f64 - 0.5 * STICKS as f64);
    let worst = |scheme, passes| {
        let places = solved((Form::Poses, scheme, passes), &start, &sticks());
        let errors = places.iter().enumerate().map(|(i, x)| (x - end(i)).abs());
        errors.fold(0.0, f64::max)
    };
    let needed = |scheme| {
        (1..1000)
            .find(|&passes| worst(scheme, passes) < 1e-9)
            .unwrap()
    };
    let [gauss_seidel, jacobi] = [GaussSeidel, Jacobi].map(needed);
    let ratio = f64::from(jacobi) / f64::from(gauss_seidel);
    println!("{gauss_seidel} passes and {jacobi}, ratio {ratio:.2}");
    assert!((ratio - 2.0).abs() < 0.1, "{gauss_seidel} {jacobi}");
    for scheme in [GaussSeidel, Jacobi] {
        assert!(worst(scheme, 1000) < 1e-13, "{scheme:?}");
    }
}

/// The order of the constraints has no part in it, but for rounding.
#[test]
fn jacobi_knows_no_order() {
    let apart = |scheme| {
        let reversed: Vec<Constraint> = sticks().into_iter().rev().collect();
        let [a, b] = [sticks(), reversed]
            .map(|sticks| solved((Form::Poses, scheme, 3), &chain(&wave()), &sticks));
        let apart = a.iter().zip(&b).map(|(a, b)| (a - b).abs());
        apart.fold(0.0, f64::max)
    };
    assert!(apart(Jacobi) < 1e-15, "{:e}", apart(Jacobi));
    assert!(apart(GaussSeidel) > 1e-5, "{:e}", apart(GaussSeidel));
}

/// Five sticks from one particle, along one line: whole corrections would add up to three times
/// what is missing. Of shares of 2/5 each pass leaves -1/5 of what all have in common, and 4/5 of
/// what one has alone.
#[test]
fn where_many_meet_the_sum_of_the_corrections_does_not_grow() {
    let spokes: Vec<Constraint> = (1..=5).map(|i| stick(0, i)).collect();
    for passes in 1..=12 {
        let (together, alone) = (STRETCH_M, 0.5 * STRETCH_M);
        let own = [alone, -alone, 0.0, 0.0, 0.0];
        let places: Vec<f64> = [0.0]
            .into_iter()
            .chain(own.map(|own| LENGTH_M + together + own))
            .collect();
        let after = solved((Form::Poses, Jacobi, passes), &places, &spokes);
        let passes = passes as i32;
        for (place, own) in after[1..].iter().zip(own) {
            let left = place - after[0] - LENGTH_M;
            let known = together * f64::powi(-0.2, passes) + own * f64::powi(0.8, passes);
            assert!((left - known).abs() < 1e-13, "{passes}: {left:e} {known:e}");
        }
    }
}

/// A pass of Jacobi's over the slowest wave moves the first particle furthest, by half the stretch
/// of the first stick: passes end with the first one of which that is the threshold or less. What
/// is then missing is the rest of the geometric series.
#[test]
fn passes_end_when_one_changes_little() {
    let shrinks = libm::cos(PI / (STICKS + 1) as f64);
    for threshold in [1e-4, 1e-6, 1e-9] {
        let mut set = weightless(Form::Poses, 1, 1000);
        paper(&mut set).scheme = Jacobi;
        let all = solved_as_set(set.clone(), &chain(&wave()), &sticks());
        paper(&mut set).stop_at_change = Some(threshold);
        let some = solved_as_set(set, &chain(&wave()), &sticks());
        let way = |pass: i32| 0.5 * wave()[0] * f64::powi(shrinks, pass - 1);
        let known = (1..).find(|&pass| way(pass) <= threshold).unwrap();
        assert_eq!((all.1, some.1), (1000, known as u32), "{threshold:e}");
        let apart = all.0.iter().zip(&some.0).map(|(a, b)| (a - b).abs());
        let (apart, left) = (apart.fold(0.0, f64::max), way(known + 1) / (1.0 - shrinks));
        println!("{threshold:e} m: {known} passes, {apart:e} m");
        assert!((apart - left).abs() < 1e-12, "{apart:e} m for {left:e} m");
    }
}

/// At rest one pass finds nothing to do; what lies on the floor takes one to be carried, and one
/// to see that nothing is left.
#[test]
fn what_rests_takes_the_fewest_passes() {
    for form in PAPERS {
        let mut set = weightless(form, 1, 40);
        paper(&mut set).stop_at_change = Some(1e-9);
        let (_, passes) = solved_as_set(set, &chain(&[0.0; STICKS]), &sticks());
        assert_eq!(passes, 1, "{form:?}");

        let mut set = settings(form, 1, 40);
        paper(&mut set).stop_at_change = Some(1e-9);
        let model = Model {
            settings: set,
            bodies: vec![BodyModel::ball(1.0, 0.1, SMOOTH)],
            obstacles: vec![Obstacle {
                shape: ObstacleShape::Plane,
                position: DVec3::ZERO,
                orientation: DQuat::IDENTITY,
                surface: SMOOTH,
                belt: DVec3::ZERO,
            }],
            ..Model::default()
        };
        let state = State {
            bodies: vec![still(DVec3::Y * 0.1, DQuat::IDENTITY)],
            ..State::default()
        };
        let mut lying = world(model, state);
        advance(&mut lying, 30);
        assert_eq!(lying.iterations(), Some(2), "{form:?}");
        assert!((lying.state().bodies[0].position.y - 0.1).abs() < 1e-3);
    }
}
