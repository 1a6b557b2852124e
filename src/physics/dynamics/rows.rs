//! The rows of a substep that joints do not hold: stops, drives, contacts, pulls and pins; and what
//! becomes of their impulses.

use super::contact_space::{Bound, ContactRow, ContactSpace};
use super::direct::is_equality;
use super::gradient::{of_point, split, Block, ScalarRow};
use super::slots::Slots;
use super::{JointSolver, Now};
use crate::physics::active::Active;
use crate::physics::attach::Attachment;
use crate::physics::constraint::{Constraint, ConstraintRow, ConstraintRows};
use crate::physics::contact::{Contact, RECOVERY_SPEED_M_S, RESTING_SPEED_M_S, SLOP_M};
use crate::physics::hold::PullRow;
use crate::physics::model::Model;
use crate::physics::probe::SolverEvent;
use crate::physics::sequential::Drives;
use crate::physics::state::State;
use crate::physics::warm_start::{RowImpulse, WarmStart};
use glam::DVec3;

/// Share of a depth or of a violated stop that is taken back in a substep.
const RECOVERY: f64 = 0.4;
/// Room of a stop beyond which nothing gets there in a substep, rad or m.
const FAR: f64 = 0.05;
/// The same of a contact, m.
const FAR_M: f64 = 0.004;
/// Most rate at which a violated stop is taken back, rad/s or m/s.
const STOP_RECOVERY: f64 = 4.0;
/// Rate below which nothing bounces at a stop, rad/s or m/s.
const RESTING_RATE: f64 = 0.5;

/// Where a row comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Source {
    /// A scalar row of a constraint: its place in the memory, and its side.
    Constraint { place: usize, side: i8, part: usize },
    /// The normal of a contact; its friction follows.
    Contact(usize),
    /// A drive, by its place among the drives of the substep.
    Drive(usize),
    /// The first of three of a pull.
    Pull,
    /// The first of three of a pin, by index.
    Pin(usize),
}

/// Fills the contact space and reads its impulses back.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    /// Each with the index of its first row.
    sources: Vec<(Source, usize)>,
    blocks: Vec<Block>,
    scratch: Vec<Block>,
    /// Contacts for which there was no room.
    left_out: usize,
    /// Place of the first row of each constraint in the memory.
    first_row: Vec<usize>,
    first_drive: usize,
    rows_in_memory: usize,
}

/// What the rows are made from.
pub(super) struct Sources<'a> {
    pub now: Now<'a>,
    pub active: &'a Active,
    pub contacts: &'a [Contact],
    pub pull: Option<&'a PullRow>,
    pub drives: &'a Drives,
    pub pins: &'a [usize],
    pub known: WarmStart<'a>,
}

impl Sources<'_> {
    fn takes_part(&self, slot: usize) -> bool {
        let articulation = self.now.slots.articulation(self.now.model, slot);
        self.active.has(articulation)
    }
}

impl Rows {
    pub fn prepare(&mut self, model: &Model) {
        self.first_row.clear();
        self.rows_in_memory = 0;
        for constraint in &model.constraints {
            self.first_row.push(self.rows_in_memory);
            self.rows_in_memory += constraint.row_count();
        }
        self.first_drive = self.rows_in_memory;
        self.rows_in_memory += model.drives.len();
    }

    /// Place of the first drive in the memory.
    pub fn first_drive(&self) -> usize {
        self.first_drive
    }

    /// Contacts for which there was no room.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Number of rows of constraints and drives that have a place in the memory.
    pub fn in_memory(&self) -> usize {
        self.rows_in_memory
    }

    /// Places in the memory of the rows of a constraint.
    pub fn places(&self, model: &Model, constraint: usize) -> std::ops::Range<usize> {
        let first = self.first_row[constraint];
        first..first + model.constraints[constraint].row_count()
    }

    /// Fills the contact space with all rows of the assemblies that take part.
    pub fn fill<J: JointSolver>(
        &mut self,
        from: &Sources<'_>,
        assemblies: &[usize],
        joints: &J,
        space: &mut ContactSpace,
    ) {
        space.clear(from.now.slots.assemblies());
        self.sources.clear();
        self.left_out = 0;
        for &assembly in assemblies {
            for &constraint in from.now.slots.constraints(assembly) {
                self.add_constraint(from, constraint, joints, space);
            }
        }
        for place in 0..from.drives.rows().len() {
            self.add_drive(from, place, space);
        }
        if let Some(pull) = from.pull {
            self.add_pull(from, pull, space);
        }
        for &pin in from.pins {
            self.add_pin(from, pin, space);
        }
        for index in 0..from.contacts.len() {
            self.add_contact(from, index, space);
        }
    }

    fn add_constraint<J: JointSolver>(
        &mut self,
        from: &Sources<'_>,
        constraint: usize,
        joints: &J,
        space: &mut ContactSpace,
    ) {
        let Now { model, state, .. } = from.now;
        let kind = &model.constraints[constraint];
        kind.each_rate_row(state, &model.settings, &mut |index, row| {
            let equal = is_equality(&row);
            if equal && joints.holds(constraint, index) {
                return;
            }
            let place = self.first_row[constraint] + index;
            let side = match row {
                ConstraintRow::Angular { side, .. } => side,
                _ => 1,
            };
            let known = from
                .known
                .row(place)
                .filter(|known| equal || known.side == side);
            let mut part = 0;
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.clear();
            split(
                &row,
                state,
                from.now.slots,
                &mut scratch,
                |scalar, blocks| {
                    let guess = known.map_or(0.0, |known| known.impulse[part]);
                    let stop = joints.stop(from.now, &scalar);
                    self.add_scalar(from, (kind, equal, stop), &scalar, blocks, guess, space);
                    if let Some(row) = space.rows().len().checked_sub(1) {
                        let source = Source::Constraint { place, side, part };
                        if self.sources.last().is_none_or(|&(_, last)| last < row) {
                            self.sources.push((source, row));
                        }
                    }
                    part += 1;
                },
            );
            self.scratch = scratch;
        });
    }

    fn add_scalar(
        &mut self,
        from: &Sources<'_>,
        (kind, equal, stop): (&Constraint, bool, Option<(f64, f64)>),
        scalar: &ScalarRow,
        blocks: &[Block],
        guess: f64,
        space: &mut ContactSpace,
    ) {
        let (error, h) = (scalar.error, from.now.h);
        let velocity = |block: &Block| from.now.slots.velocity(from.now.state, block.slot);
        let rate: f64 = blocks.iter().map(|b| b.of.dot(&velocity(b))).sum();
        let taken_back = (-error * RECOVERY / h).clamp(-STOP_RECOVERY, STOP_RECOVERY);
        let row = if equal {
            ContactRow {
                bound: Bound::Free,
                give: 0.0,
                moving: taken_back,
                kept: 0.0,
                impulse: guess,
            }
        } else {
            if error + 2.0 * rate.min(0.0) * h > FAR {
                return;
            }
            let open = -error.max(0.0) / h;
            let hits = rate < -RESTING_RATE && error + rate * h <= 0.0;
            let gives = stop.filter(|_| error < 0.0);
            let taken_back = gives.map_or(taken_back, |(_, rate)| rate);
            let open = gives.map_or(open, |(_, rate)| rate);
            ContactRow {
                bound: Bound::Push,
                give: gives.map_or(0.0, |(give, _)| give),
                moving: if error > 0.0 { open } else { taken_back },
                kept: match hits {
                    true => open.max(-kind.restitution() * rate),
                    false => open,
                },
                impulse: guess,
            }
        };
        if space.is_full(from.now, blocks) {
            self.left_out += 1;
            return;
        }
        space.add(from.now, row, blocks);
    }

    fn add_contact(&mut self, from: &Sources<'_>, index: usize, space: &mut ContactSpace) {
        let (now, contact) = (from.now, &from.contacts[index]);
        let room = contact.gap(now.state) + SLOP_M + contact.left_depth;
        if room + 2.0 * contact.approach.min(0.0) * now.h > FAR_M {
            return;
        }
        let recovery = (-room * RECOVERY / now.h).min(RECOVERY_SPEED_M_S);
        let open = -room.max(0.0) / now.h;
        let bounces = contact.touches && contact.approach < -RESTING_SPEED_M_S;
        let kept = match bounces {
            true => open.max(-contact.material.restitution * contact.approach),
            false => open,
        };
        let known = from.known.contact(contact, &mut 0);
        let speed = speed_without_rows(from, [contact.a.core, contact.b.core]);
        let normal_speed = speed.dot(contact.normal);
        let normal = ContactRow {
            bound: Bound::Push,
            give: 0.0,
            moving: if room > 0.0 { open } else { recovery } - normal_speed,
            kept: kept - normal_speed,
            impulse: known.map_or(0.0, |known| known.normal),
        };
        let cores = [contact.a.core, contact.b.core];
        if !self.list(from, cores, contact.normal) {
            return;
        }
        if space.is_full(now, &self.blocks) {
            self.left_out += 1;
            return;
        }
        let row = space.add(now, normal, &self.blocks);
        self.sources.push((Source::Contact(index), row));
        let coefficient = contact.material.friction;
        if coefficient == 0.0 {
            return;
        }
        let friction = known.map_or(DVec3::ZERO, |known| known.friction);
        let surfaces = [contact.a.surface(), contact.b.surface()];
        let slip = speed_without_rows(from, surfaces) - contact.belt;
        let (first, second) = contact.normal.any_orthonormal_pair();
        let bound = Bound::Friction {
            normal: row,
            coefficient,
        };
        for (direction, bound) in [(first, bound), (second, Bound::Along)] {
            self.list(from, surfaces, direction);
            let row = ContactRow {
                bound,
                give: 0.0,
                moving: 0.0 - slip.dot(direction),
                kept: 0.0 - slip.dot(direction),
                impulse: friction.dot(direction),
            };
            space.add(now, row, &self.blocks);
        }
    }

    fn add_drive(&mut self, from: &Sources<'_>, place: usize, space: &mut ContactSpace) {
        let drive = &from.drives.rows()[place];
        let row = ContactRow {
            bound: Bound::Within { most: drive.most },
            give: drive.give,
            moving: drive.wanted,
            kept: drive.wanted,
            impulse: drive.impulse,
        };
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let along = drive.along(from.now.state);
        split(
            &along,
            from.now.state,
            from.now.slots,
            &mut scratch,
            |_, blocks| {
                if space.is_full(from.now, blocks) {
                    self.left_out += 1;
                    return;
                }
                let row = space.add(from.now, row, blocks);
                self.sources.push((Source::Drive(place), row));
            },
        );
        self.scratch = scratch;
    }

    fn add_pull(&mut self, from: &Sources<'_>, pull: &PullRow, space: &mut ContactSpace) {
        let Some((give, wanted)) = pull.as_row() else {
            return;
        };
        let first = Bound::Grasp { most: pull.most() };
        let guess = pull.impulse();
        self.add_three(from, Source::Pull, pull.grip(), space, |k| ContactRow {
            bound: if k == 0 { first } else { Bound::Along },
            give,
            moving: wanted[k],
            kept: wanted[k],
            impulse: guess[k],
        });
    }

    fn add_pin(&mut self, from: &Sources<'_>, pin: usize, space: &mut ContactSpace) {
        let hold = from.now.state.holds.pins[pin];
        let error = hold.grip.position(from.now.state) - hold.place;
        let back = (error * (-RECOVERY / from.now.h)).clamp_length_max(STOP_RECOVERY);
        self.add_three(from, Source::Pin(pin), hold.grip, space, |k| ContactRow {
            bound: Bound::Free,
            give: 0.0,
            moving: back[k],
            kept: 0.0,
            impulse: hold.impulse[k],
        });
    }

    fn add_three(
        &mut self,
        from: &Sources<'_>,
        source: Source,
        grip: Attachment,
        space: &mut ContactSpace,
        row: impl Fn(usize) -> ContactRow,
    ) {
        for (k, axis) in DVec3::AXES.into_iter().enumerate() {
            let world = Attachment::World(DVec3::ZERO);
            if !self.list(from, [grip, world], axis) {
                return;
            }
            let index = space.add(from.now, row(k), &self.blocks);
            if k == 0 {
                self.sources.push((source, index));
            }
        }
    }

    /// Lists the blocks of the distance of two points along a direction; false if nothing of
    /// it takes part.
    fn list(&mut self, from: &Sources<'_>, [a, b]: [Attachment; 2], direction: DVec3) -> bool {
        let (state, slots) = (from.now.state, from.now.slots);
        self.blocks.clear();
        of_point(&mut self.blocks, state, slots, a, direction);
        of_point(&mut self.blocks, state, slots, b, -direction);
        self.blocks.retain(|block| from.takes_part(block.slot));
        !self.blocks.is_empty()
    }

    /// Gives contacts, pull and pins their impulses.
    pub fn give_back(
        &self,
        space: &ContactSpace,
        state: &mut State,
        contacts: &mut [Contact],
        pull: Option<&mut PullRow>,
        drives: &mut Drives,
    ) {
        let rows = space.rows();
        let three = |first: usize| DVec3::from_array([0, 1, 2].map(|k| rows[first + k].impulse));
        let mut pull = pull;
        for &(source, first) in &self.sources {
            match source {
                Source::Contact(index) => {
                    let contact = &mut contacts[index];
                    contact.normal_impulse = rows[first].impulse;
                    if contact.material.friction > 0.0 {
                        let (one, other) = contact.normal.any_orthonormal_pair();
                        contact.friction_impulse =
                            one * rows[first + 1].impulse + other * rows[first + 2].impulse;
                    }
                }
                Source::Pull => {
                    if let Some(pull) = &mut pull {
                        pull.set_impulse(three(first));
                    }
                }
                Source::Drive(place) => drives.set_impulse(place, rows[first].impulse),
                Source::Pin(pin) => state.holds.pins[pin].impulse = three(first),
                Source::Constraint { .. } => {}
            }
        }
    }

    /// The rows of drives that push an assembly, each with its place among the drives of the
    /// substep.
    pub fn drives_of<'a>(
        &'a self,
        space: &'a ContactSpace,
        assembly: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let rows = space.rows_of(assembly).iter();
        rows.filter_map(|&row| match self.source_of(row) {
            Source::Drive(place) => Some((row, place)),
            _ => None,
        })
    }

    /// Where a row comes from.
    fn source_of(&self, row: usize) -> Source {
        let place = self.sources.partition_point(|&(_, first)| first <= row) - 1;
        self.sources[place].0
    }

    /// Lists the drives that push an assembly; returns whether they are all springs that can act
    /// as forces, and nothing else pushes it.
    pub fn list_springs(
        &self,
        space: &ContactSpace,
        (model, state, assembly): (&Model, &State, usize),
        drives: &Drives,
        springs: &mut Vec<usize>,
    ) -> bool {
        springs.clear();
        for &row in space.rows_of(assembly) {
            match self.source_of(row) {
                Source::Drive(place) => {
                    let drive = &drives.rows()[place];
                    if space.is_shared(row) || !drive.can_be_force(model, state) {
                        return false;
                    }
                    springs.push(drive.index());
                }
                _ if space.pushes(row) => return false,
                _ => {}
            }
        }
        !springs.is_empty()
    }

    /// Visits what pushed, each with its rows; contacts last and all at once.
    pub fn each_push(
        &self,
        space: &ContactSpace,
        drives: &Drives,
        mut visit: impl FnMut(SolverEvent, std::ops::Range<usize>),
    ) {
        let mut contacts_from = space.rows().len();
        for (i, &(source, first)) in self.sources.iter().enumerate() {
            let next = self.sources.get(i + 1).map(|&(_, next)| next);
            let rows = first..next.unwrap_or(space.rows().len());
            match source {
                Source::Constraint { place, .. } => {
                    let constraint = self.first_row.partition_point(|&first| first <= place) - 1;
                    visit(SolverEvent::Velocity(constraint), rows);
                }
                Source::Drive(place) => visit(drives.rows()[place].event(), rows),
                Source::Pull => visit(SolverEvent::Pull, rows),
                Source::Pin(_) => visit(SolverEvent::Pins, rows),
                Source::Contact(_) => {
                    contacts_from = first;
                    break;
                }
            }
        }
        visit(SolverEvent::Contacts, contacts_from..space.rows().len());
    }

    /// Impulses of rows of constraints, with their places in the memory.
    pub fn known<'a>(
        &'a self,
        space: &'a ContactSpace,
    ) -> impl Iterator<Item = (usize, RowImpulse)> + 'a {
        let of_constraint = |&(source, row): &(Source, usize)| match source {
            Source::Constraint { place, side, part } => Some((place, side, part, row)),
            _ => None,
        };
        let mut rows = self.sources.iter().filter_map(of_constraint).peekable();
        std::iter::from_fn(move || {
            let (place, side, part, row) = rows.next()?;
            let mut impulse = DVec3::ZERO;
            impulse[part] = space.rows()[row].impulse;
            while let Some((_, _, part, row)) = rows.next_if(|next| next.0 == place) {
                impulse[part] = space.rows()[row].impulse;
            }
            Some((place, RowImpulse { side, impulse }))
        })
    }
}

/// Velocity of one side of a contact against the other that no row has in it, m/s: what is led,
/// or follows a path, moves by itself.
fn speed_without_rows(from: &Sources<'_>, [a, b]: [Attachment; 2]) -> DVec3 {
    let now = from.now;
    let own = |side: Attachment| match side {
        Attachment::Body { body, .. } => {
            let mover = now.model.particles.len() + body;
            match from.takes_part(now.slots.of_mover(mover)) {
                true => DVec3::ZERO,
                false => side.velocity(now.state),
            }
        }
        _ => DVec3::ZERO,
    };
    own(a) - own(b)
}

/// Whether any slot of an assembly takes part.
pub(super) fn takes_part(model: &Model, active: &Active, slots: &Slots, assembly: usize) -> bool {
    let mut all = slots.of_assembly(assembly);
    all.any(|slot| active.has(slots.articulation(model, slot)))
}
