//! What a contact does in a pass over velocities: see the head of [`super`] for the equations.

use super::row::{ContactFriction, ContactRow};
use super::solver_body::SolverBodies;
use super::{Contact, Softness, SLOP_M};
use crate::physics::math::solve_symmetric;
use glam::DVec3;

impl Contact {
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
        let w = row.inverse_mass(bodies);
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
        let speed = row.apart(bodies);
        let change = -scale * (speed + bias) / w - taken_back * self.normal_impulse;
        let wanted = (self.normal_impulse + change).max(0.0);
        row.push_apart(bodies, self.normal * (wanted - self.normal_impulse));
        self.normal_impulse = wanted;
    }

    /// The friction of that sweep: opposes the slip within the friction cone.
    pub fn solve_friction(
        &mut self,
        (row, friction): (&ContactRow, &mut ContactFriction),
        bodies: &mut SolverBodies,
        slip: DVec3,
    ) {
        if !self.is_rubbed() {
            return;
        }
        let most = self.material.friction * self.normal_impulse;
        let rubbing = friction.rubbing(row, self, bodies);
        self.friction_impulse = rubbing.against(bodies, slip, self.friction_impulse, most);
    }

    /// Whether friction of the velocity solve has anything to do.
    pub fn is_rubbed(&self) -> bool {
        self.normal_impulse != 0.0 || self.friction_impulse != DVec3::ZERO
    }

    /// Applies the impulses that it starts with.
    pub fn warm_start(
        &self,
        row: &ContactRow,
        friction: &mut ContactFriction,
        bodies: &mut SolverBodies,
    ) {
        row.push_apart(bodies, self.normal * self.normal_impulse);
        if self.friction_impulse != DVec3::ZERO {
            let rubbing = friction.rubbing(row, self, bodies);
            rubbing.push_apart(bodies, self.friction_impulse);
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
        let w = row.inverse_mass(bodies);
        if w == 0.0 {
            return 0.0;
        }
        let wanted = self.bounce + (target - row.apart(bodies)) / w;
        // The whole impulse pushes, never pulls: at most the push of the solve is undone.
        let change = wanted.max(-self.normal_impulse) - self.bounce;
        self.bounce += change;
        row.push_apart(bodies, self.normal * change);
        (change * w).abs()
    }

    /// Friction of the bounce: stops the slip. That of the solve and of the bounce
    /// together are at most `μ` times all normal impulse, so that the friction is
    /// `−(v_t + K_tn J_n) / K_tt` within the cone, with `K` the inverse mass of the pair.
    pub fn rub(
        &mut self,
        row: &ContactRow,
        friction: &mut ContactFriction,
        bodies: &mut SolverBodies,
    ) {
        if !self.rubs() {
            return;
        }
        let held = self.friction_impulse;
        let most = self.material.friction * self.impulse().max(0.0);
        let rubbing = friction.rubbing(row, self, bodies);
        let (slip, before) = (rubbing.slide(bodies) * self.rub_share(), held + self.rub);
        let now = rubbing.against(bodies, slip, before, most);
        self.rub = now - held;
    }

    /// Work of all its impulses from before the solve until now, J: each acts on the mean
    /// of the speeds before and after it.
    pub fn work(
        &self,
        row: &ContactRow,
        friction: &mut ContactFriction,
        bodies: &mut SolverBodies,
    ) -> f64 {
        let speed = self.approach + row.apart(bodies);
        let rubbing = friction.rubbing(row, self, bodies);
        let slip = self.slip_before + rubbing.slide(bodies);
        let rubbed = self.friction_impulse + self.rub;
        0.5 * (self.impulse() * speed + rubbed.dot(slip))
    }

    /// Rolling resistance, against how two loose bodies turn relative to each other; once, after
    /// the bounces. Limbs are braked each by itself: where only their relative turn is, joints in
    /// heaps open by a tenth more.
    pub fn resist_rolling(&self, bodies: &mut SolverBodies) {
        let resistance = self.material.rolling_resistance;
        let resisting = resistance * self.rolling_radius() * self.impulse();
        if resisting == 0.0 {
            return;
        }
        match [self.a.body(), self.b.body()] {
            [Some(a), Some(b)] => {
                let [a, b] = [a, b].map(|body| bodies.slot_of_body(body));
                if self.jointed {
                    slow_spin(bodies, a, resisting);
                    slow_spin(bodies, b, resisting);
                } else {
                    slow_relative_spin(bodies, [a, b], resisting);
                }
            }
            [Some(body), None] | [None, Some(body)] => {
                let body = bodies.slot_of_body(body);
                slow_spin(bodies, body, resisting);
            }
            [None, None] => {}
        }
    }
}

/// Slows the spin of a packed body by an angular impulse (kg·m²/s), at most to a stop.
fn slow_spin(bodies: &mut SolverBodies, body: usize, angular_impulse: f64) {
    let body = &mut bodies.bodies[body];
    let speed = body.angular.length();
    if speed == 0.0 {
        return;
    }
    let slowed = (body.inverse_inertia * (body.angular / speed)).length();
    body.angular *= (1.0 - angular_impulse * slowed / speed).max(0.0);
}

/// The same of the spin of one body against another, which takes the opposite of the impulse.
fn slow_relative_spin(bodies: &mut SolverBodies, [a, b]: [usize; 2], angular_impulse: f64) {
    let [to_a, to_b] = [a, b].map(|i| bodies.bodies[i].inverse_inertia);
    let spin = bodies.bodies[a].angular - bodies.bodies[b].angular;
    let speed = spin.length();
    if speed == 0.0 {
        return;
    }
    let mobility = to_a + to_b;
    let slowed = (mobility * (spin / speed)).length();
    let share = (angular_impulse * slowed / speed).min(1.0);
    // Nothing, if both sleep.
    if let Some(impulse) = solve_symmetric(&mobility, spin * share) {
        bodies.bodies[a].angular -= to_a * impulse;
        bodies.bodies[b].angular += to_b * impulse;
    }
}
