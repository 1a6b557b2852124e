//! What does not change during a step: masses, shapes, constraints, settings.

use super::attach::Attachment;
use super::constraint::{Constraint, ConstraintRows};
use super::convex::{Convex, Pose, TriangleMesh};
use super::coordinate::Coordinate;
use super::disjoint_sets::DisjointSets;
use super::drive::Drive;
use super::joint_tree::JointTree;
use super::kinematic::KinematicPath;
use super::load::load_ratios;
pub use super::settings::{
    CommonSettings, ContactMoment, MethodSettings, Order, Precision, Relaxation, Settings,
    VerletSettings, WallSide,
};
pub use super::tearing::Tears;
use super::tetrahedron::TetrahedronModel;
use glam::{DQuat, DVec3};
use std::ops::Range;
use std::sync::Arc;

/// A thing with a surface, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColliderId {
    /// Index of a particle.
    Particle(usize),
    /// Index of a stick.
    Stick(usize),
    /// Index of a tetrahedron of particles.
    Tetrahedron(usize),
    /// Index of a triangle of particles.
    Triangle(usize),
    /// Index of a body.
    Body(usize),
    /// Index of a piece of a compound body.
    Piece(usize),
    /// Index of an obstacle.
    Obstacle(usize),
}

impl ColliderId {
    /// Number of its kind, and its index.
    pub fn number(self) -> (u8, usize) {
        match self {
            ColliderId::Particle(i) => (0, i),
            ColliderId::Stick(i) => (1, i),
            ColliderId::Body(i) => (2, i),
            ColliderId::Obstacle(i) => (3, i),
            ColliderId::Tetrahedron(i) => (4, i),
            ColliderId::Triangle(i) => (5, i),
            ColliderId::Piece(i) => (6, i),
        }
    }

    /// The thing with these numbers.
    pub fn from_number(kind: u8, index: usize) -> Option<ColliderId> {
        let make = [
            ColliderId::Particle,
            ColliderId::Stick,
            ColliderId::Body,
            ColliderId::Obstacle,
            ColliderId::Tetrahedron,
            ColliderId::Triangle,
            ColliderId::Piece,
        ];
        make.get(usize::from(kind)).map(|make| make(index))
    }

    /// Whether it is a body or a piece of one.
    pub fn is_of_body(self) -> bool {
        matches!(self, ColliderId::Body(_) | ColliderId::Piece(_))
    }
}

/// Spring and damper of a surface against what it touches, for a method whose contacts are
/// springs (Baltman & Radeztsky, equations 5.5 and 5.6); without a value the method's own acts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactSpring {
    /// Stiffness k, N/m; all points of a contact share it.
    pub stiffness_n_m: Option<f64>,
    /// Damping c, N s/m; likewise.
    pub damping_n_s_m: Option<f64>,
}

impl ContactSpring {
    /// That of the method alone.
    pub const NONE: ContactSpring = ContactSpring {
        stiffness_n_m: None,
        damping_n_s_m: None,
    };

    /// That of two surfaces: the mean of both, as if each pushed with its own on both sides; the
    /// only one where the other has none.
    pub fn combine(a: ContactSpring, b: ContactSpring) -> ContactSpring {
        let mean = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => Some(0.5 * (a + b)),
            (one, other) => one.or(other),
        };
        ContactSpring {
            stiffness_n_m: mean(a.stiffness_n_m, b.stiffness_n_m),
            damping_n_s_m: mean(a.damping_n_s_m, b.damping_n_s_m),
        }
    }

    /// Whether it leaves everything to the method.
    pub fn is_empty(self) -> bool {
        self == ContactSpring::NONE
    }
}

/// How a surface answers a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Speed ratio of an impact, 0 to 1; of two surfaces the larger counts.
    pub restitution: f64,
    /// Coulomb coefficient; of two surfaces the geometric mean counts.
    pub friction: f64,
    /// Rolling resistance as a fraction of the radius; the larger counts.
    pub rolling_resistance: f64,
    /// Its spring.
    pub spring: ContactSpring,
}

impl Surface {
    /// The surface pair of a contact.
    pub fn combine(a: Surface, b: Surface) -> Surface {
        Surface {
            restitution: a.restitution.max(b.restitution),
            friction: (a.friction * b.friction).sqrt(),
            rolling_resistance: a.rolling_resistance.max(b.rolling_resistance),
            spring: ContactSpring::combine(a.spring, b.spring),
        }
    }
}

/// A point mass.
#[derive(Debug, Clone, PartialEq)]
pub struct ParticleModel {
    /// Mass, kg.
    pub mass: f64,
    /// Whether it never moves.
    pub fixed: bool,
    /// Radius of its colliding sphere, m; 0 does not collide.
    pub radius: f64,
    /// Its surface.
    pub surface: Surface,
    /// Articulation it belongs to; set by [`Model::build`].
    pub articulation: usize,
}

/// Drag that is another one across an axis of a body than along it (Delannoy, 2.1.5 and
/// 2.1.6): it slows down, and turns nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OrthogonalDrag {
    /// Decay rate of the velocity across the axis, 1/s.
    pub rate: f64,
    /// The axis in the body frame, a unit vector.
    pub axis: DVec3,
}

/// A rigid body. Its frame has the centre of mass as origin.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyModel {
    /// Mass, kg.
    pub mass: f64,
    /// Principal moments of inertia, kg·m².
    pub inertia: DVec3,
    /// Principal axes in the body frame.
    pub axes: DQuat,
    /// What of it collides, in the body frame; `None` of one that collides with nothing, and of a
    /// compound body, whose shapes are [`Model::pieces`].
    pub shape: Option<Convex>,
    /// Its surface.
    pub surface: Surface,
    /// Decay rate of its velocity, 1/s; `None` = that of the settings.
    pub linear_drag: Option<f64>,
    /// What of its velocity decays at another rate; `None` = nothing.
    pub orthogonal_drag: Option<OrthogonalDrag>,
    /// Decay rate of its angular velocity, 1/s; `None` = that of the settings.
    pub angular_drag: Option<f64>,
    /// The path that it follows whatever meets it; `None` = it moves freely.
    pub path: Option<Arc<KinematicPath>>,
    /// Articulation it belongs to; set by [`Model::build`].
    pub articulation: usize,
}

impl BodyModel {
    /// A body with the same moment of inertia about all its axes.
    pub fn round(mass: f64, inertia: f64, shape: Option<Convex>, surface: Surface) -> BodyModel {
        BodyModel {
            mass,
            inertia: DVec3::splat(inertia),
            axes: DQuat::IDENTITY,
            shape,
            surface,
            linear_drag: None,
            orthogonal_drag: None,
            angular_drag: None,
            path: None,
            articulation: 0,
        }
    }

    /// A solid ball.
    pub fn ball(mass: f64, radius: f64, surface: Surface) -> BodyModel {
        let inertia = 0.4 * mass * radius * radius;
        BodyModel::round(mass, inertia, Some(Convex::sphere(radius)), surface)
    }

    /// Whether its velocity decays as that of things without drag of their own.
    pub fn has_common_drag(&self) -> bool {
        self.linear_drag.is_none() && self.orthogonal_drag.is_none()
    }

    /// Whether it follows a path, and nothing moves it.
    pub fn is_kinematic(&self) -> bool {
        self.path.is_some()
    }

    /// Whether its moment of inertia is the same about all axes.
    pub fn is_round(&self) -> bool {
        self.inertia.x == self.inertia.y && self.inertia.y == self.inertia.z
    }
}

/// One of the shapes of a compound body.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// Index of the body.
    pub body: usize,
    /// Where the shape is in the body frame.
    pub place: Pose,
    /// What collides, in its own frame.
    pub shape: Convex,
    /// Its surface.
    pub surface: Surface,
}

impl Piece {
    /// Radius about the centre of mass of the body that holds it, m.
    pub fn reach(&self) -> f64 {
        self.place.position.length() + self.shape.bounding_radius()
    }
}

/// The collision shape round two particles.
#[derive(Debug, Clone, PartialEq)]
pub struct StickModel {
    /// Index of the first particle.
    pub a: usize,
    /// Index of the second particle.
    pub b: usize,
    /// Radius, m.
    pub radius: f64,
    /// Whether the ends are flat discs instead of half spheres.
    pub flat: bool,
    /// Its surface.
    pub surface: Surface,
    /// Whether it has torn: it joins nothing and does not collide.
    pub torn: bool,
}

/// A piece of a membrane: what collides between three particles, from both sides.
#[derive(Debug, Clone, PartialEq)]
pub struct TriangleModel {
    /// Indices of the particles.
    pub corners: [usize; 3],
    /// Radius all round, m: half the thickness.
    pub radius: f64,
    /// Its surface.
    pub surface: Surface,
    /// Whether it is the first colliding triangle with each of the corners, which alone lets it rest on
    /// a plane; set by [`Model::build`].
    pub is_first: [bool; 3],
    /// Whether it collides with sticks, tetrahedra and bodies of its own articulation to which
    /// no corner of it is joined.
    pub meets_joined: bool,
    /// Whether it collides with particles of the triangles of its own articulation.
    pub meets_itself: bool,
    /// Density of the air that presses on it, kg/m³; 0 for none.
    pub air_density: f64,
    /// Whether one of its edges has torn: it joins nothing and does not collide.
    pub torn: bool,
}

impl TriangleModel {
    /// Whether it collides with something of its own articulation.
    fn meets(&self, other: ColliderId) -> bool {
        let is_solid = matches!(
            other,
            ColliderId::Stick(_) | ColliderId::Tetrahedron(_) | ColliderId::Body(_)
        );
        self.meets_joined && is_solid
    }
}

/// Shape of something that never moves.
#[derive(Debug, Clone, PartialEq)]
pub enum ObstacleShape {
    /// Half space below the local xz plane.
    Plane,
    /// Box with half extents, m.
    Cuboid(DVec3),
    /// Ramp or another convex solid.
    Convex(Convex),
    /// Triangles that are solid behind; shared, since a model is copied when it changes.
    Mesh(Arc<TriangleMesh>),
}

/// Something that never moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Obstacle {
    /// Its shape.
    pub shape: ObstacleShape,
    /// Position, m.
    pub position: DVec3,
    /// Orientation.
    pub orientation: DQuat,
    /// Its surface.
    pub surface: Surface,
    /// Velocity of its surface in the world, m/s, as that of a belt: what lies on it is carried
    /// along by friction. Only its part along the surface counts.
    pub belt: DVec3,
}

impl Obstacle {
    /// Whether its surface moves.
    pub fn is_belt(&self) -> bool {
        self.belt != DVec3::ZERO
    }

    /// Where it is.
    pub fn pose(&self) -> Pose {
        Pose {
            position: self.position,
            orientation: self.orientation,
        }
    }
}

/// Everything that is constant during a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// Settings of the simulation.
    pub settings: Settings,
    /// Point masses.
    pub particles: Vec<ParticleModel>,
    /// Rigid bodies.
    pub bodies: Vec<BodyModel>,
    /// The shapes of compound bodies. Sorted by body by [`Model::build`].
    pub pieces: Vec<Piece>,
    /// Collision shapes round pairs of particles.
    pub sticks: Vec<StickModel>,
    /// Shapes that four particles carry.
    pub tetrahedra: Vec<TetrahedronModel>,
    /// Triangles that collide between their particles.
    pub triangles: Vec<TriangleModel>,
    /// Constraints in the order of solution.
    pub constraints: Vec<Constraint>,
    /// What pushes along the coordinates that constraints leave free. Sorted by constraint by
    /// [`Model::build`].
    pub drives: Vec<Drive>,
    /// The bodies that follow a path, by index; set by [`Model::build`].
    pub kinematic: Vec<usize>,
    /// Things that never move.
    pub obstacles: Vec<Obstacle>,
    /// Number of articulations; set by [`Model::build`].
    pub articulations: usize,
    /// Whether each articulation hangs from the world or from a fixed particle; set
    /// by [`Model::build`].
    pub anchored: Vec<bool>,
    /// Whether constraints hold each articulation together; set by [`Model::build`].
    pub jointed: Vec<bool>,
    /// How many times its own mass the heaviest thing weighs that any part of each articulation
    /// carries, if that is much; set by [`Model::build`].
    pub load_ratios: Vec<f64>,
    /// Pairs that collide, or do not, against the rule that the parts of an
    /// articulation pass through each other and all else collides; of several about one
    /// pair the last one counts. Sorted by
    /// [`Model::build`]; the lower owner comes first.
    pub pair_rules: Vec<PairRule>,
    /// For each body those of the pair rules in which it comes first; set by
    /// [`Model::build`].
    pub rules_of_bodies: Vec<Range<usize>>,
    /// The constraints as trees; set by [`Model::build`].
    pub tree: JointTree,
    /// Constraints that tear when they are stretched too far, by index; set by
    /// [`Model::build`].
    pub can_tear: Vec<usize>,
    /// The coordinates that joints count, with their places among `State::turned`; set by
    /// [`Model::build`].
    pub counted: Vec<(usize, Coordinate)>,
    /// What has torn; none while nothing has.
    pub tears: Option<Tears>,
}

/// Whether two things collide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairRule {
    /// The two things.
    pub pair: [ColliderId; 2],
    /// Whether they collide.
    pub collide: bool,
}

impl Model {
    /// Finds the articulations: things joined by constraints, directly or through
    /// others. The parts of one articulation do not collide with each other unless a
    /// rule says so, and fall asleep together.
    pub fn build(mut self) -> Model {
        self.pieces.sort_by_key(|piece| piece.body);
        let bodies_from = self.particles.len();
        let bodies = self.bodies.iter().enumerate();
        let kinematic = bodies.filter(|(_, body)| body.is_kinematic());
        self.kinematic = kinematic.map(|(i, _)| i).collect();
        let mut sets = DisjointSets::new(bodies_from + self.bodies.len());
        for constraint in &self.constraints {
            let [a, b] = constraint
                .attachments()
                .map(|side| side.first_free_mover(&self));
            if let (Some(a), Some(b)) = (a, b) {
                sets.join(a, b);
            }
        }
        let mut has_triangle = vec![false; bodies_from];
        for triangle in &mut self.triangles {
            let collides = triangle.radius > 0.0;
            let [a, b, c] = triangle.corners;
            if !triangle.torn {
                sets.join(a, b);
                sets.join(b, c);
            }
            let mut is_first =
                |corner: usize| collides && !std::mem::replace(&mut has_triangle[corner], true);
            triangle.is_first = [a, b, c].map(&mut is_first);
        }
        let mut count = 0;
        let mut number_of_root = vec![usize::MAX; bodies_from + self.bodies.len()];
        for mover in 0..bodies_from + self.bodies.len() {
            let root = sets.root(mover);
            if number_of_root[root] == usize::MAX {
                number_of_root[root] = count;
                count += 1;
            }
            let articulation = number_of_root[root];
            match mover.checked_sub(bodies_from) {
                None => self.particles[mover].articulation = articulation,
                Some(body) => self.bodies[body].articulation = articulation,
            }
        }
        self.articulations = count;
        self.anchored = self.anchored_articulations();
        self.jointed = vec![false; count];
        for constraint in &self.constraints {
            for side in constraint.attachments() {
                if let Some(articulation) = side.articulation(&self) {
                    self.jointed[articulation] = true;
                }
            }
        }
        let of_triangles = self.rules_of_triangles();
        self.pair_rules.extend(of_triangles);
        for rule in &mut self.pair_rules {
            rule.pair.sort_unstable();
        }
        // Of several about one pair the last one counts.
        self.pair_rules.reverse();
        self.pair_rules.sort_by_key(|rule| rule.pair);
        self.pair_rules.dedup_by_key(|rule| rule.pair);
        let bodies = 0..self.bodies.len();
        self.rules_of_bodies = bodies.map(|body| self.rules_of_body(body)).collect();
        self.drives.sort_by_key(|drive| drive.constraint);
        self.tree = JointTree::of(&self);
        self.load_ratios = load_ratios(&self);
        self.can_tear = self.constraints_that_tear();
        self.weigh_linkages();
        self.counted = (self.constraints.iter())
            .flat_map(Constraint::counted)
            .collect();
        self
    }

    /// Tells linkages how heavy the bodies are between which they stand.
    fn weigh_linkages(&mut self) {
        let of_constraints = self
            .constraints
            .iter_mut()
            .flat_map(Constraint::linkages_mut);
        let of_drives = self.drives.iter_mut();
        let of_drives = of_drives.filter_map(|drive| drive.coordinate.linkage_mut());
        for linkage in of_constraints.chain(of_drives) {
            Arc::make_mut(linkage).weigh(&self.bodies);
        }
    }

    /// How many places [`State::turned`](super::State::turned) needs.
    pub fn counters(&self) -> usize {
        let places = self.counted.iter().map(|(place, _)| place + 1);
        places.max().unwrap_or(0)
    }

    /// Articulation of a constraint; none where nothing moves.
    pub fn articulation_of(&self, constraint: usize) -> Option<usize> {
        let sides = self.constraints.get(constraint)?.attachments();
        sides.into_iter().find_map(|side| side.articulation(self))
    }

    /// The pieces of a body, by index; none of one with a single shape.
    pub fn pieces_of(&self, body: usize) -> Range<usize> {
        let begin = |body| self.pieces.partition_point(|piece| piece.body < body);
        begin(body)..begin(body + 1)
    }

    /// What of a body collides, with its shape and where that is in the body frame.
    pub fn shapes_of(&self, body: usize) -> impl Iterator<Item = (ColliderId, &Convex, Pose)> {
        let whole = self.bodies[body].shape.as_ref().into_iter();
        let whole = whole.map(move |shape| (ColliderId::Body(body), shape, Pose::IDENTITY));
        let pieces = self.pieces_of(body).map(|index| {
            let piece = &self.pieces[index];
            (ColliderId::Piece(index), &piece.shape, piece.place)
        });
        whole.chain(pieces)
    }

    /// Where a shape of a body is: the body, the shape, and its place in the body frame; `None`
    /// of everything else.
    pub fn shape_of(&self, owner: ColliderId) -> Option<(usize, &Convex, Pose)> {
        match owner {
            ColliderId::Body(i) => Some((i, self.bodies[i].shape.as_ref()?, Pose::IDENTITY)),
            ColliderId::Piece(i) => {
                let piece = &self.pieces[i];
                Some((piece.body, &piece.shape, piece.place))
            }
            _ => None,
        }
    }

    /// Radius about the centre of mass that holds all that collides of a body, m; 0 of what
    /// collides with nothing.
    pub fn reach_of(&self, body: usize) -> f64 {
        let shapes = self.shapes_of(body);
        let reaches =
            shapes.map(|(_, shape, place)| place.position.length() + shape.bounding_radius());
        reaches.fold(0.0, f64::max)
    }

    /// Articulation of a triangle.
    pub fn articulation_of_triangle(&self, triangle: usize) -> usize {
        let [first, ..] = self.triangles[triangle].corners;
        self.particles[first].articulation
    }

    /// Whether a constraint has a spring that an [`Aim`](super::Aim) can lead.
    pub fn can_aim(&self, constraint: usize) -> bool {
        let first = self.drives.partition_point(|d| d.constraint < constraint);
        let own = self.drives[first..].iter();
        let mut own = own.take_while(|drive| drive.constraint == constraint);
        own.any(Drive::led_by_aims)
    }

    /// Whether two things of these articulations collide. What a rule says of a body holds for
    /// all its pieces.
    pub fn collide(&self, pair: [ColliderId; 2], same_articulation: bool) -> bool {
        let [a, b] = pair.map(|owner| match owner {
            ColliderId::Piece(i) => ColliderId::Body(self.pieces[i].body),
            other => other,
        });
        let pair = [a.min(b), a.max(b)];
        let meets = || match pair {
            [ColliderId::Triangle(i), other] | [other, ColliderId::Triangle(i)] => {
                self.triangles[i].meets(other)
            }
            _ => false,
        };
        if let [ColliderId::Triangle(_), ColliderId::Triangle(_)] = pair {
            return !same_articulation;
        }
        // A crowd has a hundred rules for each figure, so all of them are not looked through.
        let rules = match pair[0] {
            ColliderId::Body(body) => match self.rules_of_bodies.get(body) {
                Some(range) => &self.pair_rules[range.clone()],
                None => &self.pair_rules[..],
            },
            _ => &self.pair_rules[..],
        };
        match rules.binary_search_by_key(&pair, |rule| rule.pair) {
            Ok(found) => rules[found].collide,
            Err(_) => !same_articulation || meets(),
        }
    }

    /// Rules that keep triangles from what their own corners are joined to.
    fn rules_of_triangles(&self) -> Vec<PairRule> {
        if !self.triangles.iter().any(|triangle| triangle.meets_joined) {
            return Vec::new();
        }
        let particle = |side: Attachment| match side {
            Attachment::Particle(i) => Some(i),
            _ => None,
        };
        let body = |side: Attachment| match side {
            Attachment::Body { body, .. } => Some(body),
            _ => None,
        };
        let mut rules = Vec::new();
        for constraint in &self.constraints {
            let [a, b] = constraint.attachments();
            let joined = particle(a).zip(body(b)).or(particle(b).zip(body(a)));
            let Some((corner, body)) = joined else {
                continue;
            };
            let triangles = self.triangles.iter().enumerate();
            let of_corner =
                triangles.filter(|(_, t)| t.meets_joined && t.corners.contains(&corner));
            for (i, _) in of_corner {
                rules.push(PairRule {
                    pair: [ColliderId::Triangle(i), ColliderId::Body(body)],
                    collide: false,
                });
            }
        }
        rules
    }

    /// Those of the sorted pair rules in which a body comes first.
    fn rules_of_body(&self, body: usize) -> Range<usize> {
        let begin = |body| {
            let first = [ColliderId::Body(body), ColliderId::Particle(0)];
            self.pair_rules.partition_point(|rule| rule.pair < first)
        };
        begin(body)..begin(body + 1)
    }

    fn anchored_articulations(&self) -> Vec<bool> {
        let mut anchored = vec![false; self.articulations];
        for particle in self.particles.iter().filter(|p| p.fixed) {
            anchored[particle.articulation] = true;
        }
        for constraint in &self.constraints {
            let sides = constraint.attachments().map(|side| side.articulation(self));
            if let [Some(one), None] | [None, Some(one)] = sides {
                anchored[one] = true;
            }
        }
        anchored
    }

    /// Adds a free body between two steps and returns its index.
    pub fn add_body(&mut self, mut body: BodyModel) -> usize {
        self.add_body_to_whole(&body);
        body.articulation = self.articulations;
        self.articulations += 1;
        self.anchored.push(false);
        self.jointed.push(false);
        self.load_ratios.push(0.0);
        self.tree.add_body();
        self.rules_of_bodies
            .push(self.rules_of_body(self.bodies.len()));
        self.bodies.push(body);
        self.bodies.len() - 1
    }
}
