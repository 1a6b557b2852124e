//! What may mend a scene that blows up.

use super::Culprit;
use crate::compile::settings_of;
use crate::lab::{Input, Simulation};
use crate::physics::constraint::{Constraint, ConstraintRows};
use crate::physics::ledger::Cause;
use crate::physics::method::{self, MethodInfo, METHODS};
use crate::physics::settings::Settings;
use crate::scene::{Id, Integrator, Preset, Scene, Solver, StepControl};
use std::collections::BTreeMap;

/// Most substeps that a remedy asks for.
const MOST_SUBSTEPS: u32 = 64;
/// Most times that a mass is to be as large as what it is joined to.
const MASS_RATIO: f64 = 10.0;
/// Most passes over the constraints to see to that.
const MOST_PASSES: usize = 50;
/// Culprits that are taken out, each by itself.
const TAKEN_OUT: usize = 3;
/// Shares of the speed of a throw that are tried.
const SPEEDS: [f64; 2] = [0.5, 0.1];
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
    /// Masses of bodies and particles of the scene, kg.
    Masses(BTreeMap<Id, f64>),
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
            Change::Masses(masses) => set_masses(&mut scene, masses),
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

/// What may mend a scene, the gentlest first; those to blame may be taken out.
pub(super) fn remedies(
    scene: &Scene,
    simulation: &Simulation,
    culprits: &[Culprit],
) -> Vec<Remedy> {
    let Ok((_, settings)) = settings_of(scene) else {
        return Vec::new();
    };
    let mut list = Vec::new();
    add_of_settings(scene, &settings, &mut list);
    add_of_springs(scene, simulation, &mut list);
    add_of_misprints(scene, &mut list);
    add_of_masses(simulation, &mut list);
    add_of_methods(scene, &mut list);
    if let Some(launcher) = &scene.launcher {
        for share in SPEEDS {
            let speed = share * launcher.speed_m_s;
            list.push(Remedy {
                name: format!("Throw at {speed} m/s"),
                change: Change::Speed(speed),
            });
        }
    }
    let in_figure = |index: &usize| {
        let mut figures = simulation.map.ragdolls.iter();
        figures.any(|ragdoll| ragdoll.constraints.contains(index))
    };
    let named = culprits.iter().filter_map(|culprit| match culprit.cause {
        Cause::Constraint(index) => Some(index),
        _ => None,
    });
    let mut own: Vec<usize> = named.filter(|index| !in_figure(index)).collect();
    own.dedup();
    own.truncate(TAKEN_OUT);
    let own = own.into_iter();
    for constraint in own.filter_map(|index| scene.constraints.get(index)) {
        list.push(Remedy {
            name: format!("Remove {}", constraint.name),
            change: Change::Remove(constraint.id),
        });
    }
    list
}

/// Nothing of the scene heavier than so many times what it is joined to.
fn add_of_masses(simulation: &Simulation, list: &mut Vec<Remedy>) {
    let (model, map) = (simulation.world.model(), &simulation.map);
    let bodies_from = model.particles.len();
    let bodies = map
        .bodies
        .iter()
        .map(|(id, body)| (bodies_from + body, *id));
    let particles = map.particles.iter().map(|(id, particle)| (*particle, *id));
    let ids: BTreeMap<usize, Id> = particles.chain(bodies).collect();
    let particles = model.particles.iter().map(|particle| particle.mass);
    let bodies = model.bodies.iter().map(|body| body.mass);
    let mut masses: Vec<f64> = particles.chain(bodies).collect();
    let movers = |constraint: &Constraint| {
        let mut movers = Vec::new();
        for side in constraint.attachments() {
            side.each_mover(bodies_from, |mover| movers.push(mover));
        }
        movers
    };
    let joined: Vec<Vec<usize>> = model.constraints.iter().map(movers).collect();
    let mut lighter = BTreeMap::new();
    // Along a chain a change goes from one to the next.
    for _ in 0..joined.len().min(MOST_PASSES) {
        for movers in &joined {
            let lightest = movers.iter().map(|&mover| masses[mover]);
            let most = MASS_RATIO * lightest.fold(f64::INFINITY, f64::min);
            for &mover in movers {
                let id = ids.get(&mover).filter(|_| masses[mover] > most * 1.000_001);
                if let Some(id) = id {
                    masses[mover] = most;
                    lighter.insert(*id, most);
                }
            }
        }
    }
    if !lighter.is_empty() {
        list.push(Remedy {
            name: format!("Limit mass ratios to {MASS_RATIO}:1"),
            change: Change::Masses(lighter),
        });
    }
}

/// Gives bodies and particles these masses, kg.
fn set_masses(scene: &mut Scene, masses: &BTreeMap<Id, f64>) {
    for body in &mut scene.bodies {
        if let Some(&mass) = masses.get(&body.id) {
            (body.mass_kg, body.density_kg_m3) = (Some(mass), None);
        }
    }
    for particle in &mut scene.particles {
        particle.mass_kg = masses
            .get(&particle.id)
            .copied()
            .unwrap_or(particle.mass_kg);
    }
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
    solver(list, scene, "Reset to preset".into(), |s| {
        let preset = s.preset;
        s.choose_preset(preset);
    });
}

fn add_of_methods(scene: &Scene, list: &mut Vec<Remedy>) {
    let is_other = |info: &&MethodInfo| info.id != scene.solver.method && !info.companion;
    for info in METHODS.iter().filter(is_other) {
        solver(list, scene, format!("Method: {}", info.label), |s| {
            s.choose_method(info);
            s.choose_preset(Preset::Default);
        });
    }
}
