//! A ball that hits a free box off its centre, with friction.

/// The two, in a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::lab::experiment) struct Collision {
    /// Of the ball, which is solid, kg.
    pub ball_kg: f64,
    /// Of the box, kg.
    pub box_kg: f64,
    /// Half the width of the box along the normal, m.
    pub half_m: f64,
    /// Moment of inertia of the box about the axis across the plane, kg·m².
    pub box_kg_m2: f64,
    /// How far from the centre of the face it is hit, m.
    pub lever_m: f64,
    /// Velocity of the ball along the outward normal of the face, and across it, m/s.
    pub velocity_m_s: [f64; 2],
    /// What of the speed of approach comes back.
    pub restitution: f64,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Collision {
    /// Impulses on the ball along the normal and across it, N·s: `K J = Δv` with the matrix of
    /// inverse masses at the point, Newton's restitution along the normal, and across it what
    /// stops the slide, as far as friction reaches.
    pub fn impulses_n_s(&self) -> [f64; 2] {
        let [along, across] = self.velocity_m_s;
        let masses = 1.0 / self.ball_kg + 1.0 / self.box_kg;
        let k_nn = masses + self.lever_m * self.lever_m / self.box_kg_m2;
        let k_tt = masses + 2.5 / self.ball_kg + self.half_m * self.half_m / self.box_kg_m2;
        let k_nt = -self.half_m * self.lever_m / self.box_kg_m2;
        let bounced = -(1.0 + self.restitution) * along;
        let sticking = (k_nn * -across - k_nt * bounced) / (k_nn * k_tt - k_nt * k_nt);
        let normal = (bounced - k_nt * sticking) / k_nn;
        if sticking.abs() <= self.friction * normal {
            return [normal, sticking];
        }
        let slope = self.friction * sticking.signum();
        let normal = bounced / (k_nn + k_nt * slope);
        [normal, slope * normal]
    }
}
