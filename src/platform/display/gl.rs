//! Creating an OpenGL context, in a child process that may be ended by it.

use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

use super::library::{self, Library};

/// The child's exit status if a context was made.
pub(super) const WORKS: u8 = 0;
/// The child's exit status if none could be made; Xlib's own is 1.
pub(super) const FAILS: u8 = 10;

/// What a child process tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    Glx,
    EglOnX11,
    EglOnWayland,
}

impl Check {
    const ALL: [Self; 3] = [Self::Glx, Self::EglOnX11, Self::EglOnWayland];

    /// The argument that asks the child for this check.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Glx => "glx",
            Self::EglOnX11 => "egl-x11",
            Self::EglOnWayland => "egl-wayland",
        }
    }
}

/// Runs the named check and returns the exit status for it.
pub(super) fn answer(name: &str) -> u8 {
    let check = Check::ALL.into_iter().find(|check| check.name() == name);
    let made = match check {
        Some(Check::Glx) => glx_context(),
        Some(Check::EglOnX11) => x_display().and_then(|(_, display)| egl_context(display)),
        Some(Check::EglOnWayland) => wayland_display().and_then(egl_context),
        None => None,
    };
    if made.is_some() {
        WORKS
    } else {
        FAILS
    }
}

fn x_display() -> Option<(Library, *mut c_void)> {
    let x11 = Library::open(&library::X11).ok()?;
    let display = library::open_x_display(&x11);
    (!display.is_null()).then_some((x11, display))
}

fn wayland_display() -> Option<*mut c_void> {
    let wayland = Library::open(&library::WAYLAND).ok()?;
    let display = library::open_wayland_display(&wayland);
    (!display.is_null()).then_some(display)
}

/// Makes a GLX context for a double-buffered window with depth.
fn glx_context() -> Option<()> {
    type DefaultScreen = unsafe extern "C" fn(*mut c_void) -> c_int;
    type Sync = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;
    type QueryExtension = unsafe extern "C" fn(*mut c_void, *mut c_int, *mut c_int) -> c_int;
    type ChooseConfig =
        unsafe extern "C" fn(*mut c_void, c_int, *const c_int, *mut c_int) -> *mut *mut c_void;
    type CreateContext =
        unsafe extern "C" fn(*mut c_void, *mut c_void, c_int, *mut c_void, c_int) -> *mut c_void;
    // GLX_DOUBLEBUFFER, GLX_DEPTH_SIZE, GLX_DRAWABLE_TYPE = window, GLX_RENDER_TYPE = RGBA.
    const WANTED: [c_int; 9] = [5, 1, 12, 16, 0x8010, 1, 0x8011, 1, 0];
    const GLX_RGBA_TYPE: c_int = 0x8014;

    let (x11, display) = x_display()?;
    let gl = Library::open(&library::GL).ok()?;
    let (mut first, mut second) = (0, 0);
    // SAFETY: the types are those of Xlib.h and glx.h, `display` is open, and the
    // configurations are used only where the count says that there is one.
    unsafe {
        let screen = x11.function::<DefaultScreen>(c"XDefaultScreen")?(display);
        let query = gl.function::<QueryExtension>(c"glXQueryExtension")?;
        if query(display, &mut first, &mut second) == 0 {
            return None;
        }
        let choose = gl.function::<ChooseConfig>(c"glXChooseFBConfig")?;
        let mut count = 0;
        let configs = choose(display, screen, WANTED.as_ptr(), &mut count);
        if configs.is_null() || count < 1 {
            return None;
        }
        let create = gl.function::<CreateContext>(c"glXCreateNewContext")?;
        let context = create(display, *configs, GLX_RGBA_TYPE, ptr::null_mut(), 1);
        // The server's refusal arrives here; Xlib then ends the process.
        x11.function::<Sync>(c"XSync")?(display, 0);
        (!context.is_null()).then_some(())
    }
}

/// Makes an OpenGL ES 2 context for a window of `native`, an X or Wayland display.
fn egl_context(native: *mut c_void) -> Option<()> {
    type GetDisplay = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
    type Initialize = unsafe extern "C" fn(*mut c_void, *mut i32, *mut i32) -> c_uint;
    type ChooseConfig =
        unsafe extern "C" fn(*mut c_void, *const i32, *mut *mut c_void, i32, *mut i32) -> c_uint;
    type CreateContext =
        unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void, *const i32) -> *mut c_void;
    // EGL_SURFACE_TYPE = window, EGL_RENDERABLE_TYPE = OpenGL ES 2, EGL_NONE.
    const WANTED: [i32; 5] = [0x3033, 4, 0x3040, 4, 0x3038];
    // EGL_CONTEXT_CLIENT_VERSION = 2, EGL_NONE.
    const VERSION: [i32; 3] = [0x3098, 2, 0x3038];

    let egl = Library::open(&library::EGL).ok()?;
    let (mut config, mut count) = (ptr::null_mut(), 0);
    // SAFETY: the types are those of egl.h, `native` is an open display, and all
    // pointers are to locals that outlive the calls.
    unsafe {
        let display = egl.function::<GetDisplay>(c"eglGetDisplay")?(native);
        if display.is_null() {
            return None;
        }
        let initialize = egl.function::<Initialize>(c"eglInitialize")?;
        if initialize(display, ptr::null_mut(), ptr::null_mut()) == 0 {
            return None;
        }
        let choose = egl.function::<ChooseConfig>(c"eglChooseConfig")?;
        if choose(display, WANTED.as_ptr(), &mut config, 1, &mut count) == 0 || count < 1 {
            return None;
        }
        let create = egl.function::<CreateContext>(c"eglCreateContext")?;
        let context = create(display, config, ptr::null_mut(), VERSION.as_ptr());
        (!context.is_null()).then_some(())
    }
}
