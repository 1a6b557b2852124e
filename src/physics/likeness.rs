//! Whether one model may take the place of another while it runs.

use super::constraint::ConstraintRows;
use super::model::Model;

/// Whether what moves in one model can go on in another: the same things in the same
/// order and of the same shape, joined by the same kinds of constraints.
pub(super) fn has_same_things(a: &Model, b: &Model) -> bool {
    let particles = |m: &Model| -> Vec<_> {
        let each = m.particles.iter();
        each.map(|p| (p.fixed, p.radius, p.articulation)).collect()
    };
    let bodies = |m: &Model| -> Vec<_> {
        let each = m.bodies.iter();
        each.map(|b| (b.shape, b.articulation)).collect()
    };
    let sticks = |m: &Model| -> Vec<_> {
        let each = m.sticks.iter();
        each.map(|s| (s.a, s.b, s.radius, s.flat)).collect()
    };
    let constraints = |m: &Model| -> Vec<_> {
        let each = m.constraints.iter();
        each.map(|c| (c.kind_name(), c.row_count())).collect()
    };
    let drives = |m: &Model| -> Vec<_> { m.drives.iter().map(|d| d.constraint).collect() };
    particles(a) == particles(b)
        && bodies(a) == bodies(b)
        && sticks(a) == sticks(b)
        && constraints(a) == constraints(b)
        && drives(a) == drives(b)
}
