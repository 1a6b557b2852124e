//! Surfaces between particles.

use super::form::{put, told, Form};
use crate::editor::Item;
use crate::physics::Constraint as Built;
use crate::scene::range::{self, Quantity};
use crate::scene::{Constraint, ConstraintKind, Surface};
use egui_macroquad::egui::Ui;

const THICKNESS: Quantity = Quantity {
    help: "Thickness; with 0 it does not collide.",
    ..range::THICKNESS
};
const VOLUME: Quantity = Quantity {
    help: "Fraction of the volume error corrected per iteration.",
    ..range::STRENGTH
};

pub(super) fn surface_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.number(ui, "Thickness", &THICKNESS, |item| {
        Some(&mut surface(item)?.thickness_m)
    });
    let free = (VOLUME.default, "no volume constraint");
    form.optional(ui, "Volume", &VOLUME, free, |item| {
        Some(&mut surface(item)?.volume_strength)
    });
    form.number(ui, "Pressure", &range::PRESSURE, |item| {
        Some(&mut surface(item)?.pressure)
    });
    let none = (range::GAS.default, "no gas");
    form.optional(ui, "Gas", &range::GAS, none, |item| {
        Some(&mut surface(item)?.gas_pa)
    });
    let start = (range::GAS_VOLUME.default, "the start volume");
    form.optional(ui, "Gas volume", &range::GAS_VOLUME, start, |item| {
        let surface = surface(item)?;
        surface
            .gas_pa
            .is_some()
            .then_some(&mut surface.gas_volume_m3)
    });
    form.number(ui, "Outside pressure", &range::OUTSIDE, |item| {
        Some(&mut surface(item)?.outside_pa)
    });
    form.number(ui, "Air density", &range::AIR_DENSITY, |item| {
        Some(&mut surface(item)?.air_density_kg_m3)
    });
    form.tick(
        ui,
        "Collide with joined bodies",
        "Collides with bodies and sticks that its particles are joined to, except those at the \
         corners of the triangle itself.",
        |item| Some(surface(item)?.meets_joined),
        |item, meets| {
            if let Some(surface) = surface(item) {
                surface.meets_joined = meets;
            }
        },
    );
    form.tick(
        ui,
        "Self-collision",
        "Its particles collide with its own triangles, so that folds lie on each other.",
        |item| Some(surface(item)?.meets_itself),
        |item, meets| {
            put(
                surface(item).map(|surface| &mut surface.meets_itself),
                meets,
            )
        },
    );
    now_ui(ui, form);
}

fn now_ui(ui: &mut Ui, form: &Form<'_>) {
    let Some(id) = form.only().map(Item::id) else {
        return;
    };
    let place = form.view.scene().constraints.iter();
    let place = place
        .map(|constraint| constraint.id)
        .position(|own| own == id);
    let world = &form.view.simulation().world;
    let built = place.and_then(|place| world.model().constraints.get(place));
    if let Some(Built::Membrane(membrane)) = built {
        if membrane.volume.is_some() || membrane.gas.is_some() {
            let litres = membrane.volume(world.state()) * 1e3;
            let tip = "Current volume in the simulation";
            told(ui, "Current volume", &format!("{litres:.2} l"), tip);
        }
    }
}

fn surface(item: &mut Item) -> Option<&mut Surface> {
    match item {
        Item::Constraint(Constraint {
            kind: ConstraintKind::Surface(surface),
            ..
        }) => Some(surface),
        _ => None,
    }
}
