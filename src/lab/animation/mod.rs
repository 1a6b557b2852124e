//! Ragdolls that clips move until physics takes over, and the way back.
//!
//! Between two steps a player puts its ragdoll where its clip has it, with the velocities
//! `v = Δx / h` that lead on to where it will be after the next step; physics lets it lie there
//! as a sleeper. So whoever wakes it finds the velocities of the clip in the state, and the hand
//! over is no event: from then on physics moves it.
//!
//! Sources: Jakobsen, "Advanced character physics", section 7, on the inheritance of
//! velocities; Gästrin, "Physically based character simulation", sections 2.2, 7.1 and 8, on
//! recoil.

mod course;
mod follow;
mod kept;
mod recoil;
mod recorded;

use crate::compile::{Animated, IdMap};
use crate::physics::{Attachment, ColliderId, Pose, World};
use crate::scene::Id;
use course::Course;
use glam::DVec3;
use recoil::Recoil;
pub use recorded::with_pose;
use std::ops::Range;
use std::sync::Arc;

/// What moves an animated ragdoll.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    /// Its clip.
    Led,
    /// Physics and its clip, by weights.
    Recoil(Recoil),
    /// Physics, and for how long it has lain still, s.
    Free { still_s: f64 },
}

/// What moves an animated ragdoll, in short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mover {
    /// Its clip.
    Clip,
    /// Physics and its clip together: it recoils.
    Both,
    /// Physics.
    Physics,
}

/// A ragdoll whose vertices are where its clip and physics would have them, mixed
/// (Gästrin, section 2.2).
#[derive(Debug, Clone)]
pub struct VertexMix {
    /// Id of the ragdoll.
    pub ragdoll: Id,
    /// Where its clip has its parts.
    pub clip: Vec<Pose>,
    /// Per part, how much of what it moves is physics: 1 all, 0 nothing.
    pub weights: Vec<f64>,
}

/// An animated ragdoll as it plays.
#[derive(Debug, Clone)]
pub struct Player {
    id: Id,
    animated: Arc<Animated>,
    bodies: Range<usize>,
    constraints: Range<usize>,
    /// Since the start of the scene, s.
    elapsed_s: f64,
    course: Course,
    phase: Phase,
}

impl Player {
    /// The players of all ragdolls that are animated, at the start of a scene.
    pub fn all(map: &IdMap) -> Vec<Player> {
        let animated = |ragdoll: &crate::compile::RagdollMap| {
            let animated = ragdoll.animation.clone()?;
            Some(Player {
                id: ragdoll.id,
                bodies: ragdoll.bodies.clone(),
                constraints: ragdoll.constraints.clone(),
                elapsed_s: 0.0,
                course: Course::of(&animated),
                phase: match animated.is_led {
                    true => Phase::Led,
                    false => Phase::Free { still_s: 0.0 },
                },
                animated,
            })
        };
        map.ragdolls.iter().filter_map(animated).collect()
    }

    /// Takes the numbers of a changed scene of the same things.
    pub fn retake(&mut self, map: &IdMap) {
        let ragdoll = map.ragdolls.iter().find(|ragdoll| ragdoll.id == self.id);
        if let Some(animated) = ragdoll.and_then(|ragdoll| ragdoll.animation.clone()) {
            self.animated = animated;
        }
    }

    /// Id of the ragdoll.
    pub fn id(&self) -> Id {
        self.id
    }

    /// What moves it now.
    pub fn mover(&self) -> Mover {
        match self.phase {
            Phase::Led => Mover::Clip,
            Phase::Recoil(_) => Mover::Both,
            Phase::Free { .. } => Mover::Physics,
        }
    }

    /// How its vertices are mixed, with its clip as it was so many seconds ago; none unless it
    /// recoils and is mixed so.
    pub fn vertex_mix(&self, ago_s: f64) -> Option<VertexMix> {
        let Phase::Recoil(recoil) = &self.phase else {
            return None;
        };
        recoil.settings().per_vertex.then(|| VertexMix {
            ragdoll: self.id,
            clip: self.course.parts_before(&self.animated, ago_s),
            weights: recoil.weights().to_vec(),
        })
    }

    /// Name of the clip that it plays or returns to.
    pub fn clip(&self) -> &str {
        &self.course.clip(&self.animated).clip().name
    }

    /// Time in that clip, s; it goes on from loop to loop.
    pub fn clip_s(&self) -> f64 {
        self.course.clock_s
    }

    /// From the frame of the figure to the world, where its clip has it in this loop.
    pub fn placement(&self) -> crate::character::clip::Placement {
        self.course.placement_now(&self.animated)
    }

    /// How many bytes of memory it takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<Player>() + self.course.bytes()
    }

    /// Whether it would stay as it is for ever if nothing touched it.
    pub fn rests(&self) -> bool {
        match &self.phase {
            Phase::Led => self.course.rests(&self.animated),
            Phase::Recoil(_) => false,
            Phase::Free { .. } => {
                let animation = &self.animated.animation;
                animation.get_up.is_none() && !animation.muscles_follow
            }
        }
    }

    /// Lets physics take over; false if it has.
    pub fn hand_over(&mut self, world: &mut World) -> bool {
        if matches!(self.phase, Phase::Free { .. }) {
            return false;
        }
        world.wake_body(self.bodies.start);
        self.phase = Phase::Free { still_s: 0.0 };
        true
    }

    /// Moves where its clip has it by a way, m.
    pub fn shift(&mut self, by: DVec3) {
        self.course.placement.shift += by;
    }

    /// Takes in the step that the world has just made, and puts the ragdoll where it belongs
    /// before the next one.
    pub fn advance(&mut self, world: &mut World) {
        let h = world.model().settings.common.step_s;
        self.elapsed_s += h;
        match &mut self.phase {
            Phase::Led => {
                self.course.advance(&self.animated, h);
                match is_led(world, self.bodies.start) {
                    true => self.lead(world, h),
                    false => self.react(world, h),
                }
            }
            Phase::Recoil(_) => {
                self.course.advance(&self.animated, h);
                self.recoil(world, h);
            }
            Phase::Free { still_s } => {
                if self.animated.animation.muscles_follow {
                    self.course.advance(&self.animated, h);
                }
                let rest = rest_of(world, self.bodies.start);
                let is_still = rest.asleep || rest.quiet_s > 0.0;
                *still_s = if is_still { *still_s + h } else { 0.0 };
                let after_s = self.animated.animation.get_up.as_ref();
                let is_due = after_s.is_some_and(|get_up| *still_s >= get_up.rest_s);
                if is_due && !self.is_held(world) {
                    self.get_up(world, h);
                }
            }
        }
        if self.animated.animation.muscles_follow && self.phase != Phase::Led {
            self.follow(world, h);
        }
    }

    /// Lets its muscles lead it towards its clip.
    fn follow(&self, world: &mut World, h: f64) {
        let clip = self.course.motions(&self.animated, h);
        let constraints = self.constraints.clone();
        let aims = follow::aims(world.model(), constraints, &self.bodies, &clip);
        world.aim_drives(&aims);
    }

    /// Puts it where its clip has it, and hands it over if its time has come.
    fn lead(&mut self, world: &mut World, h: f64) {
        let motions = self.course.motions(&self.animated, h);
        world.lead(self.bodies.clone(), &motions, self.animated.lead());
        let at_s = self.animated.animation.hand_over_at_s;
        let before_s = self.elapsed_s - h;
        // Once, and not again when it has got up; within rounding of the summed steps.
        if at_s.is_some_and(|at_s| before_s < at_s - 1e-9 && self.elapsed_s >= at_s - 1e-9) {
            self.hand_over(world);
        }
    }

    /// Something woke it in the step: it recoils, or physics has it.
    fn react(&mut self, world: &mut World, h: f64) {
        self.phase = Phase::Free { still_s: 0.0 };
        if let Some(settings) = self.animated.animation.recoil {
            let parts = self.bodies.len();
            self.phase = Phase::Recoil(Recoil::new(settings, parts));
            self.recoil(world, h);
        }
    }

    /// Weighs what physics made of the step against the clip.
    fn recoil(&mut self, world: &mut World, h: f64) {
        let is_held = self.is_held(world);
        let Phase::Recoil(recoil) = &mut self.phase else {
            return;
        };
        let (struck, impulse) = struck(world, &self.bodies);
        let falls_from = recoil.settings().falls_from_kg_m_s;
        if falls_from.is_some_and(|least| impulse >= least) {
            self.phase = Phase::Free { still_s: 0.0 };
            return;
        }
        let skeleton = &self.animated.skeleton;
        let least = self.animated.animation.least_hit_kg_m_s;
        if !struck.is_empty() && (impulse >= least || is_held || recoil.has_not_begun()) {
            recoil.strike(skeleton, &struck);
        } else if recoil.has_not_begun() {
            recoil.strike_all();
        }
        recoil.advance(h);
        let clip = self.course.motions(&self.animated, h);
        if recoil.is_over() {
            world.lead(self.bodies.clone(), &clip, self.animated.lead());
            self.phase = Phase::Led;
            return;
        }
        let placement = self.course.placement_now(&self.animated);
        let simulated = &world.state().bodies[self.bodies.clone()];
        let mixed = recoil.mix(skeleton, &placement, &clip, simulated);
        world.put_awake(self.bodies.clone(), &mixed);
    }

    fn is_held(&self, world: &World) -> bool {
        let (model, holds) = (world.model(), world.holds());
        holds.pulled(model) == Some(model.bodies[self.bodies.start].articulation)
    }

    /// Leads it from where it lies to the nearest pose of the clip that gets it up.
    fn get_up(&mut self, world: &mut World, h: f64) {
        let bodies = &world.state().bodies[self.bodies.clone()];
        let parts: Vec<_> = bodies.iter().map(|body| body.pose()).collect();
        self.course.rise(&self.animated, parts);
        self.phase = Phase::Led;
        self.lead(world, h);
    }
}

fn rest_of(world: &World, body: usize) -> crate::physics::state::Rest {
    let articulation = world.model().bodies[body].articulation;
    world.state().rest[articulation]
}

fn is_led(world: &World, body: usize) -> bool {
    rest_of(world, body).lead.is_some()
}

/// The parts that something else hit in the last step or that a hand holds, and the largest
/// impulse of a hit, N·s.
fn struck(world: &World, bodies: &Range<usize>) -> (Vec<usize>, f64) {
    let part = |owner: ColliderId| match owner {
        ColliderId::Body(body) if bodies.contains(&body) => Some(body - bodies.start),
        _ => None,
    };
    let (mut parts, mut largest) = (Vec::new(), 0.0_f64);
    for impact in world.impacts_of_movers() {
        let [a, b] = impact.owners.map(part);
        let struck = match (a, b) {
            (Some(part), None) | (None, Some(part)) => part,
            _ => continue,
        };
        parts.push(struck);
        largest = largest.max(impact.impulse);
    }
    if let Some(Attachment::Body { body, .. }) = world.holds().pull.map(|pull| pull.grip) {
        parts.extend(part(ColliderId::Body(body)));
    }
    (parts, largest)
}
