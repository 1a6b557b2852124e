//! Figure 4.6 of the thesis: uniform and mass-weighted relaxation of a chain with a heavy
//! last link, beside the solution of its equations of motion.

mod findings;

use super::finding::Finding;
use super::hanging::{manifest, swings, weighting_title, Chain, Hanging, Swing};
use super::{hash_of, BodyKind, Effort, Experiment, ExperimentError, Result, Watch};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::spread::Spread;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;
use crate::lab::Variant;

/// Lowest periods of the linearised chain that hangs from a pin, with a last link of 5 and of
/// 10 kg, s (`tests/data/chain5.json`).
const EXACT_S: [(f64, f64); 2] = [(LIGHT_KG, 1.6880), (HEAVY_KG, 1.7504)];
const LIGHT_KG: f64 = 5.0;
const HEAVY_KG: f64 = 10.0;
/// Ours, and what the thesis' code does.
const HANGINGS: [Hanging; 2] = [Hanging::FromPin, Hanging::FromFirstLink];
/// Steps per second: of a game, and of a step short enough that relaxation damps little.
const RATES_HZ: [f64; 2] = [60.0, FAST_HZ];
const FAST_HZ: f64 = 240.0;
/// Iterations beside the finest.
const ITERATIONS: [u32; 3] = [5, 20, MOST_ITERATIONS];
/// The plot and the findings are about these.
const MOST_ITERATIONS: u32 = 100;
/// Substeps and iterations of the finest run of relaxation.
const FINEST_SUBSTEPS: u32 = 8;
const FINEST_ITERATIONS: u32 = 1000;
/// The plot shows this much of the swing, s.
const SHOWN_S: f64 = 6.0;
/// The plot has so many points a second.
const SHOWN_HZ: f64 = 60.0;
const EXACT: &str = "exact";

/// Numbers that the plot is drawn from.
const NEEDS: &[&str] = &["last_kg", "rate_hz", "time_s", "tip_x_m"];

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
        findings::findings(&result.table)
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
    fn is_finest(&self) -> bool {
        self.chain.substeps == FINEST_SUBSTEPS
    }

    fn name(&self) -> String {
        let iterations = self.chain.iterations;
        match self.is_finest() {
            true => format!("mass-weighted, {FINEST_SUBSTEPS} x {iterations} iterations"),
            false => {
                let weighting = weighting_title(self.chain.weighting_name());
                format!("{weighting}, {iterations} iterations")
            }
        }
    }

    fn is_shown(&self) -> bool {
        self.chain.iterations == MOST_ITERATIONS
    }
}

/// Chains that differ in what relaxation does, and how they should swing.
struct Group {
    exact: Swing,
    runs: Vec<Run>,
}

/// Swings chains with a light and with a heavy last link.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
fn run(effort: &Effort, listener: &dyn Listener) -> std::result::Result<Result, ExperimentError> {
    let groups = chains(effort);
    let chains: Vec<Chain> = groups.concat();
    let seconds = duration_s(effort);
    listener.hear(&format!("chain: {} chains of {seconds} s", chains.len()));
    let manifest = manifest(&chains)?;
    let swings = swings(&chains, effort.threads, listener)?;
    let state_hash = hash_of(swings.iter().map(|swing| swing.hash));
    let mut swings = swings.into_iter();
    let groups: Vec<Group> = groups
        .into_iter()
        .map(|chains| Group {
            exact: chains[0].exact(),
            runs: chains
                .into_iter()
                .zip(&mut swings)
                .map(|(chain, swing)| Run { chain, swing })
                .collect(),
        })
        .collect();
    let bound = groups.iter().map(|group| group.exact.error_m);
    Ok(Result {
        table: table(&groups),
        curves: Some(curves(&groups)),
        shots: None,
        notes: notes(bound.fold(0.0, f64::max)),
        manifest,
        state_hash,
    })
}

fn notes(bound_m: f64) -> Vec<String> {
    vec![
        format!(
            "The exact swing is that of massless rods between point masses, from Lagrange's \
             equations solved by Gragg's extrapolation. No value in it changes by more than \
             {bound_m:.0e} m when steps are twice as long. Exact periods are those of the \
             linearised chain; with the first link fixed, they are those of the exact swing."
        ),
        "In the thesis' code the whole first link is fixed and the other four swing; their start \
         angle is not given. The chain of Ragdoll Lab hangs from a pin. Both start at 0.2 rad."
            .into(),
        format!(
            "Relaxation damps in proportion to the step. At 60 Hz this takes most of the swing in \
             12 s with either weighting and hides which one is right: the error of the tip is \
             about the same. Swing left is the largest displacement of the last link's middle \
             from the vertical in the last two seconds, divided by that of the exact solution. At \
             {FAST_HZ} Hz the weightings differ. Even the run of {FINEST_SUBSTEPS} x \
             {FINEST_ITERATIONS} iterations differs from the exact swing, so it is no reference."
        ),
    ]
}

/// Both weightings side by side, with a heavy last link.
fn watch() -> Option<Watch> {
    let uniform = Chain {
        rate_hz: FAST_HZ,
        ..Chain::five(HEAVY_KG, 0.0, MOST_ITERATIONS, 0.0)
    };
    let slow = ["solver.weighting=1", "solver.rate_hz=60"];
    let variants = [
        Variant::new("mass-weighted", &["solver.weighting=1"]),
        Variant::new("mass-weighted, 60 Hz", &slow),
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

/// For each hanging, rate and last link both weightings; the finest run first, where it is made.
fn chains(effort: &Effort) -> Vec<Vec<Chain>> {
    let seconds = duration_s(effort);
    let mut groups = Vec::new();
    for hanging in HANGINGS {
        for rate_hz in RATES_HZ {
            for (last_kg, _) in EXACT_S {
                let chain = |weighting, iterations| Chain {
                    hanging,
                    rate_hz,
                    ..Chain::five(last_kg, weighting, iterations, seconds)
                };
                let mut group = Vec::new();
                if (hanging, rate_hz) == (Hanging::FromPin, RATES_HZ[0]) {
                    group.push(Chain {
                        substeps: FINEST_SUBSTEPS,
                        ..chain(1.0, effort.thin_count(FINEST_ITERATIONS))
                    });
                }
                for weighting in [0.0, 1.0] {
                    group.extend(ITERATIONS.map(|iterations| chain(weighting, iterations)));
                }
                groups.push(group);
            }
        }
    }
    groups
}

fn table(groups: &[Group]) -> Table {
    let columns = vec![
        column("experiment", ""),
        column("case", "case"),
        column("hanging", "support"),
        column("rate_hz", "Hz"),
        column("last_kg", "last kg"),
        column("weighting", ""),
        column("iterations", ""),
        column("substeps", ""),
        column("period_s", "period s"),
        column("exact_period_s", "exact period s"),
        column("period_error_percent", "error %"),
        column("error_to_reference_m", ""),
        column("error_to_exact_m", "error m"),
        column("swing_left", "swing left"),
        column("max_joint_error_mm", "joint error mm"),
        column("max_strain_percent", "strain %"),
        column("hash", ""),
    ];
    let rows = |group: &Group| -> Vec<Vec<Cell>> {
        let finest = group.runs.iter().find(|run| run.is_finest());
        let finest = finest.map(|run| &run.swing);
        let row = |run| row(run, &group.exact, finest);
        group.runs.iter().map(row).collect()
    };
    Table {
        columns,
        rows: groups.iter().flat_map(rows).collect(),
    }
}

fn row(run: &Run, exact: &Swing, finest: Option<&Swing>) -> Vec<Cell> {
    let Run { chain, swing } = run;
    let linear = EXACT_S
        .iter()
        .find(|(last_kg, _)| *last_kg == chain.last_kg);
    let exact_s = match chain.hanging {
        Hanging::FromPin => linear.map(|(_, period_s)| *period_s),
        Hanging::FromFirstLink => exact.period_s(),
    };
    let period = swing.period_s();
    let error = period.zip(exact_s).map(|(own, exact)| own / exact - 1.0);
    vec![
        "chain".into(),
        run.name().into(),
        chain.hanging.name().into(),
        chain.rate_hz.into(),
        chain.last_kg.into(),
        chain.weighting_name().into(),
        f64::from(chain.iterations).into(),
        f64::from(chain.substeps).into(),
        period.into(),
        exact_s.into(),
        error.map(|error| 100.0 * error).into(),
        finest.map(|finest| swing.apart_m(finest)).into(),
        swing.apart_m(exact).into(),
        (swing.left_m() / exact.left_m()).into(),
        (1e3 * swing.max_joint_m).into(),
        (1e2 * swing.max_strain).into(),
        format!("{:016x}", swing.hash).into(),
    ]
}

/// Where the tips were, of the runs that the plot shows.
fn curves(groups: &[Group]) -> Table {
    let columns = vec![
        column("experiment", ""),
        column("case", ""),
        column("hanging", ""),
        column("rate_hz", ""),
        column("last_kg", ""),
        column("time_s", ""),
        column("tip_x_m", ""),
    ];
    let mut rows = Vec::new();
    for group in groups {
        let shown = group.runs.iter().filter(|run| run.is_shown());
        let shown: Vec<&Run> = shown.collect();
        let Some(first) = shown.first() else { continue };
        rows.extend(curve_rows(EXACT, &first.chain, &group.exact));
        for run in shown {
            rows.extend(curve_rows(&run.name(), &run.chain, &run.swing));
        }
    }
    Table { columns, rows }
}

fn curve_rows(name: &str, chain: &Chain, swing: &Swing) -> Vec<Vec<Cell>> {
    let every = (chain.rate_hz / SHOWN_HZ).round() as usize;
    let seen = swing.tip.iter().enumerate().step_by(every);
    let seen = seen.map(|(step, tip)| (step as f64 * swing.step_s, tip.x));
    let shown = seen.take_while(|(time_s, _)| *time_s <= SHOWN_S);
    shown
        .map(|(time_s, tip_x_m)| {
            vec![
                "chain".into(),
                name.into(),
                chain.hanging.name().into(),
                chain.rate_hz.into(),
                chain.last_kg.into(),
                time_s.into(),
                tip_x_m.into(),
            ]
        })
        .collect()
}

/// The way of the tips over time: at the short step with a heavy last link in both hangings and
/// with a light one, and at the long step, where damping hides the difference.
fn plot(curves: &Table) -> Plot {
    let panels = [
        (Hanging::FromPin, FAST_HZ, HEAVY_KG),
        (Hanging::FromFirstLink, FAST_HZ, HEAVY_KG),
        (Hanging::FromPin, FAST_HZ, LIGHT_KG),
        (Hanging::FromPin, RATES_HZ[0], HEAVY_KG),
    ];
    let panel = |(hanging, rate_hz, last_kg): (Hanging, f64, f64)| Panel {
        x: Axis::linear(&format!("time, s ({}, {rate_hz} Hz)", hanging.name())),
        y: Axis::linear(&format!("tip position x, m (last link {last_kg} kg)")),
        series: curves
            .kinds("case")
            .into_iter()
            .map(|case| curve(curves, case, hanging, rate_hz, last_kg))
            .collect(),
    };
    Plot {
        panels: panels.map(panel).into(),
    }
}

fn curve(curves: &Table, case: &str, hanging: Hanging, rate_hz: f64, last_kg: f64) -> Series {
    let point = |row: &Vec<Cell>| {
        let is_its = curves.words(row, "case") == case
            && curves.words(row, "hanging") == hanging.name()
            && curves.number(row, "rate_hz") == Some(rate_hz)
            && curves.number(row, "last_kg") == Some(last_kg);
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
