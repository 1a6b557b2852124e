//! Which model may take the place of another in a run, and how what rests goes on in it.

use super::constraint::{Constraint, ConstraintRows};
use super::joint_tree::articulation_of;
use super::model::Model;
use super::state::{Rest, State};

impl Model {
    /// Whether joints that hold in this model are broken in another, of as many constraints.
    pub(super) fn breaks_into(&self, other: &Model) -> bool {
        let mut pairs = self.constraints.iter().zip(&other.constraints);
        pairs.any(|(now, then)| matches!(then, Constraint::Broken(_)) && now != then)
    }

    /// Whether what moves in this model can go on in another: the same things in the same
    /// order and of the same shape, joined by the same kinds of constraints, some of which
    /// may be broken.
    pub(super) fn has_same_things_as(&self, other: &Model) -> bool {
        let particles = |m: &Model| -> Vec<_> {
            let each = m.particles.iter();
            each.map(|p| (p.fixed, p.radius)).collect()
        };
        let bodies = |m: &Model| -> Vec<_> {
            let each = m.bodies.iter();
            each.map(|b| b.shape.clone()).collect()
        };
        let pieces = |m: &Model| -> Vec<_> {
            let each = m.pieces.iter();
            each.map(|p| (p.body, p.place, p.shape.clone())).collect()
        };
        let articulations = |m: &Model| -> Vec<_> {
            (0..m.movers())
                .map(|mover| articulation_of(m, mover))
                .collect()
        };
        let sticks = |m: &Model| -> Vec<_> {
            let each = m.sticks.iter();
            each.map(|s| (s.a, s.b, s.radius, s.flat)).collect()
        };
        let goes_on = |(now, then): (&Constraint, &Constraint)| {
            let of = |c: &Constraint| (c.kind_name(), c.row_count());
            of(now) == of(then) || matches!(then, Constraint::Broken(_))
        };
        let tetrahedra = |m: &Model| -> Vec<_> {
            let each = m.tetrahedra.iter();
            each.map(|t| (t.carrier, t.shape.clone())).collect()
        };
        let triangles = |m: &Model| -> Vec<_> {
            let each = m.triangles.iter();
            each.map(|t| (t.corners, t.radius, t.meets_joined, t.meets_itself))
                .collect()
        };
        particles(self) == particles(other)
            && tetrahedra(self) == tetrahedra(other)
            && triangles(self) == triangles(other)
            && bodies(self) == bodies(other)
            && pieces(self) == pieces(other)
            && sticks(self) == sticks(other)
            && self.constraints.len() == other.constraints.len()
            && self.constraints.iter().zip(&other.constraints).all(goes_on)
            && (articulations(self) == articulations(other) || self.breaks_into(other))
    }

    /// Number of things that move.
    fn movers(&self) -> usize {
        self.particles.len() + self.bodies.len()
    }
}

/// How the articulations of a model rest into which those of another have broken. The piece
/// with the first thing of an articulation goes on as that did, and the others are free.
pub(super) fn rest_of_pieces(before: &Model, after: &Model, rest: &[Rest]) -> Vec<Rest> {
    let mut of_pieces = vec![Rest::PUT; after.articulations];
    // The last ones first, so that the first one counts.
    let mut first = vec![None; before.articulations];
    for mover in (0..before.movers()).rev() {
        first[articulation_of(before, mover)] = Some(mover);
    }
    for (articulation, mover) in first.into_iter().enumerate() {
        if let Some(mover) = mover {
            of_pieces[articulation_of(after, mover)] = rest[articulation];
        }
    }
    of_pieces
}

/// The angles of joints that count their turns in another model of as many constraints, rad: as
/// they were counted, or within half a turn of 0 where they were not.
pub(super) fn turns_in(before: &Model, after: &Model, state: &State) -> Vec<f64> {
    let mut turned = vec![0.0; after.counters()];
    for (now, then) in before.constraints.iter().zip(&after.constraints) {
        for ((from, _), (to, _)) in now.counted().into_iter().zip(then.counted()) {
            turned[to] = state.turned[from];
        }
    }
    turned
}
