//! Weighting, rate, substeps, iterations, gravity and drag.

use super::widgets::{choice_row, quantity_row};
use super::AppView;
use crate::app::action::Action;
use crate::editor::Command;
use crate::scene::range::{self, Quantity};
use crate::scene::{Preset, Solver};
use egui_macroquad::egui::Ui;

pub(super) fn solver_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let solver = &view.scene.solver;
    ui.add_space(4.0);
    ui.heading("Weighting");
    let weightings = [
        (
            0.0,
            "Uniform",
            "Both sides of a joint move alike (Delannoy, equation 4.6)",
        ),
        (
            1.0,
            "Mass-weighted",
            "The lighter side moves more (Delannoy, equation 4.7)",
        ),
    ];
    if let Some(weighting) = choice_row(ui, solver.weighting, &weightings) {
        actions.push(edit(solver, "Weighting", |s| s.weighting = weighting));
    }
    ui.small(format!("momentum |p| = {:.3} kg·m/s", view.momentum))
        .on_hover_text(
            "Of everything that moves. Joints keep it when mass-weighted; when uniform they do not",
        );
    ui.collapsing("Solver", |ui| {
        settings_ui(ui, view, actions);
    });
}

fn settings_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let solver = &view.scene.solver;
    preset_ui(ui, solver, actions);
    counts_ui(ui, view, actions);
    let over = quantity_row(
        ui,
        "Over-relax",
        solver.over_relaxation,
        &range::OVER_RELAXATION,
    );
    if let Some(over) = over {
        actions.push(edit(solver, "Over-relaxation", |s| {
            s.over_relaxation = over
        }));
    }
    if let Some(drag) = quantity_row(ui, "Drag", view.settings.linear_drag, &range::DRAG) {
        actions.push(edit(solver, "Drag", |s| s.linear_drag_per_s = Some(drag)));
    }
    let damping = quantity_row(
        ui,
        "Joint damping",
        view.settings.joint_damping,
        &range::JOINT_DAMPING,
    );
    if let Some(damping) = damping {
        actions.push(edit(solver, "Joint damping", |s| {
            s.joint_damping_per_s = Some(damping)
        }));
    }
    let [x, y, z] = view.scene.gravity_m_s2;
    if let Some(down) = quantity_row(ui, "Gravity", -y, &GRAVITY_DOWN) {
        actions.push(Action::Edit(Command::SetGravity([x, -down, z])));
    }
}

/// The action that changes one thing of the solver settings.
fn edit(solver: &Solver, label: &'static str, change: impl FnOnce(&mut Solver)) -> Action {
    let mut new = solver.clone();
    change(&mut new);
    Action::Edit(Command::SetSolver(new, label))
}

fn preset_ui(ui: &mut Ui, solver: &Solver, actions: &mut Vec<Action>) {
    let presets = [
        (Preset::Default, "default", "Good for play"),
        (Preset::High, "high", "Tighter joints, more work"),
        (
            Preset::Paper,
            "paper",
            "One substep, 100 iterations, as in the thesis",
        ),
    ];
    if let Some(preset) = choice_row(ui, solver.preset, &presets) {
        actions.push(edit(solver, "Preset", |s| {
            (s.preset, s.rate_hz, s.substeps, s.iterations) = (preset, None, None, None);
        }));
    }
}

/// Rate, substeps and iterations: what is in force, by preset or by override.
fn counts_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let (solver, settings) = (&view.scene.solver, view.settings);
    let rate = (1.0 / settings.step_s * 1e6).round() / 1e6;
    if let Some(rate) = quantity_row(ui, "Rate", rate, &range::RATE) {
        actions.push(edit(solver, "Rate", |s| s.rate_hz = Some(rate)));
    }
    if let Some(substeps) = count_row(ui, "Substeps", settings.substeps, &range::SUBSTEPS) {
        actions.push(edit(solver, "Substeps", |s| s.substeps = Some(substeps)));
    }
    if let Some(iterations) = count_row(ui, "Iterations", settings.iterations, &range::ITERATIONS) {
        actions.push(edit(solver, "Iterations", |s| {
            s.iterations = Some(iterations)
        }));
    }
}

/// Gravity as a positive number downward.
const GRAVITY_DOWN: Quantity = Quantity {
    default: 9.81,
    comfortable: (0.0, 20.0),
    help: "Gravity downward.",
    ..range::GRAVITY
};

fn count_row(ui: &mut Ui, label: &str, value: u32, quantity: &Quantity) -> Option<u32> {
    quantity_row(ui, label, f64::from(value), quantity)
        .map(|new| new.round() as u32)
        .filter(|new| *new != value)
}
