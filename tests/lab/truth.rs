//! The experiments beside known answers: which methods find them, and what the thesis says in
//! passing.

use ragdoll_lab::lab::experiment::finding::{Finding, Verdict};
use ragdoll_lab::lab::experiment::source::Source;
use ragdoll_lab::lab::experiment::{find, Effort, Result as Data};
use ragdoll_lab::lab::table::Cell;

/// Few values of each parameter, but runs that are long enough to tell.
fn long(limit_s: f64) -> Effort {
    Effort {
        limit_s,
        threads: 2,
        tiny: true,
        ..Effort::default()
    }
}

fn made(name: &str, limit_s: f64) -> (Data, Vec<Finding>) {
    let case = find(name).unwrap();
    let data = case.run(&long(limit_s), &()).unwrap();
    let findings = case.findings(&data);
    (data, findings)
}

fn rows<'a>(data: &'a Data, key: &'a str, words: &'a str) -> impl Iterator<Item = &'a Vec<Cell>> {
    let rows = data.table.rows.iter();
    rows.filter(move |row| data.table.words(row, key) == words)
}

/// What the presets and methods cannot do is known; all else they can.
#[test]
fn true_answers_are_found_but_where_it_is_known_that_they_are_not() {
    const WAYS: usize = 10;
    /// Who misses is said in the figures: what has a step of 60 Hz the flips by 9 ms, what solves
    /// positions or velocities a large swing; few iterations sag.
    const MISSED: [&str; 4] = [
        "time of the top's fourth flip, s",
        "period of a swing from 1 rad, s",
        "share of a 1 rad swing left after 20 s",
        "sag of a chain between two pins, m",
    ];
    let (data, findings) = made("truth", 1.0);
    let questions = data.table.kinds("question");
    assert_eq!(questions.len(), findings.len());
    for (question, found) in questions.into_iter().zip(&findings) {
        let rows: Vec<_> = rows(&data, "question", question).collect();
        assert_eq!(rows.len(), WAYS, "{question}");
        let unable = rows
            .iter()
            .filter(|row| data.table.words(row, "end") == "cannot");
        let unable = unable.count();
        // Reduced coordinates know no particles.
        assert_eq!(unable, if question.starts_with("sag") { 2 } else { 0 });
        let answered = rows
            .iter()
            .filter(|row| data.table.words(row, "end") == "run");
        assert_eq!(answered.count() + unable, WAYS, "{question}");
        let expected = Verdict::of(!MISSED.contains(&question));
        assert_eq!(
            found.verdict, expected,
            "{}: {}",
            found.claim, found.figures
        );
        assert_eq!(found.source, Source::Ours);
    }
}

#[test]
fn the_weighted_chain_is_the_one_that_swings_as_it_should() {
    let (data, findings) = made("chain", 12.0);
    for found in &findings {
        assert_eq!(
            found.verdict,
            Verdict::Holds,
            "{}: {}",
            found.claim,
            found.figures
        );
    }
    let claimed = findings.iter().filter(|found| found.source != Source::Ours);
    assert_eq!(claimed.count(), 4);
    let off = |row: &Vec<Cell>| data.table.number(row, "error_to_exact_m").unwrap();
    let fast_and_heavy = |row: &&Vec<Cell>| {
        data.table.number(row, "rate_hz") == Some(240.0)
            && data.table.number(row, "last_kg") == Some(10.0)
            && data.table.number(row, "iterations") == Some(100.0)
    };
    let (weighted, uniform): (Vec<_>, Vec<_>) = data
        .table
        .rows
        .iter()
        .filter(fast_and_heavy)
        .partition(|row| data.table.words(row, "weighting") == "mass");
    assert_eq!((weighted.len(), uniform.len()), (2, 2));
    assert!(weighted.into_iter().all(|row| off(row) < 0.08));
    assert!(uniform.into_iter().all(|row| off(row) > 0.2));
}

#[test]
fn what_the_thesis_says_in_passing_is_so() {
    for name in ["projection", "apparent-drag", "heavy-end"] {
        let (_, findings) = made(name, 6.0);
        for found in &findings {
            assert_eq!(
                found.verdict,
                Verdict::Holds,
                "{}: {}",
                found.claim,
                found.figures
            );
        }
        assert!(findings.iter().any(|found| found.source != Source::Ours));
        assert!(findings.iter().any(|found| found.source == Source::Ours));
    }
}

/// The printed rates are there, and all that is said of frames is said of times.
#[test]
fn frames_stand_beside_the_printed_ones() {
    let (data, findings) = made("frames", 0.2);
    let printed = data.table.rows.iter();
    let printed = printed.filter_map(|row| data.table.number(row, "printed_frames_per_s"));
    assert_eq!(printed.collect::<Vec<_>>(), [602.0, 597.0, 30.0]);
    assert!(findings.iter().all(|found| found.timing));
    for row in &data.table.rows {
        let number = |key| data.table.number(row, key).unwrap();
        let frame_ms = 1e-3 * number("us_per_step") + 1.516;
        assert!((number("frames_per_s") * frame_ms / 1e3 - 1.0).abs() < 1e-3);
    }
}
