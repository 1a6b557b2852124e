//! From the joints of several axes of a scene to those of the model.

use super::build::Builder;
use super::constraint::{frames, StickEndsById};
use super::{refuse, BuildError};
use crate::physics::constraint::Serial;
use crate::physics::linkage::{LinkAxis, Linkage, PerAxis, MOST_AXES};
use crate::physics::Constraint;
use crate::scene::{self, SerialAxis};
use glam::DVec3;
use std::sync::Arc;

impl Builder<'_> {
    /// A joint of several axes; the error says why it cannot be built.
    pub(super) fn serial(
        &mut self,
        serial: &scene::Serial,
        ends: &StickEndsById,
    ) -> Result<Constraint, String> {
        let sides = self.sides(&serial.a, &serial.b, ends)?;
        let sides_turn = frames(sides)?;
        let axes: PerAxis<_> = serial.axes.iter().take(MOST_AXES).map(link_axis).collect();
        let starts: PerAxis<_> = serial.axes.iter().take(MOST_AXES).map(start).collect();
        let counter = self.state.turned.len();
        self.state.turned.extend_from_slice(&starts);
        let given = self.rest(serial.rest, sides_turn[0], sides_turn[1]);
        let mut linkage = Linkage::new(sides, sides_turn, axes, given, counter);
        if serial.rest.is_none() {
            let (_, turned) = linkage.pose_at(&starts);
            let turn = turned * given.conjugate();
            linkage.rest = (turn.conjugate() * given).normalize();
        }
        let limits = serial.axes.iter().take(MOST_AXES).map(limit).collect();
        Ok(Constraint::Serial(Box::new(Serial {
            linkage: Arc::new(linkage),
            limits,
            relaxation_factor: serial.strength,
        })))
    }

    /// Refuses the constraint at a place if some of its axes depend on each other at the start.
    pub(super) fn dependent_axes(&self, place: usize, built: &Constraint) -> Option<BuildError> {
        let scene::ConstraintKind::Serial(own) = &self.scene.constraints[place].kind else {
            return None;
        };
        let Constraint::Serial(serial) = built else {
            return None;
        };
        let index = serial.linkage.stance(&self.state).dependent()?;
        let kind = match own.axes[index] {
            SerialAxis::Slide(_) => "slide",
            SerialAxis::Hinge(_) => "hinge",
        };
        let path = format!("constraints[{place}].kind.serial.axes[{index}].{kind}");
        let message = "it only repeats what the axes before it do, so that it has no position or \
                       angle of its own";
        let remedy = "turn the axis or move it aside, begin at another angle, or remove it";
        Some(refuse(path, message.into(), remedy))
    }
}

fn link_axis(axis: &SerialAxis) -> LinkAxis {
    let (slides, axis, offset) = match axis {
        SerialAxis::Slide(slide) => (true, slide.axis, [0.0; 3]),
        SerialAxis::Hinge(hinge) => (false, hinge.axis, hinge.offset_m),
    };
    LinkAxis {
        slides,
        axis: DVec3::from(axis).normalize_or(DVec3::X),
        offset: offset.into(),
    }
}

/// The initial coordinate of an axis, m or rad.
fn start(axis: &SerialAxis) -> f64 {
    match axis {
        SerialAxis::Slide(slide) => slide.start_m,
        SerialAxis::Hinge(hinge) => hinge.start_deg.to_radians(),
    }
}

/// The bounds of an axis, m or rad.
fn limit(axis: &SerialAxis) -> Option<[f64; 2]> {
    let [min, max] = match axis {
        SerialAxis::Slide(slide) => [slide.limit_min_m, slide.limit_max_m],
        SerialAxis::Hinge(hinge) => {
            [hinge.limit_min_deg, hinge.limit_max_deg].map(|bound| bound.map(f64::to_radians))
        }
    };
    let is_limited = min.is_some() || max.is_some();
    is_limited.then(|| {
        [
            min.unwrap_or(f64::NEG_INFINITY),
            max.unwrap_or(f64::INFINITY),
        ]
    })
}
