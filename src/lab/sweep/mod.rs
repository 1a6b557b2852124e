//! Sweeps: one shot of a scene for every combination of some of its fields' values.
//!
//! A sweep is data, and each of its cases is told by its number alone, so that any number
//! of threads or machines may share them: the results are the same bits. A caller that
//! wants progress and a way out gives [`Sweep::measure`] or [`Sweep::shot`] to
//! [`super::pool::as_they_come`].

mod axis;
mod command;
mod field_title;
mod line;
mod picture;
mod results;
mod row;

pub use axis::{Axis, Spacing, Values};
pub use command::quoted;
pub use field_title::field_title;
pub use line::{RowFault, RowLines, WrongRow};
pub use results::Results;
pub use row::Row;

use super::pool::in_order;
use super::shot::{fire_to_end, nudged, Outcome, Repeats};
use super::{Recording, Simulation};
use crate::compile::BuildError;
use crate::scene::change::Draft;
use crate::scene::{to_text, Scene, Setting};
use serde_json::{json, Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Most cases of a sweep.
pub const MOST_CASES: usize = 1_000_000;

/// The program that shoots; another version may have other results.
pub const PROGRAM: &str = concat!("ragdoll-lab ", env!("CARGO_PKG_VERSION"));

/// The field that a sweep sets itself.
const FIRE_AT: &str = "launcher.fire_at_s";

/// What is wanted of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The scene, with a launcher and a figure to hit.
    pub scene: Arc<Scene>,
    /// What is set in every case.
    pub fixed: Vec<Setting>,
    /// What is varied; the last axis changes from case to case.
    pub axes: Vec<Axis>,
    /// How often each shot is repeated with a nudge.
    pub nudges: u32,
    /// Largest nudge of the launcher along an axis, m.
    pub nudge_m: f64,
    /// Longest simulated time of a shot, s.
    pub limit_s: f64,
}

/// An order that can be carried out.
#[derive(Debug, Clone)]
pub struct Sweep {
    order: Order,
    /// The values along each axis.
    values: Vec<Vec<Value>>,
    draft: Draft,
}

/// A case that was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Its results.
    pub row: Row,
    /// Steps of all its repeats together.
    pub steps: u64,
}

/// One shot of a sweep, as it is without a nudge.
#[derive(Clone)]
pub struct ShotOfSweep {
    /// The values that the case has, by path.
    pub values: Map<String, Value>,
    /// What the shot did.
    pub outcome: Outcome,
    /// The shot to be played again.
    pub recording: Recording,
    /// The simulation at its end.
    pub simulation: Simulation,
}

impl Sweep {
    /// Prepares a sweep. Its cases are not looked at yet, see [`Sweep::check`].
    ///
    /// # Errors
    /// One line for each field that is not there or cannot be varied so.
    pub fn new(order: Order) -> Result<Sweep, String> {
        let draft = Draft::of(&order.scene)?;
        let resolved: Vec<_> = order.axes.iter().map(|axis| axis.resolve(&draft)).collect();
        let mut problems: Vec<String> = set_twice(&order).into_iter().collect();
        problems.extend(resolved.iter().filter_map(|r| r.as_ref().err().cloned()));
        let counts = order.axes.iter().map(Axis::count);
        let cases = counts.fold(1_usize, usize::saturating_mul);
        if cases > MOST_CASES {
            problems.push(format!(
                "more than {MOST_CASES} cases; use fewer values or make several sweeps"
            ));
        }
        if !problems.is_empty() {
            return Err(problems.join("\n"));
        }
        Ok(Sweep {
            order,
            values: resolved.into_iter().flatten().collect(),
            draft,
        })
    }

    /// What was wanted.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// Number of cases.
    pub fn count(&self) -> usize {
        self.values.iter().map(Vec::len).product()
    }

    /// Shots of each case: as it is, and nudged.
    pub fn shots(&self) -> u32 {
        self.order.nudges + 1
    }

    /// The values of a case, one of each axis.
    pub fn values(&self, index: usize) -> Vec<&Value> {
        let mut rest = index;
        let mut values: Vec<&Value> = Vec::with_capacity(self.values.len());
        for along in self.values.iter().rev() {
            values.push(&along[rest % along.len()]);
            rest /= along.len();
        }
        values.reverse();
        values
    }

    /// The same by path.
    pub fn named_values(&self, index: usize) -> Map<String, Value> {
        let paths = self.order.axes.iter().map(|axis| axis.path.clone());
        paths.zip(self.values(index).into_iter().cloned()).collect()
    }

    /// The scene of a case, which shoots at once.
    ///
    /// # Errors
    /// One line for each thing that is wrong at these values, with a remedy.
    pub fn scene(&self, index: usize) -> Result<Scene, String> {
        let mut settings = self.order.fixed.clone();
        for (axis, value) in self.order.axes.iter().zip(self.values(index)) {
            settings.push(Setting::new(&axis.path, value.clone())?);
        }
        let mut scene = self.draft.with(&settings)?;
        match &mut scene.launcher {
            Some(launcher) => launcher.fire_at_s = Some(0.0),
            None => {
                return Err(
                    "the scene has no launcher; add one in the editor, or with --fix launcher={}"
                        .into(),
                )
            }
        }
        Ok(scene)
    }

    /// Whether a case can be simulated; looks at it without running it.
    ///
    /// # Errors
    /// One line for each thing that is wrong at its values, with a remedy.
    pub fn check(&self, index: usize) -> Result<(), String> {
        let simulation = start(&self.scene(index)?)?;
        let map = &simulation.map;
        match map.figure_bodies().is_empty() && map.figure_particles().is_empty() {
            true => Err("the scene has no ragdoll to throw at; add one".into()),
            false => Ok(()),
        }
    }

    /// What is wrong with some cases, each line once, in the order of the cases.
    pub fn complaints(&self, indices: &[usize], threads: usize) -> Vec<String> {
        let checked = in_order(threads, indices.len(), |job| self.check(indices[job]).err());
        let mut seen = BTreeSet::new();
        let texts = checked.into_iter().flatten();
        let lines: Vec<String> = texts
            .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let fresh = lines.into_iter().filter(|line| seen.insert(line.clone()));
        fresh.collect()
    }

    /// Shoots a case and its nudged repeats; returns the shot that was not nudged, too.
    ///
    /// # Errors
    /// What [`Sweep::check`] refuses.
    pub fn measure(&self, index: usize) -> Result<(Measured, ShotOfSweep), String> {
        let shot = self.shot(index)?;
        let first_steps = shot.recording.steps;
        let (mut outcomes, mut steps) = (vec![shot.outcome.clone()], first_steps);
        for repeat in 1..self.shots() {
            let scene = nudged(&shot.recording.scene, repeat, self.order.nudge_m);
            let fired = fire_to_end(&scene, self.order.limit_s).map_err(lines)?;
            outcomes.push(fired.outcome);
            steps += fired.simulation.world.state().step;
        }
        let row = Row::new(
            index,
            self.named_values(index),
            &Repeats { outcomes },
            first_steps,
        );
        Ok((Measured { row, steps }, shot))
    }

    /// One shot with all that is needed to draw how it ended and to play it again.
    ///
    /// # Errors
    /// What [`Sweep::check`] refuses.
    pub fn shot(&self, index: usize) -> Result<ShotOfSweep, String> {
        let scene = self.scene(index)?;
        let fired = fire_to_end(&scene, self.order.limit_s).map_err(lines)?;
        Ok(ShotOfSweep {
            values: self.named_values(index),
            recording: Recording {
                scene: Arc::new(scene),
                inputs: Vec::new(),
                steps: fired.simulation.world.state().step,
                hash: fired.outcome.hash,
            },
            outcome: fired.outcome,
            simulation: fired.simulation,
        })
    }

    /// All that the results depend on, apart from the scene's text its hash.
    ///
    /// # Errors
    /// A scene that cannot be written.
    pub fn settings(&self) -> Result<Value, String> {
        let Order {
            scene,
            fixed,
            axes,
            nudges,
            nudge_m,
            limit_s,
        } = &self.order;
        let text = to_text(scene).map_err(|problems| problems.to_string())?;
        Ok(json!({
            "program": PROGRAM,
            "scene_hash": format!("{:016x}", xxh3_64(text.as_bytes())),
            "set": axes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "fix": fixed.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "nudges": nudges,
            "nudge_m": nudge_m,
            "limit_s": limit_s,
        }))
    }
}

fn set_twice(order: &Order) -> Option<String> {
    let fixed = order.fixed.iter().map(Setting::path);
    let paths = order.axes.iter().map(|axis| axis.path.clone());
    let paths: Vec<String> = fixed.chain(paths).collect();
    let again = |(i, path): &(usize, &String)| paths[..*i].contains(path);
    if let Some((_, path)) = paths.iter().enumerate().find(again) {
        return Some(format!("{path}: set twice; leave one out"));
    }
    let fires = paths.iter().any(|path| path == FIRE_AT);
    fires.then(|| format!("{FIRE_AT}: a sweep fires every shot at time 0; leave this out"))
}

fn start(scene: &Scene) -> Result<Simulation, String> {
    Simulation::new(scene).map_err(lines)
}

fn lines(errors: Vec<BuildError>) -> String {
    let lines: Vec<_> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
