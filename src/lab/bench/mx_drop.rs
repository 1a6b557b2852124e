//! `mx-drop`: many ragdolls of Baltman and Radeztsky's paper fall on a floor.
//!
//! Ragdoll `i` starts at rest with its pelvis 2 m above the ground, on a grid of 4 m,
//! turned by row `i` of a fixed list of random rotations. Nine spheres each, friction
//! 0.5, no restitution, no rolling resistance, drag 0.05 1/s, no sleep, one thread.

use super::measure::{Errors, Measures};
use super::runs::{watch, Times};
use super::solving::{Solved, Solving};
use crate::compile::{compile, settings_of, BuildError};
use crate::physics::state::Rest;
use crate::physics::{BodyModel, BodyState, Constraint, Model, State, World};
use crate::scene::{
    Figure, FigureContact, Id, Material, MxFigure, Obstacle, Ragdoll, Scene, Shape, Solver,
};
use serde::Serialize;
use std::mem::size_of;

/// Rotations w, x, y, z, one per line below a heading.
const ORIENTATIONS: &str = include_str!("../../../assets/data/mx_drop_orientations.csv");
/// Distance of neighbours, m.
const GRID_M: f64 = 4.0;
/// Height of the pelvis at the start, m.
const PELVIS_M: f64 = 2.0;
/// Decay rate of velocities, 1/s.
const DRAG_PER_S: f64 = 0.05;
const SURFACE: Id = 1;
const GROUND: Id = 2;
const FIRST_RAGDOLL: Id = 3;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct MxDrop {
    /// Number of ragdolls.
    pub ragdolls: u32,
    /// How they are solved.
    pub solving: Solving,
    /// Steps of a run.
    pub steps: u64,
    /// Timed runs, each in a fresh world.
    pub repeats: u32,
}

impl Default for MxDrop {
    fn default() -> MxDrop {
        MxDrop {
            ragdolls: 100,
            solving: Solving {
                joint_damping_per_s: Some(0.0),
                ..Solving::default()
            },
            steps: 600,
            repeats: 5,
        }
    }
}

/// Result; the keys are those of `ragdoll-lab bench --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MxDropReport {
    /// Name of the benchmark.
    pub name: &'static str,
    /// Number of ragdolls.
    pub ragdolls: u32,
    /// How they were solved.
    #[serde(flatten)]
    pub solved: Solved,
    /// Steps of a run.
    pub steps: u64,
    /// Timed runs.
    pub repeats: u32,
    /// Wall time per ragdoll and step, median of the runs, µs; `None` if it diverged.
    pub us_per_ragdoll_step: Option<f64>,
    /// Processor time per ragdoll and step, median of the runs, µs; `None` where the
    /// system does not tell or the runs were too short.
    pub cpu_us_per_ragdoll_step: Option<f64>,
    /// Its errors, and its energy at the end.
    #[serde(flatten)]
    pub errors: Errors,
    /// Model and both states of a ragdoll, computed from their sizes, bytes.
    pub bytes_per_ragdoll: usize,
    /// Number of good steps if the run left the range of sane numbers.
    pub diverged_after: Option<u64>,
    /// Hash of the final state, 16 hexadecimal digits.
    pub hash: String,
}

impl MxDrop {
    /// The scene.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn scene(&self) -> Result<Scene, Vec<BuildError>> {
        let solver = self.solver();
        let lift = PELVIS_M - pelvis_height()?;
        let rows = orientations();
        let ragdoll = |(i, row): (u32, &[f64; 4])| {
            let [x, z] = grid(i, self.ragdolls);
            Ragdoll {
                id: FIRST_RAGDOLL + i,
                position_m: [x, lift, z],
                orientation: *row,
                ..standard_ragdoll()
            }
        };
        Ok(Scene {
            name: "mx-drop".into(),
            solver,
            materials: vec![Material {
                id: SURFACE,
                name: String::new(),
                restitution: 0.0,
                friction: 0.5,
                rolling_resistance: 0.0,
                ..Material::default()
            }],
            obstacles: vec![Obstacle {
                id: GROUND,
                name: String::new(),
                shape: Shape::Plane {},
                position_m: [0.0; 3],
                orientation: [1.0, 0.0, 0.0, 0.0],
                material: Some(SURFACE),
                color: None,
                belt_m_s: [0.0; 3],
            }],
            ragdolls: (0..self.ragdolls)
                .zip(rows.iter().cycle())
                .map(ragdoll)
                .collect(),
            ..Scene::default()
        })
    }

    fn solver(&self) -> Solver {
        Solver {
            linear_drag_per_s: Some(DRAG_PER_S),
            angular_drag_per_s: Some(DRAG_PER_S),
            ..self.solving.solver()
        }
    }

    /// Measures errors in one run, then the time of others, in which nothing is read.
    /// `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<MxDropReport, Vec<BuildError>> {
        let scene = self.scene()?;
        let name = self.solving.preset.name();
        let says = format!("mx-drop, {name}, {} ragdolls", self.ragdolls);
        progress(&format!("{says}: errors"));
        let outcome = self.measure(&scene)?;
        let mut times = Times::default();
        if outcome.diverged_after.is_none() {
            for run in 1..=self.repeats {
                progress(&format!("{says}: time {run}/{}", self.repeats));
                let (mut world, _) = compile(&scene)?;
                self.solving.equip(&mut world);
                times.add(&mut world, self.steps);
            }
        }
        self.report(&scene, outcome, &times)
    }

    fn measure(&self, scene: &Scene) -> Result<Outcome, Vec<BuildError>> {
        let (mut world, map) = compile(scene)?;
        self.solving.equip(&mut world);
        let mut measures = Measures::new(&map);
        let observe = |world: &World| measures.observe(world.model(), world.state());
        let divergence = watch(&mut world, self.steps, observe).err();
        if let Some(divergence) = divergence {
            measures.lose(divergence.culprit);
        }
        let (model, state) = (world.model(), world.state());
        Ok(Outcome {
            errors: measures.errors(model, state),
            bytes_per_ragdoll: bytes(model, state) / self.ragdolls.max(1) as usize,
            diverged_after: divergence.map(|divergence| divergence.after),
            hash: format!("{:016x}", state.hash()),
        })
    }

    fn report(
        &self,
        scene: &Scene,
        outcome: Outcome,
        times: &Times,
    ) -> Result<MxDropReport, Vec<BuildError>> {
        let (method, settings) = settings_of(scene).map_err(|error| vec![error])?;
        let work = self.steps as f64 * f64::from(self.ragdolls);
        Ok(MxDropReport {
            name: "mx-drop",
            ragdolls: self.ragdolls,
            solved: self.solving.solved(method.id, &settings),
            steps: self.steps,
            repeats: self.repeats,
            us_per_ragdoll_step: times.wall_us(work),
            cpu_us_per_ragdoll_step: times.cpu_us(work),
            errors: outcome.errors,
            bytes_per_ragdoll: outcome.bytes_per_ragdoll,
            diverged_after: outcome.diverged_after,
            hash: outcome.hash,
        })
    }
}

/// What a measured run gave.
struct Outcome {
    errors: Errors,
    bytes_per_ragdoll: usize,
    diverged_after: Option<u64>,
    hash: String,
}

/// Place of thing `i` of `count` on a grid as square as it goes, x and z, m.
pub(super) fn grid(i: u32, count: u32) -> [f64; 2] {
    let side = f64::from(count).sqrt().ceil().max(1.0) as u32;
    [i % side, i / side].map(|place| f64::from(place) * GRID_M)
}

/// All rotations, each a quaternion w, x, y, z.
pub fn orientations() -> Vec<[f64; 4]> {
    let row = |line: &str| {
        let mut numbers = line.split(',').map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some([next()?, next()?, next()?, next()?])
    };
    ORIENTATIONS.lines().skip(1).filter_map(row).collect()
}

fn standard_ragdoll() -> Ragdoll {
    let figure = Figure::Mx(MxFigure {
        contact: FigureContact::Spheres,
        ..MxFigure::default()
    });
    Ragdoll {
        stands_until_hit: false,
        self_collision: false,
        material: Some(SURFACE),
        ..Ragdoll::new(FIRST_RAGDOLL, figure)
    }
}

/// Height of the pelvis, the root, of a figure that stands on the ground, m.
fn pelvis_height() -> Result<f64, Vec<BuildError>> {
    let mut ragdoll = standard_ragdoll();
    ragdoll.material = None;
    let scene = Scene {
        ragdolls: vec![ragdoll],
        ..Scene::default()
    };
    let (world, map) = compile(&scene)?;
    let root = map.ragdolls.first().map_or(0, |r| r.bodies.start);
    Ok(world.state().bodies[root].position.y)
}

/// Size of a model and of its state, now and a step before, computed from the sizes
/// of what they hold; the scratch memory of the method is not in it.
pub fn bytes(model: &Model, state: &State) -> usize {
    let constant = model.bodies.len() * size_of::<BodyModel>()
        + model.constraints.len() * size_of::<Constraint>()
        + model.articulations * 2 * size_of::<bool>();
    let moving = state.bodies.len() * size_of::<BodyState>()
        + state.rest.len() * size_of::<Rest>()
        + size_of_val(&state.memory.words[..]);
    constant + 2 * moving
}
