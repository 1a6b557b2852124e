//! Rows that push on each other, side by side, and the rates that their impulses make.

use super::vector::add_times;
use super::{Aim, AssemblyRows, Bound, ContactRow, Part};
use fearless_simd::Simd;
use std::ops::Range;

/// A row of an island.
#[derive(Debug, Clone, Copy)]
pub(super) struct IslandRow {
    /// What its impulse may be, the row that presses counted within the island.
    pub bound: Bound,
    /// Rate that it is to get to, m/s or rad/s.
    wanted: f64,
    /// How far it gives way, m/s or rad/s per impulse.
    pub give: f64,
    /// How it, and those bounded with it, answer themselves at most.
    pub stiffness: f64,
    /// Its places in its assemblies, each with where the rates of that assembly begin.
    parts: [(Part, usize); 2],
    part_count: usize,
}

impl IslandRow {
    /// Its places in its assemblies, each with where the rates of that assembly begin.
    #[inline(always)]
    pub fn parts(&self) -> &[(Part, usize)] {
        &self.parts[..self.part_count]
    }
}

/// The rows of an island.
#[derive(Debug, Clone, Default)]
pub(super) struct Island {
    pub rows: Vec<IslandRow>,
    /// N·s or N·m·s.
    pub impulses: Vec<f64>,
    /// Rates of all rows of its assemblies, assembly by assembly as far apart as in their
    /// matrices, m/s or rad/s.
    pub rates: Vec<f64>,
    /// Each assembly with where its rates begin.
    assemblies: Vec<(usize, usize)>,
}

impl Island {
    /// Takes in rows by their indices, in order; rows that are bounded together follow each
    /// other.
    pub fn take(
        &mut self,
        indices: &[usize],
        (all, parts): (&[ContactRow], &[[Option<Part>; 2]]),
        of_assembly: &[AssemblyRows],
    ) {
        self.list_assemblies(indices, parts, of_assembly);
        self.rows.clear();
        self.impulses.clear();
        for (place, &index) in indices.iter().enumerate() {
            let row = &all[index];
            let bound = match row.bound {
                Bound::Friction {
                    normal,
                    coefficient,
                } => Bound::Friction {
                    normal: place - (index - normal),
                    coefficient,
                },
                bound => bound,
            };
            let mut own = [(Part::default(), 0); 2];
            let mut part_count = 0;
            for part in parts[index].iter().flatten() {
                own[part_count] = (*part, self.begin_of(part.assembly));
                part_count += 1;
            }
            self.rows.push(IslandRow {
                bound,
                wanted: 0.0,
                give: row.give,
                stiffness: 0.0,
                parts: own,
                part_count,
            });
            self.impulses.push(row.impulse);
        }
    }

    fn list_assemblies(
        &mut self,
        indices: &[usize],
        parts: &[[Option<Part>; 2]],
        of_assembly: &[AssemblyRows],
    ) {
        self.assemblies.clear();
        for &index in indices {
            for part in parts[index].iter().flatten() {
                let last = self.assemblies.last();
                if last.is_none_or(|&(last, _)| last != part.assembly) {
                    self.assemblies.push((part.assembly, 0));
                }
            }
        }
        self.assemblies.sort_unstable();
        self.assemblies.dedup();
        let mut end = 0;
        for (assembly, begin) in &mut self.assemblies {
            *begin = end;
            end += of_assembly[*assembly].stride();
        }
    }

    fn begin_of(&self, assembly: usize) -> usize {
        let place = self.assemblies.partition_point(|&(of, _)| of < assembly);
        self.assemblies[place].1
    }

    /// Whether all its rows are of one assembly.
    pub fn is_of_one_assembly(&self) -> bool {
        self.assemblies.len() == 1
    }

    /// Says where its rows have to get.
    pub fn aim(
        &mut self,
        aim: Aim,
        indices: &[usize],
        all: &[ContactRow],
        of_assembly: &[AssemblyRows],
    ) {
        let mut place = 0;
        while place < indices.len() {
            let count = self.rows[place].bound.rows();
            let mut stiffness = 0.0_f64;
            for k in place..place + count {
                let row = &all[indices[k]];
                let [own, most] = self.answers_within(k, place..place + count, of_assembly);
                stiffness = stiffness.max(row.give + most);
                let this = &mut self.rows[k];
                this.give = row.give + aim.give() * own;
                this.wanted = match aim {
                    Aim::Moving => row.moving,
                    Aim::Kept => row.kept,
                };
            }
            self.rows[place].stiffness = stiffness * (1.0 + aim.give());
            place += count;
        }
    }

    /// How a row answers itself, and with those bounded with it at most.
    fn answers_within(
        &self,
        row: usize,
        with: Range<usize>,
        of_assembly: &[AssemblyRows],
    ) -> [f64; 2] {
        let (mut own, mut most) = (0.0, 0.0);
        for &(part, _) in self.rows[row].parts() {
            let answers = of_assembly[part.assembly].answers(part.place);
            own += answers[part.place];
            // They follow each other in the assembly too.
            let begin = part.place - (row - with.start);
            for answer in &answers[begin..begin + with.len()] {
                most += answer.abs();
            }
        }
        [own, most]
    }

    /// Finds the rates from the impulses.
    #[inline(always)]
    pub fn find_rates<S: Simd>(&mut self, simd: S, of_assembly: &[AssemblyRows]) {
        self.rates.clear();
        for &(assembly, _) in &self.assemblies {
            self.rates.extend_from_slice(&of_assembly[assembly].free);
        }
        for row in 0..self.rows.len() {
            self.push(simd, row, self.impulses[row], of_assembly);
        }
    }

    /// Changes rates by a further impulse of a row.
    #[inline(always)]
    pub fn push<S: Simd>(
        &mut self,
        simd: S,
        row: usize,
        change: f64,
        of_assembly: &[AssemblyRows],
    ) {
        if change == 0.0 {
            return;
        }
        for &(part, begin) in self.rows[row].parts() {
            let answers = of_assembly[part.assembly].answers(part.place);
            let rates = &mut self.rates[begin..][..answers.len()];
            add_times(simd, rates, change, answers);
        }
    }

    /// By how much the rate of a row is above the wanted one.
    #[inline(always)]
    pub fn missing(&self, row: usize) -> f64 {
        let of = &self.rows[row];
        let mut rate = 0.0;
        for &(part, begin) in of.parts() {
            rate += self.rates[begin + part.place];
        }
        rate + of.give * self.impulses[row] - of.wanted
    }

    /// Relaxes the rows one after the other; returns the largest change of a rate.
    #[inline(always)]
    pub fn sweep<S: Simd>(&mut self, simd: S, of_assembly: &[AssemblyRows]) -> f64 {
        let mut most = 0.0_f64;
        let mut row = 0;
        while row < self.rows.len() {
            let count = self.rows[row].bound.rows();
            most = most.max(self.relax(simd, row, count, of_assembly));
            row += count;
        }
        most
    }

    /// Takes rows that are bounded together to their wanted rates; returns by how much that
    /// changed them.
    #[inline(always)]
    fn relax<S: Simd>(
        &mut self,
        simd: S,
        row: usize,
        count: usize,
        of_assembly: &[AssemblyRows],
    ) -> f64 {
        let IslandRow {
            bound, stiffness, ..
        } = self.rows[row];
        if stiffness <= 0.0 {
            return 0.0;
        }
        let mut wanted = self.unbounded(row, count);
        self.bound(bound, &mut wanted);
        let mut most = 0.0_f64;
        for (k, &wanted) in wanted.iter().enumerate().take(count) {
            let change = wanted - self.impulses[row + k];
            self.impulses[row + k] = wanted;
            self.push(simd, row + k, change, of_assembly);
            most = most.max(change.abs() * stiffness);
        }
        most
    }

    /// Where the impulses of rows that are bounded together would go without their bound.
    #[inline(always)]
    pub fn unbounded(&self, row: usize, count: usize) -> [f64; 3] {
        let stiffness = self.rows[row].stiffness;
        let mut wanted = [0.0; 3];
        for (k, wanted) in wanted.iter_mut().enumerate().take(count) {
            *wanted = self.impulses[row + k] - self.missing(row + k) / stiffness;
        }
        wanted
    }

    /// Brings impulses that are bounded together back to their bound.
    #[inline(always)]
    fn bound(&self, bound: Bound, impulses: &mut [f64; 3]) {
        if bound == Bound::Push {
            impulses[0] = impulses[0].max(0.0);
        }
        let longest = self.longest(bound);
        if longest == f64::INFINITY {
            return;
        }
        let length = length(impulses);
        if length > longest {
            *impulses = impulses.map(|x| x * (longest / length));
        }
    }

    /// Longest impulse that a bound leaves, but for its sign.
    #[inline(always)]
    pub fn longest(&self, bound: Bound) -> f64 {
        match bound {
            Bound::Free | Bound::Along | Bound::Push => f64::INFINITY,
            Bound::Friction {
                normal,
                coefficient,
            } => coefficient * self.impulses[normal].max(0.0),
            Bound::Grasp { most } | Bound::Within { most } => most,
        }
    }

    /// Brings all impulses back to their bounds, those that press first.
    pub fn keep_to_bounds(&mut self) {
        let mut row = 0;
        while row < self.rows.len() {
            let bound = self.rows[row].bound;
            let count = bound.rows();
            let mut impulses = [0.0; 3];
            impulses[..count].copy_from_slice(&self.impulses[row..row + count]);
            self.bound(bound, &mut impulses);
            self.impulses[row..row + count].copy_from_slice(&impulses[..count]);
            row += count;
        }
    }
}

/// Length of impulses that are bounded together.
#[inline(always)]
pub(super) fn length(impulses: &[f64; 3]) -> f64 {
    impulses.iter().map(|x| x * x).sum::<f64>().sqrt()
}
