//! Sweeps that go on in the way they went.

/// Nonsmooth nonlinear conjugate gradients: what a sweep changes is taken as a gradient, and
/// part of the way before is gone on (Silcowitz, Niebe and Erleben, "A nonsmooth nonlinear
/// conjugate gradient method for interactive contact force problems", 2010). Stacks need a
/// tenth of the sweeps. Rates depend on impulses linearly, and so go on in the same way.
#[derive(Debug, Clone, Default)]
pub(super) struct Conjugate {
    impulses: Way,
    rates: Way,
    /// What the last sweep changed of the impulses, squared; nothing before the first.
    changed: Option<f64>,
}

/// The way of some numbers.
#[derive(Debug, Clone, Default)]
struct Way {
    /// Before the sweep, then what it has changed.
    change: Vec<f64>,
    /// Way that is gone on.
    direction: Vec<f64>,
    /// Part of it that is gone now.
    further: Vec<f64>,
}

impl Way {
    fn note(&mut self, before: impl Iterator<Item = f64>) {
        self.change.clear();
        self.change.extend(before);
    }

    fn follow(&mut self, now: impl Iterator<Item = f64>) {
        for (change, now) in self.change.iter_mut().zip(now) {
            *change = now - *change;
        }
    }

    fn go_on(&mut self, share: f64) {
        self.direction.resize(self.change.len(), 0.0);
        self.further.clear();
        self.further
            .extend(self.direction.iter().map(|way| share * way));
        let directions = self.direction.iter_mut().zip(&self.further);
        for ((way, further), change) in directions.zip(&self.change) {
            *way = further + change;
        }
    }
}

impl Conjugate {
    /// Begins anew.
    pub fn begin(&mut self) {
        self.changed = None;
        self.impulses.direction.clear();
        self.rates.direction.clear();
    }

    /// Notes impulses and rates before a sweep.
    pub fn note(&mut self, impulses: impl Iterator<Item = f64>, rates: impl Iterator<Item = f64>) {
        self.impulses.note(impulses);
        self.rates.note(rates);
    }

    /// Takes in what a sweep has made of them; whether to go further.
    pub fn turn(
        &mut self,
        impulses: impl Iterator<Item = f64>,
        rates: impl Iterator<Item = f64>,
    ) -> bool {
        self.impulses.follow(impulses);
        self.rates.follow(rates);
        let changed = self.impulses.change.iter().map(|x| x * x).sum::<f64>();
        let share = match self.changed.replace(changed) {
            Some(before) if changed <= before => changed / before,
            _ => 0.0,
        };
        self.impulses.go_on(share);
        self.rates.go_on(share);
        share > 0.0
    }

    /// By how much impulses go further.
    pub fn impulses(&self) -> impl Iterator<Item = f64> + '_ {
        self.impulses.further.iter().copied()
    }

    /// By how much rates do.
    pub fn rates(&self) -> impl Iterator<Item = f64> + '_ {
        self.rates.further.iter().copied()
    }
}
