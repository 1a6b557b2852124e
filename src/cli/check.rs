//! `check`: everything that is wrong with scenes.

use super::args::CheckOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::compile::compile;
use crate::scene::{self, Problem, Problems};
use crate::source;

pub(super) fn run(options: &CheckOptions) -> Result<Exit, CommandError> {
    let mut bad = 0_usize;
    for name in &options.scenes {
        if let Some(lines) = problems_of(name) {
            output::print(Form::Words, &format!("{lines}\n"))?;
            bad += 1;
        }
    }
    let all = options.scenes.len();
    let scenes = if all == 1 { "scene" } else { "scenes" };
    if bad == 0 {
        output::message(&format!("{all} {scenes} checked, no problems"));
        Ok(Exit::Good)
    } else {
        output::message(&format!("{all} {scenes} checked, {bad} with problems"));
        Ok(Exit::BadInput)
    }
}

/// The problems of a scene, one per line, if there are any.
fn problems_of(name: &str) -> Option<String> {
    let source = match source::read(name) {
        Ok(source) => source,
        Err(message) => return Some(message),
    };
    let scene = match scene::parse(&source.bytes) {
        Ok(scene) => scene,
        Err(problems) => return Some(source::lines(&source.label, &problems)),
    };
    let errors = compile(&scene).err()?;
    let mut problems: Vec<_> = errors
        .into_iter()
        .map(|e| Problem::new(e.path, e.message, e.remedy))
        .collect();
    scene::locate_problems(&String::from_utf8_lossy(&source.bytes), &mut problems);
    Some(source::lines(&source.label, &Problems(problems)))
}
