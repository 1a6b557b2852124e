//! `run --ledger`: what each cause did to each thing, step by step.

use super::failure::CommandError;
use super::rows::Rows;
use crate::lab::why::{name_of_mover, words_of, Group};
use crate::lab::{Progress, Simulation};
use crate::physics::ledger::Ledger;
use crate::scene::Scene;
use std::path::Path;

/// First line of the table.
const HEADER: &str = "time_s,thing,cause,group,momentum_x_n_s,momentum_y_n_s,momentum_z_n_s,\
    angular_momentum_x_n_m_s,angular_momentum_y_n_m_s,angular_momentum_z_n_m_s,work_j,lift_j,\
    way_x_m,way_y_m,way_z_m";

/// Writes the ledger of a run while it lasts.
pub(super) struct LedgerRows<'a> {
    scene: &'a Scene,
    ledger: Ledger,
    rows: Rows,
}

impl<'a> LedgerRows<'a> {
    /// Begins a table.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn begin(
        path: &Path,
        scene: &'a Scene,
        simulation: &Simulation,
    ) -> Result<LedgerRows<'a>, CommandError> {
        let world = &simulation.world;
        Ok(LedgerRows {
            scene,
            ledger: Ledger::new(world.shared_model().clone(), world.state()),
            rows: Rows::begin(path, HEADER)?,
        })
    }

    /// Makes a step, and adds what was booked in it. One that diverges is undone, and so is
    /// what was booked.
    pub fn step(&mut self, simulation: &mut Simulation) -> Progress {
        let progress = simulation.step_watched(&mut self.ledger);
        let book = self.ledger.close();
        if progress != Progress::Advanced {
            return progress;
        }
        let (time_s, model) = (simulation.time_s(), simulation.world.model());
        for (mover, cause, entry) in book.entries() {
            let thing = quoted(&name_of_mover(self.scene, simulation, mover));
            let name = quoted(&words_of(self.scene, &simulation.map, model, cause));
            let group = Group::of(model, cause).name();
            let [momentum, turning, way] = [entry.momentum, entry.angular_momentum, entry.way]
                .map(|v| format!("{:?},{:?},{:?}", v.x, v.y, v.z));
            let (work, lift) = (entry.kinetic, entry.potential);
            self.rows.add(&format!(
                "{time_s:?},{thing},{name},{group},{momentum},{turning},{work:?},{lift:?},{way}"
            ));
        }
        progress
    }

    /// Ends the table; the file appears only now.
    ///
    /// # Errors
    /// What went wrong while it was written.
    pub fn finish(self) -> Result<(), CommandError> {
        self.rows.finish()
    }
}

/// A name as a field of CSV, safe to be looked at.
fn quoted(name: &str) -> String {
    format!("\"{}\"", crate::text::clean(name).replace('"', "\"\""))
}
