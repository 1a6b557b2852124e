//! The tools that there are, and how they work.

/// What the mouse does on the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// A click throws the ball, a drag on a body aims it.
    #[default]
    Throw,
    /// A click selects, a drag pulls what plays.
    Select,
    /// Selects, and moves along the arrows of a gizmo.
    Move,
    /// Selects, and turns about the rings of a gizmo.
    Rotate,
    /// Selects, and scales with the handle of a gizmo.
    Scale,
    /// A click looks at a limb, a drag on an arc moves its limit.
    Limits,
    /// A drag poses a limb; joints and limits hold.
    Pose,
    /// Joins two things at a point, and moves anchors.
    Joint,
}

/// How the tools work.
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
    /// Impulse of a blast on a square metre at 1 m, N·s.
    pub blast_strength: f64,
    /// Beyond this a blast pushes nothing, m.
    pub blast_radius_m: f64,
}

impl Default for ToolOptions {
    fn default() -> ToolOptions {
        ToolOptions {
            local: false,
            snap: false,
            snap_m: 0.1,
            snap_deg: 15.0,
            joint: NewJoint::Pin,
            blast_strength: 400.0,
            blast_radius_m: 5.0,
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
    Slider,
    Universal,
    Rod,
    Rope,
    Line,
    Plane,
}

impl NewJoint {
    /// All kinds, in the order of a list.
    pub const ALL: [NewJoint; 9] = [
        NewJoint::Pin,
        NewJoint::Hinge,
        NewJoint::Fixed,
        NewJoint::Slider,
        NewJoint::Universal,
        NewJoint::Rod,
        NewJoint::Rope,
        NewJoint::Line,
        NewJoint::Plane,
    ];

    /// The word for one of them.
    pub fn word(self) -> &'static str {
        match self {
            NewJoint::Pin => "Pin",
            NewJoint::Hinge => "Hinge",
            NewJoint::Fixed => "Weld",
            NewJoint::Slider => "Slider",
            NewJoint::Universal => "Universal",
            NewJoint::Rod => "Rod",
            NewJoint::Rope => "Rope",
            NewJoint::Line => "Line",
            NewJoint::Plane => "Plane",
        }
    }
}
