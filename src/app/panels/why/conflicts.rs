//! Constraints that work against each other.

use crate::app::action::Action;
use crate::app::panels::widgets::note;
use crate::editor::Selection;
use crate::lab::why::Answer;
use egui_macroquad::egui::{Label, RichText, Sense, Ui};
use egui_phosphor::regular as icon;

/// Conflicts that are listed.
const MOST: usize = 5;

/// Names what undoes each other; nothing where nothing does.
pub(super) fn conflicts_ui(ui: &mut Ui, answer: &Answer, actions: &mut Vec<Action>) {
    for line in answer.conflicts.iter().take(MOST) {
        let sentence = line.sentence();
        let text = format!("{} {sentence}", icon::ARROWS_IN_LINE_HORIZONTAL);
        let text = RichText::new(text).color(ui.visuals().warn_fg_color);
        let response = ui.add(Label::new(text).wrap().sense(Sense::click()));
        let left = |i: usize| match (line.left_m.get(i), line.left_deg.get(i)) {
            (Some(m), Some(deg)) => format!("{:.1} mm, {deg:.1}°", 1e3 * m),
            _ => String::new(),
        };
        let tip = format!(
            "The two constraints conflict: errors of {} and {} remain on average. Click to select \
             both. The rig doctor may offer a remedy.",
            left(0),
            left(1)
        );
        let response = response.on_hover_text(tip);
        note(&response, &format!("Conflict {sentence}"));
        let things: Vec<_> = line.things.iter().flatten().copied().collect();
        if response.clicked() && !things.is_empty() {
            actions.push(Action::Select(Selection::of(things)));
        }
    }
}
