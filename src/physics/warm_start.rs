//! Impulses of the last substep, from which the velocity solve of the next starts, as
//! words of the memory of a state: first four of each row of each constraint, in the
//! order of solution, then nine of each contact that touched, by owners and feature.

use crate::physics::contact::Contact;
use crate::physics::model::ColliderId;
use crate::physics::state::MethodMemory;
use glam::DVec3;

/// Words of a row: its side, then its impulse.
const ROW_WORDS: usize = 4;
/// Words of a contact: two owners, the feature, the normal and the friction impulse.
const CONTACT_WORDS: usize = 9;

/// Impulse of a row of a constraint.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::physics) struct RowImpulse {
    /// Which way an inequality pushes: 0 none, 1 along, −1 against its coordinate.
    pub side: i8,
    /// Impulse, N·s or N·m·s; a scalar is kept in x.
    pub impulse: DVec3,
}

/// Impulse of a contact point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::physics) struct ContactImpulse {
    /// The two things.
    owners: [ColliderId; 2],
    /// The point of their manifold.
    feature: u32,
    /// Along the normal, N·s.
    pub normal: f64,
    /// Across it, in the world, N·s.
    pub friction: DVec3,
}

/// The memory of a state with so many rows of constraints.
#[derive(Debug, Clone, Copy)]
pub(in crate::physics) struct WarmStart<'a> {
    rows: &'a [u64],
    contacts: &'a [u64],
}

impl<'a> WarmStart<'a> {
    /// Of an empty memory, or one of this method.
    pub fn of(memory: &'a MethodMemory, rows: usize) -> WarmStart<'a> {
        let cut = (rows * ROW_WORDS).min(memory.words.len());
        let (rows, contacts) = memory.words.split_at(cut);
        WarmStart { rows, contacts }
    }

    /// Of a row, if anything is known.
    pub fn row(&self, place: usize) -> Option<RowImpulse> {
        let words = self.rows.chunks_exact(ROW_WORDS).nth(place)?;
        let [side, x, y, z] = [0, 1, 2, 3].map(|i| f64::from_bits(words[i]));
        Some(RowImpulse {
            side: side as i8,
            impulse: DVec3::new(x, y, z),
        })
    }

    /// Of the point of a contact, if it touched. `next` is where it most likely is, in the order
    /// in which contacts are kept, and becomes the place after it.
    pub fn contact(&self, contact: &Contact, next: &mut usize) -> Option<ContactImpulse> {
        let wanted = ([contact.a.owner, contact.b.owner], contact.feature);
        let at = |place: usize| {
            let words = self.contacts.get(place * CONTACT_WORDS..)?;
            ContactImpulse::from_words(words)
        };
        let is_wanted = |known: &ContactImpulse| (known.owners, known.feature) == wanted;
        if let Some(found) = at(*next).filter(is_wanted) {
            *next += 1;
            return Some(found);
        }
        let (mut low, mut high) = (0, self.contacts.len() / CONTACT_WORDS);
        while low < high {
            let middle = (low + high) / 2;
            let found = at(middle)?;
            match (found.owners, found.feature).cmp(&wanted) {
                std::cmp::Ordering::Equal => {
                    *next = middle + 1;
                    return Some(found);
                }
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// Keeps the impulses of rows, each with its place; those of `forgotten` rows are zero.
pub(in crate::physics) fn keep_rows(
    memory: &mut MethodMemory,
    rows: usize,
    forgotten: impl Iterator<Item = usize>,
    known: impl Iterator<Item = (usize, RowImpulse)>,
) {
    let words = &mut memory.words;
    words.resize(rows * ROW_WORDS, 0);
    for place in forgotten {
        words[place * ROW_WORDS..][..ROW_WORDS].fill(0);
    }
    for (place, row) in known {
        let values = [
            f64::from(row.side),
            row.impulse.x,
            row.impulse.y,
            row.impulse.z,
        ];
        words[place * ROW_WORDS..][..ROW_WORDS].copy_from_slice(&values.map(f64::to_bits));
    }
}

/// The impulses of the contacts for whose owners a condition holds, in a list.
pub(in crate::physics) fn list_contacts(
    memory: &MethodMemory,
    rows: usize,
    list: &mut Vec<ContactImpulse>,
    holds: impl Fn([ColliderId; 2]) -> bool,
) {
    let words = WarmStart::of(memory, rows).contacts;
    let known = words.chunks_exact(CONTACT_WORDS);
    let known = known.filter_map(ContactImpulse::from_words);
    list.extend(known.filter(|known| holds(known.owners)));
}

/// Keeps the impulses of those contacts that touch, after the rows, and those that are
/// listed already.
pub(in crate::physics) fn keep_contacts<'a>(
    memory: &mut MethodMemory,
    contacts: impl Iterator<Item = &'a Contact>,
    sorted: &mut Vec<ContactImpulse>,
) {
    sorted.extend(
        contacts
            .filter(|c| c.normal_impulse > 0.0)
            .map(|c| ContactImpulse {
                owners: [c.a.owner, c.b.owner],
                feature: c.feature,
                normal: c.normal_impulse,
                friction: c.friction_impulse,
            }),
    );
    // For the search in the next substep.
    sorted.sort_unstable_by_key(|known| (known.owners, known.feature));
    for known in sorted {
        memory.words.extend(known.words());
    }
}

impl ContactImpulse {
    fn words(&self) -> [u64; CONTACT_WORDS] {
        let [(kind_a, a), (kind_b, b)] = self.owners.map(ColliderId::number);
        let values = [
            f64::from(kind_a),
            a as f64,
            f64::from(kind_b),
            b as f64,
            f64::from(self.feature),
            self.normal,
            self.friction.x,
            self.friction.y,
            self.friction.z,
        ];
        values.map(f64::to_bits)
    }

    fn from_words(words: &[u64]) -> Option<ContactImpulse> {
        let words: &[u64; CONTACT_WORDS] = words.first_chunk()?;
        let [kind_a, a, kind_b, b, feature, normal, x, y, z] = words.map(f64::from_bits);
        let owner = |kind: f64, index: f64| ColliderId::from_number(kind as u8, index as usize);
        Some(ContactImpulse {
            owners: [owner(kind_a, a)?, owner(kind_b, b)?],
            feature: feature as u32,
            normal,
            friction: DVec3::new(x, y, z),
        })
    }
}
