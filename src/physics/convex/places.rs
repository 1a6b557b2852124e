//! Points by their places, since files repeat vertices.

use glam::DVec3;

/// The number of the place of each point: the same for points at the same place.
pub(super) fn numbered_places(points: &[DVec3]) -> Vec<u32> {
    // Adding 0 makes one of the two zeros.
    let key = |p: DVec3| p.to_array().map(|c| (c + 0.0).to_bits());
    let mut order: Vec<([u64; 3], usize)> = points.iter().map(|&p| key(p)).zip(0..).collect();
    order.sort_unstable();
    let mut places = vec![0; points.len()];
    for (number, same) in (0..).zip(order.chunk_by(|a, b| a.0 == b.0)) {
        same.iter().for_each(|&(_, point)| places[point] = number);
    }
    places
}
