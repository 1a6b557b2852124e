//! The tables of the experiments with a ball: a row for each case, and one for each throw.

use super::volley::{Cast, Fired, Volley};
use crate::lab::aim::Aim;
use crate::lab::experiment::{hash_of, hex};
use crate::lab::shot::{End, Outcome};
use crate::lab::statistics::Quartiles;
use crate::lab::table::{cells, column, quartile_cells, Cell, Column, Table};

/// Keys of median, first and third quartile over the aims.
pub(in crate::lab::experiment) const SIGNED: [&str; 3] = [
    "travel_signed_m",
    "travel_signed_q1_m",
    "travel_signed_q3_m",
];
pub(in crate::lab::experiment) const BEYOND: [&str; 3] = [
    "travel_beyond_tap_m",
    "travel_beyond_tap_q1_m",
    "travel_beyond_tap_q3_m",
];
pub(in crate::lab::experiment) const PUSH: [&str; 3] =
    ["aimed_push_m_s", "aimed_push_q1_m_s", "aimed_push_q3_m_s"];
pub(in crate::lab::experiment) const IMPULSE: [&str; 3] = [
    "aimed_impulse_n_s",
    "aimed_impulse_q1_n_s",
    "aimed_impulse_q3_n_s",
];
/// Keys of median, least and most over the nudges.
pub(in crate::lab::experiment) const ROUNDING: [&str; 3] =
    ["rounding_m", "rounding_min_m", "rounding_max_m"];
pub(in crate::lab::experiment) const TAP: &str = "tap_m";

const COLUMNS: [Column; 46] = [
    column("experiment", ""),
    column("case", "case"),
    column("body", "body"),
    column("parameter", ""),
    column("value", ""),
    column("ball_kg", ""),
    column("figure_kg", ""),
    column("shots", ""),
    column("rested", ""),
    column("missed", ""),
    column("diverged", ""),
    column("travel_m", ""),
    column("travel_min_m", ""),
    column("travel_max_m", ""),
    column("chaos_band_m", "rounding m"),
    column("peak_speed_m_s", ""),
    column("peak_speed_min_m_s", ""),
    column("peak_speed_max_m_s", ""),
    column("push_m_s", ""),
    column("push_min_m_s", ""),
    column("push_max_m_s", ""),
    column("impulse_n_s", ""),
    column("impulse_min_n_s", ""),
    column("impulse_max_n_s", ""),
    column("time_to_rest_s", ""),
    column("time_to_rest_max_s", ""),
    column("hash", ""),
    column("throw", ""),
    column("ball_height_m", ""),
    column("aims", "aims"),
    column("aims_missed", ""),
    column(SIGNED[0], "travel m"),
    column(SIGNED[1], "q1"),
    column(SIGNED[2], "q3"),
    column(BEYOND[0], "beyond tap m"),
    column(BEYOND[1], ""),
    column(BEYOND[2], ""),
    column(PUSH[0], "push m/s"),
    column(PUSH[1], ""),
    column(PUSH[2], ""),
    column(IMPULSE[0], "impulse N s"),
    column(IMPULSE[1], ""),
    column(IMPULSE[2], ""),
    column(ROUNDING[0], ""),
    column(ROUNDING[1], ""),
    column(ROUNDING[2], ""),
];

/// A row for each case.
pub(in crate::lab::experiment) fn table(name: &str, parameter: &str, fired: &[Fired]) -> Table {
    let mut columns = COLUMNS.to_vec();
    columns.push(column(TAP, ""));
    columns.push(column("aims_hash", ""));
    Table {
        columns,
        rows: fired
            .iter()
            .map(|fired| row(name, parameter, fired))
            .collect(),
    }
}

fn row(name: &str, parameter: &str, Fired { cast, volley }: &Fired) -> Vec<Cell> {
    let twins = &volley.twins;
    let travel = twins.spread(|o| Some(o.travel_m));
    let rest = twins.spread(|o| o.time_to_rest_s);
    let figure_kg = twins.outcomes.first().map(|o| o.figure_kg);
    let hash = hash_of(twins.outcomes.iter().map(|o| o.hash));
    let mut row: Vec<Cell> = vec![
        name.into(),
        cast.label.as_str().into(),
        cast.body.as_str().into(),
        parameter.into(),
        cast.value.clone(),
        cast.shot.ball_kg().into(),
        figure_kg.into(),
        (twins.outcomes.len() as f64).into(),
        (twins.count(End::Rest) as f64).into(),
        (twins.count(End::Miss) as f64).into(),
        (twins.count(End::Diverged) as f64).into(),
    ];
    row.extend(cells(travel));
    row.push(travel.map(|t| t.band()).into());
    row.extend(cells(twins.spread(|o| Some(o.peak_speed_m_s))));
    row.extend(cells(twins.spread(|o| Some(o.push_m_s))));
    row.extend(cells(twins.spread(|o| Some(o.impulse_n_s))));
    row.push(rest.map(|s| s.median).into());
    row.push(rest.map(|s| s.max).into());
    row.push(hex(hash).into());
    row.extend(aimed(cast, volley));
    row.extend(cells(twins.spread(|o| Some(o.travel_signed_m))));
    row.push(volley.tap_m.into());
    row.push(hex(volley.hash()).into());
    row
}

/// What the aims gave.
fn aimed(cast: &Cast, volley: &Volley) -> Vec<Cell> {
    let missed = volley.aims.iter().filter(|(_, outcome)| !outcome.is_good());
    let signed = volley.quartiles(|o| o.travel_signed_m);
    let beyond = volley.tap_m.zip(signed).map(|(tap_m, signed)| Quartiles {
        first: signed.first - tap_m,
        median: signed.median - tap_m,
        third: signed.third - tap_m,
    });
    let mut row: Vec<Cell> = vec![
        cast.throw.as_str().into(),
        cast.shot.height_m().into(),
        (volley.aims.len() as f64).into(),
        (missed.count() as f64).into(),
    ];
    let all = [
        signed,
        beyond,
        volley.quartiles(|o| o.push_m_s),
        volley.quartiles(|o| o.impulse_n_s),
    ];
    row.extend(all.into_iter().flat_map(quartile_cells));
    row
}

/// A row for each aimed throw: what is tested.
pub(in crate::lab::experiment) fn shots(name: &str, fired: &[Fired]) -> Table {
    let columns = [
        "experiment",
        "case",
        "body",
        "throw",
        "number",
        "up_m",
        "side_m",
        "rise",
        "turn",
        "travel_signed_m",
        "travel_beyond_tap_m",
        "travel_m",
        "push_m_s",
        "impulse_n_s",
        "end",
        "hash",
    ];
    let rows = fired.iter().flat_map(|Fired { cast, volley }| {
        let each = volley.aims.iter().enumerate();
        each.map(move |(number, (aim, outcome))| {
            let mut row: Vec<Cell> = vec![
                name.into(),
                cast.label.as_str().into(),
                cast.body.as_str().into(),
                cast.throw.as_str().into(),
                (number as f64).into(),
            ];
            row.extend(of_shot(aim, outcome, volley.tap_m));
            row
        })
    });
    Table {
        columns: columns.map(|key| column(key, "")).into(),
        rows: rows.collect(),
    }
}

fn of_shot(aim: &Aim, outcome: &Outcome, tap_m: Option<f64>) -> Vec<Cell> {
    let measured = |value: f64| outcome.is_good().then_some(value);
    let signed = measured(outcome.travel_signed_m);
    vec![
        aim.up_m.into(),
        aim.side_m.into(),
        aim.rise.into(),
        aim.turn.into(),
        signed.into(),
        signed.zip(tap_m).map(|(way, tap_m)| way - tap_m).into(),
        measured(outcome.travel_m).into(),
        measured(outcome.push_m_s).into(),
        measured(outcome.impulse_n_s).into(),
        outcome.end.words().into(),
        hex(outcome.hash).into(),
    ]
}

/// The cases of a throw at a body in their order, each with a value of its shots.
pub(in crate::lab::experiment) fn cases(
    shots: &Table,
    body: &str,
    throw: &str,
    key: &str,
) -> Vec<(String, Vec<f64>)> {
    let mut cases: Vec<(String, Vec<f64>)> = Vec::new();
    for row in &shots.rows {
        let words = |key| shots.words(row, key);
        if words("body") != body || words("throw") != throw || words("case").starts_with("tap") {
            continue;
        }
        if cases.last().is_none_or(|(label, _)| label != words("case")) {
            cases.push((words("case").into(), Vec::new()));
        }
        if let (Some((_, values)), Some(value)) = (cases.last_mut(), shots.number(row, key)) {
            values.push(value);
        }
    }
    cases
}

/// Only the first and the last of some cases.
pub(in crate::lab::experiment) fn ends(cases: &[(String, Vec<f64>)]) -> Vec<(String, Vec<f64>)> {
    match cases {
        [first, .., last] => vec![first.clone(), last.clone()],
        _ => cases.to_vec(),
    }
}
