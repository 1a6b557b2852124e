//! Collision detection: which surfaces meet within a substep, and where.
//!
//! Everything that moves is swept along its coasting motion, so that a fast ball
//! never passes through a thin limb: the contact is taken where the surfaces
//! first touch, and the solve keeps them on their sides of that contact plane.
//! Parts of one assembly do not collide with each other unless a rule says so.

mod looking;
mod mover;
mod near;
mod pair;
mod seam;
mod sweep;

use super::active::Active;
use super::attach::Attachment;
use super::constraint::contact::{Side, RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M};
use super::constraint::Contact;
use super::model::{Model, Owner, Surface};
use super::state::State;
use glam::DVec3;
use looking::{look_at, Finds, Lookers};
use mover::{mover, owners, Mover};
pub(in crate::physics) use near::Bounds;
use near::Near;

/// Distance within which a contact is watched before it touches, m.
pub const MARGIN_M: f64 = 0.02;

/// Geometry of a contact before it is known how the bodies move.
struct Touch {
    core_a: Attachment,
    core_b: Attachment,
    /// From each core to the surface, m.
    radii: [f64; 2],
    normal: DVec3,
    reach: f64,
    touches: bool,
    feature: u32,
}

/// Finds contacts, and keeps the memory that this takes.
#[derive(Debug, Clone, Default)]
pub struct Detection {
    /// Least radius of anything, m.
    thinnest: f64,
    /// Per assembly, whether some of its parts collide with each other.
    collide_inside: Vec<bool>,
    /// What has a surface and takes part.
    active: Vec<Owner>,
    /// What has a surface and sleeps, by assembly.
    asleep: Vec<(usize, Owner)>,
    sleepers: Vec<Sleeper>,
    movers: Vec<Mover>,
    near: Near,
    found: Found,
    /// What each other thread has found.
    found_by_others: Vec<Found>,
}

/// What is found among some of the movers or pairs.
#[derive(Debug, Clone, Default)]
struct Found {
    contacts: Vec<Contact>,
    /// Of each contact, whether it is on a hidden face.
    covered: Vec<bool>,
}

impl Finds for Found {
    fn append(&mut self, later: &mut Found) {
        self.contacts.append(&mut later.contacts);
    }
}

/// Movers or pairs a thread looks at, at least: what makes up for waking it.
const LEAST_LOOKED_AT: usize = 64;

/// An assembly that does not move until something touches it.
#[derive(Debug, Clone, Copy)]
struct Sleeper {
    bounds: Bounds,
    /// Range of what is asleep.
    from: usize,
    to: usize,
}

impl Detection {
    /// Takes note of what is constant; call it after any change of the model.
    pub fn prepare(&mut self, model: &Model) {
        let radii = model.bodies.iter().filter_map(|b| b.shape);
        let radii = radii.map(|shape| shape.inner_radius());
        let radii = radii.chain(model.sticks.iter().map(|s| s.radius));
        let radii = radii.chain(model.particles.iter().map(|p| p.radius));
        self.thinnest = radii.filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        self.collide_inside.clear();
        self.collide_inside.resize(model.assemblies, false);
        for rule in model.pair_rules.iter().filter(|rule| rule.collide) {
            if let [Some(a), Some(b)] = rule.pair.map(|owner| assembly_of(model, owner)) {
                self.collide_inside[a] |= a == b;
            }
        }
    }

    /// Takes in the last body of the model, which has been added.
    pub fn add_body(&mut self, model: &Model) {
        let shape = model.bodies.last().and_then(|body| body.shape);
        let radius = shape.map_or(0.0, |shape| shape.inner_radius());
        if radius > 0.0 {
            self.thinnest = self.thinnest.min(radius);
        }
        self.collide_inside.resize(model.assemblies, false);
    }

    /// Takes note of what takes part from now on; what does not stands still.
    pub fn choose(&mut self, model: &Model, active: &Active, state: &State) {
        let all = owners(model);
        self.active.clear();
        self.asleep.clear();
        self.active.reserve(all.clone().count());
        self.asleep.reserve(all.clone().count());
        for owner in all {
            match assembly_of(model, owner) {
                Some(assembly) if active.has(assembly) => self.active.push(owner),
                Some(assembly) if state.rest[assembly].asleep => {
                    self.asleep.push((assembly, owner));
                }
                // The crowd is apart from everything.
                Some(_) => {}
                None => self.active.push(owner),
            }
        }
        self.asleep.sort_unstable();
        self.sleepers.clear();
        self.sleepers.reserve(model.assemblies);
        let mut from = 0;
        for things in self.asleep.chunk_by(|a, b| a.0 == b.0) {
            let to = from + things.len();
            let still = things
                .iter()
                .map(|&(_, owner)| mover(model, state, 0.0, owner));
            let bounds = Bounds::round(still.flatten().map(|mover| mover.bounds));
            self.sleepers.push(Sleeper { bounds, from, to });
            from = to;
        }
    }

    /// Finds the contacts of the next `h` seconds, in an order that depends on
    /// nothing but the model and the state, with so many threads of the pool in which
    /// it is called.
    pub fn detect(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        let (model, state, h) = now;
        contacts.clear();
        self.collect_movers(model, state, h);
        let inside = &self.collide_inside;
        self.near.find_pairs(model, &self.movers, inside, threads);
        let (movers, pairs) = (&self.movers, &self.near.pairs);
        let lookers = Lookers {
            threads,
            least: LEAST_LOOKED_AT,
        };
        let (found, others) = (&mut self.found, &mut self.found_by_others);
        std::mem::swap(contacts, &mut found.contacts);
        look_at(movers.len(), lookers, others, found, |place, found| {
            meet_obstacles(now, &movers[place], found);
        });
        look_at(pairs.len(), lookers, others, found, |place, found| {
            let (a, b) = pairs[place];
            meet_each_other(now, [&movers[a], &movers[b]], found);
        });
        std::mem::swap(contacts, &mut found.contacts);
    }

    /// What is active, and what sleeps near it, in the order particles, sticks, bodies.
    fn collect_movers(&mut self, model: &Model, state: &State, h: f64) {
        self.movers.clear();
        let active = self.active.iter();
        let movers = active.filter_map(|&owner| mover(model, state, h, owner));
        self.movers.extend(movers);
        let awake = self.movers.len();
        let groups = self.near.group(&self.movers);
        let all = Bounds::round(groups.iter().map(|group| group.bounds));
        for sleeper in self.sleepers.iter().filter(|s| s.bounds.meets(&all)) {
            if groups
                .iter()
                .any(|group| group.bounds.meets(&sleeper.bounds))
            {
                let things = self.asleep[sleeper.from..sleeper.to].iter();
                let still = things.filter_map(|&(_, owner)| mover(model, state, h, owner));
                self.movers.extend(still);
            }
        }
        if self.movers.len() > awake {
            self.movers.sort_unstable_by_key(|mover| mover.owner);
            self.near.group(&self.movers);
        }
    }

    /// Substeps of the next step: those set, or more when two movers that will touch
    /// close faster than a share of their radii per substep. Squeezed between a heavy
    /// ball and the floor, a limb has no other way to get aside in time.
    ///
    /// `scratch` is used for the contacts of the whole step and left filled.
    pub fn substeps_needed(
        &mut self,
        model: &Model,
        active: &Active,
        state: &State,
        (scratch, threads): (&mut Vec<Contact>, usize),
    ) -> u32 {
        let (step_s, set) = (model.settings.step_s, model.settings.substeps);
        let bodies = active.bodies().iter().map(|&i| state.bodies[i].velocity);
        let particles = active.particles().iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let speeds = bodies.chain(particles).map(DVec3::length);
        let fastest = speeds.fold(0.0, f64::max);
        if fastest * step_s <= SHARE_OF_RADII * self.thinnest * f64::from(set) {
            return set;
        }
        self.detect((model, state, step_s), scratch, threads);
        let closing =
            |c: &Contact| (-c.approach * step_s / (SHARE_OF_RADII * c.radii(model))).ceil();
        let most = scratch
            .iter()
            .filter(|c| c.touches && !matches!(c.b.owner, Owner::Obstacle(_)))
            .map(closing)
            .fold(0.0, f64::max);
        set.max(most.min(f64::from(MOST_SUBSTEPS)) as u32)
    }
}

/// Model, state, and the duration of the substep, s.
type Now<'a> = (&'a Model, &'a State, f64);

fn meet_obstacles((model, state, h): Now<'_>, mover: &Mover, found: &mut Found) {
    if !mover.movable {
        return;
    }
    let contacts = &mut found.contacts;
    let first = contacts.len();
    for (index, obstacle) in model.obstacles.iter().enumerate() {
        if !model.collide([mover.owner, Owner::Obstacle(index)], false) {
            continue;
        }
        pair::with_obstacle(mover, obstacle, |touch| {
            let other = (Owner::Obstacle(index), obstacle.surface);
            let mut contact = contact((model, state, h), touch, mover, other);
            if contact.approach < -RESTING_SPEED_M_S {
                // The speed at the impact, not that at the start of the fall to it.
                contact.approach += model.settings.gravity.dot(contact.normal) * h;
            }
            contacts.push(contact);
        });
    }
    seam::drop_covered(model, contacts, first, &mut found.covered);
}

fn meet_each_other(now: Now<'_>, [a, b]: [&Mover; 2], found: &mut Found) {
    let awake = a.movable && b.movable;
    pair::with_mover(a, b, |touch| {
        // A sleeper has no mass to be pushed with: it wakes first, when touched.
        if !(awake || touch.touches) {
            return;
        }
        let other = (b.owner, b.surface);
        found.contacts.push(contact(now, touch, a, other));
    });
}

/// Finds the contacts of the next `h` seconds for who looks once.
pub fn detect(model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
    let (mut detection, mut active) = (Detection::default(), Active::default());
    active.choose(model, |assembly| !state.rest[assembly].asleep);
    detection.prepare(model);
    detection.choose(model, &active, state);
    detection.detect((model, state, h), contacts, 1);
}

/// Assembly of something with a surface; `None` of an obstacle.
pub(in crate::physics) fn assembly_of(model: &Model, owner: Owner) -> Option<usize> {
    match owner {
        Owner::Particle(i) => Some(model.particles[i].assembly),
        Owner::Stick(i) => Some(model.particles[model.sticks[i].a].assembly),
        Owner::Body(i) => Some(model.bodies[i].assembly),
        Owner::Obstacle(_) => None,
    }
}

/// Deepest penetration of two surfaces, m; 0 if none.
pub fn deepest_penetration(model: &Model, state: &State) -> f64 {
    let mut contacts = Vec::new();
    let mut still = state.clone();
    for particle in &mut still.particles {
        particle.velocity = DVec3::ZERO;
    }
    for body in &mut still.bodies {
        body.velocity = DVec3::ZERO;
        body.angular_velocity = DVec3::ZERO;
    }
    detect(model, &still, 0.0, &mut contacts);
    contacts.iter().map(|c| -c.gap(state)).fold(0.0, f64::max)
}

/// Most substeps of a step, however fast the things in it.
pub const MOST_SUBSTEPS: u32 = 128;
/// Share of the radii of a pair that it may close in one substep.
pub const SHARE_OF_RADII: f64 = 0.25;

fn contact(
    (model, state, h): Now<'_>,
    touch: Touch,
    mover: &Mover,
    (other, other_surface): (Owner, Surface),
) -> Contact {
    let [radius_a, radius_b] = touch.radii;
    let a = side(state, mover.owner, touch.core_a, -touch.normal * radius_a);
    let b = side(state, other, touch.core_b, touch.normal * radius_b);
    let joints_hold = |side: Side| side.core.assembly(model).is_some_and(|i| model.jointed[i]);
    let jointed = joints_hold(a) || joints_hold(b);
    let mut contact = Contact {
        a,
        b,
        normal: touch.normal,
        reach: touch.reach,
        material: Surface::combine(mover.surface, other_surface),
        rolling_radius: radius_a.max(radius_b),
        approach: 0.0,
        slip_before: DVec3::ZERO,
        touches: touch.touches,
        feature: touch.feature,
        jointed,
        penalty: false,
        left_depth: 0.0,
        start: a.surface.position(state) - b.surface.position(state),
        normal_push: 0.0,
        friction_push: DVec3::ZERO,
        normal_impulse: 0.0,
        friction_impulse: DVec3::ZERO,
        bounce: 0.0,
        rub: DVec3::ZERO,
    };
    contact.approach = contact.normal_speed(state);
    contact.slip_before = contact.slip(state);
    let undone = SLOP_M + RECOVERY_SPEED_M_S * h;
    contact.left_depth = (-contact.gap(state) - undone).max(0.0);
    contact
}

/// A body grips at its surface, so that friction turns it; a limb has no spin
/// about its axis and grips there.
fn side(state: &State, owner: Owner, core: Attachment, to_surface: DVec3) -> Side {
    let surface = match core {
        Attachment::Body { body, arm } => {
            let orientation = state.bodies[body].orientation;
            Attachment::Body {
                body,
                arm: arm + orientation.conjugate() * to_surface,
            }
        }
        _ => core,
    };
    Side {
        owner,
        core,
        surface,
    }
}
