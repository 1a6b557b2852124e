//! The takes: runs that were left, to be played again.

use crate::lab::{Input, Recording, ShotResult};

/// Most takes; the oldest goes when there is one more.
const MOST: usize = 50;

/// A run that was left.
#[derive(Debug, Clone)]
pub struct Take {
    /// What a person calls it.
    pub name: String,
    /// How to do it again.
    pub recording: Recording,
    /// Its length, s.
    pub seconds: f64,
    /// What its last shot did.
    pub result: Option<ShotResult>,
}

impl Take {
    /// Horizontal distance that its last shot made the figure travel, m.
    pub fn travel_m(&self) -> Option<f64> {
        let hit = self.result.as_ref().filter(|shot| shot.first_hit.is_some());
        hit.map(|shot| shot.travel_m())
    }
}

/// All takes, oldest first.
#[derive(Debug, Clone, Default)]
pub struct Takes {
    list: Vec<Take>,
    /// The one that plays.
    chosen: Option<usize>,
    /// How many there were so far.
    count: usize,
}

impl Takes {
    /// All, oldest first.
    pub fn list(&self) -> &[Take] {
        &self.list
    }

    /// The one that plays, by its place.
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Says which one plays.
    pub fn choose(&mut self, chosen: Option<usize>) {
        self.chosen = chosen.filter(|index| *index < self.list.len());
    }

    /// Adds a run with a name of its own, unless it is there already; its place.
    pub fn keep(
        &mut self,
        recording: Recording,
        seconds: f64,
        result: Option<ShotResult>,
    ) -> usize {
        let same = |take: &Take| {
            let known = &take.recording;
            (known.hash, known.steps) == (recording.hash, recording.steps)
        };
        if let Some(index) = self.list.iter().position(same) {
            return index;
        }
        if self.list.len() == MOST {
            self.remove(0);
        }
        self.count += 1;
        self.list.push(Take {
            name: format!("Take {}", self.count),
            recording,
            seconds,
            result,
        });
        self.list.len() - 1
    }

    /// Gives a take another name.
    pub fn rename(&mut self, index: usize, name: &str) {
        let name = name.trim();
        if let Some(take) = self.list.get_mut(index).filter(|_| !name.is_empty()) {
            take.name = name.to_owned();
        }
    }

    /// Takes a take out.
    pub fn remove(&mut self, index: usize) {
        if index >= self.list.len() {
            return;
        }
        self.list.remove(index);
        self.chosen = match self.chosen {
            Some(chosen) if chosen == index => None,
            Some(chosen) if chosen > index => Some(chosen - 1),
            other => other,
        };
    }
}

/// Whether a run that is left for a new one is worth a take: somebody played with it.
pub fn is_worth_keeping(recording: &Recording) -> bool {
    let plays = |input: &Input| {
        matches!(
            input,
            Input::Throw(_) | Input::Pull { .. } | Input::Blast(_) | Input::HandOver(_)
        )
    };
    recording.inputs.iter().any(|(_, input)| plays(input))
}
