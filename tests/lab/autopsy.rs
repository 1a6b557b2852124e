//! Why a run blew up: scenes that are broken on purpose.

use ragdoll_lab::lab::autopsy::{autopsy, Autopsy, Case};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::ledger::Cause;
use ragdoll_lab::scene::{self, change, Scene, Setting};
use std::sync::Arc;

/// Steps within which the broken scenes blow up.
const MOST_STEPS: u64 = 1200;

fn broken(name: &str, settings: &[&str]) -> Scene {
    let mut scene = scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap();
    if let Some(launcher) = &mut scene.launcher {
        launcher.fire_at_s = Some(0.1);
    }
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
    }
}

/// Looks into a scene that blows up, and runs on with the first remedy to see that it holds.
fn look_into(name: &str, settings: &[&str]) -> Autopsy {
    let scene = broken(name, settings);
    let found = autopsy(&case_of(&scene), MOST_STEPS, |_, _| true);
    let found = found.unwrap_or_else(|| panic!("{name} {settings:?} does not blow up"));
    assert!(found.first_bad_step <= found.diverged_step, "{found:?}");
    let first = &found.trials[0];
    assert!(
        first.mends,
        "{name} {settings:?}: nothing mends: {:?}",
        found.trials
    );
    let mut mended = Simulation::new(&first.remedy.applied(&scene)).unwrap();
    while mended.time_s() < found.diverged_s + 1.0 {
        assert_eq!(mended.step(), Progress::Advanced, "{name}: {first:?}");
    }
    found
}

#[test]
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
