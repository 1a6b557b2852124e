//! Which bodies of a setup may touch, for the filters of other engines.

use ragdoll_lab::physics::{Model, ColliderId};

/// Bodies of different ragdolls touch; those of one only where Ragdoll Lab says so.
pub struct Pairs {
    /// Ragdoll of each body; a lone body is one of its own.
    articulation: Vec<usize>,
    /// Place of each body in its ragdoll.
    place: Vec<usize>,
    /// Number of bodies of each ragdoll.
    size: Vec<usize>,
    /// Number of bodies of the largest.
    width: usize,
    /// Whether two places of a ragdoll touch, row by row; all ragdolls are alike.
    inside: Vec<bool>,
}

impl Pairs {
    pub fn new(model: &Model) -> Pairs {
        let articulation: Vec<_> = model.bodies.iter().map(|body| body.articulation).collect();
        let mut size = vec![0; model.articulations];
        let mut place = Vec::new();
        for &articulation in &articulation {
            place.push(size[articulation]);
            size[articulation] += 1;
        }
        let width = size.iter().copied().max().unwrap_or(0);
        let largest = size.iter().position(|&count| count == width).unwrap_or(0);
        let of_largest = (0..articulation.len()).filter(|&body| articulation[body] == largest);
        let of_largest: Vec<_> = of_largest.map(ColliderId::Body).collect();
        let pairs = of_largest
            .iter()
            .flat_map(|&a| of_largest.iter().map(move |&b| [a, b]));
        let inside = pairs.map(|pair| model.collide(pair, true)).collect();
        Pairs {
            articulation,
            place,
            size,
            width,
            inside,
        }
    }

    /// Whether two bodies may touch.
    pub fn touch(&self, a: usize, b: usize) -> bool {
        self.articulation[a] != self.articulation[b]
            || self.inside[self.place[a] * self.width + self.place[b]]
    }

    /// Whether some bodies of one ragdoll touch each other.
    pub fn touch_inside(&self) -> bool {
        self.inside.contains(&true)
    }

    /// Ragdoll of a body, or `None` of a body that is alone.
    pub fn ragdoll_of(&self, body: usize) -> Option<usize> {
        let articulation = self.articulation[body];
        (self.size[articulation] > 1).then_some(articulation)
    }
}
