//! Gap and stability of stiff springs over stiffness, substep and integrator, beside the
//! predicted limits.

mod findings;

use super::course::Course;
use super::links::{on_a_spring, Links, BODY_KG};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;
use crate::lab::Variant;
use crate::physics::method::springs::stiffness_limit;
use crate::scene::Scene;
use serde_json::json;

/// Stiff springs over stiffness, substep and integrator.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Stiffness;

const INTEGRATORS: [&str; 4] = [
    "forward-euler",
    "symplectic-euler",
    "runge-kutta-2",
    "backward-euler",
];
/// Length of the swinging chain.
const LINKS: u32 = 5;
/// Steps per second, one substep each.
const RATES_HZ: [f64; 2] = [60.0, 600.0];
const STIFFNESS_N_M: [f64; 9] = [1e2, 3.162e2, 1e3, 3.162e3, 1e4, 3.162e4, 1e5, 3.162e5, 1e6];
/// Stiffness over the predicted limit, of the chain that swings.
const NEAR_LIMIT: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
/// The same of the chain that floats in one line, and damping times the step over the mass,
/// over the limit of 2, of a damper alone.
const AT_LIMIT: [f64; 8] = [0.25, 0.5, 0.9, 0.98, 1.02, 1.1, 1.5, 2.0];
/// Where the edge of what is linear must be found, over the predicted one.
const LINEAR_TOLERANCE: f64 = 0.02;
/// A chain that has gained so much has blown up, J: ten times what it swings with.
const BLOWN_J: f64 = 5.0;
/// Ends of the line of the predicted limit, mm.
const LINE_MM: [f64; 2] = [1e-2, 1e3];

const NEEDS: &[&str] = &["stiffness_n_m", "gap_mm", "limit_n_m", "step_ms"];
const SWINGING: &str = "swinging chain";
const FLOATING: &str = "floating chain";
const DAMPER: &str = "damper only";

/// A run.
struct Run {
    system: &'static str,
    integrator: &'static str,
    rate_hz: f64,
    stiffness_n_m: f64,
    damping_n_s_m: f64,
    /// What is stable below this, N/m, or N·s/m of the damper.
    limit: f64,
    scene: Scene,
}

impl Run {
    fn of(
        system: &'static str,
        integrator: &'static str,
        rate_hz: f64,
        [stiffness_n_m, damping_n_s_m]: [f64; 2],
        limit: f64,
    ) -> std::result::Result<Run, ExperimentError> {
        let solver = json!({
            "method": "springs", "integrator": integrator, "rate_hz": rate_hz, "substeps": 1,
            "stiffness_n_m": stiffness_n_m, "damping_n_s_m": damping_n_s_m,
        });
        let scene = match system {
            DAMPER => on_a_spring(&solver, 0.0, 1.0),
            FLOATING => Links::floating(LINKS).scene(&solver),
            _ => Links::swinging(LINKS).scene(&solver),
        };
        Ok(Run {
            system,
            integrator,
            rate_hz,
            stiffness_n_m,
            damping_n_s_m,
            limit,
            scene: scene?,
        })
    }

    /// What is set, over its limit.
    fn share(&self) -> f64 {
        let set = match self.system {
            DAMPER => self.damping_n_s_m,
            _ => self.stiffness_n_m,
        };
        set / self.limit
    }

    fn row(&self, course: &Course) -> Vec<Cell> {
        let energies = course
            .samples
            .iter()
            .map(|sample| sample.energy_j + 0.5 * self.stiffness_n_m * sample.gaps_m2);
        let energies: Vec<f64> = energies.collect();
        let gained = match energies.as_slice() {
            [first, .., last] if course.divergence.is_none() => Some(last - first),
            _ => None,
        };
        let below = course.mean_gaps_m.iter().skip(1).copied();
        let below = below.reduce(f64::max).filter(|_| gained.is_some());
        let top = course.mean_gaps_m.first().filter(|_| below.is_some());
        let [top, below] = [top.copied(), below].map(|gap| gap.map(|gap_m| 1e3 * gap_m));
        let (_, velocity) = course.first();
        let is_stable = gained.is_some_and(|gained| match self.system {
            // It began with 1 m/s.
            DAMPER => velocity.length() < 1.0,
            _ => gained < BLOWN_J,
        });
        vec![
            "stiffness".into(),
            self.system.into(),
            self.integrator.into(),
            (1e3 / self.rate_hz).into(),
            self.stiffness_n_m.into(),
            self.damping_n_s_m.into(),
            self.limit.into(),
            self.share().into(),
            (1e3 * course.gap_m()).into(),
            top.into(),
            below.into(),
            gained.into(),
            if is_stable { "yes" } else { "no" }.into(),
            course.end_s().into(),
            hex(course.hash()).into(),
        ]
    }
}

/// Stiffness that is predicted to be the limit of symplectic Euler, N/m.
fn limit(links: &Links, rate_hz: f64) -> std::result::Result<f64, ExperimentError> {
    let scene = links.scene(&json!({"method": "springs"}))?;
    let (world, _) = crate::compile::compile(&scene)?;
    Ok(stiffness_limit(
        world.model(),
        world.state(),
        1.0 / rate_hz,
        0.0,
    ))
}

fn runs(effort: &Effort) -> std::result::Result<Vec<Run>, ExperimentError> {
    let mut runs = Vec::new();
    for rate_hz in RATES_HZ {
        let limit_n_m = limit(&Links::swinging(LINKS), rate_hz)?;
        for integrator in INTEGRATORS {
            for stiffness in effort.thinned(&STIFFNESS_N_M) {
                runs.push(Run::of(
                    SWINGING,
                    integrator,
                    rate_hz,
                    [stiffness, 0.0],
                    limit_n_m,
                )?);
            }
        }
        for share in effort.thinned(&NEAR_LIMIT) {
            let set = [share * limit_n_m, 0.0];
            runs.push(Run::of(
                SWINGING,
                "symplectic-euler",
                rate_hz,
                set,
                limit_n_m,
            )?);
        }
    }
    let [rate_hz, _] = RATES_HZ;
    let limit_n_m = limit(&Links::floating(LINKS), rate_hz)?;
    for share in effort.thinned(&AT_LIMIT) {
        let set = [share * limit_n_m, 0.0];
        runs.push(Run::of(
            FLOATING,
            "symplectic-euler",
            rate_hz,
            set,
            limit_n_m,
        )?);
        for integrator in INTEGRATORS {
            let limit = 2.0 * BODY_KG * rate_hz;
            // The least stiffness there is: what it pulls in the run is nothing beside.
            runs.push(Run::of(
                DAMPER,
                integrator,
                rate_hz,
                [1.0, share * limit],
                limit,
            )?);
        }
    }
    Ok(runs)
}

impl Experiment for Stiffness {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let runs = runs(effort)?;
        let seconds = effort.limit_s.min(5.0);
        listener.hear(&format!("stiffness: {} runs of {seconds} s", runs.len()));
        let courses = each(&runs, effort.threads, listener, |run| {
            Course::of(&run.scene, seconds)
        })?;
        let rows = runs.iter().zip(&courses);
        let hashes = runs.iter().map(|run| scene_hash(&run.scene));
        Ok(Result {
            table: Table {
                columns: columns(),
                rows: rows.map(|(run, course)| run.row(course)).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![
                "The stability limit is 4 divided by the square of the substep and by the largest \
                 eigenvalue of J M^-1 J^T at the start, without damping. For the damper only, a \
                 velocity that decays as v' = -k v, it is h k = 2 (Delannoy, equation 3.15, for a coordinate). Energy \
                 includes the springs."
                    .into(),
                format!(
                    "A chain that gains {BLOWN_J} J counts as blown up; its swing has half a joule."
                ),
            ],
            manifest: json!({
                "seconds": seconds,
                "cases": hashes.map(hex).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |rate_hz: f64| {
            let step_ms = 1e3 / rate_hz;
            let is_its = |row: &Vec<Cell>| {
                table.words(row, "system") == SWINGING
                    && table.number(row, "step_ms") == Some(step_ms)
            };
            let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(|row| is_its(row)).collect();
            let mut series: Vec<Series> = INTEGRATORS
                .iter()
                .map(|integrator| Series::marked(integrator, &gaps(table, &rows, integrator)))
                .collect();
            let limit = rows.first().and_then(|row| table.number(row, "limit_n_m"));
            if let Some(limit) = limit {
                let name = format!("predicted limit, {limit:.0} N/m");
                series.push(Series::through(&name, &LINE_MM.map(|mm| (limit, mm))));
            }
            Panel {
                x: Axis::log(&format!("stiffness, N/m (steps of {} ms)", short(step_ms))),
                y: Axis::log("largest joint error, mm"),
                series,
            }
        };
        Plot {
            panels: RATES_HZ.map(panel).into(),
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings::findings(&result.table)
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        let [rate_hz, _] = RATES_HZ;
        let limit_n_m = limit(&Links::swinging(LINKS), rate_hz).ok()?;
        let set = [0.5 * limit_n_m, 0.0];
        let leader = Run::of(SWINGING, "symplectic-euler", rate_hz, set, limit_n_m).ok()?;
        let variant = |name: &str, integrator: &str, stiffness: f64| {
            let integrator = format!("solver.integrator={integrator}");
            let stiffness = format!("solver.stiffness_n_m={stiffness}");
            Variant::new(name, &[&integrator, &stiffness])
        };
        let variants = [
            variant("symplectic, at the limit", "symplectic-euler", limit_n_m),
            variant(
                "forward, at half the limit",
                "forward-euler",
                0.5 * limit_n_m,
            ),
            variant("backward, at a million N/m", "backward-euler", 1e6),
        ];
        Some(Watch {
            scene: leader.scene,
            leader: "symplectic, at half the limit".into(),
            variants: variants
                .into_iter()
                .collect::<std::result::Result<_, _>>()
                .ok()?,
        })
    }
}

fn columns() -> Vec<crate::lab::table::Column> {
    vec![
        column("experiment", ""),
        column("system", "system"),
        column("integrator", "integrator"),
        column("step_ms", "step ms"),
        column("stiffness_n_m", "N/m"),
        column("damping_n_s_m", "N s/m"),
        column("limit_n_m", "limit"),
        column("share_of_limit", "share of limit"),
        column("gap_mm", "joint error mm"),
        column("top_mean_mm", "mean of top joint mm"),
        column("below_mean_mm", "largest mean below mm"),
        column("energy_gained_j", "energy gained J"),
        column("stable", "stable"),
        column("end_s", "end s"),
        column("hash", ""),
    ]
}

/// Gap over stiffness, of what did not blow up.
fn gaps(table: &Table, rows: &[&Vec<Cell>], integrator: &str) -> Vec<(f64, f64)> {
    let its = rows.iter().filter(|row| {
        table.words(row, "integrator") == integrator && table.words(row, "stable") == "yes"
    });
    let point = |row: &&&Vec<Cell>| {
        Some((
            table.number(row, "stiffness_n_m")?,
            table.number(row, "gap_mm")?,
        ))
    };
    let mut points: Vec<(f64, f64)> = its.filter_map(|row| point(&row)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points
}
