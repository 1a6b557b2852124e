//! What a block and its contacts ask of bodies and of particles alike.

use super::lane::{Cell, Lane, MOST_LANES, ROW};
use super::scenery::Scenery;
use super::vector::Vector;
use glam::DVec3;

/// Motion of the same body or particle of several ragdolls. What is provided is that of
/// one that does not turn.
pub trait Mover<L: Lane>: Copy {
    /// What is constant of it.
    type Constants;
    /// Its state in the world.
    type State: Copy;
    /// Where it was before and after it was integrated.
    type Integrated: Copy;

    /// Whether it turns. What does not is gripped at its centre, without a lever.
    const TURNS: bool;

    /// The numbers of a state, its place counted from an origin.
    fn row_of<C: Cell>(state: &Self::State, origin: DVec3) -> [C; ROW];

    /// The state of these numbers.
    fn state_of<C: Cell>(row: &[C; ROW], origin: DVec3) -> Self::State;

    /// A motion in each lane, from the numbers of each.
    fn from_rows(token: L::Token, rows: &[[L::Cell; ROW]; MOST_LANES]) -> Self;

    /// The numbers of each lane.
    fn put_into_rows(&self, rows: &mut [[L::Cell; ROW]; MOST_LANES]);

    /// Where it was before and after it was integrated, as numbers of each lane.
    fn put_integrated_into_rows(
        integrated: &Self::Integrated,
        rows: &mut [[L::Cell; ROW]; MOST_LANES],
    );

    /// The other way round.
    fn integrated_from_rows(
        token: L::Token,
        rows: &[[L::Cell; ROW]; MOST_LANES],
    ) -> Self::Integrated;

    /// As if the motion had taken it nowhere.
    fn integrated(&self) -> Self::Integrated;

    /// The sum of all its numbers.
    fn sum(&self) -> L;

    /// Takes drag and gravity, moves for a substep, and tells where from and to.
    fn integrate(&mut self, constants: &Self::Constants, scenery: &Scenery) -> Self::Integrated;

    /// Leads it back to where its mean velocity would have taken it, where it flies freely
    /// (`flight.rs`).
    fn lead_back_where(
        &mut self,
        flies: L::Mask,
        integrated: &mut Self::Integrated,
        scenery: &Scenery,
    );

    /// Velocities from what the corrections have moved it.
    fn derive_velocities(
        &mut self,
        constants: &Self::Constants,
        integrated: &Self::Integrated,
        scenery: &Scenery,
    );

    /// 1/kg.
    fn inverse_mass(constants: &Self::Constants) -> f64;

    /// Position of its centre, m.
    fn position(&self) -> Vector<L>;

    /// From its centre to a point, given in its frame, m.
    #[inline(always)]
    fn lever(&self, arm: Vector<L>) -> Vector<L> {
        arm
    }

    /// From its centre to a point, in its frame, m.
    #[inline(always)]
    fn arm(&self, lever: Vector<L>) -> Vector<L> {
        lever
    }

    /// Velocity at the end of a lever, m/s.
    fn velocity_at(&self, lever: Option<Vector<L>>) -> Vector<L>;

    /// What turning adds to the inverse of the mass behind a direction at the end of a
    /// lever, 1/kg times the square of its length.
    #[inline(always)]
    fn turning(&self, _: &Self::Constants, _: Option<Vector<L>>, direction: Vector<L>) -> L {
        direction.x.like(0.0)
    }

    /// Changes its velocities by an impulse at the end of a lever, N·s.
    fn push_velocity(
        &mut self,
        constants: &Self::Constants,
        lever: Option<Vector<L>>,
        push: Vector<L>,
    );

    /// Takes spin, at most all of it, by an angular impulse against it, N·m·s.
    #[inline(always)]
    fn slow_spin(&mut self, _: &Self::Constants, _: L) {}

    /// Its velocity, m/s, and its angular velocity, rad/s.
    fn velocities(&self) -> [Vector<L>; 2];

    /// Begins a pass that pushes its place, and returns its angular velocity: until the pass
    /// ends the rotation of the pass is kept in its stead.
    #[inline(always)]
    fn begin_pushes(&mut self) -> Vector<L> {
        self.position().like([0.0; 3])
    }

    /// Ends that pass: turns it, and gives it its angular velocity back. Where it has not
    /// been turned, not even rounding may change it: another lane must not be seen.
    #[inline(always)]
    fn end_pushes(&mut self, _: Vector<L>) {}

    /// Position of the end of a lever in such a pass, m.
    #[inline(always)]
    fn place_at(&self, _: Option<Vector<L>>) -> Vector<L> {
        self.position()
    }

    /// Pushes the end of a lever in such a pass, kg·m.
    fn push_place(
        &mut self,
        constants: &Self::Constants,
        lever: Option<Vector<L>>,
        push: Vector<L>,
    );

    /// Takes velocities where a mask holds.
    fn take_velocities_where(&mut self, mask: L::Mask, velocities: [Vector<L>; 2]);

    /// Twice its kinetic energy, J.
    fn twice_kinetic_energy(&self, constants: &Self::Constants) -> L;
}

/// A place led back by half of what a substep has changed the velocity, where it flies
/// freely: the mean of both velocities is that of the parabola.
#[inline(always)]
pub fn led_back<L: Lane>(
    place: Vector<L>,
    [before, after]: [Vector<L>; 2],
    flies: L::Mask,
    scenery: &Scenery,
) -> Vector<L> {
    let back = (before - after) * place.x.like(0.5 * scenery.h);
    Vector::select(flies, place + back, place)
}
