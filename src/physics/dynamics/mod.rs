//! Equations of motion with joints that hold exactly: what the methods beside relaxation
//! share.
//!
//! In each substep forces change the velocities; a [`JointSolver`] takes from them what
//! joints forbid; then stops, contacts, pulls and pins push through the joints
//! ([`contact_space`]), once to move and once without the push that parts what overlaps, so
//! that it leaves no speed behind. Methods differ in their joint solver alone.
//!
//! Velocities and impulses of an *assembly*, all that joints make answer together, lie side
//! by side in *slots*. Sources: Gästrin, sections 5 and 6; Baraff, "Fast contact force
//! computation for nonpenetrating rigid bodies" (1994).

pub mod balance;
pub mod contact_space;
pub mod direct;
pub mod driven;
pub mod gradient;
pub mod inertia;
mod motion;
mod order;
pub mod pieces;
mod rows;
mod settings;
pub mod slots;
mod sparse;
mod stepper;

use super::interrupt::Interrupt;
use super::method::Drift;
use super::model::Model;
use super::state::State;
use contact_space::HalfAnswers;
use driven::Driven;
use gradient::{Block, ScalarRow};
use inertia::Inertias;
pub use motion::{move_freely, move_slots};
pub use settings::{parameters, ContactSettings};
use slots::{Slots, Spatial};
pub use stepper::Dynamics;

/// What a joint solver sees of a substep.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// What is constant.
    pub model: &'a Model,
    /// Poses and velocities as the substep begins.
    pub state: &'a State,
    /// Where each mover lies.
    pub slots: &'a Slots,
    /// Masses, in slots.
    pub inertias: &'a Inertias,
    /// Duration of the substep, s.
    pub h: f64,
    /// Whether the step is to end before it is done.
    pub interrupt: &'a Interrupt,
}

/// What the halves of the answers of two rows make together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halves {
    /// All that a row answers another: `G = Y Yᵀ`.
    Answer,
    /// What joints take of the answer that there would be without them:
    /// `G = J M⁻¹ Jᵀ − Y Yᵀ`.
    Taken,
}

/// How a method holds joints together.
pub trait JointSolver: Clone + Default + Send + 'static {
    /// Rebuilds what is derived from the model.
    fn prepare(&mut self, model: &Model, slots: &Slots);

    /// Moves things to where its joints hold them, and says how far.
    fn enter(&mut self, model: &Model, slots: &Slots, state: &mut State) -> Drift;

    /// Into how many pieces a substep may be cut for the sake of the joints, a power of two.
    fn most_pieces(&self, _: &Model) -> u32 {
        1
    }

    /// Whether a substep is short enough for the joints of an assembly; `velocities` are its
    /// slots, which forces have changed, and scratch memory.
    fn fits(&mut self, _: Now<'_>, _: usize, _: &mut [Spatial]) -> bool {
        true
    }

    /// Takes in the poses of an assembly as a substep begins.
    fn begin(&mut self, now: Now<'_>, assembly: usize);

    /// Lets joints act on the velocities of an assembly that forces have changed;
    /// `velocities` are its slots.
    fn hold(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]);

    /// What impulses on an assembly do to its velocities; `motions` are its slots, impulses
    /// before and velocities after.
    fn respond(&mut self, now: Now<'_>, assembly: usize, motions: &mut [Spatial]);

    /// Whether joints that are stretched push back with the energy that it took, so that deep
    /// overlaps are parted before the motion.
    fn parts_overlaps(&self, _: &Model) -> bool {
        false
    }

    /// The slot of something whose joints it could not hold since it was asked last, if so.
    fn take_not_held(&mut self) -> Option<usize> {
        None
    }

    /// Whether it follows springs of drives through the motion of a substep, as forces; to the
    /// others they are impulses like any other.
    const FOLLOWS_SPRINGS: bool = false;

    /// What the halves of its answers make.
    const HALVES: Halves = Halves::Taken;

    /// Half of what impulses on an assembly do, each given by its blocks: the rows of `Y`.
    fn half_respond<'a>(
        &mut self,
        _: Now<'_>,
        _assembly: usize,
        _impulses: impl Iterator<Item = &'a [Block]>,
        _into: &mut HalfAnswers,
    ) {
    }

    /// Whether it holds a row of equality of a constraint itself, by their indices. What it
    /// does not hold is solved with the contacts.
    fn holds(&self, constraint: usize, row: usize) -> bool;

    /// How a violated stop gives way: by how much per impulse, and at which rate it wants to
    /// go back; nothing if it does not.
    fn stop(&self, _: Now<'_>, _: &ScalarRow) -> Option<(f64, f64)> {
        None
    }

    /// Whether an articulation moves with the velocity of the end of a substep, and so has to
    /// be led back in free flight.
    fn moves_with_new_velocity(&self, _: &Model, _: usize) -> bool {
        true
    }

    /// Moves an assembly for the substep: `moving` are the velocities that move it, `kept`
    /// those that it keeps, both in its slots.
    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    );
}

/// How a substep ends for an assembly.
pub struct End<'a> {
    /// Velocities that move it, in its slots.
    pub moving: &'a [Spatial],
    /// Velocities that it keeps.
    pub kept: &'a [Spatial],
    /// Masses, in all slots.
    pub inertias: &'a Inertias,
    /// Whether nothing touches or holds it.
    pub flies: bool,
    /// The springs of its joints, where they are all that pushes it.
    pub driven: Option<Driven<'a>>,
    /// Duration of the substep, s.
    pub h: f64,
    /// Whether the step is to end before it is done.
    pub interrupt: &'a Interrupt,
}
