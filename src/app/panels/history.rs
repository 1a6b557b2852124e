//! The steps of the document.

use super::AppView;
use crate::app::action::Action;
use egui_macroquad::egui::Ui;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {}

pub(super) fn history_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let _ = (ui, view, state, actions);
}
