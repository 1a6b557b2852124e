//! Experiments without a window: running a scene, shots, measurements, range tests,
//! benchmarks.

pub mod bench;
pub mod experiment;
pub mod metric;
pub mod range_test;
pub mod run;
pub mod simulation;

pub use metric::{FigureParts, Metrics, ShotResult};
pub use range_test::{range_test, RangeResult, RangeTest};
pub use run::{run, RunReport, RunSettings};
pub use simulation::{Progress, Shot, Simulation};
