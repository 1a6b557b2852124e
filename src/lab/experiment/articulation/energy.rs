//! Energy of a chain that swings for a minute without any loss of its own.

use super::course::Course;
use super::links::{Links, GRAVITY_M_S2, LINK_KG, LINK_M};
use super::way::{
    watch, Way, BAUMGARTE, DRIFTING, EXPLICIT_SPRINGS, IMPULSES, MULTIPLIERS, REDUCED, RELAXATION,
    SEMI_IMPLICIT, SPRINGS,
};
use crate::lab::experiment::effect::Least;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::source::{DELANNOY, JAKOBSEN};
use crate::lab::experiment::{
    each, hash_of, hex, scene_hash, BodyKind, Effort, Experiment, ExperimentError, Result, Watch,
};
use crate::lab::plot::{Axis, Panel, Plot, Series};
use crate::lab::spread::short;
use crate::lab::table::{column, Cell, Table};
use crate::lab::Listener;
use crate::physics::MethodSettings;
use serde_json::json;

/// Energy over a minute.
#[derive(Debug)]
pub(in crate::lab::experiment) struct Energy;

const LINKS: u32 = 5;
const RATE_HZ: f64 = 240.0;
const SECONDS: f64 = 60.0;
/// The plot has so many points a second.
const SHOWN_HZ: f64 = 4.0;
/// Stiffness of the springs that are integrated explicitly: half of what the first pose
/// allows, N/m.
const EXPLICIT_N_M: f64 = 3600.0;

/// What is expected after a minute.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Expected {
    /// The energy of the swing is the same within this share.
    Kept(f64),
    /// This share of it at least is lost.
    Lost(f64),
    /// Joints have drifted apart by as much, mm.
    Drifted(f64),
}

/// What rules of first order leave of a minute's swing at this step.
const FIRST_ORDER: Expected = Expected::Kept(0.2);
const WAYS: [(Way, Expected); 9] = [
    (RELAXATION, Expected::Lost(0.5)),
    (IMPULSES, FIRST_ORDER),
    (SPRINGS, FIRST_ORDER),
    (EXPLICIT_SPRINGS, FIRST_ORDER),
    (MULTIPLIERS, Expected::Kept(1e-3)),
    (BAUMGARTE, FIRST_ORDER),
    (DRIFTING, Expected::Drifted(100.0)),
    (REDUCED, Expected::Kept(1e-3)),
    (SEMI_IMPLICIT, FIRST_ORDER),
];
/// The least difference of joint errors that counts: it can be seen between links of 0.2 m.
const GAP: Least = Least::of(1.0, "mm");
const NEEDS: &[&str] = &["time_s", "energy_share", "gap_mm"];

/// What the chain swings with, J: its height above hanging.
fn swing_j() -> f64 {
    let links = f64::from(LINKS);
    let tilt_rad = Links::swinging(LINKS).tilt_rad;
    LINK_KG * GRAVITY_M_S2 * LINK_M * 0.5 * links * links * (1.0 - libm::cos(tilt_rad))
}

/// Time, energy above hanging over what the chain swings with, and the largest gap, mm.
fn shares(course: &Course) -> Vec<(f64, f64, f64)> {
    let stiffness = match course.end.world.model().settings.method {
        MethodSettings::Springs(springs) => springs.stiffness,
        _ => 0.0,
    };
    let links = f64::from(LINKS);
    let hanging_j = -LINK_KG * GRAVITY_M_S2 * LINK_M * 0.5 * links * links;
    let of = course.samples.iter().map(|sample| {
        let energy_j = sample.energy_j + 0.5 * stiffness * sample.gaps_m2;
        let share = (energy_j - hanging_j) / swing_j();
        (sample.time_s, share, 1e3 * sample.gap_m)
    });
    of.collect()
}

impl Experiment for Energy {
    fn run(
        &self,
        effort: &Effort,
        listener: &dyn Listener,
    ) -> std::result::Result<Result, ExperimentError> {
        let seconds = effort
            .limit_s
            .min(1.0)
            .max(if effort.tiny { 0.0 } else { SECONDS });
        listener.hear(&format!("energy: {} runs of {seconds} s", WAYS.len()));
        let solver = json!({"rate_hz": RATE_HZ, "substeps": 1});
        let chain = Links::swinging(LINKS).scene(&solver)?;
        let mut runs = Vec::new();
        for (way, _) in WAYS {
            let mut scene = way.of(&chain)?;
            if way == EXPLICIT_SPRINGS {
                scene.solver.stiffness_n_m = Some(EXPLICIT_N_M);
            }
            runs.push((way, scene));
        }
        let courses = each(&runs, effort.threads, listener, |(_, scene)| {
            Course::of(scene, seconds)
        })?;
        let (mut rows, mut curves) = (Vec::new(), Vec::new());
        for ((way, _), course) in runs.iter().zip(&courses) {
            let all = shares(course);
            let of_swing = all.iter().map(|(_, share, _)| *share);
            let most = of_swing.fold(f64::NEG_INFINITY, f64::max);
            rows.push(vec![
                "energy".into(),
                way.name.into(),
                (course.end_s()).into(),
                swing_j().into(),
                all.last().map(|(_, share, _)| *share).into(),
                most.into(),
                (1e3 * course.gap_m()).into(),
                hex(course.hash()).into(),
            ]);
            let every = (RATE_HZ / SHOWN_HZ) as usize;
            curves.extend(all.iter().step_by(every).map(|&(time_s, share, gap_mm)| {
                vec![
                    Cell::from("energy"),
                    way.name.into(),
                    time_s.into(),
                    share.into(),
                    // So small a gap is rounding.
                    gap_mm.max(1e-9).into(),
                ]
            }));
        }
        Ok(Result {
            table: Table {
                columns: vec![
                    column("experiment", ""),
                    column("method", "method"),
                    column("end_s", "end s"),
                    column("swing_j", "swing J"),
                    column("energy_share", "energy left"),
                    column("most_share", "highest energy"),
                    column("gap_mm", "joint error mm"),
                    column("hash", ""),
                ],
                rows,
            },
            curves: Some(Table {
                columns: vec![
                    column("experiment", ""),
                    column("method", ""),
                    column("time_s", ""),
                    column("energy_share", ""),
                    column("gap_mm", ""),
                ],
                rows: curves,
            }),
            shots: None,
            notes: vec![format!(
                "Five rigid links start 0.3 rad from hanging, without drag, damping or \
                 collisions, with {RATE_HZ} steps per second of one substep. Energy is measured \
                 from that of the hanging chain and divided by the energy at the start; it \
                 includes the springs. The springs of symplectic Euler have {EXPLICIT_N_M} N/m \
                 and no dampers; those of backward Euler have the values of the preset. A value \
                 below 0 is a chain whose joints have sagged or opened, so that it hangs lower \
                 than the closed chain; one above 1 has gained energy from closing joints or from \
                 the step."
            )],
            manifest: json!({
                "seconds": seconds,
                "cases": runs.iter().map(|(_, scene)| hex(scene_hash(scene))).collect::<Vec<_>>(),
            }),
            state_hash: hash_of(courses.iter().map(Course::hash)),
        })
    }

    fn plot(&self, curves: &Table) -> Plot {
        let panel = |y: Axis, key: &str| Panel {
            x: Axis::linear("time, s"),
            y,
            series: curves
                .kinds("method")
                .into_iter()
                .map(|name| Series::through(name, &values(curves, name, key)))
                .collect(),
        };
        Plot {
            panels: vec![
                panel(
                    Axis::linear("swing energy / energy at start"),
                    "energy_share",
                ),
                panel(Axis::log("largest joint error, mm"), "gap_mm"),
            ],
        }
    }

    fn needs(&self) -> &'static [&'static str] {
        NEEDS
    }

    fn findings(&self, result: &Result) -> Vec<Finding> {
        let table = &result.table;
        let energies = WAYS.map(|(way, expected)| of_energy(table, way, expected));
        energies.into_iter().chain([of_gaps(table)]).collect()
    }

    fn points_file(&self) -> &'static str {
        "curves.csv"
    }

    fn can_be_watched(&self) -> bool {
        true
    }

    fn watch(&self, _: BodyKind) -> Option<Watch> {
        let chain = Links::swinging(LINKS)
            .scene(&json!({"rate_hz": 60, "substeps": 4}))
            .ok()?;
        watch(
            &chain,
            &[
                RELAXATION,
                IMPULSES,
                SPRINGS,
                MULTIPLIERS,
                REDUCED,
                SEMI_IMPLICIT,
            ],
        )
    }
}

/// A column over time.
fn values(curves: &Table, name: &str, key: &str) -> Vec<(f64, f64)> {
    let its = curves
        .rows
        .iter()
        .filter(|row| curves.words(row, "method") == name);
    let point = |row: &Vec<Cell>| Some((curves.number(row, "time_s")?, curves.number(row, key)?));
    its.filter_map(point).collect()
}

/// A value of a way.
fn of_way(table: &Table, way: Way, key: &str) -> Option<f64> {
    let mut rows = table.rows.iter();
    let row = rows.find(|row| table.words(row, "method") == way.name)?;
    table.number(row, key)
}

/// Whether relaxation closes joints better than springs that are integrated explicitly.
fn of_gaps(table: &Table) -> Finding {
    let claim = "joints stand open further with explicit springs than with relaxation";
    let gaps = [RELAXATION, EXPLICIT_SPRINGS].map(|way| of_way(table, way, "gap_mm"));
    let found = match gaps {
        [Some(relaxation), Some(springs)] => Finding::on_effect(
            claim,
            GAP.beside(springs - relaxation),
            format!(
                "largest joint error {} mm with springs, {} mm with relaxation",
                short(springs),
                short(relaxation)
            ),
        ),
        _ => Finding::not_measured(claim, "one run blew up"),
    };
    found.claimed_by(
        DELANNOY,
        "section 4.4.3",
        "with springs there were noticeable gaps between links, with relaxation there were none",
    )
}

fn of_energy(table: &Table, way: Way, expected: Expected) -> Finding {
    let claim = match expected {
        Expected::Kept(share) => {
            format!(
                "{} keeps the energy of the swing within {} %",
                way.name,
                1e2 * share
            )
        }
        Expected::Lost(share) => {
            format!(
                "{} loses at least {} % of the energy of the swing",
                way.name,
                1e2 * share
            )
        }
        Expected::Drifted(mm) => {
            format!("joints of {} drift apart by at least {mm} mm", way.name)
        }
    };
    let number = |key| of_way(table, way, key);
    let found = match (number("energy_share"), number("gap_mm")) {
        (Some(left), Some(gap_mm)) => {
            let figures = format!(
                "{} of the energy left, joint error at most {} mm",
                short(left),
                short(gap_mm)
            );
            match expected {
                Expected::Kept(share) => {
                    let effect = Least::of(100.0 * share, "%").beside(100.0 * (left - 1.0));
                    Finding::on_no_effect(&claim, effect, figures)
                }
                Expected::Lost(share) => {
                    let effect = Least::of(100.0 * share, "%").beside(100.0 * (1.0 - left));
                    Finding::on_effect(&claim, effect, figures)
                }
                Expected::Drifted(mm) => {
                    Finding::on_effect(&claim, Least::of(mm, "mm").beside(gap_mm), figures)
                }
            }
        }
        _ => Finding::not_measured(&claim, "the run blew up"),
    };
    match expected {
        Expected::Drifted(_) => found.claimed_by(
            JAKOBSEN,
            "section 7",
            "errors do not add up where they are projected away; other schemes need stabilisation",
        ),
        _ => found,
    }
}
