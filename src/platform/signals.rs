//! Being asked by the system to end.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Arc;

/// By convention a program that a signal ended exits with this plus its number.
const SIGNAL_EXIT: i32 = 128;

/// Notes when the system asks the program to end.
pub struct EndSignal {
    number: Arc<AtomicUsize>,
}

impl EndSignal {
    /// Watches for SIGTERM and SIGINT. The second one ends the program at once, should
    /// it be too busy to look.
    ///
    /// # Errors
    /// The system does not let signals be watched.
    pub fn watch() -> io::Result<EndSignal> {
        let number = Arc::new(AtomicUsize::new(0));
        let again = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGINT] {
            flag::register_conditional_shutdown(signal, SIGNAL_EXIT + signal, again.clone())?;
            flag::register(signal, again.clone())?;
            flag::register_usize(signal, number.clone(), signal as usize)?;
        }
        Ok(EndSignal { number })
    }

    /// The exit code to end with, once there was a signal.
    pub fn exit_code(&self) -> Option<i32> {
        match self.number.load(Ordering::Relaxed) {
            0 => None,
            number => Some(SIGNAL_EXIT + number as i32),
        }
    }
}
