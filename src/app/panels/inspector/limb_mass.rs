//! The masses of the limbs of a thesis humanoid of particles (Delannoy, section 4.5.2): "each limb
//! also contains a value for mass", which can be changed while the scene plays.

use super::form::Form;
use crate::app::panels::widgets::section;
use crate::compile::limb_masses_of_figure;
use crate::editor::limits::{change_own, tidy};
use crate::editor::Item;
use crate::scene::{range, Ragdoll};
use egui_macroquad::egui::Ui;

/// Limbs as they are called on screen.
const TITLES: [(&str, &str); 13] = [
    ("head", "Head"),
    ("neck", "Neck"),
    ("upper_torso", "Upper torso"),
    ("spine", "Spine"),
    ("basin", "Basin"),
    ("l_upper_leg", "Left upper leg"),
    ("r_upper_leg", "Right upper leg"),
    ("l_lower_leg", "Left lower leg"),
    ("r_lower_leg", "Right lower leg"),
    ("l_upper_arm", "Left upper arm"),
    ("r_upper_arm", "Right upper arm"),
    ("l_lower_arm", "Left lower arm"),
    ("r_lower_arm", "Right lower arm"),
];

/// A row for each limb; none of other ragdolls, whose masses are in the limit table.
pub(super) fn limb_masses_ui(ui: &mut Ui, form: &mut Form<'_>, ragdoll: &Ragdoll) {
    let limbs = limb_masses_of_figure(ragdoll);
    if limbs.is_empty() {
        return;
    }
    section(ui, "Limb masses", |ui| {
        for (name, usual_kg) in limbs {
            let title = TITLES.iter().find(|(known, _)| *known == name);
            let Some(&(_, title)) = title else {
                continue;
            };
            let usual = (usual_kg, "the mass of the figure");
            let get = |item: &mut Item| match item {
                Item::Ragdoll(ragdoll) => Some(own_mass(ragdoll, name)),
                _ => None,
            };
            form.optional_of(ui, title, &range::MASS, usual, get, |item, mass_kg| {
                if let Item::Ragdoll(ragdoll) = item {
                    change_own(ragdoll, name, |own| own.mass_kg = mass_kg);
                    tidy(ragdoll);
                }
            });
        }
    });
}

fn own_mass(ragdoll: &Ragdoll, name: &str) -> Option<f64> {
    ragdoll.parts.iter().find(|own| own.part == name)?.mass_kg
}
