//! Free motion of an assembly by Runge-Kutta of fourth order.
//!
//! Accelerations are those of the multipliers, `(J M⁻¹ Jᵀ) λ = −c − J a`, with `c` how the rows
//! bend at constant velocities and `a` what forces and gyroscopic torques do (Gästrin, section
//! 5). A velocity of first order that is held for a substep opens joints by what they turn
//! meanwhile; where heavy hangs from light, to close them again moves the light far, and what
//! it gains so is thrown about.

use crate::physics::dynamics::direct::DirectRows;
use crate::physics::dynamics::driven::{taken_in, Driven};
use crate::physics::dynamics::gradient::Block;
use crate::physics::dynamics::inertia::Inertias;
use crate::physics::dynamics::pieces::Misfit;
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::dynamics::Now;
use crate::physics::interrupt::Interrupt;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DQuat, DVec3};
use std::ops::Range;

/// Where something is and how it moves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pose {
    position: DVec3,
    orientation: DQuat,
    motion: Spatial,
}

/// How that changes.
#[derive(Debug, Clone, Copy, Default)]
struct Rate {
    position: DVec3,
    orientation: DQuat,
    gained: Spatial,
}

/// Scratch memory of the integration.
#[derive(Debug, Clone, Default)]
pub(super) struct Lead {
    /// Of the slots of the assembly, as the piece begins.
    start: Vec<Pose>,
    /// Forces, N and N·m, the same during the whole substep.
    forces: Vec<Spatial>,
    rates: [Vec<Rate>; 4],
    /// Energy that springs hold as the piece begins, J, and the power that dampers take in its
    /// stages, W.
    held: f64,
    taken: [f64; 4],
    blocks: Vec<Block>,
    accelerations: Vec<Spatial>,
    /// Duration of the piece, s.
    h: f64,
    /// At the poses of a stage, in all slots.
    inertias: Inertias,
}

/// An assembly.
#[derive(Clone, Copy)]
pub(super) struct Whose<'a> {
    pub model: &'a Model,
    pub slots: &'a Slots,
    pub assembly: usize,
    pub driven: Option<Driven<'a>>,
    pub interrupt: &'a Interrupt,
}

impl Whose<'_> {
    pub fn of(&self) -> Range<usize> {
        self.slots.of_assembly(self.assembly)
    }
}

impl Lead {
    /// Takes in what forces make of the velocities of an assembly in `h` seconds; `inertias`
    /// are those at its poses.
    pub fn begin(
        &mut self,
        whose: Whose<'_>,
        state: &State,
        (forced, inertias): (&[Spatial], &Inertias),
        h: f64,
    ) {
        self.forces.clear();
        for (slot, &forced) in whose.of().zip(forced) {
            let mut gained = forced;
            gained += whose.slots.velocity(state, slot).times(-1.0);
            let momentum = inertias.of(slot).momentum(&gained);
            self.forces.push(momentum.times(1.0 / h));
        }
    }

    /// Takes in where a piece begins; `rows` are to be taken there, or are so already.
    pub fn start(&mut self, whose: Whose<'_>, state: &State, rows: &mut DirectRows, taken: bool) {
        self.note(whose, state);
        self.held = whose.driven.map_or(0.0, |driven| driven.energy(state));
        self.find_rates(whose, state, (rows, taken), 0);
    }

    /// Leads the assembly from the start through `h` seconds; returns how far the stages are
    /// from what is allowed, see [`Misfit`].
    pub fn go(
        &mut self,
        whose: Whose<'_>,
        state: &mut State,
        rows: &mut DirectRows,
        h: f64,
    ) -> f64 {
        self.h = h;
        for (k, part) in [0.5, 0.5, 1.0].into_iter().enumerate() {
            for ((slot, start), rate) in whose.of().zip(&self.start).zip(&self.rates[k]) {
                followed(start, [(rate, part * h)]).put(whose.slots, state, slot);
            }
            self.find_rates(whose, state, (rows, false), k + 1);
        }
        let mut misfit = Misfit::default();
        for (i, (slot, start)) in whose.of().zip(&self.start).enumerate() {
            let rates = self.rates.each_ref().map(|rates| &rates[i]);
            misfit.add(start.motion, rates.map(|rate| rate.gained), h);
            let weights = [1.0, 2.0, 2.0, 1.0].map(|weight| weight * h / 6.0);
            let parts = [0, 1, 2, 3].map(|k| (rates[k], weights[k]));
            followed(start, parts).put(whose.slots, state, slot);
        }
        misfit.over_allowed()
    }

    /// Notes where the assembly is, to put it back.
    pub fn note(&mut self, whose: Whose<'_>, state: &State) {
        self.start.clear();
        for slot in whose.of() {
            self.start.push(Pose::of(whose.slots, state, slot));
        }
    }

    /// The force on what is in a slot, counted from the first of the assembly, N and N·m.
    pub fn force(&self, slot: usize) -> Spatial {
        self.forces[slot]
    }

    /// What forces and springs have done since the piece began, J; torques that turn something
    /// are those of drag.
    pub fn work(&self, whose: Whose<'_>, state: &State) -> f64 {
        let slots = whose.of().zip(&self.start).zip(&self.forces);
        let work = slots.map(|((slot, start), force)| {
            let now = Pose::of(whose.slots, state, slot);
            let turned = (start.motion.angular + now.motion.angular) * (0.5 * self.h);
            let moved = now.position - start.position;
            force.linear.dot(moved) + force.angular.dot(turned)
        });
        let of_forces: f64 = work.sum();
        match whose.driven {
            Some(driven) => {
                let taken = taken_in(self.h, self.taken);
                of_forces + self.held - driven.energy(state) - taken
            }
            None => of_forces,
        }
    }

    /// Puts the assembly back to where it was noted.
    pub fn undo(&self, whose: Whose<'_>, state: &mut State) {
        for (slot, start) in whose.of().zip(&self.start) {
            start.put(whose.slots, state, slot);
        }
    }

    fn find_rates(
        &mut self,
        whose: Whose<'_>,
        state: &State,
        (rows, taken): (&mut DirectRows, bool),
        stage: usize,
    ) {
        let (model, slots) = (whose.model, whose.slots);
        let of = whose.of();
        self.inertias.resize(slots.len());
        self.inertias.take(model, state, slots, of.clone());
        if !taken {
            let now = Now {
                model,
                state,
                slots,
                inertias: &self.inertias,
                h: 0.0,
                interrupt: whose.interrupt,
            };
            rows.take(now, |_| 0.0);
        }
        self.accelerations.clear();
        for (slot, force) in of.clone().zip(&self.forces) {
            let inertia = self.inertias.of(slot);
            let spin = slots.velocity(state, slot).angular;
            let mut force = *force;
            force.angular -= spin.cross(inertia.inertia * spin);
            self.accelerations.push(inertia.response(&force));
        }
        if let Some(driven) = whose.driven {
            let (accelerations, inertias) = (&mut self.accelerations, &self.inertias);
            self.taken[stage] = driven.each_force(state, &mut self.blocks, |i, force| {
                accelerations[i] += inertias.of(of.start + i).response(&force);
            });
        }
        rows.solve(&mut self.accelerations, of.start, |_, row| -row.curving);
        let rates = &mut self.rates[stage];
        rates.clear();
        for (slot, &gained) in of.zip(&self.accelerations) {
            let Pose {
                orientation,
                motion: Spatial { linear, angular },
                ..
            } = Pose::of(slots, state, slot);
            let spin = DQuat::from_xyzw(angular.x, angular.y, angular.z, 0.0);
            rates.push(Rate {
                position: linear,
                orientation: spin * orientation * 0.5,
                gained,
            });
        }
    }
}

/// A pose after some rates, each for so many seconds.
fn followed<const N: usize>(start: &Pose, rates: [(&Rate, f64); N]) -> Pose {
    let mut pose = *start;
    for (rate, h) in rates {
        pose.position += rate.position * h;
        pose.orientation += rate.orientation * h;
        pose.motion += rate.gained.times(h);
    }
    pose.orientation = pose.orientation.normalize();
    pose
}

impl Pose {
    pub fn of(slots: &Slots, state: &State, slot: usize) -> Pose {
        let motion = slots.velocity(state, slot);
        match slots.mover(slot) {
            Mover::Particle(i) => Pose {
                position: state.particles[i].position,
                orientation: DQuat::IDENTITY,
                motion,
            },
            Mover::Body(i) => Pose {
                position: state.bodies[i].position,
                orientation: state.bodies[i].orientation,
                motion,
            },
        }
    }

    pub fn put(&self, slots: &Slots, state: &mut State, slot: usize) {
        match slots.mover(slot) {
            Mover::Particle(i) => state.particles[i].position = self.position,
            Mover::Body(i) => {
                state.bodies[i].position = self.position;
                state.bodies[i].orientation = self.orientation;
            }
        }
        slots.set_velocity(state, slot, self.motion);
    }
}
