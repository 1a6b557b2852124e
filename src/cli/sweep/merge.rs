//! `sweep --merge`: the results of shards put together.

use super::folder::{differences, same, About, Done, Folder, Times};
use super::reader::{WrongLine, WrongLines, NAMED};
use super::{deliver, Shard};
use crate::cli::args::SweepOptions;
use crate::cli::failure::{CommandError, Exit};
use crate::lab::sweep::{quoted, Results, Row, Sweep};
use std::collections::BTreeMap;
use std::path::Path;

/// A folder with what it says and holds.
struct Part {
    folder: Folder,
    shard: Shard,
    done: Done,
}

pub(super) fn run(options: &SweepOptions) -> Result<Exit, CommandError> {
    let folders: Vec<Folder> = options.merge.iter().cloned().map(Folder).collect();
    let Some(first) = folders.first() else {
        return Err(CommandError::input(
            "--merge: name the folders of the shards",
        ));
    };
    if let Some(out) = &options.out {
        expect_another(out, &folders)?;
    }
    let about = first.about()?;
    let sweep = first.sweep(&about)?;
    let parts = folders
        .into_iter()
        .map(|folder| part(folder, &about, &sweep));
    let parts: Vec<Part> = parts.collect::<Result<_, _>>()?;
    expect_sound(&parts, &about.command)?;
    let rows = united(&parts)?;
    let missing: Vec<usize> = (0..sweep.count())
        .filter(|i| !rows.contains_key(i))
        .collect();
    if !missing.is_empty() {
        return Err(CommandError::input(incomplete(
            &missing,
            sweep.count(),
            &parts,
            &about.command,
        )));
    }
    let rows: Vec<Row> = rows.into_values().map(|(row, _)| row.clone()).collect();
    let times: Times = parts
        .iter()
        .flat_map(|part| part.done.times.clone())
        .collect();
    let results = Results::new(&sweep, rows);
    let whole = About {
        shard: Shard::WHOLE.to_string(),
        ..about
    };
    let folder = options.out.clone().map(Folder);
    if let Some(folder) = &folder {
        folder.open(&sweep, &whole, false)?;
        folder.complete(&whole, &results, times)?;
    }
    deliver(options, &results, folder.as_ref())?;
    Ok(Exit::Good)
}

fn expect_another(out: &Path, folders: &[Folder]) -> Result<(), CommandError> {
    match folders.iter().find(|folder| same(&folder.0, out)) {
        None => Ok(()),
        Some(folder) => Err(CommandError::input(format!(
            "{}: this folder contains a shard; name another one with --out",
            folder.label()
        ))),
    }
}

fn part(folder: Folder, first: &About, sweep: &Sweep) -> Result<Part, CommandError> {
    let about = folder.about()?;
    let differing = differences(&about.settings, &first.settings);
    if !differing.is_empty() {
        return Err(CommandError::input(format!(
            "{}: this shard belongs to a different sweep than the first folder; leave it out\n  \
             {}",
            folder.label(),
            differing.join("\n  ")
        )));
    }
    let shard = Shard::parse(&about.shard)
        .map_err(|what| folder.refusal(&format!("sweep.json names no shard; {what}")))?;
    let done = folder.done(sweep)?;
    Ok(Part {
        folder,
        shard,
        done,
    })
}

/// Refuses folders with lines that are no rows of the sweep.
fn expect_sound(parts: &[Part], command: &str) -> Result<(), CommandError> {
    let wrong: Vec<&Part> = parts.iter().filter(|p| !p.done.wrong.is_empty()).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let remedy = "resume the shard to run the case again";
    let lines = wrong
        .iter()
        .map(|part| wrong_lines(&part.folder, &part.done.wrong, remedy));
    let mut text = lines.collect::<Vec<_>>().join("\n") + "\nrun:";
    for part in wrong {
        text += &resuming(command, part.shard, Some(&part.folder));
    }
    Err(CommandError::input(text))
}

/// Names the lines of a folder that are no rows of its sweep, each with its remedy.
pub(super) fn wrong_lines(folder: &Folder, wrong: &WrongLines, remedy: &str) -> String {
    let label = folder.rows_label();
    let mut lines: Vec<String> = (wrong.named.iter())
        .map(|WrongLine { line, row }| format!("{label}:{line}: {row}; {remedy}"))
        .collect();
    if wrong.more > 0 {
        lines.push(format!("{label}: and {} more lines", wrong.more));
    }
    lines.join("\n")
}

/// A line with the command that does a shard, or goes on with it in its folder.
fn resuming(command: &str, shard: Shard, folder: Option<&Folder>) -> String {
    let folder = folder.map_or("DIR".into(), |folder| {
        quoted(&folder.0.display().to_string())
    });
    format!("\n  {command} --shard {shard} --out {folder} --resume")
}

/// All rows by their case, with the folder they come from. A case that was done twice
/// must have given the same.
fn united(parts: &[Part]) -> Result<BTreeMap<usize, (&Row, &Folder)>, CommandError> {
    let mut rows: BTreeMap<usize, (&Row, &Folder)> = BTreeMap::new();
    for part in parts {
        for row in &part.done.rows {
            let (known, folder) = *rows.entry(row.index).or_insert((row, &part.folder));
            if known != row {
                return Err(CommandError::run(format!(
                    "case {} differs between {} and {}; one of the machines computes differently, \
                     so run it again on the other",
                    row.index,
                    folder.label(),
                    part.folder.label()
                )));
            }
        }
    }
    Ok(rows)
}

/// Which cases are missing, and the commands that do them.
fn incomplete(missing: &[usize], cases: usize, parts: &[Part], command: &str) -> String {
    let mut text = format!(
        "the sweep is not complete: {} of {cases} cases are missing: {}",
        missing.len(),
        ranges(missing)
    );
    let Some(first) = parts.first() else {
        return text;
    };
    let mut shards: Vec<Shard> = missing.iter().map(|&i| first.shard.doing(i)).collect();
    shards.sort();
    shards.dedup();
    text += "\nrun:";
    for shard in shards.iter().take(NAMED) {
        let own = parts.iter().find(|part| part.shard == *shard);
        text += &resuming(command, *shard, own.map(|part| &part.folder));
    }
    if shards.len() > NAMED {
        text += &format!("\n  and {} more shards", shards.len() - NAMED);
    }
    text
}

/// Numbers in order as `1, 4-7`.
fn ranges(numbers: &[usize]) -> String {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => found.push((number, number)),
        }
    }
    let word = |(from, to): &(usize, usize)| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    let words: Vec<_> = found.iter().take(NAMED).map(word).collect();
    let more = if found.len() > NAMED { ", ..." } else { "" };
    words.join(", ") + more
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn neighbours_are_written_as_a_range() {
        assert_eq!(ranges(&[0, 2, 3, 4, 7, 8]), "0, 2-4, 7-8");
        let odd: Vec<usize> = (0..100).map(|i| 2 * i + 1).collect();
        assert!(ranges(&odd).ends_with("37, 39, ..."));
    }
}
