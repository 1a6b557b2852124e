//! The claim of figure 4.12, that an elastic ball makes the body travel further, at other
//! speeds and on other figures: where it goes which way.

use super::rows::{cases, shots, BEYOND, SIGNED, TAP};
use super::volley::{fire_all, Cast, Fired, Shot, Tap};
use super::{manifest, of_aims};
use crate::lab::experiment::effect::Trend;
use crate::lab::experiment::finding::{Finding, Verdict};
use crate::lab::experiment::setup::Setup;
use crate::lab::experiment::shot_claim::{decide, Counts, ShotClaim, ALPHA};
use crate::lab::experiment::source::Source;
use crate::lab::experiment::{hash_of, hex, BodyKind, Effort, Experiment, ExperimentError, Result};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::statistics::{shift, Shift};
use crate::lab::table::{column, quartile_cells, Cell, Table};
use crate::lab::Listener;
use crate::scene::BodyType;

/// Elasticity over speed.
#[derive(Debug)]
pub(in crate::lab::experiment) struct ElasticityMap;

/// The least travel that counts, m: the radius of the thesis' ball.
const TRAVEL: Counts = Counts::From(0.05);
/// The only way to throw.
const THROW: &str = "standard";
const BODY_TYPES: [(BodyType, &str); 3] = [
    (BodyType::Thin, "thin"),
    (BodyType::Medium, "medium"),
    (BodyType::Wide, "wide"),
];
const NAME: &str = "elasticity-map";
const SPEEDS_M_S: [f64; 4] = [4.0, 8.0, 16.0, 32.0];
const ELASTICITIES: [f64; 3] = [0.1, 0.5, 0.9];
/// Keys of the effect of elasticity on the travel, and of the ends of its interval.
const EFFECT: [&str; 3] = ["effect_m", "effect_low_m", "effect_high_m"];
const NEEDS: &[&str] = &[
    "speed_m_s",
    "elasticity",
    EFFECT[0],
    EFFECT[1],
    EFFECT[2],
    SIGNED[0],
    SIGNED[1],
    SIGNED[2],
];

impl Experiment for ElasticityMap {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        // What rounding does is told by the other experiments with a ball.
        let effort = &Effort {
            nudges: 0,
            ..effort.clone()
        };
        let cases: Vec<Cast> = effort.bodies.iter().flat_map(|b| all(*b, effort)).collect();
        listener.hear(&format!(
            "{NAME}: {} cases of {} shots",
            cases.len(),
            effort.aims
        ));
        let fired = fire_all(cases, effort, listener)?;
        let mut notes = of_aims(effort);
        notes.push("The smallest travel that counts is the radius of the thesis' ball.".into());
        notes.push(
            "The thesis names neither the speed nor the figure of its two pictures; all values \
             here were chosen by Ragdoll Lab. The effect of elasticity in the plot is that from \
             the lowest to the highest value, with an interval of 99 % for each ragdoll and speed \
             alone. The intervals of the verdicts are wider, as they hold for all at once."
                .into(),
        );
        Ok(Result {
            table: table(&fired),
            curves: None,
            shots: Some(shots(NAME, &fired)),
            notes,
            manifest: manifest(&fired, effort),
            state_hash: hash_of(fired.iter().map(|fired| fired.volley.hash())),
        })
    }

    fn plot(&self, points: &Table) -> Plot {
        plot(points)
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        result.shots.as_ref().map_or_else(Vec::new, findings)
    }
}

/// Every build of a body with every speed and elasticity, the elasticity changing first.
fn all(body: BodyKind, effort: &Effort) -> Vec<Cast> {
    let types: &[_] = match body {
        BodyKind::Mx => &BODY_TYPES[1..2],
        _ => &BODY_TYPES,
    };
    let mut cases = Vec::new();
    for (body_type, name) in types {
        for speed_m_s in effort.thrown(&SPEEDS_M_S) {
            cases.extend(
                effort
                    .thinned(&ELASTICITIES)
                    .into_iter()
                    .map(|restitution| {
                        let setup = Setup {
                            body_type: *body_type,
                            speed_m_s,
                            restitution,
                            ..Setup::standard(body)
                        };
                        cast(name, &setup)
                    }),
            );
        }
    }
    cases
}

fn cast(figure: &str, setup: &Setup) -> Cast {
    let (speed_m_s, restitution) = (setup.speed_m_s, setup.restitution);
    Cast {
        body: setup.body.name().into(),
        throw: THROW.into(),
        label: format!("{figure}, {speed_m_s} m/s, elasticity {restitution}"),
        value: restitution.into(),
        shot: shot(setup),
        tap: Some(Tap {
            label: format!("tap, {figure}"),
            shot: shot(&setup.tap()),
        }),
    }
}

fn shot(setup: &Setup) -> Shot {
    Shot {
        scene: setup.scene(),
        way_m: setup.way_m(),
    }
}

/// What cases have in common that differ in elasticity alone.
fn group(label: &str) -> &str {
    label
        .rsplit_once(", elasticity")
        .map_or(label, |(group, _)| group)
}

fn table(fired: &[Fired]) -> Table {
    let mut columns = vec![
        column("experiment", ""),
        column("case", "case"),
        column("body", "body"),
        column("figure", ""),
        column("speed_m_s", ""),
        column("elasticity", ""),
        column("aims", "aims"),
        column("aims_missed", ""),
        column(SIGNED[0], "travel m"),
        column(SIGNED[1], "q1"),
        column(SIGNED[2], "q3"),
        column(BEYOND[0], "beyond tap m"),
        column(TAP, ""),
        column("push_m_s", "push m/s"),
        column(EFFECT[0], "effect of elasticity m"),
        column(EFFECT[1], "from"),
        column(EFFECT[2], "to"),
    ];
    columns.push(column("hash", ""));
    let meant = fired
        .iter()
        .filter(|fired| !fired.cast.label.starts_with("tap"));
    let row = |Fired { cast, volley }: &Fired| -> Vec<Cell> {
        let signed = volley.quartiles(|o| o.travel_signed_m);
        let [median, first, third] = quartile_cells(signed);
        let effect = effect(fired, cast);
        let launcher = cast.shot.scene.launcher.as_ref();
        let missed = volley.aims.iter().filter(|(_, outcome)| !outcome.is_good());
        let figure = cast.label.split(',').next().unwrap_or_default();
        let body = BodyKind::ALL.iter().find(|body| body.name() == cast.body);
        let body = body.map_or("", |body| body.title());
        vec![
            NAME.into(),
            cast.label.as_str().into(),
            cast.body.as_str().into(),
            format!("{figure} {body}").into(),
            launcher.map(|launcher| launcher.speed_m_s).into(),
            cast.value.clone(),
            (volley.aims.len() as f64).into(),
            (missed.count() as f64).into(),
            median,
            first,
            third,
            signed
                .zip(volley.tap_m)
                .map(|(q, tap_m)| q.median - tap_m)
                .into(),
            volley.tap_m.into(),
            volley.quartiles(|o| o.push_m_s).map(|q| q.median).into(),
            effect.map(|effect| effect.size).into(),
            effect.map(|effect| effect.low).into(),
            effect.map(|effect| effect.high).into(),
            hex(volley.hash()).into(),
        ]
    };
    Table {
        columns,
        rows: meant.map(row).collect(),
    }
}

/// Effect of the elasticity on the travel, of the figure and the speed of a case, m.
fn effect(fired: &[Fired], cast: &Cast) -> Option<Shift> {
    let alike = fired.iter().filter(|other| {
        other.cast.body == cast.body && group(&other.cast.label) == group(&cast.label)
    });
    let values: Vec<Vec<f64>> = alike
        .map(|fired| {
            let hits = fired.volley.aims.iter().filter(|(_, o)| o.is_good());
            hits.map(|(_, outcome)| outcome.travel_signed_m).collect()
        })
        .collect();
    match values.as_slice() {
        [first, .., last] => shift(first, last, ALPHA),
        _ => None,
    }
}

/// Above the effect of elasticity over the speed, a line for each figure; below the travel of
/// each figure, a line for each elasticity.
fn plot(table: &Table) -> Plot {
    let figures = table.kinds("figure");
    let effects = figures.iter().map(|figure| {
        let rows = of_figure(table, figure);
        let mut points: Vec<Point> = rows.filter_map(|row| point(table, row, EFFECT)).collect();
        points.dedup();
        Series {
            points,
            ..Series::marked(figure, &[])
        }
    });
    let mut effects: Vec<Series> = effects.collect();
    let [slowest, .., fastest] = SPEEDS_M_S;
    effects.push(Series::through(
        "no effect",
        &[(slowest, 0.0), (fastest, 0.0)],
    ));
    let speed = || Axis::log("ball speed, m/s");
    let mut panels = vec![Panel {
        x: speed(),
        y: Axis::linear("effect of elasticity on travel, m"),
        series: effects,
    }];
    panels.extend(figures.iter().map(|figure| {
        Panel {
            x: speed(),
            y: Axis::linear(&format!("travel, m ({figure})")),
            series: ELASTICITIES
                .iter()
                .map(|elasticity| travel(table, figure, *elasticity))
                .collect(),
        }
    }));
    Plot { panels }
}

/// A value with its range over the speed of a row.
fn point(table: &Table, row: &[Cell], keys: [&str; 3]) -> Option<Point> {
    Some(Point {
        x: table.number(row, "speed_m_s")?,
        y: table.spread(row, keys)?,
    })
}

fn of_figure<'a>(table: &'a Table, figure: &'a str) -> impl Iterator<Item = &'a Vec<Cell>> {
    let rows = table.rows.iter();
    rows.filter(move |row| table.words(row, "figure") == figure)
}

fn travel(table: &Table, figure: &str, elasticity: f64) -> Series {
    let its =
        of_figure(table, figure).filter(|row| table.number(row, "elasticity") == Some(elasticity));
    Series {
        points: its.filter_map(|row| point(table, row, SIGNED)).collect(),
        ..Series::marked(&format!("elasticity {elasticity}"), &[])
    }
}

fn findings(shots: &Table) -> Vec<Finding> {
    let bodies = shots.kinds("body").into_iter();
    let questions: Vec<ShotClaim> = bodies.flat_map(|body| of_body(shots, body)).collect();
    let found = decide(&questions);
    let mut all = vec![everywhere(&found)];
    all.extend(found);
    all
}

/// A question for each build and speed of a body.
fn of_body(shots: &Table, body: &str) -> Vec<ShotClaim> {
    let cases = cases(shots, body, THROW, "travel_signed_m");
    let groups = cases.chunk_by(|(a, _), (b, _)| group(a) == group(b));
    groups
        .map(|cases| ShotClaim {
            body: body.into(),
            claim: format!(
                "the more elastic the ball, the further the ragdoll travels: {}",
                group(&cases[0].0)
            ),
            source: Source::Ours,
            trend: Trend::Rises,
            counts: TRAVEL,
            unit: "m",
            cases: cases.to_vec(),
        })
        .collect()
}

/// What is true of all figures and speeds.
fn everywhere(found: &[Finding]) -> Finding {
    let claim = "the claim of figure 4.12 holds for every ragdoll at every speed";
    let count = |verdict| found.iter().filter(|f| f.verdict == verdict).count();
    let counts = Verdict::ALL.map(|verdict| (verdict, count(verdict)));
    let told = counts.iter().filter(|(_, count)| *count > 0);
    let told: Vec<String> = told
        .map(|(verdict, count)| format!("{}: {count}", verdict.words()))
        .collect();
    let figures = format!(
        "{} combinations of ragdoll and speed; {}",
        found.len(),
        told.join(", ")
    );
    let some = |verdict| count(verdict) > 0;
    let verdict = match found.len() {
        0 => Verdict::NotMeasured,
        all if count(Verdict::Holds) == all => Verdict::Holds,
        _ if some(Verdict::DoesNotHold) => Verdict::DoesNotHold,
        // It need not be reversed anywhere to be no rule.
        _ if some(Verdict::TooSmall) => Verdict::DoesNotHold,
        _ => Verdict::CannotBeTold,
    };
    Finding::new(claim, verdict, figures)
}
