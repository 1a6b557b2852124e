//! What can change how something moves.

use crate::physics::model::ColliderId;

/// A cause of motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Its weight.
    Gravity,
    /// The air, still or moving.
    Drag,
    /// Its own motion, which carries it on.
    Inertia,
    /// A joint or a limit, by the index of its constraint.
    Constraint(usize),
    /// What drives the coordinate of a joint, by the index of its constraint.
    Drive(usize),
    /// Damping of the turning of joined limbs.
    JointDamping,
    /// The bounce of elastic limits.
    Stops,
    /// Two surfaces, of which the second pushes the first along their normal.
    Normal([ColliderId; 2]),
    /// Two surfaces that rub.
    Friction([ColliderId; 2]),
    /// Two surfaces that bounce.
    Bounce([ColliderId; 2]),
    /// Friction of contacts that act as springs.
    Springs,
    /// Resistance to rolling, and what else contacts do beside pushing and rubbing.
    Rolling,
    /// The hand.
    Pull,
    /// Points that are pinned to the world.
    Pins,
    /// It came to rest and was stopped.
    Rest,
    /// A throw, a blast or an edit between two steps.
    Outside,
    /// What the method adds by its form.
    Form(Form),
}

/// What a method adds by its form, beside forces and constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// Motion on a parabola instead of along the new velocity.
    Parabola,
    /// Velocities taken from displacements are not quite the sum of these: turns do not add.
    Displacement,
    /// Joints brought back together, and overlap parted, without a velocity.
    Projection,
    /// What impulses of joints at one pose leave unexplained, as where a rule looks at several.
    Rule,
    /// Rounding to the numbers of a crowd.
    Precision,
    /// What impulses of contacts leave unexplained: rounding, and turns that do not add.
    Contacts,
}
