//! The plots over time as files.

use super::{FilePurpose, PlotFormat, Program, Request};
use crate::lab::plot::of_columns;
use crate::lab::telemetry_table::table;
use crate::platform::files;
use std::path::Path;

impl Program {
    /// Asks under which name the plots are to be saved.
    pub(super) fn ask_to_export_plots(&mut self, format: PlotFormat) {
        let purpose = FilePurpose::Plots(format);
        let name = format!("plots.{}", purpose.extensions()[0]);
        let path = self.folder().join(name);
        self.requests.push(Request::SaveDialog(purpose, path));
    }

    /// Saves every quantity of every run over time.
    pub(super) fn export_plots(&mut self, format: PlotFormat, path: &Path) {
        // Whoever types another ending wants that.
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => PlotFormat::Csv,
            Some("png") => PlotFormat::Png,
            Some("svg") => PlotFormat::Svg,
            _ => format,
        };
        let written = self
            .plots_as(format, path)
            .and_then(|bytes| files::write_atomic(path, &bytes).map_err(|error| error.to_string()));
        match written {
            Ok(()) => self.say(format!("saved the plots as {}", path.display())),
            Err(error) => self.fail(error),
        }
    }

    /// What the file holds; its name is the heading of a picture.
    fn plots_as(&self, format: PlotFormat, path: &Path) -> Result<Vec<u8>, String> {
        let table = table(&self.session.telemetry, self.comparison.as_ref());
        let title = path.file_stem().unwrap_or_default().to_string_lossy();
        let plot = || of_columns(&table).map_err(|trouble| trouble.to_string());
        match format {
            PlotFormat::Csv => Ok(table.csv().into_bytes()),
            PlotFormat::Png => plot()?.png(&title).map_err(|error| error.to_string()),
            PlotFormat::Svg => Ok(plot()?.svg(&title).into_bytes()),
        }
    }
}
