//! What the panels and the stage may see of the program.

use super::Program;
use crate::app::action::{Panel, StageLayer, Tool};
use crate::app::aim::predicted_arc;
use crate::app::panels::AppView;
use crate::app::pick::{pick, Picked};
use crate::app::stage::{path_tints, LimitMarks, Marks, Overlay};
use crate::app::tool::ToolHost;
use crate::physics::ObstacleShape;
use crate::scene::Launcher;
use glam::DVec3;

/// An arc is looked along in pieces of so many points.
const POINTS_A_LOOK: usize = 4;
/// Among more things it is not asked which an arc meets: that would cost too much a frame.
const MOST_TO_MEET: usize = 400;
/// Most points of the predicted arc.
const ARC_POINTS: usize = 400;

impl Program {
    /// What is shown besides the bodies.
    pub fn overlay(&self) -> Overlay {
        let (workspace, session) = (&self.workspace, &self.playback.session);
        let marks = Marks {
            hidden: workspace.view_state.hidden.clone(),
            selected: workspace.document.selection().ids().clone(),
            ..Marks::default()
        };
        let is_at_work =
            self.workbench.tool == Tool::Limits || self.ui.panels.dock.is_shown(Panel::Limits);
        let asked = ToolHost::asked(self);
        let overlay = Overlay {
            marks,
            tints: asked.map_or_else(Default::default, |why| path_tints(why, session)),
            limits: LimitMarks::of(workspace, session, &self.workbench, is_at_work),
            layers: self.workbench.layers.clone(),
            look: self.ui.settings.look,
            inside: self.playback.inside_moment(),
            ..Overlay::default()
        };
        let Some(launcher) = &workspace.document.scene().launcher else {
            return overlay;
        };
        Overlay {
            arc: match is_on_its_way(self, launcher) {
                true => Vec::new(),
                false => expected_arc(self, launcher),
            },
            waiting_ball: Some((launcher.position_m.into(), launcher.ball.radius_m)),
            ..overlay
        }
    }

    /// What the panels may know.
    pub fn view(&self) -> AppView<'_> {
        let message = self.ui.message.as_ref();
        AppView {
            workspace: &self.workspace,
            playback: &self.playback,
            jobs: &self.jobs,
            guide: &self.guide,
            workbench: &self.workbench,
            keymap: &self.ui.keymap,
            messages: &self.ui.messages,
            message: message.map(|(text, is_error)| (text.as_str(), *is_error)),
            preferences: &self.ui.settings,
            drawn: self.ui.drawn,
            frame_times: &self.ui.frame_times,
            question: self.question(),
            reads_long: self.jobs.reads_long(),
        }
    }
}

/// Whether a ball flies, or has left a trail that says what an arc would say again.
fn is_on_its_way(program: &Program, launcher: &Launcher) -> bool {
    let session = &program.playback.session;
    let trails = program.workbench.layers.show(StageLayer::Trails);
    let aim = |l: &Launcher| (l.position_m, l.direction, l.speed_m_s);
    let thrown = session.simulation.metrics.shot.is_some();
    let again = session.last_shot.as_ref().map(aim) == Some(aim(launcher));
    thrown && ((again && trails) || !session.shot_is_over())
}

/// The way that the ball of a launcher would go, to the first thing that it meets.
fn expected_arc(program: &Program, launcher: &Launcher) -> Vec<DVec3> {
    let model = program.playback.session.simulation.world.model();
    let planes = model
        .obstacles
        .iter()
        .filter(|o| o.shape == ObstacleShape::Plane);
    let floor = planes
        .map(|o| o.position.y)
        .fold(f64::NEG_INFINITY, f64::max);
    let mut arc = predicted_arc(launcher, &model.settings.common, floor, ARC_POINTS);
    let things = model.bodies.len() + model.sticks.len() + model.obstacles.len();
    if things <= MOST_TO_MEET {
        end_at_first_hit(&mut arc, program);
    }
    arc
}

/// Cuts the way of a ball's centre where it meets something that is not hidden.
fn end_at_first_hit(arc: &mut Vec<DVec3>, program: &Program) {
    let simulation = &program.playback.session.simulation;
    for first in (0..arc.len()).step_by(POINTS_A_LOOK) {
        let last = (first + POINTS_A_LOOK).min(arc.len() - 1);
        let (Some(&from), Some(&to)) = (arc.get(first), arc.get(last)) else {
            return;
        };
        let way = to - from;
        let Some(direction) = way.try_normalize() else {
            continue;
        };
        let met = match pick(simulation, from, direction, |owner| !program.hides(owner)) {
            Picked::Body(hit) | Picked::Obstacle(hit) => hit.point,
            Picked::Sky => continue,
        };
        if from.distance(met) <= way.length() {
            arc.truncate(first + 1);
            arc.push(met);
            return;
        }
    }
}
