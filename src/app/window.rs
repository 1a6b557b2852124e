//! Opening the window of the system.

use crate::cli::Exit;
use crate::platform::display;
use macroquad::miniquad::conf::{LinuxBackend, LinuxX11Gl};
use std::cell::Cell;
use std::rc::Rc;

/// Says why the program ends, and how it does.
pub(super) fn complain(error: &str, exit: Exit) -> Exit {
    eprintln!("ragdoll-lab: {error}");
    exit
}

/// Opens a window and runs `body` in it; `body` may set the exit code.
pub(super) fn in_window<F>(
    (width, height): (u32, u32),
    body: impl FnOnce(Rc<Cell<Exit>>) -> F,
) -> Exit
where
    F: std::future::Future<Output = ()> + 'static,
{
    let backend = match display::probe() {
        Ok(backend) => backend,
        Err(error) => return complain(&error.to_string(), Exit::NoDisplay),
    };
    let mut conf = macroquad::window::Conf {
        window_title: "Ragdoll Lab".into(),
        window_width: width as i32,
        window_height: height as i32,
        high_dpi: true,
        sample_count: 1,
        ..Default::default()
    };
    match backend {
        display::Backend::X11(gl) => {
            conf.platform.linux_backend = LinuxBackend::X11Only;
            conf.platform.linux_x11_gl = match gl {
                display::X11Gl::Glx => LinuxX11Gl::GLXOnly,
                display::X11Gl::Egl => LinuxX11Gl::EGLOnly,
            };
        }
        display::Backend::Wayland => conf.platform.linux_backend = LinuxBackend::WaylandOnly,
        display::Backend::Native => {}
    }
    let exit = Rc::new(Cell::new(Exit::Good));
    let future = body(exit.clone());
    let window = std::panic::AssertUnwindSafe(|| macroquad::Window::from_config(conf, future));
    if std::panic::catch_unwind(window).is_err() {
        let text = "the window could not be opened or had to close (see above); \
                    `ragdoll-lab run SCENE` works without a window";
        return complain(text, Exit::NoDisplay);
    }
    exit.get()
}
