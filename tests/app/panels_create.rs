//! The create panel, drawn without a window and operated by what stands on it.

use crate::ui_kit::{
    act, button, click, dress, fill, move_to, number_fields, obeying_screen_of, open, place_of,
    rect_of, refusal, retype, scene_of, settle, show, shown, type_into, use_button, Screen,
    HOSTILE, WINDOW,
};
use ragdoll_lab::app::action::Panel;
use ragdoll_lab::app::action::{Action, Trigger};
use ragdoll_lab::editor::generate::{BlueprintKind, Blueprints};
use ragdoll_lab::scene::validate;
use ragdoll_lab::view::theme::Theme;
use std::ops::RangeInclusive;
use std::time::Instant;

/// The create panel with a kind chosen, over a new scene.
fn screen(kind: BlueprintKind) -> Screen {
    let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
    act(&mut screen, Action::Do(Trigger::New));
    choose(&mut screen, kind);
    screen
}

/// Shows the create panel and no other, so that its fields are the only ones.
fn show_alone(screen: &mut Screen) {
    show(screen, Panel::Create);
    let others = Panel::ALL.into_iter().filter(|p| *p != Panel::Create);
    while let Some(other) = others
        .clone()
        .find(|p| screen.state().program.ui.panels.dock.is_shown(*p))
    {
        screen.state_mut().program.ui.panels.dock.toggle(other);
        settle(screen);
    }
}

fn choose(screen: &mut Screen, kind: BlueprintKind) {
    show_alone(screen);
    click(screen, &format!("Choose {}", kind.word().to_lowercase()));
}

fn blueprints(screen: &Screen) -> Blueprints {
    screen.state().program.view().workbench.blueprints.clone()
}

fn begin_anew(screen: &mut Screen) {
    let usual = Box::new(Blueprints::default());
    act(screen, Action::SetBlueprints(usual));
}

/// What the field of that name may hold.
fn range_of(kind: BlueprintKind, label: &str) -> RangeInclusive<f64> {
    match (kind, label) {
        (BlueprintKind::Cloth | BlueprintKind::Net, "Columns" | "Rows") => 2.0..=100.0,
        (BlueprintKind::Flag | BlueprintKind::Cape, "Columns" | "Rows") => 2.0..=50.0,
        (BlueprintKind::Ring, "Around" | "Across") => 3.0..=50.0,
        (BlueprintKind::Jelly, "Cells") => 1.0..=12.0,
        (BlueprintKind::Jelly, "Strength") => 1e-30..=1.0,
        (BlueprintKind::Pyramid, "Rows") => 1.0..=100.0,
        (_, "Bending") => 0.0..=1.0,
        (_, "Tears at") => 0.01..=100.0,
        (_, "Density") => 1e-3..=1e6,
        (_, "Corners") => 6.0..=64.0,
        (BlueprintKind::Landscape, "Side") => 12.0..=1000.0,
        (BlueprintKind::Landscape, "Height") => 0.5..=200.0,
        (BlueprintKind::Landscape, "Cells") => 1.0..=200.0,
        _ if is_count(label) => 1.0..=1000.0,
        _ if label.to_lowercase().contains("mass") => 1e-6..=1e9,
        _ => 1e-4..=1e4,
    }
}

fn is_count(label: &str) -> bool {
    let counts = [
        "Steps",
        "Sticks",
        "Links",
        "Columns",
        "Boxes",
        "Rows",
        "Boxes per row",
        "Dominoes",
        "Cells",
        "Seed",
        "Corners",
        "Around",
        "Across",
    ];
    counts.contains(&label)
}

/// Whether a rope and a cloth collide is up to how thick they are: 0 does not.
fn may_be_zero(kind: BlueprintKind, label: &str) -> bool {
    matches!(
        kind,
        BlueprintKind::Rope | BlueprintKind::Cloth | BlueprintKind::Net | BlueprintKind::Flag
    ) && matches!(label, "Radius" | "Thickness" | "Bending" | "Tears at")
}

/// Clicks the button that adds, and takes that back. Says how many things were added, or
/// why none.
fn add(screen: &mut Screen, kind: BlueprintKind) -> Result<usize, String> {
    let before = scene_of(screen);
    screen.state_mut().program.ui.message = None;
    click(screen, &format!("Add {}", kind.word().to_lowercase()));
    let after = scene_of(screen);
    let program = &screen.state().program;
    assert_eq!(validate(&after), [], "{kind:?}");
    assert_eq!(program.playback.session.trouble, None, "{kind:?}");
    let message = program.ui.message.clone();
    if after != before {
        act(screen, Action::Do(Trigger::Undo));
        assert_eq!(scene_of(screen), before, "{kind:?}");
    }
    show_alone(screen);
    match message {
        Some((reason, true)) => {
            assert_eq!(after, before, "{kind:?}: {reason}");
            Err(reason)
        }
        said => {
            assert_ne!(after, before, "{kind:?} says {said:?}");
            Ok(after.ids().len() - before.ids().len())
        }
    }
}

/// Whether a number from a text is in force, and fits; else it is refused with a reason.
fn is_taken(screen: &mut Screen, kind: BlueprintKind, label: &str, text: &str) -> bool {
    let now = shown(screen, label);
    if let Some(reason) = refusal(screen) {
        assert!(!reason.is_empty());
        assert_eq!(blueprints(screen), Blueprints::default(), "{label} {text}");
        assert_eq!(
            now, text,
            "{kind:?} {label}: the text is there to be mended"
        );
        return false;
    }
    let value: f64 = now.parse().unwrap();
    let holds = range_of(kind, label).contains(&value);
    assert!(
        holds || (value == 0.0 && may_be_zero(kind, label)),
        "{kind:?} {label}: {text} became {value}"
    );
    assert!(value.fract() == 0.0 || !is_count(label), "{label} {value}");
    true
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn whatever_is_typed_what_is_added_is_valid_or_refused_with_a_reason() {
    let (mut fields, mut taken, mut refused) = (0, 0, 0);
    for kind in BlueprintKind::ALL {
        let mut screen = screen(kind);
        add(&mut screen, kind).unwrap();
        for label in number_fields(&mut screen) {
            fields += 1;
            for text in HOSTILE {
                fill(&mut screen, &label, text);
                match is_taken(&mut screen, kind, &label, text) {
                    true => taken += 1,
                    false => refused += 1,
                }
                if let Err(reason) = add(&mut screen, kind) {
                    println!("{kind:?} {label} {text}: {reason}");
                }
                begin_anew(&mut screen);
            }
        }
    }
    println!("{fields} fields: {taken} texts taken, {refused} refused");
    assert_eq!(fields, 102);
    assert!(taken > 2 * fields && refused > 8 * fields);
}

/// All kinds but the net, which is made as cloth is.
fn kinds_of_their_own() -> impl Iterator<Item = BlueprintKind> {
    let all = BlueprintKind::ALL.into_iter();
    all.filter(|kind| *kind != BlueprintKind::Net)
}

#[test]
fn the_ends_of_every_range_are_safe_together() {
    for kind in kinds_of_their_own() {
        let mut screen = screen(kind);
        let fields = number_fields(&mut screen);
        for is_end in [RangeInclusive::start, RangeInclusive::end] {
            for label in &fields {
                let end = *is_end(&range_of(kind, label));
                type_into(&mut screen, label, &end.to_string());
                assert_eq!(refusal(&mut screen), None, "{kind:?} {label} {end}");
            }
            if let Err(reason) = add(&mut screen, kind) {
                println!("{kind:?}: {reason}");
            }
        }
    }
}

#[test]
fn the_largest_counts_are_made() {
    for kind in kinds_of_their_own() {
        let mut screen = screen(kind);
        for label in number_fields(&mut screen) {
            let most = *range_of(kind, &label).end();
            if is_count(&label) {
                type_into(&mut screen, &label, &most.to_string());
            }
        }
        let begun = Instant::now();
        let things = add(&mut screen, kind).unwrap();
        println!("{kind:?}: {things} things in {:?}", begun.elapsed());
        let least = match kind {
            BlueprintKind::Rope | BlueprintKind::Chain => 2_000,
            BlueprintKind::Cloth => 49_000,
            BlueprintKind::Jelly => 14_000,
            BlueprintKind::Ring => 12_500,
            BlueprintKind::Pyramid => 5_050,
            BlueprintKind::Stack | BlueprintKind::Wall | BlueprintKind::Dominoes => 1_000,
            _ => 1,
        };
        assert!(things >= least, "{kind:?}: {things}");
    }
}

#[test]
fn a_click_on_add_ends_the_typing() {
    let kind = BlueprintKind::Ball;
    let mut screen = screen(kind);
    show(&mut screen, Panel::Inspector);
    let start = scene_of(&screen);
    for (text, expected) in [("-1", None), ("7", Some(7.0))] {
        click(&mut screen, "Mass");
        retype(&mut screen, text);
        click(&mut screen, "Add ball");
        assert_eq!(refusal(&mut screen).is_some(), expected.is_none(), "{text}");
        let scene = scene_of(&screen);
        let added = scene.bodies.get(start.bodies.len());
        assert_eq!(added.and_then(|body| body.mass_kg), expected, "{text}");
    }
}

#[test]
fn a_refused_number_does_not_follow_to_another_kind() {
    let mut screen = screen(BlueprintKind::Ball);
    type_into(&mut screen, "Mass", "-1");
    choose(&mut screen, BlueprintKind::Box);
    assert_eq!(refusal(&mut screen), None);
    assert_eq!(shown(&screen, "Mass"), "5");
    choose(&mut screen, BlueprintKind::Ball);
    assert_eq!(refusal(&mut screen), None);
}

#[test]
fn the_button_that_adds_is_always_in_sight() {
    for size in [WINDOW, [640.0, 400.0]] {
        for scale in [1.0, 1.5, 2.5] {
            let mut screen = obeying_screen_of(open("first-throw"), size);
            dress(&mut screen, Theme::Dark, scale);
            show(&mut screen, Panel::Create);
            let floor = rect_of(&mut screen, "Play").top();
            for kind in BlueprintKind::ALL {
                use_button(&mut screen, kind.word());
                let label = format!("Add {}", kind.word().to_lowercase());
                let button = rect_of(&mut screen, &label);
                assert!(button.bottom() <= floor, "{label} {size:?} {scale}");
                assert!(button.right() <= size[0] && button.is_positive());
            }
        }
    }
}

#[test]
fn words_never_break_in_the_middle_and_fields_have_units() {
    for scale in [1.0, 1.5, 2.5] {
        let mut screen = obeying_screen_of(open("first-throw"), WINDOW);
        dress(&mut screen, Theme::Dark, scale);
        show_alone(&mut screen);
        let height = rect_of(&mut screen, "Choose ball").height();
        for kind in BlueprintKind::ALL {
            let label = format!("Choose {}", kind.word().to_lowercase());
            let place = rect_of(&mut screen, &label);
            let words = kind.word().split_whitespace().count() as f32;
            assert!(
                place.height() < words * height + 1.0,
                "{label} is broken at {scale}"
            );
        }
    }
    let mut screen = screen(BlueprintKind::Stone);
    for label in ["Density", "Width", "Height", "Depth"] {
        let unit = rect_of(&mut screen, &format!("Unit of {label}"));
        let field = rect_of(&mut screen, label);
        assert!(
            unit.left() >= field.right() && unit.width() > 4.0,
            "{label}"
        );
    }
}

#[test]
fn a_kind_is_dragged_to_where_it_should_stand() {
    let mut screen = screen(BlueprintKind::Ragdoll);
    let stage = screen.state().program.ui.panels.dock.stage().unwrap();
    let bodies = |screen: &Screen| scene_of(screen).bodies.len();
    for label in ["Choose box", "Add box"] {
        show_alone(&mut screen);
        let before = bodies(&screen);
        let from = place_of(&mut screen, label);
        move_to(&mut screen, from);
        button(&mut screen, from, true);
        for share in [0.3, 0.7, 1.0] {
            move_to(&mut screen, from.lerp(stage.center(), share));
        }
        let there = glam::DVec3::new(1.5, 0.0, -0.5 - before as f64);
        screen.state_mut().program.workbench.pointed_m = Some(there);
        button(&mut screen, stage.center(), false);
        settle(&mut screen);
        assert_eq!(bodies(&screen), before + 1, "{label}");
        let scene = scene_of(&screen);
        let place = scene.bodies.last().unwrap().position_m;
        assert_eq!((place[0], place[2]), (there.x, there.z), "{label}");
        // Let go over the panels it is not made.
        show_alone(&mut screen);
        screen.state_mut().program.workbench.pointed_m = None;
        let from = place_of(&mut screen, label);
        button(&mut screen, from, true);
        move_to(&mut screen, from + egui_macroquad::egui::vec2(0.0, 60.0));
        button(&mut screen, from, false);
        settle(&mut screen);
        assert_eq!(bodies(&screen), before + 1, "{label}");
    }
}
