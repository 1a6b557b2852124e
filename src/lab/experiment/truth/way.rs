//! Every method with every preset of it.

use crate::lab::experiment::ExperimentError;
use crate::lab::Variant;
use crate::physics::method::{MethodInfo, METHODS};
use crate::scene::Scene;

/// A method with a preset.
#[derive(Debug, Clone, Copy)]
pub(super) struct TruthWay {
    pub method: &'static MethodInfo,
    pub preset: &'static str,
}

/// All of them, as listed.
pub(super) fn ways() -> impl Iterator<Item = TruthWay> {
    METHODS.iter().flat_map(|method| {
        let presets = method.presets.iter();
        presets.map(move |preset| TruthWay {
            method,
            preset: preset.name,
        })
    })
}

impl TruthWay {
    /// Method and preset, as on the command line.
    pub fn name(&self) -> String {
        format!("{} {}", self.method.id, self.preset)
    }

    /// Whether its answers are expected to be true.
    pub fn is_judged(&self) -> bool {
        !self.method.companion
    }

    /// A scene solved so.
    ///
    /// # Errors
    /// Settings that the scene does not take.
    pub fn of(&self, scene: &Scene) -> Result<Scene, ExperimentError> {
        let method = format!("solver.method={}", self.method.id);
        let preset = format!("solver.preset={}", self.preset);
        let variant = Variant::new(&self.name(), &[&method, &preset]);
        let scene = variant.and_then(|variant| variant.of_scene(scene));
        scene.map_err(ExperimentError::Scene)
    }
}
