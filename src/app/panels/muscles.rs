//! The muscles of a rigid ragdoll: a slider from limp to stiff, and the numbers behind it.

use super::widgets::{note, quantity_row};
use crate::app::action::Action;
use crate::compile::part_title;
use crate::compile::{muscles_in_force, MuscleInForce};
use crate::editor::limits::{change_own, tidy};
use crate::editor::{Command, Item};
use crate::scene::range::{self, Quantity};
use crate::scene::{Muscle, Ragdoll};
use egui_macroquad::egui::{Checkbox, Ui};

const SOURCE: &str = "Proposed by Delannoy (section 5.2) and Gästrin (section 8.2) as future work";

/// A number that muscles have if it is given, by its name, its range, and where it is.
type Given = (
    &'static str,
    &'static Quantity,
    fn(&mut Muscle) -> &mut Option<f64>,
);

const NUMBERS: [Given; 4] = [
    ("Stiffness", &range::TURN_STIFFNESS, |muscle| {
        &mut muscle.stiffness_n_m_per_rad
    }),
    ("Damping", &range::TURN_DAMPING, |muscle| {
        &mut muscle.damping_n_m_s_per_rad
    }),
    ("Max torque", &range::MOST_TORQUE, |muscle| {
        &mut muscle.most_n_m
    }),
    ("Joint friction", &range::FRICTION_TORQUE, |muscle| {
        &mut muscle.friction_n_m
    }),
];

/// What a number that is not given is, in words.
const USUAL: [&str; 4] = [
    "20 times the weight torque about the joint, per radian",
    "critical damping at any strength",
    "3 times the weight torque about the joint",
    "none",
];

pub(super) fn muscles_ui(ui: &mut Ui, ragdoll: &Ragdoll, actions: &mut Vec<Action>) {
    let in_force = muscles_in_force(ragdoll);
    if in_force.is_empty() {
        return;
    }
    let mut new = ragdoll.clone();
    let strength = ragdoll.muscles.strength.unwrap_or(0.0);
    if let Some(strength) = quantity_row(ui, "Muscles", strength, &STRENGTH) {
        new.muscles.strength = of_slider(strength);
    }
    let more = ui.collapsing("Muscle values", |ui| {
        for ((name, quantity, place), usual) in NUMBERS.into_iter().zip(USUAL) {
            let number = place(&mut new.muscles);
            let mut is_given = number.is_some();
            let tick = Checkbox::new(&mut is_given, format!("{name} of all joints"));
            let tip = format!("{}\nDefault: {usual}. {SOURCE}", quantity.help);
            let response = ui.add(tick).on_hover_text(tip);
            note(&response, name);
            if response.changed() {
                *number = is_given.then_some(quantity.default);
            }
            if let Some(given) = number {
                *given = quantity_row(ui, name, *given, quantity).unwrap_or(*given);
            }
        }
    });
    note(&more.header_response, "Muscle values");
    let parts = ui.collapsing("Muscles by limb", |ui| {
        for (part, muscle) in &in_force {
            part_ui(ui, &mut new, part, muscle);
        }
    });
    note(&parts.header_response, "Muscles by limb");
    if new != *ragdoll {
        actions.push(Action::Edit(Command::replace(
            Item::Ragdoll(new),
            "Muscles",
        )));
    }
}

/// Strength at which the slider says limp: what is felt goes with the ratio of strengths.
const LIMP: f64 = 0.003;

/// The slider of the whole ragdoll, which is limp unless it is told otherwise.
const STRENGTH: Quantity = Quantity {
    default: 0.0,
    comfortable: (LIMP, 1.0),
    ..range::MUSCLE_STRENGTH
};

/// The strength where a slider stands; none at its lower end.
fn of_slider(strength: f64) -> Option<f64> {
    (strength > LIMP).then_some(strength)
}

/// The strength of one joint, and what it comes to; a click on its name gives it that of all.
fn part_ui(ui: &mut Ui, ragdoll: &mut Ragdoll, part: &str, muscle: &MuscleInForce) {
    let of_all = ragdoll.muscles.strength.unwrap_or(0.0);
    let quantity = Quantity {
        default: of_all,
        ..STRENGTH
    };
    if let Some(strength) = quantity_row(ui, &part_title(part), muscle.strength, &quantity) {
        let strength = of_slider(strength).unwrap_or(0.0);
        let own = (strength != of_all).then_some(strength);
        change_own(ragdoll, part, |part| part.muscle.strength = own);
        tidy(ragdoll);
    }
    if muscle.strength > 0.0 {
        ui.small(format!(
            "{:.0} N·m/rad, {:.1} N·m·s/rad, at most {:.0} N·m",
            muscle.stiffness, muscle.damping, muscle.most
        ));
    }
}
