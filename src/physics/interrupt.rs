//! Ending a step that takes too long. Physics reads no clock: who has one sets the limit.

use std::fmt;
use std::sync::Arc;

/// Passes of a solver between two looks at whether the step is to end.
const PASSES_BETWEEN_LOOKS: u32 = 8;

/// How long a step may take, by whatever measure.
pub trait StepLimit: Send + Sync {
    /// A step begins.
    fn begin(&self) {}

    /// Whether the step is to end before it is done; asked by all threads that have a part
    /// in it. Once it says so it must go on saying so until the step has ended.
    fn is_reached(&self) -> bool;
}

/// Ends steps that reach a limit; by default there is none.
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<dyn StepLimit>>);

impl Interrupt {
    /// Ends steps that reach this limit.
    pub fn at(limit: impl StepLimit + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(limit)))
    }

    /// Whether there is a limit.
    pub fn has_limit(&self) -> bool {
        self.0.is_some()
    }

    /// A step begins.
    pub(super) fn begin(&self) {
        if let Some(limit) = &self.0 {
            limit.begin();
        }
    }

    /// Whether the step is to end.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|limit| limit.is_reached())
    }

    /// The same after a pass over all constraints or contacts, of which not each is worth
    /// a look.
    #[inline]
    pub fn is_due_after(&self, pass: u32) -> bool {
        pass % PASSES_BETWEEN_LOOKS == PASSES_BETWEEN_LOOKS - 1 && self.is_due()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = if self.has_limit() {
            "a limit"
        } else {
            "no limit"
        };
        write!(f, "Interrupt({limit})")
    }
}
