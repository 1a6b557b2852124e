//! What was touched in the last step. What is stepped in batches tells how deep it is and how
//! fast it bounced; its contacts and bounces are found out only when they are asked for.

use super::World;
use crate::physics::contact::Contact;
use crate::physics::lanes::Touches;
use crate::physics::step::Impact;
use crate::physics::ColliderId;

impl World {
    /// Contacts of the last substep; those of batches come last.
    pub fn contacts(&self) -> &[Contact] {
        self.touches()
            .map_or(self.listed_contacts(), |all| &all.contacts)
    }

    /// Contacts of the last substep but those of batches, which are with planes only.
    pub fn listed_contacts(&self) -> &[Contact] {
        &self.parts.contacts
    }

    /// Bounces of the last step; those of batches come last, one articulation after the other.
    pub fn impacts(&self) -> &[Impact] {
        self.touches()
            .map_or(&self.parts.impacts, |all| &all.impacts)
    }

    /// What was touched, if anything in a batch was.
    fn touches(&self) -> Option<&Touches> {
        let batches = &self.parts.batches;
        batches.iter().any(|report| report.touches()).then(|| {
            self.touches.get_or_init(|| {
                let settings = &self.model.settings;
                let in_batches = self.method.touches_of_batches(settings, &self.previous);
                Touches {
                    contacts: [&self.parts.contacts[..], &in_batches.contacts].concat(),
                    impacts: [&self.parts.impacts[..], &in_batches.impacts].concat(),
                }
            })
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
}
