//! What a thing collides with against what holds without a rule.

use super::form::Form;
use super::grip::{all_parts, part_title};
use super::picker::{picker_row, title_of, titled};
use crate::app::panels::widgets::{note, text_scale};
use crate::editor::{Command, Item};
use crate::scene::{part_names, CollisionRule, Constraint, ConstraintKind, Id, Scene, Thing};
use egui_macroquad::egui::{ScrollArea, Ui};

/// Height of the list of rules at normal text, points.
const LIST_HEIGHT: f32 = 160.0;
const ROW_HEIGHT: f32 = 20.0;

/// The part of a ragdoll that new rules are about.
pub(super) type OwnPart = Option<String>;

pub(super) fn rules_ui(ui: &mut Ui, form: &mut Form<'_>, own_part: &mut OwnPart) {
    let Some(own) = form.only().and_then(|item| own_thing(item, own_part)) else {
        return;
    };
    let (scene, id) = (form.view.scene(), id_of(&own));
    ui.separator();
    ui.label("Collision rules")
        .on_hover_text("Without rules, everything collides except joined objects");
    list_ui(ui, form, id);
    let mut own = own;
    if let Thing::Part { ragdoll, part } = &mut own {
        let tip = "Limb that the new rule applies to";
        let of_it = || {
            let parts = all_parts(scene)
                .into_iter()
                .filter(|part| part.0 == *ragdoll);
            parts.map(|(_, part, _)| (part.clone(), part)).collect()
        };
        if let Some(new) = picker_row(ui, "Limb", tip, part, of_it) {
            part.clone_from(&new);
            *own_part = Some(new);
        }
    }
    let tip = "Adds a rule: no collisions between this and the chosen object";
    let others = || all_things(scene, &own);
    if let Some(other) = picker_row(ui, "Add rule", tip, "choose an object", others) {
        form.step(Command::SetCollision(own.clone(), other, Some(false)));
    }
}

/// The rules about a thing, each with buttons to turn it round and to remove it.
fn list_ui(ui: &mut Ui, form: &mut Form<'_>, id: Id) {
    let about = |rule: &&CollisionRule| id_of(&rule.a) == id || id_of(&rule.b) == id;
    let rules: Vec<&CollisionRule> = form
        .view
        .scene()
        .collision_rules
        .iter()
        .filter(about)
        .collect();
    if rules.is_empty() {
        ui.weak("none");
        return;
    }
    let scale = text_scale(ui.ctx());
    let mut asked = None;
    ScrollArea::vertical()
        .id_salt("rules")
        .max_height(LIST_HEIGHT * scale)
        .show_rows(ui, ROW_HEIGHT * scale, rules.len(), |ui, rows| {
            for rule in rules.get(rows).unwrap_or_default() {
                if let Some(collide) = rule_row(ui, form.view.scene(), rule, id) {
                    asked = Some((rule.a.clone(), rule.b.clone(), collide));
                }
            }
        });
    if let Some((a, b, collide)) = asked {
        form.step(Command::SetCollision(a, b, collide));
    }
}

fn rule_row(ui: &mut Ui, scene: &Scene, rule: &CollisionRule, id: Id) -> Option<Option<bool>> {
    let within = id_of(&rule.a) == id && id_of(&rule.b) == id;
    let other = if id_of(&rule.a) == id {
        &rule.b
    } else {
        &rule.a
    };
    let title = match within {
        true => format!("{} and {}", title(scene, &rule.a), title(scene, &rule.b)),
        false => title(scene, other),
    };
    let word = if rule.collide {
        "collides"
    } else {
        "passes through"
    };
    let mut asked = None;
    ui.horizontal(|ui| {
        let turn = ui.small_button(word).on_hover_text(
            "Switches between colliding and passing \
                                                        through",
        );
        note(&turn, &format!("Switch rule: {title}"));
        let remove = ui
            .small_button(egui_phosphor::regular::TRASH)
            .on_hover_text("Removes the rule");
        note(&remove, &format!("Remove rule: {title}"));
        ui.label(title);
        if turn.clicked() {
            asked = Some(Some(!rule.collide));
        } else if remove.clicked() {
            asked = Some(None);
        }
    });
    asked
}

/// A thing as rules name it; a ragdoll by the chosen part.
fn own_thing(item: &Item, own_part: &OwnPart) -> Option<Thing> {
    match item {
        Item::Body(body) => Some(Thing::Body(body.id)),
        Item::Obstacle(obstacle) => Some(Thing::Obstacle(obstacle.id)),
        Item::Constraint(Constraint {
            id,
            kind: ConstraintKind::Stick(_),
            ..
        }) => Some(Thing::Stick(*id)),
        Item::Ragdoll(ragdoll) => {
            let names = part_names(&ragdoll.figure);
            let chosen = names.iter().find(|name| own_part.as_deref() == Some(name));
            let part = chosen.or(names.first())?;
            Some(Thing::Part {
                ragdoll: ragdoll.id,
                part: (*part).to_owned(),
            })
        }
        Item::Constraint(_) | Item::Particle(_) | Item::Material(_) => None,
    }
}

fn id_of(thing: &Thing) -> Id {
    match thing {
        Thing::Body(id) | Thing::Stick(id) | Thing::Obstacle(id) => *id,
        Thing::Part { ragdoll, .. } => *ragdoll,
    }
}

fn title(scene: &Scene, thing: &Thing) -> String {
    match thing {
        Thing::Part { ragdoll, part } => part_title(scene, *ragdoll, part),
        other => title_of(scene, id_of(other)),
    }
}

/// Everything that a rule with this thing can be about.
fn all_things(scene: &Scene, own: &Thing) -> Vec<(Thing, String)> {
    let mut all = Vec::new();
    for body in &scene.bodies {
        let (id, title) = titled("body", body.id, &body.name);
        all.push((Thing::Body(id), title));
    }
    for obstacle in &scene.obstacles {
        let (id, title) = titled("obstacle", obstacle.id, &obstacle.name);
        all.push((Thing::Obstacle(id), title));
    }
    for constraint in &scene.constraints {
        if let ConstraintKind::Stick(_) = constraint.kind {
            let (id, title) = titled("stick", constraint.id, &constraint.name);
            all.push((Thing::Stick(id), title));
        }
    }
    for (ragdoll, part, title) in all_parts(scene) {
        all.push((Thing::Part { ragdoll, part }, title));
    }
    let fixed = |thing: &Thing| matches!(thing, Thing::Obstacle(_));
    all.retain(|(thing, _)| thing != own && !(fixed(thing) && fixed(own)));
    all
}
