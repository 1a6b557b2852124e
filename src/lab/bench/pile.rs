//! `pile`: ragdolls of capsules fall onto each other and lie in a heap, as in the
//! shipped scene `mx-pile`, but with the figure and the preset of new scenes.
//!
//! The first half of the steps is the fall, the second half the heap. Each is a row,
//! since a heap has more contacts and less motion.

use super::measure::{Errors, Measures};
use super::runs::{watch, Stop, Times};
use super::solving::{Solved, Solving};
use crate::compile::{compile, refuse, settings_of, BuildError};
use crate::physics::collide::deepest_penetration;
use crate::physics::World;
use crate::scene::{find, parse, Figure, MxFigure, Ragdoll, Scene};
use serde::Serialize;

/// Where the ragdolls start: those of this shipped scene.
const MODEL_SCENE: &str = "mx-pile";
/// Height by which each ragdoll starts above the last one, m.
const RISE_M: f64 = 0.16;
/// Room between the last ragdoll of the shipped scene and the first that stands above it again,
/// so that none starts within another, m.
const ROOM_M: f64 = 0.24;

/// What to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Pile {
    /// Number of ragdolls.
    pub ragdolls: u32,
    /// How they are solved.
    pub solving: Solving,
    /// Steps of a run.
    pub steps: u64,
    /// Timed runs, each in a fresh world.
    pub repeats: u32,
}

impl Default for Pile {
    fn default() -> Pile {
        Pile {
            ragdolls: 20,
            solving: Solving::default(),
            steps: 600,
            repeats: 5,
        }
    }
}

/// Result of one half; the keys are those of `ragdoll-lab bench pile --json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PileReport {
    /// Name of the benchmark.
    pub name: &'static str,
    /// `falling` or `lying`.
    pub phase: &'static str,
    /// Number of ragdolls.
    pub ragdolls: u32,
    /// How they were solved.
    #[serde(flatten)]
    pub solved: Solved,
    /// Steps of this half.
    pub steps: u64,
    /// Timed runs.
    pub repeats: u32,
    /// Wall time per step of the whole pile, median of the runs, µs; `None` if it diverged.
    pub us_per_step: Option<f64>,
    /// Processor time per step, µs; `None` where the system does not tell.
    pub cpu_us_per_step: Option<f64>,
    /// Contacts of a step's last substep, mean over steps.
    pub contacts_per_step: f64,
    /// Its errors, and its energy at the end of this half.
    #[serde(flatten)]
    pub errors: Errors,
    /// Number of good steps of this half if it left the range of sane numbers.
    pub diverged_after: Option<u64>,
    /// Hash of the state at its end, 16 hexadecimal digits.
    pub hash: String,
}

/// A half of a run that was looked at.
struct Half {
    measures: Measures,
    contacts: usize,
    deepest_m: f64,
    stop: Option<Stop>,
}

impl Pile {
    /// The scene.
    ///
    /// # Errors
    /// The shipped scene cannot be read.
    pub fn scene(&self) -> Result<Scene, Vec<BuildError>> {
        let shipped = find(MODEL_SCENE).and_then(|shipped| parse(shipped.text.as_bytes()).ok());
        let shipped = shipped.ok_or_else(|| {
            let message = format!("the shipped scene {MODEL_SCENE} cannot be read");
            vec![refuse("", message, "report this bug")]
        })?;
        let turn_s_rise = RISE_M * shipped.ragdolls.len() as f64 + ROOM_M;
        let places = shipped.ragdolls.iter().cycle().zip(0..self.ragdolls);
        let first = shipped.ragdolls.first().map_or(1, |ragdoll| ragdoll.id);
        let ragdoll = |(place, i): (&Ragdoll, u32)| {
            let turns = i as usize / shipped.ragdolls.len();
            let [x, y, z] = place.position_m;
            Ragdoll {
                id: first + i,
                name: String::new(),
                figure: Figure::Mx(MxFigure::default()),
                position_m: [x, y + turns as f64 * turn_s_rise, z],
                // What other engines are measured with.
                self_collision: false,
                ..place.clone()
            }
        };
        Ok(Scene {
            name: "pile".into(),
            solver: self.solving.solver(),
            ragdolls: places.map(ragdoll).collect(),
            ..shipped.clone()
        })
    }

    /// Measures errors in one run, then the time of others, in which nothing is read:
    /// a row for the fall and one for the heap. `progress` hears what goes on.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn run(&self, progress: &mut dyn FnMut(&str)) -> Result<Vec<PileReport>, Vec<BuildError>> {
        let scene = self.scene()?;
        let (method, settings) = settings_of(&scene).map_err(|error| vec![error])?;
        let solved = self.solving.solved(method.id, &settings);
        let says = format!("pile, {}, {} ragdolls", solved.preset, self.ragdolls);
        progress(&format!("{says}: errors"));
        let (mut world, map) = compile(&scene)?;
        self.solving.equip(&mut world);
        let mut rows = Vec::new();
        for (phase, steps) in self.phases() {
            let half = Half::watch(&mut world, Measures::new(&map), steps);
            let stopped = half.stop.is_some();
            rows.push(self.row(phase, steps, &solved, &world, half));
            if stopped {
                return Ok(rows);
            }
        }
        let mut times = [Times::default(), Times::default()];
        for run in 1..=self.repeats {
            progress(&format!("{says}: time {run}/{}", self.repeats));
            let (mut world, _) = compile(&scene)?;
            self.solving.equip(&mut world);
            for (times, (_, steps)) in times.iter_mut().zip(self.phases()) {
                times.add(&mut world, steps);
            }
        }
        for (row, times) in rows.iter_mut().zip(times) {
            row.us_per_step = times.wall_us(row.steps as f64);
            row.cpu_us_per_step = times.cpu_us(row.steps as f64);
        }
        Ok(rows)
    }

    /// Names and steps of both halves.
    fn phases(&self) -> [(&'static str, u64); 2] {
        let falling = self.steps.div_ceil(2);
        [("falling", falling), ("lying", self.steps - falling)]
    }

    /// The row of a half that has not been timed yet.
    fn row(
        &self,
        phase: &'static str,
        steps: u64,
        solved: &Solved,
        world: &World,
        half: Half,
    ) -> PileReport {
        PileReport {
            name: "pile",
            phase,
            ragdolls: self.ragdolls,
            solved: solved.clone(),
            steps,
            repeats: self.repeats,
            us_per_step: None,
            cpu_us_per_step: None,
            contacts_per_step: half.contacts as f64 / steps.max(1) as f64,
            errors: Errors {
                penetration_worst_mm: half.deepest_m * 1e3,
                ..half.measures.errors(world.model(), world.state())
            },
            diverged_after: half.stop.map(|stop| stop.after),
            hash: format!("{:016x}", world.state().hash()),
        }
    }
}

impl Half {
    fn watch(world: &mut World, measures: Measures, steps: u64) -> Half {
        let mut half = Half {
            measures,
            contacts: 0,
            deepest_m: 0.0,
            stop: None,
        };
        let look = |world: &World| {
            let (model, state) = (world.model(), world.state());
            half.measures.observe(model, state);
            half.contacts += world.contacts().len();
            half.deepest_m = half.deepest_m.max(deepest_penetration(model, state));
        };
        half.stop = watch(world, steps, look).err();
        if let Some(stop) = half.stop {
            half.measures.lose(stop.culprit);
        }
        half
    }
}
