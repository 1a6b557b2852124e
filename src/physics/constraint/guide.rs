//! A point on a plane or on a line that something carries.
//!
//! With `u` the normal of the plane or the direction of the line and `d` from a point of it to
//! the point that is held, `s = u·d` is the height over the plane or the way along the line,
//! which has bounds; a line has `C = t·d` for two directions `t` across it besides. A point
//! without orientation, as a particle, is held as well as one of a body, which turns freely.
//! Or something round rolls on a plane, see [`Wheel`]. Sources: Jakobsen, section 6 (particles that move in certain planes only); Delannoy, 3.2.5.

use super::track::Track;
use super::{all_of, BodiesMut, ConstraintRow, ConstraintRows, Role, Rolling, Wheel};
use crate::physics::attach::{Attachment, Frame, Level};
use crate::physics::model::Settings;
use crate::physics::state::State;
use glam::DVec3;

/// Keeps a point on a plane or on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Guide {
    /// Point of the plane or line, from which ways are counted.
    pub a: Attachment,
    /// The point that is held.
    pub b: Attachment,
    /// What carries the plane or line.
    pub carrier: Frame,
    /// Unit normal of the plane or direction of the line, in the frame of what carries it.
    pub axis: DVec3,
    /// Whether it is a line.
    pub is_line: bool,
    /// What rolls on the plane without slip, with its centre at the point that is held, if
    /// anything does; then there are no bounds, and the world carries the plane.
    pub rolls: Option<Wheel>,
    /// Least and largest height over the plane or way along the line, m; infinite for none.
    pub bounds: [f64; 2],
    /// Fraction of the error corrected per iteration, above 0 to 1.
    pub relaxation_factor: f64,
}

impl Guide {
    /// How far the point is over the plane or along the line, m.
    pub fn way(&self, state: &State) -> f64 {
        self.track().way(state)
    }

    /// Where the point ought to be, m: at its way along the line within the bounds, or straight
    /// over or under where it is, at its height within the bounds.
    pub fn place(&self, state: &State) -> DVec3 {
        let track = self.track();
        if let Some(rolling) = self.rolling() {
            return self.b.position(state) - rolling.normal * rolling.height(state);
        }
        let [min, max] = self.bounds;
        let way = track.way(state);
        let bounded = way.max(min).min(max);
        match self.is_line {
            true => track.point(bounded, state),
            false => self.b.position(state) + track.axis_in_world(state) * (bounded - way),
        }
    }

    fn rolling(&self) -> Option<Rolling> {
        self.rolls.map(|wheel| Rolling {
            plane: self.a,
            centre: self.b,
            normal: self.axis,
            wheel,
        })
    }

    /// The normal of the plane or the line, through the point from which ways are counted.
    pub fn track(&self) -> Track {
        Track {
            a: self.a,
            b: self.b,
            carrier: self.carrier,
            axis: self.axis,
        }
    }
}

impl ConstraintRows for Guide {
    fn role(&self) -> Role {
        Role::Guide
    }

    fn attachments(&self) -> [Attachment; 2] {
        [self.a, self.b]
    }

    fn bodies_mut(&mut self) -> BodiesMut<'_> {
        all_of([
            self.a.body_mut(),
            self.b.body_mut(),
            self.carrier.body_mut(),
        ])
    }

    fn most_apart(&self) -> Option<f64> {
        let [min, max] = self.bounds;
        let most = max.max(-min);
        (self.is_line && most.is_finite()).then_some(most)
    }

    fn row_count(&self) -> usize {
        3
    }

    fn row(&self, index: usize, _: Level, state: &State, _: &Settings) -> Option<ConstraintRow> {
        if let Some(rolling) = self.rolling() {
            return Some(rolling.row(index, state));
        }
        let is_bounded = self.bounds.iter().any(|bound| bound.is_finite());
        match index {
            0 | 1 => self.is_line.then(|| self.track().across(index, state)),
            _ => is_bounded.then(|| self.track().within(self.bounds, state)),
        }
    }

    fn has_equalities(&self) -> bool {
        self.rolls.is_some() || self.is_line || self.bounds[0] == self.bounds[1]
    }

    fn relaxation_factor(&self) -> f64 {
        self.relaxation_factor
    }
}
