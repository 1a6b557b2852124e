//! Names of bodies in a file, no two alike.

use crate::text::clean;
use std::collections::{BTreeMap, BTreeSet};

/// Most turns and ways that a joint leaves free.
const MOST_MOVES: usize = 6;

/// Names that are taken.
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// Of several with one name, the number of the next one.
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// Beside those that a format uses itself.
    pub fn beside(taken: &[&str]) -> Names {
        Names {
            taken: taken.iter().map(|&name| name.to_owned()).collect(),
            numbers: BTreeMap::new(),
        }
    }

    /// A name as this one; of several alike the later ones have a number. Formats call what
    /// belongs to a body by its name with a number of a move, so these are taken too.
    pub fn take(&mut self, name: &str) -> String {
        let name = clean(name);
        let next = self.numbers.entry(name.clone()).or_insert(1);
        loop {
            let own = match *next {
                1 => name.clone(),
                number => format!("{name} ({number})"),
            };
            *next += 1;
            let of_moves = (1..=MOST_MOVES).map(|number| format!("{own} {number}"));
            let all: Vec<String> = of_moves.chain([own.clone()]).collect();
            if all.iter().all(|name| !self.taken.contains(name)) {
                self.taken.extend(all);
                return own;
            }
        }
    }
}
