//! What a state has of the things that are drawn: one from within a step may be of a world
//! with other things than the one whose joints and pulls are shown.

use crate::physics::{Attachment, Frame, State};
use glam::{DQuat, DVec3};

/// Where something is gripped, m; none in a state that has it not.
pub(super) fn position_of(grip: Attachment, state: &State) -> Option<DVec3> {
    let has = |particle: usize| particle < state.particles.len();
    let is_there = match grip {
        Attachment::World(_) => true,
        Attachment::Particle(particle) => has(particle),
        Attachment::Particles { ix, .. } => ix.into_iter().all(has),
        Attachment::Limb { a, b, .. } => has(a) && has(b),
        Attachment::Body { body, .. } => body < state.bodies.len(),
    };
    is_there.then(|| grip.position(state))
}

/// How a frame is turned, frame to world; none in a state that has it not.
pub(super) fn orientation_of(frame: Frame, state: &State) -> Option<DQuat> {
    match frame {
        Frame::World => Some(DQuat::IDENTITY),
        Frame::Body(body) => Some(state.bodies.get(body)?.orientation),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::BodyState;

    #[test]
    fn what_a_state_has_not_is_nowhere() {
        let state = State {
            bodies: vec![BodyState::default()],
            ..State::default()
        };
        let at = |grip: Attachment| position_of(grip, &state);
        assert_eq!(at(Attachment::World(DVec3::X)), Some(DVec3::X));
        assert_eq!(at(Attachment::centre_of(0)), Some(DVec3::ZERO));
        assert_eq!(at(Attachment::centre_of(1)), None);
        assert_eq!(at(Attachment::Particle(0)), None);
        assert_eq!(at(Attachment::on_stick(0, 1, 0.5)), None);
        assert!(orientation_of(Frame::Body(0), &state).is_some());
        assert!(orientation_of(Frame::Body(1), &state).is_none());
    }
}
