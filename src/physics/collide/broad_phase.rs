//! Which proxies may meet: articulations by their boxes first, then what is in them.

use super::crowding::{Crowding, MOST_PAIRS};
use super::earlier::Earlier;
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

    /// The box with so much more room on all sides, m.
    pub fn widened(self, by: f64) -> Bounds {
        Bounds {
            low: self.low - by,
            high: self.high + by,
        }
    }

    /// Whether a point is in it.
    pub fn holds(&self, point: DVec3) -> bool {
        self.low.cmple(point).all() && point.cmple(self.high).all()
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
    /// Whether all its members keep the pairs that they had.
    is_known: bool,
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
    /// Whether it keeps the pairs that it had with others that do.
    is_known: bool,
}

/// Movers by articulation, and pairs that may meet; scratch memory of the detection.
#[derive(Debug, Clone, Default)]
pub(super) struct BroadPhase {
    /// By articulation.
    members: Vec<Member>,
    groups: Vec<Group>,
    /// Indices of proxies, the lower first, in order.
    pub pairs: Pairs,
    /// Those that are taken over from before, in order.
    kept: Pairs,
    /// Those that each thread has found.
    found: Vec<Pairs>,
    /// Chooses among them where there are too many.
    crowding: Crowding,
}

/// Pairs of proxies.
type Pairs = Vec<(usize, usize)>;

/// Groups a thread looks at in one go: what makes up for waking it.
const LEAST_GROUPS: usize = 16;

impl BroadPhase {
    /// Groups proxies by their articulations; `sheets` are the boxes of surfaces, by
    /// articulation, of which not all triangles have proxies.
    pub fn group(&mut self, proxies: &[ColliderProxy], sheets: &[(usize, Bounds)]) -> &[Group] {
        self.members.clear();
        let members = proxies.iter().enumerate();
        self.members.extend(members.map(|(index, proxy)| Member {
            articulation: proxy.articulation,
            proxy: index,
            bounds: proxy.bounds,
            is_known: false,
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
                is_known: false,
                from,
                to,
            });
            from = to;
        }
        for &(articulation, bounds) in sheets {
            let known = (self.groups).binary_search_by_key(&articulation, |g| g.articulation);
            match known {
                Ok(place) => self.groups[place].bounds = self.groups[place].bounds.with(bounds),
                Err(place) => {
                    let (from, to) = (0, 0);
                    let group = Group {
                        articulation,
                        bounds,
                        is_known: false,
                        from,
                        to,
                    };
                    self.groups.insert(place, group);
                }
            }
        }
        &self.groups
    }

    /// The boxes of the proxies that were grouped last, each with its articulation.
    pub fn boxes(&self) -> impl Iterator<Item = (usize, Bounds)> + '_ {
        let members = self.members.iter();
        members.map(|member| (member.articulation, member.bounds))
    }

    /// The proxies by articulation, as they were grouped last.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Finds the pairs of grouped proxies that may meet, by sorting along the axis along
    /// which they spread most; those of earlier that are still in their boxes keep their pairs.
    /// `collide_inside` tells for each articulation whether some of its parts collide with each
    /// other.
    pub fn find_pairs(
        &mut self,
        model: &Model,
        (proxies, earlier): (&[ColliderProxy], &Earlier),
        collide_inside: &[bool],
        threads: usize,
        interrupt: &Interrupt,
    ) {
        self.pairs.clear();
        self.kept.clear();
        // Where there were too many, not all that there were are among those kept.
        if self.crowding.left_out == 0 {
            self.keep_pairs(proxies, earlier);
        }
        let all = Bounds::round(self.groups.iter().map(|group| group.bounds));
        let axis = (all.high - all.low).max_position();
        let low = |group: &Group| group.bounds.low[axis];
        self.groups.sort_unstable_by(|a, b| {
            let lows = low(a).total_cmp(&low(b));
            lows.then(a.articulation.cmp(&b.articulation))
        });
        let groups = self.groups.len();
        let search = Search {
            model,
            proxies,
            collide_inside,
            groups: &self.groups,
            members: &self.members,
            axis,
            skips_known: true,
        };
        let lookers = Lookers {
            threads,
            least: LEAST_GROUPS,
            interrupt,
        };
        let most = MOST_PAIRS.saturating_sub(self.kept.len());
        let (found, pairs) = (&mut self.found, &mut self.pairs);
        look_at(groups, lookers, found, pairs, |place, pairs: &mut Pairs| {
            if pairs.len() <= most {
                search.each_pair_of(place, &mut |a, b| {
                    // What is too much is not even kept to be counted.
                    if pairs.len() <= most {
                        pairs.push((a, b));
                    }
                });
            }
        });
        self.crowding.left_out = 0;
        if self.pairs.len() > most {
            self.pairs.clear();
            self.kept.clear();
            let search = Search {
                skips_known: false,
                ..search
            };
            self.crowding.begin(proxies.len());
            for place in 0..groups {
                if interrupt.is_due() || !self.crowding.goes_on() {
                    break;
                }
                let (crowding, pairs) = (&mut self.crowding, &mut self.pairs);
                search.each_pair_of(place, &mut |a, b| {
                    if crowding.has_room_for([a, b], pairs.len()) {
                        pairs.push((a, b));
                    }
                });
            }
        }
        if interrupt.is_due() {
            // To put in order what is thrown away would take its time, too.
            self.pairs.clear();
            self.kept.clear();
        }
        self.pairs.sort_unstable();
        self.join_kept();
    }

    /// Makes room for so many pairs that are found within the step, so that it takes no memory.
    pub fn make_room(&mut self, pairs: usize) {
        self.kept.clear();
        self.kept.reserve(pairs);
        self.pairs.reserve(pairs.saturating_sub(self.pairs.len()));
    }

    /// Puts the pairs that are taken over between those that were found, in place: most pairs are
    /// in order already, and a sort that makes use of that would take memory.
    fn join_kept(&mut self) {
        let found = self.pairs.len();
        self.pairs.extend_from_slice(&self.kept);
        if found == 0 {
            return;
        }
        let (mut found, mut kept) = (found, self.kept.len());
        // From the end, so that each goes where nothing is that is still to go.
        while found > 0 && kept > 0 {
            let place = found + kept - 1;
            if self.pairs[found - 1] > self.kept[kept - 1] {
                found -= 1;
                self.pairs[place] = self.pairs[found];
            } else {
                kept -= 1;
                self.pairs[place] = self.kept[kept];
            }
        }
        self.pairs[..kept].copy_from_slice(&self.kept[..kept]);
    }

    /// Takes over the pairs of what is still in its box, and marks it.
    fn keep_pairs(&mut self, proxies: &[ColliderProxy], earlier: &Earlier) {
        self.kept.extend(earlier.kept_pairs());
        for member in &mut self.members {
            member.is_known = earlier.keeps_pairs_of(member.proxy, &proxies[member.proxy]);
        }
        for group in &mut self.groups {
            let members = &self.members[group.from..group.to];
            group.is_known = members.iter().all(|member| member.is_known);
        }
    }

    /// Pairs of proxies that might meet and are not looked at, since there are too many.
    pub fn left_out(&self) -> usize {
        self.crowding.left_out
    }
}

/// What is looked through for pairs.
struct Search<'a> {
    model: &'a Model,
    proxies: &'a [ColliderProxy],
    /// Per articulation, whether some of its parts collide with each other.
    collide_inside: &'a [bool],
    /// By their lowest coordinates along the axis.
    groups: &'a [Group],
    members: &'a [Member],
    axis: usize,
    /// Whether the pairs are known of what keeps them.
    skips_known: bool,
}

impl Search<'_> {
    /// Visits the pairs in a group, and those of it with later ones.
    fn each_pair_of(&self, place: usize, visit: &mut impl FnMut(usize, usize)) {
        let group = &self.groups[place];
        let skips = self.skips_known && group.is_known;
        if self.collide_inside[group.articulation] && !skips {
            self.each_pair_inside(group, visit);
        }
        let later = self.groups[place + 1..].iter();
        let high = group.bounds.high[self.axis];
        for other in later.take_while(|other| other.bounds.low[self.axis] <= high) {
            if !(skips && other.is_known) && group.bounds.meets(&other.bounds) {
                self.each_pair_between(group, other, visit);
            }
        }
    }

    fn members(&self, group: &Group) -> &[Member] {
        &self.members[group.from..group.to]
    }

    fn each_pair_inside(&self, group: &Group, visit: &mut impl FnMut(usize, usize)) {
        let members = self.members(group);
        for (place, member) in members.iter().enumerate() {
            self.each_pair_with(member, &members[place + 1..], visit);
        }
    }

    fn each_pair_between(
        &self,
        group: &Group,
        other: &Group,
        visit: &mut impl FnMut(usize, usize),
    ) {
        let skips = self.skips_known && other.is_known;
        let members = self.members(group).iter();
        let members = members.filter(|m| !(skips && m.is_known));
        for member in members.filter(|m| m.bounds.meets(&other.bounds)) {
            self.each_pair_with(member, self.members(other), visit);
        }
    }

    /// Visits the pairs of a member with others.
    fn each_pair_with(
        &self,
        member: &Member,
        others: &[Member],
        visit: &mut impl FnMut(usize, usize),
    ) {
        let i = member.proxy;
        let skips = self.skips_known && member.is_known;
        let others = others.iter().filter(|o| !(skips && o.is_known));
        for other in others.filter(|o| o.bounds.meets(&member.bounds)) {
            let j = other.proxy;
            if self.proxies[i].collides_with(&self.proxies[j], self.model) {
                visit(i.min(j), i.max(j));
            }
        }
    }
}
