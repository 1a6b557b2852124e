//! The experiments with a ball: figures 4.11 to 4.14 of the thesis.

use super::finding::{over, Finding, Trend};
use super::setup::{settings, Setup};
use super::source::{Place, Source, DELANNOY};
use super::{
    hash_of, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Listener, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::pool::in_order_while;
use crate::lab::shot::{fire, nudged, End, Outcome, Repeats};
use crate::lab::table::{cells, column, Cell, Column, Table};
use crate::lab::Variant;
use crate::scene::{BodyType, Scene};
use serde_json::json;

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Varied {
    /// Speed of the ball.
    Speed,
    /// Elasticity of the ball.
    Elasticity,
    /// Radius of the ball at one density.
    Radius,
    /// Body type.
    BodyType,
}

const BODY_TYPES: [(BodyType, &str); 3] = [
    (BodyType::Thin, "thin"),
    (BodyType::Medium, "medium"),
    (BodyType::Wide, "wide"),
];

impl Experiment for Varied {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        run(*self, effort, listener)
    }

    fn plot(&self, points: &Table) -> Plot {
        plot(*self, points)
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        findings(*self, &result.table)
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, body: BodyKind) -> Option<Watch> {
        watch(*self, body)
    }
}

/// A value of the parameter.
struct Case {
    setup: Setup,
    label: String,
    value: Cell,
}

impl Varied {
    fn name(self) -> &'static str {
        match self {
            Varied::Speed => "velocity",
            Varied::Elasticity => "elasticity",
            Varied::Radius => "ball-size",
            Varied::BodyType => "body-type",
        }
    }

    fn values(self) -> Vec<f64> {
        match self {
            Varied::Speed => vec![4., 6., 8., 10., 12., 14., 16.],
            Varied::Elasticity => vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
            Varied::Radius => vec![6., 8., 10., 12., 14., 16., 18.],
            Varied::BodyType => vec![0., 1., 2.],
        }
    }

    fn parameter(self) -> &'static str {
        match self {
            Varied::Speed => "speed_m_s",
            Varied::Elasticity => "elasticity",
            Varied::Radius => "radius_cm",
            Varied::BodyType => "body_type",
        }
    }

    fn axis(self) -> Axis {
        match self {
            Varied::Speed => Axis::linear("speed of the ball, m/s"),
            Varied::Elasticity => Axis::linear("elasticity of the ball"),
            Varied::Radius => Axis::linear("radius of the ball, cm"),
            Varied::BodyType => Axis::words("body type", &BODY_TYPES.map(|(_, name)| name)),
        }
    }

    /// Whether there is something to vary of a kind of body.
    fn has(self, body: BodyKind) -> bool {
        (self, body) != (Varied::BodyType, BodyKind::Mx)
    }

    /// Where a row stands on the x axis.
    fn place(self, table: &Table, row: &[Cell]) -> Option<f64> {
        match self {
            Varied::BodyType => {
                let name = table.words(row, "value");
                let place = BODY_TYPES.iter().position(|(_, known)| *known == name)?;
                Some(place as f64)
            }
            _ => table.number(row, "value"),
        }
    }

    fn claim(self) -> (&'static str, Trend) {
        match self {
            Varied::Speed => ("a faster ball makes the body travel further", Trend::Rises),
            Varied::Elasticity => (
                "a more elastic ball makes the body travel further",
                Trend::Rises,
            ),
            Varied::Radius => ("a heavier ball makes the body travel further", Trend::Rises),
            Varied::BodyType => ("a wide body travels less far than a thin one", Trend::Falls),
        }
    }

    /// The same of the push and the impulse, which the fall has no part in.
    fn side_claims(self) -> [(&'static str, Trend); 2] {
        match self {
            Varied::Speed => [
                (
                    "a faster ball pushes the body to a higher speed",
                    Trend::Rises,
                ),
                ("a faster ball gives a larger impulse", Trend::Rises),
            ],
            Varied::Elasticity => [
                (
                    "a more elastic ball pushes the body to a higher speed",
                    Trend::Rises,
                ),
                ("a more elastic ball gives a larger impulse", Trend::Rises),
            ],
            Varied::Radius => [
                (
                    "a heavier ball pushes the body to a higher speed",
                    Trend::Rises,
                ),
                ("a heavier ball gives a larger impulse", Trend::Rises),
            ],
            Varied::BodyType => [
                (
                    "a wide body is pushed to a lower speed than a thin one",
                    Trend::Falls,
                ),
                (
                    "a wide body takes a larger impulse than a thin one",
                    Trend::Rises,
                ),
            ],
        }
    }

    /// Who claims it of the travel and of the push. The thesis tells of energy that goes over
    /// to the body, which shows in the push.
    fn sources(self) -> [Source; 2] {
        let claimed = |section, words| {
            Source::ClaimedBy(Place {
                author: DELANNOY,
                section,
                words,
            })
        };
        match self {
            Varied::Speed => [
                claimed(
                    "section 4.5.4, figure 4.11",
                    "hit by a fast ball, the body travels much further before it rests",
                ),
                claimed(
                    "section 4.5.4, figure 4.11",
                    "a faster ball passes more energy to the body",
                ),
            ],
            Varied::Elasticity => [
                claimed(
                    "section 4.5.4, figure 4.12",
                    "hit by an elastic ball, the body travels much further before it rests",
                ),
                claimed(
                    "section 4.5.4, figure 4.12",
                    "an elastic ball keeps less of the energy and passes more to the body",
                ),
            ],
            Varied::Radius => [
                claimed(
                    "section 4.5.4, figure 4.13",
                    "hit by a large and heavy ball, the body travels further",
                ),
                claimed(
                    "section 4.5.4, figure 4.13",
                    "a heavier ball as fast as a light one passes much more energy to the body",
                ),
            ],
            Varied::BodyType => [
                claimed(
                    "section 4.5.4, figure 4.14",
                    "a light body travels much further than a heavy one after a like hit",
                ),
                Source::Ours,
            ],
        }
    }

    fn case(self, body: BodyKind, value: f64) -> Case {
        let standard = Setup::standard(body);
        let (setup, label) = match self {
            Varied::Speed => (
                Setup {
                    speed_m_s: value,
                    ..standard
                },
                format!("{value} m/s"),
            ),
            Varied::Elasticity => (
                Setup {
                    restitution: value,
                    ..standard
                },
                format!("elasticity {value}"),
            ),
            Varied::Radius => {
                let setup = Setup {
                    radius_m: value / 100.0,
                    ..standard
                };
                let label = format!("{value} cm, {:.1} kg", setup.ball_kg());
                (setup, label)
            }
            Varied::BodyType => {
                let (body_type, name) = BODY_TYPES[(value as usize).min(2)];
                (
                    Setup {
                        body_type,
                        ..standard
                    },
                    name.to_string(),
                )
            }
        };
        Case {
            value: match self {
                Varied::BodyType => label.as_str().into(),
                _ => value.into(),
            },
            setup,
            label,
        }
    }
}

/// Some values side by side: the smallest, the middle and the largest. Nothing of a kind of
/// body that has nothing to vary.
fn watch(varied: Varied, body: BodyKind) -> Option<Watch> {
    if !varied.has(body) {
        return None;
    }
    let values = varied.values();
    let watched = [0, values.len() / 2, values.len() - 1];
    let cases = watched.map(|i| varied.case(body, values[i]));
    let [leader, others @ ..] = &cases;
    let scene = leader.setup.scene();
    let variants = others
        .iter()
        .map(|case| variant(varied, case, &scene))
        .collect::<std::result::Result<_, _>>();
    Some(Watch {
        variants: variants.ok()?,
        leader: leader.label.clone(),
        scene,
    })
}

/// A case as something set otherwise in the scene of another; with the value the arc
/// changes on which the ball comes to the torso.
fn variant(varied: Varied, case: &Case, scene: &Scene) -> std::result::Result<Variant, String> {
    let Setup {
        speed_m_s,
        restitution,
        radius_m,
        ..
    } = case.setup;
    let mut settings = vec![match varied {
        Varied::Speed => format!("launcher.speed_m_s={speed_m_s}"),
        Varied::Elasticity => format!("launcher.ball.restitution={restitution}"),
        Varied::Radius => format!("launcher.ball.radius_m={radius_m}"),
        Varied::BodyType => format!("ragdolls[0].figure.thesis.body_type={}", case.label),
    }];
    let direction = |scene: &Scene| scene.launcher.as_ref().map(|l| l.direction);
    let own = direction(&case.setup.scene());
    if let Some([x, y, z]) = own.filter(|_| own != direction(scene)) {
        settings.push(format!("launcher.direction=[{x},{y},{z}]"));
    }
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    Variant::new(&case.label, &settings)
}

/// Keys of median, least and most.
const TRAVEL: [&str; 3] = ["travel_m", "travel_min_m", "travel_max_m"];
const PUSH: [&str; 3] = ["push_m_s", "push_min_m_s", "push_max_m_s"];
const IMPULSE: [&str; 3] = ["impulse_n_s", "impulse_min_n_s", "impulse_max_n_s"];

/// Numbers that the plot is drawn from.
const NEEDS: &[&str] = &[
    "travel_m",
    "travel_min_m",
    "travel_max_m",
    "push_m_s",
    "push_min_m_s",
    "push_max_m_s",
];

const COLUMNS: [Column; 27] = [
    column("experiment", ""),
    column("case", "case"),
    column("body", "body"),
    column("parameter", ""),
    column("value", ""),
    column("ball_kg", ""),
    column("figure_kg", "figure kg"),
    column("shots", "shots"),
    column("rested", "rested"),
    column("missed", "missed"),
    column("diverged", ""),
    column("travel_m", "travel m"),
    column("travel_min_m", "min"),
    column("travel_max_m", "max"),
    column("chaos_band_m", "band m"),
    column("peak_speed_m_s", "peak m/s"),
    column("peak_speed_min_m_s", ""),
    column("peak_speed_max_m_s", ""),
    column("push_m_s", "push m/s"),
    column("push_min_m_s", ""),
    column("push_max_m_s", ""),
    column("impulse_n_s", "impulse N s"),
    column("impulse_min_n_s", ""),
    column("impulse_max_n_s", ""),
    column("time_to_rest_s", "rest s"),
    column("time_to_rest_max_s", ""),
    column("hash", ""),
];

/// Throws balls.
///
/// # Errors
/// What the method cannot simulate.
fn run(
    varied: Varied,
    effort: &Effort,
    listener: &dyn Listener,
) -> std::result::Result<Result, ExperimentError> {
    let mut table = Table {
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
    };
    let (mut hashes, mut manifest) = (Vec::new(), Vec::new());
    for &body in effort.bodies.iter().filter(|body| varied.has(**body)) {
        let values = effort.thinned(&varied.values());
        let cases: Vec<Case> = values.iter().map(|&v| varied.case(body, v)).collect();
        listener.hear(&format!(
            "{}: {} x {} shots at {}",
            varied.name(),
            cases.len(),
            effort.shots(),
            body.name()
        ));
        for (case, repeats) in cases.iter().zip(shoot(&cases, effort, listener)?) {
            let hash = hash_of(repeats.outcomes.iter().map(|o| o.hash));
            hashes.push(hash);
            table.rows.push(row(varied, case, &repeats, hash));
            manifest.push(json!({
                "case": case.label,
                "scene_hash": format!("{:016x}", scene_hash(&case.setup.scene())),
                "settings": settings(&case.setup),
            }));
        }
    }
    Ok(Result {
        table,
        curves: None,
        notes: notes(varied, effort),
        manifest: json!({"time_limit_s": effort.limit_s, "nudge_m": effort.nudge_m,
            "shots_per_case": effort.shots(), "cases": manifest}),
        state_hash: hash_of(hashes),
    })
}

fn notes(varied: Varied, effort: &Effort) -> Vec<String> {
    let mut notes = vec![
        "Peak speed is that of the centre of mass and includes falling; push is its largest \
         horizontal speed within 0.1 s of the hit, before the body falls."
            .to_string(),
        format!(
            "Each shot is made {} times: as it is, and with the launcher moved by up to {:e} m \
             along each axis. Given are the median and the range. \
             A body that does not rest within {} s is measured there.",
            effort.shots(),
            effort.nudge_m,
            effort.limit_s
        ),
        "The band shows whether rounding decides the result; how far it depends on the aim is \
         told by a repeat with --nudge 0.001."
            .into(),
    ];
    if !effort.bodies.iter().all(|body| varied.has(*body)) {
        notes.push("The MX ragdoll has one build only and is left out.".into());
    }
    notes
}

fn shoot(
    cases: &[Case],
    effort: &Effort,
    listener: &dyn Listener,
) -> std::result::Result<Vec<Repeats>, ExperimentError> {
    let shots = effort.shots() as usize;
    let scenes: Vec<_> = cases.iter().map(|case| case.setup.scene()).collect();
    let jobs = cases.len() * shots;
    let shoot = |job: usize| {
        let scene = nudged(&scenes[job / shots], (job % shots) as u32, effort.nudge_m);
        fire(&scene, effort.limit_s)
    };
    let wanted = || listener.is_wanted();
    let all = in_order_while(effort.threads, jobs, wanted, shoot, |done| {
        listener.count(done, jobs);
    });
    let all = all.ok_or(ExperimentError::Cancelled)?;
    let all: Vec<Outcome> = all.into_iter().collect::<std::result::Result<_, _>>()?;
    let repeats = all.chunks(shots).map(|outcomes| Repeats {
        outcomes: outcomes.to_vec(),
    });
    Ok(repeats.collect())
}

fn row(varied: Varied, case: &Case, repeats: &Repeats, hash: u64) -> Vec<Cell> {
    let travel = repeats.spread(|o| Some(o.travel_m));
    let rest = repeats.spread(|o| o.time_to_rest_s);
    let figure_kg = repeats.outcomes.first().map(|o| o.figure_kg);
    let mut row: Vec<Cell> = vec![
        varied.name().into(),
        case.label.as_str().into(),
        case.setup.body.name().into(),
        varied.parameter().into(),
        case.value.clone(),
        case.setup.ball_kg().into(),
        figure_kg.into(),
        (repeats.outcomes.len() as f64).into(),
        (repeats.count(End::Rest) as f64).into(),
        (repeats.count(End::Miss) as f64).into(),
        (repeats.count(End::Diverged) as f64).into(),
    ];
    row.extend(cells(travel));
    row.push(travel.map(|t| t.band()).into());
    row.extend(cells(repeats.spread(|o| Some(o.peak_speed_m_s))));
    row.extend(cells(repeats.spread(|o| Some(o.push_m_s))));
    row.extend(cells(repeats.spread(|o| Some(o.impulse_n_s))));
    row.push(rest.map(|s| s.median).into());
    row.push(rest.map(|s| s.max).into());
    row.push(format!("{hash:016x}").into());
    row
}

/// Travel and push over what is varied, a line for each kind of body.
fn plot(varied: Varied, table: &Table) -> Plot {
    let bodies = BodyKind::ALL.into_iter();
    let bodies: Vec<_> = bodies
        .filter(|body| table.kinds("body").contains(&body.name()))
        .collect();
    let panel = |title: &str, keys: [&str; 3]| Panel {
        x: varied.axis(),
        y: Axis::linear(title),
        series: bodies
            .iter()
            .map(|body| series(varied, *body, table, keys))
            .collect(),
    };
    Plot {
        panels: vec![panel("travel, m", TRAVEL), panel("push, m/s", PUSH)],
    }
}

fn series(varied: Varied, body: BodyKind, table: &Table, keys: [&str; 3]) -> Series {
    let point = |row: &Vec<Cell>| {
        Some(Point {
            x: varied.place(table, row)?,
            y: table.spread(row, keys)?,
        })
    };
    Series {
        name: body.title().into(),
        points: rows_of(body.name(), table).filter_map(point).collect(),
        marks: true,
    }
}

fn rows_of<'a>(body: &'a str, table: &'a Table) -> impl Iterator<Item = &'a Vec<Cell>> {
    let rows = table.rows.iter();
    rows.filter(move |row| table.words(row, "body") == body)
}

/// What the data say about travel, push and impulse of each kind of body.
fn findings(varied: Varied, table: &Table) -> Vec<Finding> {
    let (claim, trend) = varied.claim();
    let [(push, push_trend), (impulse, impulse_trend)] = varied.side_claims();
    let mut findings = Vec::new();
    for body in table.kinds("body") {
        let about = |claim, trend, unit, keys| {
            let case = |row: &Vec<Cell>| {
                let label = table.words(row, "case").to_string();
                (label, table.spread(row, keys))
            };
            let values: Vec<_> = rows_of(body, table).map(case).collect();
            Finding {
                body: body.into(),
                ..over(claim, &values, trend, unit)
            }
        };
        let [of_travel, of_push] = varied.sources();
        findings.extend([
            about(claim, trend, "m", TRAVEL).of(of_travel),
            about(push, push_trend, "m/s", PUSH).of(of_push),
            about(impulse, impulse_trend, "N s", IMPULSE),
        ]);
    }
    findings
}
