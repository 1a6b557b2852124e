//! Limbs that are on both sides of a wall, which belong on that where they hang on the torso
//! (Jakobsen, section 7).
//!
//! The way from the far end of a limb to the torso leads over the joints that it hangs from.
//! Where that way goes into a box, and the far end has come out of the opposite face or would be
//! pushed out of it, or where it goes through a triangle of a mesh, the limb is met by the plane
//! of that face, with the torso in front of it: its own part of the way or that of another from
//! which it hangs. Everything else is met as ever.

use super::near_triangles::{box_in, NearTriangles};
use super::proxy::{ColliderProxy, Form};
use super::Now;
use crate::physics::attach::Attachment;
use crate::physics::constraint::ConstraintRows;
use crate::physics::convex::{Core, Pose, TriangleMesh};
use crate::physics::joint_tree::JointTree;
use crate::physics::math::turn_from_y;
use crate::physics::model::{Model, Obstacle, ObstacleShape, WallSide};
use glam::DVec3;
use std::cmp::Ordering;

/// How limbs hang from the torsos of their figures, where that matters.
#[derive(Debug, Clone, Default)]
pub(super) struct TorsoSides {
    tree: Option<JointTree>,
}

impl TorsoSides {
    /// Takes note of what is constant.
    pub fn prepare(&mut self, model: &Model) {
        let asked_for = model.settings.common.wall_side == WallSide::Torso;
        self.tree = asked_for.then(|| tree_of_limbs(model));
    }

    /// Takes in a body without joints.
    pub fn add_body(&mut self) {
        if let Some(tree) = &mut self.tree {
            tree.add_body();
        }
    }

    /// The plane of a face of a wall behind which a limb has got, with the torso in front of it;
    /// `near` are the triangles near the limb, of a mesh.
    pub fn wall(
        &self,
        now: Now<'_>,
        limb: &ColliderProxy,
        (obstacle, near): (&Obstacle, Option<&NearTriangles>),
    ) -> Option<Obstacle> {
        let tree = self.tree.as_ref()?;
        let mut ends = far_movers(limb, tree, now.0.particles.len());
        ends.find_map(|end| wall_behind(now, tree, (limb, end), (obstacle, near)))
    }
}

/// The tree of limbs, by what holds a distance or an angle: particles that brace them from
/// within, and what keeps limbs apart, may be behind a wall when they are not.
fn tree_of_limbs(model: &Model) -> JointTree {
    let bodies_from = model.particles.len();
    let particles = model.particles.iter().map(|particle| particle.radius > 0.0);
    let mut is_of_limb: Vec<bool> = particles.collect();
    for stick in model.sticks.iter().filter(|stick| stick.radius > 0.0) {
        is_of_limb[stick.a] = true;
        is_of_limb[stick.b] = true;
    }
    is_of_limb.resize(bodies_from + model.bodies.len(), true);
    JointTree::from_middles(model, |constraint| {
        let sides = constraint.attachments().into_iter();
        let mut movers = sides.filter_map(|side| side.first_mover(bodies_from));
        constraint.has_equalities() && movers.all(|mover| is_of_limb[mover])
    })
}

fn wall_behind(
    (model, state, _): Now<'_>,
    tree: &JointTree,
    (limb, mut mover): (&ColliderProxy, usize),
    (obstacle, near): (&Obstacle, Option<&NearTriangles>),
) -> Option<Obstacle> {
    let turn = obstacle.orientation;
    let local = |point: DVec3| turn.conjugate() * (point - obstacle.position);
    let mut anchor = anchor_on_parent(model, tree, mover)?.position(state);
    let far = local(far_end(limb, anchor, mover));
    let mut to = far;
    loop {
        let from = local(anchor);
        let face = match (&obstacle.shape, near) {
            (ObstacleShape::Mesh(mesh), Some(near)) => {
                let beside = (limb, &obstacle.pose());
                triangle_between((mesh, near), beside, [from, to, far])
            }
            (shape, _) => box_of(shape).and_then(|solid| face_of_box(solid, [from, to, far])),
        };
        if let Some((point, outward)) = face {
            return Some(Obstacle {
                shape: ObstacleShape::Plane,
                position: obstacle.position + turn * point,
                orientation: turn_from_y(turn * outward),
                ..obstacle.clone()
            });
        }
        mover = tree.link(mover).parent?;
        anchor = anchor_on_parent(model, tree, mover)?.position(state);
        to = from;
    }
}

/// What of a limb hangs farthest from the torso: both ends of a stick that are equally far, and
/// nothing of what is no limb.
fn far_movers(
    limb: &ColliderProxy,
    tree: &JointTree,
    bodies_from: usize,
) -> impl Iterator<Item = usize> {
    let ends = match limb.form {
        Form::Ball(core) => [core.first_mover(bodies_from), None],
        Form::Body(body) | Form::Piece { body, .. } => [Some(bodies_from + body), None],
        Form::Limb { a, b, .. } => match tree.link(a).depth.cmp(&tree.link(b).depth) {
            Ordering::Less => [Some(b), None],
            Ordering::Greater => [Some(a), None],
            Ordering::Equal => [Some(a), Some(b)],
        },
        Form::Carried(_) | Form::Triangle { .. } => [None; 2],
    };
    ends.into_iter().flatten()
}

/// Where a mover hangs from its parent.
fn anchor_on_parent(model: &Model, tree: &JointTree, mover: usize) -> Option<Attachment> {
    let link = tree.link(mover);
    let sides = model.constraints[link.constraint?].attachments();
    let is_parents = |side: &Attachment| side.first_mover(model.particles.len()) == link.parent;
    link.parent.and(sides.into_iter().find(is_parents))
}

/// The end of the axis of a limb that is farthest from where it hangs.
fn far_end(limb: &ColliderProxy, anchor: DVec3, mover: usize) -> DVec3 {
    match limb.form {
        Form::Limb { a, .. } if a == mover => limb.start[0],
        Form::Limb { .. } => limb.start[1],
        _ => limb.at_start.farthest(limb.start[0] - anchor),
    }
}

/// Half the size of the core of a box, and how far its surface is round that.
fn box_of(shape: &ObstacleShape) -> Option<(DVec3, f64)> {
    match shape {
        ObstacleShape::Cuboid(half) => Some((*half, 0.0)),
        ObstacleShape::Convex(solid) => match solid.core {
            Core::Cuboid(half) => Some((half, solid.radius)),
            _ => None,
        },
        ObstacleShape::Plane | ObstacleShape::Mesh(_) => None,
    }
}

/// A point and the normal of the face of a box through which a way enters, where the far end of
/// a limb has come out of the opposite one, or would be pushed out of that; all in its frame.
fn face_of_box(
    (half, rounding): (DVec3, f64),
    [from, to, far]: [DVec3; 3],
) -> Option<(DVec3, DVec3)> {
    let way = to - from;
    let enters = |axis: &usize| {
        let (axis, side) = (*axis, from[*axis].signum());
        // Less than nothing where it begins inside: what leaves a wall does not enter it.
        let before = from[axis] * side - half[axis];
        let share = before / (-way[axis] * side);
        let point = from + way * share;
        let is_within = |other: usize| other == axis || point[other].abs() <= half[other];
        before >= 0.0 && (0.0..=1.0).contains(&share) && (0..3).all(is_within)
    };
    let axis = (0..3).find(enters)?;
    let side = from[axis].signum();
    let outside = far.abs() - half;
    let is_out_there = outside[axis] > 0.0 || outside.max_position() == axis;
    let outward = DVec3::AXES[axis] * side;
    (far[axis] * side < 0.0 && is_out_there).then_some((outward * (half[axis] + rounding), outward))
}

/// A point and the normal of the first triangle near a limb on a way, on the side where that
/// begins, if the far end is behind it by more than the limb is thick; all in the frame of the
/// mesh.
fn triangle_between(
    (mesh, near): (&TriangleMesh, &NearTriangles),
    (limb, place): (&ColliderProxy, &Pose),
    [from, to, far]: [DVec3; 3],
) -> Option<(DVec3, DVec3)> {
    let length = from.distance(to);
    let direction = (to - from).try_normalize()?;
    let (low, high) = box_in(place, limb.bounds.low, limb.bounds.high);
    let mut first: Option<(f64, DVec3)> = None;
    for index in near.iter() {
        // What else is known depends on what was asked earlier.
        let may_meet = mesh.meets_box(index, from.min(to), from.max(to));
        if !may_meet || !mesh.meets_box(index, low, high) {
            continue;
        }
        let met = mesh.met_by_line(index, from, direction);
        let is_nearer = |(way, _): &(f64, DVec3)| {
            (0.0..length).contains(way) && first.is_none_or(|(nearest, _)| *way < nearest)
        };
        first = met.filter(is_nearer).or(first);
    }
    let (way, normal) = first?;
    let outward = normal * -normal.dot(direction).signum();
    let point = from + direction * way;
    let depth = (point - far).dot(outward);
    (depth > limb.at_start.shape.inner_radius()).then_some((point, outward))
}
