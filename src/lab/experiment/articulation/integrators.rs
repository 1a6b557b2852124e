//! Order of accuracy of the integrators: how the error after a second falls with the step.

use super::course::Course;
use super::links::{on_a_spring, Links, BODY_KG, GRAVITY_M_S2, LINK_KG, LINK_KG_M2, LINK_M};
use super::way::{Way, IMPULSES, MULTIPLIERS, REDUCED, RELAXATION, SEMI_IMPLICIT};
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, Effort, Experiment, ExperimentError, Result,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::slope::slope_of_logarithms;
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;
use crate::scene::Scene;
use glam::DVec3;
use serde_json::json;

/// Error over the step.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Integrators;

/// Steps per second.
const RATES_HZ: [f64; 8] = [60.0, 120.0, 240.0, 480.0, 960.0, 1920.0, 3840.0, 7680.0];
const SECONDS: f64 = 1.0;
const STIFFNESS_N_M: f64 = 100.0;
const AWAY_M: f64 = 0.1;
/// Start of the pendulum from hanging, rad.
const START_RAD: f64 = 1.0;
/// Steps of the independent solution of the pendulum.
const EXACT_STEPS: u32 = 100_000;
/// Errors below this are rounding, m.
const ROUNDING_M: f64 = 1e-11;
/// The order is read from so many of the smallest steps whose error is none of rounding.
const ASYMPTOTIC: usize = 3;
/// So far a measured order may be from the expected one.
const TOLERANCE: Least = Least::of(0.15, "of the order");

const SPRING: &str = "body on a spring";
const PENDULUM: &str = "pendulum";
const NEEDS: &[&str] = &["step_ms", "error_m"];

/// Integrators of the spring with their orders.
const OF_SPRING: [(&str, f64); 4] = [
    ("forward-euler", 1.0),
    ("symplectic-euler", 1.0),
    ("runge-kutta-2", 2.0),
    ("backward-euler", 1.0),
];
/// Ways of the pendulum with their orders.
const OF_PENDULUM: [(Way, f64); 5] = [
    (RELAXATION, 1.0),
    (IMPULSES, 1.0),
    (MULTIPLIERS, 4.0),
    (REDUCED, 4.0),
    (SEMI_IMPLICIT, 1.0),
];

struct Run {
    system: &'static str,
    name: &'static str,
    rate_hz: f64,
    scene: Scene,
}

fn runs() -> std::result::Result<Vec<Run>, ExperimentError> {
    let mut runs = Vec::new();
    for rate_hz in RATES_HZ {
        for (name, _) in OF_SPRING {
            let solver = json!({
                "method": "springs", "integrator": name, "rate_hz": rate_hz, "substeps": 1,
                "stiffness_n_m": STIFFNESS_N_M, "damping_n_s_m": 0,
            });
            runs.push(Run {
                system: SPRING,
                name,
                rate_hz,
                scene: on_a_spring(&solver, AWAY_M, 0.0)?,
            });
        }
        for (way, _) in OF_PENDULUM {
            let link = Links {
                tilt_rad: START_RAD,
                ..Links::swinging(1)
            };
            let solver = json!({"rate_hz": rate_hz, "substeps": 1});
            runs.push(Run {
                system: PENDULUM,
                name: way.name,
                rate_hz,
                scene: way.of(&link.scene(&solver)?)?,
            });
        }
    }
    Ok(runs)
}

/// Where the first body is after a second.
fn exact(system: &str) -> DVec3 {
    match system {
        SPRING => {
            let frequency = (STIFFNESS_N_M / BODY_KG).sqrt();
            DVec3::X * (AWAY_M * libm::cos(frequency * SECONDS))
        }
        _ => {
            let angle = pendulum_rad(SECONDS);
            DVec3::new(libm::sin(angle), -libm::cos(angle), 0.0) * (0.5 * LINK_M)
        }
    }
}

/// Angle of the pendulum from an independent solution of its equation, Runge-Kutta 4 in steps
/// that leave rounding alone.
fn pendulum_rad(seconds: f64) -> f64 {
    let arm = 0.5 * LINK_M;
    let pull = LINK_KG * GRAVITY_M_S2 * arm / (LINK_KG_M2[2] + LINK_KG * arm * arm);
    let rate = |[angle, speed]: [f64; 2]| [speed, -pull * libm::sin(angle)];
    let ahead = |[x, v]: [f64; 2], [dx, dv]: [f64; 2], h: f64| [x + h * dx, v + h * dv];
    let h = seconds / f64::from(EXACT_STEPS);
    let mut now = [START_RAD, 0.0];
    for _ in 0..EXACT_STEPS {
        let a = rate(now);
        let b = rate(ahead(now, a, 0.5 * h));
        let c = rate(ahead(now, b, 0.5 * h));
        let d = rate(ahead(now, c, h));
        let mean = [0, 1].map(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0);
        now = ahead(now, mean, h);
    }
    now[0]
}

impl Experiment for Integrators {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let runs = runs()?;
        listener.hear(&format!("integrators: {} runs of {SECONDS} s", runs.len()));
        let courses = each(&runs, effort.threads, listener, |run| {
            Course::of(&run.scene, SECONDS)
        })?;
        let row = |(run, course): (&Run, &Course)| -> Vec<Cell> {
            let (position, _) = course.first();
            vec![
                "integrators".into(),
                run.system.into(),
                run.name.into(),
                (1e3 / run.rate_hz).into(),
                position.distance(exact(run.system)).into(),
                hex(course.hash()).into(),
            ]
        };
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("system", "system"),
                    column("integrator", "integrator"),
                    column("step_ms", "step ms"),
                    column("error_m", "error m"),
                    column("hash", ""),
                ],
                rows: runs.iter().zip(&courses).map(row).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![format!(
                "Errors are distances from the correct position after {SECONDS} s: the closed \
                 form for the spring ({STIFFNESS_N_M} N/m, {BODY_KG} kg, {AWAY_M} m away), an \
                 independent solution of the equation for the pendulum (one link, from \
                 {START_RAD} rad). The order is the slope over the {ASYMPTOTIC} smallest steps \
                 whose error is above {ROUNDING_M:e} m."
            )],
            manifest: json!({
                "cases": runs.iter().map(|run| hex(scene_hash(&run.scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |(system, title): (&str, &str)| {
            let names = table.kinds("integrator");
            let lines = names.into_iter().filter_map(|name| {
                let errors = errors(table, system, name);
                (!errors.is_empty()).then(|| Series::marked(name, &errors))
            });
            Panel {
                x: Axis::log(&format!("step, ms ({system})")),
                y: Axis::log(title),
                series: lines.collect(),
            }
        };
        let panels = [
            (SPRING, "error after 1 s, m"),
            (PENDULUM, "error after 1 s, m"),
        ];
        Plot {
            panels: panels.map(panel).into(),
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        let of_spring = OF_SPRING.map(|(name, order)| (SPRING, name, order));
        let of_pendulum = OF_PENDULUM.map(|(way, order)| (PENDULUM, way.name, order));
        let all = of_spring.into_iter().chain(of_pendulum);
        all.map(|(system, name, order)| of_order(table, system, name, order))
            .collect()
    }
}

/// Errors over steps, ms, the smallest first.
fn errors(table: &Table, system: &str, name: &str) -> Vec<(f64, f64)> {
    let its = table.rows.iter().filter(|row| {
        table.words(row, "system") == system && table.words(row, "integrator") == name
    });
    let point =
        |row: &Vec<Cell>| Some((table.number(row, "step_ms")?, table.number(row, "error_m")?));
    let mut points: Vec<(f64, f64)> = its.filter_map(point).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}

fn of_order(table: &Table, system: &str, name: &str, wanted: f64) -> Finding {
    let claim = format!("{name} is of order {wanted} ({system})");
    let errors = errors(table, system, name).into_iter();
    let told: Vec<(f64, f64)> = errors
        .filter(|(_, error)| *error > ROUNDING_M)
        .take(ASYMPTOTIC)
        .collect();
    let found = match (slope_of_logarithms(&told), told.as_slice()) {
        (Some(order), [finest, .., coarsest]) => Finding::on_no_effect(
            &claim,
            TOLERANCE.beside(order - wanted),
            format!(
                "{order:.2}: {} m with {} ms, {} m with {} ms",
                short(coarsest.1),
                short(coarsest.0),
                short(finest.1),
                short(finest.0)
            ),
        ),
        _ => Finding::not_measured(&claim, "too few errors above rounding"),
    };
    match name {
        "backward-euler" => found.claimed_by(
            DELANNOY,
            "section 3.3.3",
            "the implicit method shown is of first order",
        ),
        _ => found,
    }
}
