//! What the panels and the stage may see of the program.

use super::Program;
use crate::app::action::{Panel, Tool};
use crate::app::aim::predicted_arc;
use crate::app::panels::AppView;
use crate::app::stage::{LimitMarks, Marks, Overlay};
use crate::physics::{Model, ObstacleShape};
use crate::scene::Launcher;
use glam::DVec3;

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
        let overlay = Overlay {
            marks,
            limits: LimitMarks::of(workspace, session, &self.workbench, is_at_work),
            layers: self.workbench.layers.clone(),
            inside: self.playback.inside_moment(),
            ..Overlay::default()
        };
        let Some(launcher) = &workspace.document.scene().launcher else {
            return overlay;
        };
        let flies = session.simulation.metrics.shot.is_some() && !session.shot_is_over();
        Overlay {
            arc: match flies {
                true => Vec::new(),
                false => expected_arc(launcher, session.simulation.world.model()),
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
            workbench: &self.workbench,
            keymap: &self.ui.keymap,
            messages: &self.ui.messages,
            message: message.map(|(text, is_error)| (text.as_str(), *is_error)),
            recent: &self.ui.settings.recent_files,
            quality: self.ui.settings.quality,
            drawn: self.ui.drawn,
            frame_times: &self.ui.frame_times,
            question: self.question(),
        }
    }
}

/// The way that the ball of a launcher would go.
fn expected_arc(launcher: &Launcher, model: &Model) -> Vec<DVec3> {
    let planes = model
        .obstacles
        .iter()
        .filter(|o| o.shape == ObstacleShape::Plane);
    let floor = planes
        .map(|o| o.position.y)
        .fold(f64::NEG_INFINITY, f64::max);
    predicted_arc(launcher, &model.settings.common, floor, ARC_POINTS)
}
