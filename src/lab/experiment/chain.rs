//! The experiments with a hanging chain: figures 4.6 and 4.8 and section 4.4.2 of the
//! thesis.

use super::finding::{Finding, Verdict};
use super::{hash_of, scene_hash, Effort, Result, Trouble};
use crate::lab::bench::median;
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::pool::in_order;
use crate::lab::spread::{short, Spread};
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Simulation;
use crate::physics::report;
use crate::physics::report::is_joint;
use crate::physics::{Constraint, StepOutcome};
use crate::scene::{parse, Scene};
use glam::DVec3;
use serde_json::json;
use std::time::Instant;

const LINK_M: f64 = 0.2;
const LINK_KG: f64 = 5.0;
const START_RAD: f64 = 0.2;
/// Lowest periods of the linearised chain with a last link of 5 and of 10 kg, s
/// (`tests/data/chain5.json`).
const EXACT_S: [(f64, f64); 2] = [(5.0, 1.6880), (10.0, 1.7504)];

/// A chain that hangs from a pin.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Chain {
    links: u32,
    last_kg: f64,
    /// 0 uniform to 1 mass.
    weighting: f64,
    substeps: u32,
    iterations: u32,
    seconds: f64,
}

impl Chain {
    fn five(last_kg: f64, weighting: f64, iterations: u32, seconds: f64) -> Chain {
        Chain {
            links: 5,
            last_kg,
            weighting,
            substeps: 1,
            iterations,
            seconds,
        }
    }

    fn scene(&self) -> std::result::Result<Scene, Trouble> {
        let along = DVec3::new(libm::sin(START_RAD), -libm::cos(START_RAD), 0.0) * LINK_M;
        let end = |link: u32, end: u32| 100 + 2 * link + end;
        let particle = |link: u32, which: u32| {
            let last = link + 1 == self.links;
            let mass = 0.5 * if last { self.last_kg } else { LINK_KG };
            let place = along * f64::from(link + which);
            json!({"id": end(link, which), "mass_kg": mass, "position_m": place.to_array()})
        };
        let particles = (0..self.links).flat_map(|link| [particle(link, 0), particle(link, 1)]);
        let pins = (0..self.links).map(|link| {
            let a = match link {
                0 => json!({"world": [0, 0, 0]}),
                _ => json!({"particle": end(link - 1, 1)}),
            };
            json!({"id": 1000 + link, "kind": {"pin": {"a": a, "b": {"particle": end(link, 0)}}}})
        });
        let sticks = (0..self.links).map(|link| {
            json!({"id": 2000 + link, "kind": {"stick":
                {"a": end(link, 0), "b": end(link, 1), "length_m": LINK_M}}})
        });
        let scene = json!({
            "format": "ragdoll-scene",
            "version": 1,
            "name": "Chain",
            "solver": {
                "rate_hz": 60, "substeps": self.substeps, "iterations": self.iterations,
                "weighting": self.weighting, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
                "joint_damping_per_s": 0, "sleeping": false,
            },
            "particles": particles.collect::<Vec<_>>(),
            "constraints": pins.chain(sticks).collect::<Vec<_>>(),
        });
        parse(scene.to_string().as_bytes()).map_err(|p| Trouble::Scene(format!("chain: {p:?}")))
    }

    fn swing(&self) -> std::result::Result<Swing, Trouble> {
        let mut simulation = Simulation::new(&self.scene()?)?;
        let step_s = simulation.world.model().settings.step_s;
        let steps = (self.seconds / step_s).round() as usize;
        let mut swing = Swing::default();
        let mut times_us = Vec::new();
        swing.observe(&simulation);
        for step in 0..steps {
            let begun = Instant::now();
            let progress = simulation.world.step();
            times_us.push(begun.elapsed().as_secs_f64() * 1e6);
            if progress != StepOutcome::Advanced {
                return Err(Trouble::Diverged(step as u64));
            }
            swing.observe(&simulation);
        }
        swing.us_per_step = median(times_us);
        swing.step_s = step_s;
        swing.hash = simulation.world.state().hash();
        Ok(swing)
    }

    fn weighting_name(&self) -> &'static str {
        match self.weighting > 0.5 {
            true => "mass",
            false => "uniform",
        }
    }
}

/// A swinging chain.
#[derive(Debug, Clone, Default)]
struct Swing {
    tip: Vec<DVec3>,
    /// Centre of the last link along x.
    last: Vec<f64>,
    step_s: f64,
    max_joint_m: f64,
    max_stretch_m: f64,
    us_per_step: f64,
    hash: u64,
}

impl Swing {
    fn observe(&mut self, simulation: &Simulation) {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        if let [.., before, tip] = state.particles.as_slice() {
            self.tip.push(tip.position);
            self.last.push(0.5 * (before.position.x + tip.position.x));
        }
        self.max_joint_m = self.max_joint_m.max(report::joint_error(model, state));
        let sticks = model.constraints.iter();
        let sticks = sticks.filter(|c| !is_joint(c) && matches!(c, Constraint::Distance(_)));
        let stretch = sticks.map(|c| c.residual(state, &model.settings).length);
        self.max_stretch_m = stretch.fold(self.max_stretch_m, f64::max);
    }

    /// Twice the mean time between zero crossings of the last link's centre, s.
    fn period_s(&self) -> Option<f64> {
        let pairs = self.last.windows(2).enumerate();
        let crossings: Vec<f64> = pairs
            .filter(|(_, pair)| (pair[0] > 0.0) != (pair[1] > 0.0))
            .map(|(step, pair)| (step as f64 + pair[0] / (pair[0] - pair[1])) * self.step_s)
            .collect();
        let (first, last) = (crossings.first()?, crossings.last()?);
        (crossings.len() > 1).then(|| 2.0 * (last - first) / (crossings.len() - 1) as f64)
    }

    /// Largest distance of the tip from that of a reference, m.
    fn apart_m(&self, reference: &Swing) -> f64 {
        let both = self.tip.iter().zip(&reference.tip);
        both.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
    }

    fn line(&self, name: &str) -> Series {
        let points = self.tip.iter().enumerate();
        Series {
            name: name.into(),
            points: points
                .map(|(step, tip)| Point {
                    x: step as f64 * self.step_s,
                    y: Spread::exactly(tip.x),
                })
                .take_while(|point| point.x <= 6.0)
                .collect(),
            marks: false,
        }
    }
}

fn swings(chains: &[Chain], threads: usize) -> std::result::Result<Vec<Swing>, Trouble> {
    let swings = in_order(threads, chains.len(), |i| chains[i].swing());
    swings.into_iter().collect()
}

fn manifest(chains: &[Chain]) -> std::result::Result<serde_json::Value, Trouble> {
    let case = |chain: &Chain| {
        let scene = chain.scene()?;
        Ok(json!({
            "links": chain.links, "last_kg": chain.last_kg, "weighting": chain.weighting_name(),
            "iterations": chain.iterations, "seconds": chain.seconds,
            "scene_hash": format!("{:016x}", scene_hash(&scene)),
            "settings": {"solver": scene.solver, "gravity_m_s2": scene.gravity_m_s2},
        }))
    };
    let cases: std::result::Result<Vec<_>, Trouble> = chains.iter().map(case).collect();
    Ok(json!({"cases": cases?, "link_m": LINK_M, "link_kg": LINK_KG, "start_rad": START_RAD}))
}

fn finding(claim: &str, verdict: Verdict, figures: String) -> Finding {
    Finding {
        body: "",
        claim: claim.into(),
        verdict,
        figures,
        timing: false,
    }
}

/// Figure 4.6: uniform and mass-weighted relaxation beside a converged reference.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
pub fn chain(
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
) -> std::result::Result<Result, Trouble> {
    let seconds = effort.limit_s.min(12.0);
    let reference_iterations = effort.thin_count(1000);
    let mut chains = Vec::new();
    for (last_kg, _) in EXACT_S {
        chains.push(Chain {
            substeps: 8,
            ..Chain::five(last_kg, 1.0, reference_iterations, seconds)
        });
        for weighting in [0.0, 1.0] {
            for iterations in [5, 20, 100] {
                chains.push(Chain::five(last_kg, weighting, iterations, seconds));
            }
        }
    }
    progress(&format!("chain: {} chains of {seconds} s", chains.len()));
    let swings = swings(&chains, effort.threads)?;
    let group = chains.len() / EXACT_S.len();
    let name = |chain: &Chain| match chain.substeps {
        1 => format!(
            "{}, {} iterations",
            chain.weighting_name(),
            chain.iterations
        ),
        n => format!("reference, {n} x {} iterations", chain.iterations),
    };
    let mut table = Table {
        columns: vec![
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
        ],
        rows: Vec::new(),
    };
    for (i, (chain, swing)) in chains.iter().zip(&swings).enumerate() {
        let (_, exact) = EXACT_S[i / group];
        let period = swing.period_s();
        table.rows.push(vec![
            "chain".into(),
            name(chain).into(),
            chain.last_kg.into(),
            chain.weighting_name().into(),
            f64::from(chain.iterations).into(),
            f64::from(chain.substeps).into(),
            period.into(),
            exact.into(),
            period.map(|p| 100.0 * (p / exact - 1.0)).into(),
            swing.apart_m(&swings[i / group * group]).into(),
            (1e3 * swing.max_joint_m).into(),
            (1e3 * swing.max_stretch_m).into(),
            format!("{:016x}", swing.hash).into(),
        ]);
    }
    // In a group: reference, uniform 5 20 100, mass 5 20 100.
    let line = |i: usize| swings[i].line(&name(&chains[i]));
    let panel = |of: [usize; 3], last_kg: f64| Panel {
        x: Axis::linear("time, s"),
        y: Axis::linear(&format!("tip along x, last link {last_kg} kg, m")),
        series: of.into_iter().map(line).collect(),
    };
    let heavy = group;
    Ok(Result {
        plot: Plot {
            panels: vec![
                panel([heavy, heavy + 3, heavy + 6], 10.0),
                panel([0, 3, 6], 5.0),
            ],
        },
        findings: chain_findings(&swings, group),
        table,
        notes: vec![
            "Exact periods are those of the linearised lumped chain; the swing of 0.2 rad is \
             compared with them. The plots show 100 iterations beside the reference."
                .into(),
        ],
        manifest: manifest(&chains)?,
        state_hash: hash_of(swings.iter().map(|s| s.hash)),
    })
}

fn chain_findings(swings: &[Swing], group: usize) -> Vec<Finding> {
    let period = |i: usize| swings[i].period_s();
    let mut findings = Vec::new();
    let far = |i: usize| swings[i].apart_m(&swings[group]);
    let (uniform, mass) = (far(group + 3), far(group + 6));
    findings.push(finding(
        "with a heavy last link, mass-weighted relaxation stays nearer to the reference than uniform",
        Verdict::of(mass < uniform),
        format!("100 iterations: mass {} m, uniform {} m off", short(mass), short(uniform)),
    ));
    let shift = |i: usize| Some(period(group + i)? / period(i)? - 1.0);
    let (exact, claim) = (
        EXACT_S[1].1 / EXACT_S[0].1 - 1.0,
        "uniform relaxation is blind to the mass of the last link",
    );
    findings.push(match shift(3) {
        Some(shift) => finding(
            claim,
            Verdict::of(shift.abs() < 1e-6),
            format!(
                "period changes by {:.1e} where {:.4} is exact",
                shift, exact
            ),
        ),
        None => finding(claim, Verdict::NotMeasured, "no period".into()),
    });
    let claim = "mass-weighted relaxation feels it: both periods within 0.5 % of the exact ones";
    let errors = (period(6), period(group + 6));
    findings.push(match errors {
        (Some(light), Some(heavy)) => {
            let off = [light / EXACT_S[0].1 - 1.0, heavy / EXACT_S[1].1 - 1.0];
            finding(
                claim,
                Verdict::of(off.iter().all(|off| off.abs() < 0.005)),
                format!(
                    "100 iterations: {light:.4} s ({:+.2} %) and {heavy:.4} s ({:+.2} %)",
                    100.0 * off[0],
                    100.0 * off[1]
                ),
            )
        }
        _ => finding(claim, Verdict::NotMeasured, "no period".into()),
    });
    findings
}

/// Columns of `links` and `iterations`.
fn cost_table(first: &'static str) -> Table {
    Table {
        columns: vec![
            column("experiment", ""),
            column("method", ""),
            column("series", first),
            column("value", "value"),
            column("joint_error_mm", "joint mm"),
            column("stretch_mm", "stretch mm"),
            column("period_s", "period s"),
            timing("us_per_step", "us/step"),
            timing("steps_per_s", "steps/s"),
            column("hash", ""),
        ],
        rows: Vec::new(),
    }
}

fn cost_row(experiment: &str, series: &str, value: u32, swing: &Swing) -> Vec<Cell> {
    vec![
        experiment.into(),
        "verlet".into(),
        series.into(),
        f64::from(value).into(),
        (1e3 * swing.max_joint_m).into(),
        (1e3 * swing.max_stretch_m).into(),
        swing.period_s().into(),
        swing.us_per_step.into(),
        (1e6 / swing.us_per_step.max(1e-3)).into(),
        format!("{:016x}", swing.hash).into(),
    ]
}

fn exact_points(values: impl Iterator<Item = (f64, f64)>) -> Vec<Point> {
    let point = |(x, y)| Point {
        x,
        y: Spread::exactly(y),
    };
    values.map(point).collect()
}

/// Shares of the variance of `y` that a straight line over `x` explains.
fn straightness(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for p in points {
        xx += (p.0 - x) * (p.0 - x);
        xy += (p.0 - x) * (p.1 - y);
        yy += (p.1 - y) * (p.1 - y);
    }
    (xx > 0.0 && yy > 0.0).then(|| xy * xy / (xx * yy))
}

fn linear_cost(claim: &str, name: &str, points: &[(f64, f64)]) -> Finding {
    let (verdict, figures) = match (straightness(points), points.first(), points.last()) {
        (Some(share), Some(first), Some(last)) if points.len() > 2 => (
            Verdict::of(share > 0.98),
            format!(
                "{name}: {} us at {}, {} us at {}; a straight line explains {:.1} % of it",
                short(first.1),
                first.0,
                short(last.1),
                last.0,
                100.0 * share
            ),
        ),
        _ => (Verdict::NotMeasured, "too few points".into()),
    };
    Finding {
        timing: true,
        ..finding(claim, verdict, figures)
    }
}

/// Figure 4.8: cost and error over the number of links.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
pub fn links(
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
) -> std::result::Result<Result, Trouble> {
    let values = effort.thinned(&[2., 5., 10., 15., 20., 30., 40., 50., 60.]);
    let groups = [5, 100].map(|iterations| {
        let chain = |links: &f64| Chain {
            links: *links as u32,
            ..Chain::five(10.0, 1.0, iterations, effort.limit_s.min(6.0))
        };
        (
            format!("{iterations} iterations"),
            values.iter().map(chain).collect(),
        )
    });
    progress("links: timed on one thread");
    let mut result = cost("links", "iterations", &groups, |chain| chain.links)?;
    result.plot = cost_plot(&result, Axis::linear("links"), false);
    for (name, _) in &groups {
        let claim = "the cost of a step grows linearly with the number of links";
        let times = points_of(&result, name, 7);
        result.findings.push(linear_cost(claim, name, &times));
    }
    for (name, _) in &groups {
        let errors = points_of(&result, name, 4);
        result.findings.push(rising(
            "with the same iterations, joints of longer chains are further apart",
            name,
            &errors,
            true,
        ));
    }
    Ok(result)
}

/// Section 4.4.2: cost and error over the number of iterations.
///
/// # Errors
/// What the method cannot simulate, or that it diverged.
pub fn iterations(
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
) -> std::result::Result<Result, Trouble> {
    let values = effort.thinned(&[5., 10., 20., 50., 100., 200., 500., 1000.]);
    let groups = [0.0, 1.0].map(|weighting| {
        let chain = |iterations: &f64| {
            Chain::five(
                10.0,
                weighting,
                *iterations as u32,
                effort.limit_s.min(12.0),
            )
        };
        let chains: Vec<Chain> = values.iter().map(chain).collect();
        let name = chains.first().map_or("", Chain::weighting_name);
        (name.to_string(), chains)
    });
    progress("iterations: timed on one thread");
    let mut result = cost("iterations", "weighting", &groups, |chain| chain.iterations)?;
    result.plot = cost_plot(&result, Axis::log("iterations"), true);
    for (name, _) in &groups {
        let claim = "the cost of a step grows linearly with the iterations";
        let times = points_of(&result, name, 7);
        result.findings.push(linear_cost(claim, name, &times));
        let errors = points_of(&result, name, 4);
        let claim = "more iterations bring the joints together";
        result.findings.push(rising(claim, name, &errors, false));
    }
    Ok(result)
}

fn rising(claim: &str, name: &str, points: &[(f64, f64)], up: bool) -> Finding {
    match points {
        [first, .., last] => finding(
            claim,
            Verdict::of((last.1 > first.1) == up && last.1 != first.1),
            format!(
                "{name}: {} mm at {}, {} mm at {}",
                short(first.1),
                first.0,
                short(last.1),
                last.0
            ),
        ),
        _ => finding(claim, Verdict::NotMeasured, "too few points".into()),
    }
}

/// Value and the number in column `column` of the rows of a series.
fn points_of(result: &Result, series: &str, column: usize) -> Vec<(f64, f64)> {
    let of_series = |row: &&Vec<Cell>| row[2] == Cell::from(series);
    let rows = result.table.rows.iter().filter(of_series);
    let pair = |row: &Vec<Cell>| match (&row[3], &row[column]) {
        (Cell::Number(x), Cell::Number(y)) => Some((*x, *y)),
        _ => None,
    };
    rows.filter_map(pair).collect()
}

type Group = (String, Vec<Chain>);

fn cost(
    name: &'static str,
    first: &'static str,
    groups: &[Group],
    value: fn(&Chain) -> u32,
) -> std::result::Result<Result, Trouble> {
    let mut table = cost_table(first);
    let mut hashes = Vec::new();
    for (series, chains) in groups {
        // One thread: other runs would be timed with it.
        for (chain, swing) in chains.iter().zip(swings(chains, 1)?) {
            hashes.push(swing.hash);
            table
                .rows
                .push(cost_row(name, series, value(chain), &swing));
        }
    }
    let chains: Vec<Chain> = groups
        .iter()
        .flat_map(|(_, chains)| chains.clone())
        .collect();
    Ok(Result {
        plot: Plot { panels: Vec::new() },
        table,
        findings: Vec::new(),
        notes: vec![
            "Times are medians over the steps of a run on one thread. Joint error and stretch are \
             the largest of the whole run."
                .into(),
        ],
        manifest: manifest(&chains)?,
        state_hash: hash_of(hashes),
    })
}

fn cost_plot(result: &Result, x: Axis, log: bool) -> Plot {
    let names: Vec<String> = {
        let mut names: Vec<String> = Vec::new();
        for row in &result.table.rows {
            if let Cell::Text(name) = &row[2] {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        names
    };
    let panel = |title: &str, column: usize, log: bool| Panel {
        x: x.clone(),
        y: if log {
            Axis::log(title)
        } else {
            Axis::linear(title)
        },
        series: names
            .iter()
            .map(|name| Series {
                name: name.clone(),
                points: exact_points(points_of(result, name, column).into_iter()),
                marks: true,
            })
            .collect(),
    };
    Plot {
        panels: vec![
            panel("largest joint error, mm", 4, true),
            panel("time per step, us (differs from run to run)", 7, log),
        ],
    }
}
