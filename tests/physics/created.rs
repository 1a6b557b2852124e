//! What *Create* makes of particles and surfaces.

use ragdoll_lab::editor::generate::{BlueprintKind, Blueprints};
use ragdoll_lab::editor::{Command, Document};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::scene::parse;

/// What *Create* makes of surfaces stands, hangs or floats as it should, and comes to no harm.
#[test]
fn created_surfaces_hold() {
    let made = |kind: BlueprintKind| {
        let text = r#"{"format": "ragdoll-scene", "version": 1,
            "obstacles": [{"id": 1, "shape": {"plane": {}}}]}"#;
        let mut document = Document::new(parse(text.as_bytes()).unwrap());
        let things = Blueprints::default().things(kind, [0.0; 3]);
        document
            .apply(&Command::Insert(things, kind.word()))
            .unwrap();
        let mut simulation = Simulation::new(document.scene()).unwrap();
        for step in 0..150 {
            assert_eq!(simulation.step(), Progress::Advanced, "{kind:?} {step}");
        }
        simulation
    };
    let heights = |simulation: &Simulation| {
        let particles = &simulation.world.state().particles;
        let heights = particles.iter().map(|particle| particle.position.y);
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| {
            (low.min(y), high.max(y))
        })
    };
    // A cube of 0.6 m sags by a tenth at most and lies on the ground.
    let (low, high) = heights(&made(BlueprintKind::Jelly));
    assert!(
        low > 0.0 && (0.54..0.66).contains(&(high - low)),
        "{low} {high}"
    );
    // A tube of 0.26 m stays blown up.
    let (low, high) = heights(&made(BlueprintKind::Ring));
    assert!(
        low > 0.0 && low < 0.02 && (0.2..0.3).contains(&(high - low)),
        "{low} {high}"
    );
    // A flag hangs from its pole, a net hangs through by its own weight only a little.
    let (low, high) = heights(&made(BlueprintKind::Flag));
    assert!(low > 1.0 && (high - 2.9).abs() < 0.01, "{low} {high}");
    let (low, high) = heights(&made(BlueprintKind::Net));
    assert!(low > 0.4 && (high - 0.75).abs() < 0.05, "{low} {high}");
    // A cape hangs on its seam, behind its wearer.
    let simulation = made(BlueprintKind::Cape);
    let state = simulation.world.state();
    let map = &simulation.map;
    let chest = map.ragdolls[0]
        .parts
        .iter()
        .position(|part| *part == "upper_torso")
        .unwrap();
    let chest = state.bodies[map.ragdolls[0].bodies.start + chest].position;
    let corner = state.particles[0].position;
    assert!(corner.distance(chest) < 0.25, "{corner} {chest}");
}
