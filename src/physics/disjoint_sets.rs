//! Sets of indices that are united step by step.

/// Disjoint sets whose representative is always the smallest member, so that
/// results do not depend on the order of joining.
#[derive(Debug, Clone, Default)]
pub struct DisjointSets {
    parent: Vec<usize>,
}

impl DisjointSets {
    /// `count` sets of one member each.
    pub fn new(count: usize) -> DisjointSets {
        let mut sets = DisjointSets::default();
        sets.separate(count);
        sets
    }

    /// Begins anew with `count` sets of one member each.
    pub fn separate(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count);
    }

    /// Room for members up to `count`, without changing the sets of those there are.
    pub fn reserve(&mut self, count: usize) {
        self.parent.resize(count, 0);
    }

    /// Makes a member a set of its own; nothing may be joined with it.
    pub fn part(&mut self, member: usize) {
        self.parent[member] = member;
    }

    /// Smallest member of the set of `member`.
    pub fn root(&mut self, mut member: usize) -> usize {
        while self.parent[member] != member {
            self.parent[member] = self.parent[self.parent[member]];
            member = self.parent[member];
        }
        member
    }

    /// Unites the sets of two members.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}
