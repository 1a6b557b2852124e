//! Contact of two surfaces: no penetration, friction, restitution, rolling resistance.
//!
//! `gap = (a − b)·n − reach ≥ 0` with one unit normal `n` from `b` to `a`. A
//! push `λ ≥ 0` along `n` is accumulated over the iterations, on positions or on
//! velocities; friction cancels the sliding of the surface points since the start of
//! the substep, or their slip, by at most `μ λ`. After the solve one velocity pass
//! sets the normal speed to `−e · approach`. Contacts always count with true masses.
//! Sources: Baltman & Radeztsky, section 9 with the signs of 9.1, 9.5 and 9.6
//! mended; Müller et al. 2020, section 3.6 (restitution after the solve).

use crate::physics::attach::{Attachment, Level, Response};
use crate::physics::model::{Model, Surface};
use crate::physics::state::State;
use crate::physics::Owner;
use glam::DVec3;

/// Depth that a resting contact keeps, so that it is found again, m.
pub const SLOP_M: f64 = 0.000_5;
/// Most speed at which an overlap of the start of a substep is undone, m/s.
pub const RECOVERY_SPEED_M_S: f64 = 3.0;
/// Distance at which surfaces count as touching, m.
pub const TOUCH_M: f64 = 1e-4;
/// Approach below which an impact does not bounce, m/s.
pub const RESTING_SPEED_M_S: f64 = 0.5;

/// One side of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Side {
    /// Whose surface it is.
    pub owner: Owner,
    /// Point on the axis or at the centre, on which the normal push acts.
    pub core: Attachment,
    /// Point of the surface, on which friction acts.
    pub surface: Attachment,
    /// From the core to the surface, against the normal or along it, m.
    pub radius: f64,
}

/// A contact: where two things grip each other, and what happens there in a substep.
#[derive(Debug, Clone, PartialEq)]
pub struct Contact {
    /// The side that the normal points to.
    pub a: Side,
    /// The side that the normal leaves.
    pub b: Side,
    /// Unit normal from `b` to `a`.
    pub normal: DVec3,
    /// Distance of the two cores along the normal when the surfaces touch, m.
    pub reach: f64,
    /// Combined surface.
    pub material: Surface,
    /// Normal speed of `a` against `b` before the solve, m/s; negative = approaching.
    pub approach: f64,
    /// Velocity of the surface of `a` along that of `b` before the solve, m/s.
    pub slip_before: DVec3,
    /// Whether the surfaces meet within this substep if nothing else happens.
    pub touches: bool,
    /// Surface point of `a` from that of `b` at the start of the substep, m.
    pub start: DVec3,
    /// Depth at the start of the substep that it leaves for later, m: a thing that
    /// was put into another comes out of it slowly.
    pub left_depth: f64,
    /// Which point of the contact patch of the two things it is.
    pub feature: u32,
    /// Whether joints hold one of the two things.
    pub jointed: bool,
    /// Whether springs act instead of the constraint.
    pub penalty: bool,
    /// Accumulated normal position push, kg·m.
    pub normal_push: f64,
    /// Accumulated friction position push, kg·m.
    pub friction_push: DVec3,
    /// Normal impulse of the solve, kg·m/s.
    pub normal_impulse: f64,
    /// Friction impulse of the solve, kg·m/s.
    pub friction_impulse: DVec3,
    /// Normal impulse of the velocity pass, kg·m/s.
    pub bounce: f64,
    /// Friction impulse of the velocity pass, kg·m/s.
    pub rub: DVec3,
}

impl Side {
    /// Lets friction grip the point of the surface that is in the direction `outward` (a
    /// unit vector) from the core: a body turns under its contact. A limb has no spin
    /// about its axis and is gripped there.
    fn grip_surface(&mut self, state: &State, outward: DVec3) {
        self.surface = self.core;
        if let Attachment::Body { body, arm } = &mut self.surface {
            let into_body = state.bodies[*body].orientation.conjugate();
            *arm += into_body * (outward * self.radius);
        }
    }

    /// Least radius of the thing, m; 0 for an obstacle.
    fn least_radius(&self, model: &Model) -> f64 {
        match self.owner {
            Owner::Particle(i) => model.particles[i].radius,
            Owner::Stick(i) => model.sticks[i].radius,
            Owner::Body(i) => model.bodies[i].shape.map_or(0.0, |s| s.inner_radius()),
            Owner::Obstacle(_) => 0.0,
        }
    }
}

/// How a velocity solve answers an error `C`: as a rigid constraint, or as a damped
/// spring that is solved implicitly.
///
/// With the frequency `f`, the damping ratio `ζ`, `Ω = 2π f`, `a = 2ζ + hΩ` and
/// `c = hΩ a`: `b = Ω / a`, mass scale `c / (1 + c)`, impulse scale `1 / (1 + c)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Softness {
    /// Speed per error, 1/s.
    pub bias_rate: f64,
    /// Share of the rigid impulse.
    pub mass_scale: f64,
    /// Share of the accumulated impulse that is taken back.
    pub impulse_scale: f64,
    /// Depth of a contact that is left alone, m.
    pub dead_band: f64,
}

impl Softness {
    /// Takes the whole rate and leaves errors alone.
    pub const RIGID: Softness = Softness {
        bias_rate: 0.0,
        mass_scale: 1.0,
        impulse_scale: 0.0,
        dead_band: 0.0,
    };

    /// A spring with a frequency (Hz) and a damping ratio, for steps of `h` seconds.
    pub fn spring(frequency_hz: f64, damping_ratio: f64, h: f64) -> Softness {
        let rate = std::f64::consts::TAU * frequency_hz;
        let damping = 2.0 * damping_ratio + h * rate;
        let stiffness = h * rate * damping;
        Softness {
            bias_rate: rate / damping,
            mass_scale: stiffness / (1.0 + stiffness),
            impulse_scale: 1.0 / (1.0 + stiffness),
            dead_band: 0.0,
        }
    }
}

impl Contact {
    /// Sum of the radii of both sides, m.
    pub fn radii(&self, model: &Model) -> f64 {
        self.a.least_radius(model) + self.b.least_radius(model)
    }

    /// Radius that a rolling side rolls on, m.
    fn rolling_radius(&self) -> f64 {
        self.a.radius.max(self.b.radius)
    }

    /// Takes in how its two sides lie and move at the start of a substep of `h` seconds;
    /// where they grip each other, and the normal, stay. Nothing has been pushed yet.
    pub fn begin_substep(&mut self, model: &Model, state: &State, h: f64) {
        self.a.grip_surface(state, -self.normal);
        self.b.grip_surface(state, self.normal);
        self.start = self.a.surface.position(state) - self.b.surface.position(state);
        self.approach = self.normal_speed(state);
        self.slip_before = self.slip(state);
        let gap = self.gap(state);
        self.touches = gap + self.approach.min(0.0) * h <= TOUCH_M;
        self.left_depth = (-gap - SLOP_M - RECOVERY_SPEED_M_S * h).max(0.0);
        if matches!(self.b.owner, Owner::Obstacle(_)) && self.approach < -RESTING_SPEED_M_S {
            // The speed at the impact, not that at the start of the fall to it.
            self.approach += model.settings.common.gravity.dot(self.normal) * h;
        }
        self.penalty = false;
        self.normal_push = 0.0;
        self.friction_push = DVec3::ZERO;
        self.normal_impulse = 0.0;
        self.friction_impulse = DVec3::ZERO;
        self.bounce = 0.0;
        self.rub = DVec3::ZERO;
    }

    /// Distance of the surfaces along the normal, m; negative = penetration.
    pub fn gap(&self, state: &State) -> f64 {
        let between = self.a.core.position(state) - self.b.core.position(state);
        between.dot(self.normal) - self.reach
    }

    /// Whether the surfaces touch within the next `h` seconds if they go on as they do.
    pub fn is_met_within(&self, state: &State, h: f64) -> bool {
        self.gap(state) + self.approach.min(0.0) * h <= TOUCH_M
    }

    /// Normal speed of the surfaces, m/s; negative = approaching.
    pub fn normal_speed(&self, state: &State) -> f64 {
        (self.a.core.velocity(state) - self.b.core.velocity(state)).dot(self.normal)
    }

    /// Total normal impulse of the substep, kg·m/s.
    pub fn impulse(&self) -> f64 {
        self.normal_impulse + self.bounce
    }

    /// Whether it carried load in the substep.
    pub fn loaded(&self) -> bool {
        self.normal_impulse > 0.0 || self.bounce > 0.0
    }

    /// Takes the position pushes as the impulses that they become when velocities
    /// are taken from the displacements of a substep of `h` seconds.
    pub fn take_impulse(&mut self, h: f64) {
        if !self.penalty {
            self.normal_impulse = self.normal_push / h;
            self.friction_impulse = self.friction_push / h;
        }
    }

    /// One sweep of the velocity solve: the gap may close within `h` seconds but no
    /// further. `most_speed` limits how fast a soft contact pushes out, m/s.
    pub fn solve_velocity(
        &mut self,
        model: &Model,
        state: &mut State,
        softness: Softness,
        most_speed: f64,
        h: f64,
    ) {
        if self.penalty {
            return;
        }
        let along = self.normal_response(model, state);
        let w = along.inverse_mass();
        if w == 0.0 {
            return;
        }
        let gap = self.gap(state);
        let (bias, scale, taken_back) = if gap > 0.0 {
            (gap / h, 1.0, 0.0)
        } else {
            let beyond = (gap + SLOP_M + softness.dead_band).min(0.0);
            let bias = (beyond * softness.bias_rate).max(-most_speed);
            (bias, softness.mass_scale, softness.impulse_scale)
        };
        let change =
            -scale * (self.normal_speed(state) + bias) / w - taken_back * self.normal_impulse;
        let wanted = (self.normal_impulse + change).max(0.0);
        along.push(model, state, wanted - self.normal_impulse, Level::Velocity);
        self.normal_impulse = wanted;
    }

    /// The friction of that sweep: opposes the slip within the friction cone.
    pub fn solve_friction(&mut self, model: &Model, state: &mut State, slip: DVec3) {
        if self.penalty || (self.normal_impulse == 0.0 && self.friction_impulse == DVec3::ZERO) {
            return;
        }
        let most = self.material.friction * self.normal_impulse;
        let held = self.friction_impulse;
        self.friction_impulse = self.rub_against(model, state, Level::Velocity, slip, held, most);
    }

    /// Applies the impulses that it starts with.
    pub fn warm_start(&self, model: &Model, state: &mut State) {
        let cores = [self.a.core, self.b.core];
        let push = self.normal * self.normal_impulse;
        push_pair(model, state, cores, push, Level::Velocity);
        let surfaces = [self.a.surface, self.b.surface];
        push_pair(
            model,
            state,
            surfaces,
            self.friction_impulse,
            Level::Velocity,
        );
    }

    /// Visits what it touches and can move, counting particles, then bodies.
    pub(in crate::physics) fn each_mover(&self, bodies_from: usize, mut visit: impl FnMut(usize)) {
        for side in [self.a, self.b] {
            side.core.each_mover(bodies_from, &mut visit);
        }
    }

    /// Whether it meets fast enough to bounce.
    pub fn bounces(&self) -> bool {
        self.normal_impulse > 0.0 && self.approach < -RESTING_SPEED_M_S
    }

    /// Removes penetration.
    pub fn relax(&mut self, model: &Model, state: &mut State) {
        if self.penalty {
            return;
        }
        let room = self.gap(state) + SLOP_M + self.left_depth;
        if room >= 0.0 && self.normal_push == 0.0 {
            return;
        }
        let along = self.normal_response(model, state);
        let w = along.inverse_mass();
        if w == 0.0 {
            return;
        }
        let wanted = self.normal_push - room / w;
        let change = wanted.max(0.0) - self.normal_push;
        self.normal_push += change;
        if change != 0.0 {
            along.push(model, state, change, Level::Position);
        }
    }

    /// Removes sliding within the friction cone.
    pub fn relax_friction(&mut self, model: &Model, state: &mut State) {
        if self.penalty || (self.normal_push == 0.0 && self.friction_push == DVec3::ZERO) {
            return;
        }
        let now = self.a.surface.position(state) - self.b.surface.position(state);
        let most = self.material.friction * self.normal_push;
        let (slid, held) = (now - self.start, self.friction_push);
        self.friction_push = self.rub_against(model, state, Level::Position, slid, held, most);
    }

    /// One sweep of the velocity pass; returns the change of normal speed, m/s.
    /// Call it until nothing changes where several contacts share a body.
    pub fn bounce(&mut self, model: &Model, state: &mut State) -> f64 {
        if self.normal_impulse == 0.0 {
            return 0.0;
        }
        let target = if self.bounces() {
            -self.material.restitution * self.approach
        } else if self.normal_push > 0.0 {
            // What pushed it out of the other must not carry it on.
            0.0
        } else {
            return 0.0;
        };
        let along = self.normal_response(model, state);
        let w = along.inverse_mass();
        if w == 0.0 {
            return 0.0;
        }
        let wanted = self.bounce + (target - self.normal_speed(state)) / w;
        // The whole impulse pushes, never pulls: at most the push of the solve is undone.
        let change = wanted.max(-self.normal_impulse) - self.bounce;
        self.bounce += change;
        along.push(model, state, change, Level::Velocity);
        (change * w).abs()
    }

    /// Whether it bounces and rubs.
    pub fn rubs(&self) -> bool {
        self.bounces() && self.material.friction > 0.0
    }

    /// Friction of the bounce: stops the slip. That of the solve and of the bounce
    /// together are at most `μ` times all normal impulse, so that the friction is
    /// `−(v_t + K_tn J_n) / K_tt` within the cone, with `K` the inverse mass of the pair.
    pub fn rub(&mut self, model: &Model, state: &mut State) {
        if !self.rubs() {
            return;
        }
        // Springs have spent theirs.
        let (pressed, held) = match self.penalty {
            true => (0.0, DVec3::ZERO),
            false => (self.normal_impulse, self.friction_impulse),
        };
        let most = self.material.friction * (pressed + self.bounce).max(0.0);
        let (slip, before) = (self.slip(state) * self.rub_share(), held + self.rub);
        let now = self.rub_against(model, state, Level::Velocity, slip, before, most);
        self.rub = now - held;
    }

    /// Share of the slip that friction of the bounce takes: from none at the speed from
    /// which things bounce to all at twice that speed, so that a hair's breadth in speed is
    /// none in the motion.
    fn rub_share(&self) -> f64 {
        (-self.approach / RESTING_SPEED_M_S - 1.0).clamp(0.0, 1.0)
    }

    /// Work of all its impulses from before the solve until now, J: each acts on the mean
    /// of the speeds before and after it.
    pub fn work(&self, state: &State) -> f64 {
        let speed = self.approach + self.normal_speed(state);
        let friction = self.friction_impulse + self.rub;
        0.5 * (self.impulse() * speed + friction.dot(self.slip_before + self.slip(state)))
    }

    /// Velocity of the surface of `a` along that of `b`, m/s.
    pub fn slip(&self, state: &State) -> DVec3 {
        self.a.surface.velocity(state) - self.b.surface.velocity(state)
    }

    /// Takes back a slide (m, or m/s at the velocity level) by a friction that adds to
    /// the one `held` so far and is never longer than `most`; returns the new one.
    fn rub_against(
        &self,
        model: &Model,
        state: &mut State,
        level: Level,
        slide: DVec3,
        held: DVec3,
        most: f64,
    ) -> DVec3 {
        let Some((direction, slid)) = self.tangent_of(slide) else {
            return held;
        };
        let surfaces = [self.a.surface, self.b.surface];
        let w = inverse_mass(model, state, surfaces[0], surfaces[1], direction);
        if w == 0.0 {
            return held;
        }
        let allowed = (held - direction * (slid / w)).clamp_length_max(most);
        push_pair(model, state, surfaces, allowed - held, level);
        allowed
    }

    /// Rolling resistance; once, after the bounces.
    pub fn resist_rolling(&self, model: &Model, state: &mut State) {
        let resisting = self.material.rolling_resistance * self.rolling_radius() * self.impulse();
        for side in [self.a, self.b] {
            if let Owner::Body(body) = side.owner {
                slow_spin(model, state, body, resisting);
            }
        }
    }

    fn normal_response(&self, model: &Model, state: &State) -> PairResponse {
        PairResponse([
            self.a.core.response(model, state, self.normal),
            self.b.core.response(model, state, self.normal),
        ])
    }

    fn tangent_of(&self, vector: DVec3) -> Option<(DVec3, f64)> {
        let tangential = vector - self.normal * vector.dot(self.normal);
        let length = tangential.length();
        (length > 1e-15).then(|| (tangential / length, length))
    }
}

/// How both sides of a contact answer pushes along one direction.
struct PairResponse([Response; 2]);

impl PairResponse {
    /// Inverse of the mass that opposes a push, 1/kg.
    fn inverse_mass(&self) -> f64 {
        self.0[0].inverse_mass + self.0[1].inverse_mass
    }

    /// Pushes the first side along the direction and the second against it.
    fn push(&self, model: &Model, state: &mut State, size: f64, level: Level) {
        self.0[0].push(model, state, size, level);
        self.0[1].push(model, state, -size, level);
    }
}

fn inverse_mass(model: &Model, state: &State, a: Attachment, b: Attachment, n: DVec3) -> f64 {
    a.inverse_mass_along(model, state, n) + b.inverse_mass_along(model, state, n)
}

fn push_pair(model: &Model, state: &mut State, [a, b]: [Attachment; 2], push: DVec3, level: Level) {
    a.push(model, state, push, level);
    b.push(model, state, -push, level);
}

/// Slows the spin of a body by an angular impulse (kg·m²/s), at most to a stop.
fn slow_spin(model: &Model, state: &mut State, body: usize, angular_impulse: f64) {
    let spin = state.bodies[body].angular_velocity;
    let speed = spin.length();
    if speed == 0.0 {
        return;
    }
    let slowed = state
        .inverse_inertia_times(model, body, spin / speed)
        .length();
    let left = (1.0 - angular_impulse * slowed / speed).max(0.0);
    state.bodies[body].angular_velocity = spin * left;
}
