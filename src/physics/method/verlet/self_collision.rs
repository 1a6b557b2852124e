//! Surfaces between particles that meet themselves: a particle stays on its side of a triangle,
//! no nearer than their thickness.
//!
//! Which particles may come near which triangles is found once per step, and again when one has
//! gone elsewhere, by sorting the particles along the axis along which they spread most. A particle
//! stays on the side where it was before it came over a triangle, so that it cannot get through
//! within a substep, however fast. It is pushed no farther than it was, and what is nearer than
//! the thickness is put away before the motion, so that it gains no speed from that. A push acts
//! along the normal at the point of the triangle below the particle, by barycentric weights, so
//! that the momentum stays (Jakobsen, section 5; Bridson et al., "Robust Treatment of Collisions, Contact
//! and Friction for Cloth Animation", 2002, section 6, of which edges against edges are left out).

use crate::physics::model::Model;
use crate::physics::state::{ParticleState, State};
use glam::DVec3;

/// Way of a particle beyond that of its free motion for which there is room, as a share of the
/// thickness.
const ROOM: f64 = 0.5;
/// Share of what a particle is too near that it is put away in a substep, without speed.
const PUT_AWAY: f64 = 0.1;
/// How far beside a triangle a particle is still over it, in barycentric weights.
const BESIDE: f64 = 0.05;
/// Most searches of a step: what strays more often is in a hit of many substeps.
const MOST_SEARCHES: u32 = 8;
/// Most pairs of boxes that are looked at in a search, for each triangle.
const MOST_LOOKS: usize = 2_000;
/// Most pairs that are kept, for each triangle.
const MOST_PAIRS: usize = 32;

/// The surfaces that meet themselves, and what may touch within the step.
#[derive(Debug, Clone, Default)]
pub(super) struct SelfCollision {
    /// Triangles that meet what is of their articulation, by index.
    triangles: Vec<usize>,
    /// Their corners, each once.
    particles: Vec<usize>,
    /// Particles that take part, in the order of the lowest coordinates of their boxes.
    boxes: Vec<Boxed>,
    /// Of each particle, where it was at the last search.
    since: Vec<ParticleState>,
    pairs: Vec<Pair>,
    /// Those of the last search.
    earlier: Vec<Pair>,
    /// Searches of this step.
    searches: u32,
    /// Time since the last search, s.
    elapsed: f64,
}

/// A particle with the box round its way.
#[derive(Debug, Clone, Copy)]
struct Boxed {
    low: DVec3,
    high: DVec3,
    /// Its index.
    particle: usize,
}

impl Boxed {
    /// The box round the way of a particle in the next `rest` seconds.
    fn round(state: &ParticleState, rest: f64, particle: usize) -> Boxed {
        let to = state.position + state.velocity * rest;
        Boxed {
            low: state.position.min(to),
            high: state.position.max(to),
            particle,
        }
    }

    /// Whether the two boxes overlap.
    fn meets(&self, other: &Boxed) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

/// A particle that may touch a triangle.
#[derive(Debug, Clone, Copy)]
struct Pair {
    triangle: usize,
    particle: usize,
    /// On which side it is to stay: the one where it was at the start of the substep in which
    /// it came over the triangle.
    kept: Kept,
}

/// A side of a triangle, and how near a particle may come there.
#[derive(Debug, Clone, Copy)]
struct Kept {
    /// 1 on the side of the normal, −1 on the other one.
    side: f64,
    /// m.
    least: f64,
}

impl Kept {
    /// Of a particle at a height over the plane, m.
    fn at(height: f64, thickness: f64) -> Kept {
        Kept {
            side: if height < 0.0 { -1.0 } else { 1.0 },
            least: thickness.min(height.abs()),
        }
    }
}

/// Where a point is over a triangle.
struct Over {
    /// The normal, of unit length.
    normal: DVec3,
    /// Height over the plane, m.
    height: f64,
    /// Barycentric weights of the point below.
    weights: [f64; 3],
}

impl Over {
    /// `None` over a triangle without area.
    fn of([a, b, c]: [DVec3; 3], point: DVec3) -> Option<Over> {
        let across = (b - a).cross(c - a);
        let square = across.length_squared();
        let normal = across.try_normalize()?;
        let part = |from: DVec3, to: DVec3| (from - point).cross(to - point).dot(across) / square;
        Some(Over {
            normal,
            height: (point - a).dot(normal),
            weights: [part(b, c), part(c, a), part(a, b)],
        })
    }

    /// Whether the point below is in the triangle, or beside it by no more than a share.
    fn is_over(&self, beside: f64) -> bool {
        self.weights.iter().all(|weight| *weight >= -beside)
    }
}

impl SelfCollision {
    /// Takes note of what is constant.
    pub fn prepare(&mut self, model: &Model) {
        *self = SelfCollision::default();
        let meets = |i: &usize| {
            let triangle = &model.triangles[*i];
            triangle.meets_itself && triangle.radius > 0.0
        };
        self.triangles = (0..model.triangles.len()).filter(meets).collect();
        let corners = self.triangles.iter();
        self.particles = corners.flat_map(|&i| model.triangles[i].corners).collect();
        self.particles.sort_unstable();
        self.particles.dedup();
        if !self.triangles.is_empty() {
            self.since = vec![ParticleState::default(); model.particles.len()];
        }
    }

    /// Whether there is nothing that meets itself.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Begins a step of all articulations that take part.
    pub fn begin_step(&mut self) {
        self.searches = 0;
        self.pairs.clear();
    }

    /// Finds what may touch in the rest of the step before a substep of `h` seconds, where that
    /// is not known.
    pub fn begin_substep(
        &mut self,
        (model, state): (&Model, &mut State),
        (h, rest): (f64, f64),
        takes_part: impl Fn(usize) -> bool,
    ) {
        let is_new = self.searches == 0;
        if is_new || (self.searches < MOST_SEARCHES && self.has_strayed(model, state, h)) {
            self.search(model, state, rest, takes_part);
            self.searches += 1;
            self.elapsed = 0.0;
        }
        self.elapsed += h;
        self.put_away(model, state);
    }

    /// Whether a particle leaves its room within the next `h` seconds.
    fn has_strayed(&self, model: &Model, state: &State, h: f64) -> bool {
        let time = self.elapsed + h;
        self.triangles.iter().any(|&i| {
            let triangle = &model.triangles[i];
            let room = ROOM * triangle.radius;
            triangle.corners.into_iter().any(|i| {
                let (before, now) = (&self.since[i], &state.particles[i]);
                let expected = before.position + before.velocity * time;
                (now.position + now.velocity * h).distance_squared(expected) > room * room
            })
        })
    }

    /// Finds the pairs that may touch in the next `rest` seconds.
    fn search(
        &mut self,
        model: &Model,
        state: &State,
        rest: f64,
        takes_part: impl Fn(usize) -> bool,
    ) {
        self.earlier.clear();
        std::mem::swap(&mut self.pairs, &mut self.earlier);
        self.make_boxes(model, state, rest, &takes_part);
        let axis = widest(&self.boxes);
        let low = |boxed: &Boxed| boxed.low[axis];
        self.boxes
            .sort_unstable_by(|one, other| low(one).total_cmp(&low(other)));
        let ways = self.boxes.iter().map(|boxed| boxed.high[axis] - low(boxed));
        let longest = ways.fold(0.0, f64::max);
        let mut looks_left = self.triangles.len() * MOST_LOOKS;
        let most = self.triangles.len() * MOST_PAIRS;
        for &triangle in &self.triangles {
            if !takes_part(model.articulation_of_triangle(triangle)) {
                continue;
            }
            let around = box_of(model, state, triangle, rest);
            let first = self
                .boxes
                .partition_point(|b| low(b) < around.low[axis] - longest);
            let beside = self.boxes[first..].iter();
            let beside = beside.take_while(|b| low(b) <= around.high[axis]);
            for particle in beside.take(looks_left) {
                looks_left -= 1;
                if around.meets(particle) && self.pairs.len() < most {
                    let pair = pair_of(model, state, (triangle, particle.particle), rest);
                    self.pairs.extend(pair);
                }
            }
        }
        self.pairs.sort_unstable_by_key(Pair::key);
        for pair in &mut self.pairs {
            let known = self.earlier.binary_search_by_key(&pair.key(), Pair::key);
            if let Ok(known) = known {
                pair.kept = self.earlier[known].kept;
            }
        }
        for &i in &self.particles {
            self.since[i] = state.particles[i];
        }
    }

    /// The boxes round the ways of the particles that take part.
    fn make_boxes(
        &mut self,
        model: &Model,
        state: &State,
        rest: f64,
        takes_part: &impl Fn(usize) -> bool,
    ) {
        let all = self.particles.iter();
        let all = all.filter(|&&i| takes_part(model.particles[i].articulation));
        self.boxes.clear();
        self.boxes
            .extend(all.map(|&i| Boxed::round(&state.particles[i], rest, i)));
    }

    /// Keeps all on their sides.
    pub fn relax(&self, model: &Model, state: &mut State) {
        for pair in &self.pairs {
            let over = pair.over(model, state);
            if let Some(over) = over.filter(|over| over.is_over(BESIDE)) {
                let missing = pair.kept.least - over.height * pair.kept.side;
                if missing > 0.0 {
                    pair.part(model, state, &over, pair.kept.side * missing);
                }
            }
        }
    }

    /// Takes note of the sides of what is not over its triangle yet; gives all else a part of
    /// the thickness back where it is missing.
    fn put_away(&mut self, model: &Model, state: &mut State) {
        for pair in &mut self.pairs {
            let thickness = 2.0 * model.triangles[pair.triangle].radius;
            let Some(over) = pair.over(model, state) else {
                continue;
            };
            if !over.is_over(BESIDE) {
                pair.kept = Kept::at(over.height, thickness);
                continue;
            }
            let missing = thickness - over.height * pair.kept.side;
            if missing > 0.0 {
                pair.part(model, state, &over, pair.kept.side * missing * PUT_AWAY);
                let least = thickness - missing * (1.0 - PUT_AWAY);
                pair.kept.least = least.max(pair.kept.least);
            }
        }
    }
}

impl Pair {
    /// What pairs are sorted by.
    fn key(&self) -> (usize, usize) {
        (self.triangle, self.particle)
    }

    /// Where the particle is over the plane of the triangle.
    fn over(&self, model: &Model, state: &State) -> Option<Over> {
        let corners = model.triangles[self.triangle].corners;
        let corners = corners.map(|i| state.particles[i].position);
        Over::of(corners, state.particles[self.particle].position)
    }

    /// Moves the particle along the normal against the triangle, m.
    fn part(&self, model: &Model, state: &mut State, over: &Over, by: f64) {
        let corners = model.triangles[self.triangle].corners;
        let inverse_mass = |i: usize| state.inverse_mass_of_particle(model, i);
        let own = inverse_mass(self.particle);
        let of_corners = corners.map(inverse_mass);
        let shares = (0..3).map(|k| over.weights[k] * over.weights[k] * of_corners[k]);
        let yielding = own + shares.sum::<f64>();
        if yielding <= 0.0 {
            return;
        }
        let push = over.normal * (by / yielding);
        state.particles[self.particle].position += push * own;
        for k in 0..3 {
            let share = over.weights[k] * of_corners[k];
            state.particles[corners[k]].position -= push * share;
        }
    }
}

/// The axis along which boxes spread most.
fn widest(boxes: &[Boxed]) -> usize {
    let lows = boxes.iter().map(|boxed| boxed.low);
    let highs = boxes.iter().map(|boxed| boxed.high);
    let low = lows.fold(DVec3::INFINITY, DVec3::min);
    let high = highs.fold(DVec3::NEG_INFINITY, DVec3::max);
    (high - low).max_position()
}

/// The box round the way of a triangle in the next `rest` seconds, and all that may touch it.
fn box_of(model: &Model, state: &State, triangle: usize, rest: f64) -> Boxed {
    let constant = &model.triangles[triangle];
    let reach = (2.0 + 2.0 * ROOM) * constant.radius;
    let [a, b, c] = constant
        .corners
        .map(|i| Boxed::round(&state.particles[i], rest, i));
    Boxed {
        low: a.low.min(b.low).min(c.low) - reach,
        high: a.high.max(b.high).max(c.high) + reach,
        ..a
    }
}

/// The pair of a triangle and a particle whose boxes overlap, if they may touch in the next
/// `rest` seconds.
fn pair_of(
    model: &Model,
    state: &State,
    (triangle, particle): (usize, usize),
    rest: f64,
) -> Option<Pair> {
    let constant = &model.triangles[triangle];
    let own = model.particles[particle].articulation;
    if constant.corners.contains(&particle) || model.articulation_of_triangle(triangle) != own {
        return None;
    }
    let point = &state.particles[particle];
    let corners = constant.corners.map(|i| state.particles[i]);
    let over = Over::of(corners.map(|corner| corner.position), point.position)?;
    let speeds = corners.map(|corner| corner.velocity.distance(point.velocity));
    let travel = speeds.into_iter().fold(0.0, f64::max) * rest;
    let thickness = 2.0 * constant.radius;
    let room = 2.0 * ROOM * constant.radius + travel;
    // A weight falls from 1 to 0 within an altitude of the triangle.
    let [a, b, c] = corners.map(|corner| corner.position);
    let longest = (b - a).length().max((c - b).length()).max((a - c).length());
    let twice_area = (b - a).cross(c - a).length();
    let beside = room * longest / twice_area;
    if !over.is_over(beside) || over.height.abs() > thickness + room {
        return None;
    }
    Some(Pair {
        triangle,
        particle,
        kept: Kept::at(over.height, thickness),
    })
}
