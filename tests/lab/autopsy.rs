//! Why a run blew up: scenes that are broken on purpose.

use ragdoll_lab::lab::autopsy::{autopsy, Autopsy, Bound, Case, Trial};
use ragdoll_lab::lab::telemetry::{Quantity, Sample};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::ledger::Cause;
use ragdoll_lab::scene::{self, change, Scene, Setting};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// Steps within which the broken scenes blow up.
const MOST_STEPS: u64 = 1200;

fn broken(name: &str, settings: &[&str]) -> Scene {
    let mut scene = scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap();
    if let Some(launcher) = &mut scene.launcher {
        launcher.fire_at_s = Some(0.1);
    }
    changed(scene, settings)
}

fn changed(scene: Scene, settings: &[&str]) -> Scene {
    let settings: Vec<_> = settings
        .iter()
        .map(|s| Setting::parse(s).unwrap())
        .collect();
    change::apply(&settings, scene).unwrap()
}

fn case_of(scene: &Scene) -> Case {
    Case {
        scene: Arc::new(scene.clone()),
        simulation: Simulation::new(scene).unwrap(),
        inputs: Vec::new(),
        is_whole: true,
        bound: None,
    }
}

/// Looks into a scene that blows up, and runs on with the first remedy to see that it holds.
fn look_into(name: &str, settings: &[&str]) -> Autopsy {
    let scene = broken(name, settings);
    let found = autopsy(&case_of(&scene), MOST_STEPS, |_, _| true);
    let found = found.unwrap_or_else(|| panic!("{name} {settings:?} does not blow up"));
    // The end of the last good step is the begin of the first bad one, and nobody is sent to a
    // state that the run never had.
    assert_eq!(found.last_good_step() + 1, found.first_bad_step);
    assert!(found.first_bad_step <= found.trouble_step, "{found:?}");
    let shown = found.step_to_show();
    assert!((found.last_good_step()..found.trouble_step).contains(&shown));
    let first = &found.trials[0];
    assert!(
        first.mends,
        "{name} {settings:?}: nothing mends: {:?}",
        found.trials
    );
    let mut mended = Simulation::new(&first.remedy.applied(&scene)).unwrap();
    while mended.time_s() < found.trouble_s + 1.0 {
        assert_eq!(mended.step(), Progress::Advanced, "{name}: {first:?}");
    }
    found
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn stiff_springs_are_named_and_mended() {
    for (name, integrator) in [
        ("mx-drop", "forward-euler"),
        ("mx-throw", "symplectic-euler"),
        ("thesis-rigid", "runge-kutta-2"),
        ("chain", "symplectic-euler"),
        ("rope", "forward-euler"),
        ("humanoid-medium", "symplectic-euler"),
        ("hitman", "runge-kutta-2"),
    ] {
        let integrator = format!("solver.integrator={integrator}");
        let found = look_into(
            name,
            &[
                "solver.method=springs",
                &integrator,
                "solver.stiffness_n_m=1e7",
                "solver.damping_n_s_m=0",
            ],
        );
        let culprit = &found.culprits[0];
        assert!(
            matches!(culprit.cause, Cause::Constraint(_)),
            "{name}: {:?}",
            found.culprits
        );
        let mends = |start: &str| {
            let mut all = found.trials.iter();
            all.any(|trial| trial.mends && trial.remedy.name.starts_with(start))
        };
        assert!(
            mends("Stiffness") || mends("Backward Euler"),
            "{name}: {:?}",
            found.trials
        );
    }
}

#[test]
fn too_eager_a_cure_of_drift_is_named_and_mended() {
    let found = look_into(
        "chain",
        &[
            "solver.method=multipliers",
            "solver.substeps=1",
            "solver.stabilisation=baumgarte",
            "solver.baumgarte_alpha_per_s=200",
            "solver.baumgarte_beta_per_s=200",
        ],
    );
    assert!(
        matches!(found.culprits[0].cause, Cause::Constraint(_)),
        "{:?}",
        found.culprits
    );
}

#[test]
fn a_run_that_holds_has_no_autopsy_and_one_that_is_not_wanted_ends() {
    let sound = broken("mx-drop", &[]);
    assert_eq!(autopsy(&case_of(&sound), 60, |_, _| true), None);
    let stiff = broken(
        "chain",
        &[
            "solver.method=springs",
            "solver.integrator=forward-euler",
            "solver.stiffness_n_m=1e7",
        ],
    );
    assert_eq!(autopsy(&case_of(&stiff), MOST_STEPS, |_, _| false), None);
}

/// A scene that is broken on purpose.
#[derive(Deserialize)]
struct Broken {
    name: String,
    /// Who is to be named first, as part of its name.
    planted: Vec<String>,
    bound: Option<BrokenBound>,
    /// A shipped scene, or one of its own.
    scene: Value,
    #[serde(default)]
    set: Vec<String>,
}

#[derive(Deserialize)]
struct BrokenBound {
    quantity: String,
    most: f64,
}

impl Broken {
    fn all() -> Vec<Broken> {
        serde_json::from_str(include_str!("../data/broken_scenes.json")).unwrap()
    }

    fn scene(&self) -> Scene {
        let settings: Vec<&str> = self.set.iter().map(String::as_str).collect();
        match &self.scene {
            Value::String(shipped) => broken(shipped, &settings),
            own => changed(scene::parse(own.to_string().as_bytes()).unwrap(), &settings),
        }
    }

    fn bound(&self) -> Option<Bound> {
        let bound = self.bound.as_ref()?;
        let mut all = Quantity::ALL.into_iter();
        let quantity = all
            .find(|quantity| quantity.key() == bound.quantity)
            .unwrap();
        Some(Bound {
            quantity,
            most: bound.most,
        })
    }
}

#[test]
fn of_twenty_broken_scenes_nearly_all_are_seen_through_and_mended() {
    let (mut named, mut mended, mut told) = (0, 0, Vec::new());
    let all = Broken::all();
    assert!(all.len() >= 20, "{}", all.len());
    for broken in &all {
        let (name, scene) = (&broken.name, broken.scene());
        let case = Case {
            bound: broken.bound(),
            ..case_of(&scene)
        };
        let found = autopsy(&case, MOST_STEPS, |_, _| true);
        let Some(found) = found else {
            told.push(format!("{name}: nothing goes wrong"));
            continue;
        };
        let first = found.culprits.first().map(|culprit| culprit.name.clone());
        let is_named = first
            .iter()
            .any(|first| broken.planted.iter().any(|p| first.contains(p)));
        let remedy = found.trials.first().filter(|trial| trial.mends);
        let is_mended = remedy.is_some_and(|trial| holds(&case, trial, &found));
        named += usize::from(is_named);
        mended += usize::from(is_mended);
        told.push(format!(
            "{name}: named {is_named}, mended {is_mended}; first bad step {}, {:?}, {:?}",
            found.first_bad_step,
            found
                .culprits
                .iter()
                .map(|c| (&c.name, c.guilt, c.share))
                .collect::<Vec<_>>(),
            found
                .trials
                .iter()
                .filter(|t| t.mends)
                .map(|t| &t.remedy.name)
                .collect::<Vec<_>>(),
        ));
    }
    let told = told.join("\n");
    println!("{told}");
    assert!(
        named >= 16 && mended >= 16,
        "{named} named, {mended} mended\n{told}"
    );
}

/// Whether a run goes on with a remedy, and is within its bound in the end.
fn holds(case: &Case, trial: &Trial, found: &Autopsy) -> bool {
    let mut mended = Simulation::new(&trial.remedy.applied(&case.scene)).unwrap();
    while mended.time_s() < found.trouble_s + 1.5 {
        if mended.step() != Progress::Advanced {
            return false;
        }
    }
    let is_left = |bound: Bound| bound.is_left(&Sample::of(&mended));
    !case.bound.is_some_and(is_left)
}
