//! What contacts join.

use super::Contact;
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::model::Model;

/// Contacts and what they touch, island by island; scratch memory.
///
/// An island is what contacts join, thing by thing and not articulation by articulation: a
/// pass over contacts moves nothing but what they touch. So what is settled and judged in one
/// island does not depend on any other, nor on how threads share them.
#[derive(Debug, Clone, Default)]
pub struct ContactIslands {
    joined: DisjointSets,
    /// Contacts by island.
    contacts: Vec<InIsland>,
    /// What they touch and can move, by island.
    movers: Vec<InIsland>,
}

/// A contact or a mover, by its index, and the island that it is in. Movers are
/// counted from the particles to the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InIsland {
    island: usize,
    /// Its index.
    pub index: usize,
}

impl ContactIslands {
    /// Finds the islands that some of the contacts make, by index.
    pub fn find(
        &mut self,
        model: &Model,
        contacts: &[Contact],
        joining: impl Iterator<Item = usize> + Clone,
    ) {
        let bodies_from = model.particles.len();
        self.joined.reserve(bodies_from + model.bodies.len());
        for index in joining.clone() {
            contacts[index].each_mover(bodies_from, |mover| self.joined.part(mover));
        }
        for index in joining.clone() {
            let mut first = None;
            contacts[index].each_mover(bodies_from, |mover| {
                self.joined.join(*first.get_or_insert(mover), mover);
            });
        }
        self.contacts.clear();
        for index in joining {
            let mut island = 0;
            contacts[index].each_mover(bodies_from, |mover| island = self.joined.root(mover));
            self.contacts.push(InIsland { island, index });
        }
        self.contacts.sort_unstable();
    }

    /// Finds what the contacts of the islands touch and can move.
    pub fn find_movers(&mut self, model: &Model, contacts: &[Contact]) {
        let bodies_from = model.particles.len();
        self.movers.clear();
        for &InIsland { island, index } in &self.contacts {
            contacts[index].each_mover(bodies_from, |index| {
                self.movers.push(InIsland { island, index });
            });
        }
        self.movers.sort_unstable();
        self.movers.dedup();
    }

    /// The contacts of each island, in their order.
    pub fn each(&self) -> impl Iterator<Item = &[InIsland]> {
        self.contacts.chunk_by(same_island)
    }

    /// The same, and what they touch and can move, once that is found.
    pub fn each_with_movers(&self) -> impl Iterator<Item = (&[InIsland], &[InIsland])> {
        let mut movers = self.movers.chunk_by(same_island);
        self.each()
            .map(move |contacts| (contacts, movers.next().unwrap_or_default()))
    }
}

fn same_island(a: &InIsland, b: &InIsland) -> bool {
    a.island == b.island
}
