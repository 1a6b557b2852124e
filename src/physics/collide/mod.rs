//! Collision detection: which surfaces meet within a step, and where.
//!
//! Once per step what may meet is gathered, by boxes with room for the whole step. A pair
//! is looked at in the first substep, and its contacts are kept: where they grip both
//! sides, and their normals. Their gaps follow from that. The pair is looked at again in
//! the first substep in which its sides have moved so far against each other that the
//! geometry may be another one; what is fast, in each.
//!
//! What moves far within a substep is swept along its free motion, so that a fast ball
//! never passes through a thin limb: the contact is taken where the surfaces
//! first touch, and the solve keeps them on their sides of that contact plane.
//! Parts of one articulation do not collide with each other unless a rule says so.

mod broad_phase;
mod candidate;
mod contact_point;
mod contacts;
pub mod crowding;
mod earlier;
mod gather;
mod ground;
pub mod hierarchy;
mod looking;
mod motion;
mod near_triangles;
mod pair;
mod proxy;
mod seam;
mod shared_points;
mod sheets;
mod substeps;
mod sweep;
mod torso_side;
mod tree;
mod triangle;

use super::active::Active;
use super::contact::Contact;
use super::interrupt::Interrupt;
use super::model::{ColliderId, Model};
use super::state::State;
use super::substepping::Substepping;
pub(in crate::physics) use broad_phase::Bounds;
use broad_phase::BroadPhase;
use candidate::Candidate;
use contacts::Found;
use earlier::Earlier;
use glam::DVec3;
pub use ground::GroundCount;
use motion::{Motion, Way};
use near_triangles::Nearby;
use proxy::{owners, proxy, ColliderProxy};
use shared_points::SharedPoints;
use sheets::Sheets;
pub(in crate::physics) use substeps::note_hits;
pub use substeps::{MOST_SUBSTEPS, SHARE_OF_RADII};
use torso_side::TorsoSides;
use tree::ObstacleTree;

/// Distance within which a contact is watched before it touches, m.
pub const MARGIN_M: f64 = 0.02;

/// Model, state, and the duration of the substep, s.
type Now<'a> = (&'a Model, &'a State, f64);

/// Finds contacts, and keeps the memory that this takes.
#[derive(Debug, Clone, Default)]
pub struct Detection {
    /// Least radius of anything, m.
    thinnest: f64,
    /// Per articulation, whether some of its parts collide with each other.
    collide_inside: Vec<bool>,
    /// What has a surface and takes part.
    active: Vec<ColliderId>,
    /// What has a surface and sleeps, by articulation.
    asleep: Vec<(usize, ColliderId)>,
    sleepers: Vec<Sleeper>,
    proxies: Vec<ColliderProxy>,
    /// Of each proxy.
    motions: Vec<Motion>,
    /// Of each proxy: since the last substep, and in the one to come.
    ways: Vec<[Way; 2]>,
    /// Whether each proxy is looked at in this substep.
    wanted: Vec<bool>,
    near: BroadPhase,
    /// The triangles of surfaces that take part.
    sheets: Sheets,
    /// Which points triangles have in common.
    shared_points: SharedPoints,
    obstacles: ObstacleTree,
    torso_sides: TorsoSides,
    /// Obstacles near proxies, those of each proxy in order.
    near_obstacles: Vec<NearObstacle>,
    /// The triangles of meshes near proxies.
    nearby: Nearby,
    /// What was looked at of meshes since the step began.
    ground: GroundCount,
    /// Meetings with obstacles that are too many to be looked at.
    obstacles_left_out: usize,
    /// Most contacts within the step that are too many of one pair.
    contacts_left_out: usize,
    /// What may meet within the step, in the order of the contacts.
    candidates: Vec<Candidate>,
    /// Those to look at in this substep, by index.
    to_look_at: Vec<usize>,
    /// What was gathered before, when something has got where it was not expected.
    earlier: Earlier,
    /// Whether others take part than when the candidates were gathered.
    out_of_date: bool,
    /// Whether they have just been gathered, and all that takes part is where it is now.
    is_new: bool,
    /// The contacts of the last substep, and those found in this one.
    kept: Vec<Contact>,
    new: Vec<Contact>,
    found: Found,
    /// What each other thread has found.
    found_by_others: Vec<Found>,
    interrupt: Interrupt,
}

/// An obstacle near a proxy.
#[derive(Debug, Clone, Copy)]
struct NearObstacle {
    index: usize,
    /// Of a mesh, where the triangles near the proxy are.
    triangles: usize,
}

/// An articulation that does not move until something touches it.
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
        let radii = model.bodies.iter().filter_map(|b| b.shape.as_ref());
        let carried = model.tetrahedra.iter().filter_map(|t| t.shape.as_ref());
        let pieces = model.pieces.iter().map(|piece| &piece.shape);
        let radii = radii
            .chain(carried)
            .chain(pieces)
            .map(|shape| shape.inner_radius());
        let radii = radii.chain(model.sticks.iter().map(|s| s.radius));
        let radii = radii.chain(model.triangles.iter().map(|t| t.radius));
        let radii = radii.chain(model.particles.iter().map(|p| p.radius));
        self.thinnest = radii.filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        self.obstacles = ObstacleTree::of(model);
        self.torso_sides.prepare(model);
        self.sheets.prepare(model);
        self.shared_points = SharedPoints::of(model);
        self.nearby.clear();
        self.out_of_date = true;
        self.collide_inside.clear();
        self.collide_inside.resize(model.articulations, false);
        for rule in model.pair_rules.iter().filter(|rule| rule.collide) {
            if let [Some(a), Some(b)] = rule.pair.map(|owner| articulation_of(model, owner)) {
                self.collide_inside[a] |= a == b;
            }
        }
        for triangle in model
            .triangles
            .iter()
            .filter(|triangle| triangle.meets_joined)
        {
            self.collide_inside[model.particles[triangle.corners[0]].articulation] = true;
        }
    }

    /// Begins anew from another state of the same model.
    pub fn restart(&mut self) {
        self.nearby.restart();
    }

    /// Ends looking soon after that is asked for, from now on.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    /// Pairs that might meet and are not looked at, since too many things are in one place,
    /// and contacts that one pair has too many of (see [`crowding`]).
    pub fn left_out(&self) -> usize {
        self.near.left_out() + self.obstacles_left_out + self.contacts_left_out
    }

    /// What was looked at of meshes since the step began.
    pub fn ground(&self) -> GroundCount {
        self.ground
    }

    /// Takes in the last body of the model, which has been added.
    pub fn add_body(&mut self, model: &Model) {
        let shape = model.bodies.last().and_then(|body| body.shape.as_ref());
        let radius = shape.map_or(0.0, |shape| shape.inner_radius());
        if radius > 0.0 {
            self.thinnest = self.thinnest.min(radius);
        }
        self.collide_inside.resize(model.articulations, false);
        self.torso_sides.add_body();
    }

    /// Takes note of what takes part from now on; of what sleeps, that for which `is_near`
    /// holds stands still, and the rest is apart from everything.
    pub fn choose(
        &mut self,
        model: &Model,
        active: &Active,
        state: &State,
        is_near: impl Fn(usize) -> bool,
    ) {
        self.out_of_date = true;
        let all = owners(model);
        self.active.clear();
        self.asleep.clear();
        self.active.reserve(all.clone().count());
        self.asleep.reserve(all.clone().count());
        for owner in all {
            match articulation_of(model, owner) {
                // Only those of its triangles take part that are near something.
                Some(articulation) if active.has(articulation) => match owner {
                    ColliderId::Triangle(_) => {}
                    _ => self.active.push(owner),
                },
                Some(articulation) if state.rest[articulation].asleep && is_near(articulation) => {
                    self.asleep.push((articulation, owner));
                }
                // The crowd is apart from everything, and so are other islands.
                Some(_) => {}
                None => self.active.push(owner),
            }
        }
        self.sheets.choose(|articulation| active.has(articulation));
        self.asleep.sort_unstable();
        self.sleepers.clear();
        self.sleepers.reserve(model.articulations);
        let mut from = 0;
        for things in self.asleep.chunk_by(|a, b| a.0 == b.0) {
            let to = from + things.len();
            let still = things.iter().map(|&(_, owner)| proxy(model, state, owner));
            let bounds = Bounds::round(still.flatten().map(|mut proxy| {
                proxy.aim(model, state, model.settings.common.step_s);
                proxy.box_of_way()
            }));
            self.sleepers.push(Sleeper { bounds, from, to });
            from = to;
        }
    }

    /// Takes note of where something that sleeps has been put.
    pub fn follow_sleeper(&mut self, model: &Model, state: &State, articulation: usize) {
        let asleep = &self.asleep;
        let sleeper = self.sleepers.iter_mut().find(|sleeper| {
            let first = asleep.get(sleeper.from);
            first.is_some_and(|first| first.0 == articulation)
        });
        if let Some(sleeper) = sleeper {
            let things = asleep[sleeper.from..sleeper.to].iter();
            let proxies = things.filter_map(|&(_, owner)| proxy(model, state, owner));
            let ways = proxies.map(|mut proxy| {
                proxy.aim(model, state, model.settings.common.step_s);
                proxy.box_of_way()
            });
            sleeper.bounds = Bounds::round(ways);
        }
    }

    /// Gathers what may meet within the next step, and finds out into how many substeps it
    /// is to be divided for each island; `together` has for each articulation the first of
    /// those that are solved together.
    pub fn begin_step(
        &mut self,
        (model, active, state): (&Model, &Active, &State),
        together: &[usize],
        substepping: &mut Substepping,
        threads: usize,
    ) {
        self.ground = GroundCount::default();
        self.gather((model, state, model.settings.common.step_s), threads);
        self.plan_substeps((model, active, state), together, substepping);
    }

    /// Brings the contacts, those of the last substep, up to the next `h` seconds: in an
    /// order that depends on nothing but the model and the state at the start of the
    /// step, with so many threads of the pool in which it is called.
    pub fn begin_substep(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        self.find_contacts(now, contacts, threads);
        self.make_room(contacts.capacity());
    }

    /// Makes room for so many contacts beside the list of them, with which it changes places,
    /// so that a step takes no memory.
    pub fn make_room(&mut self, contacts: usize) {
        self.kept.clear();
        self.kept.reserve_exact(contacts);
    }

    fn find_contacts(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        let (model, state, h) = now;
        let next_step = (model, state, model.settings.common.step_s);
        if self.out_of_date {
            self.gather(next_step, threads);
        } else if !self.is_new && !self.follow(now) {
            self.gather_again(next_step, contacts, threads);
        }
        self.choose_looks();
        let proxies = self.proxies.iter_mut().zip(&self.wanted);
        for (proxy, _) in proxies.filter(|(_, &wanted)| wanted) {
            if !self.is_new {
                proxy.bring_up_to_date(model, state);
            }
            proxy.aim(model, state, h);
        }
        self.is_new = false;
        self.renew(now, contacts, threads);
    }
}

/// Finds the contacts of the next `h` seconds for who looks once.
pub fn detect(model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
    let (mut detection, mut active) = (Detection::default(), Active::default());
    active.choose(model, |articulation| !state.rest[articulation].asleep);
    detection.prepare(model);
    detection.choose(model, &active, state, |_| true);
    detection.find_contacts((model, state, h), contacts, 1);
}

/// Articulation of something with a surface; `None` of an obstacle.
pub(in crate::physics) fn articulation_of(model: &Model, owner: ColliderId) -> Option<usize> {
    match owner {
        ColliderId::Particle(i) => Some(model.particles[i].articulation),
        ColliderId::Stick(i) => Some(model.particles[model.sticks[i].a].articulation),
        ColliderId::Tetrahedron(i) => {
            let [first, ..] = model.tetrahedra[i].carrier.particles;
            Some(model.particles[first].articulation)
        }
        ColliderId::Triangle(i) => {
            let [first, ..] = model.triangles[i].corners;
            Some(model.particles[first].articulation)
        }
        ColliderId::Body(i) => Some(model.bodies[i].articulation),
        ColliderId::Piece(i) => Some(model.bodies[model.pieces[i].body].articulation),
        ColliderId::Obstacle(_) => None,
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
