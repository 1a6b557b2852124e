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
    fn nothing_is_chosen_beyond_the_cap() {
        let mut crowding = Crowding::default();
        crowding.begin(2);
        assert!(!crowding.has_room_for([0, 1], MOST_PAIRS));
        assert_eq!(crowding.left_out, 1);
    }
}
