//! Without which settings a misprint does nothing.

use crate::physics::constraint::{Constraint, LimitModel};
use crate::physics::model::{BodyModel, Model};

/// Something without which a misprint does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Velocities that are the difference of two poses.
    VelocityLess,
    /// Velocities that are corrected after the motion.
    Velocity,
    /// Joints that are brought together by their poses.
    Relaxed,
    /// Contacts that are parted by their poses.
    Parted,
    /// Velocities that are part of the state.
    KeepsVelocities,
    /// Contacts as springs.
    Penalty,
    /// Contacts as constraints.
    ContactConstraint,
    /// A limit that clamps components.
    ComponentLimit,
    /// Drag.
    Drag,
    /// Drag of turning.
    AngularDrag,
    /// Joints in which the lighter side moves more.
    MassWeighting,
    /// More than one substep in a step.
    Substeps,
    /// Springs by forward Euler.
    ForwardEuler,
}

impl Need {
    /// Whether a model has it.
    pub fn is_met(self, model: &Model) -> bool {
        let settings = &model.settings;
        let is_braked = |common: f64, own: &dyn Fn(&BodyModel) -> Option<f64>| {
            let mut own = model.bodies.iter().filter_map(own);
            common > 0.0 || own.any(|drag| drag > 0.0)
        };
        match self {
            Need::ComponentLimit => has_component_limit(model),
            Need::Drag => {
                let across = |body: &BodyModel| Some(body.orthogonal_drag?.rate);
                let along = |body: &BodyModel| body.linear_drag;
                is_braked(settings.common.linear_drag, &along) || is_braked(0.0, &across)
            }
            Need::AngularDrag => is_braked(settings.common.angular_drag, &|body| body.angular_drag),
            Need::Substeps => settings.common.substeps > 1,
            of_method => settings.method.has(of_method),
        }
    }

    /// What it is, as what something needs.
    pub fn words(self) -> &'static str {
        match self {
            Need::VelocityLess => "the state form velocity-less",
            Need::Velocity => "the state form velocity",
            Need::Relaxed => "a state form other than soft",
            Need::Parted => "the state form velocity-less or velocity",
            Need::KeepsVelocities => "a state form that keeps velocities",
            Need::Penalty => "penalty contacts",
            Need::ContactConstraint => "constraint contacts",
            Need::ComponentLimit => "an angle limit with the model component",
            Need::Drag => "drag",
            Need::AngularDrag => "angular drag",
            Need::MassWeighting => "a weighting above 0",
            Need::Substeps => "more than one substep",
            Need::ForwardEuler => "the method springs with the integrator forward-euler",
        }
    }
}

fn has_component_limit(model: &Model) -> bool {
    model.constraints.iter().any(|constraint| {
        let Constraint::AngleLimit(limit) = constraint else {
            return false;
        };
        limit.model_in(&model.settings) == LimitModel::Component
    })
}
