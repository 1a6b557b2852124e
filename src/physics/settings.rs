//! Settings of the simulation: what every method needs, and what one method alone does.

use super::constraint::LimitModel;
use super::math::{decay, decayed_way};
pub use super::method::{MethodSettings, Relaxation, VerletSettings};
use super::model::BodyModel;
pub use super::order::Order;
use glam::{DQuat, DVec3};

/// Number type of the crowd: ragdolls that are alike and touch nothing but planes, which make
/// whole steps side by side. Everything else has 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Precision {
    /// 64 bits; no crowd where the settings do not suit one, or where a step is one substep.
    #[default]
    Double,
    /// 32 bits.
    Single,
}

/// Settings of the simulation, all of which may change between steps.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// What every method needs.
    pub common: CommonSettings,
    /// What the method alone needs.
    pub method: MethodSettings,
}

impl From<CommonSettings> for Settings {
    fn from(common: CommonSettings) -> Settings {
        let method = MethodSettings::default();
        Settings { common, method }
    }
}

impl From<VerletSettings> for Settings {
    fn from(settings: VerletSettings) -> Settings {
        Settings {
            common: CommonSettings::default(),
            method: settings.into(),
        }
    }
}

impl Settings {
    /// How constraints are relaxed one after another, if they are.
    pub fn relaxation(&self) -> Option<Relaxation> {
        self.method.relaxation()
    }

    /// Weighting of relaxation, 0 = uniform to 1 = mass-weighted.
    pub fn weighting(&self) -> f64 {
        self.relaxation().map_or(1.0, |own| own.weighting)
    }

    /// Factor on corrections of constraints that are relaxed.
    pub fn over_relaxation(&self) -> f64 {
        self.relaxation().map_or(1.0, |own| own.over_relaxation)
    }

    /// Whether positions are relaxed and velocities follow from them, as in the papers.
    pub fn relaxes_positions(&self) -> bool {
        self.relaxation().is_some_and(|own| own.moves_places)
    }

    /// Passes over constraints in a substep; one of methods that do not relax them.
    pub fn passes(&self) -> u32 {
        self.relaxation().map_or(1, |own| own.iterations)
    }
}

/// What every method needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct CommonSettings {
    /// Gravity, m/s².
    pub gravity: DVec3,
    /// Velocity of the air, to which drag brings everything, m/s.
    pub air_velocity: DVec3,
    /// Duration of a step, s.
    pub step_s: f64,
    /// Substeps per step.
    pub substeps: u32,
    /// Decay rate of velocities, 1/s.
    pub linear_drag: f64,
    /// Decay rate of angular velocities, 1/s.
    pub angular_drag: f64,
    /// Decay rate of the relative turning of joined limbs, 1/s.
    pub joint_damping: f64,
    /// How limits measure angles that have no model of their own.
    pub limit_model: LimitModel,
    /// To which side of a wall limbs are moved that have got into it.
    pub wall_side: WallSide,
    /// At which moment of a substep contacts are taken.
    pub contact_moment: ContactMoment,
    /// Whether things at rest fall asleep.
    pub sleeping: bool,
    /// Number type.
    pub precision: Precision,
}

impl Default for CommonSettings {
    fn default() -> CommonSettings {
        CommonSettings {
            gravity: DVec3::new(0.0, -9.81, 0.0),
            air_velocity: DVec3::ZERO,
            step_s: 1.0 / 60.0,
            substeps: 1,
            linear_drag: 0.0,
            angular_drag: 0.0,
            joint_damping: 0.0,
            limit_model: LimitModel::default(),
            wall_side: WallSide::default(),
            contact_moment: ContactMoment::default(),
            sleeping: true,
            precision: Precision::default(),
        }
    }
}

/// To which side of a wall a limb is moved whose ends are on both of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WallSide {
    /// To the nearest of what is in the wall.
    #[default]
    Nearest,
    /// To that where it is connected to the torso (Jakobsen, section 7).
    Torso,
}

/// At which moment of a substep the geometry of a contact is taken (Gästrin, section 4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContactMoment {
    /// When the surfaces first touch on the way, wherever they are at its end.
    #[default]
    Swept,
    /// The same, looked for only where they overlap at the end of the way.
    Backtracked,
    /// At the end of the way.
    AtEnd,
}

/// What drag and gravity make of a velocity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FreeFlight {
    /// Share of a velocity that drag leaves.
    pub kept: f64,
    /// What gravity and the air add, m/s.
    pub gain: DVec3,
}

impl FreeFlight {
    /// The velocity after the substep, m/s.
    pub fn velocity(&self, before: DVec3) -> DVec3 {
        before * self.kept + self.gain
    }
}

/// What drag and gravity make of the velocity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyFreeFlight {
    /// Of all of it.
    pub all: FreeFlight,
    /// Where drag is another one across an axis: that unit vector in the world, and what
    /// becomes of what is across it. The body keeps its orientation within the substep.
    pub across: Option<(DVec3, FreeFlight)>,
}

impl BodyFreeFlight {
    /// The velocity after the substep, m/s.
    pub fn velocity(&self, before: DVec3) -> DVec3 {
        let along = self.all.velocity(before);
        match self.across {
            None => along,
            Some((axis, across)) => along_and_across(axis, along, across.velocity(before)),
        }
    }
}

impl From<FreeFlight> for BodyFreeFlight {
    fn from(all: FreeFlight) -> BodyFreeFlight {
        BodyFreeFlight { all, across: None }
    }
}

/// The vector that is one along an axis and another one across it.
pub fn along_and_across(axis: DVec3, along: DVec3, across: DVec3) -> DVec3 {
    across + axis * axis.dot(along - across)
}

impl CommonSettings {
    /// How a particle flies through a substep of `h` seconds: the exact solution of
    /// `dv/dt = g − c (v − air)`.
    pub fn free_flight(&self, h: f64) -> FreeFlight {
        self.free_flight_with(self.linear_drag, h)
    }

    /// The same of a body with an orientation, with its own drag; what is across an axis
    /// flies by itself, for the equation is linear.
    pub fn free_flight_of(&self, body: &BodyModel, orientation: DQuat, h: f64) -> BodyFreeFlight {
        BodyFreeFlight {
            all: self.free_flight_with(body.linear_drag.unwrap_or(self.linear_drag), h),
            across: body.orthogonal_drag.map(|drag| {
                let across = self.free_flight_with(drag.rate, h);
                (orientation * drag.axis, across)
            }),
        }
    }

    fn free_flight_with(&self, drag: f64, h: f64) -> FreeFlight {
        let kept = decay(drag, h);
        FreeFlight {
            kept,
            gain: self.gravity * decayed_way(drag, h) + self.air_velocity * (1.0 - kept),
        }
    }

    /// From where the motion `x += v h`, with the new velocity, ends where the mean
    /// velocity leads from here; m from here.
    pub fn half_way_back(
        &self,
        free_flight: impl Into<BodyFreeFlight>,
        velocity: DVec3,
        h: f64,
    ) -> DVec3 {
        (velocity - free_flight.into().velocity(velocity)) * (0.5 * h)
    }
}
