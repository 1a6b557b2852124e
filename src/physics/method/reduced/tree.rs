//! Bodies of an assembly as a tree of joints.

use crate::physics::attach::{Attachment, Frame};
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::model::Model;
use glam::{DQuat, DVec3};
use std::ops::Range;

/// How a body moves against its parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Joint {
    /// Anyhow; it has no parent.
    Free,
    /// About a point.
    Ball,
    /// About an axis of the parent, from the orientation `rest` in the parent.
    Hinge { axis: DVec3, rest: DQuat },
    /// About an axis of the parent, then about one of its own across it, both in the parent's
    /// frame at the orientation `rest` there.
    Universal {
        axis: DVec3,
        cross_axis: DVec3,
        rest: DQuat,
    },
    /// Not at all; `rest` is its orientation in the parent.
    Fixed { rest: DQuat },
    /// Along an axis of the parent, from the orientation `rest` in the parent; about it too, if
    /// it turns.
    Slider {
        axis: DVec3,
        rest: DQuat,
        turns: bool,
    },
}

/// A body of the tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Link {
    /// Its index in the model.
    pub body: usize,
    /// Its slot, counted from the first of the assembly.
    pub slot: usize,
    /// Index of the link that it hangs from; none of what hangs from the world.
    pub parent: Option<usize>,
    pub joint: Joint,
    /// From the centre of the parent to the joint, in its frame; of the world the place, m.
    pub parent_arm: DVec3,
    /// From the centre to the joint, m.
    pub child_arm: DVec3,
}

impl Link {
    /// The axis along which it slides, as a parent with this orientation carries it.
    pub fn way_in_world(&self, carrier: DQuat) -> DVec3 {
        match self.joint {
            Joint::Slider { axis, .. } => carrier * axis,
            _ => DVec3::ZERO,
        }
    }
}

/// The links of an assembly, parents first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tree {
    pub links: Vec<Link>,
    /// The constraints that are its joints.
    pub joints: Vec<usize>,
    /// The link of each slot, counted from the first of the assembly.
    of_slot: Vec<usize>,
}

/// Where a link is and how it moves.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Placed {
    pub position: DVec3,
    pub orientation: DQuat,
    pub motion: Spatial,
}

/// A joint constraint seen from either side.
struct Edge {
    constraint: usize,
    bodies: [Option<usize>; 2],
}

impl Tree {
    /// The tree of some constraints of an assembly; a joint that would close a loop is left
    /// out.
    pub fn of(model: &Model, slots: &Slots, of: Range<usize>, constraints: &[usize]) -> Tree {
        let bodies: Vec<usize> = of
            .clone()
            .filter_map(|slot| match slots.mover(slot) {
                Mover::Body(body) => Some(body),
                Mover::Particle(_) => None,
            })
            .collect();
        let edges = edges_of(model, constraints, &bodies);
        let mut tree = Tree {
            joints: edges.iter().map(|edge| edge.constraint).collect(),
            ..Tree::default()
        };
        let mut link_of = vec![None; bodies.len()];
        let mut used = vec![false; edges.len()];
        // First what hangs from the world.
        for (edge, used) in edges.iter().zip(&mut used) {
            if let [Some(body), None] | [None, Some(body)] = edge.bodies {
                *used = true;
                tree.grow(
                    model,
                    slots,
                    of.start,
                    (edge.constraint, None),
                    bodies[body],
                );
                link_of[body] = Some(tree.links.len() - 1);
            }
        }
        let mut done = 0;
        loop {
            while done < tree.links.len() {
                let parent = tree.links[done].body;
                let place = bodies.iter().position(|&body| body == parent);
                for (edge, used) in edges.iter().zip(&mut used).filter(|(_, used)| !**used) {
                    let (Some(place), [Some(a), Some(b)]) = (place, edge.bodies) else {
                        continue;
                    };
                    if a == place || b == place {
                        let child = if a == place { b } else { a };
                        *used = true;
                        let joint = (edge.constraint, Some(done));
                        tree.grow(model, slots, of.start, joint, bodies[child]);
                        link_of[child] = Some(tree.links.len() - 1);
                    }
                }
                done += 1;
            }
            // What hangs from nothing begins a tree of its own.
            let Some(root) = link_of.iter().position(Option::is_none) else {
                tree.of_slot = vec![0; of.len()];
                for (i, link) in tree.links.iter().enumerate() {
                    tree.of_slot[link.slot] = i;
                }
                return tree;
            };
            tree.links.push(Link {
                body: bodies[root],
                slot: slots.of_body(bodies[root]) - of.start,
                parent: None,
                joint: Joint::Free,
                parent_arm: DVec3::ZERO,
                child_arm: DVec3::ZERO,
            });
            link_of[root] = Some(tree.links.len() - 1);
        }
    }

    /// The link of a slot, counted from the first of the assembly.
    pub fn at_slot(&self, slot: usize) -> usize {
        self.of_slot[slot]
    }

    fn grow(
        &mut self,
        model: &Model,
        slots: &Slots,
        first: usize,
        (constraint, parent): (usize, Option<usize>),
        body: usize,
    ) {
        let constraint = &model.constraints[constraint];
        let [a, b] = constraint.attachments();
        let is_child =
            |side: Attachment| matches!(side, Attachment::Body { body: b, .. } if b == body);
        let (parent_side, child_side) = if is_child(b) { (a, b) } else { (b, a) };
        let arm = |side: Attachment| match side {
            Attachment::Body { arm, .. } => arm,
            Attachment::World(point) => point,
            _ => DVec3::ZERO,
        };
        // Rotations are kept from the frame that the constraint calls its parent.
        let backwards = !is_child(b);
        let joint = match constraint {
            Constraint::Hinge(hinge) if !backwards => Joint::Hinge {
                axis: hinge.axis,
                rest: hinge.rest,
            },
            // `q_p = q_c rest* exp(−φ a)` with the roles changed.
            Constraint::Hinge(hinge) => Joint::Hinge {
                axis: hinge.rest.conjugate() * -hinge.axis,
                rest: hinge.rest.conjugate(),
            },
            Constraint::Universal(cross) if !backwards => Joint::Universal {
                axis: cross.axis,
                cross_axis: cross.cross_axis,
                rest: cross.rest,
            },
            // Each carries the axis that it carried, and turns the other way.
            Constraint::Universal(cross) => Joint::Universal {
                axis: cross.rest.conjugate() * cross.cross_axis,
                cross_axis: cross.rest.conjugate() * cross.axis,
                rest: cross.rest.conjugate(),
            },
            Constraint::Fixed(fixed) if !backwards => Joint::Fixed { rest: fixed.rest },
            Constraint::Fixed(fixed) => Joint::Fixed {
                rest: fixed.rest.conjugate(),
            },
            Constraint::Slider(slider) if !backwards => Joint::Slider {
                axis: slider.axis,
                rest: slider.rest,
                turns: slider.turns,
            },
            // What slid along the axis has left the other behind.
            Constraint::Slider(slider) => Joint::Slider {
                axis: slider.rest.conjugate() * -slider.axis,
                rest: slider.rest.conjugate(),
                turns: slider.turns,
            },
            _ => Joint::Ball,
        };
        self.links.push(Link {
            body,
            slot: slots.of_body(body) - first,
            parent,
            joint,
            parent_arm: arm(parent_side),
            child_arm: arm(child_side),
        });
    }
}

/// Whether a [`Joint`] says what it leaves free. Of joints of other kinds all rows are solved, as
/// of those that close a loop.
fn has_coordinates(kind: &Constraint) -> bool {
    matches!(
        kind,
        Constraint::Pin(_)
            | Constraint::Hinge(_)
            | Constraint::Universal(_)
            | Constraint::Fixed(_)
            | Constraint::Slider(_)
    )
}

/// The joints with coordinates among constraints that close no loop; bodies by their place in the list.
fn edges_of(model: &Model, constraints: &[usize], bodies: &[usize]) -> Vec<Edge> {
    let mut sets = DisjointSets::new(bodies.len() + 1);
    let mut edges = Vec::new();
    for &constraint in constraints {
        let kind = &model.constraints[constraint];
        if !has_coordinates(kind) {
            continue;
        }
        let sides = kind.attachments().map(Frame::of);
        let [Some(a), Some(b)] = sides else { continue };
        let place = |frame: Frame| match frame {
            Frame::World => None,
            Frame::Body(body) => bodies.iter().position(|&other| other == body),
        };
        let ends = [a, b].map(place);
        let [a, b] = ends.map(|end| sets.root(end.unwrap_or(bodies.len())));
        if a != b {
            sets.join(a, b);
            edges.push(Edge {
                constraint,
                bodies: ends,
            });
        }
    }
    edges
}
