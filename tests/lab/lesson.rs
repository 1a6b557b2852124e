//! Lessons: what they claim is what their runs show, and what is wrong with one is said.

use ragdoll_lab::lab::lesson::{check, find, is_lesson, parse, shipped};
use ragdoll_lab::lab::Simulation;

#[test]
fn every_lesson_opens_and_its_runs_decide_as_it_says() {
    let mut decided = 0;
    for shipped in shipped() {
        let lesson = shipped.read();
        let lesson = lesson.unwrap_or_else(|problems| panic!("{}: {problems}", shipped.name));
        assert_eq!(check(&lesson), [], "{}", shipped.name);
        assert!(!lesson.sources.is_empty() && lesson.minutes <= 3.0);
        for (number, page) in lesson.pages.iter().enumerate() {
            let scene = lesson.scene(number).unwrap().expect(shipped.name);
            assert!(Simulation::new(&scene).is_ok());
            let guess = page.guess.as_ref();
            decided += usize::from(guess.is_some_and(|guess| guess.decided_by.is_some()));
        }
        assert!(lesson.pages.iter().any(|page| page.guess.is_some()));
    }
    assert_eq!(shipped().len(), 12);
    assert!(decided >= 7, "{decided}");
}

#[test]
fn a_wrong_answer_is_found_by_the_runs() {
    let text = find("substeps-or-iterations").unwrap().text;
    let wrong = text.replacen("\"right\": 0", "\"right\": 1", 1);
    assert_ne!(text, wrong);
    let problems = check(&parse(wrong.as_bytes()).unwrap());
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].path, "pages[1].guess.right");
    assert!(problems[0].message.contains("8 iterations"), "{problems:?}");
}

/// A lesson with one page.
fn with(page: &str) -> Vec<u8> {
    let head = r#""format":"ragdoll-lesson","version":1,"title":"t","about":"a","minutes":2"#;
    format!(r#"{{{head},"sources":[],"pages":[{{"title":"p","say":[]{page}}}]}}"#).into_bytes()
}

#[test]
fn a_lesson_that_asks_for_much_is_refused_before_its_scenes_are_read() {
    let refused = |page: &str| {
        let problems = parse(&with(page)).unwrap_err().0;
        assert_eq!(problems.len(), 1, "{problems:?}");
        let problem = &problems[0];
        assert!(problem.line > 0, "{problem}");
        format!("{}: {}; {}", problem.path, problem.message, problem.remedy)
    };
    let beside = |count| {
        let run = |i| format!(r#"{{"name":"b{i}","set":["solver.iterations={}"]}}"#, i + 1);
        let runs: Vec<String> = (0..count).map(run).collect();
        format!(r#","scene":"first-throw","beside":[{}]"#, runs.join(","))
    };
    assert!(parse(&with(&beside(5))).is_ok());
    assert_eq!(
        refused(&beside(5_000)),
        "pages[0].beside: more than 5 runs beside on a page of a lesson; use several pages"
    );
    let page = |scene: &str| format!(r#"}},{{"title":"p","say":[]{scene}"#);
    let pages = page("").repeat(100);
    assert!(refused(&pages).starts_with("pages: more than 100 pages"));
    // A large scene that many pages change.
    let text = "x".repeat(1 << 20);
    let scene = format!(r#","scene":{{"format":"ragdoll-scene","description":"{text}"}}"#);
    let set = page(r#","set":["solver.iterations=3"]"#).repeat(20);
    assert!(refused(&format!("{scene}{set}")).contains("more than 16 MiB of scenes of a lesson"),);
}

#[test]
fn what_is_wrong_with_a_lesson_is_told_with_its_place() {
    assert!(parse(&with("")).is_ok());
    assert!(is_lesson(&with("")));
    assert!(!is_lesson(br#"{"format":"ragdoll-scene"}"#));
    for (page, path) in [
        (r#","scene":"nowhere""#, "pages[0].scene"),
        (
            r#","scene":{"format":"ragdoll-scene","version":2,"bodies":[{}]}"#,
            "pages[0].scene",
        ),
        (r#","set":["solver.iterations=3"]"#, "pages[0].set"),
        (
            r#","scene":"chain","set":["solver.iterations=0"]"#,
            "pages[0].set",
        ),
        (r#","scene":"chain","set":["nonsense"]"#, "pages[0].set"),
        (
            r#","scene":"chain","beside":[{"name":"n","set":["x=1"]}]"#,
            "pages[0].beside",
        ),
        (r#","play_s":-1"#, "pages[0].play_s"),
        (r#","play_s":1e9"#, "pages[0].play_s"),
        (r#","show":["nothing"]"#, "pages[0].show[0]"),
        (r#","wrong":1"#, "pages[0].wrong"),
        (
            r#","guess":{"question":"q","answers":["a"],"right":1,"because":"b"}"#,
            "pages[0].guess.right",
        ),
        (
            r#","guess":{"question":"q","answers":["a"],"right":0,"because":"b","decided_by":{"largest":"luck"}}"#,
            "pages[0].guess.decided_by",
        ),
    ] {
        let problems = parse(&with(page)).expect_err(page);
        let paths: Vec<&str> = problems.0.iter().map(|p| p.path.as_str()).collect();
        assert!(paths.contains(&path), "{page}: {problems}");
        assert!(
            problems
                .0
                .iter()
                .all(|p| p.line > 0 && !p.remedy.is_empty()),
            "{problems:?}"
        );
    }
    for bytes in [
        &b""[..],
        b"{",
        b"[]",
        b"\xff\xfe",
        br#"{"format":"ragdoll-lesson"}"#,
    ] {
        assert!(parse(bytes).is_err());
    }
}
