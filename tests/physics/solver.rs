//! What the settings of the solver do: ropes and struts, weighting, over-relaxation,
//! early out, orders, substeps (specification, sections 3.1, 3.3 and 7).

use crate::kit::{
    advance, body, on_body, paper, ready, settings, still, verlet, weightless, world, Form, FORMS,
};
use glam::{DQuat, DVec3};
use ragdoll_lab::physics::constraint::{relaxation_weights, Distance, Pin};
use ragdoll_lab::physics::order::order_of_solution;
use ragdoll_lab::physics::probe::{Probe, Stage};
use ragdoll_lab::physics::report::{joint_error, momentum};
use ragdoll_lab::physics::{Attachment, Constraint, Model, Order, Settings, State, World};

/// Rounding of a few operations on numbers near 1.
const ROUNDING: f64 = 1e-12;

/// Two bodies of these masses, apart along x, that move along x.
fn line(settings: Settings, masses: [f64; 2], apart: f64, speeds: [f64; 2]) -> (Model, State) {
    let model = Model {
        settings,
        bodies: masses.map(|m| body(m, DVec3::new(0.1, 0.2, 0.25))).to_vec(),
        ..Model::default()
    };
    let mut state = State {
        bodies: [0.0, apart]
            .map(|x| still(DVec3::X * x, DQuat::IDENTITY))
            .to_vec(),
        ..State::default()
    };
    for (motion, speed) in state.bodies.iter_mut().zip(speeds) {
        motion.velocity = DVec3::X * speed;
    }
    (model, state)
}

fn between_centres(min: f64, max: f64) -> Constraint {
    Constraint::Distance(Distance {
        a: Attachment::centre_of(0),
        b: Attachment::centre_of(1),
        min,
        max,
        relaxation_factor: 1.0,
        tears_at: f64::INFINITY,
    })
}

fn apart(world: &World) -> f64 {
    let [a, b] = [0, 1].map(|i| world.state().bodies[i].position);
    a.distance(b)
}

/// A rope bounds the distance from above only, a strut from below only; at the bound
/// the bodies go on together, with the velocity of their centre of mass.
#[test]
fn ropes_and_struts_act_on_one_side() {
    let endless = f64::INFINITY;
    for form in FORMS {
        for (name, min, max, speeds) in [
            ("rope", 0.0, 1.0, [-1.0, 2.0]),
            ("strut", 0.5, endless, [2.0, -1.0]),
        ] {
            let (mut model, state) = line(weightless(form, 4, 2), [1.0, 3.0], 0.75, speeds);
            model.constraints = vec![between_centres(min, max)];
            let mut world = world(model, state);
            let p = momentum(world.model(), world.state());
            // The bound is 0.25 m away, which 3 m/s go in 5 steps.
            for _ in 0..4 {
                advance(&mut world, 1);
                let motion = &world.state().bodies;
                assert_eq!(
                    motion[0].velocity.x, speeds[0],
                    "{form:?} {name}: free so far"
                );
                assert_eq!(
                    motion[1].velocity.x, speeds[1],
                    "{form:?} {name}: free so far"
                );
            }
            advance(&mut world, 30);
            let length = apart(&world);
            let out = (min - length).max(length - max).max(0.0);
            let [u, v] = [0, 1].map(|i| world.state().bodies[i].velocity.x);
            println!("{form:?} {name}: {out:.1e} m out of bounds, {u:.4} and {v:.4} m/s");
            assert!(out < 1e-9, "{form:?} {name}: {out:e}");
            let error = (momentum(world.model(), world.state()) - p).length();
            assert!(error < ROUNDING, "{error:e}");
            // Neither bounces nor pulls: v = p/m.
            let together = (speeds[0] + 3.0 * speeds[1]) / 4.0;
            assert!((u - together).abs() < 1e-6 && (v - together).abs() < 1e-6);
        }
    }
}

/// Section 3.1: each side counts with m(s) = mean^(1−s) m^s, so the ratio of the ways
/// is (m_b/m_a)^s; the error goes in one pass whatever the weighting.
#[test]
fn weighting_divides_a_correction_by_the_blended_masses() {
    let masses = [1.0, 9.0];
    for (weighting, ratio) in [(0.0, 1.0), (0.5, 3.0), (1.0, 9.0)] {
        let (mut model, state) = line(Settings::default(), masses, 1.2, [0.0; 2]);
        model.constraints = vec![between_centres(1.0, 1.0)];
        let (model, mut state) = ready(model, state);
        let sides = [Attachment::centre_of(0), Attachment::centre_of(1)];
        let weights = relaxation_weights(&model, sides, weighting);
        model.constraints[0].relax(&model, &mut state, weights);
        let moved = [state.bodies[0].position.x, 1.2 - state.bodies[1].position.x];
        assert!((moved[0] / moved[1] - ratio).abs() < 1e-9, "{moved:?}");
        assert!((moved[0] + moved[1] - 0.2).abs() < ROUNDING, "{moved:?}");
    }
}

/// The inertia goes with the mass: with s = 0 a pin turns both bodies as bodies of
/// the mean mass, with s = 1 as they are.
#[test]
fn weighting_scales_the_inertia_with_the_mass() {
    let (masses, mean) = ([1.0, 9.0], 3.0);
    let arm = DVec3::new(0.1, 0.2, -0.1);
    let pinned = |masses: [f64; 2], inertias: [f64; 2], weighting: f64| {
        let (mut model, state) = line(Settings::default(), masses, 0.3, [0.0; 2]);
        for (body, inertia) in model.bodies.iter_mut().zip(inertias) {
            body.inertia *= inertia;
        }
        let sides = [on_body(0, arm), on_body(1, -arm)];
        let [a, b] = sides;
        let relaxation_factor = 1.0;
        model.constraints = vec![Constraint::Pin(Pin {
            a,
            b,
            relaxation_factor,
        })];
        let (model, mut state) = ready(model, state);
        let weights = relaxation_weights(&model, sides, weighting);
        model.constraints[0].relax(&model, &mut state, weights);
        state
    };
    let uniform = pinned(masses, [1.0, 1.0], 0.0);
    let meant = pinned([mean; 2], [mean / masses[0], mean / masses[1]], 1.0);
    for (a, b) in uniform.bodies.iter().zip(&meant.bodies) {
        assert!((a.position - b.position).length() < ROUNDING);
        assert!((a.orientation - b.orientation).length() < ROUNDING);
    }
}

/// Each pass leaves (1 − ω) of the error of a rod.
#[test]
fn over_relaxation_scales_each_correction() {
    for factor in [0.5, 1.0, 1.5] {
        let mut tuned = Settings::default();
        verlet(&mut tuned).over_relaxation = factor;
        let (mut model, state) = line(tuned, [1.0, 3.0], 1.2, [0.0; 2]);
        model.constraints = vec![between_centres(1.0, 1.0)];
        let (model, mut state) = ready(model, state);
        let mut expected = 0.2;
        for _ in 0..5 {
            model.constraints[0].relax(&model, &mut state, [1.0, 1.0]);
            expected *= 1.0 - factor;
            let error = state.bodies[0].position.distance(state.bodies[1].position) - 1.0;
            assert!((error - expected).abs() < ROUNDING, "{factor}: {error}");
        }
    }
}

/// `links` rods of 0.2 m and 0.4 kg that hang from the origin, turned by `start`.
fn chain(settings: Settings, links: usize, start: f64) -> World {
    let along = DVec3::new(start.sin(), -start.cos(), 0.0);
    let turn = DQuat::from_rotation_z(start);
    let arm = DVec3::Y * 0.1;
    let mut model = Model {
        settings,
        bodies: vec![body(0.4, DVec3::new(15e-4, 4e-4, 15e-4)); links],
        ..Model::default()
    };
    let mut state = State::default();
    for link in 0..links {
        let centre = along * (0.2 * link as f64 + 0.1);
        state.bodies.push(still(centre, turn));
        let a = match link {
            0 => Attachment::World(DVec3::ZERO),
            _ => on_body(link - 1, -arm),
        };
        let b = on_body(link, arm);
        let relaxation_factor = 1.0;
        model.constraints.push(Constraint::Pin(Pin {
            a,
            b,
            relaxation_factor,
        }));
    }
    world(model, state)
}

/// Passes over the constraints.
#[derive(Default)]
struct Passes(u32);

impl Probe for Passes {
    fn begin(&mut self, stage: Stage) {
        self.0 += u32::from(matches!(stage, Stage::Constraints(_)));
    }

    fn end(&mut self, _: Stage, _: usize) {}
}

/// Iterations end when every error of length is small enough, and not before.
#[test]
fn early_out_ends_the_iterations() {
    let passes = |early_out| {
        let mut settings = settings(Form::Poses, 1, 40);
        paper(&mut settings).early_out = early_out;
        let mut chain = chain(settings, 5, 1.0);
        let (mut passes, mut worst) = (Passes::default(), 0.0_f64);
        for _ in 0..60 {
            chain.step_watched(&mut passes);
            worst = worst.max(joint_error(chain.model(), chain.state()));
        }
        (passes.0, worst)
    };
    let (all, _) = passes(None);
    let (some, worst) = passes(Some(1e-3));
    println!("{some} of {all} passes, error {worst:.1e} m");
    assert_eq!(all, 60 * 40);
    assert!(some < all / 2, "{some}");
    assert!(worst <= 1e-3, "{worst}");
}

/// Every order is a permutation, equal for equal seeds; from the root outward a chain
/// is solved in its own order, however it is listed.
#[test]
fn orders_are_permutations() {
    let links = 8;
    let mut model = chain(Settings::default(), links, 0.3).model().clone();
    let all: Vec<usize> = (0..links).collect();
    for order in [
        Order::Listed,
        Order::Reversed,
        Order::Alternating,
        Order::RootToLeaf,
        Order::Shuffled(1),
        Order::Shuffled(2),
    ] {
        let found = order_of_solution(&model, order);
        assert_eq!(found, order_of_solution(&model, order), "{order:?}");
        let mut sorted = found;
        sorted.sort_unstable();
        assert_eq!(sorted, all, "{order:?}");
    }
    let seeded = |seed| order_of_solution(&model, Order::Shuffled(seed));
    assert_ne!(seeded(1), seeded(2));
    assert_ne!(seeded(1), all);
    model.constraints.rotate_left(3);
    let model = model.build();
    // What is listed first was the fourth from the root.
    let outward: Vec<usize> = (0..links).map(|i| (i + links - 3) % links).collect();
    assert_eq!(order_of_solution(&model, Order::RootToLeaf), outward);
}

/// The worst joint error differs little between the orders (section 2.3: less than a
/// factor 2.7 either way), and each run is repeated to the bit.
#[test]
fn every_order_holds_a_chain() {
    let mut errors = Vec::new();
    for order in [
        Order::Listed,
        Order::Reversed,
        Order::Alternating,
        Order::RootToLeaf,
        Order::Shuffled(5),
    ] {
        let run = || {
            let mut ordered = settings(Form::Verlet, 4, 1);
            verlet(&mut ordered).order = order;
            let mut chain = chain(ordered, 5, 1.0);
            let mut worst = 0.0_f64;
            for _ in 0..300 {
                advance(&mut chain, 1);
                worst = worst.max(joint_error(chain.model(), chain.state()));
            }
            (worst, chain.state().hash())
        };
        let (first, second) = (run(), run());
        assert_eq!(first.1, second.1, "{order:?}");
        println!("{order:?}: worst joint error {:.2} mm", 1e3 * first.0);
        errors.push(first.0);
    }
    let listed = errors[0];
    assert!(
        errors.iter().all(|e| (0.2..5.0).contains(&(e / listed))),
        "{errors:?}"
    );
}

/// Section 7 on a chain of ten links from 1 rad: mean joint error of substeps and of
/// iterations with equal numbers of passes.
#[test]
fn substeps_beat_iterations_at_equal_passes() {
    let mean_error = |substeps, iterations| {
        let mut chain = chain(settings(Form::Verlet, substeps, iterations), 10, 1.0);
        let mut sum = 0.0;
        for _ in 0..480 {
            advance(&mut chain, 1);
            sum += joint_error(chain.model(), chain.state());
        }
        sum / 480.0
    };
    for passes in [2, 4, 8, 16] {
        let (iterated, stepped) = (mean_error(1, passes), mean_error(passes, 1));
        println!(
            "{passes} passes: 1x{passes} {:.3} mm, {passes}x1 {:.3} mm, {:.1} times",
            1e3 * iterated,
            1e3 * stepped,
            iterated / stepped
        );
        assert!(stepped < iterated, "{passes}");
        // Item 16.
        assert!(passes < 8 || stepped < 0.5 * iterated, "{passes}");
    }
}
