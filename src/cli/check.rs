//! `check`: everything that is wrong with scenes and lessons.

use super::args::CheckOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::compile::compile;
use crate::editor::doctor::{examine, Check};
use crate::lab::lesson;
use crate::physics::Model;
use crate::scene::{self, Problem, Problems, Scene};
use crate::source;
use crate::text::clean;

/// So many sentences are told about the start of a scene.
const MOST_NOTES: usize = 20;

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
    if lesson::is_lesson(&source.bytes) {
        return problems_of_lesson(&source);
    }
    let scene = match scene::parse(&source.bytes) {
        Ok(scene) => scene,
        Err(problems) => return Some(source::lines(&source.label, &problems)),
    };
    let errors = match compile(&scene) {
        Ok((world, _)) => {
            tell_of_silent_misprints(&source.label, &scene, world.model());
            // The look at its start builds it again, and there is room for one large one.
            drop(world);
            tell_how_it_starts(&source.label, &scene);
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

/// Says what of a sound scene is pushed about as soon as it begins: that is no problem of
/// the file, but hardly what was meant.
fn tell_how_it_starts(label: &str, scene: &Scene) {
    let findings = examine(scene).unwrap_or_default();
    let at_start = findings.iter().filter(|finding| {
        let check = finding.check;
        matches!(
            check,
            Check::JointApart
                | Check::LimitBroken
                | Check::Overlap
                | Check::BelowFloor
                | Check::Conflict
        )
    });
    let count = at_start.clone().count();
    for finding in at_start.take(MOST_NOTES) {
        let sentence = clean(&finding.sentence);
        output::message(&format!("note: {}: {sentence}", clean(label)));
    }
    if count > MOST_NOTES {
        let more = count - MOST_NOTES;
        output::message(&format!(
            "note: {}: {more} more; the Rig doctor panel lists all",
            clean(label)
        ));
    }
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
