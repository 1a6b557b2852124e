//! All sticks of what hangs together at once, by conjugate gradients (Jakobsen, section 7).

use crate::kit::{advance, paper, Form};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::lanes::threads;
use ragdoll_lab::physics::method::paper::StickSolver;
use ragdoll_lab::physics::report::momentum;
use ragdoll_lab::physics::{Constraint, World};
use ragdoll_lab::scene;

/// A shipped scene with so many iterations in one substep, and steps of conjugate gradients in
/// each; none = relaxation.
fn scene_with(name: &str, iterations: u32, steps: Option<u32>) -> World {
    let text = scene::find(name).unwrap().text;
    let mut scene = scene::parse(text.as_bytes()).unwrap();
    scene.solver.substeps = Some(1);
    scene.solver.iterations = Some(iterations);
    for ragdoll in &mut scene.ragdolls {
        ragdoll.stands_until_hit = false;
    }
    let mut world = compile(&scene).unwrap().0;
    let mut settings = world.model().settings.clone();
    settings.common.sleeping = false;
    settings.method = Form::Poses.method(iterations);
    if let Some(steps) = steps {
        let papers = paper(&mut settings);
        papers.stick_solver = StickSolver::ConjugateGradients;
        papers.gradient_steps = steps;
    }
    world.retune(settings);
    world
}

/// Mean over a run of the root of the mean square of the errors of all distances, and the worst,
/// mm.
fn stretch(world: &mut World, steps: u32) -> [f64; 2] {
    let (mut mean, mut worst) = (0.0, 0.0_f64);
    for _ in 0..steps {
        advance(world, 1);
        let (model, state) = (world.model(), world.state());
        let distances = model
            .constraints
            .iter()
            .filter(|c| matches!(c, Constraint::Distance(_)));
        let errors = distances.map(|c| c.residual(state, &model.settings).length * 1e3);
        let (mut squares, mut count) = (0.0, 0.0);
        for error in errors {
            squares += error * error;
            count += 1.0;
            worst = worst.max(error);
        }
        mean += f64::sqrt(squares / count) / f64::from(steps);
    }
    [mean, worst]
}

/// Where a pull has to get from one end to the other, nets stretch far less than relaxation in
/// more passes; of cloth and figures, which are pushed from many sides, they stretch about as
/// much for as many visits.
#[test]
fn nets_carry_a_pull_further_than_relaxation() {
    let mean = |name: &str, iterations, gradient_steps| {
        let mut world = scene_with(name, iterations, gradient_steps);
        let [mean, worst] = stretch(&mut world, 90);
        println!("{name}, {iterations} x {gradient_steps:?}: {mean:.3} mm, worst {worst:.2} mm");
        mean
    };
    let [few, many] = [16, 128].map(|passes| mean("hitman", passes, None));
    let [fewer, net, more] = [(4, 8), (8, 20), (16, 8)].map(|(n, k)| mean("hitman", n, Some(k)));
    assert!(net < fewer, "more is spent");
    assert!(many < more && more < few, "{many} {more} {few}");
    let relaxed = [32, 128].map(|passes| mean("rope", passes, None));
    let net = mean("rope", 8, Some(20));
    assert!(
        net < 0.2 * relaxed[1] && relaxed[1] < relaxed[0],
        "{net} {relaxed:?}"
    );
}

#[test]
fn nets_keep_momentum_and_repeat_whatever_the_threads() {
    let mut worlds = [(); 2].map(|()| scene_with("hitman", 2, Some(10)));
    worlds[1].set_threads(threads(2));
    for world in &mut worlds {
        let mut settings = world.model().settings.clone();
        settings.common.gravity = glam::DVec3::ZERO;
        settings.common.linear_drag = 0.0;
        world.retune(settings);
    }
    let before = momentum(worlds[0].model(), worlds[0].state());
    for step in 0..60 {
        let hashes = worlds.each_mut().map(|world| {
            advance(world, 1);
            world.state().hash()
        });
        assert_eq!(hashes[0], hashes[1], "step {step}");
    }
    let after = momentum(worlds[0].model(), worlds[0].state());
    assert!((after - before).length() < 1e-9, "{}", after - before);
}

#[test]
fn nets_too_stiff_to_bend_are_refused_by_multipliers() {
    let refused = |name: &str| {
        let mut scene = scene::parse(scene::find(name).unwrap().text.as_bytes()).unwrap();
        scene.solver = scene::Solver {
            method: "multipliers".into(),
            ..scene::Solver::default()
        };
        let errors = compile(&scene).err()?;
        Some(errors[0].to_string())
    };
    for name in ["flag", "cape", "net", "tear"] {
        let said = refused(name).unwrap();
        assert!(said.contains("more sticks than their particles"), "{said}");
    }
    for name in ["stick-box", "rope", "chain"] {
        assert_eq!(refused(name), None);
    }
}
