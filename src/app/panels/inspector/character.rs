//! Which bone of its model begins which part of a character.

use super::bone_figure::bone_figure_ui;
use super::form::told;
use crate::app::action::Action;
use crate::app::panels::widgets::{combo_row, note};
use crate::app::panels::AppView;
use crate::character::rig::ROLES;
use crate::scene::{Figure, Ragdoll};
use egui_macroquad::egui::Ui;

/// Nothing of other ragdolls.
pub(super) fn bones_ui(
    ui: &mut Ui,
    view: &AppView<'_>,
    ragdoll: &Ragdoll,
    actions: &mut Vec<Action>,
) {
    let Figure::Character(character) = &ragdoll.figure else {
        return;
    };
    let tip = "The model that its parts were fitted to";
    told(ui, "Model", &character.source, tip);
    let Some(rigging) = view.workspace.models.rigging(character) else {
        let tip = "Which bone begins which part can be changed while its model is at hand";
        let text = "drop its file on the window to change them";
        return told(ui, "Bones", text, tip);
    };
    let bones: Vec<(Option<usize>, &str, &str)> =
        std::iter::once((None, "none", "no bone: the part above takes what it moves"))
            .chain(
                (rigging.model.joints.iter().enumerate())
                    .map(|(i, joint)| (Some(i), joint.name.as_str(), "a bone of the model")),
            )
            .collect();
    let rows = ui.collapsing("Bones", |ui| {
        bone_figure_ui(ui, &rigging, ragdoll.id, actions);
        for (role, part) in ROLES {
            let bone = rigging.mapping.bone(role);
            let tip = "The bone with which this part begins; those that begin none follow what \
                       they hang on";
            if let Some(bone) = combo_row(ui, part, tip, bone, &bones) {
                actions.push(Action::MapBone(ragdoll.id, role, bone));
            }
        }
    });
    note(&rows.header_response, "Bones");
}
