//! The contacts of a substep: which pairs are looked at anew, what they find, and the
//! contacts of the others, which are kept.

use super::candidate::{Look, Other};
use super::contact_point::ContactPoint;
use super::crowding::{most_contacts_of_pair, Thinning};
use super::ground::{with_mesh, Beside, GroundCount};
use super::looking::{look_at, Finds, Lookers};
use super::near_triangles::Nearby;
use super::proxy::ColliderProxy;
use super::shared_points::SharedPoints;
use super::torso_side::TorsoSides;
use super::{pair, seam, Detection, NearObstacle, Now};
use crate::physics::attach::Attachment;
use crate::physics::contact::Contact;
use crate::physics::model::{ColliderId, Obstacle, ObstacleShape};
use glam::DVec3;

/// Movers or pairs a thread looks at, at least: what makes up for waking it.
const LEAST_LOOKED_AT: usize = 64;
/// No way at all: of flat ends, since the point of a rim that touches runs round it when a
/// limb hardly moves, and a limb that is held by another point rocks without end.
const LOOK_AGAIN: f64 = f64::NEG_INFINITY;

/// What is found among some of the proxies or pairs.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    contacts: Vec<Contact>,
    looks: Vec<Look>,
    /// Of each contact, whether it is on a hidden face.
    covered: Vec<bool>,
    /// Contacts that are too many of one pair.
    pub left_out: usize,
    /// What was looked at of meshes.
    pub ground: GroundCount,
}

impl Finds for Found {
    fn append(&mut self, later: &mut Found) {
        self.contacts.append(&mut later.contacts);
        self.looks.append(&mut later.looks);
        self.left_out += std::mem::take(&mut later.left_out);
        self.ground.add(&std::mem::take(&mut later.ground));
    }
}

impl Detection {
    /// Chooses what must be looked at in this substep.
    pub(super) fn choose_looks(&mut self) {
        self.to_look_at.clear();
        self.wanted.clear();
        self.wanted.resize(self.proxies.len(), false);
        for (index, candidate) in self.candidates.iter_mut().enumerate() {
            if candidate.is_stale(&self.ways) {
                self.to_look_at.push(index);
                candidate.each_proxy(|proxy| self.wanted[proxy] = true);
            }
        }
    }

    /// Brings the contacts of the last substep up to this one, with a look at what has been
    /// chosen.
    pub(super) fn renew(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        if self.to_look_at.len() == self.candidates.len() {
            self.look(now, contacts, threads);
            let looks = self.candidates.iter_mut().zip(&self.found.looks);
            looks.for_each(|(candidate, look)| candidate.take(look));
        } else {
            let mut new = std::mem::take(&mut self.new);
            self.look(now, &mut new, threads);
            self.take_contacts(now, contacts, &new);
            self.new = new;
        }
    }

    /// Looks at what has been chosen, and leaves nothing but its contacts in a list.
    fn look(&mut self, now: Now<'_>, contacts: &mut Vec<Contact>, threads: usize) {
        let (proxies, candidates) = (&self.proxies, &self.candidates);
        let (to_look_at, obstacles) = (&self.to_look_at, &self.near_obstacles);
        let (nearby, points) = (&self.nearby, &self.shared_points);
        let sides = &self.torso_sides;
        let lookers = Lookers {
            threads,
            least: LEAST_LOOKED_AT,
            interrupt: &self.interrupt,
        };
        let (found, others) = (&mut self.found, &mut self.found_by_others);
        let most = most_contacts_of_pair(candidates.len());
        found.left_out = 0;
        contacts.clear();
        found.looks.clear();
        std::mem::swap(contacts, &mut found.contacts);
        look_at(to_look_at.len(), lookers, others, found, |place, found| {
            let candidate = &candidates[to_look_at[place]];
            let before = found.contacts.len();
            let proxy = &proxies[candidate.proxy];
            let way = match candidate.other {
                Other::Obstacles { from, to } => {
                    let near = (&obstacles[from..to], nearby);
                    meet_obstacles(now, (proxy, points, sides), near, most, found)
                }
                Other::Proxy(other) => {
                    meet_each_other(now, [proxy, &proxies[other]], points, found)
                }
            };
            let contacts = found.contacts.len() - before;
            found.looks.push(Look { way, contacts });
        });
        std::mem::swap(contacts, &mut found.contacts);
        self.contacts_left_out = self.contacts_left_out.max(found.left_out);
        self.ground.add(&std::mem::take(&mut found.ground));
    }

    /// Makes the list of contacts of the new ones and of those that are kept.
    fn take_contacts(
        &mut self,
        (model, state, h): Now<'_>,
        contacts: &mut Vec<Contact>,
        new: &[Contact],
    ) {
        let begin = |contact: &mut Contact| contact.begin_substep(model, state, h);
        if self.to_look_at.is_empty() {
            return contacts.iter_mut().for_each(begin);
        }
        let looks = self.to_look_at.iter().zip(&self.found.looks);
        // As long as looks find as many contacts as before, all stay where they are in the list:
        // to copy those of a heap takes as long as a pass over them.
        let finds_others =
            |&(&i, look): &(&usize, &Look)| self.candidates[i].contacts != look.contacts;
        let first_other = looks.clone().find(finds_others).map(|(&i, _)| i);
        let mut looks = looks.peekable();
        let (mut place, mut found) = (0, new);
        for (index, candidate) in self.candidates.iter_mut().enumerate() {
            if first_other == Some(index) {
                self.kept.clear();
                self.kept.extend_from_slice(&contacts[place..]);
                contacts.truncate(place);
                place = 0;
            }
            let mine = place..place + candidate.contacts;
            place = mine.end;
            let look = looks.next_if(|(&place, _)| place == index);
            let its = look.map(|(_, look)| {
                candidate.take(look);
                let (its, others) = found.split_at(look.contacts);
                found = others;
                its
            });
            let stays = first_other.is_none_or(|first| index < first);
            match (its, stays) {
                (Some(its), true) => contacts[mine].copy_from_slice(its),
                (Some(its), false) => contacts.extend_from_slice(its),
                (None, true) => contacts[mine].iter_mut().for_each(begin),
                (None, false) => {
                    let first = contacts.len();
                    contacts.extend_from_slice(&self.kept[mine]);
                    contacts[first..].iter_mut().for_each(begin);
                }
            }
        }
    }
}

/// The contacts of a proxy with obstacles; returns how far it may move until they have to
/// be looked at again, m.
fn meet_obstacles(
    now: Now<'_>,
    (proxy, points, sides): (&ColliderProxy, &SharedPoints, &TorsoSides),
    (near, nearby): (&[NearObstacle], &Nearby),
    most: usize,
    found: &mut Found,
) -> f64 {
    let (model, contacts) = (now.0, &mut found.contacts);
    let first = contacts.len();
    let mut way = f64::INFINITY;
    for &NearObstacle { index, triangles } in near {
        let obstacle = &model.obstacles[index];
        let other = (ColliderId::Obstacle(index), obstacle.surface);
        let mut thinning = Thinning::begin(contacts.len(), most);
        let mut take = |touch: ContactPoint| {
            let at = (proxy.owner, touch.core_a);
            if is_over_face_of_another(now, points, (at, touch.normal), obstacle)
                || is_of_another(now, points, at, -touch.normal)
            {
                return;
            }
            thinning.add(contacts, || touch.contact(now, proxy, other));
        };
        let near = nearby.at(triangles);
        let wall = sides.wall(now, proxy, (obstacle, near));
        let way_here = match (&obstacle.shape, near) {
            _ if wall.is_some() => wall.map_or(0.0, |wall| pair::on_plane(proxy, &wall, &mut take)),
            (ObstacleShape::Mesh(mesh), Some(near)) => {
                let beside = Beside {
                    proxy,
                    mesh,
                    obstacle,
                    near,
                };
                with_mesh(&beside, &mut found.ground, take)
            }
            _ => pair::with_obstacle(proxy, obstacle, take),
        };
        way = way.min(way_here);
        found.left_out += thinning.left_out(contacts.len());
    }
    seam::drop_covered(model, contacts, first, &mut found.covered);
    if proxy.flat() {
        return LOOK_AGAIN;
    }
    way
}

/// The contacts of two proxies; returns how far they may move against each other until they
/// have to be looked at again, m.
fn meet_each_other(
    now: Now<'_>,
    [a, b]: [&ColliderProxy; 2],
    points: &SharedPoints,
    found: &mut Found,
) -> f64 {
    let awake = a.movable && b.movable;
    let way = pair::with_proxy(a, b, |touch| {
        if is_of_another(now, points, (a.owner, touch.core_a), -touch.normal)
            || is_of_another(now, points, (b.owner, touch.core_b), touch.normal)
        {
            return;
        }
        let contact = touch.contact(now, a, (b.owner, b.surface));
        // A sleeper has no mass to be pushed with: it wakes first, when touched.
        if awake || contact.touches {
            found.contacts.push(contact);
        }
    });
    if a.flat() || b.flat() {
        return LOOK_AGAIN;
    }
    if awake {
        way
    } else {
        0.0
    }
}

/// Whether an earlier triangle has the contact of a triangle in a direction.
fn is_of_another(
    (model, state, _): Now<'_>,
    points: &SharedPoints,
    (owner, point): (ColliderId, Attachment),
    outward: DVec3,
) -> bool {
    match owner {
        ColliderId::Triangle(i) => points.is_left_to_another(model, state, i, (point, outward)),
        _ => false,
    }
}

/// Whether an earlier triangle over the face of a box has the contact of a triangle there.
fn is_over_face_of_another(
    (model, state, _): Now<'_>,
    points: &SharedPoints,
    ((owner, point), normal): ((ColliderId, Attachment), DVec3),
    obstacle: &Obstacle,
) -> bool {
    match (owner, &obstacle.shape) {
        (ColliderId::Triangle(i), &ObstacleShape::Cuboid(half)) => {
            let (at, its_box) = ((point, normal), (half, &obstacle.pose()));
            points.is_left_over_face(model, state, i, at, its_box)
        }
        _ => false,
    }
}
