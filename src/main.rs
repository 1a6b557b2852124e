//! Entry point.
use std::process::ExitCode;
fn main() -> ExitCode {
    if let Some(code) = ragdoll_lab::platform::display::answer_probe() {
        return code;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = args.iter().position(|a| a == name)?;
        args.get(at + 1).cloned()
    };
    ragdoll_lab::app::open(ragdoll_lab::app::StartOptions {
        scene: value("--scene"),
        script: value("--script").map(Into::into),
        frames: value("--frames").and_then(|f| f.parse().ok()),
        screenshot: value("--screenshot").map(Into::into),
        events: args.iter().any(|a| a == "--events"),
        size: None,
    })
}
