//! The command line: reads arguments, runs commands, gives exit codes.
//!
//! Results go to stdout, messages to stderr, both without colours. What needs a
//! window is handed back to `main` as a [`Start`], so that nothing here knows
//! windows.

mod args;
mod bench;
mod check;
mod experiment;
mod export;
mod failure;
mod import;
mod ledger;
mod limits;
mod list;
mod migrate;
mod number;
mod output;
mod plot;
mod progress;
mod rows;
mod run;
mod sound;
mod sweep;
mod trajectory;
mod why;

pub use args::{FilmOptions, PictureSize, ShotOptions, StartOptions};
pub use failure::Exit;

use crate::source;
use crate::text::clean;
use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use failure::CommandError;
use output::Form;
use std::ffi::OsString;

/// What is left to do after the arguments have been read.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// Nothing: the command has run and ends the program with this code.
    Done(Exit),
    /// Open the window.
    Window(StartOptions),
    /// Render a picture.
    Shot(ShotOptions),
    /// Make a film.
    Film(FilmOptions),
}

/// Reads the arguments, the program's name first, and runs the command unless
/// it needs a window.
pub fn start(args: impl IntoIterator<Item = OsString>) -> Start {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(message) => return Start::Done(explain(&message)),
    };
    let done = match cli.command {
        Some(Command::Run(options)) => run::run(&options),
        Some(Command::Check(options)) => check::run(&options),
        Some(Command::Limits(options)) => limits::run(&options),
        Some(Command::Migrate(options)) => migrate::run(&options),
        Some(Command::Export(options)) => export::run(&options),
        Some(Command::Import(options)) => import::run(&options),
        Some(Command::Scenes(options)) => list::scenes(&options),
        Some(Command::Methods(options)) => list::methods(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Experiment(options)) => experiment::run(&options),
        Some(Command::Plot(options)) => plot::run(&options),
        Some(Command::Sweep(options)) => sweep::run(&options),
        Some(Command::Schema) => list::schema(),
        Some(Command::Why(options)) => why::run(&options),
        Some(Command::Shot(options)) => return shot(options),
        Some(Command::Film(options)) => return film(options),
        None => return window(cli.start),
    };
    Start::Done(done.unwrap_or_else(report))
}

/// Reads the arguments, the program's name first, and runs nothing.
///
/// # Errors
/// What is wrong with them, or the help that they ask for.
pub fn understand(args: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let understood = Cli::try_parse_from(args);
    understood.map(drop).map_err(|message| message.to_string())
}

/// The command line with all its commands and options, to be printed as a page.
pub fn command() -> clap::Command {
    Cli::command()
}

/// What a bare start does where no window can be shown: all experiments, as tables.
pub fn without_display() -> Exit {
    let why = match cfg!(feature = "window") {
        true => "no display: neither DISPLAY nor WAYLAND_DISPLAY is set, so no window can be shown",
        false => "no window: this program was built without one",
    };
    output::message(&format!(
        "{why}; running `ragdoll-lab experiment all` instead (`ragdoll-lab --help` lists the \
         other commands)"
    ));
    experiment::run(&experiment::ExperimentOptions::default()).unwrap_or_else(report)
}

/// Refuses what needs a window in a program that was built without one.
#[cfg(not(feature = "window"))]
pub fn without_window() -> Exit {
    report(CommandError {
        exit: Exit::NoDisplay,
        message: "no window: this program was built without one; build it with `cargo build \
                  --release`, or see `ragdoll-lab --help` for commands that need no window"
            .to_owned(),
    })
}

/// Refuses a window on a scene that is not there before anything opens.
fn window(options: StartOptions) -> Start {
    let Some(name) = options.scene.as_deref() else {
        return Start::Window(options);
    };
    match (source::expect(name), misspelt_command(name)) {
        (Ok(()), _) => Start::Window(options),
        (Err(_), Some(command)) => {
            let message = format!(
                "{}: no such command; did you mean `{command}`?",
                clean(name)
            );
            Start::Done(report(CommandError::input(message)))
        }
        (Err(message), None) => Start::Done(report(CommandError::input(message))),
    }
}

/// The command that differs from `name` by a letter or two.
fn misspelt_command(name: &str) -> Option<String> {
    let commands = Cli::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let near = |known: &&str| strsim::damerau_levenshtein(known, name);
    let best = names.min_by_key(near)?;
    let changes = if best.len() > 4 { 2 } else { 1 };
    (near(&best) <= changes).then(|| best.to_string())
}

fn shot(options: ShotOptions) -> Start {
    let known = source::expect(&options.scene).map_err(CommandError::input);
    match known.and_then(|()| output::expect_writable(&options.output)) {
        Ok(()) => Start::Shot(options),
        Err(failure) => Start::Done(report(failure)),
    }
}

fn film(options: FilmOptions) -> Start {
    match source::expect(&options.scene) {
        Ok(()) => Start::Film(options),
        Err(message) => Start::Done(report(CommandError::input(message))),
    }
}

fn report(failure: CommandError) -> Exit {
    output::message(&failure.message);
    failure.exit
}

/// Prints help or version on stdout, a complaint about the arguments on stderr.
fn explain(message: &clap::Error) -> Exit {
    if message.use_stderr() {
        output::message(message.to_string().trim_end());
        return Exit::BadInput;
    }
    match output::print(Form::Words, &message.to_string()) {
        Ok(()) => Exit::Good,
        Err(failure) => report(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_declared_without_contradiction() {
        Cli::command().debug_assert();
    }

    #[test]
    fn only_a_name_near_that_of_a_command_is_one_misspelt() {
        assert_eq!(misspelt_command("runn"), Some("run".into()));
        assert_eq!(misspelt_command("chekc"), Some("check".into()));
        assert_eq!(misspelt_command("chain"), None);
    }
}
