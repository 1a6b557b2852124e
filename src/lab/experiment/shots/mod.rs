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
use super::setup::{settings, Setup};
use super::{hash_of, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch};
use crate::lab::plot::Plot;
use crate::lab::table::Table;
use crate::lab::Listener;
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
        "{} more throws with the same aim show the effect of rounding alone. The launcher is \
         moved by up to {:e} m along each axis. The plot shows this spread as the band of the \
         second line, the table in the column \"rounding m\".",
        effort.shots(),
        effort.nudge_m
    ));
    let of_thesis = match varied {
        Varied::Friction => {
            "The thesis lists friction between body and ground as a user setting (sections 4.5.1 \
             and 4.5.3) and shows no result; claims and values are by Ragdoll Lab. "
        }
        _ => {
            "The thesis shows two pictures without numbers; the values at both ends and in \
             between were chosen by Ragdoll Lab. "
        }
    };
    notes.push(format!(
        "{of_thesis}Its program starts the ball at 25 units (0.61 m above the soles), where it \
         hits the figure between basin and torso. Ragdoll Lab starts it at 0.81 m, the middle of \
         the torso. The first and the last value are thrown at both heights."
    ));
    let strong = Setup::strong(BodyKind::Particles);
    notes.push(format!(
        "The thesis' ball weighs {:.1} kg and the medium figure 177 kg: what such a throw moves is \
         hardly more than a collapse. A strong throw, at the first and the last value too, has a \
         ball of the same density with a radius of {} m, which weighs {:.0} kg, at {} m/s.",
        Setup::standard(BodyKind::Particles).ball_kg(),
        strong.radius_m,
        strong.ball_kg(),
        strong.speed_m_s
    ));
    if !effort.bodies.iter().all(|body| varied.has(*body)) {
        notes.push("The MX ragdoll has only one body type and is left out.".into());
    }
    notes
}

/// What to know of aims and of what is measured.
fn of_aims(effort: &Effort) -> Vec<String> {
    vec![
        format!(
            "Each case is thrown {} times with random aiming errors. The start is off by up to {} \
             m vertically and sideways, and so is the point aimed at. Errors are uniformly \
             distributed, with seed {}. Results are medians and quartiles.",
            effort.aims, effort.aim_m, effort.seed
        ),
        "Travel is the displacement of the centre of mass along the throw, negative towards the \
         thrower. A standing ragdoll collapses as soon as anything touches it, and that moves it \
         too. A tap is a throw with a ball of one gram, and travel beyond a tap is the part that \
         the real ball adds. Push is the largest horizontal speed of the centre of mass within \
         0.1 s of the hit, before the ragdoll falls."
            .into(),
        format!(
            "A ragdoll that is not at rest within {} s is measured at that time. The effect is the \
             median of the differences of all pairs of throws at two values, with the \
             distribution-free interval of Moses; all intervals of this experiment hold at once \
             in {} % of all repeats. The smallest travel that counts is the radius of the thesis' \
             ball, the smallest push what carries a ragdoll as far within the second that a fall \
             takes, and the smallest change of an impulse a tenth of it.",
            effort.limit_s,
            100.0 * (1.0 - super::shot_claim::ALPHA)
        ),
    ]
}
