//! A ledger of motion: what changed how each thing moves, cause by cause.
//!
//! A [`Ledger`] watches a step ([`World::step_watched`](crate::physics::World::step_watched))
//! and looks at the state after each solver event. What an event did alone is booked to its
//! cause. What it did all at once is split: among contacts by their impulses, among joints
//! that hold exactly by the impulses along their gradients that explain the change, and, where
//! velocities are taken from displacements, among those who displaced. What such a split
//! leaves is booked to the form of the method. So the entries of a mover add up to the change
//! of its motion but for rounding. What acts in a substep acts together: the work of each
//! impulse is that at the mean of the velocities before and after, so that works add up to the
//! change of the energy, and what only holds does none.

mod accounts;
mod book;
mod cause;
mod contacts;
mod joints;
mod shift;
mod sides;

use super::contact::Contact;
use super::dynamics::slots::Spatial;
use super::math::decay;
use super::model::{BodyModel, Model};
use super::probe::{Probe, SolverEvent, Stage};
use super::state::State;
use accounts::Accounts;
pub use book::{Book, Entry};
pub use cause::{Cause, Form};
use contacts::{ContactShares, Touch};
use glam::DVec3;
use joints::JointShares;
use shift::{entry_of, Impulse, Masses, Motion, Shift};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Movers that one side of a constraint grips at most.
const MOST_MOVERS: usize = 4;

/// Tells whether a mover is one of those whose motion is accounted for.
pub type Counts = Arc<dyn Fn(usize) -> bool + Send + Sync>;

/// Watches steps and books what they do.
#[derive(Clone)]
pub struct Ledger {
    model: Arc<Model>,
    counts: Counts,
    /// What it says of each mover.
    is_counted: Vec<bool>,
    /// As it was last seen.
    before: State,
    /// Duration of the substep, s.
    h: f64,
    accounts: Accounts,
    /// What impulses of joints have not explained yet of what joints did in this substep.
    left: BTreeMap<usize, Shift>,
    /// Of each mover, whether forces have acted in this substep.
    accelerated: Vec<bool>,
    contacts: ContactShares,
    joints: Option<JointShares>,
    parts: Vec<(usize, Cause, Shift)>,
    book: Book,
}

impl Ledger {
    /// An empty one, for all that moves from a state on.
    pub fn new(model: Arc<Model>, state: &State) -> Ledger {
        Ledger::of(model, state, Arc::new(|_| true))
    }

    /// An empty one, for those movers that count, particles before bodies; also of what is added
    /// later. It costs about as much as these have to do with each other and with the rest.
    pub fn of(model: Arc<Model>, state: &State, counts: Counts) -> Ledger {
        let movers = state.particles.len() + state.bodies.len();
        Ledger {
            model,
            is_counted: (0..movers).map(|mover| counts(mover)).collect(),
            counts,
            before: state.clone(),
            h: 0.0,
            accounts: Accounts::default(),
            left: BTreeMap::new(),
            accelerated: Vec::new(),
            contacts: ContactShares::of(state),
            joints: None,
            parts: Vec::new(),
            book: Book::default(),
        }
    }

    /// Takes what has been booked, and begins an empty book.
    pub fn close(&mut self) -> Book {
        self.settle_work();
        let mut book = std::mem::take(&mut self.book);
        self.accounts.close(&mut book);
        book
    }

    /// Takes in what has been added since. A ball that was thrown brings its momentum and its
    /// energy with it, from without.
    fn take_in_new(&mut self, state: &State) {
        let known = self.before.bodies.len().min(state.bodies.len());
        for body in known..state.bodies.len() {
            let mover = state.particles.len() + body;
            let counts = (self.counts)(mover);
            self.is_counted.push(counts);
            if !counts {
                continue;
            }
            let motion = Motion::of(state, mover);
            let masses = Masses::of(&self.model, state, mover);
            let shift = Shift {
                velocity: motion.velocity,
                spin: motion.spin,
                ..Shift::default()
            };
            let gravity = self.model.settings.common.gravity;
            let impulse = Impulse::of(&shift, &masses);
            let entry = Entry {
                kinetic: masses.kinetic_energy(&motion),
                potential: -masses.mass * gravity.dot(motion.position),
                ..entry_of(&shift, &impulse, [&motion; 2], &masses, gravity)
            };
            self.book.add(mover, Cause::Outside, entry);
        }
        let new = state.bodies[known..].iter().copied();
        self.before.bodies.truncate(known);
        self.before.bodies.extend(new);
        self.before
            .particles
            .resize(state.particles.len(), Default::default());
        self.before.rest.clone_from(&state.rest);
    }

    fn movers(&self) -> usize {
        self.before.particles.len() + self.before.bodies.len()
    }

    fn counted(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.is_counted.iter().enumerate();
        all.filter(|(_, counts)| **counts).map(|(mover, _)| mover)
    }

    fn change(&self, state: &State, mover: usize) -> Shift {
        Motion::of(state, mover).since(&Motion::of(&self.before, mover))
    }

    /// Books what a solver event did: the parts that are known, and the rest to a cause of its own;
    /// of one mover or of all.
    fn settle(&mut self, state: &State, rest: Cause) {
        let mut parts = std::mem::take(&mut self.parts);
        // What displaced one mover several times stays in its order.
        parts.sort_by_key(|&(mover, cause, _)| (mover, cause));
        let mut of_mover = parts.chunk_by(|a, b| a.0 == b.0).peekable();
        for mover in 0..self.movers() {
            if !self.is_counted[mover] {
                self.follow(state, mover);
                continue;
            }
            let mine = of_mover.next_if(|parts| parts[0].0 == mover);
            self.settle_mover(state, mover, mine.unwrap_or(&[]), rest);
        }
        parts.clear();
        self.parts = parts;
    }

    fn settle_mover(
        &mut self,
        state: &State,
        mover: usize,
        parts: &[(usize, Cause, Shift)],
        rest: Cause,
    ) {
        let (before, after) = (Motion::of(&self.before, mover), Motion::of(state, mover));
        let total = after.since(&before);
        if total.is_zero() && parts.is_empty() {
            return;
        }
        let gravity = self.model.settings.common.gravity;
        let masses = Masses::of(&self.model, state, mover);
        let old = match before.orientation == after.orientation {
            true => masses,
            false => Masses::of(&self.model, &self.before, mover),
        };
        self.accounts.note_start(mover, || (before, old));
        let mut left = total;
        let known = parts.iter().map(|&(_, cause, part)| (cause, part));
        for (cause, part) in known {
            left = left - part;
            let motions = [&before, &after];
            self.book_part(mover, (cause, &part), motions, &masses, gravity);
        }
        if !left.is_zero() {
            let motions = [&before, &after];
            self.book_part(mover, (rest, &left), motions, &masses, gravity);
        }
        if before.orientation != after.orientation {
            let turned = parts.iter().find(|(_, _, part)| part.turn != DVec3::ZERO);
            let cause = turned.map_or(rest, |&(_, cause, _)| cause);
            let impulse = Impulse::of_turning(before.spin, [&old, &masses]);
            let entry = Entry {
                angular_momentum: impulse.angular,
                ..Entry::default()
            };
            self.accounts.add(mover, cause, entry, impulse);
        }
        self.follow(state, mover);
    }

    /// Takes note of where a mover is.
    fn follow(&mut self, state: &State, mover: usize) {
        match mover.checked_sub(self.before.particles.len()) {
            None => self.before.particles[mover] = state.particles[mover],
            Some(body) => self.before.bodies[body] = state.bodies[body],
        }
    }

    fn book_part(
        &mut self,
        mover: usize,
        (cause, part): (Cause, &Shift),
        motions: [&Motion; 2],
        masses: &Masses,
        gravity: DVec3,
    ) {
        self.note(mover, cause, part);
        let impulse = Impulse::of(part, masses);
        let entry = entry_of(part, &impulse, motions, masses, gravity);
        self.accounts.add(mover, cause, entry, impulse);
    }

    /// Books the work of all impulses of a substep.
    fn settle_work(&mut self) {
        let (model, before) = (&self.model, &self.before);
        self.accounts.settle_work(|mover| {
            let masses = Masses::of(model, before, mover);
            (Motion::of(before, mover), masses)
        });
    }

    /// Remembers a displacement for the velocities that are taken from it.
    fn note(&mut self, mover: usize, cause: Cause, part: &Shift) {
        let moves = part.way != DVec3::ZERO || part.turn != DVec3::ZERO;
        if moves && !matches!(cause, Cause::Inertia | Cause::Form(Form::Parabola)) {
            self.accounts.displace(mover, cause, *part);
        }
    }

    fn body(&self, mover: usize) -> Option<&BodyModel> {
        let body = mover.checked_sub(self.before.particles.len())?;
        self.model.bodies.get(body)
    }

    /// What drag does to the angular velocity of a mover, rad/s.
    fn spin_lost(&self, mover: usize) -> DVec3 {
        let own = self.body(mover).and_then(|body| body.angular_drag);
        let drag = own.unwrap_or(self.model.settings.common.angular_drag);
        Motion::of(&self.before, mover).spin * (decay(drag, self.h) - 1.0)
    }

    /// What gravity and drag do to what a solver event changed.
    fn split_forces(&mut self, state: &State) {
        let common = &self.model.settings.common;
        let fall = common.gravity * self.h;
        let mut parts = std::mem::take(&mut self.parts);
        for mover in self.counted() {
            let change = self.change(state, mover);
            let is_fixed = self.model.particles.get(mover).is_some_and(|p| p.fixed);
            if is_fixed || change.is_zero() || self.accelerated[mover] {
                continue;
            }
            let own = self.body(mover).and_then(|body| body.linear_drag);
            let across = self.body(mover).and_then(|body| body.orthogonal_drag);
            let drags = own.unwrap_or(common.linear_drag) != 0.0
                || across.is_some_and(|drag| drag.rate != 0.0);
            let gravity = Shift {
                velocity: fall,
                ..Shift::default()
            };
            let drag = Shift {
                velocity: match drags {
                    true => change.velocity - fall,
                    false => DVec3::ZERO,
                },
                spin: self.spin_lost(mover),
                ..Shift::default()
            };
            parts.push((mover, Cause::Gravity, gravity));
            parts.push((mover, Cause::Drag, drag));
        }
        self.parts = parts;
    }

    /// What everything does by moving on with its velocity in a state; what turns freely turns
    /// its spin too. `drags` if forces acted in the same solver event.
    fn split_motion(&mut self, state: &State, with: &State, drags: bool) {
        let mut parts = std::mem::take(&mut self.parts);
        for mover in self.counted() {
            let change = self.change(state, mover);
            if change.is_zero() {
                continue;
            }
            let drags = drags && !self.accelerated[mover];
            let lost = match drags {
                true => self.spin_lost(mover),
                false => DVec3::ZERO,
            };
            let is_free = drags || change.velocity == DVec3::ZERO;
            let shift = Shift {
                way: Motion::of(with, mover).velocity * self.h,
                turn: change.turn,
                spin: match is_free {
                    true => change.spin - lost,
                    false => DVec3::ZERO,
                },
                ..Shift::default()
            };
            parts.push((mover, Cause::Inertia, shift));
        }
        self.parts = parts;
    }

    fn split_contacts(&mut self, state: &State, contacts: &[Contact], touch: Touch) {
        let parts = &mut self.parts;
        let (model, before) = (&self.model, &self.before);
        self.contacts.split(
            (model, &self.is_counted),
            [before, state],
            (contacts, touch),
            |mover, cause, shift| {
                parts.push((mover, cause, shift));
            },
        );
    }

    /// Splits what joints did among them: the change of velocities, together with what was left
    /// of earlier ones in the substep. Coordinates along joints change velocities once at the
    /// old pose and once at the new one; joints explain the two together.
    fn split_joints(&mut self, state: &State) {
        let mut joints = self.joints.take();
        let joints_of = joints.get_or_insert_with(|| JointShares::of(&self.model));
        let mut parts = std::mem::take(&mut self.parts);
        let change = |mover: usize| {
            let change = self.change(state, mover);
            let before = self.left.get(&mover).copied().unwrap_or_default();
            Spatial {
                linear: change.velocity + before.velocity,
                angular: change.spin + before.spin,
            }
        };
        joints_of.split(&self.model, state, change, |mover, constraint, shift| {
            if self.is_counted[mover] {
                parts.push((mover, Cause::Constraint(constraint), shift));
            }
        });
        for (mover, left) in std::mem::take(&mut self.left) {
            parts.push((mover, Cause::Form(Form::Rule), left.times(-1.0)));
        }
        self.parts = parts;
        self.joints = joints;
    }

    /// Whether velocities have changed by the motion itself.
    fn follows_coordinates(&self, state: &State) -> bool {
        let changes = (0..self.movers()).map(|mover| self.change(state, mover).velocity);
        changes.into_iter().any(|change| change != DVec3::ZERO)
    }

    /// Books what is left of what joints did, to be looked at again in this substep.
    fn settle_joints(&mut self, state: &State) {
        let mut known: BTreeMap<usize, Shift> = BTreeMap::new();
        for &(mover, _, part) in &self.parts {
            let sum = known.entry(mover).or_default();
            *sum = *sum + part;
        }
        for (mover, known) in known {
            let left = self.change(state, mover) - known;
            if left.velocity != DVec3::ZERO || left.spin != DVec3::ZERO {
                self.left.insert(mover, left);
            }
        }
        self.settle(state, Cause::Form(Form::Rule));
    }

    /// What those who displaced did to the velocities that are taken from displacements.
    fn split_displacements(&mut self) {
        let (parts, h) = (&mut self.parts, self.h);
        self.accounts.take_displaced(|mover, cause, by| {
            let shift = Shift {
                velocity: by.way / h,
                spin: by.turn / h,
                ..Shift::default()
            };
            parts.push((mover, cause, shift));
        });
    }
}

impl Probe for Ledger {
    fn looks(&self) -> bool {
        true
    }

    fn begin_step(&mut self, model: &Arc<Model>, state: &State) {
        if !Arc::ptr_eq(&self.model, model) {
            self.model = model.clone();
            self.joints = None;
        }
        self.take_in_new(state);
        self.settle(state, Cause::Outside);
        self.settle_work();
    }

    fn moved_from_outside(&mut self, state: &State) {
        self.settle(state, Cause::Outside);
        self.settle_work();
    }

    fn saw(&mut self, event: SolverEvent, state: &State, contacts: &[Contact]) {
        self.before.rest.clone_from(&state.rest);
        match event {
            SolverEvent::Position(index) | SolverEvent::Velocity(index) => {
                self.settle_sides(state, index, Cause::Constraint(index));
            }
            SolverEvent::Begin { h } => {
                self.settle_work();
                self.h = h;
                self.accounts.take_displaced(|_, _, _| ());
                self.left.clear();
                self.accelerated.clear();
                self.accelerated.resize(self.movers(), false);
                self.contacts.begin();
            }
            SolverEvent::Rounding | SolverEvent::Crowd => {
                self.settle(state, Cause::Form(Form::Precision));
            }
            SolverEvent::Springs => {
                self.split_contacts(state, contacts, Touch::Solve);
                self.settle(state, Cause::Springs);
            }
            SolverEvent::FreeFlight => self.settle(state, Cause::Form(Form::Parabola)),
            SolverEvent::Integrate => {
                self.split_forces(state);
                self.split_motion(state, state, true);
                self.settle(state, Cause::Form(Form::Rule));
                // Velocities are taken from what comes after.
                self.accounts.take_displaced(|_, _, _| ());
            }
            SolverEvent::Forces => {
                self.split_forces(state);
                for place in 0..self.parts.len() {
                    self.accelerated[self.parts[place].0] = true;
                }
                self.settle(state, Cause::Form(Form::Rule));
            }
            SolverEvent::Damping => self.settle(state, Cause::JointDamping),
            SolverEvent::Motion => {
                let before = self.before.clone();
                if self.follows_coordinates(state) {
                    self.split_joints(state);
                }
                self.split_motion(state, &before, false);
                self.settle(state, Cause::Form(Form::Projection));
            }
            SolverEvent::Joints => {
                self.split_joints(state);
                self.settle_joints(state);
            }
            SolverEvent::Pull => self.settle(state, Cause::Pull),
            SolverEvent::Drive(index) => self.settle_drive(state, index),
            SolverEvent::Pins => self.settle(state, Cause::Pins),
            SolverEvent::WarmStart | SolverEvent::Contact | SolverEvent::Contacts => {
                self.split_contacts(state, contacts, Touch::Solve);
                self.settle(state, Cause::Form(Form::Contacts));
            }
            SolverEvent::Velocities => {
                self.split_displacements();
                self.settle(state, Cause::Form(Form::Displacement));
            }
            SolverEvent::Bounce => {
                self.split_contacts(state, contacts, Touch::Bounce);
                self.settle(state, Cause::Rolling);
            }
            SolverEvent::Stops => self.settle(state, Cause::Stops),
            SolverEvent::Rest => {
                self.settle_work();
                self.settle(state, Cause::Rest);
                self.settle_work();
            }
        }
    }

    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}
