//! Collision detection: which surfaces meet within a step, and where.
//!
//! Once per step what may meet is gathered, by boxes with room for the whole step. A pair
//! is looked at in the first substep, and its contacts are kept: where they grip both
//! sides, and their normals. Their gaps follow from that. The pair is looked at again in
//! the first substep in which its sides have moved so far against each other that the
//! geometry may be another one; what is fast, in each.
//!
//! What moves far within a substep is swept along its coasting motion, so that a fast ball
//! never passes through a thin limb: the contact is taken where the surfaces
//! first touch, and the solve keeps them on their sides of that contact plane.
//! Parts of one articulation do not collide with each other unless a rule says so.

mod broad_phase;
mod candidate;
mod earlier;
mod looking;
mod motion;
mod pair;
mod proxy;
mod seam;
mod sweep;
mod tree;

use super::active::Active;
use super::attach::Attachment;
use super::contact::Contact;
use super::contact::Side;
use super::model::{ColliderId, Model, Surface};
use super::state::State;
pub(in crate::physics) use broad_phase::Bounds;
use broad_phase::BroadPhase;
use candidate::{Candidate, Look, Other};
use earlier::Earlier;
use glam::DVec3;
use looking::{look_at, Finds, Lookers};
use motion::{Motion, Way};
use proxy::{owners, proxy, ColliderProxy};
use tree::ObstacleTree;

/// Distance within which a contact is watched before it touches, m.
pub const MARGIN_M: f64 = 0.02;

/// Geometry of a contact before it is known how the bodies move.
struct ContactPoint {
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
    obstacles: ObstacleTree,
    /// Indices of obstacles near proxies, those of each proxy in order.
    near_obstacles: Vec<usize>,
    /// What may meet within the step, in the order of the contacts.
    candidates: Vec<Candidate>,
    /// Those to look at in this substep, by index.
    to_look_at: Vec<usize>,
    /// What was gathered before, when something has got where it was not expected.
    earlier: Earlier,
    /// Whether others take part than when the candidates were gathered.
    out_of_date: bool,
    /// Whether they have just been gathered.
    is_new: bool,
    /// The contacts of the last substep, and those found in this one.
    kept: Vec<Contact>,
    new: Vec<Contact>,
    found: Found,
    /// What each other thread has found.
    found_by_others: Vec<Found>,
}

/// What is found among some of the proxies or pairs.
#[derive(Debug, Clone, Default)]
struct Found {
    contacts: Vec<Contact>,
    looks: Vec<Look>,
    /// Of each contact, whether it is on a hidden face.
    covered: Vec<bool>,
}

impl Finds for Found {
    fn append(&mut self, later: &mut Found) {
        self.contacts.append(&mut later.contacts);
        self.looks.append(&mut later.looks);
    }
}

/// Movers or pairs a thread looks at, at least: what makes up for waking it.
const LEAST_LOOKED_AT: usize = 64;

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
        let radii = model.bodies.iter().filter_map(|b| b.shape);
        let radii = radii.map(|shape| shape.inner_radius());
        let radii = radii.chain(model.sticks.iter().map(|s| s.radius));
        let radii = radii.chain(model.particles.iter().map(|p| p.radius));
        self.thinnest = radii.filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        self.obstacles = ObstacleTree::of(model);
        self.out_of_date = true;
        self.collide_inside.clear();
        self.collide_inside.resize(model.articulations, false);
        for rule in model.pair_rules.iter().filter(|rule| rule.collide) {
            if let [Some(a), Some(b)] = rule.pair.map(|owner| articulation_of(model, owner)) {
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
        self.collide_inside.resize(model.articulations, false);
    }

    /// Takes note of what takes part from now on; what does not stands still.
    pub fn choose(&mut self, model: &Model, active: &Active, state: &State) {
        self.out_of_date = true;
        let all = owners(model);
        self.active.clear();
        self.asleep.clear();
        self.active.reserve(all.clone().count());
        self.asleep.reserve(all.clone().count());
        for owner in all {
            match articulation_of(model, owner) {
                Some(articulation) if active.has(articulation) => self.active.push(owner),
                Some(articulation) if state.rest[articulation].asleep => {
                    self.asleep.push((articulation, owner));
                }
                // The crowd is apart from everything.
                Some(_) => {}
                None => self.active.push(owner),
            }
        }
        self.asleep.sort_unstable();
        self.sleepers.clear();
        self.sleepers.reserve(model.articulations);
        let mut from = 0;
        for things in self.asleep.chunk_by(|a, b| a.0 == b.0) {
            let to = from + things.len();
            let still = things.iter().map(|&(_, owner)| proxy(model, state, owner));
            let bounds = Bounds::round(still.flatten().map(|proxy| proxy.box_of_way()));
            self.sleepers.push(Sleeper { bounds, from, to });
            from = to;
        }
    }

    /// Gathers what may meet within the next step, and says into how many substeps it is to
    /// be divided.
    pub fn begin_step(
        &mut self,
        model: &Model,
        active: &Active,
        state: &State,
        threads: usize,
    ) -> u32 {
        self.gather((model, state, model.settings.common.step_s), threads);
        self.substeps_needed(model, active, state)
    }

    /// Brings the contacts, those of the last substep, up to the next `h` seconds: in an
    /// order that depends on nothing but the model and the state at the start of the
    /// step, with so many threads of the pool in which it is called.
    pub fn begin_substep(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
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
        if self.to_look_at.len() == self.candidates.len() {
            self.look(now, contacts, threads);
            let looks = self.candidates.iter_mut().zip(&self.found.looks);
            looks.for_each(|(candidate, look)| candidate.take(look));
        } else {
            let mut new = std::mem::take(&mut self.new);
            self.look(now, &mut new, threads);
            self.take_contacts(now, contacts, &mut new);
            self.new = new;
        }
        self.kept.clear();
        self.kept.reserve_exact(contacts.capacity());
    }

    /// Finds what may meet in the next `duration` seconds, and forgets all contacts.
    fn gather(&mut self, now: Now<'_>, threads: usize) {
        self.out_of_date = false;
        self.earlier.clear();
        self.find_candidates(now, threads);
        let (proxies, candidates) = (self.proxies.capacity(), self.candidates.capacity());
        self.earlier.make_room(proxies, candidates);
    }

    /// Finds what may meet from now on, after something got where it was not expected. All
    /// others keep their boxes and the contacts among them: nothing depends on what moves
    /// elsewhere.
    fn gather_again(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        let earlier = &mut self.earlier;
        std::mem::swap(&mut self.proxies, &mut earlier.proxies);
        std::mem::swap(&mut self.motions, &mut earlier.motions);
        std::mem::swap(&mut self.ways, &mut earlier.ways);
        std::mem::swap(&mut self.candidates, &mut earlier.candidates);
        self.find_candidates(now, threads);
        std::mem::swap(&mut self.kept, contacts);
        contacts.clear();
        self.earlier.find_first_contacts();
        for candidate in &mut self.candidates {
            if let Some((known, first)) = self.earlier.find(candidate, &self.proxies) {
                candidate.continues(known);
                contacts.extend_from_slice(&self.kept[first..first + known.contacts]);
            }
        }
    }

    /// Finds what may meet in the next `duration` seconds; what was met earlier keeps its box.
    fn find_candidates(&mut self, (model, state, duration): Now<'_>, threads: usize) {
        self.is_new = true;
        self.collect_proxies((model, state, duration));
        let inside = &self.collide_inside;
        self.near.find_pairs(model, &self.proxies, inside, threads);
        let (earlier, proxies) = (&self.earlier, self.proxies.iter());
        let ways = proxies.map(|proxy| earlier.index_of(proxy.owner).map(|i| earlier.ways[i]));
        self.ways.clear();
        self.ways.extend(ways.map(Option::unwrap_or_default));
        self.candidates.clear();
        self.near_obstacles.clear();
        for index in 0..self.proxies.len() {
            self.find_obstacles(model, index);
        }
        let pairs = self.near.pairs.iter();
        let pairs = pairs.map(|&(a, b)| Candidate::new(a, Other::Proxy(b)));
        self.candidates.extend(pairs);
    }

    /// Notes the obstacles near a proxy.
    fn find_obstacles(&mut self, model: &Model, index: usize) {
        let (proxy, near) = (&self.proxies[index], &mut self.near_obstacles);
        if !proxy.movable {
            return;
        }
        let from = near.len();
        self.obstacles.query(&proxy.bounds, |obstacle| {
            if model.collide([proxy.owner, ColliderId::Obstacle(obstacle)], false) {
                near.push(obstacle);
            }
        });
        near[from..].sort_unstable();
        let to = near.len();
        if to > from {
            let other = Other::Obstacles { from, to };
            self.candidates.push(Candidate::new(index, other));
        }
    }

    /// Takes in where everything is now; false if something may get where it was not
    /// expected.
    fn follow(&mut self, now: Now<'_>) -> bool {
        let proxies = self.proxies.iter().zip(&mut self.motions);
        self.earlier.left.clear();
        for ((proxy, motion), ways) in proxies.zip(&mut self.ways) {
            let followed = motion.follow(proxy, now);
            self.earlier.left.push(followed.is_none());
            *ways = followed.unwrap_or_default();
        }
        !self.earlier.left.contains(&true)
    }

    /// What is active, and what sleeps near it, in the order particles, sticks, bodies.
    fn collect_proxies(&mut self, now: Now<'_>) {
        let (model, state, _) = now;
        let earlier = &self.earlier;
        let proxy = |owner| {
            let mut proxy = proxy(model, state, owner)?;
            proxy.bounds = match earlier.index_of(owner) {
                Some(index) => earlier.proxies[index].bounds,
                None => Motion::begin(&proxy, now).bounds(&proxy),
            };
            Some(proxy)
        };
        self.proxies.clear();
        let active = self.active.iter();
        let proxies = active.filter_map(|&owner| proxy(owner));
        self.proxies.extend(proxies);
        let awake = self.proxies.len();
        let groups = self.near.group(&self.proxies);
        let all = Bounds::round(groups.iter().map(|group| group.bounds));
        for sleeper in self.sleepers.iter().filter(|s| s.bounds.meets(&all)) {
            if groups
                .iter()
                .any(|group| group.bounds.meets(&sleeper.bounds))
            {
                let things = self.asleep[sleeper.from..sleeper.to].iter();
                let still = things.filter_map(|&(_, owner)| proxy(owner));
                self.proxies.extend(still);
            }
        }
        if self.proxies.len() > awake {
            self.proxies.sort_unstable_by_key(|proxy| proxy.owner);
            self.near.group(&self.proxies);
        }
        let motions = self.proxies.iter();
        let motions = motions.map(|proxy| match earlier.index_of(proxy.owner) {
            Some(index) => earlier.motions[index],
            None => Motion::begin(proxy, now),
        });
        self.motions.clear();
        self.motions.extend(motions);
    }

    /// Substeps of the next step: those set, or more when two proxies that will touch
    /// close faster than a share of their radii per substep. Squeezed between a heavy
    /// ball and the floor, a limb has no other way to get aside in time.
    fn substeps_needed(&self, model: &Model, active: &Active, state: &State) -> u32 {
        let (step_s, set) = (model.settings.common.step_s, model.settings.common.substeps);
        let bodies = active.bodies().iter().map(|&i| state.bodies[i].velocity);
        let particles = active.particles().iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let speeds = bodies.chain(particles).map(DVec3::length);
        let fastest = speeds.fold(0.0, f64::max);
        if fastest * step_s <= SHARE_OF_RADII * self.thinnest * f64::from(set) {
            return set;
        }
        let mut most = 0.0_f64;
        for &(a, b) in &self.near.pairs {
            let [a, b] = [a, b].map(|index| {
                let mut proxy = self.proxies[index].clone();
                proxy.aim(model, state, step_s);
                proxy
            });
            pair::with_proxy(&a, &b, |touch| {
                if touch.touches {
                    let contact = contact((model, state, step_s), touch, &a, (b.owner, b.surface));
                    let share = SHARE_OF_RADII * contact.radii(model);
                    most = most.max((-contact.approach * step_s / share).ceil());
                }
            });
        }
        set.max(most.min(f64::from(MOST_SUBSTEPS)) as u32)
    }

    /// Chooses what must be looked at in this substep.
    fn choose_looks(&mut self) {
        self.to_look_at.clear();
        self.wanted.clear();
        self.wanted.resize(self.proxies.len(), false);
        for (index, candidate) in self.candidates.iter_mut().enumerate() {
            if candidate.is_stale(&self.ways) {
                self.to_look_at.push(index);
                candidate.each_proxy(|proxy| self.wanted[proxy] = true);
            }
        }
    }

    /// Looks at what has been chosen, and leaves nothing but its contacts in a list.
    fn look(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        let (proxies, candidates) = (&self.proxies, &self.candidates);
        let (to_look_at, obstacles) = (&self.to_look_at, &self.near_obstacles);
        let lookers = Lookers {
            threads,
            least: LEAST_LOOKED_AT,
        };
        let (found, others) = (&mut self.found, &mut self.found_by_others);
        contacts.clear();
        found.looks.clear();
        std::mem::swap(contacts, &mut found.contacts);
        look_at(to_look_at.len(), lookers, others, found, |place, found| {
            let candidate = &candidates[to_look_at[place]];
            let before = found.contacts.len();
            let proxy = &proxies[candidate.proxy];
            let way = match candidate.other {
                Other::Obstacles { from, to } => {
                    meet_obstacles(now, proxy, &obstacles[from..to], found)
                }
                Other::Proxy(other) => meet_each_other(now, [proxy, &proxies[other]], found),
            };
            let contacts = found.contacts.len() - before;
            found.looks.push(Look { way, contacts });
        });
        std::mem::swap(contacts, &mut found.contacts);
    }

    /// Makes the list of contacts of the new ones and of those that are kept.
    fn take_contacts(
        &mut self,
        (model, state, h): Now<'_>,
        contacts: &mut Vec<Contact>,
        new: &mut Vec<Contact>,
    ) {
        let begin = |contact: &mut Contact| contact.begin_substep(model, state, h);
        if self.to_look_at.is_empty() {
            return contacts.iter_mut().for_each(begin);
        }
        self.kept.clear();
        std::mem::swap(&mut self.kept, contacts);
        let mut kept = self.kept.as_slice();
        let mut found = new.drain(..);
        let looks = self.to_look_at.iter().zip(&self.found.looks);
        let mut looks = looks.peekable();
        for (index, candidate) in self.candidates.iter_mut().enumerate() {
            let (mine, others) = kept.split_at(candidate.contacts);
            kept = others;
            if let Some((_, look)) = looks.next_if(|(&place, _)| place == index) {
                candidate.take(look);
                contacts.extend(found.by_ref().take(look.contacts));
            } else {
                let first = contacts.len();
                contacts.extend_from_slice(mine);
                contacts[first..].iter_mut().for_each(begin);
            }
        }
    }
}

/// Model, state, and the duration of the substep, s.
type Now<'a> = (&'a Model, &'a State, f64);

/// The contacts of a proxy with obstacles; returns how far it may move until they have to
/// be looked at again, m.
fn meet_obstacles(now: Now<'_>, proxy: &ColliderProxy, near: &[usize], found: &mut Found) -> f64 {
    let (model, contacts) = (now.0, &mut found.contacts);
    let first = contacts.len();
    let mut way = f64::INFINITY;
    for &index in near {
        let obstacle = &model.obstacles[index];
        let other = (ColliderId::Obstacle(index), obstacle.surface);
        way = way.min(pair::with_obstacle(proxy, obstacle, |touch| {
            contacts.push(contact(now, touch, proxy, other));
        }));
    }
    seam::drop_covered(model, contacts, first, &mut found.covered);
    if proxy.flat() {
        return LOOK_AGAIN;
    }
    way
}

/// No way at all: of flat ends, since the point of a rim that touches runs round it when a
/// limb hardly moves, and a limb that is held by another point rocks without end.
const LOOK_AGAIN: f64 = f64::NEG_INFINITY;

/// The contacts of two proxies; returns how far they may move against each other until they
/// have to be looked at again, m.
fn meet_each_other(now: Now<'_>, [a, b]: [&ColliderProxy; 2], found: &mut Found) -> f64 {
    let awake = a.movable && b.movable;
    let way = pair::with_proxy(a, b, |touch| {
        let contact = contact(now, touch, a, (b.owner, b.surface));
        // A sleeper has no mass to be pushed with: it wakes first, when touched.
        if awake || contact.touches {
            found.contacts.push(contact);
        }
    });
    if a.flat() || b.flat() {
        return LOOK_AGAIN;
    }
    if awake {
        way
    } else {
        0.0
    }
}

/// Finds the contacts of the next `h` seconds for who looks once.
pub fn detect(model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
    let (mut detection, mut active) = (Detection::default(), Active::default());
    active.choose(model, |articulation| !state.rest[articulation].asleep);
    detection.prepare(model);
    detection.choose(model, &active, state);
    detection.begin_substep((model, state, h), contacts, 1);
}

/// Articulation of something with a surface; `None` of an obstacle.
pub(in crate::physics) fn articulation_of(model: &Model, owner: ColliderId) -> Option<usize> {
    match owner {
        ColliderId::Particle(i) => Some(model.particles[i].articulation),
        ColliderId::Stick(i) => Some(model.particles[model.sticks[i].a].articulation),
        ColliderId::Body(i) => Some(model.bodies[i].articulation),
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

/// Most substeps of a step, however fast the things in it.
pub const MOST_SUBSTEPS: u32 = 128;
/// Share of the radii of a pair that it may close in one substep.
pub const SHARE_OF_RADII: f64 = 0.25;

fn contact(
    (model, state, h): Now<'_>,
    touch: ContactPoint,
    proxy: &ColliderProxy,
    (other, other_surface): (ColliderId, Surface),
) -> Contact {
    let side = |owner: ColliderId, core: Attachment, radius: f64| Side {
        owner,
        core,
        surface_arm: DVec3::ZERO,
        radius,
    };
    let [radius_a, radius_b] = touch.radii;
    let a = side(proxy.owner, touch.core_a, radius_a);
    let b = side(other, touch.core_b, radius_b);
    let joints_hold = |side: Side| {
        side.core
            .articulation(model)
            .is_some_and(|i| model.jointed[i])
    };
    let mut contact = Contact {
        a,
        b,
        normal: touch.normal,
        reach: touch.reach,
        material: Surface::combine(proxy.surface, other_surface),
        approach: 0.0,
        slip_before: DVec3::ZERO,
        touches: false,
        is_met: false,
        feature: touch.feature,
        jointed: joints_hold(a) || joints_hold(b),
        penalty: false,
        left_depth: 0.0,
        start: DVec3::ZERO,
        normal_push: 0.0,
        friction_push: DVec3::ZERO,
        normal_impulse: 0.0,
        friction_impulse: DVec3::ZERO,
        bounce: 0.0,
        rub: DVec3::ZERO,
    };
    contact.begin_substep(model, state, h);
    contact.touches |= touch.touches;
    contact
}
