//! Lagrange multipliers: the forces of all joints from one linear system.
//!
//! `(J M⁻¹ Jᵀ) λ = r − J v*`, with `v*` what forces alone make of the velocities. What rates
//! `r` are wanted is the matter of [`Stabilisation`]. Sources: Gästrin, section 5; Baumgarte,
//! "Stabilization of constraints and integrals of motion" (1972); Cline and Pai,
//! "Post-stabilization for rigid body simulation" (2003).

mod info;
mod settings;

use super::Drift;
use crate::physics::dynamics::balance::{Balance, Weighed};
use crate::physics::dynamics::contact_space::HalfAnswers;
use crate::physics::dynamics::direct::{DirectRows, Storage};
use crate::physics::dynamics::gradient::{Block, ScalarRow};
use crate::physics::dynamics::inertia::{inertia_at, Inertias};
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::dynamics::{move_freely, move_slots, End, JointSolver, Now};
use crate::physics::interrupt::Interrupt;
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
use glam::DMat3;
pub(super) use info::INFO;
pub use settings::{MultipliersSettings, Stabilisation};
use std::ops::Range;

/// Most passes with which joints are closed when the method takes over.
const MOST_PASSES: usize = 30;
/// Farthest that anything moves to close joints once, m: those that cannot be closed would
/// throw things away.
const MOST_CLOSING_M: f64 = 0.5;
/// Error at which they count as closed, m or rad.
const CLOSED: f64 = 1e-9;

/// Holds joints by multipliers.
#[derive(Debug, Clone, Default)]
pub struct Multipliers {
    /// Of each assembly.
    rows: Vec<DirectRows>,
    displacements: Vec<Spatial>,
    /// Of each assembly, whether something holds it.
    anchored: Vec<bool>,
}

impl JointSolver for Multipliers {
    fn prepare(&mut self, model: &Model, slots: &Slots) {
        let storage = settings_of(model).storage;
        let rows = |i: usize| DirectRows::new(model, slots.constraints(i), storage);
        self.rows = (0..slots.assemblies()).map(rows).collect();
        let anchored = |assembly: usize| {
            let mut of = slots.of_assembly(assembly);
            of.any(|slot| model.anchored[slots.articulation(model, slot)])
        };
        self.anchored = (0..slots.assemblies()).map(anchored).collect();
    }

    fn enter(&mut self, model: &Model, slots: &Slots, state: &mut State) -> Drift {
        let before = state.clone();
        let interrupt = Interrupt::default();
        let mut inertias = Inertias::default();
        inertias.resize(slots.len());
        for assembly in 0..slots.assemblies() {
            let of = slots.of_assembly(assembly);
            let mut before = f64::INFINITY;
            for _ in 0..MOST_PASSES {
                inertias.take(model, state, slots, of.clone());
                let error = self.close(model, state, slots, assembly, (&inertias, &interrupt));
                // What sleeps stays open.
                if error < CLOSED || error >= before {
                    break;
                }
                before = error;
            }
        }
        Drift::between(&before, state)
    }

    fn begin(&mut self, now: Now<'_>, assembly: usize) {
        self.rows[assembly].take(now, |_| 0.0);
    }

    fn hold(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]) {
        let settings = settings_of(now.model);
        let of = now.slots.of_assembly(assembly);
        let first = of.start;
        let rows = &mut self.rows[assembly];
        let [alpha, beta] = match settings.stabilisation {
            Stabilisation::Project => {
                rows.solve(velocities, first, |_, _| 0.0);
                return;
            }
            Stabilisation::None => [0.0; 2],
            Stabilisation::Baumgarte => [settings.alpha, settings.beta],
        };
        let before: Vec<Spatial> = of
            .clone()
            .map(|i| now.slots.velocity(now.state, i))
            .collect();
        for (slot, velocity) in of.zip(velocities.iter_mut()) {
            velocity.angular += gyroscopic(now, slot);
        }
        let rates: Vec<f64> = (0..rows.rows().len())
            .map(|row| rows.rate(row, &before, first))
            .collect();
        let wanted = |i: usize, row: &ScalarRow| {
            let back = 2.0 * alpha * rates[i] + beta * beta * row.error;
            rates[i] - now.h * (row.curving + back)
        };
        rows.solve(velocities, first, wanted);
    }

    fn respond(&mut self, now: Now<'_>, assembly: usize, motions: &mut [Spatial]) {
        let of = now.slots.of_assembly(assembly);
        let first = of.start;
        for (slot, motion) in of.zip(motions.iter_mut()) {
            *motion = now.inertias.of(slot).response(motion);
        }
        self.rows[assembly].solve(motions, first, |_, _| 0.0);
    }

    fn half_respond<'a>(
        &mut self,
        _: Now<'_>,
        assembly: usize,
        impulses: impl Iterator<Item = &'a [Block]>,
        into: &mut HalfAnswers,
    ) {
        self.rows[assembly].half_respond(impulses, into);
    }

    fn holds(&self, _: usize, _: usize) -> bool {
        true
    }

    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    ) {
        let projects = settings_of(model).stabilisation == Stabilisation::Project;
        let velocities = end.moving.iter().zip(end.kept);
        for (slot, (&moving, &kept)) in slots.of_assembly(assembly).zip(velocities) {
            match projects {
                true => move_freely(model, state, slots, slot, [moving, kept], end.h),
                // The gyroscopic torque is among the forces already.
                false => {
                    move_slots(state, slots, slot, moving.times(end.h));
                    slots.set_velocity(state, slot, kept);
                }
            }
        }
        if projects {
            let of = slots.of_assembly(assembly);
            let before = balance_of(model, state, slots, of.clone());
            self.close(model, state, slots, assembly, (end.inertias, end.interrupt));
            if !self.anchored[assembly] && !self.rows[assembly].rows().is_empty() {
                let now = balance_of(model, state, slots, of.clone());
                let missing = before.missing(&now);
                for slot in of {
                    let mut velocity = slots.velocity(state, slot);
                    let arm = weighed(model, state, slots, slot).position - now.centre;
                    velocity += missing.carried(arm);
                    slots.set_velocity(state, slot, velocity);
                }
            }
        }
    }
}

impl Multipliers {
    /// Moves the things of an assembly once to where its joints are closed, to first order;
    /// returns the largest error before that, m or rad.
    fn close(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        (inertias, interrupt): (&Inertias, &Interrupt),
    ) -> f64 {
        let rows = &mut self.rows[assembly];
        let of = slots.of_assembly(assembly);
        self.displacements.clear();
        self.displacements.resize(of.len(), Spatial::ZERO);
        let now = Now {
            model,
            state,
            slots,
            inertias,
            h: 0.0,
            interrupt,
        };
        rows.take(now, |_| 0.0);
        if rows.rows().is_empty() {
            return 0.0;
        }
        let first = of.start;
        rows.solve(&mut self.displacements, first, |_, row| -row.error);
        let errors = rows.rows().iter().map(|row| row.error.abs());
        let most = errors.fold(0.0, f64::max);
        let ways = self.displacements.iter().map(|d| d.linear.length());
        let farthest = ways.fold(0.0, f64::max);
        let part = (MOST_CLOSING_M / farthest).min(1.0);
        for (slot, displacement) in of.zip(&self.displacements) {
            move_slots(state, slots, slot, displacement.times(part));
        }
        most
    }
}

fn balance_of(model: &Model, state: &State, slots: &Slots, of: Range<usize>) -> Balance {
    Balance::of(of.map(|slot| weighed(model, state, slots, slot)))
}

fn weighed(model: &Model, state: &State, slots: &Slots, slot: usize) -> Weighed {
    let motion = slots.velocity(state, slot);
    match slots.mover(slot) {
        Mover::Particle(i) => Weighed {
            mass: model.particles[i].mass,
            inertia: DMat3::ZERO,
            position: state.particles[i].position,
            motion,
        },
        Mover::Body(i) => {
            let (constant, body) = (&model.bodies[i], &state.bodies[i]);
            Weighed {
                mass: constant.mass,
                inertia: inertia_at(constant, body.orientation),
                position: body.position,
                motion,
            }
        }
    }
}

fn settings_of(model: &Model) -> MultipliersSettings {
    match &model.settings.method {
        MethodSettings::Multipliers(settings) => *settings,
        _ => MultipliersSettings::default(),
    }
}

/// What the gyroscopic torque does to an angular velocity within a substep, rad/s.
fn gyroscopic(now: Now<'_>, slot: usize) -> glam::DVec3 {
    let spin = now.slots.velocity(now.state, slot).angular;
    let inertia = now.inertias.of(slot);
    let torque = -spin.cross(inertia.inertia * spin);
    inertia.inverse_inertia * torque * now.h
}

/// Accelerations of all bodies under gravity and their joints alone, in the order of the
/// model: linear, m/s², and angular, rad/s².
pub fn accelerations(model: &Model, state: &State, storage: Storage) -> Vec<Spatial> {
    let slots = Slots::of(model);
    let mut inertias = Inertias::default();
    inertias.resize(slots.len());
    inertias.take(model, state, &slots, 0..slots.len());
    // For one second, so that velocities gained are accelerations.
    let now = Now {
        model,
        state,
        slots: &slots,
        inertias: &inertias,
        h: 1.0,
        interrupt: &Interrupt::default(),
    };
    let mut accelerations = vec![Spatial::ZERO; slots.len()];
    for assembly in 0..slots.assemblies() {
        let of = slots.of_assembly(assembly);
        let mut rows = DirectRows::new(model, slots.constraints(assembly), storage);
        rows.take(now, |_| 0.0);
        let own = &mut accelerations[of.clone()];
        for (slot, own) in of.clone().zip(own.iter_mut()) {
            own.linear = model.settings.common.gravity;
            own.angular = gyroscopic(now, slot);
        }
        rows.solve(own, of.start, |_, row| -row.curving);
    }
    let of_body = |body: usize| accelerations[slots.of_body(body)];
    (0..model.bodies.len()).map(of_body).collect()
}
