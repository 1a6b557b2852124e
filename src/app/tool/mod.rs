//! What the mouse does on the stage: throw, select, move, rotate, scale, join.

/// What the mouse does on the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// A click throws the ball, a drag on a body aims it.
    #[default]
    Throw,
    /// A click selects.
    Select,
    /// Selects, and moves along the arrows of a gizmo.
    Move,
    /// Selects, and turns about the rings of a gizmo.
    Rotate,
    /// Selects, and scales with the handle of a gizmo.
    Scale,
    /// Joins two things at a point, and moves anchors.
    Joint,
}

/// How the tools move things.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ToolOptions {
    /// Along the axes of the active thing instead of those of the world.
    pub local: bool,
    /// In steps; Ctrl does the opposite while it is held.
    pub snap: bool,
    /// Step of a move, m.
    pub snap_m: f64,
    /// Step of a turn, degrees.
    pub snap_deg: f64,
    /// Kind of the joints that are made.
    pub joint: NewJoint,
}

impl Default for ToolOptions {
    fn default() -> ToolOptions {
        ToolOptions {
            local: false,
            snap: false,
            snap_m: 0.1,
            snap_deg: 15.0,
            joint: NewJoint::Pin,
        }
    }
}

/// Kind of a joint that is made by pointing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // The names say it.
pub enum NewJoint {
    Pin,
    Hinge,
    Fixed,
    Rod,
    Rope,
}
