//! Entry point.

use std::process::ExitCode;

use ragdoll_lab::platform::display;

fn main() -> ExitCode {
    if let Some(code) = display::answer_probe() {
        return code;
    }
    ExitCode::SUCCESS
}
