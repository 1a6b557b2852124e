//! Which cases of a sweep a program does.

use crate::lab::sweep::MOST_CASES;
use std::fmt;

/// Every `of`-th case, from case `number` on. Neighbours in a sweep cost about the same,
/// so that shards do too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// All cases.
    pub const WHOLE: Shard = Shard { number: 0, of: 1 };

    /// Reads `I/N`.
    pub(in crate::cli) fn parse(text: &str) -> Result<Shard, String> {
        let refused = || "give I/N: the shard number from 0 and the number of shards, such as 0/4";
        let (number, of) = text.split_once('/').ok_or_else(refused)?;
        let count = |text: &str| text.trim().parse::<usize>().map_err(|_| refused());
        let (number, of) = (count(number)?, count(of)?);
        match of {
            1..=MOST_CASES if number < of => Ok(Shard { number, of }),
            1..=MOST_CASES => Err(format!(
                "there is no shard {number} of {of}; use 0 to {}",
                of - 1
            )),
            _ => Err(format!("out of range; use from 1 to {MOST_CASES} shards")),
        }
    }

    /// Its cases among `count`.
    pub(super) fn cases(self, count: usize) -> impl Iterator<Item = usize> {
        (self.number..count).step_by(self.of)
    }

    /// The shard of as many that does a case.
    pub(super) fn doing(self, case: usize) -> Shard {
        Shard {
            number: case % self.of,
            of: self.of,
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_do_every_case_once() {
        let mut cases: Vec<usize> = (0..4)
            .flat_map(|number| Shard { number, of: 4 }.cases(10))
            .collect();
        cases.sort_unstable();
        assert_eq!(cases, (0..10).collect::<Vec<_>>());
        assert_eq!(Shard { number: 3, of: 4 }.cases(3).count(), 0);
        assert_eq!(Shard { number: 0, of: 4 }.doing(7).to_string(), "3/4");
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!(
            Shard::parse("1/4").map(|shard| shard.to_string()),
            Ok("1/4".into())
        );
        for text in [
            "",
            "1",
            "4/4",
            "1/0",
            "-1/4",
            "a/b",
            "0/1000001",
            "1/4/2",
            "0.5/2",
        ] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }
}
