//! `crowd`: many of Jakobsen's figures of particles and sticks fall on a floor.
//!
//! Figure `i` starts at rest 1 m above where it would stand, on a grid of 4 m, turned by
//! row `i` of the list of `mx-drop`. No sleep, all else as in a new scene.

use super::measure::Mean;
use super::mx_drop::{grid, orientations};
use super::runs::{watch, Times};
use super::solving::{Solved, Solving};
use crate::compile::{compile, settings_of, BuildError};
use crate::physics::collide::deepest_penetration;
use crate::physics::{report, Constraint, World};
use crate::scene::{Figure, Id, Obstacle, Ragdoll, Scene, Shape};
use serde::Serialize;

/// Height of the start above the stance, m.
const DROP_M: f64 = 1.0;
const GROUND: Id = 1;
const FIRST_FIGURE: Id = 2;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Crowd {
    /// Number of figures.
    pub ragdolls: u32,
    /// How they are solved.
    pub solving: Solving,
    /// Steps of a run.
    pub steps: u64,
    /// Timed runs, each in a fresh world.
    pub repeats: u32,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            ragdolls: 100,
            solving: Solving::default(),
            steps: 600,
            repeats: 5,
        }
    }
}

/// Result; the keys are those of `ragdoll-lab bench crowd --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CrowdReport {
    /// Name of the benchmark.
    pub name: &'static str,
    /// Number of figures.
    pub ragdolls: u32,
    /// How they were solved.
    #[serde(flatten)]
    pub solved: Solved,
    /// Steps of a run.
    pub steps: u64,
    /// Timed runs.
    pub repeats: u32,
    /// Wall time per figure and step, median of the runs, µs; `None` if it diverged.
    pub us_per_ragdoll_step: Option<f64>,
    /// Processor time per figure and step, µs; `None` where the system does not tell.
    pub cpu_us_per_ragdoll_step: Option<f64>,
    /// How far sticks and least distances are from their lengths, mean over them,
    /// figures and steps, mm.
    pub stretch_mean_mm: f64,
    /// The largest of these, mm.
    pub stretch_worst_mm: f64,
    /// Deepest overlap of two surfaces, mm.
    pub penetration_worst_mm: f64,
    /// Kinetic energy per figure at the end, J.
    pub kinetic_energy_mean_j: f64,
    /// Number of good steps if the run left the range of sane numbers.
    pub diverged_after: Option<u64>,
    /// Hash of the final state, 16 hexadecimal digits.
    pub hash: String,
}

/// Errors over all steps, m.
#[derive(Default)]
struct Errors {
    stretch: Mean,
    longest_stretch: f64,
    deepest: f64,
}

impl Errors {
    fn observe(&mut self, world: &World) {
        let (model, state) = (world.model(), world.state());
        let distances = model.constraints.iter();
        for distance in distances.filter(|c| matches!(c, Constraint::Distance(_))) {
            let off = distance.residual(state, &model.settings).length;
            self.stretch.add(off);
            self.longest_stretch = self.longest_stretch.max(off);
        }
        self.deepest = self.deepest.max(deepest_penetration(model, state));
    }
}

impl Crowd {
    /// The scene.
    pub fn scene(&self) -> Scene {
        let rows = orientations();
        let figure = |(i, orientation): (u32, &[f64; 4])| {
            let [x, z] = grid(i, self.ragdolls);
            Ragdoll {
                position_m: [x, DROP_M, z],
                orientation: *orientation,
                stands_until_hit: false,
                self_collision: false,
                ..Ragdoll::new(FIRST_FIGURE + i, Figure::Hitman {})
            }
        };
        Scene {
            name: "crowd".into(),
            solver: self.solving.solver(),
            obstacles: vec![Obstacle {
                id: GROUND,
                name: String::new(),
                shape: Shape::Plane {},
                position_m: [0.0; 3],
                orientation: [1.0, 0.0, 0.0, 0.0],
                material: None,
                color: None,
                belt_m_s: [0.0; 3],
            }],
            ragdolls: (0..self.ragdolls)
                .zip(rows.iter().cycle())
                .map(figure)
                .collect(),
            ..Scene::default()
        }
    }

    /// Measures errors in one run, then the time of others, in which nothing is read.
    /// `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<CrowdReport, Vec<BuildError>> {
        let scene = self.scene();
        let (method, settings) = settings_of(&scene).map_err(|error| vec![error])?;
        let solved = self.solving.solved(method.id, &settings);
        let says = format!("crowd, {}, {} ragdolls", solved.preset, self.ragdolls);
        progress(&format!("{says}: errors"));
        let (mut world, _) = compile(&scene)?;
        self.solving.equip(&mut world);
        let mut errors = Errors::default();
        let divergence = watch(&mut world, self.steps, |world| errors.observe(world)).err();
        let mut times = Times::default();
        if divergence.is_none() {
            for run in 1..=self.repeats {
                progress(&format!("{says}: time {run}/{}", self.repeats));
                let (mut world, _) = compile(&scene)?;
                self.solving.equip(&mut world);
                times.add(&mut world, self.steps);
            }
        }
        let figures = f64::from(self.ragdolls);
        let pieces = self.steps as f64 * figures;
        Ok(CrowdReport {
            name: "crowd",
            ragdolls: self.ragdolls,
            solved,
            steps: self.steps,
            repeats: self.repeats,
            us_per_ragdoll_step: times.wall_us(pieces),
            cpu_us_per_ragdoll_step: times.cpu_us(pieces),
            stretch_mean_mm: errors.stretch.value() * 1e3,
            stretch_worst_mm: errors.longest_stretch * 1e3,
            penetration_worst_mm: errors.deepest * 1e3,
            kinetic_energy_mean_j: report::kinetic_energy(world.model(), world.state()) / figures,
            diverged_after: divergence.map(|divergence| divergence.after),
            hash: format!("{:016x}", world.state().hash()),
        })
    }
}
