//! Entry point: hands the arguments to the command line, then the window.

use ragdoll_lab::cli::{self, Start, StartOptions};
use ragdoll_lab::platform::arguments;
use std::process::ExitCode;

#[cfg(feature = "window")]
fn main() -> ExitCode {
    use ragdoll_lab::app;
    use ragdoll_lab::platform::display;

    if let Some(code) = display::answer_probe() {
        return code;
    }
    match cli::start(arguments::all()) {
        Start::Done(exit) => exit.into(),
        Start::Window(options) if options == StartOptions::default() && !display::is_named() => {
            cli::without_display().into()
        }
        Start::Window(options) => app::open(options).into(),
        Start::Shot(options) => app::shot(options).into(),
        Start::Film(options) => app::film(options).into(),
    }
}

#[cfg(not(feature = "window"))]
fn main() -> ExitCode {
    match cli::start(arguments::all()) {
        Start::Done(exit) => exit.into(),
        Start::Window(options) if options == StartOptions::default() => {
            cli::without_display().into()
        }
        Start::Window(_) | Start::Shot(_) | Start::Film(_) => cli::without_window().into(),
    }
}
