//! The row of a job that goes on: how far it is, and the way out.

use super::widgets::{button, note};
use crate::app::jobs::Tally;
use egui_macroquad::egui::{ProgressBar, Ui};

/// Shows how far a job is; whether it is to be cancelled.
pub(super) fn progress_ui(ui: &mut Ui, name: &str, tally: &Tally) -> bool {
    let (done, of) = tally.counts();
    let text = match (tally.what(), of) {
        (what, 0) if what.is_empty() => "starting…".into(),
        (what, 0) => what,
        (_, of) => format!("{done} of {of}"),
    };
    let share = done as f32 / of.max(1) as f32;
    let bar = ProgressBar::new(share).text(text).animate(of == 0);
    let label = format!("Progress of {name}");
    let response = ui.add(bar).on_hover_text(match tally.what() {
        what if what.is_empty() => label.clone(),
        what => what,
    });
    note(&response, &label);
    button(
        ui,
        "Cancel",
        "Cancels without a result; runs already started finish in the background",
    )
}
