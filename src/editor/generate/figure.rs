//! Ragdolls of each figure.

use crate::editor::item::Item;
use crate::editor::things::Things;
use crate::scene::{
    BodyType, Figure, FigureBuild, InertiaPreset, LimitTable, MxFigure, Ragdoll, ThesisFigure,
};

/// All figures that can be inserted, with their names.
pub fn figures() -> Vec<(&'static str, Figure)> {
    let thesis = |body_type, build| {
        Figure::Thesis(ThesisFigure {
            body_type,
            build,
            arms: true,
            ..ThesisFigure::default()
        })
    };
    let mx = |limits, inertia| {
        Figure::Mx(MxFigure {
            limits,
            inertia,
            ..MxFigure::default()
        })
    };
    let (particles, limits) = (FigureBuild::Particles, FigureBuild::RigidWithLimits);
    vec![
        ("Humanoid, thin", thesis(BodyType::Thin, particles)),
        ("Humanoid, medium", thesis(BodyType::Medium, particles)),
        ("Humanoid, wide", thesis(BodyType::Wide, particles)),
        (
            "Rigid humanoid",
            thesis(BodyType::Medium, FigureBuild::Rigid),
        ),
        (
            "Rigid humanoid with limits",
            thesis(BodyType::Medium, limits),
        ),
        ("Hitman", Figure::Hitman {}),
        (
            "MX, as printed",
            mx(LimitTable::Printed, InertiaPreset::Paper),
        ),
        ("MX, human", mx(LimitTable::Mirrored, InertiaPreset::Human)),
    ]
}

/// A ragdoll that stands at a point of the floor, m, turned about the vertical.
pub fn ragdoll(name: &str, figure: Figure, position_m: [f64; 3], heading_deg: f64) -> Things {
    Things::one(Item::Ragdoll(Ragdoll {
        name: name.into(),
        position_m,
        heading_deg,
        ..Ragdoll::new(1, figure)
    }))
}
