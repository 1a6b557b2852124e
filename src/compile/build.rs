//! Fills model and state from the things of a scene.

use super::{figure, refuse, BuildError, IdMap};
use crate::physics::constraint::{Distance, Pin};
use crate::physics::method::MethodInfo;
use crate::physics::{
    Attachment, BodyModel, BodyState, Constraint, Convex, Model, Obstacle, ObstacleShape,
    ParticleModel, ParticleState, Settings, State, StickModel, Surface, World,
};
use crate::scene::{self, ConstraintKind, Grip, Id, Scene, Shape, StickEnds};
use glam::{DQuat, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::PI;

const NOT_SIMULATED: &str = "it grips something that is not simulated";

/// A world under construction.
pub(super) struct Builder<'a> {
    scene: &'a Scene,
    info: &'static MethodInfo,
    surfaces: BTreeMap<Id, Surface>,
    pub(super) model: Model,
    pub(super) state: State,
    pub(super) map: IdMap,
    pub(super) errors: Vec<BuildError>,
}

pub(super) fn build(
    scene: &Scene,
    info: &'static MethodInfo,
    settings: Settings,
) -> Result<(World, IdMap), Vec<BuildError>> {
    let mut builder = Builder {
        scene,
        info,
        surfaces: scene
            .materials
            .iter()
            .map(|m| (m.id, surface_of(m)))
            .collect(),
        model: Model {
            settings,
            ..Model::default()
        },
        state: State::default(),
        map: IdMap::default(),
        errors: Vec::new(),
    };
    builder.add_obstacles();
    builder.add_bodies();
    builder.add_particles();
    let standing = builder.add_ragdolls();
    builder.add_constraints();
    if !scene.collision_rules.is_empty() {
        let message = format!("method {} does not know them yet", info.id);
        (builder.errors).push(refuse("collision_rules", message, "remove them"));
    }
    if !builder.errors.is_empty() {
        return Err(builder.errors);
    }
    let mut world = World::new(builder.model, builder.state, (info.create)());
    world.put_to_sleep(&standing);
    Ok((world, builder.map))
}

fn surface_of(material: &scene::Material) -> Surface {
    Surface {
        restitution: material.restitution,
        friction: material.friction,
        rolling_resistance: material.rolling_resistance,
    }
}

fn quaternion([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// Mass of a ball from its mass or its density, kg.
pub fn ball_mass(radius_m: f64, mass_kg: Option<f64>, density_kg_m3: Option<f64>) -> f64 {
    let volume = 4.0 / 3.0 * PI * radius_m * radius_m * radius_m;
    mass_kg
        .or(density_kg_m3.map(|density| density * volume))
        .unwrap_or(1.0)
}

impl Builder<'_> {
    pub(super) fn surface(&self, material: Option<Id>) -> Surface {
        let default = surface_of(&scene::Material::default());
        material
            .and_then(|id| self.surfaces.get(&id).copied())
            .unwrap_or(default)
    }

    fn add_obstacles(&mut self) {
        for (i, obstacle) in self.scene.obstacles.iter().enumerate() {
            let first = self.model.obstacles.len();
            let path = format!("obstacles[{i}].shape");
            match obstacle_shapes(&obstacle.shape) {
                Ok(parts) => parts.into_iter().for_each(|(shape, offset)| {
                    let orientation = quaternion(obstacle.orientation);
                    self.model.obstacles.push(Obstacle {
                        shape,
                        position: DVec3::from(obstacle.position_m) + orientation * offset,
                        orientation,
                        surface: self.surface(obstacle.material),
                    });
                }),
                Err(what) => self.errors.push(refuse(
                    path,
                    format!("obstacles of the kind {what} are not simulated yet"),
                    "use plane, box or stairs",
                )),
            }
            self.map
                .obstacles
                .insert(obstacle.id, first..self.model.obstacles.len());
        }
    }

    fn add_bodies(&mut self) {
        for (i, body) in self.scene.bodies.iter().enumerate() {
            if let Some(key) = not_simulated(body) {
                let message = format!("method {} does not know `{key}` yet", self.info.id);
                let path = format!("bodies[{i}].{key}");
                self.errors.push(refuse(path, message, "leave it out"));
            }
            let Shape::Sphere { radius_m } = body.shape else {
                let message = format!(
                    "method {} simulates no rigid bodies but balls, and this is a {}",
                    self.info.id,
                    shape_name(&body.shape)
                );
                let remedy = "use a sphere, or particles with sticks";
                self.errors
                    .push(refuse(format!("bodies[{i}].shape"), message, remedy));
                continue;
            };
            let mass = ball_mass(radius_m, body.mass_kg, body.density_kg_m3);
            let inertia = match body.inertia_kg_m2 {
                Some([x, y, z]) if x == y && y == z => x,
                Some(_) => {
                    let message = "a ball has one moment of inertia about all axes".into();
                    let path = format!("bodies[{i}].inertia_kg_m2");
                    self.errors
                        .push(refuse(path, message, "give three equal numbers"));
                    continue;
                }
                None => 0.4 * mass * radius_m * radius_m,
            };
            self.map.bodies.insert(body.id, self.model.bodies.len());
            let surface = self.surface(body.material);
            let shape = Some(Convex::sphere(radius_m));
            self.model
                .bodies
                .push(BodyModel::round(mass, inertia, shape, surface));
            self.state.bodies.push(BodyState {
                position: body.position_m.into(),
                orientation: quaternion(body.orientation),
                velocity: body.velocity_m_s.into(),
                angular_velocity: DVec3::from(body.angular_velocity_deg_s) * (PI / 180.0),
            });
        }
    }

    fn add_particles(&mut self) {
        for particle in &self.scene.particles {
            self.map
                .particles
                .insert(particle.id, self.model.particles.len());
            self.model.particles.push(ParticleModel {
                mass: particle.mass_kg,
                fixed: particle.fixed,
                radius: particle.radius_m,
                surface: self.surface(particle.material),
                assembly: 0,
            });
            self.state.particles.push(ParticleState {
                position: particle.position_m.into(),
                velocity: if particle.fixed {
                    DVec3::ZERO
                } else {
                    particle.velocity_m_s.into()
                },
            });
        }
    }

    /// Returns a particle of each ragdoll that stands until it is hit.
    fn add_ragdolls(&mut self) -> Vec<Attachment> {
        let mut standing = Vec::new();
        for (i, ragdoll) in self.scene.ragdolls.iter().enumerate() {
            if let Some(key) = figure::not_simulated(ragdoll) {
                let message = format!("method {} does not know `{key}` yet", self.info.id);
                let path = format!("ragdolls[{i}].{key}");
                self.errors.push(refuse(path, message, "leave it out"));
            }
            let first = self.model.particles.len();
            match figure::add(self, ragdoll) {
                Ok(()) if ragdoll.stands_until_hit => standing.push(Attachment::Particle(first)),
                Ok(()) => {}
                Err(message) => {
                    let path = format!("ragdolls[{i}].figure");
                    self.errors
                        .push(refuse(path, message, "use the figure `thesis`"));
                }
            }
        }
        standing
    }

    /// The scene's own constraints, to be solved before those of the ragdolls.
    fn add_constraints(&mut self) {
        // A grip on a stick refers to its particles, which all must be known first.
        let mut stick_ends = BTreeMap::new();
        for constraint in &self.scene.constraints {
            if let ConstraintKind::Stick(stick) = &constraint.kind {
                let ends = [stick.a, stick.b].map(|id| self.map.particles.get(&id).copied());
                if let [Some(a), Some(b)] = ends {
                    stick_ends.insert(constraint.id, [a, b]);
                }
            }
        }
        let of_ragdolls = std::mem::take(&mut self.model.constraints);
        for (i, constraint) in self.scene.constraints.iter().enumerate() {
            self.add_constraint(i, constraint, &stick_ends);
        }
        self.model.constraints.extend(of_ragdolls);
    }

    fn add_constraint(
        &mut self,
        i: usize,
        constraint: &scene::Constraint,
        ends: &BTreeMap<Id, [usize; 2]>,
    ) {
        let built = match &constraint.kind {
            ConstraintKind::Stick(stick) => match ends.get(&constraint.id) {
                Some(&ends) => Ok(self.add_stick(constraint.id, stick, ends)),
                None => Err(NOT_SIMULATED.into()),
            },
            ConstraintKind::Distance(distance) => {
                self.sides(&distance.a, &distance.b, ends).map(|[a, b]| {
                    Constraint::Distance(Distance {
                        a,
                        b,
                        min: distance.min_m.unwrap_or(0.0),
                        max: distance.max_m.unwrap_or(f64::INFINITY),
                        strength: distance.strength,
                    })
                })
            }
            ConstraintKind::Pin(pin) => self.sides(&pin.a, &pin.b, ends).map(|[a, b]| {
                Constraint::Pin(Pin {
                    a,
                    b,
                    strength: pin.strength,
                })
            }),
            ConstraintKind::Hinge(_) => Err(self.unsupported("a hinge")),
            ConstraintKind::Fixed(_) => Err(self.unsupported("a fixed joint")),
            ConstraintKind::AngleLimit(_) => Err(self.unsupported("an angle limit")),
        };
        match built {
            Ok(constraint) => self.model.constraints.push(constraint),
            Err(message) => self.errors.push(refuse(
                format!("constraints[{i}].kind"),
                message,
                "use stick, distance or pin",
            )),
        }
    }

    fn unsupported(&self, what: &str) -> String {
        format!("method {} does not solve {what}", self.info.id)
    }

    fn add_stick(&mut self, id: Id, stick: &scene::Stick, [a, b]: [usize; 2]) -> Constraint {
        let distance = self.state.particles[a]
            .position
            .distance(self.state.particles[b].position);
        self.map.sticks.insert(id, self.model.sticks.len());
        self.model.sticks.push(StickModel {
            a,
            b,
            radius: stick.radius_m,
            flat: stick.ends == StickEnds::Flat,
            surface: self.surface(stick.material),
        });
        rod(a, b, stick.length_m.unwrap_or(distance), stick.strength)
    }

    fn sides(
        &self,
        a: &Grip,
        b: &Grip,
        ends: &BTreeMap<Id, [usize; 2]>,
    ) -> Result<[Attachment; 2], String> {
        Ok([self.attachment(a, ends)?, self.attachment(b, ends)?])
    }

    fn attachment(
        &self,
        grip: &Grip,
        ends: &BTreeMap<Id, [usize; 2]>,
    ) -> Result<Attachment, String> {
        let attachment = match grip {
            Grip::World(point) => Some(Attachment::World((*point).into())),
            Grip::Particle(id) => self.map.particles.get(id).map(|&i| Attachment::Particle(i)),
            Grip::Stick { id, at } => ends.get(id).map(|&[a, b]| Attachment::on_stick(a, b, *at)),
            Grip::Body { id, point_m } => {
                let arm = DVec3::from(*point_m);
                self.map
                    .bodies
                    .get(id)
                    .map(|&body| Attachment::Body { body, arm })
            }
            Grip::Part {
                ragdoll, part, at, ..
            } => self.part(*ragdoll, part, *at),
        };
        attachment.ok_or_else(|| NOT_SIMULATED.into())
    }

    fn part(&self, ragdoll: Id, part: &str, at: f64) -> Option<Attachment> {
        let ragdoll = self.map.ragdolls.iter().find(|r| r.id == ragdoll)?;
        let place = ragdoll.parts.iter().position(|name| *name == part)?;
        let stick = &self.model.sticks[ragdoll.sticks.start + place];
        Some(Attachment::on_stick(stick.a, stick.b, at))
    }
}

/// A setting of a body that is given and that no method reads yet.
fn not_simulated(body: &scene::Body) -> Option<&'static str> {
    let given = [
        ("contact", body.contact != Default::default()),
        (
            "products_of_inertia_kg_m2",
            body.products_of_inertia_kg_m2.is_some(),
        ),
        ("linear_drag_per_s", body.linear_drag_per_s.is_some()),
        ("angular_drag_per_s", body.angular_drag_per_s.is_some()),
    ];
    let first = given.into_iter().find(|(_, given)| *given);
    first.map(|(key, _)| key)
}

/// A stick constraint between two particles.
pub(super) fn rod(a: usize, b: usize, length: f64, strength: f64) -> Constraint {
    let [a, b] = [Attachment::Particle(a), Attachment::Particle(b)];
    Constraint::Distance(Distance {
        a,
        b,
        min: length,
        max: length,
        strength,
    })
}

/// Convex parts of an obstacle with their offsets, or the name of what is not simulated.
fn obstacle_shapes(shape: &Shape) -> Result<Vec<(ObstacleShape, DVec3)>, &'static str> {
    match shape {
        Shape::Plane {} => Ok(vec![(ObstacleShape::Plane, DVec3::ZERO)]),
        Shape::Box { rounding_m, .. } if *rounding_m > 0.0 => Err("rounded box"),
        Shape::Box { size_m, .. } => Ok(vec![(
            ObstacleShape::Cuboid(DVec3::from(*size_m) * 0.5),
            DVec3::ZERO,
        )]),
        Shape::Stairs { steps, step_m } => Ok((0..*steps)
            .map(|i| {
                let [width, height, depth] = *step_m;
                let top = height * f64::from(i + 1);
                let half = DVec3::new(width, top, depth) * 0.5;
                let centre = DVec3::new(0.0, half.y, depth * (f64::from(i) + 0.5));
                (ObstacleShape::Cuboid(half), centre)
            })
            .collect()),
        other => Err(shape_name(other)),
    }
}

fn shape_name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Plane {} => "plane",
        Shape::Sphere { .. } => "sphere",
        Shape::Box { .. } => "box",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Ramp { .. } => "ramp",
        Shape::Stairs { .. } => "stairs",
        Shape::Mesh { .. } => "mesh",
    }
}
