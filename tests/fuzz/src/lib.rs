//! What the targets share: documents that are made, mutation that keeps the form of one, and
//! bounds on memory and on the work of a simulation.

mod budget;
mod chance;
mod changes;
pub mod figures;
pub mod json;
mod memory;
pub mod robots;
pub mod scenes;
pub mod xml;

pub use budget::Budget;
pub use memory::bounded;

use chance::Chance;
use ragdoll_lab::lab::{Progress, Simulation};

/// Most bodies and particles of a world that is stepped; more only make it slow.
const MOST_THINGS: usize = 300;

/// The choices of an input: the same bytes make the same ones (FNV-1a).
pub fn choices_of(input: &[u8]) -> Chance {
    let sum = input.iter().fold(0x811C_9DC5, |sum: u32, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    Chance::of(sum)
}

/// Puts another text in the place of the first `size` bytes of `data`, if there is room for it
/// among `most`. The new size.
fn put(data: &mut [u8], size: usize, most: usize, text: &str) -> usize {
    if text.len() > most {
        return size;
    }
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// One in so many mutations makes another document.
const MADE_ONE_IN: usize = 32;
/// About as many bytes as a thing of a made document takes.
const BYTES_OF_A_THING: usize = 400;

/// Mutates an input with `mutate`, but for some that give way to a document of `make`, which is
/// told how many things there is room for.
pub fn made_or_mutated(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    make: fn(&mut Chance, usize) -> String,
    mutate: impl FnOnce(&mut [u8]) -> usize,
) -> usize {
    let mut chance = choices_of(&seed.to_le_bytes());
    match chance.one_in(MADE_ONE_IN) {
        true => put(
            data,
            size,
            most,
            &make(&mut chance, most / BYTES_OF_A_THING),
        ),
        false => mutate(data),
    }
}

/// Whether a world is small enough to be stepped thousands of times.
pub fn is_small(simulation: &Simulation) -> bool {
    let model = simulation.world.model();
    model.bodies.len() + model.particles.len() <= MOST_THINGS
}

/// Makes a step, after which every number of the state must be one; a step that failed or was
/// ended leaves the state as it was, but for the scene's own shot, which is thrown before.
/// Whether it was made.
pub fn step(simulation: &mut Simulation) -> bool {
    let (before, balls) = (simulation.world.state().hash(), simulation.balls().len());
    let progress = simulation.step();
    let state = simulation.world.state();
    let is_done = progress == Progress::Advanced;
    let has_thrown = simulation.balls().len() > balls;
    assert!(
        is_done || has_thrown || state.hash() == before,
        "{progress:?}"
    );
    for particle in &state.particles {
        assert!(particle.position.is_finite(), "{progress:?}: {particle:?}");
        assert!(particle.velocity.is_finite(), "{progress:?}: {particle:?}");
    }
    for body in &state.bodies {
        assert!(body.position.is_finite(), "{progress:?}: {body:?}");
        assert!(body.orientation.is_finite(), "{progress:?}: {body:?}");
        assert!(body.velocity.is_finite(), "{progress:?}: {body:?}");
        assert!(body.angular_velocity.is_finite(), "{progress:?}: {body:?}");
    }
    is_done
}
