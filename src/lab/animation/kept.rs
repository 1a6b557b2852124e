//! An animated ragdoll as a scene that goes on with it.

use super::{Mover, Player};
use crate::character::clip::Placement;
use crate::physics::math::vector_from_rotation;
use crate::scene::Ragdoll;
use glam::{DQuat, DVec3};

impl Player {
    /// Lets a ragdoll of a document begin where this one is in its clip. What physics has, or
    /// what is on its way up, keeps the pose that it was given; a recoil is left out.
    pub fn keep(&self, ragdoll: &mut Ragdoll) {
        let Some(animation) = &mut ragdoll.animation else {
            return;
        };
        let elapsed_s = self.elapsed_s;
        let hand_over_s = animation.hand_over_at_s.map(|at_s| at_s - elapsed_s);
        animation.hand_over_at_s = hand_over_s.filter(|at_s| *at_s > 0.0);
        if self.mover() == Mover::Physics || !self.course.is_plain() {
            return;
        }
        let clip = self.course.clip(&self.animated);
        (_, animation.start_s) = clip.within(self.course.clock_s);
        ragdoll.pose = None;
        let root = self.animated.skeleton.bones()[0].centre;
        self.stand(ragdoll, &self.placement(), root);
    }

    /// Gives a ragdoll the place and the heading with which its figure is placed so. An
    /// orientation turns it about its root after that.
    fn stand(&self, ragdoll: &mut Ragdoll, placement: &Placement, root: DVec3) {
        let [w, x, y, z] = ragdoll.orientation;
        let orientation = DQuat::from_xyzw(x, y, z, w).normalize();
        let heading = orientation.conjugate() * placement.turn;
        let headed = heading * root;
        let origin = placement.shift + orientation * headed - headed;
        ragdoll.position_m = origin.to_array();
        ragdoll.heading_deg = vector_from_rotation(heading).y.to_degrees();
    }
}
