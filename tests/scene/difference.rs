//! What a change of a scene asks of a run of it.

use ragdoll_lab::scene::{find, parse, Color, Place, Scene, SceneDifference, SHIPPED};

fn scene(name: &str) -> Scene {
    parse(find(name).unwrap().text.as_bytes()).unwrap()
}

/// What a change of a shipped scene asks for.
fn asks(name: &str, change: impl FnOnce(&mut Scene)) -> SceneDifference {
    let before = scene(name);
    let mut after = before.clone();
    change(&mut after);
    assert_eq!(
        SceneDifference::between(&after, &before),
        SceneDifference::between(&before, &after),
        "there and back alike"
    );
    SceneDifference::between(&before, &after)
}

#[test]
fn a_scene_does_not_differ_from_itself() {
    for shipped in SHIPPED {
        let same = asks(shipped.name, |_| {});
        assert_eq!(same, SceneDifference::None, "{}", shipped.name);
    }
}

#[test]
fn colours_are_painted_settings_tuned_numbers_modelled_and_all_else_built() {
    let red = Some(Color { rgb: [255, 0, 0] });
    let paint = asks("mx-drop", |scene| scene.ragdolls[0].color = red);
    assert_eq!(paint, SceneDifference::Paint);
    let moved = asks("mx-drop", |scene| scene.place = Place::Night);
    assert_eq!(moved, SceneDifference::Paint);
    for retune in [
        asks("mx-throw", |scene| scene.gravity_m_s2[1] = -1.6),
        asks("mx-throw", |scene| scene.air_velocity_m_s[0] = 5.0),
        asks("mx-throw", |scene| scene.solver.substeps = Some(7)),
        asks("mx-throw", |scene| {
            scene.launcher.as_mut().unwrap().speed_m_s = 3.0;
        }),
    ] {
        assert_eq!(retune, SceneDifference::Retune);
    }
    for remodel in [
        asks("mx-drop", |scene| scene.ragdolls[0].physique.height = 1.1),
        asks("mx-drop", |scene| scene.ragdolls[0].self_collision ^= true),
        asks("mx-drop", |scene| {
            scene.ragdolls[0].muscles.strength = Some(0.5);
        }),
        asks("mx-drop", |scene| scene.name = "Another".into()),
        asks("box-wall", |scene| scene.bodies[0].mass_kg = Some(3.0)),
    ] {
        assert_eq!(remodel, SceneDifference::Remodel);
    }
    for rebuild in [
        asks("mx-drop", |scene| scene.ragdolls[0].position_m[0] += 0.1),
        asks("mx-drop", |scene| {
            scene.ragdolls.clear();
        }),
        asks("box-wall", |scene| scene.bodies[0].position_m[1] += 0.1),
        asks("box-wall", |scene| scene.bodies.swap(0, 1)),
    ] {
        assert_eq!(rebuild, SceneDifference::Rebuild);
    }
}

#[test]
fn of_several_changes_the_greatest_counts() {
    let most = asks("mx-drop", |scene| {
        scene.ragdolls[0].color = Some(Color { rgb: [0, 0, 255] });
        scene.gravity_m_s2[1] = -1.6;
        scene.ragdolls[0].material = Some(77);
    });
    assert_eq!(most, SceneDifference::Remodel);
}
