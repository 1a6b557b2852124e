//! Collects problems, and which thing an id belongs to.

use crate::scene::doc::{ConstraintKind, Id, Scene};
use crate::scene::problem::Problem;
use crate::scene::range::Quantity;
use std::collections::HashMap;
use std::fmt::{self, Display};

/// Problems beyond this number are counted, not listed.
const MAX_LISTED: usize = 1000;

/// The problems so far.
#[derive(Default)]
pub struct Report {
    problems: Vec<Problem>,
    unlisted: usize,
}

impl Report {
    /// Adds a problem.
    pub fn add(
        &mut self,
        path: impl Display,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if self.problems.len() < MAX_LISTED {
            let problem = Problem::new(path.to_string(), message, remedy);
            self.problems.push(problem);
        } else {
            self.unlisted += 1;
        }
    }

    /// Checks the range of a number.
    pub fn number(&mut self, path: impl Display, value: f64, quantity: &Quantity) {
        if let Some(message) = quantity.refusal(value) {
            self.add(path, message, "give a value in this range");
        }
    }

    /// Checks the range of a number that may be absent.
    pub fn optional(&mut self, path: impl Display, value: Option<f64>, quantity: &Quantity) {
        if let Some(value) = value {
            self.number(path, value, quantity);
        }
    }

    /// Checks the range of each component.
    pub fn vector(&mut self, path: impl Display, values: &[f64; 3], quantity: &Quantity) {
        for (i, value) in values.iter().enumerate() {
            if !quantity.holds(*value) {
                self.number(format_args!("{path}[{i}]"), *value, quantity);
            }
        }
    }

    /// Checks that a direction has one.
    pub fn direction(&mut self, path: &str, v: &[f64; 3], quantity: &Quantity) {
        /// Shorter vectors are as good as zero.
        const SHORTEST: f64 = 1e-9;
        self.vector(path, v, quantity);
        if v.iter().all(|x| x.abs() < SHORTEST) {
            let message = "the direction has length zero";
            self.add(
                path,
                message,
                "make one component non-zero, such as [0, 1, 0]",
            );
        }
    }

    /// All problems.
    pub fn finish(mut self) -> Vec<Problem> {
        if self.unlisted > 0 {
            let message = format!("{} more problems are not listed", self.unlisted);
            let remedy = "correct the ones above first";
            self.problems.push(Problem::new("", message, remedy));
        }
        self.problems
    }
}

/// The place of a field in a list, put into words only where there is a problem.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// Name of the list.
    pub list: &'a str,
    /// Place of the thing in it.
    pub index: usize,
    /// Name of the field.
    pub key: &'a str,
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}].{}", self.list, self.index, self.key)
    }
}

/// What an id can belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Surface material.
    Material,
    /// Obstacle.
    Obstacle,
    /// Rigid body.
    Body,
    /// Particle.
    Particle,
    /// Constraint that is a stick.
    Stick,
    /// Any other constraint.
    Constraint,
    /// Ragdoll.
    Ragdoll,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Material => "material",
            Kind::Obstacle => "obstacle",
            Kind::Body => "body",
            Kind::Particle => "particle",
            Kind::Stick => "stick",
            Kind::Constraint => "constraint",
            Kind::Ragdoll => "ragdoll",
        }
    }

    fn with_article(self) -> String {
        let article = if self == Kind::Obstacle { "an" } else { "a" };
        format!("{article} {}", self.word())
    }
}

/// Who has which id.
pub struct Index {
    entries: HashMap<Id, (Kind, usize)>,
    /// Ids of each kind in ascending order.
    ids: HashMap<Kind, Vec<Id>>,
}

impl Index {
    /// Registers all ids of a scene; reports zeros and repetitions.
    pub fn new(scene: &Scene, report: &mut Report) -> Index {
        let all = || all_ids(scene);
        let free = all().map(|(_, _, id)| id).max().unwrap_or(0).checked_add(1);
        let remedy = match free {
            Some(id) => format!("use a free id, such as {id}"),
            None => "use a free id".to_string(),
        };
        let mut entries: HashMap<Id, (Kind, usize)> = HashMap::new();
        for (kind, i, id) in all() {
            let path = || format!("{}.id", path(kind, i));
            if id == 0 {
                report.add(path(), "0 is not a valid id", remedy.as_str());
            } else if let Some((other, j)) = entries.get(&id) {
                let message = format!("id {id} is also the id of {}", self::path(*other, *j));
                report.add(path(), message, remedy.as_str());
            } else {
                entries.insert(id, (kind, i));
            }
        }
        let mut ids: HashMap<Kind, Vec<Id>> = HashMap::new();
        for (id, (kind, _)) in &entries {
            ids.entry(*kind).or_default().push(*id);
        }
        ids.values_mut().for_each(|list| list.sort_unstable());
        Index { entries, ids }
    }

    /// Position in its list of the thing of that kind and id; reports its absence.
    pub fn find(
        &self,
        report: &mut Report,
        path: impl Display,
        id: Id,
        wanted: Kind,
    ) -> Option<usize> {
        match self.entries.get(&id) {
            Some((kind, position)) if *kind == wanted => return Some(*position),
            Some((kind, _)) => {
                let message = format!(
                    "{id} is {}, not {}",
                    kind.with_article(),
                    wanted.with_article()
                );
                report.add(path, message, self.remedy(id, wanted));
            }
            None => {
                let message = format!("there is no {} with id {id}", wanted.word());
                report.add(path, message, self.remedy(id, wanted));
            }
        }
        None
    }

    fn remedy(&self, id: Id, wanted: Kind) -> String {
        let ids = self.ids.get(&wanted).map_or(&[][..], Vec::as_slice);
        let above = ids.partition_point(|k| *k < id);
        let near = &ids[above.saturating_sub(1)..ids.len().min(above + 1)];
        let nearest = near.iter().min_by_key(|k| k.abs_diff(id));
        match nearest {
            Some(nearest) => format!("use the id of {}, such as {nearest}", wanted.with_article()),
            None => format!("add {} first", wanted.with_article()),
        }
    }
}

fn path(kind: Kind, i: usize) -> String {
    let list = match kind {
        Kind::Material => "materials",
        Kind::Obstacle => "obstacles",
        Kind::Body => "bodies",
        Kind::Particle => "particles",
        Kind::Stick | Kind::Constraint => "constraints",
        Kind::Ragdoll => "ragdolls",
    };
    format!("{list}[{i}]")
}

/// Kind, position in its list and id of everything.
fn all_ids(scene: &Scene) -> impl Iterator<Item = (Kind, usize, Id)> + '_ {
    let materials = scene.materials.iter().map(|x| (Kind::Material, x.id));
    let obstacles = scene.obstacles.iter().map(|x| (Kind::Obstacle, x.id));
    let bodies = scene.bodies.iter().map(|x| (Kind::Body, x.id));
    let particles = scene.particles.iter().map(|x| (Kind::Particle, x.id));
    let constraints = scene.constraints.iter().map(|x| match x.kind {
        ConstraintKind::Stick(_) => (Kind::Stick, x.id),
        _ => (Kind::Constraint, x.id),
    });
    let ragdolls = scene.ragdolls.iter().map(|x| (Kind::Ragdoll, x.id));
    let numbered = |i: usize, (kind, id): (Kind, Id)| (kind, i, id);
    let number = move |(i, pair)| numbered(i, pair);
    (materials.enumerate().map(number))
        .chain(obstacles.enumerate().map(number))
        .chain(bodies.enumerate().map(number))
        .chain(particles.enumerate().map(number))
        .chain(constraints.enumerate().map(number))
        .chain(ragdolls.enumerate().map(number))
}
