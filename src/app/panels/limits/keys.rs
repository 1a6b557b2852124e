//! The keys of the table: moving the cursor, typing, copying and pasting.

use super::column::asked;
use super::{entry, steps, Place, State, Table};
use crate::app::action::{Action, Trigger};
use crate::editor::limits::{Cell, Row};
use crate::editor::read_number;
use crate::scene::range::Plain;
use egui_macroquad::egui::{Event, EventFilter, Key, Modifiers, Ui};

/// Where the cursor goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
    Left,
    Right,
    /// To the first number of the row.
    First,
    /// To the last number of the row.
    Last,
}

/// Takes the keys while the table has the focus.
pub(super) fn take_keys(
    ui: &Ui,
    table: &Table<'_>,
    order: &[usize],
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    if !ui.memory(|memory| memory.has_focus(table.focus)) {
        return;
    }
    hold_focus(ui, table);
    if state.cursor.is_none() {
        step(table, order, Way::First, state, actions);
    }
    let mut events = taken_events(ui).into_iter();
    for event in events.by_ref() {
        match event {
            Event::Copy => ui.ctx().copy_text(copied(table, state)),
            Event::Paste(text) => paste(table, &text, state, actions),
            Event::Text(text) if begins_number(&text) => {
                type_at_cursor(ui, table, Some(&text), state)
            }
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => take_key(ui, table, order, (key, modifiers), state, actions),
            _ => {}
        }
        if state.typing.is_some() {
            break;
        }
    }
    // What comes after the key that begins the typing is for the field.
    state.held_back.splice(0..0, events);
}

/// Holds back what was typed after the key that ends a number, and after that which began one,
/// until the next frame: by then it is known whose it is, however slow the frames are.
pub(super) fn hold_back(ui: &Ui, table: &Table<'_>, state: &mut State) {
    let is_ours = |id| ui.memory(|memory| memory.has_focus(id));
    if !is_ours(table.focus) && !is_ours(entry::id(table)) {
        return state.held_back.clear();
    }
    state.held_back.extend(taken_events(ui));
    let last = state.held_back.iter().position(ends_number);
    let count = last.map_or(state.held_back.len(), |last| last + 1);
    ui.input_mut(|input| input.events.extend(state.held_back.drain(..count)));
    if !state.held_back.is_empty() {
        ui.ctx().request_repaint();
    }
}

fn ends_number(event: &Event) -> bool {
    let Event::Key { key, pressed, .. } = event else {
        return false;
    };
    *pressed && matches!(key, Key::Enter | Key::Tab)
}

/// Takes the keys out of the input, so that a field in which the typing begins does not
/// get that key a second time.
fn taken_events(ui: &Ui) -> Vec<Event> {
    let is_key = |event: &Event| {
        matches!(
            event,
            Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Paste(_)
        )
    };
    ui.input_mut(|input| {
        let events = std::mem::take(&mut input.events);
        let (keys, rest) = events.into_iter().partition(is_key);
        input.events = rest;
        keys
    })
}

/// Keeps the keys that would move the focus elsewhere.
fn hold_focus(ui: &Ui, table: &Table<'_>) {
    let filter = EventFilter {
        tab: true,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(table.focus, filter));
}

fn begins_number(text: &str) -> bool {
    let begins = |letter: char| letter.is_ascii_digit() || "+-.(p".contains(letter);
    text.chars().next().is_some_and(begins)
}

fn take_key(
    ui: &Ui,
    table: &Table<'_>,
    order: &[usize],
    (key, held): (Key, Modifiers),
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    if held.command {
        match key {
            Key::Z if held.shift => actions.push(Action::Do(Trigger::Redo)),
            Key::Z => actions.push(Action::Do(Trigger::Undo)),
            Key::Y => actions.push(Action::Do(Trigger::Redo)),
            _ => {}
        }
        return;
    }
    let way = match key {
        Key::ArrowUp => Way::Up,
        Key::ArrowDown => Way::Down,
        Key::ArrowLeft => Way::Left,
        Key::ArrowRight => Way::Right,
        Key::Tab if held.shift => Way::Left,
        Key::Tab => Way::Right,
        Key::Home => Way::First,
        Key::End => Way::Last,
        Key::Enter | Key::F2 => return type_at_cursor(ui, table, None, state),
        Key::Delete | Key::Backspace => {
            let at = state.cursor.as_ref();
            let waits = at.and_then(|at| {
                let row = table.sheet.row(at.part)?;
                state.wanted_inertia(row, table.shown, at.cell?)
            });
            if waits.is_some() {
                state.inertia = None;
                return;
            }
            let edit = at.and_then(|at| steps::reset_cell(table, at.part, at.cell?));
            return actions.extend(edit);
        }
        Key::Escape => {
            state.cursor = None;
            return ui.memory_mut(|memory| memory.surrender_focus(table.focus));
        }
        _ => return,
    };
    step(table, order, way, state, actions);
}

fn type_at_cursor(ui: &Ui, table: &Table<'_>, text: Option<&str>, state: &mut State) {
    let Some(Place {
        part,
        cell: Some(cell),
    }) = state.cursor
    else {
        return;
    };
    if let Some(row) = table.sheet.row(part) {
        entry::begin(ui, table, row, cell, text, state);
    }
}

/// The number at the cursor; the whole table without one.
fn copied(table: &Table<'_>, state: &State) -> String {
    let at = state.cursor.as_ref();
    let number = at.and_then(|at| table.sheet.row(at.part)?.value(at.cell?, table.shown));
    number.map_or_else(|| steps::csv(table), |number| Plain(number).to_string())
}

/// Puts a number into the cell at the cursor, a table in place of the table.
fn paste(table: &Table<'_>, text: &str, state: &mut State, actions: &mut Vec<Action>) {
    let at = state.cursor.as_ref();
    let cell = at.and_then(|at| Some((table.sheet.row(at.part)?, at.cell?)));
    if let (Some((row, cell)), [word]) = (cell, &words(text)[..]) {
        if let Ok(value) = read_number(word, &asked(cell, table.shown), false) {
            state.faults.clear();
            return actions.extend(state.take_number(table, row, cell, value));
        }
    }
    match steps::pasted(table, text) {
        Ok(edit) => {
            state.faults.clear();
            actions.extend(edit);
        }
        Err(faults) => state.faults = faults,
    }
}

/// The cells of a text from a spreadsheet.
fn words(text: &str) -> Vec<&str> {
    text.trim().split(['\t', '\n', ';']).collect()
}

/// Moves the cursor to the next number that way and looks at its limb. Beyond the end
/// of a row it goes on in the next one.
pub(super) fn step(
    table: &Table<'_>,
    order: &[usize],
    way: Way,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    let numbers: Vec<(&Row, Cell)> = order
        .iter()
        .filter_map(|&row| table.sheet.rows.get(row))
        .flat_map(|row| Cell::ALL.map(|cell| (row, cell)))
        .filter(|(row, cell)| row.value(*cell, table.shown).is_some())
        .collect();
    let is_at = |(row, cell): &(&Row, Cell)| state.is_at(row.part, *cell);
    let next = match numbers.iter().position(is_at) {
        None => numbers.first(),
        Some(at) => beside(&numbers, at, way),
    };
    let Some(&(row, cell)) = next else {
        return;
    };
    state.put_cursor(row.part, Some(cell));
    state.wanted = state.cursor.clone();
    if !table.is_looked_at(row) {
        let limb = table.limb(row);
        state.followed = Some(limb.clone());
        actions.push(Action::ShowLimb(Some(limb)));
    }
}

fn beside<'a>(numbers: &'a [(&'a Row, Cell)], at: usize, way: Way) -> Option<&'a (&'a Row, Cell)> {
    let (before, rest) = numbers.split_at_checked(at)?;
    let (&(row, cell), after) = rest.split_first()?;
    let same_column = |number: &&(&Row, Cell)| number.1 == cell;
    let same_row = |number: &&(&Row, Cell)| number.0.part == row.part;
    match way {
        Way::Left => before.last(),
        Way::Right => after.first(),
        Way::Up => before.iter().rev().find(same_column),
        Way::Down => after.iter().find(same_column),
        Way::First => numbers.iter().find(same_row),
        Way::Last => numbers.iter().rev().find(same_row),
    }
}
