//! What a pass over contacts visits of each: its normal, and apart from it its friction.
//!
//! A heap has thousands of contacts, and each pass visits all of them several times, most of
//! them only to find that they do not press. So what their normals need lies close together,
//! and all else is read where something presses.

use super::grip::Grip;
use super::solver_body::{Now, SolverBodies};
use super::{Contact, Side, NO_SLIDE, SLOP_M};
use crate::physics::attach::Level;
use crate::physics::ColliderId;
use glam::DVec3;

/// The normal of a contact: where it grips both sides, how far it was from its aim when it
/// was packed, and on positions its push.
#[derive(Debug, Clone)]
pub struct ContactRow {
    /// Where the normal push acts.
    pub cores: [Grip; 2],
    /// Unit normal from `b` to `a`.
    pub normal: DVec3,
    /// Distance of the surfaces when it was packed, m.
    pub gap: f64,
    /// Depth that it leaves for later, m.
    left_depth: f64,
    /// Accumulated normal position push, kg·m.
    pub push: f64,
    /// Inverse of the mass that opposes a push along the normal, 1/kg, once it is needed.
    inverse_mass: Option<f64>,
    /// Whether velocities have been solved for it.
    is_left_alone: bool,
    /// Whether a pass on positions has changed what it is pushed.
    is_changed: bool,
    /// Whether joints hold one of the two things.
    pub jointed: bool,
    /// Whether both sides are bodies.
    pub is_of_bodies: bool,
}

/// The friction of a contact.
#[derive(Debug, Clone)]
pub struct ContactFriction {
    /// Where the cores of the contact were when it was packed, m.
    places: [DVec3; 2],
    level: Level,
    /// Most contacts of a pass do not press, and have none.
    rubbing: Option<Rubbing>,
}

/// Where friction acts, what it is to take back, and on positions its push.
#[derive(Debug, Clone, Copy)]
pub struct Rubbing {
    /// Where it grips the surfaces.
    pub surfaces: [Grip; 2],
    normal: DVec3,
    /// Coulomb coefficient.
    coefficient: f64,
    /// How far the surface of `a` has slid on that of `b` since the substep began, m; in a pass on
    /// velocities the slip that a belt makes, m/s.
    slid: DVec3,
    /// Accumulated position push, kg·m; of no meaning in a pass on velocities.
    pub push: DVec3,
}

impl ContactRow {
    /// Both rows of a contact.
    pub(super) fn of(
        contact: &Contact,
        bodies: &mut SolverBodies,
        now: Now<'_>,
    ) -> (ContactRow, ContactFriction) {
        let (core_a, at_a) = Grip::of(contact.a.core, bodies, now);
        let (core_b, at_b) = Grip::of(contact.b.core, bodies, now);
        let row = ContactRow {
            cores: [core_a, core_b],
            normal: contact.normal,
            gap: (at_a - at_b).dot(contact.normal) - contact.reach,
            left_depth: contact.left_depth,
            push: contact.normal_push,
            inverse_mass: None,
            is_left_alone: contact.supports,
            is_changed: false,
            jointed: contact.jointed,
            is_of_bodies: contact.is_of_bodies(),
        };
        let mut friction = ContactFriction {
            places: [at_a, at_b],
            level: now.level,
            rubbing: None,
        };
        if contact.friction_push != DVec3::ZERO && now.level == Level::Position {
            friction.rubbing(&row, contact, bodies);
        }
        (row, friction)
    }

    /// Those of a contact that nobody visits.
    pub(super) fn unset(level: Level) -> (ContactRow, ContactFriction) {
        let row = ContactRow {
            cores: [Grip::World; 2],
            normal: DVec3::ZERO,
            gap: 0.0,
            left_depth: 0.0,
            push: 0.0,
            inverse_mass: None,
            is_left_alone: true,
            is_changed: false,
            jointed: false,
            is_of_bodies: false,
        };
        let friction = ContactFriction {
            places: [DVec3::ZERO; 2],
            level,
            rubbing: None,
        };
        (row, friction)
    }

    /// How far it is from touching now, m, but for the depth that it keeps and that it leaves
    /// for later.
    fn room(&self, bodies: &SolverBodies) -> f64 {
        self.gap + self.apart(bodies) + SLOP_M + self.left_depth
    }

    /// Removes penetration from positions.
    pub fn relax(&mut self, bodies: &mut SolverBodies) {
        if self.is_left_alone {
            return;
        }
        let room = self.room(bodies);
        if room >= 0.0 && self.push == 0.0 {
            return;
        }
        let w = self.inverse_mass(bodies);
        if w == 0.0 {
            return;
        }
        let wanted = (self.push - room / w).max(0.0);
        let change = wanted - self.push;
        self.push = wanted;
        self.is_changed = true;
        self.push_apart(bodies, self.normal * change);
    }

    /// Removes sliding within the friction cone from positions.
    pub fn relax_friction(
        &mut self,
        friction: &mut ContactFriction,
        contact: &Contact,
        bodies: &mut SolverBodies,
    ) {
        if self.is_left_alone || (self.push == 0.0 && friction.push() == DVec3::ZERO) {
            return;
        }
        let rubbing = friction.rubbing(self, contact, bodies);
        let most = rubbing.coefficient * self.push;
        let slid = rubbing.slide(bodies);
        rubbing.push = rubbing.against(bodies, slid, rubbing.push, most);
        self.is_changed = true;
    }

    /// Tells the contact what a pass on positions has pushed.
    pub(super) fn tell(&mut self, friction: &ContactFriction, contact: &mut Contact) {
        if std::mem::take(&mut self.is_changed) {
            contact.normal_push = self.push;
            contact.friction_push = friction.push();
        }
    }

    /// Inverse of the mass that opposes a push along the normal, 1/kg.
    pub fn inverse_mass(&mut self, bodies: &SolverBodies) -> f64 {
        let (normal, [a, b]) = (self.normal, &self.cores);
        *self.inverse_mass.get_or_insert_with(|| {
            a.inverse_mass_along(bodies, normal) + b.inverse_mass_along(bodies, normal)
        })
    }

    /// How far, or how fast, the sides have moved apart along the normal.
    pub fn apart(&self, bodies: &SolverBodies) -> f64 {
        (self.cores[0].motion(bodies) - self.cores[1].motion(bodies)).dot(self.normal)
    }

    /// Pushes `a` and, against it, `b` where they press on each other.
    pub fn push_apart(&self, bodies: &mut SolverBodies, push: DVec3) {
        if push != DVec3::ZERO {
            self.cores[0].push(bodies, push);
            self.cores[1].push(bodies, -push);
        }
    }
}

impl ContactFriction {
    /// Where friction of this contact acts.
    pub fn rubbing(
        &mut self,
        row: &ContactRow,
        contact: &Contact,
        bodies: &mut SolverBodies,
    ) -> &mut Rubbing {
        let (places, level) = (&self.places, self.level);
        self.rubbing.get_or_insert_with(|| {
            let mut surface =
                |side: &Side, i: usize| surface(side, &row.cores[i], places[i], bodies);
            let (surface_a, on_a) = surface(&contact.a, 0);
            let (surface_b, on_b) = surface(&contact.b, 1);
            Rubbing {
                surfaces: [surface_a, surface_b],
                normal: contact.normal,
                coefficient: contact.material.friction,
                slid: match level {
                    Level::Position => on_a - on_b - contact.start,
                    Level::Velocity => -contact.belt,
                },
                push: contact.friction_push,
            }
        })
    }

    /// Accumulated position push, kg·m.
    fn push(&self) -> DVec3 {
        self.rubbing.map_or(DVec3::ZERO, |rubbing| rubbing.push)
    }
}

impl Rubbing {
    /// Slide of the surfaces since the substep began, m, or their slip, m/s.
    pub fn slide(&self, bodies: &SolverBodies) -> DVec3 {
        let [a, b] = &self.surfaces;
        self.slid + (a.motion(bodies) - b.motion(bodies))
    }

    /// Takes back a slide (m, or m/s at the velocity level) by a friction that adds to
    /// the one `held` so far and is never longer than `most`; returns the new one.
    pub fn against(
        &self,
        bodies: &mut SolverBodies,
        slide: DVec3,
        held: DVec3,
        most: f64,
    ) -> DVec3 {
        let tangential = slide - self.normal * slide.dot(self.normal);
        let squared = tangential.length_squared();
        let mut wanted = held;
        if squared > NO_SLIDE * NO_SLIDE {
            let [a, b] = &self.surfaces;
            let opposing =
                a.inverse_mass_along(bodies, tangential) + b.inverse_mass_along(bodies, tangential);
            if opposing == 0.0 {
                return held;
            }
            // Both are of the square of the slide: no root is needed for its direction.
            wanted -= tangential * (squared / opposing);
        }
        let allowed = wanted.clamp_length_max(most);
        if allowed != held {
            self.push_apart(bodies, allowed - held);
        }
        allowed
    }

    /// Pushes the surfaces.
    pub fn push_apart(&self, bodies: &mut SolverBodies, push: DVec3) {
        self.surfaces[0].push(bodies, push);
        self.surfaces[1].push(bodies, -push);
    }
}

/// Where friction acts on a side whose core is gripped at `place`, m, and where that is.
fn surface(side: &Side, core: &Grip, place: DVec3, bodies: &mut SolverBodies) -> (Grip, DVec3) {
    match *core {
        Grip::Body { body, .. } => {
            let packed = &bodies.places[body as usize];
            let arm = packed.rotation * side.surface_arm;
            (Grip::Body { body, arm }, packed.position + arm)
        }
        Grip::Particles(at_core) if matches!(side.owner, ColliderId::Tetrahedron(_)) => {
            let core = bodies.weighted(at_core);
            let weight = side.surface_weights();
            let each = core.ix.into_iter().zip(weight.into_iter().zip(core.weight));
            let beside = each
                .map(|(i, (there, here))| bodies.particles[i as usize].position * (there - here));
            let place = place + beside.sum::<DVec3>();
            (bodies.grip_weighted(core.ix, weight), place)
        }
        core => (core, place),
    }
}
