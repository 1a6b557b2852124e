//! The way of a point over time.

use glam::DVec3;

/// Longest trail, points.
const LONGEST: usize = 4000;
/// Shortest way between two points, m.
const APART_M: f64 = 0.005;

/// Where a point was, and after which steps, m.
#[derive(Debug, Clone, Default)]
pub struct Trail {
    points: Vec<DVec3>,
    steps: Vec<u64>,
}

impl Trail {
    /// Adds where the point is after a step, if it has moved since.
    pub fn add(&mut self, step: u64, position: DVec3) {
        let last = self.points.last();
        let moved = last.is_none_or(|last| last.distance(position) > APART_M);
        let is_new = self.steps.last().is_none_or(|last| *last < step);
        if moved && is_new && self.points.len() < LONGEST {
            self.points.push(position);
            self.steps.push(step);
        }
    }

    /// The way until a step.
    pub fn until(&self, step: u64) -> &[DVec3] {
        let count = self.steps.partition_point(|s| *s <= step);
        self.points.get(..count).unwrap_or(&self.points)
    }

    /// Forgets what comes after a step.
    pub fn end_at(&mut self, step: u64) {
        self.points.truncate(self.until(step).len());
        self.steps.truncate(self.points.len());
    }
}
