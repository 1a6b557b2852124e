//! Every preset and every switch of the solver runs the same scenes from the same
//! files, and twice alike.

use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::scene::{
    ContactMode, InertiaSplit, LimitModel, Order, PinSolve, Preset, RotationUpdate, Scene, Solver,
    StateForm, SHIPPED,
};

/// Long enough for the scheduled shots to hit, and for joints to be strained.
const STEPS: u32 = 90;
/// One of each kind of thing: rigid and particle figures, stacks, ropes, a mesh.
const SCENES: [&str; 6] = [
    "mx-throw",
    "thesis-rigid",
    "hitman",
    "mixed",
    "box-stack",
    "mesh",
];

fn shipped(name: &str) -> Scene {
    let shipped = SHIPPED.iter().find(|scene| scene.name == name).unwrap();
    ragdoll_lab::scene::parse(shipped.text.as_bytes()).unwrap()
}

/// The hash at the end; `None` if the run diverged.
fn end(scene: &Scene) -> Option<u64> {
    let mut simulation = Simulation::new(scene).unwrap();
    for _ in 0..STEPS {
        if let Progress::Diverged { .. } = simulation.step() {
            return None;
        }
    }
    Some(simulation.world.state().hash())
}

fn runs_alike(name: &str, what: &str, solver: Solver) -> u64 {
    let mut scene = shipped(name);
    scene.solver = solver;
    let text = ragdoll_lab::scene::to_text(&scene).unwrap();
    let again = ragdoll_lab::scene::parse(text.as_bytes()).unwrap();
    let hash = end(&scene);
    assert!(hash.is_some(), "{name}, {what}: diverged");
    assert_eq!(
        hash,
        end(&again),
        "{name}, {what}: the saved file runs differently"
    );
    hash.unwrap()
}

#[test]
fn every_preset_runs_every_scene() {
    for name in SCENES {
        for preset in Preset::all() {
            let solver = Solver {
                preset,
                ..Solver::default()
            };
            runs_alike(name, &format!("{preset:?}"), solver);
        }
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_switch_runs_every_scene_and_changes_the_motion() {
    let plain = Solver::default;
    let forms = [StateForm::Velocity, StateForm::Impulse, StateForm::Soft];
    let mut switches: Vec<(String, Solver)> = forms
        .map(|form| {
            let solver = Solver {
                state_form: Some(form),
                ..plain()
            };
            (format!("{form:?}"), solver)
        })
        .to_vec();
    let mut add = |what: &str, solver: Solver| switches.push((what.into(), solver));
    add(
        "direction pins",
        Solver {
            pins: Some(PinSolve::Direction),
            ..plain()
        },
    );
    add(
        "component limits",
        Solver {
            limit_model: Some(LimitModel::Component),
            ..plain()
        },
    );
    add(
        "penalty",
        Solver {
            contacts: Some(ContactMode::Penalty),
            ..plain()
        },
    );
    add(
        "axis split",
        Solver {
            inertia_split: InertiaSplit::Axis,
            ..plain()
        },
    );
    add(
        "norm split",
        Solver {
            inertia_split: InertiaSplit::Norm,
            ..plain()
        },
    );
    add(
        "torque only",
        Solver {
            rotation: RotationUpdate::TorqueOnly,
            ..plain()
        },
    );
    add(
        "uniform",
        Solver {
            weighting: 0.0,
            ..plain()
        },
    );
    add(
        "reversed",
        Solver {
            order: Order::Reversed,
            ..plain()
        },
    );
    add(
        "root to leaf",
        Solver {
            order: Order::RootToLeaf,
            ..plain()
        },
    );
    add(
        "shuffled",
        Solver {
            order: Order::Shuffled,
            seed: 7,
            ..plain()
        },
    );
    let unchanged: Vec<u64> = SCENES
        .map(|name| runs_alike(name, "default", plain()))
        .to_vec();
    for (what, solver) in switches {
        let hashes = SCENES.map(|name| runs_alike(name, &what, solver.clone()));
        let changed = hashes.iter().zip(&unchanged).any(|(a, b)| a != b);
        assert!(changed, "{what} changes nothing in any scene");
    }
}
