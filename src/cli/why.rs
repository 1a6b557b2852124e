//! `why`: what changed how something moved.

use super::args::WhyOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::lab::why::{csv, readable, Asking, Subject};
use crate::lab::{Progress, Simulation};
use crate::source;
use crate::text::clean;
use std::sync::Arc;

/// So many names are offered where one is not known.
const MOST_NAMES: usize = 40;

pub(super) fn run(options: &WhyOptions) -> Result<Exit, CommandError> {
    if options.from_s >= options.to_s {
        let message = "--from is not before --to; give a span that begins before it ends";
        return Err(CommandError::input(message));
    }
    if let Some(path) = &options.csv {
        output::expect_writable(path)?;
    }
    let source = source::read(&options.scene).map_err(CommandError::input)?;
    let scene = source
        .scene()
        .and_then(|scene| source::set(&options.set, scene))
        .map_err(CommandError::input)?;
    let mut simulation = Simulation::new(&scene).map_err(|errors| {
        let lines = errors.iter().map(|e| format!("{}: {e}", source.label));
        CommandError::input(lines.collect::<Vec<_>>().join("\n"))
    })?;
    while simulation.time_s() < options.from_s {
        if simulation.step() != Progress::Advanced {
            let message = format!(
                "{}: the run diverged at {:.3} s, before --from; give an earlier span",
                source.label,
                simulation.time_s()
            );
            return Err(CommandError::run(message));
        }
    }
    let named = Subject::named(&scene, &simulation, &options.body);
    let Some(subject) = named else {
        return Err(CommandError::input(unknown(options, &scene, &simulation)));
    };
    let step_s = simulation.world.model().settings.common.step_s;
    let to = (options.to_s / step_s).round() as u64;
    let mut asking = Asking::new(Arc::new(scene), simulation, subject, to);
    while asking.step(None) {}
    let answer = asking.answer();
    let text = match options.json {
        true => output::json_line(&answer)?,
        false => readable(&answer),
    };
    output::print(Form::of(options.json), &text)?;
    if let Some(path) = &options.csv {
        output::write(path, csv(&answer))?;
    }
    Ok(match answer.diverged {
        true => Exit::Failed,
        false => Exit::Good,
    })
}

fn unknown(options: &WhyOptions, scene: &crate::scene::Scene, simulation: &Simulation) -> String {
    let mut names = Subject::names(scene, simulation);
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "nothing that moves is called {} at {} s; there are: everything, ball (once thrown), {}{more}",
        clean(&options.body),
        options.from_s,
        clean(&names.join(", "))
    )
}
