//! Opening the window of the system, and running the program in it.

use super::script::Script;
use super::shell::Shell;
use crate::app::program::Program;
use crate::cli::{Exit, ShotOptions, StartOptions};
use crate::platform::display::{self, WindowPlace};
use crate::platform::recovery;
use crate::platform::settings::Settings;
use crate::platform::signals::EndSignal;
use crate::platform::terminal;
use macroquad::miniquad::conf::{LinuxBackend, LinuxX11Gl, WebGLVersion};
use macroquad::window::next_frame;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Longest that the steps of one frame may take.
const STEPPING_BUDGET: Duration = Duration::from_millis(50);
/// Size of the window at the first start, points.
const WINDOW_SIZE: (u32, u32) = (1280, 720);

/// Opens the window; returns when it is closed.
pub fn open(options: StartOptions) -> Exit {
    let loaded = Settings::default_path()
        .map(|path| Settings::load(&path))
        .unwrap_or_default();
    let open = match options.is_for_a_person() {
        true => Program::open,
        false => Program::open_unattended,
    };
    let mut program = match open(options.scene.as_deref(), loaded.settings) {
        Ok(program) => program,
        Err(error) => return complain(&error, Exit::BadInput),
    };
    if let Some(notice) = loaded.notice {
        program.ui.fail(notice);
    }
    if options.is_for_a_person() {
        let session = &program.playback.session;
        session.looks.prepare(&session.simulation);
        program.playback.hurry(STEPPING_BUDGET);
    }
    let script = match options.script.as_deref().map(Script::load).transpose() {
        Ok(script) => script.unwrap_or_default(),
        Err(error) => return complain(&error, Exit::BadInput),
    };
    let backend = match display::probe() {
        Ok(backend) => backend,
        Err(error) => return complain(&error.to_string(), Exit::NoDisplay),
    };
    terminal::close_own_console();
    let remembered = program.ui.settings.window_size;
    let remembered = remembered.filter(|_| options.is_for_a_person());
    // On a smaller screen than the last one the window is as large as that.
    let on_screen = |(width, height): (u32, u32)| match WindowPlace::screen_of_display() {
        Some(screen) => (width.min(screen.0), height.min(screen.1)),
        None => (width, height),
    };
    let size = remembered.map_or(WINDOW_SIZE, on_screen);
    in_window(backend, size, move |exit| {
        run(program, script, options, exit)
    })
}

/// Renders one picture of a scene without panels.
pub fn shot(options: ShotOptions) -> Exit {
    let opened = Program::open_changed(&options.scene, &options.set);
    let mut program = match opened {
        Ok(program) => program,
        Err(error) => return complain(&error, Exit::BadInput),
    };
    // Nothing is simulated for a picture that nobody can take.
    let backend = match display::probe() {
        Ok(backend) => backend,
        Err(error) => return complain(&error.to_string(), Exit::NoDisplay),
    };
    let step_s = program.playback.session.step_s();
    for _ in 0..(options.at_s / step_s).round() as u64 {
        program.playback.session.step();
    }
    if let Some(trouble) = &program.playback.session.trouble {
        return complain(&format!("{}: {trouble}", options.scene), Exit::Failed);
    }
    program.playback.session.playing = false;
    program.ui.panels.hidden = true;
    program.ui.settings.look = options.look;
    program.ui.settings.linear_skins = options.linear_blend;
    let start = StartOptions {
        frames: Some(3),
        screenshot: Some(options.output),
        ..StartOptions::default()
    };
    let size = (options.size.width, options.size.height);
    in_window(backend, size, move |code| {
        run(program, Script::default(), start, code)
    })
}

async fn run(program: Program, script: Script, options: StartOptions, exit: Rc<Cell<Exit>>) {
    let mut shell = match Shell::new(program, script, options) {
        Ok(shell) => shell,
        Err(error) => {
            let remedy = "`ragdoll-lab run SCENE` works without a window";
            terminal::tell(&format!("ragdoll-lab: {error}; {remedy}"));
            return;
        }
    };
    exit.set(Exit::Good);
    #[cfg(target_arch = "wasm32")]
    if let Some(shot) = crate::platform::page::shot() {
        shell.program.paste_shot(&shot);
    }
    let mut signal = None;
    if shell.keeps_unsaved() {
        shell.program.keep_unsaved_in(recovery::default_folder());
        shell.program.workspace.guard_against_panics();
        signal = EndSignal::watch().ok();
    }
    while shell.frame(&exit) {
        if let Some(code) = signal.as_ref().and_then(EndSignal::exit_code) {
            shell.end_by_signal(code);
        }
        shell.wait(|| signal.as_ref().is_some_and(|s| s.exit_code().is_some()));
        next_frame().await;
    }
    shell.program.workspace.forget_unsaved();
    shell.finish_settings();
    shell.finish_film();
}

/// Says why the program ends, and how it does.
pub(super) fn complain(error: &str, exit: Exit) -> Exit {
    terminal::tell(&format!("ragdoll-lab: {error}"));
    exit
}

/// Opens a window and runs `body` in it, which sets the exit code once it can show
/// something.
pub(super) fn in_window<F>(
    backend: display::Backend,
    (width, height): (u32, u32),
    body: impl FnOnce(Rc<Cell<Exit>>) -> F,
) -> Exit
where
    F: std::future::Future<Output = ()> + 'static,
{
    let mut conf = macroquad::window::Conf {
        window_title: "Ragdoll Lab".into(),
        window_width: width as i32,
        window_height: height as i32,
        high_dpi: true,
        sample_count: 1,
        ..Default::default()
    };
    conf.platform.webgl_version = WebGLVersion::WebGL2;
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
    let exit = Rc::new(Cell::new(Exit::NoDisplay));
    let future = body(exit.clone());
    let window = std::panic::AssertUnwindSafe(|| macroquad::Window::from_config(conf, future));
    if std::panic::catch_unwind(window).is_err() {
        return match exit.get() {
            Exit::NoDisplay => complain(
                "the window could not be opened (see above); `ragdoll-lab run SCENE` works \
                 without a window",
                Exit::NoDisplay,
            ),
            _ => complain(
                "the window closed due to an internal error (see above); the next start offers \
                 to restore unsaved changes",
                Exit::Failed,
            ),
        };
    }
    exit.get()
}
