//! Bodies that move by themselves: their path, key by key.

use super::body::body;
use super::form::{put, Form};
use crate::app::panels::widgets::{button, combo_row};
use crate::editor::Item;
use crate::scene::range::{self, Quantity};
use crate::scene::{AfterKeys, Kinematic, KinematicKey};
use egui_macroquad::egui::Ui;

/// Time from the last key to a new one, and the least between two, s.
const NEXT_S: f64 = 1.0;
const LEAST_APART_S: f64 = 0.001;

const AFTER: [(AfterKeys, &str, &str); 3] = [
    (AfterKeys::Stop, "stop", "stays where the last key is"),
    (
        AfterKeys::Repeat,
        "repeat",
        "starts again from the first key",
    ),
    (
        AfterKeys::Return,
        "return",
        "goes back the same way, and so on",
    ),
];

/// `chosen` is the key that is shown.
pub(super) fn kinematic_ui(ui: &mut Ui, form: &mut Form<'_>, chosen: &mut usize) {
    form.tick(
        ui,
        "Kinematic",
        "Moves by itself with its velocity and along its keys, carries and pushes what meets it; \
         nothing moves it",
        |item| Some(body(item)?.kinematic.is_some()),
        |item, on| {
            let path = body(item).map(|body| &mut body.kinematic);
            put(path, on.then(Kinematic::default));
        },
    );
    let path = match form.only() {
        Some(Item::Body(body)) => body.kinematic.clone(),
        _ => None,
    };
    let Some(path) = path else {
        return;
    };
    form.number(ui, "Path starts at", &range::PATH_START, |item| {
        Some(&mut kinematic(item)?.start_s)
    });
    keys_ui(ui, form, &path, chosen);
    if path.keys.len() > 1 {
        let tip = "What it does after the last key";
        let get = |item: &mut Item| Some(kinematic(item)?.after);
        form.choice(ui, "After the last key", tip, &AFTER, get, |item, after| {
            put(kinematic(item).map(|path| &mut path.after), after);
        });
    }
}

fn keys_ui(ui: &mut Ui, form: &mut Form<'_>, path: &Kinematic, chosen: &mut usize) {
    if let Some(last) = path.keys.len().checked_sub(1) {
        let shown = (*chosen).min(last);
        if let Some(new) = key_row(ui, path, shown).filter(|&new| new != *chosen) {
            *chosen = new;
            form.subject.forget_values();
        }
        key_ui(ui, form, path, (*chosen).min(last));
    }
    ui.horizontal(|ui| {
        if button(ui, "Add key", "Adds a key one second after the last one") {
            form.change("Add key", add_key);
            *chosen = path.keys.len().max(1);
        }
        let tip = "Removes the key that is shown; a path with one key has none";
        if !path.keys.is_empty() && button(ui, "Remove key", tip) {
            let index = *chosen;
            form.change("Remove key", |item| remove_key(item, index));
        }
    });
}

/// The list of keys; the one that was just chosen in it.
fn key_row(ui: &mut Ui, path: &Kinematic, shown: usize) -> Option<usize> {
    let keys = path.keys.iter().enumerate();
    let texts: Vec<String> = keys
        .map(|(i, key)| format!("{} at {} s", i + 1, key.time_s))
        .collect();
    let all: Vec<(usize, &str, &str)> = (texts.iter().enumerate())
        .map(|(i, text)| (i, text.as_str(), ""))
        .collect();
    combo_row(ui, "Key", "Key whose time and place are shown", shown, &all)
}

fn key_ui(ui: &mut Ui, form: &mut Form<'_>, path: &Kinematic, index: usize) {
    if let Some(between) = time_range(path, index) {
        form.number(ui, "Key time", &between, |item| {
            Some(&mut key_of(item, index)?.time_s)
        });
    }
    form.vector(ui, "Key shift", &range::SHIFT, [0.0; 3], |item| {
        Some(&mut key_of(item, index)?.shift_m)
    });
    form.vector(ui, "Key turn", &range::KEY_TURN, [0.0; 3], |item| {
        Some(&mut key_of(item, index)?.turn_deg)
    });
}

/// Between the times of the keys before and after it; none of the first one, which is at 0 s.
fn time_range(path: &Kinematic, index: usize) -> Option<Quantity> {
    let before = path.keys.get(index.checked_sub(1)?)?;
    let after = path.keys.get(index + 1);
    Some(Quantity {
        min: before.time_s + LEAST_APART_S,
        max: after.map_or(range::KEY_TIME.max, |after| after.time_s - LEAST_APART_S),
        ..range::KEY_TIME
    })
}

/// The first key of a path is where the body is; each other goes on from the last one.
fn add_key(item: &mut Item) {
    let Some(path) = kinematic(item) else {
        return;
    };
    let first = KinematicKey {
        time_s: 0.0,
        shift_m: [0.0; 3],
        turn_deg: [0.0; 3],
    };
    if path.keys.is_empty() {
        path.keys.push(first);
    }
    let last = path.keys.last().copied().unwrap_or(first);
    path.keys.push(KinematicKey {
        time_s: last.time_s + NEXT_S,
        ..last
    });
}

/// What is left begins at 0 s, and goes on only if there is a way.
fn remove_key(item: &mut Item, index: usize) {
    let Some(path) = kinematic(item) else {
        return;
    };
    path.keys
        .remove(index.min(path.keys.len().saturating_sub(1)));
    let begin_s = path.keys.first().map_or(0.0, |first| first.time_s);
    for key in &mut path.keys {
        key.time_s -= begin_s;
    }
    if path.keys.len() < 2 {
        path.keys.clear();
        path.after = AfterKeys::Stop;
    }
}

fn key_of(item: &mut Item, index: usize) -> Option<&mut KinematicKey> {
    kinematic(item)?.keys.get_mut(index)
}

fn kinematic(item: &mut Item) -> Option<&mut Kinematic> {
    body(item)?.kinematic.as_mut()
}
