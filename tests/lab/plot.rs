//! The command `plot` on tables of other programs, and on what is no table.

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
        (&b""[..], "data.csv:1: there is no table; begin with"),
        (b"a,b\n1,2\n3\n", "data.csv:3: 1 cells below 2 keys; "),
        (b"a,b\n", "without rows"),
        (b"a,b\nx,1\n", "the first column, `a`, holds words"),
        (b"a,b\n1,y\n", "no column holds numbers"),
        (b"\xff\xfe\x00", "UTF-8"),
        (
            b"experiment,body,value\nvelocity,particles,4\n",
            "data.csv:1: there is no column `travel_m`; ",
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
    assert!(told(&result).contains("write it as SVG"));
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
