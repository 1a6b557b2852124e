//! Whether a window can be had, asked before any window library is started.
//!
//! The window library panics without a display, and Xlib ends the whole process
//! when there is a GLX library but no driver behind it; neither can be caught.
//! So [`probe`] opens the same libraries and the same display first, and has a
//! child process create an OpenGL context: if Xlib ends something, it is the child.

mod error;
#[cfg(target_os = "linux")]
mod gl;
mod input_watch;
#[cfg(target_os = "linux")]
mod library;
#[cfg(target_os = "linux")]
mod linux;
mod window_place;

use std::path::Path;
use std::process::ExitCode;

pub use error::{DisplayError, MissingLibrary};
pub use input_watch::InputWatch;
pub use window_place::{Place, WindowPlace};

/// The hidden first argument that makes the program answer for a child's check.
#[cfg(target_os = "linux")]
const PROBE_ARGUMENT: &str = "--probe-opengl";

/// How to open the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// An X11 window with the kind of OpenGL that was found to work.
    X11(X11Gl),
    /// A Wayland window; there is no X display.
    Wayland,
    /// Whatever this system has, where nothing needs to be chosen.
    Native,
}

/// Through which library OpenGL works on X11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum X11Gl {
    /// Desktop OpenGL through GLX.
    Glx,
    /// OpenGL ES through EGL.
    Egl,
}

/// Finds out how a window can be opened, or why it cannot.
///
/// Starts this program again with a hidden argument, so `main` must begin with
/// [`answer_probe`]. The connection to the X server stays open until the
/// process ends: a server started to serve one client would end with it.
pub fn probe() -> Result<Backend, DisplayError> {
    match std::env::current_exe() {
        Ok(program) => probe_through(&program),
        // A program without a name is asked for nothing: the check counts as passed.
        Err(_) => probe_through(Path::new("")),
    }
}

/// Whether the environment names a display at all; whether it answers is for [`probe`].
pub fn is_named() -> bool {
    #[cfg(target_os = "linux")]
    {
        linux::names_a_display()
    }
    #[cfg(not(target_os = "linux"))]
    true
}

/// [`probe`] with the checks run by `program`, whose `main` begins with [`answer_probe`].
pub fn probe_through(program: &Path) -> Result<Backend, DisplayError> {
    #[cfg(target_os = "linux")]
    {
        linux::probe(program)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = program;
        Ok(Backend::Native)
    }
}

/// Answers a check that [`probe`] started in this child process.
///
/// `None` in every ordinary start. `main` calls this first and returns the code.
pub fn answer_probe() -> Option<ExitCode> {
    #[cfg(target_os = "linux")]
    {
        // Not `args`, which panics on an argument that is no Unicode text.
        let mut arguments = std::env::args_os().skip(1);
        if arguments.next()? != PROBE_ARGUMENT {
            return None;
        }
        let question = arguments.next()?;
        Some(ExitCode::from(gl::answer(&question.to_string_lossy())))
    }
    #[cfg(not(target_os = "linux"))]
    None
}
