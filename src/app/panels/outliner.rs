//! The tree of everything in the scene.

use super::AppView;
use crate::app::action::Action;
use egui_macroquad::egui::Ui;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    /// The thing whose name is being typed.
    pub renaming: Option<crate::scene::Id>,
}

pub(super) fn outliner_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let _ = (ui, view, state, actions);
}
