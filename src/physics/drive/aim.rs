//! Targets of drives that move: where the springs of ball joints lead in place of the targets of
//! the model, as a part of the state.
//!
//! A target that turns with `v0` is ahead of the joint by `C + h (v − v0)` at the end of a
//! substep, so that stiffness and damper together ask for
//! `v + g λ = v0 − g h k C`, with `g = 1 / (h c + h² k)` as for one that stands still: a joint that
//! follows without a load pays nothing for damping. Source: own.

use crate::physics::math::rotation_from_vector;
use crate::physics::model::Model;
use glam::{DQuat, DVec3};

/// Where the spring of a ball joint leads from now on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aim {
    /// Index of the ball joint among the constraints.
    pub constraint: usize,
    /// Orientation in the parent's frame that the child should have now.
    pub orientation: DQuat,
    /// How that orientation turns on, in the parent's frame, rad/s: a pose that should be `q₁`
    /// after a step of `Δt` and is `q₀` now turns with the rotation vector of `q₁ q₀⁻¹` over `Δt`.
    pub angular_velocity: DVec3,
    /// Share of stiffness, damping and largest torque of the spring, 0 to 1.
    pub strength: f64,
}

impl Aim {
    /// An aim that stands still, with all of the spring's strength.
    pub fn at(constraint: usize, orientation: DQuat) -> Aim {
        Aim {
            constraint,
            orientation,
            angular_velocity: DVec3::ZERO,
            strength: 1.0,
        }
    }

    /// Whether its numbers make sense.
    pub fn is_sound(&self) -> bool {
        self.orientation.is_normalized()
            && self.angular_velocity.is_finite()
            && (0.0..=1.0).contains(&self.strength)
    }
}

/// The aims of a state by the index of their constraints; empty where all drives lead to the
/// targets of the model.
#[derive(Debug, PartialEq, Default)]
pub struct Aims {
    list: Vec<Aim>,
}

impl Clone for Aims {
    fn clone(&self) -> Aims {
        Aims {
            list: self.list.clone(),
        }
    }

    /// Takes no new memory where there is enough.
    fn clone_from(&mut self, other: &Aims) {
        self.list.clone_from(&other.list);
    }
}

impl Aims {
    /// The aim of a constraint.
    pub fn of(&self, constraint: usize) -> Option<&Aim> {
        let place = self.place(constraint).ok()?;
        self.list.get(place)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Aim> {
        self.list.iter()
    }

    /// Takes an aim in, for that of the same constraint if there is one.
    pub(in crate::physics) fn set(&mut self, aim: Aim) {
        match self.place(aim.constraint) {
            Ok(place) => self.list[place] = aim,
            Err(place) => self.list.insert(place, aim),
        }
    }

    /// Forgets those for which a condition does not hold.
    pub(in crate::physics) fn retain(&mut self, holds: impl Fn(&Aim) -> bool) {
        self.list.retain(holds);
    }

    /// Lets those turn on for `h` seconds whose articulation takes part.
    pub(in crate::physics) fn turn_on(
        &mut self,
        model: &Model,
        h: f64,
        takes_part: impl Fn(usize) -> bool,
    ) {
        for aim in &mut self.list {
            let articulation = model.articulation_of(aim.constraint);
            if aim.angular_velocity != DVec3::ZERO && articulation.is_some_and(&takes_part) {
                let turn = rotation_from_vector(aim.angular_velocity * h);
                aim.orientation = (turn * aim.orientation).normalize();
            }
        }
    }

    fn place(&self, constraint: usize) -> Result<usize, usize> {
        self.list
            .binary_search_by_key(&constraint, |aim| aim.constraint)
    }
}
