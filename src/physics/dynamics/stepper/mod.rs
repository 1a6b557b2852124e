//! The step of every method whose joints a [`JointSolver`] holds.

mod cut;
mod watch;

use super::contact_space::{Aim, ContactSpace};
use super::driven::Driven;
use super::inertia::Inertias;
use super::rows::{takes_part, Rows, Sources};
use super::slots::{Mover, Slots, Spatial};
use super::{ContactSettings, End, JointSolver, Now};
use crate::physics::active::Active;
use crate::physics::attach::Level;
use crate::physics::collide::articulation_of;
use crate::physics::contact::{Contact, ContactSolver, Parting};
use crate::physics::flight::Flight;
use crate::physics::hold::{masses_of_articulations, PullRow};
use crate::physics::interrupt::Interrupt;
use crate::physics::island::together;
use crate::physics::joint_damping::{damp_joints, jointed_pairs, JointedPair};
use crate::physics::math::decay;
use crate::physics::method::{Drift, Method};
use crate::physics::model::{ColliderId, Model};
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::sequential::{Drives, Joints};
use crate::physics::state::State;
use crate::physics::step::{SharedParts, StepContext};
use crate::physics::warm_start::{keep_contacts, keep_rows, list_contacts, KeptContact, WarmStart};
use std::sync::Arc;

/// A method whose joints a solver holds.
#[derive(Clone, Default)]
pub struct Dynamics<J> {
    joints: J,
    slots: Arc<Slots>,
    jointed: Arc<Vec<JointedPair>>,
    /// Per articulation, the first of those that must be solved together.
    together: Vec<usize>,
    /// Per articulation, all that moves in it, kg.
    masses: Vec<f64>,
    rows: Rows,
    scratch: Scratch,
    interrupt: Interrupt,
}

/// What a substep rebuilds.
#[derive(Clone, Default)]
struct Scratch {
    flight: Flight,
    inertias: Inertias,
    space: ContactSpace,
    /// Assemblies that take part.
    assemblies: Vec<usize>,
    /// Joined limbs that take part.
    jointed: Vec<JointedPair>,
    /// Velocities before the forces, in slots.
    before: Vec<Spatial>,
    /// Velocities that things keep, in slots.
    kept: Vec<Spatial>,
    /// The same as joints leave them, before anything pushes.
    held: Vec<Spatial>,
    /// Velocities that move them, in slots.
    moving: Vec<Spatial>,
    pins: Vec<usize>,
    drives: Drives,
    /// Springs that push an assembly, by their indices among the drives.
    springs: Vec<usize>,
    kept_contacts: Vec<KeptContact>,
    rolling: ContactSolver,
    parting: Parting,
}

impl<J: JointSolver> Method for Dynamics<J> {
    fn prepare(&mut self, model: &Model) {
        let jointed = jointed_pairs(model);
        self.together = together(model, &jointed);
        self.jointed = Arc::new(jointed);
        self.slots = Arc::new(Slots::of(model));
        self.masses = masses_of_articulations(model);
        self.rows.prepare(model);
        self.scratch.parting.prepare(model);
        self.joints.prepare(model, &self.slots);
    }

    fn add_body(&mut self, model: &Model) {
        self.prepare(model);
    }

    fn enter(&mut self, model: &Model, state: &mut State) -> Drift {
        self.joints.enter(model, &self.slots, state)
    }

    fn restart(&mut self) {}

    fn step(&mut self, context: &mut StepContext<'_>) {
        if context.choose(|_| true) {
            context.take_in();
        }
        let turns = context.begin_collision(&self.together);
        let mut made = 0;
        for turn in 0..turns {
            let substeps = context.begin_turn(turn).substeps;
            let h = context.model.settings.common.step_s / f64::from(substeps);
            for substep in made..made + substeps {
                let most = self.joints.most_pieces(context.model);
                let (mut left, mut length) = (most, most);
                while left > 0 {
                    context.choose(|_| true);
                    length = self.shortened(context, h, (length, most));
                    let h = h * f64::from(length) / f64::from(most);
                    context.find_contacts(h);
                    if self.interrupt.is_due() {
                        return;
                    }
                    context.choose(|_| true);
                    self.substep(context, h);
                    context.record_impacts(substep);
                    if self.interrupt.is_due() {
                        return;
                    }
                    left -= length;
                    if left % (2 * length) == 0 {
                        length *= 2;
                    }
                }
            }
            made += substeps;
            context.parts.left_out += self.rows.left_out();
            context.end_turn();
        }
        context.parts.not_held =
            self.joints
                .take_not_held()
                .map(|slot| match self.slots.mover(slot) {
                    Mover::Particle(i) => ColliderId::Particle(i),
                    Mover::Body(i) => ColliderId::Body(i),
                });
        context.end_turns();
        context.choose(|_| true);
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl<J: JointSolver> Dynamics<J> {
    fn substep(&mut self, context: &mut StepContext<'_>, h: f64) {
        let StepContext {
            model,
            ref mut state,
            ref mut parts,
            ref mut probe,
            ..
        } = *context;
        show(*probe, SolverEvent::Begin { h }, state);
        self.choose(model, parts);
        let contacts = &mut parts.contacts;
        // What sleeps has no answers ready, and is not moved by what holds it.
        let takes_part = |articulation: usize| {
            parts.substepping.takes_part(articulation) && parts.active.has(articulation)
        };
        if self.joints.parts_overlaps(model) {
            let parting = &mut self.scratch.parting;
            parting.part(model, state, contacts, (h, takes_part), *probe);
        }
        let about = (&parts.active, contacts.as_slice());
        let joints = &self.joints;
        let moves_so = |articulation: usize| joints.moves_with_new_velocity(model, articulation);
        self.scratch
            .flight
            .lead_back(model, state, about, h, moves_so);
        show(*probe, SolverEvent::FreeFlight, state);
        probe.begin(Stage::Motion);
        self.accelerate(model, state, h, *probe);
        probe.end(Stage::Motion, self.scratch.assemblies.len());

        probe.begin(Stage::Rows);
        self.hold(model, state, h);
        probe.end(Stage::Rows, self.scratch.assemblies.len());
        self.show_kept(SolverEvent::Joints, state, *probe, &[]);

        probe.begin(Stage::Contacts);
        let scratch = &mut self.scratch;
        scratch.pins.clear();
        (state.holds).list_pins(model, &mut scratch.pins, takes_part);
        let is_pulled = state.holds.pulled(model).is_some_and(takes_part);
        let pull = is_pulled.then(|| PullRow::new(model, state, &self.masses, h));
        let mut pull = pull.flatten();
        let places = (self.rows.first_drive(), self.rows.in_memory());
        let drives = &mut scratch.drives;
        drives.begin(model, state, places, (h, Joints::Hold), takes_part);
        if let Some(pull) = &mut pull {
            pull.take_known_impulse(state);
        }
        let memory = std::mem::take(&mut state.memory);
        let known = WarmStart::of(&memory, self.rows.in_memory(), h);
        let residual = self.push(
            model,
            state,
            (&parts.active, contacts, pull.as_ref()),
            known,
            h,
        );
        parts.residual = parts.residual.max(residual);
        let others = |owners: [ColliderId; 2]| {
            // Those that have turns at different times do not touch any more.
            let articulations = || owners.iter().filter_map(|&o| articulation_of(model, o));
            articulations().all(|i| !takes_part(i))
                && articulations().any(|i| !state.rest[i].asleep)
        };
        self.scratch.kept_contacts.clear();
        let kept = &mut self.scratch.kept_contacts;
        list_contacts(&memory, self.rows.in_memory(), kept, others);
        state.memory = memory;
        self.rows.give_back(
            &self.scratch.space,
            state,
            contacts,
            pull.as_mut(),
            &mut self.scratch.drives,
        );
        self.remember(model, state, contacts, h);
        probe.end(Stage::Contacts, contacts.len());
        if probe.looks() && J::FOLLOWS_SPRINGS {
            self.tell_of_forces(model, state);
        }
        self.show_pushes(state, *probe, contacts);

        probe.begin(Stage::Velocities);
        self.advance(model, state, h);
        show(*probe, SolverEvent::Motion, state);
        self.roll(model, state, contacts);
        if let Some(pull) = &pull {
            pull.remember(state);
        }
        probe.end(Stage::Velocities, self.scratch.assemblies.len());
        show_contacts(*probe, SolverEvent::Bounce, state, contacts);
    }

    /// Lists what takes part.
    fn choose(&mut self, model: &Model, parts: &SharedParts) {
        let scratch = &mut self.scratch;
        let slots = &self.slots;
        scratch.assemblies.clear();
        let awake = (0..slots.assemblies()).filter(|&i| takes_part(model, &parts.active, slots, i));
        scratch.assemblies.extend(awake);
        scratch.jointed.clear();
        let jointed = self.jointed.iter().copied();
        let jointed = jointed.filter(|pair| parts.active.has(pair.articulation(model)));
        scratch.jointed.extend(jointed);
        let zero = Spatial::ZERO;
        scratch.inertias.resize(slots.len());
        scratch.before.resize(slots.len(), zero);
        scratch.kept.resize(slots.len(), zero);
        scratch.moving.resize(slots.len(), zero);
    }

    /// Velocities before forces and after them, as if nothing were joined; those of the state
    /// stay as they are.
    fn accelerate(&mut self, model: &Model, state: &mut State, h: f64, probe: &mut dyn Probe) {
        let (slots, scratch) = (&self.slots, &mut self.scratch);
        let common = &model.settings.common;
        let (free_flight, spin_kept) = (common.free_flight(h), decay(common.angular_drag, h));
        for &assembly in &scratch.assemblies {
            let of = slots.of_assembly(assembly);
            scratch.inertias.take(model, state, slots, of.clone());
            for slot in of {
                scratch.before[slot] = slots.velocity(state, slot);
            }
        }
        damp_joints(model, state, &scratch.jointed, h);
        show(probe, SolverEvent::Damping, state);
        for &assembly in &scratch.assemblies {
            for slot in slots.of_assembly(assembly) {
                let mut velocity = slots.velocity(state, slot);
                let (free_flight, spin_kept) = match slots.mover(slot) {
                    Mover::Particle(_) => (free_flight.into(), 1.0),
                    Mover::Body(i) => {
                        let body = &model.bodies[i];
                        let own = body.angular_drag;
                        (
                            common.free_flight_of(body, state.bodies[i].orientation, h),
                            own.map_or(spin_kept, |drag| decay(drag, h)),
                        )
                    }
                };
                if scratch.inertias.of(slot).inverse_mass > 0.0 {
                    velocity.linear = free_flight.velocity(velocity.linear);
                    velocity.angular *= spin_kept;
                }
                scratch.kept[slot] = velocity;
                slots.set_velocity(state, slot, scratch.before[slot]);
            }
        }
        self.show_kept(SolverEvent::Forces, state, probe, &[]);
    }

    /// Lets joints act on them.
    fn hold(&mut self, model: &Model, state: &State, h: f64) {
        let Scratch {
            inertias,
            assemblies,
            kept,
            ..
        } = &mut self.scratch;
        let now = Now {
            model,
            state,
            slots: &self.slots,
            inertias,
            h,
            interrupt: &self.interrupt,
        };
        for &assembly in assemblies.iter() {
            self.joints.begin(now, assembly);
            let of = self.slots.of_assembly(assembly);
            self.joints.hold(now, assembly, &mut kept[of]);
        }
    }

    /// Lets stops, contacts, pull and pins push; returns the residual.
    fn push(
        &mut self,
        model: &Model,
        state: &State,
        (active, contacts, pull): (&Active, &[Contact], Option<&PullRow>),
        known: WarmStart<'_>,
        h: f64,
    ) -> f64 {
        let Scratch {
            inertias,
            space,
            assemblies,
            kept,
            held,
            moving,
            pins,
            drives,
            ..
        } = &mut self.scratch;
        let now = Now {
            model,
            state,
            slots: &self.slots,
            inertias,
            h,
            interrupt: &self.interrupt,
        };
        let from = Sources {
            now,
            active,
            contacts,
            pull,
            drives,
            pins,
            known,
        };
        self.rows.fill(&from, assemblies, &self.joints, space);
        space.take(now, &mut self.joints, kept);
        let settings = settings_of(model);
        held.clone_from(kept);
        space.solve(settings, &self.interrupt);
        space.apply(Aim::Kept, now, &mut self.joints, kept);
        if space.moves_otherwise() {
            moving.clone_from(held);
            space.apply(Aim::Moving, now, &mut self.joints, moving);
        } else {
            moving.clone_from(kept);
        }
        space.residual()
    }

    /// Keeps the impulses of a substep of `h` seconds for the next one; what sleeps has none.
    fn remember(&mut self, model: &Model, state: &mut State, contacts: &[Contact], h: f64) {
        let mut memory = std::mem::take(&mut state.memory);
        let (slots, rows) = (&self.slots, &self.rows);
        let is_asleep = |assembly: usize| {
            let mut all = slots.of_assembly(assembly);
            all.all(|slot| state.rest[slots.articulation(model, slot)].asleep)
        };
        let asleep = (0..slots.assemblies()).filter(|&assembly| is_asleep(assembly));
        let forgotten = asleep.chain(self.scratch.assemblies.iter().copied());
        let forgotten = forgotten.flat_map(|assembly| slots.constraints(assembly));
        let forgotten = forgotten.flat_map(|&constraint| rows.places(model, constraint));
        let first = rows.first_drive();
        let forgotten = forgotten.chain(Drives::asleep(model, state).map(|i| first + i));
        let known = rows.known(&self.scratch.space);
        let known = known.chain(self.scratch.drives.known(first));
        keep_rows(&mut memory, (rows.in_memory(), h), forgotten, known);
        keep_contacts(
            &mut memory,
            (contacts.iter(), h),
            &mut self.scratch.kept_contacts,
        );
        state.memory = memory;
    }

    fn advance(&mut self, model: &Model, state: &mut State, h: f64) {
        let mut springs = std::mem::take(&mut self.scratch.springs);
        let scratch = &self.scratch;
        for &assembly in &scratch.assemblies {
            let of = self.slots.of_assembly(assembly);
            let articulation = self.slots.articulation(model, of.start);
            let whose = (model, &*state, assembly);
            let is_driven = J::FOLLOWS_SPRINGS
                && (self.rows).list_springs(&scratch.space, whose, &scratch.drives, &mut springs);
            let end = End {
                flies: scratch.flight.is_free(articulation),
                driven: is_driven.then_some(Driven {
                    model,
                    slots: &self.slots,
                    first: of.start,
                    drives: &springs,
                }),
                moving: &scratch.moving[of.clone()],
                kept: &scratch.kept[of],
                inertias: &scratch.inertias,
                h,
                interrupt: &self.interrupt,
            };
            self.joints
                .advance(model, state, &self.slots, assembly, &end);
        }
        self.scratch.springs = springs;
    }

    /// Rolling resistance of loose things.
    fn roll(&mut self, model: &Model, state: &mut State, contacts: &[Contact]) {
        let is_loose =
            |owner: ColliderId| articulation_of(model, owner).is_none_or(|i| !model.jointed[i]);
        let rolls = |c: &&Contact| {
            c.material.rolling_resistance > 0.0
                && c.loaded()
                && is_loose(c.a.owner)
                && is_loose(c.b.owner)
        };
        if !contacts.iter().any(|c| rolls(&c)) {
            return;
        }
        let rolling = &mut self.scratch.rolling;
        rolling.begin(model, state, contacts, Level::Velocity);
        for contact in contacts.iter().filter(rolls) {
            contact.resist_rolling(&mut rolling.bodies);
        }
        rolling.end(state, Level::Velocity);
    }
}

fn settings_of(model: &Model) -> ContactSettings {
    model.settings.method.contacts().unwrap_or_default()
}
