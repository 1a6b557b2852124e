//! The build of a rigid ragdoll: height, girth and masses.

use super::widgets::{choice_row, combo_row, quantity_row};
use crate::app::action::Action;
use crate::compile::{parts_in_force, stature};
use crate::editor::{Command, Item};
use crate::scene::range;
use crate::scene::{MassRule, Physique, Ragdoll};
use egui_macroquad::egui::Ui;

/// Builds to choose from: girth and mass as those of the thesis' body types.
const BUILDS: [(Physique, &str, &str); 4] = [
    (
        build(0.8, MassRule::Shares { total_kg: 60.0 }),
        "Thin",
        "Girth 0.8, 60 kg distributed as in a human body",
    ),
    (
        build(1.0, MassRule::Shares { total_kg: 80.0 }),
        "Medium",
        "Girth 1, 80 kg distributed as in a human body",
    ),
    (
        build(1.3, MassRule::Shares { total_kg: 120.0 }),
        "Wide",
        "Girth 1.3, 120 kg distributed as in a human body",
    ),
    (
        build(1.0, MassRule::Figure),
        "As printed",
        "Size and masses of the figure (default)",
    ),
];

const fn build(girth: f64, masses: MassRule) -> Physique {
    Physique {
        height: 1.0,
        girth,
        masses,
    }
}

/// Where the masses come from, without their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Figure,
    Density,
    Shares,
}

const RULES: [(Rule, &str, &str); 3] = [
    (
        Rule::Figure,
        "from figure",
        "Masses of the figure's table, at any size (default)",
    ),
    (
        Rule::Density,
        "by density",
        "The same density for all limbs; a human body has 985 kg/m³",
    ),
    (
        Rule::Shares,
        "from total",
        "A total mass, distributed as in a human body (Winter, after Dempster)",
    ),
];

/// Density of a body, kg/m³.
const BODY_KG_M3: f64 = 985.0;

/// The builds to choose from, of figures that have one.
pub(super) fn builds_ui(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    if stature(ragdoll).is_none() {
        return;
    }
    let height = ragdoll.physique.height;
    let at_this_height = |physique: Physique| Physique { height, ..physique };
    let builds = BUILDS.map(|(physique, name, about)| (at_this_height(physique), name, about));
    if let Some(physique) = choice_row(ui, ragdoll.physique, &builds) {
        actions.push(rebuilt(ragdoll, physique));
    }
}

/// The action that gives a ragdoll another build.
fn rebuilt(ragdoll: &Ragdoll, physique: Physique) -> Action {
    let changed = Ragdoll {
        physique,
        ..ragdoll.clone()
    };
    Action::Edit(Command::replace(Item::Ragdoll(changed), "Build"))
}

pub(super) fn physique_ui(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    let Some((height_m, mass_kg)) = stature(ragdoll) else {
        return;
    };
    let now = ragdoll.physique;
    let mut new = now;
    new.height = quantity_row(ui, "Height ×", now.height, &range::HEIGHT).unwrap_or(new.height);
    new.girth = quantity_row(ui, "Girth ×", now.girth, &range::GIRTH).unwrap_or(new.girth);
    masses_ui(ui, ragdoll, mass_kg, &mut new.masses);
    ui.small(format!(
        "{height_m:.2} m tall, {mass_kg:.1} kg; limits unchanged"
    ));
    if new != now {
        actions.push(rebuilt(ragdoll, new));
    }
}

fn masses_ui(ui: &mut Ui, ragdoll: &Ragdoll, mass_kg: f64, masses: &mut MassRule) {
    let rule = match masses {
        MassRule::Figure => Rule::Figure,
        MassRule::Density { .. } => Rule::Density,
        MassRule::Shares { .. } => Rule::Shares,
    };
    let tip = "How the masses of limbs are set";
    if let Some(rule) = combo_row(ui, "Masses", tip, rule, &RULES) {
        *masses = match rule {
            Rule::Figure => MassRule::Figure,
            Rule::Density => MassRule::Density { kg_m3: BODY_KG_M3 },
            Rule::Shares => MassRule::Shares {
                total_kg: range::MASS.clamp(mass_kg.round()),
            },
        };
        return;
    }
    match masses {
        MassRule::Figure => {}
        MassRule::Density { kg_m3 } => {
            *kg_m3 = quantity_row(ui, "Density", *kg_m3, &range::DENSITY).unwrap_or(*kg_m3);
        }
        MassRule::Shares { total_kg } => {
            *total_kg = quantity_row(ui, "Total", *total_kg, &range::MASS).unwrap_or(*total_kg);
        }
    }
    let own = ragdoll.parts.iter().filter(|own| own.mass_kg.is_some());
    let own = own.count();
    if own > 0 {
        let all = parts_in_force(ragdoll).len();
        ui.small(format!("{own} of {all} limbs have custom masses"));
    }
}
