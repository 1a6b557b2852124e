//! Equations of the papers as they are printed: switches with what comes of each, the scene
//! that shows it, and the run with it beside the run without.

use super::widgets::{button, note, text_scale};
use super::AppView;
use crate::app::action::{Action, CompareOptions};
use crate::editor::Command;
use crate::lab::Variant;
use crate::physics::method::paper::misprint::{MisprintInfo, Paper, LEFT_OUT, MISPRINTS};
use crate::physics::method::parameter::{ParameterSpec, Value};
use crate::physics::method::{self, Misprint};
use crate::scene::parameters::to_json;
use crate::scene::{demonstration, Setting, Solver};
use crate::view::theme::color32;
use egui_macroquad::egui::{self, CollapsingHeader, Label, RichText, ScrollArea, Ui};
use egui_phosphor::regular as icon;

pub(super) fn printed_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let scroll = ScrollArea::vertical().auto_shrink(false);
    scroll.id_salt("as printed").show(ui, |ui| {
        let solver = &view.scene().solver;
        let method = method::find(&solver.method);
        let spec = method.and_then(|method| method.parameter("as_printed"));
        head_ui(ui, solver, spec, actions);
        for paper in Paper::WITH_SWITCHES {
            ui.separator();
            ui.heading(paper.name());
            let of_paper = MISPRINTS.iter().filter(|info| info.paper == paper);
            for info in of_paper {
                switch_ui(ui, view, (info, spec), actions);
            }
        }
        ui.separator();
        left_out_ui(ui);
    });
}

/// Between the text and the edges of the stage, points.
const GAP_PT: f32 = 12.0;
/// Name of the caption at the foot of the stage.
pub(crate) const CAPTION: &str = "misprint";
/// Most width of the text, points at normal text size.
const TEXT_PT: f32 = 560.0;

/// What there is to see of a misprint, at the foot of the stage. `stage`: where it is, points.
pub(super) fn look_ui(ctx: &egui::Context, view: &AppView<'_>, stage: egui::Rect) {
    if !view.workspace.is_demonstration() || !stage.is_positive() {
        return;
    }
    egui::Area::new(CAPTION.into())
        .pivot(egui::Align2::CENTER_BOTTOM)
        .fixed_pos(stage.center_bottom() - egui::vec2(0.0, GAP_PT))
        .interactable(false)
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                let width = (stage.width() - 4.0 * GAP_PT).min(TEXT_PT * text_scale(ctx));
                ui.set_max_width(width.max(0.0));
                let text = format!("{} {}", icon::EYE, view.scene().description);
                note(&ui.add(Label::new(text).wrap()), "What to look at");
            });
        });
}

/// What is on, and what can be done about all of it.
fn head_ui(
    ui: &mut Ui,
    solver: &Solver,
    spec: Option<&'static ParameterSpec>,
    actions: &mut Vec<Action>,
) {
    let Some(spec) = spec else {
        ui.label("The method of this scene uses none of these equations.");
        let companion = method::METHODS.iter().find(|info| info.companion);
        if let Some(papers) = companion {
            let tip = "Solves this scene as the papers do; resets it if its rate is not 30 Hz";
            if button(ui, &format!("Switch to {}", papers.label), tip) {
                let mut new = solver.clone();
                new.choose_method(papers);
                actions.push(Action::Edit(Command::SetSolver(Box::new(new), "Method")));
            }
        }
        return;
    };
    match solver.as_printed.len() {
        0 => ui.label("All equations are corrected."),
        1 => ui.label("One equation is as printed."),
        count => ui.label(format!("{count} equations are as printed.")),
    };
    if solver.as_printed.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        if button(ui, "Correct all", "Turns off all of these switches") {
            actions.push(set(solver, spec, &[]));
        }
        let tip = "Compares this run with one that has all equations corrected";
        if button(ui, "Compare with corrected", tip) {
            actions.extend(compare(spec, ("as printed", "corrected"), &[]));
        }
    });
}

/// A switch with what comes of it, and whether anything does under the present settings.
fn switch_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    (info, spec): (&MisprintInfo, Option<&'static ParameterSpec>),
    actions: &mut Vec<Action>,
) {
    let solver = &view.scene().solver;
    let label = info.choice.label;
    let mut on = solver.as_printed.contains(&info.misprint);
    let other = toggled(solver, info.misprint);
    let tip = "Uses this equation with its misprint. Off by default";
    let response = ui.add_enabled_ui(spec.is_some(), |ui| ui.checkbox(&mut on, label));
    let response = response.inner.on_hover_text(tip);
    note(&response, label);
    if let (true, Some(spec)) = (response.changed(), spec) {
        actions.push(set(solver, spec, &other));
    }
    ui.indent(label, |ui| {
        ui.add(Label::new(RichText::new(info.choice.help).small()).wrap());
        let silent = info.misprint.silent(view.simulation().world.model());
        let is_silent = silent.is_some();
        if let Some(why) = silent {
            let text = RichText::new(format!("No effect here: {why}.")).small();
            let color = color32(super::widgets::dressed(ui).error);
            let text = if on { text.color(color) } else { text.weak() };
            note(
                &ui.add(Label::new(text).wrap()),
                &format!("No effect of {label}"),
            );
        }
        ui.horizontal_wrapped(|ui| {
            if let Some(shipped) = demonstration(info.misprint) {
                let text = format!("{} Open scene", icon::PLAY);
                let response = ui.small_button(text);
                note(&response, &format!("Scene of {label}"));
                let tip = "Opens a 20-second scene that shows the effect";
                if response.on_hover_text(tip).clicked() {
                    actions.push(Action::OpenShipped(shipped.name));
                }
            }
            if let (false, Some(spec)) = (is_silent, spec) {
                let response = ui.small_button("Compare with corrected");
                note(&response, &format!("Compare {label}"));
                let tip = "Runs the scene as printed and corrected, side by side";
                if response.on_hover_text(tip).clicked() {
                    let names = match on {
                        true => ("as printed", "corrected"),
                        false => ("corrected", "as printed"),
                    };
                    actions.extend(compare(spec, names, &other));
                }
            }
        });
    });
}

/// Slips that are no switches, and why.
fn left_out_ui(ui: &mut Ui) {
    let section = CollapsingHeader::new("Misprints without switch");
    let section = section.show(ui, |ui| {
        for slip in LEFT_OUT {
            let name = format!("{}, {}", slip.paper.name(), slip.equation);
            ui.label(name);
            ui.add(Label::new(RichText::new(slip.why).small()).wrap());
        }
    });
    note(&section.header_response, "Misprints without switch");
}

/// The misprints of a scene with one more or one less.
fn toggled(solver: &Solver, misprint: Misprint) -> Vec<Misprint> {
    let is_on = |other: Misprint| solver.as_printed.contains(&other) != (other == misprint);
    let all = MISPRINTS.iter().map(|info| info.misprint);
    all.filter(|other| is_on(*other)).collect()
}

fn flags(misprints: &[Misprint]) -> Value {
    let bits = misprints.iter().map(|misprint| 1 << *misprint as u64);
    Value::Flags(bits.sum())
}

fn set(solver: &Solver, spec: &ParameterSpec, misprints: &[Misprint]) -> Action {
    let value = Some(flags(misprints)).filter(|_| !misprints.is_empty());
    let new = solver.with(spec, value);
    Action::Edit(Command::SetSolver(Box::new(new), spec.label))
}

/// Runs the scene beside itself with these misprints; names of the scene as it is and of that.
fn compare(
    spec: &ParameterSpec,
    (leader, beside): (&str, &str),
    misprints: &[Misprint],
) -> Option<Action> {
    let value = to_json(spec, flags(misprints));
    let setting = Setting::new(&format!("solver.{}", spec.key), value).ok()?;
    let variant = Variant {
        name: beside.into(),
        settings: vec![setting],
        take: None,
    };
    Some(Action::SetCompareOptions(Box::new(CompareOptions {
        leader: Some(leader.into()),
        variants: vec![variant],
        band: false,
        ..CompareOptions::default()
    })))
}
