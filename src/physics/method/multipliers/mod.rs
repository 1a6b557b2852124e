//! Lagrange multipliers: the forces of all joints from one linear system.
//!
//! `(J M⁻¹ Jᵀ) λ = r − J v*`, with `v*` what forces alone make of the velocities. What rates
//! `r` are wanted is the matter of [`Stabilisation`]. Sources: Gästrin, section 5; Baumgarte,
//! "Stabilization of constraints and integrals of motion" (1972); Cline and Pai,
//! "Post-stabilization for rigid body simulation" (2003).

mod info;
mod lead;
mod settings;

use super::Drift;
use crate::physics::constraint::ConstraintRows;
use crate::physics::dynamics::balance::{Balance, Slowing, Weighed};
use crate::physics::dynamics::contact_space::HalfAnswers;
use crate::physics::dynamics::direct::{DirectRows, Storage};
use crate::physics::dynamics::gradient::{Block, ScalarRow};
use crate::physics::dynamics::inertia::{inertia_at, Inertias};
use crate::physics::dynamics::pieces::{Pieces, Verdict};
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::dynamics::{move_freely, move_slots, End, JointSolver, Now};
use crate::physics::interrupt::Interrupt;
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
use glam::{DMat3, DVec3};
pub(super) use info::INFO;
use lead::{Lead, Pose, Whose};
pub use settings::{MultipliersSettings, Stabilisation};

/// Error up to which joints are closed after every motion, m or rad.
pub const CLOSED: f64 = 1e-6;
/// The same of a row; a point has three.
const CLOSED_ROW: f64 = 0.5 * CLOSED;
/// The same of rounding.
const ROUNDING: f64 = 1e-13;
/// The same when the method takes over.
const CLOSED_AT_FIRST: f64 = 1e-9;
/// Most passes with which joints are closed after a motion; each squares what is left.
const MOST_PASSES: u32 = 8;
/// The same when the method takes over.
const MOST_PASSES_AT_FIRST: u32 = 30;
/// Into how many pieces a motion is cut at most that Runge-Kutta leads.
const MOST_LED: u32 = 32;
/// Into how many pieces a motion is cut whose joints do not close.
const MOST_PIECES: u32 = 8;
/// Error from which a joint counts as one that cannot be held, m.
const NOT_HELD_M: f64 = 0.01;
/// Share of its energy that an assembly may gain while it is led; more shows that it was not.
const MOST_GAINED: f64 = 0.01;
/// What rounding may add to that, J.
const LEAST_GAINED_J: f64 = 1e-9;
/// How many times more a joint is open that a motion has opened, and not something that cannot
/// be closed.
const OPENED: f64 = 2.0;
/// Share of an error that a pass with the matrix of a pass before has to take; else the matrix
/// of the present poses costs less than more passes.
const SLOW: f64 = 0.1;
/// Farthest that anything moves to close joints once, m: those that cannot be closed would
/// throw things away.
const MOST_CLOSING_M: f64 = 0.5;

/// Holds joints by multipliers.
#[derive(Debug, Clone, Default)]
pub struct Multipliers {
    /// Of each assembly.
    rows: Vec<DirectRows>,
    displacements: Vec<Spatial>,
    /// Of each assembly, whether something holds it.
    anchored: Vec<bool>,
    /// The same, whether it has joints.
    jointed: Vec<bool>,
    /// The same, how far its joints are open as a substep begins, m or rad.
    open: Vec<f64>,
    /// Velocities that forces leave, and what joints leave of them, in slots.
    forced: Vec<Spatial>,
    free: Vec<Spatial>,
    /// Masses where joints are closed, in slots.
    inertias: Inertias,
    lead: Lead,
    /// The slot of something whose joints could not be closed.
    not_held: Option<usize>,
    /// Of an assembly, where a substep begins.
    before: Vec<Pose>,
}

impl JointSolver for Multipliers {
    const FOLLOWS_SPRINGS: bool = true;

    fn prepare(&mut self, model: &Model, slots: &Slots) {
        let storage = settings_of(model).storage;
        let rows = |i: usize| DirectRows::new(model, slots.constraints(i), storage);
        self.rows = (0..slots.assemblies()).map(rows).collect();
        let anchored = |assembly: usize| {
            let mut of = slots.of_assembly(assembly);
            of.any(|slot| model.anchored[slots.articulation(model, slot)])
        };
        self.anchored = (0..slots.assemblies()).map(anchored).collect();
        let joins = |&constraint: &usize| model.constraints[constraint].has_equalities();
        let jointed = |assembly: usize| slots.constraints(assembly).iter().any(joins);
        self.jointed = (0..slots.assemblies()).map(jointed).collect();
        self.open = vec![0.0; slots.assemblies()];
        self.forced = vec![Spatial::ZERO; slots.len()];
        self.free = vec![Spatial::ZERO; slots.len()];
        self.inertias.resize(slots.len());
    }

    fn enter(&mut self, model: &Model, slots: &Slots, state: &mut State) -> Drift {
        let before = state.clone();
        for assembly in 0..slots.assemblies() {
            let whose = Whose {
                model,
                slots,
                assembly,
                driven: None,
                interrupt: &Interrupt::default(),
            };
            // What sleeps stays open.
            self.close(whose, state, (CLOSED_AT_FIRST, MOST_PASSES_AT_FIRST));
        }
        Drift::between(&before, state)
    }

    fn begin(&mut self, now: Now<'_>, assembly: usize) {
        self.rows[assembly].take(now, |_| 0.0);
        self.open[assembly] = self.rows[assembly].largest_error();
    }

    fn hold(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]) {
        let settings = settings_of(now.model);
        let of = now.slots.of_assembly(assembly);
        let first = of.start;
        let rows = &mut self.rows[assembly];
        let [alpha, beta] = match settings.stabilisation {
            Stabilisation::Project => {
                self.forced[of.clone()].copy_from_slice(velocities);
                rows.solve(velocities, first, |_, _| 0.0);
                self.free[of].copy_from_slice(velocities);
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

    fn take_not_held(&mut self) -> Option<usize> {
        self.not_held.take()
    }

    /// What is led through free motion follows its parabola by itself.
    fn moves_with_new_velocity(&self, model: &Model, articulation: usize) -> bool {
        !(model.jointed[articulation] && projects(model))
    }

    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    ) {
        let whose = Whose {
            model,
            slots,
            assembly,
            driven: end.driven,
            interrupt: end.interrupt,
        };
        if !projects(model) {
            let velocities = end.moving.iter().zip(end.kept);
            for (slot, (&moving, &kept)) in whose.of().zip(velocities) {
                // The gyroscopic torque is among the forces already.
                move_slots(state, slots, slot, moving.times(end.h));
                slots.set_velocity(state, slot, kept);
            }
        } else {
            let is_free = self.jointed[assembly]
                && self.open[assembly] <= OPENED * CLOSED_ROW
                && (end.driven.is_some() || *end.moving == self.free[whose.of()]);
            if self.jointed[assembly] {
                let forced = &self.forced[whose.of()];
                let forces = (forced, end.inertias);
                self.lead.begin(whose, state, forces, end.h);
            }
            if !(is_free && self.lead(whose, state, end)) {
                self.follow(whose, state, end);
            }
        }
    }
}

impl Multipliers {
    /// Leads an assembly that nothing pushes but springs of its joints. What cannot be led, as
    /// sticks that come taut all at once, is as it was; then it returns false.
    fn lead(&mut self, whose: Whose<'_>, state: &mut State, end: &End<'_>) -> bool {
        self.before.clear();
        self.before
            .extend(whose.of().map(|slot| Pose::of(whose.slots, state, slot)));
        let forced = Balance::of(whose.of().map(|slot| Weighed {
            motion: self.forced[slot],
            ..weighed(whose, state, slot)
        }));
        let mut pieces = Pieces::new(end.h, MOST_LED);
        let mut is_taken = true;
        while pieces.are_left() && !end.interrupt.is_due() {
            let rows = &mut self.rows[whose.assembly];
            self.lead.start(whose, state, rows, is_taken);
            let energy = energy_of(whose, state);
            let mut verdict = Verdict::Shorter;
            while verdict == Verdict::Shorter {
                let h = pieces.seconds();
                let misfit = self.lead.go(whose, state, rows, h);
                verdict = pieces.judge(misfit);
                if verdict == Verdict::Shorter {
                    self.lead.undo(whose, state);
                }
            }
            let is_closed = verdict == Verdict::Passes
                && self.close(whose, state, (CLOSED_ROW, MOST_PASSES)) <= CLOSED_ROW;
            self.hold_velocities(whose, state);
            let known = energy + self.lead.work(whose, state);
            let gained = energy_of(whose, state) - known;
            // False of what is no number.
            let is_true = gained <= MOST_GAINED * known.abs() + LEAST_GAINED_J;
            if !(is_closed && is_true) {
                for (slot, before) in whose.of().zip(&self.before) {
                    before.put(whose.slots, state, slot);
                }
                return false;
            }
            let floats = !self.anchored[whose.assembly];
            let things = whose.of().map(|slot| weighed(whose, state, slot));
            if let Some(slowing) = Slowing::to(things, floats, known) {
                slow(whose, state, &slowing);
            }
            is_taken = false;
        }
        if !self.anchored[whose.assembly] {
            // What Runge-Kutta leaves of fifth order goes on for ever in empty space.
            keep_momenta(whose, state, &forced);
        }
        true
    }

    /// Slows the things of an assembly that have more kinetic energy than they may, J.
    fn restrain(&self, whose: Whose<'_>, state: &mut State, most: f64) {
        let floats = !self.anchored[whose.assembly];
        let things = whose.of().map(|slot| weighed(whose, state, slot));
        if let Some(slowing) = Slowing::below(things, floats, most) {
            slow(whose, state, &slowing);
        }
    }

    /// Moves an assembly as rows allow, and closes its joints; in pieces if that does not close
    /// them.
    fn follow(&mut self, whose: Whose<'_>, state: &mut State, end: &End<'_>) {
        if !self.jointed[whose.assembly] {
            for (i, slot) in whose.of().enumerate() {
                let velocities = [end.moving[i], end.kept[i]];
                move_freely(whose.model, state, whose.slots, slot, velocities, end.h);
            }
            return;
        }
        let most = self.energy_left(whose, state, end);
        if end.flies {
            self.lead_back(whose, state, end.h);
        }
        self.lead.note(whose, state);
        let mut pieces = 1;
        while !self.follow_in(pieces, whose, state, end)
            && pieces < MOST_PIECES
            && !end.interrupt.is_due()
        {
            self.lead.undo(whose, state);
            pieces = MOST_PIECES;
        }
        self.hold_velocities(whose, state);
        self.restrain(whose, state, most);
        let rows = &self.rows[whose.assembly];
        self.not_held = self.not_held.or_else(|| rows.farther_than(NOT_HELD_M));
    }

    /// The same in so many pieces; returns whether they are closed.
    fn follow_in(
        &mut self,
        pieces: u32,
        whose: Whose<'_>,
        state: &mut State,
        end: &End<'_>,
    ) -> bool {
        let (model, slots, of) = (whose.model, whose.slots, whose.of());
        let h = end.h / f64::from(pieces);
        for piece in 0..pieces {
            for (i, slot) in of.clone().enumerate() {
                // Later pieces go on with the velocities that the joints leave them.
                let velocities = match (piece, pieces) {
                    (0, 1) => [end.moving[i], end.kept[i]],
                    (0, _) => [end.moving[i]; 2],
                    _ => [slots.velocity(state, slot); 2],
                };
                move_freely(model, state, slots, slot, velocities, h);
            }
            let before = balance_of(whose, state);
            // What cannot be closed closes no better in pieces.
            let left = self.close(whose, state, (CLOSED_ROW, MOST_PASSES));
            let bound = (OPENED * self.open[whose.assembly]).max(CLOSED_ROW);
            if left > bound && pieces < MOST_PIECES {
                return false;
            }
            if !self.anchored[whose.assembly] {
                keep_momenta(whose, state, &before);
            }
            if piece + 1 < pieces {
                self.hold_velocities(whose, state);
            } else if pieces > 1 {
                for (i, slot) in of.clone().enumerate() {
                    let mut velocity = slots.velocity(state, slot);
                    velocity += end.kept[i];
                    velocity += end.moving[i].times(-1.0);
                    slots.set_velocity(state, slot, velocity);
                }
            }
        }
        true
    }

    /// The kinetic energy that forces, pushes and stops leave, J: joints do no work.
    fn energy_left(&self, whose: Whose<'_>, state: &State, end: &End<'_>) -> f64 {
        let mut left = 0.0;
        for (i, slot) in whose.of().enumerate() {
            let inertia = end.inertias.of(slot);
            let energy = |motion: &Spatial| 0.5 * inertia.momentum(motion).dot(motion);
            let (before, free) = (whose.slots.velocity(state, slot), &self.free[slot]);
            let mut mean = before.times(0.5);
            mean += free.times(0.5);
            left += energy(&before) + self.lead.force(i).dot(&mean) * end.h;
            left += energy(&end.kept[i]) - energy(free);
        }
        left
    }

    /// Takes the velocities of an assembly to those that open no joint where it was closed last.
    fn hold_velocities(&mut self, whose: Whose<'_>, state: &mut State) {
        let velocities = &mut self.displacements;
        velocities.clear();
        velocities.extend(whose.of().map(|slot| whose.slots.velocity(state, slot)));
        let rows = &mut self.rows[whose.assembly];
        rows.solve(velocities, whose.of().start, |_, _| 0.0);
        for (slot, &velocity) in whose.of().zip(velocities.iter()) {
            whose.slots.set_velocity(state, slot, velocity);
        }
    }

    /// Leads what flies back to where its new velocity takes it along the parabola.
    fn lead_back(&self, whose: Whose<'_>, state: &mut State, h: f64) {
        let (mut mass, mut gained) = (0.0, DVec3::ZERO);
        for slot in whose.of() {
            let own = weighed(whose, state, slot);
            mass += own.mass;
            gained += (self.forced[slot].linear - own.motion.linear) * own.mass;
        }
        let by = Spatial {
            linear: gained * (-0.5 * h / mass),
            angular: DVec3::ZERO,
        };
        for slot in whose.of() {
            move_slots(state, whose.slots, slot, by);
        }
    }

    /// Moves the things of an assembly to where its joints are closed up to a bound, m or rad,
    /// in so many passes at most; returns the largest error that is left. Rows are as they are
    /// there.
    fn close(&mut self, whose: Whose<'_>, state: &mut State, (bound, passes): (f64, u32)) -> f64 {
        let (model, slots, of) = (whose.model, whose.slots, whose.of());
        let rows = &mut self.rows[whose.assembly];
        let mut before = f64::INFINITY;
        for pass in 0..=passes {
            let mut is_fresh = false;
            let take = |inertias: &mut Inertias, rows: &mut DirectRows, state: &State| {
                inertias.take(model, state, slots, of.clone());
                let now = Now {
                    model,
                    state,
                    slots,
                    inertias,
                    h: 0.0,
                    interrupt: whose.interrupt,
                };
                rows.take(now, |_| 0.0);
            };
            if pass > 0 {
                rows.list(model, state, slots);
            }
            if pass == 0 || !rows.has_factor() {
                take(&mut self.inertias, rows, state);
                is_fresh = true;
            }
            let error = rows.largest_error();
            // The first pass costs no matrix more.
            let bound = if pass == 0 { ROUNDING } else { bound };
            if error <= bound || pass == passes || whose.interrupt.is_due() {
                return error;
            }
            if !is_fresh && error > SLOW * before {
                take(&mut self.inertias, rows, state);
                is_fresh = true;
            }
            // What cannot be closed, as what sleeps, stays as it is.
            if is_fresh && error >= before {
                return error;
            }
            before = error;
            self.displacements.clear();
            self.displacements.resize(of.len(), Spatial::ZERO);
            rows.solve(&mut self.displacements, of.start, |_, row| -row.error);
            let ways = self.displacements.iter().map(|d| d.linear.length());
            let farthest = ways.fold(0.0, f64::max);
            let part = (MOST_CLOSING_M / farthest).min(1.0);
            for (slot, displacement) in of.clone().zip(&self.displacements) {
                move_slots(state, slots, slot, displacement.times(part));
            }
        }
        before
    }
}

fn projects(model: &Model) -> bool {
    settings_of(model).stabilisation == Stabilisation::Project
}

fn slow(whose: Whose<'_>, state: &mut State, slowing: &Slowing) {
    for slot in whose.of() {
        let thing = weighed(whose, state, slot);
        let slowed = slowing.slowed(thing.position, thing.motion);
        whose.slots.set_velocity(state, slot, slowed);
    }
}

/// Gives an assembly the momenta of a balance by a motion of the whole.
fn keep_momenta(whose: Whose<'_>, state: &mut State, wanted: &Balance) {
    let now = balance_of(whose, state);
    let missing = wanted.missing(&now);
    for slot in whose.of() {
        let mut velocity = whose.slots.velocity(state, slot);
        let arm = weighed(whose, state, slot).position - now.centre;
        velocity += missing.carried(arm);
        whose.slots.set_velocity(state, slot, velocity);
    }
}

fn balance_of(whose: Whose<'_>, state: &State) -> Balance {
    Balance::of(whose.of().map(|slot| weighed(whose, state, slot)))
}

/// Kinetic energy of an assembly, J.
fn energy_of(whose: Whose<'_>, state: &State) -> f64 {
    let things = whose.of().map(|slot| weighed(whose, state, slot));
    things.map(|thing| thing.energy()).sum()
}

fn weighed(whose: Whose<'_>, state: &State, slot: usize) -> Weighed {
    let (model, slots) = (whose.model, whose.slots);
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
fn gyroscopic(now: Now<'_>, slot: usize) -> DVec3 {
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
