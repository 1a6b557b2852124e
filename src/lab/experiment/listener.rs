//! Who hears of an experiment while it goes on, and may end it.

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
}

/// Hears nothing and waits for the end.
impl Listener for () {}
