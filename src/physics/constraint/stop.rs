//! Stops: where a bound of a joint is reached.
//!
//! A pass over places takes back what went past a bound, and velocities taken from places would
//! make a rebound of it: the rest of the joint answers a pass later, with twice the push. So what
//! would pass a stop within a substep is slowed before the motion, to arrive at it: with `C` the
//! room to the bound and `v` its rate, `v ≥ −C / h`. The point that joins the two bodies is held
//! meanwhile: a push `λ` along the gradient alone would part it by `u λ`, and the impulse
//! `p = K⁻¹ u` per push keeps it together, so that `w − u · p` is what answers. All other joints
//! answer in a few passes. Source: own.

use super::coupled::Coupled;
use super::{AngleLimit, Constraint, ConstraintRow, ConstraintRows, Role, Sense};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::coordinate::{Carrier, Coordinate};
use crate::physics::math::solve_symmetric;
use crate::physics::model::{Model, Settings};
use crate::physics::state::State;
use arrayvec::ArrayVec;
use glam::DVec3;
use std::f64::consts::TAU;

/// Rate below which passes over places take back what went past a stop, rad/s.
pub const RESTING_RAD_S: f64 = 0.5;
/// The same of a way, m/s.
const RESTING_M_S: f64 = 0.05;
/// Share of these rates that counts where the world takes the push: all of it would come back.
pub const WHERE_HANGING: f64 = 0.2;
/// Passes over the joints of what has come to a stop.
pub const PASSES: u32 = 4;
/// Most passes over those of what hangs from the world, where the world takes the push.
pub const MOST_PASSES: u32 = 256;
/// Change at which stops and joints agree, rad/s or m/s.
pub const SETTLED: f64 = 1e-3;
/// Factor on the impulses of joints in a few passes, which come closer with it.
const FACTOR: f64 = 1.3;
/// Factor on the impulses of joints in one of those passes: the last one leaves nothing overdone.
pub fn factor(pass: u32) -> f64 {
    match pass + 1 < PASSES {
        true => FACTOR,
        false => 1.0,
    }
}

/// Greatest length of the gradient of an angle that counts: of a swing of 150 degrees.
pub const MOST_GRADIENT: f64 = 4.0;
/// Most rows of a joint: those of a slider or of several axes.
const MOST_ROWS: usize = 6;

/// Passes over the rows of a joint whose parts are not held by a point.
const OWN_PASSES: u32 = 8;
/// Least gap between the two bounds of a turn, rad: closer ones would be one stop, which does
/// not know its sides.
const LEAST_GAP_RAD: f64 = TAU / 360.0;

/// The bounds of a turn about an axis, rad, with a gap between them.
pub fn with_gap([min, max]: [f64; 2]) -> [f64; 2] {
    let over = 0.5 * (max - min - (TAU - LEAST_GAP_RAD)).max(0.0);
    match over > 0.0 {
        true => [min + over, max - over],
        false => [min, max],
    }
}

/// Whether stops are met ahead under these settings: not where velocities are solved besides
/// places, and not by components.
pub fn are_met_ahead(settings: &Settings) -> bool {
    (settings.relaxation()).is_none_or(|own| own.moves_places)
        && settings.common.limit_model.is_swing_twist()
}

/// Stops count with true masses.
const TRUE_MASSES: [f64; 2] = [1.0, 1.0];

/// The points at which two bodies are joined.
pub type Held = [Attachment; 2];

/// The joint among some constraints that holds a point of the two bodies of a limit, by index.
pub fn holder_of(model: &Model, limit: &AngleLimit, among: &[usize]) -> Option<usize> {
    let [parent, child] = [Some(limit.parent), Some(limit.child)];
    among.iter().copied().find(|&i| {
        let joint = &model.constraints[i];
        let sides = joint.attachments().map(Frame::of);
        let joins = sides == [parent, child] || sides == [child, parent];
        joins && joint.role() == Role::Joint
    })
}

impl ConstraintRow {
    /// Room to a stop, m or rad, and the rate at which one rests there; none of what is no stop.
    fn stop(&self) -> Option<(f64, f64)> {
        match *self {
            ConstraintRow::Angular {
                error,
                sense: Sense::Inequality,
                ..
            } => Some((error, RESTING_RAD_S)),
            ConstraintRow::Linear {
                error,
                sense: Sense::Inequality,
                carrier: Some(_),
                ..
            } => Some((error, RESTING_M_S)),
            _ => None,
        }
    }

    /// The same of an axis of several, which has the rest of the joint in its gradient.
    fn stop_of_axis(&self) -> Option<(f64, f64)> {
        match *self {
            ConstraintRow::Coupled(Coupled {
                error,
                sense: Sense::Inequality,
                is_angle,
                ..
            }) => Some((error, if is_angle { RESTING_RAD_S } else { RESTING_M_S })),
            _ => None,
        }
    }
}

impl Constraint {
    /// The bounds of a coordinate that it leaves free, m or rad.
    pub fn bounds_of(&self, coordinate: &Coordinate) -> Option<[f64; 2]> {
        match (self, coordinate) {
            (Constraint::Hinge(hinge), _) => hinge.limit,
            (Constraint::Slider(slider), Coordinate::Way { .. }) => slider.limit,
            (Constraint::Slider(slider), _) => slider.turn_limit,
            (Constraint::Universal(universal), Coordinate::Cross { carrier, .. }) => {
                let which = usize::from(*carrier == Carrier::Child);
                universal.limits[which]
            }
            (Constraint::Serial(serial), &Coordinate::Axis { index, .. }) => serial.limits[index],
            _ => None,
        }
        .map(|bounds| coordinate.stops(bounds))
    }

    /// Whether it may have stops that are met ahead.
    pub fn has_stops(&self, settings: &Settings) -> bool {
        match self {
            Constraint::AngleLimit(limit) => {
                limit.restitution == 0.0 && limit.model_in(settings).is_swing_twist()
            }
            Constraint::Hinge(hinge) => hinge.limit.is_some(),
            Constraint::Universal(universal) => universal.limits.iter().any(Option::is_some),
            Constraint::Slider(slider) => slider.limit.is_some() || slider.turn_limit.is_some(),
            Constraint::Serial(serial) => serial.limits.iter().any(Option::is_some),
            Constraint::Guide(guide) => guide.rolls.is_none(),
            _ => false,
        }
    }

    /// Whether it turns too slowly to pass a stop, whatever its angles.
    pub fn turns_slowly(&self, state: &State, least: f64) -> bool {
        let Constraint::AngleLimit(limit) = self else {
            return false;
        };
        let spin = limit.child.angular_velocity(state) - limit.parent.angular_velocity(state);
        let slow = RESTING_RAD_S * least / MOST_GRADIENT;
        spin.length_squared() <= slow * slow
    }

    /// Its rows as they answer stops; `holder` joins the bodies of a limit.
    pub fn answer(&self, model: &Model, state: &State, holder: Option<&Constraint>) -> Answer {
        let mut answer = Answer {
            rows: ArrayVec::new(),
            held: match self {
                Constraint::Hinge(_) | Constraint::Universal(_) => Some(self.attachments()),
                _ => holder.map(|joint| joint.attachments()),
            },
            has_stops: self.has_stops(&model.settings),
            has_own_passes: matches!(self, Constraint::Slider(_) | Constraint::Guide(_)),
        };
        let is_clamp = matches!(self, Constraint::AngleLimit(limit)
            if !limit.model_in(&model.settings).is_swing_twist());
        if !is_clamp && !matches!(self, Constraint::Membrane(_)) {
            self.each_rate_row(state, &model.settings, &mut |_, row| {
                let stop = match self {
                    Constraint::Serial(_) => row.stop_of_axis(),
                    _ => row.stop(),
                };
                answer.rows.push(AnswerRow {
                    row,
                    stop,
                    held: None,
                });
            });
        }
        answer
    }
}

/// Rows of a joint as they answer stops. Nothing moves meanwhile, so that they are found once.
#[derive(Debug, Clone)]
pub struct Answer {
    rows: ArrayVec<AnswerRow, MOST_ROWS>,
    held: Option<Held>,
    has_stops: bool,
    has_own_passes: bool,
}

#[derive(Debug, Clone)]
struct AnswerRow {
    row: ConstraintRow,
    /// Room to a stop, m or rad, and the rate at which one rests there; none of what is no stop.
    stop: Option<(f64, f64)>,
    /// Found when it is first asked for.
    held: Option<HeldAnswer>,
}

impl Answer {
    /// Slows what would pass a stop within `h` seconds; by how much at most, m/s or rad/s.
    /// `least` is the share of the rate of rest from which it does.
    pub fn arrest(&mut self, model: &Model, state: &mut State, (h, least): (f64, f64)) -> f64 {
        if !self.has_stops {
            return 0.0;
        }
        let most = self.arrest_rows(model, state, (h, least));
        if most > 0.0 && self.has_own_passes {
            for _ in 0..OWN_PASSES {
                self.settle(model, state, ([1.0; 2], FACTOR));
                self.arrest_rows(model, state, (h, 0.0));
            }
        }
        most
    }

    fn arrest_rows(&mut self, model: &Model, state: &mut State, (h, least): (f64, f64)) -> f64 {
        let mut most = 0.0_f64;
        for AnswerRow { row, stop, held } in &mut self.rows {
            let Some((room, resting)) = *stop else {
                continue;
            };
            let rate = row.rate(state).x;
            if rate >= -resting * least || room + rate * h >= 0.0 {
                continue;
            }
            // What would arrive as slowly as what rests is as good as there.
            let arriving = -room.max(0.0) / h;
            let missing = if arriving < -resting { arriving } else { 0.0 } - rate;
            let held = *held.get_or_insert_with(|| row.held(model, state, self.held));
            row.push_held(model, state, &held, missing / held.answer, Level::Velocity);
            most = most.max(missing);
        }
        most
    }

    /// Takes away what leads the joint apart, as passes over stops need it: bounds are theirs.
    /// `factor` is that on the impulses.
    pub fn settle(&self, model: &Model, state: &mut State, (weights, factor): ([f64; 2], f64)) {
        for AnswerRow { row, .. } in self.rows.iter().filter(|row| row.stop.is_none()) {
            row.solve_velocity(model, state, weights, factor);
        }
    }
}

/// How a row answers while a point is held.
#[derive(Debug, Clone, Copy)]
pub struct HeldAnswer {
    /// Change of the rate per push.
    pub answer: f64,
    /// The two points, and the impulse on them per push.
    points: Option<([Attachment; 2], DVec3)>,
}

impl ConstraintRow {
    /// How a row answers while a point of both sides of a rotation is held.
    pub fn held(&self, model: &Model, state: &State, held: Option<Held>) -> HeldAnswer {
        let free = self.inverse_mass(model, state, TRUE_MASSES).x_axis.x;
        let alone = HeldAnswer {
            answer: free,
            points: None,
        };
        let (ConstraintRow::Angular { a, b, axis, .. }, Some(held)) = (*self, held) else {
            return alone;
        };
        // The points may be named in either order.
        let points = match Frame::of(held[0]) == Some(a) {
            true => held,
            false => [held[1], held[0]],
        };
        let part = |frame: Frame, point: Attachment| {
            let lever = point.position(state) - frame.origin().position(state);
            frame.inverse_inertia_times(model, state, axis).cross(lever)
        };
        let parted = -part(a, points[0]) - part(b, points[1]);
        let matrix = points.map(|point| point.inverse_mass_matrix(model, state));
        match solve_symmetric(&(matrix[0] + matrix[1]), parted) {
            Some(push) => HeldAnswer {
                answer: free - parted.dot(push),
                points: Some((points, push)),
            },
            None => alone,
        }
    }

    /// A push along it that holds the point.
    pub fn push_held(
        &self,
        model: &Model,
        state: &mut State,
        held: &HeldAnswer,
        size: f64,
        level: Level,
    ) {
        if held.answer <= 0.0 {
            return;
        }
        self.push(model, state, TRUE_MASSES, DVec3::X * size, level);
        if let Some(([on_a, on_b], push)) = held.points {
            on_a.push(model, state, push * -size, level);
            on_b.push(model, state, push * size, level);
        }
    }
}
