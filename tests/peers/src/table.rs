//! Results as rows of text, of Markdown, or of JSON.

use crate::measure::Found;
use serde::Serialize;

/// A row of the result.
#[derive(Debug, Serialize)]
pub struct Row {
    pub scene: &'static str,
    pub engine: &'static str,
    pub setting: String,
    /// Number of ragdolls; in the wall, of bricks.
    pub ragdolls: u32,
    pub steps: u64,
    pub repeats: u32,
    pub threads: u32,
    /// Wall time, in the wall per brick; `None` if the run left the range of sane numbers.
    pub us_per_ragdoll_step: Option<f64>,
    /// Processor time; `None` also where the system does not tell.
    pub cpu_us_per_ragdoll_step: Option<f64>,
    #[serde(flatten)]
    pub found: Option<Found>,
}

/// Heads of the columns.
const HEADS: [&str; 14] = [
    "scene",
    "n",
    "engine",
    "setting",
    "us",
    "cpu us",
    "sep mm",
    "worst mm",
    "limit deg",
    "worst deg",
    "pen mm",
    "KE J",
    "blown",
    "displaced",
];
const WIDTHS: [usize; 14] = [12, 4, 12, 23, 8, 8, 8, 8, 9, 9, 7, 7, 5, 9];
/// Columns of words, which stand to the left.
const WORDS: [usize; 3] = [0, 2, 3];

impl Row {
    fn cells(&self) -> [String; 14] {
        let number = |value: Option<f64>, digits: usize| {
            value.map_or("-".into(), |value| format!("{value:.digits$}"))
        };
        let error = |of: fn(&Found) -> f64, digits| number(self.found.as_ref().map(of), digits);
        let count = |of: fn(&Found) -> Option<usize>| {
            let count = self.found.as_ref().and_then(of);
            count.map_or("-".into(), |count| count.to_string())
        };
        [
            self.scene.into(),
            self.ragdolls.to_string(),
            self.engine.into(),
            self.setting.clone(),
            number(self.us_per_ragdoll_step, 2),
            number(self.cpu_us_per_ragdoll_step, 2),
            error(|found| found.errors.sep_mean_mm, 3),
            error(|found| found.errors.sep_worst_median_mm, 1),
            error(|found| found.errors.limit_mean_deg, 3),
            error(|found| found.errors.limit_worst_deg, 1),
            error(|found| found.errors.penetration_worst_mm, 1),
            error(|found| found.errors.kinetic_energy_median_j, 3),
            count(|found| Some(found.errors.blown)),
            count(|found| found.displaced),
        ]
    }

    pub fn text(&self) -> String {
        aligned(self.cells())
    }

    pub fn markdown(&self) -> String {
        format!("| {} |", self.cells().join(" | "))
    }

    pub fn json(&self) -> Result<String, String> {
        serde_json::to_string(self)
            .map_err(|error| format!("a row cannot be written as JSON: {error}"))
    }
}

pub fn text_head() -> String {
    aligned(HEADS.map(String::from))
}

pub fn markdown_head() -> String {
    let rule = (0..HEADS.len()).map(|column| match WORDS.contains(&column) {
        true => "---",
        false => "---:",
    });
    let rule: Vec<_> = rule.collect();
    format!("| {} |\n| {} |", HEADS.join(" | "), rule.join(" | "))
}

fn aligned(cells: [String; 14]) -> String {
    let columns = cells.iter().zip(WIDTHS).enumerate();
    let cells = columns.map(|(column, (cell, width))| match WORDS.contains(&column) {
        true => format!("{cell:<width$}"),
        false => format!("{cell:>width$}"),
    });
    let cells: Vec<_> = cells.collect();
    cells.join(" ").trim_end().to_owned()
}
