//! The parameters of the budget of iterations: fewer on what is far from a point of view (Baltman &
//! Radeztsky, section 10), and how many a step may take in all (Delannoy, section 3.2.6).

use super::parameters::put;
use crate::physics::iteration_budget::{Detail, FULL_WITHIN_M};
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, OnlyWith, ParameterSpec, Range, Standard, Value,
};
use crate::physics::settings::Settings;
use glam::DVec3;

/// The detail with which the viewpoint does something.
const BY_DISTANCE: OnlyWith = Some(&[("detail", "distance")]);

pub(super) const DETAIL: ParameterSpec = ParameterSpec {
    key: "detail",
    label: "Iteration detail",
    unit: "",
    kind: Kind::Choice(Detail::CHOICES),
    default: Standard::Fixed(Value::Choice("even")),
    only_with: None,
    help: "How iterations are distributed (B & R, section 10). No effect with a single iteration.",
    set: |settings, value| {
        put(settings, Named::chosen(value), |s, detail| {
            s.budget.detail = detail;
        });
    },
};

named! { Detail:
    Detail::Even, Choice::new("even", "The same number everywhere (default)");
    Detail::Distance, Choice::new(
        "distance",
        "Iterations by distance: fewer far from the viewpoint, in proportion to apparent size",
    );
}

pub(super) const FULL_WITHIN: ParameterSpec = ParameterSpec {
    key: "full_detail_within_m",
    label: "Full detail within",
    unit: "m",
    kind: Kind::Number(Range::closed(1e-3, 1e5, (1.0, 50.0))),
    default: Standard::Fixed(Value::Number(FULL_WITHIN_M)),
    only_with: BY_DISTANCE,
    help: "Distance from the viewpoint within which all iterations run; at twice that distance, \
           half of them.",
    set: |settings, value| {
        put(settings, value.number(), |s, way| {
            s.budget.full_within = way;
        });
    },
};

pub(super) const LEAST_ITERATIONS: ParameterSpec = ParameterSpec {
    key: "least_iterations",
    label: "Minimum iterations",
    unit: "",
    kind: Kind::Whole(Range::closed(1.0, 1e5, (1.0, 20.0))),
    default: Standard::Fixed(Value::Whole(1)),
    only_with: BY_DISTANCE,
    help: "Iterations that run at any distance, unless Limit work per step reduces them.",
    set: |settings, value| {
        put(settings, value.number(), |s, least| {
            s.budget.least_iterations = least as u32;
        });
    },
};

/// A coordinate of the viewpoint.
const fn coordinate(
    key: &'static str,
    label: &'static str,
    set: fn(&mut Settings, Value),
) -> ParameterSpec {
    ParameterSpec {
        key,
        label,
        unit: "m",
        kind: Kind::Number(Range::closed(-1e5, 1e5, (-20.0, 20.0))),
        default: Standard::Fixed(Value::Number(0.0)),
        only_with: BY_DISTANCE,
        help: "Coordinate of the point from which distances are measured. A setting, not the \
               camera position, so that runs repeat.",
        set,
    }
}

/// Puts a coordinate into the viewpoint.
fn look(settings: &mut Settings, value: Value, put_in: fn(&mut DVec3, f64)) {
    let given = value.number().map(|number| (put_in, number));
    put(settings, given, |s, (put_in, number)| {
        put_in(&mut s.budget.viewpoint, number);
    });
}

pub(super) const VIEWPOINT_X: ParameterSpec =
    coordinate("viewpoint_x_m", "Viewpoint x", |settings, value| {
        look(settings, value, |at, x| at.x = x);
    });
pub(super) const VIEWPOINT_Y: ParameterSpec =
    coordinate("viewpoint_y_m", "Viewpoint y", |settings, value| {
        look(settings, value, |at, y| at.y = y);
    });
pub(super) const VIEWPOINT_Z: ParameterSpec =
    coordinate("viewpoint_z_m", "Viewpoint z", |settings, value| {
        look(settings, value, |at, z| at.z = z);
    });

pub(super) const MOST_RELAXATIONS: ParameterSpec = ParameterSpec {
    key: "most_relaxations",
    label: "Limit work per step",
    unit: "",
    kind: Kind::Number(Range::closed(1.0, 1e9, (100.0, 1e5))),
    default: Standard::Off {
        label: "Relaxations",
        on: 1e3,
    },
    only_with: None,
    help: "Maximum number of constraint relaxations in a step. Above it, everything gets fewer \
           iterations, but at least one. Limits the time of a step (Delannoy, section 3.2.6); the \
           same run still gives the same result.",
    set: |settings, value| {
        put(settings, Some(value.number()), |s, most| {
            s.budget.most_relaxations = most;
        });
    },
};
