//! The drives of a substep, one after the other.

use super::drive_row::{DriveRow, Joints};
use crate::physics::attach::Level;
use crate::physics::model::Model;
use crate::physics::probe::{show, Probe};
use crate::physics::state::State;
use crate::physics::warm_start::{keep_rows, RowImpulse, WarmStart};
use glam::DVec3;

/// The drives of a substep, of what takes part.
#[derive(Debug, Clone, Default)]
pub struct Drives {
    rows: Vec<DriveRow>,
}

impl Drives {
    /// Lists the drives of those articulations for which a condition holds, and lets the targets
    /// that move turn on to where they are after `h` seconds. The impulses of the last substep
    /// are in the memory from the place `first` of its `rows` on.
    pub(in crate::physics) fn begin(
        &mut self,
        model: &Model,
        state: &mut State,
        (first, rows): (usize, usize),
        (h, joints): (f64, Joints),
        takes_part: impl Fn(usize) -> bool,
    ) {
        let known = WarmStart::of(&state.memory, rows, h);
        let impulse = |index: usize| known.row(first + index).map_or(0.0, |row| row.impulse.x);
        self.rows.clear();
        for (index, drive) in model.drives.iter().enumerate() {
            if model
                .articulation_of(drive.constraint)
                .is_some_and(&takes_part)
            {
                let row = DriveRow::new((drive, index), model, state, (h, joints), impulse(index));
                self.rows.extend(row);
            }
        }
        state.aims.turn_on(model, h, takes_part);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The drives.
    pub fn rows(&self) -> &[DriveRow] {
        &self.rows
    }

    /// Gives the drive at a place in the list its impulse, N·s or N·m·s.
    pub fn set_impulse(&mut self, place: usize, impulse: f64) {
        self.rows[place].impulse = impulse;
    }

    /// Lets what moves forget the impulses of the last substep, for passes over places.
    pub fn forget_motion(&mut self, model: &Model, state: &State) {
        for row in &mut self.rows {
            row.forget_motion(model, state);
        }
    }

    /// Applies the impulses of the last substep; where only places are solved, as far as they
    /// lead.
    pub fn warm_start(
        &self,
        model: &Model,
        state: &mut State,
        level: Level,
        probe: &mut dyn Probe,
    ) {
        for row in &self.rows {
            row.warm_start(model, state, level);
            show(probe, row.event(), state);
        }
    }

    /// Moves things as all drives want it by the end of the substep.
    pub fn relax(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        for row in &mut self.rows {
            row.relax(model, state);
            show(probe, row.event(), state);
        }
    }

    /// Gives things the velocities that all drives want in the motion to come.
    pub fn solve(&mut self, model: &Model, state: &mut State, probe: &mut dyn Probe) {
        for row in &mut self.rows {
            row.solve(model, state);
            show(probe, row.event(), state);
        }
    }

    /// The impulses, with their places in a memory where the first drive has the place `first`.
    pub(in crate::physics) fn known(
        &self,
        first: usize,
    ) -> impl Iterator<Item = (usize, RowImpulse)> + '_ {
        self.rows.iter().map(move |row| {
            let impulse = DVec3::new(row.impulse, 0.0, 0.0);
            (first + row.index(), RowImpulse { side: 0, impulse })
        })
    }

    /// Keeps the impulses of a substep of `h` seconds in the memory in place of all that it held;
    /// those of contacts are added behind them afterwards.
    pub(in crate::physics) fn remember(&self, model: &Model, state: &mut State, h: f64) {
        if model.drives.is_empty() {
            return;
        }
        let mut memory = std::mem::take(&mut state.memory);
        let forgotten = Drives::asleep(model, state);
        let rows = (model.drives.len(), h);
        keep_rows(&mut memory, rows, forgotten, self.known(0));
        state.memory = memory;
    }

    /// The drives of what sleeps, by index.
    pub(in crate::physics) fn asleep<'a>(
        model: &'a Model,
        state: &'a State,
    ) -> impl Iterator<Item = usize> + 'a {
        let drives = model.drives.iter().enumerate();
        drives.filter_map(|(index, drive)| {
            let articulation = model.articulation_of(drive.constraint);
            let is_asleep = articulation.is_none_or(|i| state.rest[i].asleep);
            is_asleep.then_some(index)
        })
    }
}
