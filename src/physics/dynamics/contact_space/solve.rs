//! Impulses that give the rows of an island the rates that are wanted.

use super::conjugate::Conjugate;
use super::island::Island;
use super::newton::{Newton, GIVE, MOST_ROWS};
use super::{Aim, AssemblyRows};
use crate::physics::dynamics::ContactSettings;
use crate::physics::interrupt::Interrupt;
use crate::physics::lanes::Instructions;
use fearless_simd::dispatch;

/// Sweeps that are made faster by going on and by Newton's steps, then as many that are not,
/// and so on: sliding friction may go round in circles with the first, and loads are shared
/// slowly with the others.
const FAST_SWEEPS: u32 = 200;
/// The others.
const PLAIN_SWEEPS: u32 = 200;
/// Sweeps that Newton's method gets after a step that has not helped; then half as many more,
/// and so on.
const SWEEPS_AFTER_FAILURE: u32 = 5;
/// How many times as far rows give way in the step after one that has not helped: one that
/// asks for what cannot be led far astray.
const MORE_GIVE: f64 = 10.0;
/// Share of its diagonal by which each row gives way in a step at most.
const MOST_GIVE: f64 = 0.1;

impl Aim {
    /// Share of its own answer by which each row gives way. What overlaps in a place without
    /// room cannot be parted; without this its impulses would grow for ever.
    pub(super) fn give(self) -> f64 {
        match self {
            Aim::Moving => 1e-3,
            Aim::Kept => 0.0,
        }
    }
}

/// Finds the impulses of islands; scratch memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Solver {
    pub island: Island,
    conjugate: Conjugate,
    newton: Newton,
    /// Impulses and rates before the last of Newton's steps.
    noted: [Vec<f64>; 2],
    instructions: Instructions,
}

/// When Newton's next step is due.
struct Schedule {
    /// Sweeps until then.
    wait: u32,
    /// Sweeps after the next one that does not help.
    pause: u32,
    /// Share of its diagonal by which each row gives way in it.
    give: f64,
    /// What was missing before the last one, if a sweep has not looked at it yet.
    before: Option<f64>,
}

impl Schedule {
    fn new(rows: usize) -> Schedule {
        // A step takes as long as a third as many sweeps as there are rows; where that is
        // much, a few more bring it nearer.
        let wait = (rows * rows / 3000) as u32;
        Schedule {
            wait,
            pause: SWEEPS_AFTER_FAILURE + wait,
            give: GIVE,
            before: None,
        }
    }

    /// Takes in what a sweep has found missing; says whether the last step has to be taken
    /// back.
    fn has_failed(&mut self, residual: f64) -> bool {
        let Some(before) = self.before.take() else {
            self.wait = self.wait.saturating_sub(1);
            return false;
        };
        if residual > 0.5 * before {
            self.wait = self.pause;
            self.pause += self.pause / 2;
            self.give = (self.give * MORE_GIVE).min(MOST_GIVE);
        }
        residual > before || residual.is_nan()
    }
}

impl Solver {
    /// Sweeps over the rows of the island until their residual is small; returns it.
    pub fn settle(
        &mut self,
        of_assembly: &[AssemblyRows],
        settings: ContactSettings,
        interrupt: &Interrupt,
    ) -> f64 {
        let rows = self.island.rows.len();
        let level = self.instructions.level();
        let mut schedule = Schedule::new(rows);
        self.conjugate.begin();
        for sweep in 0..settings.sweeps {
            let island = &mut self.island;
            self.conjugate.note(&island.impulses, &island.rates);
            let residual = dispatch!(level, simd => island.sweep(simd, of_assembly));
            let before = schedule.before;
            let is_last = sweep + 1 == settings.sweeps || interrupt.is_due_after(sweep);
            if residual <= settings.residual {
                return residual;
            }
            if schedule.has_failed(residual) {
                self.go_back();
                if let (true, Some(before)) = (is_last, before) {
                    return before;
                }
                continue;
            }
            if is_last {
                return residual;
            }
            if sweep % (FAST_SWEEPS + PLAIN_SWEEPS) >= FAST_SWEEPS {
                self.conjugate.begin();
                continue;
            }
            let island = &mut self.island;
            if schedule.wait == 0 && rows <= MOST_ROWS {
                schedule.before = Some(residual);
                self.noted[0].clone_from(&island.impulses);
                self.noted[1].clone_from(&island.rates);
                let newton = &mut self.newton;
                let give = schedule.give;
                dispatch!(level, simd => newton.step(simd, island, give, of_assembly));
                self.conjugate.begin();
            } else {
                self.conjugate.turn(&mut island.impulses, &mut island.rates);
            }
        }
        0.0
    }

    /// Takes the last of Newton's steps back.
    fn go_back(&mut self) {
        let [impulses, rates] = &self.noted;
        self.island.impulses.clone_from(impulses);
        self.island.rates.clone_from(rates);
        self.conjugate.begin();
    }

    /// Finds the rates of the island from its impulses.
    pub fn find_rates(&mut self, of_assembly: &[AssemblyRows]) {
        let island = &mut self.island;
        let level = self.instructions.level();
        dispatch!(level, simd => island.find_rates(simd, of_assembly));
    }
}
