//! How the world of a benchmark is solved.

use crate::physics::lanes::{has_crowd, threads, Lanes};
use crate::physics::method::{self, common};
use crate::physics::{Settings, World};
use crate::scene::{Precision, Preset, Solver};
use serde::Serialize;

/// A preset and what replaces its values.
#[derive(Debug, Clone, PartialEq)]
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
    /// Number type.
    pub precision: Precision,
    /// Ragdolls of a crowd solved at once.
    pub lanes: Lanes,
    /// Threads that share crowds.
    pub threads: u32,
}

impl Default for Solving {
    fn default() -> Solving {
        Solving {
            preset: Preset::default(),
            method: None,
            rate_hz: None,
            substeps: None,
            iterations: None,
            joint_damping_per_s: None,
            precision: Precision::F64,
            lanes: Lanes::Sixteen,
            threads: 1,
        }
    }
}

impl Solving {
    /// Settings of a scene in which nothing falls asleep, since sleep costs nothing.
    pub fn solver(&self) -> Solver {
        let mut solver = Solver::default();
        match &self.method {
            Some(method) => solver.method.clone_from(method),
            None => solver.choose_preset(self.preset),
        }
        // Without the parameter, a method damps no joints.
        let info = method::find(&solver.method);
        let damps = info.is_none_or(|m| m.parameter(common::JOINT_DAMPING.key).is_some());
        let damping = self.joint_damping_per_s;
        Solver {
            preset: self.preset,
            rate_hz: self.rate_hz,
            substeps: self.substeps,
            iterations: self.iterations,
            joint_damping_per_s: damping.filter(|rate| damps || *rate != 0.0),
            precision: self.precision,
            sleeping: false,
            ..solver
        }
    }

    /// Gives a world its lanes and threads.
    pub fn equip(&self, world: &mut World) {
        world.set_lanes(self.lanes);
        world.set_threads(threads(self.threads as usize));
    }

    /// What the report says of it, with the settings that came of it.
    pub fn solved(&self, method: &'static str, settings: &Settings) -> Solved {
        Solved {
            preset: self.preset.name(),
            method,
            precision: match self.precision {
                Precision::F64 => "f64",
                Precision::F32 => "f32",
            },
            threads: self.threads,
            lanes: match self.precision {
                _ if !has_crowd(settings) => 1,
                Precision::F64 => self.lanes.count().div_ceil(2),
                Precision::F32 => self.lanes.count(),
            },
            // Not 1 over the step, which rounding makes 59.99999999999999.
            rate_hz: self.rate_hz.unwrap_or(1.0 / settings.common.step_s),
            substeps: settings.common.substeps,
            iterations: settings.passes(),
            drag_per_s: settings.common.linear_drag,
            joint_damping_per_s: settings.common.joint_damping,
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
    /// Number type: f64 or f32.
    pub precision: &'static str,
    /// Number of threads.
    pub threads: u32,
    /// Ragdolls solved at once in the lanes of a processor's registers.
    pub lanes: usize,
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
