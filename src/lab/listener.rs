//! Who hears of long work while it goes on, and may end it.

use super::slices::Slices;

/// Hears what goes on, on any thread. All it has to do is to be there.
pub trait Listener: Sync {
    /// What begins now, in words.
    fn hear(&self, _what: &str) {}

    /// How many runs of all are done.
    fn count(&self, _done: usize, _of: usize) {}

    /// Whether the result is still wanted; no run is begun once it is not.
    fn is_wanted(&self) -> bool {
        true
    }

    /// Where runs are kept if the work is done in slices.
    fn slices(&self) -> Option<&Slices> {
        None
    }
}

/// Hears nothing and waits for the end.
impl Listener for () {}
