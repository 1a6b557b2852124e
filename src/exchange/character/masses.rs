//! What the parts of a character weigh.

use crate::character::rig::{Figure, Role};
use crate::compile::mass_shares;

/// Density of a body, kg/m³.
const DENSITY: f64 = 1000.0;
/// Mass of a human over the cube of the height, kg/m³: 70 kg at 1.78 m.
const PER_CUBE: f64 = 12.4;
/// A mesh is believed that encloses what weighs within this factor of that.
const BELIEVED: f64 = 3.0;

/// Mass of each part, kg: the whole from the volume of the mesh, shared as in a human body; a
/// tail by its size. And a note where the volume is not believed.
pub(super) fn of(figure: &Figure) -> (Vec<f64>, Option<String>) {
    let usual = PER_CUBE * figure.height * figure.height * figure.height;
    let own = DENSITY * figure.volume;
    let is_believed = (usual / BELIEVED..=usual * BELIEVED).contains(&own);
    let total = if is_believed { own } else { usual };
    let note = (!is_believed).then(|| {
        format!(
            "the volume of the mesh, {:.3} m³, does not fit its height: mass set to {total:.1} kg \
             from the height",
            figure.volume
        )
    });
    let names: Vec<&str> = figure.parts.iter().map(|part| part.role.part()).collect();
    let mut shares = mass_shares(&names);
    let is_tail = |role: Role| matches!(role, Role::Tail(_));
    let volume = |tail: bool| -> f64 {
        let parts = figure
            .parts
            .iter()
            .filter(|part| is_tail(part.role) == tail);
        parts.map(|part| part.shape.volume()).sum()
    };
    let body: f64 = (figure.parts.iter().zip(&shares))
        .filter(|(part, _)| !is_tail(part.role))
        .map(|(_, share)| share)
        .sum();
    for (part, share) in figure.parts.iter().zip(&mut shares) {
        if is_tail(part.role) {
            *share = body * part.shape.volume() / volume(false);
        }
    }
    let sum: f64 = shares.iter().sum();
    (
        shares
            .into_iter()
            .map(|share| total * share / sum)
            .collect(),
        note,
    )
}
