//! Which triangles of surfaces are near anything: of a cloth that something hits, few are.
//!
//! A corner has a room, a box that it is expected not to leave within the step, and the box of
//! a triangle is that round the rooms of its corners. Triangles that follow each other are a
//! patch, with a box of its own. A triangle takes part in the search for contacts where its
//! box meets an obstacle or the box of something that it may collide with; of all others
//! nothing is made, and they cost a look at their corners in each substep.

use super::broad_phase::Bounds;
use super::motion::room_of_particle;
use super::tree::ObstacleTree;
use super::{Now, MARGIN_M};
use crate::physics::model::{Model, ObstacleShape};
use std::ops::Range;

/// Triangles of a patch at most.
const MOST_OF_PATCH: usize = 32;

/// The triangles of the surfaces, and which of them are near something.
#[derive(Debug, Clone, Default)]
pub(super) struct Sheets {
    patches: Vec<Patch>,
    /// Per particle: what the particle is expected to stay in.
    rooms: Vec<Bounds>,
    /// Per particle, whether it has left its room since things were gathered.
    strayed: Vec<bool>,
    /// Corners of what takes part.
    corners: Vec<usize>,
    /// Triangles that are near something, in order.
    near: Vec<usize>,
    /// Per triangle, the same.
    is_near: Vec<bool>,
    /// The boxes of what surfaces may meet, each with its articulation.
    others: Vec<(usize, Bounds)>,
    /// Where in that list the patches of surfaces begin.
    patches_from: usize,
    /// Triangles near something of which a corner has left its room, and their boxes till then.
    left: Vec<(usize, Bounds)>,
    /// Those near a patch; scratch memory.
    beside: Vec<Bounds>,
    /// The boxes round the surfaces of articulations.
    whole: Vec<(usize, Bounds)>,
}

/// Triangles of an articulation that follow each other.
#[derive(Debug, Clone)]
struct Patch {
    articulation: usize,
    triangles: Range<usize>,
    corners: Vec<usize>,
    bounds: Bounds,
    takes_part: bool,
}

impl Sheets {
    /// Takes note of what is constant.
    pub fn prepare(&mut self, model: &Model) {
        *self = Sheets::default();
        let articulation = |i: usize| model.particles[model.triangles[i].corners[0]].articulation;
        let collides = |i: usize| model.triangles[i].radius > 0.0;
        let mut from = 0;
        for to in 1..=model.triangles.len() {
            let goes_on = to < model.triangles.len()
                && to - from < MOST_OF_PATCH
                && articulation(to) == articulation(from)
                && model.triangles[to].radius == model.triangles[from].radius;
            if goes_on {
                continue;
            }
            if collides(from) {
                let triangles = model.triangles[from..to].iter();
                let mut corners: Vec<usize> = triangles.flat_map(|t| t.corners).collect();
                corners.sort_unstable();
                corners.dedup();
                self.patches.push(Patch {
                    articulation: articulation(from),
                    triangles: from..to,
                    corners,
                    bounds: Bounds::NOTHING,
                    takes_part: false,
                });
            }
            from = to;
        }
        if !self.patches.is_empty() {
            self.rooms.resize(model.particles.len(), Bounds::NOTHING);
            self.strayed.resize(model.particles.len(), false);
            self.is_near.resize(model.triangles.len(), false);
            self.corners.reserve(model.particles.len());
            self.near.reserve(model.triangles.len());
            self.left.reserve(model.triangles.len());
            self.whole.reserve(self.patches.len());
        }
    }

    /// Lets the surfaces of those articulations take part for which a condition holds.
    pub fn choose(&mut self, takes_part: impl Fn(usize) -> bool) {
        self.corners.clear();
        for patch in &mut self.patches {
            patch.takes_part = takes_part(patch.articulation);
            if patch.takes_part {
                self.corners.extend_from_slice(&patch.corners);
            }
        }
        self.corners.sort_unstable();
        self.corners.dedup();
    }

    /// Makes room for the next `duration` seconds; `anew` for all, or for those who strayed.
    pub fn make_rooms(&mut self, (model, state, duration): Now<'_>, anew: bool) {
        for &i in &self.corners {
            if anew || self.strayed[i] {
                self.rooms[i] = room_of_particle(i, (model, state, duration));
                self.strayed[i] = false;
            }
        }
        self.whole.clear();
        for place in 0..self.patches.len() {
            if !self.patches[place].takes_part {
                continue;
            }
            let bounds = self.box_of(model, &self.patches[place]);
            let patch = &mut self.patches[place];
            patch.bounds = bounds;
            match self.whole.last_mut() {
                Some((last, whole)) if *last == patch.articulation => *whole = whole.with(bounds),
                _ => self.whole.push((patch.articulation, bounds)),
            }
        }
        self.whole
            .sort_unstable_by_key(|(articulation, _)| *articulation);
        self.whole.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 = earlier.1.with(later.1);
            }
            same
        });
    }

    /// The boxes round the surfaces of articulations that take part.
    pub fn whole(&self) -> &[(usize, Bounds)] {
        &self.whole
    }

    /// The box round all that a triangle has room for, and half the margin of a contact.
    pub fn bounds(&self, model: &Model, triangle: usize) -> Bounds {
        let rooms = model.triangles[triangle].corners.into_iter();
        Bounds::round(rooms.map(|i| self.rooms[i])).widened(reach(model, triangle))
    }

    /// Finds the triangles near something: `others` are the boxes of all but surfaces that
    /// take part, by articulation, and `inside` tells whose parts collide with each other.
    pub fn find_near(
        &mut self,
        model: &Model,
        obstacles: &ObstacleTree,
        others: impl Iterator<Item = (usize, Bounds)>,
        inside: &[bool],
    ) {
        for triangle in self.near.drain(..) {
            self.is_near[triangle] = false;
        }
        self.others.clear();
        if self.whole.is_empty() {
            return;
        }
        let whole = &self.whole;
        let is_beside = |bounds: &Bounds| whole.iter().any(|(_, own)| own.meets(bounds));
        self.others
            .extend(others.filter(|(_, bounds)| is_beside(bounds)));
        self.patches_from = self.others.len();
        let taking_part = self.patches.iter().filter(|patch| patch.takes_part);
        if self.whole.len() > 1 {
            let patches = taking_part.map(|patch| (patch.articulation, patch.bounds));
            self.others.extend(patches);
        }
        let mut near = std::mem::take(&mut self.near);
        let mut beside = std::mem::take(&mut self.beside);
        let surroundings = (obstacles, inside);
        for patch in self.patches.iter().filter(|patch| patch.takes_part) {
            self.each_near(model, patch, surroundings, &mut beside, |t| near.push(t));
        }
        near.iter()
            .for_each(|&triangle| self.is_near[triangle] = true);
        (self.near, self.beside) = (near, beside);
    }

    /// Visits the triangles of a patch that are near something.
    fn each_near(
        &self,
        model: &Model,
        patch: &Patch,
        (obstacles, inside): (&ObstacleTree, &[bool]),
        beside: &mut Vec<Bounds>,
        mut visit: impl FnMut(usize),
    ) {
        let touches = |bounds: &Bounds| {
            let mut found = false;
            obstacles.query(bounds, |_| found = true);
            found
        };
        beside.clear();
        let own = patch.articulation;
        let others = self.others.iter().filter(|(articulation, bounds)| {
            (*articulation != own || inside[own]) && bounds.meets(&patch.bounds)
        });
        beside.extend(others.map(|(_, bounds)| *bounds));
        let touches_patch = touches(&patch.bounds);
        if beside.is_empty() && !touches_patch {
            return;
        }
        for triangle in patch.triangles.clone() {
            let bounds = self.bounds(model, triangle);
            let meets = beside.iter().any(|other| other.meets(&bounds));
            if meets || (touches_patch && touches(&bounds)) {
                visit(triangle);
            }
        }
    }

    /// Triangles that are near something, in order.
    pub fn near(&self) -> &[usize] {
        &self.near
    }

    /// Looks who leaves its room within the next `h` seconds; whether anyone does whose
    /// triangles may get near something that they were not near to. Else they get new rooms for
    /// the next `duration` seconds.
    pub fn follow(
        &mut self,
        (model, state, h): Now<'_>,
        duration: f64,
        (obstacles, inside): (&ObstacleTree, &[bool]),
    ) -> bool {
        let mut any = false;
        for &i in &self.corners {
            let particle = &state.particles[i];
            let room = &self.rooms[i];
            let stays = model.particles[i].fixed || {
                let coming = particle.position + particle.velocity * h;
                room.holds(particle.position) && room.holds(coming)
            };
            if !stays {
                self.strayed[i] = true;
                any = true;
            }
        }
        any && self.strays_matter((model, state, duration), obstacles, inside)
    }

    fn strays_matter(&mut self, now: Now<'_>, obstacles: &ObstacleTree, inside: &[bool]) -> bool {
        let (model, ..) = now;
        let mut left = std::mem::take(&mut self.left);
        left.clear();
        let strayed = self
            .near
            .iter()
            .filter(|&&near| self.has_strayed(model, near));
        left.extend(strayed.map(|&near| (near, self.bounds(model, near))));
        for &i in self.corners.iter().filter(|&&i| self.strayed[i]) {
            self.rooms[i] = room_of_particle(i, now);
        }
        let mut beside = std::mem::take(&mut self.beside);
        let mut finds_more = false;
        for place in 0..self.patches.len() {
            let patch = &self.patches[place];
            if patch.takes_part && patch.corners.iter().any(|&i| self.strayed[i]) {
                let bounds = self.box_of(model, patch);
                self.patches[place].bounds = bounds;
                let patch = &self.patches[place];
                finds_more |= !self.was_there(patch);
                self.each_near(model, patch, (obstacles, inside), &mut beside, |triangle| {
                    finds_more |= !self.is_near[triangle];
                });
            }
        }
        let meets_more = |&(triangle, before): &(usize, Bounds)| {
            self.meets_more(model, triangle, before, (obstacles, inside))
        };
        finds_more = finds_more || left.iter().any(meets_more);
        (self.beside, self.left) = (beside, left);
        if !finds_more {
            self.corners.iter().for_each(|&i| self.strayed[i] = false);
        }
        finds_more
    }

    /// Whether a patch is within the box that its surface had room for, so that what may be near
    /// it is known.
    fn was_there(&self, patch: &Patch) -> bool {
        let holds = |(articulation, whole): &(usize, Bounds)| {
            let Bounds { low, high } = patch.bounds;
            *articulation == patch.articulation && whole.holds(low) && whole.holds(high)
        };
        self.whole.iter().any(holds)
    }

    /// Whether a triangle may meet more now than in the box that it had before: of other
    /// surfaces and of meshes no more is known than that they were near.
    fn meets_more(
        &self,
        model: &Model,
        triangle: usize,
        before: Bounds,
        (obstacles, inside): (&ObstacleTree, &[bool]),
    ) -> bool {
        let now = self.bounds(model, triangle);
        let own = model.particles[model.triangles[triangle].corners[0]].articulation;
        let others = self.others.iter().enumerate();
        let mut others =
            others.filter(|(_, (articulation, _))| *articulation != own || inside[own]);
        let is_more = others.any(|(place, (_, other))| {
            other.meets(&now) && (place >= self.patches_from || !other.meets(&before))
        });
        let mut finds_more = is_more;
        obstacles.query(&now, |index| {
            let mut is_known = false;
            obstacles.query(&before, |known| is_known |= known == index);
            let is_mesh = matches!(model.obstacles[index].shape, ObstacleShape::Mesh(_));
            finds_more |= is_mesh || !is_known;
        });
        finds_more
    }

    /// The box round all that a patch has room for.
    fn box_of(&self, model: &Model, patch: &Patch) -> Bounds {
        let rooms = patch.corners.iter().map(|&i| self.rooms[i]);
        Bounds::round(rooms).widened(reach(model, patch.triangles.start))
    }

    /// Whether a corner of a triangle has left its room.
    pub fn has_strayed(&self, model: &Model, triangle: usize) -> bool {
        let corners = model.triangles[triangle].corners;
        corners.into_iter().any(|i| self.strayed[i])
    }
}

/// How far the surface of a triangle, and half the margin of a contact, are from its corners,
/// m: the same for all of a patch.
fn reach(model: &Model, triangle: usize) -> f64 {
    model.triangles[triangle].radius + 0.5 * MARGIN_M
}
