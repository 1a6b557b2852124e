//! `limits`: whether the joints of ragdolls stop at their limits.

use super::args::LimitsOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::lab::{range_test, RangeResult};
use crate::scene::{Axis, Id, Ragdoll, Scene};
use crate::source;
use crate::text::clean;
use serde::Serialize;
use std::fmt::Write;

/// The tests of a scene; the keys are those of `limits --json`.
#[derive(Serialize)]
struct Report {
    scene: String,
    holds: bool,
    ragdolls: Vec<OfRagdoll>,
}

#[derive(Serialize)]
struct OfRagdoll {
    id: Id,
    name: String,
    edges: Vec<OfEdge>,
}

#[derive(Serialize)]
struct OfEdge {
    #[serde(flatten)]
    result: RangeResult,
    holds: bool,
}

pub(super) fn run(options: &LimitsOptions) -> Result<Exit, CommandError> {
    let source = source::read(&options.scene).map_err(CommandError::input)?;
    let scene = source
        .scene()
        .and_then(|scene| source::set(&options.set, scene))
        .map_err(CommandError::input)?;
    let report = report_of(&scene, &source.label)?;
    let text = match options.json {
        true => output::json_lines(&report)?,
        false => report.ragdolls.iter().map(table).collect(),
    };
    output::print(Form::of(options.json), &text)?;
    output::message(&summary(&report));
    Ok(match report.holds {
        true => Exit::Good,
        false => Exit::Failed,
    })
}

fn report_of(scene: &Scene, label: &str) -> Result<Report, CommandError> {
    let tests = scene
        .ragdolls
        .iter()
        .map(|ragdoll| test(scene, ragdoll, label));
    let mut ragdolls = tests.collect::<Result<Vec<_>, _>>()?;
    ragdolls.retain(|ragdoll| !ragdoll.edges.is_empty());
    if ragdolls.is_empty() {
        let remedy = "name a scene with a rigid ragdoll, such as mx-throw";
        return Err(CommandError::input(format!(
            "{label}: no ragdoll with limits; {remedy}"
        )));
    }
    let holds = edges(&ragdolls).all(|edge| edge.holds);
    Ok(Report {
        scene: match scene.name.as_str() {
            "" => label.into(),
            name => name.into(),
        },
        holds,
        ragdolls,
    })
}

fn test(scene: &Scene, ragdoll: &Ragdoll, label: &str) -> Result<OfRagdoll, CommandError> {
    let results = range_test(scene, ragdoll.id, |_, _| true).map_err(|errors| {
        let lines: Vec<_> = errors.iter().map(|e| format!("{label}: {e}")).collect();
        CommandError::input(lines.join("\n"))
    })?;
    let edge = |result: RangeResult| OfEdge {
        holds: result.holds(),
        result,
    };
    Ok(OfRagdoll {
        id: ragdoll.id,
        name: ragdoll.name.clone(),
        edges: results.into_iter().map(edge).collect(),
    })
}

fn edges(ragdolls: &[OfRagdoll]) -> impl Iterator<Item = &OfEdge> {
    ragdolls.iter().flat_map(|ragdoll| &ragdoll.edges)
}

fn table(ragdoll: &OfRagdoll) -> String {
    let mut text = format!("ragdoll {} {}", ragdoll.id, clean(&ragdoll.name));
    text.truncate(text.trim_end().len());
    let head = ["part", "axis", "edge deg", "rests at", "past"];
    let [part, axis, edge, rests, past] = head;
    let _ = writeln!(
        text,
        "\n{part:<14} {axis:<4} {edge:>9} {rests:>9} {past:>7}"
    );
    for OfEdge { result, .. } in &ragdoll.edges {
        let axis = match result.axis {
            Axis::X => "x",
            Axis::Y => "y",
            Axis::Z => "z",
        };
        let _ = writeln!(
            text,
            "{:<14} {axis:<4} {:>9.2} {:>9.2} {:>7.2}  {}",
            result.part,
            result.wanted_deg,
            result.reached_deg,
            result.overshoot_deg,
            result.trouble().unwrap_or("holds"),
        );
    }
    text
}

fn summary(report: &Report) -> String {
    let all = edges(&report.ragdolls).count();
    let bad = edges(&report.ragdolls).filter(|edge| !edge.holds).count();
    if bad == 0 {
        return format!("{all} stops tested, all hold");
    }
    let remedy = "use swing-twist limits, more substeps or a higher rate";
    format!("{all} stops tested, {bad} do not hold; {remedy}")
}
