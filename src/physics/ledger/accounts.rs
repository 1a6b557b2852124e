//! What each cause does to each mover while a step is made.

use super::book::{Book, Entry};
use super::cause::Cause;
use super::shift::{Impulse, Masses, Motion, Shift};

/// What one cause does to one mover.
#[derive(Debug, Clone, Copy)]
struct Account {
    cause: Cause,
    /// All that it did since the book was closed.
    entry: Entry,
    /// What it gave in this substep.
    impulse: Impulse,
    /// By what it displaced in this substep.
    displaced: Shift,
}

/// The accounts of a mover.
#[derive(Debug, Clone, Default)]
struct OfMover {
    /// A mover has to do with few causes in a step.
    accounts: Vec<Account>,
    /// Place after that of the last account that was asked for: causes come again in their order.
    next: usize,
    /// How it moved at the start of the substep, if anything has changed that.
    start: Option<(Motion, Masses)>,
}

impl OfMover {
    fn account(&mut self, cause: Cause) -> &mut Account {
        let places = (self.next..self.accounts.len()).chain(0..self.next);
        let known = places
            .into_iter()
            .find(|&i| self.accounts[i].cause == cause);
        let place = known.unwrap_or_else(|| {
            self.accounts.push(Account {
                cause,
                entry: Entry::default(),
                impulse: Impulse::default(),
                displaced: Shift::default(),
            });
            self.accounts.len() - 1
        });
        self.next = (place + 1) % self.accounts.len();
        &mut self.accounts[place]
    }
}

/// The accounts of all movers.
#[derive(Debug, Clone, Default)]
pub(super) struct Accounts {
    of: Vec<OfMover>,
}

impl Accounts {
    fn of_mover(&mut self, mover: usize) -> &mut OfMover {
        if self.of.len() <= mover {
            self.of.resize_with(mover + 1, OfMover::default);
        }
        &mut self.of[mover]
    }

    /// Notes how a mover moves before the first change of a substep.
    pub fn note_start(&mut self, mover: usize, start: impl FnOnce() -> (Motion, Masses)) {
        self.of_mover(mover).start.get_or_insert_with(start);
    }

    /// Books what a cause did to a mover, and the impulse that it gave.
    pub fn add(&mut self, mover: usize, cause: Cause, entry: Entry, impulse: Impulse) {
        let account = self.of_mover(mover).account(cause);
        account.entry += entry;
        account.impulse += impulse;
    }

    /// Notes by what a cause displaced a mover.
    pub fn displace(&mut self, mover: usize, cause: Cause, by: Shift) {
        let account = self.of_mover(mover).account(cause);
        account.displaced = account.displaced + by;
    }

    /// Tells who displaced what in this substep, and forgets it.
    pub fn take_displaced(&mut self, mut tell: impl FnMut(usize, Cause, Shift)) {
        for (mover, of) in self.of.iter_mut().enumerate() {
            for account in &mut of.accounts {
                let by = std::mem::take(&mut account.displaced);
                if !by.is_zero() {
                    tell(mover, account.cause, by);
                }
            }
        }
    }

    /// Books the work of all impulses of a substep: what acts in it acts together, so each does
    /// its work at the mean of the velocities before and after. `now` is how a mover moves now.
    pub fn settle_work(&mut self, now: impl Fn(usize) -> (Motion, Masses)) {
        for (mover, of) in self.of.iter_mut().enumerate() {
            let Some((start, old)) = of.start.take() else {
                continue;
            };
            let (end, new) = now(mover);
            let mut left = new.kinetic_energy(&end) - old.kinetic_energy(&start);
            for account in &mut of.accounts {
                let work = std::mem::take(&mut account.impulse).work([&start, &end]);
                account.entry.kinetic += work;
                left -= work;
            }
            // A body that turns has other axes in the end than at the start.
            of.account(Cause::Inertia).entry.kinetic += left;
        }
    }

    /// Adds all to a book, and begins anew.
    pub fn close(&mut self, book: &mut Book) {
        for (mover, of) in self.of.iter_mut().enumerate() {
            of.next = 0;
            for account in of.accounts.drain(..) {
                book.add(mover, account.cause, account.entry);
            }
        }
    }
}
