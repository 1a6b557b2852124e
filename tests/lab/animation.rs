//! Ragdolls that clips move until physics takes over.

use glam::{DQuat, DVec3};
use ragdoll_lab::character::clip::{own, FittedClip, Placement, Skeleton};
use ragdoll_lab::compile::skeleton;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::{Convex, Core, Pose};
use ragdoll_lab::scene::{Animation, Figure, MxFigure, Ragdoll, Scene};

/// An animated MX ragdoll on a floor, and nothing else.
fn animated(clip: &str) -> Scene {
    let mut ragdoll = Ragdoll::new(2, Figure::Mx(MxFigure::default()));
    ragdoll.animation = Some(Animation::of(clip));
    let floor = r#"{"format": "ragdoll-scene", "version": 1,
        "obstacles": [{"id": 1, "shape": {"plane": {}}}]}"#;
    let mut scene: Scene = serde_json::from_str(floor).unwrap();
    scene.ragdolls.push(ragdoll);
    scene
}

fn mx() -> Skeleton {
    skeleton(&Ragdoll::new(1, Figure::Mx(MxFigure::default()))).unwrap()
}

/// The lowest point of a foot: its capsule lies along z.
fn lowest(pose: &Pose) -> DVec3 {
    let ends = [-0.085, 0.085].map(|z| pose.position + pose.orientation * (DVec3::Z * z));
    let low = if ends[0].y < ends[1].y { ends[0] } else { ends[1] };
    low - DVec3::Y * 0.04
}

/// Feet that touch the floor stay there: the point of the sole that is lowest moves by no more
/// than a few millimetres in a whole stance, over a way of 1.3 m per loop.
#[test]
fn feet_of_the_walk_hardly_slide() {
    let skeleton = mx();
    let walk = FittedClip::new(own::walk(), &skeleton);
    let steps = 2000;
    let at = |step: u32| {
        let time_s = walk.clip().length_s * f64::from(step) / f64::from(steps);
        let placement = Placement::default().after(&walk.travelled(time_s));
        skeleton.place(&walk.pose(time_s), &placement)
    };
    for foot in ["l_foot", "r_foot"] {
        let part = skeleton.bones().iter().position(|b| b.name == foot).unwrap();
        let (mut slide_m, mut most, mut deepest, mut highest) = (0.0, 0.0_f64, 0.0_f64, 0.0_f64);
        let mut stance = 0;
        for step in 0..steps {
            let (now, next) = (at(step)[part], at(step + 1)[part]);
            let low = lowest(&now);
            deepest = deepest.min(low.y);
            highest = highest.max(low.y);
            if low.y < 0.004 {
                stance += 1;
                let arm = now.orientation.conjugate() * (low - now.position);
                let moved = next.position + next.orientation * arm - low;
                let moved = DVec3::new(moved.x, 0.0, moved.z).length();
                slide_m += moved;
                most = most.max(moved * f64::from(steps) / walk.clip().length_s);
            }
        }
        println!("{foot}: slides {slide_m:.4} m per loop, at most {most:.3} m/s, stance {:.2}, {deepest:.4} to {highest:.4} m", f64::from(stance) / f64::from(steps));
    }
}
