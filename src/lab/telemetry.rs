//! What is measured after every step, to be plotted over time.

use super::metric::Metrics;
use super::Simulation;
use crate::physics::report;

/// Most samples that are kept; of more than those the older half is forgotten.
const MOST: usize = 500_000;

/// What was measured after a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Simulated time, s.
    pub time_s: f64,
    /// Kinetic energy, J.
    pub kinetic_energy_j: f64,
    /// Kinetic and potential energy, J.
    pub total_energy_j: f64,
    /// Amount of the linear momentum, kg m/s.
    pub momentum_kg_m_s: f64,
    /// Largest joint error, m.
    pub joint_error_m: f64,
    /// Largest strain, as a share; `None` without sticks, distances and kept volumes.
    pub strain: Option<f64>,
    /// Largest violation of an angle limit, rad; `None` without limits.
    pub limit_violation_rad: Option<f64>,
    /// Speed of the centre of mass of the ragdoll that was hit most, m/s; of the first one while
    /// none is hit; `None` without ragdolls.
    pub speed_m_s: Option<f64>,
    /// Its travel, m.
    pub travel_m: Option<f64>,
    /// Iterations of the step; `None` of methods that never stop early.
    pub iterations: Option<u32>,
}

/// Something that is plotted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quantity {
    /// Kinetic energy.
    KineticEnergy,
    /// Kinetic and potential energy.
    TotalEnergy,
    /// Amount of the linear momentum.
    Momentum,
    /// Largest joint error.
    JointError,
    /// Largest strain.
    Strain,
    /// Largest violation of an angle limit.
    LimitViolation,
    /// Speed of the figure.
    Speed,
    /// Way of the figure.
    Travel,
    /// Iterations of a step.
    Iterations,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 9] = [
        Quantity::Travel,
        Quantity::Speed,
        Quantity::JointError,
        Quantity::Strain,
        Quantity::LimitViolation,
        Quantity::KineticEnergy,
        Quantity::TotalEnergy,
        Quantity::Momentum,
        Quantity::Iterations,
    ];

    /// Its name on screen.
    pub fn title(self) -> &'static str {
        match self {
            Quantity::KineticEnergy => "kinetic energy",
            Quantity::TotalEnergy => "total energy",
            Quantity::Momentum => "momentum",
            Quantity::JointError => "joint error",
            Quantity::Strain => "strain",
            Quantity::LimitViolation => "limit violation",
            Quantity::Speed => "speed",
            Quantity::Travel => "travel",
            Quantity::Iterations => "iterations",
        }
    }

    /// Unit of [`Quantity::of`].
    pub fn unit(self) -> &'static str {
        match self {
            Quantity::KineticEnergy | Quantity::TotalEnergy => "J",
            Quantity::Momentum => "kg m/s",
            Quantity::JointError => "mm",
            Quantity::Strain => "%",
            Quantity::LimitViolation => "°",
            Quantity::Speed => "m/s",
            Quantity::Travel => "m",
            Quantity::Iterations => "",
        }
    }

    /// Name of its column in a table.
    pub fn key(self) -> &'static str {
        match self {
            Quantity::KineticEnergy => "kinetic_energy_j",
            Quantity::TotalEnergy => "total_energy_j",
            Quantity::Momentum => "momentum_kg_m_s",
            Quantity::JointError => "joint_error_mm",
            Quantity::Strain => "strain_percent",
            Quantity::LimitViolation => "limit_violation_deg",
            Quantity::Speed => "speed_m_s",
            Quantity::Travel => "travel_m",
            Quantity::Iterations => "iterations",
        }
    }

    /// Its value in a sample, in its unit; `None` where the scene has none.
    pub fn of(self, sample: &Sample) -> Option<f64> {
        match self {
            Quantity::KineticEnergy => Some(sample.kinetic_energy_j),
            Quantity::TotalEnergy => Some(sample.total_energy_j),
            Quantity::Momentum => Some(sample.momentum_kg_m_s),
            Quantity::JointError => Some(1000.0 * sample.joint_error_m),
            Quantity::Strain => sample.strain.map(|share| 100.0 * share),
            Quantity::LimitViolation => sample.limit_violation_rad.map(f64::to_degrees),
            Quantity::Speed => sample.speed_m_s,
            Quantity::Travel => sample.travel_m,
            Quantity::Iterations => sample.iterations.map(f64::from),
        }
    }
}

impl Sample {
    /// What a simulation shows now.
    pub fn of(simulation: &Simulation) -> Sample {
        let (model, state) = (simulation.world.model(), simulation.world.state());
        let kinetic_energy_j = report::kinetic_energy(model, state);
        let metrics: &Metrics = &simulation.metrics;
        Sample {
            time_s: simulation.time_s(),
            kinetic_energy_j,
            total_energy_j: kinetic_energy_j
                + report::potential_energy(model, state)
                + report::elastic_energy(model, state),
            momentum_kg_m_s: report::momentum(model, state).length(),
            joint_error_m: metrics.joint_error_m,
            strain: metrics.strain,
            limit_violation_rad: metrics.limit_violation_rad,
            speed_m_s: metrics.speed_m_s(&simulation.world),
            travel_m: metrics.travel_m(&simulation.world),
            iterations: simulation.world.iterations(),
        }
    }
}

/// The samples of a run, one for each step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Telemetry {
    first: u64,
    samples: Vec<Sample>,
}

impl Telemetry {
    /// Takes a sample after a step that has none yet.
    pub fn observe(&mut self, simulation: &Simulation) {
        let step = simulation.world.state().step;
        if self.samples.is_empty() || step > self.end() + 1 {
            self.samples.clear();
            self.first = step;
        }
        if step == self.first + self.samples.len() as u64 {
            self.samples.push(Sample::of(simulation));
        }
        if self.samples.len() > MOST {
            self.samples.drain(..MOST / 2);
            self.first += MOST as u64 / 2;
        }
    }

    /// Forgets what comes after a step.
    pub fn end_at(&mut self, step: u64) {
        let left = (step + 1).saturating_sub(self.first) as usize;
        self.samples.truncate(left);
    }

    /// First step that has a sample.
    pub fn start(&self) -> u64 {
        self.first
    }

    /// Last step that has a sample.
    pub fn end(&self) -> u64 {
        self.first + (self.samples.len() as u64).saturating_sub(1)
    }

    /// What was measured after a step.
    pub fn sample(&self, step: u64) -> Option<&Sample> {
        let place = step.checked_sub(self.first)?;
        self.samples.get(place as usize)
    }

    /// All samples, one for each step from [`Telemetry::start`].
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}
