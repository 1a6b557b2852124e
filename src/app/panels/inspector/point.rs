//! Particles and the sticks between them.

use super::form::{put, told, Form};
use super::guide::new_corner;
use super::picker::{picker_row, title_of, titled};
use super::place::{position_ui, velocity_ui};
use super::tear::tear_ui;
use crate::app::panels::widgets::button;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{Constraint, ConstraintKind, Id, Particle, Stick, StickEnds};
use egui_macroquad::egui::Ui;
use glam::DVec3;

const ENDS: [(StickEnds, &str, &str); 2] = [
    (StickEnds::Round, "round", "hemispheres"),
    (StickEnds::Flat, "flat", "discs"),
];

pub(super) fn particle_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.number(ui, "Mass", &range::MASS, |item| {
        Some(&mut particle(item)?.mass_kg)
    });
    form.number(ui, "Radius", &range::THICKNESS, |item| {
        Some(&mut particle(item)?.radius_m)
    });
    position_ui(ui, form);
    velocity_ui(ui, form);
    let tip = "Stays in place under any load";
    let get = |item: &mut Item| Some(particle(item)?.fixed);
    form.tick(ui, "Fixed", tip, get, |item, fixed| {
        put(particle(item).map(|p| &mut p.fixed), fixed);
    });
    now_ui(ui, form);
}

fn now_ui(ui: &mut Ui, form: &Form<'_>) {
    let simulation = form.view.simulation();
    let index = form
        .only()
        .and_then(|item| simulation.map.particles.get(&item.id()));
    let state = index.and_then(|index| simulation.world.state().particles.get(*index));
    if let Some(state) = state {
        let speed = format!("{:.2} m/s", state.velocity.length());
        told(
            ui,
            "Current speed",
            &speed,
            "Current speed in the simulation",
        );
    }
}

pub(super) fn stick_ui(ui: &mut Ui, form: &mut Form<'_>) {
    end_ui(ui, form, ("First end", 0));
    end_ui(ui, form, ("Second end", 1));
    let apart = apart(form);
    let usual = (apart, "the start distance of its particles");
    form.optional(ui, "Length", &range::LENGTH, usual, |item| {
        Some(&mut stick(item)?.length_m)
    });
    form.number(ui, "Radius", &range::THICKNESS, |item| {
        Some(&mut stick(item)?.radius_m)
    });
    let get = |item: &mut Item| Some(stick(item)?.ends);
    form.choice(ui, "Ends", "Shape of its ends", &ENDS, get, |item, ends| {
        put(stick(item).map(|stick| &mut stick.ends), ends);
    });
    form.number(ui, "Strength", &range::STRENGTH, |item| {
        Some(&mut stick(item)?.strength)
    });
    tear_ui(ui, form);
    if let Some(corner) = new_corner(form) {
        let tip = "Keeps the angle between the two sticks within 45° of its start value";
        if button(ui, "Limit angle", tip) {
            form.step(corner);
        }
    }
}

/// The particle at one end of a single stick.
fn end_ui(ui: &mut Ui, form: &mut Form<'_>, (label, side): (&str, usize)) {
    let mut only = form.only().cloned();
    let Some([end, other]) = only.as_mut().and_then(|item| ends(item, side)) else {
        return;
    };
    let (scene, other) = (form.view.scene(), *other);
    let tip = "The particle at this end of the stick";
    let particles = || {
        let others = scene.particles.iter().filter(|p| p.id != other);
        others.map(|p| titled("particle", p.id, &p.name)).collect()
    };
    if let Some(new) = picker_row(ui, label, tip, &title_of(scene, *end), particles) {
        form.change("Stick end", |item| {
            put(ends(item, side).map(|[end, _]| end), new);
        });
    }
}

/// One end of a stick, and the other.
fn ends(item: &mut Item, side: usize) -> Option<[&mut Id; 2]> {
    let stick = stick(item)?;
    Some(match side {
        0 => [&mut stick.a, &mut stick.b],
        _ => [&mut stick.b, &mut stick.a],
    })
}

/// How far the particles of a single stick are apart at the start, m.
fn apart(form: &Form<'_>) -> f64 {
    let mut only = form.only().cloned();
    let ends = only
        .as_mut()
        .and_then(stick)
        .map(|stick| [stick.a, stick.b]);
    let places = ends.map(|ends| {
        ends.map(|id| {
            let particles = &form.view.scene().particles;
            let found = particles.iter().find(|particle| particle.id == id);
            found.map_or(DVec3::ZERO, |particle| particle.position_m.into())
        })
    });
    places.map_or(range::LENGTH.default, |[a, b]| a.distance(b))
}

fn particle(item: &mut Item) -> Option<&mut Particle> {
    match item {
        Item::Particle(particle) => Some(particle),
        _ => None,
    }
}

fn stick(item: &mut Item) -> Option<&mut Stick> {
    match item {
        Item::Constraint(Constraint {
            kind: ConstraintKind::Stick(stick),
            ..
        }) => Some(stick),
        _ => None,
    }
}
