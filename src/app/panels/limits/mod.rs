//! The masses, inertia and limits of a ragdoll's parts as a table.

use super::AppView;
use crate::app::action::Action;
use egui_macroquad::egui::Ui;

/// What is remembered of the table.
#[derive(Debug, Default)]
pub struct State {}

pub(super) fn limits_ui(
    ui: &mut Ui,
    _view: &AppView<'_>,
    _state: &mut State,
    _actions: &mut Vec<Action>,
) {
    ui.label("Select a ragdoll of rigid bodies to see the limits of its joints.");
}
