//! Benchmarks: speed, and beside it the errors that the speed was bought with.

pub mod clock;
pub mod measure;
pub mod mx_drop;
pub mod table2;

pub use mx_drop::{MxDrop, MxDropReport};
pub use table2::{Table2, Table2Report};

/// A benchmark in the list of `bench --list`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Name on the command line.
    pub name: &'static str,
    /// What it measures.
    pub summary: &'static str,
}

/// All benchmarks.
pub const CASES: &[Case] = &[
    Case {
        name: "table2",
        summary: "time per constraint beside table 2 of Baltman & Radeztsky (2004)",
    },
    Case {
        name: "mx-drop",
        summary: "ragdolls falling on a floor: time per ragdoll and step, and errors",
    },
];

/// The middle value; the upper of two. Zero of nothing.
pub(in crate::lab) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
