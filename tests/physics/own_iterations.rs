//! Iterations of a kind of constraint that are others than those of all (Jakobsen, section 7).

use crate::kit::{advance, paper, Form, PAPERS};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::contact::Contact;
use ragdoll_lab::physics::method::paper::{ConstraintGroup, OwnIterations};
use ragdoll_lab::physics::probe::{Probe, SolverEvent, Stage};
use ragdoll_lab::physics::report::{joint_error, limit_violation};
use ragdoll_lab::physics::{Constraint, State, World};
use ragdoll_lab::scene;
use std::f64::consts::PI;

use ConstraintGroup::{Contacts, Joints, Limits, Sticks};

/// A shipped scene in one substep of 1/60 s, with these iterations of all and of some.
fn scene_with(name: &str, all: u32, own: &[(ConstraintGroup, u32)]) -> World {
    let text = scene::find(name).unwrap().text;
    let mut scene = scene::parse(text.as_bytes()).unwrap();
    scene.solver.substeps = Some(1);
    for ragdoll in &mut scene.ragdolls {
        ragdoll.stands_until_hit = false;
    }
    let mut world = compile(&scene).unwrap().0;
    let mut settings = world.model().settings.clone();
    settings.method = Form::Poses.method(all);
    for &(group, iterations) in own {
        paper(&mut settings)
            .own_iterations
            .set(group, Some(iterations));
    }
    world.retune(settings);
    world
}

/// Visits of a step: of one constraint of each group, and of the contacts.
#[derive(Default)]
struct Visits {
    of_first: [Option<usize>; 4],
    counts: [u32; 4],
    last: Vec<SolverEvent>,
    model: Vec<Constraint>,
}

impl Probe for Visits {
    fn looks(&self) -> bool {
        true
    }

    fn saw(&mut self, event: SolverEvent, _: &State, _: &[Contact]) {
        match event {
            SolverEvent::Position(i) => {
                let group = ConstraintGroup::of(&self.model[i]) as usize;
                let first = *self.of_first[group].get_or_insert(i);
                self.counts[group] += u32::from(first == i);
                self.last.push(event);
            }
            SolverEvent::Contacts => {
                self.counts[Contacts as usize] += 1;
                self.last.push(event);
            }
            _ => {}
        }
    }

    fn begin(&mut self, _: Stage) {}

    fn end(&mut self, _: Stage, _: usize) {}
}

/// Each group is visited as often as is set, and all are in the last iteration.
#[test]
fn each_group_is_visited_as_often_as_it_is_to_be() {
    let cases = [
        (
            "mx-drop",
            12,
            vec![(Joints, 5), (Contacts, 3)],
            [5, 12, 0, 3],
        ),
        ("mx-drop", 4, vec![(Limits, 9)], [4, 9, 0, 4]),
        ("chain", 1, vec![(Sticks, 7), (Contacts, 1)], [1, 0, 7, 1]),
        ("rope", 10, vec![(Sticks, 4)], [10, 0, 4, 10]),
    ];
    for (name, all, own, counts) in cases {
        let mut world = scene_with(name, all, &own);
        let mut visits = Visits {
            model: world.model().constraints.clone(),
            ..Visits::default()
        };
        world.step_watched(&mut visits);
        let is_there =
            |group: usize| visits.of_first[group].is_some() || group == Contacts as usize;
        for group in (0..4).filter(|&group| is_there(group)) {
            assert_eq!(visits.counts[group], counts[group], "{name}, group {group}");
        }
        let all_visited = world.model().constraints.len();
        let last = &visits.last[visits.last.len() - 1 - all_visited..];
        for i in 0..all_visited {
            assert!(
                last.contains(&SolverEvent::Position(i)),
                "{name}, constraint {i}"
            );
        }
        assert_eq!(last.last(), Some(&SolverEvent::Contacts), "{name}");
    }
}

/// Groups that make as many as all move to the same bits as where nothing is set.
#[test]
fn as_many_as_all_changes_no_bit() {
    for form in PAPERS {
        let mut worlds = [(); 2].map(|()| scene_with("mx-drop", 3, &[]));
        for (i, world) in worlds.iter_mut().enumerate() {
            let mut settings = world.model().settings.clone();
            form.put_into(&mut settings);
            if i > 0 {
                for group in ConstraintGroup::ALL {
                    paper(&mut settings).own_iterations.set(group, Some(3));
                }
            }
            world.retune(settings);
        }
        for step in 0..90 {
            let hashes = worlds.each_mut().map(|world| {
                advance(world, 1);
                world.state().hash()
            });
            assert_eq!(hashes, [hashes[0]; 2], "{form:?}, step {step}");
        }
    }
    assert_eq!(OwnIterations::default(), OwnIterations::NONE);
}

/// Mean over a fall of the largest gap of a joint (mm), violation of a limit (degrees), depth
/// of a contact (mm) and error of a distance (mm).
fn mean_errors(world: &mut World, steps: u32) -> [f64; 4] {
    let mut sums = [0.0; 4];
    for _ in 0..steps {
        advance(world, 1);
        let (model, state) = (world.model(), world.state());
        let depths = world.contacts().iter().map(|contact| -contact.gap(state));
        let distances = model.constraints.iter().filter_map(|c| match c {
            Constraint::Distance(_) => Some(c.residual(state, &model.settings).length),
            _ => None,
        });
        let worst = [
            joint_error(model, state) * 1e3,
            limit_violation(model, state).unwrap_or(0.0) * 180.0 / PI,
            depths.fold(0.0, f64::max) * 1e3,
            distances.fold(0.0, f64::max) * 1e3,
        ];
        for (sum, worst) in sums.iter_mut().zip(worst) {
            *sum += worst / f64::from(steps);
        }
    }
    sums
}

/// What a fall onto the floor looks like with fewer iterations of a group. A group that is
/// visited less often costs less, and undoes less of what the others do to it.
#[test]
fn fewer_iterations_of_a_group_cost_error_where_it_matters() {
    let fall = |name, all, own: &[_]| {
        let errors = mean_errors(&mut scene_with(name, all, own), 120);
        let [joints, limits, depth, sticks] = errors;
        println!(
            "| {name}, {all} of all, {own:?} | {joints:.2} mm | {limits:.2} deg | {depth:.2} mm | \
             {sticks:.3} mm |"
        );
        errors
    };
    let [all, few_contacts, one_contact, few_limits, few] = [
        (16, vec![]),
        (16, vec![(Contacts, 4)]),
        (16, vec![(Contacts, 1)]),
        (16, vec![(Limits, 4)]),
        (4, vec![]),
    ]
    .map(|(all, own)| fall("mx-drop", all, &own));
    assert!(
        all[0] < few_contacts[0] && few_contacts[0] < few[0],
        "joints by contacts"
    );
    assert!(
        few_contacts[0] < one_contact[0],
        "one pass of contacts opens the joints"
    );
    assert!(all[1] < few_limits[1], "limits by their own iterations");
    let [all, few_contacts, _, few] = [
        (16, vec![]),
        (16, vec![(Contacts, 4)]),
        (16, vec![(Contacts, 1)]),
        (4, vec![]),
    ]
    .map(|(all, own)| fall("hitman", all, &own));
    assert!(
        all[3] < few[3] && few_contacts[3] < few[3],
        "sticks by their own iterations"
    );
}

/// A world goes on with other iterations of a group, and forgets nothing.
#[test]
fn they_may_change_between_steps() {
    let mut world = scene_with("mx-drop", 2, &[]);
    advance(&mut world, 30);
    let mut settings = world.model().settings.clone();
    paper(&mut settings).own_iterations.set(Joints, Some(20));
    world.retune(settings);
    let checkpoint = world.state().clone();
    advance(&mut world, 30);
    let hash = world.state().hash();
    world.restore(&checkpoint);
    advance(&mut world, 30);
    assert_eq!(world.state().hash(), hash);
}

/// Iterations that end early do not end before contacts have had their turn.
#[test]
fn nothing_falls_through_the_floor_when_iterations_end_early() {
    for form in PAPERS {
        let mut world = scene_with("mx-drop", 4, &[(Contacts, 1)]);
        let mut settings = world.model().settings.clone();
        form.put_into(&mut settings);
        paper(&mut settings).early_out = Some(1.0);
        world.retune(settings);
        advance(&mut world, 120);
        let heights = world.state().bodies.iter().map(|body| body.position.y);
        let lowest = heights.fold(f64::INFINITY, f64::min);
        assert!(lowest > 0.0, "{form:?}: {lowest} m");
    }
}
