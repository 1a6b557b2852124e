//! Being asked by the system to end.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// By convention a program that a signal ended exits with this plus its number.
const SIGNAL_EXIT: i32 = 128;

/// Notes when the system asks the program to end.
pub struct EndSignal {
    number: Arc<AtomicUsize>,
}

impl EndSignal {
    /// Watches for SIGTERM, SIGINT and, unless it is ignored, SIGHUP; on Windows for Ctrl+C, and for the end of the console or
    /// of the session. The second one ends the program at once, should it be too busy to look.
    /// A page in a browser is not asked.
    ///
    /// # Errors
    /// The system does not let signals be watched.
    pub fn watch() -> io::Result<EndSignal> {
        let number = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        unix::watch(&number)?;
        #[cfg(windows)]
        windows::watch(&number)?;
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

#[cfg(unix)]
mod unix {
    use super::SIGNAL_EXIT;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;
    use std::io;
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use std::sync::Arc;

    pub(super) fn watch(number: &Arc<AtomicUsize>) -> io::Result<()> {
        let again = Arc::new(AtomicBool::new(false));
        // Who starts a program with `nohup` wants it to outlive the terminal.
        let hangs_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        for signal in [SIGTERM, SIGINT].into_iter().chain(hangs_up) {
            flag::register_conditional_shutdown(signal, SIGNAL_EXIT + signal, again.clone())?;
            flag::register(signal, again.clone())?;
            flag::register_usize(signal, number.clone(), signal as usize)?;
        }
        Ok(())
    }

    /// Whether this program was started with a signal ignored.
    fn is_ignored(signal: i32) -> bool {
        // SAFETY: no new action is given, and one of zeros is a valid place for the present one.
        let action = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, std::ptr::null(), &mut action);
            action
        };
        action.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(windows)]
mod windows {
    use crate::clock::sleep;
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, OnceLock};
    use std::time::Duration;

    /// Numbers that signals of this meaning have elsewhere.
    const INTERRUPTED: usize = 2;
    const TERMINATED: usize = 15;
    /// The console is interrupted by the events below this; the others end it.
    const FIRST_END: u32 = 2;
    /// The system ends a program about so long after it has told it of the end.
    const LAST_WORK: Duration = Duration::from_secs(4);

    static NUMBER: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

    #[link(name = "kernel32")]
    extern "system" {
        fn SetConsoleCtrlHandler(
            handler: Option<unsafe extern "system" fn(u32) -> i32>,
            add: i32,
        ) -> i32;
    }

    pub(super) fn watch(number: &Arc<AtomicUsize>) -> io::Result<()> {
        if NUMBER.set(number.clone()).is_err() {
            return Err(io::Error::other("signals are watched already"));
        }
        // SAFETY: the handler has the type that the system asks for, and touches nothing but
        // a number; the system calls it on a thread of its own.
        match unsafe { SetConsoleCtrlHandler(Some(handle), 1) } {
            0 => Err(io::Error::last_os_error()),
            _ => Ok(()),
        }
    }

    /// Notes an event of the console; whether that is all that is to be done.
    ///
    /// # Safety
    /// Called by the system.
    unsafe extern "system" fn handle(event: u32) -> i32 {
        let meaning = match event {
            0..FIRST_END => INTERRUPTED,
            _ => TERMINATED,
        };
        let Some(number) = NUMBER.get() else {
            return 0;
        };
        if number.swap(meaning, Ordering::Relaxed) != 0 {
            // The second one: the system ends the program.
            return 0;
        }
        if meaning == TERMINATED {
            // When this returns, the system ends the program, which has to store its work.
            sleep(LAST_WORK);
        }
        1
    }
}
