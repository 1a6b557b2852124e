//! A ragdoll that falls and one that is hit by a ball, under every method: joint error,
//! energy, cost, and what blew up.

use super::course::Course;
use super::way::{
    watch, Way, EXPLICIT_SPRINGS, IMPULSES, MULTIPLIERS, REDUCED, RELAXATION, SPRINGS, UNIFORM,
};
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;
use crate::scene::{find, parse, Scene};
use serde_json::json;

/// Every method on a fall and on a throw.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Methods;

/// Shipped scenes.
const SCENES: [&str; 2] = ["mx-drop", "mx-throw"];
/// Of each run, s; springs let a figure rest after 8 to 11 s, as it happens to fall.
const SECONDS: f64 = 15.0;
/// The plot shows this much, s.
const SHOWN_S: f64 = 4.0;
const WAYS: [Way; 7] = [
    RELAXATION,
    UNIFORM,
    IMPULSES,
    SPRINGS,
    EXPLICIT_SPRINGS,
    MULTIPLIERS,
    REDUCED,
];
/// Joints that hold exactly are this close, mm.
const EXACT: Least = Least::of(0.01, "mm");
const NEEDS: &[&str] = &["time_s", "gap_mm", "energy_j", "us_per_step"];

fn scene(name: &str) -> std::result::Result<Scene, ExperimentError> {
    let shipped = find(name).map_or("", |shipped| shipped.text);
    parse(shipped.as_bytes()).map_err(|p| ExperimentError::Scene(format!("{name}: {p:?}")))
}

impl Experiment for Methods {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let seconds = effort.limit_s.min(SECONDS);
        let mut runs = Vec::new();
        for name in SCENES {
            let scene = scene(name)?;
            for way in WAYS {
                runs.push((name, way, way.of(&scene)?));
            }
        }
        listener.hear(&format!("methods: {} runs of {seconds} s", runs.len()));
        // One thread: other runs would be timed with it.
        let courses = each(&runs, 1, listener, |(_, _, scene)| {
            Course::of(scene, seconds)
        })?;
        let each_run = || runs.iter().zip(&courses);
        let row = |((scene, way, _), course): (&(&str, Way, _), &Course)| row(scene, *way, course);
        let curves =
            |((scene, way, _), course): (&(&str, Way, _), &Course)| curve(scene, *way, course);
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("scene", "scene"),
                    column("method", "method"),
                    column("gap_mm", "joint error mm"),
                    column("mean_gap_mm", "mean error mm"),
                    column("limit_deg", "limit violation deg"),
                    column("depth_mm", "penetration mm"),
                    column("energy_lost_j", "energy lost J"),
                    column("rest_s", "rest s"),
                    column("diverged_s", "diverged s"),
                    column("culprit", "cause"),
                    timing("us_per_step", "us/step"),
                    column("hash", ""),
                ],
                rows: each_run().map(row).collect(),
            },
            curves: Some(Table {
                columns: vec![
                    column("experiment", ""),
                    column("scene", ""),
                    column("method", ""),
                    column("time_s", ""),
                    column("gap_mm", ""),
                    column("energy_j", ""),
                    timing("us_per_step", ""),
                ],
                rows: each_run().flat_map(curves).collect(),
            }),
            shots: None,
            notes: vec![
                "Each method with its own preset runs the shipped scenes; only the method is \
                 changed. Times are means over the steps before rest, on one thread. The \
                 symplectic springs are as stiff as the others, far above their stability limit, \
                 to show a blow-up."
                    .into(),
            ],
            manifest: json!({
                "seconds": seconds,
                "cases": runs.iter().map(|(_, _, scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, curves: &Table) -> Plot {
        let panel = |scene: &str, y: Axis, key: &str| Panel {
            x: Axis::linear(&format!("time, s ({scene})")),
            y,
            series: WAYS
                .iter()
                .map(|way| Series::through(way.name, &values(curves, scene, *way, key)))
                .collect(),
        };
        let time = "time per step, µs (differs from run to run)";
        let [drop, throw] = SCENES;
        Plot {
            panels: vec![
                panel(drop, Axis::log("largest joint error, mm"), "gap_mm"),
                panel(throw, Axis::log("largest joint error, mm"), "gap_mm"),
                panel(
                    throw,
                    Axis::linear("kinetic and gravitational energy, J"),
                    "energy_j",
                ),
                panel(throw, Axis::log(time), "us_per_step"),
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        vec![
            exact(table).claimed_by(
                DELANNOY,
                "sections 4.2.1 and 3.5",
                "joints should not break with multipliers and cannot with reduced coordinates",
            ),
            blows_up(table),
            rests(table),
            cheapest(table).claimed_by(
                DELANNOY,
                "section 4.4.3 and chapter 5",
                "relaxation uses far less processor time than springs, multipliers and \
                 Featherstone's method",
            ),
        ]
    }

    fn points_file(&self) -> &'static str {
        "curves.csv"
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        let ways = [RELAXATION, IMPULSES, SPRINGS, MULTIPLIERS, REDUCED];
        watch(&scene(SCENES[1]).ok()?, &ways)
    }
}

fn row(scene: &str, way: Way, course: &Course) -> Vec<Cell> {
    let metrics = &course.end.metrics;
    let gaps = course.samples.iter().map(|sample| sample.gap_m);
    let count = course.samples.len().max(1) as f64;
    let lost = match course.samples.as_slice() {
        [first, .., last] => Some(first.energy_j - last.energy_j),
        _ => None,
    };
    let limit = metrics.max_limit_violation_rad.map(f64::to_degrees);
    let culprit = course.divergence.map(|divergence| {
        let what = course.end.map.title_of(divergence.owner);
        format!("{what}: {}", divergence.cause)
    });
    vec![
        "methods".into(),
        scene.into(),
        way.name.into(),
        (1e3 * course.gap_m()).into(),
        (1e3 * gaps.sum::<f64>() / count).into(),
        limit.into(),
        (1e3 * metrics.deepest_penetration_m).into(),
        lost.into(),
        course.rest_s.into(),
        course.divergence.map(|_| course.end_s()).into(),
        culprit.unwrap_or_default().into(),
        course.mean_us_per_step().into(),
        hex(course.hash()).into(),
    ]
}

fn curve(scene: &str, way: Way, course: &Course) -> Vec<Vec<Cell>> {
    let shown = course.samples.iter().skip(1);
    let shown = shown.take_while(|sample| sample.time_s <= SHOWN_S);
    let row = |sample: &super::course::Sample| {
        vec![
            Cell::from("methods"),
            scene.into(),
            way.name.into(),
            sample.time_s.into(),
            // So small a gap is rounding.
            (1e3 * sample.gap_m.max(1e-12)).into(),
            sample.energy_j.into(),
            sample.step_us.into(),
        ]
    };
    shown.map(row).collect()
}

/// A column over time.
fn values(curves: &Table, scene: &str, way: Way, key: &str) -> Vec<(f64, f64)> {
    let its = curves.rows.iter().filter(|row| {
        curves.words(row, "scene") == scene && curves.words(row, "method") == way.name
    });
    let point = |row: &Vec<Cell>| Some((curves.number(row, "time_s")?, curves.number(row, key)?));
    its.filter_map(point).collect()
}

/// A column of a way in each scene; `None` where it was not measured.
fn of_way(table: &Table, way: Way, key: &str) -> Vec<Option<f64>> {
    let its = table
        .rows
        .iter()
        .filter(|row| table.words(row, "method") == way.name);
    its.map(|row| table.number(row, key)).collect()
}

/// The largest of a column of a way; `None` where one was not measured.
fn most(table: &Table, way: Way, key: &str) -> Option<f64> {
    let all: Option<Vec<f64>> = of_way(table, way, key).into_iter().collect();
    all?.into_iter().reduce(f64::max)
}

fn exact(table: &Table) -> Finding {
    let claim = "multipliers and reduced coordinates keep joints exact, in the fall and in the hit";
    match (
        most(table, MULTIPLIERS, "gap_mm"),
        most(table, REDUCED, "gap_mm"),
    ) {
        (Some(multipliers), Some(reduced)) => Finding::on_no_effect(
            claim,
            EXACT.beside(multipliers.max(reduced)),
            format!(
                "largest joint error {} mm and {} mm; relaxation {} mm",
                short(multipliers),
                short(reduced),
                most(table, RELAXATION, "gap_mm").map_or("-".into(), short)
            ),
        ),
        _ => Finding::not_measured(claim, "one run diverged"),
    }
}

fn blows_up(table: &Table) -> Finding {
    let claim = "only springs with explicit integration blow up";
    let diverged = |way: Way| {
        of_way(table, way, "diverged_s")
            .into_iter()
            .flatten()
            .count()
    };
    let explicit = diverged(EXPLICIT_SPRINGS);
    let others = WAYS.iter().filter(|way| **way != EXPLICIT_SPRINGS);
    let others: usize = others.map(|way| diverged(*way)).sum();
    let when = of_way(table, EXPLICIT_SPRINGS, "diverged_s")
        .into_iter()
        .flatten();
    let when: Vec<String> = when.map(|s| format!("{s:.3} s")).collect();
    Finding::new(
        claim,
        Verdict::of(explicit == SCENES.len() && others == 0),
        format!(
            "explicit springs after {}; others blown up: {others}",
            when.join(" and ")
        ),
    )
}

fn rests(table: &Table) -> Finding {
    let claim = "the ragdoll comes to rest with every other method";
    let others = || WAYS.iter().filter(|way| **way != EXPLICIT_SPRINGS);
    let restless = others().filter(|way| most(table, **way, "rest_s").is_none());
    let restless: Vec<&str> = restless.map(|way| way.name).collect();
    let latest = others().filter_map(|way| most(table, *way, "rest_s"));
    let latest = latest.fold(0.0, f64::max);
    Finding::new(
        claim,
        Verdict::of(restless.is_empty()),
        match restless.is_empty() {
            true => format!("the last after {} s", short(latest)),
            false => format!("not with {}", restless.join(", ")),
        },
    )
}

fn cheapest(table: &Table) -> Finding {
    let claim = "relaxation is the cheapest method for a ragdoll";
    let cost = |way: Way| most(table, way, "us_per_step");
    let others = [SPRINGS, MULTIPLIERS, REDUCED].map(|way| (way, cost(way)));
    match (cost(RELAXATION), others) {
        (Some(own), [(_, Some(a)), (_, Some(b)), (_, Some(c))]) => Finding::on_times(
            claim,
            format!(
                "relaxation {} µs per step; springs {}, multipliers {}, reduced coordinates {}",
                short(own),
                short(a),
                short(b),
                short(c)
            ),
        ),
        _ => Finding::not_measured(claim, "not timed"),
    }
}
