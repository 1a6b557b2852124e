//! Running a world: once to look at every state, and again only for the time.

use super::clock::{time, Elapsed};
use super::median;
use crate::physics::{ColliderId, StepOutcome, World};

/// The end of a run that diverged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stop {
    /// Good steps before it.
    pub after: u64,
    /// What diverged first.
    pub culprit: ColliderId,
}

/// Advances a world and shows it after each step.
///
/// # Errors
/// The run diverged; the world is in its last good state.
pub fn watch(world: &mut World, steps: u64, mut see: impl FnMut(&World)) -> Result<(), Stop> {
    for after in 0..steps {
        if let StepOutcome::Diverged(divergence) = world.step() {
            let culprit = divergence.owner;
            return Err(Stop { after, culprit });
        }
        see(world);
    }
    Ok(())
}

/// Times of repeated work.
#[derive(Debug, Clone, Default)]
pub struct Times(Vec<Elapsed>);

impl Times {
    /// Advances a world without reading from it, and notes how long that took.
    pub fn add(&mut self, world: &mut World, steps: u64) {
        self.0.push(time(|| advance(world, steps)).1);
    }

    /// Wall time of one of so many pieces of work, median of the repeats, µs; `None`
    /// if nothing was timed.
    pub fn wall_us(&self, pieces: f64) -> Option<f64> {
        self.us(pieces, |elapsed| Some(elapsed.wall_s))
    }

    /// The same of processor time; `None` also where the system does not tell, or the
    /// work was too short for its clock.
    pub fn cpu_us(&self, pieces: f64) -> Option<f64> {
        self.us(pieces, |elapsed| elapsed.cpu_s)
    }

    fn us(&self, pieces: f64, of: impl Fn(&Elapsed) -> Option<f64>) -> Option<f64> {
        let seconds: Option<Vec<f64>> = self.0.iter().map(of).collect();
        let seconds = seconds.filter(|seconds| !seconds.is_empty())?;
        Some(median(seconds) * 1e6 / pieces)
    }
}

/// The work that is timed. It stays a function of its own so that a profiler can count
/// its instructions alone (`tests/instructions` does).
#[inline(never)]
fn advance(world: &mut World, steps: u64) {
    for _ in 0..steps {
        world.step();
    }
}
