//! What was touched in the last step. What is stepped in batches tells how deep it is and how
//! fast it bounced; its contacts and bounces are found out only when they are asked for.

use super::World;
use crate::physics::contact::Contact;
use crate::physics::step::{BatchReport, Impact};
use crate::physics::ColliderId;
use std::cell::OnceCell;

/// Contacts and bounces of the last step with those of batches, once they have been asked for.
#[derive(Default)]
pub(super) struct Found {
    contacts: OnceCell<Vec<Contact>>,
    impacts: OnceCell<Vec<Impact>>,
}

impl World {
    /// Contacts of the last substep; those of batches come last.
    pub fn contacts(&self) -> &[Contact] {
        let listed = &self.parts.contacts;
        if !self.any_in_batches(|report| report.near) {
            return listed;
        }
        self.found.contacts.get_or_init(|| {
            let mut all = listed.clone();
            let settings = &self.model.settings;
            all.extend(self.method.contacts_of_batches(settings, &self.previous));
            all
        })
    }

    /// Bounces of the last step; those of batches come last.
    pub fn impacts(&self) -> &[Impact] {
        let listed = &self.parts.impacts;
        if !self.any_in_batches(|report| report.approach < 0.0) {
            return listed;
        }
        self.found.impacts.get_or_init(|| {
            let mut all = listed.clone();
            let settings = &self.model.settings;
            all.extend(self.method.impacts_of_batches(settings, &self.previous));
            all
        })
    }

    /// Bounces of the last step with others than obstacles: what batches never have.
    pub fn impacts_of_movers(&self) -> impl Iterator<Item = &Impact> {
        let is_obstacle = |owner: &ColliderId| matches!(owner, ColliderId::Obstacle(_));
        let listed = self.parts.impacts.iter();
        listed.filter(move |impact| !impact.owners.iter().any(is_obstacle))
    }

    /// How deep surfaces are in each other after the last step at most, m; zero if none are.
    pub fn deepest_penetration(&self) -> f64 {
        let listed = self.parts.contacts.iter().map(|c| -c.gap(&self.state));
        let in_batches = self.parts.batches.iter().map(|report| report.depth);
        listed.chain(in_batches).fold(0.0, f64::max)
    }

    /// Normal speed before the fastest bounce of the last step, m/s, negative; zero without one.
    pub fn fastest_approach(&self) -> f64 {
        let listed = self.parts.impacts.iter().map(|impact| impact.approach);
        let in_batches = self.parts.batches.iter().map(|report| report.approach);
        listed.chain(in_batches).fold(0.0, f64::min)
    }

    fn any_in_batches(&self, holds: impl FnMut(&BatchReport) -> bool) -> bool {
        self.parts.batches.iter().any(holds)
    }
}
