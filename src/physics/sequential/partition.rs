//! The threads of a substep.
//!
//! Joints hold articulations together and nothing else, so each thread takes whole
//! articulations through the motion and all constraints. Contacts join articulations, and
//! often all of a heap; but a pass over contacts moves only what they touch, so each
//! thread takes whole components there: contacts joined by the things that they touch.
//! Nothing that one thread moves is seen by another, and each keeps the order of the
//! whole. So the bits are those of one thread, however the shares are dealt.
//!
//! Each worker works on a state of its own, of which only its share is valid: that is
//! copied in before each piece of work and out after it.

use super::share::Share;
use super::Touching;
use crate::physics::contact::Contact;
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::model::Model;
use crate::physics::probe::{NoProbe, Probe};
use crate::physics::state::State;
use rayon::prelude::*;

/// Constraints that a thread takes at least: what makes up for waking it.
const LEAST_CONSTRAINTS: usize = 60;
/// Contacts that a thread takes at least.
const LEAST_CONTACTS: usize = 40;
/// No share.
const NOBODY: usize = usize::MAX;

/// Threads that share the work of a substep; scratch memory.
#[derive(Debug, Default)]
pub struct Partition {
    workers: Vec<Worker>,
    /// Workers whose state is as the present one but for what moves; none since what
    /// takes part has changed.
    ready: usize,
    /// Workers among whom the articulations have been dealt.
    dealt_to: usize,
    /// Workers who share the constraints, and the contacts, of this substep.
    for_joints: usize,
    for_contacts: usize,
    /// Per articulation, the work that it makes, then the worker that does it.
    work: Vec<usize>,
    /// Per particle, then body: what contacts join.
    joined: DisjointSets,
    /// Per first thing of a component, its contacts, and the worker that has them.
    components: Vec<(usize, usize)>,
    /// Of each contact, who has it and where.
    holders: Vec<(usize, usize)>,
    /// The bodies that follow a path, by index.
    kinematic: Vec<usize>,
}

/// Scratch memory is not worth copying.
impl Clone for Partition {
    fn clone(&self) -> Partition {
        Partition::default()
    }
}

/// What one thread works with.
#[derive(Debug, Default)]
struct Worker {
    share: Share,
    state: State,
    /// Places of its contacts among all.
    places: Vec<usize>,
    contacts: Vec<Contact>,
    /// What they touch: particles, then bodies.
    touched: Vec<usize>,
    touching: Touching,
}

impl Partition {
    /// Takes note that others take part than before.
    pub fn disband(&mut self) {
        self.ready = 0;
    }

    /// Gets ready for a substep of so many threads and contacts. `together` tells of each
    /// articulation with which other one it must stay.
    pub fn gather(
        &mut self,
        model: &Model,
        state: &State,
        (whole, together): (&Share, &[usize]),
        (threads, contacts): (usize, usize),
    ) {
        let hands = |work: usize, least: usize| (work / least).clamp(1, threads);
        self.for_joints = hands(whole.awake.order.len(), LEAST_CONSTRAINTS);
        self.for_contacts = hands(contacts, LEAST_CONTACTS);
        let needed = self.for_joints.max(self.for_contacts);
        if needed > 1 && (self.ready < needed || self.dealt_to != self.for_joints) {
            if self.workers.len() < needed {
                self.workers.resize_with(needed, Worker::default);
            }
            self.ready = needed;
            self.deal_articulations(model, state, (whole, together));
        }
    }

    fn deal_articulations(
        &mut self,
        model: &Model,
        state: &State,
        (whole, together): (&Share, &[usize]),
    ) {
        let (plan, awake) = (&whole.plan, &whole.awake);
        self.work.clear();
        self.work.resize(model.articulations, 0);
        let constraints = awake
            .order
            .iter()
            .filter_map(|&i| plan.joints.articulation_of(i));
        let particles = awake
            .particles
            .iter()
            .map(|&i| model.particles[i].articulation);
        let bodies = awake.bodies.iter().map(|&i| model.bodies[i].articulation);
        for articulation in constraints.chain(particles).chain(bodies) {
            self.work[together[articulation]] += 1;
        }
        let mut dealer = Dealer::new(self.work.iter().sum(), self.for_joints);
        self.dealt_to = self.for_joints;
        self.kinematic.clone_from(&model.kinematic);
        for work in &mut self.work {
            *work = dealer.deal(*work);
        }
        let work = &self.work;
        self.workers[..self.ready]
            .par_iter_mut()
            .enumerate()
            .for_each(|(place, worker)| {
                // All of it: a joint may hold something that is fixed or asleep.
                worker.state.particles.clone_from(&state.particles);
                worker.state.bodies.clone_from(&state.bodies);
                worker.state.rest.clone_from(&state.rest);
                let takes = |articulation: usize| work[together[articulation]] == place;
                worker.share.take(model, whole, takes);
            });
    }

    /// Whether threads share the constraints of this substep.
    pub fn shares_joints(&self) -> bool {
        self.for_joints > 1
    }

    /// Whether threads share the contacts of this substep.
    pub fn shares_contacts(&self) -> bool {
        self.for_contacts > 1
    }

    /// Lets each worker do a piece of work on the constraints of its share.
    pub fn each_share(
        &mut self,
        state: &mut State,
        work: impl Fn(&mut Share, &mut State, &mut dyn Probe) + Sync,
    ) {
        let (now, kinematic) = (&*state, self.kinematic.as_slice());
        let workers = &mut self.workers[..self.for_joints];
        workers.par_iter_mut().for_each(|worker| {
            let awake = &worker.share.awake;
            worker.state.turned.clone_from(&now.turned);
            for &i in &awake.particles {
                worker.state.particles[i] = now.particles[i];
            }
            // What follows a path moves too, and joints may hold it.
            for &i in awake.bodies.iter().chain(kinematic) {
                worker.state.bodies[i] = now.bodies[i];
            }
            work(&mut worker.share, &mut worker.state, &mut NoProbe);
        });
        for worker in workers.iter() {
            let awake = &worker.share.awake;
            for &i in &awake.particles {
                state.particles[i] = worker.state.particles[i];
            }
            for &i in &awake.bodies {
                state.bodies[i] = worker.state.bodies[i];
            }
        }
    }

    /// The shares that all constraints are dealt to.
    pub fn shares(&self) -> impl Iterator<Item = &Share> {
        self.workers[..self.for_joints]
            .iter()
            .map(|worker| &worker.share)
    }

    /// Deals out the contacts of this substep, if threads share them.
    pub fn take_contacts(&mut self, model: &Model, contacts: &[Contact]) {
        if !self.shares_contacts() {
            return;
        }
        self.join_components(model, contacts);
        let bodies_from = model.particles.len();
        for worker in &mut self.workers[..self.for_contacts] {
            worker.places.clear();
        }
        self.holders.clear();
        let mut dealer = Dealer::new(contacts.len(), self.for_contacts);
        for (place, contact) in contacts.iter().enumerate() {
            let component = self.joined.root(first_mover(contact, bodies_from));
            let (count, holder) = &mut self.components[component];
            if *holder == NOBODY {
                *holder = dealer.deal(*count);
            }
            let places = &mut self.workers[*holder].places;
            self.holders.push((*holder, places.len()));
            places.push(place);
        }
        self.workers[..self.for_contacts]
            .par_iter_mut()
            .for_each(|worker| {
                let taken = worker.places.iter().map(|&place| contacts[place]);
                worker.contacts.clear();
                worker.contacts.extend(taken);
                worker.find_touched(bodies_from);
            });
    }

    /// Joins what contacts touch, and counts the contacts of each component.
    fn join_components(&mut self, model: &Model, contacts: &[Contact]) {
        let bodies_from = model.particles.len();
        let count = bodies_from + model.bodies.len();
        self.joined.reserve(count);
        self.components.resize(count, (0, NOBODY));
        for contact in contacts {
            contact.each_mover(bodies_from, |mover| {
                self.joined.part(mover);
                self.components[mover] = (0, NOBODY);
            });
        }
        for contact in contacts {
            let first = first_mover(contact, bodies_from);
            contact.each_mover(bodies_from, |mover| self.joined.join(first, mover));
        }
        for contact in contacts {
            let component = self.joined.root(first_mover(contact, bodies_from));
            self.components[component].0 += 1;
        }
    }

    /// Lets each worker do a piece of work on its contacts.
    pub fn each_component(
        &mut self,
        state: &mut State,
        work: impl Fn(&mut State, &mut [Contact], &mut Touching) + Sync,
    ) {
        let bodies_from = state.particles.len();
        let (now, workers) = (&*state, &mut self.workers[..self.for_contacts]);
        workers.par_iter_mut().for_each(|worker| {
            copy(&worker.touched, bodies_from, now, &mut worker.state);
            work(
                &mut worker.state,
                &mut worker.contacts,
                &mut worker.touching,
            );
        });
        for worker in workers.iter() {
            copy(&worker.touched, bodies_from, &worker.state, state);
        }
    }

    /// Takes the contacts back from those who share them.
    pub fn return_contacts(&self, contacts: &mut [Contact]) {
        if self.shares_contacts() {
            let all = contacts.par_iter_mut().zip(&self.holders);
            all.with_min_len(LEAST_CONTACTS)
                .for_each(|(contact, &(worker, place))| {
                    contact.clone_from(&self.workers[worker].contacts[place]);
                });
        }
    }

    /// The contacts as they are now, in the order of the whole.
    pub fn contacts(&self) -> impl Iterator<Item = &Contact> {
        let holders = self.holders.iter();
        holders.map(|&(worker, place)| &self.workers[worker].contacts[place])
    }
}

impl Worker {
    fn find_touched(&mut self, bodies_from: usize) {
        self.touched.clear();
        for contact in &self.contacts {
            contact.each_mover(bodies_from, |mover| self.touched.push(mover));
        }
        self.touched.sort_unstable();
        self.touched.dedup();
    }
}

/// Something that a contact touches and can move; there always is one.
fn first_mover(contact: &Contact, bodies_from: usize) -> usize {
    let mut first = None;
    contact.each_mover(bodies_from, |mover| {
        first.get_or_insert(mover);
    });
    first.unwrap_or_default()
}

/// Copies the motion of some things, counted from the particles to the bodies.
fn copy(things: &[usize], bodies_from: usize, from: &State, to: &mut State) {
    for &thing in things {
        match thing.checked_sub(bodies_from) {
            None => to.particles[thing] = from.particles[thing],
            Some(body) => to.bodies[body] = from.bodies[body],
        }
    }
}

/// Deals out pieces of work, as many to each worker as it has room for, neighbours
/// to the same.
struct Dealer {
    total: usize,
    workers: usize,
    dealt: usize,
}

impl Dealer {
    fn new(total: usize, workers: usize) -> Dealer {
        Dealer {
            total,
            workers,
            dealt: 0,
        }
    }

    /// Who does the next piece: in whose part of the whole its middle lies.
    fn deal(&mut self, work: usize) -> usize {
        let middle = 2 * self.dealt + work;
        self.dealt += work;
        (middle * self.workers / (2 * self.total).max(1)).min(self.workers - 1)
    }
}
