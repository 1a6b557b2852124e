//! Constraints. A kind is one file that says what it makes zero, in [`ConstraintRow`]s, and
//! one line of the list below. Rows are solved on positions and, one by one, on velocities by
//! [`row`], except membranes and packed distances, which solve themselves; as soft impulses by
//! `sequential/velocity_row.rs`; at once with contacts by `dynamics/`; many at a time by `lanes/`.

pub mod angle_limit;
pub mod broken;
pub mod corner;
pub mod coupled;
pub mod distance;
pub mod fixed;
pub mod gear;
pub mod guide;
pub mod hinge;
pub mod membrane;
pub mod pin;
pub mod row;
pub mod serial;
pub mod shared;
pub mod slider;
pub mod stop;
mod track;
pub mod universal;
pub mod wheel;

use super::attach::{Attachment, Frame, Level};
use super::coordinate::Coordinate;
use super::linkage::{Linkage, PerAxis};
use super::math::power;
use super::model::{Model, Settings};
use super::state::State;
pub use angle_limit::{AngleLimit, LimitModel};
use arrayvec::ArrayVec;
pub use broken::Broken;
pub use corner::Corner;
pub use distance::Distance;
pub use fixed::Fixed;
pub use gear::Gear;
use glam::DVec3;
pub use guide::Guide;
pub use hinge::Hinge;
pub use membrane::{Gas, KeptVolume, Membrane};
pub use pin::Pin;
pub use row::{ConstraintRow, Sense};
pub use serial::Serial;
pub use shared::{Shared, Slimmest};
pub use slider::Slider;
use std::sync::Arc;
pub use track::Track;
pub use universal::Universal;
pub use wheel::{Rolling, Wheel};

/// What a constraint is to a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Holds points of two things together, or one on an axis.
    Joint,
    /// Keeps a point on a plane or a line that something carries.
    Guide,
    /// Keeps an angle within bounds.
    Limit,
    /// Keeps distances: what a figure is made of.
    Stick,
    /// Anything else.
    Other,
}

/// What every kind of constraint answers.
pub trait ConstraintRows {
    /// What it is to a figure.
    fn role(&self) -> Role {
        Role::Other
    }

    /// The two sides that it joins.
    fn attachments(&self) -> [Attachment; 2];

    /// The bodies that it names, each as often as it does, to be given other numbers.
    fn bodies_mut(&mut self) -> BodiesMut<'_>;

    /// How far its two points can be apart, m; none where it does not bound that.
    fn most_apart(&self) -> Option<f64> {
        None
    }

    /// How many rows it has at most, of positions or of velocities.
    fn row_count(&self) -> usize;

    /// Row `index` at the present state; `None` if it asks for nothing.
    fn row(
        &self,
        index: usize,
        level: Level,
        state: &State,
        settings: &Settings,
    ) -> Option<ConstraintRow>;

    /// The first row of positions from `index` on that asks for something, with its
    /// index. A kind that finds out about all its rows at once does it here.
    fn next_row(
        &self,
        index: usize,
        state: &State,
        settings: &Settings,
    ) -> Option<(usize, ConstraintRow)> {
        (index..self.row_count()).find_map(|i| {
            let row = self.row(i, Level::Position, state, settings)?;
            Some((i, row))
        })
    }

    /// Visits the rows of velocities that ask for something, each with its index. A kind that
    /// finds out about all its rows at once does it here.
    fn each_rate_row(
        &self,
        state: &State,
        settings: &Settings,
        visit: &mut dyn FnMut(usize, ConstraintRow),
    ) {
        for index in 0..self.row_count() {
            if let Some(row) = self.row(index, Level::Velocity, state, settings) {
                visit(index, row);
            }
        }
    }

    /// Whether any of its rows may be an equality.
    fn has_equalities(&self) -> bool {
        true
    }

    /// Fraction of the error corrected per iteration, above 0 to 1.
    fn relaxation_factor(&self) -> f64 {
        1.0
    }

    /// Speed ratio at a stop, 0 to 1.
    fn restitution(&self) -> f64 {
        0.0
    }
}

/// Numbers of bodies in a constraint.
pub type BodiesMut<'a> = ArrayVec<&'a mut usize, MOST_BODIES>;

/// Most that a kind of constraint names: a gear between two sliders.
pub const MOST_BODIES: usize = 6;

/// Those of some sides that are bodies.
pub(super) fn all_of<const N: usize>(sides: [Option<&mut usize>; N]) -> BodiesMut<'_> {
    sides.into_iter().flatten().collect()
}

/// Those of a joint that holds two points and turns a child against a parent.
fn of_joint<'a>([a, b]: [&'a mut Attachment; 2], frames: [&'a mut Frame; 2]) -> BodiesMut<'a> {
    let [parent, child] = frames.map(Frame::body_mut);
    all_of([a.body_mut(), b.body_mut(), parent, child])
}

/// Lists the kinds: variants, how each is held, names, and the passing on of every question.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident($held:ty) $name:literal,)*) => {
        /// A constraint of any kind. Kinds that are large are boxed, so that the pins and limits
        /// of a crowd, which are not, lie close together.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Constraint {
            $($(#[$doc])* $kind($held),)*
        }

        /// Names of all kinds, as on screen.
        pub const KINDS: &[&str] = &[$($name),*];

        impl Constraint {
            /// Name of its kind, one of [`KINDS`].
            pub fn kind_name(&self) -> &'static str {
                match self {
                    $(Constraint::$kind(_) => $name,)*
                }
            }
        }

        impl ConstraintRows for Constraint {
            fn role(&self) -> Role {
                match self {
                    $(Constraint::$kind(c) => c.role(),)*
                }
            }

            fn attachments(&self) -> [Attachment; 2] {
                match self {
                    $(Constraint::$kind(c) => c.attachments(),)*
                }
            }

            fn bodies_mut(&mut self) -> BodiesMut<'_> {
                match self {
                    $(Constraint::$kind(c) => c.bodies_mut(),)*
                }
            }

            fn most_apart(&self) -> Option<f64> {
                match self {
                    $(Constraint::$kind(c) => c.most_apart(),)*
                }
            }

            fn row_count(&self) -> usize {
                match self {
                    $(Constraint::$kind(c) => c.row_count(),)*
                }
            }

            fn row(
                &self,
                index: usize,
                level: Level,
                state: &State,
                settings: &Settings,
            ) -> Option<ConstraintRow> {
                match self {
                    $(Constraint::$kind(c) => c.row(index, level, state, settings),)*
                }
            }

            fn next_row(
                &self,
                index: usize,
                state: &State,
                settings: &Settings,
            ) -> Option<(usize, ConstraintRow)> {
                match self {
                    $(Constraint::$kind(c) => c.next_row(index, state, settings),)*
                }
            }

            fn each_rate_row(
                &self,
                state: &State,
                settings: &Settings,
                visit: &mut dyn FnMut(usize, ConstraintRow),
            ) {
                match self {
                    $(Constraint::$kind(c) => c.each_rate_row(state, settings, visit),)*
                }
            }

            fn has_equalities(&self) -> bool {
                match self {
                    $(Constraint::$kind(c) => c.has_equalities(),)*
                }
            }

            fn relaxation_factor(&self) -> f64 {
                match self {
                    $(Constraint::$kind(c) => c.relaxation_factor(),)*
                }
            }

            fn restitution(&self) -> f64 {
                match self {
                    $(Constraint::$kind(c) => c.restitution(),)*
                }
            }
        }
    };
}

kinds! {
    /// Distance of two points within bounds: sticks, rods, ropes, struts.
    Distance(Distance) "distance",
    /// Two points together: ball joints, connectors, world pins.
    Pin(Pin) "pin",
    /// Two points together and two axes in line.
    Hinge(Box<Hinge>) "hinge",
    /// Two bodies without any play.
    Fixed(Box<Fixed>) "fixed",
    /// A body on an axis of another, along which it slides.
    Slider(Box<Slider>) "slider",
    /// Particles that two things have in common.
    Shared(Shared) "shared particles",
    /// Two points together, two axes at right angles.
    Universal(Box<Universal>) "universal joint",
    /// A body that moves along and about several axes of another, one after another.
    Serial(Box<Serial>) "serial joint",
    /// Two joints that follow each other.
    Gear(Box<Gear>) "gear",
    /// A point on a plane or a line.
    Guide(Box<Guide>) "guide",
    /// The angle between two arms within bounds.
    Corner(Box<Corner>) "corner",
    /// Rotation of a body against another within bounds.
    AngleLimit(AngleLimit) "angle limit",
    /// Triangles between particles, which may keep their volume.
    Membrane(Membrane) "surface",
    /// What held two things before it broke.
    Broken(Broken) "broken joint",
}

/// How far a constraint is from being met.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Residual {
    /// Largest error of a point or a distance, m.
    pub length: f64,
    /// Largest error of an angle, rad.
    pub angle: f64,
}

impl Constraint {
    /// How far it is from being met.
    pub fn residual(&self, state: &State, settings: &Settings) -> Residual {
        if let Constraint::Serial(serial) = self {
            return serial.residual(state);
        }
        let mut residual = Residual::default();
        for index in 0..self.row_count() {
            match self.row(index, Level::Position, state, settings) {
                Some(ConstraintRow::Point { error, .. }) => {
                    residual.length = residual.length.max(error.length());
                }
                Some(ConstraintRow::Linear { error, sense, .. }) => {
                    residual.length = residual.length.max(sense.violation(error));
                }
                Some(ConstraintRow::Coupled(coupled)) => {
                    let largest = match coupled.is_angle {
                        true => &mut residual.angle,
                        false => &mut residual.length,
                    };
                    *largest = largest.max(coupled.sense.violation(coupled.error));
                }
                Some(ConstraintRow::Angular { error, sense, .. }) => {
                    residual.angle = residual.angle.max(sense.violation(error));
                }
                None => {}
            }
        }
        residual
    }

    /// How far the angle of a limit is out of bounds, rad.
    pub fn limit_violation(&self, state: &State, settings: &Settings) -> f64 {
        match self {
            Constraint::Serial(serial) => serial.beyond(state).angle,
            _ => self.residual(state, settings).angle,
        }
    }

    /// The coordinates that it counts, each with its place among [`State::turned`].
    pub fn counted(&self) -> PerAxis<(usize, Coordinate)> {
        let one = |counter: Option<usize>, coordinate: Coordinate| {
            counter
                .map(|place| (place, coordinate))
                .into_iter()
                .collect()
        };
        match self {
            Constraint::Hinge(hinge) => one(hinge.counter, hinge.coordinate()),
            Constraint::Slider(slider) => one(slider.counter, slider.turn_coordinate()),
            Constraint::Serial(serial) => (serial.linkage.counter..)
                .zip(serial.coordinates())
                .collect(),
            _ => PerAxis::new(),
        }
    }

    /// The linkages in it.
    pub(in crate::physics) fn linkages_mut(&mut self) -> ArrayVec<&mut Arc<Linkage>, 2> {
        match self {
            Constraint::Serial(serial) => [&mut serial.linkage].into_iter().collect(),
            Constraint::Gear(gear) => {
                let both = [&mut gear.first, &mut gear.second];
                both.into_iter()
                    .filter_map(Coordinate::linkage_mut)
                    .collect()
            }
            _ => ArrayVec::new(),
        }
    }

    /// Relative change of the length that it keeps, as a share; `None` if it keeps none.
    pub fn strain(&self, state: &State) -> Option<f64> {
        match self {
            Constraint::Distance(distance) => Some(distance.strain(state)),
            Constraint::Membrane(membrane) => membrane.strain(state),
            _ => None,
        }
    }

    /// Moves both sides so that it is met; `weights` from [`relaxation_weights`].
    /// Rows are taken one after the other at the state that the last one left.
    pub fn relax(&self, model: &Model, state: &mut State, weights: [f64; 2]) {
        self.relax_with(model, state, weights, &mut Vec::new());
    }

    /// The same with memory that it may use.
    pub(in crate::physics) fn relax_with(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        scratch: &mut Vec<DVec3>,
    ) {
        if let Constraint::Membrane(membrane) = self {
            return membrane.relax(model, state, scratch);
        }
        let relaxation_factor = self.relaxation_factor() * model.settings.over_relaxation();
        if let Constraint::Distance(distance) = self {
            if distance.relax_particles(model, state, weights, relaxation_factor) {
                return;
            }
        }
        let mut from = 0;
        while let Some((index, row)) = self.next_row(from, state, &model.settings) {
            row.relax(model, state, weights, relaxation_factor);
            from = index + 1;
        }
    }

    /// Takes away the relative motion that leads away from being met.
    pub fn solve_velocity(&self, model: &Model, state: &mut State, weights: [f64; 2]) {
        self.solve_velocity_with(model, state, weights, &mut Vec::new());
    }

    /// The same with memory that it may use.
    pub(in crate::physics) fn solve_velocity_with(
        &self,
        model: &Model,
        state: &mut State,
        weights: [f64; 2],
        scratch: &mut Vec<DVec3>,
    ) {
        if let Constraint::Membrane(membrane) = self {
            return membrane.solve_velocity(model, state, scratch);
        }
        for index in 0..self.row_count() {
            let row = self.row(index, Level::Velocity, state, &model.settings);
            if let Some(row) = row {
                row.solve_velocity(model, state, weights, self.relaxation_factor());
            }
        }
    }
}

/// Factors on the inverse masses of both sides for a weighting between uniform
/// (0: both sides move alike, the traditional scheme) and mass-weighted (1:
/// Delannoy, section 4.3, equation 4.7 with the sign of the second line mended).
///
/// Each side counts with the mass `m(s) = mean^(1-s) · m^s`, `mean` the geometric
/// mean of both sides, and with its inertia in proportion; a side without mass (the
/// world) leaves the other as it is.
pub fn relaxation_weights(model: &Model, sides: [Attachment; 2], weighting: f64) -> [f64; 2] {
    match sides.map(|side| side.mass(model)) {
        [Some(a), Some(b)] if weighting < 1.0 => {
            let exponent = 0.5 * (1.0 - weighting);
            [power(a / b, exponent), power(b / a, exponent)]
        }
        _ => [1.0, 1.0],
    }
}
