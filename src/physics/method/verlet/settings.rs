//! Settings of Verlet relaxation.

use super::dislocation::Coincident;
use super::iteration::OwnIterations;
use super::nets::StickSolver;
use super::spending::Spending;
use crate::physics::method::misprint::Need;
use crate::physics::method::{Misprints, OwnSettings};

/// Order in which constraints are solved within an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As listed.
    #[default]
    Listed,
    /// From last to first.
    Reversed,
    /// Forward and backward in turn.
    Alternating,
    /// What is nearer to the world or to the first member of its articulation first.
    RootToLeaf,
    /// Shuffled by this seed, the same in each iteration.
    Shuffled(u64),
}

/// How constraints reach the velocities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StateForm {
    /// Positions are corrected and velocities are what has been moved in a substep
    /// (Baltman & Radeztsky, equations 4.1 to 4.5).
    #[default]
    VelocityLess,
    /// Positions and velocities are corrected in turn after the motion (equations
    /// 4.6 to 4.8), as in the paper.
    Velocity,
    /// Velocities are corrected before the motion with the impulses of the last
    /// substep as the first guess, positions after it.
    Impulse,
    /// As `Impulse`, but joints and contacts act as stiff damped springs; a second
    /// pass takes the speed that they added.
    Soft,
}

/// How a pin divides its error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PinSolve {
    /// All three rows at once.
    #[default]
    Block,
    /// Along the error only, as in the paper.
    Direction,
}

/// How contacts act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContactMode {
    /// As constraints (Baltman & Radeztsky, section 9).
    #[default]
    Constraint,
    /// As springs and impulses (section 5) between loose things; what hangs in
    /// joints still takes the constraint, since springs let it sink.
    Penalty,
}

/// How the length of a stick is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SquareRoot {
    /// As it is.
    #[default]
    Exact,
    /// By one step of Newton's method from the rest length (Jakobsen, section 4).
    FirstOrder,
}

/// What bounds the friction of what is made of particles, where positions are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParticleFriction {
    /// All that pushes the two sides apart in a substep.
    #[default]
    Coulomb,
    /// In each pass the depth that it finds (Jakobsen, section 7).
    ByDepth,
}

/// How an angular correction is divided between two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InertiaSplit {
    /// By the full inertia; angular momentum is kept.
    #[default]
    Exact,
    /// As a rotation about the axis, by the moments about it (equation 8.8).
    Axis,
    /// As a rotation about the axis, by the norms of the inverse inertias
    /// (equation 8.10).
    Norm,
}

/// How a free body turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RotationUpdate {
    /// With the angular momentum kept through the middle of the step.
    #[default]
    Midpoint,
    /// With a constant angular velocity (equations 4.2 and 4.7), which forgets
    /// that a body with unequal moments tumbles.
    TorqueOnly,
}

/// What Verlet relaxation alone is set to, all of which may change between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct VerletSettings {
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Those of kinds of constraints that make others.
    pub own_iterations: OwnIterations,
    /// Iterations stop when no error of length exceeds this, m.
    pub early_out: Option<f64>,
    /// On what iterations are spent.
    pub spending: Spending,
    /// 0 = uniform to 1 = mass-weighted relaxation.
    pub weighting: f64,
    /// Factor on relaxation corrections.
    pub over_relaxation: f64,
    /// Order of solution.
    pub order: Order,
    /// How constraints reach the velocities.
    pub form: StateForm,
    /// How a pin divides its error.
    pub pins: PinSolve,
    /// How contacts act.
    pub contacts: ContactMode,
    /// What bounds the friction of particles.
    pub particle_friction: ParticleFriction,
    /// Whether contacts of loose things begin with the impulses of the last substep, where
    /// velocities are what has been moved.
    pub warm_start: bool,
    /// How the distances of particles are solved.
    pub stick_solver: StickSolver,
    /// Most steps of conjugate gradients in an iteration.
    pub gradient_steps: u32,
    /// How the lengths of sticks are found.
    pub square_root: SquareRoot,
    /// What parts two points at one place that are to have a distance.
    pub coincident: Coincident,
    /// How angular corrections are divided.
    pub inertia_split: InertiaSplit,
    /// How free bodies turn.
    pub rotation: RotationUpdate,
    /// Equations to be used as printed.
    pub misprints: Misprints,
}

impl VerletSettings {
    /// Mass-weighted relaxation in fifteen passes, without misprints.
    pub const STANDARD: VerletSettings = VerletSettings {
        iterations: 15,
        own_iterations: OwnIterations::NONE,
        early_out: None,
        spending: Spending::EVEN,
        weighting: 1.0,
        over_relaxation: 1.0,
        order: Order::Listed,
        form: StateForm::VelocityLess,
        pins: PinSolve::Block,
        contacts: ContactMode::Constraint,
        particle_friction: ParticleFriction::Coulomb,
        warm_start: true,
        stick_solver: StickSolver::Relaxation,
        gradient_steps: 20,
        square_root: SquareRoot::Exact,
        coincident: Coincident::Upward,
        inertia_split: InertiaSplit::Exact,
        rotation: RotationUpdate::Midpoint,
        misprints: Misprints::NONE,
    };
}

impl Default for VerletSettings {
    fn default() -> VerletSettings {
        VerletSettings::STANDARD
    }
}

impl OwnSettings for VerletSettings {
    fn goes_on_from(&self, before: &VerletSettings) -> bool {
        (self.form, self.order, self.warm_start) == (before.form, before.order, before.warm_start)
    }

    fn misprints_mut(&mut self) -> Option<&mut Misprints> {
        Some(&mut self.misprints)
    }

    fn has(&self, need: Need) -> bool {
        match need {
            Need::VelocityLess => self.form == StateForm::VelocityLess,
            Need::Velocity => self.form == StateForm::Velocity,
            Need::Relaxed => self.form != StateForm::Soft,
            Need::Parted => matches!(self.form, StateForm::VelocityLess | StateForm::Velocity),
            Need::KeepsVelocities => self.form != StateForm::VelocityLess,
            Need::Penalty => self.contacts == ContactMode::Penalty,
            Need::ContactConstraint => self.contacts == ContactMode::Constraint,
            Need::MassWeighting => self.weighting > 0.0,
            _ => false,
        }
    }
}
