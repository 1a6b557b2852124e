//! Weighting, preset, the settings of the method, gravity, wind.

use super::parameters::{other_choice, parameters_ui};
use super::widgets::{button, choice_row, combo_row, note, quantity_row, section};
use super::AppView;
use crate::app::action::{Action, Panel, Trigger, SOLVER_SECTION};
use crate::editor::{counted, of_axis, Command};
use crate::physics::method::{self, MethodInfo};
use crate::scene::range::{self, Quantity};
use crate::scene::{Preset, Scene, Solver};
use egui_macroquad::egui::{RichText, Ui};

pub(super) fn solver_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let solver = &view.scene().solver;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.heading("Weighting");
        let momentum = view.playback.reading().momentum;
        let text = RichText::new(format!("|p| = {momentum:.3} kg·m/s")).small();
        let tip = "Momentum: total of all moving bodies. Joints conserve it with Mass-weighted, \
                   but not with Uniform";
        note(&ui.label(text).on_hover_text(tip), "Momentum");
    });
    let weightings = [
        (
            0.0,
            "Uniform",
            "Both sides of a joint move equally (Delannoy, equation 4.6)",
        ),
        (
            1.0,
            "Mass-weighted",
            "The lighter side moves more (Delannoy, equation 4.7)",
        ),
    ];
    let method = method::find(&solver.method);
    let has_effect = method.is_some_and(|m| m.parameter(method::common::WEIGHTING.key).is_some());
    let row = ui.add_enabled_ui(has_effect, |ui| {
        choice_row(ui, solver.weighting, &weightings)
    });
    let why = "No effect: the method of this scene does not relax joints one after the other";
    row.response.on_disabled_hover_text(why);
    if let Some(weighting) = row.inner {
        actions.push(edit(solver, "Weighting", |s| s.weighting = weighting));
    }
    section(ui, SOLVER_SECTION, |ui| {
        method_ui(ui, solver, actions);
        refusals_ui(ui, view, actions);
        preset_ui(ui, solver, actions);
        let playback = view.playback;
        let stable_below = playback.readings.stable_below(&playback.session.simulation);
        parameters_ui(ui, solver, stable_below, actions);
        gravity_ui(ui, view.scene(), actions);
        wind_ui(ui, view.scene(), actions);
        printed_ui(ui, view, actions);
    });
}

/// The action that changes one thing of the solver settings.
fn edit(solver: &Solver, label: &'static str, change: impl FnOnce(&mut Solver)) -> Action {
    let mut new = solver.clone();
    change(&mut new);
    Action::Edit(Command::SetSolver(Box::new(new), label))
}

/// Presets that the method offers, with what to expect of each.
fn presets_of(method: Option<&'static MethodInfo>) -> Vec<(Preset, &'static str, &'static str)> {
    let offered = method.map_or(&[][..], |method| method.presets).iter();
    offered
        .filter_map(|p| Some((Preset::named(p.name)?, p.name, p.note)))
        .collect()
}

/// Which method moves things, with what it is.
fn method_ui(ui: &mut Ui, solver: &Solver, actions: &mut Vec<Action>) {
    let methods = method::METHODS.iter();
    let methods: Vec<_> = methods.map(|m| (m.id, m.label, m.summary)).collect();
    let held = method::find(&solver.method);
    let tip = "How joints are solved. A new method continues from the current state";
    if let Some(id) = combo_row(ui, "Method", tip, held.map_or("", |m| m.id), &methods) {
        if let Some(method) = method::find(id) {
            actions.push(edit(solver, "Method", |s| s.choose_method(method)));
        }
    }
    if let Some(held) = held {
        note(&ui.small(held.summary), "Method note");
    }
}

/// Which methods cannot simulate the scene and why; with a button that makes them able to.
fn refusals_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let (scene, playback) = (view.scene(), view.playback);
    for refusal in playback
        .readings
        .refusals(&playback.session.simulation)
        .iter()
    {
        let (method, error) = (refusal.method, &refusal.error);
        let cut = refusal.to_cut.iter();
        let cut: Vec<_> = cut.filter_map(|&i| scene.constraints.get(i)).collect();
        let why = format!("The {} ({})", error.message, error.path);
        ui.small(why).on_hover_text(&error.remedy);
        let names: Vec<_> = cut.iter().map(|c| c.name.as_str()).collect();
        let Some(first) = names.first() else { continue };
        let label = match names.len() {
            1 => format!("Remove {first} for {}", method.label),
            more => format!("Remove {} for {}", counted(more, "joint"), method.label),
        };
        let tip = format!("Deletes the joints that close a loop: {}", names.join(", "));
        if button(ui, &label, &tip) {
            let cut = cut.iter().map(|c| c.id).collect();
            actions.push(Action::Edit(Command::Remove(cut)));
            actions.push(edit(&scene.solver, "Method", |s| s.choose_method(method)));
        }
    }
}

fn preset_ui(ui: &mut Ui, solver: &Solver, actions: &mut Vec<Action>) {
    let presets = presets_of(method::find(&solver.method));
    let tip = "Named settings; choosing one resets the settings below";
    // The default is the first, whatever its name.
    let held = presets.iter().find(|(preset, ..)| *preset == solver.preset);
    let held = held.or(presets.first());
    let current = held.map_or(solver.preset, |(preset, ..)| *preset);
    if let Some(preset) = combo_row(ui, "Preset", tip, current, &presets) {
        actions.push(edit(solver, "Preset", |s| s.choose_preset(preset)));
    }
    if let Some((.., about)) = held {
        // What the preset says no longer holds where another rule is chosen.
        let text = match other_choice(solver) {
            Some(choice) => format!("with {}: {}", choice.label, choice.help),
            None => (*about).to_owned(),
        };
        note(&ui.small(text), "Preset note");
    }
    let mut pure = solver.clone();
    pure.choose_preset(solver.preset);
    if pure != *solver {
        let tip = "Resets every setting to the preset's value";
        if button(ui, "Reset to preset", tip) {
            actions.push(edit(solver, "Preset", |s| *s = pure));
        }
    }
}

fn gravity_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    let [x, y, z] = scene.gravity_m_s2;
    if let Some(down) = quantity_row(ui, "Gravity", -y, &GRAVITY_DOWN) {
        actions.push(Action::Edit(Command::SetGravity([x, -down, z])));
    }
}

/// Velocity of the air along each axis.
fn wind_ui(ui: &mut Ui, scene: &Scene, actions: &mut Vec<Action>) {
    for (axis, label) in ["Wind x", "Wind y", "Wind z"].into_iter().enumerate() {
        let mut wind = scene.air_velocity_m_s;
        let along = of_axis(wind.each_mut(), axis);
        if let Some(speed) = quantity_row(ui, label, *along, &range::WIND) {
            *along = speed;
            actions.push(Action::Edit(Command::SetWind(wind)));
        }
    }
}

/// Leads to the equations that are used as printed, in a scene that uses some.
fn printed_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let count = view.scene().solver.as_printed.len();
    if count == 0 {
        return;
    }
    let tip = "Equations with the papers' misprints, and the effect of each";
    let tip = view.keymap.with_key(tip, Trigger::PanelPrinted);
    if button(
        ui,
        &format!("{} as printed", counted(count, "equation")),
        &tip,
    ) {
        actions.push(Action::ShowPanel(Panel::Printed));
    }
}

/// Gravity as a positive number downward.
const GRAVITY_DOWN: Quantity = Quantity {
    default: 9.81,
    comfortable: (0.0, 20.0),
    help: "Downward gravity; 9.81 on Earth, 1.62 on the Moon.",
    ..range::GRAVITY
};
