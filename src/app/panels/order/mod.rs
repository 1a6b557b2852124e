//! The order of the constraints.

use super::AppView;
use crate::app::action::Action;
use egui_macroquad::egui::Ui;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {}

pub(super) fn order_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let _ = (ui, view, state, actions);
}
