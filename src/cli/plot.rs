//! `plot`: a table drawn again, or for the first time.

use super::args::{PlotFile, PlotOptions};
use super::failure::{CommandError, Exit};
use super::output;
use crate::lab::experiment::{find, parse, Case, Definition, DEFINITION};
use crate::lab::plot::{of_columns, Plot, HUGE};
use crate::lab::table::{Cell, Table};
use crate::platform::files;
use crate::text::clean;
use std::path::Path;

pub(super) fn run(options: &PlotOptions) -> Result<Exit, CommandError> {
    output::expect_writable(options.output.path())?;
    let Drawn { plot, title } = drawn(&options.table)?;
    match &options.output {
        PlotFile::Svg(path) => output::write(path, plot.svg(&title))?,
        PlotFile::Png(path) => {
            let png = plot.png(&title);
            let png = png.map_err(|error| CommandError::run(error.to_string()))?;
            output::write(path, png)?;
        }
    }
    Ok(Exit::Good)
}

struct Drawn {
    plot: Plot,
    title: String,
}

/// The plot of an experiment if the table is one of its own, else column by column.
fn drawn(path: &Path) -> Result<Drawn, CommandError> {
    let table = read(path)?;
    let own = definition_beside(path, &table);
    let case = own.as_ref().map(|own| own.case(DEFINITION));
    match case.or_else(|| experiment(&table)) {
        Some(case) => of_experiment(&case, table, path),
        None => {
            let plot = of_columns(&table)
                .map_err(|trouble| CommandError::input(format!("{}: {trouble}", label(path))))?;
            tell_gaps(&table, path);
            let title = title(path);
            Ok(Drawn { plot, title })
        }
    }
}

/// Says how many numbers are too large for an axis.
fn tell_gaps(table: &Table, path: &Path) {
    let is_huge = |cell: &&Cell| matches!(cell, Cell::Number(number) if number.abs() >= HUGE);
    let count = table.rows.iter().flatten().filter(is_huge).count();
    if count > 0 {
        output::message(&format!(
            "{}: {count} numbers of {HUGE:e} or more are shown as gaps; use a larger unit",
            label(path)
        ));
    }
}

/// The experiment that the rows of a table name.
fn experiment(table: &Table) -> Option<Case<'static>> {
    let row = table.rows.first()?;
    find(table.words(row, "experiment")).copied()
}

/// The file of the experiment that lies beside its table, if there is one.
fn definition_beside(path: &Path, table: &Table) -> Option<Definition> {
    let row = table.rows.first()?;
    let bytes = files::read_text(&path.with_file_name(DEFINITION)).ok()?;
    let definition = parse(&bytes).ok()?;
    let is_its = definition.case("").name == table.words(row, "experiment");
    is_its.then_some(definition)
}

fn of_experiment(case: &Case<'_>, table: Table, path: &Path) -> Result<Drawn, CommandError> {
    // The table of the cases may not be the one that the plot is drawn from; that one
    // lies beside it.
    let is_data = path.file_name().is_some_and(|name| name == "data.csv");
    let (points, path) = match is_data && case.points_file() != "data.csv" {
        true => {
            let beside = path.with_file_name(case.points_file());
            (read(&beside)?, beside)
        }
        false => (table, path.to_path_buf()),
    };
    case.expect_points(&points)
        .map_err(|fault| CommandError::input(format!("{}:{fault}", label(&path))))?;
    tell_gaps(&points, &path);
    Ok(Drawn {
        plot: case.plot(&points),
        title: case.title.into(),
    })
}

fn read(path: &Path) -> Result<Table, CommandError> {
    let bytes = match path == Path::new("-") {
        true => files::read_stdin(),
        false => files::read_text(path),
    };
    let bytes = bytes.map_err(|error| CommandError::input(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        let remedy = "save the table as CSV in UTF-8";
        CommandError::input(format!(
            "{}: this is not a text file; {remedy}",
            label(path)
        ))
    })?;
    let table = Table::from_csv(&text);
    table.map_err(|fault| CommandError::input(format!("{}:{fault}", label(path))))
}

/// What to call the table in messages.
fn label(path: &Path) -> String {
    match path == Path::new("-") {
        true => "<stdin>".into(),
        false => clean(&path.display().to_string()),
    }
}

/// A heading for a table that is of no experiment: the name of its file.
fn title(path: &Path) -> String {
    let stem = path.file_stem().filter(|stem| *stem != "-");
    stem.map_or("Table".into(), |stem| clean(&stem.to_string_lossy()))
}

/// Reads the name of the file to write; its ending chooses the format.
pub(super) fn file(text: &str) -> Result<PlotFile, String> {
    let path = Path::new(text);
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("svg") => Ok(PlotFile::Svg(path.into())),
        Some("png") => Ok(PlotFile::Png(path.into())),
        _ => Err("no such image format; end the name with .svg or .png".into()),
    }
}
