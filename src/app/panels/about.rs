//! What this program is, which version, and what a report of a problem needs.

use super::widgets::{button, text_scale};
use crate::app::action::{Action, Request};
use egui_macroquad::egui::{self, Window};

/// Width, points at normal text size.
const WIDTH: f32 = 360.0;

pub(super) fn about_ui(ctx: &egui::Context, open: &mut bool, actions: &mut Vec<Action>) {
    Window::new("About Ragdoll Lab")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .default_width(WIDTH * text_scale(ctx))
        .show(ctx, |ui| {
            ui.heading("Ragdoll Lab");
            ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
            ui.label("Throw balls at ragdolls, edit their joints, and see why they move.");
            ui.label(format!("Licence: {}", env!("CARGO_PKG_LICENSE")));
            ui.separator();
            let tip = "Copies version, operating system, graphics driver and solver settings as \
                       text, to paste into a problem report";
            if button(ui, "Copy diagnostics", tip) {
                actions.push(Action::Ask(Request::CopyDiagnostics));
            }
        });
}
