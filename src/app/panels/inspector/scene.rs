//! The scene itself, shown when nothing is selected.

use super::form::{Form, VectorEdit};
use super::text::text_row;
use crate::app::action::{Action, Trigger};
use crate::app::panels::number_field::NumberEdit;
use crate::app::panels::widgets::{button, combo_row};
use crate::editor::{counted, of_axis, Command, ItemKind, Selection};
use crate::scene::range;
use crate::scene::{Constraint, ConstraintKind, Place, Scene, MAX_THINGS};
use egui_macroquad::egui::Ui;

pub(super) fn scene_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let scene = form.view.scene();
    ui.heading("Scene");
    if let Some(name) = text_row(ui, "Scene name", "Shown in lists", Some(&scene.name), false) {
        form.step(Command::SetSceneName(name));
    }
    let tip = "What the scene shows, in a sentence or two";
    if let Some(text) = text_row(ui, "Description", tip, Some(&scene.description), true) {
        form.step(Command::SetDescription(text));
    }
    gravity_ui(ui, form);
    place_ui(ui, form, scene);
    ui.separator();
    for kind in ItemKind::ALL {
        count_ui(ui, form, scene, kind);
    }
    ui.separator();
    let with_key = |words, trigger| form.view.keymap.with_key(words, trigger);
    ui.weak(format!(
        "Nothing is selected. Click an object with the {}, Shift-drag a box around several, or \
         choose in the {}. The Edit menu has {}.",
        with_key("Select tool", Trigger::ToolSelect),
        with_key("outliner", Trigger::PanelOutliner),
        with_key("Select all", Trigger::SelectAll)
    ));
}

fn gravity_ui(ui: &mut Ui, form: &mut Form<'_>) {
    let now = form.view.scene().gravity_m_s2;
    let usual = Scene::default().gravity_m_s2;
    let asked = form.vector_row(ui, "Gravity", &range::GRAVITY, now.map(Some), usual);
    let with = |axis: usize, value| {
        let mut gravity = now;
        *of_axis(gravity.each_mut(), axis) = value;
        Command::SetGravity(gravity)
    };
    match asked {
        None => {}
        Some(VectorEdit::Reset) => form.step(Command::SetGravity(usual)),
        Some(VectorEdit::Axis(_, NumberEdit::Begin)) => {
            form.actions.push(Action::Begin("Gravity".into()));
        }
        Some(VectorEdit::Axis(axis, NumberEdit::Change(value))) => {
            form.actions.push(Action::Change(with(axis, value)));
        }
        Some(VectorEdit::Axis(_, NumberEdit::Commit)) => form.actions.push(Action::Commit),
        Some(VectorEdit::Axis(_, NumberEdit::Abort(_))) => form.actions.push(Action::Abort),
        Some(VectorEdit::Axis(axis, NumberEdit::Set(value))) => form.step(with(axis, value)),
    }
}

/// Where the scene is seen to be.
fn place_ui(ui: &mut Ui, form: &mut Form<'_>, scene: &Scene) {
    let places = Place::ALL.map(|place| match place {
        Place::Studio => (place, "Studio", "a plain studio"),
        Place::Yard => (place, "Yard", "daylight, with sky and sun"),
        Place::Hall => (place, "Hall", "a warm hall with a wooden floor"),
        Place::Night => (place, "Night", "a street with moon and stars"),
    });
    let tip = "Where the scene is seen; View > Place shows all scenes elsewhere";
    if let Some(place) = combo_row(ui, "Place", tip, scene.place, &places) {
        form.step(Command::SetPlace(place));
    }
}

/// How many things of a kind there are, with a button that selects them.
fn count_ui(ui: &mut Ui, form: &mut Form<'_>, scene: &Scene, kind: ItemKind) {
    let sticks = || scene.constraints.iter().filter(|c| is_stick(c)).count();
    let surfaces = || scene.constraints.iter().filter(|c| is_surface(c)).count();
    let count = match kind {
        ItemKind::Material => scene.materials.len(),
        ItemKind::Obstacle => scene.obstacles.len(),
        ItemKind::Body => scene.bodies.len(),
        ItemKind::Particle => scene.particles.len(),
        ItemKind::Stick => sticks(),
        ItemKind::Surface => surfaces(),
        ItemKind::Joint => scene.constraints.len() - sticks() - surfaces(),
        ItemKind::Ragdoll => scene.ragdolls.len(),
    };
    if count == 0 {
        return;
    }
    let label = plural(count, kind);
    if button(
        ui,
        &label,
        &format!("Selects these (at most {MAX_THINGS} of a kind per scene)"),
    ) {
        let selection = Selection::of_kind(scene, kind);
        form.actions.push(Action::Select(selection));
    }
}

fn is_surface(constraint: &Constraint) -> bool {
    matches!(constraint.kind, ConstraintKind::Surface(_))
}

fn is_stick(constraint: &Constraint) -> bool {
    matches!(constraint.kind, ConstraintKind::Stick(_))
}

/// `1 body`, `3 bodies`.
pub(super) fn plural(count: usize, kind: ItemKind) -> String {
    match (kind, count) {
        (ItemKind::Body, 2..) => format!("{count} bodies"),
        _ => counted(count, kind.word()),
    }
}
