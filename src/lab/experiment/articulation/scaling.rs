//! Cost of a step over the number of links, under every method.

use super::course::Course;
use super::links::Links;
use super::way::{Way, DENSE, MULTIPLIERS, REDUCED, RELAXATION, SPRINGS};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::source::GASTRIN;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, Effort, Experiment, ExperimentError, Result,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::slope::slope_of_logarithms;
use crate::lab::spread::short;
use crate::lab::table::{column, timing, Cell, Table};
use crate::lab::Listener;
use serde_json::json;

/// Cost over links.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Scaling;

/// Steps per second: the sideways swing of links under the weight of a thousand others is
/// slow beside a step.
const RATE_HZ: f64 = 1000.0;
const LINKS: [f64; 9] = [2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];
/// A full matrix of more links takes seconds a step.
const MOST_DENSE: f64 = 200.0;
/// Steps of each run.
const STEPS: f64 = 24.0;
/// Slopes are read from so many of the longest chains: from ten links on, where what a step
/// costs once is small, so that the two longest, which may not fit into the caches, do not
/// decide alone.
const LONGEST: usize = 7;
/// Of the full matrix the cube is the last to win: from the longest two.
const LONGEST_DENSE: usize = 2;

const WAYS: [(Way, f64); 5] = [
    (RELAXATION, 1.0),
    (SPRINGS, 1.0),
    (MULTIPLIERS, 1.0),
    (REDUCED, 1.0),
    (DENSE, 3.0),
];
const NEEDS: &[&str] = &["links", "us_per_step"];

impl Experiment for Scaling {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        listener.hear("scaling: timed on one thread");
        let mut runs = Vec::new();
        for (way, _) in WAYS {
            for links in effort.thinned(&LINKS) {
                if way == DENSE && links > MOST_DENSE {
                    continue;
                }
                let solver = json!({"rate_hz": RATE_HZ, "substeps": 1});
                let scene = Links::hanging(links as u32).scene(&solver)?;
                runs.push((way, links, way.of(&scene)?));
            }
        }
        // One thread: other runs would be timed with it.
        let courses = each(&runs, 1, listener, |(_, _, scene)| {
            Course::of(scene, STEPS / RATE_HZ)
        })?;
        let row = |((way, links, _), course): (&(Way, f64, _), &Course)| -> Vec<Cell> {
            let us = course.us_per_step();
            vec![
                "scaling".into(),
                way.name.into(),
                (*links).into(),
                (1e3 * course.gap_m()).into(),
                us.into(),
                (us / links).into(),
                hex(course.hash()).into(),
            ]
        };
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("method", "method"),
                    column("links", "links"),
                    column("gap_mm", "joint error mm"),
                    timing("us_per_step", "us/step"),
                    timing("us_per_link", "us/link"),
                    column("hash", ""),
                ],
                rows: runs.iter().zip(&courses).map(row).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![format!(
                "Times are those of the fastest of {STEPS} steps of a hanging chain of rigid \
                 links, the last of which rotates, with one substep, on one thread and without \
                 collisions. Relaxation uses the same number of iterations at any length, so its \
                 joint errors grow with the length."
            )],
            manifest: json!({
                "steps": STEPS,
                "cases": runs.iter().map(|(_, _, scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |title: &str, key: &str| Panel {
            x: Axis::log("links"),
            y: Axis::log(title),
            series: table
                .kinds("method")
                .into_iter()
                .map(|name| Series::marked(name, &values(table, name, key)))
                .collect(),
        };
        Plot {
            panels: vec![
                panel("time per step, µs (differs from run to run)", "us_per_step"),
                panel("largest joint error, mm", "gap_mm"),
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        WAYS.map(|(way, wanted)| of_slope(table, way, wanted))
            .into()
    }
}

/// A column over the links.
fn values(table: &Table, name: &str, key: &str) -> Vec<(f64, f64)> {
    let its = table
        .rows
        .iter()
        .filter(|row| table.words(row, "method") == name);
    let point = |row: &Vec<Cell>| Some((table.number(row, "links")?, table.number(row, key)?));
    its.filter_map(point).collect()
}

fn of_slope(table: &Table, way: Way, wanted: f64) -> Finding {
    let claim = format!(
        "the cost of {} grows with the number of links to the power {wanted}",
        way.name
    );
    let longest = match way == DENSE {
        true => LONGEST_DENSE,
        false => LONGEST,
    };
    let points = values(table, way.name, "us_per_step");
    let points = &points[points.len().saturating_sub(longest)..];
    let found = match (slope_of_logarithms(points), points) {
        (Some(slope), [first, .., last]) => Finding::on_times(
            &claim,
            format!(
                "slope of the times {slope:.2}, claimed {wanted}: {} µs at {}, {} µs at {}",
                short(first.1),
                first.0,
                short(last.1),
                last.0
            ),
        ),
        _ => Finding::not_measured(&claim, "too few chains"),
    };
    match way {
        MULTIPLIERS => found.claimed_by(
            GASTRIN,
            "section 5.3, after Baraff",
            "multipliers of a tree without loops have a cost proportional to the number of bodies",
        ),
        DENSE => found.claimed_by(
            GASTRIN,
            "section 5.3",
            "multipliers in their plain form have a cost that grows with the cube of the number \
             of bodies",
        ),
        REDUCED => found.claimed_by(
            GASTRIN,
            "section 5.2, after Featherstone",
            "reduced coordinates of a tree without loops have a cost proportional to the number \
             of bodies",
        ),
        _ => found,
    }
}
