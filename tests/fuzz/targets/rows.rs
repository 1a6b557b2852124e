//! Results that are read back: rows of a sweep, and tables that are drawn as plots.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::lab::experiment::CASES;
use ragdoll_lab::lab::plot::of_columns;
use ragdoll_lab::lab::sweep::{Axis, Order, Row, RowLines, Sweep};
use ragdoll_lab::lab::table::Table;
use ragdoll_lab::scene;
use std::sync::{Arc, LazyLock};

static SWEEP: LazyLock<Sweep> = LazyLock::new(|| {
    let shipped = scene::find("first-throw").expect("the scene is shipped");
    let scene = scene::parse(shipped.text.as_bytes()).expect("shipped scenes are sound");
    let axis = Axis::parse("launcher.speed_m_s=4:16:7").expect("it is an axis");
    let order = Order {
        scene: Arc::new(scene),
        fixed: Vec::new(),
        axes: vec![axis],
        nudges: 0,
        nudge_m: 0.0,
        limit_s: 1.0,
    };
    Sweep::new(order).expect("the field is in the scene")
});

static LINES: LazyLock<RowLines<'static>> =
    LazyLock::new(|| RowLines::of(&SWEEP).expect("the scene can be written"));

fuzz_target!(|data: &[u8]| {
    read_row(data);
    if let Ok(text) = std::str::from_utf8(data) {
        draw_table(text);
    }
});

/// A line of the file; then the same row with its checksum, which no fuzzer guesses.
fn read_row(line: &[u8]) {
    if let Err(wrong) = LINES.read(line) {
        assert!(!wrong.to_string().is_empty());
    }
    if let Ok(row) = serde_json::from_slice::<Row>(line) {
        let written = LINES.write(&row).expect("what was read can be written");
        if let Ok(again) = LINES.read(written.as_bytes()) {
            assert_eq!(again, row);
        }
    }
}

fn draw_table(text: &str) {
    let Ok(table) = Table::from_csv(text) else {
        return;
    };
    let written = table.csv();
    let again = Table::from_csv(&written).expect("what was written is a table");
    assert_eq!(again.csv(), written);
    let fitting = CASES
        .iter()
        .filter(|case| case.expect_points(&table).is_ok());
    let plots = fitting.map(|case| case.plot(&table));
    for plot in plots.chain(of_columns(&table)) {
        let svg = plot.svg(text);
        let hidden = svg.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(hidden, None, "{svg}");
    }
}
