//! The panels, drawn without a window and operated by what stands on them.

use crate::ui_kit::{
    act, click, dress, open, press_key, rect_of, retype, screen_of, settle, taken, use_button,
    Screen, HOSTILE, WINDOW,
};
use egui_kittest::kittest::Queryable;
use egui_macroquad::egui::accesskit::Role;
use egui_macroquad::egui::Key;
use ragdoll_lab::app::action::{Action, Answer, Trigger};
use ragdoll_lab::app::panels::widgets::{accepted, key_owner, KeyOwner};
use ragdoll_lab::editor::{Command, Item, Things};
use ragdoll_lab::lab::Progress;
use ragdoll_lab::physics::method::parameter::Value;
use ragdoll_lab::physics::method::{find as find_method, METHODS};
use ragdoll_lab::scene::range::{Edge, QUANTITIES};
use ragdoll_lab::scene::{
    parse, validate, BodyType, Figure, FigureBuild, Integrator, Scene, ThesisFigure, SHIPPED,
};
use ragdoll_lab::view::theme::Theme;

fn screen(scene: &str, size: [f32; 2]) -> Screen {
    screen_of(open(scene), size)
}

#[test]
#[ignore = "long: bash tests/run.sh --long"]
fn every_panel_opens_everywhere_and_asks_for_nothing_by_itself() {
    for shipped in SHIPPED {
        for size in [WINDOW, [640.0, 400.0]] {
            let mut screen = screen(shipped.name, size);
            for theme in [Theme::Dark, Theme::Light] {
                for scale in [0.7, 1.0, 1.5, 2.5] {
                    screen.state_mut().program.ui.panels.sheets.help.open = scale > 1.0;
                    dress(&mut screen, theme, scale);
                }
            }
            screen
                .state_mut()
                .program
                .perform(Action::Do(Trigger::Throw));
            for _ in 0..90 {
                screen.state_mut().program.advance(1.0 / 60.0);
            }
            settle(&mut screen);
            assert_eq!(taken(&mut screen), [], "{}", shipped.name);
        }
    }
}

#[test]
fn a_launcher_that_points_anywhere_is_left_as_it_is() {
    let mut screen = screen("first-throw", WINDOW);
    for direction in [
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [1e6, 1e6, -1e6],
        [1e-9, 0.0, 0.0],
    ] {
        let program = &mut screen.state_mut().program;
        let mut launcher = program.workspace.document.scene().launcher.clone().unwrap();
        launcher.direction = direction;
        program.perform(Action::Edit(Command::SetLauncher(launcher, "Aim")));
        settle(&mut screen);
        assert_eq!(taken(&mut screen), [], "{direction:?}");
    }
}

#[test]
fn buttons_return_what_they_say() {
    let mut screen = screen("first-throw", WINDOW);
    let throw = use_button(&mut screen, "Throw ball");
    assert_eq!(throw, [Action::Throw]);
    let again = use_button(&mut screen, "Repeat");
    assert_eq!(again, [Action::Do(Trigger::RepeatShot)]);
    let mut screen = self::screen("humanoid-medium", WINDOW);
    screen.get_by_label("Wide").click();
    settle(&mut screen);
    let wide = taken(&mut screen);
    assert!(
        matches!(
            wide[..],
            [Action::Edit(Command::SetFigure(
                _,
                Figure::Thesis(ThesisFigure {
                    body_type: BodyType::Wide,
                    ..
                }),
                _
            ))]
        ),
        "{wide:?}"
    );
    screen.get_by_label("Uniform").click();
    settle(&mut screen);
    let uniform = taken(&mut screen);
    assert!(
        matches!(&uniform[..], [Action::Edit(Command::SetSolver(s, _))] if s.weighting == 0.0),
        "{uniform:?}"
    );
}

/// Under a method that weights nothing the switch is grey.
#[test]
fn the_weighting_can_be_chosen_where_it_has_an_effect() {
    for (method, has_effect) in [("verlet", true), ("multipliers", false), ("reduced", false)] {
        let mut screen = screen("mx-throw", [1280.0, 1200.0]);
        let mut solver = screen
            .state()
            .program
            .workspace
            .document
            .scene()
            .solver
            .clone();
        solver.method = method.into();
        let command = Command::SetSolver(Box::new(solver), "Method");
        screen.state_mut().program.perform(Action::Edit(command));
        settle(&mut screen);
        taken(&mut screen);
        screen.get_by_label("Uniform").click();
        settle(&mut screen);
        assert_eq!(!taken(&mut screen).is_empty(), has_effect, "{method}");
    }
}

#[test]
fn every_shipped_scene_is_one_click_away() {
    let mut screen = screen("first-throw", [1280.0, 5000.0]);
    for shipped in SHIPPED {
        let name = parse(shipped.text.as_bytes()).unwrap().name;
        screen.get_by_label(&name).click();
        settle(&mut screen);
        assert_eq!(taken(&mut screen), [Action::OpenShipped(shipped.name)]);
    }
}

#[test]
fn what_a_player_needs_is_in_sight_at_1280_by_720() {
    let mut screen = screen("first-throw", WINDOW);
    for theme in [Theme::Dark, Theme::Light] {
        dress(&mut screen, theme, 1.0);
        let floor = rect_of(&mut screen, "Play").top();
        let labels = [
            "Radius",
            "Mass",
            "Elasticity",
            "Thin",
            "Medium",
            "Wide",
            "Speed",
            "Yaw",
            "Pitch",
            "Throw ball",
            "Repeat",
            "Uniform",
            "Mass-weighted",
        ];
        for label in labels {
            let rect = rect_of(&mut screen, label);
            assert!(rect.is_positive(), "{label}");
            assert!(
                rect.left() >= 0.0 && rect.right() <= 1280.0,
                "{label} {rect:?}"
            );
            assert!(
                rect.top() >= 0.0 && rect.bottom() <= floor,
                "{label} {rect:?} {floor}"
            );
        }
    }
}

#[test]
fn larger_text_gets_wider_panels() {
    let mut screen = screen("first-throw", [2560.0, 1440.0]);
    dress(&mut screen, Theme::Dark, 1.5);
    for label in ["Speed", "Radius", "Mass-weighted", "Repeat"] {
        let rect = rect_of(&mut screen, label);
        assert!(rect.right() <= 2560.0, "{label} {rect:?}");
    }
}

/// Types into the numeric field of that number, counted from the top.
fn type_into(screen: &mut Screen, index: usize, text: &str) -> Vec<Action> {
    let field = screen.get_all_by_role(Role::SpinButton).nth(index).unwrap();
    field.focus();
    settle(screen);
    retype(screen, text);
    press_key(screen, Key::Enter);
    taken(screen)
}

#[test]
fn whatever_is_typed_the_scene_stays_valid() {
    let mut screen = screen("first-throw", [1280.0, 2000.0]);
    open_solver(&mut screen);
    // With all fields that appear only when something is on.
    change(&mut screen, |scene| {
        scene.solver.choose_method(find_method("paper").unwrap());
        scene.solver.early_out_m = Some(1e-3);
        scene.solver.coincident = Some(ragdoll_lab::scene::Coincident::Random);
    });
    let fields = screen.get_all_by_role(Role::SpinButton).count();
    assert!(fields >= 18, "{fields}");
    let mut changed = 0;
    for index in 0..fields {
        for text in HOSTILE {
            for action in type_into(&mut screen, index, text) {
                let mut scene = (**screen.state().program.workspace.document.scene()).clone();
                match action {
                    Action::Edit(command) => command.apply(&mut scene).unwrap(),
                    Action::SetSpeed(speed) => {
                        let program = &mut screen.state_mut().program;
                        program.perform(Action::SetSpeed(speed));
                        assert!(
                            (0.001..=8.0).contains(&program.playback.session.pace.speed),
                            "{text}"
                        );
                    }
                    other => panic!("{other:?}"),
                }
                assert_eq!(validate(&scene), [], "field {index}: {text}");
                changed += 1;
            }
        }
    }
    assert!(changed > 5 * fields, "{changed} changes");
}

#[test]
fn a_small_number_is_taken_as_typed() {
    let mut screen = screen("first-throw", [1280.0, 2000.0]);
    let actions = type_into(&mut screen, 1, "0.0003");
    let radius = actions.iter().find_map(|a| match a {
        Action::Edit(Command::SetLauncher(l, _)) => Some(l.ball.radius_m),
        _ => None,
    });
    assert_eq!(radius, Some(0.0003), "{actions:?}");
}

#[test]
fn numbers_become_valid_ones_or_nothing() {
    let extremes = [
        0.0,
        -0.0,
        -1.0,
        1e-30,
        1e9,
        1e308,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for quantity in QUANTITIES {
        for new in extremes {
            let value = accepted(new, quantity.default, quantity);
            assert!(
                value.is_none_or(|v| quantity.holds(v)),
                "{} {new}",
                quantity.key
            );
            assert!(new.is_finite() || value.is_none());
        }
        assert_eq!(accepted(quantity.default, quantity.default, quantity), None);
        if quantity.edge == Edge::Closed {
            assert_ne!(accepted(quantity.max, quantity.min, quantity), None);
        }
    }
    // Leaving a field without typing must not round what is stored.
    let length = QUANTITIES.iter().find(|q| q.key == "length_m").unwrap();
    assert_eq!(accepted(0.123_457, 0.123_456_789, length), None);
    assert_eq!(accepted(0.12, 0.123_456_789, length), Some(0.12));
}

#[test]
fn the_question_about_changes_returns_the_answer() {
    let mut screen = screen("first-throw", [640.0, 400.0]);
    let program = &mut screen.state_mut().program;
    let mut launcher = program.workspace.document.scene().launcher.clone().unwrap();
    launcher.speed_m_s += 1.0;
    program.perform(Action::Edit(Command::SetLauncher(launcher, "Speed")));
    program.perform(Action::Do(Trigger::Quit));
    settle(&mut screen);
    for (label, answer) in [
        ("Save changes", Answer::Save),
        ("Discard changes", Answer::Discard),
        ("Cancel", Answer::Cancel),
    ] {
        let actions = use_button(&mut screen, label);
        assert_eq!(actions, [Action::Answer(answer)]);
    }
}

#[test]
fn hidden_panels_leave_the_window_to_the_stage() {
    let mut screen = screen("first-throw", WINDOW);
    screen.state_mut().program.ui.panels.hidden = true;
    settle(&mut screen);
    assert_eq!(screen.ctx.available_rect(), screen.ctx.screen_rect());
    assert!(screen.query_by_label("Uniform").is_none());
}

#[test]
fn scenes_without_launcher_or_humanoid_say_what_to_do() {
    for shipped in SHIPPED {
        let scene = parse(shipped.text.as_bytes()).unwrap();
        if scene.launcher.is_some() {
            continue;
        }
        let mut screen = screen(shipped.name, WINDOW);
        let added = use_button(&mut screen, "Add launcher");
        assert!(matches!(
            &added[..],
            [Action::Edit(Command::SetLauncher(..))]
        ));
        let advice = screen.query_by_label_contains("add one in Create");
        assert_eq!(
            advice.is_some(),
            scene.ragdolls.is_empty(),
            "{}",
            shipped.name
        );
    }
}

#[test]
fn every_slider_is_named() {
    let screen = screen("first-throw", WINDOW);
    for label in [
        "Radius",
        "Mass",
        "Elasticity",
        "Friction",
        "Speed",
        "Yaw",
        "Pitch",
    ] {
        let named = screen.get_all_by_role(Role::Slider).any(|n| {
            n.labelled_by()
                .any(|l| l.value().is_some_and(|v| v.trim_end_matches(" •") == label))
        });
        assert!(named, "{label}");
    }
}

fn open_solver(screen: &mut Screen) {
    screen.get_by_label("Solver").click();
    screen.run_steps(20);
}

/// Changes the solver settings of the open scene.
fn change(screen: &mut Screen, change: impl FnOnce(&mut Scene)) {
    let program = &mut screen.state_mut().program;
    let mut scene = (**program.workspace.document.scene()).clone();
    change(&mut scene);
    let command = Command::SetSolver(Box::new(scene.solver), "Solver");
    program.perform(Action::Edit(command));
    program.workspace.document.end_gesture();
    screen.run_steps(20);
    taken(screen);
}

/// Carries out what the panels asked for, as the window does; returns the scene.
fn edited(screen: &mut Screen) -> Scene {
    let actions = taken(screen);
    let program = &mut screen.state_mut().program;
    let edits = actions.len();
    assert!(edits > 0, "nothing was asked for");
    for action in actions {
        assert!(matches!(action, Action::Edit(_)), "{action:?}");
        program.perform(action);
    }
    program.workspace.document.end_gesture();
    if let Some((text, true)) = &program.ui.message {
        panic!("{text}");
    }
    let scene = (**program.workspace.document.scene()).clone();
    settle(screen);
    assert_eq!(taken(screen), [], "asks again by itself");
    scene
}

/// Chooses from a list that opens.
fn choose(screen: &mut Screen, list: &str, name: &str) -> Scene {
    click(screen, list);
    click(screen, &format!("{list}: {name}"));
    edited(screen)
}

fn undo(screen: &mut Screen) -> Scene {
    let program = &mut screen.state_mut().program;
    program.perform(Action::Do(Trigger::Undo));
    let scene = (**program.workspace.document.scene()).clone();
    settle(screen);
    scene
}

fn document(screen: &Screen) -> Scene {
    (*crate::ui_kit::scene_of(screen)).clone()
}

#[test]
fn springs_say_from_where_on_they_blow_up_and_a_button_helps() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    change(&mut screen, |scene| {
        scene.solver.choose_method(find_method("springs").unwrap());
        scene.solver.integrator = Some(Integrator::SymplecticEuler);
        scene.solver.damping_n_s_m = Some(0.0);
    });
    assert!(screen
        .query_by_label_contains("unstable: must be below")
        .is_some());
    // What the preset says of its own rule is not said of another.
    assert!(screen.query_by_label_contains("damps").is_none());
    assert!(screen
        .query_by_label_contains("with symplectic Euler")
        .is_some());
    let playback = &screen.state().program.playback;
    let simulation = &playback.session.simulation;
    let bound = playback.readings.stable_below(simulation).unwrap();
    assert!(bound.now > bound.limit && bound.limit > 10.0, "{bound:?}");
    let half = (0.5 * bound.limit).floor();
    click(&mut screen, &format!("Lower to {half} N/m"));
    assert_eq!(edited(&mut screen).solver.stiffness_n_m, Some(half));
    assert!(screen.query_by_label_contains("unstable").is_none());
    assert!(screen.query_by_label_contains("stable below").is_some());
    // What the button set holds: two seconds with a ball, and no blow-up.
    let program = &mut screen.state_mut().program;
    program.perform(Action::Do(Trigger::Throw));
    for _ in 0..120 {
        let session = &mut program.playback.session;
        assert_eq!(session.simulation.step(), Progress::Advanced);
    }
    // Backward Euler has no such limit.
    change(&mut screen, |scene| scene.solver.integrator = None);
    assert!(screen.query_by_label_contains("stable below").is_none());
}

#[test]
fn a_loop_in_the_way_of_reduced_coordinates_is_cut_by_a_button() {
    let mut screen = screen("trebuchet", [1280.0, 2400.0]);
    open_solver(&mut screen);
    assert!(screen
        .query_by_label_contains("reduced cannot simulate")
        .is_none());
    let before = document(&screen).constraints.len();
    let mut double = document(&screen).constraints[0].clone();
    double.name = "Second axle".into();
    let double = Things::one(Item::Constraint(double));
    act(&mut screen, Action::Edit(Command::Insert(double, "Joint")));
    settle(&mut screen);
    let why = "The method reduced cannot simulate a constraint that closes a loop";
    assert!(screen.query_by_label_contains(why).is_some());
    click(&mut screen, "Remove Second axle for Reduced coordinates");
    let scene = edited(&mut screen);
    assert_eq!(
        (scene.constraints.len(), &*scene.solver.method),
        (before, "reduced")
    );
    assert!(screen
        .query_by_label_contains("reduced cannot simulate")
        .is_none());
    let program = &mut screen.state_mut().program;
    assert_eq!(
        program.playback.session.simulation.step(),
        Progress::Advanced
    );
}

#[test]
fn every_choice_of_the_solver_changes_the_scene_and_undo_restores_it() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    let papers = [
        ("State form", &["velocity", "velocity-less"][..]),
        ("Contacts", &["penalty", "constraint"]),
        ("Particle friction", &["by depth", "coulomb"]),
        ("Stick length", &["first order", "exact"]),
        ("Inertia split", &["axis", "norm", "exact"]),
    ];
    let orders = [
        "reversed",
        "alternating",
        "root to leaf",
        "shuffled",
        "listed",
    ];
    let standard = [
        ("Limit model", &["component", "swing-twist"][..]),
        ("Order", &orders),
    ];
    for (method, lists) in [("verlet", &standard[..]), ("paper", &papers)] {
        change(&mut screen, |scene| {
            scene.solver.choose_method(find_method(method).unwrap());
        });
        let before = document(&screen);
        for (list, names) in lists {
            let Some((last, others)) = names.split_last() else {
                continue;
            };
            for name in others {
                let changed = choose(&mut screen, list, name);
                assert_ne!(changed, before, "{list} {name}");
                assert_eq!(validate(&changed), [], "{list} {name}");
                rect_of(&mut screen, &format!("Reset {list}"));
            }
            // What the preset gives needs no override.
            assert_eq!(choose(&mut screen, list, last), before, "{list} {last}");
            for _ in *names {
                undo(&mut screen);
            }
            assert_eq!(document(&screen), before, "{list}");
        }
    }
}

#[test]
fn what_overrides_the_preset_is_marked_and_can_be_reset() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    let before = document(&screen);
    change(&mut screen, |scene| {
        let solver = &mut scene.solver;
        solver.rate_hz = Some(120.0);
        solver.substeps = Some(3);
        solver.iterations = Some(7);
        solver.weighting = 0.5;
        solver.over_relaxation = 1.2;
        solver.linear_drag_per_s = Some(1.0);
        solver.angular_drag_per_s = Some(1.5);
        solver.joint_damping_per_s = Some(2.0);
        solver.order = ragdoll_lab::scene::Order::Shuffled;
        solver.seed = 9;
    });
    for label in [
        "Rate",
        "Substeps",
        "Iterations",
        "Weighting",
        "Over-relaxation",
        "Drag",
        "Angular drag",
        "Joint damping",
        "Seed",
        "Order",
    ] {
        let set = document(&screen);
        click(&mut screen, &format!("Reset {label}"));
        assert_ne!(edited(&mut screen), set, "{label}");
        let marked = format!("Reset {label}");
        assert!(screen.query_by_label(&marked).is_none(), "{label}");
    }
    assert_eq!(document(&screen), before);
    assert!(screen.query_by_label("Reset to preset").is_none());
}

#[test]
fn every_parameter_of_every_method_has_a_row() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    for method in METHODS {
        for spec in method.parameters {
            change(&mut screen, |scene| {
                scene.solver.choose_method(method);
                if let Some(&(key, choice)) = spec.only_with.and_then(|others| others.first()) {
                    let other = method.parameter(key).unwrap();
                    scene.solver = scene.solver.with(other, Some(Value::Choice(choice)));
                }
            });
            rect_of(&mut screen, spec.label);
        }
    }
}

#[test]
fn a_preset_shows_its_note_and_drops_what_was_set_over_it() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    // The one that holds at first comes last.
    for (method, name, expected) in [
        ("verlet", "high", "smaller"),
        ("verlet", "default", "robust"),
        ("impulse", "high", "about half as large"),
        ("impulse", "default", "keeps 100 % of a swing"),
        ("paper", "baltman-velocity", "never comes to rest"),
        ("paper", "jakobsen", "no square root"),
        ("paper", "delannoy", "mass-weighted particles"),
        ("paper", "baltman", "sag by 30 to 60 mm"),
    ] {
        // A list keeps the size that it had for the presets of another method.
        if document(&screen).solver.method != method {
            screen = self::screen("mx-throw", [1280.0, 2400.0]);
            open_solver(&mut screen);
        }
        change(&mut screen, |scene| {
            scene.solver.choose_method(find_method(method).unwrap());
            scene.solver.substeps = Some(5);
            scene.solver.angular_drag_per_s = Some(3.0);
        });
        let solver = choose(&mut screen, "Preset", name).solver;
        assert_eq!(solver.method, method, "{name}");
        assert_eq!(solver.substeps, None, "{name}");
        assert_eq!(solver.angular_drag_per_s, None, "{name}");
        screen.get_by_label_contains(expected);
        let program = &mut screen.state_mut().program;
        for _ in 0..5 {
            program.advance(1.0 / 60.0);
        }
        assert!(program.playback.session.trouble.is_none(), "{name}");
    }
    change(&mut screen, |scene| scene.solver.substeps = Some(5));
    click(&mut screen, "Reset to preset");
    assert_eq!(edited(&mut screen).solver.substeps, None);
}

#[test]
fn switches_of_the_solver_go_on_and_off() {
    let mut screen = screen("mx-throw", [1280.0, 2400.0]);
    open_solver(&mut screen);
    click(&mut screen, "Sleeping");
    assert!(!edited(&mut screen).solver.sleeping);
    change(&mut screen, |scene| {
        scene.solver.choose_method(find_method("paper").unwrap());
    });
    click(&mut screen, "Stop early");
    assert!(edited(&mut screen).solver.early_out_m.is_some());
    rect_of(&mut screen, "Stop at");
    click(&mut screen, "Stop early");
    assert_eq!(edited(&mut screen).solver.early_out_m, None);
}

#[test]
fn every_figure_is_one_choice_away() {
    let mut screen = screen("first-throw", [1280.0, 2000.0]);
    let before = document(&screen);
    let builds = [
        ("Thesis, rigid", FigureBuild::Rigid),
        ("Thesis, rigid with limits", FigureBuild::RigidWithLimits),
        ("Thesis, particles", FigureBuild::Particles),
    ];
    for (name, expected) in builds {
        let scene = choose(&mut screen, "Figure", name);
        let Figure::Thesis(figure) = &scene.ragdolls[0].figure else {
            panic!("{name}");
        };
        assert_eq!(figure.build, expected);
        assert!(figure.arms, "the rest stays");
    }
    let scene = choose(&mut screen, "Figure", "Hitman");
    assert_eq!(scene.ragdolls[0].figure, Figure::Hitman {});
    let scene = choose(&mut screen, "Figure", "MX ragdoll");
    assert!(matches!(scene.ragdolls[0].figure, Figure::Mx(_)));
    for _ in 0..5 {
        undo(&mut screen);
    }
    assert_eq!(document(&screen), before);
}

#[test]
fn the_mx_ragdoll_has_its_options() {
    let mut screen = screen("mx-throw", [1280.0, 2000.0]);
    let before = document(&screen);
    click(&mut screen, "More settings");
    let options = [
        ("Limits", "as printed"),
        ("Inertia", "box"),
        ("Inertia", "paper"),
        ("Contact", "spheres"),
    ];
    for (list, name) in options {
        let old = document(&screen);
        let new = choose(&mut screen, list, name);
        assert_ne!(old, new, "{list} {name}");
        let program = &mut screen.state_mut().program;
        program.advance(0.1);
        assert!(program.playback.session.trouble.is_none());
    }
    click(&mut screen, "Self-collision");
    assert!(!edited(&mut screen).ragdolls[0].self_collision);
    for _ in 0..5 {
        undo(&mut screen);
    }
    assert_eq!(document(&screen), before);
}

#[test]
fn every_shipped_scene_opens_in_the_panels_with_all_sections() {
    for shipped in SHIPPED {
        let mut screen = screen(shipped.name, [1280.0, 2400.0]);
        open_solver(&mut screen);
        assert_eq!(taken(&mut screen), [], "{}", shipped.name);
        let has_figure = !document(&screen).ragdolls.is_empty();
        assert_eq!(screen.query_by_label("Figure").is_some(), has_figure);
    }
}

/// What closes a menu must not clear the selection besides.
#[test]
fn escape_belongs_to_the_menu_that_is_open() {
    let mut screen = screen("mx-throw", WINDOW);
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Stage);
    use_button(&mut screen, "Edit");
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Menu);
    press_key(&mut screen, Key::Escape);
    settle(&mut screen);
    assert_eq!(key_owner(&screen.ctx), KeyOwner::Stage);
}

/// The status line tells stretch where something can be stretched, and nowhere else.
#[test]
fn the_status_line_tells_the_stretch_of_a_rope_and_of_no_rigid_ragdoll() {
    for (scene, has) in [("rope", true), ("mx-throw", false)] {
        let screen = screen_of(open(scene), WINDOW);
        let mut told = screen.query_all_by_label_contains("· stretch ");
        assert_eq!(told.next().is_some(), has, "{scene}");
    }
}

/// The momentum, which tells one weighting from the other, is in sight beside the switch.
#[test]
fn momentum_is_seen_beside_the_weighting_in_a_small_window() {
    let mut screen = screen("first-throw", WINDOW);
    let foot = rect_of(&mut screen, "Timeline").min.y;
    let [momentum, switch] = ["Momentum", "Mass-weighted"].map(|label| rect_of(&mut screen, label));
    for rect in [momentum, switch] {
        assert!(rect.max.y <= foot && rect.max.x <= WINDOW[0], "{rect:?}");
    }
    assert!((switch.min.y - momentum.max.y).abs() < 20.0);
}
