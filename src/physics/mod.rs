//! The physics core: what moves, what holds it together, and how a step is made.
//!
//! Knows nothing of files, clocks, windows or scenes. SI units and radians, y up,
//! right-handed; a quaternion maps the body frame to the world. The same model
//! and state give the same bits on every run: all trigonometry is libm's, and
//! nothing is ordered by hashing or by time.
#![deny(clippy::disallowed_methods)]

pub mod active;
mod air;
pub mod attach;
pub mod blast;
pub mod collide;
pub mod conflict;
pub mod constraint;
pub mod contact;
pub mod convex;
pub mod coordinate;
mod disjoint_sets;
pub mod divergence;
pub mod drive;
pub mod dynamics;
mod flight;
pub mod hold;
pub mod interrupt;
pub mod island;
pub mod iteration_budget;
pub mod joint_damping;
pub mod joint_tree;
pub(crate) mod joints;
pub mod kinematic;
pub mod lanes;
pub mod ledger;
pub mod linkage;
mod load;
pub mod loops;
pub mod math;
pub mod method;
pub mod model;
mod model_change;
pub mod order;
pub mod probe;
pub mod random;
pub mod report;
pub mod rotation;
mod sequential;
pub mod settings;
pub mod shape;
pub mod state;
pub mod step;
pub mod substepping;
pub mod swing_twist;
mod tearing;
pub mod tetrahedron;
mod warm_start;
pub mod world;

pub use attach::{Attachment, Frame, Level};
pub use blast::Blast;
pub use constraint::Constraint;
pub use contact::Contact;
pub use convex::{Convex, Core, Pose};
pub use coordinate::{Carrier, Coordinate};
pub use divergence::{Divergence, DivergenceCause};
pub use drive::{Aim, Aims, Drive, DriveAction};
pub use hold::{Holds, Pull, Spring, WorldPin};
pub use interrupt::Interrupt;
pub use model::{
    BodyModel, ColliderId, ContactSpring, Model, Obstacle, ObstacleShape, OrthogonalDrag,
    ParticleModel, StickModel, Surface, TriangleModel,
};
pub use settings::{CommonSettings, MethodSettings, Order, Precision, Settings, VerletSettings};
pub use state::{BodyState, Lead, ParticleState, State};
pub use step::Impact;
pub use tetrahedron::{motion_of, MassProperties, Tetrahedron, TetrahedronModel};
pub use world::{StepOutcome, World};
