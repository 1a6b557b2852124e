//! From a running world back to a scene: its present state as a document.
//!
//! Ragdolls become their particles, joints and sticks, thrown balls become
//! bodies. Not carried over: the step count, how long things have been quiet,
//! and sleep; what slept is awake at first. A ragdoll that still sleeps in the
//! pose it was made in stays a ragdoll, so it keeps standing. Positions and
//! velocities come back bit by bit, orientations and angular velocities (which
//! files hold in degrees) to the last digit or so.

use super::{compile, IdMap, RagdollMap};
use crate::physics::constraint::Kind;
use crate::physics::{self, BodyModel, BodyState, Model, State, Surface, World};
use crate::scene::{
    Body, BodyContact, Constraint, ConstraintKind, Distance, Grip, Id, Material, Particle, Pin,
    Scene, Shape, Stick, StickEnds,
};
use std::collections::{BTreeMap, BTreeSet};

/// The present state of a world as a scene that goes on from there.
///
/// `scene` and `map` are those that `world` was made with; `balls` are the body
/// indices of the thrown balls.
pub fn flatten(scene: &Scene, world: &World, map: &IdMap, balls: &[usize]) -> Scene {
    let used = used_ids(scene);
    let mut flattener = Flattener {
        model: world.model(),
        state: world.state(),
        map,
        standing: standing(scene, world, map),
        next_id: used.last().copied().unwrap_or(0),
        used,
        particle_ids: BTreeMap::new(),
        body_ids: BTreeMap::new(),
        stick_ids: BTreeMap::new(),
        out: scene.clone(),
    };
    flattener.take_particles(scene);
    flattener.take_bodies(scene, balls);
    flattener.take_constraints(scene);
    flattener.take_ragdolls(scene);
    if let Some(launcher) = &mut flattener.out.launcher {
        launcher.fire_at_s = None;
    }
    flattener.out
}

struct Flattener<'a> {
    model: &'a Model,
    state: &'a State,
    map: &'a IdMap,
    /// Whether each ragdoll stays what it is.
    standing: Vec<bool>,
    next_id: Id,
    used: BTreeSet<Id>,
    /// Id of each particle index, in the new scene.
    particle_ids: BTreeMap<usize, Id>,
    /// New id of each old body id.
    body_ids: BTreeMap<Id, Id>,
    /// Id of each stick index, in the new scene.
    stick_ids: BTreeMap<usize, Id>,
    out: Scene,
}

impl Flattener<'_> {
    /// An id that nothing has: the next above all, or a gap when those run out.
    fn fresh(&mut self) -> Id {
        while self.next_id == 0 || self.used.contains(&self.next_id) {
            self.next_id = self.next_id.wrapping_add(1);
        }
        self.used.insert(self.next_id);
        self.next_id
    }

    /// The ids that keep `ids` in the order of the world when a saved file sorts
    /// them: themselves if they ascend, else fresh ones.
    fn ascending(&mut self, ids: &[Id]) -> Vec<Id> {
        if ids.is_sorted() {
            ids.to_vec()
        } else {
            ids.iter().map(|_| self.fresh()).collect()
        }
    }

    /// Particles of the scene, then those of the ragdolls, as in the world.
    fn take_particles(&mut self, scene: &Scene) {
        let old: Vec<_> = scene.particles.iter().map(|p| p.id).collect();
        let new = self.ascending(&old);
        for (index, id) in new.into_iter().enumerate() {
            self.out.particles[index].id = id;
            self.particle_ids.insert(index, id);
            self.place_particle(index, index);
        }
        for (index, ragdoll) in self.map.ragdolls.iter().enumerate() {
            if self.standing[index] {
                continue;
            }
            let material = scene.ragdolls[index].material;
            for (number, i) in ragdoll.particles.clone().enumerate() {
                let id = self.fresh();
                self.particle_ids.insert(i, id);
                let name = format!("{} point {}", label(scene, index), number + 1);
                let particle = self.particle(i, id, name, material);
                self.out.particles.push(particle);
                self.place_particle(self.out.particles.len() - 1, i);
            }
        }
    }

    fn particle(&self, index: usize, id: Id, name: String, material: Option<Id>) -> Particle {
        let constant = &self.model.particles[index];
        Particle {
            id,
            name,
            mass_kg: constant.mass,
            position_m: [0.0; 3],
            velocity_m_s: [0.0; 3],
            radius_m: constant.radius,
            fixed: constant.fixed,
            material,
        }
    }

    fn place_particle(&mut self, place: usize, index: usize) {
        let motion = &self.state.particles[index];
        let particle = &mut self.out.particles[place];
        particle.position_m = motion.position.to_array();
        particle.velocity_m_s = motion.velocity.to_array();
    }

    /// Bodies of the scene, then the thrown balls, as in the world.
    fn take_bodies(&mut self, scene: &Scene, balls: &[usize]) {
        let old: Vec<_> = scene.bodies.iter().map(|b| b.id).collect();
        let new = self.ascending(&old);
        for (place, (&old, new)) in old.iter().zip(new).enumerate() {
            self.out.bodies[place].id = new;
            self.body_ids.insert(old, new);
            if let Some(&index) = self.map.bodies.get(&old) {
                place_body(&mut self.out.bodies[place], &self.state.bodies[index]);
            }
        }
        for (number, &index) in balls.iter().enumerate() {
            let constant = &self.model.bodies[index];
            let material = self.material(constant.surface);
            let mut ball = ball(constant, self.fresh(), material);
            ball.name = format!("thrown ball {}", number + 1);
            place_body(&mut ball, &self.state.bodies[index]);
            self.out.bodies.push(ball);
        }
    }

    /// Id of a material with this surface, made if there is none.
    fn material(&mut self, surface: Surface) -> Option<Id> {
        let same = |m: &Material| {
            m.restitution == surface.restitution
                && m.friction == surface.friction
                && m.rolling_resistance == surface.rolling_resistance
        };
        if same(&Material::default()) {
            return None;
        }
        if let Some(known) = self.out.materials.iter().find(|m| same(m)) {
            return Some(known.id);
        }
        let id = self.fresh();
        self.out.materials.push(Material {
            id,
            name: "thrown ball".into(),
            restitution: surface.restitution,
            friction: surface.friction,
            rolling_resistance: surface.rolling_resistance,
        });
        Some(id)
    }

    /// The scene's own constraints, on the things that replace what they gripped.
    fn take_constraints(&mut self, scene: &Scene) {
        for (index, ragdoll) in self.map.ragdolls.iter().enumerate() {
            if self.standing[index] {
                continue;
            }
            for stick in ragdoll.sticks.clone() {
                let id = self.fresh();
                self.stick_ids.insert(stick, id);
            }
        }
        for (place, constraint) in scene.constraints.iter().enumerate() {
            let kind = self.regrip(&constraint.kind, self.model.constraints.get(place));
            self.out.constraints[place].kind = kind;
        }
    }

    fn regrip(&self, kind: &ConstraintKind, built: Option<&physics::Constraint>) -> ConstraintKind {
        let mut kind = kind.clone();
        match &mut kind {
            ConstraintKind::Stick(stick) => {
                if let Some(physics::Constraint::Distance(rod)) = built {
                    // Without a length it would be the present distance.
                    stick.length_m = Some(rod.max);
                }
                stick.a = self.particle_id(stick.a);
                stick.b = self.particle_id(stick.b);
            }
            ConstraintKind::Distance(Distance { a, b, .. })
            | ConstraintKind::Pin(Pin { a, b, .. }) => {
                self.regrip_side(a);
                self.regrip_side(b);
            }
            // Refused when the world was built.
            ConstraintKind::Hinge(_) | ConstraintKind::Fixed(_) => {}
            ConstraintKind::AngleLimit(_) => {}
        }
        kind
    }

    fn regrip_side(&self, grip: &mut Grip) {
        match grip {
            Grip::World(_) | Grip::Stick { .. } => {}
            Grip::Particle(id) => *id = self.particle_id(*id),
            Grip::Body { id, .. } => *id = self.body_ids.get(id).copied().unwrap_or(*id),
            Grip::Part {
                ragdoll, part, at, ..
            } => {
                if let Some(id) = self.part_stick(*ragdoll, part) {
                    *grip = Grip::Stick { id, at: *at };
                }
            }
        }
    }

    fn particle_id(&self, old: Id) -> Id {
        let index = self.map.particles.get(&old);
        let id = index.and_then(|index| self.particle_ids.get(index));
        id.copied().unwrap_or(old)
    }

    /// Id of the stick that replaces a part; none if the ragdoll stays.
    fn part_stick(&self, ragdoll: Id, part: &str) -> Option<Id> {
        let ragdoll = self.map.ragdolls.iter().find(|r| r.id == ragdoll)?;
        let place = ragdoll.parts.iter().position(|name| *name == part)?;
        let stick = ragdoll.sticks.start + place;
        self.stick_ids.get(&stick).copied()
    }

    /// Constraints of the ragdolls, which come after those of the scene.
    fn take_ragdolls(&mut self, scene: &Scene) {
        let mut index = 0;
        self.out.ragdolls.retain(|_| {
            index += 1;
            self.standing[index - 1]
        });
        let model = self.model;
        for constraint in &model.constraints[scene.constraints.len()..] {
            if let Some(constraint) = self.constraint_of_ragdoll(scene, constraint) {
                self.out.constraints.push(constraint);
            }
        }
    }

    /// A joint, brace or limb of a ragdoll; none if the ragdoll stays.
    fn constraint_of_ragdoll(
        &mut self,
        scene: &Scene,
        constraint: &physics::Constraint,
    ) -> Option<Constraint> {
        let [a, b] = ends(constraint)?;
        let owns = |r: &RagdollMap| r.particles.contains(&a);
        let owner = self.map.ragdolls.iter().position(owns)?;
        let [id_a, id_b] = [*self.particle_ids.get(&a)?, *self.particle_ids.get(&b)?];
        let grips = (Grip::Particle(id_a), Grip::Particle(id_b));
        let ragdoll = &self.map.ragdolls[owner];
        let limb = |&i: &usize| (self.model.sticks[i].a, self.model.sticks[i].b) == (a, b);
        let limb = ragdoll.sticks.clone().find(limb);
        let mut name = label(scene, owner).to_string();
        let kind = match (constraint, limb) {
            (physics::Constraint::Pin(pin), _) => ConstraintKind::Pin(Pin {
                a: grips.0,
                b: grips.1,
                strength: pin.strength,
            }),
            (physics::Constraint::Distance(rod), Some(limb)) => {
                name = format!("{name} {}", ragdoll.parts[limb - ragdoll.sticks.start]);
                let material = scene.ragdolls[owner].material;
                ConstraintKind::Stick(self.stick([id_a, id_b], rod, limb, material))
            }
            (physics::Constraint::Distance(rod), None) => ConstraintKind::Distance(Distance {
                a: grips.0,
                b: grips.1,
                min_m: Some(rod.min),
                max_m: Some(rod.max),
                strength: rod.strength,
            }),
            _ => return None,
        };
        let known = limb.and_then(|limb| self.stick_ids.get(&limb).copied());
        let id = known.unwrap_or_else(|| self.fresh());
        Some(Constraint { id, name, kind })
    }

    fn stick(
        &self,
        [a, b]: [Id; 2],
        rod: &physics::constraint::Distance,
        limb: usize,
        material: Option<Id>,
    ) -> Stick {
        let shape = &self.model.sticks[limb];
        Stick {
            a,
            b,
            length_m: Some(rod.max),
            radius_m: shape.radius,
            ends: if shape.flat {
                StickEnds::Flat
            } else {
                StickEnds::Round
            },
            strength: rod.strength,
            material,
        }
    }
}

/// The particles that a constraint of a ragdoll joins.
fn ends(constraint: &physics::Constraint) -> Option<[usize; 2]> {
    match constraint.attachments() {
        [physics::Attachment::Particle(a), physics::Attachment::Particle(b)] => Some([a, b]),
        _ => None,
    }
}

fn ball(constant: &BodyModel, id: Id, material: Option<Id>) -> Body {
    Body {
        id,
        name: String::new(),
        shape: Shape::Sphere {
            radius_m: constant.shape.map_or(0.0, |shape| shape.radius),
        },
        contact: BodyContact::Shape,
        mass_kg: Some(constant.mass),
        density_kg_m3: None,
        inertia_kg_m2: None,
        products_of_inertia_kg_m2: None,
        position_m: [0.0; 3],
        orientation: [1.0, 0.0, 0.0, 0.0],
        velocity_m_s: [0.0; 3],
        angular_velocity_deg_s: [0.0; 3],
        linear_drag_per_s: None,
        angular_drag_per_s: None,
        material,
    }
}

fn place_body(body: &mut Body, motion: &BodyState) {
    let q = motion.orientation;
    body.position_m = motion.position.to_array();
    body.orientation = [q.w, q.x, q.y, q.z];
    body.velocity_m_s = motion.velocity.to_array();
    body.angular_velocity_deg_s = motion.angular_velocity.to_array().map(f64::to_degrees);
}

/// Which ragdolls still sleep in the pose that the scene makes them in.
fn standing(scene: &Scene, world: &World, map: &IdMap) -> Vec<bool> {
    let Ok((start, _)) = compile(scene) else {
        return vec![false; map.ragdolls.len()];
    };
    let (model, now, then) = (world.model(), world.state(), start.state());
    let stands = |ragdoll: &RagdollMap| {
        ragdoll.particles.clone().all(|i| {
            now.rest[model.particles[i].assembly].asleep && now.particles[i] == then.particles[i]
        })
    };
    let ragdolls = map.ragdolls.iter().zip(&scene.ragdolls);
    ragdolls
        .map(|(ragdoll, source)| source.stands_until_hit && stands(ragdoll))
        .collect()
}

/// What a ragdoll is called.
fn label(scene: &Scene, index: usize) -> &str {
    match scene.ragdolls[index].name.as_str() {
        "" => "ragdoll",
        name => name,
    }
}

fn used_ids(scene: &Scene) -> BTreeSet<Id> {
    let materials = scene.materials.iter().map(|x| x.id);
    let obstacles = scene.obstacles.iter().map(|x| x.id);
    let bodies = scene.bodies.iter().map(|x| x.id);
    let particles = scene.particles.iter().map(|x| x.id);
    let constraints = scene.constraints.iter().map(|x| x.id);
    let ragdolls = scene.ragdolls.iter().map(|x| x.id);
    let all = materials.chain(obstacles).chain(bodies).chain(particles);
    all.chain(constraints).chain(ragdolls).collect()
}
