//! The lines of all runs, thinned as they grow, so that a long run draws as fast as a
//! short one.

use crate::app::panels::AppView;
use crate::lab::plot::{Point, Thinned};
use crate::lab::{Quantity, Sample, Telemetry};

/// The lines of the run and of those beside it.
#[derive(Debug, Default)]
pub struct Lines {
    runs: Vec<RunLines>,
    apart: Vec<ApartLine>,
}

impl Lines {
    /// Takes in what was measured since the last frame.
    pub fn keep_up(&mut self, view: &AppView<'_>) {
        let comparison = view.comparison();
        let sides = comparison.map_or(&[][..], |comparison| comparison.sides());
        let sides = sides.iter().map(|side| &side.telemetry);
        let runs: Vec<&Telemetry> = std::iter::once(view.telemetry()).chain(sides).collect();
        self.runs.resize_with(runs.len(), RunLines::default);
        for (lines, telemetry) in self.runs.iter_mut().zip(runs) {
            lines.keep_up(telemetry.samples());
        }
        let count = comparison.map_or(0, |comparison| comparison.sides().len() + 1);
        self.apart.resize_with(count, ApartLine::default);
        for (place, line) in self.apart.iter_mut().enumerate() {
            let apart = comparison.map_or(&[][..], |comparison| comparison.apart(place));
            line.keep_up(apart, view.timeline().step_s);
        }
    }

    /// Number of runs.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// A quantity of a run over time.
    pub fn of(&self, run: usize, quantity: Quantity) -> Vec<Point> {
        let line = self.runs.get(run).and_then(|run| run.line(quantity));
        line.map_or(Vec::new(), Thinned::points)
    }

    /// Distance from the leading run of the same run moved by next to nothing, over time.
    pub fn band(&self) -> Vec<Point> {
        self.apart(self.runs.len() - 1)
    }

    /// Distance of a side from the leading run over time.
    pub fn apart(&self, side: usize) -> Vec<Point> {
        let line = self.apart.get(side);
        line.map_or(Vec::new(), |line| line.line.points())
    }
}

/// All quantities of a run.
#[derive(Debug, Default)]
struct RunLines {
    lines: [Thinned; Quantity::ALL.len()],
    /// The first and the last sample that were taken, by which it is seen whether the
    /// run has gone on, or is another one.
    ends: Option<(Sample, Sample)>,
}

impl RunLines {
    fn line(&self, quantity: Quantity) -> Option<&Thinned> {
        let mut lines = Quantity::ALL.into_iter().zip(&self.lines);
        let (_, line) = lines.find(|(known, _)| *known == quantity)?;
        Some(line)
    }

    fn keep_up(&mut self, samples: &[Sample]) {
        let taken = self.lines[0].count();
        let known = taken.checked_sub(1).and_then(|last| samples.get(last));
        let ends = samples.first().copied().zip(known.copied());
        if ends.is_none() || ends != self.ends {
            *self = RunLines::default();
        }
        for sample in samples.iter().skip(self.lines[0].count()) {
            for (line, quantity) in self.lines.iter_mut().zip(Quantity::ALL) {
                line.push(sample.time_s, quantity.of(sample).unwrap_or(f64::NAN));
            }
        }
        self.ends = samples.first().copied().zip(samples.last().copied());
    }
}

/// Distance of a run from the leading one.
#[derive(Debug, Default)]
struct ApartLine {
    line: Thinned,
    ends: Option<[(u64, f64); 2]>,
}

impl ApartLine {
    fn keep_up(&mut self, apart: &[(u64, f64)], step_s: f64) {
        let taken = self.line.count();
        let known = taken.checked_sub(1).and_then(|last| apart.get(last));
        let ends = apart
            .first()
            .zip(known)
            .map(|(first, last)| [*first, *last]);
        if ends.is_none() || ends != self.ends {
            self.line = Thinned::default();
        }
        for (step, distance) in apart.iter().skip(self.line.count()) {
            self.line.push(*step as f64 * step_s, *distance);
        }
        let ends = apart.first().zip(apart.last());
        self.ends = ends.map(|(first, last)| [*first, *last]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(time_s: f64, travel_m: f64) -> Sample {
        Sample {
            time_s,
            kinetic_energy_j: 0.0,
            total_energy_j: 0.0,
            momentum_kg_m_s: 0.0,
            joint_error_m: 0.0,
            strain: None,
            limit_violation_rad: None,
            speed_m_s: None,
            travel_m: Some(travel_m),
            iterations: None,
        }
    }

    #[test]
    fn a_run_that_goes_on_is_added_to_and_another_begins_anew() {
        let mut run = RunLines::default();
        let samples: Vec<Sample> = (0..10).map(|i| sample(f64::from(i), 1.0)).collect();
        run.keep_up(&samples[..4]);
        run.keep_up(&samples);
        assert_eq!(run.lines[0].count(), 10);
        let mut other = samples.clone();
        other[9] = sample(9.0, 7.0);
        run.keep_up(&other);
        assert_eq!(run.lines[0].points()[9].y.median, 7.0);
        run.keep_up(&other[..2]);
        assert_eq!(run.lines[0].count(), 2);
        run.keep_up(&[]);
        assert_eq!(run.lines[0].count(), 0);
    }
}
