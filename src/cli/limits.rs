//! `limits`: whether the joints of ragdolls stop at their limits.

use super::failure::{CommandError, Exit};
use super::output::{self, Form};
use crate::lab::{range_test, RangeResult};
use crate::scene::{Axis, Figure, Id, LimitTable, Ragdoll, Scene, Setting};
use crate::source;
use crate::text::clean;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write;

const EXAMPLES: &str = "\
Examples:
  ragdoll-lab limits mx-throw
  ragdoll-lab limits mx-throw --table both
  ragdoll-lab limits mx-throw --set solver.preset=baltman --json

Drives every joint of every ragdoll with limits to both ends of its range about each
axis, one at a time and without gravity, and prints where it comes to rest. Degrees are in
engine axes. The rigid ragdoll of Baltman and Radeztsky has the limits of their table 1 as
printed (with y and z turned round, since its axes are left-handed), or with the left leg
and hand mirrored from the right; each result names its table.
Exit code 1 if a limit does not hold.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LimitsOptions {
    /// Scene: a file, `-` for standard input, or the name of a shipped scene
    #[arg(value_name = "SCENE")]
    pub scene: String,
    /// Set a field of the scene, such as solver.preset=high; may be repeated
    #[arg(long, value_name = "PATH=VALUE", value_parser = Setting::parse)]
    pub set: Vec<Setting>,
    /// Limits of MX ragdolls to test instead of the scene's limits
    #[arg(long, value_name = "TABLE")]
    pub table: Option<Tested>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The limits that are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tested {
    /// Table 1 as printed
    Printed,
    /// Table 1 with the left side mirrored from the right
    Mirrored,
    /// Both tables, one after the other
    Both,
}

impl Tested {
    fn tables(self) -> &'static [LimitTable] {
        match self {
            Tested::Printed => &[LimitTable::Printed],
            Tested::Mirrored => &[LimitTable::Mirrored],
            Tested::Both => &[LimitTable::Printed, LimitTable::Mirrored],
        }
    }
}

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
    /// Of ragdolls that have one.
    limit_table: Option<LimitTable>,
    /// How many parts have other limits than the table.
    changed_limits: usize,
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
    let report = report_of(&scene, options.table, &source.label)?;
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

fn report_of(scene: &Scene, tested: Option<Tested>, label: &str) -> Result<Report, CommandError> {
    let mut ragdolls = Vec::new();
    for scene in with_tables(scene, tested) {
        for ragdoll in &scene.ragdolls {
            // A ragdoll without a table is the same in all of them.
            let known = |other: &OfRagdoll| {
                other.id == ragdoll.id && other.limit_table == table_of(ragdoll)
            };
            if !ragdolls.iter().any(known) {
                ragdolls.push(test(&scene, ragdoll, label)?);
            }
        }
    }
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

/// The scene as it is, or with each of some tables.
fn with_tables(scene: &Scene, tested: Option<Tested>) -> Vec<Scene> {
    let Some(tested) = tested else {
        return vec![scene.clone()];
    };
    let with = |table: &LimitTable| {
        let mut scene = scene.clone();
        for ragdoll in &mut scene.ragdolls {
            if let Figure::Mx(figure) = &mut ragdoll.figure {
                figure.limits = *table;
            }
        }
        scene
    };
    tested.tables().iter().map(with).collect()
}

fn table_of(ragdoll: &Ragdoll) -> Option<LimitTable> {
    match &ragdoll.figure {
        Figure::Mx(figure) => Some(figure.limits),
        Figure::Thesis(_) | Figure::Hitman {} | Figure::Character(_) => None,
    }
}

fn test(scene: &Scene, ragdoll: &Ragdoll, label: &str) -> Result<OfRagdoll, CommandError> {
    let results = range_test(scene, ragdoll.id).map_err(|errors| {
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
        limit_table: table_of(ragdoll),
        changed_limits: ragdoll
            .parts
            .iter()
            .filter(|part| part.limit.is_some())
            .count(),
        edges: results.into_iter().map(edge).collect(),
    })
}

fn edges(ragdolls: &[OfRagdoll]) -> impl Iterator<Item = &OfEdge> {
    ragdolls.iter().flat_map(|ragdoll| &ragdoll.edges)
}

fn table(ragdoll: &OfRagdoll) -> String {
    let mut text = format!("ragdoll {} {}", ragdoll.id, clean(&ragdoll.name));
    text.truncate(text.trim_end().len());
    text += match ragdoll.limit_table {
        Some(LimitTable::Printed) => {
            "\nlimits of table 1 as printed, with y and z turned round: its axes are left-handed"
        }
        Some(LimitTable::Mirrored) => "\nlimits of table 1 with both sides mirrored",
        None => "",
    };
    if ragdoll.limit_table.is_some() && ragdoll.changed_limits > 0 {
        let _ = write!(text, ", {} changed by the scene", ragdoll.changed_limits);
    }
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
        return format!("{all} limits tested, all hold");
    }
    let remedy = "use swing-twist limits, more substeps or a higher rate";
    format!("{all} limits tested, {bad} do not hold; {remedy}")
}
