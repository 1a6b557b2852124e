//! What happens to a scene over time: what is measured after each step.

use crate::clock::Instant;
use crate::lab::experiment::ExperimentError;
use crate::lab::simulation::{Progress, Simulation};
use crate::physics::report::{is_joint, kinetic_energy, potential_energy};
use crate::physics::Divergence;
use crate::scene::Scene;
use glam::DVec3;

/// What is measured after a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::lab::experiment) struct Sample {
    pub time_s: f64,
    /// Largest distance of two points that a joint holds together, m.
    pub gap_m: f64,
    /// Sum of the squares of these distances, m².
    pub gaps_m2: f64,
    /// Kinetic energy and that of height, J.
    pub energy_j: f64,
    /// Time of the step, µs.
    pub step_us: f64,
}

/// A run of a scene.
#[derive(Clone)]
pub(in crate::lab::experiment) struct Course {
    /// At the start and after each good step.
    pub samples: Vec<Sample>,
    /// Mean gap of each joint over the second half of the run, in their order, m: without what
    /// the start shakes.
    pub mean_gaps_m: Vec<f64>,
    /// What diverged, if anything: the run ended there.
    pub divergence: Option<Divergence>,
    /// When all had come to rest for good, s.
    pub rest_s: Option<f64>,
    /// The simulation after the last good step.
    pub end: Simulation,
}

impl Course {
    /// Runs a scene for some simulated time, or until it diverges.
    ///
    /// # Errors
    /// What the method cannot simulate.
    pub fn of(scene: &Scene, seconds: f64) -> Result<Course, ExperimentError> {
        let mut simulation = Simulation::new(scene)?;
        let step_s = simulation.world.model().settings.common.step_s;
        let mut samples = vec![sample(&simulation, 0.0)];
        let steps = (seconds / step_s).round() as usize;
        let mut mean_gaps_m = vec![0.0; gaps(&simulation).count()];
        let (mut divergence, mut rest_s) = (None, None);
        for step in 0..steps {
            let begun = Instant::now();
            let progress = simulation.step();
            let step_us = begun.elapsed().as_secs_f64() * 1e6;
            if let Progress::Diverged {
                divergence: found, ..
            } = progress
            {
                divergence = Some(found);
                break;
            }
            let sample = sample(&simulation, step_us);
            samples.push(sample);
            if step >= steps / 2 {
                let counted = (steps - steps / 2) as f64;
                for (mean, gap) in mean_gaps_m.iter_mut().zip(gaps(&simulation)) {
                    *mean += gap / counted;
                }
            }
            rest_s = match simulation.is_at_rest() {
                true => rest_s.or(Some(sample.time_s)),
                false => None,
            };
        }
        Ok(Course {
            samples,
            mean_gaps_m,
            divergence,
            rest_s,
            end: simulation,
        })
    }

    /// Hash of the last good state.
    pub fn hash(&self) -> u64 {
        self.end.world.state().hash()
    }

    /// Centre of the first body and its velocity at the end, m and m/s.
    pub fn first(&self) -> (DVec3, DVec3) {
        let body = self.end.world.state().bodies.first();
        body.map_or(Default::default(), |body| (body.position, body.velocity))
    }

    /// Largest gap of a joint, m; infinite after a divergence.
    pub fn gap_m(&self) -> f64 {
        let gaps = self.samples.iter().map(|sample| sample.gap_m);
        match self.divergence {
            Some(_) => f64::INFINITY,
            None => gaps.fold(0.0, f64::max),
        }
    }

    /// Least time of a step, µs: what else the machine does only adds to it.
    pub fn us_per_step(&self) -> f64 {
        let steps = self.samples.iter().skip(1);
        let least = steps.map(|sample| sample.step_us).reduce(f64::min);
        least.unwrap_or(f64::NAN)
    }

    /// Mean time of a step until rest, µs.
    pub fn mean_us_per_step(&self) -> f64 {
        let rest_s = self.rest_s.unwrap_or(f64::INFINITY);
        let steps = self.samples.iter().skip(1);
        let steps = steps.filter(|sample| sample.time_s <= rest_s);
        let (count, sum) = steps.fold((0.0, 0.0), |(count, sum), sample| {
            (count + 1.0, sum + sample.step_us)
        });
        sum / f64::max(count, 1.0)
    }

    /// When the last good step was, s.
    pub fn end_s(&self) -> f64 {
        self.samples.last().map_or(0.0, |sample| sample.time_s)
    }
}

/// The gap of each joint now, m.
fn gaps(simulation: &Simulation) -> impl Iterator<Item = f64> + '_ {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let joints = model.constraints.iter().filter(|c| is_joint(c));
    joints.map(|joint| joint.residual(state, &model.settings).length)
}

fn sample(simulation: &Simulation, step_us: f64) -> Sample {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let (gap_m, gaps_m2) = gaps(simulation).fold((0.0_f64, 0.0), |(most, squares), gap| {
        (most.max(gap), squares + gap * gap)
    });
    Sample {
        time_s: state.step as f64 * model.settings.common.step_s,
        gap_m,
        gaps_m2,
        energy_j: kinetic_energy(model, state) + potential_energy(model, state),
        step_us,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::links::{Links, GRAVITY_M_S2, LINK_KG};
    use super::*;
    use serde_json::json;

    /// Overdamped springs sink to where each carries the links below it, `(n − k) m g / K`.
    #[test]
    fn each_joint_of_a_hanging_chain_opens_by_the_weight_below_it() {
        let stiffness = 1e4;
        let links = Links {
            tilt_rad: 0.0,
            ..Links::swinging(5)
        };
        let solver = json!({
            "method": "springs", "stiffness_n_m": stiffness, "damping_n_s_m": 1e3,
        });
        let course = Course::of(&links.scene(&solver).unwrap(), 5.0).unwrap();
        assert_eq!(course.mean_gaps_m.len(), 5);
        for (k, gap) in course.mean_gaps_m.iter().enumerate() {
            let known = (5 - k) as f64 * LINK_KG * GRAVITY_M_S2 / stiffness;
            assert!(
                (gap / known - 1.0).abs() < 1e-6,
                "{k}: {gap} m for {known} m"
            );
        }
    }
}
