//! Cloth that meets itself: its folds lie on each other.

use crate::kit::{run, with_cloth};
use ragdoll_lab::compile::compile;
use ragdoll_lab::editor::generate::{Cloth, ClothPins};
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::report::{angular_momentum, kinetic_energy, momentum, potential_energy};
use ragdoll_lab::physics::State;

const FLOOR: &str = r#""obstacles": [{"id": 1, "shape": {"plane": {}}}]"#;
const SPACE: &str = r#""gravity_m_s2": [0, 0, 0],
    "solver": {"linear_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": false}"#;

fn energy(simulation: &Simulation) -> f64 {
    let (model, state) = (simulation.world.model(), simulation.world.state());
    kinetic_energy(model, state) + potential_energy(model, state)
}

/// Number of edges of triangles that pierce another triangle.
fn pierced(simulation: &Simulation) -> usize {
    let triangles = &simulation.world.model().triangles;
    let mut edges: Vec<[usize; 2]> = triangles
        .iter()
        .flat_map(|t| {
            let [a, b, c] = t.corners;
            [[a, b], [b, c], [c, a]].map(|[a, b]| [a.min(b), a.max(b)])
        })
        .collect();
    edges.sort_unstable();
    edges.dedup();
    let state = simulation.world.state();
    let pierces = |edge: &&[usize; 2]| {
        let pierced =
            |t: [usize; 3]| !t.iter().any(|i| edge.contains(i)) && meets(state, **edge, t);
        triangles.iter().any(|t| pierced(t.corners))
    };
    edges.iter().filter(pierces).count()
}

/// Whether a line between two particles goes through a triangle (Möller & Trumbore, 1997).
fn meets(state: &State, edge: [usize; 2], corners: [usize; 3]) -> bool {
    let place = |i: usize| state.particles[i].position;
    let ([p, q], [a, b, c]) = (edge.map(place), corners.map(place));
    let (along, u, v) = (q - p, b - a, c - a);
    let across = along.cross(v);
    let volume = u.dot(across);
    if volume.abs() < 1e-15 {
        return false;
    }
    let from = p - a;
    let turned = from.cross(u);
    let [x, y, way] = [from.dot(across), along.dot(turned), v.dot(turned)].map(|k| k / volume);
    x >= 0.0 && y >= 0.0 && x + y <= 1.0 && (0.0..=1.0).contains(&way)
}

/// A sheet that stands upright, a little aslant, and falls on its lower edge.
fn falling(meets_itself: bool) -> Simulation {
    let cloth = Cloth {
        corner_m: [-0.5, 1.2, 0.0],
        across_m: [0.02, -1.0, 0.15],
        points: [17, 17],
        pins: ClothPins::None,
        meets_itself,
        ..Cloth::default()
    };
    Simulation::new(&with_cloth(cloth, FLOOR)).unwrap()
}

#[test]
fn a_cloth_that_falls_in_folds_does_not_pass_through_itself() {
    let mut most = [0; 2];
    for (meets_itself, most) in [false, true].into_iter().zip(&mut most) {
        let mut simulation = falling(meets_itself);
        let start = energy(&simulation);
        for _ in 0..36 {
            run(&mut simulation, 5);
            *most = pierced(&simulation).max(*most);
            assert!(energy(&simulation) <= start * (1.0 + 1e-9));
        }
        let particles = simulation.world.state().particles.iter();
        let highest = particles.map(|p| p.position.y).fold(0.0, f64::max);
        println!("meets itself: {meets_itself}, pierced at most {most}, {highest} m high");
        assert!(highest < 0.7, "{highest}");
    }
    assert!(most[0] > 50, "{most:?}: this asks nothing");
    assert_eq!(most[1], 0);
}

/// A sheet bent like a V whose halves clap together, at this speed at their ends.
fn clapping(meets_itself: bool, speed: f64) -> Simulation {
    let cloth = Cloth {
        corner_m: [-0.5, 0.0, 0.0],
        points: [13, 13],
        mass_kg: 1.0,
        pins: ClothPins::None,
        meets_itself,
        ..Cloth::default()
    };
    let mut scene = with_cloth(cloth, SPACE);
    for particle in &mut scene.particles {
        let [x, _, _] = particle.position_m;
        particle.position_m[0] = 0.5 * x;
        particle.position_m[1] = libm::sqrt(0.75) * x.abs();
        particle.velocity_m_s = [-speed * 2.0 * x, 0.3, 0.1];
    }
    Simulation::new(&scene).unwrap()
}

/// Nothing pierces at 1 m/s; at 5 m/s, far more than the thickness in a substep, hardly anything
/// does: edges against edges are left out.
#[test]
fn halves_that_clap_together_stop_each_other() {
    for (speed, most_pierced) in [(1.0, 0), (5.0, 5)] {
        let mut without = clapping(false, speed);
        let mut simulation = clapping(true, speed);
        let now = |s: &Simulation| {
            let (model, state) = (s.world.model(), s.world.state());
            (momentum(model, state), angular_momentum(model, state))
        };
        let (start, before) = (energy(&simulation), now(&simulation));
        let mut most = [0; 2];
        for _ in 0..40 {
            for (simulation, most) in [&mut without, &mut simulation].into_iter().zip(&mut most) {
                run(simulation, 1);
                *most = pierced(simulation).max(*most);
            }
            assert!(energy(&simulation) <= start * (1.0 + 1e-9));
        }
        let after = now(&simulation);
        let turned = (after.1 - before.1).length();
        println!(
            "{speed} m/s: pierced at most {most:?}, {} of {start} J, turned by {turned} kg m²/s",
            energy(&simulation)
        );
        assert!(most[0] > 30, "{most:?}: this asks nothing");
        assert!(most[1] <= most_pierced, "{speed} m/s: {most:?}");
        assert!((after.0 - before.0).length() < 1e-9);
        // Displacements at places that move on while they are made turn a little.
        assert!(turned < 0.02 * 0.25 * speed, "{turned}");
    }
}

#[test]
fn a_run_with_folds_can_be_rewound_to_the_bit() {
    let mut simulation = falling(true);
    run(&mut simulation, 30);
    let moment = simulation.checkpoint();
    run(&mut simulation, 40);
    let last = simulation.world.state().hash();
    for _ in 0..2 {
        simulation.restore(&moment);
        run(&mut simulation, 40);
        assert_eq!(simulation.world.state().hash(), last);
    }
}

#[test]
fn methods_that_cannot_do_it_say_so() {
    let cloth = Cloth {
        meets_itself: true,
        ..Cloth::default()
    };
    for method in ["impulse", "paper"] {
        let mut scene = with_cloth(cloth, FLOOR);
        scene.solver.choose_method(find(method).unwrap());
        let errors = compile(&scene).err().unwrap();
        let told = errors.iter().any(|e| e.to_string().contains("surfaces"));
        assert!(told, "{errors:?}");
    }
}
