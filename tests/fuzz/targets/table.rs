//! A table is read back as it is written, and is drawn or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ragdoll_lab::lab::plot::of_columns;
use ragdoll_lab::lab::table::Table;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let table = match Table::from_csv(text) {
        Ok(table) => table,
        Err(error) => return assert!(error.line > 0 && !error.remedy.is_empty(), "{error}"),
    };
    let again = Table::from_csv(&table.csv());
    assert!(again.is_ok_and(|again| again.columns.len() == table.columns.len()));
    if let Ok(plot) = of_columns(&table) {
        assert!(plot.svg("fuzz").ends_with("</svg>\n"));
    }
});
