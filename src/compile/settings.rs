//! From the solver settings of a scene to those of the simulation.

use super::{refuse, BuildError};
use crate::physics::constraint::LimitModel;
use crate::physics::lanes::suits_crowd;
use crate::physics::method::{self, MethodInfo};
use crate::physics::model::{Misprints, Order, Precision, StickSolver};
use crate::physics::{CommonSettings, Settings};
use crate::scene::{self, Given, Preset, Scene};
use glam::DVec3;

/// The method of a scene and the settings that its preset and overrides give.
///
/// # Errors
/// Unknown method, or a preset, parameter or precision that it does not offer.
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
    let mut settings = Settings {
        common: CommonSettings {
            gravity: DVec3::from(scene.gravity_m_s2),
            air_velocity: DVec3::from(scene.air_velocity_m_s),
            ..CommonSettings::default()
        },
        method: (info.settings)(),
    };
    let given = Given::of(solver);
    for spec in given.parameters() {
        if info.parameter(spec.key).is_none() {
            let message = format!("method {} has no `{}`", info.id, spec.key);
            return Err(refuse(
                format!("solver.{}", spec.key),
                message,
                "remove it, or choose a method that has it (`ragdoll-lab methods` lists them)",
            ));
        }
    }
    for spec in info.parameters {
        let value = given.value(spec).unwrap_or_else(|| preset.value(spec));
        (spec.set)(&mut settings, value);
    }
    if settings.common.precision == Precision::Single && !suits_crowd(&settings) {
        let message = "precision f32 works only with the default options: state form \
                       velocity-less, order listed, the same iterations for everything, no early \
                       out, constraint contacts, Coulomb friction, relaxed sticks, exact square \
                       roots and inertia split, coincident points pushed upward, and no misprints";
        let remedy = "remove `precision`, or use the preset default, high or paper";
        return Err(refuse("solver.precision", message.into(), remedy));
    }
    refuse_nets_of_order(&settings)?;
    Ok((info, settings))
}

/// Conjugate gradients solve sticks after all else: no order backward, and no misprints, which
/// say how a single stick is moved.
fn refuse_nets_of_order(settings: &Settings) -> Result<(), BuildError> {
    let verlet = settings.verlet();
    let in_nets = verlet.stick_solver == StickSolver::ConjugateGradients;
    let backward = matches!(verlet.order, Order::Reversed | Order::Alternating);
    if in_nets && (backward || verlet.misprints != Misprints::NONE) {
        let message = "conjugate gradients solve all sticks last, so they cannot run in backward \
                       order or as printed";
        let remedy =
            "set `order` to listed, root-to-leaf or shuffled and remove `as_printed`, or set \
             `stick_solver` to relaxation";
        return Err(refuse("solver.stick_solver", message.into(), remedy));
    }
    Ok(())
}

/// How a limit of the document measures angles.
pub(super) fn limit_model_of(model: scene::LimitModel) -> LimitModel {
    match model {
        scene::LimitModel::SwingTwist => LimitModel::SwingTwist,
        scene::LimitModel::Component => LimitModel::Component,
    }
}

fn preset_of(info: &MethodInfo, preset: Preset) -> Result<&'static method::Preset, BuildError> {
    let name = preset.name();
    info.preset(name).ok_or_else(|| {
        let offered: Vec<_> = info.presets.iter().map(|p| p.name).collect();
        refuse(
            "solver.preset",
            format!("method {} has no preset `{name}`", info.id),
            &format!("use one of: {}", offered.join(", ")),
        )
    })
}
