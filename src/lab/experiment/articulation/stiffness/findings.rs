//! What the runs of stiff springs say.

use super::{DAMPER, FLOATING, INTEGRATORS, LINEAR_TOLERANCE, RATES_HZ, SWINGING};
use crate::lab::experiment::effect::{Least, Trend};
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::experiment::source::DELANNOY;
use crate::lab::spread::short;
use crate::lab::table::{Cell, Table};

/// The least change of a joint error that counts, % of the larger error.
const GAP: f64 = 10.0;
/// The least change of energy that counts.
const ENERGY: Least = Least::of(0.1, "J");

/// All findings.
pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let edge = "symplectic Euler is stable up to the predicted stiffness if the pose does not \
                change";
    let mut findings = vec![at_edge(table, FLOATING, "symplectic-euler", edge)];
    findings.extend(INTEGRATORS[..3].iter().map(|integrator| {
        let claim = format!("for a stiff equation, {integrator} is stable up to h k = 2");
        let found = at_edge(table, DAMPER, integrator, &claim);
        match *integrator {
            "forward-euler" => found.claimed_by(
                DELANNOY,
                "section 3.3.2, equation 3.15",
                "an explicit step has to stay below 2 / k",
            ),
            _ => found,
        }
    }));
    findings.push(below_edge(table));
    findings.push(never_blows_up(table).claimed_by(
        DELANNOY,
        "section 3.3.3",
        "implicit integration stays stable with very long steps, but for odd cases",
    ));
    findings.push(closes(table));
    findings.push(opens_at_the_top(table).claimed_by(
        DELANNOY,
        "section 4.4.1, figure 4.5",
        "links part most at the top of the chain, whose springs carry the most weight",
    ));
    findings.push(gains(table));
    findings.push(loses(table));
    findings
}

/// Largest share of the limit that was stable and smallest that was not.
fn edge(table: &Table, system: &str, integrator: &str, step_ms: f64) -> Option<[f64; 2]> {
    let its = |row: &&Vec<Cell>| {
        table.words(row, "system") == system
            && table.words(row, "integrator") == integrator
            && table.number(row, "step_ms") == Some(step_ms)
    };
    let share = |row: &Vec<Cell>| table.number(row, "share_of_limit");
    let with = |stable: &'static str| {
        let rows = table.rows.iter().filter(its);
        rows.filter(move |row| table.words(row, "stable") == stable)
            .filter_map(share)
    };
    let stable = with("yes").reduce(f64::max)?;
    let blown = with("no").reduce(f64::min)?;
    Some([stable, blown])
}

/// Whether the edge lies where it is predicted.
fn at_edge(table: &Table, system: &str, integrator: &str, claim: &str) -> Finding {
    match edge(table, system, integrator, 1e3 / RATES_HZ[0]) {
        None => Finding::not_measured(claim, "no stability limit in the range"),
        Some([stable, blown]) => Finding::new(
            claim,
            Verdict::of(
                stable < blown
                    && stable >= 1.0 - LINEAR_TOLERANCE
                    && blown <= 1.0 + LINEAR_TOLERANCE + 1e-12,
            ),
            format!(
                "stable at {:.2} of the prediction, unstable at {:.2}; expected within {} %",
                stable,
                blown,
                1e2 * LINEAR_TOLERANCE
            ),
        ),
    }
}

/// Of the chain that moves, whose stiffest pose is not that of its start.
fn below_edge(table: &Table) -> Finding {
    let claim = "a swinging chain is stable at half the limit of its start pose and unstable at \
                 the limit, with either step";
    let edges = RATES_HZ.map(|rate_hz| edge(table, SWINGING, "symplectic-euler", 1e3 / rate_hz));
    let [Some(long), Some(short)] = edges else {
        return Finding::not_measured(claim, "no stability limit in the range");
    };
    let is_between = |[stable, blown]: [f64; 2]| (0.5..1.0).contains(&stable) && blown <= 1.0;
    Finding::new(
        claim,
        Verdict::of(is_between(long) && is_between(short)),
        format!(
            "steps of {:.1} ms: stable up to {:.2} of the limit, unstable from {:.2}; steps of \
             {:.2} ms: {:.2} and {:.2}",
            1e3 / RATES_HZ[0],
            long[0],
            long[1],
            1e3 / RATES_HZ[1],
            short[0],
            short[1]
        ),
    )
}

/// Rows of the chain that swings under an integrator.
fn swinging<'a>(table: &'a Table, integrator: &'a str) -> impl Iterator<Item = &'a Vec<Cell>> + 'a {
    table.rows.iter().filter(move |row| {
        table.words(row, "system") == SWINGING && table.words(row, "integrator") == integrator
    })
}

/// Runs of the chain under backward Euler, the softest first.
fn implicit(table: &Table) -> Vec<&Vec<Cell>> {
    let mut rows: Vec<_> = swinging(table, "backward-euler").collect();
    let stiffness = |row: &Vec<Cell>| table.number(row, "stiffness_n_m").unwrap_or(f64::INFINITY);
    rows.sort_by(|a, b| stiffness(a).total_cmp(&stiffness(b)));
    rows
}

fn never_blows_up(table: &Table) -> Finding {
    let claim = "backward Euler is stable at every stiffness";
    let rows = implicit(table);
    if rows.is_empty() {
        return Finding::not_measured(claim, "no runs");
    }
    let is_stable = |row: &&&Vec<Cell>| table.words(row, "stable") == "yes";
    let stable = rows.iter().filter(is_stable).count();
    Finding::new(
        claim,
        Verdict::of(stable == rows.len()),
        format!("{stable} of {} stable", rows.len()),
    )
}

fn closes(table: &Table) -> Finding {
    let claim = "with backward Euler, the joint error decreases as the springs become stiffer";
    let rows = implicit(table).into_iter();
    let point = |row: &Vec<Cell>| {
        let is_long = table.number(row, "step_ms") == Some(1e3 / RATES_HZ[0]);
        let stiffness = table.number(row, "stiffness_n_m").filter(|_| is_long)?;
        Some((
            stiffness,
            table.number(row, "gap_mm").unwrap_or(f64::INFINITY),
        ))
    };
    let gaps: Vec<(f64, f64)> = rows.filter_map(point).collect();
    let [softest, .., stiffest] = gaps.as_slice() else {
        return Finding::not_measured(claim, "no runs");
    };
    Finding::on_trend(
        claim,
        (Trend::Falls, GAP),
        &gaps.iter().map(|(_, gap)| *gap).collect::<Vec<_>>(),
        format!(
            "steps of {:.1} ms: {} mm at {} N/m, {} mm at {:e} N/m",
            1e3 / RATES_HZ[0],
            short(softest.1),
            softest.0,
            short(stiffest.1),
            stiffest.0
        ),
    )
}

/// Of springs that an explicit integrator as the thesis' could hold too: the gaps of far stiffer
/// ones come from the length of the step and not from the weight.
fn opens_at_the_top(table: &Table) -> Finding {
    let claim = "of the joints of a chain on springs below the explicit limit, the one at the top \
                 opens furthest";
    let of_row = |row: &Vec<Cell>| {
        let [top, below] = ["top_mean_mm", "below_mean_mm"].map(|key| table.number(row, key));
        let share = table.number(row, "share_of_limit")?;
        Some((share, [table.number(row, "stiffness_n_m")?, top?, below?]))
    };
    let further = |[_, top, below]: [f64; 3]| 100.0 * (top / below - 1.0);
    let least = |runs: &[[f64; 3]]| {
        let runs = runs.iter().copied();
        runs.min_by(|a, b| further(*a).total_cmp(&further(*b)))
    };
    let runs = implicit(table).into_iter().filter_map(of_row);
    let (below, beyond): (Vec<_>, Vec<_>) = runs.partition(|(share, _)| *share < 1.0);
    let [below, beyond] = [below, beyond].map(|runs| {
        let runs = runs.into_iter().map(|(_, run)| run);
        runs.collect::<Vec<_>>()
    });
    let Some(closest) = least(&below) else {
        return Finding::not_measured(claim, "no runs");
    };
    let words = |[stiffness, top, below]: [f64; 3]| {
        let [top, below] = [top, below].map(short);
        format!("{top} mm to {below} mm below it, at {stiffness:e} N/m")
    };
    let stiffer = least(&beyond).map_or_else(String::new, |closest| {
        format!("; of stiffer springs {}", words(closest))
    });
    Finding::on_effect(
        claim,
        Least::of(GAP, "%").beside(further(closest)),
        format!(
            "means over the second half of {} runs with backward Euler; the least difference is \
             {}{stiffer}",
            below.len(),
            words(closest)
        ),
    )
}

fn gains(table: &Table) -> Finding {
    let claim = "forward Euler gains energy at every stiffness, even where nothing blows up";
    let gained = swinging(table, "forward-euler").map(|row| table.number(row, "energy_gained_j"));
    // What has diverged has gained without bounds.
    let gained: Vec<f64> = gained.map(|gain| gain.unwrap_or(f64::INFINITY)).collect();
    if gained.is_empty() {
        return Finding::not_measured(claim, "no runs");
    }
    let least = gained.iter().copied().fold(f64::INFINITY, f64::min);
    let diverged = gained.iter().filter(|gain| gain.is_infinite()).count();
    Finding::on_effect(
        claim,
        ENERGY.beside(least),
        format!(
            "at least {} J in 5 s; {diverged} of {} diverged",
            short(least),
            gained.len()
        ),
    )
}

fn loses(table: &Table) -> Finding {
    let claim = "backward Euler takes energy from moving springs, and more from softer ones";
    let lost = swinging(table, "backward-euler").filter_map(|row| {
        let is_long = table.number(row, "step_ms") == Some(1e3 / RATES_HZ[0]);
        let lost = -table.number(row, "energy_gained_j")?;
        is_long.then_some((table.number(row, "stiffness_n_m")?, lost))
    });
    let mut lost: Vec<(f64, f64)> = lost.collect();
    lost.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [softest, .., stiffest] = lost.as_slice() else {
        return Finding::not_measured(claim, "no runs");
    };
    Finding::on_effect(
        claim,
        // What is lost at all, and by how much more.
        ENERGY.beside(softest.1.min(softest.1 - stiffest.1)),
        format!(
            "{} J lost at {} N/m, {} J at {:e} N/m",
            short(softest.1),
            softest.0,
            short(stiffest.1),
            stiffest.0
        ),
    )
}
