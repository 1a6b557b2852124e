//! Without which settings a misprint does nothing.

use super::super::settings::{ContactMode, PaperSettings, StateForm};
use crate::physics::constraint::Constraint;
use crate::physics::model::{BodyModel, Model};

/// Something without which a misprint does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Velocities that are the difference of two poses.
    VelocityLess,
    /// Velocities that are corrected after the motion.
    Velocity,
    /// Contacts as springs.
    Penalty,
    /// Contacts as constraints.
    ContactConstraint,
    /// An angle limit.
    Limit,
    /// Drag.
    Drag,
    /// Drag of turning.
    AngularDrag,
    /// Joints in which the lighter side moves more.
    MassWeighting,
    /// More than one substep in a step.
    Substeps,
}

impl Need {
    /// Whether a model has it.
    pub(super) fn is_met(self, model: &Model, paper: &PaperSettings) -> bool {
        let settings = &model.settings;
        let is_braked = |common: f64, own: &dyn Fn(&BodyModel) -> Option<f64>| {
            let mut own = model.bodies.iter().filter_map(own);
            common > 0.0 || own.any(|drag| drag > 0.0)
        };
        match self {
            Need::Limit => has_limit(model),
            Need::Drag => {
                let across = |body: &BodyModel| Some(body.orthogonal_drag?.rate);
                let along = |body: &BodyModel| body.linear_drag;
                is_braked(settings.common.linear_drag, &along) || is_braked(0.0, &across)
            }
            Need::AngularDrag => is_braked(settings.common.angular_drag, &|body| body.angular_drag),
            Need::Substeps => settings.common.substeps > 1,
            Need::VelocityLess => paper.form == StateForm::VelocityLess,
            Need::Velocity => paper.form == StateForm::Velocity,
            Need::Penalty => paper.contacts == ContactMode::Penalty,
            Need::ContactConstraint => paper.contacts == ContactMode::Constraint,
            Need::MassWeighting => paper.weighting > 0.0,
        }
    }

    /// What it is, as what something needs.
    pub fn words(self) -> &'static str {
        match self {
            Need::VelocityLess => "the state form velocity-less",
            Need::Velocity => "the state form velocity",
            Need::Penalty => "penalty contacts",
            Need::ContactConstraint => "constraint contacts",
            Need::Limit => "an angle limit",
            Need::Drag => "drag",
            Need::AngularDrag => "angular drag",
            Need::MassWeighting => "a weighting above 0",
            Need::Substeps => "more than one substep",
        }
    }
}

fn has_limit(model: &Model) -> bool {
    let mut all = model.constraints.iter();
    all.any(|constraint| matches!(constraint, Constraint::AngleLimit(_)))
}
