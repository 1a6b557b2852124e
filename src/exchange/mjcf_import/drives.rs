//! Springs, dampers, friction and actuators of joints.

use super::attributes::{Classes, Element, MAIN};
use super::ImportError;
use crate::scene::{BendDrive, BendSpring, TurnDrive, TurnSpring, WayDrive, WaySpring};
use roxmltree::Node;
use std::collections::BTreeMap;

/// What drives a joint, in SI units and radians.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Driven {
    stiffness: f64,
    damping: f64,
    target: f64,
    most: Option<f64>,
    friction: f64,
}

/// What actuators add to joints, by the name of the joint.
pub struct Actuators {
    of: BTreeMap<String, Driven>,
}

impl Actuators {
    /// Those of a file; what does not fit is added to the list.
    pub fn read<'a, 'b>(
        root: Node<'a, 'b>,
        classes: &'b Classes<'a>,
        left_out: &mut Vec<String>,
    ) -> Result<Actuators, ImportError> {
        let mut of: BTreeMap<String, Driven> = BTreeMap::new();
        let lists = root.children().filter(|node| node.has_tag_name("actuator"));
        for node in lists.flat_map(|list| list.children().filter(Node::is_element)) {
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
            let own = of.entry(joint).or_default();
            own.most = range.map(|[low, high]| high.abs().min(low.abs()));
            match kind {
                "position" => {
                    own.stiffness += element.number("kp", 1.0)?;
                    own.damping += element.number("kv", 0.0)?;
                }
                _ => own.damping += element.number("kv", 1.0)?,
            }
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
        let mut driven = Driven {
            stiffness: first("stiffness")?,
            damping: first("damping")?,
            target: unit * (joint.number("springref", 0.0)? - joint.number("ref", 0.0)?),
            most: None,
            friction: joint.number("frictionloss", 0.0)?,
        };
        if first("armature")? != 0.0 {
            left_out.push(format!("armature of {}", joint.name()));
        }
        let added = joint
            .node
            .attribute("name")
            .and_then(|name| self.of.get(name));
        if let Some(added) = added {
            let fits = driven.stiffness == 0.0 || added.stiffness == 0.0;
            if !fits {
                left_out.push(format!(
                    "the actuator of {}, which has a spring",
                    joint.name()
                ));
                return Ok(driven);
            }
            driven.stiffness += added.stiffness;
            driven.damping += added.damping;
            driven.most = added.most;
        }
        Ok(driven)
    }
}

impl Driven {
    fn has_spring(&self) -> bool {
        self.stiffness > 0.0 || self.damping > 0.0
    }

    /// That of a turn.
    pub fn turn(&self) -> TurnDrive {
        let spring = TurnSpring {
            stiffness_n_m_per_rad: self.stiffness,
            damping_n_m_s_per_rad: self.damping,
            target_deg: self.target.to_degrees(),
            most_n_m: self.most,
        };
        TurnDrive {
            spring: self.has_spring().then_some(spring),
            motor: None,
            friction_n_m: self.friction,
        }
    }

    /// That of a way.
    pub fn way(&self) -> WayDrive {
        let spring = WaySpring {
            stiffness_n_per_m: self.stiffness,
            damping_n_s_per_m: self.damping,
            target_m: self.target,
            most_n: self.most,
        };
        WayDrive {
            spring: self.has_spring().then_some(spring),
            motor: None,
            friction_n: self.friction,
        }
    }

    /// That of a ball joint.
    pub fn bend(&self) -> BendDrive {
        let spring = BendSpring {
            stiffness_n_m_per_rad: self.stiffness,
            damping_n_m_s_per_rad: self.damping,
            target: None,
            most_n_m: self.most,
        };
        BendDrive {
            spring: self.has_spring().then_some(spring),
            friction_n_m: self.friction,
        }
    }
}
