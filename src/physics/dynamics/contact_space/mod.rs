//! Stops, contacts, pulls and pins as rows of impulses, and how they answer each other
//! through the joints.
//!
//! For the rows of an assembly `G = J R Jᵀ`, where `R` is what the joints make of impulses:
//! the Schur complement of the joints, made from halves ([`JointSolver::half_respond`]). Rows of
//! different assemblies meet in the contacts between them alone. Impulses are found by projected
//! Gauss-Seidel, island by island: `λ ← proj(λ − (G λ + J v + g λ − r) / d)`. Stops as
//! inequalities are from Gästrin, section 6.2, who does not say how they are solved.

mod conjugate;
mod halves;
mod island;
mod newton;
mod solve;
mod vector;

use super::gradient::Block;
use super::inertia::Inertias;
use super::slots::Spatial;
use super::{ContactSettings, Halves, JointSolver, Now};
use crate::physics::disjoint_sets::DisjointSets;
use crate::physics::interrupt::Interrupt;
use crate::physics::lanes::Instructions;
use fearless_simd::dispatch;
pub use halves::HalfAnswers;
use solve::Solver;
use std::ops::Range;
use vector::padded;

/// Most rows of an assembly that contacts fill; their matrix takes 12 MB.
const MOST_ROWS: usize = 1200;

/// What an impulse may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// Anything.
    Free,
    /// Not negative.
    Push,
    /// That of this row and the next is no longer than so many times that of another row.
    Friction {
        /// The row that presses.
        normal: usize,
        /// The factor.
        coefficient: f64,
    },
    /// That of this row and the next two is no longer than this.
    Grasp {
        /// N·s.
        most: f64,
    },
    /// No longer than this, either way.
    Within {
        /// N·s or N·m·s.
        most: f64,
    },
    /// As the row before it says.
    Along,
}

impl Bound {
    /// Number of rows that are bounded together.
    fn rows(self) -> usize {
        match self {
            Bound::Free | Bound::Push | Bound::Within { .. } | Bound::Along => 1,
            Bound::Friction { .. } => 2,
            Bound::Grasp { .. } => 3,
        }
    }
}

/// A row of impulses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactRow {
    /// What its impulse may be.
    pub bound: Bound,
    /// How far it gives way, m/s or rad/s per impulse.
    pub give: f64,
    /// Rate that things keep, m/s or rad/s.
    pub kept: f64,
    /// Rate with which they move in the substep: what overlaps parts, and what bounces gets
    /// there first.
    pub moving: f64,
    /// N·s or N·m·s.
    pub impulse: f64,
}

impl ContactRow {
    /// Whether it moves with the rate that it keeps.
    fn moves_as_it_keeps(&self) -> bool {
        self.moving == self.kept
    }
}

/// Which rates are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Those that things keep.
    Kept,
    /// Those with which they move.
    Moving,
}

/// A row in an assembly that it pushes.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    assembly: usize,
    /// Its place among the rows of the assembly.
    place: usize,
}

/// Rows of an assembly, and how they answer each other.
#[derive(Debug, Clone, Default)]
struct AssemblyRows {
    /// In the order of [`ContactSpace::sort_by_limbs`].
    rows: Vec<usize>,
    /// Blocks of each row in the assembly.
    blocks: Vec<Range<usize>>,
    /// `G`, row by row, each padded.
    matrix: Vec<f64>,
    /// `J v` without any impulse, padded.
    free: Vec<f64>,
}

impl AssemblyRows {
    /// Distance of the rows of the matrix.
    fn stride(&self) -> usize {
        padded(self.rows.len())
    }

    /// How the row of a place answers all.
    #[inline(always)]
    fn answers(&self, place: usize) -> &[f64] {
        let stride = self.stride();
        &self.matrix[place * stride..][..stride]
    }
}

/// All rows of a substep.
#[derive(Debug, Clone, Default)]
pub struct ContactSpace {
    rows: Vec<ContactRow>,
    /// Blocks of each row, those of an assembly side by side.
    begins: Vec<usize>,
    blocks: Vec<Block>,
    parts: Vec<[Option<Part>; 2]>,
    of_assembly: Vec<AssemblyRows>,
    /// Assemblies with rows.
    touched: Vec<usize>,
    joined: DisjointSets,
    /// Rows, island by island.
    by_island: Vec<usize>,
    /// Where each island ends in them.
    island_ends: Vec<usize>,
    motions: Vec<Spatial>,
    /// Rows of an assembly with what they push and their blocks; scratch memory.
    by_limb: Vec<(Option<usize>, usize, Range<usize>)>,
    halves: HalfAnswers,
    /// Slot, row in the assembly and gradient of each block.
    at_slots: Vec<(usize, usize, Spatial)>,
    instructions: Instructions,
    solver: Solver,
    /// Impulses of the rows for the rates with which things move.
    moving_impulses: Vec<f64>,
    residual: f64,
}

impl ContactSpace {
    /// Forgets all rows; there are so many assemblies.
    pub fn clear(&mut self, assemblies: usize) {
        self.rows.clear();
        self.blocks.clear();
        self.begins.clear();
        self.begins.push(0);
        self.parts.clear();
        for &assembly in &self.touched {
            self.of_assembly[assembly].rows.clear();
            self.of_assembly[assembly].blocks.clear();
        }
        self.touched.clear();
        self.of_assembly
            .resize_with(assemblies, AssemblyRows::default);
        self.residual = 0.0;
    }

    /// Whether an assembly of these blocks has as many rows as it may have.
    pub fn is_full(&self, now: Now<'_>, blocks: &[Block]) -> bool {
        let rows = |block: &Block| &self.of_assembly[now.slots.assembly_of(block.slot)].rows;
        blocks.iter().any(|block| rows(block).len() >= MOST_ROWS)
    }

    /// Adds a row; blocks of assemblies that take no part must have been left out. Returns
    /// its index.
    pub fn add(&mut self, now: Now<'_>, row: ContactRow, blocks: &[Block]) -> usize {
        let index = self.rows.len();
        let mut parts = [None; 2];
        let assembly_of = |block: &Block| now.slots.assembly_of(block.slot);
        let mut begin = self.blocks.len();
        let chunks = blocks.chunk_by(|a, b| assembly_of(a) == assembly_of(b));
        for (part, chunk) in parts.iter_mut().zip(chunks) {
            let assembly = assembly_of(&chunk[0]);
            let rows = &mut self.of_assembly[assembly];
            if rows.rows.is_empty() {
                self.touched.push(assembly);
            }
            *part = Some(Part {
                assembly,
                place: rows.rows.len(),
            });
            rows.rows.push(index);
            rows.blocks.push(begin..begin + chunk.len());
            begin += chunk.len();
        }
        self.rows.push(row);
        self.blocks.extend_from_slice(blocks);
        self.begins.push(self.blocks.len());
        self.parts.push(parts);
        index
    }

    /// The rows that push an assembly, by their indices.
    pub fn rows_of(&self, assembly: usize) -> &[usize] {
        &self.of_assembly[assembly].rows
    }

    /// Whether a row pushes two assemblies.
    pub fn is_shared(&self, row: usize) -> bool {
        self.parts[row].iter().all(Option::is_some)
    }

    /// Whether a row pushes at all, for either aim.
    pub fn pushes(&self, row: usize) -> bool {
        self.rows[row].impulse != 0.0 || self.moving_impulses[row] != 0.0
    }

    /// The rows.
    pub fn rows(&self) -> &[ContactRow] {
        &self.rows
    }

    /// Largest change of a rate in the last sweep, m/s or rad/s: how far impulses and rates
    /// are from complementing each other.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// Finds out how all rows answer each other, and their rates at velocities in slots.
    pub fn take<J: JointSolver>(&mut self, now: Now<'_>, joints: &mut J, velocities: &[Spatial]) {
        for touched in 0..self.touched.len() {
            let assembly = self.touched[touched];
            let mut rows = std::mem::take(&mut self.of_assembly[assembly]);
            self.sort_by_limbs(assembly, &mut rows);
            self.find_answers(now, joints, assembly, &mut rows);
            let rates = rows.blocks.iter().map(|of| self.rate(of, velocities, 0));
            rows.free.clear();
            rows.free.extend(rates);
            rows.free.resize(rows.stride(), 0.0);
            self.of_assembly[assembly] = rows;
        }
        self.find_islands();
    }

    /// Puts the rows of an assembly in the order of what they push, since things are listed
    /// limb by limb. Rows that are bounded together push the same, and stay together.
    fn sort_by_limbs(&mut self, assembly: usize, rows: &mut AssemblyRows) {
        let last_slot = |of: &Range<usize>| {
            let blocks = self.blocks[of.clone()].iter();
            blocks.map(|block| block.slot).max()
        };
        self.by_limb.clear();
        let keyed = rows.rows.iter().zip(&rows.blocks);
        self.by_limb
            .extend(keyed.map(|(&row, of)| (last_slot(of), row, of.clone())));
        self.by_limb
            .sort_unstable_by_key(|&(slot, row, _)| (slot, row));
        for (place, (_, row, of)) in self.by_limb.drain(..).enumerate() {
            for part in self.parts[row].iter_mut().flatten() {
                if part.assembly == assembly {
                    part.place = place;
                }
            }
            rows.rows[place] = row;
            rows.blocks[place] = of;
        }
    }

    /// Finds the matrix of an assembly.
    fn find_answers<J: JointSolver>(
        &mut self,
        now: Now<'_>,
        joints: &mut J,
        assembly: usize,
        rows: &mut AssemblyRows,
    ) {
        let (count, stride) = (rows.rows.len(), rows.stride());
        rows.matrix.clear();
        rows.matrix.resize(count * stride, 0.0);
        if now.interrupt.is_due() {
            return;
        }
        self.halves.begin(count);
        let impulses = rows.blocks.iter().map(|of| &self.blocks[of.clone()]);
        joints.half_respond(now, assembly, impulses, &mut self.halves);
        let sign = match J::HALVES {
            Halves::Answer => 1.0,
            Halves::Taken => -1.0,
        };
        let halves = &self.halves;
        dispatch!(self.instructions.level(), simd => {
            halves.products(simd, sign, &mut rows.matrix, now.interrupt)
        });
        if J::HALVES == Halves::Taken {
            self.add_free_answers(now, rows);
        }
        for i in 0..count {
            for j in 0..i {
                rows.matrix[j * stride + i] = rows.matrix[i * stride + j];
            }
            rows.matrix[i * stride + count..(i + 1) * stride].fill(0.0);
        }
    }

    /// Adds how rows of an assembly would answer those before them and themselves if nothing
    /// were joined.
    fn add_free_answers(&mut self, now: Now<'_>, rows: &mut AssemblyRows) {
        self.at_slots.clear();
        for (row, of) in rows.blocks.iter().enumerate() {
            let blocks = self.blocks[of.clone()].iter();
            self.at_slots
                .extend(blocks.map(|block| (block.slot, row, block.of)));
        }
        self.at_slots.sort_by_key(|&(slot, row, _)| (slot, row));
        let stride = rows.stride();
        for same in self.at_slots.chunk_by(|a, b| a.0 == b.0) {
            for &(slot, row, impulse) in same {
                let response = now.inertias.of(slot).response(&impulse);
                for (_, other, of) in same.iter().take_while(|&&(_, other, _)| other <= row) {
                    rows.matrix[row * stride + other] += response.dot(of);
                }
            }
        }
    }

    /// Rate that some blocks have at velocities in slots, the first of which is `first`.
    fn rate(&self, of: &Range<usize>, velocities: &[Spatial], first: usize) -> f64 {
        let blocks = self.blocks[of.clone()].iter();
        blocks.map(|b| b.of.dot(&velocities[b.slot - first])).sum()
    }

    /// Rows in one island push on each other, directly or through others.
    fn find_islands(&mut self) {
        self.joined.reserve(self.of_assembly.len());
        for &assembly in &self.touched {
            self.joined.part(assembly);
        }
        for parts in &self.parts {
            if let [Some(a), Some(b)] = parts {
                self.joined.join(a.assembly, b.assembly);
            }
        }
        let joined = &mut self.joined;
        self.touched
            .sort_unstable_by_key(|&assembly| (joined.root(assembly), assembly));
        self.by_island.clear();
        self.island_ends.clear();
        for island in self
            .touched
            .chunk_by(|&a, &b| joined.root(a) == joined.root(b))
        {
            let begin = self.by_island.len();
            for &assembly in island {
                self.by_island.extend(&self.of_assembly[assembly].rows);
            }
            self.by_island[begin..].sort_unstable();
            if island.len() > 1 {
                // Those between two assemblies are there twice.
                let mut kept = begin;
                for next in begin..self.by_island.len() {
                    if next == begin || self.by_island[next] != self.by_island[kept - 1] {
                        self.by_island[kept] = self.by_island[next];
                        kept += 1;
                    }
                }
                self.by_island.truncate(kept);
            }
            self.island_ends.push(self.by_island.len());
        }
    }

    /// Whether anything moves with another rate than it keeps.
    pub fn moves_otherwise(&self) -> bool {
        !self.rows.iter().all(ContactRow::moves_as_it_keeps)
    }

    /// Finds impulses that give the rows the rates that are wanted, for both aims, beginning
    /// with those they have.
    pub fn solve(&mut self, settings: ContactSettings, interrupt: &Interrupt) {
        self.residual = 0.0;
        self.moving_impulses.clear();
        let known = self.rows.iter().map(|row| row.impulse);
        self.moving_impulses.extend(known);
        let mut begin = 0;
        for &end in &self.island_ends {
            let island = &self.by_island[begin..end];
            begin = end;
            let (solver, of_assembly) = (&mut self.solver, &self.of_assembly);
            solver
                .island
                .take(island, (&self.rows, &self.parts), of_assembly);
            solver.find_rates(of_assembly);
            solver
                .island
                .aim(Aim::Kept, island, &self.rows, of_assembly);
            let residual = solver.settle(of_assembly, settings, interrupt);
            self.residual = self.residual.max(residual);
            for (&row, &impulse) in island.iter().zip(&solver.island.impulses) {
                self.rows[row].impulse = impulse;
            }
            let mut rows = island.iter().map(|&row| &self.rows[row]);
            if !rows.all(ContactRow::moves_as_it_keeps) {
                solver
                    .island
                    .aim(Aim::Moving, island, &self.rows, of_assembly);
                solver.settle(of_assembly, settings.of_moving(), interrupt);
            }
            for (&row, &impulse) in island.iter().zip(&solver.island.impulses) {
                self.moving_impulses[row] = impulse;
            }
            if interrupt.is_due() {
                break;
            }
        }
    }

    /// Says that the impulse of a row is another one, for those who look at it.
    pub fn store_impulse(&mut self, row: usize, impulse: f64) {
        self.rows[row].impulse = impulse;
    }

    /// Adds to velocities in slots what the impulse of a row does to them where nothing is
    /// joined.
    pub fn push_freely(&self, row: usize, inertias: &Inertias, to: &mut [Spatial]) {
        let impulse = self.rows[row].impulse;
        for block in &self.blocks[self.begins[row]..self.begins[row + 1]] {
            to[block.slot] += inertias.of(block.slot).response(&block.of.times(impulse));
        }
    }

    /// Adds what the impulses for an aim do to velocities in slots.
    pub fn apply<J: JointSolver>(
        &mut self,
        aim: Aim,
        now: Now<'_>,
        joints: &mut J,
        to: &mut [Spatial],
    ) {
        let mut motions = std::mem::take(&mut self.motions);
        for &assembly in &self.touched {
            let slots = now.slots.of_assembly(assembly);
            motions.clear();
            motions.resize(slots.len(), Spatial::ZERO);
            let rows = &self.of_assembly[assembly];
            for (&row, of) in rows.rows.iter().zip(&rows.blocks) {
                let impulse = match aim {
                    Aim::Kept => self.rows[row].impulse,
                    Aim::Moving => self.moving_impulses[row],
                };
                for block in &self.blocks[of.clone()] {
                    motions[block.slot - slots.start] += block.of.times(impulse);
                }
            }
            joints.respond(now, assembly, &mut motions);
            for (velocity, motion) in to[slots].iter_mut().zip(&motions) {
                *velocity += *motion;
            }
        }
        self.motions = motions;
    }
}
