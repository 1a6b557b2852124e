//! Which proxies may meet: articulations by their boxes first, then what is in them.

use super::looking::{look_at, Lookers};
use super::proxy::ColliderProxy;
use crate::physics::interrupt::Interrupt;
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

/// The proxies of an articulation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    pub articulation: usize,
    pub bounds: Bounds,
    /// Range of the members.
    from: usize,
    to: usize,
}

/// A proxy of an articulation.
#[derive(Debug, Clone, Copy)]
struct Member {
    articulation: usize,
    /// Index of the proxy.
    proxy: usize,
    bounds: Bounds,
}

/// Movers by articulation, and pairs that may meet; scratch memory of the detection.
#[derive(Debug, Clone, Default)]
pub(super) struct BroadPhase {
    /// By articulation.
    members: Vec<Member>,
    groups: Vec<Group>,
    /// Indices of proxies, the lower first, in order.
    pub pairs: Pairs,
    /// Those that each thread has found.
    found: Vec<Pairs>,
}

/// Pairs of proxies.
type Pairs = Vec<(usize, usize)>;

/// Groups a thread looks at in one go: what makes up for waking it.
const LEAST_GROUPS: usize = 16;

impl BroadPhase {
    /// Groups proxies by their articulations.
    pub fn group(&mut self, proxies: &[ColliderProxy]) -> &[Group] {
        self.members.clear();
        let members = proxies.iter().enumerate();
        self.members.extend(members.map(|(index, proxy)| Member {
            articulation: proxy.articulation,
            proxy: index,
            bounds: proxy.bounds,
        }));
        let key = |member: &Member| (member.articulation, member.proxy);
        self.members.sort_unstable_by_key(key);
        self.groups.clear();
        let mut from = 0;
        for members in self
            .members
            .chunk_by(|a, b| a.articulation == b.articulation)
        {
            let to = from + members.len();
            self.groups.push(Group {
                articulation: members[0].articulation,
                bounds: Bounds::round(members.iter().map(|member| member.bounds)),
                from,
                to,
            });
            from = to;
        }
        &self.groups
    }

    /// Finds the pairs of grouped proxies that may meet, by sorting along the axis along
    /// which they spread most. `collide_inside` tells for each articulation whether some of
    /// its parts collide with each other.
    pub fn find_pairs(
        &mut self,
        model: &Model,
        proxies: &[ColliderProxy],
        collide_inside: &[bool],
        threads: usize,
        interrupt: &Interrupt,
    ) {
        self.pairs.clear();
        let all = Bounds::round(self.groups.iter().map(|group| group.bounds));
        let axis = (all.high - all.low).max_position();
        let low = |group: &Group| group.bounds.low[axis];
        self.groups.sort_unstable_by(|a, b| {
            let lows = low(a).total_cmp(&low(b));
            lows.then(a.articulation.cmp(&b.articulation))
        });
        let (groups, members) = (&self.groups, &self.members);
        let members = |group: &Group| &members[group.from..group.to];
        let look = |place: usize, pairs: &mut Pairs| {
            let group = &groups[place];
            if collide_inside[group.articulation] {
                find_inside(model, proxies, members(group), pairs);
            }
            let later = groups[place + 1..].iter();
            for other in later.take_while(|other| low(other) <= group.bounds.high[axis]) {
                if group.bounds.meets(&other.bounds) {
                    let both = [group, other].map(|g| (members(g), g.bounds));
                    find_between(model, proxies, both, pairs);
                }
            }
        };
        let (found, pairs) = (&mut self.found, &mut self.pairs);
        let lookers = Lookers {
            threads,
            least: LEAST_GROUPS,
            interrupt,
        };
        look_at(groups.len(), lookers, found, pairs, look);
        if interrupt.is_due() {
            // To put in order what is thrown away would take its time, too.
            pairs.clear();
        }
        self.pairs.sort_unstable();
    }
}

fn find_inside(model: &Model, proxies: &[ColliderProxy], members: &[Member], pairs: &mut Pairs) {
    for (place, member) in members.iter().enumerate() {
        find_with(model, proxies, member, &members[place + 1..], pairs);
    }
}

fn find_between(
    model: &Model,
    proxies: &[ColliderProxy],
    [(members, _), (others, round_others)]: [(&[Member], Bounds); 2],
    pairs: &mut Pairs,
) {
    for member in members.iter().filter(|m| m.bounds.meets(&round_others)) {
        find_with(model, proxies, member, others, pairs);
    }
}

/// The pairs of a member with others.
fn find_with(
    model: &Model,
    proxies: &[ColliderProxy],
    member: &Member,
    others: &[Member],
    pairs: &mut Pairs,
) {
    let i = member.proxy;
    for other in others.iter().filter(|o| o.bounds.meets(&member.bounds)) {
        let j = other.proxy;
        if proxies[i].collides_with(&proxies[j], model) {
            pairs.push((i.min(j), i.max(j)));
        }
    }
}
