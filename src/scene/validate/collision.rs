//! Checks of collision rules.

use super::report::{Index, Kind, Report};
use crate::scene::doc::{Scene, Thing};
use std::collections::HashMap;

/// Checks all collision rules.
pub fn check(scene: &Scene, index: &Index, report: &mut Report) {
    let mut known: HashMap<[&Thing; 2], usize> = HashMap::new();
    for (i, rule) in scene.collision_rules.iter().enumerate() {
        let path = format!("collision_rules[{i}]");
        for (side, thing) in [("a", &rule.a), ("b", &rule.b)] {
            check_thing(scene, index, report, &format!("{path}.{side}"), thing);
        }
        if let (Thing::Obstacle(_), Thing::Obstacle(_)) = (&rule.a, &rule.b) {
            let message = "both sides are obstacles, which never move";
            report.add(&path, message, "name a moving body, or remove the rule");
        } else if rule.a == rule.b {
            let message = "a and b are the same object";
            report.add(&path, message, "name two different objects");
        }
        let mut pair = [&rule.a, &rule.b];
        pair.sort_unstable();
        if let Some(first) = known.get(&pair) {
            let message = format!("collision_rules[{first}] is for the same two objects");
            report.add(&path, message, "keep one of the two");
        } else {
            known.insert(pair, i);
        }
    }
}

fn check_thing(scene: &Scene, index: &Index, report: &mut Report, path: &str, thing: &Thing) {
    let (key, id, kind) = match thing {
        Thing::Body(id) => ("body", *id, Kind::Body),
        Thing::Stick(id) => ("stick", *id, Kind::Stick),
        Thing::Obstacle(id) => ("obstacle", *id, Kind::Obstacle),
        Thing::Part { ragdoll, part } => {
            super::figure::part(
                scene,
                index,
                report,
                &format!("{path}.part"),
                *ragdoll,
                part,
            );
            return;
        }
    };
    index.find(report, format_args!("{path}.{key}"), id, kind);
}
