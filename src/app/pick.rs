//! What lies under the pointer.

use crate::editor::{stick_ends, triangle_corners};
use crate::lab::Simulation;
use crate::physics::convex::{distance, TriangleMesh};
use crate::physics::{
    motion_of, Attachment, ColliderId, Convex, Core, Obstacle, ObstacleShape, Pose,
};
use crate::scene::Id;
use glam::{DQuat, DVec3};

/// Farthest point that can be picked, m.
const REACH_M: f64 = 500.0;
/// A thin stick is picked within a finger's breadth, m.
const FINGER_M: f64 = 0.01;
/// A ray this near to a surface has met it, m.
const TOUCH_M: f64 = 1e-5;
/// Most steps along a ray; one that grazes a surface gives up there.
const MOST_STEPS: usize = 200;

/// Where the pointer's ray meets something, and what.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The point of the surface, m.
    pub point: DVec3,
    /// What has the surface.
    pub owner: ColliderId,
}

/// What the pointer's ray meets first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Picked {
    /// A limb, stick, particle, body or ball.
    Body(Hit),
    /// The floor or another obstacle.
    Obstacle(Hit),
    /// Nothing.
    Sky,
}

/// Follows a ray, `direction` of unit length, through the scene as it is drawn, to
/// the first thing that `counts`.
pub fn pick(
    simulation: &Simulation,
    origin: DVec3,
    direction: DVec3,
    counts: impl Fn(ColliderId) -> bool,
) -> Picked {
    let nearest = hits(simulation, origin, direction, counts)
        .into_iter()
        .next();
    match nearest {
        None => Picked::Sky,
        Some(hit) => match hit.owner {
            ColliderId::Obstacle(_) => Picked::Obstacle(hit),
            ColliderId::Particle(_)
            | ColliderId::Stick(_)
            | ColliderId::Tetrahedron(_)
            | ColliderId::Triangle(_)
            | ColliderId::Body(_)
            | ColliderId::Piece(_) => Picked::Body(hit),
        },
    }
}

/// Whether this is the floor or another obstacle.
pub fn is_obstacle(owner: ColliderId) -> bool {
    matches!(owner, ColliderId::Obstacle(_))
}

/// Everything that `counts` along a ray, `direction` of unit length, nearest first.
pub fn hits(
    simulation: &Simulation,
    origin: DVec3,
    direction: DVec3,
    counts: impl Fn(ColliderId) -> bool,
) -> Vec<Hit> {
    let ray = Ray { origin, direction };
    let mut met: Vec<(f64, ColliderId)> = Vec::new();
    let mut meet = |owner: ColliderId, way: Option<f64>| {
        met.extend(way.filter(|_| counts(owner)).map(|way| (way, owner)));
    };
    let (model, state) = (simulation.world.model(), simulation.world.state());
    for (i, stick) in model.sticks.iter().enumerate() {
        let Some([a, b]) = stick_ends(stick, state) else {
            continue;
        };
        let limb = Convex::limb((b - a) * 0.5, stick.radius.max(FINGER_M), stick.flat);
        let pose = unturned((a + b) * 0.5);
        meet(ColliderId::Stick(i), ray.to_convex(&limb, &pose));
    }
    for &i in simulation.map.particles.values() {
        if let (Some(particle), Some(motion)) = (model.particles.get(i), state.particles.get(i)) {
            let ball = Convex::sphere(particle.radius.max(FINGER_M));
            let pose = unturned(motion.position);
            meet(ColliderId::Particle(i), ray.to_convex(&ball, &pose));
        }
    }
    for (i, triangle) in model.triangles.iter().enumerate() {
        if let Some(corners) = triangle_corners(triangle, state) {
            meet(ColliderId::Triangle(i), ray.to_triangle(corners));
        }
    }
    for (i, motion) in state.bodies.iter().enumerate() {
        for (look, place) in simulation.map.looks_of(model, i) {
            let pose = motion.pose().then(&place);
            meet(ColliderId::Body(i), ray.to_convex(look, &pose));
        }
    }
    for (i, look) in simulation.map.carried_looks.iter().enumerate() {
        let owner = ColliderId::Tetrahedron(i);
        if let Some(motion) = motion_of(model, state, owner) {
            meet(owner, ray.to_convex(look, &motion.pose()));
        }
    }
    for (i, obstacle) in model.obstacles.iter().enumerate() {
        meet(ColliderId::Obstacle(i), ray.to_obstacle(obstacle));
    }
    met.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let hit = |(way, owner)| Hit {
        point: origin + direction * way,
        owner,
    };
    met.into_iter().map(hit).collect()
}

fn unturned(position: DVec3) -> Pose {
    Pose {
        position,
        orientation: DQuat::IDENTITY,
    }
}

struct Ray {
    origin: DVec3,
    /// Of unit length.
    direction: DVec3,
}

impl Ray {
    /// Way to a convex shape, m. Steps as far as the shape is away, which is never
    /// too far.
    fn to_convex(&self, shape: &Convex, pose: &Pose) -> Option<f64> {
        let reach = shape.bounding_radius();
        let middle = (pose.position - self.origin).dot(self.direction);
        let beside = (pose.position - self.origin - self.direction * middle).length();
        if beside > reach || middle + reach < 0.0 {
            return None;
        }
        let probe = Convex::sphere(0.0);
        let mut way = (middle - reach).max(0.0);
        for _ in 0..MOST_STEPS {
            let place = unturned(self.origin + self.direction * way);
            let gap = distance(&probe, &place, shape, pose);
            if gap <= TOUCH_M {
                return Some(way);
            }
            way += gap;
            if way > (middle + reach).min(REACH_M) {
                return None;
            }
        }
        None
    }

    fn to_obstacle(&self, obstacle: &Obstacle) -> Option<f64> {
        match &obstacle.shape {
            ObstacleShape::Plane => {
                let normal = obstacle.orientation * DVec3::Y;
                let height = (self.origin - obstacle.position).dot(normal);
                let way = -height / self.direction.dot(normal);
                // From above only.
                (height >= 0.0 && way > 0.0 && way < REACH_M).then_some(way)
            }
            ObstacleShape::Cuboid(half) => {
                let solid = Convex {
                    core: Core::Cuboid(*half),
                    radius: 0.0,
                };
                self.to_convex(&solid, &obstacle.pose())
            }
            ObstacleShape::Convex(solid) => self.to_convex(solid, &obstacle.pose()),
            ObstacleShape::Mesh(mesh) => self.to_mesh(mesh, &obstacle.pose()),
        }
    }

    fn to_mesh(&self, mesh: &TriangleMesh, pose: &Pose) -> Option<f64> {
        let back = pose.orientation.conjugate();
        let local = Ray {
            origin: back * (self.origin - pose.position),
            direction: back * self.direction,
        };
        let mut nearest = f64::INFINITY;
        mesh.query_along(local.origin, local.direction, REACH_M, |index| {
            if let Core::Triangle(corners) = mesh.triangle(index).core {
                nearest = nearest.min(local.to_triangle(corners).unwrap_or(f64::INFINITY));
            }
        });
        (nearest < REACH_M).then_some(nearest)
    }

    /// Way to a triangle from either side, m (Möller and Trumbore).
    fn to_triangle(&self, [p, q, r]: [DVec3; 3]) -> Option<f64> {
        let (u, v) = (q - p, r - p);
        let across = self.direction.cross(v);
        let volume = u.dot(across);
        let from = self.origin - p;
        let along_u = from.dot(across) / volume;
        let turned = from.cross(u);
        let along_v = self.direction.dot(turned) / volume;
        let way = v.dot(turned) / volume;
        let inside = along_u >= 0.0 && along_v >= 0.0 && along_u + along_v <= 1.0;
        (inside && way > 0.0).then_some(way)
    }
}

/// The point of a thing that was picked: on its surface, of a stick on its axis; none of
/// what never moves.
pub fn attachment_at(simulation: &Simulation, hit: Hit) -> Option<Attachment> {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    match hit.owner {
        // A ray meets a compound body as a whole.
        ColliderId::Obstacle(_) | ColliderId::Piece(_) => None,
        ColliderId::Particle(i) => Some(Attachment::Particle(i)),
        ColliderId::Stick(i) => {
            let stick = model.sticks.get(i)?;
            let [a, b] = stick_ends(stick, state)?;
            let way = b - a;
            let place = (hit.point - a).dot(way) / way.length_squared().max(f64::MIN_POSITIVE);
            let place = place.clamp(0.0, 1.0);
            Some(Attachment::on_stick(stick.a, stick.b, place))
        }
        ColliderId::Triangle(i) => {
            let triangle = model.triangles.get(i)?;
            let corners = triangle.corners.into_iter();
            let way = |i: usize| Some((state.particles.get(i)?.position.distance(hit.point), i));
            let nearest = corners.filter_map(way).min_by(|a, b| a.0.total_cmp(&b.0));
            nearest.map(|(_, i)| Attachment::Particle(i))
        }
        ColliderId::Body(body) => {
            let arm = state.bodies.get(body)?.pose().to_local(hit.point);
            Some(Attachment::Body { body, arm })
        }
        ColliderId::Tetrahedron(i) => {
            let arm = motion_of(model, state, hit.owner)?
                .pose()
                .to_local(hit.point);
            Some(model.tetrahedra.get(i)?.carrier.grip(arm))
        }
    }
}

/// The middle of a thing of the scene, of a figure that of its first part; none of what
/// never moves.
pub fn attachment_of(simulation: &Simulation, id: Id) -> Option<Attachment> {
    let (map, model) = (&simulation.map, simulation.world.model());
    let of_stick = |i: usize| {
        let stick = model.sticks.get(i)?;
        Some(Attachment::on_stick(stick.a, stick.b, 0.5))
    };
    let ragdoll = map.ragdolls.iter().find(|ragdoll| ragdoll.id == id);
    let first_part = ragdoll.and_then(|ragdoll| {
        let body = ragdoll.bodies.clone().next().map(Attachment::centre_of);
        body.or_else(|| ragdoll.sticks.clone().next().and_then(of_stick))
    });
    let particle = map.particles.get(&id).copied();
    let body = map.bodies.get(&id).copied();
    let stick = map.sticks.get(&id).copied();
    let carried = map
        .tetrahedra
        .get(&id)
        .and_then(|&i| model.tetrahedra.get(i));
    first_part
        .or_else(|| body.map(Attachment::centre_of))
        .or_else(|| carried.map(|body| body.carrier.grip(DVec3::ZERO)))
        .or_else(|| particle.map(Attachment::Particle))
        .or_else(|| stick.and_then(of_stick))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    fn pick(simulation: &Simulation, origin: DVec3, direction: DVec3) -> Picked {
        super::pick(simulation, origin, direction, |_| true)
    }

    fn simulation(things: &str) -> Simulation {
        let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        Simulation::new(&scene).unwrap()
    }

    /// A scene with one obstacle at the origin.
    fn obstacle(shape: &str) -> Simulation {
        simulation(&format!(r#""obstacles": [{{"id": 1, "shape": {shape}}}]"#))
    }

    fn hit(picked: Picked) -> Hit {
        match picked {
            Picked::Body(hit) | Picked::Obstacle(hit) => hit,
            Picked::Sky => panic!("nothing was met"),
        }
    }

    #[test]
    fn each_solid_is_met_on_its_surface() {
        let slope = 0.5_f64.sqrt();
        let cases = [
            (
                r#"{"sphere": {"radius_m": 0.5}}"#,
                DVec3::ZERO,
                DVec3::Z * 0.5,
            ),
            (
                r#"{"capsule": {"radius_m": 0.2, "length_m": 1, "axis": "z"}}"#,
                DVec3::ZERO,
                DVec3::Z * 0.7,
            ),
            (
                r#"{"cylinder": {"radius_m": 0.4, "length_m": 1, "axis": "x"}}"#,
                DVec3::X * 0.45,
                DVec3::new(0.45, 0.0, 0.4),
            ),
            (
                r#"{"box": {"size_m": [2, 2, 1]}}"#,
                DVec3::new(0.9, 0.9, 0.0),
                DVec3::new(0.9, 0.9, 0.5),
            ),
            (
                // 45 degrees up the rounding of an edge.
                r#"{"box": {"size_m": [2, 2, 1], "rounding_m": 0.4}}"#,
                DVec3::Y * (0.6 + 0.4 * slope),
                DVec3::new(0.0, 0.6 + 0.4 * slope, 0.1 + 0.4 * slope),
            ),
        ];
        for (shape, through, expected) in cases {
            let origin = through + DVec3::Z * 7.0;
            let met = hit(pick(&obstacle(shape), origin, DVec3::NEG_Z));
            assert!(met.point.abs_diff_eq(expected, 1e-4), "{shape}: {met:?}");
            assert_eq!(met.owner, ColliderId::Obstacle(0));
        }
    }

    #[test]
    fn ramp_mesh_and_tilted_plane_are_met_on_their_slopes() {
        let ramp = obstacle(r#"{"ramp": {"size_m": [1, 1, 2]}}"#);
        let met = hit(pick(&ramp, DVec3::new(0.2, 5.0, 0.5), DVec3::NEG_Y));
        assert!(met.point.abs_diff_eq(DVec3::new(0.2, 0.25, 0.5), 1e-4));
        let mesh = obstacle(
            r#"{"mesh": {"vertices_m": [[0, 0, 0], [1, 0, 0], [0, 1, 1]], "triangles": [[0, 1, 2]]}}"#,
        );
        for (height, direction) in [(3.0, DVec3::NEG_Y), (-3.0, DVec3::Y)] {
            let met = hit(pick(&mesh, DVec3::new(0.25, height, 0.5), direction));
            assert!(met.point.abs_diff_eq(DVec3::new(0.25, 0.5, 0.5), 1e-9));
        }
        let beside = pick(&mesh, DVec3::new(0.75, 3.0, 0.5), DVec3::NEG_Y);
        assert_eq!(beside, Picked::Sky);
        // 45 degrees about z: the plane y = x.
        let turn = r#""orientation": [0.92387953, 0, 0, 0.38268343]"#;
        let plane = format!(r#""obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}, {turn}}}]"#);
        let plane = simulation(&plane);
        let met = hit(pick(&plane, DVec3::new(2.0, 9.0, 1.0), DVec3::NEG_Y));
        assert!(met.point.abs_diff_eq(DVec3::new(2.0, 2.0, 1.0), 1e-6));
    }

    #[test]
    fn the_nearest_thing_is_met_and_named() {
        let scene = simulation(
            r#""obstacles": [{"id": 1, "shape": {"plane": {}}},
                {"id": 2, "shape": {"box": {"size_m": [1, 1, 1]}}, "position_m": [9, 0.5, 0]}],
            "bodies": [{"id": 3, "shape": {"sphere": {"radius_m": 0.5}}, "mass_kg": 1,
                "contact": {"none": {}}, "position_m": [5, 0.5, 0]}],
            "ragdolls": [{"id": 4, "figure": {"mx": {"contact": "spheres"}}}]"#,
        );
        let down = |x: f64, y: f64| pick(&scene, DVec3::new(x, y, 0.0), DVec3::NEG_Y);
        assert_eq!(hit(down(-3.0, 5.0)).owner, ColliderId::Obstacle(0));
        assert_eq!(hit(down(9.0, 5.0)).owner, ColliderId::Obstacle(1));
        // Drawn but not colliding: the ball, and the upper arm of the figure.
        let ball = scene.map.bodies[&3];
        assert_eq!(hit(down(5.0, 5.0)).owner, ColliderId::Body(ball));
        let arm = scene.map.ragdolls[0].body_of("l_upper_arm").unwrap();
        assert_eq!(down(0.33, 5.0), Picked::Body(hit(down(0.33, 5.0))));
        assert_eq!(hit(down(0.33, 5.0)).owner, ColliderId::Body(arm));
        // A floor hides what is below it, and is not seen from there.
        assert_eq!(down(-3.0, -1.0), Picked::Sky);
        let up = pick(&scene, DVec3::new(5.0, -1.0, 0.0), DVec3::Y);
        assert_eq!(hit(up).owner, ColliderId::Body(ball));
    }
}
