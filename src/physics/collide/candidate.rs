//! What may meet within a step, and when it has to be looked at again.

use super::motion::Way;

/// A proxy and what it may meet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    /// Index of the proxy.
    pub proxy: usize,
    pub other: Other,
    /// How far they have moved against each other since they were looked at, m.
    moved: f64,
    /// How far they may until they have to be looked at again, m.
    way: f64,
    /// Their contacts.
    pub contacts: usize,
}

/// What a proxy may meet.
#[derive(Debug, Clone, Copy)]
pub(super) enum Other {
    /// Obstacles, as a range of those that were found near proxies.
    Obstacles { from: usize, to: usize },
    /// Another proxy, by its index.
    Proxy(usize),
}

/// What a look at a candidate has told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// How far both may move against each other until the next one, m.
    pub way: f64,
    /// Contacts found.
    pub contacts: usize,
}

impl Candidate {
    /// One that has never been looked at.
    pub fn new(proxy: usize, other: Other) -> Candidate {
        Candidate {
            proxy,
            other,
            moved: 0.0,
            way: f64::NEG_INFINITY,
            contacts: 0,
        }
    }

    /// By what candidates are in order: those of obstacles first.
    pub fn key(&self) -> (Option<usize>, usize) {
        match self.other {
            Other::Obstacles { .. } => (None, self.proxy),
            Other::Proxy(other) => (Some(self.proxy), other),
        }
    }

    /// Takes in how far both have moved since the last substep; whether they have to be
    /// looked at in the one to come.
    pub fn is_stale(&mut self, ways: &[[Way; 2]]) -> bool {
        let [moved, coming] = match self.other {
            Other::Obstacles { .. } => ways[self.proxy].map(|way| way.longest()),
            Other::Proxy(other) => {
                let ([moved, coming], [others, others_coming]) = (ways[self.proxy], ways[other]);
                [moved.against(others), coming.against(others_coming)]
            }
        };
        self.moved += moved;
        self.moved + coming > self.way
    }

    /// Takes over what has become of the same pair until now.
    pub fn continues(&mut self, earlier: &Candidate) {
        self.moved = earlier.moved;
        self.way = earlier.way;
        self.contacts = earlier.contacts;
    }

    /// Takes in what a look has told.
    pub fn take(&mut self, look: &Look) {
        self.moved = 0.0;
        self.way = look.way;
        self.contacts = look.contacts;
    }

    /// Visits the proxies of it, by index.
    pub fn each_proxy(&self, mut visit: impl FnMut(usize)) {
        visit(self.proxy);
        if let Other::Proxy(other) = self.other {
            visit(other);
        }
    }
}
