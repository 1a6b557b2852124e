//! Bounds of what is looked at where a great many things are in one place, so that a step
//! takes bounded memory and time whatever a scene holds.

/// Most pairs of movers that are looked at within a step. Up to this all are; beyond it each
/// thing keeps some neighbours, and the others pass through it.
pub const MOST_PAIRS: usize = 250_000;
/// Neighbours that a thing keeps where there are too many.
pub const NEIGHBOURS_KEPT: u32 = 16;
/// Pairs that are left out are counted up to this; to count on would take minutes.
pub const MOST_COUNTED: usize = 20_000_000;
/// Obstacles that a thing meets at most within a step.
pub const MOST_OBSTACLES_OF_ONE: usize = 1_000;
/// Meetings of movers with obstacles within a step up to which each thing has
/// [`MOST_OBSTACLES_OF_ONE`]; beyond, it has [`OBSTACLES_KEPT`].
pub const MOST_MEETINGS: usize = 250_000;
/// Obstacles that a thing meets at least where there are too many.
pub const OBSTACLES_KEPT: usize = 4;

/// Most contacts of one pair, as a thing may lie on any many triangles of a mesh.
pub const MOST_CONTACTS_OF_PAIR: usize = 1_000;
/// Contacts of one pair that are kept however many pairs there are.
const CONTACTS_KEPT: usize = 8;
/// All contacts to which those of the pairs are bounded, where each keeps that many.
const MOST_CONTACTS: usize = 1_000_000;

/// How many contacts each of so many pairs may have. It depends on nothing that another
/// number of threads changes.
pub(super) fn most_contacts_of_pair(pairs: usize) -> usize {
    (MOST_CONTACTS / pairs.max(1)).clamp(CONTACTS_KEPT, MOST_CONTACTS_OF_PAIR)
}

/// Adds to a list what is found, and thins it out evenly where there is too much: of what
/// lies on very many triangles every second contact holds as well as each.
pub(super) struct Thinning {
    /// Length of the list before.
    from: usize,
    most: usize,
    /// Every so many finds one is kept.
    stride: usize,
    found: usize,
}

impl Thinning {
    /// Begins with a list of this length, which may become longer by `most`.
    pub fn begin(from: usize, most: usize) -> Thinning {
        Thinning {
            from,
            most,
            stride: 1,
            found: 0,
        }
    }

    /// Takes in a find, which `make` makes if it is kept.
    pub fn add<T>(&mut self, list: &mut Vec<T>, make: impl FnOnce() -> T) {
        if list.len() == self.from + self.most {
            self.stride *= 2;
            let kept = self.most.div_ceil(2);
            for place in 0..kept {
                list.swap(self.from + place, self.from + 2 * place);
            }
            list.truncate(self.from + kept);
        }
        if self.found.is_multiple_of(self.stride) {
            list.push(make());
        }
        self.found += 1;
    }

    /// How many finds are not in the list, which is so long now.
    pub fn left_out(&self, length: usize) -> usize {
        self.found - (length - self.from)
    }
}

/// Chooses pairs where there are more than can be looked at, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Crowding {
    /// Of each proxy, the pairs that it is in.
    neighbours: Vec<u32>,
    /// Pairs that were refused.
    pub left_out: usize,
}

impl Crowding {
    /// Begins to choose among the pairs of so many proxies.
    pub fn begin(&mut self, proxies: usize) {
        self.neighbours.clear();
        self.neighbours.resize(proxies, 0);
    }

    /// Whether it makes sense to go on looking for pairs.
    pub fn goes_on(&self) -> bool {
        self.left_out < MOST_COUNTED
    }

    /// Whether a pair is looked at beside those `chosen` before: one of the two lacks
    /// neighbours. So what is large keeps all the small things that lie on it.
    pub fn has_room_for(&mut self, pair: [usize; 2], chosen: usize) -> bool {
        let lacks = |&proxy: &usize| self.neighbours[proxy] < NEIGHBOURS_KEPT;
        let has_room = chosen < MOST_PAIRS && pair.iter().any(lacks);
        if has_room {
            pair.into_iter()
                .for_each(|proxy| self.neighbours[proxy] += 1);
        } else {
            self.left_out += 1;
        }
        has_room
    }
}

/// How many obstacles a thing may meet when `meetings` are there of the others.
pub(super) fn most_obstacles(meetings: usize) -> usize {
    if meetings < MOST_MEETINGS {
        MOST_OBSTACLES_OF_ONE
    } else {
        OBSTACLES_KEPT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_keeps_all_that_lies_on_it() {
        let mut crowding = Crowding::default();
        crowding.begin(1_001);
        let on_the_large = (1..1_001).filter(|&small| crowding.has_room_for([0, small], small));
        assert_eq!(on_the_large.count(), 1_000);
        assert_eq!(crowding.left_out, 0);
    }

    #[test]
    fn what_is_too_much_is_thinned_out_evenly() {
        let mut list = vec![-1];
        let mut thinning = Thinning::begin(1, 8);
        (0..8).for_each(|i| thinning.add(&mut list, || i));
        assert_eq!(list, [-1, 0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(thinning.left_out(list.len()), 0);
        (8..100).for_each(|i| thinning.add(&mut list, || i));
        assert_eq!(list, [-1, 0, 16, 32, 48, 64, 80, 96]);
        assert_eq!(thinning.left_out(list.len()), 93);
    }

    #[test]
    fn nothing_is_chosen_beyond_the_cap() {
        let mut crowding = Crowding::default();
        crowding.begin(2);
        assert!(!crowding.has_room_for([0, 1], MOST_PAIRS));
        assert_eq!(crowding.left_out, 1);
    }
}
