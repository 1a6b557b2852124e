//! `run --trajectory`: what moves, row by row, as a table or as an archive of arrays for NumPy. Both
//! are written while the run lasts, so that a long run takes no more memory than a short one.

use super::failure::CommandError;
use super::rows::Rows;
use crate::lab::trajectory::npz::{self, Archive, Kind};
use crate::lab::trajectory::{Channel, Trajectory};
use crate::lab::{Progress, Simulation};
use crate::platform::files::{Save, Spool};
use crate::scene::Scene;
use flate2::Crc;
use std::path::Path;

/// A trajectory that is being written.
pub(super) struct TrajectoryFile {
    trajectory: Trajectory,
    /// Steps from row to row.
    every: u64,
    /// When the next row is due.
    next_step: u64,
    form: Form,
    /// Why nothing more is written.
    failure: Option<CommandError>,
}

enum Form {
    Table(Rows),
    Arrays(Arrays),
}

impl TrajectoryFile {
    /// Begins a file with the state at the start; its ending says what it is.
    ///
    /// # Errors
    /// Another ending, or a file that cannot be written.
    pub fn begin(
        path: &Path,
        (every, with_contacts): (u64, bool),
        scene: &Scene,
        simulation: &Simulation,
    ) -> Result<TrajectoryFile, CommandError> {
        let trajectory = Trajectory::of(scene, simulation, with_contacts);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let form = match ending {
            Some("csv") => Form::Table(Rows::begin(path, &header(&trajectory))?),
            Some("npz") => Form::Arrays(Arrays::begin(path, &trajectory)?),
            _ => {
                let message = "--trajectory: give a file that ends in .csv or .npz";
                return Err(CommandError::input(message));
            }
        };
        let mut file = TrajectoryFile {
            trajectory,
            every,
            next_step: 0,
            form,
            failure: None,
        };
        file.add_row(simulation);
        Ok(file)
    }

    /// Makes a step, and adds a row where one is due. A failure is told at the end, as the run
    /// itself goes on.
    pub fn step(&mut self, simulation: &mut Simulation) -> Progress {
        let progress = self.trajectory.step(simulation);
        self.see(progress, simulation);
        progress
    }

    /// Adds a row after a step that something else made, where one is due.
    pub fn see(&mut self, progress: Progress, simulation: &Simulation) {
        if progress == Progress::Advanced {
            self.add_row(simulation);
        }
    }

    fn add_row(&mut self, simulation: &Simulation) {
        let is_due = simulation.world.state().step >= self.next_step;
        if !is_due || self.failure.is_some() {
            return;
        }
        self.next_step += self.every;
        let added = match self.trajectory.row(simulation) {
            Ok(row) => self.form.add(&self.trajectory.channels, &row),
            Err(error) => Err(CommandError::run(format!("--trajectory: {error}"))),
        };
        self.failure = added.err();
    }

    /// Ends the file, which appears only now.
    ///
    /// # Errors
    /// What went wrong while it was written.
    pub fn finish(self) -> Result<(), CommandError> {
        match (self.failure, self.form) {
            (Some(failure), _) => Err(failure),
            (None, Form::Table(rows)) => rows.finish(),
            (None, Form::Arrays(arrays)) => arrays.finish(&self.trajectory.channels),
        }
    }
}

fn header(trajectory: &Trajectory) -> String {
    let columns = trajectory.channels.iter().flat_map(Channel::columns);
    columns.collect::<Vec<_>>().join(",")
}

impl Form {
    fn add(&mut self, channels: &[Channel], row: &[Vec<f64>]) -> Result<(), CommandError> {
        match self {
            Form::Table(rows) => {
                let text = |value: &f64| match value.is_nan() {
                    true => String::new(),
                    false => format!("{value:?}"),
                };
                let cells: Vec<String> = row.iter().flatten().map(text).collect();
                rows.add(&cells.join(","));
                Ok(())
            }
            Form::Arrays(arrays) => arrays.add(channels, row),
        }
    }
}

/// Arrays that wait, as each is one piece of the file.
struct Arrays {
    save: Save,
    /// One for each channel.
    waiting: Vec<Waiting>,
    rows: u64,
}

struct Waiting {
    spool: Spool,
    crc: Crc,
    length: u64,
    /// What is the same in all rows, as the last row has it.
    last: Vec<f64>,
}

impl Waiting {
    fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.crc.update(bytes);
        self.length += bytes.len() as u64;
        self.spool.write(bytes).map_err(failed)
    }
}

impl Arrays {
    fn begin(path: &Path, trajectory: &Trajectory) -> Result<Arrays, CommandError> {
        let save = Save::begin(path).map_err(failed)?;
        let waiting = trajectory.channels.iter().map(|_| {
            Ok(Waiting {
                spool: Spool::begin(path).map_err(failed)?,
                crc: Crc::new(),
                length: 0,
                last: Vec::new(),
            })
        });
        Ok(Arrays {
            save,
            waiting: waiting.collect::<Result<_, CommandError>>()?,
            rows: 0,
        })
    }

    fn add(&mut self, channels: &[Channel], row: &[Vec<f64>]) -> Result<(), CommandError> {
        self.rows += 1;
        for ((waiting, channel), values) in self.waiting.iter_mut().zip(channels).zip(row) {
            match channel.constant {
                true => waiting.last.clone_from(values),
                false => waiting.write(&npz::numbers(values))?,
            }
        }
        Ok(())
    }

    fn finish(mut self, channels: &[Channel]) -> Result<(), CommandError> {
        let mut archive = Archive::default();
        let mut things = Vec::new();
        for (mut waiting, channel) in self.waiting.into_iter().zip(channels) {
            if channel.constant {
                let last = std::mem::take(&mut waiting.last);
                waiting.write(&npz::numbers(&last))?;
            }
            let head = npz::npy_head(Kind::Numbers, &shape(channel, self.rows));
            let head = archive.begin(channel.name, &head, &waiting.crc, waiting.length);
            self.save.write(&head).map_err(failed)?;
            waiting.spool.move_to(&mut self.save).map_err(failed)?;
            let name = names_of(channel);
            if !things.iter().any(|(known, _)| *known == name) {
                things.push((name, &channel.things));
            }
        }
        for (name, things) in things.into_iter().filter(|(name, _)| !name.is_empty()) {
            let (kind, bytes) = npz::words(things);
            let head = npz::npy_head(kind, &[things.len() as u64]);
            let mut crc = Crc::new();
            crc.update(&bytes);
            let head = archive.begin(&name, &head, &crc, bytes.len() as u64);
            self.save.write(&[head, bytes].concat()).map_err(failed)?;
        }
        self.save.write(&archive.end()).map_err(failed)?;
        self.save.finish().map_err(failed)
    }
}

/// Rows, things and components, as far as there are several.
fn shape(channel: &Channel, rows: u64) -> Vec<u64> {
    let rows = (!channel.constant).then_some(rows);
    let things = (!names_of(channel).is_empty()).then_some(channel.things.len() as u64);
    let parts = Some(channel.parts.len() as u64).filter(|parts| *parts > 1);
    [rows, things, parts].into_iter().flatten().collect()
}

/// The array with the names of a channel's things; none of what is of the whole scene.
fn names_of(channel: &Channel) -> String {
    match channel.name {
        _ if channel.things == [String::new()] => String::new(),
        name if name.starts_with("body_") => "body_names".into(),
        name if name.starts_with("particle_") => "particle_names".into(),
        name => format!("{name}_names"),
    }
}

fn failed(error: crate::platform::FileError) -> CommandError {
    CommandError::run(error.to_string())
}
