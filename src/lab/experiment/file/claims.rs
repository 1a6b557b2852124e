//! What the throws say about the claims of a file.

use super::{Definition, Measure, Over};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::shot_claim::{decide, ShotClaim};
use crate::lab::experiment::shots::{cases, ends};
use crate::lab::experiment::source::Source;
use crate::lab::experiment::BodyKind;
use crate::lab::table::Table;

impl Measure {
    /// Key in the table of the shots.
    fn shot_key(self) -> &'static str {
        match self {
            Measure::Travel | Measure::Rounding => "travel_signed_m",
            Measure::TravelBeyondTap | Measure::Tap => "travel_beyond_tap_m",
            Measure::Push => "push_m_s",
            Measure::Impulse => "impulse_n_s",
        }
    }
}

/// The verdicts for each target.
pub(super) fn findings(definition: &Definition, shots: &Table) -> Vec<Finding> {
    let bodies = shots.kinds("body").into_iter();
    let questions: Vec<ShotClaim> = bodies
        .flat_map(|body| questions(definition, shots, body))
        .collect();
    decide(&questions)
}

/// What is claimed of throws that the target has.
fn questions(definition: &Definition, shots: &Table, body: &str) -> Vec<ShotClaim> {
    let sheet = &definition.sheet;
    let ask = |claim: &super::Claim| {
        let throw = sheet.throw(claim.throw.as_deref())?;
        let all = cases(shots, body, &throw.name, claim.measure.shot_key());
        (!all.is_empty()).then(|| ShotClaim {
            body: body.into(),
            claim: claim.claim.clone(),
            // The thesis throws at its figure of particles alone.
            source: match body == BodyKind::Particles.name() {
                true => claim.source(),
                false => Source::Ours,
            },
            trend: claim.trend,
            counts: claim.counts_from,
            unit: claim.measure.unit().unwrap_or_default(),
            cases: match claim.over {
                Over::Ends => ends(&all),
                Over::All => all,
            },
        })
    };
    sheet.claims.iter().filter_map(ask).collect()
}
