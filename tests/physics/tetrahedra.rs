//! Bodies made of particles: they fly, fall, rest, stack and slide as rigid ones do, and what
//! they share holds to the bit.

use glam::{DQuat, DVec3};
use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::math::vector_from_rotation;
use ragdoll_lab::physics::{motion_of, BodyState};
use ragdoll_lab::scene::{find, parse, MadeOf, Preset, Scene};

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
            let mut things =
                String::from(r#""obstacles": [{"id": 1, "shape": {"plane": {}}}], "bodies": ["#);
            for i in 0..3 {
                let y = 0.1 + 0.2 * f64::from(i);
                things += &format!(
                    r#"{}{{"id": {}, {BOX}, "position_m": [0, {y}, 0]}}"#,
                    if i > 0 { "," } else { "" },
                    10 + i
                );
            }
            things += "]";
            let mut s = scene(&things);
            if made {
                s = of_particles(s);
            }
            s.solver.iterations = Some(iterations);
            let mut sim = Simulation::new(&s).unwrap();
            for t in 0..5 {
                run(&mut sim, 60);
                let m: Vec<_> = (0..3)
                    .map(|i| {
                        let m = motion(&sim, 10 + i);
                        (
                            m.position.y,
                            m.velocity.length(),
                            m.angular_velocity.length(),
                            (m.position - DVec3::Y * m.position.y).length(),
                        )
                    })
                    .collect();
                println!("{made} {iterations} {t} {m:.6?}");
            }
        }
    }
}

/// Euler's equations of the shipped top by a Runge-Kutta rule of fourth order.
fn exact_top(inertia: DVec3, start: DVec3, seconds: f64) -> DQuat {
    let steps = 50_000;
    let h = seconds / f64::from(steps);
    let rate = |(q, w): (DQuat, DVec3)| {
        let turning = q * DQuat::from_xyzw(w.x, w.y, w.z, 0.0) * 0.5;
        (turning, (inertia * w).cross(w) / inertia)
    };
    let plus = |s: (DQuat, DVec3), r: (DQuat, DVec3), h: f64| (s.0 + r.0 * h, s.1 + r.1 * h);
    let mut now = (DQuat::IDENTITY, start);
    for _ in 0..steps {
        let a = rate(now);
        let b = rate(plus(now, a, 0.5 * h));
        let c = rate(plus(now, b, 0.5 * h));
        let d = rate(plus(now, c, h));
        let q = (a.0 + b.0 * 2.0 + c.0 * 2.0 + d.0) * (1.0 / 6.0);
        let w = (a.1 + b.1 * 2.0 + c.1 * 2.0 + d.1) / 6.0;
        now = plus(now, (q, w), h);
        now.0 = now.0.normalize();
    }
    now.0
}

fn top() -> Scene {
    let text = find("top").unwrap().text;
    parse(text.as_bytes()).unwrap()
}

#[test]
fn explore_top() {
    for preset in [Preset::Default, Preset::Velocity, Preset::High] {
        for (made, hz, substeps, iterations) in [
            (false, 60.0, 16, 10),
            (true, 60.0, 10, 10),
            (true, 60.0, 100, 10),
            (true, 60.0, 1000, 4),
            (true, 60.0, 1000, 10),
            (true, 1000.0, 1000, 3),
        ] {
            let mut s = top();
            if made {
                s = of_particles(s);
            }
            s.solver.preset = preset;
            s.solver.rate_hz = Some(hz);
            s.solver.substeps = Some(substeps);
            s.solver.iterations = Some(iterations);
            let Ok(mut sim) = Simulation::new(&s) else {
                println!("refused {:?}", Simulation::new(&s).err());
                continue;
            };
            let start = motion(&sim, 2).angular_velocity;
            let inertia = DVec3::new(
                0.1 * 0.1 + 0.3 * 0.3,
                0.6 * 0.6 + 0.3 * 0.3,
                0.6 * 0.6 + 0.1 * 0.1,
            ) / 6.0;
            let now = std::time::Instant::now();
            let mut errors = vec![];
            for t in 1..=5 {
                run(&mut sim, hz as u32);
                errors.push(angle(
                    motion(&sim, 2).orientation,
                    exact_top(inertia, start, f64::from(t)),
                ));
            }
            println!(
                "{preset:?} {made} {hz} {substeps} {iterations}: {errors:.5?} {:?}",
                now.elapsed()
            );
        }
    }
}
