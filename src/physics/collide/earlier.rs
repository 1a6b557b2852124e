//! What was gathered before, of which everything that stayed in its box is kept.

use super::candidate::{Candidate, Other};
use super::motion::{Motion, Way};
use super::proxy::ColliderProxy;
use crate::physics::model::ColliderId;
use std::cmp::Ordering;

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
    /// Of each proxy that is met now, its index among those here if it is still in its box.
    pub places: Vec<Option<usize>>,
    /// Of each proxy here that is still in its box, its index among those that are met now.
    now: Vec<Option<usize>>,
}

impl Earlier {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.proxies.clear();
        self.motions.clear();
        self.ways.clear();
        self.left.clear();
        self.candidates.clear();
        self.places.clear();
        self.now.clear();
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
        let places = proxies.saturating_sub(self.places.len());
        self.places.reserve_exact(places);
        self.now.reserve_exact(proxies);
    }

    /// The index of a proxy that is still in its box.
    pub fn index_of(&self, owner: ColliderId) -> Option<usize> {
        let found = self
            .proxies
            .binary_search_by_key(&owner, |proxy| proxy.owner);
        found.ok().filter(|&index| !self.left[index])
    }

    /// Finds the proxies that are met now, in the order of their owners, among those here.
    pub fn find_places(&mut self, proxies: &[ColliderProxy]) {
        self.places.clear();
        self.now.clear();
        self.now.resize(self.proxies.len(), None);
        let mut index = 0;
        for (now, proxy) in proxies.iter().enumerate() {
            let earlier = self.proxies[index..].iter();
            index += earlier.take_while(|e| e.owner < proxy.owner).count();
            let known = self.proxies.get(index).map(|earlier| earlier.owner);
            let stays = known == Some(proxy.owner) && !self.left[index];
            if stays {
                self.now[index] = Some(now);
            }
            self.places.push(stays.then_some(index));
        }
    }

    /// Whether a proxy that is met now, by its index, has the same pairs as before with all
    /// others of which that holds.
    pub fn keeps_pairs_of(&self, index: usize, proxy: &ColliderProxy) -> bool {
        self.places[index].is_some() && !may_change_box(proxy)
    }

    /// The pairs among the proxies that keep them, by their indices now, in order.
    pub fn kept_pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let now = |index: usize| self.now[index].filter(|_| !may_change_box(&self.proxies[index]));
        self.candidates.iter().filter_map(move |candidate| {
            let Other::Proxy(other) = candidate.other else {
                return None;
            };
            Some((now(candidate.proxy)?, now(other)?))
        })
    }

    /// What goes on of the candidates here.
    pub fn course(&self) -> Course<'_> {
        Course {
            earlier: self,
            place: 0,
            first_contact: 0,
        }
    }
}

/// A way through what was gathered before, beside the candidates of now.
pub(super) struct Course<'a> {
    earlier: &'a Earlier,
    /// Index of a candidate, and that of its first contact.
    place: usize,
    first_contact: usize,
}

impl Course<'_> {
    /// What was the same pair as a candidate, one after those that were asked for before, and
    /// the index of its first contact; only if both are still in their boxes.
    pub fn find(&mut self, candidate: &Candidate) -> Option<(&Candidate, usize)> {
        let places = &self.earlier.places;
        let wanted = match candidate.key() {
            (None, proxy) => (None, places[proxy]?),
            (Some(proxy), other) => (Some(places[proxy]?), places[other]?),
        };
        while let Some(known) = self.earlier.candidates.get(self.place) {
            match known.key().cmp(&wanted) {
                Ordering::Less => {
                    self.place += 1;
                    self.first_contact += known.contacts;
                }
                Ordering::Equal => return Some((known, self.first_contact)),
                Ordering::Greater => return None,
            }
        }
        None
    }
}

/// Whether its box may be another one although it has not left the one that it had, as those of
/// the triangles of a surface.
fn may_change_box(proxy: &ColliderProxy) -> bool {
    matches!(proxy.owner, ColliderId::Triangle(_))
}
