//! Motion without constraints: Baltman & Radeztsky, section 4; Delannoy, sections 2.2.6, 3 and 4.2.
//!
//! The state of the program keeps velocities. In the velocity-less form `v h` stands for
//! `x(t) − x(t − Δt)`, and `exp(ω h)` for `q(t) q̄(t − Δt)`: the velocity is set from the two poses
//! at the end of each substep (4.4, 4.5), and read only as their difference. External torques there are none, so
//! that the terms of `τ` are left out.
//!
//! That velocity is the one in the middle of the way, half a substep behind the place: what is let
//! go at rest falls as if it had been kicked half a substep too late, an error of first order.
//! Leapfrog (Jakobsen, section 7) kicks in two halves, before and after the motion: the same way,
//! with place and velocity at the same time, and errors of second order.

use super::misprint::{Misprint, Misprints};
use super::quaternion::{angle_axis_as_printed, slerp, unit_as_printed};
use super::settings::StateForm;
use crate::physics::active::Active;
use crate::physics::math::{decay, rotation_from_vector, turned, vector_from_rotation};
use crate::physics::model::{BodyModel, Model};
use crate::physics::settings::{along_and_across, CommonSettings};
use crate::physics::state::{BodyState, State};
use glam::{DQuat, DVec3};

/// Duration of the step that the drag of 4.1 is a factor of, s.
const STEP_OF_DRAG_S: f64 = 1.0 / 60.0;

/// Motion of a substep, with what its end needs to know of its start; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Motion {
    /// Velocities before any force acts, of particles, then bodies; only for 4.6 as printed.
    velocities_before: Vec<DVec3>,
    orientations_before: Vec<DQuat>,
    particles_moved: Vec<DVec3>,
    bodies_moved: Vec<BodyState>,
}

/// What the equations are read with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub form: StateForm,
    pub misprints: Misprints,
    /// Duration of the substep, s.
    pub h: f64,
}

impl Reading {
    /// The same for how long forces act before the motion: half of a substep in leapfrog, whose
    /// other half comes after it.
    fn kick(self) -> Reading {
        match self.form {
            StateForm::Leapfrog => Reading {
                h: 0.5 * self.h,
                ..self
            },
            StateForm::VelocityLess | StateForm::Velocity => self,
        }
    }

    /// Whether an equation of this form is used as printed.
    fn prints(self, form: StateForm, misprint: Misprint) -> bool {
        self.form == form && self.misprints.has(misprint)
    }
}

impl Motion {
    /// Notes the velocities before any force acts.
    pub fn begin(&mut self, active: &Active, state: &State) {
        self.velocities_before.clear();
        let particles = active.particles().iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let bodies = active.bodies().iter().map(|&i| state.bodies[i].velocity);
        self.velocities_before.extend(particles.chain(bodies));
    }

    /// Moves everything by 4.1 and 4.2, or by 4.6 and 4.7.
    pub fn integrate(
        &mut self,
        (model, state): (&Model, &mut State),
        active: &Active,
        reading: Reading,
    ) {
        let bodies = active.bodies().iter();
        self.orientations_before.clear();
        self.orientations_before
            .extend(bodies.map(|&i| state.bodies[i].orientation));
        // Delannoy, 3.6 as printed: the new place is lost, and the last one stays the last one.
        if !reading.prints(StateForm::VelocityLess, Misprint::PlaceRestored) {
            self.integrate_particles((model, state), active, reading);
            self.integrate_bodies((model, state), active, reading);
        }
        self.particles_moved.clear();
        let particles = active.particles().iter();
        self.particles_moved
            .extend(particles.map(|&i| state.particles[i].position));
        self.bodies_moved.clear();
        let bodies = active.bodies().iter();
        self.bodies_moved.extend(bodies.map(|&i| state.bodies[i]));
    }

    fn integrate_particles(
        &self,
        (model, state): (&Model, &mut State),
        active: &Active,
        reading: Reading,
    ) {
        let common = &model.settings.common;
        let kick = reading.kick();
        let before = active.particles().iter().zip(&self.velocities_before);
        for (&i, &before) in before {
            let mass = model.particles[i].mass;
            let particle = &mut state.particles[i];
            let motion = [particle.position, particle.velocity];
            let of = (mass, common.linear_drag);
            let after = accelerated(common, of, motion, kick);
            let kept = before * kept(common.linear_drag, kick);
            particle.velocity = after;
            particle.position += way([before, kept, after], reading);
        }
    }

    fn integrate_bodies(
        &self,
        (model, state): (&Model, &mut State),
        active: &Active,
        reading: Reading,
    ) {
        let common = &model.settings.common;
        let kick = reading.kick();
        let (_, before) = self.velocities_before.split_at(active.particles().len());
        for (&i, &before) in active.bodies().iter().zip(before) {
            let constant = &model.bodies[i];
            let body = &mut state.bodies[i];
            let after = accelerated_body(common, constant, body, kick);
            let of_drag = |drag| before * kept(drag, kick);
            let kept = with_drags(common, constant, body, &of_drag);
            body.velocity = after;
            body.position += way([before, kept, after], reading);
            let drag = constant.angular_drag.unwrap_or(common.angular_drag);
            match reading.form {
                StateForm::VelocityLess => turn_without_rates(body, drag, reading),
                StateForm::Velocity => turn_by_rates(body, drag, reading),
                StateForm::Leapfrog => {
                    body.angular_velocity *= decay(drag, kick.h);
                    body.orientation = turned(body.orientation, body.angular_velocity * reading.h);
                }
            }
        }
    }

    /// The second half of what forces do in a substep of leapfrog, at its end.
    pub fn kick_again(
        &self,
        (model, state): (&Model, &mut State),
        active: &Active,
        reading: Reading,
    ) {
        let (common, kick) = (&model.settings.common, reading.kick());
        for &i in active.particles() {
            let particle = &mut state.particles[i];
            let motion = [particle.position, particle.velocity];
            let of = (model.particles[i].mass, common.linear_drag);
            particle.velocity = accelerated(common, of, motion, kick);
        }
        for &i in active.bodies() {
            let (constant, body) = (&model.bodies[i], &mut state.bodies[i]);
            body.velocity = accelerated_body(common, constant, body, kick);
            let drag = constant.angular_drag.unwrap_or(common.angular_drag);
            body.angular_velocity *= decay(drag, kick.h);
        }
    }

    /// 4.4 and 4.5: velocities from the poses before and after the substep. They are taken against
    /// what the motion alone has led to, so that what nothing pushed keeps its velocity free of
    /// rounding.
    pub fn take_velocities(&self, state: &mut State, active: &Active, reading: Reading) {
        let h = reading.h;
        for (&i, moved) in active.particles().iter().zip(&self.particles_moved) {
            let particle = &mut state.particles[i];
            particle.velocity += (particle.position - *moved) / h;
        }
        let of_nothing = reading.prints(StateForm::VelocityLess, Misprint::SpinOfNothing);
        let before = self.bodies_moved.iter().zip(&self.orientations_before);
        for (&i, (moved, &before)) in active.bodies().iter().zip(before) {
            let body = &mut state.bodies[i];
            body.velocity += (body.position - moved.position) / h;
            let turn = body.orientation * before.conjugate();
            if of_nothing {
                body.angular_velocity = angle_axis_as_printed(turn) / h;
            } else if body.orientation != moved.orientation {
                body.angular_velocity = vector_from_rotation(turn) / h;
            }
        }
    }
}

/// The velocity after drag and forces: `ξ v + F/m h`, of what has this mass, kg, and drag, 1/s;
/// from its position and velocity.
fn accelerated(
    common: &CommonSettings,
    (mass, drag): (f64, f64),
    [position, velocity]: [DVec3; 2],
    reading: Reading,
) -> DVec3 {
    let kept = kept(drag, reading);
    // Delannoy, appendix A as printed: gravity is a force that every mass gets alike.
    let mass = match reading.misprints.has(Misprint::GravityAsForce) {
        true => mass,
        false => 1.0,
    };
    let gain = common.gravity * (reading.h / mass) + common.air_velocity * (1.0 - kept);
    if reading.prints(StateForm::VelocityLess, Misprint::DragOfPlace) {
        // Delannoy, 4.5: (2 − d) x − x₋ + a h² takes d x, not d (x − x₋).
        return velocity + gain - position * ((1.0 - kept) / reading.h);
    }
    velocity * kept + gain
}

/// The same of a body, with its own drags.
fn accelerated_body(
    common: &CommonSettings,
    constant: &BodyModel,
    body: &BodyState,
    reading: Reading,
) -> DVec3 {
    let motion = [body.position, body.velocity];
    let of_drag = |drag| accelerated(common, (constant.mass, drag), motion, reading);
    with_drags(common, constant, body, &of_drag)
}

/// ξ: what drag leaves of a velocity in a substep.
fn kept(drag: f64, reading: Reading) -> f64 {
    match reading.prints(StateForm::VelocityLess, Misprint::StepwiseDrag) {
        true => decay(drag, STEP_OF_DRAG_S),
        false => decay(drag, reading.h),
    }
}

/// How far something moves in a substep, from its velocity before all forces, what drag leaves of
/// that, and its velocity after them: with the new velocity, which makes of 4.6 what 4.1 is. As printed, 4.6 takes the
/// old one and half of what forces add.
fn way([before, kept, after]: [DVec3; 3], reading: Reading) -> DVec3 {
    match reading.prints(StateForm::Velocity, Misprint::ExplicitVelocity) {
        true => (before + (after - kept) * 0.5) * reading.h,
        false => after * reading.h,
    }
}

/// What follows from the drag of a body: of one with another drag across an axis (Delannoy, 2.1.6),
/// along that axis and across it.
fn with_drags(
    common: &CommonSettings,
    constant: &BodyModel,
    body: &BodyState,
    of_drag: &dyn Fn(f64) -> DVec3,
) -> DVec3 {
    let along = of_drag(constant.linear_drag.unwrap_or(common.linear_drag));
    match constant.orthogonal_drag {
        None => along,
        Some(drag) => along_and_across(body.orientation * drag.axis, along, of_drag(drag.rate)),
    }
}

/// 4.2: `δq = Slerp(1, q q̄₋, ξ)`, and `q ← δq q`.
fn turn_without_rates(body: &mut BodyState, drag: f64, reading: Reading) {
    let (kept, h) = (decay(drag, reading.h), reading.h);
    let [of_unit, of_slerp] =
        [Misprint::UnitQuaternion, Misprint::Slerp].map(|misprint| reading.misprints.has(misprint));
    if reading.misprints.has(Misprint::RotationBase) {
        // The third line begins at q and not at q′: all of the motion is lost.
        body.angular_velocity = DVec3::ZERO;
    } else if of_slerp || (of_unit && kept != 1.0) {
        let unit = match of_unit {
            true => unit_as_printed(),
            false => DQuat::IDENTITY,
        };
        let turn = slerp(
            unit,
            rotation_from_vector(body.angular_velocity * h),
            kept,
            of_slerp,
        );
        body.angular_velocity = vector_from_rotation(turn) / h;
    } else {
        // From the unit quaternion it is that share of the angle.
        body.angular_velocity *= kept;
    }
    if body.angular_velocity != DVec3::ZERO {
        body.orientation = turned(body.orientation, body.angular_velocity * h);
    }
}

/// 4.7: turns by the new rate; the paper's sum of two derivatives is the beginning of its series.
fn turn_by_rates(body: &mut BodyState, drag: f64, reading: Reading) {
    let h = reading.h;
    body.angular_velocity *= decay(drag, h);
    if reading.misprints.has(Misprint::SpinTimesMatrix) {
        // Delannoy, 2.30: rows that are stretched by the components of the spin. The nearest
        // rotation is the one before, and no orientation here is anything but a rotation.
        return;
    }
    if !reading.misprints.has(Misprint::GrowingQuaternion) {
        body.orientation = turned(body.orientation, body.angular_velocity * h);
        return;
    }
    let q = body.orientation;
    let spin = q.conjugate() * body.angular_velocity;
    // 4.3 and 4.8; the length is not mended afterwards.
    let first = q * DQuat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * 0.5;
    let second = q * (-2.0 * first.length_squared()) * 0.5;
    body.orientation = q + first * h + second * (0.5 * h * h);
}
