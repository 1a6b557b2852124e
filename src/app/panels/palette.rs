//! Finds any action by typing a part of its name.

use super::AppView;
use crate::app::action::Action;
use egui_macroquad::egui;

/// What the palette remembers.
#[derive(Debug, Default)]
pub struct State {
    open: bool,
    typed: String,
}

impl State {
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Opens or closes it, with nothing typed.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.typed.clear();
    }
}

pub(super) fn palette_ui(
    ctx: &egui::Context,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let _ = (ctx, view, state, actions);
}
