//! `why`: what changed how something moved.

use super::failure::{CommandError, Exit};
use super::number;
use super::output::{self, Form};
use crate::lab::why::{answer, csv, readable, Question, Subject};
use crate::lab::{Progress, Simulation};
use crate::scene::{Scene, Setting};
use crate::source;
use crate::text::clean;
use clap::{ArgAction, Args};
use std::path::PathBuf;
use std::sync::Arc;

const WHY_EXAMPLES: &str = "\
Examples:
  ragdoll-lab why mx-drop --body pelvis --to 2
  ragdoll-lab why mx-throw --set launcher.fire_at_s=0.3 --body ball --json
  ragdoll-lab why chain --to 1 --csv chain.csv

Adds up the momentum and the work of every cause over a span of time: gravity, each joint and
limit, each contact, damping, and the effect of the method itself.";

#[derive(Debug, Args)]
#[command(after_help = WHY_EXAMPLES, allow_negative_numbers = true)]
pub(super) struct WhyOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Moving object: the name or id of a body, particle, stick or ragdoll, a part as in
    /// `MX 1/pelvis`, or ball
    #[arg(long, value_name = "NAME", default_value = "everything")]
    pub body: String,
    /// Start of the span, s
    #[arg(long = "from", value_name = "S", default_value = "0", value_parser = number::picture_time)]
    pub from_s: f64,
    /// End of the span, s
    #[arg(long = "to", value_name = "S", default_value = "5", value_parser = number::seconds)]
    pub to_s: f64,
    /// Set a field of the scene, such as solver.method=reduced; may be repeated; null = its
    /// default
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
    /// Write a table of the causes as CSV
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long, action = ArgAction::SetTrue)]
    pub json: bool,
}

/// So many names are offered where one is not known.
const MOST_NAMES: usize = 40;

pub(super) fn run(options: &WhyOptions) -> Result<Exit, CommandError> {
    if options.from_s >= options.to_s {
        let message = "--from is not before --to; use a later --to or an earlier --from";
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
    let (from, to) = (
        simulation.world.state().step,
        (options.to_s / step_s).round() as u64,
    );
    if to <= from {
        let message = format!(
            "--from and --to are less than one step ({step_s} s) apart; give a longer \
                     span"
        );
        return Err(CommandError::input(message));
    }
    let question = Question {
        scene: Arc::new(scene),
        from,
        simulation,
        inputs: Arc::new([]),
        subject,
        to,
    };
    let all_threads = crate::threads::cores();
    let answer = answer(question, all_threads, || true, |_| ());
    let answer = answer.ok_or_else(|| CommandError::run("no steps were analysed"))?;
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

fn unknown(options: &WhyOptions, scene: &Scene, simulation: &Simulation) -> String {
    let mut names = Subject::names(scene, simulation);
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "no moving object is called {} at {} s; choose one of: everything, ball (once thrown), \
         {}{more}",
        clean(&options.body),
        options.from_s,
        clean(&names.join(", "))
    )
}
