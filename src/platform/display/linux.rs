//! The probe on Linux: libraries, display and OpenGL of X11, else of Wayland.

use crate::clock::{sleep, Instant};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use super::gl::{Check, FAILS, WORKS};
use super::library::{self, Library, Wanted};
use super::{Backend, DisplayError, MissingLibrary, X11Gl, PROBE_ARGUMENT};

/// A driver that needs longer than this is given the benefit of the doubt.
const CHILD_LIMIT: Duration = Duration::from_secs(20);

/// Xlib's own exit status after an error that nobody handles.
const XLIB_GAVE_UP: i32 = 1;

/// X11 if its display answers, else Wayland; the error is that of the display
/// which the environment names.
pub(super) fn probe(program: &Path) -> Result<Backend, DisplayError> {
    match (variable("DISPLAY"), variable("WAYLAND_DISPLAY")) {
        (None, None) => Err(DisplayError::NoDisplay),
        (Some(x), None) => probe_x11(&x, program),
        (None, Some(wayland)) => probe_wayland(&wayland, program),
        (Some(x), Some(wayland)) => {
            probe_x11(&x, program).or_else(|error| probe_wayland(&wayland, program).or(Err(error)))
        }
    }
}

/// Whether there is an X11 or Wayland display to ask.
pub(super) fn names_a_display() -> bool {
    variable("DISPLAY").is_some() || variable("WAYLAND_DISPLAY").is_some()
}

/// An environment variable, unless it is empty.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

fn probe_x11(display: &OsString, program: &Path) -> Result<Backend, DisplayError> {
    let mut missing = missing_of(&[library::X11, library::XI, library::XKB]);
    let glx = Library::open(&library::GL);
    let egl = Library::open(&library::EGL);
    if let (Err(library), Err(_)) = (&glx, &egl) {
        missing.push(*library);
    }
    let x11 = match Library::open(&library::X11) {
        Ok(x11) if missing.is_empty() => x11,
        _ => return Err(DisplayError::Missing(missing)),
    };
    // Kept open on purpose: see `super::probe`.
    if library::open_x_display(&x11).is_null() {
        return Err(DisplayError::XDoesNotAnswer {
            display: display.to_string_lossy().into_owned(),
        });
    }
    if glx.is_ok() && works(Check::Glx, program) {
        Ok(Backend::X11(X11Gl::Glx))
    } else if egl.is_ok() && works(Check::EglOnX11, program) {
        Ok(Backend::X11(X11Gl::Egl))
    } else {
        Err(DisplayError::NoOpenGl)
    }
}

fn probe_wayland(display: &OsString, program: &Path) -> Result<Backend, DisplayError> {
    let missing = missing_of(&[
        library::WAYLAND,
        library::WAYLAND_EGL,
        library::XKB,
        library::EGL,
    ]);
    let wayland = match Library::open(&library::WAYLAND) {
        Ok(wayland) if missing.is_empty() => wayland,
        _ => return Err(DisplayError::Missing(missing)),
    };
    if library::open_wayland_display(&wayland).is_null() {
        return Err(DisplayError::WaylandDoesNotAnswer {
            display: display.to_string_lossy().into_owned(),
        });
    }
    if works(Check::EglOnWayland, program) {
        Ok(Backend::Wayland)
    } else {
        Err(DisplayError::NoOpenGl)
    }
}

fn missing_of(wanted: &[Wanted]) -> Vec<MissingLibrary> {
    let opened = wanted.iter().map(Library::open);
    opened.filter_map(Result::err).collect()
}

/// Whether a child process can create an OpenGL context.
///
/// Only a clear no counts as no: a child that cannot be started or never ends
/// must not keep a working window from opening.
fn works(check: Check, program: &Path) -> bool {
    match run_child(check, program) {
        Ok(Some(status)) => match status.code() {
            Some(code) if code == i32::from(WORKS) => true,
            Some(code) => code != i32::from(FAILS) && code != XLIB_GAVE_UP,
            None => false,
        },
        Ok(None) | Err(_) => true,
    }
}

/// Runs the check; nothing if it takes longer than [`CHILD_LIMIT`].
fn run_child(check: Check, program: &Path) -> io::Result<Option<ExitStatus>> {
    let mut running = Command::new(program)
        .arg(PROBE_ARGUMENT)
        .arg(check.name())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let start = Instant::now();
    while start.elapsed() < CHILD_LIMIT {
        if let Some(status) = running.try_wait()? {
            return Ok(Some(status));
        }
        sleep(Duration::from_millis(5));
    }
    running.kill()?;
    running.wait()?;
    Ok(None)
}
