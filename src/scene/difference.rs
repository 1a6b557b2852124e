//! What a change of a scene asks of a run of it.
//!
//! The scene and the types of its things list all their fields with what a change of them
//! asks for. The list takes the type apart, so a field that is forgotten does not compile.
//! What lies deeper (solver, launcher, materials, parts of a ragdoll) is compared whole.

use super::doc::*;

/// What a change of a scene asks of a run of it; of several the greatest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SceneDifference {
    /// Nothing has changed.
    None,
    /// Colours, which are only drawn.
    Paint,
    /// Settings and the launcher: a run goes on with them.
    Retune,
    /// Masses, limits and other numbers of things: a run goes on with a new model.
    Remodel,
    /// What there is, where, or in which shape: the run begins anew.
    Rebuild,
}

impl SceneDifference {
    /// What the change from one scene to another asks for.
    pub fn between(before: &Scene, after: &Scene) -> SceneDifference {
        before.difference(after)
    }
}

trait Difference {
    /// What the change from this to `after` asks for.
    fn difference(&self, after: &Self) -> SceneDifference;
}

/// Things in a list are the same ones as long as their ids follow each other so.
impl<T: Difference> Difference for Vec<T> {
    fn difference(&self, after: &Self) -> SceneDifference {
        if self.len() != after.len() {
            return SceneDifference::Rebuild;
        }
        let pairs = self.iter().zip(after);
        let differences = pairs.map(|(before, after)| before.difference(after));
        differences.max().unwrap_or(SceneDifference::None)
    }
}

/// What a change of a field asks for: that of its own type for `each`.
macro_rules! of_field {
    (each, $before:expr, $after:expr) => {
        $before.difference($after)
    };
    ($kind:ident, $before:expr, $after:expr) => {
        match $before == $after {
            true => SceneDifference::None,
            false => SceneDifference::$kind,
        }
    };
}

macro_rules! differences {
    ($($type:ident { $($field:ident: $kind:ident,)* })*) => {
        $(impl Difference for $type {
            fn difference(&self, after: &Self) -> SceneDifference {
                let $type { $($field),* } = self;
                let mut most = SceneDifference::None;
                $(most = most.max(of_field!($kind, $field, &after.$field));)*
                most
            }
        })*
    };
}

differences! {
    Scene {
        format: Rebuild,
        version: Rebuild,
        name: Remodel,
        description: Remodel,
        place: Paint,
        gravity_m_s2: Retune,
        air_velocity_m_s: Retune,
        solver: Retune,
        materials: Remodel,
        obstacles: each,
        bodies: each,
        particles: each,
        constraints: each,
        ragdolls: each,
        collision_rules: Remodel,
        launcher: Retune,
    }
    Obstacle {
        id: Rebuild,
        name: Remodel,
        shape: Rebuild,
        position_m: Rebuild,
        orientation: Rebuild,
        material: Remodel,
        color: Paint,
        belt_m_s: Remodel,
    }
    Body {
        id: Rebuild,
        name: Remodel,
        shape: Rebuild,
        made_of: Rebuild,
        contact: Rebuild,
        mass_kg: Remodel,
        density_kg_m3: Remodel,
        inertia_kg_m2: Remodel,
        products_of_inertia_kg_m2: Remodel,
        position_m: Rebuild,
        orientation: Rebuild,
        velocity_m_s: Rebuild,
        angular_velocity_deg_s: Rebuild,
        kinematic: Rebuild,
        linear_drag_per_s: Remodel,
        orthogonal_drag_per_s: Remodel,
        angular_drag_per_s: Remodel,
        material: Remodel,
        color: Paint,
    }
    Particle {
        id: Rebuild,
        name: Remodel,
        mass_kg: Remodel,
        radius_m: Rebuild,
        position_m: Rebuild,
        velocity_m_s: Rebuild,
        fixed: Rebuild,
        material: Remodel,
        color: Paint,
    }
    Ragdoll {
        id: Rebuild,
        name: Remodel,
        figure: Remodel,
        position_m: Rebuild,
        heading_deg: Rebuild,
        orientation: Rebuild,
        pose: Rebuild,
        stands_until_hit: Rebuild,
        animation: Rebuild,
        self_collision: Remodel,
        material: Remodel,
        color: Paint,
        limit_model: Remodel,
        orthogonal_drag_per_s: Remodel,
        physique: Remodel,
        muscles: Remodel,
        parts: Remodel,
    }
    Constraint {
        id: Rebuild,
        name: Remodel,
        kind: each,
    }
    Stick {
        a: Rebuild,
        b: Rebuild,
        length_m: Rebuild,
        radius_m: Rebuild,
        ends: Rebuild,
        strength: Remodel,
        tear_strain: Remodel,
        torn: Rebuild,
        material: Remodel,
    }
    Distance {
        a: Rebuild,
        b: Rebuild,
        min_m: Remodel,
        max_m: Remodel,
        drive: Remodel,
        strength: Remodel,
        tear_strain: Remodel,
        torn: Rebuild,
    }
    Pin {
        a: Rebuild,
        b: Rebuild,
        drive: Remodel,
        strength: Remodel,
    }
    Hinge {
        a: Rebuild,
        b: Rebuild,
        axis: Rebuild,
        limit_min_deg: Remodel,
        limit_max_deg: Remodel,
        rest: Rebuild,
        start_deg: Rebuild,
        drive: Remodel,
        strength: Remodel,
    }
    Fixed {
        a: Rebuild,
        b: Rebuild,
        rest: Rebuild,
        strength: Remodel,
    }
    Slider {
        a: Rebuild,
        b: Rebuild,
        axis: Rebuild,
        limit_min_m: Remodel,
        limit_max_m: Remodel,
        turns: Rebuild,
        rest: Rebuild,
        turn_min_deg: Remodel,
        turn_max_deg: Remodel,
        turn_start_deg: Rebuild,
        drive: Remodel,
        turn_drive: Remodel,
        strength: Remodel,
    }
    Universal {
        a: Rebuild,
        b: Rebuild,
        axis: Rebuild,
        cross_axis: Rebuild,
        limit_min_deg: Remodel,
        limit_max_deg: Remodel,
        rest: Rebuild,
        drive: Remodel,
        cross_drive: Remodel,
        strength: Remodel,
    }
    Serial {
        a: Rebuild,
        b: Rebuild,
        axes: each,
        rest: Rebuild,
        strength: Remodel,
    }
    SlideAxis {
        name: Remodel,
        axis: Rebuild,
        limit_min_m: Remodel,
        limit_max_m: Remodel,
        start_m: Rebuild,
        drive: Remodel,
    }
    HingeAxis {
        name: Remodel,
        axis: Rebuild,
        offset_m: Rebuild,
        limit_min_deg: Remodel,
        limit_max_deg: Remodel,
        start_deg: Rebuild,
        drive: Remodel,
    }
    Gear {
        a: Rebuild,
        b: Rebuild,
        teeth: Remodel,
        way_per_turn_m: Remodel,
        offset_deg: Rebuild,
        offset_m: Rebuild,
        same_way: Remodel,
        strength: Remodel,
    }
    Guide {
        a: Rebuild,
        b: Rebuild,
        on: Rebuild,
        axis: Rebuild,
        limit_min_m: Remodel,
        limit_max_m: Remodel,
        strength: Remodel,
    }
    Corner {
        a: Rebuild,
        b: Rebuild,
        limit_min_deg: Remodel,
        limit_max_deg: Remodel,
        strength: Remodel,
    }
    Surface {
        triangles: Rebuild,
        thickness_m: Rebuild,
        volume_strength: Remodel,
        pressure: Remodel,
        gas_pa: Remodel,
        gas_volume_m3: Remodel,
        outside_pa: Remodel,
        air_density_kg_m3: Remodel,
        meets_joined: Rebuild,
        meets_itself: Rebuild,
        material: Remodel,
        color: Paint,
    }
    AngleLimit {
        a: Rebuild,
        b: Rebuild,
        limit_min_deg: Remodel,
        limit_max_deg: Remodel,
        model: Remodel,
        twist_axis: Rebuild,
        rest: Rebuild,
        restitution: Remodel,
    }
}

impl Difference for ConstraintKind {
    fn difference(&self, after: &Self) -> SceneDifference {
        match (self, after) {
            (ConstraintKind::Stick(before), ConstraintKind::Stick(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Distance(before), ConstraintKind::Distance(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Pin(before), ConstraintKind::Pin(after)) => before.difference(after),
            (ConstraintKind::Hinge(before), ConstraintKind::Hinge(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Fixed(before), ConstraintKind::Fixed(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Slider(before), ConstraintKind::Slider(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Universal(before), ConstraintKind::Universal(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Serial(before), ConstraintKind::Serial(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Gear(before), ConstraintKind::Gear(after)) => before.difference(after),
            (ConstraintKind::Guide(before), ConstraintKind::Guide(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Corner(before), ConstraintKind::Corner(after)) => {
                before.difference(after)
            }
            (ConstraintKind::AngleLimit(before), ConstraintKind::AngleLimit(after)) => {
                before.difference(after)
            }
            (ConstraintKind::Surface(before), ConstraintKind::Surface(after)) => {
                before.difference(after)
            }
            _ => SceneDifference::Rebuild,
        }
    }
}

impl Difference for SerialAxis {
    fn difference(&self, after: &Self) -> SceneDifference {
        match (self, after) {
            (SerialAxis::Slide(before), SerialAxis::Slide(after)) => before.difference(after),
            (SerialAxis::Hinge(before), SerialAxis::Hinge(after)) => before.difference(after),
            _ => SceneDifference::Rebuild,
        }
    }
}
