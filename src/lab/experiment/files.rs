//! The files of an experiment, by whomever they are written.

use super::{claims, html, Case, Effort, Result};

/// A file of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Name of the file with [`Result::shots`].
pub const SHOTS: &str = "shots.csv";

/// Name of the file that an experiment is from, in its folder: the command makes it again.
pub const DEFINITION: &str = "experiment.json";

/// Name of the file with the report, beside the folders of the experiments.
pub const REPORT: &str = "report.html";

/// Name of the file with the list of all claims, beside the report.
const CLAIMS: &str = "claims.csv";

impl Case<'_> {
    /// The files in its folder, which has its name: data, plots and manifest.
    ///
    /// # Errors
    /// Why one cannot be made.
    pub fn files(
        &self,
        result: &Result,
        effort: &Effort,
    ) -> std::result::Result<Vec<File>, String> {
        let mut files = vec![text("data.csv", result.table.csv())];
        let curves = result.curves.as_ref();
        files.extend(curves.map(|curves| text(self.points_file(), curves.csv())));
        let shots = result.shots.as_ref();
        files.extend(shots.map(|shots| text(SHOTS, shots.csv())));
        let plot = self.plot(result.points());
        files.push(text("plot.svg", plot.svg(self.title)));
        let png = plot.png(self.title);
        files.push(File {
            name: "plot.png",
            bytes: png.map_err(|error| format!("{}: {error}", self.name))?,
        });
        let manifest = serde_json::to_string_pretty(&self.manifest(result, effort));
        let manifest =
            manifest.map_err(|error| format!("manifest: cannot be written as JSON: {error}"))?;
        files.push(text("manifest.json", manifest + "\n"));
        let definition = self.what.definition();
        files.extend(definition.map(|file| text(DEFINITION, file.text().into())));
        Ok(files)
    }
}

/// The report of some experiments.
pub fn report(results: &[(&Case<'_>, Result)], effort: &Effort) -> File {
    text(REPORT, html(results, effort))
}

/// The list of all claims of some experiments.
pub fn claims_file(results: &[(&Case<'_>, Result)]) -> File {
    text(CLAIMS, claims(results).csv())
}

fn text(name: &'static str, text: String) -> File {
    File {
        name,
        bytes: text.into_bytes(),
    }
}
