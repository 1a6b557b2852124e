//! Fills model and state from the things of a scene.

use super::animation::{torn, Rooms};
use super::body::{body_of, colliding};
use super::capability::unsupported;
use super::collision::{pair_rules, SelfCollision};
use super::compound::off_centre;
use super::constraint::StickEndsById;
use super::obstacle::obstacle_parts;
use super::particles::{start_of, SharedParticles};
use super::{figure, refuse, BuildError, IdMap};
use crate::physics::method::MethodInfo;
use crate::physics::model::Piece;
use crate::physics::{
    Attachment, ContactSpring, Model, Obstacle, ParticleModel, ParticleState, Settings, State,
    Surface, World,
};
use crate::scene::{self, ConstraintKind, Id, MadeOf, Scene};
use glam::{DQuat, DVec3};
use std::collections::BTreeMap;

/// A world under construction.
pub(super) struct Builder<'a> {
    pub(super) scene: &'a Scene,
    surfaces: BTreeMap<Id, Surface>,
    pub(super) model: Model,
    pub(super) state: State,
    pub(super) map: IdMap,
    pub(super) errors: Vec<BuildError>,
    /// Room for the clips of ragdolls.
    pub(super) rooms: Rooms,
    pub(super) self_collision: SelfCollision,
}

pub(super) fn build(
    scene: &Scene,
    info: &'static MethodInfo,
    settings: Settings,
) -> Result<(World, IdMap), Vec<BuildError>> {
    let mut builder = Builder {
        scene,
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
        rooms: Rooms::default(),
        self_collision: SelfCollision::default(),
    };
    builder.add_obstacles();
    builder.add_particles();
    let (standing, hit) = builder.add_ragdolls();
    // After the ragdolls, as thrown balls are, so that a saved run goes on alike.
    builder.add_bodies();
    let shared = builder.add_bodies_of_particles();
    builder.add_constraints(shared);
    builder.add_muscles();
    builder
        .model
        .pair_rules
        .extend(pair_rules(scene, &builder.map));
    let beyond = unsupported(info, &builder.model, &builder.map);
    builder.errors.extend(beyond);
    if !builder.errors.is_empty() {
        return Err(builder.errors);
    }
    builder.map.note_owners();
    let mut world = World::new(builder.model, builder.state, (info.create)());
    world.put_to_sleep(&standing);
    world.mark_hit(&hit);
    for ragdoll in &builder.map.ragdolls {
        if let Some(animated) = ragdoll.animation.as_ref().filter(|a| a.is_led) {
            let motions = world.state().bodies[ragdoll.bodies.clone()].to_vec();
            world.lead(ragdoll.bodies.clone(), &motions, animated.lead());
        }
    }
    let torn = torn(world.model(), &builder.map);
    if !torn.is_empty() {
        return Err(torn);
    }
    Ok((world, builder.map))
}

/// The constraints of a scene that have torn, by their places.
fn torn_of(scene: &Scene) -> Vec<u32> {
    let places = (0_u32..).zip(&scene.constraints);
    let torn = places.filter(|(_, constraint)| constraint.kind.has_torn());
    torn.map(|(place, _)| place).collect()
}

fn surface_of(material: &scene::Material) -> Surface {
    Surface {
        restitution: material.restitution,
        friction: material.friction,
        rolling_resistance: material.rolling_resistance,
        spring: ContactSpring {
            stiffness_n_m: material.contact_stiffness_n_m,
            damping_n_s_m: material.contact_damping_n_s_m,
        },
    }
}

/// A rotation of the document, which names w first.
pub(super) fn quaternion([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w).normalize()
}

impl Builder<'_> {
    pub(super) fn surface(&self, material: Option<Id>) -> Surface {
        let default = surface_of(&scene::Material::default());
        material
            .and_then(|id| self.surfaces.get(&id).copied())
            .unwrap_or(default)
    }

    fn add_obstacles(&mut self) {
        for obstacle in &self.scene.obstacles {
            let first = self.model.obstacles.len();
            let orientation = quaternion(obstacle.orientation);
            let surface = self.surface(obstacle.material);
            for (shape, offset) in obstacle_parts(&obstacle.shape) {
                self.model.obstacles.push(Obstacle {
                    shape,
                    position: DVec3::from(obstacle.position_m) + orientation * offset,
                    orientation,
                    surface,
                    belt: orientation * DVec3::from(obstacle.belt_m_s),
                });
            }
            let parts = first..self.model.obstacles.len();
            self.map.obstacles.insert(obstacle.id, parts);
        }
    }

    fn add_bodies(&mut self) {
        for (i, body) in self.scene.bodies.iter().enumerate() {
            let Some(parts) = body_of(body, |material| self.surface(material)) else {
                let message = "a body cannot have this shape".into();
                let remedy = "use sphere, box, capsule or cylinder";
                self.errors
                    .push(refuse(format!("bodies[{i}].shape"), message, remedy));
                continue;
            };
            if let Some((message, remedy)) = off_centre(body) {
                let path = format!("bodies[{i}].shape.compound.pieces");
                self.errors.push(refuse(path, message, remedy));
            }
            if body.made_of != MadeOf::Rigid {
                continue;
            }
            let index = self.model.bodies.len();
            self.map.bodies.insert(body.id, index);
            for (piece, surface) in colliding(body, &parts.pieces) {
                self.map.piece_names.push((body.id, piece.name.clone()));
                self.model.pieces.push(Piece {
                    body: index,
                    place: piece.look.pose,
                    shape: piece.look.shape.clone(),
                    surface,
                });
            }
            if !parts.pieces.is_empty() {
                let looks = parts.pieces.into_iter().map(|piece| piece.look);
                self.map.compound_looks.insert(index, looks.collect());
            }
            self.map.looks.push(parts.look);
            self.model.bodies.push(parts.model);
            self.state.bodies.push(start_of(body));
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
                articulation: 0,
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

    /// Returns a member of each ragdoll that stands until it is hit, and of each that is
    /// saved as hit.
    fn add_ragdolls(&mut self) -> (Vec<Attachment>, Vec<Attachment>) {
        let (mut standing, mut hit) = (Vec::new(), Vec::new());
        for (i, ragdoll) in self.scene.ragdolls.iter().enumerate() {
            match figure::add(self, ragdoll) {
                Ok(member) if ragdoll.stands_until_hit && ragdoll.animation.is_none() => {
                    standing.push(member);
                }
                Ok(member) => {
                    let is_hit = ragdoll.pose.as_ref().is_some_and(|pose| pose.hit);
                    hit.extend(is_hit.then_some(member));
                }
                Err(message) => {
                    let path = format!("ragdolls[{i}].pose");
                    let remedy = "remove `pose` to start in the pose of the figure";
                    self.errors.push(refuse(path, message, remedy));
                }
            }
        }
        (standing, hit)
    }

    /// The scene's own constraints, to be solved before those of the ragdolls.
    fn add_constraints(&mut self, shared: SharedParticles) {
        // A grip on a stick refers to its particles, which all must be known first.
        let mut stick_ends = StickEndsById::new();
        for constraint in &self.scene.constraints {
            if let ConstraintKind::Stick(stick) = &constraint.kind {
                let ends = [stick.a, stick.b].map(|id| self.map.particles.get(&id).copied());
                if let [Some(a), Some(b)] = ends {
                    stick_ends.insert(constraint.id, [a, b]);
                }
            }
        }
        // Gears refer to joints and corners to sticks, wherever they are in the list.
        let mut built: Vec<Option<_>> = vec![None; self.scene.constraints.len()];
        for second in [false, true] {
            for (i, constraint) in self.scene.constraints.iter().enumerate() {
                let refers = matches!(
                    constraint.kind,
                    ConstraintKind::Gear(_) | ConstraintKind::Corner(_)
                );
                if refers != second {
                    continue;
                }
                let joint = match shared.joints.get(&i) {
                    Some(joint) => Ok(joint.clone()),
                    None => self.constraint(constraint, &stick_ends, &built),
                };
                match joint {
                    Ok(constraint) => {
                        self.errors.extend(self.dependent_axes(i, &constraint));
                        built[i] = Some(constraint);
                    }
                    Err(message) => {
                        let path = format!("constraints[{i}].kind");
                        let remedy = "attach it to bodies, particles, sticks or parts of the \
                                      scene";
                        self.errors.push(refuse(path, message, remedy));
                    }
                }
            }
        }
        let built = built.into_iter().flatten();
        let own: Vec<_> = built.chain(shared.sticks).collect();
        for ragdoll in &mut self.map.ragdolls {
            let joints = &ragdoll.constraints;
            ragdoll.constraints = joints.start + own.len()..joints.end + own.len();
        }
        self.model.constraints.splice(0..0, own);
        self.state.torn = torn_of(self.scene);
        for (i, constraint) in self.scene.constraints.iter().enumerate() {
            let drives = self.drives(i, constraint);
            self.model.drives.extend(drives);
        }
    }
}
