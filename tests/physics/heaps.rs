//! Heaps of figures: what lies below carries all that lies above it.

use crate::kit::{advance, verlet};
use ragdoll_lab::compile::compile;
use ragdoll_lab::lab::bench::measure::Measures;
use ragdoll_lab::lab::bench::Pile;
use ragdoll_lab::physics::collide::deepest_penetration;
use ragdoll_lab::physics::method::find;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene::{parse, Scene};

/// Deepest overlap in a heap at any time, mm.
const MOST_OVERLAP_MM: f64 = 25.0;
/// The same under `impulse`, whose contacts let landing limbs in by up to 34 mm, as its page says.
const MOST_OVERLAP_OF_IMPULSES_MM: f64 = 36.0;
/// How far joints are apart in a heap, the mean over all of them and over time, mm.
/// 1.009 of two hundred, 0.92 before stops were met ahead.
const MOST_APART_MM: f64 = 1.05;

fn scene_of(ragdolls: u32) -> Scene {
    let pile = Pile {
        ragdolls,
        ..Pile::default()
    };
    pile.scene().unwrap()
}

/// Watches figures fall onto each other and lie.
fn limbs_hold(ragdolls: u32, steps: u32) {
    let (mut world, map) = compile(&scene_of(ragdolls)).unwrap();
    let mut measures = Measures::new(&map);
    for step in 1..=steps {
        advance(&mut world, 1);
        measures.observe(world.model(), world.state());
        let deepest_mm = 1e3 * deepest_penetration(world.model(), world.state());
        assert!(
            deepest_mm <= MOST_OVERLAP_MM,
            "{ragdolls} figures, step {step}: {deepest_mm} mm"
        );
    }
    let apart_mm = measures.errors(world.model(), world.state()).sep_mean_mm;
    assert!(
        apart_mm <= MOST_APART_MM,
        "{ragdolls} figures: {apart_mm} mm"
    );
}

#[test]
fn limbs_of_a_heap_keep_out_of_each_other_and_on_their_joints() {
    limbs_hold(20, 240);
}

#[test]
#[ignore = "two hundred figures"]
fn limbs_of_a_large_heap_keep_out_of_each_other_and_on_their_joints() {
    limbs_hold(200, 300);
}

fn iterations(world: &World) -> Vec<u32> {
    let articulations = 0..world.model().articulations;
    let substepping = articulations.filter_map(|i| world.substep_rate_of(i));
    substepping
        .map(|substep_rate| substep_rate.iterations)
        .collect()
}

/// Gives a world iterations.
fn retune(world: &mut World, iterations: u32) {
    let mut settings = world.model().settings.clone();
    verlet(&mut settings).iterations = iterations;
    world.retune(settings);
}

/// A heap of 20 is two layers high; what falls alone onto it makes one iteration until it is
/// there.
#[test]
fn a_heap_makes_as_many_iterations_as_it_has_layers_and_nothing_else_differs() {
    let mut world = compile(&scene_of(20)).unwrap().0;
    let mut other = world.clone();
    let mut seen = Vec::new();
    for step in 0..180 {
        other.restore(world.state());
        advance(&mut world, 1);
        let made = iterations(&world);
        if made.iter().all(|count| *count == made[0]) {
            retune(&mut other, made[0]);
            advance(&mut other, 1);
            let hashes = [&world, &other].map(|world| world.state().hash());
            assert_eq!(hashes[0], hashes[1], "step {step}");
        }
        seen.extend(made);
    }
    assert!(seen.iter().all(|count| [1, 2].contains(count)));
    assert!(iterations(&world).iter().all(|count| *count == 2));
}

/// Who has set more has more, and who has set as many for all has no more.
#[test]
fn more_iterations_than_a_heap_takes_are_kept() {
    let mut world = compile(&scene_of(20)).unwrap().0;
    advance(&mut world, 120);
    for (set, expected) in [(1, 2), (7, 7)] {
        retune(&mut world, set);
        advance(&mut world, 1);
        assert!(iterations(&world).contains(&expected), "{set}");
        assert!(iterations(&world).iter().all(|count| *count <= expected));
    }
}

/// Where velocities are solved, what is let in is pushed out only in part: limbs must ask for
/// the substeps in which they close a quarter of their radii, and get in no deeper than is said.
#[test]
fn a_pile_of_impulses_lets_nothing_in_deeper_than_its_page_says() {
    let text = include_str!("../../scenes/mx-pile.json");
    let mut scene = parse(text.as_bytes()).unwrap();
    scene.solver.choose_method(find("impulse").unwrap());
    let mut world = compile(&scene).unwrap().0;
    for step in 1..=240 {
        advance(&mut world, 1);
        let deepest_mm = 1e3 * deepest_penetration(world.model(), world.state());
        assert!(
            deepest_mm <= MOST_OVERLAP_OF_IMPULSES_MM,
            "step {step}: {deepest_mm} mm"
        );
    }
}
