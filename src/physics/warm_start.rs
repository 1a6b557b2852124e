//! Impulses of the last substep, from which the velocity solve of the next starts, as
//! words of the memory of a state: first five of each row of each constraint, in the
//! order of solution, then eleven of each contact that touched, by the words that name it.
//!
//! Among them is the duration of the substep. An island makes more of them when something fast
//! comes near: what carries a load needs less impulse in a shorter one, and more in a longer
//! one. A blow does not; and of a row nobody knows which of both it was.

use crate::physics::contact::Contact;
use crate::physics::model::ColliderId;
use crate::physics::state::MethodMemory;
use glam::DVec3;
use std::cmp::Ordering;

/// Words of a row: its side, its impulse, the duration.
const ROW_WORDS: usize = 5;
/// Words that name a contact: the kinds and indices of its two owners, and the feature. They are
/// numbers from zero, whose words are in the order of the numbers.
const NAME_WORDS: usize = 5;
/// Words of a contact: its name, the normal and the friction impulse, the duration, and whether
/// it was a blow.
const CONTACT_WORDS: usize = NAME_WORDS + 6;

/// What tells a contact from all others, in words.
type Name = [u64; NAME_WORDS];

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
    /// Along the normal, N·s.
    pub normal: f64,
    /// Across it, in the world, N·s.
    pub friction: DVec3,
}

/// Impulse of a contact point, as it is kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::physics) struct KeptContact {
    /// The two things.
    owners: [ColliderId; 2],
    /// The point of their manifold.
    feature: u32,
    impulse: ContactImpulse,
    /// Duration of its substep, s.
    h: f64,
    /// Whether the two met faster than what rests.
    is_blow: bool,
}

/// The memory of a state with so many rows of constraints, for a substep.
#[derive(Debug, Clone, Copy)]
pub(in crate::physics) struct WarmStart<'a> {
    rows: &'a [u64],
    contacts: &'a [u64],
    /// Duration of the substep, s.
    h: f64,
}

impl<'a> WarmStart<'a> {
    /// Of an empty memory, or one of this method, for a substep of `h` seconds.
    pub fn of(memory: &'a MethodMemory, rows: usize, h: f64) -> WarmStart<'a> {
        let (rows, contacts) = rows_and_contacts(memory, rows);
        WarmStart { rows, contacts, h }
    }

    /// Of a row, if anything is known.
    pub fn row(&self, place: usize) -> Option<RowImpulse> {
        let words = self.rows.chunks_exact(ROW_WORDS).nth(place)?;
        let [side, x, y, z, h] = [0, 1, 2, 3, 4].map(|i| f64::from_bits(words[i]));
        Some(RowImpulse {
            side: side as i8,
            impulse: DVec3::new(x, y, z) * self.share_of(h, true),
        })
    }

    /// Gives contacts the impulses that the same points had.
    pub fn warm_start<'c>(&self, contacts: impl Iterator<Item = &'c mut Contact>) {
        let mut next = 0;
        for contact in contacts {
            if let Some(found) = self.contact(contact, &mut next) {
                let normal = contact.normal;
                contact.normal_impulse = found.normal;
                contact.friction_impulse = found.friction - normal * found.friction.dot(normal);
            }
        }
    }

    /// Of the point of a contact, if it touched. `next` is where it most likely is, in the order
    /// in which contacts are kept, and becomes the place after it.
    pub fn contact(&self, contact: &Contact, next: &mut usize) -> Option<ContactImpulse> {
        let wanted = name([contact.a.owner, contact.b.owner], contact.feature);
        let place = self.place_of(&wanted, *next)?;
        *next = place + 1;
        let kept = KeptContact::from_words(self.contacts.get(place * CONTACT_WORDS..)?)?;
        let (impulse, share) = (kept.impulse, self.share_of(kept.h, kept.is_blow));
        Some(ContactImpulse {
            normal: impulse.normal * share,
            friction: impulse.friction * share,
        })
    }

    /// Share of an impulse of a substep of another duration, s, with which this one starts.
    fn share_of(&self, h: f64, may_be_blow: bool) -> f64 {
        if self.h < h || (self.h > h && h > 0.0 && !may_be_blow) {
            self.h / h
        } else {
            1.0
        }
    }

    /// Where a contact is kept, if it is. It is looked for at one place first, or where it would
    /// be there, since contacts come in about the order in which they are kept.
    fn place_of(&self, wanted: &Name, likely: usize) -> Option<usize> {
        let name = |place: usize| -> Option<&Name> {
            self.contacts.get(place * CONTACT_WORDS..)?.first_chunk()
        };
        let (mut low, mut high) = (0, self.contacts.len() / CONTACT_WORDS);
        match name(likely).map(|there| wanted.cmp(there)) {
            Some(Ordering::Equal) => return Some(likely),
            Some(Ordering::Greater) => low = likely + 1,
            Some(Ordering::Less) | None => {
                high = likely.min(high);
                let before = likely.checked_sub(1).and_then(name);
                if before.is_some_and(|before| before < wanted) {
                    return None;
                }
            }
        }
        while low < high {
            let middle = (low + high) / 2;
            match name(middle)?.cmp(wanted) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }
}

/// The words of so many rows, and those of contacts.
fn rows_and_contacts(memory: &MethodMemory, rows: usize) -> (&[u64], &[u64]) {
    let cut = (rows * ROW_WORDS).min(memory.words.len());
    memory.words.split_at(cut)
}

/// Keeps the impulses of rows in a substep of `h` seconds, each with its place; those of
/// `forgotten` rows are zero.
pub(in crate::physics) fn keep_rows(
    memory: &mut MethodMemory,
    (rows, h): (usize, f64),
    forgotten: impl Iterator<Item = usize>,
    known: impl Iterator<Item = (usize, RowImpulse)>,
) {
    let words = &mut memory.words;
    words.resize(rows * ROW_WORDS, 0);
    for place in forgotten {
        words[place * ROW_WORDS..][..ROW_WORDS].fill(0);
    }
    for (place, row) in known {
        let [x, y, z] = row.impulse.to_array();
        let values = [f64::from(row.side), x, y, z, h];
        words[place * ROW_WORDS..][..ROW_WORDS].copy_from_slice(&values.map(f64::to_bits));
    }
}

/// The impulses of the contacts for whose owners a condition holds, in a list.
pub(in crate::physics) fn list_contacts(
    memory: &MethodMemory,
    rows: usize,
    list: &mut Vec<KeptContact>,
    holds: impl Fn([ColliderId; 2]) -> bool,
) {
    let (_, words) = rows_and_contacts(memory, rows);
    let known = words.chunks_exact(CONTACT_WORDS);
    let known = known.filter_map(KeptContact::from_words);
    list.extend(known.filter(|known| holds(known.owners)));
}

/// Keeps the impulses of those contacts that touch in a substep of `h` seconds, after the rows,
/// and those that are listed already.
pub(in crate::physics) fn keep_contacts<'a>(
    memory: &mut MethodMemory,
    (contacts, h): (impl Iterator<Item = &'a Contact>, f64),
    sorted: &mut Vec<KeptContact>,
) {
    sorted.extend(
        contacts
            .filter(|c| c.normal_impulse > 0.0)
            .map(|c| KeptContact {
                owners: [c.a.owner, c.b.owner],
                feature: c.feature,
                impulse: ContactImpulse {
                    normal: c.normal_impulse,
                    friction: c.friction_impulse,
                },
                h,
                is_blow: c.bounces(),
            }),
    );
    // For the search in the next substep.
    sorted.sort_unstable_by_key(KeptContact::name);
    for known in sorted {
        memory.words.extend(known.words());
    }
}

/// The words that name a contact of two things.
fn name(owners: [ColliderId; 2], feature: u32) -> Name {
    let [(kind_a, a), (kind_b, b)] = owners.map(ColliderId::number);
    let numbers = [
        f64::from(kind_a),
        a as f64,
        f64::from(kind_b),
        b as f64,
        f64::from(feature),
    ];
    numbers.map(f64::to_bits)
}

impl KeptContact {
    fn name(&self) -> Name {
        name(self.owners, self.feature)
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        let [x, y, z] = self.impulse.friction.to_array();
        let is_blow = f64::from(u8::from(self.is_blow));
        let values = [self.impulse.normal, x, y, z, self.h, is_blow].map(f64::to_bits);
        self.name().into_iter().chain(values)
    }

    fn from_words(words: &[u64]) -> Option<KeptContact> {
        let words: &[u64; CONTACT_WORDS] = words.first_chunk()?;
        let [kind_a, a, kind_b, b, feature, normal, x, y, z, h, is_blow] =
            words.map(f64::from_bits);
        let owner = |kind: f64, index: f64| ColliderId::from_number(kind as u8, index as usize);
        Some(KeptContact {
            owners: [owner(kind_a, a)?, owner(kind_b, b)?],
            feature: feature as u32,
            impulse: ContactImpulse {
                normal,
                friction: DVec3::new(x, y, z),
            },
            h,
            is_blow: is_blow != 0.0,
        })
    }
}
