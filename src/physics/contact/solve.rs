//! What a contact does in a pass: see the head of [`super`] for the equations.

use super::solver::{ContactRow, Rubbing};
use super::solver_body::SolverBodies;
use super::{Contact, Softness, NO_SLIDE, SLOP_M};
use crate::physics::ColliderId;
use glam::DVec3;

impl Contact {
    /// Removes penetration from positions.
    pub fn relax(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies) {
        if self.penalty || self.supports {
            return;
        }
        let room = row.gap + row.apart(bodies, self.normal) + SLOP_M + self.left_depth;
        if room >= 0.0 && self.normal_push == 0.0 {
            return;
        }
        let w = row.inverse_mass(bodies, self.normal);
        if w == 0.0 {
            return;
        }
        let wanted = (self.normal_push - room / w).max(0.0);
        let change = wanted - self.normal_push;
        self.normal_push = wanted;
        push_apart(row, bodies, self.normal * change);
    }

    /// Removes sliding within the friction cone from positions.
    pub fn relax_friction(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies) {
        if self.penalty || (self.normal_push == 0.0 && self.friction_push == DVec3::ZERO) {
            return;
        }
        let most = self.material.friction * self.normal_push;
        let rubbing = row.rubbing(self, bodies);
        let slid = rubbing.slide(bodies);
        self.friction_push = self.rub_against(rubbing, bodies, slid, self.friction_push, most);
    }

    /// One sweep of the velocity solve: the gap may close within `h` seconds but no
    /// further. `most_speed` limits how fast a soft contact pushes out, m/s.
    pub fn solve_velocity(
        &mut self,
        row: &mut ContactRow,
        bodies: &mut SolverBodies,
        softness: Softness,
        most_speed: f64,
        h: f64,
    ) {
        if self.penalty {
            return;
        }
        let w = row.inverse_mass(bodies, self.normal);
        if w == 0.0 {
            return;
        }
        let gap = row.gap;
        let (bias, scale, taken_back) = if gap > 0.0 {
            (gap / h, 1.0, 0.0)
        } else {
            let beyond = (gap + SLOP_M + softness.dead_band).min(0.0);
            let bias = (beyond * softness.bias_rate).max(-most_speed);
            (bias, softness.mass_scale, softness.impulse_scale)
        };
        let speed = row.apart(bodies, self.normal);
        let change = -scale * (speed + bias) / w - taken_back * self.normal_impulse;
        let wanted = (self.normal_impulse + change).max(0.0);
        push_apart(row, bodies, self.normal * (wanted - self.normal_impulse));
        self.normal_impulse = wanted;
    }

    /// The friction of that sweep: opposes the slip within the friction cone.
    pub fn solve_friction(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies, slip: DVec3) {
        if !self.is_rubbed() {
            return;
        }
        let most = self.material.friction * self.normal_impulse;
        let (rubbing, held) = (row.rubbing(self, bodies), self.friction_impulse);
        self.friction_impulse = self.rub_against(rubbing, bodies, slip, held, most);
    }

    /// Whether friction of the velocity solve has anything to do.
    pub fn is_rubbed(&self) -> bool {
        !self.penalty && (self.normal_impulse != 0.0 || self.friction_impulse != DVec3::ZERO)
    }

    /// Applies the impulses that it starts with.
    pub fn warm_start(&self, row: &mut ContactRow, bodies: &mut SolverBodies) {
        push_apart(row, bodies, self.normal * self.normal_impulse);
        if self.friction_impulse != DVec3::ZERO {
            rub_apart(row.rubbing(self, bodies), bodies, self.friction_impulse);
        }
    }

    /// One sweep of the velocity pass; returns the change of normal speed, m/s.
    /// Call it until nothing changes where several contacts share a body.
    pub fn bounce(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies) -> f64 {
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
        let w = row.inverse_mass(bodies, self.normal);
        if w == 0.0 {
            return 0.0;
        }
        let wanted = self.bounce + (target - row.apart(bodies, self.normal)) / w;
        // The whole impulse pushes, never pulls: at most the push of the solve is undone.
        let change = wanted.max(-self.normal_impulse) - self.bounce;
        self.bounce += change;
        push_apart(row, bodies, self.normal * change);
        (change * w).abs()
    }

    /// Friction of the bounce: stops the slip. That of the solve and of the bounce
    /// together are at most `μ` times all normal impulse, so that the friction is
    /// `−(v_t + K_tn J_n) / K_tt` within the cone, with `K` the inverse mass of the pair.
    pub fn rub(&mut self, row: &mut ContactRow, bodies: &mut SolverBodies) {
        if !self.rubs() {
            return;
        }
        // Springs have spent theirs.
        let (pressed, held) = match self.penalty {
            true => (0.0, DVec3::ZERO),
            false => (self.normal_impulse, self.friction_impulse),
        };
        let most = self.material.friction * (pressed + self.bounce).max(0.0);
        let rubbing = row.rubbing(self, bodies);
        let (slip, before) = (rubbing.slide(bodies) * self.rub_share(), held + self.rub);
        let now = self.rub_against(rubbing, bodies, slip, before, most);
        self.rub = now - held;
    }

    /// Work of all its impulses from before the solve until now, J: each acts on the mean
    /// of the speeds before and after it.
    pub fn work(&self, row: &mut ContactRow, bodies: &SolverBodies) -> f64 {
        let speed = self.approach + row.apart(bodies, self.normal);
        let slip = self.slip_before + row.rubbing(self, bodies).slide(bodies);
        let friction = self.friction_impulse + self.rub;
        0.5 * (self.impulse() * speed + friction.dot(slip))
    }

    /// Rolling resistance; once, after the bounces.
    pub fn resist_rolling(&self, bodies: &mut SolverBodies) {
        let resistance = self.material.rolling_resistance;
        let resisting = resistance * self.rolling_radius() * self.impulse();
        if resisting == 0.0 {
            return;
        }
        for side in [&self.a, &self.b] {
            if let ColliderId::Body(body) = side.owner {
                slow_spin(bodies, body, resisting);
            }
        }
    }

    /// Takes back a slide (m, or m/s at the velocity level) by a friction that adds to
    /// the one `held` so far and is never longer than `most`; returns the new one.
    pub(super) fn rub_against(
        &self,
        rubbing: &Rubbing,
        bodies: &mut SolverBodies,
        slide: DVec3,
        held: DVec3,
        most: f64,
    ) -> DVec3 {
        let tangential = slide - self.normal * slide.dot(self.normal);
        let squared = tangential.length_squared();
        if squared <= NO_SLIDE * NO_SLIDE {
            return held;
        }
        let [a, b] = &rubbing.surfaces;
        let opposing =
            a.inverse_mass_along(bodies, tangential) + b.inverse_mass_along(bodies, tangential);
        if opposing == 0.0 {
            return held;
        }
        // Both are of the square of the slide, so that no root is needed for its direction.
        let allowed = (held - tangential * (squared / opposing)).clamp_length_max(most);
        rub_apart(rubbing, bodies, allowed - held);
        allowed
    }
}

/// Pushes `a` and, against it, `b` where they press on each other.
fn push_apart(row: &ContactRow, bodies: &mut SolverBodies, push: DVec3) {
    if push != DVec3::ZERO {
        row.cores[0].push(bodies, push);
        row.cores[1].push(bodies, -push);
    }
}

/// Pushes them where they rub on each other.
fn rub_apart(rubbing: &Rubbing, bodies: &mut SolverBodies, push: DVec3) {
    rubbing.surfaces[0].push(bodies, push);
    rubbing.surfaces[1].push(bodies, -push);
}

/// Slows the spin of a body by an angular impulse (kg·m²/s), at most to a stop.
fn slow_spin(bodies: &mut SolverBodies, body: usize, angular_impulse: f64) {
    let body = &mut bodies.bodies[body];
    let speed = body.angular.length();
    if speed == 0.0 {
        return;
    }
    let slowed = (body.inverse_inertia * (body.angular / speed)).length();
    body.angular *= (1.0 - angular_impulse * slowed / speed).max(0.0);
}
