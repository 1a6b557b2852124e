//! What the targets share: mutation that keeps the form of a document, and a bound on the
//! work of a simulation.

mod budget;
mod chance;
mod changes;
pub mod json;
pub mod scenes;

pub use budget::Budget;

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
