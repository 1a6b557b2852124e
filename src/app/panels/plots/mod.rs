//! Plots over time: what was measured in the run and in those beside it.

mod canvas;

pub use canvas::{style_of, EguiCanvas, PlotView};
