//! Figure 4.6 of the thesis: uniform and mass-weighted relaxation of a chain with a heavy
//! last link, beside a converged reference.

use super::finding::{Finding, Verdict};
use super::hanging::{manifest, swings, Chain, Swing};
use super::source::DELANNOY;
use super::{hash_of, BodyKind, Effort, Experiment, ExperimentError, Listener, Result, Watch};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::{short, Spread};
use crate::lab::table::{column, Cell, Table};
use crate::lab::Variant;

/// Lowest periods of the linearised chain with a last link of 5 and of 10 kg, s
/// (`tests/data/chain5.json`).
const EXACT_S: [(f64, f64); 2] = [(LIGHT_KG, 1.6880), (HEAVY_KG, 1.7504)];
const LIGHT_KG: f64 = 5.0;
const HEAVY_KG: f64 = 10.0;
/// Iterations beside the reference.
const ITERATIONS: [u32; 3] = [5, 20, MOST_ITERATIONS];
/// The plot and the findings are about these.
const MOST_ITERATIONS: u32 = 100;
/// Substeps and iterations of the reference.
const REFERENCE_SUBSTEPS: u32 = 8;
const REFERENCE_ITERATIONS: u32 = 1000;
/// The plot shows this much of the swing, s.
const SHOWN_S: f64 = 6.0;
/// Period of a chain that is blind to masses changes by no more than this.
const BLIND: f64 = 1e-6;
/// Periods within this of the exact ones are right.
const RIGHT: f64 = 0.005;

/// Numbers that the plot is drawn from.
const NEEDS: &[&str] = &["last_kg", "time_s", "tip_x_m"];

/// Figure 4.6 of the thesis.
#[derive(Debug)]
pub(super) struct WeightedChain;

impl Experiment for WeightedChain {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        run(effort, listener)
    }

    fn plot(&self, points: &Table) -> Plot {
        plot(points)
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings(&result.table)
    }

    fn points_file(&self) -> &'static str {
        "curves.csv"
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        watch()
    }
}

/// A chain and how it swung.
struct Run {
    chain: Chain,
    swing: Swing,
}

impl Run {
    fn is_reference(&self) -> bool {
        self.chain.substeps == REFERENCE_SUBSTEPS
    }

    fn name(&self) -> String {
        let iterations = self.chain.iterations;
        match self.is_reference() {
            true => format!("reference, {REFERENCE_SUBSTEPS} x {iterations} iterations"),
            false => format!("{}, {iterations} iterations", self.chain.weighting_name()),
        }
    }

    fn is_shown(&self) -> bool {
        self.is_reference() || self.chain.iterations == MOST_ITERATIONS
    }
}

/// Swings a chain with a light and one with a heavy last link.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
fn run(effort: &Effort, listener: &dyn Listener) -> std::result::Result<Result, ExperimentError> {
    let chains = chains(effort);
    let seconds = duration_s(effort);
    listener.hear(&format!("chain: {} chains of {seconds} s", chains.len()));
    let manifest = manifest(&chains)?;
    let swings = swings(&chains, effort.threads, listener)?;
    let state_hash = hash_of(swings.iter().map(|swing| swing.hash));
    let runs = chains.into_iter().zip(swings);
    let runs: Vec<Run> = runs.map(|(chain, swing)| Run { chain, swing }).collect();
    Ok(Result {
        table: table(&runs),
        curves: Some(curves(&runs)),
        shots: None,
        notes: vec![
            "Exact periods are those of the linearised lumped chain; the swing of 0.2 rad is \
             compared with them. The plot shows 100 iterations beside the reference."
                .into(),
        ],
        manifest,
        state_hash,
    })
}

/// Both weightings and the reference side by side, with a heavy last link.
fn watch() -> Option<Watch> {
    let uniform = Chain::five(HEAVY_KG, 0.0, MOST_ITERATIONS, 0.0);
    let exact = [
        "solver.weighting=1".into(),
        format!("solver.substeps={REFERENCE_SUBSTEPS}"),
        format!("solver.iterations={REFERENCE_ITERATIONS}"),
    ];
    let exact: Vec<&str> = exact.iter().map(String::as_str).collect();
    let variants = [
        Variant::new("mass-weighted", &["solver.weighting=1"]),
        Variant::new("reference", &exact),
    ];
    Some(Watch {
        scene: uniform.scene().ok()?,
        leader: "uniform".into(),
        variants: variants
            .into_iter()
            .collect::<std::result::Result<_, _>>()
            .ok()?,
    })
}

fn duration_s(effort: &Effort) -> f64 {
    effort.limit_s.min(12.0)
}

/// For each last link the reference, then both weightings.
fn chains(effort: &Effort) -> Vec<Chain> {
    let seconds = duration_s(effort);
    let mut chains = Vec::new();
    for (last_kg, _) in EXACT_S {
        chains.push(Chain {
            substeps: REFERENCE_SUBSTEPS,
            ..Chain::five(
                last_kg,
                1.0,
                effort.thin_count(REFERENCE_ITERATIONS),
                seconds,
            )
        });
        for weighting in [0.0, 1.0] {
            let weighted = |iterations| Chain::five(last_kg, weighting, iterations, seconds);
            chains.extend(ITERATIONS.map(weighted));
        }
    }
    chains
}

fn table(runs: &[Run]) -> Table {
    let columns = vec![
        column("experiment", ""),
        column("case", "case"),
        column("last_kg", "last kg"),
        column("weighting", ""),
        column("iterations", ""),
        column("substeps", ""),
        column("period_s", "period s"),
        column("exact_period_s", "exact s"),
        column("period_error_percent", "error %"),
        column("error_to_reference_m", "off reference m"),
        column("max_joint_error_mm", "joint mm"),
        column("max_stretch_mm", "stretch mm"),
        column("hash", ""),
    ];
    let mut rows = Vec::new();
    for (group, (_, exact_s)) in runs.chunks(runs.len() / EXACT_S.len()).zip(EXACT_S) {
        let reference = &group[0].swing;
        rows.extend(group.iter().map(|run| row(run, exact_s, reference)));
    }
    Table { columns, rows }
}

fn row(run: &Run, exact_s: f64, reference: &Swing) -> Vec<Cell> {
    let Run { chain, swing } = run;
    let period = swing.period_s();
    vec![
        "chain".into(),
        run.name().into(),
        chain.last_kg.into(),
        chain.weighting_name().into(),
        f64::from(chain.iterations).into(),
        f64::from(chain.substeps).into(),
        period.into(),
        exact_s.into(),
        period.map(|p| 100.0 * (p / exact_s - 1.0)).into(),
        swing.apart_m(reference).into(),
        (1e3 * swing.max_joint_m).into(),
        (1e3 * swing.max_stretch_m).into(),
        format!("{:016x}", swing.hash).into(),
    ]
}

/// Where the tips were, of the runs that the plot shows.
fn curves(runs: &[Run]) -> Table {
    let columns = vec![
        column("experiment", ""),
        column("case", ""),
        column("last_kg", ""),
        column("time_s", ""),
        column("tip_x_m", ""),
    ];
    let mut rows = Vec::new();
    for run in runs.iter().filter(|run| run.is_shown()) {
        for (step, tip) in run.swing.tip.iter().enumerate() {
            let time_s = step as f64 * run.swing.step_s;
            if time_s > SHOWN_S {
                break;
            }
            rows.push(vec![
                "chain".into(),
                run.name().into(),
                run.chain.last_kg.into(),
                time_s.into(),
                tip.x.into(),
            ]);
        }
    }
    Table { columns, rows }
}

/// The way of the tips over time.
fn plot(curves: &Table) -> Plot {
    let panel = |last_kg: f64| Panel {
        x: Axis::linear("time, s"),
        y: Axis::linear(&format!("tip along x, last link {last_kg} kg, m")),
        series: curves
            .kinds("case")
            .into_iter()
            .map(|case| curve(curves, case, last_kg))
            .collect(),
    };
    Plot {
        panels: [HEAVY_KG, LIGHT_KG].map(panel).into(),
    }
}

fn curve(curves: &Table, case: &str, last_kg: f64) -> Series {
    let point = |row: &Vec<Cell>| {
        let is_its =
            curves.words(row, "case") == case && curves.number(row, "last_kg") == Some(last_kg);
        is_its.then_some(Point {
            x: curves.number(row, "time_s")?,
            y: Spread::exactly(curves.number(row, "tip_x_m")?),
        })
    };
    Series {
        name: case.into(),
        points: curves.rows.iter().filter_map(point).collect(),
        marks: false,
    }
}

/// What the data say about weighting.
fn findings(table: &Table) -> Vec<Finding> {
    vec![
        nearer(table).claimed_by(
            DELANNOY,
            "abstract and section 4.3",
            "weighting by mass simulates links of unequal mass more faithfully",
        ),
        blind(table).claimed_by(
            DELANNOY,
            "sections 4.4.2 and 4.4.3",
            "without weighting a heavier link makes no difference that is seen",
        ),
        right(table),
    ]
}

/// A value of the run with the most iterations of a weighting.
fn value(table: &Table, last_kg: f64, weighting: &str, key: &str) -> Option<f64> {
    let number = |row: &Vec<Cell>, key| table.number(row, key);
    let is_it = |row: &&Vec<Cell>| {
        number(row, "last_kg") == Some(last_kg)
            && number(row, "substeps") == Some(1.0)
            && number(row, "iterations") == Some(f64::from(MOST_ITERATIONS))
            && table.words(row, "weighting") == weighting
    };
    number(table.rows.iter().find(is_it)?, key)
}

fn nearer(table: &Table) -> Finding {
    let claim = "with a heavy last link, mass-weighted relaxation stays nearer to the \
                 reference than uniform";
    let far = |weighting| value(table, HEAVY_KG, weighting, "error_to_reference_m");
    match (far("mass"), far("uniform")) {
        (Some(mass), Some(uniform)) => Finding::new(
            claim,
            Verdict::of(mass < uniform),
            format!(
                "{MOST_ITERATIONS} iterations: mass {} m, uniform {} m off",
                short(mass),
                short(uniform)
            ),
        ),
        _ => Finding::not_measured(claim, "no reference"),
    }
}

fn blind(table: &Table) -> Finding {
    let claim = "uniform relaxation is blind to the mass of the last link";
    let period = |last_kg| value(table, last_kg, "uniform", "period_s");
    let [(_, light_s), (_, heavy_s)] = EXACT_S;
    match (period(LIGHT_KG), period(HEAVY_KG)) {
        (Some(light), Some(heavy)) => {
            let shift = heavy / light - 1.0;
            Finding::new(
                claim,
                Verdict::of(shift.abs() < BLIND),
                format!(
                    "period changes by {shift:.1e} where {:.4} is exact",
                    heavy_s / light_s - 1.0
                ),
            )
        }
        _ => Finding::not_measured(claim, "no period"),
    }
}

fn right(table: &Table) -> Finding {
    let claim = "mass-weighted relaxation feels it: both periods within 0.5 % of the exact ones";
    let period = |last_kg| value(table, last_kg, "mass", "period_s");
    let [(_, light_s), (_, heavy_s)] = EXACT_S;
    match (period(LIGHT_KG), period(HEAVY_KG)) {
        (Some(light), Some(heavy)) => {
            let off = [light / light_s - 1.0, heavy / heavy_s - 1.0];
            Finding::new(
                claim,
                Verdict::of(off.iter().all(|off| off.abs() < RIGHT)),
                format!(
                    "{MOST_ITERATIONS} iterations: {light:.4} s ({:+.2} %) and {heavy:.4} s ({:+.2} %)",
                    100.0 * off[0],
                    100.0 * off[1]
                ),
            )
        }
        _ => Finding::not_measured(claim, "no period"),
    }
}
