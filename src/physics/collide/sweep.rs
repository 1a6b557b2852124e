//! First touch of two moving shapes by conservative advancement.

use super::MARGIN_M;
use crate::physics::contact::TOUCH_M;

/// Enough for a grazing pass; each round closes most of what is left.
const ROUNDS: u32 = 64;

/// When to take the contact geometry of a pair, as a fraction of the substep,
/// and whether the surfaces touch by then; the distance at the start, or a lower bound
/// of it, if they stay apart by more than the margin. `distance(s)` is that of the
/// surfaces at the fraction `s`, or a lower bound of it where it is more than the margin
/// and `travel`; it changes by at most `travel` in all.
pub(super) fn moment_of_contact(
    mut distance: impl FnMut(f64) -> f64,
    travel: f64,
) -> Result<(f64, bool), f64> {
    let at_start = distance(0.0);
    if at_start - travel > MARGIN_M {
        return Err(at_start);
    }
    let mut s = 0.0;
    let mut gap = at_start;
    for _ in 0..ROUNDS {
        if gap <= TOUCH_M {
            return Ok((s, true));
        }
        if travel == 0.0 {
            break;
        }
        s += gap / travel;
        if s >= 1.0 {
            break;
        }
        gap = distance(s);
    }
    if s < 1.0 && travel > 0.0 {
        return Ok((s, true));
    }
    let at_end = if travel == 0.0 {
        at_start
    } else {
        distance(1.0)
    };
    if at_end <= TOUCH_M {
        Ok((1.0, true))
    } else if at_end.min(at_start) < MARGIN_M {
        let nearer = travel > 0.0 && at_end <= at_start;
        Ok((if nearer { 1.0 } else { 0.0 }, false))
    } else {
        Err(at_start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_through_is_caught_where_it_begins() {
        let distance = |s: f64| (10.0 * s - 5.0).abs() - 0.1;
        let (s, touches) = moment_of_contact(distance, 10.0).unwrap();
        assert!(touches && (s - 0.49).abs() < 1e-4, "{s}");
    }

    #[test]
    fn a_far_miss_is_no_contact() {
        assert_eq!(moment_of_contact(|s| 5.0 - s, 1.0), Err(5.0));
    }

    #[test]
    fn a_near_miss_is_watched_but_does_not_touch() {
        assert_eq!(
            moment_of_contact(|s| 0.03 - 0.02 * s, 0.02),
            Ok((1.0, false))
        );
    }
}
