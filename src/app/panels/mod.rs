//! Panels: each draws from an [`AppView`] and returns the actions it asks for.
//! They never touch physics, files or the window.

mod about;
mod availability;
mod compare;
mod cost;
mod create;
mod dock;
mod doctor;
mod examples;
mod experiments;
mod fan;
mod figure;
mod help;
mod history;
mod inside;
mod inspector;
mod launcher;
mod layers;
mod lessons;
mod limits;
mod manual;
mod menu;
mod muscles;
mod number_field;
mod offered;
mod order;
mod outliner;
mod palette;
mod parameters;
mod physique;
mod pictures;
mod plots;
mod preferences;
mod printed;
mod progress;
mod question;
mod result;
mod rows;
mod solver;
mod status;
mod takes;
mod time_span;
mod timeline;
mod toasts;
mod toolbar;
mod transport;
mod why;
pub mod widgets;

use compare::RUNS;
pub(super) use compare::{color_of, pane_heading};
pub use dock::Dock;
pub use help::MOUSE;
pub(super) use printed::CAPTION;
pub(super) use result::COVERS;
pub use timeline::Timeline;
use timeline::{draw_event, name as event_name};

use crate::app::action::{Action, CompareOptions, Layout, Panel, Setting};
use crate::app::guide::Guide;
use crate::app::jobs::Jobs;
use crate::app::keymap::Keymap;
use crate::app::messages::Messages;
use crate::app::playback::Playback;
use crate::app::quality::FrameTimes;
use crate::app::workbench::Workbench;
use crate::app::workspace::{Question, Workspace};
use crate::editor::Document;
use crate::lab::{Comparison, ShotResult, Simulation, Telemetry};
use crate::physics::Settings;
use crate::platform::settings::Settings as Preferences;
use crate::scene::Scene;
use crate::view::renderer::Drawn;
use egui_macroquad::egui;

/// What the panels may know of the program: all of it to be looked at, nothing to be
/// changed.
pub struct AppView<'a> {
    /// The open document.
    pub workspace: &'a Workspace,
    /// The scene as it plays.
    pub playback: &'a Playback,
    /// What works beside the window.
    pub jobs: &'a Jobs,
    /// The lesson that is taken.
    pub guide: &'a Guide,
    /// What the tools are set to.
    pub workbench: &'a Workbench,
    /// Which key does what.
    pub keymap: &'a Keymap,
    /// The messages so far.
    pub messages: &'a Messages,
    /// Newest message and whether it is an error.
    pub message: Option<(&'a str, bool)>,
    /// What the person has set: theme, text, quality, recent files.
    pub preferences: &'a Preferences,
    /// How much of the scene the last picture showed.
    pub drawn: Drawn,
    /// What the last frames took.
    pub frame_times: &'a FrameTimes,
    /// The question that waits for its answer.
    pub question: Question,
    /// Whether something has been read for long.
    pub reads_long: bool,
}

impl<'a> AppView<'a> {
    /// The open document.
    pub fn document(&self) -> &'a Document {
        &self.workspace.document
    }

    /// The open scene.
    pub fn scene(&self) -> &'a Scene {
        self.workspace.document.scene()
    }

    /// The running scene.
    pub fn simulation(&self) -> &'a Simulation {
        &self.playback.session.simulation
    }

    /// Settings of the solver that are in force.
    pub fn settings(&self) -> &'a Settings {
        &self.simulation().world.model().settings
    }

    /// Whether time goes on.
    pub fn playing(&self) -> bool {
        self.playback.session.playing && self.playback.session.trouble.is_none()
    }

    /// Whether time stands because nothing moves.
    pub fn rests(&self) -> bool {
        self.playing() && self.playback.session.pace.rests
    }

    /// Result of the latest shot.
    pub fn shot(&self) -> Option<&'a ShotResult> {
        self.simulation().metrics.shot.as_ref()
    }

    /// Result of the shot before, for comparison.
    pub fn ghost(&self) -> Option<&'a ShotResult> {
        let ghost = self.playback.session.ghost.as_ref();
        ghost.and_then(|ghost| ghost.simulation.metrics.last_hit())
    }

    /// The runs beside the session, if anything is compared.
    pub fn comparison(&self) -> Option<&'a Comparison> {
        self.playback.comparing.comparison.as_ref()
    }

    /// What is compared, and how.
    pub fn compare_options(&self) -> &'a CompareOptions {
        &self.playback.comparing.options
    }

    /// What was measured after each step.
    pub fn telemetry(&self) -> &'a Telemetry {
        &self.playback.session.observed.telemetry
    }

    /// The run so far, and the runs that were left.
    pub fn timeline(&self) -> Timeline<'a> {
        let session = &self.playback.session;
        Timeline {
            start: session.history.start(),
            end: session.history.end(),
            now: session.shown_step(),
            step_s: session.step_s(),
            events: session.history.events(),
            clip_spans: session.history.clip_spans(),
            bookmarks: &session.bookmarks,
            takes: &session.takes,
        }
    }
}

/// What lies over the panels.
#[derive(Debug, Default)]
pub struct Sheets {
    /// The help sheet.
    pub help: help::State,
    /// The command palette.
    pub palette: palette::State,
    /// What was said and passes.
    pub toasts: toasts::State,
    /// The manual.
    pub manual: manual::State,
    /// Whether the preferences are open.
    pub preferences: bool,
    /// Whether the sheet with version and licence is open.
    pub about: bool,
    /// The setting that was searched for, until it is pointed out.
    pub wanted: Option<Setting>,
}

/// What the panels remember between frames.
#[derive(Debug, Default)]
pub struct PanelState {
    /// Whether the panels are hidden.
    pub hidden: bool,
    /// Where the panels are.
    pub dock: Dock,
    /// What lies over the panels.
    pub sheets: Sheets,
    /// The shipped scenes.
    pub examples: examples::State,
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
    if let Some(setting) = state.sheets.wanted.take() {
        widgets::show_control(ctx, setting.section, &setting.control);
    }
    if !state.hidden {
        menu::menu_ui(ctx, view, state, &mut actions);
        if !toolbar::fits_beside_menus(ctx) && toolbar::has_room(ctx) {
            toolbar::row_ui(ctx, view, &mut actions);
        }
        status::status_ui(ctx, view, &mut state.sheets.toasts);
        let PanelState { takes, plots, .. } = state;
        transport::transport_ui(ctx, view, (takes, &mut plots.span), &mut actions);
        let mut dock = std::mem::take(&mut state.dock);
        dock.ui(ctx, &mut |ui, panel| {
            panel_ui(ui, panel, view, state, &mut actions)
        });
        state.dock = dock;
        if let Some(stage) = state.dock.stage() {
            // Panes have the figures of the shot themselves.
            if view.comparison().is_none() || view.compare_options().layout == Layout::Ghosts {
                result::result_ui(ctx, view, stage);
                if !state.dock.shows_wide() {
                    result::first_lesson_ui(ctx, view, stage, &mut actions);
                }
            }
            compare::strips_ui(ctx, view, stage);
            printed::look_ui(ctx, view, stage);
            inside::inside_ui(ctx, view, stage);
            fan::legend_ui(ctx, view, stage);
            layers::layers_ui(ctx, view, stage);
        }
    }
    let stage = match state.hidden {
        true => ctx.screen_rect(),
        false => state.dock.stage().unwrap_or(ctx.screen_rect()),
    };
    let toasts = &mut state.sheets.toasts;
    toasts::toasts_ui(ctx, view, toasts, stage, &mut actions);
    help::help_ui(ctx, view, &mut state.sheets.help, &mut actions);
    manual::manual_ui(ctx, &mut state.sheets.manual);
    preferences::preferences_ui(ctx, view, &mut state.sheets.preferences, &mut actions);
    about::about_ui(ctx, &mut state.sheets.about, &mut actions);
    palette::palette_ui(ctx, view, &mut state.sheets.palette, &mut actions);
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
        Panel::Why => why::why_ui(ui, view, actions),
        Panel::Lessons => lessons::lessons_ui(ui, view, actions),
        Panel::Printed => printed::printed_ui(ui, view, actions),
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
