//! The status line: settings in force, cost, error, hash, newest message.

use super::AppView;
use crate::view::theme::Theme;
use egui_macroquad::egui::{self, RichText, TopBottomPanel};

pub(super) fn status_ui(ctx: &egui::Context, view: &AppView<'_>) {
    TopBottomPanel::bottom("status").show(ctx, |ui| {
        ui.horizontal(|ui| {
            let settings = view.settings;
            ui.monospace(format!(
                "{:.0} Hz · {} × {} · {:5.1} µs/step · joints {:6.3} mm · {:016x}",
                1.0 / settings.step_s,
                settings.substeps,
                settings.iterations,
                view.step_us,
                view.joint_error_m * 1e3,
                view.hash
            ))
            .on_hover_text("rate · substeps × iterations · cost · joint error · state hash");
            if let Some((text, is_error)) = view.message {
                ui.separator();
                let theme = if ui.visuals().dark_mode {
                    Theme::Dark
                } else {
                    Theme::Light
                };
                let panel = theme.panel();
                let color = if is_error { panel.error } else { panel.text };
                let text = RichText::new(text).color(crate::view::theme::color32(color));
                ui.add(egui::Label::new(text).truncate())
                    .on_hover_text(view.message.map(|(text, _)| text).unwrap_or_default());
            }
        });
    });
}
