//! `load`: how long the file of a large scene takes to be written, read, checked and
//! built into a world.

use super::median;
use crate::clock::Instant;
use crate::compile::{compile, BuildError};
use crate::physics::World;
use crate::scene::{parse, to_text, validate, Body, Id, Obstacle, Problems, Scene, Shape};
use serde::Serialize;

/// Distance of neighbours, m.
const GRID_M: f64 = 0.5;
const GROUND: Id = 1;
const FIRST_BODY: Id = 2;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Number of bodies.
    pub bodies: u32,
    /// Times that each stage is done.
    pub repeats: u32,
}

impl Default for Load {
    fn default() -> Load {
        Load {
            bodies: 100_000,
            repeats: 3,
        }
    }
}

/// Result; the keys are those of `ragdoll-lab bench load --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoadReport {
    /// Name of the benchmark.
    pub name: &'static str,
    /// Number of bodies.
    pub bodies: u32,
    /// Times that each stage was done.
    pub repeats: u32,
    /// Size of the file, bytes.
    pub bytes: usize,
    /// Scene to text, median, s.
    pub write_s: f64,
    /// Text to a checked scene, median, s.
    pub read_s: f64,
    /// The part of reading that checks ranges, ids and references, timed alone, s.
    pub validate_s: f64,
    /// Scene to world, median, s.
    pub build_s: f64,
    /// Bodies of the world that are not those of the scene; 0 if all is well.
    pub bodies_lost: usize,
    /// Whether the scene that was read is the one that was written.
    pub same_after_reading: bool,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum LoadError {
    /// The scene is not valid.
    Scene(Problems),
    /// The method cannot simulate it.
    Refused(Vec<BuildError>),
}

impl From<Problems> for LoadError {
    fn from(problems: Problems) -> LoadError {
        LoadError::Scene(problems)
    }
}

impl From<Vec<BuildError>> for LoadError {
    fn from(errors: Vec<BuildError>) -> LoadError {
        LoadError::Refused(errors)
    }
}

/// Seconds of each stage, one entry for each repeat.
#[derive(Default)]
struct Stages {
    write: Vec<f64>,
    read: Vec<f64>,
    validate: Vec<f64>,
    build: Vec<f64>,
}

impl Load {
    /// The scene: balls and boxes on a grid above the ground.
    pub fn scene(&self) -> Scene {
        // As cubic as it goes.
        let side = (1..).find(|side| side * side * side >= self.bodies);
        let side = side.unwrap_or(1);
        let place = |of: u32| f64::from(of) * GRID_M;
        let body = |i: u32| {
            let shape = match i % 2 {
                0 => Shape::Sphere { radius_m: 0.1 },
                _ => Shape::Box {
                    size_m: [0.2, 0.15, 0.1],
                    rounding_m: 0.0,
                },
            };
            Body {
                density_kg_m3: Some(600.0),
                position_m: [
                    place(i % side),
                    GRID_M + place(i / (side * side)),
                    place(i / side % side),
                ],
                ..Body::new(FIRST_BODY + i, format!("body {i}"), shape)
            }
        };
        Scene {
            name: "load".into(),
            obstacles: vec![Obstacle::floor(GROUND)],
            bodies: (0..self.bodies).map(body).collect(),
            ..Scene::default()
        }
    }

    /// Times all stages. `progress` hears what goes on.
    ///
    /// # Errors
    /// The scene cannot be read back, or not be simulated.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<LoadReport, LoadError> {
        let scene = self.scene();
        let mut stages = Stages::default();
        let mut last = None;
        for run in 1..=self.repeats.max(1) {
            progress(&format!(
                "load, {} bodies: run {run}/{}",
                self.bodies, self.repeats
            ));
            last = Some(stages.go_through(&scene)?);
        }
        let (bytes, read, bodies) = last.unwrap_or_default();
        Ok(LoadReport {
            name: "load",
            bodies: self.bodies,
            repeats: self.repeats,
            bytes,
            write_s: median(stages.write),
            read_s: median(stages.read),
            validate_s: median(stages.validate),
            build_s: median(stages.build),
            bodies_lost: (self.bodies as usize).abs_diff(bodies),
            same_after_reading: read == scene,
        })
    }
}

impl Stages {
    /// Once through all stages: size of the text, bytes, the scene that was read, and
    /// the number of bodies that were built.
    fn go_through(&mut self, scene: &Scene) -> Result<(usize, Scene, usize), LoadError> {
        let text = timed(&mut self.write, || to_text(scene))?;
        let read = timed(&mut self.read, || parse(text.as_bytes()))?;
        let problems = timed(&mut self.validate, || validate(&read));
        if !problems.is_empty() {
            return Err(Problems(problems).into());
        }
        let (world, _): (World, _) = timed(&mut self.build, || compile(&read))?;
        Ok((text.len(), read, world.state().bodies.len()))
    }
}

fn timed<T>(seconds: &mut Vec<f64>, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = work();
    seconds.push(begun.elapsed().as_secs_f64());
    result
}
