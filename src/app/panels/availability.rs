//! Which actions can do something now, why others cannot, and which are switched on.

use super::{AppView, PanelState};
use crate::app::action::Tool;
use crate::app::action::Trigger;
use crate::app::action::{Panel, StageLayer};
use crate::platform::settings::{FigureLook, PlaceChoice, Quality};

/// Whether an action can do something.
pub(super) fn is_enabled(view: &AppView<'_>, trigger: Trigger) -> bool {
    match trigger {
        Trigger::Undo => view.document().undo_label().is_some(),
        Trigger::Redo => view.document().redo_label().is_some(),
        Trigger::Paste => view.workspace.can_paste(),
        Trigger::Cut
        | Trigger::Copy
        | Trigger::Duplicate
        | Trigger::Delete
        | Trigger::Rename
        | Trigger::Group
        | Trigger::Ungroup
        | Trigger::AlignToGround
        | Trigger::MakeBodies
        | Trigger::Merge
        | Trigger::Separate
        | Trigger::SavePreset
        | Trigger::PoseAsClip
        | Trigger::SelectNone
        | Trigger::SelectConnected
        | Trigger::SelectSameKind
        | Trigger::SelectSameMaterial
        | Trigger::Hide
        | Trigger::Lock => !view.document().selection().is_empty(),
        Trigger::ShowAll => !view.workspace.view_state.hidden.is_empty(),
        Trigger::UnlockAll => !view.workspace.view_state.locked.is_empty(),
        Trigger::BreakJoint | Trigger::SwapJoint => has_selected_joint(view),
        Trigger::KeepPose => view.playback.session.now() > 0,
        _ => true,
    }
}

/// Why an action can do nothing now.
pub(super) fn why_not(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Undo => "Nothing to undo",
        Trigger::Redo => "Nothing to redo",
        Trigger::Paste => "Copy something first",
        Trigger::ShowAll => "Nothing is hidden",
        Trigger::UnlockAll => "Nothing is locked",
        Trigger::BreakJoint | Trigger::SwapJoint => "Select a joint first",
        Trigger::KeepPose => "The scene is at its start; play first",
        _ => "Select something first",
    }
}

fn has_selected_joint(view: &AppView<'_>) -> bool {
    let selection = view.document().selection();
    let mut joints = view.scene().constraints.iter();
    !selection.is_empty() && joints.any(|joint| selection.contains(joint.id))
}

/// Whether an action that switches something is on; `None` for one that does not.
pub(super) fn is_on(view: &AppView<'_>, panels: &PanelState, trigger: Trigger) -> Option<bool> {
    let tool = |tool| Some(view.workbench.tool == tool);
    let layer = |layer| Some(view.workbench.layers.show(layer));
    let quality = |quality| Some(view.preferences.quality == quality);
    let look = |look| Some(view.preferences.look == look);
    let place = |place| Some(view.preferences.place == place);
    let shown = |panel| Some(panels.dock.is_shown(panel));
    match trigger {
        Trigger::ToolThrow => tool(Tool::Throw),
        Trigger::ToolSelect => tool(Tool::Select),
        Trigger::ToolMove => tool(Tool::Move),
        Trigger::ToolRotate => tool(Tool::Rotate),
        Trigger::ToolScale => tool(Tool::Scale),
        Trigger::ToolLimits => tool(Tool::Limits),
        Trigger::ToolPose => tool(Tool::Pose),
        Trigger::ToolJoint => tool(Tool::Joint),
        Trigger::ToggleLocal => Some(view.workbench.options.local),
        Trigger::ToggleSnap => Some(view.workbench.options.snap),
        Trigger::PlayPause => Some(view.playing()),
        Trigger::QualityLow => quality(Quality::Low),
        Trigger::QualityMedium => quality(Quality::Medium),
        Trigger::QualityHigh => quality(Quality::High),
        Trigger::QualityAuto => quality(Quality::Auto),
        Trigger::PlaceOfScene => place(PlaceChoice::OfScene),
        Trigger::PlaceStudio => place(PlaceChoice::Studio),
        Trigger::PlaceYard => place(PlaceChoice::Yard),
        Trigger::PlaceHall => place(PlaceChoice::Hall),
        Trigger::PlaceNight => place(PlaceChoice::Night),
        Trigger::SlowHits => Some(view.preferences.slow_hits),
        Trigger::LookSkin => look(FigureLook::Skin),
        Trigger::LookLimbs => look(FigureLook::Limbs),
        Trigger::LookBoth => look(FigureLook::Both),
        Trigger::ShowBodies => layer(StageLayer::Bodies),
        Trigger::ShowJoints => layer(StageLayer::Joints),
        Trigger::ShowLimits => layer(StageLayer::Limits),
        Trigger::ShowContacts => layer(StageLayer::Contacts),
        Trigger::ShowForces => layer(StageLayer::Forces),
        Trigger::ShowVelocities => layer(StageLayer::Velocities),
        Trigger::ShowTrails => layer(StageLayer::Trails),
        Trigger::ShowMasses => layer(StageLayer::Masses),
        Trigger::ShowInertia => layer(StageLayer::Inertia),
        Trigger::ShowGhosts => layer(StageLayer::Ghosts),
        Trigger::ShowJointErrors => layer(StageLayer::JointErrors),
        Trigger::ShowContactShapes => layer(StageLayer::ContactShapes),
        Trigger::ShowIslands => layer(StageLayer::Islands),
        Trigger::ShowVolumes => layer(StageLayer::Volumes),
        Trigger::ShowGlass => layer(StageLayer::Glass),
        Trigger::ShowLabels => layer(StageLayer::Labels),
        Trigger::TogglePanels => Some(!panels.hidden),
        Trigger::PanelScenes => shown(Panel::Scenes),
        Trigger::PanelOutliner => shown(Panel::Outliner),
        Trigger::PanelCreate => shown(Panel::Create),
        Trigger::PanelInspector => shown(Panel::Inspector),
        Trigger::PanelThrow => shown(Panel::Throw),
        Trigger::PanelOrder => shown(Panel::Order),
        Trigger::PanelDoctor => shown(Panel::Doctor),
        Trigger::PanelHistory => shown(Panel::History),
        Trigger::PanelLimits => shown(Panel::Limits),
        Trigger::PanelCompare => shown(Panel::Compare),
        Trigger::PanelPlots => shown(Panel::Plots),
        Trigger::Profiler => shown(Panel::Cost),
        Trigger::PanelWhy => shown(Panel::Why),
        Trigger::PanelLessons => shown(Panel::Lessons),
        Trigger::PanelPrinted => shown(Panel::Printed),
        Trigger::PanelExperiments => shown(Panel::Experiments),
        Trigger::PanelSweep => shown(Panel::Sweep),
        Trigger::Help => Some(panels.sheets.help.open),
        Trigger::Manual => Some(panels.sheets.manual.is_open()),
        Trigger::Preferences => Some(panels.sheets.preferences),
        Trigger::About => Some(panels.sheets.about),
        Trigger::FollowShot => Some(view.preferences.follow),
        Trigger::LinearSkins => Some(view.preferences.linear_skins),
        _ => None,
    }
}
