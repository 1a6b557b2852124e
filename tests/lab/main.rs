//! Running scenes without a window: shots, history, measurements, experiments.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod animation;
mod autopsy;
mod bench;
mod chance;
mod comparison;
mod experiment;
mod experiment_file;
mod history;
mod lesson;
mod misprints;
mod plot;
mod posing;
mod range_test;
mod self_collision;
mod shipped_scenes;
mod soundness;
mod strain;
mod sweep;
mod sweep_rows;
mod truth;
mod why;
mod xml;
