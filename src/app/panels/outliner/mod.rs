//! The tree of everything in the scene.

mod menu;
mod renaming;
mod row;
mod tree;

use super::rows::{icon_button, LongList};
use super::widgets::note;
use super::AppView;
use crate::app::action::Action;
use crate::editor::Selection;
use crate::scene::Id;
use egui_macroquad::egui::{Align, Key, Layout, Modifiers, TextEdit, Ui};
use egui_phosphor::regular as icon;
use renaming::Renaming;
use row::Rows;
use tree::{Fold, Row, Tree};

pub(super) use tree::constraint_word;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    /// The thing whose name is to be asked for.
    pub renaming: Option<Id>,
    typed: Option<Renaming>,
    filter: String,
    /// Whether the last press of the mouse was on the list.
    focused: bool,
    /// The active thing that was last brought into sight.
    active: Option<Id>,
    /// The group that was clicked last, with what was selected by that.
    chosen: Option<(Fold, Selection)>,
    tree: Tree,
    list: LongList,
}

pub(super) fn outliner_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let typing = filter_ui(ui, state, actions);
    let map = &view.simulation().map;
    state
        .tree
        .update(view.document().scene(), map, &state.filter);
    state.begin_renaming(view);
    state.follow_selection(view.document().selection());
    if typing || state.has_keys(ui) {
        state.take_keys(ui, view.document().selection(), actions);
    }
    let mut rows = Rows {
        view,
        tree: &state.tree,
        renaming: &mut state.typed,
        actions,
        folded: None,
        chosen: None,
    };
    let list = state.tree.rows();
    state.list.ui(ui, list.len(), |ui, row| {
        if let Some(row) = list.get(row) {
            rows.row_ui(ui, row);
        }
    });
    let (folded, chosen) = (rows.folded, rows.chosen);
    if let Some((group, selection)) = chosen {
        // It is in sight already, and stays folded if it is.
        state.active = selection.active();
        state.chosen = Some((group, selection));
    }
    if let Some(fold) = folded {
        state.tree.toggle(&fold);
    }
    if state.tree.rows().is_empty() {
        let words = match state.filter.is_empty() {
            true => "The scene is empty. Add objects in Create",
            false => "No matches",
        };
        ui.put(state.list.view(), egui_macroquad::egui::Label::new(words));
    }
}

/// The field that filters and what goes with it; whether it is being typed in.
fn filter_ui(ui: &mut Ui, state: &mut State, actions: &mut Vec<Action>) -> bool {
    let filtered = !state.filter.is_empty();
    let field = ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
        ui.spacing_mut().button_padding.x = 4.0;
        let tip = "Selects all objects that match the filter";
        let select = |ui: &mut Ui| icon_button(ui, icon::SELECTION_ALL, SELECT_MATCHES, tip);
        if ui.add_enabled_ui(filtered, select).inner {
            let [count, _] = state.tree.counts();
            let selection = Selection::of(state.tree.ids(0..count));
            actions.push(Action::Select(selection));
        }
        let clear = |ui: &mut Ui| icon_button(ui, icon::X, "Clear filter", "Shows all objects");
        if ui.add_enabled_ui(filtered, clear).inner {
            state.filter.clear();
        }
        let hint = format!("{} Name, kind or number", icon::MAGNIFYING_GLASS);
        let field = TextEdit::singleline(&mut state.filter).hint_text(hint);
        let field = ui.add(field.desired_width(f32::INFINITY));
        let tip = "Shows only objects whose name, kind or number contains this text";
        field.on_hover_text(tip)
    });
    note(&field.inner, "Filter");
    if filtered {
        let [count, of] = state.tree.counts();
        ui.small(format!("{count} of {of} objects"));
    }
    field.inner.has_focus()
}

const SELECT_MATCHES: &str = "Select matches";

impl State {
    /// Follows a wish for another name.
    fn begin_renaming(&mut self, view: &AppView<'_>) {
        let Some(id) = self.renaming.take() else {
            return;
        };
        if let Some(group) = self.selected_group(view.document().selection()) {
            self.typed = Renaming::of_group(&group);
            return;
        }
        self.tree.reveal(id);
        if self.tree.row_of(id).is_none() {
            // It was filtered out.
            self.filter.clear();
            let map = &view.simulation().map;
            self.tree.update(view.document().scene(), map, &self.filter);
            self.tree.reveal(id);
        }
        let Some(row) = self.tree.row_of(id) else {
            return;
        };
        self.list.show_row(row);
        if let Some(Row::Thing { place, .. }) = self.tree.rows().get(row) {
            self.typed = self.tree.entry(*place).map(Renaming::of_thing);
        }
    }

    /// The group that was clicked last, while nothing else has been selected.
    fn selected_group(&self, selection: &Selection) -> Option<Fold> {
        let (group, selected) = self.chosen.as_ref()?;
        (selected == selection).then(|| group.clone())
    }

    /// Brings the active thing into sight when another one has become it.
    fn follow_selection(&mut self, selection: &Selection) {
        if selection.active() == self.active {
            return;
        }
        self.active = selection.active();
        if let Some(id) = self.active {
            self.tree.reveal(id);
            if let Some(row) = self.tree.row_of(id) {
                self.list.show_row(row);
            }
        }
    }

    /// Whether the list has the keys: it was clicked last, and nothing is typed in.
    fn has_keys(&mut self, ui: &Ui) -> bool {
        let pressed = ui.input(|input| match input.pointer.any_pressed() {
            true => input.pointer.interact_pos(),
            false => None,
        });
        if let Some(place) = pressed {
            self.focused = self.list.view().contains(place);
        }
        self.focused && !ui.ctx().wants_keyboard_input()
    }

    /// Up and down select the thing above or below the active one, with Shift all from
    /// the active one to there.
    fn take_keys(&mut self, ui: &Ui, selection: &Selection, actions: &mut Vec<Action>) {
        for (key, below) in [(Key::ArrowUp, false), (Key::ArrowDown, true)] {
            let pressed = |held| ui.input_mut(|input| input.consume_key(held, key));
            // A key with Shift counts as one without it, too.
            let next = match pressed(Modifiers::SHIFT) {
                true => self.extended(selection, below),
                false if pressed(Modifiers::NONE) => {
                    let next = self.tree.beside(selection.active(), below);
                    next.map(|id| Selection::of([id]))
                }
                false => None,
            };
            actions.extend(next.map(Action::Select));
        }
    }

    /// The selection from the active thing to one more, or one less; brings its end into
    /// sight.
    fn extended(&mut self, selection: &Selection, below: bool) -> Option<Selection> {
        let active = selection.active()?;
        let end = self.tree.far_end(active, selection)?;
        let end = self.tree.beside(Some(end), below)?;
        if let Some(row) = self.tree.row_of(end) {
            self.list.show_row(row);
        }
        // The active one stays, so that the next key begins there too.
        let things = self.tree.between(active, end).into_iter();
        Some(Selection::of(things.chain([active])))
    }
}
