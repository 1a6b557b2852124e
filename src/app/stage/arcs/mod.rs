//! The limits of joints over the stage: which ones, and how they are drawn.

mod dial;
mod draw;

pub use dial::{Arc, Cone, Dial};
pub use draw::Numbers;

use crate::app::action::{Arcs, Limb, StageLayer, Tool};
use crate::app::playback::Session;
use crate::app::workbench::Workbench;
use crate::app::workspace::Workspace;
use crate::compile::{IdMap, RagdollMap};
use crate::editor::limits::AngleFrame;
use crate::lab::Simulation;
use crate::physics::{Constraint, Frame, State};
use crate::view::draw_list::DrawList;
use crate::view::stage_camera::StageCamera;
use crate::view::theme::Theme;

/// Most limits that are drawn of all: more would hide each other.
const MOST_ARCS: usize = 200;

/// The limits that are drawn.
#[derive(Debug, Clone, Default)]
pub struct LimitMarks {
    /// Places of their constraints in the model, and whether numbers are written.
    pub joints: Vec<(usize, bool)>,
    /// Frame of the numbers of ragdolls.
    frame: AngleFrame,
    /// The camera, if it is known: arcs stay large enough on its screen.
    pub camera: Option<StageCamera>,
}

impl LimitMarks {
    /// The limits that are shown: of the limb that is looked at only while a person is at work
    /// on limits, with their tool or their table; of joints while they are selected; all while
    /// all are asked for.
    pub fn of(
        workspace: &Workspace,
        session: &Session,
        workbench: &Workbench,
        is_at_work: bool,
    ) -> LimitMarks {
        let simulation = &session.simulation;
        let mut focused = focused(workspace, session, workbench);
        focused.retain(|joint| is_at_work || ragdoll_of(&simulation.map, *joint).is_none());
        let mut joints: Vec<(usize, bool)> = Vec::new();
        if workbench.layers.show(StageLayer::Limits) {
            let all = simulation.map.ragdolls.iter();
            let all = all.flat_map(|ragdoll| ragdoll.constraints.clone());
            let others = all.filter(|joint| !focused.contains(joint));
            let others = others.filter(|joint| sets_limits(simulation, *joint));
            joints.extend(others.take(MOST_ARCS).map(|joint| (joint, false)));
        } else if workbench.limits.arcs == Arcs::All {
            let selection = workspace.document.selection();
            let ragdolls = &simulation.map.ragdolls;
            let is_selected = |ragdoll: &RagdollMap| selection.contains(ragdoll.id);
            let none_is_selected = !ragdolls.iter().any(is_selected);
            let shown = (ragdolls.iter()).filter(|r| none_is_selected || is_selected(r));
            let others = shown.flat_map(|ragdoll| ragdoll.constraints.clone());
            let others =
                others.filter(|joint| sets_limits(simulation, *joint) && !focused.contains(joint));
            joints.extend(others.take(MOST_ARCS).map(|joint| (joint, false)));
        }
        // The arcs of the limits tool are its handles.
        if workbench.limits.arcs != Arcs::Hidden || workbench.tool == Tool::Limits {
            joints.extend(focused.into_iter().map(|joint| (joint, true)));
        }
        joints.retain(|(joint, _)| !is_hidden(workspace, session, *joint));
        LimitMarks {
            joints,
            frame: workbench.limits.shown.frame,
            camera: None,
        }
    }

    /// Draws them as a state has them.
    pub(super) fn draw(
        &self,
        list: &mut DrawList,
        simulation: &Simulation,
        state: &State,
        theme: Theme,
    ) {
        for &(joint, numbered) in &self.joints {
            if let Some(dial) = Dial::of(simulation, state, joint, self.camera.as_ref()) {
                let numbers = numbered.then(|| numbers_of(&simulation.map, joint, self.frame));
                dial.draw(list, theme, numbers);
            }
        }
    }
}

/// Places in the model of the limits that a person looks at: of the limb, and of the
/// selected joints that limit a turn.
pub fn focused(workspace: &Workspace, session: &Session, workbench: &Workbench) -> Vec<usize> {
    let simulation = &session.simulation;
    let limb = workbench.limb.as_ref();
    let of_limb = limb.and_then(|limb| limit_of(simulation, limb));
    let selection = workspace.document.selection();
    let scene = workspace.document.scene();
    // The constraints of the scene are the first ones of the model.
    let own = scene.constraints.iter().enumerate();
    let selected = own.filter(|(_, constraint)| selection.contains(constraint.id));
    let selected = selected.map(|(index, _)| index);
    let selected = selected.filter(|joint| sets_limits(simulation, *joint));
    of_limb.into_iter().chain(selected).collect()
}

/// Whether a constraint of the model limits a turn.
fn sets_limits(simulation: &Simulation, joint: usize) -> bool {
    match simulation.world.model().constraints.get(joint) {
        Some(Constraint::AngleLimit(_)) => true,
        Some(Constraint::Hinge(hinge)) => hinge.limit.is_some(),
        _ => false,
    }
}

/// Place in the model of the limit between a limb and its parent.
pub fn limit_of(simulation: &Simulation, limb: &Limb) -> Option<usize> {
    let ragdolls = &simulation.map.ragdolls;
    let ragdoll = ragdolls.iter().find(|r| r.id == limb.ragdoll)?;
    let child = Frame::Body(ragdoll.body_of(&limb.part)?);
    let constraints = &simulation.world.model().constraints;
    ragdoll.constraints.clone().find(|&index| {
        let constraint = constraints.get(index);
        matches!(constraint, Some(Constraint::AngleLimit(limit)) if limit.child == child)
    })
}

/// The ragdoll that a constraint of the model belongs to.
pub fn ragdoll_of(map: &IdMap, joint: usize) -> Option<&RagdollMap> {
    map.ragdolls
        .iter()
        .find(|ragdoll| ragdoll.constraints.contains(&joint))
}

/// Whether a constraint of the model belongs to a ragdoll that is not drawn.
pub fn is_hidden(workspace: &Workspace, session: &Session, joint: usize) -> bool {
    let ragdoll = ragdoll_of(&session.simulation.map, joint);
    ragdoll.is_some_and(|ragdoll| workspace.view_state.hidden.contains(&ragdoll.id))
}

/// How the numbers of a joint are written: joints of the scene have no frame but that
/// of the files.
pub fn numbers_of(map: &IdMap, joint: usize, frame: AngleFrame) -> Numbers {
    match ragdoll_of(map, joint) {
        Some(_) => Numbers(frame),
        None => Numbers(AngleFrame::Engine),
    }
}
