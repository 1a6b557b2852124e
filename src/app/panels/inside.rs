//! What the solver has just done, over the stage, while a person goes through a step.

use super::widgets::note;
use super::AppView;
use egui_macroquad::egui::{self, Align2};

/// Name of the area over the stage.
pub(super) const AREA: &str = "inside";

/// `area`: the stage, points.
pub(super) fn inside_ui(ctx: &egui::Context, view: &AppView<'_>, area: egui::Rect) {
    let Some(text) = &view.playback.inside_text() else {
        return;
    };
    egui::Area::new(AREA.into())
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(area.center_bottom() + egui::vec2(0.0, -12.0))
        .constrain_to(area)
        .interactable(false)
        .show(ctx, |ui| {
            let fill = ui.visuals().panel_fill.gamma_multiply(0.9);
            let frame = egui::Frame::NONE.fill(fill);
            frame.inner_margin(8.0).corner_radius(4.0).show(ui, |ui| {
                ui.set_max_width(area.width() - 40.0);
                note(&ui.label(text), "Solver event");
            });
        });
}
