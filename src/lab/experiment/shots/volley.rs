//! Throws at a figure: as meant and nudged, aimed as a person aims, and a tap for comparison.

use super::varied::{Case, Throw};
use crate::lab::aim::Aim;
use crate::lab::experiment::setup::{Height, Setup, USUAL_FRICTION};
use crate::lab::experiment::{hash_of, scene_hash, Effort, ExperimentError};
use crate::lab::pool::in_order_while;
use crate::lab::shot::{fire, nudged, Outcome, Repeats};
use crate::lab::statistics::Quartiles;
use crate::lab::table::Cell;
use crate::lab::Listener;

/// All throws at a case.
pub(super) struct Volley {
    /// As it is meant, and with the nudges that tell how far rounding carries.
    pub twins: Repeats,
    /// As a person aims.
    pub aims: Vec<(Aim, Outcome)>,
    /// Median way along the throw after a tap at the same figure, m.
    pub tap_m: Option<f64>,
}

impl Volley {
    /// Quartiles of a value over the aims that hit.
    pub fn quartiles(&self, value: impl Fn(&Outcome) -> f64) -> Option<Quartiles> {
        let hits = self.aims.iter().filter(|(_, outcome)| outcome.is_good());
        Quartiles::of(hits.map(|(_, outcome)| value(outcome)))
    }

    /// Hash of the states that all throws ended in.
    pub fn hash(&self) -> u64 {
        let twins = self.twins.outcomes.iter().map(|outcome| outcome.hash);
        hash_of(twins.chain(self.aims.iter().map(|(_, outcome)| outcome.hash)))
    }
}

/// A case and its throws.
pub(super) struct Fired {
    pub case: Case,
    pub volley: Volley,
}

/// Throws at all cases, and taps each figure once for all cases that have it; the taps come
/// last.
///
/// # Errors
/// What the method cannot simulate, or that nobody wants the result.
pub(super) fn fire_all(
    cases: Vec<Case>,
    effort: &Effort,
    listener: &dyn Listener,
) -> Result<Vec<Fired>, ExperimentError> {
    let mut cases = cases;
    let meant = cases.len();
    for place in 0..meant {
        let tap = cases[place].setup.tap();
        if cases.iter().all(|case| case.setup != tap) {
            cases.push(tap_case(tap));
        }
    }
    let mut volleys = volleys(&cases, effort, listener)?;
    let taps: Vec<(Setup, Option<f64>)> = cases[meant..]
        .iter()
        .zip(&volleys[meant..])
        .map(|(case, volley)| {
            let travel = volley.quartiles(|outcome| outcome.travel_signed_m);
            (case.setup.clone(), travel.map(|travel| travel.median))
        })
        .collect();
    for (case, volley) in cases.iter().zip(&mut volleys) {
        let tap = taps.iter().find(|(setup, _)| *setup == case.setup.tap());
        volley.tap_m = tap.and_then(|(_, travel)| *travel);
    }
    let fired = cases.into_iter().zip(volleys);
    Ok(fired.map(|(case, volley)| Fired { case, volley }).collect())
}

fn tap_case(setup: Setup) -> Case {
    let figure = format!("{:?}", setup.body_type).to_lowercase();
    let (throw, height) = match setup.height {
        Height::Torso => (Throw::Standard, ""),
        Height::Thesis => (Throw::ThesisHeight, ", thesis' height"),
    };
    let ground = match setup.ground_friction == USUAL_FRICTION {
        true => String::new(),
        false => format!(", friction {}", setup.ground_friction),
    };
    Case {
        throw,
        label: format!("tap, {figure}{ground}{height}"),
        value: Cell::Nothing,
        setup,
    }
}

fn volleys(
    cases: &[Case],
    effort: &Effort,
    listener: &dyn Listener,
) -> Result<Vec<Volley>, ExperimentError> {
    let scenes: Vec<_> = cases.iter().map(|case| case.setup.scene()).collect();
    let (twins, each) = (effort.shots(), effort.shots() + effort.aims);
    let aim = |place: usize, number: u32| {
        // Cases are aimed at independently of each other, so that a test may compare them.
        let seed = effort.seed ^ scene_hash(&scenes[place]);
        Aim::random(seed, number, effort.aim_m, cases[place].setup.way_m())
    };
    let jobs = cases.len() * each as usize;
    let shoot = |job: usize| {
        let (place, number) = (job / each as usize, (job % each as usize) as u32);
        let scene = match number.checked_sub(twins) {
            None => nudged(&scenes[place], number, effort.nudge_m),
            Some(number) => aim(place, number).of(&scenes[place]),
        };
        fire(&scene, effort.limit_s)
    };
    let all = in_order_while(effort.threads, jobs, listener, shoot);
    let all = all.ok_or(ExperimentError::Cancelled)?;
    let all: Vec<Outcome> = all.into_iter().collect::<Result<_, _>>()?;
    let of_case = all.chunks(each as usize).enumerate();
    let volley = |(place, outcomes): (usize, &[Outcome])| {
        let (nudged, aimed) = outcomes.split_at(twins as usize);
        let aims = (0..effort.aims).map(|number| aim(place, number));
        Volley {
            twins: Repeats {
                outcomes: nudged.to_vec(),
            },
            aims: aims.zip(aimed.iter().cloned()).collect(),
            tap_m: None,
        }
    };
    Ok(of_case.map(volley).collect())
}
