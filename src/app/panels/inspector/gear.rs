//! Gears.

use super::form::{put, Form};
use super::joint::constraint;
use crate::editor::{Command, Item, Things};
use crate::scene::range;
use crate::scene::{ConstraintKind, Gear};
use egui_macroquad::egui::Ui;

pub(super) fn gear_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.count(ui, "Teeth", &range::TEETH, |item| {
        gear(item)?.teeth.first_mut()
    });
    form.count(ui, "Teeth 2", &range::TEETH, |item| {
        gear(item)?.teeth.last_mut()
    });
    form.number(ui, "Travel per turn", &range::WAY_PER_TURN, |item| {
        Some(&mut gear(item)?.way_per_turn_m)
    });
    let tip = "Both turn the same way, as with a belt or chain. Meshing wheels turn opposite ways";
    let get = |item: &mut Item| Some(gear(item)?.same_way);
    form.tick(ui, "Same direction", tip, get, |item, same| {
        put(gear(item).map(|gear| &mut gear.same_way), same);
    });
}

/// A gear between two chosen joints that turn or slide.
pub(super) fn new_gear(form: &mut Form<'_>) -> Option<Command> {
    let goes_along = |item: &Item| match item {
        Item::Constraint(joint) => matches!(
            joint.kind,
            ConstraintKind::Hinge(_) | ConstraintKind::Slider(_)
        ),
        _ => false,
    };
    let (a, b) = match &form.subject.items[..] {
        [a, b] if goes_along(a) && goes_along(b) => (a.id(), b.id()),
        _ => return None,
    };
    let kind = ConstraintKind::Gear(Gear::new(a, b));
    let gear = Things::constraint(form.view.scene(), kind);
    Some(Command::Insert(gear, "gear"))
}

fn gear(item: &mut Item) -> Option<&mut Gear> {
    match constraint(item)? {
        ConstraintKind::Gear(gear) => Some(gear),
        _ => None,
    }
}
