//! What came out of a shot fan.

use crate::lab::plot::Plot;
use crate::lab::pool::in_order_while;
use crate::lab::sweep::{field_title, Results, Row, Sweep};
use crate::lab::{Listener, Recording, ShotResult, Simulation};
use crate::scene::change::word;
use serde_json::Value;
use std::sync::Arc;

/// Most end poses that are drawn; more would hide each other.
pub const MOST_DRAWN: usize = 12;

/// A shot of a fan.
#[derive(Clone)]
pub struct FanShot {
    /// What it gave, with its nudged repeats.
    pub row: Row,
    /// How to play it.
    pub recording: Recording,
    /// What it did to the figure.
    pub result: Option<ShotResult>,
    /// Its length, s.
    pub seconds: f64,
    /// How it ended, if that is drawn.
    pub pose: Option<Simulation>,
}

/// The shots of a fan with the curve through them.
pub struct Fan {
    sweep: Arc<Sweep>,
    shots: Vec<FanShot>,
    plot: Plot,
    picture: Vec<u8>,
}

impl Fan {
    /// Shoots; the listener hears how many shots are done.
    ///
    /// # Errors
    /// What cannot be simulated so, or that it was cancelled.
    pub(in crate::app) fn shoot(
        sweep: &Arc<Sweep>,
        threads: usize,
        listener: &dyn Listener,
    ) -> Result<Fan, String> {
        let all: Vec<usize> = (0..sweep.count()).collect();
        let check = |_| sweep.complaints(&all, threads);
        let complaints = in_order_while(1, 1, listener, check).ok_or("cancelled")?;
        let complaints = complaints.concat();
        if !complaints.is_empty() {
            return Err(complaints.join("\n"));
        }
        let shots = in_order_while(threads, all.len(), listener, |index| shoot(sweep, index));
        let shots: Vec<FanShot> = shots
            .ok_or("cancelled")?
            .into_iter()
            .collect::<Result<_, _>>()?;
        let results = Results::new(sweep, rows(&shots));
        let (plot, title) = (results.plot(), results.title());
        let picture = plot.png(&title).map_err(|error| error.to_string())?;
        Ok(Fan {
            sweep: sweep.clone(),
            shots,
            plot,
            picture,
        })
    }

    /// What was varied.
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// The shots, from the first value to the last.
    pub fn shots(&self) -> &[FanShot] {
        &self.shots
    }

    /// Travel and push over the values.
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// The plot as PNG.
    pub fn picture(&self) -> &[u8] {
        &self.picture
    }

    /// All rows with what is made of them.
    pub fn results(&self) -> Results<'_> {
        Results::new(&self.sweep, rows(&self.shots))
    }

    /// The field that is varied.
    pub fn path(&self) -> &str {
        let axes = &self.sweep.order().axes;
        axes.first().map_or("", |axis| &axis.path)
    }

    /// The name of that field on screen, with its unit.
    pub fn title(&self) -> String {
        field_title(self.path())
    }

    /// The value of a shot in words.
    pub fn value(&self, index: usize) -> String {
        let values = self.shots.get(index).map(|shot| &shot.row.values);
        let value = values.and_then(|values| values.values().next());
        value.map_or(String::new(), word)
    }

    /// The same with its unit.
    pub fn value_with_unit(&self, index: usize) -> String {
        let title = self.title();
        let unit = title.rsplit_once(", ").map_or("", |(_, unit)| unit);
        format!("{} {unit}", self.value(index))
            .trim_end()
            .to_owned()
    }

    /// Where a shot is on the x axis of the plot: at its value, or at its place in the list
    /// where that is no number.
    pub fn place(&self, index: usize) -> f64 {
        let number = |shot: &FanShot| shot.row.values.values().next().and_then(Value::as_f64);
        let are_numbers = self.shots.iter().all(|shot| number(shot).is_some());
        let value = self.shots.get(index).and_then(number);
        value.filter(|_| are_numbers).unwrap_or(index as f64)
    }

    /// Where a shot is between the first, 0, and the last, 1.
    pub fn share(&self, index: usize) -> f32 {
        index as f32 / (self.shots.len().max(2) - 1) as f32
    }
}

fn rows(shots: &[FanShot]) -> Vec<Row> {
    shots.iter().map(|shot| shot.row.clone()).collect()
}

fn shoot(sweep: &Sweep, index: usize) -> Result<FanShot, String> {
    let (measured, shot) = sweep.measure(index)?;
    let simulation = shot.simulation;
    let step_s = simulation.world.model().settings.common.step_s;
    Ok(FanShot {
        row: measured.row,
        seconds: shot.recording.steps as f64 * step_s,
        recording: shot.recording,
        result: simulation.metrics.shot.clone(),
        pose: is_drawn(index, sweep.count()).then_some(simulation),
    })
}

/// Whether a shot is among those that are drawn: all, or some with even gaps, among them
/// the first and the last.
fn is_drawn(index: usize, count: usize) -> bool {
    let drawn = count.min(MOST_DRAWN);
    (0..drawn).any(|i| i * (count - 1) / (drawn - 1).max(1) == index)
}

#[cfg(test)]
mod tests {
    use super::{is_drawn, MOST_DRAWN};

    #[test]
    fn few_shots_are_all_drawn_and_many_with_even_gaps() {
        for count in 1..=MOST_DRAWN {
            assert!((0..count).all(|index| is_drawn(index, count)));
        }
        for count in [13, 50, 200] {
            let drawn: Vec<usize> = (0..count).filter(|index| is_drawn(*index, count)).collect();
            assert_eq!(drawn.len(), MOST_DRAWN, "{count}");
            assert_eq!((drawn[0], drawn[MOST_DRAWN - 1]), (0, count - 1));
        }
    }
}
