//! Editing: the selection, and what is done with it.

use super::Workspace;
use crate::app::action::{Action, Panel, Trigger};
use crate::app::aim::direction_to;
use crate::app::effect::Effects;
use crate::app::workbench::Workbench;
use crate::editor::generate::BlueprintKind;
use crate::editor::{counted, Command, Document, Selection};
use crate::scene::{Id, Launcher, Scene};
use glam::DVec3;
use std::collections::BTreeSet;

impl Workspace {
    /// Selects; what the selection has is brought to the front.
    pub fn select(&mut self, selection: Selection, effects: &mut Effects) {
        if !selection.is_empty() {
            effects.perform(Action::ShowSelection);
        }
        self.document.select(selection);
    }

    /// Replaces the selection by what it leads to.
    pub(super) fn select_with(
        &mut self,
        lead: fn(&Selection, &Scene) -> Selection,
        effects: &mut Effects,
    ) {
        let selection = lead(self.document.selection(), self.document.scene());
        self.select(selection, effects);
    }

    /// Selects everything but materials that is neither hidden nor locked.
    pub(super) fn select_all(&mut self, effects: &mut Effects) {
        let everything = Selection::default().inverted(self.document.scene());
        let movable = self.view_state.movable(everything.ids());
        self.select(Selection::of(movable), effects);
    }

    pub(super) fn hide_selected(&mut self, effects: &mut Effects) {
        if let Some(ids) = selected(&self.document, effects) {
            self.view_state.hidden.extend(ids);
            self.select(Selection::default(), effects);
        }
    }

    pub(super) fn lock_selected(&mut self, effects: &mut Effects) {
        if let Some(ids) = selected(&self.document, effects) {
            self.view_state.locked.extend(ids);
        }
    }
}

/// The ids of the selection; says so if there are none.
pub(super) fn selected(document: &Document, effects: &mut Effects) -> Option<BTreeSet<Id>> {
    let ids = document.selection().ids();
    if ids.is_empty() {
        let text = "nothing is selected; click a body with the {}";
        effects.fail_with_key(text, "Select tool", Trigger::ToolSelect);
        return None;
    }
    Some(ids.clone())
}

/// Lets the outliner ask for the name of the active thing.
pub(super) fn ask_for_name(document: &Document, effects: &mut Effects) {
    if selected(document, effects).is_some() {
        let active = document.selection().active();
        effects.perform(Action::ShowPanel(Panel::Outliner));
        effects.perform(Action::AskForName(active));
    }
}

/// Puts the selection into a group with a name of its own.
pub(super) fn group(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        let scene = document.scene();
        let taken = |group: &String| !Selection::of_group(scene, group).is_empty();
        let mut number = 1;
        let mut group = format!("group {number}");
        while taken(&group) {
            number += 1;
            group = format!("group {number}");
        }
        effects.perform(Action::Edit(Command::SetGroup(ids, group)));
    }
}

pub(super) fn ungroup(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::SetGroup(ids, String::new())));
    }
}

pub(super) fn align_to_ground(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::AlignToGround(ids)));
    }
}

/// Lets the selected obstacles move.
pub(super) fn make_bodies(document: &Document, effects: &mut Effects) {
    let Some(ids) = selected(document, effects) else {
        return;
    };
    let obstacles = document.scene().obstacles.iter();
    let ids: BTreeSet<Id> = obstacles
        .map(|obstacle| obstacle.id)
        .filter(|id| ids.contains(id))
        .collect();
    effects.perform(Action::Edit(Command::MakeBodies(ids)));
}

/// Makes one compound body of the selected bodies.
pub(super) fn merge(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::Merge(ids)));
    }
}

/// Takes the selected compound bodies apart.
pub(super) fn separate(document: &Document, effects: &mut Effects) {
    if let Some(ids) = selected(document, effects) {
        effects.perform(Action::Edit(Command::Separate(ids)));
    }
}

/// Breaks every selected joint.
pub(super) fn break_joints(document: &Document, effects: &mut Effects) {
    let Some(ids) = selected(document, effects) else {
        return;
    };
    let joints = document.scene().constraints.iter();
    let joints: BTreeSet<Id> = joints
        .map(|joint| joint.id)
        .filter(|id| ids.contains(id))
        .collect();
    let joints: Vec<Command> = joints.into_iter().map(Command::BreakJoint).collect();
    match joints.len() {
        0 => effects.fail("no joint is selected; select one in the outliner"),
        count => {
            let label = format!("Break {}", counted(count, "joint"));
            effects.perform(Action::Edit(Command::Batch(label, joints)));
        }
    }
}

/// Swaps the two sides of the selected joint.
pub(super) fn swap_joint(document: &Document, effects: &mut Effects) {
    let Some(id) = document.selection().active() else {
        return effects.fail("no joint is selected; select one in the outliner");
    };
    effects.perform(Action::Edit(Command::SwapJoint(id)));
}

/// Creates a thing under the pointer or on the ground in view, beside what stands there, and
/// selects it.
pub fn create(kind: BlueprintKind, workbench: &Workbench, effects: &mut Effects) {
    let place_m = workbench.new_place_m().to_array();
    let things = workbench.blueprints.things(kind, place_m);
    let insert = Command::InsertBeside(things, kind.word());
    effects.perform(Action::Edit(insert));
    effects.perform(Action::ShowPanel(Panel::Inspector));
}

/// Adds a launcher that throws at where new things are put.
pub(super) fn create_launcher(document: &Document, place_m: DVec3, effects: &mut Effects) {
    effects.perform(Action::ShowPanel(Panel::Throw));
    if document.scene().launcher.is_some() {
        return effects.say("this scene already has a launcher, shown in the Throw panel");
    }
    let usual = Launcher::default();
    let launcher = Launcher {
        position_m: (DVec3::from(usual.position_m) + place_m).to_array(),
        ..usual
    };
    let edit = Command::SetLauncher(launcher, "Add launcher");
    effects.perform(Action::Edit(edit));
}

/// Turns the launcher so that the ball arrives at `target`, m.
pub fn aim_at(document: &Document, target: DVec3, effects: &mut Effects) {
    let scene = document.scene();
    if let Some(launcher) = &scene.launcher {
        let gravity = scene.gravity_m_s2.into();
        let from = launcher.position_m.into();
        let direction = direction_to(from, target, launcher.speed_m_s, gravity).into();
        let launcher = Launcher {
            direction,
            ..launcher.clone()
        };
        effects.perform(Action::Edit(Command::SetLauncher(launcher, "Aim")));
    }
}
