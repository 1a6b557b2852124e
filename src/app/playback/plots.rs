//! The plots over time as files.

use super::Playback;
use crate::app::effect::Effects;
use crate::lab::plot::of_columns;
use crate::lab::telemetry_table::table_of;
use crate::platform::dialogs::PlotFormat;
use crate::platform::files;
use std::path::Path;

impl Playback {
    /// Saves the quantities of these keys of every run over time.
    pub fn export_plots(
        &self,
        keys: &[&str],
        format: PlotFormat,
        path: &Path,
        effects: &mut Effects,
    ) {
        // Whoever types another ending wants that.
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => PlotFormat::Csv,
            Some("png") => PlotFormat::Png,
            Some("svg") => PlotFormat::Svg,
            _ => format,
        };
        let written = self
            .plots_as(keys, format, path)
            .and_then(|bytes| files::write_atomic(path, &bytes).map_err(|error| error.to_string()));
        match written {
            Ok(()) => effects.say_saved("saved the plots as", path),
            Err(error) => effects.fail(error),
        }
    }

    /// What the file holds; its name is the heading of a picture.
    fn plots_as(&self, keys: &[&str], format: PlotFormat, path: &Path) -> Result<Vec<u8>, String> {
        let comparison = self.comparing.comparison.as_ref();
        let table = table_of(&self.session.observed.telemetry, comparison, keys);
        let title = path.file_stem().unwrap_or_default().to_string_lossy();
        let plot = || of_columns(&table).map_err(|trouble| trouble.to_string());
        match format {
            PlotFormat::Csv => Ok(table.csv().into_bytes()),
            PlotFormat::Png => plot()?.png(&title).map_err(|error| error.to_string()),
            PlotFormat::Svg => Ok(plot()?.svg(&title).into_bytes()),
        }
    }
}
