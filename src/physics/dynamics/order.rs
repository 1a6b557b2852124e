//! Order of elimination: of all that is left, what has the fewest neighbours first.
//!
//! Eliminating a node joins its neighbours with each other, which is the fill of a sparse
//! factorisation. Of a tree leaves go first and nothing is filled; loops fill what they must
//! (George and Liu, "The evolution of the minimum degree ordering algorithm", 1989).

use std::collections::BTreeSet;

/// Most pairs of neighbours that are joined before a net counts as too dense: a factorisation
/// would then take a second or more.
pub const MOST_PAIRS: usize = 10_000_000;

/// The order of nodes with these neighbours; of equals the first. Neighbours are mutual and
/// none is its own. Nothing where they are a net so dense that no order is of use.
pub fn least_degree_first(mut neighbours: Vec<BTreeSet<usize>>) -> Option<Vec<usize>> {
    let degrees = neighbours.iter().enumerate();
    let mut left: BTreeSet<(usize, usize)> = degrees.map(|(i, of)| (of.len(), i)).collect();
    let mut order = Vec::with_capacity(neighbours.len());
    let mut pairs = 0;
    while let Some((_, node)) = left.pop_first() {
        order.push(node);
        let others = std::mem::take(&mut neighbours[node]);
        pairs += others.len() * others.len();
        if pairs > MOST_PAIRS {
            return None;
        }
        for &other in &others {
            left.remove(&(neighbours[other].len(), other));
            neighbours[other].remove(&node);
            let joined = others.iter().copied().filter(|&third| third != other);
            neighbours[other].extend(joined);
            left.insert((neighbours[other].len(), other));
        }
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(count: usize) -> Vec<BTreeSet<usize>> {
        let near = |i: usize| (0..count).filter(move |&j| i.abs_diff(j) == 1).collect();
        (0..count).map(near).collect()
    }

    #[test]
    fn a_chain_is_taken_from_its_ends() {
        let order = least_degree_first(chain(5));
        assert_eq!(order, Some(vec![0, 1, 2, 3, 4]));
    }

    #[test]
    fn the_hub_of_a_star_comes_when_one_ray_is_left() {
        let mut star = vec![BTreeSet::from([2]); 5];
        star[2] = BTreeSet::from([0, 1, 3, 4]);
        assert_eq!(least_degree_first(star), Some(vec![0, 1, 3, 2, 4]));
    }

    #[test]
    fn a_net_of_all_with_all_is_too_dense() {
        let all = |i: usize| (0..500).filter(|&j| j != i).collect();
        assert_eq!(least_degree_first((0..500).map(all).collect()), None);
    }
}
