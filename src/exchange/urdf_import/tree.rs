//! The tree of links as bodies that hang from each other.

use super::joints::{Joint, Kind};
use super::links::{Link, Links};
use super::mimic;
use crate::exchange::assembly::joint::{self, Moves};
use crate::exchange::assembly::place::Place;
use crate::exchange::assembly::solid::{Mass, Solid, DENSITY};
use crate::exchange::assembly::xml::{error, ImportError};
use crate::exchange::assembly::{Assembly, Found};
use crate::exchange::rig::Move;
use glam::{DMat3, DVec3};

/// Mass that a link between two turns of one joint may have, kg.
const TINY: f64 = 1e-5;
/// The root that is the world.
const WORLD: &str = "world";
/// Most turns and ways of one joint.
const MOST_MOVES: usize = 6;

/// A body, and how it hangs.
struct Moving {
    found: Found,
    /// None of one that is free.
    held: Option<Held>,
}

/// How a body hangs from another one, or from the world.
struct Held {
    from: Option<usize>,
    way: Way,
}

/// What leads to a link from the body that carries it.
#[derive(Clone)]
struct Way {
    /// The last joint, as a place in the list.
    joint: usize,
    name: String,
    /// The frame of the first in the world where all are 0.
    at: Place,
    /// Seen from that frame.
    moves: Vec<Move>,
}

/// A link that is to be looked at.
struct Next {
    link: usize,
    /// Its frame in the world.
    frame: Place,
    /// The body that carries it; none is the world.
    carrier: Option<usize>,
    arrival: Arrival,
}

impl Next {
    /// Whether nothing carries it.
    fn is_root(&self) -> bool {
        matches!(self.arrival, Arrival::Free) && self.carrier.is_none()
    }
}

/// How a link is reached.
#[derive(Clone)]
enum Arrival {
    /// It is a root, or by a joint that leaves everything free.
    Free,
    /// By a joint that a body can have.
    Held(Way),
}

/// The bodies of a file, and what of it never moves.
pub struct Robot {
    bodies: Vec<Moving>,
    /// What is fixed to the world, each in its frame.
    fixed: Vec<Solid>,
    left_out: Vec<String>,
}

/// The joints that lead away from each link, as places in the list.
type Below = Vec<Vec<usize>>;

impl Robot {
    /// That of links and joints in a frame of the world.
    pub fn of(
        links: Links<'_, '_>,
        joints: &[Joint<'_, '_>],
        around: Place,
    ) -> Result<Robot, ImportError> {
        let below = below(&links, joints)?;
        let mut robot = Robot {
            bodies: Vec::new(),
            fixed: Vec::new(),
            left_out: Vec::new(),
        };
        let mut hangs = vec![false; links.all.len()];
        joints.iter().for_each(|joint| hangs[joint.child] = true);
        let mut next: Vec<Next> = (0..links.all.len())
            .rev()
            .filter(|&link| !hangs[link])
            .map(|link| Next {
                link,
                frame: around,
                carrier: None,
                arrival: Arrival::Free,
            })
            .collect();
        // A chain may be longer than a stack is deep.
        let mut reached = vec![false; links.all.len()];
        while let Some(at) = next.pop() {
            reached[at.link] = true;
            robot.visit(&links.all[at.link], at, joints, &below, &mut next);
        }
        match reached.iter().position(|reached| !reached) {
            None => Ok(robot),
            Some(link) => {
                let link = &links.all[link];
                let message = format!("{} is its own ancestor", link.element.name());
                let remedy = "make the joints form a tree; loops are not possible";
                Err(error(link.element.node, message, remedy))
            }
        }
    }

    /// Takes in a link and adds what hangs from it.
    fn visit(
        &mut self,
        link: &Link<'_, '_>,
        at: Next,
        joints: &[Joint<'_, '_>],
        below: &Below,
        next: &mut Vec<Next>,
    ) {
        let inside = &below[at.link];
        let add =
            |arrival: &dyn Fn(usize) -> Arrival, carrier: Option<usize>, next: &mut Vec<Next>| {
                next.extend(inside.iter().rev().map(|&joint| Next {
                    link: joints[joint].child,
                    frame: at.frame.of(joints[joint].origin),
                    carrier,
                    arrival: arrival(joint),
                }));
            };
        let by = |joint: usize| arrival_of(joint, &joints[joint], at.frame);
        // One that is between two turns of a joint.
        if let (Arrival::Held(way), [joint]) = (&at.arrival, inside.as_slice()) {
            let own = (*joint, &joints[*joint]);
            if let Some(longer) = lengthened(way, link, at.frame, own) {
                return add(&|_| Arrival::Held(longer.clone()), at.carrier, next);
            }
        }
        match self.mass(link, &at) {
            Some(mass) => {
                let body = Some(self.body(link, &at, mass));
                add(&by, body, next);
            }
            None if at.is_root() && is_stand(link, inside, joints) => {
                add(&|_| Arrival::Free, None, next);
            }
            None => {
                self.merge(link, &at, !inside.is_empty());
                add(&by, at.carrier, next);
            }
        }
    }

    /// The mass of a link as a body; none of one that is a part of what carries it.
    fn mass(&mut self, link: &Link<'_, '_>, at: &Next) -> Option<Mass> {
        if at.is_root() && link.name == WORLD {
            return None;
        }
        let name = link.element.name();
        let Some(mass) = link.mass else {
            let moves = matches!(&at.arrival, Arrival::Held(way) if !way.moves.is_empty());
            let filled = Mass::of_density(&link.solids, DENSITY).filter(|_| moves)?;
            let what = format!(
                "the mass of {name}, which was missing: set from the density of \
                                water"
            );
            self.left_out.push(what);
            return Some(filled);
        };
        if mass.tensor != DMat3::ZERO {
            return Some(mass);
        }
        let what = format!("the inertia of {name}, which was missing: computed from its shapes");
        self.left_out.push(what);
        Some(Mass::spread(mass.mass, mass.centre, &link.solids))
    }

    /// Makes a link a body; gives its place in the list.
    fn body(&mut self, link: &Link<'_, '_>, at: &Next, mass: Mass) -> usize {
        self.bodies.push(Moving {
            found: Found {
                name: link.name.to_string(),
                place: at.frame,
                solids: link.solids.clone(),
                mass,
                spot: link.element.spot(),
                is_kinematic: false,
            },
            held: match at.arrival.clone() {
                Arrival::Free => None,
                Arrival::Held(way) => Some(Held {
                    from: at.carrier,
                    way,
                }),
            },
        });
        self.bodies.len() - 1
    }

    /// Makes a link without mass a part of what carries it.
    fn merge(&mut self, link: &Link<'_, '_>, at: &Next, carries: bool) {
        if at.is_root() && link.name != WORLD && carries {
            let name = link.element.name();
            let what = format!("the motion of {name}, which has no mass: it stands still");
            self.left_out.push(what);
        }
        if let Arrival::Held(way) = &at.arrival {
            if !way.moves.is_empty() {
                let what = if carries { ", which is fixed" } else { "" };
                let name = &way.name;
                let what = format!("{name}, which moves a link without mass{what}");
                self.left_out.push(what);
            }
        }
        let frame = match at.carrier {
            Some(body) => self.bodies[body].found.place.within(at.frame),
            None => at.frame,
        };
        let solids = match at.carrier {
            Some(body) => &mut self.bodies[body].found.solids,
            None => &mut self.fixed,
        };
        let own = link.solids.iter().cloned();
        solids.extend(own.map(|solid| solid.in_outer(frame)));
    }

    /// Puts all into a scene.
    pub fn assemble(
        mut self,
        joints: &[Joint<'_, '_>],
        assembly: &mut Assembly,
    ) -> Result<(), ImportError> {
        assembly.left_out.append(&mut self.left_out);
        for solid in &self.fixed {
            assembly.obstacle(Place::ORIGIN, solid);
        }
        for moving in &self.bodies {
            assembly.body(&moving.found);
        }
        let mut ids = vec![None; joints.len()];
        for (at, moving) in self.bodies.iter().enumerate() {
            let Some(Held { from, way }) = &moving.held else {
                continue;
            };
            let bodies = [*from, Some(at)];
            let frames = bodies.map(|body| assembly.place_of(body).within(way.at));
            let moves = Moves::Axes(way.moves.clone());
            let (name, spot) = (way.name.clone(), joints[way.joint].element.spot());
            let joint = joint::Joint::of_frames(name, bodies, frames, moves, spot);
            ids[way.joint] = assembly.join(&joint);
        }
        for joint in joints {
            if let Kind::Planar = joint.kind {
                let what = format!("{}, which is planar", joint.element.name());
                assembly.left_out.push(what);
            }
        }
        mimic::gears(joints, &ids, assembly);
        Ok(())
    }
}

/// Whether a root without mass only says where a robot stands that it carries.
fn is_stand(link: &Link<'_, '_>, inside: &[usize], joints: &[Joint<'_, '_>]) -> bool {
    let carries_one = matches!(inside[..], [joint] if joints[joint].kind == Kind::Fixed);
    carries_one && link.name != WORLD && link.solids.is_empty()
}

/// The joints that lead away from each link; no link may hang from two.
fn below(links: &Links<'_, '_>, joints: &[Joint<'_, '_>]) -> Result<Below, ImportError> {
    let mut below: Below = vec![Vec::new(); links.all.len()];
    let mut above: Vec<Option<usize>> = vec![None; links.all.len()];
    for (at, joint) in joints.iter().enumerate() {
        if let Some(other) = above[joint.child].replace(at) {
            let link = links.all[joint.child].element.name();
            let (own, other) = (joint.element.name(), joints[other].element.name());
            let message = format!("{link} is the child of two joints, {other} and {own}");
            let remedy = "make each link the child of one joint";
            return Err(error(joint.element.node, message, remedy));
        }
        below[joint.parent].push(at);
    }
    Ok(below)
}

fn arrival_of(at: usize, joint: &Joint<'_, '_>, parent: Place) -> Arrival {
    let moves = match joint.kind {
        Kind::Fixed => Vec::new(),
        Kind::Moves(own) => vec![own],
        Kind::Floating | Kind::Planar => return Arrival::Free,
    };
    Arrival::Held(Way {
        joint: at,
        name: joint.element.name(),
        at: parent.of(joint.origin),
        moves,
    })
}

/// A way that goes on through a link, if that is only between two turns or ways of one joint.
fn lengthened(
    way: &Way,
    link: &Link<'_, '_>,
    frame: Place,
    (at, joint): (usize, &Joint<'_, '_>),
) -> Option<Way> {
    let Kind::Moves(own) = joint.kind else {
        return None;
    };
    let is_nothing = link.solids.is_empty() && link.mass.is_none_or(|mass| mass.mass <= TINY);
    let has_room = (1..MOST_MOVES).contains(&way.moves.len());
    if !has_room || !is_nothing {
        return None;
    }
    let place = way.at.within(frame.of(joint.origin));
    let own = Move {
        axis: place.turn * own.axis,
        offset: if own.slides {
            DVec3::ZERO
        } else {
            place.position
        },
        ..own
    };
    Some(Way {
        joint: at,
        moves: [way.moves.as_slice(), &[own]].concat(),
        ..way.clone()
    })
}
