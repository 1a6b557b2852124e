//! What the settings and the planes of a scene give to all figures.

use super::lane::Lane;
use super::vector::Vector;
use crate::physics::math::decay;
use crate::physics::model::{
    ContactMode, FreeFlight, InertiaSplit, Misprints, Order, PinSolve, RotationUpdate, StateForm,
    Surface,
};
use crate::physics::{Model, ObstacleShape, Settings};
use glam::DVec3;

/// Most planes of a scene.
pub const MOST_PLANES: usize = 4;

/// Whether the kernels solve as these settings say.
pub fn suits(settings: &Settings) -> bool {
    settings.form == StateForm::VelocityLess
        && settings.contacts == ContactMode::Constraint
        && settings.inertia_split == InertiaSplit::Exact
        && settings.order == Order::Listed
        && settings.early_out.is_none()
        && settings.misprints == Misprints::default()
}

/// Share of a velocity that drag leaves after a substep; `own` of the thing itself.
pub fn kept(own: Option<f64>, common: f64, settings: &Settings) -> f32 {
    decay(own.unwrap_or(common), duration_of_substep(settings)) as f32
}

/// How long gravity acts within a substep, less what drag takes of it, s; `own` drag of
/// the thing itself.
pub fn fall_s(own: Option<f64>, common: f64, settings: &Settings) -> f32 {
    settings.fall_s(own.unwrap_or(common), duration_of_substep(settings)) as f32
}

/// A vector in single precision.
pub fn single(vector: DVec3) -> [f32; 3] {
    vector.to_array().map(|value| value as f32)
}

fn duration_of_substep(settings: &Settings) -> f64 {
    settings.step_s / f64::from(settings.substeps)
}

/// What the settings and the planes of a scene give for every figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenery {
    /// Substeps per step.
    pub substeps: u32,
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Duration of a substep, s.
    pub h: f32,
    /// Gravity, m/s².
    pub gravity: [f32; 3],
    /// Change of velocity by gravity in a substep, m/s.
    pub fall: [f32; 3],
    /// Velocity of the air, m/s.
    pub air: [f32; 3],
    /// Whether pins are solved in three rows at once.
    pub block_pins: bool,
    /// Whether free bodies keep their angular momentum.
    pub midpoint: bool,
    /// Whether what nothing touches flies on the parabola.
    pub exact_flight: bool,
    /// Share of the relative turning of joined limbs that a substep takes.
    pub damping: f32,
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
    /// The same in single precision.
    pub normal_single: [f32; 3],
    /// Its surface.
    pub surface: Surface,
}

impl Scenery {
    /// Velocity after drag, of which the share `kept` is left, and gravity of a substep,
    /// which acts for `fall_s`.
    #[inline(always)]
    pub fn coasting<L: Lane>(&self, velocity: Vector<L>, kept: f32, fall_s: f32) -> Vector<L> {
        let air = self.air.map(|speed| speed * (1.0 - kept));
        let fall = self.gravity.map(|gravity| gravity * fall_s);
        velocity * velocity.x.like(kept) + velocity.like(fall) + velocity.like(air)
    }

    /// What counts for the figures of a model.
    pub fn of(model: &Model) -> Scenery {
        let settings = &model.settings;
        let h = duration_of_substep(settings);
        let planes = model.obstacles.iter();
        let planes = planes.filter(|obstacle| obstacle.shape == ObstacleShape::Plane);
        Scenery {
            substeps: settings.substeps,
            iterations: settings.iterations,
            h: h as f32,
            gravity: single(settings.gravity),
            fall: single(settings.gravity * h),
            air: single(settings.air_velocity),
            block_pins: settings.pins == PinSolve::Block,
            midpoint: settings.rotation == RotationUpdate::Midpoint,
            exact_flight: settings.free_flight == FreeFlight::Exact,
            damping: (1.0 - decay(settings.joint_damping, h)) as f32,
            planes: planes
                .map(|plane| {
                    let normal = plane.orientation * DVec3::Y;
                    Plane {
                        point: plane.position,
                        normal,
                        normal_single: single(normal),
                        surface: plane.surface,
                    }
                })
                .collect(),
        }
    }
}
