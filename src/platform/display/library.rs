//! Shared libraries opened at run time, and the few functions called in them.

use std::ffi::{c_char, c_int, c_void, CStr};
use std::ptr;

use super::MissingLibrary;

/// Resolve functions when they are called; the value that the window library uses.
const RTLD_LAZY: c_int = 1;

extern "C" {
    fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// A library as it is looked for: its names in order of preference, and where to get it.
pub(super) struct Wanted {
    names: &'static [&'static CStr],
    missing: MissingLibrary,
}

macro_rules! wanted {
    ($plain:literal, $versioned:literal, $file:literal, $package:literal) => {
        Wanted {
            names: &[$plain, $versioned],
            missing: MissingLibrary {
                file: $file,
                package: $package,
            },
        }
    };
}

pub(super) const X11: Wanted = wanted!(c"libX11.so", c"libX11.so.6", "libX11.so.6", "libx11-6");
pub(super) const XI: Wanted = wanted!(c"libXi.so", c"libXi.so.6", "libXi.so.6", "libxi6");
pub(super) const XKB: Wanted = wanted!(
    c"libxkbcommon.so",
    c"libxkbcommon.so.0",
    "libxkbcommon.so.0",
    "libxkbcommon0"
);
pub(super) const GL: Wanted = wanted!(c"libGL.so", c"libGL.so.1", "libGL.so.1", "libgl1");
pub(super) const EGL: Wanted = wanted!(c"libEGL.so", c"libEGL.so.1", "libEGL.so.1", "libegl1");
pub(super) const WAYLAND: Wanted = wanted!(
    c"libwayland-client.so",
    c"libwayland-client.so.0",
    "libwayland-client.so.0",
    "libwayland-client0"
);
pub(super) const WAYLAND_EGL: Wanted = wanted!(
    c"libwayland-egl.so",
    c"libwayland-egl.so.1",
    "libwayland-egl.so.1",
    "libwayland-egl1"
);

/// An open library; it stays open until the process ends.
pub(super) struct Library(*mut c_void);

impl Library {
    /// Opens the first of the wanted names that exists.
    pub(super) fn open(wanted: &Wanted) -> Result<Self, MissingLibrary> {
        for name in wanted.names {
            // SAFETY: `name` ends in a zero; the libraries asked for here run only
            // the initialisers that the window library would run a moment later.
            let library = unsafe { dlopen(name.as_ptr(), RTLD_LAZY) };
            if !library.is_null() {
                return Ok(Self(library));
            }
        }
        Err(wanted.missing)
    }

    /// The function `name` as a value of the function pointer type `F`.
    ///
    /// # Safety
    /// `F` must be the type of an `extern "C"` function with that name's signature.
    pub(super) unsafe fn function<F: Copy>(&self, name: &CStr) -> Option<F> {
        debug_assert_eq!(size_of::<F>(), size_of::<*mut c_void>());
        // SAFETY: the library is open and `name` ends in a zero.
        let symbol = unsafe { dlsym(self.0, name.as_ptr()) };
        if symbol.is_null() {
            return None;
        }
        // SAFETY: not null, and the caller vouches for the type; the sizes are equal.
        Some(unsafe { std::mem::transmute_copy::<*mut c_void, F>(&symbol) })
    }
}

/// Opens the X display that `DISPLAY` names; null if nothing answers.
///
/// The connection is never closed.
pub(super) fn open_x_display(x11: &Library) -> *mut c_void {
    type InitThreads = unsafe extern "C" fn() -> c_int;
    type OpenDisplay = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    // SAFETY: the types are those of Xlib.h.
    let functions = unsafe {
        (
            x11.function::<InitThreads>(c"XInitThreads"),
            x11.function::<OpenDisplay>(c"XOpenDisplay"),
        )
    };
    let (Some(init_threads), Some(open_display)) = functions else {
        return ptr::null_mut();
    };
    // SAFETY: `XInitThreads` must come before any other call of Xlib, which it does
    // here; a null name stands for the value of `DISPLAY`.
    unsafe {
        init_threads();
        open_display(ptr::null())
    }
}

/// Connects to the Wayland display that `WAYLAND_DISPLAY` names; null if nothing answers.
pub(super) fn open_wayland_display(wayland: &Library) -> *mut c_void {
    type Connect = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    // SAFETY: the type is that of wayland-client-core.h.
    let Some(connect) = (unsafe { wayland.function::<Connect>(c"wl_display_connect") }) else {
        return ptr::null_mut();
    };
    // SAFETY: a null name stands for the value of `WAYLAND_DISPLAY`.
    unsafe { connect(ptr::null()) }
}
