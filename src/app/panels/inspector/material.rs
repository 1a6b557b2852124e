//! Materials, and what things are made of.

use super::form::Form;
use super::picker::{picker_row, title_of, titled};
use super::subject::Common;
use crate::app::action::Action;
use crate::app::panels::number_field::MIXED;
use crate::app::panels::widgets::button;
use crate::editor::{Command, Item, Things};
use crate::scene::range;
use crate::scene::{Id, Material, Scene};
use egui_macroquad::egui::Ui;
use std::collections::BTreeSet;

/// What things without a material are made of.
const NONE: &str = "default";

/// Things that get a new material, of which the number is known a frame later.
pub(super) type Waiting = Option<BTreeSet<Id>>;

/// The fields of materials.
pub(super) fn material_ui(ui: &mut Ui, form: &mut Form<'_>) {
    form.number(ui, "Elasticity", &range::RESTITUTION, |item| {
        Some(&mut material(item)?.restitution)
    });
    form.number(ui, "Friction", &range::FRICTION, |item| {
        Some(&mut material(item)?.friction)
    });
    form.number(ui, "Rolling resistance", &range::ROLLING, |item| {
        Some(&mut material(item)?.rolling_resistance)
    });
    let names = ["Own contact stiffness", "Contact stiffness"];
    let stiffness = &range::CONTACT_STIFFNESS;
    form.switched(ui, names, stiffness, stiffness.default, |item| {
        Some(&mut material(item)?.contact_stiffness_n_m)
    });
    let names = ["Own contact damping", "Contact damping"];
    let damping = &range::CONTACT_DAMPING;
    form.switched(ui, names, damping, damping.default, |item| {
        Some(&mut material(item)?.contact_damping_n_s_m)
    });
    ui.weak("Contacts use the larger elasticity and the mean friction of the two surfaces.");
}

/// What things are made of.
pub(super) fn made_of_ui(ui: &mut Ui, form: &mut Form<'_>, waiting: &mut Waiting) {
    let get = |item: &mut Item| item.material_mut().copied();
    let made_of = match form.subject.common("Material", get) {
        Common::Missing => return,
        made_of => made_of.same(),
    };
    let scene = form.view.scene();
    let title = match made_of {
        None => MIXED.to_owned(),
        Some(None) => NONE.to_owned(),
        Some(Some(id)) => title_of(scene, id),
    };
    let ids: BTreeSet<Id> = form.subject.items.iter().map(Item::id).collect();
    let tip = "Surface properties: elasticity, friction, rolling resistance";
    if let Some(chosen) = picker_row(ui, "Material", tip, &title, || all_materials(scene)) {
        form.step(Command::SetMaterial(ids.clone(), chosen));
    }
    let tip = "Creates a material for the selection and shows it";
    if made_of == Some(None) && button(ui, "New material", tip) {
        form.actions.push(Action::Begin("New material".into()));
        form.actions.push(Action::Change(insertion()));
        *waiting = Some(ids);
    }
}

/// Gives the new material, which is selected, to the things that wait for it.
pub(super) fn give_new_material(form: &mut Form<'_>, waiting: &mut Waiting) {
    let (Some(ids), Some(Item::Material(material))) = (waiting.take(), form.only()) else {
        return;
    };
    let given = Command::SetMaterial(ids, Some(material.id));
    let both = Command::Batch("New material".into(), vec![insertion(), given]);
    form.actions.push(Action::Change(both));
    form.actions.push(Action::Commit);
}

fn insertion() -> Command {
    Command::Insert(Things::one(Item::Material(Material::default())), "Material")
}

fn all_materials(scene: &Scene) -> Vec<(Option<Id>, String)> {
    let mut all = vec![(None, NONE.to_owned())];
    all.extend(scene.materials.iter().map(|material| {
        let (id, title) = titled("material", material.id, &material.name);
        (Some(id), title)
    }));
    all
}

fn material(item: &mut Item) -> Option<&mut Material> {
    match item {
        Item::Material(material) => Some(material),
        _ => None,
    }
}
