//! Entry point: hands the arguments to the command line, then the window.

use ragdoll_lab::cli::{self, Exit, Start};
use ragdoll_lab::platform::display;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = display::answer_probe() {
        return code;
    }
    match cli::start(std::env::args_os()) {
        Start::Done(exit) => exit.into(),
        Start::Window(_) | Start::Shot(_) => no_window().into(),
    }
}

fn no_window() -> Exit {
    eprintln!("this build has no window; use `ragdoll-lab run SCENE`");
    Exit::NoDisplay
}
