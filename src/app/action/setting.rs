//! Settings that the search leads to: where each is, and other words for it.

use super::Panel;
use std::borrow::Cow;

/// A setting that is shown in a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The panel that has it.
    pub panel: Panel,
    /// The section of the panel that has to be open.
    pub section: Option<&'static str>,
    /// Name of the control.
    pub control: Cow<'static, str>,
    /// Name in the search.
    pub name: Cow<'static, str>,
    /// Other words for it.
    pub words: &'static str,
}

/// A setting of the panel *Throw*.
const fn of_throw(
    section: Option<&'static str>,
    control: &'static str,
    name: &'static str,
    words: &'static str,
) -> Setting {
    Setting {
        panel: Panel::Throw,
        section,
        control: Cow::Borrowed(control),
        name: Cow::Borrowed(name),
        words,
    }
}

/// Sections of the panel *Throw*.
pub const SOLVER_SECTION: &str = "Solver";
/// Where the balls start and how many fly.
pub const BURST_SECTION: &str = "Position and burst";
/// The strength of a blast.
pub const BLAST_SECTION: &str = "Blast";

/// Settings that every scene with a launcher has, whatever its method.
pub static SETTINGS: [Setting; 17] = [
    of_throw(None, "Radius", "Ball radius", "size diameter"),
    of_throw(
        None,
        "Elasticity",
        "Ball elasticity",
        "restitution bounce bounciness",
    ),
    of_throw(None, "Friction", "Ball friction", "grip slide"),
    of_throw(None, "Mass", "Ball mass", "weight heavy"),
    of_throw(None, "Speed", "Ball speed", "velocity power strength"),
    of_throw(None, "Yaw", "Launcher yaw", "aim direction turn"),
    of_throw(None, "Pitch", "Launcher pitch", "aim direction lift"),
    of_throw(
        None,
        "Mass-weighted",
        "Weighting",
        "uniform mass-weighted delannoy",
    ),
    of_throw(
        Some(SOLVER_SECTION),
        "Method",
        "Method",
        "solver algorithm engine",
    ),
    of_throw(
        Some(SOLVER_SECTION),
        "Preset",
        "Solver preset",
        "quality accuracy settings",
    ),
    of_throw(
        Some(SOLVER_SECTION),
        "Gravity",
        "Gravity",
        "weight earth moon acceleration",
    ),
    of_throw(Some(SOLVER_SECTION), "Wind x", "Wind", "air breeze drag"),
    of_throw(
        Some(BURST_SECTION),
        "Launcher x",
        "Launcher position",
        "cannon place",
    ),
    of_throw(
        Some(BURST_SECTION),
        "Balls",
        "Number of balls",
        "burst count",
    ),
    of_throw(
        Some(BURST_SECTION),
        "Spread",
        "Ball spread",
        "burst scatter",
    ),
    of_throw(
        Some(BLAST_SECTION),
        "Blast strength",
        "Blast strength",
        "explosion bomb explode",
    ),
    of_throw(
        Some(BLAST_SECTION),
        "Blast radius",
        "Blast radius",
        "explosion bomb radius",
    ),
];
