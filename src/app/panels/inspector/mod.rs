//! The fields of what is selected.
//!
//! One thing or ten thousand of a kind are shown by the same rows: a [`form::Form`]
//! shows what they have in common, which a [`subject::Subject`] gathers once, and
//! changes it in all of them as one step.

mod animation;
mod body;
mod bone_figure;
mod character;
mod color;
mod drive;
mod form;
mod gear;
mod grip;
mod guide;
mod joint;
mod kinematic;
mod limb_mass;
mod material;
mod orientation;
pub(super) mod picker;
mod pieces;
mod place;
mod point;
mod ragdoll;
mod rules;
mod scene;
mod serial;
mod shape;
mod subject;
mod surface;
mod tear;
mod text;
mod universal;

use super::widgets::button;
use super::AppView;
use crate::app::action::Action;
use crate::editor::{ItemKind, Selection};
use egui_macroquad::egui::Ui;
use form::Form;
use orientation::LastAngles;

/// What the panel remembers.
#[derive(Debug, Default)]
pub struct State {
    subject: subject::Subject,
    shown: Shown,
    waiting: material::Waiting,
    own_part: rules::OwnPart,
}

/// What of a thing is shown.
#[derive(Debug, Default)]
struct Shown {
    angles: LastAngles,
    /// The key of a path.
    path_key: usize,
    /// The piece of a compound body, and its angles.
    piece: usize,
    piece_angles: LastAngles,
}

pub(super) fn inspector_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    state: &mut State,
    actions: &mut Vec<Action>,
) {
    state.subject.refresh(view.document());
    let mut form = Form {
        view,
        subject: &mut state.subject,
        actions,
    };
    material::give_new_material(&mut form, &mut state.waiting);
    let kinds: Vec<ItemKind> = form.subject.kinds.keys().copied().collect();
    match kinds[..] {
        [] => return scene::scene_ui(ui, &mut form),
        [kind] => {
            heading_ui(ui, &form, kind);
            text::identity_ui(ui, &mut form);
            ui.separator();
            kind_ui(ui, &mut form, kind, &mut state.shown);
        }
        _ => {
            kinds_ui(ui, &mut form);
            text::identity_ui(ui, &mut form);
        }
    }
    color::color_ui(ui, &mut form);
    material::made_of_ui(ui, &mut form, &mut state.waiting);
    rules::rules_ui(ui, &mut form, &mut state.own_part);
}

fn heading_ui(ui: &mut Ui, form: &Form<'_>, kind: ItemKind) {
    match form.only() {
        Some(item) => ui.heading(item.title()),
        None => ui.heading(scene::plural(form.subject.items.len(), kind)),
    };
}

/// The fields of things of one kind.
fn kind_ui(ui: &mut Ui, form: &mut Form<'_>, kind: ItemKind, shown: &mut Shown) {
    let last = &shown.angles;
    match kind {
        ItemKind::Material => material::material_ui(ui, form),
        ItemKind::Obstacle => {
            shape::shape_ui(ui, form);
            place::position_ui(ui, form);
            place::orientation_ui(ui, form, last);
            place::belt_ui(ui, form);
        }
        ItemKind::Body => body::body_ui(ui, form, shown),
        ItemKind::Particle => point::particle_ui(ui, form),
        ItemKind::Stick => point::stick_ui(ui, form),
        ItemKind::Surface => surface::surface_ui(ui, form),
        ItemKind::Joint => joint::joint_ui(ui, form, last),
        ItemKind::Ragdoll => ragdoll::ragdoll_ui(ui, form, last),
    }
}

/// How many of which kind are selected, with buttons that narrow to one.
fn kinds_ui(ui: &mut Ui, form: &mut Form<'_>) {
    ui.heading(format!("{} objects", form.subject.items.len()));
    for (kind, ids) in &form.subject.kinds {
        let label = format!("Only {}", scene::plural(ids.len(), *kind));
        if button(
            ui,
            &label,
            "Selects only these, to edit their common properties",
        ) {
            let selection = Selection::of(ids.iter().copied());
            form.actions.push(Action::Select(selection));
        }
    }
}
