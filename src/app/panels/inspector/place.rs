//! Where things are and how they begin to move.

use super::form::{put, Form};
use super::orientation::{LastAngles, ANGLE};
use crate::editor::Item;
use crate::scene::range;
use egui_macroquad::egui::Ui;

pub(super) fn position_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(
        ui,
        "Position",
        &range::POSITION,
        [0.0; 3],
        |item| match item {
            Item::Obstacle(thing) => Some(&mut thing.position_m),
            Item::Body(thing) => Some(&mut thing.position_m),
            Item::Particle(thing) => Some(&mut thing.position_m),
            Item::Ragdoll(thing) => Some(&mut thing.position_m),
            Item::Material(_) | Item::Constraint(_) => None,
        },
    );
}

pub(super) fn orientation_ui(ui: &mut Ui, form: &mut Form<'_>, last: &LastAngles) {
    let get = |item: &mut Item| orientation(item).map(|turn| last.of(*turn));
    let set = |item: &mut Item, degrees| put(orientation(item), last.orientation(degrees));
    form.vector_of(ui, "Orientation", &ANGLE, [0.0; 3], get, set);
}

pub(super) fn velocity_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(
        ui,
        "Velocity",
        &range::VELOCITY,
        [0.0; 3],
        |item| match item {
            Item::Body(thing) => Some(&mut thing.velocity_m_s),
            Item::Particle(thing) => Some(&mut thing.velocity_m_s),
            _ => None,
        },
    );
}

pub(super) fn turn_rate_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(
        ui,
        "Angular velocity",
        &range::TURN_RATE,
        [0.0; 3],
        |item| match item {
            Item::Body(thing) => Some(&mut thing.angular_velocity_deg_s),
            _ => None,
        },
    );
}

pub(super) fn belt_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(
        ui,
        "Belt speed",
        &range::BELT,
        [0.0; 3],
        |item| match item {
            Item::Obstacle(thing) => Some(&mut thing.belt_m_s),
            _ => None,
        },
    );
}

/// Orientation w, x, y, z.
fn orientation(item: &mut Item) -> Option<&mut [f64; 4]> {
    match item {
        Item::Obstacle(thing) => Some(&mut thing.orientation),
        Item::Body(thing) => Some(&mut thing.orientation),
        Item::Ragdoll(thing) => Some(&mut thing.orientation),
        Item::Material(_) | Item::Particle(_) | Item::Constraint(_) => None,
    }
}
