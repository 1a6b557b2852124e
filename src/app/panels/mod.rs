//! Panels: each draws from an [`AppView`] and returns the actions it asks for.
//! They never touch physics, files or the window.

mod availability;
mod compare;
mod cost;
mod create;
mod dock;
mod doctor;
mod examples;
mod experiments;
mod expression;
mod fan;
mod figure;
mod help;
mod history;
mod inside;
mod inspector;
mod launcher;
mod limits;
mod menu;
mod number_field;
mod order;
mod outliner;
mod palette;
mod parameters;
mod physique;
mod pictures;
mod plots;
mod progress;
mod question;
mod result;
mod rows;
mod solver;
mod status;
mod takes;
mod timeline;
mod toasts;
mod toolbar;
mod transport;
pub mod widgets;

pub(super) use compare::color_of;
use compare::RUNS;
pub use dock::{Dock, Panel};
pub use question::Question;
pub use timeline::Timeline;
use timeline::{draw_event, name as event_name};

use super::action::Action;
use super::compare::{CompareOptions, Layout};
use super::experiments::Experiments;
use super::fan::ShotFan;
use super::keymap::Keymap;
use super::limb::{Limb, LimitOptions};
use super::messages::Messages;
use super::tool::{Tool, ToolOptions};
use crate::editor::generate::Blueprints;
use crate::editor::{Document, ViewState};
use crate::lab::{Comparison, Profile, ShotResult, Simulation, Telemetry};
use crate::platform::settings::Quality;
use crate::scene::Scene;
use crate::view::renderer::Drawn;
use egui_macroquad::egui;

/// What the panels may know of the program.
pub struct AppView<'a> {
    /// The open scene.
    pub scene: &'a Scene,
    /// The same with its history and its selection.
    pub document: &'a Document,
    /// What is hidden and locked.
    pub view_state: &'a ViewState,
    /// The running scene, to be looked at.
    pub simulation: &'a Simulation,
    /// What the mouse does on the stage.
    pub tool: Tool,
    /// How the tools move things.
    pub tool_options: ToolOptions,
    /// The numbers that new things are made from.
    pub blueprints: &'a Blueprints,
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
    /// The run so far, and the runs that were left.
    pub timeline: Timeline<'a>,
    /// The moment within a step that is shown, in words.
    pub inside: Option<String>,
    /// What was measured after each step.
    pub telemetry: &'a Telemetry,
    /// What the steps cost, stage by stage, while somebody looks.
    pub profile: Option<&'a Profile>,
    /// The runs beside this one.
    pub comparison: Option<&'a Comparison>,
    /// What is compared, and how.
    pub compare_options: &'a CompareOptions,
    /// The experiments of the papers.
    pub experiments: &'a Experiments,
    /// One shot for each of some values.
    pub fan: &'a ShotFan,
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
    /// The limb whose joint is looked at.
    pub limb: Option<&'a Limb>,
    /// How limits are shown and edited.
    pub limit_options: LimitOptions,
    /// The messages so far.
    pub messages: &'a Messages,
    /// Which key does what.
    pub keymap: &'a Keymap,
    /// Whether there is something to paste.
    pub can_paste: bool,
    /// Whether the question about unsaved changes is open.
    pub asks_about_changes: bool,
    /// The question that waits for its answer.
    pub question: Question,
    /// How much of the scene the last picture showed.
    pub drawn: Drawn,
    /// How much the picture may cost.
    pub quality: Quality,
}

/// What the panels remember between frames.
#[derive(Debug, Default)]
pub struct PanelState {
    /// Whether the panels are hidden.
    pub hidden: bool,
    /// Where the panels are.
    pub dock: Dock,
    /// The help sheet.
    pub help: help::State,
    /// The command palette.
    pub palette: palette::State,
    /// The shipped scenes.
    pub examples: examples::State,
    /// What was said and passes.
    pub toasts: toasts::State,
    /// The outliner.
    pub outliner: outliner::State,
    /// The inspector.
    pub inspector: inspector::State,
    /// The order of the constraints.
    pub order: order::State,
    /// The rig doctor.
    pub doctor: doctor::State,
    /// The history.
    pub history: history::State,
    /// The limit table.
    pub limits: limits::State,
    /// The strip of takes.
    pub takes: takes::State,
    /// The comparison.
    pub compare: compare::State,
    /// The plots over time.
    pub plots: plots::State,
    /// The experiments.
    pub experiments: experiments::State,
    /// The create panel.
    pub create: create::State,
}

/// Draws all panels; returns the actions asked for. What is left of the window
/// belongs to the stage, see [`Dock::stage`].
pub fn all_ui(ctx: &egui::Context, view: &AppView<'_>, state: &mut PanelState) -> Vec<Action> {
    let mut actions = Vec::new();
    limits::observe(view, &mut state.limits);
    if !state.hidden {
        menu::menu_ui(ctx, view, state, &mut actions);
        status::status_ui(ctx, view, &mut state.toasts);
        transport::transport_ui(ctx, view, &mut state.takes, &mut actions);
        let mut dock = std::mem::take(&mut state.dock);
        dock.ui(ctx, &mut |ui, panel| {
            panel_ui(ui, panel, view, state, &mut actions)
        });
        state.dock = dock;
        if let Some(stage) = state.dock.stage() {
            // Panes have the figures of the shot themselves.
            if view.comparison.is_none() || view.compare_options.layout == Layout::Ghosts {
                result::result_ui(ctx, view, stage);
            }
            compare::strips_ui(ctx, view, stage);
            inside::inside_ui(ctx, view, stage);
            fan::legend_ui(ctx, view, stage);
            toolbar::toolbar_ui(ctx, view, stage, &mut actions);
        }
    }
    let stage = match state.hidden {
        true => ctx.screen_rect(),
        false => state.dock.stage().unwrap_or(ctx.screen_rect()),
    };
    toasts::toasts_ui(ctx, view, &mut state.toasts, stage);
    help::help_ui(ctx, view, &mut state.help, &mut actions);
    palette::palette_ui(ctx, view, &mut state.palette, &mut actions);
    question::question_ui(ctx, view, &mut actions);
    widgets::let_go_of_clicked(ctx);
    actions
}

/// One panel of the dock. Some scroll themselves: their long lists, or all but a button.
fn panel_ui(
    ui: &mut egui::Ui,
    panel: Panel,
    view: &AppView<'_>,
    state: &mut PanelState,
    actions: &mut Vec<Action>,
) {
    let scrolled = |ui: &mut egui::Ui, content: &mut dyn FnMut(&mut egui::Ui)| {
        egui::ScrollArea::both()
            .auto_shrink(false)
            .show(ui, content);
    };
    match panel {
        Panel::Scenes => examples::examples_ui(ui, view, &mut state.examples, actions),
        Panel::Outliner => outliner::outliner_ui(ui, view, &mut state.outliner, actions),
        Panel::Order => order::order_ui(ui, view, &mut state.order, actions),
        Panel::Doctor => doctor::doctor_ui(ui, view, &mut state.doctor, actions),
        Panel::History => history::history_ui(ui, view, &mut state.history, actions),
        Panel::Limits => limits::limits_ui(ui, view, &mut state.limits, actions),
        Panel::Create => create::create_ui(ui, view, &mut state.create, actions),
        Panel::Plots => plots::plots_ui(ui, view, &mut state.plots, actions),
        Panel::Cost => scrolled(ui, &mut |ui| cost::cost_ui(ui, view)),
        Panel::Experiments => {
            experiments::experiments_ui(ui, view, &mut state.experiments, actions);
        }
        Panel::Sweep => fan::fan_ui(ui, view, actions),
        Panel::Compare => scrolled(ui, &mut |ui| {
            compare::compare_ui(ui, view, &mut state.compare, actions);
        }),
        Panel::Inspector => scrolled(ui, &mut |ui| {
            inspector::inspector_ui(ui, view, &mut state.inspector, actions);
        }),
        Panel::Throw => scrolled(ui, &mut |ui| {
            launcher::launcher_ui(ui, view, actions);
            solver::solver_ui(ui, view, actions);
            launcher::cannon_ui(ui, view, actions);
            launcher::blast_ui(ui, view, actions);
        }),
    }
}
