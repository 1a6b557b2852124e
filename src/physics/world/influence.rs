//! What is done to a world between two steps: hands, pins, blasts, where drives lead.

use super::World;
use crate::physics::attach::Attachment;
use crate::physics::blast::Blast;
use crate::physics::drive::{Aim, Aims};
use crate::physics::hold::{is_within_reach, Holds, Pull, Spring, WorldPin};
use crate::physics::island::wake;
use glam::DVec3;

impl World {
    /// What a hand pulls, and what is pinned.
    pub fn holds(&self) -> &Holds {
        &self.state.holds
    }

    /// Pulls a point towards a target, m, from now on; false if any of it makes no
    /// sense, or the point follows a path. There is one hand: what it pulled before, it lets go.
    pub fn pull(&mut self, grip: Attachment, target: DVec3, spring: Spring) -> bool {
        let can_move = grip.is_in(&self.model) && grip.articulation(&self.model).is_some();
        if !can_move || !is_within_reach(target) || !spring.is_sound() {
            return false;
        }
        let before = self.state.holds.pull.filter(|pull| pull.grip == grip);
        self.state.holds.pull = Some(Pull {
            grip,
            target,
            spring,
            impulse: before.map_or(DVec3::ZERO, |pull| pull.impulse),
        });
        true
    }

    /// Lets go of what is pulled; false if nothing is.
    pub fn release(&mut self) -> bool {
        self.state.holds.pull.take().is_some()
    }

    /// Pins a point where it is; false if it is in nothing that moves.
    pub fn pin(&mut self, grip: Attachment) -> bool {
        if !grip.is_in(&self.model) || grip.articulation(&self.model).is_none() {
            return false;
        }
        let place = grip.position(&self.state);
        self.state.holds.pins.push(WorldPin {
            grip,
            place,
            impulse: DVec3::ZERO,
        });
        true
    }

    /// Takes all pins out and wakes what hung from them; false if there are none.
    pub fn free_all(&mut self) -> bool {
        let pins = std::mem::take(&mut self.state.holds.pins);
        for articulation in pins
            .iter()
            .filter_map(|pin| pin.grip.articulation(&self.model))
        {
            wake(&mut self.state, articulation);
        }
        !pins.is_empty()
    }

    /// Lets the springs of ball joints lead elsewhere from now on, and wakes what is led to another
    /// place; false, and nothing is changed, if a constraint has no such spring
    /// ([`Drive::led_by_aims`](crate::physics::Drive::led_by_aims)) or numbers make no sense. An aim turns on with its angular
    /// velocity until it is given anew, and is a part of the state.
    pub fn aim_drives(&mut self, aims: &[Aim]) -> bool {
        let is_possible = |aim: &Aim| aim.is_sound() && self.model.can_aim(aim.constraint);
        if !aims.iter().all(is_possible) {
            return false;
        }
        for aim in aims {
            if self.state.aims.of(aim.constraint) != Some(aim) {
                self.state.aims.set(*aim);
                if let Some(articulation) = self.model.articulation_of(aim.constraint) {
                    wake(&mut self.state, articulation);
                }
            }
        }
        true
    }

    /// Lets all drives lead to the targets of the model again and wakes what was led elsewhere;
    /// false if nothing was.
    pub fn forget_aims(&mut self) -> bool {
        let aims = std::mem::take(&mut self.state.aims);
        for aim in aims.iter() {
            if let Some(articulation) = self.model.articulation_of(aim.constraint) {
                wake(&mut self.state, articulation);
            }
        }
        aims != Aims::default()
    }

    /// Lets a blast push everything near it; false if its numbers make no sense.
    pub fn blast(&mut self, blast: &Blast) -> bool {
        if blast.is_sound() {
            blast.push(&self.model, &mut self.state);
        }
        blast.is_sound()
    }
}
