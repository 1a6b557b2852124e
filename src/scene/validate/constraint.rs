//! Checks of constraints and what they join.

use super::drive;
use super::figure;
use super::report::{Index, Kind, Report};
use super::surface;
use crate::scene::doc::*;
use crate::scene::range::{self, Plain, Quantity};
use glam::DVec3;

/// Particles nearer than this are at one place, m.
const ONE_PLACE: f64 = 1e-4;

/// Most axes of a joint that can be independent of each other.
const MOST_AXES: usize = 6;

/// What the checks of one constraint need.
struct Check<'a> {
    scene: &'a Scene,
    index: &'a Index,
    report: &'a mut Report,
    /// Path of the kind, such as `constraints[3].kind.pin`.
    path: String,
}

/// Checks the limits of three angles.
pub fn angles(report: &mut Report, min: &str, max: &str, (low, high): (&[f64; 3], &[f64; 3])) {
    report.vector(min, low, &range::ANGLE);
    report.vector(max, high, &range::ANGLE);
    for i in 0..3 {
        in_order(report, &format!("{min}[{i}]"), "°", low[i], high[i]);
    }
}

fn in_order(report: &mut Report, path: &str, unit: &str, min: f64, max: f64) {
    if min > max {
        let [low, high] = [Plain(min), Plain(max)];
        let message = format!("minimum {low} {unit} exceeds maximum {high} {unit}");
        report.add(path, message, "swap them");
    }
}

/// Checks all constraints.
pub fn check(scene: &Scene, index: &Index, report: &mut Report) {
    for (i, constraint) in scene.constraints.iter().enumerate() {
        let path = format!("constraints[{i}]");
        super::name(report, format_args!("{path}.name"), &constraint.name);
        let kind = match constraint.kind {
            ConstraintKind::Stick(_) => "stick",
            ConstraintKind::Distance(_) => "distance",
            ConstraintKind::Pin(_) => "pin",
            ConstraintKind::Hinge(_) => "hinge",
            ConstraintKind::Fixed(_) => "fixed",
            ConstraintKind::Slider(_) => "slider",
            ConstraintKind::Universal(_) => "universal",
            ConstraintKind::Serial(_) => "serial",
            ConstraintKind::Gear(_) => "gear",
            ConstraintKind::Guide(_) => "guide",
            ConstraintKind::Corner(_) => "corner",
            ConstraintKind::AngleLimit(_) => "angle-limit",
            ConstraintKind::Surface(_) => "surface",
        };
        let mut check = Check {
            scene,
            index,
            report,
            path: format!("{path}.kind.{kind}"),
        };
        match &constraint.kind {
            ConstraintKind::Stick(stick) => check.stick(stick),
            ConstraintKind::Distance(distance) => check.distance(distance),
            ConstraintKind::Pin(pin) => {
                check.grips(&pin.a, &pin.b);
                drive::bend(check.report, &check.at("drive"), &pin.drive);
                check.strength(pin.strength);
            }
            ConstraintKind::Hinge(hinge) => check.hinge(hinge),
            ConstraintKind::Fixed(fixed) => {
                check.rigid_grips(&fixed.a, &fixed.b);
                check.rest(fixed.rest.as_ref());
                check.strength(fixed.strength);
            }
            ConstraintKind::Slider(slider) => check.slider(slider),
            ConstraintKind::Universal(cross) => check.universal(cross),
            ConstraintKind::Serial(serial) => check.serial(serial),
            ConstraintKind::Gear(gear) => check.gear(gear),
            ConstraintKind::Guide(guide) => check.guide(guide),
            ConstraintKind::Corner(corner) => check.corner(corner),
            ConstraintKind::AngleLimit(limit) => check.angle_limit(limit),
            ConstraintKind::Surface(surface) => {
                surface::check(check.report, index, &check.path, surface);
            }
        }
    }
}

impl Check<'_> {
    fn at(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    fn strength(&mut self, strength: f64) {
        let path = self.at("strength");
        self.report.number(&path, strength, &range::STRENGTH);
    }

    fn tear_strain(&mut self, strain: Option<f64>) {
        let path = self.at("tear_strain");
        self.report.optional(&path, strain, &range::TEAR_STRAIN);
    }

    fn rest(&mut self, rest: Option<&[f64; 4]>) {
        if let Some(rest) = rest {
            let path = self.at("rest");
            super::orientation(self.report, &path, rest);
        }
    }

    fn find(&mut self, path: &str, id: Id, kind: Kind) -> Option<usize> {
        self.index.find(self.report, path, id, kind)
    }

    fn stick(&mut self, stick: &Stick) {
        let a = self.find(&self.at("a"), stick.a, Kind::Particle);
        let b = self.find(&self.at("b"), stick.b, Kind::Particle);
        if stick.a == stick.b {
            self.joins_itself();
        } else if let (Some(a), Some(b), None) = (a, b, stick.length_m) {
            let [a, b] = [a, b].map(|i| self.scene.particles[i].position_m);
            let square: f64 = (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum();
            if square.sqrt() < ONE_PLACE {
                let message = "both particles are at the same position, so the stick has no \
                               length";
                let remedy = "move one of them, or give length_m";
                self.report.add(&self.path, message, remedy);
            }
        }
        let [length, radius] = [self.at("length_m"), self.at("radius_m")];
        self.report
            .optional(&length, stick.length_m, &range::LENGTH);
        self.report
            .number(&radius, stick.radius_m, &range::THICKNESS);
        self.strength(stick.strength);
        self.tear_strain(stick.tear_strain);
        let path = self.at("material");
        super::material(self.report, self.index, &path, stick.material);
    }

    fn distance(&mut self, distance: &Distance) {
        self.grips(&distance.a, &distance.b);
        let [min, max] = [self.at("min_m"), self.at("max_m")];
        self.report.optional(&min, distance.min_m, &range::BOUND);
        self.report.optional(&max, distance.max_m, &range::BOUND);
        match (distance.min_m, distance.max_m) {
            (None, None) => {
                let message = "neither min_m nor max_m is given";
                self.report.add(&self.path, message, "give at least one");
            }
            (Some(low), Some(high)) => in_order(self.report, &min, "m", low, high),
            _ => {}
        }
        drive::way(self.report, &self.at("drive"), &distance.drive);
        self.strength(distance.strength);
        self.tear_strain(distance.tear_strain);
        if distance.tear_strain.is_some() && distance.max_m.is_none() {
            let path = self.at("tear_strain");
            let message = "without a largest distance it cannot be stretched";
            self.report
                .add(path, message, "give max_m, or remove tear_strain");
        }
    }

    fn hinge(&mut self, hinge: &Hinge) {
        self.rigid_grips(&hinge.a, &hinge.b);
        let path = self.at("axis");
        self.report.direction(&path, &hinge.axis, &range::AXIS);
        let names = ["limit_min_deg", "limit_max_deg"];
        let bounds = [hinge.limit_min_deg, hinge.limit_max_deg];
        self.turn_bounds(names, bounds, &range::TURN);
        let start = self.at("start_deg");
        (self.report).optional(&start, hinge.start_deg, &range::TURN_START);
        let path = self.at("drive");
        drive::turn(self.report, &path, &hinge.drive, &range::TARGET_TURN);
        self.rest(hinge.rest.as_ref());
        self.strength(hinge.strength);
    }

    fn slider(&mut self, slider: &Slider) {
        self.rigid_grips(&slider.a, &slider.b);
        let path = self.at("axis");
        self.report.direction(&path, &slider.axis, &range::AXIS);
        self.way_bounds([slider.limit_min_m, slider.limit_max_m]);
        let names = ["turn_min_deg", "turn_max_deg"];
        let bounds = [slider.turn_min_deg, slider.turn_max_deg];
        self.turn_bounds(names, bounds, &range::TURN);
        let start = self.at("turn_start_deg");
        (self.report).optional(&start, slider.turn_start_deg, &range::TURN_START);
        drive::way(self.report, &self.at("drive"), &slider.drive);
        let path = self.at("turn_drive");
        drive::turn(self.report, &path, &slider.turn_drive, &range::TARGET_TURN);
        self.rest(slider.rest.as_ref());
        self.strength(slider.strength);
    }

    fn universal(&mut self, cross: &Universal) {
        /// Sine of the least angle between the two axes.
        const LEAST_SINE: f64 = 0.01;
        self.rigid_grips(&cross.a, &cross.b);
        for (key, axis) in [("axis", &cross.axis), ("cross_axis", &cross.cross_axis)] {
            let path = self.at(key);
            self.report.direction(&path, axis, &range::AXIS);
        }
        let [axis, across] = [cross.axis, cross.cross_axis].map(DVec3::from);
        let [axis, across] = [axis, across].map(DVec3::normalize_or_zero);
        let is_both = axis != DVec3::ZERO && across != DVec3::ZERO;
        if is_both && axis.cross(across).length() < LEAST_SINE {
            let path = self.at("cross_axis");
            let message = "it is parallel to the other axis";
            self.report
                .add(path, message, "give an axis perpendicular to it");
        }
        for k in 0..2 {
            let bound = |both: Option<[f64; 2]>| both.map(|both| both[k]);
            let names = ["limit_min_deg", "limit_max_deg"].map(|key| format!("{key}[{k}]"));
            let bounds = [bound(cross.limit_min_deg), bound(cross.limit_max_deg)];
            self.turn_bounds([&names[0], &names[1]], bounds, &range::ANGLE);
        }
        for (key, own) in [("drive", &cross.drive), ("cross_drive", &cross.cross_drive)] {
            drive::turn(self.report, &self.at(key), own, &range::TARGET_ANGLE);
        }
        self.rest(cross.rest.as_ref());
        self.strength(cross.strength);
    }

    fn serial(&mut self, serial: &Serial) {
        self.rigid_grips(&serial.a, &serial.b);
        let path = self.at("axes");
        match serial.axes.len() {
            0 => {
                let remedy = "give at least one, or make it a fixed joint";
                self.report.add(&path, "it has no axes", remedy);
            }
            count if count > MOST_AXES => {
                let message = format!("it has {count} axes; at most {MOST_AXES} are independent");
                self.report.add(&path, message, "remove some");
            }
            _ => {}
        }
        for (k, axis) in serial.axes.iter().enumerate() {
            match axis {
                SerialAxis::Slide(slide) => self.slide_axis(&format!("axes[{k}].slide"), slide),
                SerialAxis::Hinge(hinge) => self.hinge_axis(&format!("axes[{k}].hinge"), hinge),
            }
        }
        self.rest(serial.rest.as_ref());
        self.strength(serial.strength);
    }

    fn slide_axis(&mut self, of: &str, slide: &SlideAxis) {
        let at = |key: &str| format!("{of}.{key}");
        let path = |check: &Self, key: &str| check.at(&at(key));
        super::name(
            self.report,
            format_args!("{}.{of}.name", self.path),
            &slide.name,
        );
        let axis = path(self, "axis");
        self.report.direction(&axis, &slide.axis, &range::AXIS);
        let keys = [at("limit_min_m"), at("limit_max_m")];
        let bounds = [slide.limit_min_m, slide.limit_max_m];
        self.way_bounds_at([&keys[0], &keys[1]], bounds);
        let start = path(self, "start_m");
        self.report.number(&start, slide.start_m, &range::WAY);
        drive::way(self.report, &self.at(&at("drive")), &slide.drive);
    }

    fn hinge_axis(&mut self, of: &str, hinge: &HingeAxis) {
        let at = |key: &str| format!("{of}.{key}");
        let path = |check: &Self, key: &str| check.at(&at(key));
        super::name(
            self.report,
            format_args!("{}.{of}.name", self.path),
            &hinge.name,
        );
        let axis = path(self, "axis");
        self.report.direction(&axis, &hinge.axis, &range::AXIS);
        let offset = path(self, "offset_m");
        self.report
            .vector(&offset, &hinge.offset_m, &range::POSITION);
        let keys = [at("limit_min_deg"), at("limit_max_deg")];
        let bounds = [hinge.limit_min_deg, hinge.limit_max_deg];
        self.turn_bounds([&keys[0], &keys[1]], bounds, &range::TURN);
        let start = path(self, "start_deg");
        (self.report).number(&start, hinge.start_deg, &range::TURN_START);
        let drive = path(self, "drive");
        drive::turn(self.report, &drive, &hinge.drive, &range::TARGET_TURN);
    }

    fn gear(&mut self, gear: &Gear) {
        let sides = [("a", gear.a), ("b", gear.b)];
        for (side, id) in sides {
            let path = self.at(side);
            let found = self.find(&path, id, Kind::Constraint);
            let joint = found.map(|i| &self.scene.constraints[i].kind);
            let turns = matches!(
                joint,
                None | Some(ConstraintKind::Hinge(_) | ConstraintKind::Slider(_))
            );
            if !turns {
                let message = "a gear can only join hinges and sliders";
                let remedy = "give the id of a hinge or a slider";
                self.report.add(&path, message, remedy);
            }
        }
        if gear.a == gear.b {
            self.joins_itself();
        }
        for (k, teeth) in gear.teeth.into_iter().enumerate() {
            let path = format!("{}[{k}]", self.at("teeth"));
            self.report.number(path, f64::from(teeth), &range::TEETH);
        }
        let path = self.at("way_per_turn_m");
        self.report
            .number(path, gear.way_per_turn_m, &range::WAY_PER_TURN);
        let [turn, way] = [self.at("offset_deg"), self.at("offset_m")];
        self.report
            .optional(turn, gear.offset_deg, &range::GEAR_OFFSET);
        self.report.optional(way, gear.offset_m, &range::WAY);
        self.strength(gear.strength);
    }

    fn guide(&mut self, guide: &Guide) {
        self.grips(&guide.a, &guide.b);
        if matches!(guide.a, Grip::Particle(_)) {
            let path = self.at("a");
            let message = "a particle has no orientation, so it cannot carry a plane or line";
            let remedy = "use a point of the world or of a body here, and the particle as b";
            self.report.add(&path, message, remedy);
        }
        if guide.on == GuideShape::Rolling {
            self.rolling(guide);
        }
        let path = self.at("axis");
        self.report.direction(&path, &guide.axis, &range::AXIS);
        self.way_bounds([guide.limit_min_m, guide.limit_max_m]);
        self.strength(guide.strength);
    }

    /// Something round that rolls on a plane of the world.
    fn rolling(&mut self, guide: &Guide) {
        if !matches!(guide.a, Grip::World(_)) {
            let path = self.at("a");
            let message = "a body rolls on a plane of the world only";
            self.report.add(&path, message, "use a point of the world");
        }
        let is_round = match &guide.b {
            Grip::Body { id, .. } => {
                let body = self.scene.bodies.iter().find(|body| body.id == *id);
                let is_round = |body: &Body| {
                    matches!(body.shape, Shape::Sphere { .. } | Shape::Cylinder { .. })
                };
                body.is_none_or(is_round)
            }
            _ => false,
        };
        if !is_round {
            let path = self.at("b");
            let message = "only a ball or a cylinder rolls";
            self.report.add(&path, message, "use a body of that shape");
        }
        if guide.limit_min_m.is_some() || guide.limit_max_m.is_some() {
            let path = self.at("on");
            let message = "what rolls keeps its height";
            let remedy = "remove limit_min_m and limit_max_m";
            self.report.add(&path, message, remedy);
        }
    }

    fn corner(&mut self, corner: &Corner) {
        let sticks = [("a", corner.a), ("b", corner.b)];
        let found = sticks.map(|(side, id)| self.find(&self.at(side), id, Kind::Stick));
        let ends = found.map(|found| match &self.scene.constraints.get(found?)?.kind {
            ConstraintKind::Stick(stick) => Some([stick.a, stick.b]),
            _ => None,
        });
        if corner.a == corner.b {
            self.joins_itself();
        } else if let [Some(a), Some(b)] = ends {
            if a.into_iter().filter(|end| b.contains(end)).count() != 1 {
                let message = "the two sticks do not share one particle";
                let remedy = "choose two sticks that share one particle";
                self.report.add(&self.path, message, remedy);
            }
        }
        let [min, max] = [self.at("limit_min_deg"), self.at("limit_max_deg")];
        let bounds = [corner.limit_min_deg, corner.limit_max_deg];
        for (path, bound) in [&min, &max].into_iter().zip(bounds) {
            self.report.optional(path, bound, &range::CORNER);
        }
        match bounds {
            [None, None] => {
                let message = "neither limit_min_deg nor limit_max_deg is given";
                self.report.add(&self.path, message, "give at least one");
            }
            [Some(low), Some(high)] => in_order(self.report, &min, "°", low, high),
            _ => {}
        }
        self.strength(corner.strength);
    }

    fn way_bounds(&mut self, bounds: [Option<f64>; 2]) {
        self.way_bounds_at(["limit_min_m", "limit_max_m"], bounds);
    }

    fn way_bounds_at(&mut self, keys: [&str; 2], bounds: [Option<f64>; 2]) {
        let paths = keys.map(|key| self.at(key));
        for (path, bound) in paths.iter().zip(bounds) {
            self.report.optional(path, bound, &range::WAY);
        }
        if let [Some(low), Some(high)] = bounds {
            in_order(self.report, &paths[0], "m", low, high);
        }
    }

    fn turn_bounds(&mut self, keys: [&str; 2], bounds: [Option<f64>; 2], range: &Quantity) {
        let paths = keys.map(|key| self.at(key));
        for (path, bound) in paths.iter().zip(bounds) {
            self.report.optional(path, bound, range);
        }
        if let [Some(low), Some(high)] = bounds {
            in_order(self.report, &paths[0], "°", low, high);
        }
    }

    fn angle_limit(&mut self, limit: &AngleLimit) {
        self.body_ref("a", &limit.a);
        self.body_ref("b", &limit.b);
        if limit.a == limit.b {
            self.joins_itself();
        }
        let [min, max] = [self.at("limit_min_deg"), self.at("limit_max_deg")];
        let limits = (&limit.limit_min_deg, &limit.limit_max_deg);
        angles(self.report, &min, &max, limits);
        self.rest(limit.rest.as_ref());
        let path = self.at("restitution");
        let restitution = limit.restitution;
        self.report.number(&path, restitution, &range::RESTITUTION);
    }

    fn joins_itself(&mut self) {
        let message = "a and b are the same object";
        let remedy = "join two different objects";
        self.report.add(&self.path, message, remedy);
    }

    /// Two grips of which each could be anything.
    fn grips(&mut self, a: &Grip, b: &Grip) {
        self.grip("a", a);
        self.grip("b", b);
        let same = match (a, b) {
            (Grip::World(_), Grip::World(_)) => {
                let message = "both sides are points of the world, which never move";
                let remedy = "attach one side to a body, particle, stick or part";
                return self.report.add(&self.path, message, remedy);
            }
            (Grip::Particle(a), Grip::Particle(b)) => a == b,
            (Grip::Stick { id: a, .. }, Grip::Stick { id: b, .. }) => a == b,
            (Grip::Body { id: a, .. }, Grip::Body { id: b, .. }) => a == b,
            (
                Grip::Part {
                    ragdoll: ra,
                    part: a,
                    ..
                },
                Grip::Part {
                    ragdoll: rb,
                    part: b,
                    ..
                },
            ) => ra == rb && a == b,
            _ => false,
        };
        if same {
            self.joins_itself();
        }
    }

    /// Two grips that must have an orientation.
    fn rigid_grips(&mut self, a: &Grip, b: &Grip) {
        self.grips(a, b);
        for (side, grip) in [("a", a), ("b", b)] {
            if matches!(grip, Grip::Particle(_)) {
                let path = self.at(side);
                let message = "a particle has no orientation";
                let remedy = "use a pin, or attach to a body";
                self.report.add(&path, message, remedy);
            }
        }
    }

    fn grip(&mut self, side: &str, grip: &Grip) {
        let side = self.at(side);
        match grip {
            Grip::World(point) => {
                let path = format!("{side}.world");
                self.report.vector(&path, point, &range::POSITION);
            }
            Grip::Particle(id) => {
                self.find(&format!("{side}.particle"), *id, Kind::Particle);
            }
            Grip::Stick { id, at } => {
                self.find(&format!("{side}.stick.id"), *id, Kind::Stick);
                let path = format!("{side}.stick.at");
                self.report.number(&path, *at, &range::PLACE);
            }
            Grip::Body { id, point_m } => {
                self.find(&format!("{side}.body.id"), *id, Kind::Body);
                let path = format!("{side}.body.point_m");
                self.report.vector(&path, point_m, &range::POSITION);
            }
            Grip::Part {
                ragdoll,
                part,
                at,
                point_m,
            } => {
                self.part(&format!("{side}.part"), *ragdoll, part);
                let path = format!("{side}.part.at");
                self.report.number(&path, *at, &range::PLACE);
                let path = format!("{side}.part.point_m");
                self.report.vector(&path, point_m, &range::POSITION);
            }
        }
    }

    fn body_ref(&mut self, side: &str, body: &BodyRef) {
        let side = self.at(side);
        match body {
            BodyRef::Body(id) => {
                self.find(&format!("{side}.body"), *id, Kind::Body);
            }
            BodyRef::Part { ragdoll, part } => {
                let path = format!("{side}.part");
                let found = self.part(&path, *ragdoll, part);
                if found.is_some_and(|i| !figure::is_rigid(&self.scene.ragdolls[i].figure)) {
                    let message = "a part made of particles has no orientation";
                    let remedy = "give its figure the build `rigid`";
                    self.report.add(&path, message, remedy);
                }
            }
        }
    }

    /// Position of the ragdoll that has this part.
    fn part(&mut self, path: &str, ragdoll: Id, part: &str) -> Option<usize> {
        figure::part(self.scene, self.index, self.report, path, ragdoll, part)
    }
}
