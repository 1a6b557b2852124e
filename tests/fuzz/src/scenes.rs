//! Mutation of scenes, with parts of those that come with the program.

use crate::json;
use ragdoll_lab::scene::SHIPPED;
use serde_json::Value;
use std::sync::LazyLock;

/// A scene with every key that there is.
const EVERY_KEY: &str = include_str!("../../data/scene_v2.json");

static DONORS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let shipped = SHIPPED.iter().map(|shipped| shipped.text);
    // As often as all others together, as it has what they lack.
    let every_key = std::iter::repeat_n(EVERY_KEY, SHIPPED.len());
    json::documents(shipped.chain(every_key))
});

/// Mutates a scene as [`json::mutate`] does.
pub fn mutate(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    json::mutate(data, size, most, seed, &DONORS)
}
