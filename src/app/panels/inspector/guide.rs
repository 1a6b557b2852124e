//! Guides and corners of particles.

use super::form::{put, Form};
use super::joint::constraint;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{ConstraintKind, Corner, Guide, GuideShape};
use egui_macroquad::egui::Ui;

const SHAPES: [(GuideShape, &str, &str); 2] = [
    (
        GuideShape::Plane,
        "plane",
        "by its normal; held at the height 0 unless it has limits",
    ),
    (
        GuideShape::Line,
        "line",
        "by its direction; slides freely unless it has limits",
    ),
];

pub(super) fn guide_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let get = |item: &mut Item| Some(guide(item)?.on);
    let tip = "What the second side is held on";
    form.choice(ui, "Held on", tip, &SHAPES, get, |item, new| {
        put(guide(item).map(|guide| &mut guide.on), new);
    });
    form.vector(
        ui,
        "Normal or direction",
        &range::AXIS,
        [0.0, 1.0, 0.0],
        |item| Some(&mut guide(item)?.axis),
    );
    let names = ["Not lower than", "Least height or way"];
    form.switched(ui, names, &range::WAY, 0.0, |item| {
        Some(&mut guide(item)?.limit_min_m)
    });
    let names = ["Not higher than", "Largest height or way"];
    form.switched(ui, names, &range::WAY, range::WAY.default, |item| {
        Some(&mut guide(item)?.limit_max_m)
    });
}

pub(super) fn corner_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let names = ["Not narrower than", "Smallest corner"];
    form.switched(ui, names, &range::CORNER, 0.0, |item| {
        Some(&mut corner(item)?.limit_min_deg)
    });
    let names = ["Not wider than", "Largest corner"];
    form.switched(ui, names, &range::CORNER, range::CORNER.max, |item| {
        Some(&mut corner(item)?.limit_max_deg)
    });
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
