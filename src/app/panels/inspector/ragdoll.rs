//! Ragdolls.

use super::animation::animation_ui;
use super::character::bones_ui;
use super::form::{put, told, Form};
use super::limb_mass::limb_masses_ui;
use super::orientation::LastAngles;
use super::place::{orientation_ui, position_ui};
use crate::app::panels::figure::figure_options;
use crate::app::panels::widgets::button;
use crate::compile::stature;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::Ragdoll;
use egui_macroquad::egui::Ui;

pub(super) fn ragdoll_ui(ui: &mut Ui, form: &mut Form<'_>, last: &LastAngles) {
    if let Some(Item::Ragdoll(ragdoll)) = form.only().cloned() {
        figure_options(ui, &ragdoll, form.actions);
        bones_ui(ui, form.view, &ragdoll, form.actions);
        overrides_ui(ui, &ragdoll);
        limb_masses_ui(ui, form, &ragdoll);
        ui.separator();
    }
    position_ui(ui, form);
    form.number(ui, "Heading", &range::HEADING, |item| {
        Some(&mut ragdoll(item)?.heading_deg)
    });
    orientation_ui(ui, form, last);
    pose_ui(ui, form);
    let tip = "Stands still until something hits it";
    let get = |item: &mut Item| Some(ragdoll(item)?.stands_until_hit);
    form.tick(ui, "Stand until hit", tip, get, |item, stands| {
        put(ragdoll(item).map(|r| &mut r.stands_until_hit), stands);
    });
    animation_ui(ui, form);
    let common = form.view.settings().common.linear_drag;
    let usual = (common, "equal drag in all directions");
    form.optional(ui, "Drag across", &range::ORTHOGONAL_DRAG, usual, |item| {
        let ragdoll = ragdoll(item).filter(|ragdoll| stature(ragdoll).is_some())?;
        Some(&mut ragdoll.orthogonal_drag_per_s)
    });
    // The options of a single ragdoll have this tick already.
    if !matches!(form.only(), Some(Item::Ragdoll(_))) {
        let tip = "Limbs collide with each other; limbs joined to each other never do";
        let get = |item: &mut Item| Some(ragdoll(item)?.self_collision);
        form.tick(ui, "Self-collision", tip, get, |item, collide| {
            put(ragdoll(item).map(|r| &mut r.self_collision), collide);
        });
    }
}

fn overrides_ui(ui: &mut Ui, ragdoll: &Ragdoll) {
    if !ragdoll.parts.is_empty() {
        let count = ragdoll.parts.len().to_string();
        let tip = "Limbs whose mass, inertia or limits differ from those of the figure";
        told(ui, "Changed limbs", &count, tip);
    }
}

fn pose_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| Some(ragdoll(item)?.pose.is_some());
    if form.subject.common("Pose", get).same() == Some(false) {
        return;
    }
    let tip = "Resets the start pose to that of the figure, at the given position and heading";
    if button(ui, "Clear pose", tip) {
        form.change("Clear pose", |item| {
            put(ragdoll(item).map(|r| &mut r.pose), None);
        });
    }
}

fn ragdoll(item: &mut Item) -> Option<&mut Ragdoll> {
    match item {
        Item::Ragdoll(ragdoll) => Some(ragdoll),
        _ => None,
    }
}
