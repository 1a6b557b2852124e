//! Which constraints an iteration visits: all, unless some are set to be visited a different
//! number of times (Jakobsen, section 7, on the cost of collision).
//!
//! A substep makes as many iterations as the group with the most. One with fewer takes part in
//! some that are spread evenly over them, and always in the last.

use super::parameters::put;
use super::settings::PaperSettings;
use crate::physics::constraint::{Constraint, ConstraintRows, Role};
use crate::physics::method::parameter::{Kind, ParameterSpec, Range, Standard, Value};
use crate::physics::settings::Settings;

/// Constraints that can have a number of iterations of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConstraintGroup {
    /// What holds points, axes or bodies together.
    Joints,
    /// Limits of angles.
    Limits,
    /// Distances, and what surfaces keep.
    Sticks,
    /// Contacts.
    Contacts,
}

impl ConstraintGroup {
    /// All of them.
    pub const ALL: [ConstraintGroup; 4] = [
        ConstraintGroup::Joints,
        ConstraintGroup::Limits,
        ConstraintGroup::Sticks,
        ConstraintGroup::Contacts,
    ];

    /// That of a constraint.
    pub fn of(constraint: &Constraint) -> ConstraintGroup {
        match constraint.role() {
            Role::Stick => ConstraintGroup::Sticks,
            Role::Limit => ConstraintGroup::Limits,
            Role::Joint | Role::Guide | Role::Other => ConstraintGroup::Joints,
        }
    }
}

/// Iterations per substep of groups that make others than all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnIterations([Option<u32>; 4]);

impl OwnIterations {
    /// None has its own.
    pub const NONE: OwnIterations = OwnIterations([None; 4]);

    /// Gives a group its own, or those of all.
    pub fn set(&mut self, group: ConstraintGroup, iterations: Option<u32>) {
        self.0[group as usize] = iterations;
    }

    /// Those of a group, where `all` are set for all.
    pub fn of(self, group: ConstraintGroup, all: u32) -> u32 {
        self.0[group as usize].unwrap_or(all)
    }

    /// Those of a substep: as many as the group with the most makes.
    pub fn most(self, all: u32) -> u32 {
        let each = ConstraintGroup::ALL.map(|group| self.of(group, all));
        each.into_iter().fold(1, u32::max)
    }
}

/// One iteration of a substep: a pass over all constraints, or over some groups.
#[derive(Debug, Clone, Copy)]
pub(super) struct Iteration {
    takes_part: [bool; 4],
}

impl Iteration {
    /// Iteration `number` of those that a substep makes, fewer than set for what is far away.
    pub fn new(settings: &PaperSettings, number: u32, made: u32) -> Iteration {
        let (own, all) = (settings.own_iterations, settings.iterations);
        let (made, most) = (u64::from(made.max(1)), u64::from(own.most(all)));
        let takes_part = ConstraintGroup::ALL.map(|group| {
            let visits = (u64::from(own.of(group, all)) * made).div_ceil(most);
            let through = |end: u32| u64::from(end) * visits / made;
            through(number + 1) > through(number)
        });
        Iteration { takes_part }
    }

    /// Whether a group takes part.
    pub fn has(self, group: ConstraintGroup) -> bool {
        self.takes_part[group as usize]
    }

    /// Whether a constraint does.
    pub fn visits(self, constraint: &Constraint) -> bool {
        self.has(ConstraintGroup::of(constraint))
    }
}

/// Iterations of a group, which are those of all unless set.
const fn iterations_of(
    key: &'static str,
    [label, own]: [&'static str; 2],
    help: &'static str,
    set: fn(&mut Settings, Value),
) -> ParameterSpec {
    ParameterSpec {
        key,
        label,
        unit: "",
        kind: Kind::Whole(Range::closed(1.0, 1e5, (1.0, 200.0))),
        default: Standard::Off {
            label: own,
            on: 4.0,
        },
        only_with: None,
        help,
        set,
    }
}

/// Puts the iterations of a group into the settings.
fn put_own(settings: &mut Settings, group: ConstraintGroup, value: Value) {
    let own = value.number().map(|number| number as u32);
    put(settings, Some((group, own)), |s, (group, own)| {
        s.own_iterations.set(group, own);
    });
}

pub(super) const JOINT_ITERATIONS: ParameterSpec = iterations_of(
    "joint_iterations",
    ["Separate joint iterations", "Joint iterations"],
    "Number of iterations over pins, hinges and other joints; off = same as Iterations (Jakobsen, \
     section 7).",
    |settings, value| put_own(settings, ConstraintGroup::Joints, value),
);

pub(super) const LIMIT_ITERATIONS: ParameterSpec = iterations_of(
    "limit_iterations",
    ["Separate limit iterations", "Limit iterations"],
    "Number of iterations over angle limits; off = same as Iterations.",
    |settings, value| put_own(settings, ConstraintGroup::Limits, value),
);

pub(super) const STICK_ITERATIONS: ParameterSpec = iterations_of(
    "stick_iterations",
    ["Separate stick iterations", "Stick iterations"],
    "Number of iterations over sticks, other distances and surfaces; off = same as Iterations.",
    |settings, value| put_own(settings, ConstraintGroup::Sticks, value),
);

pub(super) const CONTACT_ITERATIONS: ParameterSpec = iterations_of(
    "contact_iterations",
    ["Separate contact iterations", "Contact iterations"],
    "Number of iterations over contacts; the last iteration always includes them. Off = same as \
     Iterations.",
    |settings, value| put_own(settings, ConstraintGroup::Contacts, value),
);
