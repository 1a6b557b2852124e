//! Impulses that give the rows of an island the rates that are wanted.

use super::subspace::{Subspace, MOST_ROWS};
use super::{Aim, Bound, ContactSpace};
use crate::physics::dynamics::ContactSettings;
use crate::physics::interrupt::Interrupt;

/// Sweeps that are made faster by going on and by exact steps, then as many that are not, and
/// so on: sliding friction may go round in circles with the first, and loads are shared slowly
/// with the others.
const FAST_SWEEPS: u32 = 200;
/// The others.
const PLAIN_SWEEPS: u32 = 200;
/// Sweeps after each of which the rows that are free are solved exactly.
const SWEEPS_BETWEEN_STEPS: u32 = 20;
/// Times that rows which get to their bound on the way are left out of such a step.
const MOST_BLOCKS: u32 = 6;
/// Share of its change below which what is left of an impulse counts as nothing.
const ROUNDING: f64 = 1e-12;
/// Times that such a step is halved until it keeps to the bounds of friction.
const MOST_HALVINGS: u32 = 12;

impl Aim {
    /// Share of its own answer by which each row gives way. What overlaps in a place without
    /// room cannot be parted; without this its impulses would grow for ever.
    fn give(self) -> f64 {
        match self {
            Aim::Moving => 1e-3,
            Aim::Kept => 0.0,
        }
    }
}

/// Where a row has to get, and how it answers itself.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Goal {
    /// m/s or rad/s.
    wanted: f64,
    /// How far it gives way, m/s or rad/s per impulse.
    give: f64,
    /// How it, and those bounded with it, answer themselves at most.
    stiffness: f64,
}

impl ContactSpace {
    /// Sweeps over the rows of an island until their residual is small; returns it.
    pub(super) fn solve_island(
        &mut self,
        island: &[(usize, usize)],
        aim: Aim,
        settings: ContactSettings,
        interrupt: &Interrupt,
    ) -> f64 {
        self.find_goals(island, aim);
        self.list_assemblies(island);
        let mut residual = 0.0;
        let mut conjugate = std::mem::take(&mut self.conjugate);
        conjugate.begin();
        for sweep in 0..settings.sweeps {
            conjugate.note(self.impulses(island), self.rates());
            residual = self.instructions.run(
                #[inline(always)]
                || self.sweep(island),
            );
            if residual <= settings.residual || interrupt.is_due_after(sweep) {
                break;
            }
            if sweep + 1 == settings.sweeps {
                break;
            }
            if sweep % (FAST_SWEEPS + PLAIN_SWEEPS) >= FAST_SWEEPS {
                conjugate.begin();
                continue;
            }
            if (sweep + 1) % SWEEPS_BETWEEN_STEPS == 0 && island.len() <= MOST_ROWS {
                self.step_exactly(island);
                // What thousands of pushes leave of rounding does not add up.
                self.refresh();
                conjugate.begin();
                continue;
            }
            if conjugate.turn(self.impulses(island), self.rates()) {
                for (&(_, row), further) in island.iter().zip(conjugate.impulses()) {
                    self.rows[row].impulse += further;
                }
                let mut further = conjugate.rates();
                for &assembly in &self.assemblies {
                    let rates = self.of_assembly[assembly].rates.iter_mut();
                    rates
                        .zip(&mut further)
                        .for_each(|(rate, further)| *rate += further);
                }
            }
        }
        self.conjugate = conjugate;
        residual
    }

    /// Relaxes the rows of an island one after the other; returns the largest change of a rate.
    #[inline(always)]
    fn sweep(&mut self, island: &[(usize, usize)]) -> f64 {
        let relaxed = island.iter().map(
            #[inline(always)]
            |&(_, row)| self.relax(row),
        );
        relaxed.fold(0.0, f64::max)
    }

    /// Impulses of the rows of an island.
    fn impulses<'a>(&'a self, island: &'a [(usize, usize)]) -> impl Iterator<Item = f64> + 'a {
        island.iter().map(|&(_, row)| self.rows[row].impulse)
    }

    /// Rates in the assemblies of the island that is solved.
    fn rates(&self) -> impl Iterator<Item = f64> + '_ {
        let assemblies = self.assemblies.iter();
        assemblies.flat_map(|&assembly| self.of_assembly[assembly].rates.iter().copied())
    }

    /// Finds where the rows of an island have to get.
    fn find_goals(&mut self, island: &[(usize, usize)], aim: Aim) {
        self.goals.resize(self.rows.len(), Goal::default());
        for &(_, row) in island {
            let this = &self.rows[row];
            let count = this.bound.rows();
            let stiffness = (0..count).map(|k| self.diagonal(row + k, row, count));
            self.goals[row] = Goal {
                wanted: match aim {
                    Aim::Moving => this.moving,
                    Aim::Kept => this.kept,
                },
                give: this.give + aim.give() * self.own_answer(row),
                stiffness: stiffness.fold(0.0, f64::max) * (1.0 + aim.give()),
            };
        }
    }

    /// Lists the assemblies of an island.
    fn list_assemblies(&mut self, island: &[(usize, usize)]) {
        self.assemblies.clear();
        let parts = island.iter().flat_map(|&(_, row)| self.parts[row]);
        self.assemblies
            .extend(parts.flatten().map(|part| part.assembly));
        self.assemblies.sort_unstable();
        self.assemblies.dedup();
    }

    /// Finds the rates of the assemblies of the island anew.
    fn refresh(&mut self) {
        for i in 0..self.assemblies.len() {
            self.find_rates(self.assemblies[i]);
        }
    }

    /// Solves the rows of an island that are not at a bound as if they had none, as far as the
    /// first gets to one; then those that are left.
    fn step_exactly(&mut self, island: &[(usize, usize)]) {
        let mut subspace = std::mem::take(&mut self.subspace);
        for _ in 0..MOST_BLOCKS {
            subspace.rows.clear();
            let mut rows = island.iter().map(|&(_, row)| row);
            while let Some(row) = rows.next() {
                let count = self.rows[row].bound.rows();
                if self.is_free(row) {
                    subspace.rows.extend(row..row + count);
                }
                // Rows that are bounded together follow each other.
                for _ in 1..count {
                    rows.next();
                }
            }
            subspace.answers.clear();
            for (k, &row) in subspace.rows.iter().enumerate() {
                self.list_answers(row, &subspace.rows[..=k], &mut subspace.answers);
            }
            subspace.solve(|row| self.missing(row));
            let part = self.way_within_bounds(island, &subspace);
            for (&row, &change) in subspace.rows.iter().zip(&subspace.change) {
                let impulse = self.rows[row].impulse + part * change;
                let stops =
                    self.rows[row].bound == Bound::Push && impulse <= ROUNDING * change.abs();
                let impulse = if stops { 0.0 } else { impulse };
                let change = impulse - self.rows[row].impulse;
                self.rows[row].impulse = impulse;
                self.push(row, change);
            }
            if part == 1.0 || part == 0.0 {
                break;
            }
        }
        self.subspace = subspace;
    }

    /// The part of a step after which all impulses are still within their bounds: so the
    /// sweeps go on from where less is missing, and not from pulls and slides.
    fn way_within_bounds(&mut self, island: &[(usize, usize)], step: &Subspace) -> f64 {
        let changes = || step.rows.iter().zip(&step.change);
        let mut part = 1.0_f64;
        for (&row, &change) in changes() {
            let row = &self.rows[row];
            if row.bound == Bound::Push && change < 0.0 {
                part = part.min(row.impulse / -change);
            }
        }
        for _ in 0..MOST_HALVINGS {
            for (&row, &change) in changes() {
                self.rows[row].impulse += part * change;
            }
            let is_within = island.iter().all(|&(_, row)| self.is_within(row));
            for (&row, &change) in changes() {
                self.rows[row].impulse -= part * change;
            }
            if is_within {
                return part;
            }
            part *= 0.5;
        }
        0.0
    }

    /// Whether the impulse of a row, with those bounded with it, is no longer than it may be.
    fn is_within(&self, row: usize) -> bool {
        let bound = self.rows[row].bound;
        match bound {
            Bound::Friction { .. } | Bound::Grasp { .. } | Bound::Within { .. } => {
                let longest = self.longest(bound);
                self.length(row) <= longest * (1.0 + 1e-9)
            }
            _ => true,
        }
    }

    /// Length of the impulse of a row with those bounded with it.
    fn length(&self, row: usize) -> f64 {
        let rows = &self.rows[row..row + self.rows[row].bound.rows()];
        rows.iter()
            .map(|r| r.impulse * r.impulse)
            .sum::<f64>()
            .sqrt()
    }

    /// Whether the impulse of a row, with those bounded with it, is not at its bound.
    fn is_free(&self, row: usize) -> bool {
        let bound = self.rows[row].bound;
        match bound {
            Bound::Along => false,
            Bound::Free => true,
            Bound::Push => self.rows[row].impulse > 0.0,
            Bound::Friction { .. } | Bound::Grasp { .. } | Bound::Within { .. } => {
                self.length(row) < self.longest(bound) * (1.0 - 1e-9)
            }
        }
    }

    /// How a row answers itself through what it pushes.
    fn own_answer(&self, row: usize) -> f64 {
        let parts = self.parts[row].iter().flatten();
        let own = parts.map(|part| {
            let rows = &self.of_assembly[part.assembly];
            rows.answers(part.place)[part.place]
        });
        own.sum()
    }

    /// How a row of the island answers others and, last, itself; behind what there is.
    fn list_answers(&self, row: usize, others: &[usize], into: &mut Vec<f64>) {
        let begin = into.len();
        into.resize(begin + others.len(), 0.0);
        for part in self.parts[row].iter().flatten() {
            let rows = &self.of_assembly[part.assembly];
            let answers = rows.answers(part.place);
            for (&other, into) in others.iter().zip(&mut into[begin..]) {
                for other in self.parts[other].iter().flatten() {
                    if other.assembly == part.assembly {
                        *into += answers[other.place];
                    }
                }
            }
        }
        if let Some(own) = into.last_mut() {
            *own += self.goals[row].give;
        }
    }

    /// Takes a row, and those bounded with it, to its wanted rate; returns by how much that
    /// changed it.
    #[inline(always)]
    fn relax(&mut self, row: usize) -> f64 {
        let bound = self.rows[row].bound;
        let count = bound.rows();
        let stiffness = self.goals[row].stiffness;
        if bound == Bound::Along || stiffness <= 0.0 {
            return 0.0;
        }
        let mut wanted = [0.0; 3];
        for (k, wanted) in wanted.iter_mut().enumerate().take(count) {
            *wanted = self.rows[row + k].impulse - self.missing(row + k) / stiffness;
        }
        self.bound(bound, &mut wanted);
        let mut most = 0.0_f64;
        for (k, &wanted) in wanted.iter().enumerate().take(count) {
            let change = wanted - self.rows[row + k].impulse;
            self.rows[row + k].impulse = wanted;
            self.push(row + k, change);
            most = most.max(change.abs() * stiffness);
        }
        most
    }

    #[inline(always)]
    fn bound(&self, bound: Bound, impulses: &mut [f64; 3]) {
        if bound == Bound::Push {
            impulses[0] = impulses[0].max(0.0);
        }
        let longest = self.longest(bound);
        let length = impulses.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > longest {
            *impulses = impulses.map(|x| x * (longest / length));
        }
    }

    /// Longest impulse that a bound leaves, but for its sign.
    #[inline(always)]
    fn longest(&self, bound: Bound) -> f64 {
        match bound {
            Bound::Free | Bound::Along | Bound::Push => f64::INFINITY,
            Bound::Friction {
                normal,
                coefficient,
            } => coefficient * self.rows[normal].impulse.max(0.0),
            Bound::Grasp { most } | Bound::Within { most } => most,
        }
    }

    /// How a row answers itself and, at most, those bounded with it.
    fn diagonal(&self, row: usize, first: usize, count: usize) -> f64 {
        let mut sum = self.rows[row].give;
        for part in self.parts[row].iter().flatten() {
            let rows = &self.of_assembly[part.assembly];
            let answers = rows.answers(part.place);
            // Rows that are bounded together follow each other.
            let begin = part.place - (row - first);
            sum += (begin..begin + count)
                .map(|k| answers[k].abs())
                .sum::<f64>();
        }
        sum
    }

    /// By how much the rate of a row is above the wanted one.
    #[inline(always)]
    fn missing(&self, row: usize) -> f64 {
        let goal = &self.goals[row];
        let parts = self.parts[row].iter().flatten();
        let rate: f64 = parts
            .map(|part| self.of_assembly[part.assembly].rates[part.place])
            .sum();
        rate + goal.give * self.rows[row].impulse - goal.wanted
    }

    #[inline(always)]
    fn push(&mut self, row: usize, change: f64) {
        if change == 0.0 {
            return;
        }
        for part in self.parts[row].iter().flatten() {
            self.of_assembly[part.assembly].push(part.place, change);
        }
    }
}
