//! A ball that hits a leg or the torso, under both weightings: section 4.5.4 of the thesis.

use crate::lab::aim::Aim;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::question::{decide, Question, Trend};
use crate::lab::experiment::setup::Setup;
use crate::lab::experiment::source::{Place, Source, DELANNOY};
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Listener,
    Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::simulation::{Progress, Simulation};
use crate::lab::statistics::Quartiles;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Variant;
use crate::scene::Scene;
use glam::DVec3;
use serde_json::json;

/// A hit leg beside a hit torso.
#[derive(Debug)]
pub(in crate::lab::experiment) struct HitPlace;

/// Limbs of the figure, by their names in it.
const LEG: &str = "l_upper_leg";
const TORSO: &str = "upper_torso";
/// What is hit, and the weighting.
const CASES: [(&str, &str, f64); 4] = [
    ("leg hit, uniform", LEG, 0.0),
    ("leg hit, mass", LEG, 1.0),
    ("torso hit, uniform", TORSO, 0.0),
    ("torso hit, mass", TORSO, 1.0),
];
/// So long after the hit ways are measured, s.
const AFTER_S: f64 = 0.25;
/// A ball that has not hit by then misses, s.
const LATEST_S: f64 = 1.0;
const LEG_WAY: [&str; 3] = ["leg_m", "leg_q1_m", "leg_q3_m"];
const TORSO_WAY: [&str; 3] = ["torso_m", "torso_q1_m", "torso_q3_m"];
const NEEDS: &[&str] = &[
    "weighting",
    "leg_m",
    "leg_q1_m",
    "leg_q3_m",
    "torso_m",
    "torso_q1_m",
    "torso_q3_m",
];

const FLIES: Source = Source::ClaimedBy(Place {
    author: DELANNOY,
    section: "section 4.5.4",
    words: "a leg that is hit goes flying while the torso moves only a little",
});
const NOTICED: Source = Source::ClaimedBy(Place {
    author: DELANNOY,
    section: "section 4.5.4",
    words: "with weighting the difference in mass between leg and torso is noticed",
});

/// The middle of a limb of the figure, m.
fn middle(simulation: &Simulation, limb: &str) -> Option<DVec3> {
    let figure = simulation.map.ragdolls.first()?;
    let number = figure.parts.iter().position(|part| *part == limb)?;
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let stick = model.sticks.get(figure.sticks.start + number)?;
    let [a, b] = [stick.a, stick.b].map(|end| state.particles.get(end).map(|end| end.position));
    Some(0.5 * (a? + b?))
}

/// The thesis' ball thrown at the middle of a limb of the medium figure.
fn scene(limb: &str, weighting: f64) -> std::result::Result<Scene, ExperimentError> {
    let mut scene = Setup::standard(BodyKind::Particles).scene();
    scene.solver.weighting = weighting;
    let aimed_at = middle(&Simulation::new(&scene)?, limb);
    if let (Some(launcher), Some(place)) = (&mut scene.launcher, aimed_at) {
        let [x, y, _] = &mut launcher.position_m;
        (*x, *y) = (place.x, place.y);
    }
    Ok(scene)
}

/// Ways along the throw since the start, m.
#[derive(Debug, Clone, Copy)]
struct Ways {
    leg_m: f64,
    torso_m: f64,
}

/// What a throw did; no ways if it missed.
struct Shot {
    ways: Option<Ways>,
    hash: u64,
}

fn shoot(scene: &Scene) -> std::result::Result<Shot, ExperimentError> {
    let mut simulation = Simulation::new(scene)?;
    let places =
        |simulation: &Simulation| Some([middle(simulation, LEG)?, middle(simulation, TORSO)?]);
    let start = places(&simulation);
    let direction = scene.launcher.as_ref().map(|launcher| launcher.direction);
    let [x, _, z] = direction.unwrap_or_default();
    let along = DVec3::new(x, 0.0, z).normalize_or_zero();
    let mut until_s = LATEST_S;
    let mut has_hit = false;
    while simulation.time_s() < until_s {
        if let Progress::Diverged { step, .. } = simulation.step() {
            return Err(ExperimentError::Diverged(step));
        }
        let shot = simulation.metrics.shot.as_ref();
        if let Some(hit) = shot.and_then(|shot| shot.first_hit) {
            (has_hit, until_s) = (true, hit.time_s + AFTER_S);
        }
    }
    let ways = start.zip(places(&simulation)).map(|(start, end)| {
        let [leg_m, torso_m] = [0, 1].map(|limb| (end[limb] - start[limb]).dot(along));
        Ways { leg_m, torso_m }
    });
    Ok(Shot {
        ways: ways.filter(|_| has_hit),
        hash: simulation.world.state().hash(),
    })
}

impl Experiment for HitPlace {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let way_m = Setup::standard(BodyKind::Particles).way_m();
        let (mut scenes, mut jobs) = (Vec::new(), Vec::new());
        for (name, limb, weighting) in CASES {
            let scene = scene(limb, weighting)?;
            let seed = effort.seed ^ scene_hash(&scene);
            for number in 0..effort.aims {
                let aim = Aim::random(seed, number, effort.aim_m, way_m);
                jobs.push((name, number, aim.of(&scene)));
            }
            scenes.push(scene);
        }
        listener.hear(&format!("hit-place: {} shots", jobs.len()));
        let shots = each(&jobs, effort.threads, listener, |(_, _, scene)| {
            shoot(scene)
        })?;
        let of_shot = |((name, number, _), shot): (&(&str, u32, Scene), &Shot)| -> Vec<Cell> {
            vec![
                "hit-place".into(),
                (*name).into(),
                f64::from(*number).into(),
                shot.ways.map(|ways| ways.leg_m).into(),
                shot.ways.map(|ways| ways.torso_m).into(),
                shot.ways
                    .map(|ways| (ways.torso_m / ways.leg_m).abs())
                    .into(),
                hex(shot.hash).into(),
            ]
        };
        let shots_table = Table {
            columns: [
                "experiment",
                "case",
                "number",
                "leg_m",
                "torso_m",
                "torso_over_leg",
                "hash",
            ]
            .map(|key| column(key, ""))
            .into(),
            rows: jobs.iter().zip(&shots).map(of_shot).collect(),
        };
        Ok(Result {
            table: table(&shots_table),
            curves: None,
            shots: Some(shots_table),
            notes: notes(effort),
            manifest: json!({
                "aims_per_case": effort.aims, "aim_m": effort.aim_m, "seed": effort.seed,
                "cases": scenes.iter().map(|scene| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(shots.iter().map(|shot| shot.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |(title, limb): (&str, &str)| Panel {
            x: Axis::words(&format!("weighting ({title} hit)"), &["uniform", "mass"]),
            y: Axis::linear(&format!("way along the throw after {AFTER_S} s, m")),
            series: [("leg", LEG_WAY), ("torso", TORSO_WAY)]
                .map(|(name, keys)| line(table, limb, name, keys))
                .into(),
        };
        Plot {
            panels: [("leg", LEG), ("torso", TORSO)].map(panel).into(),
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        result.shots.as_ref().map_or_else(Vec::new, findings)
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        let scene = scene(LEG, 0.0).ok()?;
        let torso = middle(&Simulation::new(&scene).ok()?, TORSO)?;
        let place = format!("launcher.position_m=[{},{},0.8]", torso.x, torso.y);
        let variants = [
            Variant::new("leg hit, mass", &["solver.weighting=1"]),
            Variant::new("torso hit, mass", &["solver.weighting=1", &place]),
        ];
        Some(Watch {
            scene,
            leader: "leg hit, uniform".into(),
            variants: variants
                .into_iter()
                .collect::<std::result::Result<_, _>>()
                .ok()?,
        })
    }
}

/// A limb's way over the weighting, where one limb is hit.
fn line(table: &Table, hit: &str, name: &str, keys: [&str; 3]) -> Series {
    let its = table
        .rows
        .iter()
        .filter(|row| table.words(row, "limb") == hit);
    let point = |row: &Vec<Cell>| {
        Some(Point {
            x: table.number(row, "weighting")?,
            y: table.spread(row, keys)?,
        })
    };
    Series {
        name: name.into(),
        points: its.filter_map(point).collect(),
        marks: true,
    }
}

fn notes(effort: &Effort) -> Vec<String> {
    vec![
        format!(
            "The thesis' ball at 8 m/s at the middle of the left upper leg or of the upper torso \
             of the medium figure, {} throws each, aimed as a person aims: up to {} m off. Ways \
             are those of the middles of the limbs along the throw, {AFTER_S} s after the hit, \
             before the body lies. The torso tips towards the thrower where a leg is swept away: \
             beside the leg's way counts how far, not where to.",
            effort.aims, effort.aim_m
        ),
        "What the thesis says of a torso lighter than the legs is not run: the figure has the \
         masses that it prints."
            .into(),
    ]
}

/// Medians and quartiles of each case.
fn table(shots: &Table) -> Table {
    let row = |(name, limb, weighting): (&str, &str, f64)| -> Vec<Cell> {
        let mut row = vec![
            "hit-place".into(),
            name.into(),
            limb.into(),
            weighting.into(),
            (values(shots, name, "leg_m").len() as f64).into(),
        ];
        for key in ["leg_m", "torso_m", "torso_over_leg"] {
            let quartiles = Quartiles::of(values(shots, name, key));
            row.extend([
                quartiles.map(|q| q.median).into(),
                quartiles.map(|q| q.first).into(),
                quartiles.map(|q| q.third).into(),
            ]);
        }
        row
    };
    Table {
        columns: vec![
            column("experiment", ""),
            column("case", "case"),
            column("limb", ""),
            column("weighting", ""),
            column("hits", "hits"),
            column(LEG_WAY[0], "leg m"),
            column(LEG_WAY[1], "q1"),
            column(LEG_WAY[2], "q3"),
            column(TORSO_WAY[0], "torso m"),
            column(TORSO_WAY[1], "q1"),
            column(TORSO_WAY[2], "q3"),
            column("torso_over_leg", "torso/leg"),
            column("torso_over_leg_q1", "q1"),
            column("torso_over_leg_q3", "q3"),
        ],
        rows: CASES.map(row).into(),
    }
}

/// A value of all throws of a case that hit.
fn values(shots: &Table, case: &str, key: &str) -> Vec<f64> {
    let its = shots.rows.iter();
    let its = its.filter(|row| shots.words(row, "case") == case);
    its.filter_map(|row| shots.number(row, key)).collect()
}

fn findings(shots: &Table) -> Vec<Finding> {
    let of = |words: &str, case: &str, key: &str| (words.to_string(), values(shots, case, key));
    let [leg_uniform, leg_mass, _, torso_mass] = CASES.map(|(name, ..)| name);
    let question = |claim: &str, source, trend, unit, cases| Question {
        body: String::new(),
        claim: claim.into(),
        source,
        trend,
        unit,
        cases,
    };
    decide(&[
        question(
            "with weighting a leg that is hit goes further than the torso",
            FLIES,
            Trend::Rises,
            "m",
            vec![
                of("torso", leg_mass, "torso_m"),
                of("leg", leg_mass, "leg_m"),
            ],
        ),
        question(
            "beside a leg that is hit the torso moves less under weighting than without",
            NOTICED,
            Trend::Falls,
            "of the leg's way",
            vec![
                of("uniform", leg_uniform, "torso_over_leg"),
                of("mass", leg_mass, "torso_over_leg"),
            ],
        ),
        question(
            "with weighting a torso that is hit goes further than when a leg is",
            Source::Ours,
            Trend::Rises,
            "m",
            vec![
                of("leg hit", leg_mass, "torso_m"),
                of("torso hit", torso_mass, "torso_m"),
            ],
        ),
    ])
}
