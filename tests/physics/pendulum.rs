//! A rod that swings from a pin, against the exact pendulum (specification,
//! section 9, item 5).

use crate::kit::{advance, body, on_body, settings, still, table, world, Form};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::Pin;
use ragdoll_lab::physics::math::{rotation_from_vector, vector_from_rotation};
use ragdoll_lab::physics::report::joint_error;
use ragdoll_lab::physics::{Attachment, Constraint, Model, State, World};

const RUN_S: f64 = 20.0;
/// Exact periods of the head of `pendulum_rod_1m.csv`.
const PERIOD_SMALL_S: f64 = 1.638_970_889;
const PERIOD_LARGE_S: f64 = 1.746_598_537;

/// A thin rod of 1 m and 1 kg that hangs by its end, turned by `start` about z.
pub fn rod(form: Form, substeps: u32, iterations: u32, start: f64) -> World {
    let arm = DVec3::Y * 0.5;
    let orientation: DQuat = rotation_from_vector(DVec3::Z * start);
    let model = Model {
        settings: settings(form, substeps, iterations),
        // m L²/12 across it; about the axis it does not turn.
        bodies: vec![body(1.0, DVec3::new(1.0 / 12.0, 1e-3, 1.0 / 12.0))],
        constraints: vec![Constraint::Pin(Pin {
            a: Attachment::World(DVec3::ZERO),
            b: on_body(0, arm),
            relaxation_factor: 1.0,
        })],
        ..Model::default()
    };
    let state = State {
        bodies: vec![still(-(orientation * arm), orientation)],
        ..State::default()
    };
    world(model, state)
}

struct Swing {
    period_s: f64,
    /// Greatest angle of the last period, rad.
    amplitude: f64,
    /// Greatest error of the pin at the end of a step, m.
    pin_m: f64,
    /// Decay rate of the amplitude, in ω² h.
    decay: f64,
}

fn swing(mut world: World, start: f64, exact_period_s: f64) -> Swing {
    let settings = world.model().settings.clone();
    let mut angles = vec![start];
    let mut pin_m = 0.0_f64;
    for _ in 0..(RUN_S / settings.common.step_s).round() as u32 {
        advance(&mut world, 1);
        angles.push(vector_from_rotation(world.state().bodies[0].orientation).z);
        pin_m = pin_m.max(joint_error(world.model(), world.state()));
    }
    let mut crossings = Vec::new();
    for (step, pair) in angles.windows(2).enumerate() {
        if pair[0] > 0.0 && pair[1] <= 0.0 {
            crossings.push((step as f64 + pair[0] / (pair[0] - pair[1])) * settings.common.step_s);
        }
    }
    let count = crossings.len();
    let period_s = (crossings[count - 1] - crossings[0]) / (count - 1) as f64;
    let last = angles.len() - (exact_period_s / settings.common.step_s).round() as usize;
    let (at, amplitude) =
        angles
            .iter()
            .enumerate()
            .skip(last)
            .fold((0, 0.0_f64), |best, (step, angle)| {
                if angle.abs() > best.1 {
                    (step, angle.abs())
                } else {
                    best
                }
            });
    let omega = std::f64::consts::TAU / exact_period_s;
    let h = settings.common.step_s / f64::from(settings.common.substeps);
    let decay =
        (start / amplitude).ln() / (at as f64 * settings.common.step_s) / (omega * omega * h);
    Swing {
        period_s,
        amplitude,
        pin_m,
        decay,
    }
}

/// A case with its bounds: of the period, relative from and to, and of the
/// amplitude after 20 s.
struct Case {
    name: &'static str,
    form: Form,
    passes: [u32; 2],
    start: f64,
    period: [f64; 2],
    amplitude: [f64; 2],
    pin_m: f64,
}

/// Item 5. The amplitudes of the velocity-less form are those of the decay
/// exp(−r ω² h t) with r from 0.40 to 0.55.
#[test]
fn the_rod_swings_with_the_exact_period() {
    let case = |name, form, passes, period| Case {
        name,
        form,
        passes,
        start: 0.1,
        period,
        amplitude: [0.099, 0.1001],
        // Three rows at once: what one Newton step of a small rotation leaves.
        pin_m: 1e-6,
    };
    let velocity_less = Form::Verlet;
    let small = PERIOD_SMALL_S;
    let cases = [
        Case {
            amplitude: decayed(1.0),
            ..case(
                "velocity-less 1x1",
                velocity_less,
                [1, 1],
                [-1.5e-3, -0.9e-3],
            )
        },
        Case {
            amplitude: decayed(4.0),
            ..case("velocity-less 4x1", velocity_less, [4, 1], [-5e-4, -1e-4])
        },
        Case {
            pin_m: 0.5e-3,
            ..case("soft 4", Form::Impulse, [4, 1], [-2e-4, 2e-4])
        },
        Case {
            amplitude: [0.99, 1.001],
            start: 1.0,
            pin_m: 0.5e-3,
            ..case("soft 4 from 1 rad", Form::Impulse, [4, 1], [-5e-4, 5e-4])
        },
    ];
    for case in cases {
        let exact = if case.start == 0.1 {
            small
        } else {
            PERIOD_LARGE_S
        };
        let [substeps, iterations] = case.passes;
        let swing = swing(
            rod(case.form, substeps, iterations, case.start),
            case.start,
            exact,
        );
        let shift = swing.period_s / exact - 1.0;
        println!(
            "{}: period {:+.4} %, amplitude {:.5}, decay {:.3} w2h, pin {:.2e} mm",
            case.name,
            100.0 * shift,
            swing.amplitude,
            swing.decay,
            1e3 * swing.pin_m
        );
        let name = case.name;
        assert!(
            (case.period[0]..=case.period[1]).contains(&shift),
            "{name}: {shift}"
        );
        let amplitude = swing.amplitude;
        assert!(
            (case.amplitude[0]..=case.amplitude[1]).contains(&amplitude),
            "{name}: {amplitude}"
        );
        assert!(swing.pin_m < case.pin_m, "{name}: {}", swing.pin_m);
    }
}

/// Least and greatest amplitude after 20 s from 0.1 rad with so many substeps.
fn decayed(substeps: f64) -> [f64; 2] {
    let omega = std::f64::consts::TAU / PERIOD_SMALL_S;
    [0.55, 0.40].map(|rate| 0.1 * (-rate * omega * omega / 60.0 / substeps * RUN_S).exp())
}

/// The exact motion from 1 rad within its first period: the forms that keep the
/// swing follow it, by the phase that the shift of their period allows.
#[test]
fn the_rod_follows_the_exact_motion() {
    let rows = table(include_str!("../data/pendulum_rod_1m.csv"));
    for (form, passes, allowed) in [
        (Form::Impulse, [4, 1], 0.02),
        (Form::Verlet, [64, 1], 0.02),
        (Form::Velocities, [64, 1], 0.02),
    ] {
        let mut world = rod(form, passes[0], passes[1], 1.0);
        let mut worst = 0.0_f64;
        // A row each 0.05 s, three steps.
        for row in rows.iter().skip(1).take(34) {
            advance(&mut world, 3);
            let angle = vector_from_rotation(world.state().bodies[0].orientation).z;
            worst = worst.max((angle - row[1]).abs());
        }
        println!("{form:?} {passes:?}: within {worst:.5} rad of the exact motion");
        assert!(worst < allowed, "{worst}");
    }
}
