//! Default values of the scene document and the tests for them.

use super::*;

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            format: FORMAT.into(),
            version: VERSION,
            name: String::new(),
            description: String::new(),
            place: Place::default(),
            gravity_m_s2: default_gravity(),
            air_velocity_m_s: [0.0; 3],
            solver: Solver::default(),
            materials: Vec::new(),
            obstacles: Vec::new(),
            bodies: Vec::new(),
            particles: Vec::new(),
            constraints: Vec::new(),
            ragdolls: Vec::new(),
            collision_rules: Vec::new(),
            launcher: None,
        }
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            method: DEFAULT_METHOD.into(),
            preset: Preset::Default,
            rate_hz: None,
            substeps: None,
            iterations: None,
            joint_iterations: None,
            limit_iterations: None,
            stick_iterations: None,
            contact_iterations: None,
            early_out_m: None,
            stop_at_change_m: None,
            detail: None,
            full_detail_within_m: NEAR_M,
            least_iterations: 1,
            viewpoint_x_m: 0.0,
            viewpoint_y_m: 0.0,
            viewpoint_z_m: 0.0,
            most_relaxations: None,
            relaxation_scheme: RelaxationScheme::GaussSeidel,
            weighting: 1.0,
            over_relaxation: 1.0,
            linear_drag_per_s: None,
            angular_drag_per_s: None,
            joint_damping_per_s: None,
            state_form: None,
            limit_model: None,
            contacts: None,
            particle_friction: None,
            stick_solver: StickSolver::Relaxation,
            gradient_steps: GRADIENT_STEPS,
            square_root: None,
            coincident: None,
            wall_side: WallSide::Nearest,
            contact_moment: ContactMoment::Swept,
            inertia_split: InertiaSplit::Exact,
            matrix: None,
            stabilisation: None,
            baumgarte_alpha_per_s: None,
            baumgarte_beta_per_s: None,
            stiffness_n_m: None,
            damping_n_s_m: None,
            integrator: None,
            step_control: None,
            stretch_per_substep_mm: None,
            rule: None,
            contact_sweeps: None,
            contact_residual_m_s: None,
            as_printed: Vec::new(),
            sleeping: true,
            precision: Precision::F64,
            order: Order::Listed,
            seed: 0,
        }
    }
}

impl Default for Launcher {
    fn default() -> Launcher {
        Launcher {
            ball: Ball::default(),
            position_m: [0.0, 1.3, 3.0],
            direction: [0.0, 0.0, -1.0],
            speed_m_s: 12.0,
            count: 1,
            spread_deg: 0.0,
            fire_at_s: None,
        }
    }
}

impl Default for Ball {
    fn default() -> Ball {
        Ball {
            radius_m: 0.15,
            mass_kg: Some(5.0),
            density_kg_m3: None,
            restitution: 0.3,
            friction: DEFAULT_FRICTION,
        }
    }
}

impl Default for Material {
    fn default() -> Material {
        Material {
            id: 0,
            name: String::new(),
            restitution: 0.0,
            friction: DEFAULT_FRICTION,
            rolling_resistance: DEFAULT_ROLLING,
            contact_stiffness_n_m: None,
            contact_damping_n_s_m: None,
        }
    }
}

const DEFAULT_METHOD: &str = "verlet";
const DEFAULT_FRICTION: f64 = 0.6;
const DEFAULT_ROLLING: f64 = 0.01;
const NEAR_M: f64 = 5.0;
const GRADIENT_STEPS: u32 = 20;

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
// Compared by bits, so that a negative zero is written and comes back.
pub(super) fn is_zero(value: &f64) -> bool {
    value.to_bits() == 0
}
pub(super) fn is_origin(value: &[f64; 3]) -> bool {
    value.iter().all(is_zero)
}
pub(super) fn default_gravity() -> [f64; 3] {
    [0.0, -9.81, 0.0]
}
pub(super) fn is_default_gravity(value: &[f64; 3]) -> bool {
    value.map(f64::to_bits) == default_gravity().map(f64::to_bits)
}
pub(super) fn is_default_method(value: &str) -> bool {
    value == DEFAULT_METHOD
}
pub(super) fn one() -> f64 {
    1.0
}
pub(super) fn is_one(value: &f64) -> bool {
    *value == 1.0
}
pub(super) fn is_single(value: &u32) -> bool {
    *value == 1
}
pub(super) fn is_gradient_steps(value: &u32) -> bool {
    *value == GRADIENT_STEPS
}
pub(super) fn is_near(value: &f64) -> bool {
    *value == NEAR_M
}
pub(super) fn yes() -> bool {
    true
}
pub(super) fn is_true(value: &bool) -> bool {
    *value
}
pub(super) fn is_false(value: &bool) -> bool {
    !*value
}
pub(super) fn no_rotation() -> [f64; 4] {
    [1.0, 0.0, 0.0, 0.0]
}
pub(super) fn is_no_rotation(value: &[f64; 4]) -> bool {
    value.map(f64::to_bits) == no_rotation().map(f64::to_bits)
}
pub(super) fn default_friction() -> f64 {
    DEFAULT_FRICTION
}
pub(super) fn is_default_friction(value: &f64) -> bool {
    *value == DEFAULT_FRICTION
}
pub(super) fn default_rolling() -> f64 {
    DEFAULT_ROLLING
}
pub(super) fn is_default_rolling(value: &f64) -> bool {
    *value == DEFAULT_ROLLING
}
