//! The papers to the letter: to be read beside them.
//!
//! A file for each section, functions in the order of the equations, with their numbers; each
//! misprint is a switch beside the equation that it spoils. One thread, double precision, nothing
//! that the papers do not have but what every method owes the program (contacts, sleep, the hand,
//! pins, what was put into another thing). The other methods use nothing of this.
//!
//! | paper | sections | file |
//! |---|---|---|
//! | Baltman & Radeztsky | 4 equations of motion | `motion`, `quaternion` |
//! | | 5 collision response | `penalty`, `impact` |
//! | | 6 distance, 7 pin, 8 angle constraint | `distance`, `pin`, `angle_limit`, `pair` |
//! | | 9 collision constraint | `collision` |
//! | | 10 simulation loop | this file, `budget` |
//! | Jakobsen | 3 to 7 | `distance`, `square_root`, `conjugate_gradients`, `dislocation`, `iteration` |
//! | Delannoy | 2.5, 4.2, 4.3, appendices | `impact`, `motion`, `distance`, `pin`, `clock` |

mod angle_limit;
mod budget;
mod clock;
mod collision;
mod conjugate_gradients;
mod dislocation;
mod distance;
mod impact;
mod info;
mod iteration;
pub mod misprint;
mod motion;
mod pair;
mod parameters;
mod penalty;
mod pin;
pub mod quaternion;
mod settings;
mod square_root;

use super::{Drift, Method};
use crate::physics::attach::Attachment;
use crate::physics::constraint::{relaxation_weights, Constraint, ConstraintRows, Role};
use crate::physics::contact::{Contact, Parting};
use crate::physics::hold::{masses_of_articulations, relax_pins, stop_pins, PullRow};
use crate::physics::interrupt::Interrupt;
use crate::physics::island::together;
use crate::physics::joints::Joints;
use crate::physics::kinematic;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, Probe, SolverEvent, Stage};
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
use crate::physics::step::StepContext;
use crate::physics::substepping::SubstepRate;
use clock::Clock;
use conjugate_gradients::NetSolver;
pub use conjugate_gradients::StickSolver;
pub use dislocation::Coincident;
pub(super) use info::INFO;
use iteration::Iteration;
pub use iteration::{ConstraintGroup, OwnIterations};
pub use misprint::{Misprint, Misprints};
use motion::{Motion, Reading};
use pair::Pair;
pub use settings::{
    ContactMode, InertiaSplit, PaperSettings, ParticleFriction, SquareRoot, StateForm,
};

/// Sweeps over elastic limits and the joints of what has come to them.
const STOP_SWEEPS: u32 = 16;

/// What is derived from the model, and scratch memory that a substep rebuilds.
#[derive(Debug, Clone, Default)]
pub struct Paper {
    /// Of each constraint, factors on the inverse masses of its sides.
    weights: Vec<[f64; 2]>,
    /// Per articulation, the first of those that are solved together.
    together: Vec<usize>,
    /// Per articulation, all that moves in it, kg.
    masses: Vec<f64>,
    joints: Joints,
    nets: NetSolver,
    parting: Parting,
    /// Constraints of what takes part, in their order.
    constraints: Vec<usize>,
    motion: Motion,
    forces: Vec<penalty::Force>,
    /// Elastic limits that are being approached, and how fast.
    stops: Vec<(usize, [f64; 3])>,
    /// Distances whose points are at one place.
    at_one_place: Vec<usize>,
    /// What a pass over contacts has pushed each, kg·m.
    found: Vec<f64>,
    pull: Option<PullRow>,
    /// The pins of what takes part, by index.
    pins: Vec<usize>,
    interrupt: Interrupt,
}

/// What a substep is made with.
struct Substep<'a> {
    settings: &'a PaperSettings,
    iterations: u32,
    h: f64,
}

impl Method for Paper {
    fn prepare(&mut self, model: &Model) {
        let settings = settings_of(model);
        self.nets.prepare(model, settings);
        let weights =
            |c: &Constraint| relaxation_weights(model, c.attachments(), settings.weighting);
        self.weights = model.constraints.iter().map(weights).collect();
        self.joints = Joints::of(model);
        self.together = together(model, &[]);
        self.masses = masses_of_articulations(model);
        self.parting.prepare(model);
    }

    fn add_body(&mut self, model: &Model) {
        self.together
            .extend(self.together.len()..model.articulations);
        self.masses
            .extend(model.bodies.last().map(|body| body.mass));
        self.parting.add_body();
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &mut State) -> Drift {
        Drift::default()
    }

    fn restart(&mut self) {}

    /// The loop of figure 5 (Baltman & Radeztsky, section 10): as many substeps as 10.1 asks for,
    /// each with forces, equations of motion and constraint iterations.
    fn step(&mut self, context: &mut StepContext<'_>) {
        let settings = settings_of(context.model);
        if self.choose(context) {
            context.take_in();
        }
        let turns = context.begin_collision(&self.together);
        let mut made = 0;
        for turn in 0..turns {
            let substep_rate = context.begin_turn(turn);
            self.make_substeps(context, settings, (made, substep_rate));
            if self.interrupt.is_due() {
                break;
            }
            made += substep_rate.substeps;
            context.end_turn();
        }
        context.end_turns();
        self.choose(context);
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn clone_box(&self) -> Box<dyn Method> {
        Box::new(self.clone())
    }
}

impl Paper {
    fn make_substeps(
        &mut self,
        context: &mut StepContext<'_>,
        settings: &PaperSettings,
        (made, substep_rate): (u32, SubstepRate),
    ) {
        let step_s = context.model.settings.common.step_s;
        let clock = Clock::of(settings, step_s, substep_rate.substeps);
        for substep in 0..substep_rate.substeps {
            self.choose(context);
            let h = clock.duration_s(substep);
            if let Some(ratio) = clock.carries(substep) {
                clock::carry_ways(context.state, &context.parts.active, ratio);
            }
            context.find_contacts(h);
            if self.interrupt.is_due() {
                return;
            }
            self.choose(context);
            let substep_of = Substep {
                settings,
                iterations: substep_rate.iterations,
                h,
            };
            self.substep(context, &substep_of);
            context.record_impacts(made + substep);
        }
    }

    /// Leaves out what sleeps; whether anything else takes part than before.
    fn choose(&mut self, context: &mut StepContext<'_>) -> bool {
        let changed = context.choose(|_| true);
        if changed {
            let active = &context.parts.active;
            let joints = &self.joints;
            let takes_part = |i: &usize| joints.articulation_of(*i).is_some_and(|a| active.has(a));
            self.constraints.clear();
            self.constraints
                .extend((0..context.model.constraints.len()).filter(takes_part));
        }
        changed
    }

    fn substep(&mut self, context: &mut StepContext<'_>, of: &Substep<'_>) {
        let end_s = context.end_of_substep_s();
        let StepContext {
            model,
            ref mut state,
            ref mut parts,
            ref mut probe,
            ..
        } = *context;
        let (contacts, active, substepping) =
            (&mut parts.contacts, &parts.active, &parts.substepping);
        let (settings, h) = (of.settings, of.h);
        show(*probe, SolverEvent::Begin { h }, state);
        let has_turn = |articulation: usize| substepping.takes_part(articulation);
        let reading = Reading {
            form: settings.form,
            misprints: settings.misprints,
            h,
        };
        if settings.contacts == ContactMode::Constraint
            && !settings.misprints.has(Misprint::ContactSign)
        {
            let takes_part =
                |articulation: usize| has_turn(articulation) && active.has(articulation);
            self.parting
                .part(model, state, contacts, (h, takes_part), *probe);
        }
        self.hold_begin(model, state, h, has_turn);
        self.note_stops((model, state), settings);
        self.motion.begin(active, state);
        if settings.contacts == ContactMode::Penalty {
            let reading = (settings.misprints, h);
            penalty::push((model, state), contacts, &mut self.forces, reading);
            show_contacts(*probe, SolverEvent::Springs, state, contacts);
        }
        probe.begin(Stage::Motion);
        self.motion.integrate((model, state), active, reading);
        kinematic::place(model, state, end_s);
        probe.end(Stage::Motion, active.movers());
        show(*probe, SolverEvent::Integrate, state);
        if let Coincident::Random(seed) = settings.coincident {
            let with = (seed, self.weights.as_slice());
            let found = &mut self.at_one_place;
            dislocation::dislocate((model, state), &self.constraints, with, found, *probe);
        }
        for number in 0..of.iterations {
            let iteration = Iteration::new(settings, number, of.iterations);
            self.relax_all((model, state), iteration, settings, *probe);
            let nets = (active, settings.gradient_steps);
            self.nets.solve(nets, iteration, state, *probe);
            self.hold((model, state), settings.form, *probe);
            if iteration.has(ConstraintGroup::Contacts) {
                probe.begin(Stage::Contacts);
                touch((model, state), contacts, settings, &mut self.found, *probe);
                probe.end(Stage::Contacts, contacts.len());
                show_contacts(*probe, SolverEvent::Contacts, state, contacts);
            }
            let is_enough = self.is_close_enough((model, state), iteration, settings);
            if is_enough || self.interrupt.is_due_after(number) {
                break;
            }
        }
        if settings.form == StateForm::VelocityLess {
            probe.begin(Stage::Velocities);
            self.motion.take_velocities(state, active, reading);
            if settings.misprints.has(Misprint::DistanceSpeedOrder) {
                // 6.5 and 6.6; without the misprint the relaxation has done all that is needed.
                self.correct_speeds((model, state), settings);
            }
            probe.end(Stage::Velocities, active.movers());
            show(*probe, SolverEvent::Velocities, state);
            let parted = contacts.iter_mut().filter(|c| c.normal_push > 0.0);
            parted.for_each(|contact| contact.take_impulse(h));
        } else {
            contacts
                .iter_mut()
                .for_each(|contact| contact.normal_push = 0.0);
        }
        if !self.interrupt.is_due() {
            let of = (settings.contacts, settings.misprints);
            impact::strike_all((model, state), contacts, of);
            show_contacts(*probe, SolverEvent::Bounce, state, contacts);
        }
        self.bounce_at_stops((model, state), settings, *probe);
        if let Some(pull) = &self.pull {
            pull.remember(state);
        }
    }

    /// One pass over all constraints, in their order: the last one is met best (section 10).
    fn relax_all(
        &self,
        (model, state): (&Model, &mut State),
        iteration: Iteration,
        settings: &PaperSettings,
        probe: &mut dyn Probe,
    ) {
        let kind = |&i: &usize| model.constraints[i].kind_name();
        for run in self.constraints.chunk_by(|a, b| kind(a) == kind(b)) {
            if !iteration.visits(&model.constraints[run[0]]) {
                continue;
            }
            let stage = Stage::Constraints(kind(&run[0]));
            probe.begin(stage);
            for &i in run {
                let constraint = &model.constraints[i];
                if self.nets.takes(constraint) {
                    continue;
                }
                if settings.form == StateForm::Velocity {
                    // Velocities need the pose that the pose's own correction changes (7.9).
                    self.solve_velocity((model, state), i, settings);
                    show(probe, SolverEvent::Velocity(i), state);
                }
                self.relax((model, state), i, settings);
                show(probe, SolverEvent::Position(i), state);
            }
            probe.end(stage, run.len());
        }
    }

    /// Corrects the poses of a constraint.
    fn relax(&self, (model, state): (&Model, &mut State), index: usize, settings: &PaperSettings) {
        let weights = self.weights[index];
        let with = (settings.weighting, settings.misprints);
        match &model.constraints[index] {
            Constraint::Distance(own) => distance::relax((model, state), own, weights, settings),
            Constraint::Pin(own) => {
                let pair = pair_of([own.a, own.b], weights);
                let share = own.relaxation_factor * settings.over_relaxation;
                pin::relax((model, state), &pair, share, with);
            }
            Constraint::Fixed(own) => {
                let pair = pair_of([own.a, own.b], weights);
                let share = own.relaxation_factor * settings.over_relaxation;
                angle_limit::align((model, state), own, share, settings);
                pin::relax((model, state), &pair, share, with);
            }
            Constraint::AngleLimit(own) => angle_limit::relax((model, state), own, settings),
            _ => {}
        }
    }

    /// Corrects the velocities of a constraint.
    fn solve_velocity(
        &self,
        (model, state): (&Model, &mut State),
        index: usize,
        settings: &PaperSettings,
    ) {
        let weights = self.weights[index];
        match &model.constraints[index] {
            Constraint::Distance(own) => {
                distance::solve_speed((model, state), own, weights, settings);
            }
            Constraint::Pin(own) => {
                let pair = pair_of([own.a, own.b], weights);
                pin::solve_velocity((model, state), &pair, own.relaxation_factor);
            }
            Constraint::Fixed(own) => {
                let pair = pair_of([own.a, own.b], weights);
                angle_limit::align_rates((model, state), own, own.relaxation_factor, settings);
                pin::solve_velocity((model, state), &pair, own.relaxation_factor);
            }
            Constraint::AngleLimit(own) => angle_limit::solve_rates((model, state), own, settings),
            _ => {}
        }
    }

    fn correct_speeds(&self, (model, state): (&Model, &mut State), settings: &PaperSettings) {
        for &i in &self.constraints {
            if let Constraint::Distance(own) = &model.constraints[i] {
                distance::solve_speed((model, state), own, self.weights[i], settings);
            }
        }
    }

    /// Notes how fast elastic limits are being approached.
    fn note_stops(&mut self, (model, state): (&Model, &State), settings: &PaperSettings) {
        self.stops.clear();
        for &i in &self.constraints {
            if let Constraint::AngleLimit(limit) = &model.constraints[i] {
                if limit.restitution > 0.0 {
                    let approach = angle_limit::approach(limit, state, settings.misprints);
                    self.stops.push((i, approach));
                }
            }
        }
    }

    /// Sends back what has come to an elastic limit, once (8.11), in turn with all joints of its
    /// articulation: else they would take most of it.
    fn bounce_at_stops(
        &self,
        (model, state): (&Model, &mut State),
        settings: &PaperSettings,
        probe: &mut dyn Probe,
    ) {
        if self.stops.is_empty() {
            return;
        }
        for _ in 0..STOP_SWEEPS {
            for &(i, approach) in &self.stops {
                let Constraint::AngleLimit(limit) = &model.constraints[i] else {
                    continue;
                };
                if angle_limit::bounce((model, state), limit, approach, settings) {
                    for &joint in self.joints.joined_with(i) {
                        if model.constraints[joint].role() == Role::Joint {
                            self.solve_velocity((model, state), joint, settings);
                        }
                    }
                }
            }
        }
        show(probe, SolverEvent::Stops, state);
    }

    /// Takes in what the hand and the pins hold.
    fn hold_begin(
        &mut self,
        model: &Model,
        state: &mut State,
        h: f64,
        has_turn: impl Fn(usize) -> bool,
    ) {
        self.pins.clear();
        state.holds.list_pins(model, &mut self.pins, &has_turn);
        let is_pulled = state.holds.pulled(model).is_some_and(has_turn);
        let pull = is_pulled.then(|| PullRow::new(model, state, &self.masses, h));
        self.pull = pull.flatten();
    }

    /// Lets the hand and the pins act after a pass over the constraints.
    fn hold(
        &mut self,
        (model, state): (&Model, &mut State),
        form: StateForm,
        probe: &mut dyn Probe,
    ) {
        if let Some(pull) = &mut self.pull {
            match form {
                StateForm::VelocityLess => pull.relax(model, state),
                StateForm::Velocity => {
                    pull.look_ahead(model, state);
                    pull.solve(model, state);
                }
            }
            show(probe, SolverEvent::Pull, state);
        }
        relax_pins(model, state, &self.pins);
        if form == StateForm::Velocity {
            stop_pins(model, state, &self.pins);
        }
        show(probe, SolverEvent::Pins, state);
    }

    /// Whether no error of length exceeds what the settings ask for. An iteration that leaves
    /// contacts out is not the last one: what touches would not be met at all.
    fn is_close_enough(
        &self,
        (model, state): (&Model, &State),
        iteration: Iteration,
        settings: &PaperSettings,
    ) -> bool {
        let Some(enough) = settings.early_out else {
            return false;
        };
        let residual = |&i: &usize| model.constraints[i].residual(state, &model.settings).length;
        iteration.has(ConstraintGroup::Contacts)
            && self.constraints.iter().all(|i| residual(i) <= enough)
    }
}

/// One pass over all contacts, in their order: what overlaps is parted, then friction acts. `found`
/// takes in how much each was pushed.
fn touch(
    (model, state): (&Model, &mut State),
    contacts: &mut [Contact],
    settings: &PaperSettings,
    found: &mut Vec<f64>,
    probe: &mut dyn Probe,
) {
    let is_spring =
        |contact: &Contact| settings.contacts == ContactMode::Penalty && !contact.jointed;
    found.clear();
    for i in 0..contacts.len() {
        let contact = &mut contacts[i];
        if is_spring(contact) {
            found.push(0.0);
            continue;
        }
        if settings.form == StateForm::Velocity {
            collision::meet((model, state), contact, settings.misprints);
            show_contacts(probe, SolverEvent::Contact, state, contacts);
        }
        let contact = &mut contacts[i];
        found.push(collision::part((model, state), contact, settings.misprints));
        show_contacts(probe, SolverEvent::Contact, state, contacts);
    }
    if settings.form == StateForm::VelocityLess {
        for (i, &found) in found.iter().enumerate() {
            let contact = &mut contacts[i];
            if !is_spring(contact) {
                collision::rub((model, state), contact, found, settings);
                show_contacts(probe, SolverEvent::Contact, state, contacts);
            }
        }
    }
}

fn pair_of([a, b]: [Attachment; 2], weights: [f64; 2]) -> Pair {
    Pair { a, b, weights }
}

/// The settings of the method in a model.
fn settings_of(model: &Model) -> &PaperSettings {
    match &model.settings.method {
        MethodSettings::Paper(settings) => settings,
        _ => &PaperSettings::STANDARD,
    }
}
