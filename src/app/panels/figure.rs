//! What the first ragdoll is made from.

use super::muscles::muscles_ui;
use super::physique::{builds_ui, physique_ui};
use super::widgets::{choice_row, combo_row, note};
use super::AppView;
use crate::app::action::Action;
use crate::editor::Command;
use crate::scene::{
    BodyType, Figure, FigureBuild, FigureContact, FigureSize, InertiaPreset, LimitTable, MxFigure,
    Ragdoll, ThesisFigure,
};
use egui_macroquad::egui::Ui;

/// A figure with what its limbs are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Thesis(FigureBuild),
    Mx,
    Hitman,
    Character,
}

const KINDS: [(Kind, &str, &str); 5] = [
    (
        Kind::Thesis(FigureBuild::Particles),
        "Thesis, particles",
        "Delannoy's humanoid: two particles and a stick per limb (section 4.5.2)",
    ),
    (
        Kind::Thesis(FigureBuild::Rigid),
        "Thesis, rigid",
        "The same limbs as rigid bodies, joined by pins without angle limits",
    ),
    (
        Kind::Thesis(FigureBuild::RigidWithLimits),
        "Thesis, rigid with limits",
        "The same limbs as rigid bodies, with the angle limits of human joints",
    ),
    (
        Kind::Mx,
        "MX ragdoll",
        "Baltman and Radeztsky's: 18 rigid bodies, 17 pins, 17 angle limits, 58.4 kg (Table 1)",
    ),
    (
        Kind::Hitman,
        "Hitman",
        "A stick figure after Jakobsen, section 6: 17 particles shared by its limbs, 1.78 m tall, \
         75 kg",
    ),
];

/// Listed only for what is one: it is made by import alone.
const CHARACTER: (Kind, &str, &str) = (
    Kind::Character,
    "Character",
    "Rigid limbs fitted to the mesh of a skinned model. To import another model, drop its file \
     on the window",
);

/// Body types with what they weigh.
const BODY_TYPES: [(BodyType, &str, &str); 3] = [
    (
        BodyType::Thin,
        "Thin",
        "Light: 60 kg scaled, 255 lb printed (figure 4.9)",
    ),
    (
        BodyType::Medium,
        "Medium",
        "80 kg scaled, 390 lb printed (figure 4.9)",
    ),
    (
        BodyType::Wide,
        "Wide",
        "Heavy: 120 kg scaled, 867.5 lb printed (figure 4.9)",
    ),
];

/// Sizes of the body.
const SIZES: [(FigureSize, &str, &str); 2] = [
    (FigureSize::Scaled, "Scaled", "1.73 m tall"),
    (
        FigureSize::Printed,
        "Printed",
        "The thesis' centimetres and pounds, 1.11 m tall",
    ),
];

const LIMITS: [(LimitTable, &str, &str); 2] = [
    (
        LimitTable::Printed,
        "as printed",
        "Table 1 as printed (default). Two rows are not symmetric: the left leg swings through \
         the right leg (z 0° to 45°), and the left hand turns the wrong way (x 0° to 90°)",
    ),
    (
        LimitTable::Mirrored,
        "mirrored",
        "Left leg and left hand mirrored from the right, which was probably meant",
    ),
];

const INERTIAS: [(InertiaPreset, &str, &str); 3] = [
    (
        InertiaPreset::Paper,
        "paper",
        "Table 1 (default): 1 slug·ft² = 1.356 kg·m² about every axis of every limb, 20 to 600 \
         times a realistic value. Turns slowly and steadily",
    ),
    (
        InertiaPreset::Box,
        "box",
        "Inertia of solid boxes. Light limbs between heavy ones settle slowly",
    ),
    (
        InertiaPreset::Human,
        "human",
        "Inertia of solid boxes, but at least mass × (0.1 m)². Realistic; comes to rest soon",
    ),
];

const CONTACTS: [(FigureContact, &str, &str); 2] = [
    (
        FigureContact::Shapes,
        "shapes",
        "Every limb collides: capsules, and a rounded plate for the chest (default)",
    ),
    (
        FigureContact::Spheres,
        "spheres",
        "Nine spheres, as in the paper. It does not name the limbs; here they are head, chest, \
         pelvis, hands, shins, feet",
    ),
];

pub(super) fn figure_ui(ui: &mut Ui, view: &AppView<'_>, actions: &mut Vec<Action>) {
    ui.add_space(4.0);
    ui.heading("Body");
    let Some(ragdoll) = view.scene().ragdolls.first() else {
        ui.label("No ragdoll: add one in Create.");
        return;
    };
    figure_kind(ui, ragdoll, actions);
    builds_ui(ui, ragdoll, actions);
    let more = ui.collapsing("More settings", |ui| {
        figure_details(ui, ragdoll, actions);
    });
    note(&more.header_response, "More settings");
}

/// What a ragdoll is made from.
pub(super) fn figure_options(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    figure_kind(ui, ragdoll, actions);
    builds_ui(ui, ragdoll, actions);
    figure_details(ui, ragdoll, actions);
}

fn figure_kind(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    let mut edit = |figure: Figure, label| {
        let command = Command::SetFigure(ragdoll.id, figure, label);
        actions.push(Action::Edit(command));
    };
    let kind = kind_of(&ragdoll.figure);
    let tip = "Figure of the ragdoll";
    let mut kinds = KINDS.to_vec();
    kinds.extend((kind == Kind::Character).then_some(CHARACTER));
    if let Some(kind) = combo_row(ui, "Figure", tip, kind, &kinds) {
        edit(figure_of(kind, &ragdoll.figure), "Figure");
    }
    if let Figure::Thesis(figure) = ragdoll.figure {
        if let Some(figure) = thesis_ui(ui, figure) {
            edit(Figure::Thesis(figure), "Body type");
        }
    }
}

fn figure_details(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    if let Figure::Mx(figure) = &ragdoll.figure {
        if let Some((figure, label)) = mx_ui(ui, figure) {
            let command = Command::SetFigure(ragdoll.id, Figure::Mx(figure), label);
            actions.push(Action::Edit(command));
        }
    }
    self_collision_ui(ui, ragdoll, actions);
    physique_ui(ui, ragdoll, actions);
    muscles_ui(ui, ragdoll, actions);
}

fn kind_of(figure: &Figure) -> Kind {
    match figure {
        Figure::Thesis(figure) => Kind::Thesis(figure.build),
        Figure::Mx(_) => Kind::Mx,
        Figure::Hitman {} => Kind::Hitman,
        Figure::Character(_) => Kind::Character,
    }
}

/// A figure of that kind; what the old one has in common with it stays.
fn figure_of(kind: Kind, old: &Figure) -> Figure {
    match (kind, old) {
        (Kind::Thesis(build), Figure::Thesis(old)) => {
            Figure::Thesis(ThesisFigure { build, ..*old })
        }
        (Kind::Thesis(build), _) => Figure::Thesis(ThesisFigure {
            build,
            arms: true,
            ..ThesisFigure::default()
        }),
        (Kind::Mx, _) => Figure::Mx(MxFigure::default()),
        (Kind::Hitman, _) => Figure::Hitman {},
        (Kind::Character, old) => old.clone(),
    }
}

fn thesis_ui(ui: &mut Ui, figure: ThesisFigure) -> Option<ThesisFigure> {
    let mut new = figure;
    new.body_type = choice_row(ui, figure.body_type, &BODY_TYPES).unwrap_or(figure.body_type);
    ui.horizontal(|ui| {
        new.size = choice_row(ui, figure.size, &SIZES).unwrap_or(figure.size);
        let tip = "Adds arms, which the thesis leaves out";
        note(
            &ui.checkbox(&mut new.arms, "Arms").on_hover_text(tip),
            "Arms",
        );
    });
    (new != figure).then_some(new)
}

/// The figure after a change, and the name of the change.
fn mx_ui(ui: &mut Ui, figure: &MxFigure) -> Option<(MxFigure, &'static str)> {
    let mut changed = None;
    let tip = "Joint limits, degrees about x, y, z of the parent";
    if let Some(limits) = combo_row(ui, "Limits", tip, figure.limits, &LIMITS) {
        let figure = MxFigure { limits, ..*figure };
        changed = Some((figure, "Limits"));
    }
    let tip = "Moments of inertia of the limbs, kg·m²";
    if let Some(inertia) = combo_row(ui, "Inertia", tip, figure.inertia, &INERTIAS) {
        let figure = MxFigure { inertia, ..*figure };
        changed = Some((figure, "Inertia"));
    }
    let tip = "Collision shapes of the limbs";
    if let Some(contact) = combo_row(ui, "Contact", tip, figure.contact, &CONTACTS) {
        let figure = MxFigure { contact, ..*figure };
        changed = Some((figure, "Contact shapes"));
    }
    changed
}

fn self_collision_ui(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    let mut collide = ragdoll.self_collision;
    let tip = "Limbs collide with each other, except joined ones. On by default";
    let response = ui.checkbox(&mut collide, "Self-collision");
    let response = response.on_hover_text(tip);
    note(&response, "Self-collision");
    if response.changed() {
        let command = Command::SetSelfCollision(ragdoll.id, collide);
        actions.push(Action::Edit(command));
    }
}
