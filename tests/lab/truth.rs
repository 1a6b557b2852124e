//! The experiments beside known answers: which methods find them, and what the thesis says in
//! passing.

use ragdoll_lab::lab::experiment::finding::{Finding, Verdict};
use ragdoll_lab::lab::experiment::source::Source;
use ragdoll_lab::lab::experiment::{find, Effort, Result as Data};
use ragdoll_lab::lab::table::Cell;
use ragdoll_lab::physics::method::METHODS;

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

/// Every answer that is weak, wrong or flagged has a weakness that its method states, and every
/// weakness that a method states is one of some answer: nothing is wrong in silence, and nothing
/// is said that is no longer so. The cells themselves are held by the page that shows them.
#[test]
fn whatever_is_weak_is_stated_and_whatever_is_stated_is_weak() {
    let (data, findings) = made("truth", 1.0);
    let questions = data.table.kinds("question");
    assert_eq!(questions.len(), findings.len());
    let word = |row, key| data.table.words(row, key);
    let mut stated: Vec<&str> = Vec::new();
    for row in &data.table.rows {
        let (question, way) = (word(row, "question"), word(row, "way"));
        if matches!(word(row, "verdict"), "weak" | "wrong" | "flagged") {
            let why = word(row, "why");
            assert!(!why.is_empty(), "{question}: {way} does not say why");
            stated.push(why);
        }
    }
    let weaknesses = METHODS.iter().flat_map(|method| method.weaknesses);
    for weakness in weaknesses {
        assert!(
            stated.contains(&weakness.why),
            "no longer so: {}",
            weakness.why
        );
    }
    for (question, found) in questions.into_iter().zip(&findings) {
        let of_question = rows(&data, "question", question);
        let misses = of_question
            .filter(|row| matches!(word(row, "verdict"), "near" | "weak" | "wrong" | "flagged"));
        let expected = Verdict::of(misses.count() == 0);
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
            // A heavy end does rest later, by three per cent: no eye sees that.
            let expected = match found.claim.contains("a heavy end comes to rest later") {
                true => Verdict::TooSmall,
                false => Verdict::Holds,
            };
            let told = format!("{}: {}", found.claim, found.figures);
            assert_eq!(found.verdict, expected, "{told}");
            assert!(found.effect.is_some(), "{told}");
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
    for found in &findings {
        match found.verdict {
            Verdict::NotComparable => assert!(found.timing && found.figures.starts_with("printed")),
            // Nothing in between is run here.
            verdict => assert_eq!(verdict, Verdict::NotMeasured, "{}", found.claim),
        }
    }
    for row in &data.table.rows {
        let number = |key| data.table.number(row, key).unwrap();
        let frame_ms = 1e-3 * number("us_per_step") + 1.516;
        assert!((number("frames_per_s") * frame_ms / 1e3 - 1.0).abs() < 1e-3);
    }
}
