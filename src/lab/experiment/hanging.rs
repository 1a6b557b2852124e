//! A chain of sticks that hangs from a pin and swings: what figures 4.6 and 4.8 and
//! section 4.4.2 of the thesis look at.

use super::exact::rods::{Rods, Swung};
use super::work::Corrections;
use super::{each, scene_hash, ExperimentError};
use crate::clock::Instant;
use crate::lab::bench::median;
use crate::lab::Listener;
use crate::lab::Simulation;
use crate::physics::report;
use crate::physics::StepOutcome;
use crate::scene::{parse, Scene};
use glam::DVec3;
use serde_json::json;

const LINK_M: f64 = 0.2;
pub(super) const LINK_KG: f64 = 5.0;
const START_RAD: f64 = 0.2;
const GRAVITY_M_S2: f64 = 9.81;

/// What holds a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hanging {
    /// A pin, from which all links swing.
    FromPin,
    /// Its first link, which never moves: the thesis' `SetImmovable` of appendices B and C, with
    /// a joint between links only. The others swing.
    FromFirstLink,
}

impl Hanging {
    pub fn name(self) -> &'static str {
        match self {
            Hanging::FromPin => "hung from a pin",
            Hanging::FromFirstLink => "first link fixed",
        }
    }

    fn held_links(self) -> u32 {
        match self {
            Hanging::FromPin => 0,
            Hanging::FromFirstLink => 1,
        }
    }
}

/// A chain that hangs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Chain {
    pub hanging: Hanging,
    pub links: u32,
    pub last_kg: f64,
    /// 0 uniform to 1 mass.
    pub weighting: f64,
    pub rate_hz: f64,
    pub substeps: u32,
    pub iterations: u32,
    pub drag_per_s: f64,
    pub seconds: f64,
}

impl Chain {
    pub fn five(last_kg: f64, weighting: f64, iterations: u32, seconds: f64) -> Chain {
        Chain {
            hanging: Hanging::FromPin,
            links: 5,
            last_kg,
            weighting,
            rate_hz: 60.0,
            substeps: 1,
            iterations,
            drag_per_s: 0.0,
            seconds,
        }
    }

    pub fn scene(&self) -> std::result::Result<Scene, ExperimentError> {
        let along = DVec3::new(libm::sin(START_RAD), -libm::cos(START_RAD), 0.0) * LINK_M;
        let held = self.hanging.held_links();
        let end = |link: u32, end: u32| 100 + 2 * link + end;
        let particle = |link: u32, which: u32| {
            let place = match link < held {
                true => DVec3::NEG_Y * (LINK_M * f64::from(link + which)),
                false => self.anchor_m() + along * f64::from(link + which - held),
            };
            json!({
                "id": end(link, which), "mass_kg": 0.5 * self.link_kg(link),
                "position_m": place.to_array(), "fixed": link < held,
            })
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
            "version": 2,
            "name": "Chain",
            "gravity_m_s2": [0.0, -GRAVITY_M_S2, 0.0],
            "solver": {
                "rate_hz": self.rate_hz, "substeps": self.substeps, "iterations": self.iterations,
                "weighting": self.weighting, "linear_drag_per_s": self.drag_per_s,
                "angular_drag_per_s": 0,
                "joint_damping_per_s": 0, "sleeping": false,
            },
            "particles": particles.collect::<Vec<_>>(),
            "constraints": pins.chain(sticks).collect::<Vec<_>>(),
        });
        parse(scene.to_string().as_bytes())
            .map_err(|p| ExperimentError::Scene(format!("chain: {p:?}")))
    }

    /// Where the first link that swings hangs, m.
    fn anchor_m(&self) -> DVec3 {
        DVec3::NEG_Y * (LINK_M * f64::from(self.hanging.held_links()))
    }

    fn link_kg(&self, link: u32) -> f64 {
        match link + 1 == self.links {
            true => self.last_kg,
            false => LINK_KG,
        }
    }

    /// The swing that its equations of motion have, seen once a step.
    pub fn exact(&self) -> Swing {
        let swinging = self.hanging.held_links()..self.links;
        // Where two links meet lies half the mass of each.
        let mass = |link: u32| match link + 1 == self.links {
            true => 0.5 * self.last_kg,
            false => 0.5 * (self.link_kg(link) + self.link_kg(link + 1)),
        };
        let rods = Rods {
            rod_m: LINK_M,
            masses_kg: swinging.map(mass).collect(),
            gravity_m_s2: GRAVITY_M_S2,
            drag_per_s: self.drag_per_s,
        };
        let steps = (self.seconds * self.rate_hz).round() as usize;
        let Swung { ends, error_m } = rods.swing(START_RAD, 1.0 / self.rate_hz, steps);
        let ends = ends.into_iter();
        let (last, tip) = ends
            .map(|[upper, tip]| (0.5 * (upper + tip), tip))
            .map(|(centre, tip)| (centre.x, tip + self.anchor_m()))
            .unzip();
        Swing {
            tip,
            last,
            step_s: 1.0 / self.rate_hz,
            error_m,
            ..Swing::default()
        }
    }

    fn swing(&self) -> std::result::Result<Swing, ExperimentError> {
        let mut simulation = Simulation::new(&self.scene()?)?;
        let step_s = simulation.world.model().settings.common.step_s;
        let steps = (self.seconds / step_s).round() as usize;
        let mut swing = Swing::default();
        let (mut times_us, mut corrections) = (Vec::new(), Corrections::default());
        swing.observe(&simulation);
        for step in 0..steps {
            let begun = Instant::now();
            let progress = simulation.world.step_watched(&mut corrections);
            times_us.push(begun.elapsed().as_secs_f64() * 1e6);
            if progress != StepOutcome::Advanced {
                return Err(ExperimentError::Diverged(step as u64));
            }
            swing.observe(&simulation);
        }
        swing.us_per_step = median(times_us);
        swing.corrections_per_step = corrections.per_step(steps);
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

/// A weighting on screen, from its name in a table.
pub(super) fn weighting_title(name: &str) -> &str {
    match name {
        "mass" => "mass-weighted",
        other => other,
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
    /// Bound of the error of an exact one, m.
    pub error_m: f64,
    pub max_joint_m: f64,
    /// Largest strain of a link, as a share of its length.
    pub max_strain: f64,
    /// Median.
    pub us_per_step: f64,
    /// How often a constraint was corrected.
    pub corrections_per_step: f64,
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
        let strain = report::strain(model, state).unwrap_or_default();
        self.max_strain = self.max_strain.max(strain);
    }

    /// Twice the mean time between zero crossings of the last link's centre, s.
    pub fn period_s(&self) -> Option<f64> {
        period_s(&self.last, self.step_s)
    }

    /// When the last link's centre turned round, and how far from the vertical, s and m.
    pub fn turns(&self) -> Vec<(f64, f64)> {
        let triples = self.last.windows(3).enumerate();
        let turns = triples.filter(|(_, x)| (x[1] - x[0]) * (x[2] - x[1]) <= 0.0);
        turns
            .map(|(step, x)| ((step + 1) as f64 * self.step_s, x[1].abs()))
            .collect()
    }

    /// Largest way of the last link's centre from the vertical in the last two seconds, m.
    pub fn left_m(&self) -> f64 {
        let steps = (2.0 / self.step_s).round() as usize;
        let latest = self.last.iter().rev().take(steps);
        latest.fold(0.0, |most, x| f64::max(most, x.abs()))
    }

    /// Largest distance of the tip from that of a reference, m.
    pub fn apart_m(&self, reference: &Swing) -> f64 {
        let both = self.tip.iter().zip(&reference.tip);
        both.map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
    }
}

/// Twice the mean time between zero crossings of what was seen once a step, s.
pub(super) fn period_s(seen: &[f64], step_s: f64) -> Option<f64> {
    let pairs = seen.windows(2).enumerate();
    let crossings: Vec<f64> = pairs
        .filter(|(_, pair)| (pair[0] > 0.0) != (pair[1] > 0.0))
        .map(|(step, pair)| (step as f64 + pair[0] / (pair[0] - pair[1])) * step_s)
        .collect();
    let (first, last) = (crossings.first()?, crossings.last()?);
    (crossings.len() > 1).then(|| 2.0 * (last - first) / (crossings.len() - 1) as f64)
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
            "hanging": chain.hanging.name(), "rate_hz": chain.rate_hz,
            "scene_hash": format!("{:016x}", scene_hash(&scene)),
            "settings": {"solver": scene.solver, "gravity_m_s2": scene.gravity_m_s2},
        }))
    };
    let cases: std::result::Result<Vec<_>, ExperimentError> = chains.iter().map(case).collect();
    Ok(json!({"cases": cases?, "link_m": LINK_M, "link_kg": LINK_KG, "start_rad": START_RAD}))
}
