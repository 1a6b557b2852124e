//! Angle limits: Baltman & Radeztsky, section 8. Fixed joints are corrected by the same division
//! of a rotation (8.7 to 8.10).

use super::misprint::{Misprint, Misprints};
use super::quaternion::angle_axis_as_printed;
use super::settings::{InertiaSplit, PaperSettings, StateForm};
use crate::physics::attach::{Frame, Level};
use crate::physics::constraint::row::REACHED;
use crate::physics::constraint::{AngleLimit, Fixed};
use crate::physics::math::vector_from_rotation;
use crate::physics::model::Model;
use crate::physics::state::State;
use glam::{DQuat, DVec3};

/// Most that one pass turns, rad. Not in the paper: a correction of half a turn would be a spin
/// of thirty turns a second.
const MOST_TURN_RAD: f64 = 0.5;
/// Rate below which a stop does not bounce, rad/s.
const RESTING_RATE_RAD_S: f64 = 0.5;

/// 8.1 to 8.10: turns both bodies so that no component of their rotation is out of bounds.
pub(super) fn relax(
    (model, state): (&Model, &mut State),
    limit: &AngleLimit,
    settings: &PaperSettings,
) {
    let misprints = settings.misprints;
    let rotation = relative(limit, state, misprints);
    let Some(clamped) = clamped(limit, rotation, misprints) else {
        return;
    };
    // 8.6
    let correction = match misprints.has(Misprint::ClampOrder) {
        true => rotation * clamped,
        false => rotation * clamped.conjugate(),
    };
    // 8.7
    let turn = match misprints.has(Misprint::AngleAxis) {
        true => angle_axis_as_printed(correction),
        false => vector_from_rotation(correction),
    };
    let turn = limit.parent.orientation(state) * (turn * settings.over_relaxation);
    let frames = [limit.parent, limit.child];
    turn_back((model, state), frames, turn, (Level::Position, settings));
}

/// 8.11 and 8.12 without their restitution, which acts once ([`bounce`]): takes away the rate
/// about each axis of the parent that is out of bounds, if it leads further out; the printed
/// equation takes every rate there.
pub(super) fn solve_rates(
    (model, state): (&Model, &mut State),
    limit: &AngleLimit,
    settings: &PaperSettings,
) {
    for k in 0..3 {
        let Some(bound) = Bound::of(limit, k, state, settings.misprints) else {
            continue;
        };
        let rate = bound.rate(limit, state);
        let sticks =
            settings.misprints.has(Misprint::StickyStop) && settings.form == StateForm::Velocity;
        if bound.is_locked || rate < 0.0 || sticks {
            let frames = [limit.parent, limit.child];
            let level = (Level::Velocity, settings);
            turn_back((model, state), frames, bound.axis * rate, level);
        }
    }
}

/// The rate at which a limit is approached at its stops before the solve, rad/s; zero of what is
/// too slow to bounce.
pub(super) fn approach(limit: &AngleLimit, state: &State, misprints: Misprints) -> [f64; 3] {
    [0, 1, 2].map(|k| {
        let bound = Bound::nearest(limit, k, state, misprints);
        let rate = bound.rate(limit, state);
        match rate < -RESTING_RATE_RAD_S && !bound.is_locked {
            true => rate,
            false => 0.0,
        }
    })
}

/// 8.11 and 8.12: what came to a stop at a rate goes back at ε times it. Whether a rate has changed.
pub(super) fn bounce(
    (model, state): (&Model, &mut State),
    limit: &AngleLimit,
    approach: [f64; 3],
    settings: &PaperSettings,
) -> bool {
    let mut has_changed = false;
    for (k, before) in approach.into_iter().enumerate() {
        let Some(bound) = Bound::of(limit, k, state, settings.misprints) else {
            continue;
        };
        let missing = -limit.restitution * before - bound.rate(limit, state);
        if before < 0.0 && missing > 0.0 {
            let frames = [limit.parent, limit.child];
            let level = (Level::Velocity, settings);
            turn_back((model, state), frames, bound.axis * -missing, level);
            has_changed = true;
        }
    }
    has_changed
}

/// Turns two bodies so that they stay as one was put on the other.
pub(super) fn align(
    (model, state): (&Model, &mut State),
    joint: &Fixed,
    share: f64,
    settings: &PaperSettings,
) {
    let parent = joint.parent.orientation(state);
    let rotation = parent.conjugate() * joint.child.orientation(state) * joint.rest.conjugate();
    let turn = parent * (vector_from_rotation(rotation) * share);
    let frames = [joint.parent, joint.child];
    turn_back((model, state), frames, turn, (Level::Position, settings));
}

/// Takes away how fast they turn against each other.
pub(super) fn align_rates(
    (model, state): (&Model, &mut State),
    joint: &Fixed,
    share: f64,
    settings: &PaperSettings,
) {
    let [a, b] = [joint.parent, joint.child];
    let rate = (b.angular_velocity(state) - a.angular_velocity(state)) * share;
    turn_back((model, state), [a, b], rate, (Level::Velocity, settings));
}

/// 8.1 to 8.3: the rotation of the child in the parent's frame; of its two quaternions the one
/// whose components have limits. As printed, it is the one that happens to be there.
fn relative(limit: &AngleLimit, state: &State, misprints: Misprints) -> DQuat {
    let parent = limit.parent.orientation(state);
    let rotation = parent.conjugate() * limit.child.orientation(state) * limit.rest.conjugate();
    match rotation.w < 0.0 && !misprints.has(Misprint::DoubleCover) {
        true => -rotation,
        false => rotation,
    }
}

/// 8.4 and 8.5: the rotation with its components clamped; none if none was out of bounds.
fn clamped(limit: &AngleLimit, rotation: DQuat, misprints: Misprints) -> Option<DQuat> {
    let sine_of_half =
        |angles: DVec3| DVec3::from_array(angles.to_array().map(|angle| libm::sin(0.5 * angle)));
    let vector = rotation.xyz();
    let clamped = vector.clamp(sine_of_half(limit.min), sine_of_half(limit.max));
    if clamped == vector {
        return None;
    }
    // 8.5; a square is missing as printed.
    let removed = match misprints.has(Misprint::ClampNorm) {
        true => clamped.length(),
        false => clamped.length_squared(),
    };
    let real = (1.0 - removed).max(0.0).sqrt();
    // Without the misprint this only tells where an interval excludes 0.
    Some(DQuat::from_xyzw(clamped.x, clamped.y, clamped.z, real).normalize())
}

/// The nearer bound of the angle about an axis of the parent.
struct Bound {
    /// How far the angle is within it, rad; of a locked angle its distance from its value.
    room: f64,
    /// In the world, into the bounds.
    axis: DVec3,
    is_locked: bool,
}

impl Bound {
    /// That of axis `k`, if the angle has come to it.
    fn of(limit: &AngleLimit, k: usize, state: &State, misprints: Misprints) -> Option<Bound> {
        let bound = Bound::nearest(limit, k, state, misprints);
        (bound.is_locked || bound.room <= REACHED).then_some(bound)
    }

    fn nearest(limit: &AngleLimit, k: usize, state: &State, misprints: Misprints) -> Bound {
        let sine = relative(limit, state, misprints).xyz()[k].clamp(-1.0, 1.0);
        let angle = 2.0 * libm::asin(sine);
        let axis = limit.parent.orientation(state) * DVec3::AXES[k];
        let (min, max) = (limit.min[k], limit.max[k]);
        let is_upper = max - angle < angle - min && min < max;
        Bound {
            room: if is_upper { max - angle } else { angle - min },
            axis: if is_upper { -axis } else { axis },
            is_locked: min == max,
        }
    }

    /// How fast the room grows, rad/s.
    fn rate(&self, limit: &AngleLimit, state: &State) -> f64 {
        let spin = limit.child.angular_velocity(state) - limit.parent.angular_velocity(state);
        self.axis.dot(spin)
    }
}

/// 8.7 to 8.10: turns the child back by its share of a rotation vector against the parent, rad or
/// rad/s, and the parent the other way by its own.
fn turn_back(
    (model, state): (&Model, &mut State),
    [parent, child]: [Frame; 2],
    turn: DVec3,
    (level, settings): (Level, &PaperSettings),
) {
    let angle = turn.length();
    if angle == 0.0 {
        return;
    }
    let axis = turn / angle;
    let angle = match level {
        Level::Position => angle.min(MOST_TURN_RAD),
        Level::Velocity => angle,
    };
    if settings.inertia_split == InertiaSplit::Exact {
        let turned = [parent, child].map(|of| of.inverse_inertia_times(model, state, axis));
        let w = axis.dot(turned[0]) + axis.dot(turned[1]);
        if w > 0.0 {
            child.rotate(state, turned[1] * (-angle / w), level);
            parent.rotate(state, turned[0] * (angle / w), level);
        }
        return;
    }
    let [of_parent, of_child] =
        [parent, child].map(|of| ease(model, state, of, (axis, settings.inertia_split)));
    let sum = of_parent + of_child;
    if sum > 0.0 {
        child.rotate(state, axis * (-angle * of_child / sum), level);
        parent.rotate(state, axis * (angle * of_parent / sum), level);
    }
}

/// How easily a body turns about an axis: the inverse of its moment about it (8.7 and 8.8), or
/// the magnitude of its inverse inertia (8.10).
fn ease(model: &Model, state: &State, of: Frame, (axis, split): (DVec3, InertiaSplit)) -> f64 {
    let Frame::Body(body) = of else {
        return 0.0;
    };
    if state.inverse_mass_of_body(model, body) == 0.0 {
        return 0.0;
    }
    if split == InertiaSplit::Norm {
        return model.bodies[body].inertia.recip().length();
    }
    let orientation = state.bodies[body].orientation;
    1.0 / axis.dot(State::inertia_times(model, body, orientation, axis))
}
