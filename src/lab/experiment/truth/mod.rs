//! Ground truth: what every method and preset makes of cases whose answers are known, from
//! closed forms and from equations of motion that are integrated to the last digits.

mod articulated;
mod carried;
mod catenary;
mod compound;
mod contact;
mod findings;
mod flight;
mod joint;
mod known;
mod serial;
mod touch;
mod verdict;
mod way;

use super::articulation::way::{watch, HIGH, IMPULSES, PAPER, REDUCED, RELAXATION};
use super::finding::Finding;
use super::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::simulation::Progress;
use crate::lab::table::{column, Cell, Column, Table};
use crate::lab::Listener;
use crate::lab::Simulation;
use crate::physics::method::Subject;
use crate::scene::{find, parse};
use known::KnownCase;
use serde_json::json;
use verdict::{deviation, Verdict};
use way::{ways, TruthWay};

/// Cases whose answers are known.
#[derive(Debug)]
pub(super) struct Truth;

/// What the panels of the plot are about.
const PANELS: [&[Subject]; 6] = [
    &[
        Subject::Top,
        Subject::Pendulum,
        Subject::Energy,
        Subject::Serial,
    ],
    &[Subject::Chain, Subject::Catenary, Subject::Stack],
    &[Subject::Stop, Subject::Drive],
    &[
        Subject::Ramp,
        Subject::Rolling,
        Subject::Carried,
        Subject::Spin,
    ],
    &[Subject::Bounce, Subject::Ragdoll],
    &[Subject::Impact],
];
/// The plot shows no deviation below this share of the tolerance.
const LEAST_SHOWN: f64 = 1e-4;
const NEEDS: &[&str] = &["tolerance"];
const RUN: &str = "run";
const REFUSED: &str = "cannot";
const UNANSWERED: &str = "no answer";
/// The run says of itself that its result is wrong.
const FLAGGED: &str = "flagged";

impl Experiment for Truth {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let cases = cases()?;
        let runs: Vec<(&KnownCase, TruthWay)> = cases
            .iter()
            .flat_map(|case| ways().map(move |way| (case, way)))
            .collect();
        listener.hear(&format!("truth: {} runs", runs.len()));
        let answers = each(&runs, effort.threads, listener, |(case, way)| {
            answer(case, way)
        })?;
        let rows = runs.iter().zip(&answers);
        Ok(Result {
            table: Table {
                columns: COLUMNS.to_vec(),
                rows: rows
                    .map(|((case, way), answer)| row(case, way, answer))
                    .collect(),
            },
            curves: None,
            shots: None,
            notes: notes(),
            manifest: json!({
                "cases": cases.iter().map(|q| json!({
                    "question": q.what, "scene_hash": hex(scene_hash(&q.scene)),
                    "truth": q.truth, "tolerance": q.tolerance,
                })).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(answers.iter().map(|answer| answer.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        Plot {
            panels: PANELS.map(|subjects| panel(table, subjects)).into(),
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings::findings(&result.table)
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        let top = parse(find("top")?.text.as_bytes()).ok()?;
        watch(&top, &[RELAXATION, HIGH, IMPULSES, PAPER, REDUCED])
    }
}

/// All cases, as the plot has them.
fn cases() -> std::result::Result<Vec<KnownCase>, ExperimentError> {
    let mut all = flight::cases()?;
    all.extend(contact::cases()?);
    all.extend(carried::cases()?);
    all.extend(compound::cases()?);
    all.extend(serial::cases()?);
    all.extend(articulated::cases()?);
    all.extend(joint::cases()?);
    all.extend(touch::cases()?);
    all.push(catenary::case()?);
    Ok(all)
}

fn notes() -> Vec<String> {
    vec![
        "Each question is run with every preset of every method; nothing else is changed. Drag and \
         joint damping are off, except for the chain between two pins, which comes to rest by \
         drag. A method that cannot simulate a scene is listed as not supported. The method \
         paper is measured and not judged: it has the errors of its sources."
            .into(),
        "The true answers are closed forms. For the tops they are solutions of Euler's equations \
         by Gragg's extrapolation with an error below 1e-10. No part of the simulation is used \
         for them."
            .into(),
        "Tolerances of the specification: 5 mrad of orientation after 10 s, 0.15 % and 0.05 % of \
         the period, 1 % of the amplitude, 0.03 of restitution, 1 % of energy, 10 mm of joints at \
         extreme mass ratios, 50 mm and 15 degrees in a hit at 30 m/s. Tolerances chosen by \
         Ragdoll Lab: 0.5 mm of creep (the penetration that contacts may have), 1 % of a distance \
         or a sag, 3 ms of a flip, 0.3 % of the normal impulse, 1 % of the speed at a stop, 1 \
         degree past it, 5 % of the time of a spin, 1 mm of what stands."
            .into(),
    ]
}

/// What a way makes of a case.
#[derive(Clone)]
struct Answer {
    /// What was found, if anything.
    found: Option<f64>,
    /// Whether it was run, or why it was not answered.
    end: &'static str,
    hash: u64,
}

fn answer(case: &KnownCase, way: &TruthWay) -> std::result::Result<Answer, ExperimentError> {
    let scene = way.of(&case.scene)?;
    let Ok(mut simulation) = Simulation::new(&scene) else {
        return Ok(Answer {
            found: None,
            end: REFUSED,
            hash: 0,
        });
    };
    let found = (case.measure)(&scene, &mut simulation).filter(|found| found.is_finite());
    // What has diverged stays at its last good state, and does so again.
    let diverged = found.is_none() && matches!(simulation.step(), Progress::Diverged { .. });
    let end = match found {
        _ if diverged || simulation.unsound(&scene).is_some() => FLAGGED,
        Some(_) => RUN,
        None => UNANSWERED,
    };
    Ok(Answer {
        found,
        end,
        hash: simulation.world.state().hash(),
    })
}

const COLUMNS: [Column; 15] = [
    column("experiment", ""),
    column("subject", ""),
    column("question", "question"),
    column("method", "method"),
    column("way", ""),
    column("end", ""),
    column("truth", "true"),
    column("found", "found"),
    column("deviation", "deviation"),
    column("tolerance", "tolerance"),
    column("deviation_over_tolerance", "deviation/tolerance"),
    column("verdict", "verdict"),
    column("why", "why"),
    column("known_from", "source"),
    column("hash", ""),
];

fn row(case: &KnownCase, way: &TruthWay, answer: &Answer) -> Vec<Cell> {
    let deviation = answer.found.map(|found| deviation(case, found));
    let verdict = Verdict::of(case, way, answer);
    let weakness = match verdict {
        Verdict::Weak | Verdict::Wrong | Verdict::Flagged => {
            way.method.weakness(way.preset, case.subject)
        }
        _ => None,
    };
    vec![
        "truth".into(),
        case.subject.name().into(),
        case.what.into(),
        way.method.id.into(),
        way.name().into(),
        answer.end.into(),
        case.truth.into(),
        answer.found.into(),
        deviation.into(),
        case.tolerance.into(),
        deviation.map(|off| off.abs() / case.tolerance).into(),
        verdict.word().into(),
        weakness.map_or("", |weakness| weakness.why).into(),
        case.known_from.into(),
        hex(answer.hash).into(),
    ]
}

/// Deviations over their tolerances: what lies below the line at 1 is right.
fn panel(table: &Table, subjects: &[Subject]) -> Panel {
    let words: Vec<String> = ways().map(|way| way.name()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let names = subjects.iter().map(|subject| subject.name());
    let of_subjects = |row: &&Vec<Cell>| {
        let subject = table.words(row, "subject");
        subjects.iter().any(|known| known.name() == subject)
    };
    let rows: Vec<&Vec<Cell>> = table.rows.iter().filter(of_subjects).collect();
    let mut cases: Vec<&str> = rows
        .iter()
        .map(|row| table.words(row, "question"))
        .collect();
    cases.dedup();
    let line = |case: &&str| {
        let its = rows
            .iter()
            .filter(|row| table.words(row, "question") == *case);
        let point = |row: &&Vec<Cell>| {
            let place = words
                .iter()
                .position(|word| *word == table.words(row, "way"))?;
            let share = table.number(row, "deviation_over_tolerance")?;
            Some((place as f64, share.max(LEAST_SHOWN)))
        };
        let points: Vec<(f64, f64)> = its.filter_map(point).collect();
        Series::marked(case, &points)
    };
    let last = (words.len() - 1) as f64;
    // The first, so that it is drawn alike in all panels.
    let mut series = vec![Series::through("tolerance", &[(0.0, 1.0), (last, 1.0)])];
    series.extend(cases.iter().map(line));
    Panel {
        x: Axis::words(&names.collect::<Vec<_>>().join(" and "), &words),
        y: Axis::log("deviation / tolerance"),
        series,
    }
}
