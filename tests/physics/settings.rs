//! Every preset and every switch of the solver runs the same scenes from the same
//! files, and twice alike.

use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::method::{MethodInfo, METHODS};
use ragdoll_lab::scene::{
    ContactMode, InertiaSplit, LimitModel, Order, Preset, RelaxationScheme, Scene, Solver,
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
        for method in METHODS.iter().filter(|method| can(method, name)) {
            for preset in method.presets {
                let mut solver = Solver::default();
                solver.choose_method(method);
                solver.preset = Preset::named(preset.name).unwrap();
                runs_alike(name, &format!("{} {}", method.id, preset.name), solver);
            }
        }
    }
}

/// Whether a method takes a scene on.
fn can(method: &MethodInfo, name: &str) -> bool {
    let mut scene = shipped(name);
    scene.solver = Solver::default();
    scene.solver.choose_method(method);
    compile(&scene).is_ok()
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_switch_runs_every_scene_and_changes_the_motion() {
    let plain = Solver::default;
    let mut switches: Vec<(String, Solver)> = Vec::new();
    let mut add = |what: &str, solver: Solver| switches.push((what.into(), solver));
    add(
        "component limits",
        Solver {
            limit_model: Some(LimitModel::Component),
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

#[test]
fn every_switch_of_the_papers_runs_what_they_have_and_changes_the_motion() {
    let plain = || Solver {
        method: "paper".into(),
        ..Solver::default()
    };
    let switches = [
        Solver {
            state_form: Some(StateForm::Velocity),
            ..plain()
        },
        Solver {
            state_form: Some(StateForm::Leapfrog),
            ..plain()
        },
        Solver {
            relaxation_scheme: RelaxationScheme::Jacobi,
            ..plain()
        },
        Solver {
            contacts: Some(ContactMode::Penalty),
            ..plain()
        },
        Solver {
            inertia_split: InertiaSplit::Axis,
            ..plain()
        },
        Solver {
            inertia_split: InertiaSplit::Norm,
            ..plain()
        },
        Solver {
            weighting: 0.0,
            ..plain()
        },
    ];
    let scenes = ["mx-throw", "thesis-rigid", "hitman", "box-stack"];
    let unchanged = scenes.map(|name| runs_alike(name, "paper", plain()));
    for solver in switches {
        let hashes = scenes.map(|name| runs_alike(name, "paper", solver.clone()));
        assert_ne!(hashes, unchanged, "{solver:?}");
    }
}
