//! What causes have done to what moves: sums that can be added up.

use super::Cause;
use glam::DVec3;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What a cause has done to a mover, or to several.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Entry {
    /// Change of the momentum, kg m/s.
    pub momentum: DVec3,
    /// Change of the velocity of the centre of mass, m/s; of several, of their sum.
    pub velocity: DVec3,
    /// Change of the angular velocity, rad/s; zero of a particle.
    pub spin: DVec3,
    /// Displacement of the centre of mass, m.
    pub way: DVec3,
    /// Change of the angular momentum about the origin, kg m²/s.
    pub angular_momentum: DVec3,
    /// Change of the kinetic energy, J.
    pub kinetic: f64,
    /// Change of the potential energy, J.
    pub potential: f64,
}

impl Entry {
    /// Change of the energy, J.
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }
}

impl AddAssign for Entry {
    fn add_assign(&mut self, other: Entry) {
        self.momentum += other.momentum;
        self.velocity += other.velocity;
        self.spin += other.spin;
        self.way += other.way;
        self.angular_momentum += other.angular_momentum;
        self.kinetic += other.kinetic;
        self.potential += other.potential;
    }
}

/// What each cause has done to each mover; particles are counted first, then bodies.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Book {
    /// Of each mover, in the order of causes: few have to do with it.
    of: Vec<Vec<(Cause, Entry)>>,
}

impl Book {
    /// Adds to what a cause has done to a mover.
    pub fn add(&mut self, mover: usize, cause: Cause, entry: Entry) {
        if self.of.len() <= mover {
            self.of.resize_with(mover + 1, Vec::new);
        }
        let own = &mut self.of[mover];
        match own.binary_search_by(|(known, _)| known.cmp(&cause)) {
            Ok(place) => own[place].1 += entry,
            Err(place) => own.insert(place, (cause, entry)),
        }
    }

    /// Adds all of another.
    pub fn add_all(&mut self, other: &Book) {
        for (mover, cause, entry) in other.entries() {
            self.add(mover, cause, *entry);
        }
    }

    /// All entries, by mover and cause.
    pub fn entries(&self) -> impl Iterator<Item = (usize, Cause, &Entry)> {
        let movers = self.of.iter().enumerate();
        movers.flat_map(|(mover, own)| own.iter().map(move |(cause, entry)| (mover, *cause, entry)))
    }

    /// What each cause has done to those movers for which `counts` holds, added up.
    pub fn sums(&self, counts: impl Fn(usize) -> bool) -> BTreeMap<Cause, Entry> {
        let mut sums: BTreeMap<Cause, Entry> = BTreeMap::new();
        for (mover, cause, entry) in self.entries() {
            if counts(mover) {
                *sums.entry(cause).or_default() += *entry;
            }
        }
        sums
    }

    /// All that was done to those movers.
    pub fn total(&self, counts: impl Fn(usize) -> bool) -> Entry {
        let mut total = Entry::default();
        for entry in self.sums(counts).values() {
            total += *entry;
        }
        total
    }
}
