//! The result card of the latest shot, beside the one before.

use super::widgets::{note, text_scale};
use super::AppView;
use crate::app::action::Tool;
use crate::app::action::Trigger;
use crate::lab::ShotResult;
use egui_macroquad::egui::{self, Align2, CollapsingHeader, Grid, Window};

/// Between the hint and the edges of the stage, points.
const GAP_PT: f32 = 16.0;

/// Height of a stage on which there is room for more than one line, at normal text, points.
const UNFOLDED_PT: f32 = 240.0;

/// `area`: the stage, points.
pub(super) fn result_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    let Some(shot) = view.shot() else {
        hint_ui(ctx, view, area);
        return;
    };
    Window::new("Result")
        .fixed_pos(area.left_top() + egui::vec2(12.0, 12.0))
        .title_bar(false)
        .resizable(false)
        .show(ctx, |ui| {
            if area.height() < UNFOLDED_PT * text_scale(ctx) {
                ui.label(summary(shot));
                return;
            }
            let line = CollapsingHeader::new(summary(shot)).id_salt("result fold");
            let fold = line
                .default_open(true)
                .show(ui, |ui| rows_ui(ui, view, shot));
            note(&fold.header_response, "Fold the result");
        });
}

/// What is left of the card when it is folded.
fn summary(shot: &ShotResult) -> String {
    let time = match (shot.time_to_rest_s, &shot.first_hit) {
        (Some(time), _) => format!("at rest after {time:.2} s"),
        (None, Some(_)) => "moving".into(),
        (None, None) => "no hit".into(),
    };
    format!("{:.2} m, {time}", shot.travel_m())
}

fn rows_ui(ui: &mut egui::Ui, view: &AppView<'_>, shot: &ShotResult) {
    Grid::new("result").num_columns(3).show(ui, |ui| {
        let ghost = view.ghost();
        row_ui(ui, "travel", shot, ghost, |s| {
            format!("{:.2} m", s.travel_m())
        });
        row_ui(ui, "peak speed", shot, ghost, |s| {
            format!("{:.2} m/s", s.peak_speed_m_s)
        });
        row_ui(ui, "first impulse", shot, ghost, |s| match &s.first_hit {
            Some(hit) => format!("{:.1} N·s", hit.impact.impulse),
            None => "no hit".into(),
        });
        row_ui(ui, "time to rest", shot, ghost, |s| {
            match (s.time_to_rest_s, &s.first_hit) {
                (Some(time), _) => format!("{time:.2} s"),
                (None, Some(_)) => "moving".into(),
                (None, None) => "–".into(),
            }
        });
    });
}

fn row_ui(
    ui: &mut egui::Ui,
    label: &str,
    shot: &ShotResult,
    ghost: Option<&ShotResult>,
    value: impl Fn(&ShotResult) -> String,
) {
    ui.label(label).on_hover_text(meaning(label));
    ui.monospace(value(shot));
    if let Some(ghost) = ghost {
        ui.weak(format!("before {}", value(ghost)));
    }
    ui.end_row();
}

/// What a row of the card means.
fn meaning(label: &str) -> &'static str {
    match label {
        "travel" => "Horizontal distance of the centre of mass from its start, m",
        "peak speed" => "Largest speed of the centre of mass, m/s",
        "first impulse" => "Impulse of the ball's first hit on the body, N·s",
        _ => "Time from the first hit until everything lies still, s",
    }
}

fn hint_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    if view.scene().launcher.is_none() || view.workbench.tool != Tool::Throw {
        return;
    }
    egui::Area::new("hint".into())
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(area.center_top() + egui::vec2(0.0, GAP_PT))
        .interactable(false)
        .show(ctx, |ui| {
            ui.set_width((area.width() - 2.0 * GAP_PT).clamp(0.0, 640.0));
            let mouse =
                "Click to throw the ball. Drag on the dummy to aim, elsewhere to look around.";
            let help = (view.keymap).with_key("The help sheet", Trigger::Help);
            ui.label(format!("{mouse} {help} shows every key."));
        });
}
