//! The status line: settings in force, cost, error, hash, newest message.

use super::widgets::{dressed, note};
use super::{toasts, AppView};
use crate::app::action::{StageLayer, Trigger};
use crate::editor::counted;
use crate::physics::MethodSettings;
use crate::view::theme::color32;
use egui_macroquad::egui::{self, Label, RichText, Sense, TopBottomPanel, Ui};
use egui_phosphor::regular as icon;

const LEFT_OUT_TIP: &str = "Too many bodies are in one place to test all pairs in a step, so \
                            some pass through each other. Move them apart.";

pub(super) fn status_ui(ctx: &egui::Context, view: &AppView<'_>, messages: &mut toasts::State) {
    TopBottomPanel::bottom("status").show(ctx, |ui| {
        ui.horizontal(|ui| {
            let settings = view.settings();
            let substeps = counted(settings.common.substeps as usize, "substep");
            let passes = match settings.method {
                MethodSettings::Verlet(_) => {
                    format!(" × {}", counted(settings.passes() as usize, "iteration"))
                }
                _ => String::new(),
            };
            let reading = view.playback.reading();
            let stretch = (reading.strain).map(|share| format!(" · stretch {:.1} %", 1e2 * share));
            let stretch = stretch.unwrap_or_default();
            ui.monospace(format!(
                "{:.0} steps/s · {substeps}{passes} · {:5.1} µs/step · joint error {:6.3} \
                 mm{stretch} · {:016x}",
                1.0 / settings.common.step_s,
                view.playback.session.pace.step_us,
                reading.joint_error_m * 1e3,
                reading.hash
            ))
            .on_hover_text(match reading.strain {
                None => {
                    "Steps in a second of the scene · substeps of a step × iterations of a \
                     substep · time that a step takes · largest joint error · hash of the state"
                }
                Some(_) => {
                    "Steps in a second of the scene · substeps of a step × iterations of a \
                     substep · time that a step takes · largest joint error · largest stretch of \
                     a stick, distance or surface · hash of the state"
                }
            });
            frames_ui(ui, view);
            hidden_ui(ui, view);
            if messages.is_filmed {
                let text = view.keymap.with_key("Recording", Trigger::Record);
                let text = format!("{} {text}", icon::RECORD);
                let text = RichText::new(text).color(color32(dressed(ui).error));
                note(&ui.label(text), "Recording");
            }
            let left_out = (view.playback.session.simulation.world).pairs_left_out();
            if left_out > 0 {
                let text = format!("{left_out} pairs not tested");
                let text = RichText::new(text).color(color32(dressed(ui).error));
                ui.label(text).on_hover_text(LEFT_OUT_TIP);
            }
            ui.separator();
            if newest_ui(ui, view) {
                messages.log_open = !messages.log_open;
            }
        });
    });
}

/// What is not to be seen on the stage though it is there.
fn hidden_ui(ui: &mut Ui, view: &AppView<'_>) {
    let count = view.workspace.view_state.hidden.len();
    let mut words = Vec::new();
    if count > 0 {
        let text = format!("{count} hidden");
        words.push(view.keymap.with_key(&text, Trigger::ShowAll));
    }
    if !view.workbench.layers.show(StageLayer::Bodies) {
        words.push(view.keymap.with_key("bodies off", Trigger::ShowBodies));
    }
    if !words.is_empty() {
        let text = RichText::new(words.join(", ")).color(ui.visuals().warn_fg_color);
        note(&ui.label(text), "Hidden");
    }
}

/// Frames in a second, and what they take.
fn frames_ui(ui: &mut Ui, view: &AppView<'_>) {
    let Some(frame) = view.frame_times.median() else {
        return;
    };
    let text = format!("{:3.0} fps", frame.rate());
    let tip = format!(
        "{:.1} ms per frame: {}. F3 shows more.",
        frame.whole_s * 1e3,
        frame.parts()
    );
    note(&ui.monospace(text).on_hover_text(tip), "Frame rate");
}

/// The newest message; whether it was clicked.
fn newest_ui(ui: &mut Ui, view: &AppView<'_>) -> bool {
    let text = match view.message {
        Some((text, true)) => RichText::new(text).color(color32(dressed(ui).error)),
        Some((text, false)) => RichText::new(text),
        None => RichText::new("Messages").weak(),
    };
    let label = Label::new(text).truncate().sense(Sense::click());
    let whole = view.message.map(|(text, _)| format!("{text}\n"));
    let tip = format!("{}Click to see all messages", whole.unwrap_or_default());
    let response = ui.add(label).on_hover_text(tip);
    note(&response, "Messages");
    response.clicked()
}
