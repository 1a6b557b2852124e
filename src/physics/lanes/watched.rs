//! The step of a crowd under the eyes of a probe: the solver events of [`block`](super::block),
//! each ragdoll in a lane of its own and all of them in step with each other, so that there is a
//! state to be seen after each. The bits are those of the blocks, so that what a block
//! does not tell can be found out by going through its step once more.

use super::block::{heights, Integrated, Movers, Substep};
use super::contact::{Contacts, Seen, Touched};
use super::figure::{Figure, MOST_MOVERS};
use super::lane::{Cell, Lane, MOST_LANES, ROW};
use super::mover::Mover;
use super::scenery::{Scenery, MOST_PLANES};
use crate::physics::contact::Contact;
use crate::physics::interrupt::Interrupt;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::state::State;
use crate::physics::step::Impact;
use arrayvec::ArrayVec;
use glam::DVec3;

/// What a crowd touched within a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Touches {
    /// Contacts of the last substep.
    pub contacts: Vec<Contact>,
    /// Bounces.
    pub impacts: Vec<Impact>,
}

/// One of the crowd.
struct Ragdoll<'a, F: Figure, C: Cell> {
    /// Its first body or particle.
    first: usize,
    /// Its constraints in the model, in the order of its joints.
    constraints: &'a [usize],
    origin: DVec3,
    heights: ArrayVec<C::One, MOST_PLANES>,
    movers: Movers<F::Mover<C::One>>,
    integrated: ArrayVec<Integrated<F, C::One>, MOST_MOVERS>,
    contacts: Contacts<C::One>,
}

impl<'a, F: Figure, C: Cell> Ragdoll<'a, F, C> {
    fn of(
        (figure, scenery): (&F, &Scenery),
        (first, constraints): (usize, &'a [usize]),
        state: &State,
    ) -> Ragdoll<'a, F, C> {
        let states = &F::states(state)[first..first + figure.constants().len()];
        let origin = C::origin(F::place(&states[0]));
        let mut rows = [[C::default(); ROW]; MOST_LANES];
        let mut movers = Movers::new();
        for state in states {
            rows[0] = F::Mover::<C::One>::row_of(state, origin);
            movers.push(F::Mover::<C::One>::from_rows((), &rows));
        }
        Ragdoll {
            first,
            constraints,
            origin,
            heights: heights(scenery, C::One::splat((), 0.0), &[origin]),
            integrated: movers.iter().map(Mover::integrated).collect(),
            contacts: Contacts::new(),
            movers,
        }
    }

    fn substep<'b>(
        &'b mut self,
        (figure, scenery): (&'b F, &'b Scenery),
    ) -> Substep<'b, F, C::One> {
        Substep {
            figure,
            scenery,
            heights: &self.heights,
            movers: &mut self.movers,
            integrated: &mut self.integrated,
            contacts: &mut self.contacts,
        }
    }

    /// What it touches.
    fn seen<'b>(
        &'b mut self,
        (figure, scenery): (&'b F, &'b Scenery),
    ) -> impl Iterator<Item = Seen> + 'b {
        let first = self.first;
        let grip = move |place: usize, arm: DVec3| F::grip(first + place, arm);
        let mut touched = Touched {
            movers: &mut self.movers,
            constants: figure.constants(),
            points: figure.points(),
        };
        let kind = (scenery, self.origin);
        let contacts = self.contacts.iter();
        contacts.filter_map(move |contact| contact.seen(&mut touched, kind, grip))
    }

    fn put_into(&self, state: &mut State) {
        let mut rows = [[C::default(); ROW]; MOST_LANES];
        for (state, mover) in F::states_mut(state)[self.first..]
            .iter_mut()
            .zip(&self.movers)
        {
            mover.put_into_rows(&mut rows);
            *state = F::Mover::<C::One>::state_of(&rows[0], self.origin);
        }
    }
}

/// Those of a figure that make a step by themselves, in numbers of a type.
pub struct WatchedCrowd<'a, F: Figure, C: Cell> {
    figure: &'a F,
    scenery: &'a Scenery,
    ragdolls: Vec<Ragdoll<'a, F, C>>,
    /// What they touch, as a probe sees it.
    contacts: Vec<Contact>,
}

impl<'a, F: Figure, C: Cell> WatchedCrowd<'a, F, C> {
    /// Ragdolls by their first body or particle and their constraints, as they are in a state.
    pub fn of(
        (figure, scenery): (&'a F, &'a Scenery),
        members: impl Iterator<Item = (usize, &'a [usize])>,
        state: &State,
    ) -> WatchedCrowd<'a, F, C> {
        let ragdolls = members.map(|member| Ragdoll::of((figure, scenery), member, state));
        WatchedCrowd {
            figure,
            scenery,
            ragdolls: ragdolls.collect(),
            contacts: Vec::new(),
        }
    }

    /// Makes a step of them, in a state in which the crowd is as it was before it.
    pub fn step(&mut self, state: &mut State, interrupt: &Interrupt, probe: &mut dyn Probe) {
        self.put_into(state);
        show(probe, SolverEvent::Rounding, state);
        for _ in 0..self.scenery.substeps {
            if interrupt.is_due() {
                return;
            }
            self.substep(state, interrupt, probe);
        }
    }

    /// Goes through a step of them once more, and tells what they touched in it: one after the
    /// other, with the contacts of its last substep and the bounces of all.
    pub fn retrace(mut self, touches: &mut Touches) {
        let kind = (self.figure, self.scenery);
        for ragdoll in &mut self.ragdolls {
            for substep in 0..self.scenery.substeps {
                ragdoll.substep(kind).make(&Interrupt::default());
                let bounces = ragdoll.seen(kind).filter(|seen| seen.contact.bounced());
                let impact =
                    |seen: Seen| Impact::of(&seen.contact, substep, seen.foot, seen.normal_speed);
                touches.impacts.extend(bounces.map(impact));
            }
            let contacts = ragdoll.seen(kind);
            touches.contacts.extend(contacts.map(|seen| seen.contact));
        }
    }

    fn substep(&mut self, state: &mut State, interrupt: &Interrupt, probe: &mut dyn Probe) {
        probe.begin(Stage::Collision);
        show(probe, SolverEvent::Begin { h: self.scenery.h }, state);
        self.each(state, |of| of.arrest());
        show(probe, SolverEvent::Stops, state);
        self.each(state, |of| of.integrate());
        show(probe, SolverEvent::Integrate, state);
        self.each(state, |of| of.lead_back());
        show(probe, SolverEvent::FreeFlight, state);
        probe.end(Stage::Collision, 0);
        for iteration in 0..self.scenery.iterations {
            self.relax_joints(state, probe);
            self.each(state, |of| of.relax_contacts());
            self.list_contacts();
            show_contacts(probe, SolverEvent::Contacts, state, &self.contacts);
            if interrupt.is_due_after(iteration) {
                return;
            }
        }
        self.each(state, |of| of.derive_velocities());
        show(probe, SolverEvent::Velocities, state);
        self.each(state, |of| of.damp());
        show(probe, SolverEvent::Damping, state);
        self.each(state, |of| of.bounce());
        self.list_contacts();
        show_contacts(probe, SolverEvent::Bounce, state, &self.contacts);
    }

    fn relax_joints(&mut self, state: &mut State, probe: &mut dyn Probe) {
        for ragdoll in &mut self.ragdolls {
            for (joint, &constraint) in ragdoll.constraints.iter().enumerate() {
                self.figure
                    .relax_joint::<C::One>(joint, &mut ragdoll.movers);
                ragdoll.put_into(state);
                show(probe, SolverEvent::Position(constraint), state);
            }
        }
    }

    /// Does the same with each ragdoll.
    fn each(&mut self, state: &mut State, event: impl Fn(&mut Substep<'_, F, C::One>)) {
        for ragdoll in &mut self.ragdolls {
            event(&mut ragdoll.substep((self.figure, self.scenery)));
            ragdoll.put_into(state);
        }
    }

    fn put_into(&self, state: &mut State) {
        for ragdoll in &self.ragdolls {
            ragdoll.put_into(state);
        }
    }

    fn list_contacts(&mut self) {
        self.contacts.clear();
        for ragdoll in &mut self.ragdolls {
            let contacts = ragdoll.seen((self.figure, self.scenery));
            self.contacts.extend(contacts.map(|seen| seen.contact));
        }
    }
}
