//! A part that is hit deviates from the clip as physics has it, and returns.
//!
//! A part has a weight: 1 is physics, 0 the clip. What counts is the turn of each joint, so that
//! pins stay closed. Physics goes on from the mixed pose; so a weight that falls from `w` to `w'`
//! within a step leaves `w' / w` of the deviation, and all together leave `w` of it at any
//! time. The weight of a part that only gives way in sympathy is less from the begin.
//!
//! Mixed per vertex, physics keeps the parts that were hit until the return is over, and the
//! weights say how the skins of both skeletons are mixed for the eye.

use crate::character::clip::{ease, Placement, Skeleton};
use crate::physics::{BodyState, Pose};
use crate::scene;
use glam::DVec3;

/// A recoil under way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recoil {
    settings: scene::Recoil,
    /// Since the last hit, s; none before the first.
    since_s: Option<f64>,
    /// Per part, its weight when it is hit; the place of the root goes with that of the root.
    full: Vec<f64>,
    /// Per part, its weight now.
    now: Vec<f64>,
    /// Per part, how much of its deviation the last step leaves.
    left: Vec<f64>,
}

impl Recoil {
    /// Of a figure of so many parts, before anything is hit.
    pub fn new(settings: scene::Recoil, parts: usize) -> Recoil {
        Recoil {
            settings,
            since_s: None,
            full: vec![0.0; parts],
            now: vec![1.0; parts],
            left: vec![1.0; parts],
        }
    }

    /// The numbers of the scene.
    pub fn settings(&self) -> &scene::Recoil {
        &self.settings
    }

    /// Whether nothing has been hit yet.
    pub fn has_not_begun(&self) -> bool {
        self.since_s.is_none()
    }

    /// Gives physics those parts, all outward of them, and, less and less, some inward.
    pub fn strike(&mut self, skeleton: &Skeleton, parts: &[usize]) {
        if self.settings.whole {
            return self.strike_all();
        }
        for &part in parts {
            for (other, full) in self.full.iter_mut().enumerate() {
                if skeleton.is_outward_of(other, part) {
                    *full = 1.0;
                }
            }
            let mut at = part;
            for joint in 1..=self.settings.spread {
                // The root holds the figure up: it gives way only when it is hit itself.
                let inward = skeleton.bones()[at].parent;
                let Some(inward) = inward.filter(|&part| part != skeleton.order()[0]) else {
                    break;
                };
                let share = f64::from(joint) / (f64::from(self.settings.spread) + 1.0);
                self.full[inward] = self.full[inward].max(1.0 - share);
                at = inward;
            }
        }
        self.since_s = Some(0.0);
    }

    /// Gives physics all parts.
    pub fn strike_all(&mut self) {
        self.full.fill(1.0);
        self.since_s = Some(0.0);
    }

    /// Lets `h` seconds pass.
    pub fn advance(&mut self, h: f64) {
        let since_s = self.since_s.unwrap_or(0.0) + h;
        self.since_s = Some(since_s);
        let share = self.share(since_s);
        let weights = self.full.iter().zip(&mut self.now).zip(&mut self.left);
        for ((full, now), left) in weights {
            let next = full * share;
            *left = match *now > 0.0 {
                _ if self.settings.per_vertex => full.ceil(),
                true => (next / *now).min(1.0),
                false => 0.0,
            };
            *now = next;
        }
    }

    /// Per part, how much of it is physics now.
    pub fn weights(&self) -> &[f64] {
        &self.now
    }

    /// Whether it has returned to the clip.
    pub fn is_over(&self) -> bool {
        self.now.iter().all(|weight| *weight == 0.0)
    }

    /// Part of the full weights so long after the hit.
    fn share(&self, since_s: f64) -> f64 {
        let returning_s = since_s - self.settings.limp_s;
        // Within rounding of the summed steps.
        match returning_s >= self.settings.return_s - 1e-9 {
            true => 0.0,
            false => 1.0 - ease(returning_s / self.settings.return_s),
        }
    }

    /// Mixes where the clip and physics have the parts, and how they move.
    pub fn mix(
        &self,
        skeleton: &Skeleton,
        placement: &Placement,
        clip: &[BodyState],
        simulated: &[BodyState],
    ) -> Vec<BodyState> {
        let poses =
            |bodies: &[BodyState]| -> Vec<Pose> { bodies.iter().map(|body| body.pose()).collect() };
        let [a, b] = [clip, simulated].map(|bodies| skeleton.pose_of(&poses(bodies), placement));
        let root = skeleton.order()[0];
        let mixed = a.toward(&b, self.left[root], |part| self.left[part]);
        let places = skeleton.place(&mixed, placement);
        let mut motions: Vec<BodyState> = simulated.to_vec();
        let mut alike = vec![None; places.len()];
        for &part in skeleton.order() {
            let parent = skeleton.bones()[part].parent;
            // What all joints inward have in common: the clip or physics, to the bit.
            let inward = parent.map_or(Some(self.left[part]), |parent| alike[parent]);
            let own = self.left[part];
            alike[part] =
                Some(own).filter(|own| Some(*own) == inward && (*own == 0.0 || *own == 1.0));
            motions[part] = match alike[part] {
                Some(1.0) => simulated[part],
                Some(_) => clip[part],
                None => BodyState {
                    position: places[part].position,
                    orientation: places[part].orientation,
                    ..self.velocity(skeleton, part, (&places, &motions), [clip, simulated])
                },
            };
        }
        motions
    }

    /// How a part moves whose joint turns in part as the clip and in part as physics has it, at
    /// a parent of which that is known.
    fn velocity(
        &self,
        skeleton: &Skeleton,
        part: usize,
        (places, known): (&[Pose], &[BodyState]),
        sides: [&[BodyState]; 2],
    ) -> BodyState {
        let share = self.left[part];
        let bone = &skeleton.bones()[part];
        let Some(parent) = bone.parent else {
            let [a, b] = sides.map(|side| &side[part]);
            return BodyState {
                velocity: a.velocity.lerp(b.velocity, share),
                angular_velocity: a.angular_velocity.lerp(b.angular_velocity, share),
                ..BodyState::default()
            };
        };
        let [a, b] = sides.map(|side| -> DVec3 {
            let against = side[part].angular_velocity - side[parent].angular_velocity;
            side[parent].orientation.conjugate() * against
        });
        let holder = &known[parent];
        let angular_velocity =
            holder.angular_velocity + places[parent].orientation * a.lerp(b, share);
        let turn = places[part].orientation * bone.orientation.conjugate();
        let arm = turn * (bone.pin - bone.centre);
        let pin = places[part].position + arm - places[parent].position;
        BodyState {
            velocity: holder.velocity + holder.angular_velocity.cross(pin)
                - angular_velocity.cross(arm),
            angular_velocity,
            ..BodyState::default()
        }
    }
}
