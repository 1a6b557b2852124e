//! A chain of sticks that hangs from a pin and swings: what figures 4.6 and 4.8 and
//! section 4.4.2 of the thesis look at.

use super::{each, scene_hash, ExperimentError, Listener};
use crate::lab::bench::median;
use crate::lab::Simulation;
use crate::physics::report;
use crate::physics::report::is_joint;
use crate::physics::{Constraint, StepOutcome};
use crate::scene::{parse, Scene};
use glam::DVec3;
use serde_json::json;
use std::time::Instant;

const LINK_M: f64 = 0.2;
const LINK_KG: f64 = 5.0;
const START_RAD: f64 = 0.2;

/// A chain that hangs from a pin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chain {
    pub links: u32,
    pub last_kg: f64,
    /// 0 uniform to 1 mass.
    pub weighting: f64,
    pub substeps: u32,
    pub iterations: u32,
    pub seconds: f64,
}

impl Chain {
    pub fn five(last_kg: f64, weighting: f64, iterations: u32, seconds: f64) -> Chain {
        Chain {
            links: 5,
            last_kg,
            weighting,
            substeps: 1,
            iterations,
            seconds,
        }
    }

    pub fn scene(&self) -> std::result::Result<Scene, ExperimentError> {
        let along = DVec3::new(libm::sin(START_RAD), -libm::cos(START_RAD), 0.0) * LINK_M;
        let end = |link: u32, end: u32| 100 + 2 * link + end;
        let particle = |link: u32, which: u32| {
            let last = link + 1 == self.links;
            let mass = 0.5 * if last { self.last_kg } else { LINK_KG };
            let place = along * f64::from(link + which);
            json!({"id": end(link, which), "mass_kg": mass, "position_m": place.to_array()})
        };
        let particles = (0..self.links).flat_map(|link| [particle(link, 0), particle(link, 1)]);
        let pins = (0..self.links).map(|link| {
            let a = match link {
                0 => json!({"world": [0, 0, 0]}),
                _ => json!({"particle": end(link - 1, 1)}),
            };
            json!({"id": 1000 + link, "kind": {"pin": {"a": a, "b": {"particle": end(link, 0)}}}})
        });
        let sticks = (0..self.links).map(|link| {
            json!({"id": 2000 + link, "kind": {"stick":
                {"a": end(link, 0), "b": end(link, 1), "length_m": LINK_M}}})
        });
        let scene = json!({
            "format": "ragdoll-scene",
            "version": 1,
            "name": "Chain",
            "solver": {
                "rate_hz": 60, "substeps": self.substeps, "iterations": self.iterations,
                "weighting": self.weighting, "linear_drag_per_s": 0, "angular_drag_per_s": 0,
                "joint_damping_per_s": 0, "sleeping": false,
            },
            "particles": particles.collect::<Vec<_>>(),
            "constraints": pins.chain(sticks).collect::<Vec<_>>(),
        });
        parse(scene.to_string().as_bytes())
            .map_err(|p| ExperimentError::Scene(format!("chain: {p:?}")))
    }

    fn swing(&self) -> std::result::Result<Swing, ExperimentError> {
        let mut simulation = Simulation::new(&self.scene()?)?;
        let step_s = simulation.world.model().settings.common.step_s;
        let steps = (self.seconds / step_s).round() as usize;
        let mut swing = Swing::default();
        let mut times_us = Vec::new();
        swing.observe(&simulation);
        for step in 0..steps {
            let begun = Instant::now();
            let progress = simulation.world.step();
            times_us.push(begun.elapsed().as_secs_f64() * 1e6);
            if progress != StepOutcome::Advanced {
                return Err(ExperimentError::Diverged(step as u64));
            }
            swing.observe(&simulation);
        }
        swing.us_per_step = median(times_us);
        swing.step_s = step_s;
        swing.hash = simulation.world.state().hash();
        Ok(swing)
    }

    pub fn weighting_name(&self) -> &'static str {
        match self.weighting > 0.5 {
            true => "mass",
            false => "uniform",
        }
    }
}

/// A swinging chain.
#[derive(Debug, Clone, Default)]
pub(super) struct Swing {
    /// Lower end after each step, m.
    pub tip: Vec<DVec3>,
    /// Centre of the last link along x, m.
    last: Vec<f64>,
    pub step_s: f64,
    pub max_joint_m: f64,
    pub max_stretch_m: f64,
    /// Median.
    pub us_per_step: f64,
    /// Of the final state.
    pub hash: u64,
}

impl Swing {
    fn observe(&mut self, simulation: &Simulation) {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        if let [.., before, tip] = state.particles.as_slice() {
            self.tip.push(tip.position);
            self.last.push(0.5 * (before.position.x + tip.position.x));
        }
        self.max_joint_m = self.max_joint_m.max(report::joint_error(model, state));
        let sticks = model.constraints.iter();
        let sticks = sticks.filter(|c| !is_joint(c) && matches!(c, Constraint::Distance(_)));
        let stretch = sticks.map(|c| c.residual(state, &model.settings).length);
        self.max_stretch_m = stretch.fold(self.max_stretch_m, f64::max);
    }

    /// Twice the mean time between zero crossings of the last link's centre, s.
    pub fn period_s(&self) -> Option<f64> {
        let pairs = self.last.windows(2).enumerate();
        let crossings: Vec<f64> = pairs
            .filter(|(_, pair)| (pair[0] > 0.0) != (pair[1] > 0.0))
            .map(|(step, pair)| (step as f64 + pair[0] / (pair[0] - pair[1])) * self.step_s)
            .collect();
        let (first, last) = (crossings.first()?, crossings.last()?);
        (crossings.len() > 1).then(|| 2.0 * (last - first) / (crossings.len() - 1) as f64)
    }

    /// Largest distance of the tip from that of a reference, m.
    pub fn apart_m(&self, reference: &Swing) -> f64 {
        let both = self.tip.iter().zip(&reference.tip);
        both.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
    }
}

/// Lets chains swing.
pub(super) fn swings(
    chains: &[Chain],
    threads: usize,
    listener: &dyn Listener,
) -> std::result::Result<Vec<Swing>, ExperimentError> {
    each(chains, threads, listener, Chain::swing)
}

/// Their settings and scenes.
pub(super) fn manifest(
    chains: &[Chain],
) -> std::result::Result<serde_json::Value, ExperimentError> {
    let case = |chain: &Chain| {
        let scene = chain.scene()?;
        Ok(json!({
            "links": chain.links, "last_kg": chain.last_kg, "weighting": chain.weighting_name(),
            "iterations": chain.iterations, "seconds": chain.seconds,
            "scene_hash": format!("{:016x}", scene_hash(&scene)),
            "settings": {"solver": scene.solver, "gravity_m_s2": scene.gravity_m_s2},
        }))
    };
    let cases: std::result::Result<Vec<_>, ExperimentError> = chains.iter().map(case).collect();
    Ok(json!({"cases": cases?, "link_m": LINK_M, "link_kg": LINK_KG, "start_rad": START_RAD}))
}
