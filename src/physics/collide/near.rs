//! Which movers may meet: assemblies by their boxes first, then what is in them.

use super::looking::{look_at, Lookers};
use super::mover::Mover;
use crate::physics::model::Model;
use glam::DVec3;

/// Axis-aligned box, m.
#[derive(Debug, Clone, Copy)]
pub(in crate::physics) struct Bounds {
    pub low: DVec3,
    pub high: DVec3,
}

impl Bounds {
    /// A box round nothing.
    pub const NOTHING: Bounds = Bounds {
        low: DVec3::INFINITY,
        high: DVec3::NEG_INFINITY,
    };

    /// The box round both.
    pub fn with(self, other: Bounds) -> Bounds {
        Bounds {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The box round all of them.
    pub fn round(all: impl Iterator<Item = Bounds>) -> Bounds {
        all.fold(Bounds::NOTHING, Bounds::with)
    }

    /// Its least coordinate along a direction, m.
    pub fn lowest(&self, direction: DVec3) -> f64 {
        let ends = direction.cmpge(DVec3::ZERO);
        DVec3::select(ends, self.low, self.high).dot(direction)
    }

    /// Whether they overlap.
    pub fn meets(&self, other: &Bounds) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

/// The movers of an assembly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub assembly: usize,
    pub bounds: Bounds,
    /// Range of the members.
    from: usize,
    to: usize,
}

/// A mover of an assembly.
#[derive(Debug, Clone, Copy)]
struct Member {
    assembly: usize,
    /// Index of the mover.
    mover: usize,
    bounds: Bounds,
}

/// Movers by assembly, and pairs that may meet; scratch memory of the detection.
#[derive(Debug, Clone, Default)]
pub(super) struct Near {
    /// By assembly.
    members: Vec<Member>,
    groups: Vec<Group>,
    /// Indices of movers, the lower first, in order.
    pub pairs: Pairs,
    /// Those that each thread has found.
    found: Vec<Pairs>,
}

/// Pairs of movers.
type Pairs = Vec<(usize, usize)>;

/// Groups a thread looks at in one go: what makes up for waking it.
const LEAST_GROUPS: usize = 16;

impl Near {
    /// Groups movers by their assemblies.
    pub fn group(&mut self, movers: &[Mover]) -> &[Group] {
        self.members.clear();
        let members = movers.iter().enumerate();
        self.members.extend(members.map(|(index, mover)| Member {
            assembly: mover.assembly,
            mover: index,
            bounds: mover.bounds,
        }));
        let key = |member: &Member| (member.assembly, member.mover);
        self.members.sort_unstable_by_key(key);
        self.groups.clear();
        let mut from = 0;
        for members in self.members.chunk_by(|a, b| a.assembly == b.assembly) {
            let to = from + members.len();
            self.groups.push(Group {
                assembly: members[0].assembly,
                bounds: Bounds::round(members.iter().map(|member| member.bounds)),
                from,
                to,
            });
            from = to;
        }
        &self.groups
    }

    /// Finds the pairs of grouped movers that may meet, by sorting along the axis along
    /// which they spread most. `collide_inside` tells for each assembly whether some of
    /// its parts collide with each other.
    pub fn find_pairs(
        &mut self,
        model: &Model,
        movers: &[Mover],
        collide_inside: &[bool],
        threads: usize,
    ) {
        self.pairs.clear();
        let all = Bounds::round(self.groups.iter().map(|group| group.bounds));
        let axis = (all.high - all.low).max_position();
        let low = |group: &Group| group.bounds.low[axis];
        self.groups.sort_unstable_by(|a, b| {
            let lows = low(a).total_cmp(&low(b));
            lows.then(a.assembly.cmp(&b.assembly))
        });
        let (groups, members) = (&self.groups, &self.members);
        let members = |group: &Group| &members[group.from..group.to];
        let look = |place: usize, pairs: &mut Pairs| {
            let group = &groups[place];
            if collide_inside[group.assembly] {
                find_inside(model, movers, members(group), pairs);
            }
            let later = groups[place + 1..].iter();
            for other in later.take_while(|other| low(other) <= group.bounds.high[axis]) {
                if group.bounds.meets(&other.bounds) {
                    let both = [group, other].map(|g| (members(g), g.bounds));
                    find_between(model, movers, both, pairs);
                }
            }
        };
        let (found, pairs) = (&mut self.found, &mut self.pairs);
        let lookers = Lookers {
            threads,
            least: LEAST_GROUPS,
        };
        look_at(groups.len(), lookers, found, pairs, look);
        self.pairs.sort_unstable();
    }
}

fn find_inside(model: &Model, movers: &[Mover], members: &[Member], pairs: &mut Pairs) {
    for (place, member) in members.iter().enumerate() {
        find_with(model, movers, member, &members[place + 1..], pairs);
    }
}

fn find_between(
    model: &Model,
    movers: &[Mover],
    [(members, _), (others, round_others)]: [(&[Member], Bounds); 2],
    pairs: &mut Pairs,
) {
    for member in members.iter().filter(|m| m.bounds.meets(&round_others)) {
        find_with(model, movers, member, others, pairs);
    }
}

/// The pairs of a member with others.
fn find_with(
    model: &Model,
    movers: &[Mover],
    member: &Member,
    others: &[Member],
    pairs: &mut Pairs,
) {
    let i = member.mover;
    for other in others.iter().filter(|o| o.bounds.meets(&member.bounds)) {
        let j = other.mover;
        if movers[i].collides_with(&movers[j], model) {
            pairs.push((i.min(j), i.max(j)));
        }
    }
}
