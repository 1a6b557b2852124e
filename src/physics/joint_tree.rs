//! The constraints of a model as trees: from the world or a first member outward.
//!
//! What moves is a *mover*: particles are counted first, then bodies. A mover that a
//! constraint holds against the world, or that is fixed, is a root; of an articulation
//! without any the first mover is.

use super::attach::Attachment;
use super::constraint::{Constraint, ConstraintRows};
use super::model::Model;
use std::collections::{BTreeMap, VecDeque};

/// How a mover hangs in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The mover that it hangs from; none of a root.
    pub parent: Option<usize>,
    /// Index of the first constraint that joins the two; of a root that which holds it
    /// against the world, if one does.
    pub constraint: Option<usize>,
    /// How many constraints lead to its root.
    pub depth: usize,
}

/// The trees of a model, by articulation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JointTree {
    /// Of each mover.
    links: Vec<Link>,
    /// Movers by articulation, parents before their children.
    movers: Vec<usize>,
    /// Where those of each articulation begin, and where the last ones end.
    first: Vec<usize>,
}

impl JointTree {
    /// The trees of a model whose articulations are known.
    pub(super) fn of(model: &Model) -> JointTree {
        JointTree::of_those(model, |_| true)
    }

    /// The same, as if only those constraints were there that are asked for. What they do not
    /// reach is a root.
    pub fn of_those(model: &Model, holds: impl Fn(&Constraint) -> bool) -> JointTree {
        let sides = sides_of(model, holds);
        JointTree::of_links(model, links_of(model, &sides))
    }

    fn of_links(model: &Model, links: Vec<Link>) -> JointTree {
        let articulation_of = |mover: usize| articulation_of(model, mover);
        let mut movers: Vec<usize> = (0..links.len()).collect();
        movers.sort_by_key(|&mover| (articulation_of(mover), links[mover].depth, mover));
        let first = (0..=model.articulations).map(|articulation| {
            movers.partition_point(|&mover| articulation_of(mover) < articulation)
        });
        JointTree {
            first: first.collect(),
            links,
            movers,
        }
    }

    /// The same from the middle of each articulation outward, of its heaviest tree: of what hangs
    /// from that, no branch has more than half of the mass. Of a figure it is the torso.
    pub fn from_middles(model: &Model, holds: impl Fn(&Constraint) -> bool) -> JointTree {
        let sides = sides_of(model, holds);
        let count = model.particles.len() + model.bodies.len();
        let mut firsts = vec![None; model.articulations];
        for mover in 0..count {
            firsts[articulation_of(model, mover)].get_or_insert(mover);
        }
        let from_firsts = JointTree::of_links(model, grown(count, firsts, &sides));
        let middles = (0..model.articulations).map(|i| from_firsts.middle(model, i));
        JointTree::of_links(model, grown(count, middles, &sides))
    }

    /// The same from the heaviest mover of each articulation outward.
    pub(super) fn from_heaviest(model: &Model) -> JointTree {
        let sides = sides_of(model, |_| true);
        let count = model.particles.len() + model.bodies.len();
        let mut heaviest: Vec<Option<usize>> = vec![None; model.articulations];
        for mover in 0..count {
            let known = &mut heaviest[articulation_of(model, mover)];
            let most = known.map_or(0.0, |known| mass_of(model, known));
            if mass_of(model, mover) > most {
                *known = Some(mover);
            }
        }
        JointTree::of_links(model, grown(count, heaviest, &sides))
    }

    /// From which of an articulation no branch has more than half of the mass.
    fn middle(&self, model: &Model, articulation: usize) -> Option<usize> {
        let movers = self.movers(articulation);
        let mut masses: BTreeMap<usize, f64> = movers
            .iter()
            .map(|&mover| (mover, mass_of(model, mover)))
            .collect();
        for &mover in movers.iter().rev() {
            let mass = masses.get(&mover).copied().unwrap_or_default();
            let parent = self.link(mover).parent;
            if let Some(above) = parent.and_then(|parent| masses.get_mut(&parent)) {
                *above += mass;
            }
        }
        let mass = |mover: usize| masses.get(&mover).copied().unwrap_or_default();
        let roots = movers
            .iter()
            .copied()
            .filter(|&m| self.link(m).parent.is_none());
        let heavier = |a, b| if mass(b) > mass(a) { b } else { a };
        let root = roots.reduce(heavier)?;
        let half = 0.5 * mass(root);
        let outward = |middle, &mover: &usize| match self.link(mover).parent == Some(middle)
            && mass(mover) > half
        {
            true => mover,
            false => middle,
        };
        Some(movers.iter().fold(root, outward))
    }

    /// Takes in a body without constraints, an articulation of its own.
    pub(super) fn add_body(&mut self) {
        self.movers.push(self.links.len());
        self.links.push(ROOT);
        self.first.push(self.movers.len());
    }

    /// How a mover hangs in its tree.
    pub fn link(&self, mover: usize) -> Link {
        self.links[mover]
    }

    /// What moves in an articulation, parents before their children.
    pub fn movers(&self, articulation: usize) -> &[usize] {
        &self.movers[self.first[articulation]..self.first[articulation + 1]]
    }
}

const ROOT: Link = Link {
    parent: None,
    constraint: None,
    depth: 0,
};

/// Articulation of a mover.
pub(super) fn articulation_of(model: &Model, mover: usize) -> usize {
    match mover.checked_sub(model.particles.len()) {
        None => model.particles[mover].articulation,
        Some(body) => model.bodies[body].articulation,
    }
}

pub(super) fn mass_of(model: &Model, mover: usize) -> f64 {
    match mover.checked_sub(model.particles.len()) {
        None => model.particles[mover].mass,
        Some(body) => model.bodies[body].mass,
    }
}

/// The movers on the sides of each constraint, as if only those were there that are asked for.
fn sides_of(model: &Model, holds: impl Fn(&Constraint) -> bool) -> Vec<[Option<usize>; 2]> {
    let sides = |constraint| match holds(constraint) {
        true => movers_of(constraint, model),
        false => [None; 2],
    };
    model.constraints.iter().map(sides).collect()
}

/// The mover on each side; none of the world and of what follows a path.
fn movers_of(constraint: &Constraint, model: &Model) -> [Option<usize>; 2] {
    let sides: [Attachment; 2] = constraint.attachments();
    sides.map(|side| side.first_free_mover(model))
}

fn links_of(model: &Model, sides: &[[Option<usize>; 2]]) -> Vec<Link> {
    let count = model.particles.len() + model.bodies.len();
    let mut reached: Vec<Option<Link>> = vec![None; count];
    for (i, particle) in model.particles.iter().enumerate() {
        reached[i] = particle.fixed.then_some(ROOT);
    }
    for (i, &sides) in sides.iter().enumerate() {
        if let [Some(one), None] | [None, Some(one)] = sides {
            let constraint = Some(i);
            reached[one].get_or_insert(Link { constraint, ..ROOT });
        }
    }
    let mut rooted = vec![false; model.articulations];
    for (mover, link) in reached.iter().enumerate() {
        rooted[articulation_of(model, mover)] |= link.is_some();
    }
    for (mover, link) in reached.iter_mut().enumerate() {
        let articulation = articulation_of(model, mover);
        if !std::mem::replace(&mut rooted[articulation], true) {
            *link = Some(ROOT);
        }
    }
    grow(reached, sides)
}

/// Links from those roots outward.
fn grown(
    count: usize,
    roots: impl IntoIterator<Item = Option<usize>>,
    sides: &[[Option<usize>; 2]],
) -> Vec<Link> {
    let mut reached = vec![None; count];
    for root in roots.into_iter().flatten() {
        reached[root] = Some(ROOT);
    }
    grow(reached, sides)
}

/// Reaches everything from the roots, nearer movers first; what is not reached is a root.
fn grow(mut reached: Vec<Option<Link>>, sides: &[[Option<usize>; 2]]) -> Vec<Link> {
    let mut joined = vec![Vec::new(); reached.len()];
    for (i, &sides) in sides.iter().enumerate() {
        if let [Some(a), Some(b)] = sides {
            joined[a].push((i, b));
            joined[b].push((i, a));
        }
    }
    let roots = (0..reached.len()).filter(|&mover| reached[mover].is_some());
    let mut next: VecDeque<usize> = roots.collect();
    while let Some(parent) = next.pop_front() {
        let depth = reached[parent].map_or(0, |link| link.depth) + 1;
        for &(constraint, child) in &joined[parent] {
            if reached[child].is_none() {
                next.push_back(child);
                reached[child] = Some(Link {
                    parent: Some(parent),
                    constraint: Some(constraint),
                    depth,
                });
            }
        }
    }
    let links = reached.into_iter();
    links.map(|link| link.unwrap_or(ROOT)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::physics::constraint::Pin;
    use crate::physics::model::{BodyModel, ContactSpring, Surface};
    use glam::DVec3;

    const SURFACE: Surface = Surface {
        restitution: 0.0,
        friction: 0.0,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };

    fn pinned(pairs: &[[Attachment; 2]], bodies: usize) -> Model {
        let pin = |&[a, b]: &[Attachment; 2]| Pin {
            a,
            b,
            relaxation_factor: 1.0,
        };
        let model = Model {
            bodies: vec![BodyModel::ball(1.0, 0.1, SURFACE); bodies],
            constraints: pairs.iter().map(pin).map(Constraint::Pin).collect(),
            ..Model::default()
        };
        model.build()
    }

    #[test]
    fn a_chain_hangs_from_its_middle_in_whatever_order_it_is_listed() {
        let body = Attachment::centre_of;
        let chain = pinned(
            &[
                [body(4), body(2)],
                [body(2), body(0)],
                [body(0), body(3)],
                [body(3), body(1)],
            ],
            6,
        );
        let tree = JointTree::from_middles(&chain, |_| true);
        let parents = [0, 1, 2, 3, 4, 5].map(|i| tree.link(i).parent);
        assert_eq!(parents, [None, Some(3), Some(0), Some(0), Some(2), None]);
    }

    #[test]
    fn a_chain_hangs_from_the_world() {
        let body = Attachment::centre_of;
        let world = Attachment::World(DVec3::ZERO);
        let hanging = pinned(
            &[[body(1), body(0)], [body(2), body(1)], [world, body(2)]],
            4,
        );
        let depths: Vec<_> = (0..4).map(|i| hanging.tree.link(i).depth).collect();
        assert_eq!(depths, [2, 1, 0, 0]);
        assert_eq!(hanging.tree.link(0).parent, Some(1));
        assert_eq!(hanging.tree.link(2).constraint, Some(2));
        assert_eq!(hanging.tree.movers(0), [2, 1, 0]);
        assert_eq!(hanging.tree.movers(1), [3]);
    }

    #[test]
    fn an_added_body_is_a_root_of_its_own() {
        let mut model = pinned(&[], 1);
        model.add_body(BodyModel::ball(1.0, 0.1, SURFACE));
        assert_eq!(model.tree.movers(1), [1]);
        assert_eq!(model.tree, model.clone().build().tree);
    }
}
