//! The solver settings of a scene document.

use super::constraint::LimitModel;
use super::defaults::*;
pub use crate::physics::method::Misprint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Method, preset and values that override the preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Solver {
    /// Method id as listed by `ragdoll-lab methods`.
    #[serde(skip_serializing_if = "is_default_method")]
    pub method: String,
    /// Named set of values for the settings below; a setting given here overrides it.
    #[serde(skip_serializing_if = "is_default")]
    pub preset: Preset,
    /// Steps per second, Hz.
    #[serde(skip_serializing_if = "is_default")]
    pub rate_hz: Option<f64>,
    /// Substeps per step.
    #[serde(skip_serializing_if = "is_default")]
    pub substeps: Option<u32>,
    /// Relaxation iterations per substep.
    #[serde(skip_serializing_if = "is_default")]
    pub iterations: Option<u32>,
    /// Iterations over pins, hinges and other joints; absent = same as `iterations`.
    #[serde(skip_serializing_if = "is_default")]
    pub joint_iterations: Option<u32>,
    /// Iterations over angle limits; absent = same as `iterations`.
    #[serde(skip_serializing_if = "is_default")]
    pub limit_iterations: Option<u32>,
    /// Iterations over distances and surfaces; absent = same as `iterations`.
    #[serde(skip_serializing_if = "is_default")]
    pub stick_iterations: Option<u32>,
    /// Iterations over contacts; absent = same as `iterations`.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_iterations: Option<u32>,
    /// Iterations stop when no joint error exceeds this, m; absent = all iterations run.
    #[serde(skip_serializing_if = "is_default")]
    pub early_out_m: Option<f64>,
    /// Iterations stop when one moves nothing further than this, m; absent = all iterations
    /// run.
    #[serde(skip_serializing_if = "is_default")]
    pub stop_at_change_m: Option<f64>,
    /// How iterations are distributed.
    #[serde(skip_serializing_if = "is_default")]
    pub detail: Option<Detail>,
    /// Distance from the viewpoint within which all iterations run, m; further away, their
    /// number falls with apparent size. This and the next four need the detail `distance`.
    #[serde(skip_serializing_if = "is_near")]
    pub full_detail_within_m: f64,
    /// Iterations that run at any distance.
    #[serde(skip_serializing_if = "is_single")]
    pub least_iterations: u32,
    /// Viewpoint x: the point from which distances are measured, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_x_m: f64,
    /// Viewpoint y, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_y_m: f64,
    /// Viewpoint z, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_z_m: f64,
    /// Maximum number of constraint relaxations in a step; absent = no limit.
    #[serde(skip_serializing_if = "is_default")]
    pub most_relaxations: Option<f64>,
    /// State at which the constraints of a pass are solved.
    #[serde(skip_serializing_if = "is_default")]
    pub relaxation_scheme: RelaxationScheme,
    /// Weighting of relaxation from 0 (uniform) to 1 (mass-weighted).
    #[serde(skip_serializing_if = "is_one")]
    pub weighting: f64,
    /// Factor on each relaxation correction, 1 = plain Gauss-Seidel.
    #[serde(skip_serializing_if = "is_one")]
    pub over_relaxation: f64,
    /// Linear drag, 1/s: speed decays as exp(-drag t); absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub linear_drag_per_s: Option<f64>,
    /// Angular drag, 1/s; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub angular_drag_per_s: Option<f64>,
    /// Joint damping, 1/s: relative rotation of joined limbs decays as exp(-damping t),
    /// faster between sticks of different inertia; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub joint_damping_per_s: Option<f64>,
    /// Quantities that make up the state of a rigid body; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub state_form: Option<StateForm>,
    /// How joint limits measure angles, unless a limit sets its own model; absent = the
    /// preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub limit_model: Option<LimitModel>,
    /// How contacts between rigid bodies are solved; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub contacts: Option<ContactMode>,
    /// Limit on the friction of particles, sticks and surfaces, in the state forms
    /// `velocity-less` and `leapfrog`.
    #[serde(skip_serializing_if = "is_default")]
    pub particle_friction: Option<ParticleFriction>,
    /// How sticks and distances between particles are solved.
    #[serde(skip_serializing_if = "is_default")]
    pub stick_solver: StickSolver,
    /// Maximum number of conjugate gradient steps per iteration, with the stick solver
    /// `conjugate-gradients`.
    #[serde(skip_serializing_if = "is_gradient_steps")]
    pub gradient_steps: u32,
    /// How the length of a stick is computed.
    #[serde(skip_serializing_if = "is_default")]
    pub square_root: Option<SquareRoot>,
    /// How two points at the same position are separated when they must have a distance.
    #[serde(skip_serializing_if = "is_default")]
    pub coincident: Option<Coincident>,
    /// Side to which a limb inside a wall is pushed out.
    #[serde(skip_serializing_if = "is_default")]
    pub wall_side: WallSide,
    /// Moment of a substep at which contact geometry is computed.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_moment: ContactMoment,
    /// How an angle correction is shared between two bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub inertia_split: InertiaSplit,
    /// How the matrix of the joints is solved, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub matrix: Option<Matrix>,
    /// How joint drift is corrected, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub stabilisation: Option<Stabilisation>,
    /// Baumgarte's factor on the rate of an error, 1/s, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub baumgarte_alpha_per_s: Option<f64>,
    /// Square root of Baumgarte's factor on an error, 1/s, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub baumgarte_beta_per_s: Option<f64>,
    /// Stiffness of joints, N/m, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub stiffness_n_m: Option<f64>,
    /// Damping of joints, N·s/m, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub damping_n_s_m: Option<f64>,
    /// How springs are integrated, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub integrator: Option<Integrator>,
    /// Whether substeps have a fixed or adaptive length, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub step_control: Option<StepControl>,
    /// Largest change of a joint error in an adaptive substep, mm, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub stretch_per_substep_mm: Option<f64>,
    /// How joint angles are integrated, with `reduced`.
    #[serde(skip_serializing_if = "is_default")]
    pub rule: Option<Rule>,
    /// Maximum number of sweeps over joint limits and contacts, with `multipliers`, `reduced`
    /// and `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_sweeps: Option<u32>,
    /// Residual at which the sweeps stop, m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_residual_m_s: Option<f64>,
    /// Equations of the papers that are used as printed, with their misprints; each at most
    /// once.
    #[serde(skip_serializing_if = "is_default")]
    pub as_printed: Vec<Misprint>,
    /// Whether bodies at rest fall asleep.
    #[serde(skip_serializing_if = "is_true")]
    pub sleeping: bool,
    /// Number type for crowds: identical ragdolls that touch only planes. Everything else
    /// uses double precision.
    #[serde(skip_serializing_if = "is_default")]
    pub precision: Precision,
    /// Order in which constraints are solved.
    #[serde(skip_serializing_if = "is_default")]
    pub order: Order,
    /// Seed of all random numbers.
    #[serde(skip_serializing_if = "is_default")]
    pub seed: u64,
}

/// Named solver settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// The first of the method.
    #[default]
    Default,
    /// Smaller joint errors at twice the cost.
    High,
    /// A hundredth of the stiffness; of the method `springs`.
    Soft,
    /// Baltman and Radeztsky's, with two poses; of the method `paper`.
    Baltman,
    /// Baltman and Radeztsky's, with velocities and penalty contacts.
    BaltmanVelocity,
    /// Jakobsen's particles and sticks.
    Jakobsen,
    /// Delannoy's particles and sticks.
    Delannoy,
}

/// Quantities that make up the state of a rigid body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StateForm {
    /// Current and previous pose; velocities are their difference.
    VelocityLess,
    /// Pose and velocities, both corrected after the motion.
    Velocity,
    /// Pose and velocities of the same time: half of what forces do before the motion, half
    /// after it.
    Leapfrog,
}

/// State at which the constraints of a pass are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RelaxationScheme {
    /// Each at the state that the last one left.
    #[default]
    GaussSeidel,
    /// All at the state before the pass.
    Jacobi,
}

/// How iterations are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// The same number everywhere.
    Even,
    /// Fewer iterations far from the viewpoint.
    Distance,
}

/// How contacts between rigid bodies are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContactMode {
    /// As constraints, solved with the joints.
    Constraint,
    /// As springs and dampers, with an impulse at impact.
    Penalty,
}

/// Limit on the friction of particles, sticks and surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParticleFriction {
    /// In proportion to the total push that separates the two surfaces in a substep.
    Coulomb,
    /// In proportion to the depth found in each iteration.
    ByDepth,
}

/// How sticks and distances between particles are solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StickSolver {
    /// As all other constraints are.
    #[default]
    Relaxation,
    /// All connected sticks at once, with conjugate gradients.
    ConjugateGradients,
}

/// How the length of a stick is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SquareRoot {
    /// With the exact square root.
    Exact,
    /// First-order approximation about the rest length.
    FirstOrder,
}

/// How two points at the same position are separated when they must have a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coincident {
    /// Pushed upward.
    Upward,
    /// Pushed slightly in a random direction, from the seed.
    Random,
}

/// Side to which a limb inside a wall is pushed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WallSide {
    /// To the nearest side.
    #[default]
    Nearest,
    /// To the side where it is connected to the torso.
    Torso,
}

/// Moment of a substep at which contact geometry is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContactMoment {
    /// When the surfaces first touch in the substep.
    #[default]
    Swept,
    /// When they touched, but only for surfaces that overlap at the end of the substep.
    Backtracked,
    /// At the end of the substep.
    AtEnd,
}

/// How the matrix of the joints is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Matrix {
    /// Non-zero entries only.
    Sparse,
    /// All entries.
    Dense,
}

/// How joint drift is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stabilisation {
    /// Velocities that keep joints together, then projections of the poses.
    Project,
    /// Accelerations that correct errors like a damped spring.
    Baumgarte,
    /// Accelerations without correction.
    None,
}

/// Length of the substeps of springs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepControl {
    /// All substeps have the same length.
    Fixed,
    /// Substeps are split when joints stretch too much in them.
    Adaptive,
}

/// How springs are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Integrator {
    /// Forward Euler: positions move with the old velocities.
    #[serde(rename = "forward-euler")]
    ForwardEuler,
    /// Symplectic Euler: positions move with the new velocities.
    #[serde(rename = "symplectic-euler")]
    SymplecticEuler,
    /// Second-order Runge-Kutta: forces at the middle of the substep.
    #[serde(rename = "runge-kutta-2")]
    RungeKutta2,
    /// Backward Euler: linearised forces at the end of the substep.
    #[serde(rename = "backward-euler")]
    BackwardEuler,
}

/// How joint angles are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Rule {
    /// Rates first, then angles with the new rates.
    #[serde(rename = "semi-implicit")]
    SemiImplicit,
    /// Fourth-order Runge-Kutta while nothing touches.
    #[serde(rename = "runge-kutta-4")]
    RungeKutta4,
}

/// How an angle correction is shared between two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InertiaSplit {
    /// By the inverse inertias: conserves angular momentum.
    #[default]
    Exact,
    /// By the moments of inertia about the correction axis (the paper's 8.7 and 8.8).
    Axis,
    /// By the magnitudes of the inverse inertias (the paper's 8.10).
    Norm,
}

/// Number type for crowds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// Double precision.
    #[default]
    #[serde(alias = "f64-crowd")]
    F64,
    /// Single precision.
    F32,
}

/// Order in which constraints are solved within an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As listed.
    #[default]
    Listed,
    /// From last to first.
    Reversed,
    /// Alternately forward and backward.
    Alternating,
    /// From root to leaf.
    RootToLeaf,
    /// Shuffled with the seed, in the same order in each iteration.
    Shuffled,
}
