//! The experiments with a ball: figures 4.11 to 4.14 of the thesis.

use super::finding::{over, Finding, Trend};
use super::setup::{settings, Setup};
use super::{hash_of, scene_hash, BodyKind, Effort, Result, Trouble};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::pool::in_order;
use crate::lab::shot::{fire, nudged, End, Outcome, Repeats};
use crate::lab::spread::Spread;
use crate::lab::table::{cells, column, Cell, Column, Table};
use crate::scene::BodyType;
use serde_json::json;

/// What is varied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Varied {
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

/// A value of the parameter.
struct Case {
    setup: Setup,
    label: String,
    /// On the x axis.
    at: f64,
}

impl Varied {
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
            setup,
            label,
            at: value,
        }
    }
}

const COLUMNS: [Column; 25] = [
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
    column("time_to_rest_s", "rest s"),
    column("time_to_rest_max_s", ""),
    column("hash", ""),
];

/// Runs an experiment with a ball.
///
/// # Errors
/// What the method cannot simulate.
pub fn run(
    name: &'static str,
    varied: Varied,
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
) -> std::result::Result<Result, Trouble> {
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
    ];
    notes.push(
        "The band shows whether rounding decides the result; how far it depends on the aim is \
         told by a repeat with --nudge 0.001."
            .into(),
    );
    let mut table = Table {
        columns: COLUMNS.to_vec(),
        rows: Vec::new(),
    };
    let mut hashes = Vec::new();
    let (mut findings, mut series, mut manifest) = (Vec::new(), Vec::new(), Vec::new());
    for &body in &effort.bodies {
        if varied == Varied::BodyType && body == BodyKind::Mx {
            notes.push("The MX ragdoll has one build only and is left out.".into());
            continue;
        }
        let values = effort.thinned(&varied.values());
        let cases: Vec<Case> = values.iter().map(|&v| varied.case(body, v)).collect();
        progress(&format!(
            "{name}: {} x {} shots at {}",
            cases.len(),
            effort.shots(),
            body.name()
        ));
        let results = shoot(&cases, effort)?;
        for (case, repeats) in cases.iter().zip(&results) {
            let hash = hash_of(repeats.outcomes.iter().map(|o| o.hash));
            hashes.push(hash);
            table.rows.push(row(name, varied, case, repeats, hash));
            let scene = scene_hash(&case.setup.scene());
            manifest.push(json!({
                "case": case.label,
                "scene_hash": format!("{:016x}", scene),
                "settings": settings(&case.setup),
            }));
        }
        findings.extend(conclude(varied, body, &cases, &results));
        series.push((body, cases, results));
    }
    let panel = |title: &str, unit: &str, value: &dyn Fn(&Outcome) -> Option<f64>| Panel {
        x: varied.axis(),
        y: Axis::linear(&format!("{title}, {unit}")),
        series: series
            .iter()
            .map(|(body, cases, results)| Series {
                name: body.title().into(),
                points: points(cases, results, value),
                marks: true,
            })
            .collect(),
    };
    Ok(Result {
        plot: Plot {
            panels: vec![
                panel("travel", "m", &|o| Some(o.travel_m)),
                panel("push", "m/s", &|o| Some(o.push_m_s)),
            ],
        },
        table,
        findings,
        notes,
        manifest: json!({"time_limit_s": effort.limit_s, "nudge_m": effort.nudge_m,
            "shots_per_case": effort.shots(), "cases": manifest}),
        state_hash: hash_of(hashes),
    })
}

fn shoot(cases: &[Case], effort: &Effort) -> std::result::Result<Vec<Repeats>, Trouble> {
    let shots = effort.shots() as usize;
    let scenes: Vec<_> = cases.iter().map(|case| case.setup.scene()).collect();
    let all = in_order(effort.threads, cases.len() * shots, |job| {
        let scene = nudged(&scenes[job / shots], (job % shots) as u32, effort.nudge_m);
        fire(&scene, effort.limit_s)
    });
    let all: std::result::Result<Vec<Outcome>, _> = all.into_iter().collect();
    let all = all?;
    let repeats = all.chunks(shots).map(|outcomes| Repeats {
        outcomes: outcomes.to_vec(),
    });
    Ok(repeats.collect())
}

fn row(name: &str, varied: Varied, case: &Case, repeats: &Repeats, hash: u64) -> Vec<Cell> {
    let travel = repeats.spread(|o| Some(o.travel_m));
    let rest = repeats.spread(|o| o.time_to_rest_s);
    let figure_kg = repeats.outcomes.first().map(|o| o.figure_kg);
    let mut row: Vec<Cell> = vec![
        name.into(),
        case.label.as_str().into(),
        case.setup.body.name().into(),
        varied.parameter().into(),
        match varied {
            Varied::BodyType => case.label.as_str().into(),
            _ => case.at.into(),
        },
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
    row.push(
        repeats
            .spread(|o| Some(o.impulse_n_s))
            .map(|s| s.median)
            .into(),
    );
    row.push(rest.map(|s| s.median).into());
    row.push(rest.map(|s| s.max).into());
    row.push(format!("{hash:016x}").into());
    row
}

fn conclude(varied: Varied, body: BodyKind, cases: &[Case], results: &[Repeats]) -> Vec<Finding> {
    let about = |claim: &str, trend, unit, value: &dyn Fn(&Outcome) -> f64| {
        let spreads = cases.iter().zip(results);
        let spreads: Vec<(String, Option<Spread>)> = spreads
            .map(|(case, repeats)| (case.label.clone(), repeats.spread(|o| Some(value(o)))))
            .collect();
        Finding {
            body: body.name(),
            ..over(claim, &spreads, trend, unit)
        }
    };
    let (claim, trend) = varied.claim();
    let [(push, push_trend), (impulse, impulse_trend)] = varied.side_claims();
    vec![
        about(claim, trend, "m", &|o| o.travel_m),
        about(push, push_trend, "m/s", &|o| o.push_m_s),
        about(impulse, impulse_trend, "N s", &|o| o.impulse_n_s),
    ]
}

fn points(
    cases: &[Case],
    results: &[Repeats],
    value: &dyn Fn(&Outcome) -> Option<f64>,
) -> Vec<Point> {
    let both = cases.iter().zip(results);
    let spreads = both.filter_map(|(case, repeats)| Some((case.at, repeats.spread(value)?)));
    spreads.map(|(x, y)| Point { x, y }).collect()
}
