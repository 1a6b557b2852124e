//! What the stage shows of a scene.

use super::*;
use crate::physics::Attachment;
use crate::scene::Scene;
use crate::view::draw_list::Role;
use crate::view::theme::{graded, opaque};

fn session(things: &str) -> Session {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
    let scene: Scene = serde_json::from_str(&text).unwrap();
    Session::new(&scene).unwrap()
}

/// What is usual, and a layer more.
fn with(layer: StageLayer) -> StageLayers {
    let mut layers = StageLayers::default();
    layers.toggle(layer);
    layers
}

fn shown(session: &Session, overlay: &Overlay) -> DrawList {
    let mut list = DrawList::default();
    show(&mut list, session, overlay, Theme::Dark);
    list
}

/// Figures as limbs.
fn limbs() -> Overlay {
    Overlay {
        look: FigureLook::Limbs,
        ..Overlay::default()
    }
}

const DUMMY: &str = r#""ragdolls": [{"id": 1, "figure": {"mx": {"contact": "spheres"}}}]"#;

#[test]
fn a_rigid_figure_has_its_parts_its_joints_and_one_face() {
    let session = session(DUMMY);
    let list = shown(&session, &limbs());
    assert_eq!(list.solids.len(), 18 + 17);
    let count = |pattern| {
        let of = |solid: &&Solid| solid.paint.pattern == pattern;
        list.solids.iter().filter(of).count()
    };
    assert_eq!(count(Pattern::Head), 1);
    let knee = Vec3::new(0.09, 0.5, 0.0);
    let joint = |solid: &&Solid| solid.position.abs_diff_eq(knee, 1e-6);
    let joint = list.solids.iter().find(joint).unwrap();
    assert_eq!(joint.paint.color, body::JOINT);
}

/// What is seen of a figure with a body is that, and both where one asks for both.
#[test]
fn a_figure_with_a_body_is_drawn_as_one_piece() {
    let session = session(DUMMY);
    let list = shown(&session, &Overlay::default());
    assert_eq!(list.skins.len(), 1);
    assert!(list.solids.iter().all(|solid| solid.role == Role::Covered));
    let skin = &list.skins[0];
    assert_eq!((skin.bones.len(), skin.color), (18, body::LIMB));
    assert!(skin.outline.is_none() && skin.is_dressed);
    let both = Overlay {
        look: FigureLook::Both,
        ..Overlay::default()
    };
    let list = shown(&session, &both);
    assert_eq!((list.skins.len(), list.solids.len()), (1, 18 + 17));
    assert!(list.skins[0].color[3] < 1.0);
    let mut marked = Overlay::default();
    marked.marks.selected.insert(1);
    assert!(shown(&session, &marked).skins[0].outline.is_some());
    marked.marks.hidden.insert(1);
    let list = shown(&session, &marked);
    assert_eq!((list.skins.len(), list.solids.len()), (0, 0));
}

/// A figure of particles has a body as one of bodies has, and its sticks where one asks for them.
#[test]
fn a_figure_of_sticks_is_drawn_as_one_piece_or_as_sticks() {
    for (figure, sticks) in [(r#"{"hitman": {}}"#, 15), (r#"{"thesis": {}}"#, 9)] {
        let session = session(&format!(r#""ragdolls": [{{"id": 1, "figure": {figure}}}]"#));
        let list = shown(&session, &Overlay::default());
        assert_eq!((list.skins.len(), list.skins[0].bones.len()), (1, sticks));
        assert_eq!(list.solids.len(), sticks);
        assert!(list.solids.iter().all(|solid| solid.role == Role::Covered));
        let list = shown(&session, &limbs());
        assert_eq!((list.skins.len(), list.solids.len()), (0, 3 * sticks));
        let both = Overlay {
            look: FigureLook::Both,
            ..Overlay::default()
        };
        let list = shown(&session, &both);
        assert_eq!((list.skins.len(), list.solids.len()), (1, 3 * sticks));
        let mut marked = Overlay::default();
        marked.marks.selected.insert(1);
        assert!(shown(&session, &marked).skins[0].outline.is_some());
        let dressing = Dressing {
            look: FigureLook::Skin,
            skins: &session.looks.skins,
            mixes: &[],
        };
        let mut ghosts = DrawList::default();
        add_pale(
            &mut ghosts,
            &session.simulation,
            1.0,
            mark::SIDE_B,
            dressing,
        );
        assert_eq!(ghosts.skins.len(), 1);
        assert_eq!(ghosts.skins[0].role, Role::Ghost);
    }
}

/// How many solids, bodies and bones are of a colour.
fn painted(list: &DrawList, color: Rgba) -> usize {
    let of = |solid: &&Solid| solid.paint.color == color && solid.role != Role::Covered;
    let bones = list.skins.iter().flat_map(|skin| &skin.bones);
    let tinted = bones.filter(|bone| bone.tint == Some(color));
    let skins = list.skins.iter().filter(|skin| skin.color == color);
    list.solids.iter().filter(of).count() + tinted.count() + skins.count()
}

#[test]
fn what_has_a_colour_is_painted_in_it_with_its_marks() {
    let session = session(
        r##""bodies": [
            {"id": 1, "shape": {"sphere": {"radius_m": 0.2}}, "mass_kg": 1, "color": "#009e73"},
            {"id": 2, "shape": {"box": {"size_m": [1, 1, 1]}}, "mass_kg": 1,
             "position_m": [3, 0, 0]}],
        "particles": [{"id": 3, "mass_kg": 1, "position_m": [5, 0, 0], "color": "#0072b2"}],
        "obstacles": [
            {"id": 4, "shape": {"stairs": {"steps": 3, "step_m": [1, 0.2, 0.3]}},
             "position_m": [9, 0, 0], "color": "#f0e442"},
            {"id": 5, "shape": {"plane": {}}, "position_m": [0, -2, 0], "color": "#101112"},
            {"id": 6, "shape": {"mesh": {"vertices_m": [[0, 0, 0], [1, 0, 0], [0, 2, 1]],
                "triangles": [[0, 1, 2]]}}, "position_m": [1, 3, 0], "color": "#131415"}]"##,
    );
    let list = shown(&session, &Overlay::default());
    assert_eq!(painted(&list, opaque([0x00, 0x9e, 0x73])), 1);
    assert_eq!(painted(&list, body::LOOSE), 1);
    assert_eq!(painted(&list, opaque([0x00, 0x72, 0xb2])), 1);
    assert_eq!(painted(&list, opaque([0xf0, 0xe4, 0x42])), 3);
    assert_eq!(list.floor.unwrap().color, Some(opaque([0x10, 0x11, 0x12])));
    assert_eq!(list.surfaces[0].color, opaque([0x13, 0x14, 0x15]));
    let green = |solid: &&Solid| solid.paint.color == opaque([0x00, 0x9e, 0x73]);
    let ball = list.solids.iter().find(green).unwrap();
    assert_eq!(ball.paint.pattern, Pattern::Band);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_colour_of_a_ragdoll_is_that_of_its_limbs_and_of_no_joint() {
    for (figure, usual) in [
        (r#"{"mx": {}}"#, body::LIMB),
        (r#"{"thesis": {}}"#, body::LIMB),
        (r#"{"hitman": {}}"#, body::SUIT),
    ] {
        let dolls = |color: &str| {
            let text = format!(r#""ragdolls": [{{"id": 1, "figure": {figure}{color}}}]"#);
            shown(&session(&text), &Overlay::default())
        };
        let (plain, green) = (dolls(""), dolls(r##", "color": "#009e73""##));
        let own = opaque([0x00, 0x9e, 0x73]);
        assert!(painted(&plain, usual) > 0, "{figure}");
        assert_eq!(painted(&green, own), painted(&plain, usual), "{figure}");
        assert_eq!(painted(&green, body::JOINT), painted(&plain, body::JOINT));
    }
}

/// A joint that is apart heats what it holds; what is held well stays cold.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn the_heat_of_joint_errors_is_that_of_what_the_joint_holds() {
    let mut session = session(r#""ragdolls": [{"id": 1, "figure": {"mx": {}}}]"#);
    let overlay = Overlay {
        layers: with(StageLayer::JointErrors),
        ..Overlay::default()
    };
    let [cold, hot] = [graded(0.0), graded(1.0)];
    let whole = shown(&session, &overlay);
    assert!(painted(&whole, cold) > 0 && painted(&whole, hot) == 0);
    let world = &mut session.simulation.world;
    let mut state = world.state().clone();
    state.bodies[0].position.x += 0.05;
    world.restore(&state);
    let apart = shown(&session, &overlay);
    assert!(painted(&apart, hot) > 0 && painted(&apart, cold) > 0);
}

/// What the state does not have is left out, and all else is drawn.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn a_state_of_another_world_is_drawn_as_far_as_it_goes() {
    let session = session(
        r#""particles": [{"id": 1, "mass_kg": 1, "position_m": [0, 0, 0]},
            {"id": 2, "mass_kg": 1, "position_m": [1, 0, 0]}],
        "constraints": [{"id": 3, "kind": {"stick": {"a": 1, "b": 2}}}],
        "ragdolls": [{"id": 4, "figure": {"mx": {"contact": "spheres"}}},
            {"id": 5, "figure": {"thesis": {}}}]"#,
    );
    let model = session.simulation.world.model();
    let joints = 0..model.constraints.len();
    let solids = |bodies: usize, particles: usize| {
        let mut state = session.simulation.world.state().clone();
        state.bodies.truncate(bodies);
        state.particles.truncate(particles);
        let mut limits = LimitMarks::default();
        limits.joints = joints.clone().map(|joint| (joint, true)).collect();
        let overlay = Overlay {
            layers: {
                let mut layers = with(StageLayer::ContactShapes);
                layers.toggle(StageLayer::JointErrors);
                layers
            },
            limits,
            inside: Some(InsideMoment {
                before: state.clone(),
                state,
                grips: Some(
                    [Attachment::centre_of(1), Attachment::Particle(1)]
                        .map(|end| (end, "a limb".into())),
                ),
            }),
            ..Overlay::default()
        };
        shown(&session, &overlay).solids.len()
    };
    let all = solids(model.bodies.len(), model.particles.len());
    assert!(solids(9, model.particles.len()) < all);
    assert!(solids(model.bodies.len(), 1) < all);
    assert_eq!(solids(0, 0), 0);
}

/// A limb never reaches beyond its capsule, and touches it.
#[test]
fn limbs_fill_the_capsules_that_collide() {
    let list = shown(&session(DUMMY), &limbs());
    let mut limbs = 0;
    for solid in &list.solids {
        let SolidShape::Limb { profile, .. } = solid.shape else {
            continue;
        };
        limbs += 1;
        let girth = |t: f32| {
            let s = t * (1.0 - t);
            let ends = profile.top + (profile.bottom - profile.top) * t * t * (3.0 - 2.0 * t);
            ends + profile.bulge * 16.0 * s * s
        };
        let thickest = (0..=100)
            .map(|i| girth(i as f32 / 100.0))
            .fold(0.0, f32::max);
        assert!((0.96..=1.02).contains(&thickest), "{thickest}: {solid:?}");
    }
    assert_eq!(limbs, 11);
}

#[test]
fn what_collides_is_shown_on_demand_only() {
    let session = session(DUMMY);
    let overlay = Overlay {
        layers: with(StageLayer::ContactShapes),
        ..Overlay::default()
    };
    let plain = shown(&session, &Overlay::default());
    let more = shown(&session, &overlay);
    assert_eq!(more.solids.len() - plain.solids.len(), 9);
    let added = &more.solids[plain.solids.len()..];
    assert!(added
        .iter()
        .all(|s| s.paint.color[3] < 1.0 && s.outline.is_some()));
}

#[test]
fn the_highest_level_plane_is_the_floor_and_others_are_slabs() {
    let session = session(
        r#""obstacles": [
            {"id": 1, "shape": {"plane": {}}, "position_m": [0, -2, 0]},
            {"id": 2, "shape": {"plane": {}}, "position_m": [0, -1, 0]},
            {"id": 3, "shape": {"plane": {}}, "orientation": [0.9, 0, 0, 0.43589]}]"#,
    );
    let list = shown(&session, &Overlay::default());
    assert_eq!(list.floor.unwrap().height, -1.0);
    assert_eq!(list.solids.len(), 2);
    assert!(list
        .solids
        .iter()
        .all(|s| s.paint.pattern == Pattern::Lined));
}

#[test]
fn obstacles_of_all_kinds_are_drawn_and_bounded() {
    let session = session(
        r#""obstacles": [
            {"id": 1, "shape": {"ramp": {"size_m": [1, 1, 1]}}, "position_m": [-2, 0.5, 0]},
            {"id": 2, "shape": {"box": {"size_m": [1, 1, 1], "rounding_m": 0.1}}},
            {"id": 3, "shape": {"capsule": {"radius_m": 0.1, "length_m": 1, "axis": "x"}}},
            {"id": 4, "shape": {"mesh": {"vertices_m": [[0, 0, 0], [1, 0, 0], [0, 2, 1]],
                "triangles": [[0, 1, 2]]}}, "position_m": [1, 0, 0]}]"#,
    );
    let list = shown(&session, &Overlay::default());
    assert_eq!((list.solids.len(), list.surfaces.len()), (3, 1));
    assert!(matches!(list.solids[0].shape, SolidShape::Wedge { .. }));
    assert!(matches!(
        list.solids[1].shape,
        SolidShape::RoundedBox { .. }
    ));
    let bounds = bounds_of(&session.simulation);
    assert!(bounds.min.abs_diff_eq(Vec3::new(-2.5, -0.5, -0.5), 1e-5));
    assert!(bounds.max.abs_diff_eq(Vec3::new(2.0, 2.0, 1.0), 1e-5));
    // The mesh stays the same from frame to frame.
    let again = shown(&session, &Overlay::default());
    let [first, second] = [&list, &again].map(|l| &l.surfaces[0].surface);
    assert!(std::sync::Arc::ptr_eq(first, second));
}
