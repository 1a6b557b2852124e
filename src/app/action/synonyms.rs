//! Words that people bring from other programs, and what they mean here. The search (Ctrl+K)
//! and the field that finds scenes know them besides the names on screen.

use super::Trigger;

/// Words, and the actions that they lead to, the best first.
const OF_ACTIONS: &[(&str, &[Trigger])] = &[
    (
        "gif record video movie film animation capture clip",
        &[Trigger::RecordShot, Trigger::Record],
    ),
    (
        "screenshot picture image png photo",
        &[Trigger::Screenshot, Trigger::ExportPlotsPng],
    ),
    (
        "solver method algorithm engine",
        &[Trigger::CompareMethods, Trigger::PanelThrow],
    ),
    (
        "settings preferences options configuration",
        &[Trigger::Preferences],
    ),
    (
        "theme dark light colours colors mode",
        &[Trigger::ToggleTheme, Trigger::Preferences],
    ),
    (
        "font size zoom text scale",
        &[
            Trigger::TextLarger,
            Trigger::TextSmaller,
            Trigger::Preferences,
        ],
    ),
    (
        "keys keyboard shortcuts bindings hotkeys",
        &[Trigger::Help, Trigger::Preferences],
    ),
    (
        "place background environment sky sun outdoor indoor surroundings",
        &[
            Trigger::PlaceOfScene,
            Trigger::PlaceStudio,
            Trigger::PlaceYard,
            Trigger::PlaceHall,
            Trigger::PlaceNight,
        ],
    ),
    (
        "camera view orbit look",
        &[
            Trigger::FrameAll,
            Trigger::FollowShot,
            Trigger::ViewFront,
            Trigger::ViewSide,
            Trigger::ViewTop,
        ],
    ),
    (
        "reset restart start over rewind",
        &[Trigger::Reset, Trigger::ResetPanels],
    ),
    (
        "slow motion slowmo time speed",
        &[
            Trigger::SlowHits,
            Trigger::Slower,
            Trigger::Faster,
            Trigger::RealTime,
        ],
    ),
    ("explode explosion bomb", &[Trigger::Blast]),
    (
        "export save as convert write",
        &[
            Trigger::ExportMjcf,
            Trigger::ExportUrdf,
            Trigger::ExportGltf,
            Trigger::ExportLimits,
            Trigger::ExportPlotsCsv,
        ],
    ),
    (
        "import load read open",
        &[Trigger::ImportMesh, Trigger::ImportLimits, Trigger::Open],
    ),
    (
        "model mesh character glb gltf urdf mjcf obj stl",
        &[Trigger::ImportMesh, Trigger::ExportGltf],
    ),
    ("mujoco xml", &[Trigger::ExportMjcf, Trigger::ImportMesh]),
    (
        "ragdoll humanoid dummy figure person",
        &[Trigger::CreateRagdoll],
    ),
    (
        "undo back revert history",
        &[Trigger::Undo, Trigger::PanelHistory],
    ),
    (
        "cannon gun shoot fire ball",
        &[Trigger::Throw, Trigger::CreateLauncher],
    ),
    ("forces contacts arrows", &[Trigger::ShowForces]),
    (
        "wireframe colliders hitboxes collision debug",
        &[Trigger::ShowContactShapes],
    ),
    (
        "xray transparent see through",
        &[Trigger::LookBoth, Trigger::ShowGlass],
    ),
    (
        "performance fps cost benchmark timing",
        &[Trigger::Profiler, Trigger::QualityAuto],
    ),
    ("graph chart curve energy momentum", &[Trigger::PanelPlots]),
    (
        "hit event jump",
        &[Trigger::PreviousMark, Trigger::NextMark],
    ),
    (
        "compare uniform mass-weighted weighting versus ab",
        &[Trigger::Compare, Trigger::CompareMethods],
    ),
    ("why explain cause reason ledger", &[Trigger::AskWhy]),
    (
        "determinism deterministic reproducible",
        &[Trigger::RunTwice],
    ),
    ("freeze hold attach nail", &[Trigger::Pin, Trigger::FreeAll]),
    (
        "windows layout docking",
        &[Trigger::ResetPanels, Trigger::TogglePanels],
    ),
    ("help documentation docs guide", &[Trigger::Manual]),
    ("tutorial learn course", &[Trigger::PanelLessons]),
    (
        "mirror limits angles",
        &[Trigger::PanelLimits, Trigger::ToolLimits],
    ),
    (
        "version licence license diagnostics bug report",
        &[Trigger::About],
    ),
    ("sweep parameter study", &[Trigger::PanelSweep]),
    ("paper errata typo misprint", &[Trigger::PanelPrinted]),
    ("quit exit close", &[Trigger::Quit]),
    ("merge join weld connect", &[Trigger::ToolJoint]),
    ("validate errors warnings check", &[Trigger::PanelDoctor]),
];

/// Words, and words of names or descriptions of scenes that they stand for.
const OF_SCENES: &[(&str, &str)] = &[
    ("ragdoll", "dummy dummies figure humanoid"),
    ("humanoid", "dummy dummies figure ragdoll"),
    ("soft", "cloth rope cape flag net jelly ring"),
    ("explode", "cannon tear"),
    ("wind", "flag cape"),
    ("animation", "walk walking wave waving clip"),
    ("model", "mesh"),
    ("stack", "pile heap wall boxes"),
    ("vehicle", "ram trebuchet"),
    ("motor", "clockwork muscle muscles"),
    ("brick", "wall boxes"),
    ("terrain", "hill landscape mesh street"),
    ("particles", "stick hitman rope net"),
];

/// An action that is called by other words than its label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Synonym {
    /// Place of the action among those of these words, from 0: the best first.
    pub place: i32,
    /// Whether the words were typed whole.
    pub is_whole: bool,
}

/// Whether typed words, or words that begin so, call an action by other words than its label.
pub fn place_by_synonym(trigger: Trigger, typed: &str) -> Option<Synonym> {
    let typed = typed.to_lowercase();
    let typed: Vec<&str> = typed.split_whitespace().collect();
    if typed.is_empty() {
        return None;
    }
    let all = |words: &str, fits: fn(&str, &str) -> bool| {
        let one = |typed: &&str| words.split_whitespace().any(|word| fits(word, typed));
        typed.iter().all(one)
    };
    let found = OF_ACTIONS.iter().filter_map(|(words, triggers)| {
        let place = triggers.iter().position(|of| *of == trigger)?;
        all(words, |word, typed| word.starts_with(typed)).then(|| Synonym {
            place: i32::try_from(place).unwrap_or(i32::MAX),
            is_whole: all(words, |word, typed| word == typed),
        })
    });
    found.min_by_key(|found| (!found.is_whole, found.place))
}

/// Whether a text holds a word that a typed word stands for.
pub fn scene_has_synonym(text: &str, typed: &str) -> bool {
    let of = OF_SCENES.iter().find(|(word, _)| *word == typed);
    of.is_some_and(|(_, others)| others.split_whitespace().any(|other| text.contains(other)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_programs_lead_to_actions() {
        for (typed, trigger) in [
            ("gif", Trigger::RecordShot),
            ("video", Trigger::RecordShot),
            ("settings", Trigger::Preferences),
            ("explode", Trigger::Blast),
            ("slow motion", Trigger::SlowHits),
            ("dark", Trigger::ToggleTheme),
        ] {
            let first = Synonym {
                place: 0,
                is_whole: true,
            };
            assert_eq!(place_by_synonym(trigger, typed), Some(first), "{typed}");
        }
        let begun = place_by_synonym(Trigger::Blast, "explo").unwrap();
        assert!(!begun.is_whole);
        assert_eq!(place_by_synonym(Trigger::Quit, "gif"), None);
        assert_eq!(place_by_synonym(Trigger::Quit, " "), None);
    }

    #[test]
    fn words_of_other_programs_find_scenes() {
        assert!(scene_has_synonym("a wall of bricks", "stack"));
        assert!(!scene_has_synonym("a wall of bricks", "motor"));
    }
}
