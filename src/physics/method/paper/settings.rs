//! Settings of the papers' methods.

use super::conjugate_gradients::StickSolver;
use super::dislocation::Coincident;
use super::iteration::OwnIterations;
use super::jacobi::RelaxationScheme;
use super::misprint::Misprints;
use crate::physics::constraint::LimitModel;
use crate::physics::iteration_budget::IterationBudget;
use crate::physics::method::{OwnSettings, Relaxation, RelaxationMut};

/// What the state of a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StateForm {
    /// Two poses; velocities are their difference (Baltman & Radeztsky, equations 4.1 to 4.5).
    #[default]
    VelocityLess,
    /// Pose and velocities, which constraints correct both (equations 4.6 to 4.8).
    Velocity,
    /// Pose and velocities of the same time: poses are corrected as of two, and velocities at
    /// the end (Jakobsen, section 7).
    Leapfrog,
}

/// How contacts act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ContactMode {
    /// As constraints (Baltman & Radeztsky, section 9).
    #[default]
    Constraint,
    /// As springs and impulses (section 5) between loose things; what hangs in joints still takes
    /// the constraint.
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
    /// As a rotation about the axis, by the norms of the inverse inertias (equation 8.10).
    Norm,
}

/// What the method is set to, all of which may change between steps.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperSettings {
    /// Relaxation iterations per substep.
    pub iterations: u32,
    /// Those of kinds of constraints that make others.
    pub own_iterations: OwnIterations,
    /// Iterations stop when no error of length exceeds this, m.
    pub early_out: Option<f64>,
    /// Iterations stop when one moves nothing further than this, m.
    pub stop_at_change: Option<f64>,
    /// Who gets fewer iterations.
    pub budget: IterationBudget,
    /// 0 = uniform to 1 = mass-weighted relaxation.
    pub weighting: f64,
    /// Factor on relaxation corrections.
    pub over_relaxation: f64,
    /// What the state of a body is.
    pub form: StateForm,
    /// How contacts act.
    pub contacts: ContactMode,
    /// What bounds the friction of particles.
    pub particle_friction: ParticleFriction,
    /// At which state the constraints of a pass are taken.
    pub scheme: RelaxationScheme,
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
    /// Equations to be used as printed.
    pub misprints: Misprints,
}

impl PaperSettings {
    /// The velocity-less form with two mass-weighted iterations, without misprints.
    pub const STANDARD: PaperSettings = PaperSettings {
        iterations: 2,
        own_iterations: OwnIterations::NONE,
        early_out: None,
        stop_at_change: None,
        budget: IterationBudget::EVEN,
        weighting: 1.0,
        over_relaxation: 1.0,
        form: StateForm::VelocityLess,
        contacts: ContactMode::Constraint,
        particle_friction: ParticleFriction::Coulomb,
        scheme: RelaxationScheme::GaussSeidel,
        stick_solver: StickSolver::Relaxation,
        gradient_steps: 20,
        square_root: SquareRoot::Exact,
        coincident: Coincident::Upward,
        inertia_split: InertiaSplit::Exact,
        misprints: Misprints::NONE,
    };
}

impl OwnSettings for PaperSettings {
    fn relaxation(&self) -> Option<Relaxation> {
        Some(Relaxation {
            iterations: self.own_iterations.most(self.iterations),
            weighting: self.weighting,
            over_relaxation: self.over_relaxation,
            moves_places: self.form != StateForm::Velocity,
        })
    }

    fn relaxation_mut(&mut self) -> Option<RelaxationMut<'_>> {
        Some(RelaxationMut {
            iterations: &mut self.iterations,
            weighting: Some(&mut self.weighting),
            over_relaxation: Some(&mut self.over_relaxation),
        })
    }

    /// By the components of the quaternion (Baltman & Radeztsky, 8.1 to 8.4).
    fn limit_model(&self) -> Option<LimitModel> {
        Some(LimitModel::Component)
    }

    fn budget(&self) -> IterationBudget {
        self.budget
    }

    fn solves_nets_at_once(&self) -> bool {
        self.stick_solver == StickSolver::ConjugateGradients
    }

    fn goes_on_from(&self, before: &PaperSettings) -> bool {
        self.form == before.form
    }
}
