//! Sweeps that go on in the way they went.

/// Nonsmooth nonlinear conjugate gradients: what a sweep changes is taken as a gradient, and
/// part of the way before is gone on (Silcowitz, Niebe and Erleben, "A nonsmooth nonlinear
/// conjugate gradient method for interactive contact force problems", 2010). Stacks need a
/// tenth of the sweeps.
#[derive(Debug, Clone, Default)]
pub(super) struct Conjugate {
    /// Impulses before the sweep.
    before: Vec<f64>,
    /// What the last sweep changed, squared; nothing before the first.
    changed: Option<f64>,
    /// Way that is gone on.
    direction: Vec<f64>,
    /// Part of it that is gone now.
    pub further: Vec<f64>,
}

impl Conjugate {
    /// Begins anew with so many rows.
    pub fn begin(&mut self, rows: usize) {
        self.changed = None;
        self.direction.clear();
        self.direction.resize(rows, 0.0);
    }

    /// Notes the impulses before a sweep.
    pub fn note(&mut self, impulses: impl Iterator<Item = f64>) {
        self.before.clear();
        self.before.extend(impulses);
    }

    /// Takes in what a sweep has made of the impulses; whether to go further.
    pub fn turn(&mut self, impulses: impl Iterator<Item = f64>) -> bool {
        let changes = self.before.iter_mut();
        for (change, now) in changes.zip(impulses) {
            *change = now - *change;
        }
        let changed = self.before.iter().map(|x| x * x).sum::<f64>();
        let share = match self.changed.replace(changed) {
            Some(before) if changed <= before => changed / before,
            _ => 0.0,
        };
        self.further.clear();
        self.further
            .extend(self.direction.iter().map(|way| share * way));
        let directions = self.direction.iter_mut().zip(&self.further);
        for ((way, further), change) in directions.zip(&self.before) {
            *way = further + change;
        }
        share > 0.0
    }
}
