//! Who answers as is true, and who misses by how much.

use super::{OF_PAPERS, REFUSED, RUN};
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::spread::short;
use crate::lab::table::{Cell, Table};

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
         except those of the papers"
    );
    let missed = |row: &&Vec<Cell>| {
        let end = table.words(row, "end");
        let share = table.number(row, "deviation_over_tolerance");
        end != REFUSED && (end != RUN || share.is_none_or(|share| share > 1.0))
    };
    let is_of_paper = |row: &Vec<Cell>| {
        let method = table.words(row, "method");
        OF_PAPERS.iter().any(|way| way.name == method)
    };
    let misses: Vec<&Vec<Cell>> = rows().filter(missed).collect();
    let holds = misses.iter().all(|row| is_of_paper(row));
    let told = |row: &&Vec<Cell>| {
        let off = table.number(row, "deviation");
        let off = off.map_or("no answer".into(), |off| format!("off by {}", short(off)));
        format!("{} ({off})", table.words(row, "method"))
    };
    let misses = match misses.is_empty() {
        true => "all are within tolerance".to_string(),
        false => {
            let misses: Vec<String> = misses.iter().map(told).collect();
            format!("out of tolerance: {}", misses.join("; "))
        }
    };
    let unable = rows().filter(|row| table.words(row, "end") == REFUSED);
    let unable: Vec<&str> = unable.map(|row| table.words(row, "method")).collect();
    let unable = match unable.is_empty() {
        true => String::new(),
        false => format!(". Not supported: {}", unable.join("; ")),
    };
    Finding::new(&claim, Verdict::of(holds), misses + &unable)
}
