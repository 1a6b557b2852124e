//! One projection of two unequal rods: figures 4.3 and 4.4 of the thesis, in numbers.

use crate::lab::experiment::articulation::way::{Way, RELAXATION, SPRINGS, UNIFORM};
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::source::DELANNOY;
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, Effort, Experiment, ExperimentError, Result,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::simulation::{Progress, Simulation};
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;
use crate::scene::{parse, Scene};
use serde_json::{json, Value};

/// Two rods whose joint is open.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Projection;

const ROD_M: f64 = 0.2;
/// How far the joint is open.
const GAP_M: f64 = 0.1;
const LIGHT_KG: f64 = 1.0;
/// Mass of the heavy rod over that of the light one.
const RATIOS: [f64; 6] = [1.0, 2.0, 3.0, 5.0, 10.0, 20.0];
const WAYS: [Way; 3] = [UNIFORM, RELAXATION, SPRINGS];
/// Shares that differ by less are as computed but for rounding.
const ROUNDING: Least = Least::of(1e-9, "of the movement");
/// The least that a rule has to come nearer to springs, and the least way of the centre of mass.
const NEARER: Least = Least::of(0.1, "of the movement");
const CENTRE: Least = Least::of(1.0, "mm");
const NEEDS: &[&str] = &["mass_ratio", "share_of_light"];

/// Two rods in one line, each of two particles, and the joint between them.
fn scene(ratio: f64) -> std::result::Result<Scene, ExperimentError> {
    let places = [-ROD_M, 0.0, GAP_M, GAP_M + ROD_M];
    let particles = places.into_iter().zip(1..).map(|(x, id): (f64, u32)| {
        let mass = if x <= 0.0 { LIGHT_KG } else { LIGHT_KG * ratio };
        json!({"id": id, "mass_kg": 0.5 * mass, "position_m": [x, 0.0, 0.0]})
    });
    let rod = |id: u32, a: u32| json!({"id": id, "kind": {"stick": {"a": a, "b": a + 1, "length_m": ROD_M}}});
    let joint = json!({"pin": {"a": {"particle": 2}, "b": {"particle": 3}}});
    let scene = json!({
        "format": "ragdoll-scene",
        "version": 2,
        "name": "Two rods",
        "gravity_m_s2": [0, 0, 0],
        "solver": {
            "rate_hz": 60, "substeps": 1, "iterations": 1, "linear_drag_per_s": 0,
            "angular_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false,
        },
        "particles": particles.collect::<Vec<Value>>(),
        // The joint after the rods, so that its projection is the last.
        "constraints": [rod(11, 1), rod(12, 3), {"id": 10, "kind": joint}],
    });
    parse(scene.to_string().as_bytes())
        .map_err(|problems| ExperimentError::Scene(format!("two rods: {problems:?}")))
}

/// What a step did.
#[derive(Clone)]
struct Moved {
    /// Way of the end of the light rod and of the heavy one towards each other, m.
    ends_m: [f64; 2],
    /// Way of the centre of mass of all, m.
    centre_m: f64,
    hash: u64,
}

impl Moved {
    fn by_a_step(scene: &Scene) -> std::result::Result<Moved, ExperimentError> {
        let mut simulation = Simulation::new(scene)?;
        let before = simulation.world.state().clone();
        if let Progress::Diverged { step, .. } = simulation.step() {
            return Err(ExperimentError::Diverged(step));
        }
        let (model, after) = (simulation.world.model(), simulation.world.state());
        let ways = after.particles.iter().zip(&before.particles);
        let ways: Vec<f64> = ways.map(|(a, b)| a.position.x - b.position.x).collect();
        let masses = model.particles.iter().map(|particle| particle.mass);
        let moments = masses.clone().zip(&ways).map(|(mass, way)| mass * way);
        Ok(Moved {
            ends_m: [ways[1], -ways[2]],
            centre_m: moments.sum::<f64>() / masses.sum::<f64>(),
            hash: after.hash(),
        })
    }

    /// The light end's share of the way of both.
    fn share(&self) -> f64 {
        let [light, heavy] = self.ends_m;
        light / (light + heavy)
    }
}

impl Experiment for Projection {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let mut runs = Vec::new();
        for way in WAYS {
            for ratio in effort.thinned(&RATIOS) {
                runs.push((way, ratio, way.of(&scene(ratio)?)?));
            }
        }
        listener.hear(&format!("projection: {} steps", runs.len()));
        let moved = each(&runs, effort.threads, listener, |(_, _, scene)| {
            Moved::by_a_step(scene)
        })?;
        let row = |((way, ratio, _), moved): (&(Way, f64, Scene), &Moved)| -> Vec<Cell> {
            vec![
                "projection".into(),
                way.name.into(),
                (*ratio).into(),
                (1e3 * moved.ends_m[0]).into(),
                (1e3 * moved.ends_m[1]).into(),
                moved.share().into(),
                (1e3 * moved.centre_m).into(),
                hex(moved.hash).into(),
            ]
        };
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("method", "method"),
                    column("mass_ratio", "mass ratio"),
                    column("light_mm", "light mm"),
                    column("heavy_mm", "heavy mm"),
                    column("share_of_light", "share of light"),
                    column("centre_mm", "centre mm"),
                    column("hash", ""),
                ],
                rows: runs.iter().zip(&moved).map(row).collect(),
            },
            curves: None,
            shots: None,
            notes: vec![format!(
                "Two rods of two particles each lie in one line without gravity, with the joint \
                 between them {GAP_M} m open. The lighter rod weighs {LIGHT_KG} kg. There is one \
                 iteration with the joint last, so that one projection moves the two ends. \
                 Springs pull for one step. The thesis shows the two figures without numbers; the \
                 mass ratios were chosen by Ragdoll Lab."
            )],
            manifest: json!({
                "cases": runs.iter().map(|(_, _, scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(moved.iter().map(|moved| moved.hash)),
        })
    }

    fn plot(&self, table: &Table) -> Plot {
        let panel = |title: &str, key: &str| Panel {
            x: Axis::log("mass ratio, heavy rod to light rod"),
            y: Axis::linear(title),
            series: WAYS
                .iter()
                .map(|way| Series::marked(way.name, &values(table, *way, key)))
                .collect(),
        };
        Plot {
            panels: vec![
                panel("light end's share of the movement", "share_of_light"),
                panel("displacement of the centre of mass, mm", "centre_mm"),
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        vec![
            halves(table),
            inverse(table),
            like_springs(table),
            centre(table),
        ]
    }
}

/// A column over the ratio of mass.
fn values(table: &Table, way: Way, key: &str) -> Vec<(f64, f64)> {
    let rows = table.rows.iter();
    let rows = rows.filter(|row| table.words(row, "method") == way.name);
    let pair = |row: &Vec<Cell>| Some((table.number(row, "mass_ratio")?, table.number(row, key)?));
    rows.filter_map(pair).collect()
}

/// The largest of what is computed of each point; nothing of no points.
fn most(points: &[(f64, f64)], of: impl Fn(f64, f64) -> f64) -> Option<f64> {
    points
        .iter()
        .map(|&(ratio, value)| of(ratio, value))
        .reduce(f64::max)
}

/// What share of the way a rule gives the light end, which is a function of the ratio of mass.
fn shares_are(table: &Table, way: Way, claim: &str, of_light: fn(f64) -> f64) -> Finding {
    let shares = values(table, way, "share_of_light");
    match most(&shares, |ratio, share| (share - of_light(ratio)).abs()) {
        Some(off) => Finding::on_no_effect(
            claim,
            ROUNDING.beside(off),
            format!("shares differ from this by at most {}", short(off)),
        ),
        None => Finding::not_measured(claim, "not run"),
    }
}

fn halves(table: &Table) -> Finding {
    let claim = "without weighting, both ends move by half the gap, regardless of their mass";
    shares_are(table, UNIFORM, claim, |_| 0.5).claimed_by(
        DELANNOY,
        "section 4.3, equation 4.6 and figure 4.3",
        "with regular resolution, both objects travel the same distance",
    )
}

fn inverse(table: &Table) -> Finding {
    let claim = "with mass weighting, each end moves in inverse proportion to its mass";
    shares_are(table, RELAXATION, claim, |ratio| ratio / (1.0 + ratio)).claimed_by(
        DELANNOY,
        "section 4.3, equation 4.7 and figure 4.4",
        "with weighted resolution, the object with the most mass travels a fraction of the \
         distance",
    )
}

fn like_springs(table: &Table) -> Finding {
    let claim = "mass-weighted projection divides the movement more like springs than \
                 unweighted projection does";
    let springs = values(table, SPRINGS, "share_of_light");
    let apart = |way: Way| {
        let own = values(table, way, "share_of_light");
        let pairs = own.iter().zip(&springs);
        pairs.map(|(a, b)| (a.1 - b.1).abs()).reduce(f64::max)
    };
    let found = match (apart(RELAXATION), apart(UNIFORM)) {
        (Some(weighted), Some(uniform)) => Finding::on_effect(
            claim,
            NEARER.beside(uniform - weighted),
            format!(
                "shares differ from those of springs by {} with weighting, by {} without",
                short(weighted),
                short(uniform)
            ),
        ),
        _ => Finding::not_measured(claim, "not run"),
    };
    found.claimed_by(
        DELANNOY,
        "section 4.3",
        "the weighted result is much more like that of stiff springs",
    )
}

fn centre(table: &Table) -> Finding {
    let claim = "without an external force, the centre of mass moves further with uniform \
                 weighting than with mass weighting";
    let moved = |way| most(&values(table, way, "centre_mm"), |_, way| way.abs());
    match (moved(RELAXATION), moved(UNIFORM)) {
        (Some(weighted), Some(uniform)) => Finding::on_effect(
            claim,
            CENTRE.beside(uniform - weighted),
            format!(
                "displacement {} mm with mass weighting, {} mm without",
                short(weighted),
                short(uniform)
            ),
        ),
        _ => Finding::not_measured(claim, "not run"),
    }
}
