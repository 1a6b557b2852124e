//! What the mouse does on the stage: throw, select, pull, move, rotate, scale, limit, pose, join.
//!
//! [`Hand`] follows the pointer and knows no window: a [`Pointer`] and a [`Lens`] go
//! in, actions on the program come out.

mod anchor;
mod drag;
mod geometry;
mod gizmo;
mod grip;
mod hand;
mod joiner;
mod lens;
mod limits;
mod limits_drag;
mod place;
mod pose;
mod pull;
mod under;

pub use super::stage::{limit_of, Arc, Cone, Dial};
pub use geometry::{nearest_turn, Ray};
pub use hand::{Hand, Key};
pub use lens::Lens;
pub use limits::limit_knobs;
pub use pull::{attachment_at, attachment_of};

use super::action::{Action, Trigger};
use super::program::Program;
use glam::DVec2;

/// Stops a scene and puts it back to its start, which is what the tools change.
fn go_to_start(program: &mut Program) {
    if program.session.simulation.world.state().step > 0 {
        program.perform(Action::Do(Trigger::Reset));
    }
    program.session.playing = false;
}

/// The mouse in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pointer {
    /// Where it is in the window, points.
    pub at: DVec2,
    /// Whether it is over the stage and nothing covers that.
    pub over_stage: bool,
    /// Whether the left button went down.
    pub pressed: bool,
    /// Whether the left button went up.
    pub released: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

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
    Rod,
    Rope,
}

impl NewJoint {
    /// All kinds, in the order of a list.
    pub const ALL: [NewJoint; 5] = [
        NewJoint::Pin,
        NewJoint::Hinge,
        NewJoint::Fixed,
        NewJoint::Rod,
        NewJoint::Rope,
    ];

    /// The word for one of them.
    pub fn word(self) -> &'static str {
        match self {
            NewJoint::Pin => "Pin",
            NewJoint::Hinge => "Hinge",
            NewJoint::Fixed => "Weld",
            NewJoint::Rod => "Rod",
            NewJoint::Rope => "Rope",
        }
    }
}
