//! Films of a scene, frame by frame by its own clock.

use super::open::{complain, in_window};
use super::screenshot;
use super::script::Script;
use super::shell::Shell;
use crate::app::program::Program;
use crate::cli::{Exit, FilmOptions, StartOptions};
use crate::lab::{Progress, Simulation};
use crate::platform::display;
use crate::platform::film::{Film, FilmKind, Format};
use crate::platform::settings::Quality;
use crate::platform::terminal;
use crate::scene::Setting;
use macroquad::window::next_frame;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// When the ball of a scene that waits for a throw is thrown, s.
const THROWN_AT: &str = "launcher.fire_at_s=0.3";
/// How long a film goes on after the shot is over, s.
const AFTER_S: f64 = 0.8;
/// Longest film whose end is not given, s.
const LONGEST_S: f64 = 10.0;
/// Most frames of a film.
const MOST_FRAMES: f64 = 3_600.0;
/// Frames before the first one in which the view settles.
const SETTLING: u32 = 3;

/// Films a scene without panels.
pub fn film(options: FilmOptions) -> Exit {
    let Some(kind) = FilmKind::of(&options.output) else {
        let path = options.output.display();
        let remedy = "end the name in .gif or .apng, or name a folder";
        return complain(
            &format!("{path}: no kind of film; {remedy}"),
            Exit::BadInput,
        );
    };
    let mut program = match opened(&options) {
        Ok(program) => program,
        Err(error) => return complain(&error, Exit::BadInput),
    };
    let to_s = options.to_s.unwrap_or_else(|| end_of(&program));
    let frames = ((to_s - options.from_s) * f64::from(options.fps)).round();
    if !(1.0..=MOST_FRAMES).contains(&frames) {
        let given = format!("{:.2} s to {to_s:.2} s", options.from_s);
        let wrong = format!("{given} are {frames} frames; a film has 1 to {MOST_FRAMES}");
        return complain(&wrong, Exit::BadInput);
    }
    let backend = match display::probe() {
        Ok(backend) => backend,
        Err(error) => return complain(&error.to_string(), Exit::NoDisplay),
    };
    while program.playback.session.simulation.time_s() < options.from_s {
        program.playback.session.step();
        if let Some(trouble) = &program.playback.session.trouble {
            return complain(&format!("{}: {trouble}", options.scene), Exit::Failed);
        }
    }
    program.playback.session.playing = false;
    program.ui.panels.hidden = true;
    program.ui.settings.quality = Quality::High;
    let size = (options.size.width, options.size.height);
    in_window(backend, size, move |exit| {
        expose(program, options, (kind, frames as u32), exit)
    })
}

/// The scene with what is set; one that waits for a throw gets it.
fn opened(options: &FilmOptions) -> Result<Program, String> {
    let program = Program::open_changed(&options.scene, &options.set)?;
    let launcher = &program.workspace.document.scene().launcher;
    let waits = launcher
        .as_ref()
        .is_some_and(|launcher| launcher.fire_at_s.is_none());
    if !waits {
        return Ok(program);
    }
    let mut set = options.set.clone();
    set.push(Setting::parse(THROWN_AT)?);
    Program::open_changed(&options.scene, &set)
}

/// When a shot is over and seen, or all lies still, s.
fn end_of(program: &Program) -> f64 {
    let mut simulation: Simulation = program.playback.session.simulation.clone();
    let is_over = |simulation: &Simulation| {
        let shot = simulation.metrics.shot.as_ref();
        shot.is_some_and(|shot| shot.time_to_rest_s.is_some()) || simulation.is_at_rest()
    };
    while simulation.time_s() < LONGEST_S - AFTER_S && !is_over(&simulation) {
        if simulation.step() != Progress::Advanced {
            break;
        }
    }
    simulation.time_s() + AFTER_S
}

/// Shows frame after frame and keeps each.
async fn expose(
    program: Program,
    options: FilmOptions,
    (kind, frames): (FilmKind, u32),
    exit: Rc<Cell<Exit>>,
) {
    let start = StartOptions {
        frames: Some(SETTLING + frames + 1),
        frame: Some(Duration::from_secs(1) / options.fps),
        ..StartOptions::default()
    };
    let mut shell = match Shell::new(program, Script::default(), start) {
        Ok(shell) => shell,
        Err(error) => return terminal::tell(&format!("ragdoll-lab: {error}")),
    };
    for _ in 0..SETTLING {
        shell.frame(&exit);
        next_frame().await;
    }
    shell.program.playback.session.playing = true;
    let (mut film, mut made) = (None, 0);
    let result = loop {
        let going = shell.frame(&exit);
        let picture = screenshot::picture();
        let format = Format {
            size: picture.size,
            fps: options.fps,
            frames,
        };
        let film = match &mut film {
            Some(film) => film,
            None => match Film::begin(&options.output, kind, format) {
                Ok(begun) => film.insert(begun),
                Err(error) => break Err(error),
            },
        };
        if let Err(error) = film.add(picture.rgb) {
            break Err(error);
        }
        made += 1;
        tell_progress(&format!("frame {made} of {frames}"));
        if made >= frames || !going {
            break Ok(());
        }
        next_frame().await;
    };
    tell_progress("");
    let finished = result.and_then(|()| film.map_or(Ok(()), Film::finish));
    exit.set(match finished {
        Ok(()) => Exit::Good,
        Err(error) => complain(&error.to_string(), Exit::Failed),
    });
}

fn tell_progress(line: &str) {
    if terminal::is_watched() {
        terminal::tell_again(line);
    }
}
