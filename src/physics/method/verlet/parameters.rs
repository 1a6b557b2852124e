//! What Verlet relaxation can be set to.

use super::settings::VerletSettings;
use crate::physics::method::common;
use crate::physics::method::parameter::{
    named, Choice, Kind, Named, ParameterSpec, Standard, Value,
};
use crate::physics::order::Order;
use crate::physics::settings::{MethodSettings, Settings};

/// All parameters, in the order in which they are listed and shown.
pub(super) const PARAMETERS: &[ParameterSpec] = &[
    common::RATE,
    common::SUBSTEPS,
    common::ITERATIONS,
    common::WEIGHTING,
    common::OVER_RELAXATION,
    common::LINEAR_DRAG,
    common::ANGULAR_DRAG,
    common::JOINT_DAMPING,
    common::LIMIT_MODEL,
    common::PRECISION,
    ORDER,
    SEED,
    common::SLEEPING,
];

/// Puts something into the settings of this method.
fn put<T>(settings: &mut Settings, value: Option<T>, put: fn(&mut VerletSettings, T)) {
    if let (MethodSettings::Verlet(own), Some(value)) = (&mut settings.method, value) {
        put(own, value);
    }
}

const ORDER: ParameterSpec = ParameterSpec {
    key: "order",
    label: "Order",
    unit: "",
    kind: Kind::Choice(Order::CHOICES),
    default: Standard::Fixed(Value::Choice("listed")),
    only_with: None,
    help: "Order in which constraints are solved.",
    set: |settings, value| put(settings, Named::chosen(value), |s, order| s.order = order),
};

named! { Order:
    Order::Listed, Choice::new("listed", "As listed in the scene (default)");
    Order::Reversed, Choice::new("reversed", "From last to first");
    Order::Alternating, Choice::new("alternating", "Alternately forward and backward");
    Order::RootToLeaf, Choice {
        name: "root-to-leaf",
        label: "root to leaf",
        help: "From the root outward",
    };
    Order::Shuffled(0), Choice::new(
        "shuffled",
        "Shuffled with the seed, in the same order in each iteration",
    );
}

/// Must come after the order, which it completes.
const SEED: ParameterSpec = ParameterSpec {
    only_with: Some(&[("order", "shuffled")]),
    set: |settings, value| {
        let seed = match value {
            Value::Whole(seed) => Some(seed),
            _ => None,
        };
        put(settings, seed, |s, seed| {
            if let Order::Shuffled(held) = &mut s.order {
                *held = seed;
            }
        });
    },
    ..common::SEED
};
