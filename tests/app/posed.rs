//! A ragdoll with a saved pose goes where its numbers say.

use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::{Command, Document, Item};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::report::joint_error;
use ragdoll_lab::scene::{self, Ragdoll, Scene};

/// A scene whose ragdoll lies as it fell.
fn fallen() -> Document {
    let shipped = scene::find("mx-drop").unwrap();
    let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
    // Upright, so that its heading turns it about the vertical.
    scene.ragdolls[0].orientation = [1.0, 0.0, 0.0, 0.0];
    let mut simulation = Simulation::new(&scene).unwrap();
    for _ in 0..60 {
        simulation.step();
    }
    let map = &simulation.map;
    let posed = ragdoll_lab::compile::flatten(&scene, &simulation.world, map, &[]);
    Document::new(posed)
}

fn changed(document: &Document, change: impl FnOnce(&mut Ragdoll)) -> Scene {
    let mut ragdoll = document.scene().ragdolls[0].clone();
    change(&mut ragdoll);
    let mut scene = Scene::clone(document.scene());
    let command = Command::replace(Item::Ragdoll(ragdoll), "Ragdoll");
    command.apply(&mut scene).unwrap();
    scene
}

/// Centres of its parts, m, and the largest error of its joints, m.
fn parts(scene: &Scene) -> (Vec<glam::DVec3>, f64) {
    let (world, _) = compile(scene).unwrap();
    let bodies = world.state().bodies.iter();
    let centres = bodies.map(|body| body.position).collect();
    (centres, joint_error(world.model(), world.state()))
}

#[test]
fn what_is_typed_for_a_posed_ragdoll_carries_its_pose_along() {
    let document = fallen();
    let (before, error) = parts(document.scene());
    let about = |scene: &Scene| {
        let (now, error_now) = parts(scene);
        assert!(
            error_now < 1.5 * error + 1e-9,
            "{error_now} m, {error} m before"
        );
        now
    };
    let moved = about(&changed(&document, |ragdoll| ragdoll.position_m[0] += 2.0));
    for (now, before) in moved.iter().zip(&before) {
        assert!((*now - *before - glam::DVec3::X * 2.0).length() < 1e-9);
    }
    let turned = about(&changed(&document, |ragdoll| ragdoll.heading_deg += 90.0));
    for (now, before_here) in turned.iter().zip(&before) {
        let (arm, old) = (*now - turned[0], *before_here - before[0]);
        let expected = glam::DVec3::new(old.z, old.y, -old.x);
        assert!((arm - expected).length() < 1e-9, "{arm} {expected}");
    }
    assert!((turned[0] - before[0]).length() < 1e-9, "on the spot");
    let grown = about(&changed(&document, |ragdoll| ragdoll.physique.height = 1.2));
    for (now, before_here) in grown.iter().zip(&before) {
        let (arm, old) = (*now - grown[0], *before_here - before[0]);
        assert!((arm - old * 1.2).length() < 1e-9, "{arm} {old}");
    }
    // Who gives a pose with the numbers has said where the parts are.
    let given = changed(&document, |ragdoll| {
        ragdoll.position_m[0] += 2.0;
        ragdoll.pose = None;
    });
    assert_eq!(given.ragdolls[0].pose, None);
}
