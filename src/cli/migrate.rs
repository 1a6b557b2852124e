//! `migrate`: a scene in the newest format.

use super::args::MigrateOptions;
use super::failure::{Exit, Failure};
use super::{input, output};
use crate::scene;

pub(super) fn run(options: &MigrateOptions) -> Result<Exit, Failure> {
    let source = input::read(&options.scene)?;
    let scene = source.scene()?;
    let text = scene::to_text(&scene)
        .map_err(|problems| Failure::run(input::lines(&source.label, &problems)))?;
    match &options.output {
        Some(path) => output::write(path, &text)?,
        None => output::print(&text)?,
    }
    Ok(Exit::Good)
}
