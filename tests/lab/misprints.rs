//! The demonstrations of the misprints: each shows its own within twenty seconds.

use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::method::paper::misprint::MISPRINTS;
use ragdoll_lab::physics::method::Drift;
use ragdoll_lab::physics::{StepOutcome, World};
use ragdoll_lab::scene::{self, demonstration, Scene, DEMONSTRATIONS};

/// Duration of a demonstration, s.
const DURATION_S: f64 = 20.0;
/// From where on two runs are told apart by eye: so far, m, or turned so far, rad.
const SEEN: (f64, f64) = (0.01, 0.05);

fn world(scene: &Scene) -> World {
    compile(scene).unwrap().0
}

#[test]
fn each_demonstration_shows_its_misprint() {
    assert_eq!(DEMONSTRATIONS.len(), MISPRINTS.len());
    for info in MISPRINTS {
        let name = info.choice.name;
        let shipped = demonstration(info.misprint).unwrap();
        assert_eq!(shipped.name, format!("printed-{name}"));
        let printed = scene::parse(shipped.text.as_bytes()).unwrap();
        assert!(printed.solver.as_printed.contains(&info.misprint), "{name}");
        let mut corrected = printed.clone();
        let others = &mut corrected.solver.as_printed;
        others.retain(|misprint| *misprint != info.misprint);
        let mut worlds = [world(&printed), world(&corrected)];
        for misprint in &printed.solver.as_printed {
            assert_eq!(misprint.silent(worlds[0].model()), None, "{name}");
        }
        let steps = (DURATION_S / worlds[0].model().settings.common.step_s).round() as u32;
        let mut most = (0.0_f64, 0.0_f64);
        let mut ended = None;
        for step in 0..steps {
            let outcomes = worlds.each_mut().map(|world| world.step());
            if outcomes
                .iter()
                .any(|outcome| *outcome != StepOutcome::Advanced)
            {
                ended = Some(step);
                break;
            }
            let [a, b] = &worlds;
            let now = Drift::between(a.state(), b.state());
            most = (most.0.max(now.length), most.1.max(now.angle));
        }
        println!(
            "{name}: {:.3} m, {:.2} rad apart, ended {ended:?}",
            most.0, most.1
        );
        assert!(
            ended.is_some() || most.0 > SEEN.0 || most.1 > SEEN.1,
            "{name}"
        );
    }
}
