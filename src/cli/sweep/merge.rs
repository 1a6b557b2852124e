//! `sweep --merge`: the results of shards put together.

use super::folder::{differences, same, About, Done, Folder, Time};
use super::{deliver, Shard};
use crate::cli::args::SweepOptions;
use crate::cli::failure::{CommandError, Exit};
use crate::lab::sweep::{quoted, Results, Row, Sweep};
use std::collections::BTreeMap;
use std::path::Path;

/// As many missing cases are named; the rest is counted.
const NAMED: usize = 20;

/// A folder with what it says and holds.
struct Part {
    folder: Folder,
    about: About,
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
    let rows = united(&parts)?;
    let missing: Vec<usize> = (0..sweep.count())
        .filter(|i| !rows.contains_key(i))
        .collect();
    if !missing.is_empty() {
        return Err(CommandError::input(incomplete(
            &missing,
            sweep.count(),
            &parts,
        )));
    }
    let rows: Vec<Row> = rows.into_values().map(|(row, _)| row.clone()).collect();
    let times: Vec<Time> = parts
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
            "{}: a shard is in this folder; name another one with --out",
            folder.label()
        ))),
    }
}

fn part(folder: Folder, first: &About, sweep: &Sweep) -> Result<Part, CommandError> {
    let about = folder.about()?;
    let differing = differences(&about.settings, &first.settings);
    if !differing.is_empty() {
        return Err(CommandError::input(format!(
            "{}: this is a shard of another sweep than the first folder; leave it out\n  {}",
            folder.label(),
            differing.join("\n  ")
        )));
    }
    let done = folder.done(sweep)?;
    Ok(Part {
        folder,
        about,
        done,
    })
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
                    "case {} differs between {} and {}; one of the machines computes otherwise, \
                     do it again on the other",
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
fn incomplete(missing: &[usize], cases: usize, parts: &[Part]) -> String {
    let mut text = format!(
        "the sweep is not complete: {} of {cases} cases are missing: {}",
        missing.len(),
        ranges(missing)
    );
    let Some(first) = parts.first() else {
        return text;
    };
    // A part with a shard that was parsed when it was begun.
    let size = Shard::parse(&first.about.shard).unwrap_or(Shard::WHOLE);
    let mut shards: Vec<String> = missing.iter().map(|&i| size.doing(i).to_string()).collect();
    shards.sort();
    shards.dedup();
    text += "\nrun:";
    for shard in shards.iter().take(NAMED) {
        let own = parts.iter().find(|part| part.about.shard == *shard);
        let folder = own.map_or("DIR".into(), |part| quoted(&part.folder.label()));
        let command = &first.about.command;
        text += &format!("\n  {command} --shard {shard} --out {folder} --resume");
    }
    if shards.len() > NAMED {
        text += &format!("\n  and so on for {} more shards", shards.len() - NAMED);
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
