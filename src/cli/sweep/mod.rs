//! `sweep`: a shot at every combination of values, in shards, and put together again.

mod folder;
mod merge;
mod reader;
mod shard;

pub use shard::Shard;

use super::args::SweepOptions;
use super::failure::{CommandError, Exit};
use super::output::{self, json_line, Form};
use super::progress::Progress;
use crate::clock::Instant;
use crate::lab::pool::as_they_come;
use crate::lab::sweep::{Measured, Order, Results, Sweep};
use crate::platform::signals::EndSignal;
use crate::source;
use crate::text::clean;
use crate::threads::cores;
use folder::{About, Done, Folder, Logs, Time};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

/// As many bad values are named; the rest is counted.
const COMPLAINTS: usize = 30;

pub(super) fn run(options: &SweepOptions) -> Result<Exit, CommandError> {
    if !options.merge.is_empty() {
        return merge::run(options);
    }
    let name = options.scene.as_deref().unwrap_or("-");
    let sweep = prepare(options, name)?;
    let about = About {
        command: sweep.order().command(name),
        shard: options.shard.to_string(),
        cases: sweep.count(),
        settings: sweep.settings().map_err(CommandError::run)?,
    };
    let wanted: Vec<usize> = options.shard.cases(sweep.count()).collect();
    expect_sound(&sweep, &wanted, threads(options))?;
    let folder = options.out.clone().map(Folder);
    let opened = folder
        .as_ref()
        .map(|folder| folder.open(&sweep, &about, options.resume));
    let (mut logs, done) = opened.transpose()?.unzip();
    let mut done = done.unwrap_or_default();
    if let Some(folder) = folder.as_ref().filter(|_| !done.wrong.is_empty()) {
        let again = "removed; its case runs again";
        output::message(&merge::wrong_lines(folder, &done.wrong, again));
    }
    let left = remaining(&wanted, &done);
    let shot = shoot(&sweep, &left, threads(options), logs.as_mut(), &mut done);
    let left = remaining(&wanted, &done);
    if !left.is_empty() {
        let stopped = stopped(wanted.len() - left.len(), wanted.len(), folder.as_ref());
        let why = shot.err().map_or(String::new(), |why| why.message + "\n");
        return Err(CommandError::run(why + &stopped));
    }
    // A file that is held open cannot be replaced everywhere.
    drop(logs);
    let results = Results::new(&sweep, done.rows);
    if let Some(folder) = folder.as_ref().filter(|_| options.shard == Shard::WHOLE) {
        folder.complete(&about, &results, done.times)?;
    }
    deliver(options, &results, folder.as_ref())?;
    Ok(Exit::Good)
}

fn prepare(options: &SweepOptions, name: &str) -> Result<Sweep, CommandError> {
    let order = Order {
        scene: Arc::new(
            source::read(name)
                .and_then(|source| source.scene())
                .map_err(CommandError::input)?,
        ),
        fixed: options.fix.clone(),
        axes: options.set.clone(),
        nudges: options.nudges,
        nudge_m: options.nudge,
        limit_s: options.limit,
    };
    Sweep::new(order).map_err(|problems| CommandError::input(complaint(problems.lines())))
}

fn threads(options: &SweepOptions) -> usize {
    options
        .threads
        .map_or_else(cores, |threads| threads as usize)
}

/// Refuses a sweep with cases that cannot be simulated, before any is.
fn expect_sound(sweep: &Sweep, cases: &[usize], threads: usize) -> Result<(), CommandError> {
    /// So many are looked at within a few seconds.
    const SOON: usize = 10_000;
    if cases.len() > SOON {
        output::message(&format!("checking {} cases", cases.len()));
    }
    let complaints = sweep.complaints(cases, threads);
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(CommandError::input(complaint(
            complaints.iter().map(String::as_str),
        ))),
    }
}

fn complaint<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<String> = lines
        .map(|line| format!("sweep: {}", clean(line)))
        .collect();
    let more = lines.len().saturating_sub(COMPLAINTS);
    let mut text = lines[..lines.len() - more].join("\n");
    if more > 0 {
        text += &format!("\nsweep: and {more} more");
    }
    text
}

fn remaining(wanted: &[usize], done: &Done) -> Vec<usize> {
    let mut known: Vec<usize> = done.rows.iter().map(|row| row.index).collect();
    known.sort_unstable();
    let left = wanted.iter().copied();
    left.filter(|index| known.binary_search(index).is_err())
        .collect()
}

/// Shoots cases until all are done, somebody ends the program, or nothing can be written.
fn shoot(
    sweep: &Sweep,
    cases: &[usize],
    threads: usize,
    mut logs: Option<&mut Logs<'_>>,
    done: &mut Done,
) -> Result<(), CommandError> {
    let signal = EndSignal::watch().ok();
    let ended = || signal.as_ref().is_some_and(|s| s.exit_code().is_some());
    let broken = AtomicBool::new(false);
    let wanted = || !broken.load(Ordering::Relaxed) && !ended();
    let mut progress = Progress::of(cases.len(), "cases");
    let mut failure = None;
    let take = |result: Result<(Measured, Time), String>| {
        if failure.is_some() {
            return;
        }
        let kept = result
            .map_err(CommandError::run)
            .and_then(|(measured, time)| {
                if let Some(logs) = &mut logs {
                    logs.push(&measured, &time)?;
                }
                done.rows.push(measured.row);
                done.times.extend([time.by_case()]);
                progress.step();
                Ok(())
            });
        if let Err(why) = kept {
            broken.store(true, Ordering::Relaxed);
            failure = Some(why);
        }
    };
    as_they_come(
        threads,
        cases.len(),
        wanted,
        |job| timed(sweep, cases[job]),
        take,
    );
    progress.end();
    failure.map_or(Ok(()), Err)
}

fn timed(sweep: &Sweep, index: usize) -> Result<(Measured, Time), String> {
    let begun = Instant::now();
    let (measured, _) = sweep.measure(index)?;
    let us = begun.elapsed().as_secs_f64() * 1e6;
    let time = Time::new(index, us / measured.steps.max(1) as f64);
    Ok((measured, time))
}

fn stopped(count: usize, cases: usize, folder: Option<&Folder>) -> String {
    let what = format!("sweep: stopped after {count} of {cases} cases");
    match folder {
        Some(folder) => format!(
            "{what}, which are saved in {}; the same command with --resume continues",
            folder.label()
        ),
        None => format!("{what}, which are lost; use --out DIR to save them"),
    }
}

/// Prints the results, or where they are.
fn deliver(
    options: &SweepOptions,
    results: &Results,
    folder: Option<&Folder>,
) -> Result<(), CommandError> {
    let text = match (folder, options.json) {
        (Some(folder), as_json) => summary(options.shard, results, folder, as_json),
        (None, false) => results.table().text(),
        (None, true) => {
            let lines: Result<Vec<_>, _> = results.rows().iter().map(json_line).collect();
            lines?.concat()
        }
    };
    output::print(Form::of(options.json), &text)
}

fn summary(shard: Shard, results: &Results, folder: &Folder, as_json: bool) -> String {
    let (cases, place) = (results.rows().len(), folder.label());
    let complete = shard == Shard::WHOLE;
    match (as_json, complete) {
        (true, _) => {
            let shard = shard.to_string();
            json!({"out": place, "shard": shard, "cases": cases, "complete": complete}).to_string()
                + "\n"
        }
        (false, true) => {
            format!("{cases} cases: {place}/data.csv, plot.svg, plot.png, manifest.json\n")
        }
        (false, false) => format!(
            "{cases} cases of shard {shard}: {place}/rows.jsonl; when all shards are done: \
             ragdoll-lab sweep --merge DIR... --out DIR\n"
        ),
    }
}
