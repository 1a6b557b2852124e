//! Collision detection: which surfaces meet within a substep, and where.
//!
//! Everything that moves is swept along its coasting motion, so that a fast ball
//! never passes through a thin limb: the contact is taken where the surfaces
//! first touch, and the solve keeps them on their sides of that contact plane.
//! Parts of one assembly do not collide with each other unless a rule says so.

mod mover;
mod pair;
mod seam;
mod sweep;

use super::attach::Attachment;
use super::constraint::contact::{Side, RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M};
use super::constraint::Contact;
use super::model::{Model, Owner, Surface};
use super::state::State;
use glam::DVec3;
use mover::{collect_movers, Mover};

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
    movers: Vec<Mover>,
    /// Movers along an axis.
    order: Vec<usize>,
    /// Movers that may meet.
    pairs: Vec<(usize, usize)>,
    /// Of each contact, whether it is on a hidden face.
    covered: Vec<bool>,
}

impl Detection {
    /// Finds the contacts of the next `h` seconds, in an order that depends on
    /// nothing but the model and the state.
    pub fn detect(&mut self, model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
        contacts.clear();
        collect_movers(model, state, h, &mut self.movers);
        self.meet_obstacles(model, state, h, contacts);
        self.find_near_pairs(model);
        self.meet_each_other(model, state, h, contacts);
    }

    fn meet_obstacles(
        &mut self,
        model: &Model,
        state: &State,
        h: f64,
        contacts: &mut Vec<Contact>,
    ) {
        for mover in self.movers.iter().filter(|m| m.movable) {
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
            seam::drop_covered(model, contacts, first, &mut self.covered);
        }
    }

    fn meet_each_other(&self, model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
        for &(first, second) in &self.pairs {
            let (a, b) = (&self.movers[first], &self.movers[second]);
            let awake = a.movable && b.movable;
            pair::with_mover(a, b, |touch| {
                // A sleeper has no mass to be pushed with: it wakes first, when touched.
                if !(awake || touch.touches) {
                    return;
                }
                let other = (b.owner, b.surface);
                contacts.push(contact((model, state, h), touch, a, other));
            });
        }
    }
    /// Pairs whose swept boxes overlap, by sorting along x.
    fn find_near_pairs(&mut self, model: &Model) {
        let movers = &self.movers;
        let by_low = |&i: &usize, &j: &usize| {
            let lows = movers[i].low.x.total_cmp(&movers[j].low.x);
            lows.then(i.cmp(&j))
        };
        self.order.clear();
        self.order.extend(0..movers.len());
        self.order.sort_unstable_by(by_low);
        self.pairs.clear();
        for (place, &i) in self.order.iter().enumerate() {
            for &j in &self.order[place + 1..] {
                if movers[j].low.x > movers[i].high.x {
                    break;
                }
                if movers[i].may_meet(&movers[j], model) {
                    self.pairs.push((i.min(j), i.max(j)));
                }
            }
        }
        self.pairs.sort_unstable();
    }

    /// Substeps of the next step: those set, or more when two movers that will touch
    /// close faster than a share of their radii per substep. Squeezed between a heavy
    /// ball and the floor, a limb has no other way to get aside in time.
    ///
    /// `scratch` is used for the contacts of the whole step and left filled.
    pub fn substeps_needed(
        &mut self,
        model: &Model,
        state: &State,
        scratch: &mut Vec<Contact>,
    ) -> u32 {
        let (step_s, set) = (model.settings.step_s, model.settings.substeps);
        let radii = model.bodies.iter().filter_map(|b| b.shape);
        let radii = radii.map(|shape| shape.inner_radius());
        let radii = radii.chain(model.sticks.iter().map(|s| s.radius));
        let radii = radii.chain(model.particles.iter().map(|p| p.radius));
        let thinnest = radii.filter(|r| *r > 0.0).fold(f64::INFINITY, f64::min);
        let speeds = state.bodies.iter().map(|b| b.velocity.length());
        let speeds = speeds.chain(state.particles.iter().map(|p| p.velocity.length()));
        let fastest = speeds.fold(0.0, f64::max);
        if fastest * step_s <= SHARE_OF_RADII * thinnest * f64::from(set) {
            return set;
        }
        self.detect(model, state, step_s, scratch);
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

/// Finds the contacts of the next `h` seconds for who looks once.
pub fn detect(model: &Model, state: &State, h: f64, contacts: &mut Vec<Contact>) {
    Detection::default().detect(model, state, h, contacts);
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
    (model, state, h): (&Model, &State, f64),
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
        rub_limit: 0.0,
    };
    contact.approach = contact.normal_speed(state);
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
