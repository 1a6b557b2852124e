//! Throws at a figure: as meant and nudged, aimed as a person aims, and a tap for comparison.

use crate::compile::ball_mass;
use crate::lab::aim::Aim;
use crate::lab::experiment::{hash_of, scene_hash, Effort, ExperimentError};
use crate::lab::pool::in_order_while;
use crate::lab::shot::{fire, nudged, Outcome, Repeats};
use crate::lab::statistics::Quartiles;
use crate::lab::table::Cell;
use crate::lab::Listener;
use crate::scene::Scene;

/// A throw that is meant.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::lab::experiment) struct Shot {
    /// The scene, whose launcher throws at once.
    pub scene: Scene,
    /// Way of the ball to the ragdoll, m.
    pub way_m: f64,
}

/// A throw that only wakes the ragdoll.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::lab::experiment) struct Tap {
    /// What it is called in tables; begins with "tap".
    pub label: String,
    /// The throw.
    pub shot: Shot,
}

/// A throw, and as what it counts.
#[derive(Debug, Clone)]
pub(in crate::lab::experiment) struct Cast {
    /// What is thrown at.
    pub body: String,
    /// Which way it is thrown.
    pub throw: String,
    /// What it is called in tables.
    pub label: String,
    /// The value of what is varied.
    pub value: Cell,
    /// The throw.
    pub shot: Shot,
    /// A tap at the same ragdoll.
    pub tap: Option<Tap>,
}

impl Shot {
    /// Mass of the ball, kg.
    pub fn ball_kg(&self) -> f64 {
        let ball = self.scene.launcher.as_ref().map(|launcher| &launcher.ball);
        ball.map_or(0.0, |ball| {
            ball_mass(ball.radius_m, ball.mass_kg, ball.density_kg_m3)
        })
    }

    /// Height that the ball is thrown from, m.
    pub fn height_m(&self) -> Option<f64> {
        let launcher = self.scene.launcher.as_ref();
        launcher.map(|launcher| launcher.position_m[1])
    }
}

/// All throws at a case.
pub(in crate::lab::experiment) struct Volley {
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
pub(in crate::lab::experiment) struct Fired {
    /// The case.
    pub cast: Cast,
    /// Its throws.
    pub volley: Volley,
}

/// Throws at all cases, and taps each figure once for all cases that have it; the taps come
/// last.
///
/// # Errors
/// What the method cannot simulate, or that nobody wants the result.
pub(in crate::lab::experiment) fn fire_all(
    casts: Vec<Cast>,
    effort: &Effort,
    listener: &dyn Listener,
) -> Result<Vec<Fired>, ExperimentError> {
    let mut casts = casts;
    let meant = casts.len();
    for place in 0..meant {
        let Some(tap) = &casts[place].tap else {
            continue;
        };
        if casts.iter().all(|cast| cast.shot != tap.shot) {
            let tap = tap_cast(&casts[place], tap);
            casts.push(tap);
        }
    }
    let mut volleys = volleys(&casts, effort, listener)?;
    let taps: Vec<(Shot, Option<f64>)> = casts[meant..]
        .iter()
        .zip(&volleys[meant..])
        .map(|(cast, volley)| {
            let travel = volley.quartiles(|outcome| outcome.travel_signed_m);
            (cast.shot.clone(), travel.map(|travel| travel.median))
        })
        .collect();
    for (cast, volley) in casts.iter().zip(&mut volleys) {
        let own = match &cast.tap {
            Some(tap) => &tap.shot,
            None => &cast.shot,
        };
        let tap = taps.iter().find(|(shot, _)| shot == own);
        volley.tap_m = tap.and_then(|(_, travel)| *travel);
    }
    let fired = casts.into_iter().zip(volleys);
    Ok(fired.map(|(cast, volley)| Fired { cast, volley }).collect())
}

fn tap_cast(of: &Cast, tap: &Tap) -> Cast {
    Cast {
        body: of.body.clone(),
        throw: of.throw.clone(),
        label: tap.label.clone(),
        value: Cell::Nothing,
        shot: tap.shot.clone(),
        tap: None,
    }
}

fn volleys(
    casts: &[Cast],
    effort: &Effort,
    listener: &dyn Listener,
) -> Result<Vec<Volley>, ExperimentError> {
    let (twins, each) = (effort.shots(), effort.shots() + effort.aims);
    let aim = |place: usize, number: u32| {
        // Cases are aimed at independently of each other, so that a test may compare them.
        let seed = effort.seed ^ scene_hash(&casts[place].shot.scene);
        Aim::random(seed, number, effort.aim_m, casts[place].shot.way_m)
    };
    let jobs = casts.len() * each as usize;
    let shoot = |job: usize| {
        let (place, number) = (job / each as usize, (job % each as usize) as u32);
        let scene = match number.checked_sub(twins) {
            None => nudged(&casts[place].shot.scene, number, effort.nudge_m),
            Some(number) => aim(place, number).of(&casts[place].shot.scene),
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
