//! What the settings and the planes of a scene give to all figures.

use super::lane::Lane;
use super::vector::Vector;
use crate::physics::constraint::stop::are_met_ahead;
use crate::physics::math::{decay, decayed_way};
use crate::physics::model::{Precision, Surface};
use crate::physics::{Model, ObstacleShape, Settings};
use glam::DVec3;

/// Most planes of a scene.
pub const MOST_PLANES: usize = 4;

/// Whether there is a crowd. Where a step is one substep, figures creep three times as fast in
/// one, so that double precision has none.
pub fn has_crowd(settings: &Settings) -> bool {
    let common = &settings.common;
    settings.method.is_batchable() && (common.substeps > 1 || common.precision == Precision::Single)
}

/// Share of a velocity that drag leaves after `h` seconds; `own` of the thing itself.
pub fn kept(own: Option<f64>, common: f64, h: f64) -> f64 {
    decay(own.unwrap_or(common), h)
}

/// How long gravity acts within `h` seconds, less what drag takes of it, s; `own` drag of
/// the thing itself.
pub fn fall_s(own: Option<f64>, settings: &Settings, h: f64) -> f64 {
    decayed_way(own.unwrap_or(settings.common.linear_drag), h)
}

/// Duration of a substep as it is set, s.
pub fn duration_of_substep(settings: &Settings) -> f64 {
    settings.common.step_s / f64::from(settings.common.substeps)
}

/// What the settings and the planes of a scene give for every figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenery {
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Duration of a substep, s.
    pub h: f64,
    /// Gravity, m/s².
    pub gravity: [f64; 3],
    /// Change of velocity by gravity in a substep, m/s.
    pub fall: [f64; 3],
    /// Velocity of the air, m/s.
    pub air: [f64; 3],
    /// Share of the relative turning of joined limbs that a substep takes.
    pub damping: f64,
    /// Whether stops are met ahead.
    pub meets_stops: bool,
    /// The planes.
    pub planes: Vec<Plane>,
}

/// A half space.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// A point of it, m.
    pub point: DVec3,
    /// Out of it, a unit vector.
    pub normal: DVec3,
    /// Its surface.
    pub surface: Surface,
    /// Its index among the obstacles.
    pub obstacle: usize,
}

impl Scenery {
    /// Velocity after drag, of which the share `kept` is left, and gravity of a substep,
    /// which acts for `fall_s`.
    #[inline(always)]
    pub fn free_flight<L: Lane>(&self, velocity: Vector<L>, kept: f64, fall_s: f64) -> Vector<L> {
        let air = self.air.map(|speed| speed * (1.0 - kept));
        let fall = self.gravity.map(|gravity| gravity * fall_s);
        velocity * velocity.x.like(kept) + velocity.like(fall) + velocity.like(air)
    }

    /// Takes another duration of the substeps, s.
    pub fn retime(&mut self, settings: &Settings, h: f64) {
        self.h = h;
        self.fall = (settings.common.gravity * h).to_array();
        self.damping = 1.0 - decay(settings.common.joint_damping, h);
    }

    /// What counts for the figures of a model.
    pub fn of(model: &Model) -> Scenery {
        let common = &model.settings.common;
        let h = duration_of_substep(&model.settings);
        let planes = model.obstacles.iter().enumerate();
        let planes = planes.filter(|(_, obstacle)| obstacle.shape == ObstacleShape::Plane);
        Scenery {
            substeps: common.substeps,
            iterations: model.settings.passes(),
            h,
            gravity: common.gravity.to_array(),
            fall: (common.gravity * h).to_array(),
            air: common.air_velocity.to_array(),
            damping: 1.0 - decay(common.joint_damping, h),
            meets_stops: are_met_ahead(&model.settings),
            planes: planes
                .map(|(obstacle, plane)| {
                    let normal = plane.orientation * DVec3::Y;
                    Plane {
                        point: plane.position,
                        normal,
                        surface: plane.surface,
                        obstacle,
                    }
                })
                .collect(),
        }
    }
}
