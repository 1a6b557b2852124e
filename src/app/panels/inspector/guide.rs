//! Guides and corners of particles.

use super::form::{put, Form};
use super::joint::constraint;
use crate::editor::{Command, Item, Things};
use crate::scene::range;
use crate::scene::{Constraint, ConstraintKind, Corner, Guide, GuideShape, Id};
use egui_macroquad::egui::Ui;
use glam::DVec3;

/// How far a new corner opens and folds from how it is, degrees.
const ROOM_DEG: f64 = 45.0;

const SHAPES: [(GuideShape, &str, &str); 3] = [
    (
        GuideShape::Plane,
        "plane",
        "given by its normal; height stays 0 unless limited",
    ),
    (
        GuideShape::Line,
        "line",
        "given by its direction; slides freely unless limited",
    ),
    (
        GuideShape::Rolling,
        "rolling",
        "a ball or cylinder rolls without slip on a plane of the world (Lagrange multipliers)",
    ),
];

pub(super) fn guide_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| Some(guide(item)?.on);
    let tip = "Plane or line that the second side moves along, or plane that it rolls on";
    form.choice(ui, "Guide shape", tip, &SHAPES, get, |item, new| {
        put(guide(item).map(|guide| &mut guide.on), new);
    });
    form.vector(
        ui,
        "Normal or direction",
        &range::AXIS,
        [0.0, 1.0, 0.0],
        |item| Some(&mut guide(item)?.axis),
    );
    let names = ["Limit guide min", "Guide min"];
    form.switched(ui, names, &range::WAY, 0.0, |item| {
        Some(&mut guide(item)?.limit_min_m)
    });
    let names = ["Limit guide max", "Guide max"];
    form.switched(ui, names, &range::WAY, range::WAY.default, |item| {
        Some(&mut guide(item)?.limit_max_m)
    });
}

pub(super) fn corner_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let names = ["Limit min corner", "Min corner"];
    form.switched(ui, names, &range::CORNER, 0.0, |item| {
        Some(&mut corner(item)?.limit_min_deg)
    });
    let names = ["Limit max corner", "Max corner"];
    form.switched(ui, names, &range::CORNER, range::CORNER.max, |item| {
        Some(&mut corner(item)?.limit_max_deg)
    });
}

/// A corner between two chosen sticks that begin at one particle, with room on either side of
/// the angle that they have at the start.
pub(super) fn new_corner(form: &mut Form<'_>) -> Option<Command> {
    let [first, second] = &form.subject.items[..] else {
        return None;
    };
    let scene = form.view.scene();
    let [a, b] = [arms_of(first)?, arms_of(second)?];
    let at = a.into_iter().find(|end| b.contains(end))?;
    let end_of = |arm: [Id; 2]| arm.into_iter().find(|end| *end != at);
    let place = |id: Id| {
        let found = scene.particles.iter().find(|particle| particle.id == id)?;
        Some(DVec3::from(found.position_m))
    };
    let corner = place(at)?;
    let [u, v] = [place(end_of(a)?)? - corner, place(end_of(b)?)? - corner];
    let now = u.angle_between(v).to_degrees();
    if !now.is_finite() {
        return None;
    }
    let kind = ConstraintKind::Corner(Corner {
        a: first.id(),
        b: second.id(),
        limit_min_deg: Some((now - ROOM_DEG).max(0.0).round()),
        limit_max_deg: Some((now + ROOM_DEG).min(180.0).round()),
        strength: 1.0,
    });
    Some(Command::Insert(Things::constraint(scene, kind), "corner"))
}

/// The particles of a stick.
fn arms_of(item: &Item) -> Option<[Id; 2]> {
    match item {
        Item::Constraint(Constraint {
            kind: ConstraintKind::Stick(stick),
            ..
        }) => Some([stick.a, stick.b]),
        _ => None,
    }
}

fn guide(item: &mut Item) -> Option<&mut Guide> {
    match constraint(item)? {
        ConstraintKind::Guide(guide) => Some(guide),
        _ => None,
    }
}

fn corner(item: &mut Item) -> Option<&mut Corner> {
    match constraint(item)? {
        ConstraintKind::Corner(corner) => Some(corner),
        _ => None,
    }
}
