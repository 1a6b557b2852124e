//! What may mend a scene that blows up.

use crate::compile::settings_of;
use crate::lab::{Input, Simulation};
use crate::physics::ledger::Cause;
use crate::physics::method::{self, METHODS};
use crate::physics::settings::Settings;
use crate::scene::{Id, Integrator, Preset, Scene, Solver, StepControl};

/// Most substeps that a remedy asks for.
const MOST_SUBSTEPS: u32 = 64;
/// Most iterations.
const MOST_ITERATIONS: u32 = 200;

/// A change of a scene that may mend it.
#[derive(Debug, Clone, PartialEq)]
pub struct Remedy {
    /// In words, as on a button.
    pub name: String,
    /// What is changed.
    pub change: Change,
}

/// What a remedy changes.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// The solver.
    Solver(Box<Solver>),
    /// The speed of the launcher, m/s.
    Speed(f64),
    /// A constraint of the scene is taken out.
    Remove(Id),
}

impl Remedy {
    /// The scene with it.
    pub fn applied(&self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        match &self.change {
            Change::Solver(solver) => scene.solver = (**solver).clone(),
            Change::Speed(speed) => {
                if let Some(launcher) = &mut scene.launcher {
                    launcher.speed_m_s = *speed;
                }
            }
            Change::Remove(id) => scene.constraints.retain(|own| own.id != *id),
        }
        scene
    }
}

impl Remedy {
    /// What a person did, with it; what changed the solver then would take the remedy back.
    pub(super) fn applied_to(&self, input: &Input) -> Option<Input> {
        match (input, &self.change) {
            (Input::Retune(_) | Input::Remodel(_), _) => None,
            (Input::Throw(shot), Change::Speed(speed)) => {
                let mut shot = shot.clone();
                shot.speed_m_s = *speed;
                Some(Input::Throw(shot))
            }
            _ => Some(input.clone()),
        }
    }
}

/// What may mend a scene, the gentlest first; `first` is the worst culprit.
pub(super) fn remedies(
    scene: &Scene,
    simulation: &Simulation,
    first: Option<Cause>,
) -> Vec<Remedy> {
    let Ok((_, settings)) = settings_of(scene) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    add_of_settings(scene, &settings, &mut list);
    add_of_springs(scene, simulation, &mut list);
    add_of_misprints(scene, &mut list);
    add_of_methods(scene, &mut list);
    if let Some(launcher) = &scene.launcher {
        let speed = 0.5 * launcher.speed_m_s;
        list.push(Remedy {
            name: format!("Throw at {speed} m/s"),
            change: Change::Speed(speed),
        });
    }
    let culprit = match first {
        Some(Cause::Constraint(index)) => Some(index),
        _ => None,
    };
    let in_figure = |index: &usize| {
        let mut figures = simulation.map.ragdolls.iter();
        figures.any(|ragdoll| ragdoll.constraints.contains(index))
    };
    let own = culprit.filter(|index| !in_figure(index));
    if let Some(constraint) = own.and_then(|index| scene.constraints.get(index)) {
        list.push(Remedy {
            name: format!("Take {} out", constraint.name),
            change: Change::Remove(constraint.id),
        });
    }
    list
}

fn solver(list: &mut Vec<Remedy>, scene: &Scene, name: String, change: impl FnOnce(&mut Solver)) {
    let mut changed = scene.solver.clone();
    change(&mut changed);
    if changed != scene.solver {
        let change = Change::Solver(Box::new(changed));
        list.push(Remedy { name, change });
    }
}

fn add_of_settings(scene: &Scene, settings: &Settings, list: &mut Vec<Remedy>) {
    let substeps = (4 * settings.common.substeps).min(MOST_SUBSTEPS);
    if substeps > settings.common.substeps {
        let name = format!("{substeps} substeps");
        solver(list, scene, name, |s| s.substeps = Some(substeps));
    }
    let info = method::of(&settings.method);
    if info.is_some_and(|info| info.parameter("iterations").is_some()) {
        let iterations = (4 * settings.passes()).min(MOST_ITERATIONS);
        if iterations > settings.passes() {
            let name = format!("{iterations} iterations");
            solver(list, scene, name, |s| s.iterations = Some(iterations));
        }
    }
    if scene.solver.over_relaxation > 1.0 {
        solver(list, scene, "No over-relaxation".into(), |s| {
            s.over_relaxation = 1.0
        });
    }
    if scene.solver.weighting < 1.0 {
        solver(list, scene, "Mass-weighted".into(), |s| s.weighting = 1.0);
    }
}

fn add_of_springs(scene: &Scene, simulation: &Simulation, list: &mut Vec<Remedy>) {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    let info = method::of(&model.settings.method);
    let bound = info.and_then(|info| (info.stable_below)(model, state));
    let Some(bound) = bound.filter(|bound| bound.now >= bound.limit) else {
        return;
    };
    let half = (0.5 * bound.limit).floor().max(1.0);
    let name = format!("Stiffness {half} N/m");
    solver(list, scene, name, |s| s.stiffness_n_m = Some(half));
    solver(list, scene, "Backward Euler".into(), |s| {
        s.integrator = Some(Integrator::BackwardEuler);
    });
    solver(list, scene, "Adaptive substeps".into(), |s| {
        s.step_control = Some(StepControl::Adaptive);
    });
}

fn add_of_misprints(scene: &Scene, list: &mut Vec<Remedy>) {
    if !scene.solver.as_printed.is_empty() {
        solver(list, scene, "No misprints".into(), |s| s.as_printed.clear());
    }
    solver(list, scene, "All as in the preset".into(), |s| {
        let preset = s.preset;
        s.choose_preset(preset);
    });
}

fn add_of_methods(scene: &Scene, list: &mut Vec<Remedy>) {
    for info in METHODS.iter().filter(|info| info.id != scene.solver.method) {
        solver(list, scene, format!("Method: {}", info.label), |s| {
            s.choose_method(info);
            s.choose_preset(Preset::Default);
        });
    }
    let own = METHODS.iter().find(|info| info.id == scene.solver.method);
    if own.is_some_and(|info| info.preset("soft").is_some()) {
        solver(list, scene, "Preset soft".into(), |s| {
            s.choose_preset(Preset::Soft)
        });
    }
}
