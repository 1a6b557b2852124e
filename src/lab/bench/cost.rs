//! `links` and `iterations`: what a step of a swinging chain costs over the number of
//! its links (figure 4.8 of Delannoy's thesis) and over the iterations (section 4.4.2),
//! with the largest joint error beside it.
//!
//! The chains are those of the experiments of the same names; here they are swung
//! several times for the sake of the time.

use super::median;
use crate::lab::experiment::{find, Case, Effort, ExperimentError};
use crate::lab::table::Table;
use serde::Serialize;

/// Rate of the experiments, Hz.
const RATE_HZ: f64 = 60.0;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Name of the benchmark and of its experiment: `links` or `iterations`.
    pub name: &'static str,
    /// Steps of a run at 60 Hz; `None` = those of the experiment.
    pub steps: Option<u64>,
    /// Times that each chain is swung.
    pub repeats: u32,
    /// Only the shortest and the longest chain of each kind.
    pub ends_only: bool,
}

/// A chain; the keys are those of `ragdoll-lab bench links --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CostReport {
    /// Name of the benchmark.
    pub name: &'static str,
    /// Method id.
    pub method: String,
    /// What the chain has in common with others, such as `5 iterations`.
    pub series: String,
    /// Number of links, or of iterations.
    pub value: f64,
    /// Wall time of the median step, median of the runs, µs.
    pub us_per_step: f64,
    /// Largest distance of two points that a joint holds together, mm.
    pub joint_error_mm: f64,
    /// Largest strain of a link, % of its length.
    pub strain_percent: f64,
    /// Timed runs.
    pub repeats: u32,
    /// Hash of the final state, 16 hexadecimal digits.
    pub hash: String,
}

impl Cost {
    /// The standard amount of a benchmark of this name.
    pub fn new(name: &'static str) -> Cost {
        Cost {
            name,
            steps: None,
            repeats: 3,
            ends_only: false,
        }
    }

    /// Swings all chains, a row each. `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate, or that it diverged.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<Vec<CostReport>, ExperimentError> {
        let experiment = find(self.name);
        let experiment =
            experiment.ok_or_else(|| ExperimentError::Scene("unknown experiment".into()))?;
        let mut tables = Vec::new();
        for run in 1..=self.repeats {
            progress(&format!("{}: run {run}/{}", self.name, self.repeats));
            tables.push(self.swing(experiment)?);
        }
        let rows = tables.first().map_or(0, |table| table.rows.len());
        Ok((0..rows).filter_map(|row| self.row(&tables, row)).collect())
    }

    fn swing(&self, experiment: &Case<'_>) -> Result<Table, ExperimentError> {
        let standard = Effort::default();
        let effort = Effort {
            limit_s: self
                .steps
                .map_or(standard.limit_s, |steps| steps as f64 / RATE_HZ),
            tiny: self.ends_only,
            ..standard
        };
        Ok(experiment.run(&effort, &())?.table)
    }

    /// A row of the same tables; all but the time is the same in all of them.
    fn row(&self, tables: &[Table], row: usize) -> Option<CostReport> {
        let table = tables.first()?;
        let cells = &table.rows[row];
        let times = tables.iter();
        let times = times.map(|table| table.number(&table.rows[row], "us_per_step"));
        Some(CostReport {
            name: self.name,
            method: table.words(cells, "method").into(),
            series: table.words(cells, "series").into(),
            value: table.number(cells, "value")?,
            us_per_step: median(times.collect::<Option<Vec<f64>>>()?),
            joint_error_mm: table.number(cells, "joint_error_mm")?,
            strain_percent: table.number(cells, "strain_percent")?,
            repeats: self.repeats,
            hash: table.words(cells, "hash").into(),
        })
    }
}
