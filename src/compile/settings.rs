//! From the solver settings of a scene to those of the simulation.

use super::{refuse, BuildError};
use crate::physics::constraint::LimitModel;
use crate::physics::lanes::suits;
use crate::physics::method::{self, MethodInfo, PresetValues};
use crate::physics::model::{
    ContactMode, FreeFlight, InertiaSplit, Misprints, PinSolve, Precision, RotationUpdate,
    StateForm,
};
use crate::physics::{Order, Settings};
use crate::scene::{self, Misprint, Preset, Scene, Solver};
use glam::DVec3;

/// The method of a scene and the settings that its preset and overrides give.
///
/// # Errors
/// Unknown method, or a preset or precision that it does not offer.
pub fn settings_of(scene: &Scene) -> Result<(&'static MethodInfo, Settings), BuildError> {
    let solver = &scene.solver;
    let info = method::find(&solver.method).ok_or_else(|| {
        let known: Vec<_> = method::METHODS.iter().map(|m| m.id).collect();
        let message = format!("unknown method `{}`", solver.method);
        refuse(
            "solver.method",
            message,
            &format!("use one of: {}", known.join(", ")),
        )
    })?;
    let preset = preset_of(info, solver.preset)?;
    let settings = Settings {
        gravity: DVec3::from(scene.gravity_m_s2),
        air_velocity: DVec3::from(scene.air_velocity_m_s),
        step_s: 1.0 / solver.rate_hz.unwrap_or(preset.rate_hz),
        substeps: solver.substeps.unwrap_or(preset.substeps),
        iterations: solver.iterations.unwrap_or(preset.iterations),
        early_out: solver.early_out_m,
        weighting: solver.weighting,
        over_relaxation: solver.over_relaxation,
        linear_drag: solver.linear_drag_per_s.unwrap_or(preset.linear_drag),
        angular_drag: solver.angular_drag_per_s.unwrap_or(preset.angular_drag),
        joint_damping: solver.joint_damping_per_s.unwrap_or(preset.joint_damping),
        sleeping: solver.sleeping,
        order: order_of(solver),
        form: solver.state_form.map_or(preset.form, state_form_of),
        pins: solver.pins.map_or(preset.pins, pins_of),
        limit_model: solver
            .limit_model
            .map_or(preset.limit_model, limit_model_of),
        contacts: solver.contacts.map_or(preset.contacts, contacts_of),
        free_flight: solver
            .free_flight
            .map_or(preset.free_flight, free_flight_of),
        inertia_split: inertia_split_of(solver.inertia_split),
        rotation: rotation_of(solver.rotation),
        misprints: misprints_of(&solver.as_printed),
        precision: precision_of(solver.precision),
    };
    if settings.precision == Precision::Single && !suits(&settings) {
        let message = "f32 solves the state form velocity-less only, in the order as listed, \
                       without early out and with constraint contacts, the exact inertia \
                       split and no misprints";
        let remedy = "leave `precision` out, or use the preset default, high or paper";
        return Err(refuse("solver.precision", message.into(), remedy));
    }
    Ok((info, settings))
}

fn precision_of(precision: scene::Precision) -> Precision {
    match precision {
        scene::Precision::F64 => Precision::Double,
        scene::Precision::F32 => Precision::Single,
    }
}

/// Name of a preset in files and on the command line.
pub fn preset_name(preset: Preset) -> &'static str {
    match preset {
        Preset::Default => "default",
        Preset::High => "high",
        Preset::Soft => "soft",
        Preset::Velocity => "velocity",
        Preset::Paper => "paper",
        Preset::PaperVelocity => "paper-velocity",
    }
}

/// How a limit of the document measures angles.
pub(super) fn limit_model_of(model: scene::LimitModel) -> LimitModel {
    match model {
        scene::LimitModel::SwingTwist => LimitModel::SwingTwist,
        scene::LimitModel::Component => LimitModel::Component,
    }
}

fn preset_of(info: &'static MethodInfo, preset: Preset) -> Result<PresetValues, BuildError> {
    let name = preset_name(preset);
    info.presets
        .iter()
        .find(|p| p.name == name)
        .copied()
        .ok_or_else(|| {
            let offered: Vec<_> = info.presets.iter().map(|p| p.name).collect();
            let message = format!("method {} has no preset `{name}`", info.id);
            refuse(
                "solver.preset",
                message,
                &format!("use one of: {}", offered.join(", ")),
            )
        })
}

fn order_of(solver: &Solver) -> Order {
    match solver.order {
        scene::Order::Listed => Order::Listed,
        scene::Order::Reversed => Order::Reversed,
        scene::Order::Alternating => Order::Alternating,
        scene::Order::RootToLeaf => Order::RootToLeaf,
        scene::Order::Shuffled => Order::Shuffled(solver.seed),
    }
}

fn state_form_of(form: scene::StateForm) -> StateForm {
    match form {
        scene::StateForm::VelocityLess => StateForm::VelocityLess,
        scene::StateForm::Velocity => StateForm::Velocity,
        scene::StateForm::Impulse => StateForm::Impulse,
        scene::StateForm::Soft => StateForm::Soft,
    }
}

fn pins_of(pins: scene::PinSolve) -> PinSolve {
    match pins {
        scene::PinSolve::Block => PinSolve::Block,
        scene::PinSolve::Direction => PinSolve::Direction,
    }
}

fn contacts_of(contacts: scene::ContactMode) -> ContactMode {
    match contacts {
        scene::ContactMode::Constraint => ContactMode::Constraint,
        scene::ContactMode::Penalty => ContactMode::Penalty,
    }
}

fn free_flight_of(flight: scene::FreeFlight) -> FreeFlight {
    match flight {
        scene::FreeFlight::Exact => FreeFlight::Exact,
        scene::FreeFlight::Discrete => FreeFlight::Discrete,
    }
}

fn inertia_split_of(split: scene::InertiaSplit) -> InertiaSplit {
    match split {
        scene::InertiaSplit::Exact => InertiaSplit::Exact,
        scene::InertiaSplit::Axis => InertiaSplit::Axis,
        scene::InertiaSplit::Norm => InertiaSplit::Norm,
    }
}

fn rotation_of(rotation: scene::RotationUpdate) -> RotationUpdate {
    match rotation {
        scene::RotationUpdate::Midpoint => RotationUpdate::Midpoint,
        scene::RotationUpdate::TorqueOnly => RotationUpdate::TorqueOnly,
    }
}

fn misprints_of(listed: &[Misprint]) -> Misprints {
    let mut misprints = Misprints::default();
    for misprint in listed {
        let flag = match misprint {
            Misprint::E4_2 => &mut misprints.rotation_base,
            Misprint::E4_6 => &mut misprints.explicit_velocity,
            Misprint::E5_5 => &mut misprints.adhesive_penalty,
            Misprint::E6_2 => &mut misprints.distance_masses,
            Misprint::E7_1 => &mut misprints.pin_sign,
            Misprint::E7_4 => &mut misprints.pin_rotation_sign,
            Misprint::E8_5 => &mut misprints.clamp_norm,
            Misprint::E8_6 => &mut misprints.clamp_order,
        };
        *flag = true;
    }
    misprints
}
