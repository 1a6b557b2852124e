//! What the mouse does on the stage: throw, select, pull, move, rotate, scale, limit, pose, join.
//!
//! [`Interactor`] follows the pointer and knows no window: a [`Pointer`] and a camera go
//! in, actions come out.

mod anchor;
mod asked;
mod drag;
mod gizmo;
mod grip;
mod interactor;
mod joiner;
mod limits;
mod limits_drag;
mod path_key;
mod place;
mod pose;
mod pull;
mod under;

pub use crate::app::stage::{limit_of, Arc, Cone, Dial};
pub use interactor::{Interactor, Key};
pub use limits::limit_knobs;
pub use under::ground_under;

use crate::app::action::Action;
use crate::app::jobs::why::Why;
use crate::app::playback::Playback;
use crate::app::workbench::Workbench;
use crate::app::workspace::Workspace;
use crate::editor::Document;
use crate::lab::Simulation;
use glam::DVec2;

/// What the tools work in: they look at the parts of the program, and ask for actions.
pub trait ToolHost {
    /// The open document.
    fn workspace(&self) -> &Workspace;
    /// The scene as it plays.
    fn playback(&self) -> &Playback;
    /// What the tools are set to.
    fn workbench(&self) -> &Workbench;
    /// What was asked about why things move, while its panel is seen and it is about the scene
    /// as it is.
    fn asked(&self) -> Option<&Why>;
    /// Carries out what a tool asks for.
    fn perform(&mut self, action: Action);
    /// Says what cannot be done and why.
    fn fail(&mut self, reason: String);
}

fn document(host: &dyn ToolHost) -> &Document {
    &host.workspace().document
}

fn simulation(host: &dyn ToolHost) -> &Simulation {
    &host.playback().session.simulation
}

/// Stops a scene and puts it back to its start, which is what the tools change; a take of
/// other things gives way to it.
fn go_to_start(host: &mut dyn ToolHost) {
    let is_moved = simulation(host).world.state().step > 0;
    if is_moved || !host.playback().session.is_of(document(host).scene()) {
        host.perform(Action::Restart);
    }
    host.perform(Action::SetPlaying(false));
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
