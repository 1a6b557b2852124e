//! At which moment of a substep contacts are taken (Gästrin, section 4.2): what each choice costs
//! in truth.

use crate::kit::advance;
use glam::DVec3;
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene;
use serde_json::{json, Value};

const MOMENTS: [&str; 3] = ["swept", "backtracked", "at-end"];
const BALL_M: f64 = 0.05;
const SPEED_M_S: f64 = 20.0;
/// Way of the ball in a substep, m: one per step of 1/60 s.
const WAY_M: f64 = SPEED_M_S / 60.0;
/// Places within a substep where the ball may be when it touches.
const PHASES: u32 = 20;

/// A ball that bounces without loss, on its way along x to an obstacle at the origin, past which
/// it would fly at a distance.
fn thrown(moment: &str, obstacle: &Value, aside: f64, phase: u32) -> World {
    let start = -1.0 - WAY_M * f64::from(phase) / f64::from(PHASES);
    let scene = json!({
        "format": "ragdoll-scene", "version": 1, "gravity_m_s2": [0, 0, 0],
        "solver": {
            "contact_moment": moment, "rate_hz": 60, "substeps": 1, "linear_drag_per_s": 0,
            "angular_drag_per_s": 0
        },
        "materials": [{"id": 1, "restitution": 1, "friction": 0, "rolling_resistance": 0}],
        "obstacles": [{"id": 2, "shape": obstacle, "material": 1}],
        "bodies": [{
            "id": 3, "mass_kg": 1, "shape": {"sphere": {"radius_m": BALL_M}}, "material": 1,
            "position_m": [start, aside, 0], "velocity_m_s": [SPEED_M_S, 0, 0]
        }]
    });
    let scene = scene::parse(scene.to_string().as_bytes()).unwrap();
    let mut world = compile(&scene).unwrap().0;
    advance(&mut world, 12);
    world
}

#[test]
fn a_ball_leaves_a_round_thing_as_the_moment_of_its_touch_says() {
    const ROUND_M: f64 = 0.3;
    let aside = 0.15;
    let obstacle = json!({"sphere": {"radius_m": ROUND_M}});
    let reach = ROUND_M + BALL_M;
    let normal = DVec3::new(-(reach * reach - aside * aside).sqrt(), aside, 0.0) / reach;
    let expected = DVec3::X - 2.0 * normal * normal.x;
    let worst = MOMENTS.map(|moment| {
        let errors = (0..PHASES).map(|phase| {
            let world = thrown(moment, &obstacle, aside, phase);
            let leaves = world.state().bodies[0].velocity;
            leaves.angle_between(expected).to_degrees()
        });
        errors.fold(0.0, f64::max)
    });
    println!("worst error of the direction: {worst:?} degrees");
    let [swept, backtracked, at_end] = worst;
    assert!(swept.max(backtracked) < 0.02 && at_end > 45.0);
}

#[test]
fn what_is_thinner_than_a_way_is_passed_unless_the_way_is_swept() {
    // Seen at the end of a way is what lasts as long as the ball takes through it, and less than
    // the whole of the way: of 0.3 m more, of the others 36 and 60 %.
    for (thick, some_pass) in [(0.02, true), (0.1, true), (0.3, false)] {
        let obstacle = json!({"box": {"size_m": [thick, 2, 2]}});
        let passed = MOMENTS.map(|moment| {
            let passes = |&phase: &u32| {
                let world = thrown(moment, &obstacle, 0.0, phase);
                world.state().bodies[0].velocity.x > 0.0
            };
            (0..PHASES).filter(passes).count()
        });
        println!("{thick} m: {passed:?} of {PHASES} pass");
        let [swept, backtracked, at_end] = passed;
        assert_eq!((swept, backtracked > 0), (0, some_pass));
        assert!(at_end > backtracked, "what is deep is pushed on");
    }
}
