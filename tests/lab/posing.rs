//! Posing: the limb follows, joints and limits hold, pins stay.

use glam::DVec3;
use ragdoll_lab::lab::{Posing, Simulation};
use ragdoll_lab::physics::{report, Attachment};
use ragdoll_lab::scene::{find, parse, Figure, FigureBuild, Scene, ThesisFigure};

fn scene() -> Scene {
    parse(find("mx-throw").unwrap().text.as_bytes()).unwrap()
}

fn part(simulation: &Simulation, name: &str) -> Attachment {
    Attachment::centre_of(simulation.map.ragdolls[0].body_of(name).unwrap())
}

/// Pulls a part towards a target as a hand does that is there at once; the place then.
fn posed(posing: &mut Posing, grip: Attachment, target: DVec3) -> DVec3 {
    for _ in 0..60 {
        assert!(posing.pull(grip, target, 4));
    }
    let reached = grip.position(posing.simulation().world.state());
    assert!(posing.release());
    reached
}

fn is_sound(posing: &Posing) {
    let world = &posing.simulation().world;
    let (model, state) = (world.model(), world.state());
    let joints = report::joint_error(model, state);
    assert!(joints < 1e-3, "joints open by {joints} m");
    let limits = report::limit_violation(model, state)
        .unwrap_or(0.0)
        .to_degrees();
    assert!(limits < 0.5, "limits broken by {limits} degrees");
}

#[test]
fn a_hand_is_drawn_to_where_it_can_go_and_feet_that_are_pinned_stay() {
    let simulation = Simulation::new(&scene()).unwrap();
    let hand = part(&simulation, "l_hand");
    let feet = ["l_foot", "r_foot"].map(|name| part(&simulation, name));
    let mut pinned = simulation.clone();
    for foot in feet {
        assert!(pinned.world.pin(foot));
    }
    let before = feet.map(|foot| foot.position(simulation.world.state()));
    // Forward and inwards, where elbow and shoulder can bring it.
    let target = DVec3::new(0.35, 1.35, 0.45);
    let mut posing = Posing::new(&pinned);
    let reached = posed(&mut posing, hand, target);
    assert!(reached.distance(target) < 0.03, "{reached}");
    is_sound(&posing);
    for (foot, before) in feet.iter().zip(before) {
        let now = foot.position(posing.simulation().world.state());
        assert!(now.distance(before) < 1e-3, "{}", now.distance(before));
    }
}

#[test]
fn a_target_out_of_reach_stretches_the_figure_and_breaks_nothing() {
    let simulation = Simulation::new(&scene()).unwrap();
    let hand = part(&simulation, "r_hand");
    let pelvis = part(&simulation, "pelvis");
    let mut pinned = simulation.clone();
    assert!(pinned.world.pin(pelvis));
    let mut posing = Posing::new(&pinned);
    posed(&mut posing, hand, DVec3::new(-9.0, 3.0, 4.0));
    is_sound(&posing);
}

#[test]
fn figures_of_every_kind_can_be_posed() {
    for build in [
        FigureBuild::Particles,
        FigureBuild::Rigid,
        FigureBuild::RigidWithLimits,
    ] {
        let mut scene = scene();
        scene.ragdolls[0].figure = Figure::Thesis(ThesisFigure {
            build,
            ..ThesisFigure::default()
        });
        let simulation = Simulation::new(&scene).unwrap();
        let ragdoll = &simulation.map.ragdolls[0];
        let grip = match ragdoll.body_of("l_lower_leg") {
            Some(body) => Attachment::centre_of(body),
            None => Attachment::Particle(ragdoll.particles.end - 1),
        };
        let start = grip.position(simulation.world.state());
        let mut posing = Posing::new(&simulation);
        let target = start + DVec3::new(0.0, 0.25, 0.3);
        let reached = posed(&mut posing, grip, target);
        assert!(
            reached.distance(target) < 0.05,
            "{build:?}: {reached} of {target}"
        );
        is_sound(&posing);
    }
}
