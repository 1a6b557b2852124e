//! The clock of this machine: that of the system, or in a browser that of the page.
//!
//! Nothing else reads a clock, since that of the standard library stops a program in a browser.

use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::{Instant, SystemTime};

#[cfg(target_arch = "wasm32")]
pub use page::{Instant, SystemTime};

/// Does nothing for so long. A page never waits: it is called again when it is time to draw.
pub fn sleep(time: Duration) {
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::sleep(time);
    #[cfg(target_arch = "wasm32")]
    let _ = time;
}

#[cfg(target_arch = "wasm32")]
mod page {
    use std::ops::Sub;
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    extern "C" {
        /// Time since the page was opened, ms.
        fn lab_now_ms() -> f64;
        /// Time since 1970, ms.
        fn lab_since_1970_ms() -> f64;
    }

    fn of_ms(ms: f64) -> Duration {
        Duration::try_from_secs_f64(ms * 1e-3).unwrap_or_default()
    }

    /// A moment by a clock that never goes back.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// This one.
        #[must_use]
        pub fn now() -> Instant {
            // SAFETY: asks the page for a number.
            Instant(of_ms(unsafe { lab_now_ms() }))
        }

        /// Time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// Time since an earlier moment; none if that is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The moment so much later.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }

    /// A moment by the calendar.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub struct SystemTime(Duration);

    impl SystemTime {
        /// The beginning of 1970.
        pub const UNIX_EPOCH: SystemTime = SystemTime(Duration::ZERO);

        /// This one.
        #[must_use]
        pub fn now() -> SystemTime {
            // SAFETY: asks the page for a number.
            SystemTime(of_ms(unsafe { lab_since_1970_ms() }))
        }

        /// Time since this moment.
        ///
        /// # Errors
        /// None; a clock that was set back counts as no time. As that of the standard library.
        pub fn elapsed(&self) -> Result<Duration, std::convert::Infallible> {
            Ok(SystemTime::now().0.saturating_sub(self.0))
        }
    }
}
