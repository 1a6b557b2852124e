//! The result card: what it says is what the state shows.

use crate::ui_kit::{open, screen_of, words, WINDOW};
use glam::DVec3;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::app::program::Program;
use ragdoll_lab::compile::RagdollMap;
use ragdoll_lab::lab::animation::Mover;
use ragdoll_lab::lab::Simulation;
use ragdoll_lab::physics::{report, ColliderId};
use ragdoll_lab::scene::{parse, SHIPPED};

/// What happened to a ragdoll, as somebody sees who looks at the state after each step.
#[derive(Debug, Clone, Default)]
struct Seen {
    hit_at_s: Option<f64>,
    impulse_n_s: f64,
    /// Where it was when it was hit, or when its clip let go of it, m.
    from: DVec3,
    was_free: bool,
}

fn simulation(program: &Program) -> &Simulation {
    &program.playback.session.simulation
}

fn centre(simulation: &Simulation, ragdoll: &RagdollMap) -> DVec3 {
    let particles: Vec<usize> = ragdoll.particles.clone().collect();
    let bodies: Vec<usize> = ragdoll.bodies.clone().collect();
    let (model, state) = (simulation.world.model(), simulation.world.state());
    report::centre_of_mass(model, state, &particles, &bodies)
        .unwrap()
        .0
}

fn is_part(ragdoll: &RagdollMap, owner: ColliderId) -> bool {
    match owner {
        ColliderId::Body(i) => ragdoll.bodies.contains(&i),
        ColliderId::Particle(i) => ragdoll.particles.contains(&i),
        ColliderId::Stick(i) => ragdoll.sticks.contains(&i),
        _ => false,
    }
}

fn is_led(simulation: &Simulation, ragdoll: &RagdollMap) -> bool {
    let mut players = simulation.players().iter();
    let player = players.find(|player| player.id() == ragdoll.id);
    player.is_some_and(|player| player.mover() != Mover::Physics)
}

/// Whether some part of it moves faster than what comes to rest.
fn moves(simulation: &Simulation, ragdoll: &RagdollMap) -> bool {
    let state = simulation.world.state();
    let mut bodies = state.bodies[ragdoll.bodies.clone()].iter();
    let mut particles = state.particles[ragdoll.particles.clone()].iter();
    bodies.any(|body| body.velocity.length() > 0.3)
        || particles.any(|particle| particle.velocity.length() > 0.3)
}

fn watch(simulation: &Simulation, seen: &mut [Seen], before: &[DVec3]) {
    let ball =
        |owner: &ColliderId| matches!(owner, ColliderId::Body(i) if simulation.balls().contains(i));
    for ((seen, ragdoll), before) in seen.iter_mut().zip(&simulation.map.ragdolls).zip(before) {
        for impact in simulation.world.impacts_of_movers() {
            let [a, b] = impact.owners;
            let is_hit = (ball(&a) && is_part(ragdoll, b)) || (ball(&b) && is_part(ragdoll, a));
            if is_hit {
                if seen.hit_at_s.is_none() {
                    (seen.hit_at_s, seen.from) = (Some(simulation.time_s()), *before);
                }
                seen.impulse_n_s += impact.impulse;
            }
        }
        seen.was_free |= seen.hit_at_s.is_some() && !is_led(simulation, ragdoll);
        if !seen.was_free && seen.hit_at_s.is_some() {
            seen.from = centre(simulation, ragdoll);
        }
    }
}

/// Plays a throw of a scene for so long; compares the card with the state each half second.
fn check(name: &str, seconds: u32) {
    let mut screen = screen_of(open(name), WINDOW);
    let program = &mut screen.state_mut().program;
    let timed = program.workspace.document.scene().launcher.as_ref();
    let timed = timed.and_then(|launcher| launcher.fire_at_s).is_some();
    program.perform(Action::Do(if timed {
        Trigger::RepeatShot
    } else {
        Trigger::Throw
    }));
    let ragdolls = simulation(program).map.ragdolls.len();
    let mut seen = vec![Seen::default(); ragdolls];
    for half in 0..2 * seconds {
        let program = &mut screen.state_mut().program;
        for _ in 0..30 {
            let before: Vec<DVec3> = {
                let simulation = simulation(program);
                let ragdolls = simulation.map.ragdolls.iter();
                ragdolls
                    .map(|ragdoll| centre(simulation, ragdoll))
                    .collect()
            };
            program.playback.session.step();
            watch(simulation(program), &mut seen, &before);
        }
        let simulation = simulation(&screen.state().program);
        let thrown = !simulation.balls().is_empty();
        let most = seen
            .iter()
            .enumerate()
            .filter(|(_, seen)| seen.hit_at_s.is_some());
        let most = most.max_by(|a, b| a.1.impulse_n_s.total_cmp(&b.1.impulse_n_s));
        let most = most.map(|(place, seen)| (place, seen.clone()));
        let (now, moving) = match &most {
            Some((place, _)) => {
                let ragdoll = &simulation.map.ragdolls[*place];
                (centre(simulation, ragdoll), moves(simulation, ragdoll))
            }
            None => (DVec3::ZERO, false),
        };
        let led = most
            .as_ref()
            .is_some_and(|(place, _)| is_led(simulation, &simulation.map.ragdolls[*place]));
        let names: Vec<String> = screen
            .state()
            .program
            .workspace
            .document
            .scene()
            .ragdolls
            .iter()
            .map(|r| r.name.clone())
            .collect();
        let words = words(&mut screen);
        let at = format!("{name} at {:.1} s: {words:?}", f64::from(half + 1) / 2.0);
        let says = |text: &str| words.iter().any(|word| word.contains(text));
        let headline = |text: &str| words.iter().find(|word| word.contains(text)).cloned();
        assert!(!says("at rest after 0.00"), "{at}");
        assert_eq!(
            says("no ragdoll hit"),
            thrown && most.is_none() && ragdolls > 0,
            "{at}"
        );
        assert_eq!(says(" N·s"), most.is_some(), "{at}");
        let Some((place, most)) = most else {
            continue;
        };
        if says("at rest after") {
            // Who gets up again has been at rest, and who was carried on.
            assert!(!moving || led || says("then moved on"), "{at}");
        }
        if ragdolls > 1 {
            assert!(says(&names[place]), "{place}: {at}");
        }
        let line = headline("at rest after")
            .or(headline("moving"))
            .or(headline("back in its clip"));
        let line = line.unwrap_or_else(|| panic!("{at}"));
        let travel: f64 = line
            .split(" m,")
            .next()
            .unwrap()
            .parse()
            .unwrap_or(f64::NAN);
        let way = now - most.from;
        let expected = if led {
            0.0
        } else {
            DVec3::new(way.x, 0.0, way.z).length()
        };
        let is_over = !line.contains("moving");
        if !(led && most.was_free) {
            // What lies creeps on a little; it is not measured any more.
            let off = (travel - expected).abs();
            assert!(off < if is_over { 0.1 } else { 0.006 }, "{expected}: {at}");
        }
    }
}

/// Number of things that move in a shipped scene.
fn movers(name: &str) -> usize {
    let program = open(name);
    let state = simulation(&program).world.state();
    state.bodies.len() + state.particles.len()
}

#[test]
fn the_card_says_what_the_state_shows() {
    for name in [
        "first-throw",
        "hitman",
        "humanoid-medium",
        "walk-hit",
        "wave-recoil",
        "room",
    ] {
        check(name, 5);
    }
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_card_says_what_the_state_shows_in_every_scene() {
    for shipped in SHIPPED {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        if scene.launcher.is_some() && movers(shipped.name) < 1_000 {
            check(shipped.name, 8);
        }
    }
}
