//! Experiments without a window: running a scene, shots, measurements, range tests,
//! benchmarks.

pub mod aim;
pub mod autopsy;
pub mod bench;
pub mod comparison;
pub mod difference;
pub mod event;
pub mod experiment;
pub mod history;
pub mod input;
pub mod inside;
pub mod lesson;
mod median;
pub mod metric;
pub mod plot;
pub mod pool;
mod posing;
pub mod profile;
pub mod range_test;
pub mod recording;
pub mod run;
pub mod shot;
pub mod shot_text;
pub mod simulation;
mod slope;
pub mod spread;
pub mod statistics;
pub mod sweep;
pub mod table;
pub mod telemetry;
pub mod telemetry_table;
pub mod why;

pub use comparison::{Comparison, Side, Variant};
pub use difference::Difference;
pub use event::{Event, EventKind};
pub use history::History;
pub use input::{Input, Tuning};
pub use inside::Inside;
pub use metric::{FigureParts, Metrics, ShotResult};
pub use posing::Posing;
pub use profile::Profile;
pub use range_test::{range_test, RangeResult, RangeTest};
pub use recording::Recording;
pub use run::{run, run_from, RunReport, RunSettings};
pub use simulation::{Checkpoint, Progress, Shot, Simulation};
pub use telemetry::{Quantity, Sample, Telemetry};
