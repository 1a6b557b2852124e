//! The command `plot` on tables of other programs, and on what is no table.

use crate::xml::expect_well_formed;
use proptest::prelude::*;
use ragdoll_lab::lab::plot::of_columns;
use ragdoll_lab::lab::table::{Cell, Column, Table};
use ragdoll_lab::text::is_hidden;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_ragdoll-lab");

fn plot(table: &Path, output: &Path) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("plot").arg(table).arg("-o").arg(output);
    command.output().unwrap()
}

fn told(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_table_of_a_run_is_drawn_column_by_column() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("pile & more.csv");
    let run = Command::new(PROGRAM)
        .args(["run", "chain", "--seconds", "1", "--csv"])
        .arg(&table)
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", told(&run));
    let picture = folder.path().join("pile.svg");
    let result = plot(&table, &picture);
    assert_eq!(result.status.code(), Some(0), "{}", told(&result));
    let svg = fs::read_to_string(&picture).unwrap();
    for title in [
        "pile &amp; more",
        "time, s",
        "kinetic energy, J",
        "total energy, J",
        "joint error, m",
    ] {
        assert!(svg.contains(&format!(">{title}<")), "{title}");
    }
    let picture = folder.path().join("pile.PNG");
    assert_eq!(plot(&table, &picture).status.code(), Some(0));
    let bytes = fs::read(&picture).unwrap();
    let picture = png::Decoder::new(&bytes[..]).read_info().unwrap();
    assert_eq!(picture.info().width, 1520);
}

#[test]
fn a_table_may_come_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("p.svg");
    let mut child = Command::new(PROGRAM)
        .args(["plot", "-", "-o"])
        .arg(&picture)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"t_s,x_m\n0,1\n1,2\n").unwrap();
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(fs::read_to_string(&picture).unwrap().contains("x, m"));
}

#[test]
fn what_cannot_be_drawn_is_refused_with_place_and_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("data.csv");
    let picture = folder.path().join("p.svg");
    for (text, part) in [
        (&b""[..], "data.csv:1: there is no table; start with"),
        (
            b"a,b\n1,2\n3\n",
            "data.csv:3: 1 cells in a row of 2 columns; ",
        ),
        (b"a,b\n", "has no rows"),
        (b"a,b\nx,1\n", "the first column, `a`, has text"),
        (b"a,b\n1,y\n", "no column after the first contains numbers"),
        (b"\xff\xfe\x00", "UTF-8"),
        (
            b"experiment,body,value\nvelocity,particles,4\n",
            "data.csv:1: there is no column `travel_signed_m`; ",
        ),
        (
            b"experiment,series,value,joint_error_mm,us_per_step\nlinks,a,2,much,1\n",
            "data.csv:2: joint_error_mm: `much` is not a number; ",
        ),
        (b"experiment,case\nchain,a\n", "curves.csv"),
    ] {
        fs::write(&table, text).unwrap();
        let result = plot(&table, &picture);
        assert_eq!(result.status.code(), Some(2), "{part}: {}", told(&result));
        assert!(told(&result).contains(part), "{part}: {}", told(&result));
        assert!(!picture.exists());
    }
}

#[test]
fn hidden_characters_of_a_table_are_escaped_in_its_plot() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("a\u{202e}b.csv");
    let picture = folder.path().join("p.svg");
    fs::write(&table, "a,b\u{1b}[31m\n1,2\n2,3\n").unwrap();
    let result = plot(&table, &picture);
    assert_eq!(result.status.code(), Some(0), "{}", told(&result));
    let svg = fs::read_to_string(&picture).unwrap();
    expect_well_formed(&svg);
    assert!(svg.contains(r">b\u{1b}[31m<"), "{svg}");
    assert!(svg.contains(r"<title>a\u{202e}b</title>"), "{svg}");
    fs::write(&table, "a,b\u{1b}[31m\n1,x\n").unwrap();
    assert!(!told(&plot(&table, &picture)).contains('\u{1b}'));
}

#[test]
fn numbers_that_no_axis_can_hold_are_gaps_that_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("huge.csv");
    let picture = folder.path().join("p.svg");
    fs::write(&table, "t,a\n0,1\n1,1e300\n2,-1.7e308\n3,9e289\n4,1e290\n").unwrap();
    let result = plot(&table, &picture);
    assert_eq!(result.status.code(), Some(0));
    let message = told(&result);
    let expected = "huge.csv: 3 numbers of 1e290 or more are shown as gaps; ";
    assert!(message.contains(expected), "{message}");
    let svg = fs::read_to_string(&picture).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2, "{svg}");
    fs::write(&table, "t,a\n1e300,1\n").unwrap();
    let message = told(&plot(&table, &picture));
    assert!(message.contains("no number below 1e290"), "{message}");
}

/// Texts that a file may hold as a key or a word.
fn texts() -> impl Strategy<Value = String> {
    let hostile = prop::sample::select(vec![
        '\u{1b}', '\r', '\n', '\t', '\0', '\u{202e}', '\u{ffff}', '<', '&', '"', ']', ',',
    ]);
    let character = prop_oneof![any::<char>(), hostile];
    prop::collection::vec(character, 1..12).prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn whatever_a_table_holds_its_picture_is_sound(
        keys in prop::collection::vec(texts(), 2..5),
        rows in prop::collection::vec(prop::collection::vec(any::<f64>(), 5), 1..8),
    ) {
        let column = |key: &String| Column {
            key: key.clone().into(),
            head: key.clone().into(),
            timing: false,
        };
        let cells = |row: &Vec<f64>| row[..keys.len()].iter().map(|&n| Cell::from(n)).collect();
        let table = Table {
            columns: keys.iter().map(column).collect(),
            rows: rows.iter().map(cells).collect(),
        };
        if let Ok(plot) = of_columns(&table) {
            let svg = plot.svg(&keys[0]);
            expect_well_formed(&svg);
            prop_assert!(!svg.contains(|c| is_hidden(c) && c != '\n'));
            // Words may say so, numbers never do.
            let places = svg.split('"').filter(|part| part.starts_with(['M', 'N', 'i', '-']));
            prop_assert!(!places.clone().any(|part| part.contains("inf") || part.contains("NaN")));
            prop_assert!(svg.len() < 100_000);
        }
        expect_well_formed(&table.html());
        let csv = table.csv();
        prop_assert!(!csv.contains(|c| is_hidden(c) && c != '\n' && c != '\t'));
        prop_assert!(!table.text().contains(|c| is_hidden(c) && c != '\n'));
        let lines = 1 + table.rows.len();
        prop_assert_eq!(table.text().lines().count(), lines);
    }

    #[test]
    fn cells_of_csv_read_back_as_they_are_shown(words in prop::collection::vec(texts(), 1..6)) {
        let table = Table {
            columns: vec![Column { key: "key".into(), head: "key".into(), timing: false }],
            rows: words.iter().map(|word| vec![Cell::from(format!("x{word}"))]).collect(),
        };
        let csv = table.csv();
        let read = Table::from_csv(&csv).unwrap();
        prop_assert_eq!(read.rows.len(), words.len());
        prop_assert_eq!(read.csv(), csv);
    }
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("t.csv");
    fs::write(&table, "a,b\n1,2\n").unwrap();
    let missing = plot(
        &folder.path().join("none.csv"),
        &folder.path().join("p.svg"),
    );
    assert_eq!(missing.status.code(), Some(2));
    assert!(told(&missing).contains("none.csv"));
    let nowhere = plot(&table, &folder.path().join("none").join("p.svg"));
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(told(&nowhere).contains("no such folder"));
    let kind = plot(&table, &folder.path().join("p.gif"));
    assert_eq!(kind.status.code(), Some(2));
    assert!(told(&kind).contains(".svg or .png"));
}

#[test]
fn a_picture_of_too_many_pixels_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("wide.csv");
    let keys: Vec<String> = (0..200).map(|i| format!("c{i}")).collect();
    let cells = vec!["1"; 200].join(",");
    fs::write(&table, format!("{}\n{cells}\n{cells}\n", keys.join(","))).unwrap();
    assert_eq!(
        plot(&table, &folder.path().join("p.svg")).status.code(),
        Some(0)
    );
    let result = plot(&table, &folder.path().join("p.png"));
    assert_eq!(result.status.code(), Some(1));
    assert!(told(&result).contains("save it as SVG"));
}

#[test]
fn a_bare_start_without_a_display_repeats_the_experiments() {
    let mut child = Command::new(PROGRAM)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut lines = std::io::BufRead::lines(stderr);
    let first = lines.next().unwrap().unwrap();
    let second = lines.next().unwrap().unwrap();
    // All of them take a minute or two; that they have begun is enough.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains("no display") && first.contains("experiment all"));
    assert!(second.starts_with("velocity:"), "{second}");
}
