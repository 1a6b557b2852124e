//! Order of elimination: of all that is left, what has the fewest neighbours first.
//!
//! Eliminating a node joins its neighbours with each other, which is the fill of a sparse
//! factorisation. Of a tree leaves go first and nothing is filled; loops fill what they must
//! (George and Liu, "The evolution of the minimum degree ordering algorithm", 1989).

use std::collections::BTreeSet;

/// The order of nodes with these neighbours; of equals the first. Neighbours are mutual and
/// none is its own.
pub fn least_degree_first(mut neighbours: Vec<BTreeSet<usize>>) -> Vec<usize> {
    let degrees = neighbours.iter().enumerate();
    let mut left: BTreeSet<(usize, usize)> = degrees.map(|(i, of)| (of.len(), i)).collect();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((_, node)) = left.pop_first() {
        order.push(node);
        let others = std::mem::take(&mut neighbours[node]);
        for &other in &others {
            left.remove(&(neighbours[other].len(), other));
            neighbours[other].remove(&node);
            let joined = others.iter().copied().filter(|&third| third != other);
            neighbours[other].extend(joined);
            left.insert((neighbours[other].len(), other));
        }
    }
    order
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
        assert_eq!(order, [0, 1, 2, 3, 4]);
    }

    #[test]
    fn the_hub_of_a_star_comes_when_one_ray_is_left() {
        let mut star = vec![BTreeSet::from([2]); 5];
        star[2] = BTreeSet::from([0, 1, 3, 4]);
        assert_eq!(least_degree_first(star), [0, 1, 3, 2, 4]);
    }
}
