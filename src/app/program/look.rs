//! What the panels and the stage may see of the program.

use super::Program;
use crate::app::aim::predicted_arc;
use crate::app::panels::{AppView, Timeline};
use crate::app::stage::{LimitMarks, Marks, Overlay};
use crate::physics::{ColliderId, ObstacleShape};
use crate::scene::Launcher;
use glam::DVec3;

/// Most points of the predicted arc.
const ARC_POINTS: usize = 400;

impl Program {
    /// What is shown besides the bodies.
    pub fn overlay(&self) -> Overlay {
        let marks = Marks {
            hidden: self.view_state.hidden.clone(),
            selected: self.document.selection().ids().clone(),
            ..Marks::default()
        };
        let limits = LimitMarks::of(self);
        let Some(launcher) = &self.document.scene().launcher else {
            return Overlay {
                marks,
                limits,
                inside: self.inside_marks(),
                ..Overlay::default()
            };
        };
        let flying = self.session.simulation.metrics.shot.is_some() && !self.session.shot_is_over();
        Overlay {
            arc: if flying {
                Vec::new()
            } else {
                self.expected_arc(launcher)
            },
            waiting_ball: Some((launcher.position_m.into(), launcher.ball.radius_m)),
            marks,
            limits,
            inside: self.inside_marks(),
            ..Overlay::default()
        }
    }

    /// Whether something of the world is not drawn.
    pub fn hides(&self, owner: ColliderId) -> bool {
        let id = self.session.simulation.map.id_of(owner);
        id.is_some_and(|id| self.view_state.hidden.contains(&id))
    }

    /// The way that the ball would go.
    fn expected_arc(&self, launcher: &Launcher) -> Vec<DVec3> {
        let model = self.session.simulation.world.model();
        let planes = model
            .obstacles
            .iter()
            .filter(|o| o.shape == ObstacleShape::Plane);
        let floor = planes
            .map(|o| o.position.y)
            .fold(f64::NEG_INFINITY, f64::max);
        predicted_arc(launcher, &model.settings.common, floor, ARC_POINTS)
    }

    /// What the panels may know.
    pub fn view(&self) -> AppView<'_> {
        let simulation = &self.session.simulation;
        let model = simulation.world.model();
        let (joint_error_m, momentum, hash) = self.readings();
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
            steps: simulation.world.state().step,
            timeline: Timeline {
                start: self.session.history.start(),
                end: self.session.history.end(),
                now: self.session.shown_step(),
                step_s: self.session.step_s(),
                events: self.session.history.events(),
                bookmarks: &self.session.bookmarks,
                takes: &self.session.takes,
            },
            inside: self.inside_text(),
            telemetry: &self.session.telemetry,
            profile: self.session.profile.as_ref(),
            comparison: self.comparison.as_ref(),
            compare_options: &self.compare_options,
            experiments: &self.experiments,
            fan: &self.fan,
            step_us: self.session.step_us,
            joint_error_m,
            momentum,
            hash,
            drawn: self.drawn,
            quality: self.settings.quality,
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
            limb: self.limb.as_ref(),
            limit_options: self.limit_options,
            messages: &self.messages,
            keymap: &self.keymap,
            can_paste: self.clipboard.is_some(),
            asks_about_changes: self.asks_about_changes(),
            question: self.question(),
        }
    }
}
