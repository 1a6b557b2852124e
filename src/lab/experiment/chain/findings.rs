//! What a chain with a heavy last link says about weighting.

use super::{Hanging, FAST_HZ, HANGINGS, HEAVY_KG, LIGHT_KG, MOST_ITERATIONS, RATES_HZ};
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::source::DELANNOY;
use crate::lab::spread::short;
use crate::lab::table::{Cell, Table};

/// The period of a chain that is blind to masses changes by less.
const BLIND: Least = Least::of(1e-4, "% of the period");
/// A chain that feels a mass changes its period by this share of the exact change at least.
const FEELS: Least = Least::of(50.0, "% of the exact change");
/// An error that is smaller by so much is smaller.
const NEARER: Least = Least::of(25.0, "% of the error");
/// Periods within this of the exact ones are right.
const RIGHT: Least = Least::of(0.5, "%");
/// A swing that has lost as much has lost more than half.
const DAMPED: Least = Least::of(50.0, "% of the swing");

/// What the data say about weighting.
pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let mut all = vec![
        blind(table).claimed_by(
            DELANNOY,
            "sections 4.4.2 and 4.4.3",
            "without weighting, a heavier link makes no noticeable difference",
        ),
        feels(table).claimed_by(
            DELANNOY,
            "section 4.4.2",
            "with weighting, the heavy end link has more control over the motion of the whole",
        ),
    ];
    all.extend(HANGINGS.map(|hanging| {
        nearer(table, hanging).claimed_by(
            DELANNOY,
            "abstract",
            "mass weighting simulates links of unequal mass more faithfully",
        )
    }));
    all.extend([right(table), damped(table)]);
    all
}

/// A value of the run with the most iterations of a weighting.
fn value(
    table: &Table,
    (hanging, rate_hz): (Hanging, f64),
    (last_kg, weighting): (f64, &str),
    key: &str,
) -> Option<f64> {
    let number = |row: &Vec<Cell>, key| table.number(row, key);
    let is_it = |row: &&Vec<Cell>| {
        number(row, "last_kg") == Some(last_kg)
            && number(row, "rate_hz") == Some(rate_hz)
            && number(row, "substeps") == Some(1.0)
            && number(row, "iterations") == Some(f64::from(MOST_ITERATIONS))
            && table.words(row, "weighting") == weighting
            && table.words(row, "hanging") == hanging.name()
    };
    number(table.rows.iter().find(is_it)?, key)
}

/// Period of the heavy chain over that of the light one, less one.
fn shift(table: &Table, weighting: &str, key: &str) -> Option<f64> {
    let period = |last_kg| {
        let which = (Hanging::FromPin, FAST_HZ);
        value(table, which, (last_kg, weighting), key)
    };
    Some(period(HEAVY_KG)? / period(LIGHT_KG)? - 1.0)
}

fn blind(table: &Table) -> Finding {
    let claim = "uniform relaxation ignores the mass of the last link";
    let shifts = ["period_s", "exact_period_s"].map(|key| shift(table, "uniform", key));
    match shifts {
        [Some(own), Some(exact)] => Finding::on_no_effect(
            claim,
            BLIND.beside(100.0 * own),
            format!(
                "doubling the mass changes the period by {own:.1e} of itself (relative); the \
                     exact change is {exact:.4}"
            ),
        ),
        _ => Finding::not_measured(claim, "no period found"),
    }
}

fn feels(table: &Table) -> Finding {
    let claim = "mass-weighted relaxation responds to the mass of the last link";
    let shifts = ["period_s", "exact_period_s"].map(|key| shift(table, "mass", key));
    match shifts {
        [Some(own), Some(exact)] => Finding::on_effect(
            claim,
            FEELS.beside(100.0 * own / exact),
            format!(
                "doubling the mass changes the period by {own:.4} of itself (relative); the \
                     exact change is {exact:.4}"
            ),
        ),
        _ => Finding::not_measured(claim, "no period found"),
    }
}

fn nearer(table: &Table, hanging: Hanging) -> Finding {
    let claim = format!(
        "with a heavy last link at {FAST_HZ} Hz, {}, mass-weighted relaxation stays closer to the \
         exact swing than uniform relaxation",
        match hanging {
            Hanging::FromPin => "hanging from a pin",
            Hanging::FromFirstLink => "with the first link fixed as in the thesis' code",
        }
    );
    let far = |rate_hz, weighting| {
        let which = (HEAVY_KG, weighting);
        value(table, (hanging, rate_hz), which, "error_to_exact_m")
    };
    match (far(FAST_HZ, "mass"), far(FAST_HZ, "uniform")) {
        (Some(mass), Some(uniform)) => Finding::on_effect(
            &claim,
            NEARER.beside(100.0 * (1.0 - mass / uniform)),
            format!(
                "{MOST_ITERATIONS} iterations: error {} m mass-weighted, {} m uniform",
                short(mass),
                short(uniform)
            ),
        ),
        _ => Finding::not_measured(&claim, "not run"),
    }
}

fn right(table: &Table) -> Finding {
    let claim = "periods of mass-weighted relaxation are within 0.5 % of the exact ones";
    let errors = [LIGHT_KG, HEAVY_KG].map(|last_kg| {
        let which = (Hanging::FromPin, RATES_HZ[0]);
        value(table, which, (last_kg, "mass"), "period_error_percent")
    });
    match errors {
        [Some(light), Some(heavy)] => Finding::on_no_effect(
            claim,
            RIGHT.beside(if light.abs() > heavy.abs() {
                light
            } else {
                heavy
            }),
            format!(
                "{MOST_ITERATIONS} iterations at 60 Hz: {light:+.2} % with {LIGHT_KG} kg, \
                 {heavy:+.2} % with {HEAVY_KG} kg"
            ),
        ),
        _ => Finding::not_measured(claim, "no period found"),
    }
}

/// Why the two weightings look alike at the rate of a game.
fn damped(table: &Table) -> Finding {
    let claim = "at 60 Hz, the damping of relaxation takes more than half of the swing in 12 s \
                 and hides the difference between the weightings";
    let of = |weighting, key| {
        let which = (Hanging::FromPin, RATES_HZ[0]);
        value(table, which, (HEAVY_KG, weighting), key)
    };
    let left = ["mass", "uniform"].map(|weighting| of(weighting, "swing_left"));
    let off = ["mass", "uniform"].map(|weighting| of(weighting, "error_to_exact_m"));
    match (left, off) {
        ([Some(a), Some(b)], [Some(mass), Some(uniform)]) => Finding::on_effect(
            claim,
            DAMPED.beside(100.0 * (1.0 - a.max(b))),
            format!(
                "swing left {} mass-weighted and {} uniform, relative to the exact swing; error \
                 {} m and {} m",
                short(a),
                short(b),
                short(mass),
                short(uniform)
            ),
        ),
        _ => Finding::not_measured(claim, "not run"),
    }
}
