//! The present angles of the running ragdoll, and the worst of the run.

use crate::app::action::BROKEN_DEG;
use crate::app::panels::AppView;
use crate::editor::limits::Shown;
use crate::editor::of_axis;
use crate::physics::constraint::{AngleLimit, LimitModel};
use crate::physics::{Constraint, Frame};
use crate::scene::Id;

/// The angles of a joint as the solver measures them, in its frame, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Present {
    angles: [f64; 3],
    min: [f64; 3],
    max: [f64; 3],
    /// How far the swing is beyond its cone, if the limit is one.
    past_cone: f64,
}

/// An angle and its bounds, as they are shown, degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Needle {
    pub angle: f64,
    pub min: f64,
    pub max: f64,
}

impl Present {
    /// The angle about an axis.
    pub(super) fn needle(&self, axis: usize, shown: Shown) -> Needle {
        let [angle, min, max] = [self.angles, self.min, self.max].map(|of| of_axis(of, axis));
        match shown.frame.turns_round(axis) {
            true => Needle {
                angle: 0.0 - angle,
                min: 0.0 - max,
                max: 0.0 - min,
            },
            false => Needle { angle, min, max },
        }
    }

    /// How far the angles are beyond their bounds at most, degrees; 0 within.
    fn violation(&self) -> f64 {
        let beyond = |axis| self.needle(axis, Shown::default()).beyond();
        (0..3).map(beyond).fold(self.past_cone, f64::max)
    }
}

impl Needle {
    /// How far the angle is beyond its bounds, degrees; 0 within.
    pub(super) fn beyond(self) -> f64 {
        (self.min - self.angle).max(self.angle - self.max).max(0.0)
    }

    /// Whether a bound is broken.
    pub(super) fn is_broken(self) -> bool {
        self.beyond() > BROKEN_DEG
    }
}

/// What the run of a ragdoll has shown so far; by the places of its parts.
#[derive(Debug, Default)]
pub(super) struct Live {
    of: Option<(Id, u64)>,
    /// The present angles; none for a part without limits.
    pub present: Vec<Option<Present>>,
    /// Furthest beyond a bound since the start, degrees.
    pub worst: Vec<f64>,
}

impl Live {
    /// Looks at the running ragdoll; what was seen is forgotten when the run begins anew.
    pub(super) fn observe(&mut self, view: &AppView<'_>, ragdoll: Id) {
        let goes_on =
            |(id, steps): (Id, u64)| id == ragdoll && steps <= view.playback.session.now();
        if !self.of.is_some_and(goes_on) || view.playback.session.now() == 0 {
            self.worst.clear();
        }
        self.of = Some((ragdoll, view.playback.session.now()));
        self.present = present_of(view, ragdoll);
        self.worst.resize(self.present.len(), 0.0);
        for (worst, present) in self.worst.iter_mut().zip(&self.present) {
            *worst = worst.max(present.map_or(0.0, |present| present.violation()));
        }
    }
}

fn present_of(view: &AppView<'_>, ragdoll: Id) -> Vec<Option<Present>> {
    let (world, ragdolls) = (&view.simulation().world, &view.simulation().map.ragdolls);
    let Some(map) = ragdolls.iter().find(|map| map.id == ragdoll) else {
        return Vec::new();
    };
    let mut present = vec![None; map.bodies.len()];
    let constraints = world.model().constraints.get(map.constraints.clone());
    for constraint in constraints.unwrap_or_default() {
        let Constraint::AngleLimit(limit) = constraint else {
            continue;
        };
        if let Frame::Body(body) = limit.child {
            let place = body.checked_sub(map.bodies.start);
            if let Some(slot) = place.and_then(|place| present.get_mut(place)) {
                *slot = Some(measured(view, limit));
            }
        }
    }
    present
}

fn measured(view: &AppView<'_>, limit: &AngleLimit) -> Present {
    let model = limit.model_in(view.settings());
    let measured = limit.angles(view.simulation().world.state(), model);
    let degrees = |angles: [f64; 3]| angles.map(f64::to_degrees);
    let (min, max) = (degrees(limit.min.to_array()), degrees(limit.max.to_array()));
    let mut angles = degrees(measured.to_array());
    let twist = of_axis(angles.each_mut(), limit.twist_axis);
    let [low, high] = [min, max].map(|bound| of_axis(bound, limit.twist_axis));
    *twist = within_half_turn(*twist, 0.5 * (low + high));
    let room = limit
        .cone_room(measured)
        .filter(|_| model == LimitModel::Cone);
    Present {
        angles,
        min,
        max,
        past_cone: room.map_or(0.0, |(room, _)| (-room.to_degrees()).max(0.0)),
    }
}

/// The same turn, told by the angle that is nearest to another one, degrees.
fn within_half_turn(angle: f64, middle: f64) -> f64 {
    angle - 360.0 * ((angle - middle) / 360.0).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::limits::AngleFrame;

    #[test]
    fn an_angle_in_the_papers_frame_is_as_far_beyond_its_bounds() {
        let present = Present {
            angles: [10.0, -30.0, 0.0],
            min: [0.0, -20.0, 0.0],
            max: [20.0, 5.0, 0.0],
            past_cone: 0.0,
        };
        for frame in [AngleFrame::Paper, AngleFrame::Engine] {
            let shown = Shown {
                frame,
                ..Shown::default()
            };
            let beyond = [0, 1, 2].map(|axis| present.needle(axis, shown).beyond());
            assert_eq!(beyond, [0.0, 10.0, 0.0], "{frame:?}");
        }
        assert_eq!(present.violation(), 10.0);
    }

    #[test]
    fn a_turn_is_told_by_the_angle_next_to_its_range() {
        assert_eq!(within_half_turn(-170.0, 67.5), 190.0);
        assert_eq!(within_half_turn(100.0, 67.5), 100.0);
    }
}
