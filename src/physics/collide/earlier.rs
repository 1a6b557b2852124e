//! What was gathered before, of which everything that stayed in its box is kept.

use super::candidate::{Candidate, Other};
use super::motion::{Motion, Way};
use super::proxy::ColliderProxy;
use crate::physics::model::ColliderId;

/// What was gathered before; nothing if it has no proxies.
#[derive(Debug, Clone, Default)]
pub(super) struct Earlier {
    /// In the order of their owners.
    pub proxies: Vec<ColliderProxy>,
    /// Of each proxy.
    pub motions: Vec<Motion>,
    /// Of each proxy: since the last substep, and in the one to come.
    pub ways: Vec<[Way; 2]>,
    /// Whether each proxy has left its box.
    pub left: Vec<bool>,
    /// In the order of the contacts.
    pub candidates: Vec<Candidate>,
    /// Index of the first contact of each candidate.
    first_contacts: Vec<usize>,
}

impl Earlier {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.proxies.clear();
        self.motions.clear();
        self.ways.clear();
        self.left.clear();
        self.candidates.clear();
        self.first_contacts.clear();
    }

    /// Makes room for so many when it holds nothing, so that a step takes no memory. For just
    /// so many: this and what is found now change places, and room to spare would double each
    /// time.
    pub fn make_room(&mut self, proxies: usize, candidates: usize) {
        self.proxies.reserve_exact(proxies);
        self.motions.reserve_exact(proxies);
        self.ways.reserve_exact(proxies);
        self.left.reserve_exact(proxies);
        self.candidates.reserve_exact(candidates);
        self.first_contacts.reserve_exact(candidates);
    }

    /// The index of a proxy that is still in its box.
    pub fn index_of(&self, owner: ColliderId) -> Option<usize> {
        let found = self
            .proxies
            .binary_search_by_key(&owner, |proxy| proxy.owner);
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

    /// What was the same pair as a candidate among other proxies, and the index of its first
    /// contact; only if both are still in their boxes.
    pub fn find(
        &self,
        candidate: &Candidate,
        proxies: &[ColliderProxy],
    ) -> Option<(&Candidate, usize)> {
        let proxy = self.index_of(proxies[candidate.proxy].owner)?;
        let other = match candidate.other {
            Other::Obstacles { .. } => None,
            Other::Proxy(other) => Some(self.index_of(proxies[other].owner)?),
        };
        let same = self
            .candidates
            .binary_search_by_key(&(other.is_some(), proxy, other), |c| match c.other {
                Other::Obstacles { .. } => (false, c.proxy, None),
                Other::Proxy(other) => (true, c.proxy, Some(other)),
            });
        let index = same.ok()?;
        Some((&self.candidates[index], self.first_contacts[index]))
    }
}
