//! Panels: each draws from an [`AppView`] and returns the actions it asks for.
//! They never touch physics, files or the window.

mod examples;
mod figure;
mod help;
mod launcher;
mod menu;
mod printed;
mod question;
mod result;
mod solver;
mod solver_choices;
mod status;
mod transport;
pub mod widgets;

use super::action::Action;
use crate::lab::ShotResult;
use crate::scene::Scene;
use egui_macroquad::egui;

/// Width of the controls at normal text size, points.
const CONTROLS_WIDTH: f32 = 304.0;

/// What the panels may know of the program.
pub struct AppView<'a> {
    /// The document.
    pub scene: &'a Scene,
    /// Name of the file or of the shipped scene.
    pub title: String,
    /// Whether there are unsaved changes.
    pub changed: bool,
    /// Step that undo would take back.
    pub undo: Option<&'a str>,
    /// Step that redo would make again.
    pub redo: Option<&'a str>,
    /// Recently used files, newest first.
    pub recent: &'a [std::path::PathBuf],
    /// Whether time goes on.
    pub playing: bool,
    /// Playback speed, 1 = real time.
    pub speed: f64,
    /// Playback speed that is reached.
    pub reached_speed: f64,
    /// Simulated time, s.
    pub time_s: f64,
    /// Steps made.
    pub steps: u64,
    /// Cost of a step, µs.
    pub step_us: f64,
    /// Largest joint error now, m.
    pub joint_error_m: f64,
    /// Linear momentum now, kg·m/s.
    pub momentum: f64,
    /// Hash of the state.
    pub hash: u64,
    /// Result of the latest shot.
    pub shot: Option<&'a ShotResult>,
    /// Result of the shot before, for comparison.
    pub ghost: Option<&'a ShotResult>,
    /// Settings that are in force.
    pub settings: &'a crate::physics::Settings,
    /// Newest message and whether it is an error.
    pub message: Option<(&'a str, bool)>,
    /// Whether the question about unsaved changes is open.
    pub asks_about_changes: bool,
}

/// What the panels remember between frames.
#[derive(Debug, Default)]
pub struct PanelState {
    /// Whether the panels are hidden.
    pub hidden: bool,
    /// Whether the help sheet is open.
    pub help: bool,
}

/// Draws all panels; returns the actions asked for. What is left of the window
/// belongs to the stage.
pub fn all_ui(ctx: &egui::Context, view: &AppView<'_>, state: &mut PanelState) -> Vec<Action> {
    let mut actions = Vec::new();
    if !state.hidden {
        menu::menu_ui(ctx, view, &mut actions);
        status::status_ui(ctx, view);
        transport::transport_ui(ctx, view, &mut actions);
        examples::examples_ui(ctx, view, &mut actions);
        let width = widgets::text_scale(ctx) * CONTROLS_WIDTH;
        egui::SidePanel::right("controls")
            .resizable(false)
            .exact_width(width.min(0.5 * ctx.screen_rect().width()))
            .show(ctx, |ui| {
                egui::ScrollArea::both().show(ui, |ui| {
                    launcher::launcher_ui(ui, view, &mut actions);
                    solver::solver_ui(ui, view, &mut actions);
                });
            });
        result::result_ui(ctx, view);
    }
    help::help_ui(ctx, &mut state.help);
    question::question_ui(ctx, view, &mut actions);
    actions
}
