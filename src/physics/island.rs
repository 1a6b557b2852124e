//! Which assemblies move together, and which of them fall asleep or wake.

use super::active::Active;
use super::constraint::Contact;
use super::disjoint_sets::DisjointSets;
use super::lanes::Crowd;
use super::model::Model;
use super::state::{Rest, State};
use glam::DVec3;

/// Speed below which a thing counts as quiet, m/s.
pub const SLEEP_SPEED_M_S: f64 = 0.05;
/// Angular speed below which a body counts as quiet, rad/s.
pub const SLEEP_SPIN_RAD_S: f64 = 0.2;
/// How long an island must be quiet before it falls asleep, s.
pub const SLEEP_AFTER_S: f64 = 0.5;

/// Wakes what an awake thing touches in this substep.
pub fn wake_touched(model: &Model, state: &mut State, contacts: &[Contact]) {
    for contact in contacts.iter().filter(|c| c.touches) {
        let sides = [contact.a, contact.b].map(|side| side.core.assembly(model));
        if let [Some(a), Some(b)] = sides {
            if state.rest[a].asleep != state.rest[b].asleep {
                wake(state, a);
                wake(state, b);
            }
        }
    }
}

/// Wakes an assembly.
pub fn wake(state: &mut State, assembly: usize) {
    if state.rest[assembly].asleep {
        state.rest[assembly] = Rest::default();
    }
}

/// Wakes everything but figures that stand until something hits them.
pub fn wake_all(state: &mut State) {
    for assembly in 0..state.rest.len() {
        if !state.rest[assembly].standing {
            wake(state, assembly);
        }
    }
}

/// What is found out about assemblies after each step, as scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Islands {
    /// Assemblies joined by contacts that carry load.
    joined: DisjointSets,
    /// Per assembly, whether it is slow.
    quiet: Vec<bool>,
    /// Per island, whether it lies on something or hangs from something.
    supported: Vec<bool>,
    /// Per island, for how long all of it has been quiet, s.
    shortest: Vec<f64>,
}

impl Islands {
    /// Counts quiet time after a step and puts quiet islands to sleep. An island is
    /// a set of assemblies joined by contacts that carry load. It sleeps only if it
    /// lies on something or hangs from something: what floats or begins to fall is
    /// slow, too, but not at rest.
    pub fn update_rest(
        &mut self,
        model: &Model,
        (active, crowd): (&Active, &Crowd),
        state: &mut State,
        contacts: &[Contact],
    ) {
        self.find_quiet(model, (active, crowd), state);
        for (rest, &quiet) in state.rest.iter_mut().zip(&self.quiet) {
            rest.quiet_s = if quiet {
                rest.quiet_s + model.settings.common.step_s
            } else {
                0.0
            };
        }
        if !model.settings.common.sleeping {
            return;
        }
        self.find_supported(model, crowd, state, contacts);
        self.shortest.clear();
        self.shortest.resize(model.assemblies, f64::INFINITY);
        for assembly in 0..model.assemblies {
            let island = self.joined.root(assembly);
            self.shortest[island] = self.shortest[island].min(state.rest[assembly].quiet_s);
            self.supported[island] |= self.supported[assembly];
        }
        for assembly in 0..model.assemblies {
            let island = self.joined.root(assembly);
            // Rounding of the summed step durations must not cost a step.
            if self.supported[island] && self.shortest[island] >= SLEEP_AFTER_S - 1e-9 {
                state.rest[assembly].asleep = true;
            }
        }
        stop_sleepers(model, (active, crowd), state);
    }

    /// The islands, and which assemblies are anchored, asleep, or lie on an obstacle.
    fn find_supported(
        &mut self,
        model: &Model,
        crowd: &Crowd,
        state: &State,
        contacts: &[Contact],
    ) {
        self.joined.separate(model.assemblies);
        self.supported.clear();
        let rest = state.rest.iter().zip(&model.anchored);
        self.supported
            .extend(rest.map(|(rest, &anchored)| rest.asleep || anchored));
        for pin in &state.holds.pins {
            if let Some(pinned) = pin.grip.assembly(model) {
                self.supported[pinned] = true;
            }
        }
        for (assembly, _, outcome) in crowd.outcomes() {
            self.supported[assembly] |= outcome.supported;
        }
        for contact in contacts.iter().filter(|c| c.loaded()) {
            match [contact.a, contact.b].map(|side| side.core.assembly(model)) {
                [Some(a), Some(b)] => self.joined.join(a, b),
                [Some(one), None] | [None, Some(one)] => self.supported[one] = true,
                [None, None] => {}
            }
        }
    }

    fn find_quiet(&mut self, model: &Model, (active, crowd): (&Active, &Crowd), state: &State) {
        let quiet = &mut self.quiet;
        quiet.clear();
        quiet.resize(model.assemblies, true);
        for &i in active.particles() {
            let speed = state.particles[i].velocity.length();
            quiet[model.particles[i].assembly] &= speed < SLEEP_SPEED_M_S;
        }
        for &i in active.bodies() {
            let body = &state.bodies[i];
            quiet[model.bodies[i].assembly] &= body.velocity.length() < SLEEP_SPEED_M_S
                && body.angular_velocity.length() < SLEEP_SPIN_RAD_S;
        }
        for (assembly, _, outcome) in crowd.outcomes() {
            quiet[assembly] = outcome.quiet;
        }
        if let Some(pulled) = state.holds.pulled(model) {
            quiet[pulled] = false;
        }
    }
}

/// Takes all velocities of figures that stand.
pub fn stop_standing(model: &Model, state: &mut State) {
    let stands = |assembly: usize| state.rest[assembly].standing;
    for (constant, particle) in model.particles.iter().zip(&mut state.particles) {
        if stands(constant.assembly) {
            particle.velocity = DVec3::ZERO;
        }
    }
    for (constant, body) in model.bodies.iter().zip(&mut state.bodies) {
        if stands(constant.assembly) {
            body.velocity = DVec3::ZERO;
            body.angular_velocity = DVec3::ZERO;
        }
    }
}

/// Stops what has just fallen asleep.
fn stop_sleepers(model: &Model, (active, crowd): (&Active, &Crowd), state: &mut State) {
    for &i in active.particles() {
        if state.rest[model.particles[i].assembly].asleep {
            state.particles[i].velocity = DVec3::ZERO;
        }
    }
    for &i in active.bodies() {
        if state.rest[model.bodies[i].assembly].asleep {
            state.bodies[i].velocity = DVec3::ZERO;
            state.bodies[i].angular_velocity = DVec3::ZERO;
        }
    }
    for (assembly, _, _) in crowd.outcomes() {
        if state.rest[assembly].asleep {
            crowd.stop(assembly, state);
        }
    }
}
