//! A tree of boxes round obstacles, so that a thousand of them cost a few tests.
//!
//! Source: Ericson, "Real-Time Collision Detection" (2005), section 6.2: built from the
//! top, halved at the median along the longest side.

use super::broad_phase::Bounds;
use super::MARGIN_M;
use crate::physics::convex::{bounds, Convex, Core};
use crate::physics::model::{Model, Obstacle, ObstacleShape};
use glam::DVec3;

/// Most obstacles of a leaf.
const LEAF: usize = 4;

/// The obstacles of a model: planes, which have no box, and a tree of the others.
#[derive(Debug, Clone, Default)]
pub(super) struct ObstacleTree {
    planes: Vec<Plane>,
    /// Obstacles in the order of the leaves.
    boxes: Vec<Boxed>,
    nodes: Vec<Node>,
}

/// A half space below the plane of those points `x` with `x · up = height`.
#[derive(Debug, Clone, Copy)]
struct Plane {
    obstacle: usize,
    up: DVec3,
    height: f64,
}

#[derive(Debug, Clone, Copy)]
struct Boxed {
    obstacle: usize,
    bounds: Bounds,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: Bounds,
    content: Content,
}

/// The boxes of a leaf as a range, or the two nodes below.
#[derive(Debug, Clone, Copy)]
enum Content {
    Leaf(usize, usize),
    Branch(usize, usize),
}

impl ObstacleTree {
    /// The tree of the obstacles of a model.
    pub fn of(model: &Model) -> ObstacleTree {
        let mut tree = ObstacleTree::default();
        for (index, obstacle) in model.obstacles.iter().enumerate() {
            match box_round(obstacle) {
                Some(bounds) => tree.boxes.push(Boxed {
                    obstacle: index,
                    bounds,
                }),
                None => {
                    let up = obstacle.orientation * DVec3::Y;
                    tree.planes.push(Plane {
                        obstacle: index,
                        up,
                        height: up.dot(obstacle.position) + 0.5 * MARGIN_M,
                    });
                }
            }
        }
        if !tree.boxes.is_empty() {
            tree.build(0, tree.boxes.len());
        }
        tree
    }

    /// Visits each obstacle that comes within half the margin of a contact of a box.
    pub fn query(&self, near: &Bounds, mut found: impl FnMut(usize)) {
        for plane in &self.planes {
            if near.lowest(plane.up) <= plane.height {
                found(plane.obstacle);
            }
        }
        if !self.nodes.is_empty() {
            self.query_below(0, near, &mut found);
        }
    }

    fn query_below(&self, node: usize, near: &Bounds, found: &mut impl FnMut(usize)) {
        let node = &self.nodes[node];
        if !node.bounds.meets(near) {
            return;
        }
        match node.content {
            Content::Branch(left, right) => {
                self.query_below(left, near, found);
                self.query_below(right, near, found);
            }
            Content::Leaf(from, to) => {
                let boxes = self.boxes[from..to].iter();
                let met = boxes.filter(|boxed| boxed.bounds.meets(near));
                met.for_each(|boxed| found(boxed.obstacle));
            }
        }
    }

    /// Builds the tree over a range of the boxes; returns its node.
    fn build(&mut self, from: usize, to: usize) -> usize {
        let boxes = &mut self.boxes[from..to];
        let bounds = Bounds::round(boxes.iter().map(|boxed| boxed.bounds));
        let node = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            content: Content::Leaf(from, to),
        });
        if to - from > LEAF {
            let axis = (bounds.high - bounds.low).max_position();
            let place = |boxed: &Boxed| boxed.bounds.low[axis] + boxed.bounds.high[axis];
            boxes.sort_unstable_by(|p, q| {
                let places = place(p).total_cmp(&place(q));
                places.then(p.obstacle.cmp(&q.obstacle))
            });
            let middle = from + (to - from) / 2;
            let left = self.build(from, middle);
            let right = self.build(middle, to);
            self.nodes[node].content = Content::Branch(left, right);
        }
        node
    }
}

/// The box round an obstacle and half the margin of a contact; `None` of a plane.
fn box_round(obstacle: &Obstacle) -> Option<Bounds> {
    let mut place = obstacle.pose();
    let solid = match &obstacle.shape {
        ObstacleShape::Plane => return None,
        ObstacleShape::Cuboid(half) => Convex {
            core: Core::Cuboid(*half),
            radius: 0.0,
        },
        ObstacleShape::Convex(solid) => solid.clone(),
        ObstacleShape::Mesh(mesh) => {
            let (low, high) = mesh.bounds();
            place.position += place.orientation * ((low + high) * 0.5);
            Convex {
                core: Core::Cuboid((high - low) * 0.5),
                radius: 0.0,
            }
        }
    };
    let (low, high) = bounds(&solid, &place);
    Some(Bounds {
        low: low - 0.5 * MARGIN_M,
        high: high + 0.5 * MARGIN_M,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::model::{ContactSpring, Surface};
    use glam::DQuat;

    #[test]
    fn a_query_finds_what_a_look_at_each_would_find() {
        let surface = Surface {
            restitution: 0.0,
            friction: 0.5,
            rolling_resistance: 0.0,
            spring: ContactSpring::NONE,
        };
        let obstacle = |i: usize| Obstacle {
            shape: match i {
                0 => ObstacleShape::Plane,
                _ => ObstacleShape::Cuboid(DVec3::new(0.3, 0.1 + 0.01 * i as f64, 0.2)),
            },
            position: DVec3::new((i * 7 % 31) as f64, (i * 5 % 13) as f64, (i % 17) as f64) * 0.4,
            orientation: DQuat::from_rotation_z(0.1 * i as f64),
            surface,
            belt: DVec3::ZERO,
        };
        let model = Model {
            obstacles: (0..200).map(obstacle).collect(),
            ..Model::default()
        };
        let tree = ObstacleTree::of(&model);
        for i in 0..100 {
            let low = DVec3::new((i * 3 % 29) as f64, (i % 11) as f64, (i % 7) as f64) * 0.4;
            let near = Bounds {
                low,
                high: low + 0.5,
            };
            let mut found = Vec::new();
            tree.query(&near, |index| found.push(index));
            found.sort_unstable();
            let meets = |index: &usize| match box_round(&model.obstacles[*index]) {
                Some(bounds) => bounds.meets(&near),
                None => low.y <= 0.5 * MARGIN_M,
            };
            let expected: Vec<usize> = (0..200).filter(meets).collect();
            assert_eq!(found, expected);
            assert!(found.len() < 40);
        }
    }
}
