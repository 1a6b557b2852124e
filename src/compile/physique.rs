//! The build of a ragdoll: taller, stouter, heavier than the figure it is made from.
//!
//! Height scales everything. Girth scales what lies across a limb, and for the trunk,
//! where shoulders and hips hang, its breadth: arms and legs then move outwards with
//! it. A stout trunk and head gain less in depth than in breadth, as people do: round
//! as a barrel it would roll where a body lies. Cylinders have one radius and stay round.
//! Limits are angles and stay. Moments of inertia follow the second moments of the
//! mass along each principal axis, `S_x = (I_y + I_z − I_x) / 2`, which scale with the
//! square of the length along it.

use super::body::volume;
use super::rigid::{RigidFigure, RigidPart};
use crate::physics::Core;
use crate::scene::{MassRule, Physique};
use glam::DVec3;

/// Shares of the mass of a body (Winter, "Biomechanics and Motor Control of Human
/// Movement", table 4.1, after Dempster). The thorax of a figure with shoulders is
/// shared with them; so is the head with a neck.
const SHARES: [(&str, f64); 15] = [
    ("head", 0.081),
    ("neck", 0.019),
    ("upper_torso", 0.216),
    ("lower_torso", 0.139),
    ("spine", 0.139),
    ("pelvis", 0.142),
    ("basin", 0.142),
    ("upper_arm", 0.028),
    ("lower_arm", 0.016),
    ("hand", 0.006),
    ("upper_leg", 0.100),
    ("lower_leg", 0.0465),
    ("foot", 0.0145),
    // Of the foot; a tail, which no human has, as heavy as a forearm.
    ("toes", 0.003),
    ("tail", 0.016),
];
/// Share of each shoulder, taken from the thorax.
const SHOULDER_SHARE: f64 = 0.03;

impl RigidFigure {
    /// The figure in another build. `inertia_is_printed`: moments of inertia come from
    /// a table and stay as they are.
    pub(super) fn in_build(mut self, physique: &Physique, inertia_is_printed: bool) -> RigidFigure {
        if *physique == Physique::default() {
            return self;
        }
        let printed: Vec<DVec3> = self.parts.iter().map(|part| part.inertia).collect();
        self.stretch(physique.height, physique.girth);
        self.weigh(&physique.masses);
        if inertia_is_printed {
            for (part, printed) in self.parts.iter_mut().zip(printed) {
                part.inertia = printed;
            }
        }
        self
    }

    fn stretch(&mut self, height: f64, girth: f64) {
        let sole = self.lowest();
        let outwards = self.outwards(girth);
        for (part, outwards) in self.parts.iter_mut().zip(&outwards) {
            part.centre = (part.centre + *outwards) * height;
            part.stretch(height, girth);
        }
        for joint in &mut self.joints {
            // The pin of a limb moves with the limb: those of the trunk lie in the middle.
            joint.point = (joint.point + outwards[joint.child]) * height;
        }
        let lift = DVec3::Y * (sole * height - self.lowest());
        for part in &mut self.parts {
            part.centre += lift;
        }
        for joint in &mut self.joints {
            joint.point += lift;
        }
    }

    /// How far each part moves sideways with the girth of the trunk, before it is
    /// scaled, m.
    fn outwards(&self, girth: f64) -> Vec<DVec3> {
        let mut outwards = vec![DVec3::ZERO; self.parts.len()];
        // Parents come before their children.
        for joint in &self.joints {
            let is_first_of_side = outwards[joint.parent] == DVec3::ZERO;
            outwards[joint.child] = match is_first_of_side {
                true => DVec3::X * (joint.point.x * (girth - 1.0)),
                false => outwards[joint.parent],
            };
        }
        outwards
    }

    fn weigh(&mut self, masses: &MassRule) {
        match *masses {
            MassRule::Figure => {}
            MassRule::Density { kg_m3 } => {
                for part in &mut self.parts {
                    part.set_mass(kg_m3 * volume(&part.shape));
                }
            }
            MassRule::Shares { total_kg } => {
                let names: Vec<&str> = self.parts.iter().map(|part| part.name).collect();
                let shares = mass_shares(&names);
                let sum: f64 = shares.iter().sum();
                for (part, share) in self.parts.iter_mut().zip(shares) {
                    part.set_mass(total_kg * share / sum);
                }
            }
        }
    }

    /// Height of the lowest point of its shapes, m.
    fn lowest(&self) -> f64 {
        let lows = self.parts.iter().map(RigidPart::lowest);
        lows.fold(f64::INFINITY, f64::min)
    }
}

/// Shares of parts in the mass of a human of these parts; they need not sum to one.
pub fn mass_shares(parts: &[&str]) -> Vec<f64> {
    let has = |name: &str| parts.contains(&name);
    let (neck, shoulder) = (has("neck"), has("l_shoulder"));
    let share = |part: &&str| share(part, neck, shoulder);
    parts.iter().map(share).collect()
}

/// Share of a part in the mass of the figure.
fn share(part: &str, has_neck: bool, has_shoulders: bool) -> f64 {
    let part = (part.strip_prefix("l_"))
        .or(part.strip_prefix("r_"))
        .unwrap_or(part);
    let of_table = |name: &str| {
        let row = SHARES.iter().find(|(known, _)| *known == name);
        row.map_or(SHOULDER_SHARE, |(_, share)| *share)
    };
    match part {
        "head" if has_neck => of_table("head") - of_table("neck"),
        "upper_torso" if has_shoulders => of_table("upper_torso") - 2.0 * SHOULDER_SHARE,
        _ if part.starts_with("tail") => of_table("tail"),
        _ => of_table(part),
    }
}

impl RigidPart {
    /// Sets the mass; the moments of inertia follow.
    pub(super) fn set_mass(&mut self, mass: f64) {
        self.inertia *= mass / self.mass;
        self.mass = mass;
    }

    fn stretch(&mut self, height: f64, girth: f64) {
        let wide = height * girth;
        // A part of the middle stands upright, whatever its core.
        let is_of_trunk = self.centre.x == 0.0;
        let deep = match is_of_trunk && !matches!(self.shape.core, Core::Cylinder { .. }) {
            true => height * depth_of(girth),
            false => wide,
        };
        let old_radius = self.shape.radius;
        self.shape.radius *= deep;
        self.sphere = self.sphere.map(|radius| radius * deep);
        // What of its breadth is not in the radius, unless it has none, as a head.
        let across = old_radius * (wide - deep);
        let mut broad = wide;
        let along = match &mut self.shape.core {
            Core::Segment(half_axis) if is_of_trunk => {
                *half_axis *= DVec3::new(wide, height, deep);
                match half_axis.x == 0.0 {
                    true => broad = deep,
                    false => half_axis.x += across.copysign(half_axis.x),
                }
                *half_axis
            }
            Core::Segment(half_axis) => {
                *half_axis *= height;
                *half_axis
            }
            Core::Cylinder { half_axis, radius } => {
                *half_axis *= height;
                *radius *= wide;
                *half_axis
            }
            Core::Cuboid(half) => {
                *half *= DVec3::new(wide, height, deep);
                half.x += across;
                DVec3::Y
            }
            Core::Point | Core::Wedge(_) | Core::Triangle(_) | Core::Hull(_) => DVec3::ZERO,
        };
        let along = if is_of_trunk { DVec3::Y } else { along };
        let along = (self.axes.inverse() * along).abs();
        let lengthwise = along.cmpge(DVec3::splat(0.5 * along.length()));
        let forwards = (self.axes.inverse() * DVec3::Z).abs();
        let factor = DVec3::select(
            forwards.cmpge(DVec3::splat(0.5)),
            DVec3::splat(deep),
            DVec3::splat(broad),
        );
        let factor = DVec3::select(lengthwise, DVec3::splat(height), factor);
        let second = DVec3::splat(0.5 * self.inertia.element_sum()) - self.inertia;
        let second = second * factor * factor;
        self.inertia = DVec3::splat(second.element_sum()) - second;
    }
}

/// How much the depth of a trunk grows with its girth; a thin one is thin all round.
fn depth_of(girth: f64) -> f64 {
    match girth > 1.0 {
        true => girth.sqrt(),
        false => girth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::rigid::figure_of;
    use crate::scene::{Figure, FigureBuild, InertiaPreset, MxFigure, Ragdoll, ThesisFigure};

    fn figures() -> [Ragdoll; 3] {
        let thesis = |build| {
            Figure::Thesis(ThesisFigure {
                build,
                arms: true,
                ..ThesisFigure::default()
            })
        };
        let mx = Figure::Mx(MxFigure {
            inertia: InertiaPreset::Box,
            ..MxFigure::default()
        });
        [
            Ragdoll::new(1, mx),
            Ragdoll::new(1, thesis(FigureBuild::Rigid)),
            Ragdoll::new(1, thesis(FigureBuild::RigidWithLimits)),
        ]
    }

    fn built(ragdoll: &Ragdoll, physique: Physique) -> RigidFigure {
        let ragdoll = Ragdoll {
            physique,
            ..ragdoll.clone()
        };
        figure_of(&ragdoll).unwrap_or_else(|| panic!("no rigid figure"))
    }

    #[test]
    fn twice_the_height_is_the_same_figure_twice_as_large() {
        for ragdoll in figures() {
            let one = built(&ragdoll, Physique::default());
            let two = built(
                &ragdoll,
                Physique {
                    height: 2.0,
                    ..Physique::default()
                },
            );
            for (small, large) in one.parts.iter().zip(&two.parts) {
                assert!((large.centre - 2.0 * small.centre).length() < 1e-12);
                let ratio = large.inertia / small.inertia;
                assert!((ratio - 4.0).abs().max_element() < 1e-9, "{ratio}");
                assert_eq!(small.mass, large.mass);
                let ratio = volume(&large.shape) / volume(&small.shape);
                assert!((ratio - 8.0).abs() < 1e-9, "{ratio}");
            }
            for (small, large) in one.joints.iter().zip(&two.joints) {
                assert!((large.point - 2.0 * small.point).length() < 1e-12);
                assert_eq!(small.limit, large.limit);
            }
        }
    }

    #[test]
    fn a_stout_figure_stands_on_the_floor_is_symmetric_and_holds_together() {
        for ragdoll in figures() {
            for girth in [0.5, 1.6] {
                let physique = Physique {
                    girth,
                    ..Physique::default()
                };
                let (slim, stout) = (
                    built(&ragdoll, Physique::default()),
                    built(&ragdoll, physique),
                );
                assert!((stout.lowest() - slim.lowest()).abs() < 1e-12);
                for part in &stout.parts {
                    let Some(right) = part.name.strip_prefix("l_") else {
                        continue;
                    };
                    let right = format!("r_{right}");
                    let twin = stout.parts.iter().find(|other| other.name == right);
                    let twin = twin.unwrap_or_else(|| panic!("{right}"));
                    let mirror = DVec3::new(-twin.centre.x, twin.centre.y, twin.centre.z);
                    assert!((part.centre - mirror).length() < 1e-12);
                }
                // From joint to centre every limb is as before.
                for (before, after) in slim.joints.iter().zip(&stout.joints) {
                    let arm = |figure: &RigidFigure, point: DVec3| {
                        point - figure.parts[before.child].centre
                    };
                    let change = arm(&slim, before.point) - arm(&stout, after.point);
                    assert!(change.length() < 1e-12, "{change}");
                }
            }
        }
    }

    /// A trunk as round as a barrel would roll.
    #[test]
    fn a_stout_trunk_is_flatter_than_a_slim_one() {
        let [mx, ..] = figures();
        let girth = 1.3;
        let physique = Physique {
            girth,
            ..Physique::default()
        };
        let (slim, stout) = (built(&mx, Physique::default()), built(&mx, physique));
        let extent = |part: &RigidPart| {
            let half = match part.shape.core {
                Core::Segment(half) | Core::Cuboid(half) => half.abs(),
                _ => DVec3::ZERO,
            };
            half + part.shape.radius
        };
        for name in ["pelvis", "lower_torso", "upper_torso"] {
            let of = |figure: &RigidFigure| {
                let part = figure.parts.iter().find(|part| part.name == name);
                part.cloned().unwrap_or_else(|| panic!("{name}"))
            };
            let (before, after) = (of(&slim), of(&stout));
            let grown = extent(&after) / extent(&before);
            assert!((grown.x - girth).abs() < 1e-12, "{name}: {grown}");
            assert!((grown.z - girth.sqrt()).abs() < 1e-12, "{name}: {grown}");
        }
    }

    #[test]
    fn masses_follow_density_or_shares() {
        for ragdoll in figures() {
            let physique = |masses| Physique {
                masses,
                ..Physique::default()
            };
            let total = 75.0;
            let figure = built(&ragdoll, physique(MassRule::Shares { total_kg: total }));
            let sum: f64 = figure.parts.iter().map(|part| part.mass).sum();
            assert!((sum - total).abs() < 1e-9, "{sum}");
            let thigh = figure.parts.iter().find(|part| part.name == "l_upper_leg");
            let share = thigh.map_or(0.0, |part| part.mass / total);
            assert!((0.09..0.11).contains(&share), "{share}");
            let dense = built(&ragdoll, physique(MassRule::Density { kg_m3: 985.0 }));
            for part in &dense.parts {
                assert!((part.mass / volume(&part.shape) - 985.0).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_solid_box_keeps_its_formula() {
        let [mx, ..] = figures();
        let physique = Physique {
            height: 1.3,
            girth: 1.7,
            ..Physique::default()
        };
        let part = |figure: RigidFigure| figure.parts[5].clone();
        let (before, after) = (
            part(built(&mx, Physique::default())),
            part(built(&mx, physique)),
        );
        // The upper arm: 0.29 m along x, 0.09 m across.
        let [x, y] = [0.29 * 1.3, 0.09 * 1.3 * 1.7];
        let expected = DVec3::new(2.0 * y * y, x * x + y * y, x * x + y * y) * before.mass / 12.0;
        assert!((after.inertia - expected).length() < 1e-12);
    }
}
