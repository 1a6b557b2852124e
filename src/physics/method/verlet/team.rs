//! The threads of a substep.
//!
//! Joints hold assemblies together and nothing else, so each thread takes whole
//! assemblies through the motion and all constraints. Contacts join assemblies, and
//! often all of a heap; but a pass over contacts moves only what they touch, so each
//! thread takes whole patches there: contacts joined by the things that they touch.
//! Nothing that one thread moves is seen by another, and each keeps the order of the
//! whole. So the bits are those of one thread, however the shares are dealt.
//!
//! Each member works on a state of its own, of which only its share is valid: that is
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
pub(super) struct Team {
    members: Vec<Member>,
    /// Members whose state is as the present one but for what moves; none since what
    /// takes part has changed.
    ready: usize,
    /// Members among whom the assemblies have been dealt.
    dealt_to: usize,
    /// Members who share the constraints, and the contacts, of this substep.
    for_joints: usize,
    for_contacts: usize,
    /// Per assembly, the work that it makes, then the member that does it.
    work: Vec<usize>,
    /// Per particle, then body: what contacts join.
    joined: DisjointSets,
    /// Per first thing of a patch, its contacts, and the member that has them.
    patches: Vec<(usize, usize)>,
    /// Of each contact, who has it and where.
    holders: Vec<(usize, usize)>,
}

/// Scratch memory is not worth copying.
impl Clone for Team {
    fn clone(&self) -> Team {
        Team::default()
    }
}

/// What one thread works with.
#[derive(Debug, Default)]
struct Member {
    share: Share,
    state: State,
    /// Places of its contacts among all.
    places: Vec<usize>,
    contacts: Vec<Contact>,
    /// What they touch: particles, then bodies.
    touched: Vec<usize>,
    touching: Touching,
}

impl Team {
    /// Takes note that others take part than before.
    pub fn disband(&mut self) {
        self.ready = 0;
    }

    /// Gets ready for a substep of so many threads and contacts. `together` tells of each
    /// assembly with which other one it must stay.
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
            if self.members.len() < needed {
                self.members.resize_with(needed, Member::default);
            }
            self.ready = needed;
            self.deal_assemblies(model, state, (whole, together));
        }
    }

    fn deal_assemblies(
        &mut self,
        model: &Model,
        state: &State,
        (whole, together): (&Share, &[usize]),
    ) {
        let (plan, awake) = (&whole.plan, &whole.awake);
        self.work.clear();
        self.work.resize(model.assemblies, 0);
        let constraints = awake
            .order
            .iter()
            .filter_map(|&i| plan.joints.assembly_of(i));
        let particles = awake.particles.iter().map(|&i| model.particles[i].assembly);
        let bodies = awake.bodies.iter().map(|&i| model.bodies[i].assembly);
        for assembly in constraints.chain(particles).chain(bodies) {
            self.work[together[assembly]] += 1;
        }
        let mut dealer = Dealer::new(self.work.iter().sum(), self.for_joints);
        self.dealt_to = self.for_joints;
        for work in &mut self.work {
            *work = dealer.deal(*work);
        }
        let work = &self.work;
        self.members[..self.ready]
            .par_iter_mut()
            .enumerate()
            .for_each(|(place, member)| {
                // All of it: a joint may hold something that is fixed or asleep.
                member.state.particles.clone_from(&state.particles);
                member.state.bodies.clone_from(&state.bodies);
                member.state.rest.clone_from(&state.rest);
                let takes = |assembly: usize| work[together[assembly]] == place;
                member.share.take(model, whole, takes);
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

    /// Lets each member do a piece of work on the constraints of its share.
    pub fn each_share(
        &mut self,
        state: &mut State,
        work: impl Fn(&mut Share, &mut State, &mut dyn Probe) + Sync,
    ) {
        let (now, members) = (&*state, &mut self.members[..self.for_joints]);
        members.par_iter_mut().for_each(|member| {
            let awake = &member.share.awake;
            for &i in &awake.particles {
                member.state.particles[i] = now.particles[i];
            }
            for &i in &awake.bodies {
                member.state.bodies[i] = now.bodies[i];
            }
            work(&mut member.share, &mut member.state, &mut NoProbe);
        });
        for member in members.iter() {
            let awake = &member.share.awake;
            for &i in &awake.particles {
                state.particles[i] = member.state.particles[i];
            }
            for &i in &awake.bodies {
                state.bodies[i] = member.state.bodies[i];
            }
        }
    }

    /// The shares that all constraints are dealt to.
    pub fn shares(&self) -> impl Iterator<Item = &Share> {
        self.members[..self.for_joints]
            .iter()
            .map(|member| &member.share)
    }

    /// Deals out the contacts of this substep, if threads share them.
    pub fn take_contacts(&mut self, model: &Model, contacts: &[Contact]) {
        if !self.shares_contacts() {
            return;
        }
        self.join_patches(model, contacts);
        let bodies_from = model.particles.len();
        for member in &mut self.members[..self.for_contacts] {
            member.places.clear();
        }
        self.holders.clear();
        let mut dealer = Dealer::new(contacts.len(), self.for_contacts);
        for (place, contact) in contacts.iter().enumerate() {
            let patch = self.joined.root(first_mover(contact, bodies_from));
            let (count, holder) = &mut self.patches[patch];
            if *holder == NOBODY {
                *holder = dealer.deal(*count);
            }
            let places = &mut self.members[*holder].places;
            self.holders.push((*holder, places.len()));
            places.push(place);
        }
        self.members[..self.for_contacts]
            .par_iter_mut()
            .for_each(|member| {
                let taken = member.places.iter().map(|&place| contacts[place].clone());
                member.contacts.clear();
                member.contacts.extend(taken);
                member.find_touched(bodies_from);
            });
    }

    /// Joins what contacts touch, and counts the contacts of each patch.
    fn join_patches(&mut self, model: &Model, contacts: &[Contact]) {
        let bodies_from = model.particles.len();
        let count = bodies_from + model.bodies.len();
        self.joined.reserve(count);
        self.patches.resize(count, (0, NOBODY));
        for contact in contacts {
            contact.each_mover(bodies_from, |mover| {
                self.joined.part(mover);
                self.patches[mover] = (0, NOBODY);
            });
        }
        for contact in contacts {
            let first = first_mover(contact, bodies_from);
            contact.each_mover(bodies_from, |mover| self.joined.join(first, mover));
        }
        for contact in contacts {
            let patch = self.joined.root(first_mover(contact, bodies_from));
            self.patches[patch].0 += 1;
        }
    }

    /// Lets each member do a piece of work on its contacts.
    pub fn each_patch(
        &mut self,
        state: &mut State,
        work: impl Fn(&mut State, &mut [Contact], &mut Touching) + Sync,
    ) {
        let bodies_from = state.particles.len();
        let (now, members) = (&*state, &mut self.members[..self.for_contacts]);
        members.par_iter_mut().for_each(|member| {
            copy(&member.touched, bodies_from, now, &mut member.state);
            work(
                &mut member.state,
                &mut member.contacts,
                &mut member.touching,
            );
        });
        for member in members.iter() {
            copy(&member.touched, bodies_from, &member.state, state);
        }
    }

    /// Takes the contacts back from those who share them.
    pub fn return_contacts(&self, contacts: &mut [Contact]) {
        if self.shares_contacts() {
            let all = contacts.par_iter_mut().zip(&self.holders);
            all.with_min_len(LEAST_CONTACTS)
                .for_each(|(contact, &(member, place))| {
                    contact.clone_from(&self.members[member].contacts[place]);
                });
        }
    }

    /// The contacts as they are now, in the order of the whole.
    pub fn contacts(&self) -> impl Iterator<Item = &Contact> {
        let holders = self.holders.iter();
        holders.map(|&(member, place)| &self.members[member].contacts[place])
    }
}

impl Member {
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

/// Deals out pieces of work, as many to each member as it has room for, neighbours
/// to the same.
struct Dealer {
    total: usize,
    members: usize,
    dealt: usize,
}

impl Dealer {
    fn new(total: usize, members: usize) -> Dealer {
        Dealer {
            total,
            members,
            dealt: 0,
        }
    }

    /// Who does the next piece: in whose part of the whole its middle lies.
    fn deal(&mut self, work: usize) -> usize {
        let middle = 2 * self.dealt + work;
        self.dealt += work;
        (middle * self.members / (2 * self.total).max(1)).min(self.members - 1)
    }
}
