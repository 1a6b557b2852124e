//! Whether a heavy end comes to rest later: section 4.4.2 of the thesis.

use crate::lab::experiment::effect::{Least, Trend};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::hanging::{manifest, swings, weighting_title, Chain, Swing, LINK_KG};
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{hash_of, hex, Effort, Experiment, ExperimentError, Result};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;

/// Time until the chain hangs still, over the mass of its end.
#[derive(Debug)]
pub(in crate::lab::experiment) struct HeavyEnd;

/// The thesis doubled the mass of the last link; the others are ours.
const LAST_KG: [f64; 4] = [LINK_KG, 2.0 * LINK_KG, 20.0, 40.0];
const ITERATIONS: u32 = 100;
const RATES_HZ: [f64; 2] = [60.0, 240.0];
/// Factor of the last way that 1.99 for 2 leaves in a frame, at 60 frames/s: 2 − d and 1 − d.
const KEPT: f64 = 0.99;
const FRAMES_HZ: f64 = 60.0;
/// The chain hangs still once its last link swings no further, m.
const STILL_M: f64 = 0.005;
const SECONDS: f64 = 20.0;
/// A chain that rests later by less does not rest noticeably later.
const LATER: Least = Least::of(10.0, "%");
/// Delays fall with the step by this share of the longest at least, %.
const SHORTER: f64 = 10.0;
const EXACT: &str = "exact";
const NEEDS: &[&str] = &["last_kg", "rest_s"];

/// When the envelope of a swing falls to [`STILL_M`], s: between two turning points it falls
/// exponentially.
fn rest_s(swing: &Swing) -> Option<f64> {
    let turns = swing.turns();
    let after = turns.iter().rposition(|(_, way)| *way > STILL_M)?;
    let [(t0, a0), (t1, a1)] = [*turns.get(after)?, *turns.get(after + 1)?];
    Some(t0 + (t1 - t0) * libm::log(a0 / STILL_M) / libm::log(a0 / a1))
}

fn chains(effort: &Effort) -> Vec<Chain> {
    let mut all = Vec::new();
    for rate_hz in RATES_HZ {
        for weighting in [0.0, 1.0] {
            for last_kg in effort.thinned(&LAST_KG) {
                all.push(Chain {
                    rate_hz,
                    drag_per_s: -FRAMES_HZ * libm::log(KEPT),
                    ..Chain::five(last_kg, weighting, ITERATIONS, SECONDS)
                });
            }
        }
    }
    all
}

impl Experiment for HeavyEnd {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let chains = chains(effort);
        listener.hear(&format!(
            "heavy-end: {} chains of {SECONDS} s",
            chains.len()
        ));
        let swings = swings(&chains, effort.threads, listener)?;
        let row = |name: String, chain: &Chain, swing: &Swing| -> Vec<Cell> {
            vec![
                "heavy-end".into(),
                name.into(),
                chain.rate_hz.into(),
                chain.last_kg.into(),
                rest_s(swing).into(),
                swing.period_s().into(),
                hex(swing.hash).into(),
            ]
        };
        let exact = chains
            .iter()
            .filter(|chain| chain.weighting > 0.5 && chain.rate_hz == RATES_HZ[0])
            .map(|chain| row(EXACT.into(), chain, &chain.exact()));
        let runs = chains.iter().zip(&swings);
        let runs = runs
            .map(|(chain, swing)| row(name(chain.weighting_name(), chain.rate_hz), chain, swing));
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("case", "case"),
                    column("rate_hz", ""),
                    column("last_kg", "last kg"),
                    column("rest_s", "still after s"),
                    column("period_s", "period s"),
                    column("hash", ""),
                ],
                rows: exact.chain(runs).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![
                format!(
                    "Drag is that of a Verlet factor of 1.99 instead of 2 at {FRAMES_HZ} frames/s \
                     (equation 4.5): every speed falls by a hundredth per frame, regardless of \
                     mass. The chain counts as still once the envelope of its last link is below \
                     {STILL_M} m. The thesis gives neither its drag nor a time."
                ),
                "In the exact swing, this drag takes the same share from a heavy end as from a \
                 light one. With mass weighting, a heavy end comes to rest later because \
                 relaxation damps fast swings more than slow ones. This damping is proportional \
                 to the step, so a short step shows less of it."
                    .into(),
            ],
            manifest: manifest(&chains)?,
            state_hash: hash_of(swings.iter().map(|swing| swing.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let lines = table.kinds("case").into_iter();
        Plot {
            panels: vec![Panel {
                x: Axis::log("mass of the last link, kg (others 5 kg)"),
                y: Axis::linear("time until still, s"),
                series: lines
                    .map(|case| Series::marked(case, &values(table, case)))
                    .collect(),
            }],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        vec![
            later(table, "mass").claimed_by(
                DELANNOY,
                "section 4.4.2",
                "with weighting, the links take longer to become motionless because of the weight \
                 at the end",
            ),
            no_later(table, "uniform").claimed_by(
                DELANNOY,
                "section 4.4.2",
                "this was not noticeable with simple resolution",
            ),
            exactly(table),
        ]
    }
}

fn name(weighting: &str, rate_hz: f64) -> String {
    format!("{}, {rate_hz} Hz", weighting_title(weighting))
}

/// Time to rest over the mass of the end.
fn values(table: &Table, case: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter();
    let rows = rows.filter(|row| table.words(row, "case") == case);
    let pair =
        |row: &Vec<Cell>| Some((table.number(row, "last_kg")?, table.number(row, "rest_s")?));
    rows.filter_map(pair).collect()
}

/// By what share a heavier end rests later: the heaviest, over the lightest.
fn delay(table: &Table, case: &str) -> Option<(f64, String)> {
    let values = values(table, case);
    let [first, .., last] = values.as_slice() else {
        return None;
    };
    let times = values.iter();
    let times: Vec<String> = times
        .map(|(last_kg, rest_s)| format!("{} s with {last_kg} kg", short(*rest_s)))
        .collect();
    Some((last.1 / first.1 - 1.0, times.join(", ")))
}

fn later(table: &Table, weighting: &str) -> Finding {
    let claim = "with mass weighting, a heavy end comes to rest later at 60 Hz";
    match delay(table, &name(weighting, RATES_HZ[0])) {
        Some((delay, figures)) => Finding::on_effect(claim, LATER.beside(100.0 * delay), figures),
        None => Finding::not_measured(claim, "it does not come to rest"),
    }
}

fn no_later(table: &Table, weighting: &str) -> Finding {
    let claim = "without weighting, a heavy end does not come to rest later at 60 Hz";
    match delay(table, &name(weighting, RATES_HZ[0])) {
        Some((delay, figures)) => {
            Finding::on_no_effect(claim, LATER.beside(100.0 * delay), figures)
        }
        None => Finding::not_measured(claim, "it does not come to rest"),
    }
}

fn exactly(table: &Table) -> Finding {
    let claim = "the delay is damping by the method: it is smaller with a shorter step and \
                 smallest in the exact swing";
    let cases = [
        name("mass", RATES_HZ[0]),
        name("mass", RATES_HZ[1]),
        EXACT.to_string(),
    ];
    match &cases.each_ref().map(|case| delay(table, case)) {
        [Some((long, _)), Some((short_step, _)), Some((exact, figures))] => Finding::on_trend(
            claim,
            (Trend::Falls, SHORTER),
            &[*long, *short_step, *exact],
            format!(
                "later by {:.1} % at 60 Hz, {:.1} % at 240 Hz, {:.1} % in the exact swing ({figures})",
                100.0 * long,
                100.0 * short_step,
                100.0 * exact
            ),
        ),
        _ => Finding::not_measured(claim, "it does not come to rest"),
    }
}
