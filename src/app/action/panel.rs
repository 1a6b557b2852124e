//! The panels that there are.

use serde::{Deserialize, Serialize};

/// A panel that can be moved and closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // The titles say it.
pub enum Panel {
    Scenes,
    Outliner,
    Create,
    Inspector,
    Throw,
    Order,
    Doctor,
    History,
    Limits,
    Compare,
    Plots,
    Cost,
    Experiments,
    Sweep,
    Why,
    Lessons,
    Printed,
}

impl Panel {
    /// All of them.
    pub const ALL: [Panel; 17] = [
        Panel::Scenes,
        Panel::Outliner,
        Panel::Create,
        Panel::Inspector,
        Panel::Throw,
        Panel::Order,
        Panel::Doctor,
        Panel::History,
        Panel::Limits,
        Panel::Compare,
        Panel::Plots,
        Panel::Cost,
        Panel::Experiments,
        Panel::Sweep,
        Panel::Why,
        Panel::Lessons,
        Panel::Printed,
    ];

    /// What stands on its tab.
    pub fn title(self) -> &'static str {
        match self {
            Panel::Scenes => "Scenes",
            Panel::Outliner => "Outliner",
            Panel::Create => "Create",
            Panel::Inspector => "Inspector",
            Panel::Throw => "Throw",
            Panel::Order => "Constraint order",
            Panel::Doctor => "Rig doctor",
            Panel::History => "History",
            Panel::Limits => "Limit table",
            Panel::Compare => "Compare",
            Panel::Plots => "Plots",
            Panel::Cost => "Profiler",
            Panel::Experiments => "Experiments",
            Panel::Sweep => "Shot fan",
            Panel::Why => "Why",
            Panel::Lessons => "Lessons",
            Panel::Printed => "As printed",
        }
    }
}
