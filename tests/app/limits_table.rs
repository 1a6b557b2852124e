//! The table of a ragdoll's parts: rows, edits of both sides, the mirror check, CSV,
//! zero here, and limits fitted to poses.

use crate::common::time::PATIENCE;
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use ragdoll_lab::compile::mx::PRINTED;
use ragdoll_lab::compile::{compile, parts_in_force, FigurePart, IdMap};
use ragdoll_lab::editor::limits::{csv, *};
use ragdoll_lab::editor::{doctor, Command, Document, Item};
use ragdoll_lab::physics::constraint::AngleLimit;
use ragdoll_lab::physics::math::rotation_from_vector;
use ragdoll_lab::physics::World;
use ragdoll_lab::scene::{
    validate, Figure, FigureBuild, InertiaPreset, LimitModel, LimitTable, Material, MxFigure,
    Ragdoll, Scene, ThesisFigure,
};

const TABLE_1: &str = include_str!("../data/mx_table1.csv");
const PAPER: Shown = Shown {
    units: Units::SlugFoot,
    frame: AngleFrame::Paper,
};
const FILES: Shown = Shown {
    units: Units::Si,
    frame: AngleFrame::Engine,
};
const ALL_SHOWN: [Shown; 4] = [
    PAPER,
    FILES,
    Shown {
        units: Units::Si,
        frame: AngleFrame::Paper,
    },
    Shown {
        units: Units::SlugFoot,
        frame: AngleFrame::Engine,
    },
];

fn mx() -> Ragdoll {
    Ragdoll::new(7, Figure::Mx(MxFigure::default()))
}

fn mx_with(figure: MxFigure) -> Ragdoll {
    Ragdoll::new(7, Figure::Mx(figure))
}

fn thesis(build: FigureBuild) -> Ragdoll {
    let figure = ThesisFigure {
        arms: true,
        build,
        ..ThesisFigure::default()
    };
    Ragdoll::new(7, Figure::Thesis(figure))
}

fn part(ragdoll: &Ragdoll, name: &str) -> FigurePart {
    let parts = parts_in_force(ragdoll);
    *parts.iter().find(|part| part.name == name).unwrap()
}

fn says(ragdoll: &Ragdoll, name: &str, cell: Cell, shown: Shown) -> f64 {
    cell.value(&part(ragdoll, name), shown).unwrap()
}

fn scene_of(ragdoll: &Ragdoll) -> Scene {
    Scene {
        ragdolls: vec![ragdoll.clone()],
        ..Scene::default()
    }
}

// Rows.

#[test]
fn titles_are_those_of_the_paper_and_parents_too() {
    let rows = rows(&mx(), &[]);
    assert_eq!(rows.len(), PRINTED.len());
    for (row, printed) in rows.iter().zip(&PRINTED) {
        assert_eq!(row.title, printed.body_part);
        let parent = printed
            .parent
            .map_or("", |parent| PRINTED[parent].body_part);
        assert_eq!(row.parent_title, parent);
    }
    let titles: Vec<String> = ragdoll_lab::editor::limits::rows(&thesis(FigureBuild::Rigid), &[])
        .into_iter()
        .map(|row| row.title)
        .collect();
    assert!(
        titles.contains(&"Right Lower Leg".to_string()),
        "{titles:?}"
    );
    assert!(titles.contains(&"Basin".to_string()), "{titles:?}");
}

#[test]
fn a_row_tells_what_differs_from_the_figure_in_either_frame() {
    let edited = edit(&mx(), "head", Cell::Max(1), 60.0, PAPER, true);
    let rows = rows(&edited, &[]);
    let changed: Vec<_> = rows.iter().filter(|row| row.is_changed()).collect();
    assert_eq!(changed.len(), 1);
    let head = changed[0];
    assert!(head.differs(Cell::Max(1), PAPER) && !head.differs(Cell::Min(1), PAPER));
    assert!(head.differs(Cell::Min(1), FILES) && !head.differs(Cell::Max(1), FILES));
    assert_eq!(head.printed_value(Cell::Max(1), PAPER), Some(50.0));
    assert!(!head.zero_differs());
}

#[test]
fn rows_are_sorted_and_filtered() {
    let edited = edit(&mx(), "l_foot", Cell::Mass, 0.5, PAPER, false);
    let mut rows = rows(&edited, &[]);
    sort(&mut rows, Column::Cell(Cell::Max(0)), PAPER, true);
    assert_eq!(rows[0].part, "l_lower_leg", "the first of two knees");
    assert_eq!(rows.last().unwrap().part, "pelvis", "the root has no limit");
    sort(&mut rows, Column::Cell(Cell::Max(0)), PAPER, false);
    assert_eq!(rows.last().unwrap().part, "pelvis");
    sort(&mut rows, Column::Part, PAPER, false);
    assert_eq!(rows[0].part, "head");
    sort(&mut rows, Column::Parent, PAPER, false);
    assert_eq!(rows[0].part, "pelvis");
    sort(&mut rows, Column::Figure, PAPER, false);
    assert_eq!(rows[0].part, "pelvis");
    let named = |words: &str, only_changed| {
        let filter = Filter {
            words: words.into(),
            only_changed,
        };
        let held = rows.iter().filter(|row| filter.holds(row));
        held.map(|row| row.part).collect::<Vec<_>>()
    };
    assert_eq!(
        named("LEFT arm", false),
        ["l_upper_arm", "l_lower_arm", "l_hand"]
    );
    assert_eq!(named("", true), ["l_foot"]);
    assert_eq!(named("", false).len(), 18);
}

#[test]
fn resets_bring_back_the_printed_numbers() {
    let mut edited = edit(&mx(), "l_lower_arm", Cell::Max(1), 90.0, PAPER, true);
    edited = edit(&edited, "l_lower_arm", Cell::Mass, 0.33, PAPER, true);
    edited = edit(&edited, "head", Cell::Restitution, 0.5, PAPER, true);
    let one = reset_cell(&edited, "l_lower_arm", Cell::Max(1), PAPER, true);
    assert_eq!(says(&one, "l_lower_arm", Cell::Max(1), PAPER), 110.0);
    assert_eq!(says(&one, "r_lower_arm", Cell::Min(1), PAPER), -110.0);
    assert_eq!(says(&one, "l_lower_arm", Cell::Mass, PAPER), 0.33);
    let one = reset_cell(&one, "l_lower_arm", Cell::Mass, PAPER, true);
    assert_eq!(one.parts.len(), 1, "only the head differs");
    let row = reset_row(&edited, "l_lower_arm", false);
    let left: Vec<_> = row.parts.iter().map(|own| own.part.as_str()).collect();
    assert_eq!(left, ["head", "r_lower_arm"]);
    assert_eq!(reset_row(&edited, "r_lower_arm", true), one);
    assert_eq!(reset_table(&edited), mx());
}

/// A mass that scales the inertia of solid boxes does not make the figure's own inertia
/// unreachable.
#[test]
fn inertia_can_be_reset_under_another_mass() {
    let boxes = mx_with(MxFigure {
        inertia: InertiaPreset::Box,
        ..MxFigure::default()
    });
    let printed = part(&boxes, "head").inertia_kg_m2;
    let heavy = edit(&boxes, "head", Cell::Mass, 9.0, FILES, false);
    assert_ne!(part(&heavy, "head").inertia_kg_m2, printed);
    let mut reset = heavy;
    for axis in 0..3 {
        reset = reset_cell(&reset, "head", Cell::Inertia(axis), PAPER, false);
    }
    assert_eq!(part(&reset, "head").inertia_kg_m2, printed);
    assert_eq!(part(&reset, "head").mass_kg, 9.0);
}

/// The root has a surface though it has no joint.
#[test]
fn the_friction_of_a_part_is_that_of_the_material_until_it_has_its_own() {
    let rubber = Material {
        id: 3,
        friction: 1.1,
        ..Material::default()
    };
    let ragdoll = Ragdoll {
        material: Some(3),
        ..mx()
    };
    let materials = [rubber];
    let friction = |ragdoll: &Ragdoll, part: usize| {
        let row = &rows(ragdoll, &materials)[part];
        (row.value(Cell::Friction, PAPER), row.is_changed())
    };
    assert_eq!(friction(&ragdoll, 0), (Some(1.1), false));
    assert_eq!(
        rows(&mx(), &materials)[0].value(Cell::Friction, PAPER),
        Some(0.6)
    );
    let pelvis = &rows(&ragdoll, &materials)[0];
    let icy = pelvis.edited(&ragdoll, Cell::Friction, 0.05, PAPER, true);
    assert_eq!(friction(&icy, 0), (Some(0.05), true));
    assert_eq!(friction(&icy, 1), (Some(1.1), false));
    assert!(validate(&scene_of(&icy))
        .iter()
        .all(|fault| !fault.path.contains("parts")));
    let same = pelvis.edited(&icy, Cell::Friction, 1.1, PAPER, true);
    assert_eq!(same, ragdoll, "what equals the material follows it");
    assert_eq!(
        reset_cell(&icy, "pelvis", Cell::Friction, PAPER, true),
        ragdoll
    );
    let text = csv::write(&icy, &materials, PAPER);
    assert_eq!(
        csv::read(&ragdoll, &materials, text.as_bytes()).unwrap(),
        icy
    );
    let without = text.lines().map(|line| line.rsplit_once(',').unwrap().0);
    let without = without.collect::<Vec<_>>().join("\n");
    assert_eq!(
        csv::read(&icy, &materials, without.as_bytes()).unwrap(),
        icy
    );
}

#[test]
fn hands_of_unlike_friction_are_told_and_made_alike() {
    let corrected = mx_with(MxFigure {
        limits: LimitTable::Mirrored,
        ..MxFigure::default()
    });
    let gloved = edit(&corrected, "l_hand", Cell::Friction, 1.5, PAPER, false);
    let [row] = lopsided(&gloved).try_into().unwrap();
    assert!(!row.bends());
    let told = row.explanation(PAPER);
    assert!(told.contains("it has friction 1.5;"), "{told}");
    assert!(
        told.contains("would be the friction of its material"),
        "{told}"
    );
    let mut scene = scene_of(&gloved);
    row.remedy(&gloved).apply(&mut scene).unwrap();
    assert_eq!(scene.ragdolls[0], corrected);
}

#[test]
fn a_typed_number_is_shown_as_it_was_typed() {
    for hundredths in 1..1000 {
        let mass = f64::from(hundredths) / 100.0;
        let edited = edit(&mx(), "head", Cell::Mass, mass, PAPER, false);
        assert_eq!(says(&edited, "head", Cell::Mass, PAPER), mass);
        let edited = edit(&mx(), "head", Cell::Inertia(2), mass, PAPER, false);
        assert_eq!(says(&edited, "head", Cell::Inertia(2), PAPER), mass);
    }
}

// Both sides.

#[test]
fn an_edited_elbow_is_followed_by_the_other() {
    let edited = edit(&mx(), "l_lower_arm", Cell::Max(1), 95.0, PAPER, true);
    assert_eq!(says(&edited, "l_lower_arm", Cell::Max(1), PAPER), 95.0);
    assert_eq!(says(&edited, "r_lower_arm", Cell::Min(1), PAPER), -95.0);
    let parts: Vec<_> = edited.parts.iter().map(|own| own.part.as_str()).collect();
    assert_eq!(parts, ["l_lower_arm", "r_lower_arm"]);
    // In the frame of the files the same rule holds.
    let same = edit(&mx(), "r_lower_arm", Cell::Max(1), 95.0, FILES, true);
    assert_eq!(same, edited);
    let alone = edit(&mx(), "l_lower_arm", Cell::Max(1), 95.0, PAPER, false);
    assert_eq!(part(&alone, "r_lower_arm"), part(&mx(), "r_lower_arm"));
}

#[test]
fn x_masses_and_restitution_are_equal_on_both_sides() {
    for (cell, value) in [
        (Cell::Min(0), -50.0),
        (Cell::Mass, 0.3),
        (Cell::Inertia(1), 1.5),
        (Cell::Restitution, 0.25),
        (Cell::Friction, 1.25),
    ] {
        let edited = edit(&mx(), "r_shoulder", cell, value, PAPER, true);
        assert_eq!(says(&edited, "r_shoulder", cell, PAPER), value, "{cell:?}");
        assert_eq!(says(&edited, "l_shoulder", cell, PAPER), value, "{cell:?}");
    }
    let head = edit(&mx(), "head", Cell::Max(2), 20.0, PAPER, true);
    assert_eq!(head.parts.len(), 1, "the middle has no twin");
}

/// Of the two printed rows that are no mirror images only the one number follows.
#[test]
fn a_lopsided_twin_takes_one_number_and_keeps_the_others() {
    let edited = edit(&mx(), "r_upper_leg", Cell::Max(2), 30.0, PAPER, true);
    let left = |cell| says(&edited, "l_upper_leg", cell, PAPER);
    assert_eq!((left(Cell::Min(2)), left(Cell::Max(2))), (-30.0, 45.0));
    assert_eq!((left(Cell::Min(0)), left(Cell::Max(0))), (-60.0, 0.0));
    let same = edit(&mx(), "r_upper_leg", Cell::Max(2), 45.0, PAPER, true);
    assert_eq!(same, mx(), "what changes nothing changes no twin");
}

// The mirror check.

#[test]
fn the_check_names_the_two_printed_rows_and_what_would_be_right() {
    let rows = lopsided(&mx());
    let names: Vec<_> = rows.iter().map(|row| row.left.name).collect();
    assert_eq!(names, ["l_hand", "l_upper_leg"]);
    assert_eq!(
        rows[0].explanation(PAPER),
        "Left Hand: the paper prints 0 to 90° about x; the mirror image of Right Hand would be \
         -90 to 0° about x."
    );
    assert_eq!(
        rows[1].explanation(FILES),
        "Left Upper Leg: the paper prints 0 to 45° about z; the mirror image of Right Upper Leg \
         would be -45 to 0° about z.",
        "what is printed is in the paper's frame"
    );
    assert!(rows.iter().all(|row| row.is_printed && row.bends()));
}

#[test]
fn the_corrected_preset_is_one_command_and_nothing_is_left_to_find() {
    let mut scene = scene_of(&mx());
    corrected_preset(&mx()).unwrap().apply(&mut scene).unwrap();
    let ragdoll = &scene.ragdolls[0];
    assert!(lopsided(ragdoll).is_empty());
    assert!(ragdoll.parts.is_empty());
    assert_eq!(corrected_preset(ragdoll), None);
    assert_eq!(
        corrected_preset(&thesis(FigureBuild::RigidWithLimits)),
        None
    );
    for build in [FigureBuild::Rigid, FigureBuild::RigidWithLimits] {
        assert!(lopsided(&thesis(build)).is_empty());
    }
}

#[test]
fn an_edit_of_one_side_is_found_and_mirrored_by_its_remedy() {
    let table = MxFigure {
        limits: LimitTable::Mirrored,
        ..MxFigure::default()
    };
    let edited = edit(&mx_with(table), "r_foot", Cell::Max(1), 33.0, PAPER, false);
    let rows = lopsided(&edited);
    assert_eq!(rows.len(), 1);
    assert_eq!(
        rows[0].explanation(PAPER),
        "Left Foot: it has -20 to 20° about y; the mirror image of Right Foot would be -33 to \
         20° about y."
    );
    let mut scene = scene_of(&edited);
    rows[0].remedy(&edited).apply(&mut scene).unwrap();
    assert!(lopsided(&scene.ragdolls[0]).is_empty());
    let heavy = edit(&mx_with(table), "l_foot", Cell::Mass, 3.0, FILES, false);
    let rows = lopsided(&heavy);
    assert!(rows.len() == 1 && !rows[0].bends());
    assert!(rows[0].explanation(FILES).contains("mass 3 kg"));
}

#[test]
fn the_doctor_finds_the_same_rows_and_heals_them() {
    let scene = scene_of(&mx());
    let broken = |scene: &Scene| {
        let findings = doctor::examine(scene).unwrap();
        let of_mirror = |f: &doctor::Finding| f.check == doctor::Check::MirrorBroken;
        findings.into_iter().filter(of_mirror).collect::<Vec<_>>()
    };
    let findings = broken(&scene);
    let parts: Vec<_> = findings.iter().filter_map(|f| f.part.clone()).collect();
    assert_eq!(parts, ["l_hand", "l_upper_leg"]);
    let mut document = Document::new(scene);
    document.apply(&findings[0].command().unwrap()).unwrap();
    assert!(broken(document.scene()).is_empty());
}

#[test]
fn the_doctor_names_the_limits_that_the_clamp_cannot_hold() {
    let mut scene = scene_of(&mx());
    let of_clamp = |scene: &Scene| {
        let found = doctor::examine(scene).unwrap().into_iter();
        found
            .filter(|f| f.check == doctor::Check::ClampGivesWay)
            .collect::<Vec<_>>()
    };
    assert!(of_clamp(&scene).is_empty());
    scene.ragdolls[0].limit_model = Some(LimitModel::Component);
    let [finding] = of_clamp(&scene).try_into().unwrap();
    assert!(finding.sentence.contains("l_upper_arm and r_upper_arm"));
    let mut document = Document::new(scene);
    document.apply(&finding.command().unwrap()).unwrap();
    assert!(of_clamp(document.scene()).is_empty());
}

// CSV.

#[test]
fn the_default_ragdoll_is_the_printed_table_number_for_number() {
    let written = csv::write(&mx(), &[], PAPER);
    let number = |field: &str| field.parse::<f64>().ok();
    assert_eq!(written.lines().count(), TABLE_1.lines().count());
    for (line, (ours, theirs)) in written.lines().zip(TABLE_1.lines()).enumerate() {
        let ours: Vec<&str> = ours.split(',').collect();
        let theirs: Vec<&str> = theirs.split(',').collect();
        assert_eq!(
            ours.len(),
            theirs.len() + 2,
            "restitution and friction come last"
        );
        for (ours, theirs) in ours.iter().zip(&theirs) {
            match number(theirs) {
                Some(_) => assert_eq!(number(ours), number(theirs), "line {line}"),
                None => assert_eq!(ours, theirs, "line {line}"),
            }
        }
    }
    assert!(written.starts_with("body_part,parent,mass_slug,inertia_x_slug_ft2,"));
    assert_eq!(csv::read(&mx(), &[], TABLE_1.as_bytes()).unwrap(), mx());
}

#[test]
fn headings_say_units_and_frame() {
    let header = |shown| {
        csv::write(&mx(), &[], shown)
            .lines()
            .next()
            .unwrap()
            .to_string()
    };
    assert!(header(PAPER).ends_with("max_x_deg,max_y_deg,max_z_deg,restitution,friction"));
    let files = header(FILES);
    assert!(files.contains("mass_kg,inertia_x_kg_m2"), "{files}");
    assert!(files.contains("min_y_engine_deg"), "{files}");
    let elbow = |shown| {
        let text = csv::write(&mx(), &[], shown);
        let line = text.lines().find(|line| line.starts_with("Left Lower Arm"));
        line.unwrap().to_string()
    };
    assert!(elbow(PAPER).ends_with(",-45,0,0,0,110,0,0,0.6"));
    assert!(elbow(FILES).ends_with(",-45,-110,0,0,0,0,0,0.6"));
}

/// The table of an edited ragdoll reaches another one.
#[test]
fn a_table_is_pasted_into_another_ragdoll_from_any_way_to_show_it() {
    let mut edited = edit(&mx(), "l_lower_arm", Cell::Max(1), 95.5, PAPER, true);
    edited = edit(&edited, "head", Cell::Mass, 0.57, PAPER, true);
    edited = edit(&edited, "head", Cell::Restitution, 0.25, PAPER, true);
    edited = edit(&edited, "pelvis", Cell::Friction, 0.9, PAPER, true);
    for shown in ALL_SHOWN {
        let text = csv::write(&edited, &[], shown);
        assert_eq!(csv::read(&mx(), &[], text.as_bytes()).unwrap(), edited);
        let back = csv::read(&edited, &[], csv::write(&mx(), &[], shown).as_bytes());
        assert_eq!(
            back.unwrap(),
            mx(),
            "and leaves no trace when it is taken back"
        );
    }
}

#[test]
fn what_spreadsheets_make_of_it_is_read() {
    let wanted = {
        let one = edit(&mx(), "head", Cell::Mass, 0.35, PAPER, false);
        edit(&one, "l_hand", Cell::Max(2), 12.5, PAPER, false)
    };
    for text in [
        "body_part;mass_slug;max_z_deg\nLeft Hand;;12,5\nHead;0,35;\n",
        "\u{FEFF}body_part\tmax_z_deg\tmass_slug\r\nl_hand\t12,5\t\r\n\"HEAD\"\t\t0.35\r\n",
        "\n Body_Part , parent , mass_slug,MAX_Z_DEG,\n\"Left  Hand\",l_lower_arm,0.2,1.25e1,\n,,,,\nHead,\"Upper Torso\",\"+0.35\",,\n",
        "body_part,mass_kg,max_z_engine_deg,min_z_engine_deg\nHead,5.107866049999999,40,-40\nLeft Hand,,45,\u{2212}12.5",
    ] {
        let read = csv::read(&mx(), &[], text.as_bytes()).map_err(|faults| csv::told(&faults));
        assert_eq!(read.unwrap(), wanted, "{text}");
    }
}

fn faults(text: &str) -> Vec<csv::LimitsTableError> {
    csv::read(&mx(), &[], text.as_bytes()).expect_err("the text has faults")
}

#[test]
fn every_fault_names_row_column_and_remedy_and_all_come_at_once() {
    let text = "body_part,parent,mass_slug,mas_kg,min_x_deg,max_x_deg,restitution\n\
                Haed,,0.2,,0,0,0\n\
                Pelvis,Head,0.35,,5,,\n\
                Left Hand,,NaN,,0,1e999,1.5\n\
                Left Foot,,\"0,2\",,50,45,0\n\
                Left Foot,,0.2,,0,45,0\n\
                Right Foot,,0.2\n\
                Head,,1e12,,50,,\n";
    let told: Vec<String> = faults(text).iter().map(ToString::to_string).collect();
    let wanted = [
        "line 1: there is no column `mas_kg`; did you mean `mass_kg`?",
        "line 2: the figure has no part `Haed`; did you mean `Head`?",
        "line 3, Pelvis, parent: the part is the root and has no parent; parents cannot be \
         changed; leave the field empty",
        "line 3, Pelvis, min_x_deg: the part is the root and has no limits; leave the field empty",
        "line 4, Left Hand, mass_slug: `NaN` is not finite; give a finite number",
        "line 4, Left Hand, max_x_deg: `1e999` is too large; give a value in range",
        "line 4, Left Hand, restitution: `1.5` is out of range (0 to 1); give a value in this \
         range",
        "line 5, Left Foot, mass_slug: `0,2` is not a number; write it like 0.35, without \
         thousands separators",
        "line 5, Left Foot, min_x_deg and max_x_deg: the minimum 50° exceeds the maximum 45°; \
         swap them, or correct one",
        "line 6, Left Foot: line 5 has the same part; keep one of the two",
        "line 7, Right Foot: the row has 3 fields for 7 headings; use one field per heading; \
         put quotes around a field with a comma",
        "line 8, Head, mass_slug: `1e12` slug is out of range (1e-6 to 1e9 kg); give a value in \
         this range",
        "line 8, Head, min_x_deg and max_x_deg: the minimum 50° exceeds the maximum 45°; swap \
         them, or correct one",
    ];
    for (told, wanted) in told.iter().zip(&wanted) {
        assert_eq!(told, wanted);
    }
    assert_eq!(told.len(), wanted.len());
}

#[test]
fn lines_are_counted_as_an_editor_counts_them() {
    for end in ["\n", "\r\n"] {
        let lines = [
            "",
            "",
            "body_part,mass_kg,",
            "",
            ",,",
            "Head,x,",
            "",
            "Pelvis,1,9",
        ];
        let told = csv::told(&faults(&lines.join(end)));
        assert_eq!(
            told,
            "line 6, Head, mass_kg: `x` is not a number; write it like 0.35, without unit\n\
             line 8, Pelvis: `9` has no heading; clear the field, or add a heading"
        );
    }
}

#[test]
fn faulty_headings_are_told() {
    let one = |text: &str| csv::told(&faults(text));
    assert!(one("").contains("there are no rows of body parts"));
    assert!(one("body_part,mass_kg\n").contains("there are no rows of body parts"));
    assert!(one("name,mass_kg\nHead,1\n").contains("there is no column body_part"));
    assert!(one("body_part,mass_kg,mass_slug\nHead,1,1\n").contains("has the same meaning"));
    assert!(one("body_part,min_y_deg,max_y_engine_deg\nHead,0,1\n").contains("engine axes"));
    let inertia = "body_part,inertia_x_kg_m2\nHead,9\n";
    assert!(one(inertia).contains("larger than the sum of the other two"));
    let particles = thesis(FigureBuild::Particles);
    let told = csv::read(&particles, &[], TABLE_1.as_bytes()).expect_err("it has no table");
    assert!(csv::told(&told).contains("rigid bodies"));
    let free = thesis(FigureBuild::Rigid);
    let told = csv::read(&free, &[], b"body_part,min_x_deg\nSpine,-5\n").expect_err("no limits");
    assert!(csv::told(&told).contains("line 2, Spine, min_x_deg: the part has no limits"));
}

#[test]
fn huge_texts_end_soon_and_with_few_faults() {
    let start = std::time::Instant::now();
    let near =
        |unit: &str, head: &str| format!("{head}{}", unit.repeat((1 << 20) / unit.len() - 9));
    for text in [
        "x".repeat(10 << 20),
        near("x\n", "body_part,mass_kg\n"),
        near("x,", "body_part"),
        near("x", ""),
        near("\"", ""),
        near("Head,1\n", "body_part,mass_kg\n"),
        near("\n", "body_part,mass_kg\n"),
        near("9", "body_part,mass_kg\nHead,"),
        near("\t", "body_part"),
    ] {
        let faults = faults(&text);
        assert!(faults.len() <= 101, "{}", faults.len());
        assert!(csv::told(&faults).len() < 100_000);
    }
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

fn figures() -> impl Strategy<Value = Ragdoll> {
    let of_mx = (
        select(vec![LimitTable::Printed, LimitTable::Mirrored]),
        select(vec![
            InertiaPreset::Paper,
            InertiaPreset::Box,
            InertiaPreset::Human,
        ]),
    );
    let of_mx = of_mx.prop_map(|(limits, inertia)| {
        mx_with(MxFigure {
            limits,
            inertia,
            ..MxFigure::default()
        })
    });
    prop_oneof![
        of_mx,
        Just(thesis(FigureBuild::Rigid)),
        Just(thesis(FigureBuild::RigidWithLimits)),
    ]
}

/// What a person may have typed into any cell of any part.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, f64)>> {
    prop::collection::vec((0..18_usize, 0..Cell::ALL.len(), 0.0..1.0), 0..40)
}

fn shown() -> impl Strategy<Value = Shown> {
    select(ALL_SHOWN.to_vec())
}

fn edited(ragdoll: &Ragdoll, edits: &[(usize, usize, f64)], shown: Shown) -> Ragdoll {
    let names: Vec<_> = parts_in_force(ragdoll).iter().map(|p| p.name).collect();
    let mut edited = ragdoll.clone();
    for &(part, cell, share) in edits {
        let (part, cell) = (names[part % names.len()], Cell::ALL[cell]);
        let value = match cell {
            Cell::Mass => 0.01 + 10.0 * share,
            Cell::Inertia(_) => 1.0 + 0.9 * share,
            Cell::Min(_) | Cell::Max(_) => -180.0 + 360.0 * share,
            Cell::Restitution => share,
            Cell::Friction => 10.0 * share,
        };
        if matches!(cell, Cell::Inertia(_)) {
            // All three, since no body has one that exceeds the two others.
            for axis in 0..3 {
                let value = value + 0.1 * f64::from(axis as u8);
                edited = edit(&edited, part, Cell::Inertia(axis), value, shown, false);
            }
        } else {
            edited = edit(&edited, part, cell, value, shown, share > 0.5);
        }
    }
    edited
}

/// The text with another separator, line end and order of its rows.
fn dressed(text: &str, separator: char, comma: bool, end: &str, order: &[usize]) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut rows: Vec<usize> = (1..lines.len()).collect();
    for (place, other) in order.iter().enumerate() {
        let last = rows.len() - 1;
        rows.swap(place % (last + 1), other % (last + 1));
    }
    let mut dressed = String::from("\u{FEFF}");
    for row in std::iter::once(0).chain(rows) {
        let fields = lines[row].split(',').map(|field| match comma {
            true => field.replace('.', ","),
            false => format!("\"{field}\""),
        });
        let fields: Vec<String> = fields.collect();
        dressed += &(fields.join(&separator.to_string()) + end);
    }
    dressed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_table_comes_back_to_the_bit(
        figure in figures(),
        edits in edits(),
        typed in shown(),
        shown in shown(),
        separator in select(vec![',', ';', '\t']),
        comma in any::<bool>(),
        end in select(vec!["\n", "\r\n"]),
        order in prop::collection::vec(0..18_usize, 18),
    ) {
        let ragdoll = edited(&figure, &edits, typed);
        prop_assert!(validate(&scene_of(&ragdoll)).is_empty());
        let text = csv::write(&ragdoll, &[], shown);
        let text = dressed(&text, separator, comma && separator != ',', end, &order);
        let same = csv::read(&ragdoll, &[], text.as_bytes()).map_err(|faults| csv::told(&faults));
        prop_assert_eq!(same.as_ref(), Ok(&ragdoll));
        let pasted = csv::read(&figure, &[], text.as_bytes()).map_err(|faults| csv::told(&faults));
        let pasted = pasted.unwrap();
        prop_assert!(validate(&scene_of(&pasted)).is_empty());
        for (a, b) in parts_in_force(&ragdoll).iter().zip(&parts_in_force(&pasted)) {
            for cell in Cell::ALL {
                let (a, b) = (cell.value(a, FILES), cell.value(b, FILES));
                match shown.units {
                    Units::Si => prop_assert_eq!(a, b),
                    Units::SlugFoot => {
                        let [a, b] = [a, b].map(Option::unwrap_or_default);
                        prop_assert!((a - b).abs() <= 1e-15 * a.abs(), "{} {}", a, b);
                    }
                }
            }
        }
    }

    #[test]
    fn random_bytes_are_refused_or_sound(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_hostile(&bytes)?;
    }

    #[test]
    fn broken_tables_are_refused_or_sound(
        shown in shown(),
        kept in subsequence((0..19_usize).collect::<Vec<_>>(), 1..19),
        breaks in prop::collection::vec((0..1500_usize, select(vec![
            "NaN", "1e999", "-1e999", ",", "\"", "\n", ";", "\t", "\0", "x", "-", "9", "é", "0", "",
        ])), 0..6),
    ) {
        let text = csv::write(&mx(), &[], shown);
        let lines: Vec<&str> = text.lines().collect();
        let kept: Vec<&str> = kept.iter().map(|line| lines[*line]).collect();
        let mut text = kept.join("\n");
        for (at, what) in breaks {
            let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
            text.insert_str(at.unwrap(), what);
        }
        check_hostile(text.as_bytes())?;
    }
}

/// Faults are told with a remedy; what is taken makes a sound ragdoll.
fn check_hostile(bytes: &[u8]) -> Result<(), TestCaseError> {
    match csv::read(&mx(), &[], bytes) {
        Ok(ragdoll) => prop_assert!(validate(&scene_of(&ragdoll)).is_empty()),
        Err(faults) => {
            prop_assert!(!faults.is_empty());
            for fault in faults {
                prop_assert!(!fault.message.is_empty() && !fault.remedy.is_empty());
                prop_assert!(!fault.to_string().contains(char::is_control));
            }
        }
    }
    Ok(())
}

// Zero here, and limits from poses.

fn world_of(ragdoll: &Ragdoll) -> (World, IdMap) {
    let mut scene = scene_of(ragdoll);
    scene.ragdolls[0].position_m = [0.0, 1.0, 0.0];
    scene.ragdolls[0].stands_until_hit = false;
    compile(&scene).unwrap()
}

fn limit_of(world: &World, map: &IdMap, part: &str) -> AngleLimit {
    let mut limits = joint_limits(&map.ragdolls[0], world.model());
    let (_, limit) = limits.find(|(of, _)| *of == part).unwrap();
    limit.clone()
}

/// A present pose with bent elbows, seen in a mirror.
fn bent() -> (World, IdMap) {
    let (mut world, map) = world_of(&mx());
    let turned = rotation_from_vector(DVec3::new(0.3, -1.1, 0.2));
    let mirrored = DQuat::from_xyzw(turned.x, -turned.y, -turned.z, turned.w);
    let mut state = world.state().clone();
    let slanted = rotation_from_vector(DVec3::new(0.5, 0.6, -0.7));
    for (side, turned) in [("l", turned), ("r", mirrored)] {
        let body = |part: &str| map.ragdolls[0].body_of(&format!("{side}_{part}")).unwrap();
        state.bodies[body("upper_arm")].orientation = slanted;
        state.bodies[body("lower_arm")].orientation = slanted * turned;
    }
    world.restore(&state);
    (world, map)
}

#[test]
fn zero_here_makes_the_present_angles_zero_on_both_sides() {
    let (bent, map) = bent();
    let (model, state) = (bent.model(), bent.state());
    let here = turned_now(&map.ragdolls[0], model, state, "l_lower_arm").unwrap();
    assert_eq!(turned_now(&map.ragdolls[0], model, state, "pelvis"), None);
    // The same rotation, as it may be handed over.
    let here = here.map(|x| -2.0 * x);
    let ragdoll = zero_here(&mx(), "l_lower_arm", here, true);
    assert!(validate(&scene_of(&ragdoll)).is_empty());
    let (world, _) = world_of(&ragdoll);
    for name in ["l_lower_arm", "r_lower_arm"] {
        let limit = limit_of(&world, &map, name);
        let model = limit.model_in(&world.model().settings);
        let before = limit_of(&bent, &map, name);
        assert!(before.angles(bent.state(), model).abs().max_element() > 0.5);
        let angles = limit.angles(bent.state(), model);
        assert!(angles.abs().max_element() < 1e-12, "{name}: {angles}");
        assert_eq!((limit.min, limit.max), (before.min, before.max));
        assert_eq!(limit.twist_axis, before.twist_axis);
    }
    assert_eq!(
        lopsided(&ragdoll),
        lopsided(&mx()),
        "both sides count alike"
    );
    let alone = zero_here(&mx(), "l_lower_arm", here, false);
    assert_eq!(alone.parts.len(), 1);
    assert!(lopsided(&alone).iter().any(|row| row.zero && row.bends()));
    assert!(rows(&alone, &[]).iter().any(|row| row.zero_differs()));
    assert_eq!(
        zero_here(&alone, "l_lower_arm", [1.0, 0.0, 0.0, 0.0], false),
        mx()
    );
}

#[test]
fn zero_here_leaves_alone_what_has_no_angles() {
    let free = thesis(FigureBuild::Rigid);
    let turned = [0.0, 1.0, 0.0, 0.0];
    assert_eq!(zero_here(&free, "l_lower_arm", turned, true), free);
    assert_eq!(zero_here(&mx(), "pelvis", turned, true), mx());
    assert_eq!(zero_here(&mx(), "tail", turned, true), mx());
    for broken in [[0.0; 4], [f64::NAN; 4], [f64::INFINITY; 4]] {
        assert_eq!(zero_here(&mx(), "head", broken, true), mx());
    }
}

#[test]
fn fitted_limits_enclose_a_tumble_with_their_margin() {
    let (mut world, map) = world_of(&mx());
    let mut poses = fit::Poses::default();
    let mut seen = Vec::new();
    for _ in 0..120 {
        world.step();
        poses.add_state(&map.ragdolls[0], world.model(), world.state());
        seen.push(world.state().clone());
    }
    for (mirror, margin) in [(false, 0.0), (false, 5.0), (true, 2.0)] {
        let fitted = fit::fit(&mx(), &poses, margin, mirror);
        let mut scene = scene_of(&fitted);
        Command::replace(Item::Ragdoll(fitted.clone()), "Limit")
            .apply(&mut scene)
            .unwrap();
        for part in parts_in_force(&mx()).iter().filter(|p| p.limit.is_some()) {
            let limit = limit_of(&world, &map, part.name);
            let model = limit.model_in(&world.model().settings);
            let bounds = self::part(&fitted, part.name).limit.unwrap();
            let reached = poses.reached(part.name).unwrap();
            for axis in 0..3 {
                let is_locked = bounds.min_deg[axis] == bounds.max_deg[axis];
                if is_locked {
                    let [least, most] = [reached.min_deg[axis], reached.max_deg[axis]];
                    let way = (least - bounds.min_deg[axis])
                        .abs()
                        .max(most - bounds.max_deg[axis]);
                    assert!(way <= 1.0, "{} was turned {way} degrees", part.name);
                    continue;
                }
                for state in &seen {
                    let angle = limit.angles(state, model)[axis].to_degrees();
                    let (min, max) = (bounds.min_deg[axis], bounds.max_deg[axis]);
                    let low = (angle - margin).max(-180.0) >= min - 1e-6;
                    assert!(
                        low && (angle + margin).min(180.0) <= max + 1e-6,
                        "{}",
                        part.name
                    );
                }
                let loose = reached.min_deg[axis] - bounds.min_deg[axis] - margin;
                assert!(
                    mirror || loose < 0.1 + 1e-9,
                    "{} is {loose} too wide",
                    part.name
                );
            }
        }
        if mirror {
            assert!(lopsided(&fitted).is_empty());
        }
    }
}

#[test]
fn fitted_limits_are_clamped_round_and_mirrored() {
    let mut poses = fit::Poses::default();
    poses.add("l_lower_arm", DVec3::new(0.0, -90_f64.to_radians(), 0.3));
    poses.add("l_lower_arm", DVec3::new(f64::NAN, 0.0, 0.0));
    poses.add("r_lower_arm", DVec3::new(175_f64.to_radians(), 0.0, 0.0));
    poses.add("tail", DVec3::ZERO);
    let fitted = fit::fit(&mx(), &poses, 10.0, true);
    assert_eq!(fitted.parts.len(), 2);
    let left = part(&fitted, "l_lower_arm").limit.unwrap();
    assert_eq!(left.min_deg, [-10.0, -100.0, -10.0]);
    assert_eq!(left.max_deg, [180.0, 10.0, 27.2]);
    assert_eq!(part(&fitted, "r_lower_arm").limit, Some(mirrored(&left)));
    let alone = fit::fit(&mx(), &poses, f64::NAN, false);
    let right = part(&alone, "r_lower_arm").limit.unwrap();
    assert_eq!(
        (right.min_deg, right.max_deg),
        ([175.0, 0.0, 0.0], [175.0, 0.0, 0.0])
    );
}
