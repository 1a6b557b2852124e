//! What the two sides of a joint grip, and where.

use super::form::Form;
use super::joint::constraint;
use super::picker::{picker_row, title_of, titled};
use crate::compile;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{part_names, BodyRef, ConstraintKind, Grip, Id, Scene};
use egui_macroquad::egui::Ui;

/// The names of the rows of a side.
struct Names {
    thing: &'static str,
    point: &'static str,
    at: &'static str,
}

const NAMES: [Names; 2] = [
    Names {
        thing: "First side",
        point: "First point",
        at: "Along first side",
    },
    Names {
        thing: "Second side",
        point: "Second point",
        at: "Along second side",
    },
];

/// What the side of a joint grips, and where; for a single joint alone.
pub(super) fn grip_ui(ui: &mut Ui, form: &mut Form<'_>, side: usize) {
    let mut only = form.only().cloned();
    let Some(grip) = only.as_mut().and_then(|item| grip_of(item, side)) else {
        return;
    };
    let Some(names) = NAMES.get(side) else {
        return;
    };
    let scene = form.view.scene();
    let tip = "Body, particle, stick or world point that this side is attached to. A world point \
               never moves";
    let title = grip_title(scene, grip);
    if let Some(new) = picker_row(ui, names.thing, tip, &title, || all_grips(scene)) {
        form.change("Joint side", |item| {
            if let Some(grip) = grip_of(item, side) {
                *grip = new.clone();
            }
        });
    }
    form.vector(
        ui,
        names.point,
        &range::POSITION,
        [0.0; 3],
        |item| match grip_of(item, side)? {
            Grip::World(point_m) | Grip::Body { point_m, .. } | Grip::Part { point_m, .. } => {
                Some(point_m)
            }
            Grip::Particle(_) | Grip::Stick { .. } => None,
        },
    );
    form.number(ui, names.at, &range::PLACE, |item| {
        match grip_of(item, side)? {
            Grip::Stick { at, .. } | Grip::Part { at, .. } => Some(at),
            Grip::World(_) | Grip::Particle(_) | Grip::Body { .. } => None,
        }
    });
}

/// The two bodies of a single angle limit.
pub(super) fn limited_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let mut only = form.only().cloned();
    let scene = form.view.scene();
    let sides = [("Parent", 0), ("Child", 1)];
    for (label, side) in sides {
        let Some(body) = only.as_mut().and_then(|item| body_of(item, side)) else {
            return;
        };
        let title = body_title(scene, body);
        let tip = "Angles of the child are measured in the frame of the parent";
        if let Some(new) = picker_row(ui, label, tip, &title, || all_bodies(scene)) {
            form.change("Limited body", |item| {
                if let Some(body) = body_of(item, side) {
                    *body = new.clone();
                }
            });
        }
    }
}

fn grip_of(item: &mut Item, side: usize) -> Option<&mut Grip> {
    let [a, b] = match constraint(item)? {
        ConstraintKind::Distance(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Pin(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Hinge(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Fixed(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Slider(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Universal(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Serial(joint) => [&mut joint.a, &mut joint.b],
        ConstraintKind::Guide(guide) => [&mut guide.a, &mut guide.b],
        ConstraintKind::Stick(_)
        | ConstraintKind::AngleLimit(_)
        | ConstraintKind::Gear(_)
        | ConstraintKind::Corner(_)
        | ConstraintKind::Surface(_) => return None,
    };
    Some(if side == 0 { a } else { b })
}

fn body_of(item: &mut Item, side: usize) -> Option<&mut BodyRef> {
    match constraint(item)? {
        ConstraintKind::AngleLimit(limit) => Some(match side {
            0 => &mut limit.a,
            _ => &mut limit.b,
        }),
        _ => None,
    }
}

fn grip_title(scene: &Scene, grip: &Grip) -> String {
    match grip {
        Grip::World(_) => "the world".into(),
        Grip::Particle(id) | Grip::Stick { id, .. } | Grip::Body { id, .. } => title_of(scene, *id),
        Grip::Part { ragdoll, part, .. } => part_title(scene, *ragdoll, part),
    }
}

fn body_title(scene: &Scene, body: &BodyRef) -> String {
    match body {
        BodyRef::Body(id) => title_of(scene, *id),
        BodyRef::Part { ragdoll, part } => part_title(scene, *ragdoll, part),
    }
}

/// What a person calls a part of a ragdoll.
pub(super) fn part_title(scene: &Scene, ragdoll: Id, part: &str) -> String {
    let part = compile::part_title(part);
    format!("{part} of {}", title_of(scene, ragdoll))
}

/// Everything that a joint can hold, at its middle.
fn all_grips(scene: &Scene) -> Vec<(Grip, String)> {
    let point_m = [0.0; 3];
    let mut all = vec![(Grip::World(point_m), "the world".to_owned())];
    for body in &scene.bodies {
        let (id, title) = titled("body", body.id, &body.name);
        all.push((Grip::Body { id, point_m }, title));
    }
    for particle in &scene.particles {
        let (id, title) = titled("particle", particle.id, &particle.name);
        all.push((Grip::Particle(id), title));
    }
    for constraint in &scene.constraints {
        if let ConstraintKind::Stick(_) = constraint.kind {
            let (id, title) = titled("stick", constraint.id, &constraint.name);
            all.push((Grip::Stick { id, at: 0.5 }, title));
        }
    }
    for (ragdoll, part, title) in all_parts(scene) {
        let part = Grip::Part {
            ragdoll,
            part,
            at: 0.5,
            point_m,
        };
        all.push((part, title));
    }
    all
}

fn all_bodies(scene: &Scene) -> Vec<(BodyRef, String)> {
    let bodies = scene.bodies.iter().map(|body| {
        let (id, title) = titled("body", body.id, &body.name);
        (BodyRef::Body(id), title)
    });
    let parts = all_parts(scene)
        .into_iter()
        .map(|(ragdoll, part, title)| (BodyRef::Part { ragdoll, part }, title));
    bodies.chain(parts).collect()
}

/// Ragdoll, name and title of every part.
pub(super) fn all_parts(scene: &Scene) -> Vec<(Id, String, String)> {
    let mut parts = Vec::new();
    for ragdoll in &scene.ragdolls {
        let (id, title) = titled("ragdoll", ragdoll.id, &ragdoll.name);
        for part in part_names(&ragdoll.figure).iter() {
            parts.push((id, (*part).to_owned(), format!("{part} of {title}")));
        }
    }
    parts
}
