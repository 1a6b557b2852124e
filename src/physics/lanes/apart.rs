//! Which ragdolls stand apart from everything that is not a plane, so that nothing
//! but planes can touch them within a step.
//!
//! First a box round the reach of each ragdoll's first body, for which one body is
//! read; where such boxes overlap, boxes round each of the bodies. What is beyond the reach
//! can not be hit: limbs hang in their joints.

use crate::physics::collide::Bounds;
use crate::physics::model::Model;
use crate::physics::state::State;
use crate::physics::{ObstacleShape, Owner, Pose};
use glam::DVec3;
use std::ops::Range;

/// Room for joints that come apart and for what is solved within a step, m.
const ROOM_M: f64 = 0.1;

/// A ragdoll that might be stepped side by side with others.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub assembly: usize,
    pub bodies: Range<usize>,
    /// Radius about the first body that holds all of it, m.
    pub reach: f64,
}

/// Boxes, and who is too near to something; scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Apart {
    /// All that is not a candidate: its assembly, radius and owner.
    others: Vec<(usize, Owner, f64)>,
    obstacles: Vec<Bounds>,
    /// Per assembly.
    bounds: Vec<Bounds>,
    /// By the lower end along x: box, and the assembly; `None` of obstacles.
    sorted: Vec<(Bounds, Option<usize>)>,
}

impl Apart {
    /// Takes in what does not change. `candidate` tells the place of a candidate by its
    /// assembly.
    pub fn prepare(&mut self, model: &Model, candidate: &[Option<usize>]) {
        let other = |assembly: usize| candidate[assembly].is_none();
        self.others.clear();
        for (i, particle) in model.particles.iter().enumerate() {
            if other(particle.assembly) {
                self.others
                    .push((particle.assembly, Owner::Particle(i), particle.radius));
            }
        }
        for (i, stick) in model.sticks.iter().enumerate() {
            let assembly = model.particles[stick.a].assembly;
            if other(assembly) {
                self.others.push((assembly, Owner::Stick(i), stick.radius));
            }
        }
        for (i, body) in model.bodies.iter().enumerate() {
            if let (true, Some(shape)) = (other(body.assembly), body.shape) {
                let radius = shape.bounding_radius();
                self.others.push((body.assembly, Owner::Body(i), radius));
            }
        }
        self.obstacles.clear();
        self.obstacles
            .extend(model.obstacles.iter().filter_map(|obstacle| {
                let pose = obstacle.pose();
                bounds_of_obstacle(&obstacle.shape, &pose)
            }));
    }

    /// Withdraws the candidates that are too near to something: `takes` holds them all,
    /// per assembly, and afterwards those that stand apart.
    pub fn choose(
        &mut self,
        model: &Model,
        state: &State,
        (candidates, place): (&[Candidate], &[Option<usize>]),
        takes: &mut [bool],
    ) {
        self.find_bounds(model, state, candidates);
        for first in 0..self.sorted.len() {
            let (bounds, a) = self.sorted[first];
            for second in first + 1..self.sorted.len() {
                let (other, b) = self.sorted[second];
                if other.low.x > bounds.high.x {
                    break;
                }
                let taken = |side: Option<usize>| side.is_some_and(|assembly| takes[assembly]);
                if !(taken(a) || taken(b)) || !bounds.meets(&other) {
                    continue;
                }
                let parts = |side: Option<usize>| {
                    let place = side.and_then(|assembly| place[assembly]);
                    place.map(|place| &candidates[place])
                };
                let sides = [(bounds, parts(a)), (other, parts(b))];
                if may_touch(model, state, sides) {
                    for side in [a, b].into_iter().flatten() {
                        takes[side] = false;
                    }
                }
            }
        }
    }

    fn find_bounds(&mut self, model: &Model, state: &State, candidates: &[Candidate]) {
        let step = model.settings.step_s;
        self.bounds.clear();
        self.bounds.resize(model.assemblies, Bounds::NOTHING);
        for candidate in candidates {
            let body = &state.bodies[candidate.bodies.start];
            self.bounds[candidate.assembly] = swept(
                body.position,
                body.velocity * step,
                candidate.reach + ROOM_M,
            );
        }
        for &(assembly, owner, radius) in &self.others {
            let swept_by = |i: usize| {
                let particle = &state.particles[i];
                swept(particle.position, particle.velocity * step, radius + ROOM_M)
            };
            let found = match owner {
                Owner::Particle(i) => swept_by(i),
                Owner::Stick(i) => swept_by(model.sticks[i].a).with(swept_by(model.sticks[i].b)),
                Owner::Body(i) => {
                    let body = &state.bodies[i];
                    swept(body.position, body.velocity * step, radius + ROOM_M)
                }
                Owner::Obstacle(_) => continue,
            };
            self.bounds[assembly] = self.bounds[assembly].with(found);
        }
        self.sorted.clear();
        let assemblies = self.bounds.iter().enumerate();
        self.sorted
            .extend(assemblies.map(|(assembly, &bounds)| (bounds, Some(assembly))));
        self.sorted
            .extend(self.obstacles.iter().map(|&bounds| (bounds, None)));
        self.sorted
            .sort_unstable_by(|a, b| a.0.low.x.total_cmp(&b.0.low.x).then(a.1.cmp(&b.1)));
    }
}

/// Whether parts of two things may touch within a step: bodies of a candidate, the whole
/// box of anything else.
fn may_touch(
    model: &Model,
    state: &State,
    [(box_a, a), (box_b, b)]: [(Bounds, Option<&Candidate>); 2],
) -> bool {
    let meets_b = |part: Bounds| match b {
        None => part.meets(&box_b),
        Some(b) => boxes_of(model, state, b).any(|other| part.meets(&other)),
    };
    match a {
        None => meets_b(box_a),
        Some(a) => boxes_of(model, state, a)
            .filter(|part| part.meets(&box_b))
            .any(meets_b),
    }
}

/// The boxes round the bodies of a candidate that have a surface.
fn boxes_of<'a>(
    model: &'a Model,
    state: &'a State,
    candidate: &'a Candidate,
) -> impl Iterator<Item = Bounds> + 'a {
    candidate.bodies.clone().filter_map(move |i| {
        let body = &state.bodies[i];
        let radius = model.bodies[i].shape?.bounding_radius() + ROOM_M;
        Some(swept(
            body.position,
            body.velocity * model.settings.step_s,
            radius,
        ))
    })
}

/// The box round a sphere on its way.
fn swept(position: DVec3, way: DVec3, radius: f64) -> Bounds {
    let end = position + way;
    Bounds {
        low: position.min(end) - radius,
        high: position.max(end) + radius,
    }
}

/// The box round an obstacle; `None` for planes.
fn bounds_of_obstacle(shape: &ObstacleShape, pose: &Pose) -> Option<Bounds> {
    let sphere = |radius: f64| swept(pose.position, DVec3::ZERO, radius);
    match shape {
        ObstacleShape::Plane => None,
        ObstacleShape::Cuboid(half) => Some(sphere(half.length())),
        ObstacleShape::Convex(solid) => Some(sphere(solid.bounding_radius())),
        ObstacleShape::Mesh(mesh) => {
            let radius = (0..mesh.triangle_count()).map(|i| mesh.triangle(i).bounding_radius());
            Some(sphere(radius.fold(0.0, f64::max)))
        }
    }
}
