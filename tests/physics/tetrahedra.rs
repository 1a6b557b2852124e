//! Bodies made of particles: they fly, fall, rest, stack and slide as rigid ones do, and what
//! they share holds to the bit.

use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::report::angular_momentum;
use ragdoll_lab::physics::{motion_of, Attachment, BodyState, Level};
use ragdoll_lab::scene::{parse, shipped, MadeOf, Scene};

const G: f64 = 9.81;
const BOX: &str = r#""shape": {"box": {"size_m": [0.4, 0.2, 0.3]}}, "mass_kg": 3"#;

fn scene(things: &str) -> Scene {
    let text = format!(
        r#"{{"format": "ragdoll-scene", "version": 1, "solver": {{"sleeping": false,
        "linear_drag_per_s": 0, "angular_drag_per_s": 0}}, {things}}}"#
    );
    parse(text.as_bytes()).unwrap()
}

/// The same with all bodies made of particles.
fn of_particles(mut scene: Scene) -> Scene {
    for body in &mut scene.bodies {
        body.made_of = MadeOf::Particles { strength: 1.0 };
    }
    scene
}

fn run(simulation: &mut Simulation, steps: u32) {
    for _ in 0..steps {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
}

fn motion(simulation: &Simulation, id: u32) -> BodyState {
    let owner = simulation.map.body(id).unwrap();
    let world = &simulation.world;
    motion_of(world.model(), world.state(), owner).unwrap()
}

fn angle(a: DQuat, b: DQuat) -> f64 {
    vector_from_rotation(a * b.conjugate()).length()
}

#[test]
fn explore_stack() {
    for made in [false, true] {
        for iterations in [8, 15, 40] {
            let mut things = String::from(r#""obstacles": [{"id": 1, "shape": {"plane": {}}}], "bodies": ["#);
            for i in 0..3 {
                let y = 0.1 + 0.2 * f64::from(i);
                things += &format!(r#"{}{{"id": {}, {BOX}, "position_m": [0, {y}, 0]}}"#, if i > 0 {","} else {""}, 10 + i);
            }
            things += "]";
            let mut s = scene(&things);
            if made { s = of_particles(s); }
            s.solver.iterations = Some(iterations);
            let mut sim = Simulation::new(&s).unwrap();
            for t in 0..5 {
                run(&mut sim, 60);
                let m: Vec<_> = (0..3).map(|i| { let m = motion(&sim, 10 + i); (m.position.y, m.velocity.length(), m.angular_velocity.length(), (m.position-DVec3::Y*m.position.y).length()) }).collect();
                println!("{made} {iterations} {t} {m:.6?}");
            }
        }
    }
}
