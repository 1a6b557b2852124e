//! What the marks over a scene say is what its physics says.

use super::*;
use crate::app::playback::Session;
use crate::app::stage::{show, Overlay};
use crate::scene::Scene;
use crate::view::theme::mark;
use crate::view::theme::Rgba;
use glam::DVec3;

fn session(things: &str) -> Session {
    let text = format!(r#"{{"format": "ragdoll-scene", "version": 2, {things}}}"#);
    let scene: Scene = serde_json::from_str(&text).unwrap();
    Session::new(&scene).unwrap()
}

/// What is drawn with one layer more than usual.
fn shown(session: &Session, layer: StageLayer) -> DrawList {
    let mut overlay = Overlay::default();
    overlay.layers.toggle(layer);
    let mut list = DrawList::default();
    show(&mut list, session, &overlay, Theme::Dark);
    list
}

/// Sum of the lengths of arrows of a colour, upwards, m: heads and shafts are lines.
fn upwards(list: &DrawList, color: Rgba) -> f64 {
    let arrows = list.lines.iter().filter(|line| line.color == color);
    let rise = |line: &crate::view::draw_list::Line| match line.points[..] {
        [from, to] => f64::from(to.y - from.y),
        _ => 0.0,
    };
    arrows.map(rise).sum()
}

const BOX: &str = r#""obstacles": [{"id": 1, "shape": {"plane": {}}}],
    "bodies": [{"id": 2, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
        "position_m": [0, 0.2, 0]}]"#;

#[test]
fn the_forces_below_what_rests_carry_its_weight() {
    let mut session = session(BOX);
    for _ in 0..20 {
        session.step();
    }
    let metre = force_of_a_metre(&session.simulation);
    assert!((metre - 2.0 * 5.0 * 9.81).abs() < 0.1, "{metre}");
    let forces = upwards(&shown(&session, StageLayer::Forces), mark::CONTACT_NORMAL);
    let weight = forces * metre;
    assert!((weight / (5.0 * 9.81) - 1.0).abs() < 0.02, "{weight} N");
    let world = &session.simulation.world;
    let substep_s = world.substep_s_of(&world.contacts()[0]);
    assert_eq!(substep_s, session.step_s() / 4.0);
    let rings = shown(&session, StageLayer::Contacts);
    let rings = rings.lines.iter().filter(|line| line.points.len() > 8);
    assert_eq!(rings.count(), 4, "one for each corner of the box");
}

#[test]
fn what_falls_has_an_arrow_as_long_as_its_way_and_touches_nothing() {
    let mut session = session(&BOX.replace("0.2, 0]}", "9, 0]}"));
    for _ in 0..30 {
        session.step();
    }
    let speed = session.simulation.world.state().bodies[0].velocity.y;
    let list = shown(&session, StageLayer::Velocities);
    let drawn = upwards(&list, mark::WITHIN_LIMIT);
    assert!((drawn / (speed * VELOCITY_S) - 1.0).abs() < 1e-3, "{drawn}");
    assert!(shown(&session, StageLayer::Forces).lines.is_empty());
    assert!(shown(&session, StageLayer::Contacts).lines.is_empty());
}

#[test]
fn two_boxes_that_lean_on_each_other_are_one_island_and_a_third_is_its_own() {
    let box_at = |id: u32, at: &str| {
        format!(
            r#"{{"id": {id}, "shape": {{"box": {{"size_m": [0.4, 0.4, 0.4]}}}}, "mass_kg": 5,
                "position_m": {at}}}"#
        )
    };
    let bodies = [
        box_at(2, "[0, 0.2, 0]"),
        box_at(3, "[0, 0.6, 0]"),
        box_at(4, "[3, 0.2, 0]"),
    ];
    let bodies = bodies.join(",");
    let mut session = session(&format!(
        r#""obstacles": [{{"id": 1, "shape": {{"plane": {{}}}}}}], "bodies": [{bodies}]"#
    ));
    for _ in 0..5 {
        session.step();
    }
    let texts = |session: &Session| -> Vec<String> {
        let list = shown(session, StageLayer::Islands);
        list.labels.iter().map(|label| label.text.clone()).collect()
    };
    assert_eq!(texts(&session), ["1", "2"]);
    for _ in 0..240 {
        session.step();
    }
    session.pace.blend = 0.5;
    // What sleeps is looked at no more: each is alone.
    assert_eq!(texts(&session), ["1 asleep", "2 asleep", "3 asleep"]);
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn masses_and_joints_are_where_the_model_has_them_and_glass_covers_nothing() {
    let session = session(r#""ragdolls": [{"id": 1, "figure": {"mx": {}}}]"#);
    let (model, state) = (
        session.simulation.world.model(),
        session.simulation.world.state(),
    );
    let mass: f64 = model.bodies.iter().map(|body| body.mass).sum();
    let moments = model.bodies.iter().zip(&state.bodies);
    let centre: DVec3 = moments
        .map(|(body, now)| now.position * body.mass)
        .sum::<DVec3>()
        / mass;
    let list = shown(&session, StageLayer::Masses);
    let centre = crate::view::convert::to_view(centre);
    let crosses = list.lines.iter().filter(|line| {
        line.color == mark::SELECTED
            && matches!(line.points[..], [a, b] if ((a + b) * 0.5).abs_diff_eq(centre, 1e-5))
    });
    assert_eq!(crosses.count(), 3);
    let joints = shown(&session, StageLayer::Joints);
    let axes = joints
        .lines
        .iter()
        .filter(|line| line.color == crate::view::theme::axis::COLORS[0]);
    assert_eq!(axes.count(), 17);
    let glass = shown(&session, StageLayer::Glass);
    assert!(glass.solids.iter().all(|solid| solid.paint.color[3] < 1.0));
    assert!(shown(&session, StageLayer::Bodies).solids.is_empty());
}

/// The ellipsoid of a ball is the ball, and only that of what is selected is drawn.
#[test]
fn the_ellipsoid_of_a_ball_is_its_surface() {
    let session = session(
        r#""bodies": [{"id": 2, "shape": {"sphere": {"radius_m": 0.3}}, "mass_kg": 5},
            {"id": 3, "shape": {"box": {"size_m": [0.4, 0.2, 0.1]}}, "mass_kg": 5,
            "position_m": [0, 3, 0]}]"#,
    );
    let mut overlay = Overlay::default();
    overlay.layers.toggle(StageLayer::Inertia);
    let mut lines = |selected: &[u32]| {
        overlay.marks.selected = selected.iter().copied().collect();
        let mut list = DrawList::default();
        show(&mut list, &session, &overlay, Theme::Dark);
        let lines = list.lines.into_iter().map(|line| line.points);
        lines.filter(|points| points.len() > 40).collect::<Vec<_>>()
    };
    assert_eq!(lines(&[]).len(), 6);
    let ball = lines(&[2]);
    assert_eq!(ball.len(), 3);
    for point in ball.into_iter().flatten() {
        assert!((point.length() - 0.3).abs() < 1e-6, "{point}");
    }
    // Of a box: edges as 1 to the root of 5/3.
    let body = &session.simulation.world.model().bodies[1];
    let ratio = super::inertia::half_axes(body) / DVec3::new(0.2, 0.1, 0.05);
    assert!((ratio - (5.0_f64 / 3.0).sqrt()).length() < 1e-12, "{ratio}");
}

/// A sphere round each thing, and boxes round the parts of those whose spheres meet.
#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn volumes_are_drawn_as_far_as_they_were_tested() {
    let mut session = session(
        r#""obstacles": [{"id": 1, "shape": {"plane": {}}}],
        "ragdolls": [{"id": 2, "figure": {"mx": {}}, "position_m": [0, 3, 0]}],
        "bodies": [
            {"id": 3, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
             "position_m": [0.5, 3, 0]},
            {"id": 4, "shape": {"box": {"size_m": [0.4, 0.4, 0.4]}}, "mass_kg": 5,
             "position_m": [9, 3, 0]}]"#,
    );
    // As while it plays: the state that is shown lies between two steps.
    session.step();
    session.pace.blend = 0.5;
    let mut overlay = Overlay::default();
    overlay.layers.toggle(StageLayer::Volumes);
    let mut drawn = |selected: &[u32]| {
        overlay.marks.selected = selected.iter().copied().collect();
        let mut list = DrawList::default();
        show(&mut list, &session, &overlay, Theme::Dark);
        let of_boxes = list.lines.iter().filter(|line| line.points.len() == 10);
        let of_spheres = list.lines.iter().filter(|line| line.points.len() == 41);
        (of_spheres.count() / 3, of_boxes.count())
    };
    assert_eq!(drawn(&[]), (0, 0));
    assert_eq!(drawn(&[4]), (3, 1), "far from all");
    assert_eq!(drawn(&[3]), (3, 1 + 18), "in the sphere of the ragdoll");
}
