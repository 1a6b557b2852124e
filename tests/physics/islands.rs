//! What lies apart does not influence each other: each thing of a scene moves as it
//! does alone, to the bit.

use crate::kit::{advance, Form, FORMS};
use ragdoll_lab::compile::compile;
use ragdoll_lab::physics::{BodyState, World};
use ragdoll_lab::scene::{self, Material, Ragdoll, Scene};

/// Long enough to fall, to bounce several times and to come to lie.
const STEPS: u32 = 240;

/// Ragdolls over an elastic floor.
fn over_a_floor(ragdolls: Vec<Ragdoll>, form: Form) -> World {
    let text = scene::find("mx-drop").unwrap().text;
    let mut scene: Scene = scene::parse(text.as_bytes()).unwrap();
    scene.materials = vec![Material {
        id: 1000,
        name: "rubber".into(),
        restitution: 0.6,
        friction: 0.5,
        rolling_resistance: 0.0,
        ..Material::default()
    }];
    scene.obstacles[0].material = Some(1000);
    scene.ragdolls = ragdolls;
    let mut world = compile(&scene).unwrap().0;
    let mut settings = world.model().settings.clone();
    form.put_into(&mut settings);
    world.retune(settings);
    world
}

/// One that falls from low, and one that falls from high, far away.
fn two_ragdolls() -> [Ragdoll; 2] {
    let text = scene::find("mx-drop").unwrap().text;
    let scene: Scene = scene::parse(text.as_bytes()).unwrap();
    let near = scene.ragdolls[0].clone();
    let far = Ragdoll {
        id: 500,
        name: "far".into(),
        position_m: [40.0, 0.9, -7.0],
        ..near.clone()
    };
    [near, far]
}

fn bodies_of(world: &World) -> &[BodyState] {
    &world.state().bodies
}

#[test]
fn two_things_far_apart_move_as_each_does_alone() {
    for form in FORMS {
        let [near, far] = two_ragdolls();
        let mut both = over_a_floor(vec![near.clone(), far.clone()], form);
        let mut alone = [near, far].map(|ragdoll| over_a_floor(vec![ragdoll], form));
        for step in 0..STEPS {
            advance(&mut both, 1);
            alone.iter_mut().for_each(|world| advance(world, 1));
            let apart = alone.each_ref().map(bodies_of).concat();
            assert_eq!(bodies_of(&both), apart, "{form:?}, step {step}");
        }
    }
}
