//! What it costs in error to spend fewer iterations: on what is far from the viewpoint (Baltman
//! & Radeztsky, section 10), or on all, within a cap on the work (Delannoy, section 3.2.6).

use super::effect::{Least, Trend};
use super::finding::Finding;
use super::source::{BALTMAN_RADEZTSKY, DELANNOY};
use super::work::Corrections;
use super::{hash_of, hex, scene_hash, Effort, Experiment, ExperimentError, Result};
use crate::clock::Instant;
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::simulation::{Progress, Simulation};
use crate::lab::spread::short;
use crate::lab::statistics::Quartiles;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;
use crate::physics::report::joint_error_of;
use crate::scene::{parse, Detail, Scene};
use serde_json::{json, Value};

/// Figures at growing distances, with iterations by distance and under caps.
#[derive(Debug)]
pub(super) struct DetailCost;

/// From the viewpoint, m.
const DISTANCES_M: [f64; 6] = [4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
/// Shares of the whole work that a step may take.
const SHARES: [f64; 6] = [1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125];
const ITERATIONS: u32 = 32;
/// Until a figure that fell lies.
const SECONDS: f64 = 2.0;
const EVEN: &str = "same for all";
const BY_DISTANCE: &str = "by distance";
const CAPPED: &str = "limited work";
/// The least change of a joint error that counts, % of the larger error.
const ERROR: f64 = 10.0;
/// Errors on the picture that exceed that of the nearest figure by less are no larger.
const SEEN: Least = Least::of(100.0, "% of the nearest");
/// The least saving of work that counts.
const SAVED: Least = Least::of(10.0, "% of the work");
const NEEDS: &[&str] = &["distance_m", "share", "joint_error_mm", "seen_mrad"];

/// Figures that fall onto a floor, in a row that leads away from the viewpoint.
fn scene(effort: &Effort) -> std::result::Result<Scene, ExperimentError> {
    let ragdolls = effort.thinned(&DISTANCES_M);
    let ragdolls = ragdolls
        .into_iter()
        .zip(10..)
        .map(|(distance, id): (f64, u32)| {
            json!({
                "id": id, "figure": {"mx": {}}, "position_m": [0.0, 1.0, -distance],
                "stands_until_hit": false,
            })
        });
    let scene = json!({
        "format": "ragdoll-scene", "version": 2, "name": "Figures in a row",
        "solver": {
            "method": "paper", "rate_hz": 60, "substeps": 4, "iterations": ITERATIONS,
            "sleeping": false, "viewpoint_y_m": 1.5,
        },
        "obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "ragdolls": ragdolls.collect::<Vec<Value>>(),
    });
    parse(scene.to_string().as_bytes())
        .map_err(|problems| ExperimentError::Scene(format!("figures in a row: {problems:?}")))
}

/// What became of a figure.
#[derive(Clone)]
struct Fallen {
    /// Of the middle of the run.
    iterations: f64,
    /// The largest gap of its joints, the mean over all steps, m.
    joint_m: f64,
}

/// A run of all figures.
#[derive(Clone)]
struct Run {
    series: &'static str,
    share: f64,
    figures: Vec<Fallen>,
    corrections_per_step: f64,
    us_per_step: f64,
    hash: u64,
}

impl Run {
    fn of(
        scene: &Scene,
        (series, share): (&'static str, f64),
        effort: &Effort,
    ) -> std::result::Result<Run, ExperimentError> {
        let mut simulation = Simulation::new(scene)?;
        let count = simulation.map.ragdolls.len();
        let (mut sums, mut times) = (vec![0.0; count], Vec::new());
        let mut corrections = Corrections::default();
        let mut iterations = vec![Vec::new(); count];
        while simulation.time_s() < SECONDS.min(effort.limit_s) {
            let begun = Instant::now();
            if let Progress::Diverged { step, .. } = simulation.step_watched(&mut corrections) {
                return Err(ExperimentError::Diverged(step));
            }
            times.push(1e6 * begun.elapsed().as_secs_f64());
            let world = &simulation.world;
            for (place, figure) in simulation.map.ragdolls.iter().enumerate() {
                let its = &world.model().constraints[figure.constraints.clone()];
                sums[place] += joint_error_of(its, world.state(), &world.model().settings);
                let articulation = world.model().bodies[figure.bodies.start].articulation;
                let substep_rate = world.substep_rate_of(articulation);
                iterations[place]
                    .extend(substep_rate.map(|substep_rate| f64::from(substep_rate.iterations)));
            }
        }
        let steps = times.len() as f64;
        let figure = |(sum, counts): (f64, Vec<f64>)| Fallen {
            iterations: median(counts),
            joint_m: sum / steps,
        };
        Ok(Run {
            series,
            share,
            figures: sums.into_iter().zip(iterations).map(figure).collect(),
            corrections_per_step: corrections.per_step(times.len()),
            us_per_step: median(times),
            hash: simulation.world.state().hash(),
        })
    }

    /// A row for each figure; under a cap, which is alike for all, one of their mean.
    fn rows(&self, distances: &[f64]) -> Vec<Vec<Cell>> {
        let row = |fallen: &Fallen, distance: Option<f64>| -> Vec<Cell> {
            let joint_mm = 1e3 * fallen.joint_m;
            vec![
                "detail".into(),
                self.series.into(),
                distance.into(),
                self.share.into(),
                fallen.iterations.into(),
                joint_mm.into(),
                distance.map(|distance| joint_mm / distance).into(),
                self.corrections_per_step.into(),
                self.us_per_step.into(),
                hex(self.hash).into(),
            ]
        };
        if self.series == CAPPED {
            return vec![row(&self.mean(), None)];
        }
        let figures = self.figures.iter().zip(distances);
        figures
            .map(|(fallen, &distance)| row(fallen, Some(distance)))
            .collect()
    }

    fn mean(&self) -> Fallen {
        let mean = |of: fn(&Fallen) -> f64| {
            self.figures.iter().map(of).sum::<f64>() / self.figures.len() as f64
        };
        Fallen {
            iterations: mean(|fallen| fallen.iterations),
            joint_m: mean(|fallen| fallen.joint_m),
        }
    }
}

fn median(values: Vec<f64>) -> f64 {
    Quartiles::of(values).map_or(f64::NAN, |quartiles| quartiles.median)
}

/// The scenes of the runs: with all iterations, by distance, and under caps.
fn runs(effort: &Effort) -> std::result::Result<Vec<(&'static str, f64, Scene)>, ExperimentError> {
    let even = scene(effort)?;
    let mut by_distance = even.clone();
    by_distance.solver.detail = Some(Detail::Distance);
    by_distance.solver.full_detail_within_m = DISTANCES_M[0];
    let model = Simulation::new(&even)?.world.shared_model().clone();
    let whole = model.constraints.len() as f64
        * f64::from(model.settings.common.substeps)
        * f64::from(ITERATIONS);
    let mut all = vec![(EVEN, 1.0, even.clone()), (BY_DISTANCE, 1.0, by_distance)];
    for share in effort.thinned(&SHARES) {
        let mut capped = even.clone();
        capped.solver.most_relaxations = Some(share * whole);
        all.push((CAPPED, share, capped));
    }
    Ok(all)
}

impl Experiment for DetailCost {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let distances = effort.thinned(&DISTANCES_M);
        let scenes = runs(effort)?;
        listener.hear(&format!(
            "detail: {} runs, timed on one thread",
            scenes.len()
        ));
        // One thread: other runs would be timed with it.
        let runs = super::each(&scenes, 1, listener, |(series, share, scene)| {
            Run::of(scene, (series, *share), effort)
        })?;
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("series", "iteration rule"),
                    column("distance_m", "distance m"),
                    column("share", "share of work"),
                    column("iterations", "iterations"),
                    column("joint_error_mm", "joint error mm"),
                    column("seen_mrad", "visible mrad"),
                    column("corrections_per_step", "corrections"),
                    timing("us_per_step", "us/step"),
                    column("hash", ""),
                ],
                rows: runs.iter().flat_map(|run| run.rows(&distances)).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![
                format!(
                    "MX ragdolls fall one metre onto a floor, with {ITERATIONS} iterations in \
                     each of four substeps. Joint error is the largest error of a ragdoll's \
                     joints, averaged over {SECONDS} s; with limited work it is also averaged \
                     over all ragdolls. Visible joint error is the angle under which it appears \
                     from the viewpoint."
                ),
                format!(
                    "Iterations by distance uses all iterations within {} m and, beyond that, a \
                     number in proportion to the size on screen. Limited work counts constraint \
                     relaxations instead of time, so that runs can be repeated. The relaxations \
                     of a step are counted before it starts. Distances and shares were chosen by \
                     Ragdoll Lab.",
                    DISTANCES_M[0]
                ),
            ],
            manifest: json!({
                "cases": scenes.iter().map(|(.., scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(runs.iter().map(|run| run.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |title: &str, key: &str| Panel {
            x: Axis::log("distance from the viewpoint, m"),
            y: Axis::log(title),
            series: [EVEN, BY_DISTANCE]
                .map(|name| Series::marked(name, &values(table, name, "distance_m", key)))
                .into(),
        };
        let capped = values(table, CAPPED, "share", "joint_error_mm");
        Plot {
            panels: vec![
                panel("mean joint error, mm", "joint_error_mm"),
                panel("visible joint error, mrad", "seen_mrad"),
                Panel {
                    x: Axis::log("share of relaxations allowed per step"),
                    y: Axis::log("mean joint error, mm"),
                    series: vec![Series::marked(CAPPED, &capped)],
                },
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        vec![far(table), seen(table), capped(table), cheaper(table)]
    }
}

/// A column over another, of the rows of a series.
fn values(table: &Table, series: &str, over: &str, key: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter();
    let rows = rows.filter(|row| table.words(row, "series") == series);
    let pair = |row: &Vec<Cell>| Some((table.number(row, over)?, table.number(row, key)?));
    rows.filter_map(pair).collect()
}

/// The joint error in mm at the ends of a line, in words.
fn ends((first, last): (&(f64, f64), &(f64, f64)), unit: &str, of: &str) -> String {
    let [a, b] = [first, last].map(|(at, value)| format!("{} {unit} at {at} {of}", short(*value)));
    format!("{a}, {b}")
}

fn far(table: &Table) -> Finding {
    let claim = "with iterations by distance, a distant ragdoll has a larger joint error";
    let points = values(table, BY_DISTANCE, "distance_m", "joint_error_mm");
    let found = match points.as_slice() {
        [first, .., last] => Finding::on_trend(
            claim,
            (Trend::Rises, ERROR),
            &[first.1, last.1],
            ends((first, last), "mm", "m"),
        ),
        _ => Finding::not_measured(claim, "not run"),
    };
    found.claimed_by(
        BALTMAN_RADEZTSKY,
        "section 10",
        "more iterations leave less residual error and make constraints appear stronger",
    )
}

fn seen(table: &Table) -> Finding {
    let claim = "with iterations by distance, no distant ragdoll has twice the visible joint \
                 error of the nearest one";
    let points = values(table, BY_DISTANCE, "distance_m", "seen_mrad");
    let worst = points
        .iter()
        .copied()
        .reduce(|a, b| if a.1 >= b.1 { a } else { b });
    match (points.first(), worst) {
        (Some(nearest), Some(worst)) => Finding::on_no_effect(
            claim,
            SEEN.beside(100.0 * (worst.1 / nearest.1 - 1.0)),
            format!(
                "{} mrad at {} m; at most {} mrad, at {} m",
                short(nearest.1),
                nearest.0,
                short(worst.1),
                worst.0
            ),
        ),
        _ => Finding::not_measured(claim, "not run"),
    }
}

fn capped(table: &Table) -> Finding {
    let claim = "the less work is allowed per step, the larger the joint error";
    let points = values(table, CAPPED, "share", "joint_error_mm");
    let found = match points.as_slice() {
        [first, .., last] => Finding::on_trend(
            claim,
            (Trend::Rises, ERROR),
            &points.iter().map(|(_, error)| *error).collect::<Vec<_>>(),
            ends((first, last), "mm", "of the full work"),
        ),
        _ => Finding::not_measured(claim, "not run"),
    };
    found.claimed_by(
        DELANNOY,
        "section 3.2.6",
        "the precision depends highly on the number of iterations",
    )
}

fn cheaper(table: &Table) -> Finding {
    let claim = "iterations by distance and limited work both make a step cheaper";
    let work = |points: Vec<(f64, f64)>| points.last().map(|(_, corrections)| *corrections);
    let even = work(values(table, EVEN, "distance_m", "corrections_per_step"));
    let far = work(values(
        table,
        BY_DISTANCE,
        "distance_m",
        "corrections_per_step",
    ));
    let least = work(values(table, CAPPED, "share", "corrections_per_step"));
    match (even, far, least) {
        (Some(even), Some(far), Some(least)) => Finding::on_effect(
            claim,
            SAVED.beside(100.0 * (1.0 - far.max(least) / even)),
            format!(
                "{} corrections per step, {} by distance, {} with the lowest work limit",
                short(even),
                short(far),
                short(least)
            ),
        ),
        _ => Finding::not_measured(claim, "not run"),
    }
}
