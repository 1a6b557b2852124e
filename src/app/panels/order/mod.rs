//! The order of the constraints, and how far each is from being met.

mod drag;
mod header;
mod residual;
mod turns;

use super::outliner::constraint_word;
use super::rows::{after_click, drag_handle, ends, icon_button, row_ui, text, LongList};
use super::AppView;
use crate::app::action::Action;
use crate::editor::{names, Command};
use crate::scene::{Constraint, Id};
use drag::Drag;
use egui_macroquad::egui::{Label, RichText, Ui};
use egui_phosphor::regular as icon;
use residual::residual_ui;
use turns::Turns;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    drag: Option<Drag>,
    turns: Turns,
    /// The active thing that was last brought into sight.
    active: Option<Id>,
    list: LongList,
}

pub(super) fn order_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let constraints = &view.scene().constraints;
    header::header_ui(ui, view, actions);
    if constraints.is_empty() {
        let words = "The scene has no constraints outside ragdolls. Ragdoll constraints keep the \
                     order of their figure";
        ui.add(Label::new(RichText::new(words).weak()).wrap());
        return;
    }
    state.turns.update(view);
    state.follow_selection(view);
    drag::go_on(ui, view, state, actions);
    let State {
        drag, turns, list, ..
    } = state;
    list.ui(ui, constraints.len(), |ui, place| {
        let Some(constraint) = constraints.get(place) else {
            return;
        };
        let turn = turns.of(place);
        if constraint_ui(ui, view, constraint, (place, turn), actions) {
            *drag = Some(Drag::begin(constraint.id, actions));
        }
    });
}

impl State {
    /// Brings the active constraint into sight when another one has become it.
    fn follow_selection(&mut self, view: &AppView<'_>) {
        let active = view.document().selection().active();
        if active != self.active {
            self.active = active;
            let constraints = &view.scene().constraints;
            let place = constraints.iter().position(|c| Some(c.id) == active);
            place
                .into_iter()
                .for_each(|place| self.list.show_row(place));
        }
    }
}

/// A constraint; true when a drag of it begins.
fn constraint_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    constraint: &Constraint,
    (place, turn): (usize, Option<usize>),
    actions: &mut Vec<Action>,
) -> bool {
    let (id, title) = (constraint.id, title(constraint));
    let selection = view.document().selection();
    let wide = ui.available_width() > 24.0 * ui.spacing().interact_size.y;
    let (mut dragged, mut moved) = (false, None);
    let response = row_ui(ui, id, &title, selection.contains(id), |ui| {
        let right = |ui: &mut Ui| {
            moved = move_buttons(ui, view, place, &title);
            residual_ui(ui, view, place, wide);
        };
        ends(ui, right, |ui| {
            let handle = drag_handle(ui, &format!("Drag {title}"), DRAG_TIP);
            dragged = handle.drag_started();
            let number = format!("{:>4}", place + 1);
            ui.monospace(RichText::new(number).weak());
            if let Some(turn) = turn {
                let tip = "Position in the solve order";
                let sign = format!("{} {}", icon::ARROW_RIGHT, turn + 1);
                text(ui, sign).on_hover_text(tip);
            }
            text(ui, title.as_str());
            text(ui, RichText::new(constraint_word(constraint)).weak());
        });
    });
    let response = response.on_hover_text(
        "Click to select; Ctrl+click or Shift+click to select \
                                           several",
    );
    if let Some(to) = moved {
        actions.push(Action::Edit(Command::MoveConstraint(id, to)));
    } else if response.clicked() {
        let between = |active| between(view, active, id);
        let selection = after_click(ui, selection, id, between);
        actions.push(Action::Select(selection));
    }
    dragged
}

const DRAG_TIP: &str = "Drag to reorder; Escape cancels";

/// Name without group, or kind and id.
fn title(constraint: &Constraint) -> String {
    match names::short_name(&constraint.name) {
        "" => format!("{} {}", constraint_word(constraint), constraint.id),
        short => short.to_string(),
    }
}

/// Buttons that move a constraint by one place; where to, when clicked.
fn move_buttons(ui: &mut Ui, view: &AppView<'_>, place: usize, title: &str) -> Option<usize> {
    let last = view.scene().constraints.len() - 1;
    ui.spacing_mut().button_padding.x = 2.0;
    let mut one = |way: &str, sign, to: Option<usize>| {
        let (name, tip) = (
            format!("Move {title} {way}"),
            format!("Moves it one place {way}"),
        );
        let button = |ui: &mut Ui| icon_button(ui, sign, &name, &tip);
        let clicked = ui.add_enabled_ui(to.is_some(), button).inner;
        to.filter(|_| clicked)
    };
    let down = one(
        "down",
        icon::ARROW_DOWN,
        Some(place + 1).filter(|to| *to <= last),
    );
    let up = one("up", icon::ARROW_UP, place.checked_sub(1));
    down.or(up)
}

/// Constraints from one to another as listed; none if one of them is something else.
fn between(view: &AppView<'_>, one: Id, other: Id) -> Vec<Id> {
    let ids: Vec<Id> = view.scene().constraints.iter().map(|c| c.id).collect();
    let place = |id| ids.iter().position(|known| *known == id);
    match (place(one), place(other)) {
        (Some(a), Some(b)) => ids.get(a.min(b)..=a.max(b)).unwrap_or_default().to_vec(),
        _ => Vec::new(),
    }
}
