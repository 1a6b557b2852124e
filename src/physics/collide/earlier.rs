//! What was gathered before, of which everything that stayed in its box is kept.

use super::candidate::{Candidate, Other};
use super::motion::{Motion, Way};
use super::mover::Mover;
use crate::physics::model::Owner;

/// What was gathered before; nothing if it has no movers.
#[derive(Debug, Clone, Default)]
pub(super) struct Earlier {
    /// In the order of their owners.
    pub movers: Vec<Mover>,
    /// Of each mover.
    pub motions: Vec<Motion>,
    /// Of each mover: since the last substep, and in the one to come.
    pub ways: Vec<[Way; 2]>,
    /// Whether each mover has left its box.
    pub left: Vec<bool>,
    /// In the order of the contacts.
    pub candidates: Vec<Candidate>,
    /// Index of the first contact of each candidate.
    first_contacts: Vec<usize>,
}

impl Earlier {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.movers.clear();
        self.motions.clear();
        self.ways.clear();
        self.left.clear();
        self.candidates.clear();
        self.first_contacts.clear();
    }

    /// Makes room for so many when it holds nothing, so that a step takes no memory.
    pub fn make_room(&mut self, movers: usize, candidates: usize) {
        self.movers.reserve(movers);
        self.motions.reserve(movers);
        self.ways.reserve(movers);
        self.left.reserve(movers);
        self.candidates.reserve(candidates);
        self.first_contacts.reserve(candidates);
    }

    /// The index of a mover that is still in its box.
    pub fn index_of(&self, owner: Owner) -> Option<usize> {
        let found = self
            .movers
            .binary_search_by_key(&owner, |mover| mover.owner);
        found.ok().filter(|&index| !self.left[index])
    }

    /// Finds where the contacts of each candidate begin.
    pub fn find_first_contacts(&mut self) {
        let candidates = self.candidates.iter();
        let firsts = candidates.scan(0, |next, candidate| {
            let first = *next;
            *next += candidate.contacts;
            Some(first)
        });
        self.first_contacts.clear();
        self.first_contacts.extend(firsts);
    }

    /// What was the same pair as a candidate among other movers, and the index of its first
    /// contact; only if both are still in their boxes.
    pub fn find(&self, candidate: &Candidate, movers: &[Mover]) -> Option<(&Candidate, usize)> {
        let mover = self.index_of(movers[candidate.mover].owner)?;
        let other = match candidate.other {
            Other::Obstacles { .. } => None,
            Other::Mover(other) => Some(self.index_of(movers[other].owner)?),
        };
        let same = self
            .candidates
            .binary_search_by_key(&(other.is_some(), mover, other), |c| match c.other {
                Other::Obstacles { .. } => (false, c.mover, None),
                Other::Mover(other) => (true, c.mover, Some(other)),
            });
        let index = same.ok()?;
        Some((&self.candidates[index], self.first_contacts[index]))
    }
}
