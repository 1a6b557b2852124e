//! An answer as text.

use super::{Answer, Line};
use crate::text::clean;
use std::fmt::Write;

/// The last row: the momentum after it all, and the sum of the work column.
const AFTER: &str = "momentum after; total work";

/// An answer as a table for people.
pub fn readable(answer: &Answer) -> String {
    let mut text = format!(
        "{}, {:.3} to {:.3} s, {:.2} kg\n",
        clean(&answer.subject),
        answer.from_s,
        answer.to_s,
        answer.mass_kg
    );
    if answer.diverged {
        text.push_str("the run diverged at the end of this span\n");
    }
    let widest = answer.causes.iter().map(|line| line.name.chars().count());
    let wide = widest.max().unwrap_or(0).max(AFTER.len());
    let head = ["x", "y", "z", "work J"].map(|head| format!("{head:>10}"));
    let _ = writeln!(
        text,
        "{:<wide$}  momentum N·s:\n{:<wide$}{}",
        "",
        "cause",
        head.concat()
    );
    let row = |name: &str, momentum: [f64; 3], work: Option<f64>| {
        let momentum = momentum.map(|value| format!("{value:>10.3}")).concat();
        let work = work.map_or_else(String::new, |work| format!("{work:>10.3}"));
        format!("{:<wide$}{momentum}{work}\n", clean(name))
    };
    text += &row("momentum before", answer.momentum_before_n_s, None);
    for line in answer.notable() {
        text += &row(&line.name, line.momentum_n_s, Some(line.work_j));
    }
    let worked: f64 = answer.causes.iter().map(|line| line.work_j).sum();
    text += &row(AFTER, answer.momentum_after_n_s, Some(worked));
    for conflict in &answer.conflicts {
        let _ = writeln!(text, "{}", clean(&conflict.sentence()));
    }
    text
}

/// An answer as a table of CSV, a cause a row.
pub fn csv(answer: &Answer) -> String {
    let mut text = String::from(
        "cause,group,momentum_x_n_s,momentum_y_n_s,momentum_z_n_s,angular_momentum_x_n_m_s,\
         angular_momentum_y_n_m_s,angular_momentum_z_n_m_s,work_j,lift_j,way_x_m,way_y_m,way_z_m\n",
    );
    for line in &answer.causes {
        text += &csv_row(line);
    }
    text
}

fn csv_row(line: &Line) -> String {
    let name = line.name.replace('"', "\"\"");
    let numbers = line.momentum_n_s.iter().chain(&line.angular_momentum_n_m_s);
    let numbers = numbers.chain([&line.work_j, &line.lift_j]);
    let numbers = numbers.chain(&line.way_m);
    let numbers: Vec<String> = numbers.map(ToString::to_string).collect();
    format!("\"{name}\",{},{}\n", line.group_name, numbers.join(","))
}
