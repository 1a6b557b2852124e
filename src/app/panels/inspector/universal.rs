//! Universal joints.

use super::form::Form;
use super::joint::constraint;
use crate::editor::Item;
use crate::scene::range;
use crate::scene::{ConstraintKind, Universal};
use egui_macroquad::egui::Ui;

pub(super) fn universal_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.vector(ui, "First axis", &range::AXIS, [1.0, 0.0, 0.0], |item| {
        Some(&mut universal(item)?.axis)
    });
    form.vector(ui, "Second axis", &range::AXIS, [0.0, 0.0, 1.0], |item| {
        Some(&mut universal(item)?.cross_axis)
    });
    let tip = "Limits the rotation about both axes";
    let get = |item: &mut Item| {
        let cross = universal(item)?;
        Some(cross.limit_min_deg.is_some() || cross.limit_max_deg.is_some())
    };
    form.tick(ui, "Limited", tip, get, |item, limited| {
        if let Some(cross) = universal(item) {
            cross.limit_min_deg = limited.then_some([-FREE_DEG; 2]);
            cross.limit_max_deg = limited.then_some([FREE_DEG; 2]);
        }
    });
    let rows: [(&'static str, Side, usize); 4] = [
        ("First min", least, 0),
        ("First max", largest, 0),
        ("Second min", least, 1),
        ("Second max", largest, 1),
    ];
    for (label, of, k) in rows {
        form.number(ui, label, &range::ANGLE, |item| {
            of(item)?.as_mut()?.get_mut(k)
        });
    }
}

/// Either bound of the two turns of a universal joint.
type Side = fn(&mut Item) -> Option<&mut Option<[f64; 2]>>;

fn least(item: &mut Item) -> Option<&mut Option<[f64; 2]>> {
    Some(&mut universal(item)?.limit_min_deg)
}

fn largest(item: &mut Item) -> Option<&mut Option<[f64; 2]>> {
    Some(&mut universal(item)?.limit_max_deg)
}

/// Stops of a universal joint that has just got some, degrees to either side.
const FREE_DEG: f64 = 45.0;

fn universal(item: &mut Item) -> Option<&mut Universal> {
    match constraint(item)? {
        ConstraintKind::Universal(joint) => Some(joint),
        _ => None,
    }
}
