//! Which assemblies move together, and which of them fall asleep or wake.

use super::constraint::Contact;
use super::disjoint_sets::DisjointSets;
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

/// Counts quiet time after a step and puts quiet islands to sleep. An island is
/// a set of assemblies joined by contacts that carry load. It sleeps only if it
/// lies on something or hangs from something: what floats or begins to fall is
/// slow, too, but not at rest.
pub fn update_rest(model: &Model, state: &mut State, contacts: &[Contact]) {
    let mut quiet = quiet_assemblies(model, state);
    if let Some(pulled) = state.holds.pulled(model) {
        quiet[pulled] = false;
    }
    for (rest, quiet) in state.rest.iter_mut().zip(quiet) {
        rest.quiet_s = if quiet {
            rest.quiet_s + model.settings.step_s
        } else {
            0.0
        };
    }
    if !model.settings.sleeping {
        return;
    }
    let (mut islands, mut supported) = supported_assemblies(model, state, contacts);
    let mut shortest = vec![f64::INFINITY; model.assemblies];
    for assembly in 0..model.assemblies {
        let island = islands.root(assembly);
        shortest[island] = shortest[island].min(state.rest[assembly].quiet_s);
        supported[island] |= supported[assembly];
    }
    for assembly in 0..model.assemblies {
        let island = islands.root(assembly);
        // Rounding of the summed step durations must not cost a step.
        if supported[island] && shortest[island] >= SLEEP_AFTER_S - 1e-9 {
            state.rest[assembly].asleep = true;
        }
    }
    stop_sleepers(model, state);
}

/// The islands, and which assemblies are anchored, asleep, or lie on an obstacle.
fn supported_assemblies(
    model: &Model,
    state: &State,
    contacts: &[Contact],
) -> (DisjointSets, Vec<bool>) {
    let mut islands = DisjointSets::new(model.assemblies);
    let rest = state.rest.iter().zip(&model.anchored);
    let mut supported: Vec<bool> = rest
        .map(|(rest, &anchored)| rest.asleep || anchored)
        .collect();
    for pin in &state.holds.pins {
        if let Some(pinned) = pin.grip.assembly(model) {
            supported[pinned] = true;
        }
    }
    for contact in contacts.iter().filter(|c| c.loaded()) {
        match [contact.a, contact.b].map(|side| side.core.assembly(model)) {
            [Some(a), Some(b)] => islands.join(a, b),
            [Some(one), None] | [None, Some(one)] => supported[one] = true,
            [None, None] => {}
        }
    }
    (islands, supported)
}

fn quiet_assemblies(model: &Model, state: &State) -> Vec<bool> {
    let mut quiet = vec![true; model.assemblies];
    for (constant, particle) in model.particles.iter().zip(&state.particles) {
        quiet[constant.assembly] &= particle.velocity.length() < SLEEP_SPEED_M_S;
    }
    for (constant, body) in model.bodies.iter().zip(&state.bodies) {
        quiet[constant.assembly] &= body.velocity.length() < SLEEP_SPEED_M_S
            && body.angular_velocity.length() < SLEEP_SPIN_RAD_S;
    }
    quiet
}

fn stop_sleepers(model: &Model, state: &mut State) {
    for (constant, particle) in model.particles.iter().zip(&mut state.particles) {
        if state.rest[constant.assembly].asleep {
            particle.velocity = DVec3::ZERO;
        }
    }
    for (constant, body) in model.bodies.iter().zip(&mut state.bodies) {
        if state.rest[constant.assembly].asleep {
            body.velocity = DVec3::ZERO;
            body.angular_velocity = DVec3::ZERO;
        }
    }
}
