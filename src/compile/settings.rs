//! From the solver settings of a scene to those of the simulation.

use super::{refuse, BuildError};
use crate::physics::constraint::LimitModel;
use crate::physics::method::{self, MethodInfo};
use crate::physics::model::Precision;
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
    if settings.common.precision == Precision::Single && !settings.method.is_batchable() {
        let message = "precision f32 works only with the order listed";
        let remedy = "remove `precision` or `order`";
        return Err(refuse("solver.precision", message.into(), remedy));
    }
    Ok((info, settings))
}

/// How a limit of the document measures angles.
pub(super) fn limit_model_of(model: scene::LimitModel) -> LimitModel {
    match model {
        scene::LimitModel::SwingTwist => LimitModel::SwingTwist,
        scene::LimitModel::Component => LimitModel::Component,
        scene::LimitModel::Cone => LimitModel::Cone,
    }
}

fn preset_of(info: &MethodInfo, preset: Preset) -> Result<&'static method::Preset, BuildError> {
    let name = preset.name();
    let first = info.presets.first().filter(|_| preset == Preset::Default);
    info.preset(name).or(first).ok_or_else(|| {
        let offered: Vec<_> = info.presets.iter().map(|p| p.name).collect();
        refuse(
            "solver.preset",
            format!("method {} has no preset `{name}`", info.id),
            &format!("use one of: {}", offered.join(", ")),
        )
    })
}
