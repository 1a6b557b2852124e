//! The camera that follows what was thrown at.

use macroquad::math::{vec2, Vec3};
use ragdoll_lab::app::playback::Session;
use ragdoll_lab::app::stage::{bounds_of, figure_bounds, telling_side, Follow};
use ragdoll_lab::physics::random::SplitMix64;
use ragdoll_lab::scene;
use ragdoll_lab::view::framing::{corners, FreePart};
use ragdoll_lab::view::pane_cameras::PaneCameras;
use std::sync::Arc;

const ASPECT: f32 = 1.3;

/// Shots of all speeds and directions: how often the box of the figure was not wholly in
/// the free part of the picture, of how many frames.
fn missed(shots: u64) -> (u32, u32) {
    let free = FreePart::within(0.0, 0.1, 0.0, 0.1);
    let shipped = scene::find("first-throw").unwrap();
    let scene = scene::parse(shipped.text.as_bytes()).unwrap();
    let (mut missed, mut frames) = (0, 0);
    for seed in 0..shots {
        let mut chance = SplitMix64::new(seed);
        let mut scene = scene.clone();
        let launcher = scene.launcher.as_mut().unwrap();
        let angle = chance.between(0.0, std::f64::consts::TAU);
        let (x, z) = (3.0 * angle.sin(), 3.0 * angle.cos());
        launcher.position_m = [x, chance.between(0.8, 1.6), z];
        launcher.direction = [-x, chance.between(-0.2, 0.3), -z];
        launcher.speed_m_s = chance.between(5.0, 30.0);
        launcher.ball.mass_kg = Some(chance.between(2.0, 40.0));
        let launcher = launcher.clone();
        let mut session = Session::new(&Arc::new(scene)).unwrap();
        let mut cameras = PaneCameras::default();
        let (yaw, pitch) = telling_side(&session.simulation, Some(&launcher));
        cameras.first.go_to(Vec3::ZERO, 5.0, yaw, pitch);
        let start = corners(bounds_of(&session.simulation)).to_vec();
        cameras.frame(&[start], free.shrunk(0.06), ASPECT);
        cameras.settle();
        let mut follow = Follow::default();
        assert!(session.fire(&launcher));
        for _ in 0..240 {
            session.step();
            follow.lead(&session, &[], &mut cameras, (free.shrunk(0.06), ASPECT));
            cameras.update(1.0 / 60.0, follow.pace(), |_| None);
            let body = figure_bounds(&session.simulation).unwrap();
            let inside = corners(body).into_iter().all(|corner| {
                let size = vec2(ASPECT, 1.0) * 1000.0;
                let at = cameras.first.project(corner, size).map(|at| at / size);
                let ndc = at.map(|at| vec2(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y));
                ndc.is_some_and(|ndc| free.contains(ndc))
            });
            frames += 1;
            missed += u32::from(!inside);
        }
    }
    (missed, frames)
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_figure_stays_in_the_picture_wherever_it_flies() {
    let (missed, frames) = missed(100);
    assert_eq!(missed, 0, "of {frames} frames");
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_figure_stays_in_the_picture_for_a_thousand_shots() {
    let (missed, frames) = missed(1_000);
    assert_eq!(missed, 0, "of {frames} frames");
}
