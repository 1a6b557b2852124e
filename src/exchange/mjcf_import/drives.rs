//! Springs, dampers, friction and actuators of joints.

use super::attributes::{Classes, MAIN};
use crate::exchange::assembly::xml::{Element, ImportError};
use crate::exchange::rig::drives::{Driven, Motor, Spring};
use roxmltree::Node;
use std::collections::BTreeMap;

/// What actuators add to joints, by the name of the joint.
pub struct Actuators {
    of: BTreeMap<String, Driven>,
}

impl Actuators {
    /// Those of a file with what controls them at the start; what does not fit is added to the
    /// list.
    pub fn read<'a, 'b>(
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
        controls: &[f64],
        left_out: &mut Vec<String>,
    ) -> Result<Actuators, ImportError> {
        let mut of: BTreeMap<String, Driven> = BTreeMap::new();
        let lists = root.children().filter(|node| node.has_tag_name("actuator"));
        let all = lists.flat_map(|list| list.children().filter(Node::is_element));
        for (at, node) in all.enumerate() {
            let element = classes.element(node, MAIN)?;
            let kind = node.tag_name().name();
            let gear = element.numbers("gear")?;
            let is_plain = gear.is_none_or(|gear| gear.first() == Some(&1.0));
            let joint = element.text("joint").map(str::to_string);
            let (true, Some(joint), "position" | "velocity") = (is_plain, joint, kind) else {
                left_out.push(format!("{}, an actuator", element.name()));
                continue;
            };
            let range = element.some::<2>("forcerange")?;
            let most = range.map_or(f64::INFINITY, |[low, high]| high.abs().min(low.abs()));
            let target = controls.get(at).copied().unwrap_or(0.0);
            let own = of.entry(joint).or_default();
            if kind == "velocity" && target != 0.0 {
                let gain = element.number("kv", 1.0)?;
                if most.is_finite() && gain * target.abs() < most {
                    let name = element.name();
                    left_out.push(format!("the gain of {name}; a motor holds its speed"));
                }
                own.motor = Some(Motor { rate: target, most });
                continue;
            }
            let (stiffness, damping) = match kind {
                "position" => (element.number("kp", 1.0)?, element.number("kv", 0.0)?),
                _ => (0.0, element.number("kv", 1.0)?),
            };
            let known = own.spring;
            own.spring = Some(Spring {
                stiffness: stiffness + known.map_or(0.0, |own| own.stiffness),
                damping: damping + known.map_or(0.0, |own| own.damping),
                target: if kind == "position" { target } else { 0.0 },
                most,
            });
        }
        Ok(Actuators { of })
    }

    /// What drives a joint; `unit` leads from the unit of its angles to radians.
    pub fn drive(
        &self,
        joint: &Element<'_, '_>,
        unit: f64,
        left_out: &mut Vec<String>,
    ) -> Result<Driven, ImportError> {
        let first = |key| -> Result<f64, ImportError> {
            let numbers = joint.numbers(key)?;
            Ok(numbers.and_then(|all| all.first().copied()).unwrap_or(0.0))
        };
        let spring = Spring {
            stiffness: first("stiffness")?,
            damping: first("damping")?,
            target: unit * (joint.number("springref", 0.0)? - joint.number("ref", 0.0)?),
            most: f64::INFINITY,
        };
        let mut driven = Driven {
            spring: (spring.stiffness > 0.0 || spring.damping > 0.0).then_some(spring),
            motor: None,
            friction: joint.number("frictionloss", 0.0)?,
        };
        if first("armature")? != 0.0 {
            left_out.push(format!("armature of {}", joint.name()));
        }
        let name = joint.node.attribute("name");
        let Some(added) = name.and_then(|name| self.of.get(name)) else {
            return Ok(driven);
        };
        driven.motor = added.motor;
        driven.spring = match (driven.spring, added.spring) {
            (Some(own), Some(added)) if own.stiffness > 0.0 && added.stiffness > 0.0 => {
                let name = joint.name();
                left_out.push(format!("the actuator of {name}, which has a spring"));
                Some(own)
            }
            (Some(own), Some(added)) => Some(Spring {
                stiffness: own.stiffness + added.stiffness,
                damping: own.damping + added.damping,
                target: if own.stiffness > 0.0 {
                    own.target
                } else {
                    added.target
                },
                most: added.most,
            }),
            (own, added) => own.or(added),
        };
        Ok(driven)
    }
}
