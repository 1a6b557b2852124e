//! A mesh that is read, as glTF or as OBJ, is an obstacle that a scene can have.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use ragdoll_lab::editor::generate::{gltf_obstacle, mesh_obstacle};
use ragdoll_lab::editor::{Item, Things};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::scene::{validate, Scene};
use ragdoll_lab_fuzz::json;

/// What every file holds that a mesh names.
const BESIDE: &[u8] = &[0; 64];

fuzz_target!(|data: &[u8]| {
    let fetch = |_: &str| Ok(BESIDE.to_vec());
    let glb = gltf_obstacle("mesh", data, &fetch, [0.0; 3]);
    let text = std::str::from_utf8(data).unwrap_or_default();
    let obj = mesh_obstacle("mesh", text, 1.0, [0.0; 3]);
    for things in [glb, obj].into_iter().flatten() {
        place(things);
    }
});

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
    json::mutate(data, size, max_size, seed, &[])
});
