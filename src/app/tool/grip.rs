//! Where a joint grips: from a point on the stage to a grip of the scene and back.

use crate::app::pick::Hit;
use crate::editor::stick_ends;
use crate::lab::Simulation;
use crate::physics::convex::distance;
use crate::physics::{motion_of, ColliderId, Convex, Pose};
use crate::scene::{Grip, Id};
use glam::{DQuat, DVec3};

/// Id of what is gripped; none of the world.
pub(super) fn held(grip: &Grip) -> Option<Id> {
    match grip {
        Grip::World(_) => None,
        Grip::Particle(id) | Grip::Stick { id, .. } | Grip::Body { id, .. } => Some(*id),
        Grip::Part { ragdoll, .. } => Some(*ragdoll),
    }
}

/// Whether two grips are on the same thing, or both in the world.
pub(super) fn same_thing(a: &Grip, b: &Grip) -> bool {
    let part = |grip: &Grip| match grip {
        Grip::Part { part, .. } => Some(part.clone()),
        _ => None,
    };
    held(a) == held(b) && part(a) == part(b)
}

/// The grip at a point that was picked; none on a thrown ball.
pub(super) fn grip_at(simulation: &Simulation, hit: Hit) -> Option<Grip> {
    let id = simulation.map.id_of(hit.owner)?;
    let anywhere = match hit.owner {
        ColliderId::Obstacle(_) => return Some(Grip::World(hit.point.to_array())),
        _ if simulation.map.ragdolls.iter().any(|r| r.id == id) => Grip::Part {
            ragdoll: id,
            part: simulation.map.part_of(hit.owner)?.1.into(),
            at: 0.0,
            point_m: [0.0; 3],
        },
        ColliderId::Body(_) | ColliderId::Tetrahedron(_) => Grip::Body {
            id,
            point_m: [0.0; 3],
        },
        ColliderId::Stick(_) => Grip::Stick { id, at: 0.0 },
        ColliderId::Particle(_) => Grip::Particle(id),
        // What grips a surface grips one of its particles; a compound body is picked as a whole.
        ColliderId::Triangle(_) | ColliderId::Piece(_) => return None,
    };
    Some(moved(simulation, &anywhere, hit.point))
}

/// Where a grip is now, m.
pub(super) fn point_of(simulation: &Simulation, grip: &Grip) -> Option<DVec3> {
    let state = simulation.world.state();
    let on_body = |body: ColliderId, point: [f64; 3]| {
        let motion = motion_of(simulation.world.model(), state, body)?;
        Some(motion.position + motion.orientation * DVec3::from(point))
    };
    let on_stick = |stick: usize, at: f64| {
        let [a, b] = ends(simulation, stick)?;
        Some(a.lerp(b, at))
    };
    match (grip, holder(simulation, grip)) {
        (Grip::World(point), _) => Some((*point).into()),
        (
            Grip::Body { point_m, .. } | Grip::Part { point_m, .. },
            Some(body @ (ColliderId::Body(_) | ColliderId::Tetrahedron(_))),
        ) => on_body(body, *point_m),
        (Grip::Stick { at, .. } | Grip::Part { at, .. }, Some(ColliderId::Stick(stick))) => {
            on_stick(stick, *at)
        }
        (Grip::Particle(_), Some(ColliderId::Particle(i))) => {
            Some(state.particles.get(i)?.position)
        }
        _ => None,
    }
}

/// How what is gripped is turned.
pub(super) fn orientation_of(simulation: &Simulation, grip: &Grip) -> DQuat {
    let world = &simulation.world;
    let body =
        holder(simulation, grip).and_then(|owner| motion_of(world.model(), world.state(), owner));
    body.map_or(DQuat::IDENTITY, |body| body.orientation)
}

/// Whether what is gripped has an orientation.
pub(super) fn has_axes(simulation: &Simulation, grip: &Grip) -> bool {
    matches!(grip, Grip::World(_)) || matches!(holder(simulation, grip), Some(ColliderId::Body(_)))
}

/// How far a point is outside of the body that is gripped, m; 0 within it, and for what has
/// no size.
pub(super) fn gap_to(simulation: &Simulation, grip: &Grip, point: DVec3) -> f64 {
    let Some(ColliderId::Body(index)) = holder(simulation, grip) else {
        return 0.0;
    };
    let world = &simulation.world;
    let Some(body) = world.state().bodies.get(index) else {
        return 0.0;
    };
    let place = Pose {
        position: point,
        orientation: DQuat::IDENTITY,
    };
    let gap = |(_, shape, within): (ColliderId, &Convex, Pose)| {
        distance(
            &Convex::sphere(0.0),
            &place,
            shape,
            &body.pose().then(&within),
        )
    };
    let gaps = world.model().shapes_of(index).map(gap);
    gaps.reduce(f64::min).unwrap_or(0.0).max(0.0)
}

/// The same grip as near to a point as what it grips allows.
pub(super) fn moved(simulation: &Simulation, grip: &Grip, to: DVec3) -> Grip {
    let world = &simulation.world;
    let local = |body: ColliderId| {
        let motion = motion_of(world.model(), world.state(), body)?;
        Some(motion.pose().to_local(to).to_array())
    };
    let along = |stick: usize| {
        let [a, b] = ends(simulation, stick)?;
        let way = b - a;
        Some(((to - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0))
    };
    let mut new = grip.clone();
    match (&mut new, holder(simulation, grip)) {
        (Grip::World(point), _) => *point = to.to_array(),
        (
            Grip::Body { point_m, .. } | Grip::Part { point_m, .. },
            Some(body @ (ColliderId::Body(_) | ColliderId::Tetrahedron(_))),
        ) => {
            *point_m = local(body).unwrap_or(*point_m);
        }
        (Grip::Stick { at, .. } | Grip::Part { at, .. }, Some(ColliderId::Stick(stick))) => {
            *at = along(stick).unwrap_or(*at);
        }
        _ => {}
    }
    new
}

/// What of the world a grip is on.
fn holder(simulation: &Simulation, grip: &Grip) -> Option<ColliderId> {
    let map = &simulation.map;
    match grip {
        Grip::World(_) => None,
        Grip::Particle(id) => map.particles.get(id).copied().map(ColliderId::Particle),
        Grip::Stick { id, .. } => map.sticks.get(id).copied().map(ColliderId::Stick),
        Grip::Body { id, .. } => map.body(*id),
        Grip::Part { ragdoll, part, .. } => {
            let ragdoll = map.ragdolls.iter().find(|r| r.id == *ragdoll)?;
            let body = ragdoll.body_of(part).map(ColliderId::Body);
            body.or_else(|| ragdoll.stick_of(part).map(ColliderId::Stick))
        }
    }
}

fn ends(simulation: &Simulation, stick: usize) -> Option<[DVec3; 2]> {
    let world = &simulation.world;
    stick_ends(world.model().sticks.get(stick)?, world.state())
}
