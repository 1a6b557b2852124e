//! Benchmarks: speed, and beside it the errors that the speed was bought with.

pub mod clock;
pub mod cost;
pub mod crowd;
pub mod load;
pub mod measure;
pub mod mx_drop;
pub mod pile;
pub mod runs;
pub mod solving;
pub mod table2;

pub use cost::{Cost, CostReport};
pub use crowd::{Crowd, CrowdReport};
pub use load::{Load, LoadReport};
pub use mx_drop::{MxDrop, MxDropReport};
pub use pile::{Pile, PileReport};
pub use solving::{Solved, Solving};
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
        summary: "time per constraint, compared with table 2 of Baltman & Radeztsky (2004)",
    },
    Case {
        name: "mx-drop",
        summary: "ragdolls falling on a floor: time per ragdoll and step, errors",
    },
    Case {
        name: "pile",
        summary: "ragdolls falling onto each other: time per step, contacts, errors",
    },
    Case {
        name: "crowd",
        summary: "particle ragdolls falling on a floor: time per ragdoll and step, errors",
    },
    Case {
        name: "links",
        summary: "time and joint error by number of links in a chain (Delannoy, figure 4.8)",
    },
    Case {
        name: "iterations",
        summary: "time and joint error by number of iterations (Delannoy, section 4.4.2)",
    },
    Case {
        name: "load",
        summary: "time to write, read, validate and build a large scene",
    },
];

/// The middle value; the upper of two. Zero of nothing.
pub(in crate::lab) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
