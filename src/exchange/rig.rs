//! A world as other simulators know one: trees of bodies, each with the turns and ways that its
//! joint leaves free.

pub(super) mod drives;
mod limits;
mod names;
pub(super) mod turns;

use crate::compile::IdMap;
use crate::physics::constraint::{Constraint, ConstraintRows, LimitModel, Serial};
use crate::physics::joint_tree::JointTree;
use crate::physics::{
    Attachment, BodyState, ColliderId, Convex, Coordinate, Frame, Model, Pose, State, Surface,
    World,
};
use crate::scene::Scene;
use drives::{Driven, Drives};
use glam::{DQuat, DVec3};
use limits::{body_of, limits_of};
use names::Names;
use std::collections::BTreeMap;
use turns::{angles_about, off, set_rates, turned_round, turns_of, Twist};

/// Bodies that hang together of which each pair is listed that does not collide.
const MOST_PARTED: usize = 200;
/// A turn that is less is none, rad.
const STILL: f64 = 1e-9;
/// A motion that is slower is none, rad/s or m/s.
const SLOW: f64 = 1e-6;
/// A gap of a joint that is less is none, m and rad.
const GAP_M: f64 = 1e-6;
const GAP_RAD: f64 = 1e-7;
/// An end of a way that is so far away is none, m: formats ask for numbers.
pub(super) const ENDLESS_M: f64 = 1e3;

/// Bodies in trees, parents before their children.
pub(super) struct Rig {
    pub links: Vec<Link>,
    /// Pairs of links that do not collide.
    pub apart: Vec<[usize; 2]>,
    /// Points that close loops: two links (none is the world), and the point in the frame of
    /// each, m.
    pub loops: Vec<[(Option<usize>, DVec3); 2]>,
    /// What of the world it leaves out, one sentence each.
    pub left_out: Vec<String>,
    /// What of the start is lost where only moves tell it.
    pub unheld: Vec<String>,
}

impl Rig {
    /// How many moves have motors, in words.
    pub fn motors(&self) -> Option<String> {
        let moves = self.links.iter().filter_map(|link| match &link.joint {
            Joint::Held { moves, .. } => Some(moves),
            Joint::Free => None,
        });
        let driven = moves.flat_map(Moves::driven);
        let count = driven.filter(|driven| driven.motor.is_some()).count();
        (count > 0).then(|| format!("{count} motors"))
    }

    /// Gravity, if it is another one than those who read the format take, in words.
    pub fn gravity(model: &Model) -> Option<String> {
        let gravity = model.settings.common.gravity;
        let [x, y, z] = gravity.to_array();
        let is_usual = gravity == DVec3::new(0.0, -9.81, 0.0);
        let what = format!("gravity of {x}, {y}, {z} m/s²; the reading program uses its own");
        (!is_usual).then_some(what)
    }
}

/// A body with the joint by which it hangs.
pub(super) struct Link {
    pub name: String,
    /// None hangs from the world.
    pub parent: Option<usize>,
    pub joint: Joint,
    /// kg.
    pub mass: f64,
    /// Principal moments, kg·m², about the axes that `axes` turns into those of the body.
    pub inertia: DVec3,
    pub axes: DQuat,
    /// What of it collides.
    pub solids: Vec<LinkSolid>,
    /// Where it is and how it moves in the world.
    pub motion: BodyState,
    /// Whether it moves by itself, and nothing moves it.
    pub is_kinematic: bool,
}

/// A shape of a body that collides.
pub(super) struct LinkSolid {
    pub shape: Convex,
    /// Where it is in the frame of the body.
    pub place: Pose,
    pub surface: Surface,
}

impl Link {
    /// Inertia against a move of its joint, kg·m² or kg: of both bodies that it joins, without what
    /// hangs on them.
    pub fn resistance_to(&self, own: &Move, rig: &Rig) -> f64 {
        let Joint::Held { anchors, rest, .. } = &self.joint else {
            return 0.0;
        };
        let about = |link: &Link, axis: DVec3, at: DVec3| {
            let principal = link.axes.conjugate() * axis;
            let beside = axis.cross(at).length_squared();
            match own.slides {
                true => link.mass,
                false => link.inertia.dot(principal * principal) + link.mass * beside,
            }
        };
        let child = about(self, rest.conjugate() * own.axis, anchors[1]);
        match self.parent.map(|parent| &rig.links[parent]) {
            None => child,
            Some(parent) => {
                let parent = about(parent, own.axis, anchors[0]);
                child * parent / (child + parent)
            }
        }
    }
}

/// How a body hangs from its parent.
pub(super) enum Joint {
    /// It does not.
    Free,
    /// By a point that both share where all moves are 0.
    Held {
        /// The point in the frame of the parent, and in that of the body, m.
        anchors: [DVec3; 2],
        /// From the frame of the body to that of the parent where all moves are 0.
        rest: DQuat,
        moves: Moves,
    },
}

/// What a joint leaves free.
pub(super) enum Moves {
    /// Nothing, or one after the other, from the parent outward.
    Axes(Vec<Move>),
    /// All turns, without bounds.
    Ball {
        /// How the body is turned from where all moves are 0, in its frame there.
        turned: DQuat,
        /// The spin against the parent in the frame of the body, rad/s.
        spin: DVec3,
        /// What drives the turns about the axes of the parent, which lead to where they are 0.
        driven: Box<[Driven; 3]>,
    },
}

impl Moves {
    /// What drives each of them.
    pub fn driven(&self) -> impl Iterator<Item = &Driven> {
        let (axes, ball) = match self {
            Moves::Axes(axes) => (axes.as_slice(), &[][..]),
            Moves::Ball { driven, .. } => (&[][..], driven.as_slice()),
        };
        axes.iter().map(|own| &own.driven).chain(ball)
    }
}

/// A turn or a way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Move {
    pub slides: bool,
    /// Unit axis in the frame of the parent where all moves are 0.
    pub axis: DVec3,
    /// From the point that both bodies share to a point of the axis of a turn, in the frame of the
    /// parent where all moves are 0, m.
    pub offset: DVec3,
    /// rad or m.
    pub range: Option<[f64; 2]>,
    /// Where it is and how fast, rad or m and 1/s.
    pub value: f64,
    pub rate: f64,
    pub driven: Driven,
}

impl Move {
    /// How far its axis is beside the point that both bodies share, m.
    pub fn beside(&self) -> f64 {
        match self.slides {
            true => 0.0,
            false => self.axis.cross(self.offset).length(),
        }
    }

    /// Its range in numbers.
    pub fn finite_range(&self) -> Option<[f64; 2]> {
        let near = |end: f64| end.clamp(-ENDLESS_M, ENDLESS_M);
        self.range.map(|range| range.map(near))
    }
}

/// The rig of a world as it is now; bodies are called as in the scene that it was compiled
/// from, and no body as what the format calls otherwise.
pub(super) fn of(world: &World, (map, scene): (&IdMap, &Scene), taken: &[&str]) -> Rig {
    let (model, state) = (world.model(), world.state());
    let is_cone = |constraint: &Constraint| match constraint {
        Constraint::AngleLimit(limit) => limit.model_in(&model.settings) == LimitModel::Cone,
        _ => false,
    };
    let mut left_out = Vec::new();
    for (count, what) in [
        (
            model.particles.len(),
            "particles, and everything made of them",
        ),
        (model.triangles.len(), "surfaces"),
        (
            model.kinematic.len(),
            "paths of kinematic bodies, which stay where they begin",
        ),
        (
            model.obstacles.iter().filter(|o| o.is_belt()).count(),
            "speeds of belts",
        ),
        (
            model.constraints.iter().filter(|c| is_cone(c)).count(),
            "cones of ball joints, whose ranges are written as those of three rotations",
        ),
    ] {
        if count > 0 {
            left_out.push(format!("{count} {what}"));
        }
    }
    let mut builder = Builder {
        model,
        state,
        map,
        scene,
        place: vec![None; model.bodies.len()],
        taken: vec![false; model.constraints.len()],
        limits: limits_of(model),
        drives: Drives::of(model, state),
        names: Names::beside(taken),
        held_motions: 0,
        gaps: 0,
        rig: Rig {
            links: Vec::new(),
            apart: Vec::new(),
            loops: Vec::new(),
            left_out,
            unheld: Vec::new(),
        },
    };
    builder.add_links();
    let lost = [builder.held_motions, builder.gaps];
    let named = ["velocities that the joints do not allow", "joint errors"];
    let lost = lost.into_iter().zip(named).filter(|(count, _)| *count > 0);
    let lost = lost.map(|(count, what)| format!("{count} {what}"));
    builder.rig.unheld = lost.collect();
    builder.close_loops();
    builder.part_pairs();
    builder.rig
}

struct Builder<'a> {
    model: &'a Model,
    state: &'a State,
    map: &'a IdMap,
    scene: &'a Scene,
    /// The link of each body.
    place: Vec<Option<usize>>,
    /// Constraints that are in the rig.
    taken: Vec<bool>,
    /// Limits by the bodies of parent and child; none is the world.
    limits: BTreeMap<[Option<usize>; 2], usize>,
    drives: Drives<'a>,
    names: Names,
    /// How many motions the moves of joints do not leave free.
    held_motions: usize,
    /// How many joints have a gap.
    gaps: usize,
    rig: Rig,
}

impl Builder<'_> {
    /// Nothing hangs from a guide, since no format has such joints.
    fn add_links(&mut self) {
        let is_link = |constraint: &Constraint| !matches!(constraint, Constraint::Guide(_));
        let tree = JointTree::of_those(self.model, is_link);
        let particles = self.model.particles.len();
        for articulation in 0..self.model.articulations {
            for &mover in tree.movers(articulation) {
                let Some(body) = mover.checked_sub(particles) else {
                    continue;
                };
                let link = tree.link(mover);
                let parent = link.parent.and_then(|parent| parent.checked_sub(particles));
                let joint = link.constraint.and_then(|at| self.joint(at, body));
                self.add(body, parent, joint);
            }
        }
    }

    fn add(&mut self, body: usize, parent: Option<usize>, joint: Option<Joint>) {
        let (constant, motion) = (&self.model.bodies[body], &self.state.bodies[body]);
        let parent = parent.and_then(|parent| self.place[parent]);
        self.place[body] = Some(self.rig.links.len());
        let name = self.map.name_in(self.scene, ColliderId::Body(body));
        let name = self.names.take(&name);
        self.rig.links.push(Link {
            name,
            parent: parent.filter(|_| joint.is_some()),
            joint: joint.unwrap_or(Joint::Free),
            mass: constant.mass,
            inertia: constant.inertia,
            axes: constant.axes,
            solids: self.solids(body),
            motion: *motion,
            is_kinematic: constant.is_kinematic(),
        });
    }

    fn solids(&self, body: usize) -> Vec<LinkSolid> {
        let solids = self
            .model
            .shapes_of(body)
            .map(|(owner, shape, place)| LinkSolid {
                shape: shape.clone(),
                place,
                surface: match owner {
                    ColliderId::Piece(piece) => self.model.pieces[piece].surface,
                    _ => self.model.bodies[body].surface,
                },
            });
        solids.collect()
    }

    /// The joint by which a body hangs, if the constraint and what limits it say one.
    fn joint(&mut self, at: usize, body: usize) -> Option<Joint> {
        let constraint = &self.model.constraints[at];
        let [a, b] = constraint.attachments();
        let [parent, child] = [Frame::of(a)?, Frame::of(b)?];
        let arms = [arm(a)?, arm(b)?];
        let (rest, moves) = self.moves(at, constraint, [parent, child])?;
        self.taken[at] = true;
        let [p, c] = [parent, child].map(|frame| frame.orientation(self.state).conjugate());
        let between = p * (b.position(self.state) - a.position(self.state));
        let [gap, off] = off(&moves, rest, between, p * c.conjugate());
        self.gaps += usize::from(gap > GAP_M || off > GAP_RAD);
        let is_turned_round = child != Frame::Body(body);
        Some(match is_turned_round {
            false => Joint::Held {
                anchors: arms,
                rest,
                moves,
            },
            true => Joint::Held {
                anchors: [arms[1], arms[0]],
                rest: rest.conjugate(),
                moves: turned_round(moves, rest, self.spin_of_first(parent, child)),
            },
        })
    }

    /// The orientation of the child in the parent's frame where all moves are 0, and the moves.
    fn moves(
        &mut self,
        at: usize,
        constraint: &Constraint,
        frames: [Frame; 2],
    ) -> Option<(DQuat, Moves)> {
        let state = self.state;
        let axis = |axis, range, coordinate: Coordinate| Move {
            slides: matches!(coordinate, Coordinate::Way { .. }),
            axis,
            offset: DVec3::ZERO,
            range,
            value: coordinate.value(state),
            rate: 0.0,
            driven: self.drives.of_coordinate(at, &coordinate),
        };
        let (rest, mut moves) = match constraint {
            Constraint::Hinge(hinge) => {
                let turn = axis(hinge.axis, hinge.limit, hinge.coordinate());
                (hinge.rest, vec![turn])
            }
            Constraint::Slider(slider) => {
                let mut moves = vec![axis(slider.axis, slider.limit, slider.coordinate())];
                if slider.turns {
                    let turn = slider.turn_coordinate();
                    moves.push(axis(slider.axis, slider.turn_limit, turn));
                }
                (slider.rest, moves)
            }
            Constraint::Universal(universal) => {
                let axes = [universal.axis, universal.cross_axis].into_iter();
                let moves = axes.zip(universal.limits).zip(universal.coordinates());
                let moves = moves.map(|((of, range), coordinate)| axis(of, range, coordinate));
                (universal.rest, moves.collect())
            }
            Constraint::Fixed(fixed) => (fixed.rest, Vec::new()),
            Constraint::Serial(serial) => return Some(self.axes(at, serial)),
            Constraint::Pin(_) => return Some(self.ball(at, frames, constraint.attachments())),
            _ => return None,
        };
        let sides = constraint.attachments();
        let motion = self.relative_motion(frames, sides);
        self.note_held(set_rates(&mut moves, motion));
        Some((rest, Moves::Axes(moves)))
    }

    /// The moves of a joint of several axes.
    fn axes(&mut self, at: usize, serial: &Serial) -> (DQuat, Moves) {
        let stance = serial.linkage.stance(self.state);
        let (rates, left) = stance.rates(self.state);
        self.note_held(left);
        let axes = serial.linkage.axes.iter().zip(&serial.limits);
        let moves = axes.zip(serial.coordinates()).zip(rates).enumerate();
        let moves = moves.map(|(index, (((own, range), coordinate), rate))| Move {
            slides: own.slides,
            axis: own.axis,
            offset: own.offset,
            range: *range,
            value: stance.values[index],
            rate,
            driven: self.drives.of_coordinate(at, &coordinate),
        });
        (serial.linkage.rest, Moves::Axes(moves.collect()))
    }

    /// How a child moves against its parent, seen from the parent.
    fn relative_motion(&self, [parent, child]: [Frame; 2], [a, b]: [Attachment; 2]) -> Twist {
        let state = self.state;
        let own = parent.angular_velocity(state);
        let between = b.position(state) - a.position(state);
        let velocity = b.velocity(state) - a.velocity(state) - own.cross(between);
        let to_parent = parent.orientation(state).conjugate();
        Twist {
            velocity: to_parent * velocity,
            spin: to_parent * (child.angular_velocity(state) - own),
        }
    }

    /// A ball joint: three turns, the twist last, if it has limits.
    fn ball(
        &mut self,
        pin: usize,
        [parent, child]: [Frame; 2],
        sides: [Attachment; 2],
    ) -> (DQuat, Moves) {
        let state = self.state;
        let motion = self.relative_motion([parent, child], sides);
        let [p, c] = [parent, child].map(|frame| frame.orientation(state));
        let relative = p.conjugate() * c;
        let spin = child.angular_velocity(state) - parent.angular_velocity(state);
        let key = [parent, child].map(body_of);
        let limit = self.limits.get(&key).copied();
        let Some((at, Constraint::AngleLimit(limit))) =
            limit.map(|at| (at, &self.model.constraints[at]))
        else {
            self.note_held(motion.velocity.length());
            // Springs of ball joints lead to where all moves are 0.
            let rest = self.drives.target_of_ball(pin).unwrap_or(relative);
            let moves = Moves::Ball {
                turned: rest.conjugate() * relative,
                spin: c.conjugate() * spin,
                driven: Box::new([0, 1, 2].map(|axis| self.drives.of_bend(pin, axis, 0.0))),
            };
            return (rest, moves);
        };
        self.taken[at] = true;
        let turned = relative * limit.rest.conjugate();
        let order = turns_of(limit);
        let angles = angles_about(order, turned);
        let target = self.drives.target_of_ball(pin).unwrap_or(limit.rest);
        let targets = angles_about(order, target * limit.rest.conjugate());
        let turn = |k: usize| Move {
            slides: false,
            axis: DVec3::AXES[order[k]],
            offset: DVec3::ZERO,
            range: Some([limit.min[order[k]], limit.max[order[k]]]),
            value: angles[k],
            rate: 0.0,
            driven: self.drives.of_bend(pin, order[k], targets[k]),
        };
        // What may not turn at all is no move.
        let is_free = |own: &Move| own.range != Some([0.0; 2]) || own.value.abs() > STILL;
        let mut moves: Vec<Move> = (0..3).map(turn).filter(is_free).collect();
        self.note_held(set_rates(&mut moves, motion));
        (limit.rest, Moves::Axes(moves))
    }

    /// Counts a motion that the moves of a joint do not leave free, rad/s or m/s.
    fn note_held(&mut self, left: f64) {
        self.held_motions += usize::from(left > SLOW);
    }

    /// How the first frame turns against the second, seen from the first, rad/s.
    fn spin_of_first(&self, first: Frame, second: Frame) -> DVec3 {
        let spin = first.angular_velocity(self.state) - second.angular_velocity(self.state);
        first.orientation(self.state).conjugate() * spin
    }

    /// Takes in the pins that no tree has, and says what of the rest is left out.
    fn close_loops(&mut self) {
        for (at, constraint) in self.model.constraints.iter().enumerate() {
            if self.taken[at] {
                continue;
            }
            let [a, b] = constraint.attachments();
            let side = |attachment: Attachment| match attachment {
                Attachment::World(point) => Some((None, point)),
                Attachment::Body { body, arm } => Some((Some(self.place[body]?), arm)),
                _ => None,
            };
            match (constraint, side(a), side(b)) {
                (Constraint::Pin(_), Some(a), Some(b)) => self.rig.loops.push([a, b]),
                (Constraint::Broken(_), ..) | (_, None, _) | (_, _, None) => {}
                _ => {
                    let kind = constraint.kind_name();
                    self.rig
                        .left_out
                        .push(format!("a {kind} (constraint {at})"));
                }
            }
        }
    }

    /// Whether any shape of a body of an articulation collides with one of another.
    fn collide(&self, [a, b]: [usize; 2]) -> bool {
        let shapes = |body: usize| self.model.shapes_of(body).map(|(owner, ..)| owner);
        let meet = |a: ColliderId| shapes(b).any(|b| self.model.collide([a, b], true));
        shapes(a).any(meet)
    }

    /// Notes the pairs of an articulation that do not collide.
    fn part_pairs(&mut self) {
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.model.articulations];
        for (body, constant) in self.model.bodies.iter().enumerate() {
            members[constant.articulation].push(body);
        }
        for parts in members {
            if parts.len() > MOST_PARTED {
                let what = "joined bodies with disabled collisions";
                self.rig.left_out.push(format!("{} {what}", parts.len()));
                continue;
            }
            for (i, &a) in parts.iter().enumerate() {
                for &b in &parts[i + 1..] {
                    let pair = [self.place[a], self.place[b]];
                    let collide = self.collide([a, b]);
                    if let (false, [Some(a), Some(b)]) = (collide, pair) {
                        self.rig.apart.push([a, b]);
                    }
                }
            }
        }
    }
}

/// From the centre of a body, or the origin of the world, m.
fn arm(attachment: Attachment) -> Option<DVec3> {
    match attachment {
        Attachment::World(point) => Some(point),
        Attachment::Body { arm, .. } => Some(arm),
        _ => None,
    }
}
