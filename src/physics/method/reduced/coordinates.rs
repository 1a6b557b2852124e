//! Coordinates of a tree: poses of its roots, orientations of the others in their parents,
//! and how they change.

use super::factors::Factors;
use super::tree::{Joint, Link, Placed, Tree};
use crate::physics::coordinate::turn_about;
use crate::physics::dynamics::driven::{taken_in, Driven};
use crate::physics::dynamics::gradient::Block;
use crate::physics::dynamics::inertia::{self, Inertia};
use crate::physics::dynamics::pieces::{Misfit, Pieces, Verdict};
use crate::physics::dynamics::slots::Spatial;
use crate::physics::interrupt::Interrupt;
use crate::physics::math::rotation_from_vector;
use crate::physics::model::Model;
use crate::physics::state::{BodyState, State};
use glam::{DQuat, DVec3};

/// Coordinates of a link.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Coordinate {
    /// Of a free link its centre, m; else nothing.
    pub position: DVec3,
    /// Of a free link in the world, else in its parent.
    pub orientation: DQuat,
    /// Velocity of the centre of a free link, m/s.
    pub velocity: DVec3,
    /// Angular velocity: of a free link in the world, else against the parent, in the frame
    /// of the link, rad/s.
    pub spin: DVec3,
    /// How far a slider has slid, m.
    pub way: f64,
    /// How fast, m/s.
    pub speed: f64,
}

/// How coordinates change.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rate {
    position: DVec3,
    orientation: DQuat,
    velocity: DVec3,
    spin: DVec3,
    way: f64,
    speed: f64,
}

/// The coordinates of a state.
pub(super) fn read(tree: &Tree, state: &State, into: &mut Vec<Coordinate>) {
    into.clear();
    for link in &tree.links {
        let own = &state.bodies[link.body];
        let parent = link.parent.map(|p| state.bodies[tree.links[p].body]);
        into.push(coordinate(link, own, parent.as_ref()));
    }
}

fn coordinate(link: &Link, own: &BodyState, parent: Option<&BodyState>) -> Coordinate {
    if link.joint == Joint::Free {
        return Coordinate {
            position: own.position,
            orientation: own.orientation,
            velocity: own.velocity,
            spin: own.angular_velocity,
            ..Coordinate::default()
        };
    }
    let carrier = parent.map_or(DQuat::IDENTITY, |p| p.orientation);
    let at = |body: &BodyState| Placed {
        position: body.position,
        orientation: body.orientation,
        motion: Spatial {
            linear: body.velocity,
            angular: body.angular_velocity,
        },
    };
    let (way, speed) = slid(link, &at(own), &parent.map_or_else(world, at));
    let relative = carrier.conjugate() * own.orientation;
    let turning = own.angular_velocity - parent.map_or(DVec3::ZERO, |p| p.angular_velocity);
    let spin = own.orientation.conjugate() * turning;
    let (orientation, spin) = allowed(link.joint, relative, spin);
    Coordinate {
        orientation,
        spin,
        way,
        speed,
        ..Coordinate::default()
    }
}

/// The frame from which roots hang.
pub(super) fn world() -> Placed {
    Placed {
        orientation: DQuat::IDENTITY,
        ..Placed::default()
    }
}

/// How far a link has slid along its parent, m, and how fast, m/s.
pub(super) fn slid(link: &Link, own: &Placed, parent: &Placed) -> (f64, f64) {
    let axis = link.way_in_world(parent.orientation);
    let from = parent.position + parent.orientation * link.parent_arm;
    let to = own.position + own.orientation * link.child_arm;
    let speed = |of: &Placed| {
        let turned = of.motion.angular.cross(to - of.position);
        axis.dot(of.motion.linear + turned)
    };
    (axis.dot(to - from), speed(own) - speed(parent))
}

/// The nearest relative orientation and spin (in the frame of the child) that a joint allows.
fn allowed(joint: Joint, relative: DQuat, spin: DVec3) -> (DQuat, DVec3) {
    match joint {
        Joint::Free | Joint::Ball => (relative, spin),
        Joint::Fixed { rest } => (rest, DVec3::ZERO),
        Joint::Slider {
            rest, turns: false, ..
        } => (rest, DVec3::ZERO),
        Joint::Universal {
            axis,
            cross_axis,
            rest,
        } => {
            let turn = relative * rest.conjugate();
            let [first, second] = [axis, cross_axis].map(|axis| turn_about(axis, turn));
            let relative = rotation_from_vector(axis * first)
                * rotation_from_vector(cross_axis * second)
                * rest;
            let carried = [relative.conjugate() * axis, rest.conjugate() * cross_axis];
            let spins = carried.map(|axis| axis * axis.dot(spin));
            (relative, spins[0] + spins[1])
        }
        Joint::Hinge { axis, rest } | Joint::Slider { axis, rest, .. } => {
            let turn = relative * rest.conjugate();
            let angle = turn_about(axis, turn);
            let relative = rotation_from_vector(axis * angle) * rest;
            let carried = rest.conjugate() * axis;
            (relative, carried * carried.dot(spin))
        }
    }
}

/// The relative orientation that a joint allows nearest to one that it has turned to about axes
/// which turned meanwhile.
pub(super) fn within(joint: Joint, relative: DQuat) -> DQuat {
    match joint {
        Joint::Universal { .. } => allowed(joint, relative, DVec3::ZERO).0,
        _ => relative,
    }
}

/// Where coordinates put the links, and how they move.
pub(super) fn place(tree: &Tree, from: &[Coordinate], into: &mut Vec<Placed>) {
    into.clear();
    for (link, own) in tree.links.iter().zip(from) {
        let placed = match (link.joint, link.parent) {
            (Joint::Free, _) => Placed {
                position: own.position,
                orientation: own.orientation,
                motion: Spatial {
                    linear: own.velocity,
                    angular: own.spin,
                },
            },
            (_, Some(parent)) => hang(link, own, &into[parent]),
            (_, None) => hang(link, own, &world()),
        };
        into.push(placed);
    }
}

fn hang(link: &Link, own: &Coordinate, parent: &Placed) -> Placed {
    let orientation = parent.orientation * own.orientation;
    let axis = link.way_in_world(parent.orientation);
    let to_joint = parent.orientation * link.parent_arm + axis * own.way;
    let from_joint = orientation * -link.child_arm;
    let carrier = parent.motion.angular;
    let angular = carrier + orientation * own.spin;
    Placed {
        position: parent.position + to_joint + from_joint,
        orientation,
        motion: Spatial {
            linear: parent.motion.linear
                + carrier.cross(to_joint)
                + axis * own.speed
                + angular.cross(from_joint),
            angular,
        },
    }
}

/// Puts the links of a state where coordinates say.
pub(super) fn write(tree: &Tree, placed: &[Placed], state: &mut State) {
    for (link, placed) in tree.links.iter().zip(placed) {
        state.bodies[link.body] = BodyState {
            position: placed.position,
            orientation: placed.orientation,
            velocity: placed.motion.linear,
            angular_velocity: placed.motion.angular,
        };
    }
}

/// Into how many pieces a substep is cut at most.
const MOST_PIECES: u32 = 128;

/// Scratch memory of the integration.
#[derive(Debug, Clone, Default)]
pub(super) struct Integration {
    factors: Factors,
    placed: Vec<Placed>,
    stage: Vec<Coordinate>,
    rates: [Vec<Rate>; 4],
    bias: Vec<[Spatial; 2]>,
    /// Forces with those of springs.
    acting: Vec<Spatial>,
    /// What springs see of a stage, and the power that dampers take in each, W.
    seen: State,
    taken: [f64; 4],
    blocks: Vec<Block>,
}

/// Forces on the links, N and N·m.
#[derive(Clone, Copy)]
pub(super) struct Forces<'a> {
    /// Those that stay the same.
    pub constant: &'a [Spatial],
    /// Springs that push besides.
    pub driven: Option<Driven<'a>>,
}

impl Integration {
    /// How coordinates change under forces on the links, N and N·m, gravity among them;
    /// `placed` is where they put the links, `factors` those of the tree there.
    pub fn find_rates(
        &mut self,
        (model, tree): (&Model, &Tree),
        coordinates: &[Coordinate],
        (placed, factors): (&[Placed], &mut Factors),
        forces: &[Spatial],
        rates: &mut Vec<Rate>,
    ) {
        self.find_bias((model, tree), coordinates, placed, forces);
        let bias = &self.bias;
        rates.clear();
        factors.respond(
            tree,
            |i| bias[i][0],
            |i| bias[i][1],
            |i, acceleration, rates_of_joint| {
                let own = &coordinates[i];
                let is_free = tree.links[i].joint == Joint::Free;
                let spin = DQuat::from_xyzw(own.spin.x, own.spin.y, own.spin.z, 0.0);
                rates.push(match is_free {
                    true => Rate {
                        position: own.velocity,
                        orientation: spin * own.orientation * 0.5,
                        velocity: acceleration.linear,
                        spin: acceleration.angular,
                        ..Rate::default()
                    },
                    false => Rate {
                        orientation: own.orientation * spin * 0.5,
                        spin: placed[i].orientation.conjugate()
                            * (rates_of_joint.angular + carrying(&tree.links[i], i, placed)),
                        way: own.speed,
                        speed: rates_of_joint.linear,
                        ..Rate::default()
                    },
                });
            },
        );
    }

    /// Forces on the links with the gyroscopic torques, and what the links gain at constant
    /// rates.
    fn find_bias(
        &mut self,
        (model, tree): (&Model, &Tree),
        coordinates: &[Coordinate],
        placed: &[Placed],
        forces: &[Spatial],
    ) {
        self.bias.clear();
        for (i, link) in tree.links.iter().enumerate() {
            let spin = placed[i].motion.angular;
            let inertia = inertia_at(model, link.body, placed[i].orientation).inertia;
            let mut force = forces[i];
            force.angular -= spin.cross(inertia * spin);
            let slides = coordinates[i];
            self.bias
                .push([force, drift(link, i, (slides.way, slides.speed), placed)]);
        }
    }

    /// Takes in how far joints have turned, for springs that count it.
    pub fn take_turns(&mut self, state: &State) {
        self.seen.turned.clone_from(&state.turned);
    }

    /// Leads coordinates through `h` seconds of forces, by Runge-Kutta of fourth order, in pieces
    /// so short that it follows what swings fastest; `first` are their rates under the constant
    /// ones as it begins. Returns what dampers have taken, J, if it could.
    pub fn lead(
        &mut self,
        what: (&Model, &Tree),
        coordinates: &mut [Coordinate],
        (forces, first): (Forces<'_>, &[Rate]),
        h: f64,
        interrupt: &Interrupt,
    ) -> Option<f64> {
        self.taken = [0.0; 4];
        match forces.driven {
            Some(_) => self.find_stage(what, coordinates, forces, 0),
            None => {
                self.rates[0].clear();
                self.rates[0].extend_from_slice(first);
            }
        }
        let mut taken = 0.0;
        let mut pieces = Pieces::new(h, MOST_PIECES);
        while pieces.are_left() {
            let error = self.try_stages(what, coordinates, forces, pieces.seconds());
            let h = pieces.seconds();
            match pieces.judge(error) {
                Verdict::Passes => {}
                Verdict::Shorter => continue,
                Verdict::Hopeless => return None,
            }
            taken += taken_in(h, self.taken);
            for (i, own) in coordinates.iter_mut().enumerate() {
                for (rates, weight) in self.rates.iter().zip([1.0, 2.0, 2.0, 1.0]) {
                    let part = weight * h / 6.0;
                    own.position += rates[i].position * part;
                    own.orientation += rates[i].orientation * part;
                    own.velocity += rates[i].velocity * part;
                    own.spin += rates[i].spin * part;
                    own.way += rates[i].way * part;
                    own.speed += rates[i].speed * part;
                }
                own.orientation = own.orientation.normalize();
            }
            if interrupt.is_due() {
                break;
            }
            if pieces.are_left() {
                self.find_stage(what, coordinates, forces, 0);
            }
        }
        Some(taken)
    }

    /// Energy that springs hold where links are placed, J.
    pub fn energy_of_springs(
        &mut self,
        tree: &Tree,
        placed: &[Placed],
        driven: &Driven<'_>,
    ) -> f64 {
        self.seen
            .bodies
            .resize(driven.model.bodies.len(), BodyState::default());
        write(tree, placed, &mut self.seen);
        driven.energy(&self.seen)
    }

    /// Finds the rates of the other stages of a piece of `h` seconds; returns how far it is
    /// from what is allowed, see [`Misfit`].
    fn try_stages(
        &mut self,
        what: (&Model, &Tree),
        coordinates: &[Coordinate],
        forces: Forces<'_>,
        h: f64,
    ) -> f64 {
        let mut stage = std::mem::take(&mut self.stage);
        for (k, part) in [0.5, 0.5, 1.0].into_iter().enumerate() {
            stage.clear();
            stage.extend_from_slice(coordinates);
            for (own, rate) in stage.iter_mut().zip(&self.rates[k]) {
                follow(own, rate, part * h);
            }
            self.find_stage(what, &stage, forces, k + 1);
        }
        self.stage = stage;
        let mut misfit = Misfit::default();
        for (i, own) in coordinates.iter().enumerate() {
            let [first, second, third, last] = self.rates.each_ref().map(|rates| &rates[i]);
            let of = |rate: &Rate| Spatial {
                linear: rate.velocity + DVec3::X * rate.speed,
                angular: rate.spin,
            };
            let moving = Spatial {
                linear: own.velocity + DVec3::X * own.speed,
                angular: own.spin,
            };
            misfit.add(moving, [first, second, third, last].map(of), h);
        }
        misfit.over_allowed()
    }

    /// Finds the rates of a stage at its coordinates.
    fn find_stage(
        &mut self,
        (model, tree): (&Model, &Tree),
        coordinates: &[Coordinate],
        forces: Forces<'_>,
        stage: usize,
    ) {
        let mut placed = std::mem::take(&mut self.placed);
        let mut factors = std::mem::take(&mut self.factors);
        let mut rates = std::mem::take(&mut self.rates[stage]);
        place(tree, coordinates, &mut placed);
        factors.take(tree, &placed, |i| {
            inertia_at(model, tree.links[i].body, placed[i].orientation)
        });
        let there = (placed.as_slice(), &mut factors);
        let acting = self.acting_at(tree, &placed, forces, stage);
        self.find_rates((model, tree), coordinates, there, &acting, &mut rates);
        (self.placed, self.factors) = (placed, factors);
        (self.rates[stage], self.acting) = (rates, acting);
    }

    /// The forces on the links where a stage places them.
    fn acting_at(
        &mut self,
        tree: &Tree,
        placed: &[Placed],
        forces: Forces<'_>,
        stage: usize,
    ) -> Vec<Spatial> {
        let mut acting = std::mem::take(&mut self.acting);
        acting.clear();
        acting.extend_from_slice(forces.constant);
        if let Some(driven) = forces.driven {
            let bodies = &mut self.seen.bodies;
            bodies.resize(driven.model.bodies.len(), BodyState::default());
            write(tree, placed, &mut self.seen);
            let push = |slot: usize, force| acting[tree.at_slot(slot)] += force;
            self.taken[stage] = driven.each_force(&self.seen, &mut self.blocks, push);
        }
        acting
    }

    /// Accelerations of the links under forces.
    pub fn accelerations(
        &mut self,
        (model, tree): (&Model, &Tree),
        coordinates: &[Coordinate],
        forces: &[Spatial],
        mut take: impl FnMut(usize, Spatial),
    ) {
        let forces = Forces {
            constant: forces,
            driven: None,
        };
        self.find_stage((model, tree), coordinates, forces, 0);
        let bias = &self.bias;
        self.factors.respond(
            tree,
            |i| bias[i][0],
            |i| bias[i][1],
            |i, acceleration, _| take(i, acceleration),
        );
    }
}

/// Lets rates of coordinates change for `h` seconds where they are.
pub(super) fn push_rates(coordinates: &mut [Coordinate], rates: &[Rate], h: f64) {
    for (own, rate) in coordinates.iter_mut().zip(rates) {
        own.velocity += rate.velocity * h;
        own.spin += rate.spin * h;
        own.speed += rate.speed * h;
    }
}

fn follow(own: &mut Coordinate, rate: &Rate, h: f64) {
    own.position += rate.position * h;
    own.orientation = (own.orientation + rate.orientation * h).normalize();
    own.velocity += rate.velocity * h;
    own.spin += rate.spin * h;
    own.way += rate.way * h;
    own.speed += rate.speed * h;
}

/// What a link gains against its parent at constant rates, having slid so far at such a speed:
/// `α` in rad/s², `a` in m/s².
fn drift(link: &Link, i: usize, (way, speed): (f64, f64), placed: &[Placed]) -> Spatial {
    if link.joint == Joint::Free {
        return Spatial::ZERO;
    }
    let own = &placed[i];
    let from_joint = own.orientation * -link.child_arm;
    let (carrier, to_joint, sliding) = match link.parent {
        Some(p) => {
            let axis = link.way_in_world(placed[p].orientation);
            let to_joint = placed[p].orientation * link.parent_arm + axis * way;
            (placed[p].motion.angular, to_joint, axis * speed)
        }
        None => (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO),
    };
    let spin = own.motion.angular;
    let angular = carrier.cross(spin - carrier) + carrying(link, i, placed);
    Spatial {
        angular,
        linear: carrier.cross(carrier.cross(to_joint) + sliding * 2.0)
            + angular.cross(from_joint)
            + spin.cross(spin.cross(from_joint)),
    }
}

/// What the first turn of a universal joint makes of the axis of the second at constant rates,
/// rad/s²: `α' β' u × t`.
fn carrying(link: &Link, i: usize, placed: &[Placed]) -> DVec3 {
    let Joint::Universal {
        axis,
        cross_axis,
        rest,
    } = link.joint
    else {
        return DVec3::ZERO;
    };
    let parent = link.parent.map_or_else(world, |p| placed[p]);
    let first = parent.orientation * axis;
    let second = placed[i].orientation * (rest.conjugate() * cross_axis);
    let spin = placed[i].motion.angular - parent.motion.angular;
    first.cross(second) * (spin.dot(first) * spin.dot(second))
}

/// Mass and inertia of a body at an orientation.
pub(super) fn inertia_at(model: &Model, body: usize, orientation: DQuat) -> Inertia {
    let constant = &model.bodies[body];
    Inertia {
        mass: constant.mass,
        inertia: inertia::inertia_at(constant, orientation),
        ..Inertia::default()
    }
}
