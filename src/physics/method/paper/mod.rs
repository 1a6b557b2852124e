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
//! | Delannoy | 2.5, 3.2, 4.2, 4.3, appendices | `impact`, `change`, `motion`, `jacobi`, `distance`, `pin`, `clock` |

mod angle_limit;
mod budget;
mod change;
mod clock;
mod collision;
mod conjugate_gradients;
mod dislocation;
mod distance;
mod impact;
mod info;
mod iteration;
mod jacobi;
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
use crate::physics::active::Active;
use crate::physics::attach::Attachment;
use crate::physics::constraint::{relaxation_weights, Constraint, ConstraintRows, Role};
use crate::physics::contact::{Contact, Parting};
use crate::physics::hold::{masses_of_articulations, relax_pins, stop_pins, PullRow};
use crate::physics::interrupt::Interrupt;
use crate::physics::island::together;
use crate::physics::joints::Joints;
use crate::physics::kinematic;
use crate::physics::model::Model;
use crate::physics::probe::{show, show_contacts, NoProbe, Probe, SolverEvent, Stage};
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
use crate::physics::step::StepContext;
use crate::physics::substepping::SubstepRate;
use change::Before;
use clock::Clock;
use conjugate_gradients::NetSolver;
pub use conjugate_gradients::StickSolver;
pub use dislocation::Coincident;
use glam::DVec3;
pub(super) use info::INFO;
use iteration::Iteration;
pub use iteration::{ConstraintGroup, OwnIterations};
pub use jacobi::RelaxationScheme;
use jacobi::Together;
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
    corrections: Together,
    before_iteration: Before,
    parting: Parting,
    /// Constraints of what takes part, in their order.
    constraints: Vec<usize>,
    motion: Motion,
    /// Per constraint, the direction of a distance when the substep began; only of leapfrog.
    directions: Vec<DVec3>,
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
        self.corrections.prepare(model);
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
            context.parts.iterations += self.substep(context, &substep_of);
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

    /// Returns the number of iterations that it made.
    fn substep(&mut self, context: &mut StepContext<'_>, of: &Substep<'_>) -> u32 {
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
        self.note_directions((model, state), settings);
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
        let mut made = 0;
        for number in 0..of.iterations {
            if settings.stop_at_change.is_some() {
                self.before_iteration.note(state, active);
            }
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
            made = number + 1;
            // An iteration that leaves contacts out is not the last one: what touches would not
            // be met at all.
            let is_enough = iteration.has(ConstraintGroup::Contacts)
                && (self.is_close_enough((model, state), settings)
                    || self.changes_little((model, state), active, of));
            if is_enough || self.interrupt.is_due_after(number) {
                break;
            }
        }
        if settings.form != StateForm::Velocity {
            probe.begin(Stage::Velocities);
            self.motion.take_velocities(state, active, reading);
            if settings.form == StateForm::Leapfrog {
                self.motion.kick_again((model, state), active, reading);
                kinematic::place(model, state, end_s);
                self.settle((model, state), of);
            } else if settings.misprints.has(Misprint::DistanceSpeedOrder) {
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
        made
    }

    /// One pass over all constraints, in their order: one after another the last one is met best
    /// (section 10).
    fn relax_all(
        &mut self,
        (model, state): (&Model, &mut State),
        iteration: Iteration,
        settings: &PaperSettings,
        probe: &mut dyn Probe,
    ) {
        let mut corrections = std::mem::take(&mut self.corrections);
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
                let how = (i, settings.scheme);
                corrections.visit((model, state), how, probe, |state, probe| {
                    self.solve((model, state), i, settings, probe);
                });
            }
            probe.end(stage, run.len());
        }
        corrections.make(state, probe);
        self.corrections = corrections;
    }

    /// Corrects a constraint: its velocities too where those are a part of the state.
    fn solve(
        &self,
        (model, state): (&Model, &mut State),
        index: usize,
        settings: &PaperSettings,
        probe: &mut dyn Probe,
    ) {
        if settings.form == StateForm::Velocity {
            // Velocities need the pose that the pose's own correction changes (7.9).
            self.solve_velocity((model, state), index, settings);
            show(probe, SolverEvent::Velocity(index), state);
        }
        self.relax((model, state), index, settings);
        show(probe, SolverEvent::Position(index), state);
    }

    /// Corrects the poses of a constraint.
    fn relax(&self, (model, state): (&Model, &mut State), index: usize, settings: &PaperSettings) {
        let weights = self.weights[index];
        let with = (settings.weighting, settings.misprints);
        match &model.constraints[index] {
            Constraint::Distance(own) => {
                let start = self.directions.get(index).copied();
                distance::relax((model, state), own, (weights, start), settings);
            }
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

    /// Takes from the velocities what constraints forbid, after the second half of leapfrog's kick.
    fn settle(&mut self, (model, state): (&Model, &mut State), of: &Substep<'_>) {
        let settings = of.settings;
        let mut corrections = std::mem::take(&mut self.corrections);
        for _ in 0..of.iterations {
            for &i in &self.constraints {
                let how = (i, settings.scheme);
                corrections.visit((model, state), how, &mut NoProbe, |state, _| {
                    self.solve_velocity((model, state), i, settings);
                });
            }
            corrections.make(state, &mut NoProbe);
            stop_pins(model, state, &self.pins);
        }
        self.corrections = corrections;
    }

    fn correct_speeds(&self, (model, state): (&Model, &mut State), settings: &PaperSettings) {
        for &i in &self.constraints {
            if let Constraint::Distance(own) = &model.constraints[i] {
                distance::solve_speed((model, state), own, self.weights[i], settings);
            }
        }
    }

    /// Notes the directions of distances before the motion of leapfrog.
    fn note_directions(&mut self, (model, state): (&Model, &State), settings: &PaperSettings) {
        self.directions.clear();
        if settings.form != StateForm::Leapfrog {
            return;
        }
        self.directions.resize(model.constraints.len(), DVec3::ZERO);
        for &i in &self.constraints {
            if let Constraint::Distance(own) = &model.constraints[i] {
                let between = own.a.position(state) - own.b.position(state);
                self.directions[i] = between.normalize_or_zero();
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
                StateForm::VelocityLess | StateForm::Leapfrog => pull.relax(model, state),
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

    /// Whether no error of length exceeds what the settings ask for.
    fn is_close_enough(&self, (model, state): (&Model, &State), settings: &PaperSettings) -> bool {
        let Some(enough) = settings.early_out else {
            return false;
        };
        let residual = |&i: &usize| model.constraints[i].residual(state, &model.settings).length;
        self.constraints.iter().all(|i| residual(i) <= enough)
    }

    /// Whether the iteration has moved nothing further than the settings ask for.
    fn changes_little(
        &self,
        (model, state): (&Model, &State),
        active: &Active,
        of: &Substep<'_>,
    ) -> bool {
        let least = of.settings.stop_at_change;
        let change = || self.before_iteration.change((model, state), active, of.h);
        least.is_some_and(|least| change() <= least)
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
    if settings.form != StateForm::Velocity {
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
