//! What a report of a problem needs to say of program, system and scene.

use crate::app::program::Program;
use crate::view::renderer::driver_name;
use macroquad::window::{screen_height, screen_width};
use std::env::consts;

/// A line each: version, system, graphics, window, scene, solver, state. Needs the thread and the
/// context of the window.
pub(super) fn text(program: &Program) -> String {
    let view = program.view();
    let solver = &view.scene().solver;
    [
        format!("Ragdoll Lab {}", env!("CARGO_PKG_VERSION")),
        format!("system: {} {}", consts::OS, consts::ARCH),
        format!("graphics: {}", driver_name()),
        format!("window: {:.0} x {:.0}", screen_width(), screen_height()),
        format!("quality: {:?}", view.preferences.quality),
        format!("scene: {}", view.workspace.title),
        format!("solver: {}, {}", solver.method, solver.preset.name()),
        format!("step: {}", view.playback.session.now()),
        format!("state: {:016x}", view.playback.reading().hash),
    ]
    .join("\n")
}
