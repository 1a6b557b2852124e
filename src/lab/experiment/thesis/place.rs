//! A ball that hits a leg or the torso, under both weightings: section 4.5.4 of the thesis.

use crate::lab::aim::Aim;
use crate::lab::experiment::effect::Trend;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::setup::Setup;
use crate::lab::experiment::shot_claim::{decide, Counts, ShotClaim};
use crate::lab::experiment::source::{Place, Source, DELANNOY};
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Point, Series};
use crate::lab::simulation::{Progress, Simulation};
use crate::lab::statistics::Quartiles;
use crate::lab::table::{column, quartile_cells, Cell, Table};
use crate::lab::Listener;
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
/// What is hit, the weighting, and whether the torso is lighter than a leg.
const CASES: [(&str, &str, f64, bool); 5] = [
    ("leg hit, uniform", LEG, 0.0, false),
    ("leg hit, mass-weighted", LEG, 1.0, false),
    ("torso hit, uniform", TORSO, 0.0, false),
    ("torso hit, mass-weighted", TORSO, 1.0, false),
    ("leg hit, mass-weighted, light torso", LEG, 1.0, true),
];
/// What of the figure is torso in the wide sense.
const TRUNK: [&str; 3] = [TORSO, "spine", "basin"];
/// Mass of each limb of a light torso over that of an upper leg.
const LIGHT: f64 = 0.1;
/// Ways that differ by less are at the same rate, % of the leg's.
const SAME_RATE: Counts = Counts::FromPercent(25.0);
/// The least way that counts after a quarter of a second, m.
const WAY: Counts = Counts::From(0.02);
/// The least change of the torso's way over the leg's that counts.
const RATIO: Counts = Counts::From(0.1);
/// So long after the hit ways are measured, s.
const AFTER_S: f64 = 0.25;
/// A ball that has not hit by then misses, s.
const LATEST_S: f64 = 1.0;
/// The mass of the torso.
const PRINTED: &str = "as printed";
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

const FLIES: Source = Source::ClaimedBy(Place::known(
    DELANNOY,
    "section 4.5.4",
    "a hit leg goes flying while the torso may move only a little",
));
const PULLED: Source = Source::ClaimedBy(Place::known(
    DELANNOY,
    "section 4.5.4",
    "if the torso is very light, a hit leg pulls the whole body at the same rate",
));

/// The two particles of a limb of the figure.
fn particles(simulation: &Simulation, limb: &str) -> Option<[usize; 2]> {
    let figure = simulation.map.ragdolls.first()?;
    let number = figure.parts.iter().position(|part| *part == limb)?;
    let sticks = &simulation.world.model().sticks;
    let stick = sticks.get(figure.sticks.start + number)?;
    Some([stick.a, stick.b])
}

/// The middle of a limb of the figure, m.
fn middle(simulation: &Simulation, limb: &str) -> Option<DVec3> {
    let ends = &simulation.world.state().particles;
    let [a, b] = particles(simulation, limb)?.map(|end| ends.get(end).map(|end| end.position));
    Some(0.5 * (a? + b?))
}

/// Lets the torso of the figure weigh a small part of what an upper leg does: figures of
/// particles have no masses of their own in a scene.
fn lighten(simulation: &mut Simulation) {
    let Some(leg) = particles(simulation, LEG) else {
        return;
    };
    let mut model = simulation.world.model().clone();
    let leg_kg: f64 = leg.iter().map(|&end| model.particles[end].mass).sum();
    let trunk = TRUNK.iter().filter_map(|limb| particles(simulation, limb));
    for end in trunk.flatten() {
        model.particles[end].mass = 0.5 * LIGHT * leg_kg;
    }
    simulation.world.remodel(model);
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
#[derive(Clone)]
struct Shot {
    ways: Option<Ways>,
    hash: u64,
}

fn shoot(scene: &Scene, is_light: bool) -> std::result::Result<Shot, ExperimentError> {
    let mut simulation = Simulation::new(scene)?;
    if is_light {
        lighten(&mut simulation);
    }
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
        for (name, limb, weighting, is_light) in CASES {
            let scene = scene(limb, weighting)?;
            let seed = effort.seed ^ scene_hash(&scene);
            for number in 0..effort.aims {
                let aim = Aim::random(seed, number, effort.aim_m, way_m);
                jobs.push((name, number, aim.of(&scene), is_light));
            }
            scenes.push(scene);
        }
        listener.hear(&format!("hit-place: {} shots", jobs.len()));
        let shots = each(
            &jobs,
            effort.threads,
            listener,
            |(_, _, scene, is_light)| shoot(scene, *is_light),
        )?;
        let of_shot =
            |((name, number, ..), shot): (&(&str, u32, Scene, bool), &Shot)| -> Vec<Cell> {
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
            x: Axis::words(
                &format!("weighting ({title} hit)"),
                &["uniform", "mass-weighted"],
            ),
            y: Axis::linear(&format!("displacement after {AFTER_S} s, m")),
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
            Variant::new("leg hit, mass-weighted", &["solver.weighting=1"]),
            Variant::new("torso hit, mass-weighted", &["solver.weighting=1", &place]),
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
        .filter(|row| table.words(row, "limb") == hit && table.words(row, "torso") == PRINTED);
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
            "The thesis' ball is thrown at 8 m/s at the middle of the left upper leg or of the \
             upper torso of the medium figure, {} throws each, with random aiming errors of up to \
             {} m. Displacements are those of the middle of each limb along the throw, {AFTER_S} \
             s after the hit, before the ragdoll lies on the ground. When a leg is swept away, \
             the torso tips towards the thrower, so the ratio of torso to leg ignores the \
             direction.",
            effort.aims, effort.aim_m
        ),
        format!(
            "The figure has the masses that the thesis prints. In the case of the light torso, \
             the upper torso, the spine and the basin each weigh {LIGHT} times as much as an \
             upper leg, a value chosen by Ragdoll Lab."
        ),
    ]
}

/// Medians and quartiles of each case.
fn table(shots: &Table) -> Table {
    let row = |(name, limb, weighting, is_light): (&str, &str, f64, bool)| -> Vec<Cell> {
        let mut row = vec![
            "hit-place".into(),
            name.into(),
            limb.into(),
            weighting.into(),
            if is_light { "light" } else { PRINTED }.into(),
            (values(shots, name, "leg_m").len() as f64).into(),
        ];
        for key in ["leg_m", "torso_m", "torso_over_leg"] {
            row.extend(quartile_cells(Quartiles::of(values(shots, name, key))));
        }
        row
    };
    Table {
        columns: vec![
            column("experiment", ""),
            column("case", "case"),
            column("limb", ""),
            column("weighting", ""),
            column("torso", "torso"),
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
    let [leg_uniform, leg_mass, _, torso_mass, leg_light] = CASES.map(|(name, ..)| name);
    let question = |claim: &str, source, trend, (counts, unit), cases| ShotClaim {
        body: String::new(),
        claim: claim.into(),
        source,
        trend,
        counts,
        unit,
        cases,
    };
    let way = (WAY, "m");
    decide(&[
        question(
            "with mass weighting, a hit leg moves further than the torso",
            FLIES,
            Trend::Rises,
            way,
            vec![
                of("torso", leg_mass, "torso_m"),
                of("leg", leg_mass, "leg_m"),
            ],
        ),
        question(
            "relative to a hit leg, the torso moves less with mass weighting than without",
            Source::Ours,
            Trend::Falls,
            (RATIO, "of the leg's displacement"),
            vec![
                of("uniform", leg_uniform, "torso_over_leg"),
                of("mass-weighted", leg_mass, "torso_over_leg"),
            ],
        ),
        question(
            "with mass weighting, the torso moves further when it is hit than when a leg is hit",
            Source::Ours,
            Trend::Rises,
            way,
            vec![
                of("leg hit", leg_mass, "torso_m"),
                of("torso hit", torso_mass, "torso_m"),
            ],
        ),
        question(
            "with mass weighting, a hit leg moves a light torso further than a heavy one",
            PULLED,
            Trend::Rises,
            way,
            vec![
                of("heavy torso", leg_mass, "torso_m"),
                of("light torso", leg_light, "torso_m"),
            ],
        ),
        question(
            "with mass weighting, a light torso has moved as far as the leg a quarter of a second \
             after the hit",
            Source::Ours,
            Trend::Stays,
            (SAME_RATE, "m"),
            vec![
                of("leg", leg_light, "leg_m"),
                of("light torso", leg_light, "torso_m"),
            ],
        ),
    ])
}
