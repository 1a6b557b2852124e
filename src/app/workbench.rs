//! What the tools are set to, and where the pointer is.

use super::action::{Limb, LimitOptions, StageLayers, Tool, ToolOptions};
use crate::editor::generate::{BlueprintKind, Blueprints};
use crate::view::stage_camera::Ray;
use glam::DVec3;

/// What the tools are set to, and where the pointer is.
#[derive(Debug, Clone, Default)]
pub struct Workbench {
    /// What the mouse does on the stage.
    pub tool: Tool,
    /// How the tools work.
    pub options: ToolOptions,
    /// The numbers that new things are made from.
    pub blueprints: Blueprints,
    /// The point on the ground where new things are put without a pointer over the stage, m.
    pub place_m: DVec3,
    /// The point on the ground or on an obstacle under the pointer, while that is over the
    /// stage, m.
    pub pointed_m: Option<DVec3>,
    /// What is dragged from the list of new things.
    pub dragged: Option<BlueprintKind>,
    /// The line of sight through the pointer, while that is over the stage.
    pub sight: Option<Ray>,
    /// The limb whose joint is looked at.
    pub limb: Option<Limb>,
    /// What the stage shows.
    pub layers: StageLayers,
    /// How limits are shown and edited.
    pub limits: LimitOptions,
}

impl Workbench {
    /// Where new things go: under the pointer, if that is over the stage, m. A whole number of
    /// millimetres, so that the numbers of what is created there are short.
    pub fn new_place_m(&self) -> DVec3 {
        let place = self.pointed_m.unwrap_or(self.place_m);
        // And 0 instead of −0.
        (place * 1e3).round() / 1e3 + DVec3::ZERO
    }
}
