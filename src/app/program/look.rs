//! What the panels and the stage may see of the program.

use super::Program;
use crate::app::aim::predicted_arc;
use crate::app::panels::AppView;
use crate::app::stage::Overlay;
use crate::physics::{report, ObstacleShape};

/// Most points of the predicted arc.
const ARC_POINTS: usize = 400;

impl Program {
    /// What is shown besides the bodies.
    pub fn overlay(&self) -> Overlay {
        let scene = self.document.scene();
        let Some(launcher) = &scene.launcher else {
            return Overlay::default();
        };
        let waiting_ball = Some((launcher.position_m.into(), launcher.ball.radius_m));
        let flying = self.session.simulation.metrics.shot.is_some() && !self.session.shot_is_over();
        if flying {
            return Overlay {
                waiting_ball,
                ..Overlay::default()
            };
        }
        let model = self.session.simulation.world.model();
        let planes = model
            .obstacles
            .iter()
            .filter(|o| o.shape == ObstacleShape::Plane);
        let floor = planes
            .map(|o| o.position.y)
            .fold(f64::NEG_INFINITY, f64::max);
        let arc = predicted_arc(launcher, &model.settings, floor, ARC_POINTS);
        Overlay {
            arc,
            waiting_ball,
            ..Overlay::default()
        }
    }

    /// What the panels may know.
    pub fn view(&self) -> AppView<'_> {
        let simulation = &self.session.simulation;
        let (model, state) = (simulation.world.model(), simulation.world.state());
        AppView {
            scene: self.document.scene(),
            document: &self.document,
            view_state: &self.view_state,
            simulation,
            tool: self.tool,
            tool_options: self.tool_options,
            blueprints: &self.blueprints,
            title: self.title.clone(),
            changed: self.document.is_changed(),
            undo: self.document.undo_label(),
            redo: self.document.redo_label(),
            recent: &self.settings.recent_files,
            playing: self.session.playing && self.session.trouble.is_none(),
            speed: self.session.speed,
            reached_speed: self.session.reached_speed,
            time_s: simulation.time_s(),
            steps: state.step,
            step_us: self.session.step_us,
            joint_error_m: report::joint_error(model, state),
            momentum: report::momentum(model, state).length(),
            hash: state.hash(),
            shot: simulation.metrics.shot.as_ref(),
            ghost: self
                .session
                .ghost
                .as_ref()
                .and_then(|g| g.simulation.metrics.shot.as_ref()),
            settings: &model.settings,
            message: self
                .message
                .as_ref()
                .map(|(text, error)| (text.as_str(), *error)),
            messages: &self.messages,
            keymap: &self.keymap,
            can_paste: self.clipboard.is_some(),
            asks_about_changes: self.asks_about_changes(),
        }
    }
}
