//! Joints of an assembly solved all at once: `(J M⁻¹ Jᵀ + g) λ = r − J v`.
//!
//! `J` are the gradients of all rows of equality, `λ` their impulses, `r` the rates that are
//! wanted and `g` how far a joint gives way per impulse. The matrix is that of the rows
//! against each other; it is factorised in an order that is found once, which fills nothing
//! along a tree and what it must for loops (Gästrin, section 5.3, with the bodies eliminated
//! beforehand).

mod layout;

use super::contact_space::HalfAnswers;
use super::gradient::{split, Block, ScalarRow};
use super::inertia::Inertias;
use super::order::{least_degree_first, MOST_PAIRS};
use super::slots::{Slots, Spatial};
use super::sparse::Cholesky;
use super::Now;
use crate::physics::constraint::membrane::beyond_rows;
use crate::physics::constraint::{ConstraintRow, ConstraintRows, Sense};
use crate::physics::model::Model;
use crate::physics::state::State;
use layout::Layout;
use std::collections::{BTreeMap, BTreeSet};

/// Share of its own diagonal below which what is left of a row counts as nothing: it repeats
/// others, as in a loop. A light thing under a heavy one leaves its mass over the other's, and what
/// has slid 500 m away a few parts in a billion.
const REDUNDANT: f64 = 1e-10;

/// Whether zeros of the matrix are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Storage {
    /// Only what is filled is visited.
    #[default]
    Sparse,
    /// All of it.
    Dense,
}

/// Rows of equality of an assembly, and the factor of their matrix.
#[derive(Debug, Clone, Default)]
pub struct DirectRows {
    /// Constraints with rows of equality, in the order of elimination.
    order: Vec<usize>,
    storage: Storage,
    /// Scalar rows, in the order of elimination.
    rows: Vec<ScalarRow>,
    /// Where the blocks of each row begin, and where the last end.
    begins: Vec<usize>,
    blocks: Vec<Block>,
    /// What a unit impulse of each block does to its mover where nothing is joined.
    responses: Vec<Spatial>,
    /// Number of rows of each constraint in the order, for which the layout holds.
    counts: Vec<usize>,
    /// The same of the rows that are there now.
    counts_now: Vec<usize>,
    layout: Layout,
    factor: Cholesky,
    /// Per row, m/s or rad/s per impulse.
    gives: Vec<f64>,
    /// Impulse of each row.
    impulses: Vec<f64>,
}

impl DirectRows {
    /// The rows of some constraints, in an order in which they are eliminated well.
    pub fn new(model: &Model, constraints: &[usize], storage: Storage) -> DirectRows {
        let order = order_of(model, constraints);
        DirectRows {
            // Any order is right.
            order: order.unwrap_or_else(|| constraints.to_vec()),
            storage,
            ..DirectRows::default()
        }
    }

    /// Takes in the rows at the present poses and velocities, and the factor of their matrix;
    /// `give` says how far a row gives way, m/s or rad/s per impulse.
    pub fn take(&mut self, now: Now<'_>, give: impl Fn(&ScalarRow) -> f64) {
        self.list(now.model, now.state, now.slots);
        self.gives.clear();
        self.gives.extend(self.rows.iter().map(give));
        self.fill(now);
        let elements = self.factor.elements();
        for (place, give) in self.layout.pattern.diagonal().zip(&self.gives) {
            elements[place] += give;
        }
        self.factorise(now);
    }

    /// The same where each row gives way by a share of its own answer, so that rows which
    /// repeat each other share what they do.
    pub fn take_sharing(&mut self, now: Now<'_>, share: f64) {
        self.list(now.model, now.state, now.slots);
        self.fill(now);
        let elements = self.factor.elements();
        for place in self.layout.pattern.diagonal() {
            elements[place] *= 1.0 + share;
        }
        self.factorise(now);
    }

    /// Puts the elements of `J M⁻¹ Jᵀ` together.
    fn fill(&mut self, now: Now<'_>) {
        if self.counts != self.counts_now || self.layout.pattern.rows() != self.rows.len() {
            self.counts.clone_from(&self.counts_now);
            self.layout = Layout::of(self);
        }
        self.responses.clear();
        let respond = |block: &Block| now.inertias.of(block.slot).response(&block.of);
        self.responses.extend(self.blocks.iter().map(respond));
        let elements = self.factor.begin(&self.layout.pattern);
        for product in &self.layout.products {
            product.add(&self.responses, &self.blocks, elements);
        }
    }

    fn factorise(&mut self, now: Now<'_>) {
        let is_due = || now.interrupt.is_due();
        self.factor
            .factorise(&self.layout.pattern, REDUNDANT, is_due);
    }

    /// Lists the rows at the present poses and velocities.
    pub fn list(&mut self, model: &Model, state: &State, slots: &Slots) {
        self.rows.clear();
        self.blocks.clear();
        self.begins.clear();
        self.counts_now.clear();
        self.begins.push(0);
        for &constraint in &self.order {
            let before = self.rows.len();
            let constraint = &model.constraints[constraint];
            if constraint.has_equalities() {
                constraint.each_rate_row(state, &model.settings, &mut |_, row| {
                    if !is_equality(&row) {
                        return;
                    }
                    let mut end = self.blocks.len();
                    split(&row, state, slots, &mut self.blocks, |row, blocks| {
                        end += blocks.len();
                        self.rows.push(row);
                        self.begins.push(end);
                    });
                });
            }
            self.counts_now.push(self.rows.len() - before);
        }
    }

    /// Whether the rows that are listed are those of the factor, at whatever poses.
    pub fn has_factor(&self) -> bool {
        self.counts == self.counts_now && self.responses.len() == self.blocks.len()
    }

    /// The largest error of a row, m or rad; zero without rows.
    pub fn largest_error(&self) -> f64 {
        let errors = self.rows.iter().map(|row| row.error.abs());
        errors.fold(0.0, f64::max)
    }

    /// The slot of something whose points a row holds at more than a distance, m, if there is
    /// any.
    pub fn farther_than(&self, bound: f64) -> Option<usize> {
        let is_far = |row: &ScalarRow| !row.is_angle && row.error.abs() > bound;
        let row = self.rows.iter().position(is_far)?;
        self.of(row).first().map(|block| block.slot)
    }

    fn of(&self, row: usize) -> &[Block] {
        &self.blocks[self.begins[row]..self.begins[row + 1]]
    }

    /// The rows, in the order of elimination.
    pub fn rows(&self) -> &[ScalarRow] {
        &self.rows
    }

    /// Rate of the error of a row at velocities in the slots of the assembly, the first of
    /// which is `first`.
    pub fn rate(&self, row: usize, velocities: &[Spatial], first: usize) -> f64 {
        let blocks = self.of(row).iter();
        blocks.map(|b| b.of.dot(&velocities[b.slot - first])).sum()
    }

    /// Adds what impulses of the rows do to velocities in the slots of the assembly.
    pub fn push(
        &self,
        inertias: &Inertias,
        velocities: &mut [Spatial],
        first: usize,
        impulse: impl Fn(usize, &ScalarRow) -> f64,
    ) {
        for (i, row) in self.rows.iter().enumerate() {
            let impulse = impulse(i, row);
            for block in self.of(i) {
                let push = inertias.of(block.slot).response(&block.of.times(impulse));
                velocities[block.slot - first] += push;
            }
        }
    }

    /// Largest eigenvalue of `√s J M⁻¹ Jᵀ √s` with a scale `s` for each row, by the power
    /// method; zero without rows.
    pub fn largest_eigenvalue(
        &self,
        inertias: &Inertias,
        of: std::ops::Range<usize>,
        scale: impl Fn(&ScalarRow) -> f64,
    ) -> f64 {
        /// Passes; the two largest of a chain of ten are 3 % apart.
        const PASSES: usize = 400;
        let scales: Vec<f64> = self.rows.iter().map(|row| scale(row).sqrt()).collect();
        // Not orthogonal to any vector that a scene is likely to have.
        let mut vector: Vec<f64> = (0..scales.len()).map(|i| 1.0 + 0.3 * i as f64).collect();
        let mut value = 0.0;
        for _ in 0..PASSES {
            let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length <= 0.0 {
                return 0.0;
            }
            let mut velocities = vec![Spatial::ZERO; of.len()];
            let impulse = |i: usize, _: &ScalarRow| vector[i] / length * scales[i];
            self.push(inertias, &mut velocities, of.start, impulse);
            let rates = (0..scales.len()).map(|i| self.rate(i, &velocities, of.start) * scales[i]);
            vector = rates.collect();
            value = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        }
        value
    }

    /// The impulses of the rows that explain changes of velocities in the slots of the assembly;
    /// what they leave is solved for so many times more.
    pub fn impulses_of(
        &self,
        inertias: &Inertias,
        changes: &[Spatial],
        first: usize,
        refinements: u32,
    ) -> Vec<f64> {
        let mut impulses = vec![0.0; self.rows.len()];
        let mut left = changes.to_vec();
        for _ in 0..=refinements {
            let rates = (0..self.rows.len()).map(|row| self.rate(row, &left, first));
            let mut more: Vec<f64> = rates.collect();
            self.factor.solve(&self.layout.pattern, &mut more);
            for (impulse, more) in impulses.iter_mut().zip(&more) {
                *impulse += more;
            }
            self.push(inertias, &mut left, first, |row, _| -more[row]);
        }
        impulses
    }

    /// Visits what impulses of the rows do: constraint, slot and change of the velocity.
    pub fn each_push(
        &self,
        inertias: &Inertias,
        impulses: &[f64],
        mut visit: impl FnMut(usize, usize, Spatial),
    ) {
        let constraints = self.order.iter().zip(&self.counts_now);
        let owners = constraints.flat_map(|(&of, &rows)| std::iter::repeat_n(of, rows));
        for (row, (constraint, &impulse)) in owners.zip(impulses).enumerate() {
            for block in self.of(row) {
                let push = inertias.of(block.slot).response(&block.of.times(impulse));
                visit(constraint, block.slot, push);
            }
        }
    }

    /// Gives each row the rate that `wanted` says, as far as it does not give way.
    pub fn solve(
        &mut self,
        velocities: &mut [Spatial],
        first: usize,
        wanted: impl Fn(usize, &ScalarRow) -> f64,
    ) {
        let mut impulses = std::mem::take(&mut self.impulses);
        impulses.clear();
        let rows = self.rows.iter().enumerate();
        impulses.extend(rows.map(|(i, row)| wanted(i, row) - self.rate(i, velocities, first)));
        self.factor.solve(&self.layout.pattern, &mut impulses);
        for (row, &impulse) in impulses.iter().enumerate() {
            let of = self.begins[row]..self.begins[row + 1];
            for (block, response) in self.blocks[of.clone()].iter().zip(&self.responses[of]) {
                velocities[block.slot - first] += response.times(impulse);
            }
        }
        self.impulses = impulses;
    }

    /// Half of what impulses, each given by its blocks, do through the joints:
    /// `y = L⁻¹ J M⁻¹ p`.
    pub fn half_respond<'a>(
        &self,
        impulses: impl Iterator<Item = &'a [Block]>,
        into: &mut HalfAnswers,
    ) {
        into.resize(self.rows.len());
        for (place, blocks) in impulses.enumerate() {
            for impulse in blocks {
                for &(row, block) in self.layout.at_slot(impulse.slot) {
                    into.add(row, place, self.responses[block].dot(&impulse.of));
                }
            }
        }
        self.factor.half_solve(&self.layout.pattern, into);
    }
}

/// Some constraints in an order in which they are eliminated well, if there is one.
fn order_of(model: &Model, constraints: &[usize]) -> Option<Vec<usize>> {
    let bodies_from = model.particles.len();
    let movers = |&i: &usize| {
        let mut movers = Vec::new();
        for side in model.constraints[i].attachments() {
            side.each_mover(bodies_from, |mover| movers.push(mover));
        }
        movers
    };
    let movers: Vec<Vec<usize>> = constraints.iter().map(movers).collect();
    let mut at_mover: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (node, movers) in movers.iter().enumerate() {
        for &mover in movers {
            at_mover.entry(mover).or_default().push(node);
        }
    }
    let pairs: usize = at_mover.values().map(|at| at.len() * at.len()).sum();
    if pairs > MOST_PAIRS {
        return None;
    }
    let neighbours = movers.iter().enumerate().map(|(node, movers)| {
        let near = movers.iter().flat_map(|mover| &at_mover[mover]);
        near.copied().filter(|&other| other != node).collect()
    });
    let order = least_degree_first(neighbours.collect::<Vec<BTreeSet<usize>>>())?;
    Some(order.into_iter().map(|node| constraints[node]).collect())
}

/// Rows of joints of the assembly that has most.
pub fn most_rows(model: &Model) -> usize {
    // Articulations are found as it is built.
    let model = &model.clone().build();
    let slots = Slots::of(model);
    // A row of points is three.
    let rows = |&constraint: &usize| model.constraints[constraint].row_count() + 2;
    let of_assembly = |i| slots.constraints(i).iter().map(rows).sum();
    (0..slots.assemblies()).map(of_assembly).max().unwrap_or(0)
}

/// Why the joints of a model cannot be solved all at once, if so.
pub fn refuses(model: &Model) -> Option<&'static str> {
    if let Some(what) = beyond_rows(model) {
        return Some(what);
    }
    // Articulations are found as it is built.
    let model = &model.clone().build();
    let slots = Slots::of(model);
    let mut assemblies = 0..slots.assemblies();
    let is_too_dense = |i: usize| order_of(model, slots.constraints(i)).is_none();
    assemblies
        .any(is_too_dense)
        .then_some("joints that are too densely connected")
}

/// Whether a row asks for `C = 0`.
pub fn is_equality(row: &ConstraintRow) -> bool {
    match *row {
        ConstraintRow::Point { .. } => true,
        ConstraintRow::Coupled(coupled) => coupled.sense == Sense::Equality,
        ConstraintRow::Linear { sense, .. } | ConstraintRow::Angular { sense, .. } => {
            sense == Sense::Equality
        }
    }
}
