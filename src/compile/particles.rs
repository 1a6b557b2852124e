//! Bodies made of particles: tetrahedra that carry their shapes, and the particles that
//! pins and hinges between them share.
//!
//! A pin of full strength between two such bodies, or of one with the world, is one particle
//! of both; a hinge two on its axis. The world holds its particles fast. Other constraints
//! grip such a body at weighted points of its tetrahedron.
//!
//! Three sticks to corners also fit a place on the other side of these, where a hard swing would
//! bring the end of a hinge. So in a body with a hinge there are sticks to all four corners, and
//! between all particles that it shares.

use super::body::body_of;
use super::build::{quaternion, Builder};
use super::constraint::rod;
use super::refuse;
use crate::physics::constraint::{ConstraintRows, Shared, Slimmest};
use crate::physics::tetrahedron::EDGES;
use crate::physics::{
    Attachment, BodyState, Constraint, Convex, MassProperties, ParticleModel, ParticleState,
    Surface, Tetrahedron, TetrahedronModel,
};
use crate::scene::{self, BendDrive, ConstraintKind, Grip, Id, MadeOf, TurnDrive};
use glam::{DQuat, DVec3};
use std::collections::{BTreeMap, BTreeSet};

/// Joints that are this near each other are at one place, m.
const ONE_PLACE_M: f64 = 1e-9;

/// A body of particles that is not in the world yet.
struct Planned {
    /// Place in the scene.
    index: usize,
    mass: MassProperties,
    start: BodyState,
    shape: Option<Convex>,
    look: Convex,
    surface: Surface,
    strength: f64,
    /// The points that it shares, in its frame, m, each with its particle among the shared.
    joints: Vec<(DVec3, usize)>,
    /// Whether two of them are the axis of a hinge.
    has_hinge: bool,
}

/// What the bodies of particles share.
#[derive(Default)]
pub(super) struct SharedParticles {
    /// The joint of each pin and hinge of the scene that shares any, by its place there.
    pub(super) joints: BTreeMap<usize, Constraint>,
    /// The sticks of all bodies, to be solved after the joints.
    pub(super) sticks: Vec<Constraint>,
}

/// A joint that shares particles, by their places among the shared.
struct PlannedJoint {
    first: usize,
    last: usize,
    bodies: Vec<Id>,
}

/// Particles before they are in the world.
#[derive(Default)]
struct Joining {
    mass: f64,
    momentum: DVec3,
    /// Where its mass is, kg·m.
    moment: DVec3,
    /// Where the world holds it, m.
    held: Option<DVec3>,
}

impl Builder<'_> {
    /// Adds the bodies that are made of particles, and what they share.
    pub(super) fn add_bodies_of_particles(&mut self) -> SharedParticles {
        let mut planned = self.plan();
        let (of_constraint, mut joining) = self.plan_joints(&mut planned);
        let mut bodies = Vec::new();
        for (id, plan) in planned {
            let points: Vec<_> = plan.joints.iter().map(|(point, _)| *point).collect();
            match plan.mass.particles(&points) {
                Ok(particles) => bodies.push((id, plan, particles)),
                Err(why) => self.errors.push(refuse(
                    format!("bodies[{}].inertia_kg_m2", plan.index),
                    format!("{why}, so it cannot be made of particles"),
                    "correct its mass and moments of inertia, or make it rigid",
                )),
            }
        }
        for (_, plan, (_, at_joints)) in &bodies {
            for ((point, number), particle) in plan.joints.iter().zip(at_joints) {
                let arm = plan.start.orientation * *point;
                let velocity = plan.start.velocity + plan.start.angular_velocity.cross(arm);
                let joint = &mut joining[*number];
                joint.mass += particle.mass;
                joint.momentum += velocity * particle.mass;
                joint.moment += (plan.start.position + arm) * particle.mass;
            }
        }
        let mut shared = SharedParticles::default();
        let mut corners = Vec::new();
        for (_, plan, (own, _)) in &bodies {
            let start = self.model.particles.len();
            for particle in own {
                let arm = plan.start.orientation * particle.place;
                let velocity = plan.start.velocity + plan.start.angular_velocity.cross(arm);
                self.add_particle(particle.mass, false, plan.start.position + arm, velocity);
            }
            corners.push([0, 1, 2, 3].map(|i| start + i));
        }
        let first_shared = self.model.particles.len();
        for joint in &joining {
            let (place, velocity) = match joint.held {
                Some(place) => (place, DVec3::ZERO),
                None => (joint.moment / joint.mass, joint.momentum / joint.mass),
            };
            self.add_particle(joint.mass, joint.held.is_some(), place, velocity);
        }
        let mut thickness = BTreeMap::new();
        for ((id, plan, (own, _)), corners) in bodies.into_iter().zip(corners) {
            let places = own.map(|particle| particle.place);
            thickness.insert(id, plan.mass.thickness());
            let own = sticks_of(&plan, (corners, places), first_shared);
            shared.sticks.extend(own);
            let all = plan.joints.iter();
            let all = all.map(|(_, number)| (first_shared + number, id));
            self.map.carried_particles.extend(all);
            self.map.carried_particles.extend(corners.map(|i| (i, id)));
            self.map.tetrahedra.insert(id, self.model.tetrahedra.len());
            self.map.carried_looks.push(plan.look);
            self.model.tetrahedra.push(TetrahedronModel {
                carrier: Tetrahedron::new(corners, places),
                shape: plan.shape,
                surface: plan.surface,
            });
        }
        // Both bodies of a hinge have the stick along its axis; what the world holds needs none.
        let is_held = |i: usize| self.model.particles[i].fixed;
        let mut between = BTreeSet::new();
        shared.sticks.retain(|stick| match stick.attachments() {
            [Attachment::Particle(a), Attachment::Particle(b)] => {
                !(is_held(a) && is_held(b)) && between.insert([a.min(b), a.max(b)])
            }
            _ => true,
        });
        for (index, plan) in of_constraint {
            let slimness = plan.bodies.iter().filter_map(|id| {
                Some(Slimmest {
                    tetrahedron: *self.map.tetrahedra.get(id)?,
                    thickness: *thickness.get(id)?,
                })
            });
            let slimmest = slimness.min_by(|a, b| a.thickness.total_cmp(&b.thickness));
            let [a, b] = [plan.first, plan.last].map(|i| Attachment::Particle(first_shared + i));
            let slimmest = slimmest.filter(|_| a != b);
            let joint = Constraint::Shared(Shared { a, b, slimmest });
            shared.joints.insert(index, joint);
        }
        shared
    }

    fn add_particle(&mut self, mass: f64, fixed: bool, position: DVec3, velocity: DVec3) {
        self.model.particles.push(ParticleModel {
            mass,
            fixed,
            radius: 0.0,
            surface: self.surface(None),
            articulation: 0,
        });
        self.state
            .particles
            .push(ParticleState { position, velocity });
    }

    /// The bodies that are made of particles.
    fn plan(&mut self) -> BTreeMap<Id, Planned> {
        let mut planned = BTreeMap::new();
        for (index, body) in self.scene.bodies.iter().enumerate() {
            let MadeOf::Particles { strength } = body.made_of else {
                continue;
            };
            let Some(parts) = body_of(body, |material| self.surface(material)) else {
                continue;
            };
            if !parts.pieces.is_empty() {
                self.errors.push(refuse(
                    format!("bodies[{index}]"),
                    "a compound body cannot be made of particles".into(),
                    "make it rigid, or give it a single shape",
                ));
            }
            let (model, look) = (parts.model, parts.look);
            if body.linear_drag_per_s.is_some()
                || body.orthogonal_drag_per_s.is_some()
                || body.angular_drag_per_s.is_some()
            {
                self.errors.push(refuse(
                    format!("bodies[{index}]"),
                    "a body made of particles cannot have its own drag".into(),
                    "remove its drag to use the solver's, or make it rigid",
                ));
            }
            let start = start_of(body);
            planned.insert(
                body.id,
                Planned {
                    index,
                    mass: MassProperties {
                        mass: model.mass,
                        inertia: model.inertia,
                        axes: model.axes,
                    },
                    start,
                    shape: model.shape,
                    look,
                    surface: model.surface,
                    strength,
                    joints: Vec::new(),
                    has_hinge: false,
                },
            );
        }
        planned
    }

    /// Finds the pins and hinges that share particles, and notes these in their bodies.
    fn plan_joints(
        &self,
        planned: &mut BTreeMap<Id, Planned>,
    ) -> (BTreeMap<usize, PlannedJoint>, Vec<Joining>) {
        let mut of_constraint = BTreeMap::new();
        let mut joining = Vec::new();
        for (index, constraint) in self.scene.constraints.iter().enumerate() {
            let Some(sides) = shared_points(&constraint.kind, planned) else {
                continue;
            };
            let first = joining.len();
            let count = sides[0].1.len();
            joining.resize_with(first + count, Joining::default);
            let joint = PlannedJoint {
                first,
                last: first + count - 1,
                bodies: sides.iter().filter_map(|(id, _)| *id).collect(),
            };
            for (id, points) in sides {
                for (number, point) in (first..).zip(points) {
                    match id.and_then(|id| planned.get_mut(&id)) {
                        Some(plan) => {
                            plan.joints.push((point, number));
                            plan.has_hinge |= count > 1;
                        }
                        None => joining[number].held = Some(point),
                    }
                }
            }
            of_constraint.insert(index, joint);
        }
        (of_constraint, joining)
    }
}

/// Motion of a body of the document at the start.
pub(super) fn start_of(body: &scene::Body) -> BodyState {
    BodyState {
        position: body.position_m.into(),
        orientation: quaternion(body.orientation),
        velocity: body.velocity_m_s.into(),
        angular_velocity: body.angular_velocity_deg_s.map(f64::to_radians).into(),
    }
}

/// A side of a joint: a body of particles, or the world, and points in its frame, m.
type SharedSide = (Option<Id>, Vec<DVec3>);

/// What both sides of a pin or a hinge share; `None` if it is not of full strength, has limits
/// or drives, or is not between bodies of particles or of one and the world.
fn shared_points(
    kind: &ConstraintKind,
    planned: &BTreeMap<Id, Planned>,
) -> Option<[SharedSide; 2]> {
    let side = |grip: &Grip| match grip {
        Grip::World(point) => Some((None, DVec3::from(*point))),
        Grip::Body { id, point_m } if planned.contains_key(id) => {
            Some((Some(*id), DVec3::from(*point_m)))
        }
        _ => None,
    };
    let both = |a: &Grip, b: &Grip| {
        let (a, b) = (side(a)?, side(b)?);
        (a.0 != b.0).then_some([a, b])
    };
    match kind {
        ConstraintKind::Pin(pin) if pin.strength == 1.0 && pin.drive == BendDrive::default() => {
            Some(both(&pin.a, &pin.b)?.map(|(id, point)| (id, vec![point])))
        }
        ConstraintKind::Hinge(hinge) if hinge.strength == 1.0 && turns_freely(hinge) => {
            let [a, b] = both(&hinge.a, &hinge.b)?;
            let orientation = |id: Option<Id>| {
                let plan = id.and_then(|id| planned.get(&id));
                plan.map_or(DQuat::IDENTITY, |plan| plan.start.orientation)
            };
            let at_start = || orientation(a.0).conjugate() * orientation(b.0);
            let rest = hinge.rest.map_or_else(at_start, quaternion);
            let axis = DVec3::from(hinge.axis).normalize_or(DVec3::X);
            let sizes = [a.0, b.0].into_iter().flatten();
            let sizes = sizes.filter_map(|id| Some(radius_of_gyration(&planned.get(&id)?.mass)));
            // Farther out they would be lighter, and nearer hold the axis worse.
            let half = axis * (0.75 * sizes.fold(f64::INFINITY, f64::min));
            let ends = |(id, point): (Option<Id>, DVec3), half: DVec3| {
                (id, vec![point - half, point + half])
            };
            Some([ends(a, half), ends(b, rest.conjugate() * half)])
        }
        _ => None,
    }
}

/// Whether nothing limits or drives the turn of a hinge.
fn turns_freely(hinge: &scene::Hinge) -> bool {
    let limits = [hinge.limit_min_deg, hinge.limit_max_deg];
    limits == [None, None] && hinge.drive == TurnDrive::default()
}

/// The root mean square distance of the mass from the centre, m.
fn radius_of_gyration(mass: &MassProperties) -> f64 {
    (0.5 * mass.inertia.element_sum() / mass.mass).sqrt()
}

/// The six sticks of a tetrahedron.
fn edges(
    corners: [usize; 4],
    places: [DVec3; 4],
    strength: f64,
) -> impl Iterator<Item = Constraint> {
    EDGES.into_iter().map(move |[i, j]| {
        let length = places[i].distance(places[j]);
        Constraint::Distance(rod(corners[i], corners[j], length, strength))
    })
}

/// The sticks of a particle beside a tetrahedron, to the corners that are farthest first.
fn struts(
    (corners, places): ([usize; 4], [DVec3; 4]),
    (to, point): (usize, DVec3),
    strength: f64,
) -> impl Iterator<Item = Constraint> {
    let mut far = [0, 1, 2, 3].map(|i| (places[i].distance(point), corners[i]));
    far.sort_by(|a, b| b.0.total_cmp(&a.0));
    let all = far.into_iter();
    all.map(move |(length, corner)| Constraint::Distance(rod(corner, to, length, strength)))
}

/// All sticks of a body: those of its tetrahedron and those that lead to the shared particles,
/// the first of which is `first_shared`.
fn sticks_of(
    plan: &Planned,
    tetrahedron: ([usize; 4], [DVec3; 4]),
    first_shared: usize,
) -> Vec<Constraint> {
    let (corners, places) = tetrahedron;
    let mut sticks: Vec<_> = edges(corners, places, plan.strength).collect();
    for (point, number) in &plan.joints {
        let to = (first_shared + number, *point);
        let count = if plan.has_hinge { 4 } else { 3 };
        sticks.extend(struts(tetrahedron, to, plan.strength).take(count));
    }
    if plan.has_hinge {
        for (i, (one, a)) in plan.joints.iter().enumerate() {
            for (other, b) in &plan.joints[i + 1..] {
                let length = one.distance(*other);
                // Joints at one place have nothing between them.
                if length > ONE_PLACE_M {
                    let [a, b] = [a, b].map(|number| first_shared + number);
                    sticks.push(Constraint::Distance(rod(a, b, length, plan.strength)));
                }
            }
        }
        // First what the light particles of an axis do to each other: in the other order it
        // tilts twice as far.
        sticks.reverse();
    }
    sticks
}
