//! A tree of boxes round triangles.
//!
//! Source: Ericson, "Real-Time Collision Detection" (2005), section 6.2: built from the
//! top, halved at the median along the longest side.

use glam::DVec3;
use std::ops::Range;

/// Most triangles in a leaf of the tree.
const LEAF: usize = 4;

/// A tree of boxes round the triangles of a mesh.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// Triangles in the order of the leaves.
    order: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq)]
struct Node {
    low: DVec3,
    high: DVec3,
    content: Content,
}

/// Triangles of a leaf as a range of the order, or the two nodes below.
#[derive(Debug, Clone, PartialEq)]
enum Content {
    Leaf(usize, usize),
    Branch(usize, usize),
}

impl Tree {
    /// The tree over these triangles.
    pub fn of(triangles: &[[DVec3; 3]]) -> Tree {
        let mut tree = Tree {
            nodes: Vec::with_capacity(triangles.len()),
            order: (0..triangles.len() as u32).collect(),
        };
        if !triangles.is_empty() {
            tree.build(triangles, 0, triangles.len());
        }
        tree
    }

    /// The box round everything; the origin round nothing.
    pub fn bounds(&self) -> (DVec3, DVec3) {
        let root = self.nodes.first();
        root.map_or_else(Default::default, |node| (node.low, node.high))
    }

    /// Calls `found` with the triangles of each leaf whose box, and those of all nodes
    /// above it, `meets`; always in the same order.
    pub fn visit(&self, mut meets: impl FnMut(DVec3, DVec3) -> bool, mut found: impl FnMut(usize)) {
        if !self.nodes.is_empty() {
            self.visit_below(0, &mut meets, &mut found);
        }
    }

    fn visit_below(
        &self,
        node: usize,
        meets: &mut impl FnMut(DVec3, DVec3) -> bool,
        found: &mut impl FnMut(usize),
    ) {
        let node = &self.nodes[node];
        if !meets(node.low, node.high) {
            return;
        }
        match node.content {
            Content::Branch(left, right) => {
                self.visit_below(left, meets, found);
                self.visit_below(right, meets, found);
            }
            Content::Leaf(from, to) => {
                let leaf = self.order[from..to].iter();
                leaf.for_each(|&index| found(index as usize));
            }
        }
    }

    /// Builds the tree over a range of the order; returns its node.
    fn build(&mut self, triangles: &[[DVec3; 3]], from: usize, to: usize) -> usize {
        let boxes = self.order[from..to].iter();
        let boxes = boxes.map(|&i| box_of(&triangles[i as usize]));
        let far = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = boxes.fold(far, |(l, h), (p, q)| (l.min(p), h.max(q)));
        let node = self.nodes.len();
        self.nodes.push(Node {
            low,
            high,
            content: Content::Leaf(from, to),
        });
        if to - from > LEAF {
            let middle = self.halve(triangles, from..to, high - low);
            let left = self.build(triangles, from, middle);
            let right = self.build(triangles, middle, to);
            self.nodes[node].content = Content::Branch(left, right);
        }
        node
    }

    /// Parts a range of the order at the median along its longest side, and tells where.
    fn halve(&mut self, triangles: &[[DVec3; 3]], range: Range<usize>, extent: DVec3) -> usize {
        let axis = if extent.x >= extent.y && extent.x >= extent.z {
            DVec3::X
        } else if extent.y >= extent.z {
            DVec3::Y
        } else {
            DVec3::Z
        };
        let place = |index: u32| {
            let corners = triangles[index as usize].iter();
            corners.map(|c| c.dot(axis)).sum::<f64>()
        };
        let before = |&i: &u32, &j: &u32| place(i).total_cmp(&place(j)).then(i.cmp(&j));
        let half = range.len() / 2;
        let order = &mut self.order[range.clone()];
        if half <= LEAF {
            order.sort_unstable_by(before);
        } else {
            order.select_nth_unstable_by(half, before);
        }
        range.start + half
    }
}

/// The box round a triangle: its lowest and its highest corner.
pub(super) fn box_of(corners: &[DVec3; 3]) -> (DVec3, DVec3) {
    let [p, q, r] = *corners;
    (p.min(q).min(r), p.max(q).max(r))
}
