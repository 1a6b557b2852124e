//! Gathering what may meet within a step, by boxes with room for the whole of it.

use super::candidate::{Candidate, Other};
use super::crowding::most_obstacles;
use super::motion::Motion;
use super::near_triangles::NearTriangles;
use super::proxy::proxy;
use super::{Bounds, Detection, NearObstacle, Now};
use crate::physics::contact::Contact;
use crate::physics::model::{ColliderId, Model, ObstacleShape};

impl Detection {
    /// Finds what may meet in the next `duration` seconds, and forgets all contacts.
    pub(super) fn gather(&mut self, now: Now<'_>, threads: usize) {
        (self.out_of_date, self.is_new) = (false, true);
        self.earlier.clear();
        self.find_candidates(now, threads);
        // Within a step a few more come to meet, of a small heap more in proportion.
        let more = |now: usize| now + now / 8 + 64;
        let candidates = more(self.candidates.len());
        self.earlier.make_room(self.proxies.capacity(), candidates);
        self.candidates.reserve(candidates - self.candidates.len());
        self.near.make_room(more(self.near.pairs.len()));
    }

    /// Finds what may meet from now on, after something got where it was not expected. All
    /// others keep their boxes and the contacts among them: nothing depends on what moves
    /// elsewhere.
    pub(super) fn gather_again(
        &mut self,
        now: Now<'_>,
        contacts: &mut Vec<Contact>,
        threads: usize,
    ) {
        let earlier = &mut self.earlier;
        std::mem::swap(&mut self.proxies, &mut earlier.proxies);
        std::mem::swap(&mut self.motions, &mut earlier.motions);
        std::mem::swap(&mut self.ways, &mut earlier.ways);
        std::mem::swap(&mut self.candidates, &mut earlier.candidates);
        self.find_candidates(now, threads);
        std::mem::swap(&mut self.kept, contacts);
        contacts.clear();
        let mut course = self.earlier.course();
        for candidate in &mut self.candidates {
            if let Some((known, first)) = course.find(candidate) {
                candidate.continues(known);
                contacts.extend_from_slice(&self.kept[first..first + known.contacts]);
            }
        }
    }

    /// Finds what may meet in the next `duration` seconds; what was met earlier keeps its box.
    fn find_candidates(&mut self, (model, state, duration): Now<'_>, threads: usize) {
        self.collect_proxies((model, state, duration));
        let inside = &self.collide_inside;
        let (interrupt, earlier) = (&self.interrupt, &self.earlier);
        (self.near).find_pairs(model, (&self.proxies, earlier), inside, threads, interrupt);
        let places = earlier.places.iter();
        let ways = places.map(|place| place.map(|i| earlier.ways[i]));
        self.ways.clear();
        self.ways.extend(ways.map(Option::unwrap_or_default));
        self.candidates.clear();
        self.near_obstacles.clear();
        (self.obstacles_left_out, self.contacts_left_out) = (0, 0);
        for index in 0..self.proxies.len() {
            if self.interrupt.is_due() {
                break;
            }
            self.find_obstacles(model, index);
        }
        let pairs = self.near.pairs.iter();
        let pairs = pairs.map(|&(a, b)| Candidate::new(a, Other::Proxy(b)));
        self.candidates.extend(pairs);
    }

    /// Notes the obstacles near a proxy.
    fn find_obstacles(&mut self, model: &Model, index: usize) {
        let (proxy, near) = (&self.proxies[index], &mut self.near_obstacles);
        if !proxy.movable {
            return;
        }
        let from = near.len();
        self.obstacles.query(&proxy.bounds, |obstacle| {
            if model.collide([proxy.owner, ColliderId::Obstacle(obstacle)], false) {
                near.push(NearObstacle {
                    index: obstacle,
                    triangles: 0,
                });
            }
        });
        near[from..].sort_unstable_by_key(|near| near.index);
        let to = near.len().min(from + most_obstacles(from));
        self.obstacles_left_out += near.len() - to;
        near.truncate(to);
        for near in &mut near[from..] {
            let obstacle = &model.obstacles[near.index];
            if let ObstacleShape::Mesh(mesh) = &obstacle.shape {
                let pair = (proxy.owner, near.index);
                let place = obstacle.pose();
                let (triangles, asked) = self.nearby.find(pair, &proxy.bounds, mesh, &place);
                near.triangles = triangles;
                self.ground.things += 1;
                self.ground.asked += usize::from(asked);
                self.ground.near += self.nearby.at(triangles).map_or(0, NearTriangles::len);
            }
        }
        if to > from {
            let other = Other::Obstacles { from, to };
            self.candidates.push(Candidate::new(index, other));
        }
    }

    /// Takes in where everything is now; false if something may get where it was not
    /// expected.
    pub(super) fn follow(&mut self, now: Now<'_>) -> bool {
        let (model, ..) = now;
        let surroundings = (&self.obstacles, self.collide_inside.as_slice());
        let step_s = model.settings.common.step_s;
        let strays = self.sheets.follow(now, step_s, surroundings);
        let proxies = self.proxies.iter().zip(&mut self.motions);
        self.earlier.left.clear();
        for ((proxy, motion), ways) in proxies.zip(&mut self.ways) {
            let followed = motion.follow(proxy, now);
            let left = match proxy.owner {
                ColliderId::Triangle(i) => strays && self.sheets.has_strayed(model, i),
                _ => followed.is_none(),
            };
            self.earlier.left.push(left);
            *ways = followed.unwrap_or_default();
        }
        !strays && !self.earlier.left.contains(&true)
    }

    /// What is active, and what sleeps near it, in the order particles, sticks, bodies. What is
    /// still in its box stays as it was and is brought up to date if it is looked at: most is not.
    fn collect_proxies(&mut self, now: Now<'_>) {
        let (model, state, _) = now;
        let earlier = &self.earlier;
        self.sheets.make_rooms(now, earlier.proxies.is_empty());
        let sheets = &self.sheets;
        let proxy = |owner| {
            let known = earlier.index_of(owner).map(|i| &earlier.proxies[i]);
            if let (Some(known), false) = (known, matches!(owner, ColliderId::Triangle(_))) {
                return Some(known.clone());
            }
            let mut proxy = proxy(model, state, owner)?;
            proxy.bounds = match (known, owner) {
                (_, ColliderId::Triangle(i)) if proxy.movable => sheets.bounds(model, i),
                (Some(known), _) => known.bounds,
                (None, _) => Motion::begin(&proxy, now).bounds(&proxy),
            };
            Some(proxy)
        };
        self.proxies.clear();
        let active = self.active.iter();
        let proxies = active.filter_map(|&owner| proxy(owner));
        self.proxies.extend(proxies);
        let groups = self.near.group(&self.proxies, sheets.whole());
        let all = Bounds::round(groups.iter().map(|group| group.bounds));
        let awake = self.proxies.len();
        for sleeper in self.sleepers.iter().filter(|s| s.bounds.meets(&all)) {
            if groups
                .iter()
                .any(|group| group.bounds.meets(&sleeper.bounds))
            {
                let things = self.asleep[sleeper.from..sleeper.to].iter();
                let still = things.filter_map(|&(_, owner)| proxy(owner));
                self.proxies.extend(still);
            }
        }
        if self.proxies.len() > awake {
            self.near.group(&self.proxies, sheets.whole());
        }
        let inside = &self.collide_inside;
        self.sheets
            .find_near(model, &self.obstacles, self.near.boxes(), inside);
        let sheets = &self.sheets;
        let near = sheets.near().iter().filter_map(|&triangle| {
            let mut proxy = super::proxy::proxy(model, state, ColliderId::Triangle(triangle))?;
            proxy.bounds = sheets.bounds(model, triangle);
            Some(proxy)
        });
        self.proxies.extend(near);
        if self.proxies.len() > awake {
            self.proxies.sort_unstable_by_key(|proxy| proxy.owner);
            self.near.group(&self.proxies, sheets.whole());
        }
        self.earlier.find_places(&self.proxies);
        let earlier = &self.earlier;
        let motions = self.proxies.iter().zip(&earlier.places);
        let motions = motions.map(|(proxy, place)| match *place {
            Some(index) => earlier.motions[index],
            None => Motion::begin(proxy, now),
        });
        self.motions.clear();
        self.motions.extend(motions);
    }
}
