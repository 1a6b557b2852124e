//! What parts a thing from all others, level by level: a sphere round each thing, oriented
//! boxes round its parts, and the shapes in them, as figure 8 of Gästrin and sections 2.3 and
//! 2.4 of Delannoy have it.
//!
//! The simulation itself looks for pairs along an axis and in a tree, since it asks for all of
//! them at once; this is for who asks about one thing, and wants to see why it meets what.

use super::articulation_of;
use super::near_triangles::box_in;
use super::proxy::{owners, proxy};
use crate::physics::convex::{Convex, Core, Meeting, Pose, Posed, TriangleMesh};
use crate::physics::model::{ColliderId, Model, Obstacle, ObstacleShape};
use crate::physics::state::State;
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;

/// Surfaces that are nearer than this touch, m: what rests on something may be a little above.
pub const TOUCH_M: f64 = 0.001;
/// Most pairs that are tested on a level; what is beyond is counted.
const MOST_TESTS: usize = 100_000;

/// Squared sine below which two edges count as parallel: the faces part such boxes.
const PARALLEL: f64 = 1e-12;

/// How far the tests of a volume went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// The sphere parts it from the rest.
    Sphere,
    /// The box does.
    Box,
    /// Only the shape does.
    Shape,
    /// Nothing does: it touches.
    Touch,
}

/// A sphere round a thing, m.
#[derive(Debug, Clone, Copy)]
pub struct Sphere {
    /// Its centre.
    pub centre: DVec3,
    /// Its radius.
    pub radius: f64,
}

/// A box that lies as what is in it does, m.
#[derive(Debug, Clone, Copy)]
pub struct OrientedBox {
    /// Its centre.
    pub centre: DVec3,
    /// Half of its edges.
    pub half: DVec3,
    /// Its axes as columns, to the world.
    pub axes: DMat3,
}

/// A part of a thing.
#[derive(Debug, Clone)]
pub struct BoxedPart {
    /// What it is.
    pub owner: ColliderId,
    /// The box round it; a plane has none.
    pub bounds: Option<OrientedBox>,
    /// How far the tests of it went.
    pub reached: Reached,
}

impl BoxedPart {
    fn reach(&mut self, reached: Reached) {
        self.reached = self.reached.max(reached);
    }
}

/// A thing in its volumes.
#[derive(Debug, Clone)]
pub struct BoundedThing {
    /// The sphere round it; a plane has none.
    pub sphere: Option<Sphere>,
    /// Its parts, where their boxes were tested.
    pub parts: Vec<BoxedPart>,
    /// How far the tests of it went.
    pub reached: Reached,
}

/// Pairs on a level.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LevelCount {
    /// Those that were tested.
    pub tested: usize,
    /// Those of them that the level parts.
    pub parted: usize,
}

/// What parts a thing from all others.
#[derive(Debug, Clone)]
pub struct Hierarchy {
    /// The thing.
    pub own: BoundedThing,
    /// All others with a surface.
    pub others: Vec<BoundedThing>,
    /// Spheres, boxes, shapes.
    pub levels: [LevelCount; 3],
    /// The pairs that touch, in order.
    pub touching: Vec<[ColliderId; 2]>,
    /// Pairs of boxes that were too many to be tested.
    pub left_out: usize,
}

impl Hierarchy {
    /// What parts the articulation of the first thing that is meant from all else, and those
    /// of its own parts that collide from each other; `None` if nothing with a surface is meant.
    pub fn of(
        model: &Model,
        state: &State,
        is_meant: impl Fn(ColliderId) -> bool,
    ) -> Option<Hierarchy> {
        // What is shown may be a state from before the last thing came.
        if state.particles.len() < model.particles.len() || state.bodies.len() < model.bodies.len()
        {
            return None;
        }
        let articulation = articulation_of(model, owners(model).find(|&owner| is_meant(owner))?)?;
        let mut things: BTreeMap<usize, Vec<Solid<'_>>> = BTreeMap::new();
        for owner in owners(model) {
            if let Some(proxy) = proxy(model, state, owner) {
                let shape = Shape::Convex(Box::new(proxy.at_start));
                let thing = things.entry(proxy.articulation).or_default();
                thing.push(Solid { owner, shape });
            }
        }
        let own = things.remove(&articulation)?;
        let mut search = Search::new(model, &own);
        search.meet_itself();
        for other in things.values() {
            search.meet(other);
        }
        for (index, obstacle) in model.obstacles.iter().enumerate() {
            let owner = ColliderId::Obstacle(index);
            let shape = Shape::of_obstacle(obstacle);
            search.meet(&[Solid { owner, shape }]);
        }
        search.found.touching.sort_unstable();
        Some(search.found)
    }
}

impl Sphere {
    /// A sphere round the spheres of all parts; `None` round nothing and round a half space.
    fn round(solids: &[Solid<'_>]) -> Option<Sphere> {
        let all = solids.iter().filter_map(|solid| solid.shape.sphere());
        let low = |sphere: Sphere| sphere.centre - sphere.radius;
        let high = |sphere: Sphere| sphere.centre + sphere.radius;
        let low = all.clone().map(low).reduce(DVec3::min)?;
        let high = all.clone().map(high).reduce(DVec3::max)?;
        let centre = (low + high) * 0.5;
        let reach = |sphere: Sphere| sphere.centre.distance(centre) + sphere.radius;
        Some(Sphere {
            centre,
            radius: all.map(reach).fold(0.0, f64::max),
        })
    }
}

/// What holds a thing or a part of it.
trait Volume {
    /// Where its middle is, m.
    fn centre(&self) -> DVec3;

    /// How far it reaches from there along a unit direction, m.
    fn reach(&self, direction: DVec3) -> f64;

    /// Whether it and the other are too far apart for what is in them to touch.
    fn is_apart_from(&self, other: &Self) -> bool;

    /// The same of a half space.
    fn is_above(&self, space: &HalfSpace) -> bool {
        let height = (self.centre() - space.point).dot(space.normal);
        height > self.reach(space.normal) + TOUCH_M
    }
}

impl Volume for Sphere {
    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn reach(&self, _: DVec3) -> f64 {
        self.radius
    }

    fn is_apart_from(&self, other: &Sphere) -> bool {
        self.centre.distance(other.centre) > self.radius + other.radius + TOUCH_M
    }
}

impl OrientedBox {
    /// The box round a shape: along its axis, if it has one.
    fn round(posed: &Posed) -> OrientedBox {
        let turn = DMat3::from_quat(posed.pose.orientation);
        let axes = match posed.shape.core {
            Core::Segment(half_axis) | Core::Cylinder { half_axis, .. } => {
                along(turn * half_axis).unwrap_or(turn)
            }
            Core::Triangle([a, b, _]) => along(turn * (b - a)).unwrap_or(turn),
            Core::Point | Core::Cuboid(_) | Core::Wedge(_) | Core::Hull(_) => turn,
        };
        let each = [axes.x_axis, axes.y_axis, axes.z_axis];
        let low = DVec3::from(each.map(|axis| posed.lowest(axis)));
        let high = DVec3::from(each.map(|axis| -posed.lowest(-axis)));
        OrientedBox {
            centre: axes * ((low + high) * 0.5),
            half: (high - low) * 0.5,
            axes,
        }
    }

    /// The box round a mesh.
    fn round_mesh(mesh: &TriangleMesh, place: &Pose) -> OrientedBox {
        let (low, high) = mesh.bounds();
        OrientedBox {
            centre: place.position + place.orientation * ((low + high) * 0.5),
            half: (high - low) * 0.5,
            axes: DMat3::from_quat(place.orientation),
        }
    }
}

impl Volume for OrientedBox {
    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn reach(&self, direction: DVec3) -> f64 {
        (self.axes.transpose() * direction).abs().dot(self.half)
    }

    /// By fifteen axes: the normals of the faces of both, and what is square to an edge of
    /// each.
    fn is_apart_from(&self, other: &OrientedBox) -> bool {
        let columns = |m: &DMat3| [m.x_axis, m.y_axis, m.z_axis];
        let (mine, theirs) = (columns(&self.axes), columns(&other.axes));
        let between = other.centre - self.centre;
        let parts = |axis: DVec3| {
            let gap = between.dot(axis).abs() - self.reach(axis) - other.reach(axis);
            gap > TOUCH_M * axis.length()
        };
        let crosses = mine.iter().flat_map(|a| theirs.map(|b| a.cross(b)));
        let crosses = crosses.filter(|cross| cross.length_squared() > PARALLEL);
        mine.into_iter().chain(theirs).chain(crosses).any(parts)
    }
}

/// Axes of which the first is that direction.
fn along(direction: DVec3) -> Option<DMat3> {
    let first = direction.try_normalize()?;
    let second = first.any_orthonormal_vector();
    Some(DMat3::from_cols(first, second, first.cross(second)))
}

/// All below a plane.
#[derive(Clone, Copy)]
struct HalfSpace {
    point: DVec3,
    normal: DVec3,
}

/// A shape at its place.
enum Shape<'a> {
    Convex(Box<Posed>),
    HalfSpace(HalfSpace),
    Mesh(&'a TriangleMesh, Pose),
}

impl Shape<'_> {
    fn of_obstacle(obstacle: &Obstacle) -> Shape<'_> {
        let place = obstacle.pose();
        match &obstacle.shape {
            ObstacleShape::Plane => Shape::HalfSpace(HalfSpace {
                point: place.position,
                normal: place.orientation * DVec3::Y,
            }),
            ObstacleShape::Cuboid(half) => {
                let solid = Convex {
                    core: Core::Cuboid(*half),
                    radius: 0.0,
                };
                Shape::Convex(Box::new(Posed::new(&solid, &place)))
            }
            ObstacleShape::Convex(solid) => Shape::Convex(Box::new(Posed::new(solid, &place))),
            ObstacleShape::Mesh(mesh) => Shape::Mesh(mesh, place),
        }
    }

    /// The sphere round it; a half space has none.
    fn sphere(&self) -> Option<Sphere> {
        match self {
            Shape::Convex(posed) => Some(Sphere {
                centre: posed.pose.position,
                radius: posed.shape.bounding_radius(),
            }),
            Shape::HalfSpace(_) => None,
            Shape::Mesh(mesh, place) => {
                let bounds = OrientedBox::round_mesh(mesh, place);
                Some(Sphere {
                    centre: bounds.centre,
                    radius: bounds.half.length(),
                })
            }
        }
    }

    /// The box round it; a half space has none.
    fn bounds(&self) -> Option<OrientedBox> {
        match self {
            Shape::Convex(posed) => Some(OrientedBox::round(posed)),
            Shape::HalfSpace(_) => None,
            Shape::Mesh(mesh, place) => Some(OrientedBox::round_mesh(mesh, place)),
        }
    }

    /// Whether its surface touches that of a convex shape, as all own parts have.
    fn touches(&self, other: &Shape<'_>) -> bool {
        let Shape::Convex(other) = other else {
            return false;
        };
        let touches = |mine: &Posed| Meeting::new(mine, other, TOUCH_M).distance() <= TOUCH_M;
        match self {
            Shape::Convex(mine) => touches(mine),
            Shape::HalfSpace(space) => {
                other.lowest(space.normal) - space.point.dot(space.normal) <= TOUCH_M
            }
            Shape::Mesh(mesh, place) => {
                let (low, high) = other.bounds();
                let (low, high) = box_in(place, low - TOUCH_M, high + TOUCH_M);
                let mut found = false;
                mesh.query(low, high, |index| {
                    found = found || touches(&Posed::new(&mesh.triangle(index), place));
                });
                found
            }
        }
    }
}

/// A part with its shape.
struct Solid<'a> {
    owner: ColliderId,
    shape: Shape<'a>,
}

impl Solid<'_> {
    fn boxed(&self) -> BoxedPart {
        BoxedPart {
            owner: self.owner,
            bounds: self.shape.bounds(),
            reached: Reached::Box,
        }
    }
}

/// Whether volumes part what is in them; what has none is a half space.
fn are_apart<V: Volume>(own: &Option<V>, other: &Option<V>, shape: &Shape<'_>) -> bool {
    match (own, other, shape) {
        (Some(own), Some(other), _) => own.is_apart_from(other),
        (Some(own), None, Shape::HalfSpace(space)) => own.is_above(space),
        _ => false,
    }
}

/// A search that goes on.
struct Search<'a> {
    model: &'a Model,
    own: &'a [Solid<'a>],
    found: Hierarchy,
}

impl<'a> Search<'a> {
    fn new(model: &'a Model, own: &'a [Solid<'a>]) -> Search<'a> {
        let found = Hierarchy {
            own: BoundedThing {
                sphere: Sphere::round(own),
                parts: own.iter().map(Solid::boxed).collect(),
                reached: Reached::Sphere,
            },
            others: Vec::new(),
            levels: [LevelCount::default(); 3],
            touching: Vec::new(),
            left_out: 0,
        };
        Search { model, own, found }
    }

    /// Tests the parts of the thing against each other, where a rule lets them collide.
    fn meet_itself(&mut self) {
        for (later, part) in self.own.iter().enumerate() {
            for (earlier, other) in self.own[..later].iter().enumerate() {
                if self.model.collide([part.owner, other.owner], true) {
                    let other = (&other.boxed(), other);
                    let reached = self.test(later, other);
                    self.found.own.parts[earlier].reach(reached);
                    self.found.own.reached = self.found.own.reached.max(reached);
                }
            }
        }
    }

    /// Tests the thing against another one.
    fn meet(&mut self, solids: &[Solid<'_>]) {
        let Some(first) = solids.first() else {
            return;
        };
        let mut other = BoundedThing {
            sphere: Sphere::round(solids),
            parts: Vec::new(),
            reached: Reached::Sphere,
        };
        self.found.levels[0].tested += 1;
        if are_apart(&self.found.own.sphere, &other.sphere, &first.shape) {
            self.found.levels[0].parted += 1;
        } else {
            other.parts = solids.iter().map(Solid::boxed).collect();
            other.reached = Reached::Box;
            for (place, part) in self.own.iter().enumerate() {
                for (theirs, solid) in other.parts.iter_mut().zip(solids) {
                    if self.model.collide([part.owner, solid.owner], false) {
                        let reached = self.test(place, (theirs, solid));
                        theirs.reach(reached);
                        other.reached = other.reached.max(reached);
                    }
                }
            }
            self.found.own.reached = self.found.own.reached.max(other.reached);
        }
        self.found.others.push(other);
    }

    /// Tests the part of the thing at a place against another one, and says how far that went.
    fn test(&mut self, place: usize, (other, solid): (&BoxedPart, &Solid<'_>)) -> Reached {
        let [_, boxes, shapes] = &mut self.found.levels;
        let (own, part) = (&self.own[place], &mut self.found.own.parts[place]);
        if boxes.tested >= MOST_TESTS {
            self.found.left_out += 1;
            return Reached::Box;
        }
        boxes.tested += 1;
        if are_apart(&part.bounds, &other.bounds, &solid.shape) {
            boxes.parted += 1;
            return Reached::Box;
        }
        shapes.tested += 1;
        let reached = if solid.shape.touches(&own.shape) {
            let pair = [own.owner, solid.owner];
            let pair = [pair[0].min(pair[1]), pair[0].max(pair[1])];
            self.found.touching.push(pair);
            Reached::Touch
        } else {
            shapes.parted += 1;
            Reached::Shape
        };
        part.reach(reached);
        reached
    }
}
