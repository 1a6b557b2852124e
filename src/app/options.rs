//! How the window is started.

use std::path::PathBuf;

/// Options of the window.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StartOptions {
    /// Path or name of the scene; the first-run scene if absent.
    pub scene: Option<String>,
    /// Script of timed actions, for tests and pictures; time then runs by frames.
    pub script: Option<PathBuf>,
    /// Ends after this many frames; time then runs by frames.
    pub frames: Option<u32>,
    /// Where the last frame is saved as PNG.
    pub screenshot: Option<PathBuf>,
    /// Reports what happens on stdout, one JSON object per line.
    pub events: bool,
    /// Width and height of the window, points.
    pub size: Option<(u32, u32)>,
}

/// Options of a single picture without panels.
#[derive(Debug, Clone, PartialEq)]
pub struct ShotOptions {
    /// Path or name of the scene.
    pub scene: String,
    /// Simulated time of the picture, s.
    pub at_s: f64,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Where it is saved as PNG.
    pub out: PathBuf,
}
