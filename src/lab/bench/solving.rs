//! How the world of a benchmark is solved.

use crate::compile::preset_name;
use crate::physics::Settings;
use crate::scene::{Preset, Solver};
use serde::Serialize;

/// A preset and what replaces its values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Solving {
    /// Named solver settings.
    pub preset: Preset,
    /// Method id; `None` = that of new scenes.
    pub method: Option<String>,
    /// Steps per second, Hz.
    pub rate_hz: Option<f64>,
    /// Substeps per step.
    pub substeps: Option<u32>,
    /// Iterations per substep.
    pub iterations: Option<u32>,
    /// Damping of joints, 1/s.
    pub joint_damping_per_s: Option<f64>,
}

impl Solving {
    /// Settings of a scene in which nothing falls asleep, since sleep costs nothing.
    pub fn solver(&self) -> Solver {
        let standard = Solver::default();
        Solver {
            method: self.method.clone().unwrap_or(standard.method),
            preset: self.preset,
            rate_hz: self.rate_hz,
            substeps: self.substeps,
            iterations: self.iterations,
            joint_damping_per_s: self.joint_damping_per_s,
            sleeping: false,
            ..Solver::default()
        }
    }

    /// What the report says of it, with the settings that came of it.
    pub fn solved(&self, method: &'static str, settings: &Settings) -> Solved {
        Solved {
            preset: preset_name(self.preset),
            method,
            threads: 1,
            lanes: 1,
            // Not 1 over the step, which rounding makes 59.99999999999999.
            rate_hz: self.rate_hz.unwrap_or(1.0 / settings.step_s),
            substeps: settings.substeps,
            iterations: settings.iterations,
            drag_per_s: settings.linear_drag,
            joint_damping_per_s: settings.joint_damping,
        }
    }
}

/// What a world was solved with; the keys are those of `ragdoll-lab bench --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Solved {
    /// Preset.
    pub preset: &'static str,
    /// Method id.
    pub method: &'static str,
    /// Number of threads.
    pub threads: u32,
    /// Ragdolls solved at once in the lanes of a processor's registers.
    pub lanes: u32,
    /// Steps per second, Hz.
    pub rate_hz: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Iterations per substep.
    pub iterations: u32,
    /// Drag, 1/s.
    pub drag_per_s: f64,
    /// Damping of joints, 1/s.
    pub joint_damping_per_s: f64,
}
