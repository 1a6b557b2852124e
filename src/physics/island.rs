//! Which articulations move together, and which of them fall asleep or wake.

use super::constraint::ConstraintRows;
use super::contact::Contact;
use super::disjoint_sets::DisjointSets;
use super::joint_damping::JointedPair;
use super::joint_tree::articulation_of;
use super::kinematic;
use super::model::Model;
use super::state::{Rest, State, SLEEP_AFTER_S};
use super::step::SharedParts;
use glam::DVec3;

/// Speed below which a thing counts as quiet, m/s.
pub const SLEEP_SPEED_M_S: f64 = 0.05;
/// Angular speed below which a body counts as quiet, rad/s.
pub const SLEEP_SPIN_RAD_S: f64 = 0.2;

/// Rounding of the summed step durations must not cost a step.
const LEAST_QUIET_S: f64 = SLEEP_AFTER_S - 1e-9;

/// Wakes what an awake thing touches in this substep.
pub fn wake_touched(model: &Model, state: &mut State, contacts: &[Contact]) {
    for contact in contacts.iter().filter(|c| c.touches) {
        let sides = [&contact.a, &contact.b].map(|side| side.core.articulation(model));
        if let [Some(a), Some(b)] = sides {
            if state.rest[a].asleep != state.rest[b].asleep && gives_way(model, state, contact) {
                wake(state, a);
                wake(state, b);
            }
        }
    }
}

/// Whether what sleeps on one side of a contact wakes by it: what is led does not unless it is
/// hit with enough momentum, `−v / w` with the inverse mass `w` of the other side along the
/// normal.
fn gives_way(model: &Model, state: &State, contact: &Contact) -> bool {
    let sides = [contact.a.core, contact.b.core];
    let leads = sides.map(|side| state.rest[side.articulation(model)?].lead);
    let (lead, other) = match leads {
        [Some(lead), _] => (lead, sides[1]),
        [None, Some(lead)] => (lead, sides[0]),
        [None, None] => return true,
    };
    let inverse_mass = other.inverse_mass_along(model, state, contact.normal);
    -contact.approach >= lead.least_hit * inverse_mass
}

/// Wakes an articulation.
pub fn wake(state: &mut State, articulation: usize) {
    let rest = &mut state.rest[articulation];
    if rest.asleep {
        *rest = Rest {
            was_put: rest.was_put,
            ..Rest::default()
        };
    }
}

/// Wakes everything but figures that stand until something hits them.
pub fn wake_all(state: &mut State) {
    for articulation in 0..state.rest.len() {
        if !state.rest[articulation].standing {
            wake(state, articulation);
        }
    }
}

/// What is found out about articulations after each step, as scratch memory.
#[derive(Debug, Clone, Default)]
pub struct Islands {
    /// Articulations joined by contacts that carry load.
    joined: DisjointSets,
    /// Per articulation, whether it is slow.
    quiet: Vec<bool>,
    /// Per island, whether it lies on something or hangs from something.
    supported: Vec<bool>,
    /// Per island, for how long all of it has been quiet, s.
    shortest: Vec<f64>,
}

impl Islands {
    /// Counts quiet time after a step and puts quiet islands to sleep. An island is
    /// a set of articulations joined by contacts that carry load. It sleeps only if it
    /// lies on something or hangs from something: what floats or begins to fall is
    /// slow, too, but not at rest.
    pub fn update_rest(&mut self, model: &Model, parts: &SharedParts, state: &mut State) {
        self.find_quiet(model, parts, state);
        for (rest, &quiet) in state.rest.iter_mut().zip(&self.quiet) {
            rest.quiet_s = if quiet {
                rest.quiet_s + model.settings.common.step_s
            } else {
                0.0
            };
            rest.hit &= rest.quiet_s < LEAST_QUIET_S;
        }
        if !model.settings.common.sleeping {
            return;
        }
        self.find_supported(model, parts, state);
        self.shortest.clear();
        self.shortest.resize(model.articulations, f64::INFINITY);
        for articulation in 0..model.articulations {
            let island = self.joined.root(articulation);
            self.shortest[island] = self.shortest[island].min(state.rest[articulation].quiet_s);
            self.supported[island] |= self.supported[articulation];
        }
        for articulation in 0..model.articulations {
            let island = self.joined.root(articulation);
            if self.supported[island] && self.shortest[island] >= LEAST_QUIET_S {
                state.rest[articulation].asleep = true;
            }
        }
        stop_sleepers(model, parts, state);
    }

    /// The islands, and which articulations are anchored, asleep, or lie on an obstacle.
    fn find_supported(&mut self, model: &Model, parts: &SharedParts, state: &State) {
        self.joined.separate(model.articulations);
        self.supported.clear();
        let rest = state.rest.iter().zip(&model.anchored);
        self.supported
            .extend(rest.map(|(rest, &anchored)| rest.asleep || anchored));
        for pin in &state.holds.pins {
            if let Some(pinned) = pin.grip.articulation(model) {
                self.supported[pinned] = true;
            }
        }
        for report in &parts.batches {
            self.supported[report.articulation] |= report.supported;
        }
        for contact in parts.contacts.iter().filter(|c| c.loaded()) {
            match [&contact.a, &contact.b].map(|side| side.core.articulation(model)) {
                [Some(a), Some(b)] => self.joined.join(a, b),
                [Some(one), None] | [None, Some(one)] => self.supported[one] = true,
                [None, None] => {}
            }
        }
    }

    fn find_quiet(&mut self, model: &Model, parts: &SharedParts, state: &State) {
        let quiet = &mut self.quiet;
        quiet.clear();
        quiet.resize(model.articulations, true);
        for &i in parts.active.particles() {
            let speed = state.particles[i].velocity.length();
            quiet[model.particles[i].articulation] &= speed < SLEEP_SPEED_M_S;
        }
        for &i in parts.active.bodies() {
            let body = &state.bodies[i];
            quiet[model.bodies[i].articulation] &= body.velocity.length() < SLEEP_SPEED_M_S
                && body.angular_velocity.length() < SLEEP_SPIN_RAD_S;
        }
        for report in &parts.batches {
            quiet[report.articulation] = report.quiet;
        }
        for contact in parts.contacts.iter().filter(|c| c.loaded()) {
            let sides = [contact.a.core, contact.b.core];
            let is_carried = contact.belt != DVec3::ZERO
                || sides
                    .iter()
                    .any(|side| kinematic::carries(model, state, side));
            if is_carried {
                let carried = sides.iter().filter_map(|side| side.articulation(model));
                carried.for_each(|articulation| quiet[articulation] = false);
            }
        }
        if let Some(pulled) = state.holds.pulled(model) {
            quiet[pulled] = false;
        }
        for aim in state.aims.iter() {
            if let (Some(led), true) = (
                model.articulation_of(aim.constraint),
                aim.angular_velocity != DVec3::ZERO,
            ) {
                quiet[led] = false;
            }
        }
        // A slow motor moves what it turns at any speed.
        for drive in model.drives.iter().filter(|drive| drive.is_motor()) {
            if let Some(turned) = model.articulation_of(drive.constraint) {
                quiet[turned] = false;
            }
        }
    }
}

/// Takes all velocities of figures that stand.
pub fn stop_standing(model: &Model, state: &mut State) {
    for articulation in 0..model.articulations {
        if state.rest[articulation].standing {
            for &mover in model.tree.movers(articulation) {
                stop(model.particles.len(), mover, state);
            }
        }
    }
}

/// Stops what has just fallen asleep.
fn stop_sleepers(model: &Model, parts: &SharedParts, state: &mut State) {
    let bodies_from = model.particles.len();
    for &i in parts.active.particles() {
        if state.rest[model.particles[i].articulation].asleep {
            stop(bodies_from, i, state);
        }
    }
    for &i in parts.active.bodies() {
        if state.rest[model.bodies[i].articulation].asleep {
            stop(bodies_from, bodies_from + i, state);
        }
    }
    for report in &parts.batches {
        if state.rest[report.articulation].asleep {
            for &mover in model.tree.movers(report.articulation) {
                stop(bodies_from, mover, state);
            }
        }
    }
}

/// Takes the velocities of something, counting particles, then bodies.
fn stop(bodies_from: usize, mover: usize, state: &mut State) {
    match mover.checked_sub(bodies_from) {
        None => state.particles[mover].velocity = DVec3::ZERO,
        Some(body) => {
            state.bodies[body].velocity = DVec3::ZERO;
            state.bodies[body].angular_velocity = DVec3::ZERO;
        }
    }
}

/// Per articulation, the first of those that must be solved together: nearly always each
/// alone. But a weighted point may be of particles that nothing joins, and so may the ends
/// of a stick.
pub fn together(model: &Model, jointed: &[JointedPair]) -> Vec<usize> {
    let bodies_from = model.particles.len();
    let mut sets = DisjointSets::new(model.articulations);
    for constraint in &model.constraints {
        let mut first = None;
        for side in constraint.attachments() {
            side.each_mover(bodies_from, |mover| {
                let articulation = articulation_of(model, mover);
                sets.join(*first.get_or_insert(articulation), articulation);
            });
        }
    }
    for pair in jointed {
        let first = pair.articulation(model);
        if let JointedPair::Sticks(sticks) = *pair {
            for stick in sticks.map(|stick| &model.sticks[stick]) {
                for end in [stick.a, stick.b] {
                    sets.join(first, articulation_of(model, end));
                }
            }
        }
    }
    (0..model.articulations).map(|i| sets.root(i)).collect()
}
