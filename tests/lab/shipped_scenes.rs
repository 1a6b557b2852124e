//! Every shipped scene as it opens, a second after its shot and at rest: nothing is inside
//! anything else.

use ragdoll_lab::lab::{Progress, Simulation};
use ragdoll_lab::physics::collide::detect;
use ragdoll_lab::physics::report;
use ragdoll_lab::scene;

/// A scene that is not at rest by then is looked at as it is, s.
const LONGEST_S: f64 = 12.0;

/// The deepest overlap of two surfaces that collide, m, also of what sleeps or is stepped as
/// a crowd.
fn overlap_m(simulation: &Simulation) -> f64 {
    let model = simulation.world.model();
    let mut state = simulation.world.state().clone();
    for rest in &mut state.rest {
        rest.asleep = false;
    }
    let mut contacts = Vec::new();
    detect(model, &state, model.settings.common.step_s, &mut contacts);
    let depths = contacts.iter().map(|c| -c.gap(&state));
    depths.fold(0.0, f64::max)
}

fn play_until(simulation: &mut Simulation, until: impl Fn(&Simulation) -> bool) -> f64 {
    while !until(simulation) {
        assert_eq!(simulation.step(), Progress::Advanced);
    }
    overlap_m(simulation)
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn nothing_is_inside_anything_when_a_scene_opens_in_the_act_and_at_rest() {
    for shipped in scene::SHIPPED {
        let mut scene = scene::parse(shipped.text.as_bytes()).unwrap();
        let mut shot_s = 0.0;
        if let Some(launcher) = &mut scene.launcher {
            shot_s = *launcher.fire_at_s.get_or_insert(0.1);
        }
        let mut simulation = Simulation::new(&scene).unwrap();
        let opening = play_until(&mut simulation, |s| s.time_s() > 0.0);
        let act = play_until(&mut simulation, |s| s.time_s() >= shot_s + 1.0);
        let at_rest = |s: &Simulation| {
            s.time_s() >= LONGEST_S
                || s.time_s() > shot_s + 1.0 && report::at_rest(s.world.model(), s.world.state())
        };
        let rest = play_until(&mut simulation, at_rest);
        println!(
            "{}: {:.1} mm as it opens, {:.1} a second after the shot, {:.1} after {:.1} s",
            shipped.name,
            1e3 * opening,
            1e3 * act,
            1e3 * rest,
            simulation.time_s()
        );
        // Contacts of `impulse` give way more than others.
        let in_play = match scene.solver.method.as_str() {
            "impulse" => 0.015,
            _ => 0.010,
        };
        let most = [(opening, 0.001_5), (act, in_play), (rest, in_play)];
        for (overlap, most) in most {
            assert!(overlap < most, "{}: {overlap} m", shipped.name);
        }
    }
}
