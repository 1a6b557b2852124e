//! Who answers as is true, and who misses by how much.

use super::verdict::Verdict as Judged;
use super::REFUSED;
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::spread::short;
use crate::lab::table::Table;

/// What is said of who misses.
const MISSED: [Judged; 4] = [Judged::Near, Judged::Weak, Judged::Wrong, Judged::Flagged];

/// One finding for each question.
pub(super) fn findings(table: &Table) -> Vec<Finding> {
    let questions = table.kinds("question").into_iter();
    questions
        .map(|question| of_question(table, question))
        .collect()
}

fn of_question(table: &Table, question: &str) -> Finding {
    let rows = || {
        let all = table.rows.iter();
        all.filter(|row| table.words(row, "question") == question)
    };
    let number = |key| rows().find_map(|row| table.number(row, key));
    let truth = number("truth").map_or("-".into(), short);
    let tolerance = number("tolerance").map_or("-".into(), short);
    let claim = format!(
        "{question}: within {tolerance} of the true value {truth} with every method and preset \
         that is judged"
    );
    let of_verdict = |verdict: Judged| {
        rows()
            .filter(move |row| table.words(row, "verdict") == verdict.word())
            .map(|row| {
                let off = table.number(row, "deviation");
                let off = off.map_or("no answer".into(), |off| format!("off by {}", short(off)));
                format!("{} ({off})", table.words(row, "way"))
            })
            .collect::<Vec<String>>()
    };
    let told = MISSED.into_iter().filter_map(|verdict| {
        let ways = of_verdict(verdict);
        (!ways.is_empty()).then(|| format!("{}: {}", verdict.word(), ways.join("; ")))
    });
    let told: Vec<String> = told.collect();
    let holds = told.is_empty();
    let misses = match holds {
        true => "all are within tolerance".to_string(),
        false => told.join(". "),
    };
    let unable = rows().filter(|row| table.words(row, "end") == REFUSED);
    let unable: Vec<&str> = unable.map(|row| table.words(row, "way")).collect();
    let unable = match unable.is_empty() {
        true => String::new(),
        false => format!(". Not supported: {}", unable.join("; ")),
    };
    Finding::new(&claim, Verdict::of(holds), misses + &unable)
}
