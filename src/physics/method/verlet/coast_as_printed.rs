//! Motion without constraints where an equation of it is used as it is printed.

use super::clock::has_uneven_clock;
use super::coast::turn;
use super::share::Share;
use crate::physics::constraint::Constraint;
use crate::physics::math::{decay, rotation_from_vector, vector_from_rotation};
use crate::physics::method::misprint::{slerp, unit_as_printed};
use crate::physics::model::{Misprint, Misprints, Model, StateForm};
use crate::physics::settings::{along_and_across, BodyCoasting, Coasting};
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Duration of the step that the drag of 4.1 is a factor of, s.
const STEP_OF_DRAG_S: f64 = 1.0 / 60.0;

/// Those of what velocities become where they are differences of poses.
const OF_SPEEDS: Misprints = Misprints::of(&[
    Misprint::StepwiseDrag,
    Misprint::RotationBase,
    Misprint::UnitQuaternion,
    Misprint::Slerp,
    Misprint::DragOfPlace,
]);
/// Those of how bodies turn.
const OF_TURNS: Misprints =
    Misprints::of(&[Misprint::GrowingQuaternion, Misprint::SpinTimesMatrix]);

/// Whether anything in the motion is as it is printed; turns are looked at one by one.
pub(super) fn coasts_as_printed(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    flies_as_printed(model)
        || verlet.form == StateForm::VelocityLess && verlet.misprints.has_any(OF_SPEEDS)
}

/// Whether what flies freely does so as it is printed, and is not led back to the parabola.
pub(super) fn flies_as_printed(model: &Model) -> bool {
    let misprints = model.settings.verlet().misprints;
    misprints.has(Misprint::GravityAsForce)
        || is_explicit(model)
        || restores_places(model)
        || has_uneven_clock(&model.settings)
}

/// Whether Delannoy's 3.6 is as printed.
fn restores_places(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    verlet.form == StateForm::VelocityLess && verlet.misprints.has(Misprint::PlaceRestored)
}

/// Whether positions move as 4.6 is printed; the other forms do not use it.
pub(super) fn is_explicit(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    verlet.misprints.has(Misprint::ExplicitVelocity) && verlet.form == StateForm::Velocity
}

/// Whether bodies turn as it is printed.
pub(super) fn turns_as_printed(model: &Model) -> bool {
    let verlet = model.settings.verlet();
    match verlet.form {
        StateForm::VelocityLess => false,
        StateForm::Velocity => verlet.misprints.has_any(OF_TURNS),
        _ => verlet.misprints.has(Misprint::SpinTimesMatrix),
    }
}

/// Turns a body for `h` seconds.
pub(super) fn turn_as_printed(model: &Model, state: &mut State, body: usize, h: f64) {
    let verlet = model.settings.verlet();
    if verlet.misprints.has(Misprint::SpinTimesMatrix) {
        // Delannoy, 2.30: rows that are stretched by the components of the spin. The nearest
        // rotation is the one before, and no orientation here is anything but a rotation.
        return;
    }
    // 4.7 and 4.8: two terms of the series, and no more.
    let body = &mut state.bodies[body];
    let spin = body.angular_velocity;
    let rate = DQuat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * body.orientation * 0.5;
    let bent = body.orientation * -rate.length_squared();
    body.orientation = body.orientation + rate * h + bent * (0.5 * h * h);
}

impl Share {
    /// Notes the velocities before any force acts, which 4.6 as printed needs.
    pub(super) fn note_velocities(&mut self, state: &State) {
        self.velocities_before.clear();
        let particles = self.awake.particles.iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let bodies = self.awake.bodies.iter();
        let bodies = bodies.map(|&i| state.bodies[i].velocity);
        self.velocities_before.extend(particles.chain(bodies));
    }

    /// Takes the way of the last substep for that of a coming one of another duration.
    pub(super) fn carry_ways(&self, state: &mut State, ratio: f64) {
        for &i in &self.awake.particles {
            state.particles[i].velocity *= ratio;
        }
        for &i in &self.awake.bodies {
            state.bodies[i].velocity *= ratio;
            state.bodies[i].angular_velocity *= ratio;
        }
    }

    /// Drag, gravity, and the motion of `h` seconds.
    pub(super) fn coast_as_printed(&mut self, model: &Model, state: &mut State, h: f64) {
        let verlet = model.settings.verlet();
        let restores =
            verlet.form == StateForm::VelocityLess && verlet.misprints.has(Misprint::PlaceRestored);
        if restores {
            // Delannoy, 3.6: the new place is lost, and the last one stays the last one.
            return;
        }
        self.accelerate_as_printed(model, state, h);
        if is_explicit(model) {
            self.advance_before_forces(model, state, h);
        } else {
            self.advance(model, state, h);
        }
    }

    /// Takes drag and gravity into the velocities.
    pub(super) fn accelerate_as_printed(&self, model: &Model, state: &mut State, h: f64) {
        let common = &model.settings.common;
        for &i in &self.awake.particles {
            let particle = &mut state.particles[i];
            let mass = model.particles[i].mass;
            let motion = [particle.position, particle.velocity];
            particle.velocity = accelerated(model, (mass, common.linear_drag), motion, h);
        }
        for &i in &self.awake.bodies {
            let (constant, body) = (&model.bodies[i], &mut state.bodies[i]);
            let motion = [body.position, body.velocity];
            let with = |drag| accelerated(model, (constant.mass, drag), motion, h);
            let along = with(constant.linear_drag.unwrap_or(common.linear_drag));
            body.velocity = match constant.orthogonal_drag {
                None => along,
                Some(drag) => {
                    along_and_across(body.orientation * drag.axis, along, with(drag.rate))
                }
            };
            body.angular_velocity = braked(model, constant.angular_drag, body.angular_velocity, h);
        }
    }

    /// 4.6: `x ← x + v h + (F/m) h²/2` with the velocity before the forces, which makes
    /// springs gain energy.
    fn advance_before_forces(&self, model: &Model, state: &mut State, h: f64) {
        let common = &model.settings.common;
        let way = |before: DVec3, after: DVec3, coasting: BodyCoasting| {
            let by_forces = after - coasting.kept(before);
            (before + by_forces * 0.5) * h
        };
        let coasting = common.coasting(h).into();
        let awake = &self.awake;
        let (particles, bodies) = self.velocities_before.split_at(awake.particles.len());
        for (&i, &before) in awake.particles.iter().zip(particles) {
            let particle = &mut state.particles[i];
            particle.position += way(before, particle.velocity, coasting);
        }
        for (&i, &before) in awake.bodies.iter().zip(bodies) {
            let body = &mut state.bodies[i];
            let coasting = common.coasting_of(&model.bodies[i], body.orientation, h);
            body.position += way(before, body.velocity, coasting);
            turn(model, state, i, h);
        }
    }

    /// 6.4 to 6.6 with the order of 6.5; without the misprint the relaxation of the positions
    /// has done all that is needed.
    pub(super) fn correct_distance_speeds_as_printed(&self, model: &Model, state: &mut State) {
        let misprints = model.settings.verlet().misprints;
        if !misprints.has(Misprint::DistanceSpeedOrder) {
            return;
        }
        for &i in &self.awake.order {
            let constraint = &model.constraints[i];
            if matches!(constraint, Constraint::Distance(_)) {
                constraint.solve_velocity(model, state, self.plan.weights[i]);
            }
        }
    }
}

/// The velocity of what has this mass, kg, and drag, 1/s, after drag and gravity of `h`
/// seconds; from its position and velocity.
fn accelerated(
    model: &Model,
    (mass, drag): (f64, f64),
    [position, velocity]: [DVec3; 2],
    h: f64,
) -> DVec3 {
    let common = &model.settings.common;
    let verlet = model.settings.verlet();
    let is_velocity_less = verlet.form == StateForm::VelocityLess;
    let printed = |misprint| is_velocity_less && verlet.misprints.has(misprint);
    let mut coasting = Coasting {
        kept: decay(drag, h),
        gain: common.gravity * common.fall_s(drag, h),
    };
    if printed(Misprint::StepwiseDrag) {
        coasting.kept = decay(drag, STEP_OF_DRAG_S);
    }
    if verlet.misprints.has(Misprint::GravityAsForce) {
        coasting.gain /= mass;
    }
    coasting.gain += common.air_velocity * (1.0 - coasting.kept);
    if printed(Misprint::DragOfPlace) {
        // Delannoy, 4.5: (2 − d) x − x₋ + a h² takes d x, not d (x − x₋).
        let drawn = position * ((1.0 - coasting.kept) / h);
        coasting.kept = 1.0;
        return coasting.velocity(velocity) - drawn;
    }
    coasting.velocity(velocity)
}

/// The angular velocity after the drag of `h` seconds (4.2, first and third line).
fn braked(model: &Model, own_drag: Option<f64>, spin: DVec3, h: f64) -> DVec3 {
    let verlet = model.settings.verlet();
    let is_velocity_less = verlet.form == StateForm::VelocityLess;
    let printed = |misprint| is_velocity_less && verlet.misprints.has(misprint);
    let kept = decay(own_drag.unwrap_or(model.settings.common.angular_drag), h);
    if printed(Misprint::RotationBase) {
        return DVec3::ZERO;
    }
    let [of_unit, of_slerp] = [Misprint::UnitQuaternion, Misprint::Slerp].map(printed);
    // Without drag all of the way is gone, from wherever it begins.
    if !of_slerp && (!of_unit || kept == 1.0) {
        return spin * kept;
    }
    let unit = match of_unit {
        true => unit_as_printed(),
        false => DQuat::IDENTITY,
    };
    let turn = slerp(unit, rotation_from_vector(spin * h), kept, of_slerp);
    vector_from_rotation(turn) / h
}
