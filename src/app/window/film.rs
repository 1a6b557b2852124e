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
use macroquad::window::next_frame;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// When the ball of a scene that waits for a throw is thrown, s.
const THROWN_AT_S: f64 = 0.3;
/// Most frames per second that programs show of a GIF.
const MOST_GIF_FPS: u32 = 50;
/// Most bytes of the frames of an animated PNG.
const MOST_APNG_BYTES: f64 = 1e9;
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
            &format!("{path}: unknown recording format; {remedy}"),
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
        let wrong = format!(
            "{given} is {frames} frames; a recording has 1 to {MOST_FRAMES}; change --from, \
             --to or --fps"
        );
        return complain(&wrong, Exit::BadInput);
    }
    if let Some(reason) = refused(kind, &options, frames) {
        return complain(
            &format!("{}: {reason}", options.output.display()),
            Exit::BadInput,
        );
    }
    let backend = match display::probe() {
        Ok(backend) => backend,
        Err(error) => return complain(&error.to_string(), Exit::NoDisplay),
    };
    program.playback.session.playing = false;
    program.ui.panels.hidden = true;
    program.ui.settings.quality = Quality::High;
    program.ui.settings.look = options.look;
    program.ui.settings.linear_skins = options.linear_blend;
    let size = (options.size.width, options.size.height);
    in_window(backend, size, move |exit| {
        expose(program, options, (kind, frames as u32), exit)
    })
}

/// The scene with what is set; one that waits for a throw gets it.
fn opened(options: &FilmOptions) -> Result<Program, String> {
    let mut program = Program::open_changed(&options.scene, &options.set)?;
    let mut scene = program.workspace.document.scene().clone();
    if let Some(launcher) = &mut Arc::make_mut(&mut scene).launcher {
        launcher.fire_at_s.get_or_insert(THROWN_AT_S);
    }
    let reset = program.playback.session.reset(&scene);
    reset.map_err(|errors| {
        errors
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; ")
    })?;
    Ok(program)
}

/// Why a film of that kind cannot be made.
fn refused(kind: FilmKind, options: &FilmOptions, frames: f64) -> Option<String> {
    let pixels = f64::from(options.size.width) * f64::from(options.size.height);
    if kind == FilmKind::Gif && options.fps > MOST_GIF_FPS {
        return Some(format!(
            "a .gif has at most {MOST_GIF_FPS} frames per second; lower --fps"
        ));
    }
    if kind == FilmKind::Apng && 3.0 * pixels * frames > MOST_APNG_BYTES {
        let remedy = "record fewer or smaller frames, or record into a folder";
        return Some(format!(
            "an .apng is held in memory and this one is too large; {remedy}"
        ));
    }
    None
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
    exit.set(Exit::Failed);
    for _ in 0..SETTLING {
        shell.frame(&exit);
        next_frame().await;
    }
    let session = &mut shell.program.playback.session;
    while session.simulation.time_s() < options.from_s && session.trouble.is_none() {
        session.step();
    }
    if let Some(trouble) = &session.trouble {
        complain(&format!("{}: {trouble}", options.scene), Exit::Failed);
        return;
    }
    session.playing = true;
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
        if let Err(error) = film.add(format.size, picture.rgb) {
            break Err(error);
        }
        made += 1;
        tell_progress(&format!("frame {made} of {frames}"));
        if made >= frames {
            break Ok(());
        }
        if !going {
            break Err(film.failed("the window was closed before the recording ended"));
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
