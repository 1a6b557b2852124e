//! When within a substep a spring and its damper act.
//!
//! Things move with their new rate, `x' = x + h v`. With `z = h² k / m`, the rate `u` before and the
//! impulse `−h k (C + h p (v − s u))`, a swing keeps `(1 + s p z) / (1 + p z)` of the area of its
//! ellipse per substep, and grows at no stiffness while `2 p (1 + s) ≥ 1`. Where a substep resolves
//! it, it keeps all: `s = 1` and `p = 1/4`, the trapezoidal rule with rates half a substep late. Its
//! energy then seems to sway by half the radians that it swings in a substep. Where a substep does
//! not resolve it, the spring is taken at the end, `s = 0` and `p = 1` (backward Euler), which calms
//! what cannot be followed. A damper acts with the mean of both rates where that turns nothing
//! round, else as far at the end as it must. Source: own; Hairer, Lubich, Wanner, "Geometric
//! Numerical Integration", sections I.1 and VI.4.

/// Radians of a swing up to which a substep resolves it.
const RESOLVED: f64 = 0.35;
/// Radians of a swing from which on it is taken at the end of the substep.
const UNRESOLVED: f64 = 1.0;
/// Share of a rate that a damper takes in a substep as the rate was before, up to which it may act
/// with the mean of both rates.
const MOST_LOSS: f64 = 2.0;

/// The impulse of a spring per rate, N·s/(m/s) or N·m·s/(rad/s), in the opposite direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::physics) struct Rule {
    /// Per rate after the substep.
    pub of_rate: f64,
    /// Per rate before it.
    pub of_before: f64,
    /// Per each of both, if it were a force that follows the motion.
    pub of_mean: f64,
    /// Whether Runge-Kutta follows it in few pieces.
    pub can_be_force: bool,
}

impl Rule {
    /// That of a stiffness and a damping in a substep of `h` seconds, where an impulse changes the
    /// rate by `answer`.
    pub fn of(stiffness: f64, damping: f64, answer: f64, h: f64) -> Rule {
        let [spring, damper] = [h * h * stiffness, h * damping];
        let turn = (spring * answer).sqrt();
        let kept = ((UNRESOLVED - turn) / (UNRESOLVED - RESOLVED)).clamp(0.0, 1.0);
        let late = (1.0 - 0.75 * kept) * spring;
        let loss = damper * answer;
        let at_end = 1.0 - 1.0 / loss.max(MOST_LOSS);
        Rule {
            of_rate: late + at_end * damper,
            of_before: (1.0 - at_end) * damper - kept * late,
            of_mean: 0.25 * spring + 0.5 * damper,
            can_be_force: turn <= UNRESOLVED && loss <= MOST_LOSS,
        }
    }
}
