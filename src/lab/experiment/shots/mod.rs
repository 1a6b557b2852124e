//! The experiments with a ball: figures 4.11 to 4.14 of the thesis, and where its claim on
//! elasticity goes which way.

mod claims;
mod map;
mod plot;
mod rows;
mod varied;
mod volley;

pub(super) use map::ElasticityMap;
pub(super) use varied::Varied;

use super::finding::Finding;
use super::setup::settings;
use super::{
    hash_of, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Listener, Result, Watch,
};
use crate::lab::plot::Plot;
use crate::lab::table::Table;
use serde_json::{json, Value};
use volley::{fire_all, Fired};

impl Experiment for Varied {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        run(*self, effort, listener)
    }

    fn plot(&self, points: &Table) -> Plot {
        plot::plot(*self, points)
    }

    fn needs(&self) -> &'static [&'static str] {
        plot::NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let shots = result.shots.as_ref();
        shots.map_or_else(Vec::new, |shots| claims::findings(*self, shots))
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, body: BodyKind) -> Option<Watch> {
        varied::watch(*self, body)
    }
}

/// Throws at each kind of body with each value.
fn run(
    varied: Varied,
    effort: &Effort,
    listener: &dyn Listener,
) -> std::result::Result<Result, ExperimentError> {
    let bodies = effort.bodies.iter().filter(|body| varied.has(**body));
    let cases: Vec<_> = bodies
        .flat_map(|body| varied.cases(*body, effort))
        .collect();
    listener.hear(&format!(
        "{}: {} cases of {} shots",
        varied.name(),
        cases.len(),
        effort.shots() + effort.aims
    ));
    let fired = fire_all(cases, effort, listener)?;
    Ok(Result {
        table: rows::table(varied.name(), varied.parameter(), &fired),
        curves: None,
        shots: Some(rows::shots(varied.name(), &fired)),
        notes: notes(varied, effort),
        manifest: manifest(&fired, effort),
        state_hash: hash_of(fired.iter().map(|fired| fired.volley.hash())),
    })
}

/// Settings and scenes of all cases.
fn manifest(fired: &[Fired], effort: &Effort) -> Value {
    let case = |Fired { case, .. }: &Fired| {
        json!({
            "case": case.label,
            "scene_hash": format!("{:016x}", scene_hash(&case.setup.scene())),
            "settings": settings(&case.setup),
        })
    };
    json!({
        "time_limit_s": effort.limit_s,
        "nudge_m": effort.nudge_m,
        "shots_per_case": effort.shots(),
        "aims_per_case": effort.aims,
        "aim_m": effort.aim_m,
        "seed": effort.seed,
        "cases": fired.iter().map(case).collect::<Vec<_>>(),
    })
}

fn notes(varied: Varied, effort: &Effort) -> Vec<String> {
    let mut notes = of_aims(effort);
    notes.push(format!(
        "How far rounding alone carries is told by {} more throws on the very same aim, with \
         the launcher moved by up to {:e} m along each axis: the band of the second line, and \
         the column \"rounding m\".",
        effort.shots(),
        effort.nudge_m
    ));
    let of_thesis = match varied {
        Varied::Friction => {
            "The thesis lists the friction between body and ground among what a person sets \
             (sections 4.5.1 and 4.5.3) and shows no result; claims and values are ours. "
        }
        _ => {
            "The thesis shows two pictures without numbers; the values swept and what lies between \
             the two are ours. "
        }
    };
    notes.push(format!(
        "{of_thesis}Its program starts the ball at 25 units, 0.61 m above the soles, \
         where it meets the figure between basin and torso; ours at 0.81 m, the middle of the \
         torso. Both ends are thrown at both heights."
    ));
    if !effort.bodies.iter().all(|body| varied.has(*body)) {
        notes.push("The MX ragdoll has one build only and is left out.".into());
    }
    notes
}

/// What to know of aims and of what is measured.
fn of_aims(effort: &Effort) -> Vec<String> {
    vec![
        format!(
            "Each case is thrown {} times as a person aims: start up to {} m higher, lower and to \
             each side, and direction off by as much at the figure, evenly spread, from seed {}. \
             Given are medians and quartiles.",
            effort.aims, effort.aim_m, effort.seed
        ),
        "Travel is the way of the centre of mass along the throw, negative towards the thrower. \
         A standing figure collapses as soon as anything touches it, and that moves it too: a \
         tap is a ball of a gram, and travel beyond a tap is what the ball adds to it. Push is \
         the largest horizontal speed of the centre of mass within 0.1 s of the hit, before the \
         body falls."
            .into(),
        format!(
            "A body that does not rest within {} s is measured there. A claim holds, or does \
             not, if a rank test says so with p below {} after Holm's correction over all claims \
             of this experiment; the effect is the share of pairs of throws that go as claimed, \
             less the share that do not.",
            effort.limit_s,
            super::shot_claim::ALPHA
        ),
    ]
}
