//! What a case of a sweep gave.

use crate::lab::shot::{End, Outcome, Repeats};
use crate::lab::table::{column, Cell, Column};
use crate::scene::change::word;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a case gave; the keys are those of `sweep --json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Number of the case, from 0.
    pub index: usize,
    /// Its values by path.
    pub values: Map<String, Value>,
    /// Number of shots: one as it is, the others nudged.
    pub shots: usize,
    /// Median of the travel of the ragdoll that was hit most, of the shots that hit, m.
    pub travel_m: Option<f64>,
    /// Smallest travel, m.
    pub travel_min_m: Option<f64>,
    /// Largest travel, m.
    pub travel_max_m: Option<f64>,
    /// Width of that range, m: differences within it mean nothing. `None` without nudges.
    pub chaos_band_m: Option<f64>,
    /// Median of the largest speed of the centre of mass, m/s.
    pub peak_speed_m_s: Option<f64>,
    /// Median of the largest horizontal speed soon after the hit, m/s.
    pub push_m_s: Option<f64>,
    /// Median of the impulse of the ball on the figure, N·s.
    pub impulse_n_s: Option<f64>,
    /// Median of the time from hit to rest, s.
    pub time_to_rest_s: Option<f64>,
    /// Steps of the shot without a nudge.
    pub steps: u64,
    /// How it ended.
    pub end: End,
    /// Hash of its final state, 16 hexadecimal digits.
    pub hash: String,
}

impl Row {
    /// The row of a case, from its shots; the first is not nudged.
    pub(super) fn new(
        index: usize,
        values: Map<String, Value>,
        repeats: &Repeats,
        steps: u64,
    ) -> Row {
        let travel = repeats.spread(|o| Some(o.travel_m));
        let median = |value: &dyn Fn(&Outcome) -> Option<f64>| {
            repeats.spread(value).map(|spread| spread.median)
        };
        let first = repeats.outcomes.first();
        Row {
            index,
            values,
            shots: repeats.outcomes.len(),
            travel_m: travel.map(|t| t.median),
            travel_min_m: travel.map(|t| t.min),
            travel_max_m: travel.map(|t| t.max),
            chaos_band_m: travel
                .filter(|_| repeats.outcomes.len() > 1)
                .map(|t| t.band()),
            peak_speed_m_s: median(&|o| Some(o.peak_speed_m_s)),
            push_m_s: median(&|o| Some(o.push_m_s)),
            impulse_n_s: median(&|o| Some(o.impulse_n_s)),
            time_to_rest_s: median(&|o| o.time_to_rest_s),
            steps,
            end: first.map_or(End::Miss, |o| o.end),
            hash: format!("{:016x}", first.map_or(0, |o| o.hash)),
        }
    }

    /// Columns of a table of rows with values at these paths.
    pub(super) fn columns(paths: impl Iterator<Item = String>) -> Vec<Column> {
        let mut columns = vec![column("index", "case")];
        columns.extend(paths.map(|path| Column {
            key: path.clone().into(),
            head: path.into(),
            timing: false,
        }));
        columns.extend([
            column("shots", ""),
            column("travel_m", "travel m"),
            column("travel_min_m", "min"),
            column("travel_max_m", "max"),
            column("chaos_band_m", "chaos band m"),
            column("peak_speed_m_s", "peak m/s"),
            column("push_m_s", "push m/s"),
            column("impulse_n_s", "impulse N s"),
            column("time_to_rest_s", "rest s"),
            column("steps", ""),
            column("end", "end"),
            column("hash", ""),
        ]);
        columns
    }

    /// Its cells in the order of the columns.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = vec![(self.index as f64).into()];
        cells.extend(self.values.values().map(cell));
        cells.extend([
            (self.shots as f64).into(),
            self.travel_m.into(),
            self.travel_min_m.into(),
            self.travel_max_m.into(),
            self.chaos_band_m.into(),
            self.peak_speed_m_s.into(),
            self.push_m_s.into(),
            self.impulse_n_s.into(),
            self.time_to_rest_s.into(),
            (self.steps as f64).into(),
            self.end.words().into(),
            self.hash.as_str().into(),
        ]);
        cells
    }
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::Number(number) => number.as_f64().into(),
        other => word(other).into(),
    }
}
