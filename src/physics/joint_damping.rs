//! Damping of the relative turning of limbs that a joint joins.
//!
//! Once per substep the impulse `−(1 − exp(−c h)) μ (w_q − w_p)` with the reduced inertia
//! `μ = (I_p⁻¹ + I_q⁻¹)⁻¹` turns `q` and its opposite turns `p`. It keeps momentum and
//! never adds energy.
//!
//! A limb of two particles with masses `m_a`, `m_b` at the distance `L` turns about its
//! centre of mass with the inertia `I = L² m_a m_b / (m_a + m_b)` and, having no spin,
//! with `w = u × (v_b − v_a) / L`. Such figures have limbs of very unlike inertia: `μ` of
//! a head on a neck is 3 % of the head's, which would then nod freely, as the pins hold
//! the neck back. The torque is measured by the heavier of the two instead and taken
//! implicitly, so that it cannot overshoot: `w_q − w_p` falls by the factor
//! `1 / (1 + (exp(c h) − 1) k)`, `k = max(I_p, I_q) / (2 μ)`, which is `exp(−c h)` for like
//! limbs. `k` is at most 8: a fast ball that takes the neck along has to tear the head too
//! otherwise, and passed through the neck in one of 324 shots of 100 kg.

use super::attach::{Attachment, Frame, Level};
use super::constraint::{Constraint, ConstraintRows};
use super::math::{decay, solve_symmetric};
use super::model::Model;
use super::report::is_joint;
use super::state::State;
use glam::DVec3;

/// Most that the damping of two limbs grows by their unlike inertia.
const MOST_UNLIKE: f64 = 8.0;

/// Two limbs that a joint joins, by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JointedPair {
    /// Limbs of two particles.
    Sticks([usize; 2]),
    /// Rigid bodies.
    Bodies([usize; 2]),
}

impl JointedPair {
    /// Articulation that both are in.
    pub fn articulation(&self, model: &Model) -> usize {
        match *self {
            JointedPair::Sticks([stick, _]) => model.particles[model.sticks[stick].a].articulation,
            JointedPair::Bodies([body, _]) => model.bodies[body].articulation,
        }
    }
}

/// The pairs of limbs that a joint joins, in the order of the joints.
pub fn jointed_pairs(model: &Model) -> Vec<JointedPair> {
    let joints = model.constraints.iter().filter(|c| is_joint(c));
    joints.filter_map(|c| pair_of(model, c)).collect()
}

fn pair_of(model: &Model, joint: &Constraint) -> Option<JointedPair> {
    let stick_of = |i: usize| {
        model
            .sticks
            .iter()
            .position(|s| !s.torn && (s.a == i || s.b == i))
    };
    match joint.attachments() {
        [Attachment::Particle(a), Attachment::Particle(b)] => {
            let sticks = [stick_of(a)?, stick_of(b)?];
            (sticks[0] != sticks[1]).then_some(JointedPair::Sticks(sticks))
        }
        [Attachment::Body { body: a, .. }, Attachment::Body { body: b, .. }] => {
            Some(JointedPair::Bodies([a, b]))
        }
        _ => None,
    }
}

/// Damps all pairs over `h` seconds.
pub fn damp_joints(model: &Model, state: &mut State, pairs: &[JointedPair], h: f64) {
    let share = 1.0 - decay(model.settings.common.joint_damping, h);
    if share == 0.0 {
        return;
    }
    for pair in pairs {
        match *pair {
            JointedPair::Sticks(sticks) => damp_sticks(model, state, sticks, share),
            JointedPair::Bodies(bodies) => damp_bodies(model, state, bodies, share),
        }
    }
}

fn damp_bodies(model: &Model, state: &mut State, [p, q]: [usize; 2], share: f64) {
    let mobility = state.inverse_inertia_matrix(model, p) + state.inverse_inertia_matrix(model, q);
    let relative = state.bodies[q].angular_velocity - state.bodies[p].angular_velocity;
    let Some(impulse) = solve_symmetric(&mobility, relative * -share) else {
        return;
    };
    Frame::Body(q).turn(model, state, impulse, Level::Velocity);
    Frame::Body(p).turn(model, state, -impulse, Level::Velocity);
}

fn damp_sticks(model: &Model, state: &mut State, sticks: [usize; 2], share: f64) {
    let [Some(p), Some(q)] = sticks.map(|stick| Turning::of(model, state, stick)) else {
        return;
    };
    let reduced = 1.0 / (1.0 / p.inertia + 1.0 / q.inertia);
    let unlike = p.inertia.max(q.inertia) / (2.0 * reduced);
    let strength = share * unlike.min(MOST_UNLIKE);
    let taken = strength / (strength + 1.0 - share);
    let impulse = (q.rate - p.rate) * (-reduced * taken);
    p.turn(state, -impulse);
    q.turn(state, impulse);
}

/// How a stick turns.
struct Turning {
    ends: [usize; 2],
    /// Share of a relative velocity that each end takes.
    shares: [f64; 2],
    direction: DVec3,
    length: f64,
    inertia: f64,
    rate: DVec3,
}

impl Turning {
    /// `None` for a stick that is asleep, fixed at an end or without length.
    fn of(model: &Model, state: &State, stick: usize) -> Option<Turning> {
        let ends = [model.sticks[stick].a, model.sticks[stick].b];
        let moves = |i: usize| state.inverse_mass_of_particle(model, i) > 0.0;
        let [a, b] = ends.map(|i| state.particles[i]);
        let length = a.position.distance(b.position);
        if !ends.into_iter().all(moves) || length < 1e-9 {
            return None;
        }
        let [m_a, m_b] = ends.map(|i| model.particles[i].mass);
        let direction = (b.position - a.position) / length;
        Some(Turning {
            ends,
            shares: [-m_b / (m_a + m_b), m_a / (m_a + m_b)],
            direction,
            length,
            inertia: length * length * m_a * m_b / (m_a + m_b),
            rate: direction.cross(b.velocity - a.velocity) / length,
        })
    }

    fn turn(&self, state: &mut State, impulse: DVec3) {
        let change = (impulse / self.inertia).cross(self.direction) * self.length;
        for (end, share) in self.ends.into_iter().zip(self.shares) {
            state.particles[end].velocity += change * share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::constraint::Pin;
    use crate::physics::model::{
        CommonSettings, ContactSpring, ParticleModel, Settings, StickModel, Surface,
    };
    use crate::physics::report::{kinetic_energy, momentum};
    use crate::physics::state::{ParticleState, Rest};

    const SURFACE: Surface = Surface {
        restitution: 0.0,
        friction: 0.0,
        rolling_resistance: 0.0,
        spring: ContactSpring::NONE,
    };

    /// Two limbs in the xy plane, joined at the origin, turning about z.
    fn scissors() -> (Model, State) {
        let masses = [1.0, 2.0, 3.0, 1.5];
        let positions = [DVec3::Y, DVec3::ZERO, DVec3::ZERO, DVec3::X * 0.7];
        let velocities = [DVec3::X, DVec3::Z, DVec3::Y, DVec3::new(0.1, -2.0, 0.4)];
        let particle = |mass| ParticleModel {
            mass,
            fixed: false,
            radius: 0.0,
            surface: SURFACE,
            articulation: 0,
        };
        let stick = |a, b| StickModel {
            a,
            b,
            radius: 0.0,
            flat: true,
            surface: SURFACE,
            torn: false,
        };
        let pin = Pin {
            a: Attachment::Particle(1),
            b: Attachment::Particle(2),
            relaxation_factor: 1.0,
        };
        let model = Model {
            settings: Settings::from(CommonSettings {
                joint_damping: 5.0,
                ..CommonSettings::default()
            }),
            particles: masses.map(particle).to_vec(),
            sticks: vec![stick(0, 1), stick(2, 3)],
            constraints: vec![Constraint::Pin(pin)],
            ..Model::default()
        };
        let particles = positions.into_iter().zip(velocities);
        let state = State {
            particles: particles
                .map(|(position, velocity)| ParticleState { position, velocity })
                .collect(),
            rest: vec![Rest::default(); 4],
            ..State::default()
        };
        (model, state)
    }

    fn relative_rate(model: &Model, state: &State) -> DVec3 {
        let [p, q] = [0, 1].map(|stick| Turning::of(model, state, stick).unwrap().rate);
        q - p
    }

    /// What one call over 0.1 s leaves of the relative rate about z.
    fn kept(model: &Model, state: &mut State) -> f64 {
        let before = relative_rate(model, state).z;
        damp_joints(model, state, &jointed_pairs(model), 0.1);
        relative_rate(model, state).z / before
    }

    #[test]
    fn relative_turning_of_like_limbs_decays_exponentially() {
        let (mut model, mut state) = scissors();
        for i in [2, 3] {
            model.particles[i].mass = model.particles[i - 2].mass;
        }
        state.particles[3].position = DVec3::X;
        // Both limbs lie across z, so the whole impulse about z acts.
        assert!((kept(&model, &mut state) - decay(5.0, 0.1)).abs() < 1e-14);
    }

    #[test]
    fn a_heavy_limb_is_damped_by_its_own_inertia_unless_the_other_is_far_lighter() {
        for lightness in [1.0, 0.1, 1e-3, 1e-6] {
            let (mut model, mut state) = scissors();
            for i in [2, 3] {
                model.particles[i].mass *= lightness;
            }
            let inertia = [0, 1].map(|i| Turning::of(&model, &state, i).unwrap().inertia);
            let heavier = inertia[0].max(inertia[1]);
            let reduced = inertia[0] * inertia[1] / (inertia[0] + inertia[1]);
            let unlike = (heavier / (2.0 * reduced)).min(MOST_UNLIKE);
            let growth = (1.0 / decay(5.0, 0.1) - 1.0) * unlike;
            let kept = kept(&model, &mut state);
            assert!((kept * (1.0 + growth) - 1.0).abs() < 1e-9, "{kept}");
            assert!(kept > 0.0 && kept <= decay(5.0, 0.1), "{kept}");
        }
    }

    #[test]
    fn momentum_stays_and_energy_falls() {
        let (model, mut state) = scissors();
        let (p, e) = (momentum(&model, &state), kinetic_energy(&model, &state));
        damp_joints(&model, &mut state, &jointed_pairs(&model), 0.1);
        assert!((momentum(&model, &state) - p).length() < 1e-14);
        assert!(kinetic_energy(&model, &state) < e);
    }

    #[test]
    fn a_sleeping_pair_is_left_alone() {
        let (model, mut state) = scissors();
        state.rest[0].asleep = true;
        let before = state.clone();
        damp_joints(&model, &mut state, &jointed_pairs(&model), 0.1);
        assert_eq!(state, before);
    }
}
