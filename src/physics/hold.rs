//! What holds points of moving things at places of the world: the pull of a hand, and
//! pins.
//!
//! A pull is a spring with the damper that just keeps it from swinging, between the
//! point and its target. `M` is the mass of all that hangs together with the point and
//! `ω` the frequency: `F = −M ω² (p − t) − 2 M ω v`, at most so many times the weight
//! of `M`. It is taken at the end of a substep (backward Euler), with the true mass of
//! the point behind it, so that no target and no step makes it gain energy:
//! `(1 + (k h² + c h) K) λ = −h (k (C + h v) + c v)`. The impulse of the last substep is
//! the first guess, which the joints pass on before it is corrected: so a light hand
//! carries a heavy figure.

use super::attach::{Attachment, Level};
use super::math::solve_symmetric;
use super::model::Model;
use super::state::State;
use glam::{DMat3, DVec3};
use std::f64::consts::TAU;

/// Weights count under at least the gravity of the Earth, m/s², so that what floats
/// can be pulled too.
const LEAST_GRAVITY_M_S2: f64 = 9.81;
/// A target beyond this is refused, m from the origin.
const FARTHEST_M: f64 = 1e6;
/// Error at which a pin counts as met, m.
const MET_M: f64 = 1e-10;
/// Most passes over the pins; turning makes one pass miss by a little, and several
/// pins of one body move each other.
const MOST_PASSES: usize = 8;

/// How a pull gives way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spring {
    /// Frequency with which what is pulled would swing without the damper, Hz.
    pub frequency_hz: f64,
    /// Most force, in weights of what is pulled.
    pub most_weights: f64,
}

/// A spring that would swing faster is refused, Hz: a step cannot follow it.
const MOST_FREQUENCY_HZ: f64 = 1e3;
/// A hand that would be stronger is refused, weights of what is pulled.
const MOST_WEIGHTS: f64 = 1e4;

impl Spring {
    /// Whether a hand can pull so.
    pub fn is_sound(&self) -> bool {
        let is_in = |value: f64, most: f64| value > 0.0 && value <= most;
        is_in(self.frequency_hz, MOST_FREQUENCY_HZ) && is_in(self.most_weights, MOST_WEIGHTS)
    }
}

impl Default for Spring {
    fn default() -> Spring {
        Spring {
            frequency_hz: 5.0,
            most_weights: 4.0,
        }
    }
}

/// A hand that pulls a point to a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pull {
    /// What is pulled, and where.
    pub grip: Attachment,
    /// Where to, m.
    pub target: DVec3,
    /// How it gives way.
    pub spring: Spring,
    /// Impulse of the last substep, N·s.
    pub impulse: DVec3,
}

/// A point that stays where it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorldPin {
    /// What is pinned, and where.
    pub grip: Attachment,
    /// Where it stays, m.
    pub place: DVec3,
    /// Impulse of the last substep, N·s; the first guess of the next in forms that
    /// solve velocities first.
    pub impulse: DVec3,
}

/// The pull and the pins of a world.
#[derive(Debug, PartialEq, Default)]
pub struct Holds {
    /// The pull of the hand.
    pub pull: Option<Pull>,
    /// The pins, in the order in which they were set.
    pub pins: Vec<WorldPin>,
}

impl Clone for Holds {
    fn clone(&self) -> Holds {
        let mut copy = Holds::default();
        copy.clone_from(self);
        copy
    }

    /// As that of the state, without new memory where there is enough.
    fn clone_from(&mut self, other: &Holds) {
        self.pull = other.pull;
        self.pins.clone_from(&other.pins);
    }
}

impl Holds {
    /// Articulation that is pulled.
    pub fn pulled(&self, model: &Model) -> Option<usize> {
        self.pull
            .as_ref()
            .and_then(|pull| pull.grip.articulation(model))
    }

    /// Adds the pins of those articulations for which a condition holds, by index, to a list.
    pub fn list_pins(&self, model: &Model, list: &mut Vec<usize>, holds: impl Fn(usize) -> bool) {
        let pins = self.pins.iter().enumerate();
        let held = pins.filter(|(_, pin)| pin.grip.articulation(model).is_none_or(&holds));
        list.extend(held.map(|(i, _)| i));
    }

    /// Whether nothing is held.
    pub fn are_empty(&self) -> bool {
        self.pins.is_empty() && self.pull.is_none()
    }

    /// Whether a hand or a pin holds a body.
    pub fn hold_body(&self, body: usize) -> bool {
        let pins = self.pins.iter().map(|pin| pin.grip);
        let mut grips = pins.chain(self.pull.iter().map(|pull| pull.grip));
        grips.any(|grip| matches!(grip, Attachment::Body { body: held, .. } if held == body))
    }

    /// Forgets the impulses of the last substep.
    pub fn forget_impulses(&mut self) {
        if let Some(pull) = &mut self.pull {
            pull.impulse = DVec3::ZERO;
        }
        for pin in &mut self.pins {
            pin.impulse = DVec3::ZERO;
        }
    }
}

/// Whether something may be pulled there.
pub fn is_within_reach(target: DVec3) -> bool {
    target.is_finite() && target.length() <= FARTHEST_M
}

/// Mass of all that moves in each articulation, kg.
pub fn masses_of_articulations(model: &Model) -> Vec<f64> {
    let mut masses = vec![0.0; model.articulations];
    for particle in model.particles.iter().filter(|p| !p.fixed) {
        masses[particle.articulation] += particle.mass;
    }
    let mut of_bodies = vec![0.0; model.articulations];
    for body in &model.bodies {
        of_bodies[body.articulation] += body.mass;
    }
    masses.iter().zip(of_bodies).map(|(p, b)| p + b).collect()
}

/// A pull within a substep.
#[derive(Debug, Clone, Copy)]
pub struct PullRow {
    grip: Attachment,
    target: DVec3,
    /// From the target to the point before the substep, m.
    error: DVec3,
    /// Place of the point before the substep, m.
    start: DVec3,
    /// `k h²`, kg.
    stiffness: f64,
    /// `c h`, kg.
    damping: f64,
    /// Most impulse, N·s.
    most: f64,
    h: f64,
    /// Change of the velocity between the solve and the motion, m/s.
    coming: DVec3,
    /// Impulse so far, N·s.
    impulse: DVec3,
}

impl PullRow {
    /// The pull of a state at the begin of a substep of `h` seconds; `masses` are those
    /// of the articulations.
    pub fn new(model: &Model, state: &State, masses: &[f64], h: f64) -> Option<PullRow> {
        let pull = state.holds.pull.as_ref()?;
        let mass = masses[pull.grip.articulation(model)?];
        let omega = TAU * pull.spring.frequency_hz;
        let gravity = model.settings.common.gravity.length();
        let weight = mass * gravity.max(LEAST_GRAVITY_M_S2);
        let start = pull.grip.position(state);
        Some(PullRow {
            grip: pull.grip,
            target: pull.target,
            error: start - pull.target,
            start,
            stiffness: mass * omega * omega * h * h,
            damping: 2.0 * mass * omega * h,
            most: pull.spring.most_weights * weight * h,
            h,
            coming: DVec3::ZERO,
            impulse: DVec3::ZERO,
        })
    }

    /// Moves the point as the spring wants it at the end of the substep.
    pub fn relax(&mut self, model: &Model, state: &mut State) {
        let now = self.grip.position(state);
        let wanted = (now - self.target) * self.stiffness + (now - self.start) * self.damping;
        let push = self.change(model, state, wanted / self.h);
        self.grip.push(model, state, push * self.h, Level::Position);
    }

    /// The same for velocities, before the motion of the next `h` seconds.
    pub fn solve(&mut self, model: &Model, state: &mut State) {
        let way = (self.grip.velocity(state) + self.coming) * self.h;
        let wanted = (self.error + way) * self.stiffness + way * self.damping;
        let push = self.change(model, state, wanted / self.h);
        self.grip.push(model, state, push, Level::Velocity);
    }

    /// Applies the impulse of the last substep as the first guess.
    pub fn warm_start(&mut self, model: &Model, state: &mut State, level: Level) {
        self.take_known_impulse(state);
        let push = match level {
            Level::Position => self.impulse * self.h,
            Level::Velocity => self.impulse,
        };
        self.grip.push(model, state, push, level);
    }

    /// Takes the error anew after a motion; gravity acts before the next one.
    pub fn look_ahead(&mut self, model: &Model, state: &State) {
        self.error = self.grip.position(state) - self.target;
        self.coming = model.settings.common.gravity * self.h;
    }

    /// Where it grips.
    pub fn grip(&self) -> Attachment {
        self.grip
    }

    /// Most impulse, N·s.
    pub fn most(&self) -> f64 {
        self.most
    }

    /// Impulse so far, N·s.
    pub fn impulse(&self) -> DVec3 {
        self.impulse
    }

    /// Sets the impulse, N·s.
    pub fn set_impulse(&mut self, impulse: DVec3) {
        self.impulse = impulse;
    }

    /// As a row of velocities that gives way: by how much per impulse, 1/kg, and the velocity
    /// that is wanted, m/s. From `λ = −(k h C + (k h² + c h) v)`.
    /// Nothing if it has no strength.
    pub fn as_row(&self) -> Option<(f64, DVec3)> {
        let strength = self.stiffness + self.damping;
        let wanted = self.error * (-self.stiffness / (strength * self.h));
        (strength > 0.0 && self.most > 0.0).then_some((1.0 / strength, wanted))
    }

    /// Takes the impulse of the last substep as the first guess.
    pub fn take_known_impulse(&mut self, state: &State) {
        let known = state.holds.pull.map_or(DVec3::ZERO, |pull| pull.impulse);
        self.impulse = known.clamp_length_max(self.most);
    }

    /// Keeps the impulse in the state.
    pub fn remember(&self, state: &mut State) {
        if let Some(pull) = &mut state.holds.pull {
            pull.impulse = self.impulse;
        }
    }

    /// The change of the impulse when the spring wants `−wanted`, N·s.
    fn change(&mut self, model: &Model, state: &State, wanted: DVec3) -> DVec3 {
        let before = self.impulse;
        let inverse_mass = self.grip.inverse_mass_matrix(model, state);
        let matrix = inverse_mass * (self.stiffness + self.damping) + DMat3::IDENTITY;
        let change = matrix.inverse() * (wanted + before);
        self.impulse = (before - change).clamp_length_max(self.most);
        self.impulse - before
    }
}

/// Puts those pinned points where they belong, by index.
pub fn relax_pins(model: &Model, state: &mut State, pins: &[usize]) {
    for _ in 0..MOST_PASSES {
        let mut worst: f64 = 0.0;
        for &i in pins {
            let pin = state.holds.pins[i];
            let error = pin.grip.position(state) - pin.place;
            worst = worst.max(error.length());
            if let Some(push) = push_against(model, state, pin.grip, error) {
                pin.grip.push(model, state, push, Level::Position);
            }
        }
        if worst <= MET_M {
            break;
        }
    }
}

/// Takes the velocity of those pinned points, by index.
pub fn stop_pins(model: &Model, state: &mut State, pins: &[usize]) {
    for &i in pins {
        let grip = state.holds.pins[i].grip;
        let velocity = grip.velocity(state);
        if let Some(push) = push_against(model, state, grip, velocity) {
            grip.push(model, state, push, Level::Velocity);
            state.holds.pins[i].impulse += push;
        }
    }
}

/// Applies the impulses of the last substep as the first guess.
pub fn warm_start_pins(model: &Model, state: &mut State, pins: &[usize]) {
    for &i in pins {
        let pin = state.holds.pins[i];
        pin.grip.push(model, state, pin.impulse, Level::Velocity);
    }
}

/// The push that takes an error of a point away; none if it cannot move.
fn push_against(model: &Model, state: &State, grip: Attachment, error: DVec3) -> Option<DVec3> {
    let inverse_mass = grip.inverse_mass_matrix(model, state);
    solve_symmetric(&inverse_mass, -error)
}
