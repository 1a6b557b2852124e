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
    before: Vec<f64>,
    direction: Vec<f64>,
}

impl Way {
    /// Notes where they are before a sweep.
    fn note(&mut self, before: &[f64]) {
        self.before.clear();
        self.before.extend_from_slice(before);
        self.direction.resize(before.len(), 0.0);
    }

    /// What a sweep has changed, squared.
    fn changed(&self, now: &[f64]) -> f64 {
        let changes = self.before.iter().zip(now);
        changes
            .map(|(before, now)| (now - before) * (now - before))
            .sum()
    }

    /// Goes on by a share of the direction, of which a sweep is part from then on.
    fn go_on(&mut self, share: f64, now: &mut [f64]) {
        let ways = self.direction.iter_mut().zip(&self.before);
        for (now, (way, before)) in now.iter_mut().zip(ways) {
            let further = share * *way;
            *way = further + (*now - before);
            *now += further;
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
    #[inline(always)]
    pub fn note(&mut self, impulses: &[f64], rates: &[f64]) {
        self.impulses.note(impulses);
        self.rates.note(rates);
    }

    /// Takes in what a sweep has made of them, and goes further.
    #[inline(always)]
    pub fn turn(&mut self, impulses: &mut [f64], rates: &mut [f64]) {
        let changed = self.impulses.changed(impulses);
        let share = match self.changed.replace(changed) {
            Some(before) if changed <= before => changed / before,
            _ => 0.0,
        };
        self.impulses.go_on(share, impulses);
        self.rates.go_on(share, rates);
    }
}
