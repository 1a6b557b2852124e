//! `migrate`: a scene in the newest format.

use super::args::MigrateOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::scene;
use crate::source;

pub(super) fn run(options: &MigrateOptions) -> Result<Exit, CommandError> {
    let source = source::read(&options.scene).map_err(CommandError::input)?;
    let (scene, notes) = source.scene_noting().map_err(CommandError::input)?;
    output::notes(&source.label, &notes);
    let text = scene::to_text(&scene)
        .map_err(|problems| CommandError::run(source::lines(&source.label, &problems)))?;
    match &options.output {
        Some(path) => output::write(path, &text)?,
        None => output::print(Form::Json, &text)?,
    }
    Ok(Exit::Good)
}
