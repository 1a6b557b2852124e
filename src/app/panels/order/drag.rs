//! A constraint that is dragged to another place of the list: one step of the history.

use super::State;
use crate::app::action::Action;
use crate::app::panels::AppView;
use crate::editor::Command;
use crate::scene::Id;
use egui_macroquad::egui::Ui;

/// The constraint that is being dragged.
#[derive(Debug)]
pub(super) struct Drag {
    id: Id,
    /// The place that was asked for last.
    asked: Option<usize>,
}

impl Drag {
    pub(super) fn begin(id: Id, actions: &mut Vec<Action>) -> Drag {
        actions.push(Action::Begin("Reorder constraints".into()));
        Drag { id, asked: None }
    }
}

/// Lets a drag follow the pointer until the button is released.
pub(super) fn go_on(ui: &Ui, view: &AppView<'_>, state: &mut State, actions: &mut Vec<Action>) {
    let Some(drag) = &mut state.drag else {
        return;
    };
    if !view.document().in_gesture() {
        // Escape has taken it back.
        state.drag = None;
        return;
    }
    let (down, pointer) = ui.input(|i| (i.pointer.primary_down(), i.pointer.latest_pos()));
    if !down {
        actions.push(Action::Commit);
        state.drag = None;
        return;
    }
    let last = view.scene().constraints.len() - 1;
    let Some(to) = pointer.map(|place| state.list.row_at(place.y).min(last)) else {
        return;
    };
    state.list.show_row(to);
    let place = view
        .scene()
        .constraints
        .iter()
        .position(|c| c.id == drag.id);
    if place != Some(to) && drag.asked != Some(to) {
        drag.asked = Some(to);
        actions.push(Action::Change(Command::MoveConstraint(drag.id, to)));
    }
}
