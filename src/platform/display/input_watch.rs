//! Sleeping until a person touches the window.

use std::time::Duration;

/// Listens for input of the open window without taking it.
///
/// The window library looks for input once a frame. A program that shows a still
/// picture would have to draw it over and over, or answer late.
#[derive(Debug)]
pub struct InputWatch {
    #[cfg(target_os = "linux")]
    connection: x11::Connection,
}

impl InputWatch {
    /// Listens to the window whose OpenGL context is current on this thread.
    ///
    /// None where the system does not tell: only X11 with GLX and Windows do.
    pub fn of_current_window() -> Option<InputWatch> {
        #[cfg(target_os = "linux")]
        {
            let connection = x11::Connection::of_current_window()?;
            Some(InputWatch { connection })
        }
        #[cfg(windows)]
        return Some(InputWatch {});
        #[cfg(not(any(target_os = "linux", windows)))]
        None
    }

    /// Sleeps until there is input or `longest` is over; whether there is input.
    ///
    /// Call it on the thread of the window.
    pub fn wait(&self, longest: Duration) -> bool {
        #[cfg(target_os = "linux")]
        return self.connection.wait(longest);
        #[cfg(windows)]
        return messages::wait(longest);
        #[cfg(not(any(target_os = "linux", windows)))]
        {
            crate::clock::sleep(longest);
            true
        }
    }
}

#[cfg(windows)]
mod messages {
    use std::time::Duration;

    /// Messages of every kind.
    const ALL: u32 = 0x04ff;
    /// Those count, too, that were seen but not taken.
    const EVEN_IF_SEEN: u32 = 4;
    const NOTHING_CAME: u32 = 258;

    #[link(name = "user32")]
    extern "system" {
        fn MsgWaitForMultipleObjectsEx(
            count: u32,
            handles: *const isize,
            longest_ms: u32,
            kinds: u32,
            flags: u32,
        ) -> u32;
    }

    /// Waits for a message to a window of this thread; whether there is one.
    pub(super) fn wait(longest: Duration) -> bool {
        let longest_ms = u32::try_from(longest.as_millis()).unwrap_or(u32::MAX - 1);
        // SAFETY: no handles are waited for, so none are read.
        let came = unsafe {
            MsgWaitForMultipleObjectsEx(0, std::ptr::null(), longest_ms, ALL, EVEN_IF_SEEN)
        };
        came != NOTHING_CAME
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use crate::platform::display::library::{Library, GL, X11};
    use rustix::event::{poll, PollFd, PollFlags};
    use std::ffi::{c_int, c_void};
    use std::os::fd::BorrowedFd;
    use std::time::Duration;

    type Pending = unsafe extern "C" fn(*mut c_void) -> c_int;

    /// The window's connection to the X server.
    #[derive(Debug)]
    pub(super) struct Connection {
        display: *mut c_void,
        pending: Pending,
        socket: c_int,
    }

    impl Connection {
        pub(super) fn of_current_window() -> Option<Connection> {
            type CurrentDisplay = unsafe extern "C" fn() -> *mut c_void;
            let (gl, x11) = (Library::open(&GL).ok()?, Library::open(&X11).ok()?);
            // SAFETY: the types are those of glx.h and Xlib.h.
            let functions = unsafe {
                (
                    gl.function::<CurrentDisplay>(c"glXGetCurrentDisplay")?,
                    x11.function::<Pending>(c"XPending")?,
                    x11.function::<Pending>(c"XConnectionNumber")?,
                )
            };
            let (current_display, pending, connection_number) = functions;
            // SAFETY: a query; without a context of GLX it returns null.
            let display = unsafe { current_display() };
            if display.is_null() {
                return None;
            }
            // SAFETY: the display is that of a current context, so it is open.
            let socket = unsafe { connection_number(display) };
            (socket >= 0).then_some(Connection {
                display,
                pending,
                socket,
            })
        }

        pub(super) fn wait(&self, longest: Duration) -> bool {
            // What Xlib has read already no longer shows at the socket.
            // SAFETY: the display belongs to the window of this thread and stays open
            // as long as its loop runs; Xlib locks it (`XInitThreads` was called).
            if unsafe { (self.pending)(self.display) } > 0 {
                return true;
            }
            // SAFETY: the socket is open as long as the display.
            let socket = unsafe { BorrowedFd::borrow_raw(self.socket) };
            let mut watched = [PollFd::new(&socket, PollFlags::IN)];
            let limit = longest.try_into().ok();
            // An interrupted sleep counts as input: the loop then looks for signals.
            poll(&mut watched, limit.as_ref()).map_or(true, |ready| ready > 0)
        }
    }
}
