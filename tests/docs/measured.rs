//! The page of measured times: written by `docs/make.sh --measure` on a quiet machine, and out of
//! date once the recorded states of the shipped scenes have changed.

use crate::made::NOTICE;
use crate::pages::root;
use serde_json::Value as Json;
use std::fmt::Write;
use std::fs;
use std::process::Command;

const PAGE: &str = "docs/benchmarks.md";

/// A digest of the states that the shipped scenes come to: times of other states say nothing.
fn digest_of_states() -> String {
    let states = fs::read(root().join("tests/data/hashes.json")).unwrap();
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&states))
}

#[test]
fn benchmarks_are_of_the_present_states() {
    let page = fs::read_to_string(root().join(PAGE)).unwrap();
    let wanted = format!("States of the scenes: `{}`.", digest_of_states());
    assert!(
        page.contains(&wanted),
        "{PAGE} was measured with other states; run: bash docs/make.sh --measure"
    );
}

/// The table in the README beside other engines quotes the page.
#[test]
fn numbers_of_the_readme_stand_on_the_page() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let (readme, page) = (read("README.md"), read(PAGE));
    let (_, quoted) = readme.split_once("## Beside other engines").unwrap();
    let rows = quoted
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains("µs"));
    let mut count = 0;
    for row in rows.filter(|row| !row.starts_with("| same scene")) {
        for cell in row.split('|').skip(2) {
            for number in cell
                .split(';')
                .filter_map(|part| part.split_whitespace().next())
            {
                count += 1;
                let stands = page.contains(&format!("| {number} |"));
                assert!(stands, "{number} of the README is not on {PAGE}");
            }
        }
    }
    assert!(count >= 8, "{count} numbers");
}

/// The first line that a command prints; empty if it cannot be run.
fn line_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default()
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or("an unknown processor", |(_, name)| name)
        .to_owned()
}

/// The lines of JSON that a benchmark prints.
fn bench(program: &str, arguments: &str) -> Vec<Json> {
    let output = Command::new(program)
        .arg("bench")
        .args(arguments.split(' '))
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "bench {arguments}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A number with three digits that count, as many as a time is good for.
fn number(value: &Json) -> String {
    let Some(value) = value.as_f64() else {
        return value.as_str().unwrap_or("–").to_owned();
    };
    match value.abs() {
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// A heading, the command, and a table of some columns of what it prints.
fn table(
    text: &mut String,
    program: &str,
    (heading, about, arguments): (&str, &str, &[&str]),
    columns: &[(&str, &str)],
) {
    let _ = write!(text, "\n## {heading}\n\n{about}\n\n```sh\n");
    for arguments in arguments {
        let _ = writeln!(text, "ragdoll-lab bench {arguments}");
    }
    text.push_str("```\n\n|");
    for (_, title) in columns {
        let _ = write!(text, " {title} |");
    }
    text.push_str("\n|");
    text.push_str(&"---|".repeat(columns.len()));
    text.push('\n');
    for arguments in arguments {
        for row in bench(program, arguments) {
            text.push('|');
            for (key, _) in columns {
                let _ = write!(text, " {} |", number(&row[*key]));
            }
            text.push('\n');
        }
    }
}

const DROP: [(&str, &str); 10] = [
    ("method", "method"),
    ("preset", "preset"),
    ("precision", "number"),
    ("ragdolls", "ragdolls"),
    ("us_per_ragdoll_step", "µs"),
    ("sep_mean_mm", "joint error mm"),
    ("sep_worst_median_mm", "largest mm"),
    ("limit_mean_deg", "limit °"),
    ("penetration_worst_mm", "penetration mm"),
    ("kinetic_energy_median_j", "kinetic energy J"),
];

/// Measures and writes the page. `RAGDOLL_LAB` is the program, `PEERS_TABLE` a file with the table
/// that `tests/peers` prints, if there is one.
#[test]
#[ignore = "measures for a quarter of an hour: bash docs/make.sh --measure"]
fn write_the_benchmarks() {
    let program = std::env::var("RAGDOLL_LAB").expect("RAGDOLL_LAB names the program");
    let mut text = format!(
        "# Benchmarks\n{NOTICE}\n\nAfter this page you know what a step costs and how exact it \
         is, here and in other engines. `bash docs/make.sh --measure` repeats the measurement on your \
         machine. Read ratios; times differ from machine to machine.\n\nMeasured on {} with {} \
         cores, {}, {}, at commit {}. States of the scenes: `{}`.\n",
        processor(),
        std::thread::available_parallelism().map_or(0, usize::from),
        line_of("uname", &["-srm"]),
        line_of("date", &["-u", "+%Y-%m-%d"]),
        line_of("git", &["rev-parse", "--short", "HEAD"]),
        digest_of_states(),
    );
    table(
        &mut text,
        &program,
        (
            "Falling ragdolls",
            "Ragdolls fall from 2 m in random orientations onto a floor. Time per ragdoll and \
             step on one thread, joint error (mean, and largest of the median ragdoll), limit \
             violation, deepest penetration, kinetic energy of the median ragdoll at the end.",
            &[
                "mx-drop --ragdolls 1,100,1000",
                "mx-drop --ragdolls 1,100,1000 --precision f64 --preset default,high",
            ],
        ),
        &DROP,
    );
    table(
        &mut text,
        &program,
        (
            "The other methods",
            "The same drop with 100 ragdolls.",
            &[
                "mx-drop --method impulse --precision f64 --preset default",
                "mx-drop --method springs --precision f64 --preset default",
                "mx-drop --method multipliers --precision f64 --preset default",
                "mx-drop --method reduced --precision f64 --preset default",
            ],
        ),
        &DROP,
    );
    table(
        &mut text,
        &program,
        (
            "Heaps",
            "Ragdolls fall onto each other, then lie. Time per step of the whole heap.",
            &["pile --ragdolls 20,200 --steps 300 --repeats 1"],
        ),
        &[
            ("ragdolls", "ragdolls"),
            ("phase", "phase"),
            ("us_per_step", "µs per step"),
            ("contacts_per_step", "contacts"),
            ("sep_mean_mm", "joint error mm"),
            ("penetration_worst_mm", "penetration mm"),
        ],
    );
    table(
        &mut text,
        &program,
        (
            "Time per constraint",
            "One falling and lying MX ragdoll with the preset `baltman`, compared with table 2 of \
             Baltman and Radeztsky (2004).",
            &["table2"],
        ),
        &[
            ("constraint", "constraint"),
            ("calls", "calls"),
            ("us_per_call", "µs per call"),
            ("us_total", "µs per step"),
            ("speedup_ps2", "times faster than PlayStation 2"),
            ("speedup_xbox", "than Xbox"),
        ],
    );
    text.push_str(
        "\n## Other engines\n\nThe same scenes in Rapier and Box3D, in one process and in turns, \
         by the same measures: `cargo run --release --manifest-path tests/peers/Cargo.toml -- \
         --scene all --repeats 1 --steps 300 --markdown`. Processor time per ragdoll (in the wall: \
         per brick) and step. The README in `tests/peers` says what is alike and what differs.\n\n",
    );
    match std::env::var("PEERS_TABLE")
        .ok()
        .and_then(|file| fs::read_to_string(file).ok())
    {
        Some(peers) => text.push_str(&peers),
        None => text.push_str("Not measured here: `tests/peers` was not built.\n"),
    }
    fs::write(root().join(PAGE), text).unwrap();
}
