//! The solver settings of a scene document.

use super::constraint::LimitModel;
use super::defaults::*;
pub use crate::physics::method::Misprint;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Method, preset and the values that override the preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Solver {
    /// Method id as listed by `ragdoll-lab methods`.
    #[serde(skip_serializing_if = "is_default_method")]
    pub method: String,
    /// Named set of the values below that are absent unless given.
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
    /// Those over pins, hinges and other joints alone; absent = as many as over all.
    #[serde(skip_serializing_if = "is_default")]
    pub joint_iterations: Option<u32>,
    /// Those over limits of angles alone; absent = as many as over all.
    #[serde(skip_serializing_if = "is_default")]
    pub limit_iterations: Option<u32>,
    /// Those over distances and surfaces alone; absent = as many as over all.
    #[serde(skip_serializing_if = "is_default")]
    pub stick_iterations: Option<u32>,
    /// Those over contacts alone; absent = as many as over all.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_iterations: Option<u32>,
    /// Iterations stop when no joint is further apart than this, m; absent = all
    /// are made.
    #[serde(skip_serializing_if = "is_default")]
    pub early_out_m: Option<f64>,
    /// On what iterations are spent.
    #[serde(skip_serializing_if = "is_default")]
    pub detail: Option<Detail>,
    /// Distance from the viewpoint up to which all iterations are made, m; beyond, as many
    /// as the size on a picture. With the detail `distance`, as the next four.
    #[serde(skip_serializing_if = "is_near")]
    pub full_detail_within_m: f64,
    /// Iterations that are made however far something is.
    #[serde(skip_serializing_if = "is_single")]
    pub least_iterations: u32,
    /// Coordinate x of the point from which distances count, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_x_m: f64,
    /// Its coordinate y, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_y_m: f64,
    /// Its coordinate z, m.
    #[serde(skip_serializing_if = "is_zero")]
    pub viewpoint_z_m: f64,
    /// Most relaxations of constraints in a step; absent = as many as it takes.
    #[serde(skip_serializing_if = "is_default")]
    pub most_relaxations: Option<f64>,
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
    /// Damping of joints, 1/s: the relative turning of joined limbs decays as
    /// exp(-damping t), that of sticks of unlike inertia faster; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub joint_damping_per_s: Option<f64>,
    /// What the state of a rigid body consists of; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub state_form: Option<StateForm>,
    /// How the two sides of a pin are brought together; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub pins: Option<PinSolve>,
    /// How the angles of limits are measured that do not say so themselves;
    /// absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub limit_model: Option<LimitModel>,
    /// What keeps rigid bodies apart; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub contacts: Option<ContactMode>,
    /// What bounds the friction of what is made of particles, in the form `velocity-less`.
    #[serde(skip_serializing_if = "is_default")]
    pub particle_friction: ParticleFriction,
    /// Whether contacts of loose things begin with the impulses of the last substep, in the form
    /// `velocity-less`; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_start: Option<bool>,
    /// How what nothing touches or holds flies; absent = the preset's.
    #[serde(skip_serializing_if = "is_default")]
    pub free_flight: Option<FreeFlight>,
    /// How the sticks and distances of particles are solved on positions.
    #[serde(skip_serializing_if = "is_default")]
    pub stick_solver: StickSolver,
    /// Most steps of conjugate gradients in an iteration, where they are solved so.
    #[serde(skip_serializing_if = "is_gradient_steps")]
    pub gradient_steps: u32,
    /// How the length of a stick is found.
    #[serde(skip_serializing_if = "is_default")]
    pub square_root: SquareRoot,
    /// What parts two points at one place that are to have a distance.
    #[serde(skip_serializing_if = "is_default")]
    pub coincident: Coincident,
    /// To which side of a wall a limb is moved that has got into it.
    #[serde(skip_serializing_if = "is_default")]
    pub wall_side: WallSide,
    /// At which moment of a substep the geometry of a contact is taken.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_moment: ContactMoment,
    /// How the correction of an angle is divided between two bodies.
    #[serde(skip_serializing_if = "is_default")]
    pub inertia_split: InertiaSplit,
    /// How orientations move on.
    #[serde(skip_serializing_if = "is_default")]
    pub rotation: RotationUpdate,
    /// How the matrix of the joints is solved, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub matrix: Option<Matrix>,
    /// What keeps joints from drifting apart, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub stabilisation: Option<Stabilisation>,
    /// Baumgarte's factor of the rate of an error, 1/s, with `multipliers`.
    #[serde(skip_serializing_if = "is_default")]
    pub baumgarte_alpha_per_s: Option<f64>,
    /// Root of Baumgarte's factor of an error, 1/s, with `multipliers`.
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
    /// How long substeps are, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub step_control: Option<StepControl>,
    /// By how much the error of a joint may change in an adaptive substep, mm, with `springs`.
    #[serde(skip_serializing_if = "is_default")]
    pub stretch_per_substep_mm: Option<f64>,
    /// How joint angles are integrated, with `reduced`.
    #[serde(skip_serializing_if = "is_default")]
    pub rule: Option<Rule>,
    /// Most sweeps over stops and contacts, with the methods whose joints hold exactly.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_sweeps: Option<u32>,
    /// Residual at which those sweeps end, m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub contact_residual_m_s: Option<f64>,
    /// Equations of the papers that are used with their misprints, each at most once.
    #[serde(skip_serializing_if = "is_default")]
    pub as_printed: Vec<Misprint>,
    /// Whether things at rest fall asleep.
    #[serde(skip_serializing_if = "is_true")]
    pub sleeping: bool,
    /// Number type of crowds: ragdolls that are alike and touch nothing but planes. Everything else
    /// is in double precision.
    #[serde(skip_serializing_if = "is_default")]
    pub precision: Precision,
    /// Order in which constraints are solved.
    #[serde(skip_serializing_if = "is_default")]
    pub order: Order,
    /// Seed of everything random.
    #[serde(skip_serializing_if = "is_default")]
    pub seed: u64,
}

/// Named solver settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Good for play.
    #[default]
    Default,
    /// Tighter joints at twice the cost.
    High,
    /// Soft step.
    Soft,
    /// Warm-started velocity form.
    Velocity,
    /// The papers' settings.
    Paper,
    /// The papers' settings in velocity form.
    PaperVelocity,
}

/// What the state of a rigid body consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StateForm {
    /// Present and previous pose; velocities are their difference.
    VelocityLess,
    /// Pose and velocities, both corrected after the motion.
    Velocity,
    /// Pose and velocities; these are solved before the motion, from the impulses
    /// of the last substep, poses after it.
    Impulse,
    /// As `impulse`, but joints and contacts act as stiff damped springs.
    Soft,
}

/// How the two sides of a pin are brought together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PinSolve {
    /// All three directions at once.
    Block,
    /// Along the error alone, as in the paper.
    Direction,
}

/// On what iterations are spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// As many on all.
    Even,
    /// More than are set on heaps.
    Load,
    /// Fewer on what is far from the viewpoint.
    Distance,
}

/// What keeps rigid bodies apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContactMode {
    /// A constraint, solved with the joints.
    Constraint,
    /// Springs and dampers, with an impulse at impact.
    Penalty,
}

/// What bounds the friction of what is made of particles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ParticleFriction {
    /// All that pushes the two sides apart in a substep.
    #[default]
    Coulomb,
    /// In each pass the depth that it finds.
    ByDepth,
}

/// How the sticks and distances of particles are solved on positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StickSolver {
    /// One after the other.
    #[default]
    Relaxation,
    /// All of what hangs together at once.
    ConjugateGradients,
}

/// How the length of a stick is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SquareRoot {
    /// As it is.
    #[default]
    Exact,
    /// To first order about the rest length.
    FirstOrder,
}

/// What parts two points at one place that are to have a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coincident {
    /// A push upward.
    #[default]
    Upward,
    /// A small push in a direction by chance, from the seed.
    Random,
}

/// To which side of a wall a limb is moved that has got into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WallSide {
    /// To the nearest.
    #[default]
    Nearest,
    /// To that where it is connected to the torso.
    Torso,
}

/// At which moment of a substep the geometry of a contact is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContactMoment {
    /// When the surfaces first touch on the way.
    #[default]
    Swept,
    /// The same, looked for only where they overlap at the end of the way.
    Backtracked,
    /// At the end of the way.
    AtEnd,
}

/// How the matrix of the joints is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Matrix {
    /// What is filled alone.
    Sparse,
    /// All of it.
    Dense,
}

/// What keeps joints from drifting apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stabilisation {
    /// Velocities that break no joint, and projections of the poses.
    Project,
    /// Accelerations that take errors back like a damped spring.
    Baumgarte,
    /// Accelerations alone.
    None,
}

/// How long the substeps of springs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepControl {
    /// As many substeps as are set.
    Fixed,
    /// Cut where joints stretch too much in one.
    Adaptive,
}

/// How springs are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Integrator {
    /// Places move with the old velocities.
    #[serde(rename = "forward-euler")]
    ForwardEuler,
    /// Places move with the new velocities.
    #[serde(rename = "symplectic-euler")]
    SymplecticEuler,
    /// With the forces of the middle of the substep.
    #[serde(rename = "runge-kutta-2")]
    RungeKutta2,
    /// With the forces of the end of the substep, linearised.
    #[serde(rename = "backward-euler")]
    BackwardEuler,
}

/// How joint angles are integrated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Rule {
    /// Rates first, and angles with the new ones.
    #[serde(rename = "semi-implicit")]
    SemiImplicit,
    /// Of fourth order where nothing touches.
    #[serde(rename = "runge-kutta-4")]
    RungeKutta4,
}

/// How the correction of an angle is divided between two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InertiaSplit {
    /// By the inverse inertias, so that angular momentum is kept.
    #[default]
    Exact,
    /// By the moments about the axis of the correction (the paper's 8.7 and 8.8).
    Axis,
    /// By the magnitudes of the inverse inertias (the paper's 8.10).
    Norm,
}

/// How orientations move on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RotationUpdate {
    /// Angular momentum at the middle of the step; free bodies tumble.
    #[default]
    Midpoint,
    /// By torques alone, as in the paper: no gyroscopic term.
    TorqueOnly,
}

/// How what nothing touches or holds flies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FreeFlight {
    /// On the parabola.
    Exact,
    /// As in the paper, half a substep of gravity ahead of it.
    Discrete,
}

/// Number type of crowds.
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
    /// Forward and backward in turn.
    Alternating,
    /// From root to leaf.
    RootToLeaf,
    /// Shuffled by the seed, the same in each iteration.
    Shuffled,
}
