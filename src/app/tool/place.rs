//! Where the things of a scene are in the running world.

use super::{document, simulation, ToolHost};
use crate::editor::{grips, stick_ends, triangle_corners};
use crate::lab::Simulation;
use crate::physics::constraint::ConstraintRows;
use crate::physics::report::is_joint;
use crate::physics::{motion_of, Attachment, ColliderId, Constraint, ObstacleShape};
use crate::scene::Id;
use crate::view::camera::Bounds;
use crate::view::convert::to_view;
use glam::{DQuat, DVec3};
use std::collections::BTreeSet;

/// Reach of what has no size that could be framed, m.
const SMALL_M: f64 = 0.25;

/// What of the world belongs to a thing of the scene; nothing to joints.
fn owners_of(simulation: &Simulation, id: Id) -> Vec<ColliderId> {
    let map = &simulation.map;
    if let Some(body) = map.body(id) {
        return vec![body];
    }
    if let Some(&particle) = map.particles.get(&id) {
        return vec![ColliderId::Particle(particle)];
    }
    if let Some(&stick) = map.sticks.get(&id) {
        return vec![ColliderId::Stick(stick)];
    }
    if let Some(triangles) = map.surfaces.get(&id) {
        return triangles.clone().map(ColliderId::Triangle).collect();
    }
    if let Some(parts) = map.obstacles.get(&id) {
        return parts.clone().map(ColliderId::Obstacle).collect();
    }
    let ragdoll = map.ragdolls.iter().find(|ragdoll| ragdoll.id == id);
    ragdoll.map_or_else(Vec::new, |ragdoll| {
        let bodies = ragdoll.bodies.clone().map(ColliderId::Body);
        bodies
            .chain(ragdoll.sticks.clone().map(ColliderId::Stick))
            .collect()
    })
}

/// Middle of something, m, and how far it reaches from there; none of what is not there.
fn place_of(simulation: &Simulation, owner: ColliderId) -> Option<(DVec3, f64)> {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    Some(match owner {
        ColliderId::Body(_) | ColliderId::Tetrahedron(_) => {
            let look = simulation.map.look(model, owner);
            let reach = look.map_or(SMALL_M, |look| look.bounding_radius());
            (motion_of(model, state, owner)?.position, reach)
        }
        ColliderId::Piece(_) => return None,
        ColliderId::Particle(i) => (state.particles.get(i)?.position, SMALL_M),
        ColliderId::Stick(i) => {
            let stick = model.sticks.get(i)?;
            let [a, b] = stick_ends(stick, state)?;
            ((a + b) * 0.5, a.distance(b) * 0.5 + stick.radius)
        }
        ColliderId::Triangle(i) => {
            let [a, b, c] = triangle_corners(model.triangles.get(i)?, state)?;
            ((a + b + c) / 3.0, SMALL_M)
        }
        ColliderId::Obstacle(i) => {
            let obstacle = model.obstacles.get(i)?;
            let reach = match &obstacle.shape {
                ObstacleShape::Cuboid(half) => half.length(),
                ObstacleShape::Convex(solid) => solid.bounding_radius(),
                ObstacleShape::Plane | ObstacleShape::Mesh(_) => 4.0 * SMALL_M,
            };
            (obstacle.position, reach)
        }
    })
}

/// Mean of points; none of no points.
fn mean(points: impl IntoIterator<Item = DVec3>) -> Option<DVec3> {
    let (sum, count) = points
        .into_iter()
        .fold((DVec3::ZERO, 0.0), |(sum, count), point| {
            (sum + point, count + 1.0)
        });
    (count > 0.0).then(|| sum / count)
}

/// Middle of a thing with a body of its own, m.
pub(super) fn middle_of(simulation: &Simulation, id: Id) -> Option<DVec3> {
    let owners = owners_of(simulation, id).into_iter();
    mean(owners.filter_map(|owner| Some(place_of(simulation, owner)?.0)))
}

/// Middle of several things, m: of those with a body, else of the anchors of joints.
pub(super) fn middle_of_all(host: &dyn ToolHost, ids: &BTreeSet<Id>) -> Option<DVec3> {
    let simulation = simulation(host);
    let bodies = ids.iter().filter_map(|&id| middle_of(simulation, id));
    mean(bodies).or_else(|| {
        let joints = joints(host, |id, _| ids.contains(&id));
        mean(joints.into_iter().flat_map(|joint| joint.anchors))
    })
}

/// How a thing is turned; nothing that has no frame.
pub(super) fn orientation_of(simulation: &Simulation, id: Id) -> DQuat {
    let world = &simulation.world;
    let orientation = match owners_of(simulation, id).first() {
        Some(&body @ (ColliderId::Body(_) | ColliderId::Tetrahedron(_))) => {
            motion_of(world.model(), world.state(), body).map(|body| body.orientation)
        }
        Some(&ColliderId::Obstacle(i)) => {
            let obstacle = world.model().obstacles.get(i);
            obstacle.map(|obstacle| obstacle.orientation)
        }
        _ => None,
    };
    orientation.unwrap_or(DQuat::IDENTITY)
}

/// Bounds of things; none if there is nothing to see of them.
pub(super) fn bounds_of(host: &dyn ToolHost, ids: &BTreeSet<Id>) -> Option<Bounds> {
    let simulation = simulation(host);
    let owners = ids.iter().flat_map(|&id| owners_of(simulation, id));
    let mut places: Vec<(DVec3, f64)> = owners
        .filter_map(|owner| place_of(simulation, owner))
        .collect();
    if places.is_empty() {
        let joints = joints(host, |id, _| ids.contains(&id)).into_iter();
        places.extend(joints.flat_map(|joint| joint.anchors.map(|point| (point, SMALL_M))));
    }
    let corner = |sign: f64, pick: fn(DVec3, DVec3) -> DVec3| {
        let corners = places.iter().map(|(at, reach)| *at + sign * *reach);
        corners.reduce(pick).map(to_view)
    };
    Some(Bounds {
        min: corner(-1.0, DVec3::min)?,
        max: corner(1.0, DVec3::max)?,
    })
}

/// Everything with a middle that can be seen, with it; planes have none.
pub(super) fn middles(host: &dyn ToolHost) -> Vec<(Id, DVec3)> {
    let simulation = simulation(host);
    let (map, model) = (&simulation.map, simulation.world.model());
    let is_plane = |id: Id| {
        let parts = map.obstacles.get(&id);
        let first = parts.and_then(|parts| model.obstacles.get(parts.start));
        first.is_some_and(|first| first.shape == ObstacleShape::Plane)
    };
    let single = map
        .bodies
        .keys()
        .chain(map.particles.keys())
        .chain(map.sticks.keys())
        .chain(map.obstacles.keys().filter(|id| !is_plane(**id)));
    let ids = single.copied().chain(map.ragdolls.iter().map(|r| r.id));
    ids.filter_map(|id| Some((id, middle_of(simulation, id)?)))
        .collect()
}

/// A joint and where it holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Joint {
    /// Its id.
    pub(super) id: Id,
    /// Its anchors now, m.
    pub(super) anchors: [DVec3; 2],
}

/// The joints with anchors that are asked for by their id and what they grip.
pub(super) fn joints(
    host: &dyn ToolHost,
    wanted: impl Fn(Id, [Option<Id>; 2]) -> bool,
) -> Vec<Joint> {
    let scene = document(host).scene();
    let world = &simulation(host).world;
    // The constraints of the scene are the first ones of the model.
    let built = &world.model().constraints;
    let pairs = scene.constraints.iter().zip(built);
    pairs
        .filter(|(constraint, _)| {
            let held = grips(&constraint.kind).map(|grips| grips.map(super::grip::held));
            held.is_some_and(|held| wanted(constraint.id, held))
        })
        .filter_map(|(constraint, built)| {
            let anchors = attachments(built)?.map(|side| side.position(world.state()));
            let id = constraint.id;
            Some(Joint { id, anchors })
        })
        .collect()
}

fn attachments(constraint: &Constraint) -> Option<[Attachment; 2]> {
    let has_ends = is_joint(constraint) || matches!(constraint, Constraint::Distance(_));
    has_ends.then(|| constraint.attachments())
}
