//! When on their way within a substep two moving shapes have the contact that is taken.

use super::MARGIN_M;
use crate::physics::contact::TOUCH_M;
use crate::physics::model::ContactMoment;

/// Enough for a grazing pass; each round closes most of what is left.
const ROUNDS: u32 = 64;

/// The way of two surfaces against each other within a substep, and when on it their contact is
/// taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Course {
    /// How much their distance changes at most, m.
    pub way: f64,
    pub moment: ContactMoment,
}

/// When to take the contact geometry of a pair, as a fraction of the substep,
/// and whether the surfaces touch by then; the distance at the start, or a lower bound
/// of it, if they stay apart by more than the margin. `distance(s)` is that of the
/// surfaces at the fraction `s`, or a lower bound of it where it is more than the margin
/// and the way.
pub(super) fn moment_of_contact(
    mut distance: impl FnMut(f64) -> f64,
    course: Course,
) -> Result<(f64, bool), f64> {
    let Course { way, moment } = course;
    let at_start = distance(0.0);
    if at_start - way > MARGIN_M {
        return Err(at_start);
    }
    if way == 0.0 {
        return at_end_of_way((at_start, at_start), way);
    }
    match moment {
        ContactMoment::Swept => match first_touch(&mut distance, at_start, way) {
            Some(s) => Ok((s, true)),
            None => at_end_of_way((at_start, distance(1.0)), way),
        },
        ContactMoment::Backtracked => match distance(1.0) {
            at_end if at_end <= TOUCH_M => Ok((last_touch(distance, at_start), true)),
            at_end => at_end_of_way((at_start, at_end), way),
        },
        ContactMoment::AtEnd => at_end_of_way((at_start, distance(1.0)), way),
    }
}

/// Where on the way surfaces first touch, by conservative advancement from where they are `gap`
/// apart.
fn first_touch(mut distance: impl FnMut(f64) -> f64, mut gap: f64, way: f64) -> Option<f64> {
    let mut s = 0.0;
    for _ in 0..ROUNDS {
        if gap <= TOUCH_M {
            return Some(s);
        }
        s += gap / way;
        if s >= 1.0 {
            return None;
        }
        gap = distance(s);
    }
    Some(s)
}

/// Where surfaces touch that overlap at the end of the way: that is halved until they do
/// (Gästrin, section 4.2), or the start, where they overlap from there on.
fn last_touch(mut distance: impl FnMut(f64) -> f64, at_start: f64) -> f64 {
    let (mut apart, mut within) = (0.0, 1.0);
    if at_start <= TOUCH_M {
        return apart;
    }
    for _ in 0..ROUNDS {
        let s = 0.5 * (apart + within);
        let gap = distance(s);
        if (0.0..=TOUCH_M).contains(&gap) {
            return s;
        }
        match gap > 0.0 {
            true => apart = s,
            false => within = s,
        }
    }
    within
}

/// What is known from both ends of the way: that surfaces touch at its end, or that they are
/// near there or at its start.
fn at_end_of_way((at_start, at_end): (f64, f64), way: f64) -> Result<(f64, bool), f64> {
    if at_end <= TOUCH_M {
        let s = if way > 0.0 { 1.0 } else { 0.0 };
        Ok((s, true))
    } else if at_end.min(at_start) < MARGIN_M {
        let nearer = way > 0.0 && at_end <= at_start;
        Ok((if nearer { 1.0 } else { 0.0 }, false))
    } else {
        Err(at_start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(way: f64, moment: ContactMoment) -> Course {
        Course { way, moment }
    }

    #[test]
    fn a_pass_through_is_caught_where_it_begins() {
        let distance = |s: f64| (10.0 * s - 5.0).abs() - 0.1;
        let (s, touches) = moment_of_contact(distance, course(10.0, ContactMoment::Swept)).unwrap();
        assert!(touches && (s - 0.49).abs() < 1e-4, "{s}");
    }

    #[test]
    fn a_far_miss_is_no_contact() {
        assert_eq!(
            moment_of_contact(|s| 5.0 - s, course(1.0, ContactMoment::Swept)),
            Err(5.0)
        );
    }

    #[test]
    fn a_near_miss_is_watched_but_does_not_touch() {
        assert_eq!(
            moment_of_contact(|s| 0.03 - 0.02 * s, course(0.02, ContactMoment::Swept)),
            Ok((1.0, false))
        );
    }

    /// A ball of 0.1 m comes 1 m nearer to a wall of 0.2 m that is 0.4 m away.
    fn into_a_wall(s: f64) -> f64 {
        (0.6 - s).abs() - 0.2
    }

    #[test]
    fn what_overlaps_at_the_end_is_halved_back_to_its_touch() {
        let into = course(0.7, ContactMoment::Backtracked);
        let distance = |s: f64| into_a_wall(0.7 * s);
        let (s, touches) = moment_of_contact(distance, into).unwrap();
        assert!(touches && (distance(s) - 0.5 * TOUCH_M).abs() <= 0.5 * TOUCH_M);
        let at_end = course(0.7, ContactMoment::AtEnd);
        assert_eq!(moment_of_contact(distance, at_end), Ok((1.0, true)));
    }

    #[test]
    fn what_is_through_at_the_end_is_seen_on_the_way_alone() {
        let seen = [
            ContactMoment::Swept,
            ContactMoment::Backtracked,
            ContactMoment::AtEnd,
        ]
        .map(|moment| moment_of_contact(into_a_wall, course(1.0, moment)).is_ok());
        assert_eq!(seen, [true, false, false]);
    }

    #[test]
    fn what_overlaps_from_the_start_touches_there() {
        let deep = course(0.1, ContactMoment::Backtracked);
        assert_eq!(moment_of_contact(|s| -0.1 - 0.1 * s, deep), Ok((0.0, true)));
    }
}
