//! What can be done with the selected things, at the right button of the mouse.

use crate::app::action::{info, Action, Trigger};
use crate::app::keymap::Keymap;
use crate::app::panels::widgets::{note, note_menu};
use crate::editor::ItemKind;
use egui_macroquad::egui::{Button, Ui};

/// An action, and whether it applies to a thing of a kind.
type Line = (Trigger, fn(ItemKind) -> bool);

/// The lines in their order.
const LINES: [Line; 19] = [
    (Trigger::Rename, |_| true),
    (Trigger::FrameSelection, is_on_stage),
    (Trigger::Cut, |_| true),
    (Trigger::Copy, |_| true),
    (Trigger::Duplicate, |_| true),
    (Trigger::Delete, |_| true),
    (Trigger::Group, |_| true),
    (Trigger::Ungroup, |_| true),
    (Trigger::AlignToGround, moves),
    (Trigger::MakeBodies, |kind| kind == ItemKind::Obstacle),
    (Trigger::Merge, |kind| kind == ItemKind::Body),
    (Trigger::Separate, |kind| kind == ItemKind::Body),
    (Trigger::BreakJoint, ItemKind::is_constraint),
    (Trigger::SwapJoint, ItemKind::is_constraint),
    (Trigger::SelectConnected, is_on_stage),
    (Trigger::SelectSameKind, |_| true),
    (Trigger::SelectSameMaterial, |kind| kind != ItemKind::Joint),
    (Trigger::Hide, is_on_stage),
    (Trigger::Lock, is_on_stage),
];

fn is_on_stage(kind: ItemKind) -> bool {
    kind != ItemKind::Material
}

fn moves(kind: ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::Ragdoll | ItemKind::Body | ItemKind::Particle
    )
}

/// The lines that apply to a thing of this kind.
pub(super) fn menu_ui(ui: &mut Ui, kind: ItemKind, keymap: &Keymap, actions: &mut Vec<Action>) {
    note_menu(ui);
    let lines = LINES.iter().filter(|(_, applies)| applies(kind));
    for line in lines.filter_map(|(trigger, _)| info(*trigger)) {
        let key = keymap.shown(line.trigger);
        let response = ui.add(Button::new(line.label).shortcut_text(key));
        note(&response, line.label);
        if response.clicked() {
            actions.push(Action::Do(line.trigger));
            ui.close_menu();
        }
    }
}
