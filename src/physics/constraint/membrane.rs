//! Triangles between particles; a closed membrane keeps its volume.
//!
//! With `V = Σ a·(b × c) / 6` over the triangles, the gradient at a particle is a third of the
//! area vectors of the triangles round it, so that `Δx = −k w g (V − V₀) / Σ w g²` meets
//! `V = V₀` to first order; its pushes add up to nothing, and have no moment.
//! Sources: Jakobsen, section 7 (soft bodies from particles and sticks); Müller et al.,
//! "Position Based Dynamics" (2007), section 4.4 (closed volumes under pressure).

use super::{BodiesMut, Constraint, ConstraintRow, ConstraintRows, Role};
use crate::physics::attach::{Attachment, Level};
use crate::physics::model::{Model, Settings, TriangleModel};
use crate::physics::state::State;
use glam::DVec3;

/// Triangles between particles.
#[derive(Debug, Clone, PartialEq)]
pub struct Membrane {
    /// What it joins: each particle once.
    particles: Vec<usize>,
    /// Corners of each triangle as places in the list of particles.
    triangles: Vec<[usize; 3]>,
    /// What it keeps of its volume; `None` = nothing.
    pub volume: Option<KeptVolume>,
    /// The gas inside; `None` = none.
    pub gas: Option<Gas>,
}

/// A gas that keeps its temperature: its pressure times its volume stays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gas {
    /// Pressure times volume, J.
    pub amount: f64,
    /// Pressure outside, Pa.
    pub outside: f64,
    /// Volume at which its energy counts as zero, m³.
    pub start: f64,
}

impl Gas {
    /// Energy at a volume, J: what it can do on its way to the volume of the start.
    fn energy(&self, volume: f64) -> f64 {
        let ratio = (volume / self.start).max(f64::MIN_POSITIVE);
        self.outside * (volume - self.start) - self.amount * libm::log(ratio)
    }

    /// Pressure over that outside at the end of `h` seconds, Pa. Without it the volume would
    /// then be `unpushed`; each pascal second widens it by `yielding` times `h`. With
    /// `p = C / V − p₀` and `V = unpushed + yielding h² p`, `V` is the positive root of a
    /// quadratic equation.
    fn pressure(&self, unpushed: f64, yielding: f64, h: f64) -> f64 {
        let widening = yielding * h * h;
        let without = unpushed - widening * self.outside;
        let root = (without * without + 4.0 * widening * self.amount).sqrt();
        let volume = match without > 0.0 {
            true => 0.5 * (without + root),
            false => 2.0 * widening * self.amount / (root - without),
        };
        self.amount / volume - self.outside
    }
}

/// The volume that a closed membrane keeps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeptVolume {
    /// The volume, m³; negative where the triangles are clockwise from outside.
    pub volume: f64,
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Membrane {
    /// Triangles between these particles.
    pub fn new(triangles: &[[usize; 3]], volume: Option<KeptVolume>) -> Membrane {
        let mut particles: Vec<usize> = triangles.iter().flatten().copied().collect();
        particles.sort_unstable();
        particles.dedup();
        let place = |corner: usize| particles.partition_point(|&particle| particle < corner);
        let triangles = triangles.iter().map(|corners| corners.map(place)).collect();
        Membrane {
            particles,
            triangles,
            volume,
            gas: None,
        }
    }

    /// The particles at its corners, each once.
    pub fn particles(&self) -> &[usize] {
        &self.particles
    }

    /// The particles at the corners of each triangle.
    pub fn corners(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        let triangles = self.triangles.iter();
        triangles.map(|corners| corners.map(|place| self.particles[place]))
    }

    /// Whether there is something inside that it keeps, which only a closed surface can.
    pub fn keeps_inside(&self) -> bool {
        self.volume.is_some() || self.gas.is_some()
    }

    /// By how much its size differs from that of the volume that it keeps, as a share: the
    /// relative change of its lengths if all changed alike; `None` if it keeps none.
    pub fn strain(&self, state: &State) -> Option<f64> {
        let kept = self.volume?.volume;
        Some((libm::cbrt(self.volume(state) / kept) - 1.0).abs())
    }

    /// Energy of its gas, J; zero without one.
    pub fn gas_energy(&self, state: &State) -> f64 {
        let volume = || self.volume(state).abs();
        self.gas.map_or(0.0, |gas| gas.energy(volume()))
    }

    /// Lets its gas press on the particles for `h` seconds, with the pressure of their end:
    /// so it takes energy away and never adds any.
    pub fn press(&self, model: &Model, state: &mut State, h: f64, gradient: &mut Vec<DVec3>) {
        // What begins flat has none.
        let Some(gas) = self.gas.filter(|gas| gas.amount > 0.0) else {
            return;
        };
        self.find_gradient(state, gradient);
        let volume = self.volume(state);
        let outward = if volume < 0.0 { -1.0 } else { 1.0 };
        let (rate, yielding) = self.answer(model, state, gradient);
        if yielding > 0.0 {
            let unpushed = (volume + rate * h) * outward;
            let impulse = gas.pressure(unpushed, yielding, h) * h * outward;
            for (&i, &g) in self.particles.iter().zip(&*gradient) {
                Attachment::Particle(i).push(model, state, g * impulse, Level::Velocity);
            }
        }
    }

    /// Rate of the volume, m³/s, and how it answers pushes along its gradient.
    fn answer(&self, model: &Model, state: &State, gradient: &[DVec3]) -> (f64, f64) {
        let (mut rate, mut yielding) = (0.0, 0.0);
        for (&i, g) in self.particles.iter().zip(gradient) {
            rate += g.dot(state.particles[i].velocity);
            yielding += state.inverse_mass_of_particle(model, i) * g.length_squared();
        }
        (rate, yielding)
    }

    /// Volume inside the triangles as seen from its first particle, m³; it is another one from
    /// elsewhere if they are not closed.
    pub fn volume(&self, state: &State) -> f64 {
        let place = |particle: usize| state.particles[particle].position;
        let from = self.particles.first().map_or(DVec3::ZERO, |&i| place(i));
        let corner = |&i: &usize| place(self.particles[i]) - from;
        let parts = self.triangles.iter().map(|[a, b, c]| {
            let [a, b, c] = [corner(a), corner(b), corner(c)];
            a.dot(b.cross(c))
        });
        parts.sum::<f64>() / 6.0
    }

    /// Finds by how much the volume grows with the way of each particle, m².
    fn find_gradient(&self, state: &State, gradient: &mut Vec<DVec3>) {
        gradient.clear();
        gradient.resize(self.particles.len(), DVec3::ZERO);
        for &corners in &self.triangles {
            let [a, b, c] = corners.map(|i| state.particles[self.particles[i]].position);
            let share = (b - a).cross(c - a) / 6.0;
            corners.into_iter().for_each(|i| gradient[i] += share);
        }
    }

    /// Moves the particles so that the volume is met; `scratch` is memory for the gradient.
    pub(super) fn relax(&self, model: &Model, state: &mut State, scratch: &mut Vec<DVec3>) {
        if let Some(kept) = self.volume {
            let error = self.volume(state) - kept.volume;
            let share = kept.relaxation_factor * model.settings.over_relaxation();
            let places = (Level::Position, scratch);
            self.push(model, state, places, |_| -share * error);
        }
    }

    /// Takes away what changes the volume.
    pub(super) fn solve_velocity(
        &self,
        model: &Model,
        state: &mut State,
        scratch: &mut Vec<DVec3>,
    ) {
        if let Some(kept) = self.volume {
            let speeds = (Level::Velocity, scratch);
            self.push(model, state, speeds, |rate| -kept.relaxation_factor * rate);
        }
    }

    /// Changes the volume, or its rate, by what is asked for when that rate is known, m³/s.
    fn push(
        &self,
        model: &Model,
        state: &mut State,
        (level, gradient): (Level, &mut Vec<DVec3>),
        change: impl FnOnce(f64) -> f64,
    ) {
        self.find_gradient(state, gradient);
        let (rate, yielding) = self.answer(model, state, gradient);
        if yielding <= 0.0 {
            return;
        }
        let size = change(rate) / yielding;
        for (&i, &g) in self.particles.iter().zip(&*gradient) {
            Attachment::Particle(i).push(model, state, g * size, level);
        }
    }
}

/// What a method that solves nothing but rows cannot simulate of a model: kept volumes, gases,
/// and surfaces that meet themselves or on which the air presses.
pub fn beyond_rows(model: &Model) -> Option<&'static str> {
    let keeps = |constraint: &Constraint| match constraint {
        Constraint::Membrane(membrane) => membrane.keeps_inside(),
        _ => false,
    };
    let catches_wind = |triangle: &TriangleModel| triangle.air_density > 0.0;
    if meets_itself(model) {
        return Some("surfaces with self-collision");
    }
    if model.constraints.iter().any(keeps) {
        return Some("surfaces with volume preservation or gas");
    }
    let any_catches = model.triangles.iter().any(catches_wind);
    any_catches.then_some("surfaces with wind pressure")
}

/// Whether a surface of a model collides with itself.
pub fn meets_itself(model: &Model) -> bool {
    let mut triangles = model.triangles.iter();
    triangles.any(|triangle| triangle.meets_itself && triangle.radius > 0.0)
}

impl ConstraintRows for Membrane {
    fn role(&self) -> Role {
        Role::Stick
    }

    fn attachments(&self) -> [Attachment; 2] {
        let end = |particle: Option<&usize>| {
            particle.map_or(Attachment::World(DVec3::ZERO), |&i| Attachment::Particle(i))
        };
        [end(self.particles.first()), end(self.particles.last())]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        BodiesMut::new()
    }

    fn row_count(&self) -> usize {
        0
    }

    fn row(&self, _: usize, _: Level, _: &State, _: &Settings) -> Option<ConstraintRow> {
        None
    }

    fn has_equalities(&self) -> bool {
        false
    }
}
