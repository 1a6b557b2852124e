//! Solutions beside closed forms and what others found.

use super::catenary::sag_m;
use super::extrapolation::solve;
use super::impact::Collision;
use super::pendulum::period_of_rod_s;
use super::rods::Rods;
use super::top::turn;
use glam::DVec3;

const G: f64 = 9.81;

/// The bound of the error is one: the solution is nearer to the closed form.
#[test]
fn the_error_is_below_its_bound_and_that_is_rounding() {
    let rate = |state: &[f64], rates: &mut [f64]| {
        rates[0] = state[1];
        rates[1] = -state[0];
    };
    let solution = solve(&rate, &[1.0, 0.0], 0.1, 1000);
    assert!(solution.error < 1e-11, "{:e}", solution.error);
    let coarse = solve(&rate, &[1.0, 0.0], 2.0, 50);
    assert!(coarse.error > 1e-8, "{:e}", coarse.error);
    for (step, (fine, coarse_at)) in solution
        .states
        .iter()
        .step_by(20)
        .zip(&coarse.states)
        .enumerate()
    {
        let truth = libm::cos(2.0 * step as f64);
        assert!((fine[0] - truth).abs() < 1e-12);
        assert!((coarse_at[0] - truth).abs() < coarse.error);
    }
}

/// Twice as long steps, 2^12 times the error.
#[test]
fn the_rule_is_of_order_twelve() {
    let rate = |state: &[f64], rates: &mut [f64]| rates[0] = state[0];
    let error = |steps: usize| {
        let solution = solve(&rate, &[1.0], 8.0 / steps as f64, steps);
        solution.error / solution.states[steps][0]
    };
    let order = libm::log2(error(8) / error(16));
    assert!((order - 12.0).abs() < 0.7, "{order}");
}

/// One rod is the pendulum of the closed form; its mass is at its end.
#[test]
fn one_rod_swings_with_the_period_of_the_closed_form() {
    let rods = Rods {
        rod_m: 2.0 / 3.0,
        masses_kg: vec![3.0],
        gravity_m_s2: G,
        drag_per_s: 0.0,
    };
    for start_rad in [0.1, 1.0, 2.5] {
        // A uniform rod of 1 m swings as a point at two thirds of it.
        let period_s = period_of_rod_s(1.0, G, start_rad);
        let swung = rods.swing(start_rad, period_s / 64.0, 128);
        let [_, start] = swung.ends[0];
        let [_, end] = swung.ends[128];
        assert!(swung.error_m < 1e-9, "{:e}", swung.error_m);
        assert!(start.distance(end) < 1e-9, "{:e}", start.distance(end));
    }
    // `tests/data/pendulum_rod_1m.csv`, made elsewhere.
    assert!((period_of_rod_s(1.0, G, 0.1) - 1.638_971).abs() < 1e-6);
    assert!((period_of_rod_s(1.0, G, 1.0) - 1.746_599).abs() < 1e-6);
}

/// The lowest periods of five links that `tests/data/chain5.json` has from elsewhere, of a
/// swing so small that it is linear, and energy that stays.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn five_rods_swing_as_linear_theory_says() {
    for (last_kg, period_s) in [(5.0, 1.6880), (10.0, 1.7504)] {
        let rods = Rods {
            rod_m: 0.2,
            masses_kg: vec![5.0, 5.0, 5.0, 2.5 + 0.5 * last_kg, 0.5 * last_kg],
            gravity_m_s2: G,
            drag_per_s: 0.0,
        };
        let swung = rods.swing(1e-3, 1.0 / 240.0, 240 * 60);
        let centre: Vec<f64> = swung.ends.iter().map(|[a, b]| 0.5 * (a.x + b.x)).collect();
        let found = crate::lab::experiment::hanging::period_s(&centre, 1.0 / 240.0).unwrap();
        assert!((found / period_s - 1.0).abs() < 1e-3, "{found}");
        assert!(swung.error_m < 1e-12, "{:e}", swung.error_m);
    }
}

/// Drag takes its share of every speed: amplitudes fall as `exp(−c t / 2)`.
#[test]
fn drag_halves_the_swing_in_its_time() {
    let rods = Rods {
        rod_m: 0.2,
        masses_kg: vec![5.0, 2.5],
        gravity_m_s2: G,
        drag_per_s: 0.5,
    };
    let swung = rods.swing(1e-3, 1.0 / 240.0, 240 * 8);
    let most = |from: usize, to: usize| {
        let tips = swung.ends[from..to].iter().map(|[_, tip]| tip.x.abs());
        tips.fold(0.0, f64::max)
    };
    let ratio = most(240 * 6, 240 * 8) / most(240 * 2, 240 * 4);
    assert!((ratio / libm::exp(-1.0) - 1.0).abs() < 0.02, "{ratio}");
}

/// `tests/data/top_torque_free.csv`, made elsewhere to twelve digits, and what is conserved.
#[test]
fn the_top_turns_as_another_solution_says() {
    let inertia = DVec3::new(1.0, 2.0, 3.0);
    let turned = turn(inertia, DVec3::new(0.1, 3.0, 0.1), 0.1, 100);
    assert!(turned.error < 1e-10, "{:e}", turned.error);
    let text = include_str!("../../../../tests/data/top_torque_free.csv");
    let rows: Vec<Vec<f64>> = text
        .lines()
        .filter_map(|line| line.split(',').map(|cell| cell.parse().ok()).collect())
        .collect();
    assert!(rows.len() > 50);
    for row in rows {
        let (orientation, spin) = turned.states[(row[0] * 10.0).round() as usize];
        let numbers = [
            orientation.w,
            orientation.x,
            orientation.y,
            orientation.z,
            spin.x,
            spin.y,
            spin.z,
        ];
        for (found, known) in numbers.iter().zip(&row[1..8]) {
            assert!((found - known).abs() < 1e-9, "{row:?}: {numbers:?}");
        }
    }
    let momentum = |(orientation, spin): (glam::DQuat, DVec3)| orientation * (inertia * spin);
    let drift = momentum(turned.states[100]) - momentum(turned.states[0]);
    assert!(drift.length() < 1e-10, "{drift}");
}

/// Ever shorter links come to the catenary: `y = a cosh(x / a)` with arc and span of the chain.
#[test]
fn many_links_hang_as_a_catenary() {
    // Of span 2 a and length 2 a sinh 1 the sag is a (cosh 1 - 1).
    let (span_m, length_m) = (2.0, 2.0 * 1.0_f64.sinh());
    let errors = [20, 40].map(|links| {
        let sag = sag_m(links, length_m / f64::from(links), span_m);
        (sag - (1.0_f64.cosh() - 1.0)).abs()
    });
    assert!(errors[0] < 2e-3, "{errors:?}");
    assert!((errors[0] / errors[1] - 4.0).abs() < 0.1, "{errors:?}");
}

/// What Newton, Coulomb and the laws of motion say of the two impulses, asked after the impact.
#[test]
fn impulses_of_an_impact_bounce_and_stick_or_slide() {
    for (friction, sticks) in [(1.0, true), (0.02, false)] {
        for restitution in [0.0, 0.5, 0.9] {
            let of = Collision {
                ball_kg: 0.5,
                box_kg: 2.0,
                half_m: 0.3,
                box_kg_m2: 0.17,
                lever_m: 0.2,
                velocity_m_s: [-1.0, -0.2],
                restitution,
                friction,
            };
            let [normal, across] = of.impulses_n_s();
            let ball = [-1.0 + normal / of.ball_kg, -0.2 + across / of.ball_kg];
            // A solid ball turns by 5/2 of what across gives it; the box by both levers.
            let surface = ball[1] + 2.5 * across / of.ball_kg;
            let spin = (of.lever_m * normal - of.half_m * across) / of.box_kg_m2;
            let parting = ball[0] + normal / of.box_kg + of.lever_m * spin;
            let slide = surface + across / of.box_kg - of.half_m * spin;
            assert!((parting - restitution).abs() < 1e-12, "{parting}");
            match sticks {
                true => assert!(slide.abs() < 1e-12 && across.abs() < friction * normal),
                false => assert!((across.abs() - friction * normal).abs() < 1e-12),
            }
        }
    }
}
