//! `check`: everything that is wrong with scenes, lessons and experiments.

use super::args::CheckOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::compile::compile;
use crate::editor::doctor::examine;
use crate::lab::{experiment, lesson};
use crate::physics::Model;
use crate::scene::{self, Problem, Problems, Scene};
use crate::source;
use crate::text::clean;

/// So many warnings are told of a scene.
const MOST_WARNINGS: usize = 20;

pub(super) fn run(options: &CheckOptions) -> Result<Exit, CommandError> {
    let (mut bad, mut warnings) = (0_usize, 0_usize);
    for name in &options.scenes {
        if let Some(lines) = problems_of(name, &mut warnings) {
            output::print(Form::Words, &format!("{lines}\n"))?;
            bad += 1;
        }
    }
    let all = options.scenes.len();
    let scenes = if all == 1 { "scene" } else { "scenes" };
    let warned = match warnings {
        0 => String::new(),
        1 => ", 1 warning".into(),
        many => format!(", {many} warnings"),
    };
    if bad == 0 {
        output::message(&format!("{all} {scenes} checked, no problems{warned}"));
        Ok(Exit::Good)
    } else {
        output::message(&format!(
            "{all} {scenes} checked, {bad} with problems{warned}"
        ));
        Ok(Exit::BadInput)
    }
}

/// The problems of a scene, one per line, if there are any; counts what it warns of.
fn problems_of(name: &str, warnings: &mut usize) -> Option<String> {
    let source = match source::read(name) {
        Ok(source) => source,
        Err(message) => return Some(message),
    };
    if lesson::is_lesson(&source.bytes) {
        return problems_of_lesson(&source);
    }
    if experiment::file::is_definition(&source.bytes) {
        let problems = experiment::parse(&source.bytes).err()?;
        return Some(source::lines(&source.label, &problems));
    }
    let scene = match scene::parse_noting(&source.bytes) {
        Ok((scene, notes)) => {
            output::notes(&source.label, &notes);
            scene
        }
        Err(problems) => return Some(source::lines(&source.label, &problems)),
    };
    let errors = match compile(&scene) {
        Ok((world, _)) => {
            tell_of_silent_misprints(&source.label, &scene, world.model());
            // The look at its start builds it again, and there is room for one large one.
            drop(world);
            *warnings += warn_of_motion(&source.label, &scene);
            return None;
        }
        Err(errors) => errors,
    };
    let mut problems: Vec<_> = errors
        .into_iter()
        .map(|e| Problem::new(e.path, e.message, e.remedy))
        .collect();
    scene::locate_problems(&String::from_utf8_lossy(&source.bytes), &mut problems);
    Some(source::lines(&source.label, &Problems(problems)))
}

/// The problems of a lesson: what it lacks, and what its runs show to be otherwise.
fn problems_of_lesson(source: &source::Source) -> Option<String> {
    let mut problems = match lesson::parse(&source.bytes) {
        Ok(lesson) => lesson::check(&lesson),
        Err(problems) => return Some(source::lines(&source.label, &problems)),
    };
    if problems.is_empty() {
        return None;
    }
    scene::locate_problems(&String::from_utf8_lossy(&source.bytes), &mut problems);
    Some(source::lines(&source.label, &Problems(problems)))
}

/// Warns of what of a sound scene will go wrong with its own method: that is no problem of the file,
/// but hardly what was meant. Gives the number of warnings.
fn warn_of_motion(label: &str, scene: &Scene) -> usize {
    let findings = examine(scene).unwrap_or_default();
    let findings = findings.iter().filter(|found| found.check.is_of_motion());
    let count = findings.clone().count();
    let label = clean(label);
    for finding in findings.take(MOST_WARNINGS) {
        let remedy = match finding.remedy_label {
            "" => String::new(),
            remedy => format!(" Remedy in the rig doctor: {remedy}."),
        };
        let line = clean(&format!("{}{remedy}", finding.sentence));
        output::message(&format!("warning: {label}: {line}"));
    }
    if count > MOST_WARNINGS {
        let more = count - MOST_WARNINGS;
        output::message(&format!(
            "warning: {label}: {more} more warnings; the Rig doctor panel lists all"
        ));
    }
    count
}

/// Says which equations are as printed to no effect.
fn tell_of_silent_misprints(label: &str, scene: &Scene, model: &Model) {
    for misprint in &scene.solver.as_printed {
        if let Some(why) = misprint.silent(model) {
            let name = misprint.name();
            let label = clean(label);
            output::message(&format!(
                "note: {label}: {name} as printed has no effect: {why}"
            ));
        }
    }
}
