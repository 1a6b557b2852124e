//! Distances whose two points are at one place, so that they have no direction in which to part
//! them ("singularities can be handled by slightly dislocating particles at random": Jakobsen,
//! section 7).
//!
//! A fixed direction parts two points, but leaves more of them on one line, which their sticks
//! cannot leave again. At random, each such distance has a direction of its own, by the seed and
//! its place in the list, so that a run repeats to the bit and needs no memory. They are found
//! before any of them moves something, and all part their points by a little, by their masses;
//! relaxation does the rest.

use super::pair::Pair;
use super::parameters::put;
use crate::physics::attach::{Attachment, Level};
use crate::physics::constraint::distance::ONE_PLACE_M;
use crate::physics::constraint::{Constraint, Distance};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Standard, Value,
};
use crate::physics::model::Model;
use crate::physics::probe::{show, Probe, SolverEvent};
use crate::physics::random::SplitMix64;
use crate::physics::state::State;

/// How far points at one place are parted, of the least distance that they are to have.
const PARTED: f64 = 1e-3;

/// What parts two points at one place that are to have a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coincident {
    /// A push upward.
    #[default]
    Upward,
    /// A small push in a direction by chance, from this seed.
    Random(u64),
}

/// Parts a little what is at one place and is to have a distance, of these constraints; `found`
/// is scratch memory.
pub(super) fn dislocate(
    (model, state): (&Model, &mut State),
    constraints: &[usize],
    (seed, weights): (u64, &[[f64; 2]]),
    found: &mut Vec<usize>,
    probe: &mut dyn Probe,
) {
    let is_found = |&i: &usize| match &model.constraints[i] {
        Constraint::Distance(distance) => lacks_direction(distance, state),
        _ => false,
    };
    found.clear();
    found.extend(constraints.iter().copied().filter(is_found));
    for &i in found.iter() {
        if let Constraint::Distance(distance) = &model.constraints[i] {
            let pair = Pair {
                a: distance.a,
                b: distance.b,
                weights: weights[i],
            };
            let direction = SplitMix64::after(seed, 4 * i as u64).direction();
            let w = pair.inverse_mass(model, state, direction);
            if w > 0.0 {
                let push = direction * (PARTED * distance.min / w);
                pair.push(model, state, push, Level::Position);
                show(probe, SolverEvent::Position(i), state);
            }
        }
    }
}

fn lacks_direction(distance: &Distance, state: &State) -> bool {
    let [a, b] = [distance.a, distance.b].map(|side: Attachment| side.position(state));
    distance.min > 0.0 && a.distance(b) <= ONE_PLACE_M
}

pub(super) const COINCIDENT: ParameterSpec = ParameterSpec {
    key: "coincident",
    label: "Coincident points",
    unit: "",
    kind: Kind::Choice(Coincident::CHOICES),
    default: Standard::OfPreset(Value::Choice("upward")),
    only_with: None,
    help: "How two points at the same position are separated when a stick or distance has to hold \
           them apart.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, by| s.coincident = by);
    },
};

named! { Coincident:
    Coincident::Upward, Choice::new(
        "upward",
        "Pushed upward; several points stay on one line (default)",
    );
    Coincident::Random(0), Choice::new(
        "random",
        "Pushed slightly in a random direction, from the seed (Jakobsen, section 7): several \
         points leave the line",
    );
}
