//! The plots over time as files.

use super::Playback;
use crate::lab::plot::of_columns;
use crate::lab::telemetry_table::table_of;
use crate::platform::dialogs::PlotFormat;
use crate::platform::files;
use std::path::Path;

/// What saves the quantities of these keys of every run over time. The name of the file is the
/// heading of a picture.
pub fn writer_of_plots(
    playback: &Playback,
    keys: Vec<&'static str>,
    format: PlotFormat,
    path: &Path,
) -> impl FnOnce() -> Result<(), String> + Send + 'static {
    let telemetry = playback.session.observed.telemetry.clone();
    let comparison = playback.comparing.comparison.clone();
    let path = path.to_owned();
    move || {
        // Whoever types another ending wants that.
        let ending = path.extension().and_then(|ending| ending.to_str());
        let format = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("csv") => PlotFormat::Csv,
            Some("png") => PlotFormat::Png,
            Some("svg") => PlotFormat::Svg,
            _ => format,
        };
        let table = table_of(&telemetry, comparison.as_ref(), &keys);
        let title = path.file_stem().unwrap_or_default().to_string_lossy();
        let plot = || of_columns(&table).map_err(|trouble| trouble.to_string());
        let bytes = match format {
            PlotFormat::Csv => table.csv().into_bytes(),
            PlotFormat::Png => plot()?.png(&title).map_err(|error| error.to_string())?,
            PlotFormat::Svg => plot()?.svg(&title).into_bytes(),
        };
        files::write_atomic(&path, &bytes).map_err(|error| error.to_string())
    }
}
