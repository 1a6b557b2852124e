//! An experiment from a file is run like any other.

use super::cases::Maker;
use super::{claims, plot, watch, Definition, Target};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::shots::{self, fire_all, Cast};
use crate::lab::experiment::{
    hash_of, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::Plot;
use crate::lab::table::Table;
use crate::lab::Listener;

impl Experiment for Definition {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let maker = Maker::of(self).map_err(refused)?;
        let mut casts: Vec<Cast> = Vec::new();
        for target in self.chosen(effort) {
            casts.extend(maker.casts(target, effort).map_err(refused)?);
        }
        let (name, parameter) = (&self.sheet.name, &self.sheet.sweep.parameter);
        listener.hear(&format!(
            "{name}: {} cases of {} shots",
            casts.len(),
            effort.shots() + effort.aims
        ));
        let fired = fire_all(casts, effort, listener)?;
        Ok(Result {
            table: shots::table(name, parameter, &fired),
            curves: None,
            shots: Some(shots::shots(name, &fired)),
            notes: self.notes(effort),
            manifest: shots::manifest(&fired, effort),
            state_hash: hash_of(fired.iter().map(|fired| fired.volley.hash())),
        })
    }

    fn plot(&self, points: &Table) -> Plot {
        plot::plot(self, points)
    }

    fn needs(&self) -> &'static [&'static str] {
        plot::NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let shots = result.shots.as_ref();
        shots.map_or_else(Vec::new, |shots| claims::findings(self, shots))
    }

    fn definition(&self) -> Option<&Definition> {
        Some(self)
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, body: BodyKind) -> Option<Watch> {
        watch::watch(self, body)
    }
}

fn refused((path, message): (String, String)) -> ExperimentError {
    ExperimentError::Scene(format!("{path}: {message}"))
}

impl Definition {
    /// The targets that are wanted: those of chosen kinds of body, and all that are of none.
    fn chosen<'a>(&'a self, effort: &'a Effort) -> impl Iterator<Item = &'a Target> {
        let is_chosen = |target: &&Target| match kind(target) {
            Some(kind) => effort.bodies.contains(&kind),
            None => true,
        };
        self.sheet.targets.iter().filter(is_chosen)
    }

    fn notes(&self, effort: &Effort) -> Vec<String> {
        let mut notes = shots::of_aims(effort);
        notes.push(format!(
            "{} more throws with the same aim show the effect of rounding alone. The launcher is \
             moved by up to {:e} m along each axis. This spread is in the column \"rounding m\".",
            effort.shots(),
            effort.nudge_m
        ));
        notes.extend(self.sheet.notes.iter().cloned());
        let has = |body: &&BodyKind| self.sheet.targets.iter().any(|t| kind(t) == Some(**body));
        let missing = effort.bodies.iter().filter(|body| !has(body));
        notes.extend(missing.map(|body| format!("The {} is no target here.", body.title())));
        notes
    }
}

/// The kind of body that a target is named after, if any.
fn kind(target: &Target) -> Option<BodyKind> {
    let mut all = BodyKind::ALL.into_iter();
    all.find(|body| body.name() == target.name)
}
