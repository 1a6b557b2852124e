//! Which ragdolls stand apart from everything that is not a plane, so that nothing
//! but planes can touch them within a step.
//!
//! First a box round the reach of each ragdoll about its middle, for which one body is
//! read; where such boxes overlap, boxes round each of the bodies. What is beyond the reach
//! can not be hit: limbs hang in their joints.

use super::figure::Reach;
use super::own_limbs::OwnLimbs;
use super::parts::{Now, Parts};
use crate::physics::collide::Bounds;
use crate::physics::convex::{bounds, distance_to_plane};
use crate::physics::math::decay;
use crate::physics::model::Model;
use crate::physics::{ColliderId, Obstacle, ObstacleShape, Pose, Settings};
use glam::DVec3;
use std::ops::Range;

/// Room for joints that come apart and for what is solved within a step, m.
const ROOM_M: f64 = 0.1;
/// Room round a part of something that does not move, m: contacts are watched from 2 cm on.
const LEAST_ROOM_M: f64 = 0.03;

/// A ragdoll that might be stepped side by side with others.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub articulation: usize,
    pub parts: Parts,
    pub reach: Reach,
    /// What of it may meet itself.
    pub own: OwnLimbs,
}

/// Boxes, and who is too near to something; scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Apart {
    /// All that is not a candidate: its articulation, what it is, and its radius, m.
    others: Vec<(usize, ColliderId, f64)>,
    obstacles: Vec<Bounds>,
    /// Per articulation.
    bounds: Vec<Bounds>,
    /// By strip, then by the lower end along x.
    sorted: Vec<Placed>,
    /// What is wider than a strip.
    wide: Vec<Placed>,
    /// Articulations and then obstacles in the order of the last step, which is nearly theirs.
    order: Vec<usize>,
    /// Width of a strip, m.
    width: f64,
    /// Of who is near to something.
    part_boxes: PartBoxes,
}

/// Boxes round the parts of candidates that come near to something, found when they are
/// first asked for.
#[derive(Debug, Clone, Default)]
struct PartBoxes {
    all: Vec<Bounds>,
    /// Of each candidate, where its own are.
    ranges: Vec<Option<Range<usize>>>,
}

impl PartBoxes {
    /// Makes room for all.
    fn make_room(&mut self, model: &Model) {
        self.clear(0);
        let parts = model.bodies.len() + model.particles.len() + model.sticks.len();
        self.all.reserve(parts);
        self.ranges.reserve(model.articulations);
    }

    /// Forgets them.
    fn clear(&mut self, candidates: usize) {
        self.all.clear();
        self.ranges.clear();
        self.ranges.resize(candidates, None);
    }

    /// Where those of a candidate are.
    fn of(
        &mut self,
        model: &Model,
        now: Now<'_>,
        (place, candidate): (usize, &Candidate),
    ) -> Range<usize> {
        let all = &mut self.all;
        let find = || {
            let from = all.len();
            let room = room(model, now, candidate);
            all.extend(boxes_of(model, now, candidate, room));
            from..all.len()
        };
        self.ranges[place].get_or_insert_with(find).clone()
    }

    /// Whether parts of two things may touch within a step: those of a candidate, the whole
    /// box of anything else.
    fn may_touch(&self, sides: &[(Bounds, Option<Range<usize>>); 2]) -> bool {
        let [a, b] = sides.each_ref().map(|(whole, parts)| match parts {
            Some(range) => &self.all[range.clone()],
            None => std::slice::from_ref(whole),
        });
        let (whole_b, _) = &sides[1];
        let mut near_b = a.iter().filter(|part| part.meets(whole_b));
        near_b.any(|part| b.iter().any(|other| part.meets(other)))
    }
}

/// A box in the strip of its lower end along z.
#[derive(Debug, Clone, Copy)]
struct Placed {
    strip: f64,
    bounds: Bounds,
    /// Place among articulations and obstacles.
    thing: usize,
    /// `None` of obstacles.
    articulation: Option<usize>,
}

impl Placed {
    fn is_before(&self, other: &Placed) -> bool {
        let key = |placed: &Placed| (placed.strip, placed.bounds.low.x, placed.thing);
        key(self) < key(other)
    }
}

/// Sorts what a step has hardly moved: each goes down to its place, unless that takes too
/// long.
fn sort_nearly_sorted(all: &mut [Placed]) {
    let mut moves = 8 * all.len();
    for end in 1..all.len() {
        let mut place = end;
        while place > 0 && all[place].is_before(&all[place - 1]) {
            all.swap(place, place - 1);
            place -= 1;
            moves -= 1;
            if moves == 0 {
                let key = |placed: &Placed| (placed.strip, placed.bounds.low.x);
                all.sort_unstable_by(|a, b| {
                    let (a_at, b_at) = (key(a), key(b));
                    let by_strip = a_at.0.total_cmp(&b_at.0);
                    by_strip
                        .then(a_at.1.total_cmp(&b_at.1))
                        .then(a.thing.cmp(&b.thing))
                });
                return;
            }
        }
    }
}

/// A width that hardly ever changes: with the first bits of another one.
fn rounded_up(width: f64) -> f64 {
    f64::from_bits(width.to_bits() | (u64::MAX >> 15))
}

impl Apart {
    /// Takes in what does not change. `candidate` tells the place of a candidate by its
    /// articulation.
    pub fn prepare(&mut self, model: &Model, candidate: &[Option<usize>]) {
        let other = |articulation: usize| candidate[articulation].is_none();
        self.others.clear();
        for (i, particle) in model.particles.iter().enumerate() {
            if other(particle.articulation) {
                self.others.push((
                    particle.articulation,
                    ColliderId::Particle(i),
                    particle.radius,
                ));
            }
        }
        for (i, stick) in model.sticks.iter().enumerate() {
            let articulation = model.particles[stick.a].articulation;
            if other(articulation) {
                self.others
                    .push((articulation, ColliderId::Stick(i), stick.radius));
            }
        }
        for (i, tetrahedron) in model.tetrahedra.iter().enumerate() {
            let [first, ..] = tetrahedron.carrier.particles;
            let articulation = model.particles[first].articulation;
            if let Some(shape) = &tetrahedron.shape {
                let radius = shape.bounding_radius();
                self.others
                    .push((articulation, ColliderId::Tetrahedron(i), radius));
            }
        }
        for (i, triangle) in model.triangles.iter().enumerate() {
            let [first, ..] = triangle.corners;
            let articulation = model.particles[first].articulation;
            self.others
                .push((articulation, ColliderId::Triangle(i), triangle.radius));
        }
        for (i, body) in model.bodies.iter().enumerate() {
            if other(body.articulation) && model.shapes_of(i).next().is_some() {
                self.others
                    .push((body.articulation, ColliderId::Body(i), model.reach_of(i)));
            }
        }
        self.make_room(model);
        self.obstacles.clear();
        self.obstacles
            .extend(model.obstacles.iter().filter_map(|obstacle| {
                let pose = obstacle.pose();
                bounds_of_obstacle(&obstacle.shape, &pose)
            }));
    }

    /// Forgets the order of things, whose places are others now, and makes room for all:
    /// to choose must not take memory.
    fn make_room(&mut self, model: &Model) {
        let things = model.articulations + model.obstacles.len();
        self.bounds.clear();
        self.bounds.reserve(model.articulations);
        for placed in [&mut self.sorted, &mut self.wide] {
            placed.clear();
            placed.reserve(things);
        }
        self.order.clear();
        self.order.reserve(things);
        self.part_boxes.make_room(model);
    }

    /// Takes in the last body of the model, which has been added and is no candidate.
    pub fn add_body(&mut self, model: &Model) {
        self.make_room(model);
        if let Some((body, shape)) = model
            .bodies
            .last()
            .and_then(|b| Some((b, b.shape.as_ref()?)))
        {
            let owner = ColliderId::Body(model.bodies.len() - 1);
            self.others
                .push((body.articulation, owner, shape.bounding_radius()));
        }
    }

    /// Withdraws the candidates that are too near to something: `takes` holds them all,
    /// per articulation, and afterwards those that stand apart.
    pub fn choose(
        &mut self,
        model: &Model,
        now: Now<'_>,
        (candidates, place): (&[Candidate], &[Option<usize>]),
        takes: &mut [bool],
    ) {
        self.find_bounds(model, now, candidates);
        self.sort_into_strips(candidates);
        let mut boxes = std::mem::take(&mut self.part_boxes);
        boxes.clear(candidates.len());
        self.for_near(|a, b| {
            let taken = |side: &Placed| {
                side.articulation
                    .is_some_and(|articulation| takes[articulation])
            };
            if !(taken(a) || taken(b)) || !a.bounds.meets(&b.bounds) {
                return;
            }
            let sides = [a, b].map(|side| {
                let place = side
                    .articulation
                    .and_then(|articulation| place[articulation]);
                let parts = place.map(|place| boxes.of(model, now, (place, &candidates[place])));
                (side.bounds, parts)
            });
            if boxes.may_touch(&sides) {
                for side in [a, b].into_iter().filter_map(|side| side.articulation) {
                    takes[side] = false;
                }
            }
        });
        self.part_boxes = boxes;
    }

    /// Whether an articulation may be in a plane, by the boxes of the last choice.
    pub fn may_be_in_a_plane(&self, model: &Model, articulation: usize) -> bool {
        let bounds = &self.bounds[articulation];
        planes(model).any(|plane| {
            let normal = plane.orientation * DVec3::Y;
            let lowest = DVec3::select(normal.cmplt(DVec3::ZERO), bounds.high, bounds.low);
            (lowest - plane.position).dot(normal) < 0.0
        })
    }

    /// Visits all pairs that overlap along x, and along z but for a strip: each with
    /// those after it in its own strip and in the next, and with what is wide.
    fn for_near(&self, mut visit: impl FnMut(&Placed, &Placed)) {
        let mut first_of_next = 0;
        for (place, a) in self.sorted.iter().enumerate() {
            let later = self.sorted[place + 1..].iter();
            let own = later.take_while(|b| b.strip == a.strip);
            for b in own.take_while(|b| b.bounds.low.x <= a.bounds.high.x) {
                visit(a, b);
            }
            // No box of a strip is wider along x than the strip.
            let least = (a.strip + 1.0, a.bounds.low.x - self.width);
            let too_low = |b: &&Placed| (b.strip, b.bounds.low.x) < least;
            // Boxes in order: what is too low for one is too low for those after it.
            first_of_next += self.sorted[first_of_next..]
                .iter()
                .take_while(too_low)
                .count();
            let next = self.sorted[first_of_next..].iter();
            let next = next.take_while(|b| b.strip == a.strip + 1.0);
            for b in next.take_while(|b| b.bounds.low.x <= a.bounds.high.x) {
                visit(a, b);
            }
            for b in &self.wide {
                visit(a, b);
            }
        }
    }

    fn sort_into_strips(&mut self, candidates: &[Candidate]) {
        let extent = |bounds: &Bounds| (bounds.high - bounds.low).max_element();
        let of = |candidate: &Candidate| extent(&self.bounds[candidate.articulation]);
        self.width = rounded_up(candidates.iter().map(of).fold(0.0, f64::max));
        let articulations = self.bounds.len();
        if self.order.is_empty() {
            self.order.extend(0..articulations + self.obstacles.len());
        }
        self.sorted.clear();
        self.wide.clear();
        for &thing in &self.order {
            let of_articulation = self.bounds.get(thing);
            let bounds = *of_articulation.unwrap_or_else(|| &self.obstacles[thing - articulations]);
            let placed = Placed {
                // Zero has no sign here, so that all orders are the same.
                strip: (bounds.low.z / self.width).floor() + 0.0,
                bounds,
                thing,
                articulation: of_articulation.map(|_| thing),
            };
            if extent(&bounds) <= self.width && placed.strip.is_finite() {
                self.sorted.push(placed);
            } else {
                self.wide.push(placed);
            }
        }
        sort_nearly_sorted(&mut self.sorted);
        let things = self.sorted.iter().chain(&self.wide);
        self.order.clear();
        self.order.extend(things.map(|placed| placed.thing));
        self.wide
            .retain(|placed| placed.bounds.low.x <= placed.bounds.high.x);
    }

    fn find_bounds(&mut self, model: &Model, now: Now<'_>, candidates: &[Candidate]) {
        let step = model.settings.common.step_s;
        let room = ROOM_M + pulled(&model.settings);
        self.bounds.clear();
        self.bounds.resize(model.articulations, Bounds::NOTHING);
        for candidate in candidates {
            let Reach { centre, radius } = candidate.reach;
            let (position, velocity) = candidate.parts.motion(centre, now);
            self.bounds[candidate.articulation] = swept(position, velocity * step, radius + room);
        }
        for &(articulation, owner, radius) in &self.others {
            let found = box_of(model, now, owner, radius);
            self.bounds[articulation] = self.bounds[articulation].with(found);
        }
    }
}

fn planes(model: &Model) -> impl Iterator<Item = &Obstacle> {
    let obstacles = model.obstacles.iter();
    obstacles.filter(|obstacle| obstacle.shape == ObstacleShape::Plane)
}

/// How deep a candidate is in planes, m; less than nothing above them, and minus infinity
/// without any.
pub fn depth_in_planes(model: &Model, (particles, bodies): Now<'_>, candidate: &Candidate) -> f64 {
    let depth = |plane: &Obstacle| {
        let (parts, normal) = (&candidate.parts, plane.orientation * DVec3::Y);
        let of_bodies = parts.bodies.clone().filter_map(|i| {
            let pose = Pose {
                position: bodies[i].position,
                orientation: bodies[i].orientation,
            };
            let shape = model.bodies[i].shape.as_ref()?;
            Some(-distance_to_plane(shape, &pose, &plane.pose()))
        });
        let below = |i: usize| (plane.position - particles[i].position).dot(normal);
        let of_particles = parts.particles.clone();
        let of_particles = of_particles.map(|i| below(i) + model.particles[i].radius);
        let sticks = parts.sticks.clone().map(|i| &model.sticks[i]);
        let of_sticks = sticks.map(|of| below(of.a).max(below(of.b)) + of.radius);
        let all = of_bodies.chain(of_particles).chain(of_sticks);
        all.fold(f64::NEG_INFINITY, f64::max)
    };
    planes(model).map(depth).fold(f64::NEG_INFINITY, f64::max)
}

/// How far gravity and wind move things within a step, m, at most.
fn pulled(settings: &Settings) -> f64 {
    let step = settings.common.step_s;
    let blown = 1.0 - decay(settings.common.linear_drag, step);
    (settings.common.gravity.length() * step + settings.common.air_velocity.length() * blown) * step
}

/// The box round something with a radius and its way within a step.
fn box_of(model: &Model, (particles, bodies): Now<'_>, owner: ColliderId, radius: f64) -> Bounds {
    let radius = radius + ROOM_M + pulled(&model.settings);
    let step = model.settings.common.step_s;
    let of_particle = |i: usize| {
        let particle = &particles[i];
        swept(particle.position, particle.velocity * step, radius)
    };
    match owner {
        ColliderId::Particle(i) => of_particle(i),
        ColliderId::Stick(i) => of_particle(model.sticks[i].a).with(of_particle(model.sticks[i].b)),
        ColliderId::Tetrahedron(i) => {
            // The middle of the body is among its particles.
            let corners = model.tetrahedra[i].carrier.particles.map(of_particle);
            corners.into_iter().fold(Bounds::NOTHING, Bounds::with)
        }
        ColliderId::Triangle(i) => {
            let [a, b, c] = model.triangles[i].corners.map(of_particle);
            a.with(b).with(c)
        }
        ColliderId::Body(i) => swept(bodies[i].position, bodies[i].velocity * step, radius),
        // A compound body is listed as a whole.
        ColliderId::Piece(_) | ColliderId::Obstacle(_) => Bounds::NOTHING,
    }
}

/// How far a part of a candidate may get within a step, m: as fast as its fastest part,
/// whose speed its joints may pass on, in any direction.
fn room(model: &Model, (particles, bodies): Now<'_>, candidate: &Candidate) -> f64 {
    let parts = &candidate.parts;
    let of_bodies = parts.bodies.clone().map(|i| {
        let (body, shape) = (&bodies[i], &model.bodies[i].shape);
        let radius = shape.as_ref().map_or(0.0, |shape| shape.bounding_radius());
        body.velocity.length() + body.angular_velocity.length() * radius
    });
    let of_particles = parts.particles.clone();
    let of_particles = of_particles.map(|i| particles[i].velocity.length());
    let fastest = of_bodies.chain(of_particles).fold(0.0, f64::max);
    LEAST_ROOM_M + fastest * model.settings.common.step_s + pulled(&model.settings)
}

/// The boxes round the bodies, particles and sticks of a candidate that have a surface,
/// with some room, m.
fn boxes_of<'a>(
    model: &'a Model,
    (particles, bodies): Now<'a>,
    candidate: &'a Candidate,
    room: f64,
) -> impl Iterator<Item = Bounds> + 'a {
    let parts = &candidate.parts;
    let of_bodies = parts.bodies.clone().filter_map(move |i| {
        let (position, orientation) = (bodies[i].position, bodies[i].orientation);
        let pose = Pose {
            position,
            orientation,
        };
        let (low, high) = bounds(model.bodies[i].shape.as_ref()?, &pose);
        Some(Bounds {
            low: low - room,
            high: high + room,
        })
    });
    let ball = move |i: usize, radius: f64| {
        let around = swept(particles[i].position, DVec3::ZERO, radius + room);
        (radius > 0.0).then_some(around)
    };
    let of_particles = parts.particles.clone();
    let of_particles = of_particles.filter_map(move |i| ball(i, model.particles[i].radius));
    let of_sticks = parts.sticks.clone().filter_map(move |i| {
        let stick = &model.sticks[i];
        Some(ball(stick.a, stick.radius)?.with(ball(stick.b, stick.radius)?))
    });
    of_bodies.chain(of_particles).chain(of_sticks)
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
