//! The actions without parameters: one table feeds menu, palette, keys, help and tests.

/// One line of the action table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionInfo {
    /// Which action.
    pub trigger: Trigger,
    /// Name in scripts and in the settings.
    pub id: &'static str,
    /// Menu it is in; the tools and Cancel are in none and are grouped under a name of their own.
    pub menu: &'static str,
    /// Name on screen.
    pub label: &'static str,
    /// Key of the standard set, such as `Ctrl+S`.
    pub keys: &'static str,
}

/// Declares the actions without parameters and their table.
macro_rules! actions {
    ($($trigger:ident $id:literal $menu:literal $label:literal $keys:literal;)*) => {
        /// Actions without parameters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // Each is explained by its line in ACTIONS.
        pub enum Trigger {
            $($trigger,)*
        }

        /// The action table.
        pub const ACTIONS: &[ActionInfo] = &[
            $(ActionInfo {
                trigger: Trigger::$trigger,
                id: $id,
                menu: $menu,
                label: $label,
                keys: $keys,
            },)*
        ];
    };
}

actions! {
    New "new" "File" "New scene" "Ctrl+N";
    Open "open" "File" "Open…" "Ctrl+O";
    Save "save" "File" "Save" "Ctrl+S";
    SaveAs "save-as" "File" "Save as…" "Ctrl+Shift+S";
    ExportMjcf "export-mjcf" "File" "Export to MuJoCo (MJCF)…" "Ctrl+Alt+X";
    ExportUrdf "export-urdf" "File" "Export robot (URDF)…" "Ctrl+Alt+U";
    ExportGltf "export-gltf" "File" "Export glTF with physics…" "Ctrl+Alt+L";
    SavePreset "save-preset" "File" "Save selection as preset…" "Ctrl+Shift+E";
    PlacePreset "place-preset" "File" "Insert preset or scene…" "Ctrl+Shift+O";
    ImportMesh "import-mesh" "File" "Import model or mesh…" "Ctrl+I";
    Recover "recover" "File" "Restore unsaved scenes…" "Ctrl+Shift+U";
    Quit "quit" "File" "Quit" "Ctrl+Q";
    ImportLimits "import-limits" "File" "Import limit table (CSV)…" "Ctrl+Shift+J";
    ExportLimits "export-limits" "File" "Export limit table (CSV)…" "Ctrl+Alt+J";
    ExportPlotsCsv "export-plots-csv" "File" "Export plots (CSV)…" "Ctrl+Alt+T";
    ExportPlotsPng "export-plots-png" "File" "Export plots (PNG)…" "Ctrl+Alt+P";
    ExportPlotsSvg "export-plots-svg" "File" "Export plots (SVG)…" "Ctrl+Alt+V";
    Undo "undo" "Edit" "Undo" "Ctrl+Z";
    Redo "redo" "Edit" "Redo" "Ctrl+Y";
    Cut "cut" "Edit" "Cut" "Ctrl+X";
    Copy "copy" "Edit" "Copy" "Ctrl+C";
    Paste "paste" "Edit" "Paste" "Ctrl+V";
    Duplicate "duplicate" "Edit" "Duplicate" "Ctrl+D";
    Delete "delete" "Edit" "Delete" "Delete";
    Rename "rename" "Edit" "Rename" "F2";
    Preferences "preferences" "Edit" "Preferences…" "Ctrl+,";
    Group "group" "Edit" "Group" "Ctrl+G";
    Ungroup "ungroup" "Edit" "Ungroup" "Ctrl+Shift+G";
    MakeBodies "make-bodies" "Edit" "Make dynamic" "Ctrl+Alt+B";
    Merge "merge" "Edit" "Merge bodies" "Ctrl+Alt+N";
    Separate "separate" "Edit" "Separate pieces" "Ctrl+Alt+Shift+N";
    AlignToGround "align-to-ground" "Edit" "Place on ground" "End";
    KeepPose "keep-pose" "Edit" "Keep this pose" "Ctrl+Backspace";
    PoseAsClip "pose-as-clip" "Edit" "Add pose to clip" "Ctrl+Alt+K";
    SelectAll "select-all" "Edit" "Select all" "Ctrl+A";
    SelectNone "select-none" "Edit" "Select none" "Ctrl+Shift+A";
    SelectInverse "select-inverse" "Edit" "Invert selection" "Ctrl+Shift+I";
    SelectConnected "select-connected" "Edit" "Select connected" "Ctrl+L";
    SelectSameKind "select-same-kind" "Edit" "Select same kind" "Ctrl+Shift+K";
    SelectSameMaterial "select-same-material" "Edit" "Select same material" "Ctrl+M";
    Hide "hide" "Edit" "Hide" "H";
    ShowAll "show-all" "Edit" "Show all hidden" "Alt+H";
    Lock "lock" "Edit" "Lock" "L";
    UnlockAll "unlock-all" "Edit" "Unlock all" "Alt+L";
    BreakJoint "break-joint" "Edit" "Break joint" "Ctrl+B";
    SwapJoint "swap-joint" "Edit" "Swap joint sides" "Ctrl+Shift+B";
    ToolThrow "tool-throw" "Tools" "Throw tool" "T";
    ToolSelect "tool-select" "Tools" "Select tool" "Q";
    ToolMove "tool-move" "Tools" "Move tool" "W";
    ToolRotate "tool-rotate" "Tools" "Rotate tool" "E";
    ToolScale "tool-scale" "Tools" "Scale tool" "R";
    ToolLimits "tool-limits" "Tools" "Limits tool" "J";
    ToolPose "tool-pose" "Tools" "Pose tool" "I";
    ToolJoint "tool-joint" "Tools" "Joint tool" "Shift+J";
    ToggleLocal "toggle-local" "Tools" "Local axes" "X";
    ToggleSnap "toggle-snap" "Tools" "Snap" "G";
    CreateBall "create-ball" "Create" "Ball" "Alt+S";
    CreateBox "create-box" "Create" "Box" "Alt+B";
    CreateCapsule "create-capsule" "Create" "Capsule" "Alt+C";
    CreateCylinder "create-cylinder" "Create" "Cylinder" "Alt+Y";
    CreateStone "create-stone" "Create" "Stone" "Alt+Shift+S";
    CreateParticle "create-particle" "Create" "Particle" "Alt+P";
    CreateStick "create-stick" "Create" "Stick" "Alt+K";
    CreatePlane "create-plane" "Create" "Plane" "Alt+F";
    CreateBlock "create-block" "Create" "Fixed box" "Alt+O";
    CreateRamp "create-ramp" "Create" "Ramp" "Alt+R";
    CreateStairs "create-stairs" "Create" "Stairs" "Alt+T";
    CreateLandscape "create-landscape" "Create" "Landscape" "Alt+G";
    CreateRagdoll "create-ragdoll" "Create" "Ragdoll" "Alt+M";
    CreateRope "create-rope" "Create" "Rope" "Alt+E";
    CreateChain "create-chain" "Create" "Chain" "Alt+N";
    CreateCloth "create-cloth" "Create" "Cloth" "Alt+V";
    CreateFlag "create-flag" "Create" "Flag" "Alt+Shift+F";
    CreateNet "create-net" "Create" "Net" "Alt+Shift+N";
    CreateCape "create-cape" "Create" "Cape" "Alt+Shift+C";
    CreateJelly "create-jelly" "Create" "Jelly" "Alt+Shift+J";
    CreateRing "create-ring" "Create" "Inflatable ring" "Alt+Shift+R";
    CreateStack "create-stack" "Create" "Stack" "Alt+X";
    CreatePyramid "create-pyramid" "Create" "Pyramid" "Alt+Q";
    CreateWall "create-wall" "Create" "Wall" "Alt+W";
    CreateDominoes "create-dominoes" "Create" "Dominoes" "Alt+D";
    CreateLauncher "create-launcher" "Create" "Launcher" "Alt+A";
    HandOver "hand-over" "Play" "Hand over to physics" "Ctrl+H";
    PlayPause "play-pause" "Play" "Play / pause" "Space";
    Step "step" "Play" "Step forward" "Right";
    StepTen "step-ten" "Play" "Step forward 10" "Shift+Right";
    StepBack "step-back" "Play" "Step back" "Left";
    StepBackTen "step-back-ten" "Play" "Step back 10" "Shift+Left";
    StepInside "step-inside" "Play" "Next solver event" "Alt+Right";
    StepBackInside "step-back-inside" "Play" "Previous solver event" "Alt+Left";
    NextMark "next-mark" "Play" "Next marker" "Ctrl+Right";
    PreviousMark "previous-mark" "Play" "Previous marker" "Ctrl+Left";
    GoToEnd "go-to-end" "Play" "Go to end" "Shift+End";
    GoOnFromHere "go-on-from-here" "Play" "Resume from here" "Shift+Space";
    Bookmark "bookmark" "Play" "Add bookmark" "K";
    Slower "slower" "Play" "Slower" "-";
    Faster "faster" "Play" "Faster" "=";
    RealTime "real-time" "Play" "Real-time speed" "0";
    SlowHits "slow-hits" "Play" "Slow motion at hits" "Shift+S";
    Reset "reset" "Play" "Reset" "Backspace";
    KeepTake "keep-take" "Play" "Keep run as take" "Ctrl+T";
    PreviousTake "previous-take" "Play" "Previous take" "[";
    NextTake "next-take" "Play" "Next take" "]";
    CopyShot "copy-shot" "Play" "Copy shot as text" "Ctrl+Shift+C";
    PasteShot "paste-shot" "Play" "Play copied shot" "Ctrl+Shift+V";
    Throw "throw" "Throw" "Throw ball" "Enter";
    ThrowFromCamera "throw-from-camera" "Throw" "Throw from camera" "Shift+Enter";
    LauncherToCamera "launcher-to-camera" "Throw" "Move launcher to camera" "Alt+Enter";
    RepeatShot "repeat-shot" "Throw" "Repeat last throw" "B";
    Pin "pin" "Throw" "Pin" "P";
    FreeAll "free-all" "Throw" "Remove all pins" "Shift+P";
    Blast "blast" "Throw" "Blast at pointer" "Shift+B";
    BreakOff "break-off" "Throw" "Break off limb at pointer" "Shift+K";
    FrameAll "frame-all" "View" "Frame all" "Home";
    FrameSelection "frame-selection" "View" "Frame selection" "F";
    ViewFront "view-front" "View" "Front view" "Num1";
    ViewSide "view-side" "View" "Side view" "Num3";
    ViewTop "view-top" "View" "Top view" "Num7";
    FitTime "fit-time" "View" "Fit whole run" "Shift+F";
    LinearSkins "linear-skins" "View" "Linear blend skinning" "Ctrl+Alt+8";
    FollowShot "follow-shot" "View" "Follow target" "Ctrl+Shift+F";
    TextLarger "text-larger" "View" "Larger text" "Ctrl+=";
    TextSmaller "text-smaller" "View" "Smaller text" "Ctrl+-";
    ToggleTheme "toggle-theme" "View" "Light / dark theme" "F9";
    PlaceOfScene "place-of-scene" "View" "As the scene says" "Alt+1";
    PlaceStudio "place-studio" "View" "Studio" "Alt+2";
    PlaceYard "place-yard" "View" "Yard in daylight" "Alt+3";
    PlaceHall "place-hall" "View" "Warm hall" "Alt+4";
    PlaceNight "place-night" "View" "Street at night" "Alt+5";
    QualityLow "quality-low" "View" "Low quality" "Ctrl+Alt+1";
    QualityMedium "quality-medium" "View" "Medium quality" "Ctrl+Alt+2";
    QualityHigh "quality-high" "View" "High quality" "Ctrl+Alt+3";
    QualityAuto "quality-auto" "View" "Auto-detect quality" "Ctrl+Alt+4";
    LookSkin "look-skin" "View" "Skinned body" "Ctrl+Alt+5";
    LookLimbs "look-limbs" "View" "Limb shapes" "Ctrl+Alt+6";
    LookBoth "look-both" "View" "X-ray body" "Ctrl+Alt+7";
    FullScreen "full-screen" "View" "Full screen" "F11";
    Screenshot "screenshot" "View" "Save screenshot" "F12";
    ShowBodies "show-bodies" "View" "Bodies" "1";
    ShowJoints "show-joints" "View" "Joints and axes" "2";
    ShowLimits "show-limits" "View" "Joint limits" "3";
    ShowContacts "show-contacts" "View" "Contacts" "4";
    ShowForces "show-forces" "View" "Contact forces" "5";
    ShowVelocities "show-velocities" "View" "Velocities" "6";
    ShowTrails "show-trails" "View" "Trails" "7";
    ShowMasses "show-masses" "View" "Centres of mass" "8";
    ShowGhosts "show-ghosts" "View" "Ghost of previous throw" "9";
    ShowContactShapes "show-contact-shapes" "View" "Collision shapes" "Ctrl+Shift+1";
    ShowInertia "show-inertia" "View" "Inertia ellipsoids" "Ctrl+Shift+6";
    ShowIslands "show-islands" "View" "Islands and sleep" "Ctrl+Shift+2";
    ShowVolumes "show-volumes" "View" "Bounding volumes of selection" "Ctrl+Shift+7";
    ShowJointErrors "show-joint-errors" "View" "Joint error colours" "Ctrl+Shift+5";
    ShowGlass "show-glass" "View" "Transparent bodies" "Ctrl+Shift+3";
    ShowLabels "show-labels" "View" "Labels" "Ctrl+Shift+4";
    OnlyBodies "only-bodies" "View" "Only bodies" "Shift+1";
    OnlyJoints "only-joints" "View" "Only joints and axes" "Shift+2";
    OnlyLimits "only-limits" "View" "Only joint limits" "Shift+3";
    OnlyContacts "only-contacts" "View" "Only contacts" "Shift+4";
    OnlyForces "only-forces" "View" "Only contact forces" "Shift+5";
    OnlyVelocities "only-velocities" "View" "Only velocities" "Shift+6";
    OnlyTrails "only-trails" "View" "Only trails" "Shift+7";
    OnlyMasses "only-masses" "View" "Only centres of mass" "Shift+8";
    OnlyGhosts "only-ghosts" "View" "Only ghost" "Shift+9";
    Record "record" "View" "Start/stop recording (GIF)" "Shift+F12";
    RecordShot "record-shot" "View" "Record last throw (GIF)" "Ctrl+F12";
    AskWhy "ask-why" "Analyze" "Why did it move?" "F8";
    Compare "compare" "Analyze" "Compare side by side" "V";
    CompareMethods "compare-methods" "Analyze" "Compare all methods" "Shift+V";
    RunTwice "run-twice" "Analyze" "Run twice and compare" "Ctrl+Shift+T";
    PanelDoctor "panel-doctor" "Analyze" "Rig doctor" "Ctrl+6";
    PanelLimits "panel-limits" "Analyze" "Limit table" "Ctrl+8";
    PanelPlots "panel-plots" "Analyze" "Plots" "Ctrl+Alt+9";
    Profiler "profiler" "Analyze" "Profiler" "F3";
    PanelExperiments "panel-experiments" "Analyze" "Experiments" "Ctrl+Alt+E";
    PanelSweep "panel-sweep" "Analyze" "Shot fan" "Ctrl+Alt+F";
    TogglePanels "toggle-panels" "Panels" "Show/hide panels" "Tab";
    PanelScenes "panel-scenes" "Panels" "Scenes" "Ctrl+E";
    PanelOutliner "panel-outliner" "Panels" "Outliner" "Ctrl+1";
    PanelCreate "panel-create" "Panels" "Create" "Ctrl+2";
    PanelInspector "panel-inspector" "Panels" "Inspector" "Ctrl+3";
    PanelThrow "panel-throw" "Panels" "Throw" "Ctrl+4";
    PanelOrder "panel-order" "Panels" "Constraint order" "Ctrl+5";
    PanelHistory "panel-history" "Panels" "History" "Ctrl+7";
    PanelCompare "panel-compare" "Panels" "Compare panel" "Ctrl+9";
    PanelWhy "panel-why" "Panels" "Why panel" "Shift+F8";
    ResetPanels "reset-panels" "Panels" "Reset layout" "Ctrl+0";
    PanelPrinted "panel-printed" "Help" "Equations as printed" "Ctrl+Alt+M";
    Manual "manual" "Help" "Manual" "Ctrl+F1";
    PanelLessons "panel-lessons" "Help" "Lessons" "Shift+F1";
    Palette "palette" "Help" "Find action…" "Ctrl+K";
    Help "help" "Help" "Keys and mouse" "F1";
    About "about" "Help" "About Ragdoll Lab" "Ctrl+F2";
    Cancel "cancel" "Help" "Cancel" "Escape";
}

/// The line of an action.
pub fn info(trigger: Trigger) -> Option<&'static ActionInfo> {
    ACTIONS.iter().find(|line| line.trigger == trigger)
}

/// The action with this name in scripts.
pub fn find(id: &str) -> Option<Trigger> {
    ACTIONS
        .iter()
        .find(|line| line.id == id)
        .map(|line| line.trigger)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_keys_are_unique() {
        for (i, a) in ACTIONS.iter().enumerate() {
            for b in &ACTIONS[i + 1..] {
                assert_ne!(a.id, b.id);
                assert_ne!(a.keys, b.keys, "{} {}", a.id, b.id);
                assert_ne!(a.trigger, b.trigger);
            }
        }
    }
}
