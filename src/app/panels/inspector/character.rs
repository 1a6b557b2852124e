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
    let tip = "Model that the parts were fitted to";
    told(ui, "Model", &character.source, tip);
    let Some(rigging) = view.workspace.models.rigging(character) else {
        let tip = "The bones of the parts can be changed once the model file is loaded";
        let text = "drop the model file on the window to edit";
        return told(ui, "Bones", text, tip);
    };
    let bones: Vec<(Option<usize>, &str, &str)> =
        std::iter::once((None, "none", "no bone; its vertices go to the parent part"))
            .chain(
                (rigging.model.joints.iter().enumerate())
                    .map(|(i, joint)| (Some(i), joint.name.as_str(), "a bone of the model")),
            )
            .collect();
    let rows = ui.collapsing("Bones", |ui| {
        bone_figure_ui(ui, &rigging, ragdoll.id, actions);
        for (role, part) in ROLES {
            let bone = rigging.mapping.bone(role);
            let tip = "First bone of this part. Bones without a part move with their parent bone";
            if let Some(bone) = combo_row(ui, part, tip, bone, &bones) {
                actions.push(Action::MapBone(ragdoll.id, role, bone));
            }
        }
    });
    note(&rows.header_response, "Bones");
}
