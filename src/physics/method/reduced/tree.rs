//! Bodies of an assembly as a tree of joints, and Featherstone's algorithm on it.
//!
//! Everything is expressed along the axes of the world, motions and forces at the centre of
//! mass of their body. With `r` from a joint to the centre of its child, `d` from the centre
//! of the parent to that of the child and `A` the axes of the joint, the child moves with
//! `(ω_p + A u, v_p + ω_p × d + A u × r)`. Articulated inertias go from the leaves to the
//! roots, accelerations back (Featherstone, "Rigid Body Dynamics Algorithms", 2008,
//! section 7.3).

use crate::physics::attach::{Attachment, Frame};
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::dynamics::inertia::Inertia;
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::model::Model;
use glam::{DMat3, DQuat, DVec3};
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
    /// Not at all; `rest` is its orientation in the parent.
    Fixed { rest: DQuat },
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

/// The links of an assembly, parents first.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tree {
    pub links: Vec<Link>,
    /// The constraints that are its joints.
    pub joints: Vec<usize>,
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
            Constraint::Fixed(fixed) if !backwards => Joint::Fixed { rest: fixed.rest },
            Constraint::Fixed(fixed) => Joint::Fixed {
                rest: fixed.rest.conjugate(),
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

/// The joints among constraints that close no loop; bodies by their place in the list.
fn edges_of(model: &Model, constraints: &[usize], bodies: &[usize]) -> Vec<Edge> {
    let mut sets = DisjointSets::new(bodies.len() + 1);
    let mut edges = Vec::new();
    for &constraint in constraints {
        let kind = &model.constraints[constraint];
        if !matches!(
            kind,
            Constraint::Pin(_) | Constraint::Hinge(_) | Constraint::Fixed(_)
        ) {
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

/// Inertia of a body and all that hangs from it, at its centre of mass: angular momentum
/// `aa ω + al v`, momentum `alᵀ ω + ll v`.
#[derive(Debug, Clone, Copy, Default)]
struct Articulated {
    aa: DMat3,
    al: DMat3,
    ll: DMat3,
}

impl Articulated {
    fn times(&self, motion: &Spatial) -> Spatial {
        Spatial {
            angular: self.aa * motion.angular + self.al * motion.linear,
            linear: self.al.transpose() * motion.angular + self.ll * motion.linear,
        }
    }

    /// The same at a point from which `d` leads here.
    fn shifted(&self, d: DVec3) -> Articulated {
        let skew = skew(d);
        let al = self.al + skew * self.ll;
        Articulated {
            aa: self.aa - self.al * skew + skew * self.al.transpose() - skew * self.ll * skew,
            al,
            ll: self.ll,
        }
    }

    /// The motion that an impulse gives it.
    fn response(&self, impulse: &Spatial) -> Spatial {
        let inverse = self.ll.inverse();
        let turned = self.aa - self.al * inverse * self.al.transpose();
        let angular = turned.inverse() * (impulse.angular - self.al * (inverse * impulse.linear));
        Spatial {
            angular,
            linear: inverse * (impulse.linear - self.al.transpose() * angular),
        }
    }
}

fn symmetric(matrix: DMat3) -> DMat3 {
    (matrix + matrix.transpose()) * 0.5
}

fn skew(v: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, v.z, -v.y),
        DVec3::new(-v.z, 0.0, v.x),
        DVec3::new(v.y, -v.x, 0.0),
    )
}

/// A link as a factorisation sees it.
#[derive(Debug, Clone, Copy, Default)]
struct Factor {
    own: Articulated,
    /// What the parent feels of it.
    felt: Articulated,
    /// Axes of the joint, in columns.
    axes: DMat3,
    /// From the joint to the centre of mass, m.
    r: DVec3,
    /// From the centre of mass of the parent, m.
    d: DVec3,
    /// `I S`, the angular and the linear part of its columns.
    angular: DMat3,
    linear: DMat3,
    /// `(Sᵀ I S)⁻¹`.
    inverse: DMat3,
}

impl Factor {
    /// Impulse about the joint of an impulse at the centre.
    fn about_joint(&self, impulse: &Spatial) -> DVec3 {
        self.axes.transpose() * (impulse.angular + self.r.cross(impulse.linear))
    }

    /// `U x` of the columns.
    fn columns(&self, x: DVec3) -> Spatial {
        Spatial {
            angular: self.angular * x,
            linear: self.linear * x,
        }
    }

    /// `Uᵀ` of a motion.
    fn against(&self, motion: &Spatial) -> DVec3 {
        self.angular.transpose() * motion.angular + self.linear.transpose() * motion.linear
    }

    /// What turning the joint at these rates does.
    fn turning(&self, rates: DVec3) -> Spatial {
        let angular = self.axes * rates;
        Spatial {
            angular,
            linear: angular.cross(self.r),
        }
    }
}

/// Articulated inertias of a tree at some poses.
#[derive(Debug, Clone, Default)]
pub(super) struct Factors {
    factors: Vec<Factor>,
    /// Impulses that reach each link, then what remains of them at its joint.
    impulses: Vec<Spatial>,
    at_joint: Vec<DVec3>,
    motions: Vec<Spatial>,
}

impl Factors {
    /// Takes in poses; `inertia` gives the inertia of a link there, in the world.
    pub fn take(&mut self, tree: &Tree, at: &[Placed], inertia: impl Fn(usize) -> Inertia) {
        self.factors.clear();
        for (i, link) in tree.links.iter().enumerate() {
            let own = inertia(i);
            let parent = link.parent.map_or(DVec3::ZERO, |p| at[p].position);
            self.factors.push(Factor {
                own: Articulated {
                    aa: own.inertia,
                    al: DMat3::ZERO,
                    ll: DMat3::from_diagonal(DVec3::splat(own.mass)),
                },
                axes: axes_of(link, at),
                r: at[i].orientation * -link.child_arm,
                d: at[i].position - parent,
                ..Factor::default()
            });
        }
        for (i, link) in tree.links.iter().enumerate().rev() {
            if link.joint == Joint::Free {
                continue;
            }
            let factor = &mut self.factors[i];
            let columns = [0, 1, 2].map(|k| {
                let axis = factor.axes.col(k);
                let unit = Spatial {
                    angular: axis,
                    linear: axis.cross(factor.r),
                };
                factor.own.times(&unit)
            });
            factor.angular = DMat3::from_cols_array_2d(&columns.map(|c| c.angular.to_array()));
            factor.linear = DMat3::from_cols_array_2d(&columns.map(|c| c.linear.to_array()));
            let answers = columns.map(|column| factor.about_joint(&column));
            factor.inverse = match link.joint {
                Joint::Ball => DMat3::from_cols(answers[0], answers[1], answers[2]).inverse(),
                Joint::Hinge { .. } => {
                    DMat3::from_diagonal(DVec3::new(1.0 / answers[0].x, 0.0, 0.0))
                }
                Joint::Free | Joint::Fixed { .. } => DMat3::ZERO,
            };
            let (angular, linear, inverse) = (factor.angular, factor.linear, factor.inverse);
            factor.felt = Articulated {
                // What rounding leaves of skewness would grow from link to link.
                aa: symmetric(factor.own.aa - angular * inverse * angular.transpose()),
                al: factor.own.al - angular * inverse * linear.transpose(),
                ll: symmetric(factor.own.ll - linear * inverse * linear.transpose()),
            };
            if let Some(parent) = link.parent {
                let felt = self.factors[i].felt.shifted(self.factors[i].d);
                let own = &mut self.factors[parent].own;
                own.aa += felt.aa;
                own.al += felt.al;
                own.ll += felt.ll;
            }
        }
    }

    /// What impulses on the links do: motions of the links and rates of their joints.
    /// `drift` is what each link gains against its parent without any impulse.
    pub fn respond(
        &mut self,
        tree: &Tree,
        impulses: impl Fn(usize) -> Spatial,
        drift: impl Fn(usize) -> Spatial,
        mut take: impl FnMut(usize, Spatial, DVec3),
    ) {
        let count = tree.links.len();
        self.impulses.clear();
        self.impulses.extend((0..count).map(impulses));
        self.at_joint.clear();
        self.at_joint.resize(count, DVec3::ZERO);
        for (i, link) in tree.links.iter().enumerate().rev() {
            if link.joint == Joint::Free {
                continue;
            }
            let (factor, impulse) = (&self.factors[i], self.impulses[i]);
            let at_joint = factor.about_joint(&impulse);
            self.at_joint[i] = at_joint;
            if let Some(parent) = link.parent {
                let mut passed = impulse;
                passed += factor.felt.times(&drift(i)).times(-1.0);
                passed += factor.columns(factor.inverse * at_joint).times(-1.0);
                let reached = &mut self.impulses[parent];
                reached.angular += passed.angular + factor.d.cross(passed.linear);
                reached.linear += passed.linear;
            }
        }
        self.motions.clear();
        for (i, link) in tree.links.iter().enumerate() {
            let factor = &self.factors[i];
            let (motion, rates) = if link.joint == Joint::Free {
                (factor.own.response(&self.impulses[i]), DVec3::ZERO)
            } else {
                let mut motion = drift(i);
                if let Some(parent) = link.parent {
                    motion += self.motions[parent].carried(factor.d);
                }
                let rates = factor.inverse * (self.at_joint[i] - factor.against(&motion));
                motion += factor.turning(rates);
                (motion, rates)
            };
            self.motions.push(motion);
            take(i, motion, factor.axes * rates);
        }
    }
}

fn axes_of(link: &Link, at: &[Placed]) -> DMat3 {
    match link.joint {
        Joint::Ball => DMat3::IDENTITY,
        Joint::Hinge { axis, .. } => {
            let parent = link.parent.map_or(DQuat::IDENTITY, |p| at[p].orientation);
            DMat3::from_cols(parent * axis, DVec3::ZERO, DVec3::ZERO)
        }
        Joint::Free | Joint::Fixed { .. } => DMat3::ZERO,
    }
}
