//! Going through a step: what the solver did to it, one thing after the other.

use super::Playback;
use crate::app::effect::Effects;
use crate::compile::IdMap;
use crate::lab::inside::Moment;
use crate::lab::Inside;
use crate::physics::constraint::ConstraintRows;
use crate::physics::probe::SolverEvent;
use crate::physics::{Attachment, ColliderId, Constraint, Model, State};

/// Where a person is within a step.
pub struct InsideView {
    inside: Inside,
    /// Number of the moments that are over.
    place: usize,
}

/// A moment within a step.
#[derive(Debug, Clone)]
pub struct InsideMoment {
    /// The state before what was done.
    pub before: State,
    /// The state after it.
    pub state: State,
    /// The ends of the constraint that was corrected, and what each is on.
    pub grips: Option<[(Attachment, String); 2]>,
}

impl Playback {
    /// Goes on by one moment within the step, and from the last one into the next step.
    pub(super) fn step_inside(&mut self, effects: &mut Effects) {
        self.session.playing = false;
        self.session.approach(None);
        self.leave_step_that_is_over();
        match self.inside.as_mut() {
            Some(view) if view.place < view.inside.moments().len() => view.place += 1,
            Some(_) => {
                self.step(1, effects);
                self.inside = None;
            }
            None => {
                let inside = Inside::of(&self.session.simulation);
                self.inside = Some(InsideView { inside, place: 1 });
            }
        }
    }

    /// Goes back by one moment within the step, and before its first one out of it.
    pub(super) fn step_back_inside(&mut self, effects: &mut Effects) {
        self.leave_step_that_is_over();
        match self.inside.as_mut() {
            Some(view) if view.place > 1 => view.place -= 1,
            Some(_) => self.inside = None,
            None => self.enter_step_before(effects),
        }
    }

    /// Goes to the last moment of the step before.
    fn enter_step_before(&mut self, effects: &mut Effects) {
        let now = self.session.shown_step();
        if now <= self.session.history.start() {
            return effects.say("already at the start");
        }
        self.session.go_to(now - 1);
        self.session.approach(None);
        let inside = Inside::of(&self.session.simulation);
        let place = inside.moments().len();
        self.inside = Some(InsideView { inside, place });
    }

    /// Comes out of the step when time goes on elsewhere.
    pub(super) fn leave_step_that_is_over(&mut self) {
        if self.inside_view().is_none() {
            self.inside = None;
        }
    }

    /// Where a person is within the step that comes next, if time stands still.
    fn inside_view(&self) -> Option<&InsideView> {
        let session = &self.session;
        let still = !session.playing && session.now() == session.shown_step();
        let view = self.inside.as_ref()?;
        (still && view.inside.is_next_of(&session.simulation)).then_some(view)
    }

    /// The states before and after the moment within the step, and what the constraint
    /// that was solved then holds together.
    pub fn inside_moment(&self) -> Option<InsideMoment> {
        let view = self.inside_view()?;
        let moment = view.inside.moments().get(view.place.checked_sub(1)?)?;
        let simulation = &self.session.simulation;
        let constraint = constraint_of(simulation.world.model(), moment);
        let named = |end| (end, name_of(&simulation.map, end));
        Some(InsideMoment {
            before: view.inside.state(view.place - 1),
            state: view.inside.state(view.place),
            grips: constraint.map(|constraint| constraint.attachments().map(named)),
        })
    }

    /// The moment within the step in words.
    pub fn inside_text(&self) -> Option<String> {
        let view = self.inside_view()?;
        let moments = view.inside.moments();
        let moment = moments.get(view.place.checked_sub(1)?)?;
        let simulation = &self.session.simulation;
        let what = words_of(simulation.world.model(), &simulation.map, moment);
        let rest = if view.inside.is_whole() {
            ""
        } else {
            " (list truncated)"
        };
        Some(format!(
            "step {}: solver event {} of {}{rest} · substep {} · iteration {}\n{what}",
            view.inside.step() + 1,
            view.place,
            moments.len(),
            moment.substep,
            moment.iteration,
        ))
    }
}

fn constraint_of<'a>(model: &'a Model, moment: &Moment) -> Option<&'a Constraint> {
    match moment.event {
        SolverEvent::Position(index) | SolverEvent::Velocity(index) => model.constraints.get(index),
        SolverEvent::Drive(index) => model.constraints.get(model.drives.get(index)?.constraint),
        _ => None,
    }
}

fn words_of(model: &Model, map: &IdMap, moment: &Moment) -> String {
    match moment.event {
        SolverEvent::Integrate => "bodies move without constraints".into(),
        SolverEvent::Motion => "bodies move".into(),
        SolverEvent::Joints => "joints remove forbidden velocities".into(),
        SolverEvent::WarmStart => "contacts apply the previous impulses (warm start)".into(),
        SolverEvent::Contact | SolverEvent::Contacts => "contacts push bodies apart".into(),
        SolverEvent::Velocities => "velocities computed from displacements".into(),
        SolverEvent::Damping => "joint damping".into(),
        SolverEvent::Bounce => "hit bodies bounce".into(),
        SolverEvent::Stops => "bodies meet stops of joints".into(),
        SolverEvent::Begin { .. }
        | SolverEvent::Rounding
        | SolverEvent::Crowd
        | SolverEvent::Springs
        | SolverEvent::FreeFlight
        | SolverEvent::Forces
        | SolverEvent::Pull
        | SolverEvent::Pins
        | SolverEvent::Rest => String::new(),
        SolverEvent::Position(_) | SolverEvent::Velocity(_) | SolverEvent::Drive(_) => {
            let Some(constraint) = constraint_of(model, moment) else {
                return String::new();
            };
            let [a, b] = constraint.attachments().map(|end| name_of(map, end));
            let kind = constraint.kind_name();
            let name = format!("{kind} between {a} and {b}");
            match moment.errors {
                Some([before, after]) => format!("{name}: {}", correction(before, after)),
                None => format!("{name}: velocities"),
            }
        }
    }
}

/// Errors of length, m, and angle, rad, before and after.
fn correction(before: (f64, f64), after: (f64, f64)) -> String {
    let mut parts = Vec::new();
    if before.0 > 0.0 || after.0 > 0.0 {
        parts.push(format!("{:.3} → {:.3} mm", 1e3 * before.0, 1e3 * after.0));
    }
    if before.1 > 0.0 || after.1 > 0.0 {
        let [before, after] = [before.1, after.1].map(f64::to_degrees);
        parts.push(format!("{before:.3} → {after:.3}°"));
    }
    match parts.is_empty() {
        true => "already satisfied".into(),
        false => parts.join(", "),
    }
}

fn name_of(map: &IdMap, end: Attachment) -> String {
    match end {
        Attachment::World(_) => "the world".into(),
        Attachment::Particle(i) => map.title_of(ColliderId::Particle(i)),
        Attachment::Particles { ix, .. } => map.title_of(ColliderId::Particle(ix[0])),
        Attachment::Limb { a, .. } => map.title_of(ColliderId::Particle(a)),
        Attachment::Body { body, .. } => map.title_of(ColliderId::Body(body)),
    }
}
