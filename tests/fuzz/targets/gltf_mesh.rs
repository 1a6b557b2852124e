//! A mesh that is read, as glTF or as OBJ, is an obstacle that a scene can have, and a skinned
//! figure a ragdoll; rigid bodies become a scene that is sound or says why not.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::editor::generate::{gltf_obstacle, mesh_obstacle};
use ragdoll_lab::editor::{Item, Things};
use ragdoll_lab::exchange::character::{scene_of, Rigging};
use ragdoll_lab::exchange::gltf_import::scene_from_gltf;
use ragdoll_lab::gltf::Gltf;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{validate, Scene};
use ragdoll_lab_fuzz::{bounded, figures, json, made_or_mutated};

/// What every file holds that a mesh names.
const BESIDE: &[u8] = &[0; 64];

fuzz_target!(|data: &[u8]| bounded(data, || read(data)));

fn read(data: &[u8]) {
    let fetch = |_: &str| Ok(BESIDE.to_vec());
    let text = std::str::from_utf8(data).unwrap_or_default();
    if let Ok(obj) = mesh_obstacle("mesh", text, 1.0, [0.0; 3]) {
        place(obj);
    }
    let Ok(gltf) = Gltf::read(data, &fetch) else {
        return;
    };
    if let Ok(glb) = gltf_obstacle("mesh", &gltf, [0.0; 3]) {
        place(glb);
    }
    match scene_from_gltf(&gltf, "bodies") {
        Ok(imported) => {
            assert_eq!(validate(&imported.scene), []);
        }
        Err(error) => assert!(!error.remedy.is_empty(), "{error}"),
    }
    if let Ok(rigging) = Rigging::of("figure", &gltf, &fetch) {
        if let Ok(imported) = rigging.ragdoll() {
            let scene = scene_of(imported.ragdoll);
            assert_eq!(validate(&scene), []);
            assert!(Simulation::new(&scene).is_ok());
        }
    }
}

fn place(things: Things) {
    let mut scene = Scene::default();
    for item in things.items {
        if let Item::Obstacle(obstacle) = item {
            scene.obstacles.push(obstacle);
        }
    }
    assert_eq!(scene.obstacles.len(), 1);
    assert_eq!(validate(&scene), []);
    assert!(Simulation::new(&scene).is_ok());
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    made_or_mutated(data, size, max_size, seed, figures::document, |data| {
        json::mutate(data, size, max_size, seed, &[])
    })
});
