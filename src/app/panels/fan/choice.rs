//! What a shot fan varies, and how often.

use super::ask;
use crate::app::action::Action;
use crate::app::action::{
    offered, FanAction, FanOptions, FanValues, Parameter, COUNT, FREE_RANGE, NUDGES, OTHER_PATH,
};
use crate::app::panels::number_field::number_row;
use crate::app::panels::widgets::{choice_row, combo_row, note};
use crate::app::panels::AppView;
use crate::scene::range::Quantity;
use egui_macroquad::egui::{TextEdit, Ui};

pub(super) fn choice_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    let options = &view.jobs.fan.options;
    let offered = offered(view.scene());
    let known = offered.iter().position(|p| p.path == options.path);
    let known = known.filter(|_| !options.is_free);
    let mut new = field_ui(ui, options, &offered, known);
    if new.is_free {
        path_ui(ui, &mut new);
    }
    let quantity = known.and_then(|place| offered.get(place));
    let quantity = quantity.map_or(&FREE_RANGE, |parameter| parameter.quantity);
    values_ui(ui, &mut new, quantity);
    let nudges = f64::from(new.nudges);
    if let Some(nudges) = number_row(ui, "fan", "Nudges", nudges, &NUDGES, true) {
        new.nudges = nudges.round() as u32;
    }
    if new != *options {
        ask(actions, FanAction::SetOptions(Box::new(new)));
    }
}

/// The list of fields; the last one is any other.
fn field_ui(
    ui: &mut Ui,
    options: &FanOptions,
    offered: &[Parameter],
    known: Option<usize>,
) -> FanOptions {
    let mut alternatives: Vec<(usize, &str, &str)> = (offered.iter().enumerate())
        .map(|(place, parameter)| (place, parameter.label, parameter.path.as_str()))
        .collect();
    let other = offered.len();
    alternatives.push((other, OTHER_PATH, "any scene field, given by its path"));
    let tip = "Scene field that changes from shot to shot";
    let current = known.unwrap_or(other);
    let chosen = combo_row(ui, "Vary", tip, current, &alternatives);
    match chosen.map(|place| offered.get(place)) {
        None => options.clone(),
        Some(Some(parameter)) => options.of(parameter),
        Some(None) => FanOptions {
            is_free: true,
            ..options.clone()
        },
    }
}

fn path_ui(ui: &mut Ui, options: &mut FanOptions) {
    let tip = "Path of a scene field, such as ragdolls[0].heading_deg";
    text_ui(ui, "Path", tip, &mut options.path);
}

fn values_ui(ui: &mut Ui, options: &mut FanOptions, quantity: &Quantity) {
    let is_list = matches!(options.values, FanValues::List(_));
    let kinds = [
        (false, "Range", "Numbers between two bounds"),
        (true, "List", "Individual values: numbers or words"),
    ];
    if let Some(list) = choice_row(ui, is_list, &kinds) {
        options.values = match list {
            true => FanValues::List(String::new()),
            false => FanValues::Range {
                from: quantity.comfortable.0,
                to: quantity.comfortable.1,
            },
        };
    }
    match &mut options.values {
        FanValues::Range { from, to } => {
            for (label, end) in [("From", from), ("To", to)] {
                if let Some(value) = number_row(ui, "fan", label, *end, quantity, false) {
                    *end = value;
                }
            }
            let count = options.count as f64;
            if let Some(count) = number_row(ui, "fan", "Shots", count, &COUNT, true) {
                options.count = count.round() as usize;
            }
        }
        FanValues::List(list) => {
            let tip = "Values separated by commas, such as 4, 8, 16 or thin, medium, wide";
            text_ui(ui, "Values", tip, list);
        }
    }
}

fn text_ui(ui: &mut Ui, label: &str, tip: &str, text: &mut String) {
    ui.horizontal(|ui| {
        let name = ui.label(label);
        let edit = TextEdit::singleline(text).desired_width(f32::INFINITY);
        let response = ui.add(edit).labelled_by(name.id).on_hover_text(tip);
        note(&response, label);
    });
}
