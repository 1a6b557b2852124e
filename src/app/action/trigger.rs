//! The actions without parameters: one table feeds menu, palette, keys, help and tests.

/// One line of the action table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionInfo {
    /// Which action.
    pub trigger: Trigger,
    /// Name in scripts and in the settings.
    pub id: &'static str,
    /// Menu it is in.
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
    ExportMjcf "export-mjcf" "File" "Export for MuJoCo (MJCF)…" "Ctrl+Alt+X";
    ExportUrdf "export-urdf" "File" "Export as a robot (URDF)…" "Ctrl+Alt+U";
    ExportGltf "export-gltf" "File" "Export as glTF with physics…" "Ctrl+Alt+L";
    SavePreset "save-preset" "File" "Save the selection as a preset…" "Ctrl+Shift+E";
    PlacePreset "place-preset" "File" "Place a preset or scene…" "Ctrl+Shift+O";
    ImportMesh "import-mesh" "File" "Import a mesh or bodies…" "Ctrl+I";
    Recover "recover" "File" "Restore unsaved scenes…" "Ctrl+Shift+U";
    Quit "quit" "File" "Quit" "Ctrl+Q";
    Undo "undo" "Edit" "Undo" "Ctrl+Z";
    Redo "redo" "Edit" "Redo" "Ctrl+Y";
    Cut "cut" "Edit" "Cut" "Ctrl+X";
    Copy "copy" "Edit" "Copy" "Ctrl+C";
    Paste "paste" "Edit" "Paste" "Ctrl+V";
    Duplicate "duplicate" "Edit" "Duplicate" "Ctrl+D";
    Delete "delete" "Edit" "Delete" "Delete";
    Rename "rename" "Edit" "Rename" "F2";
    Group "group" "Edit" "Group" "Ctrl+G";
    Ungroup "ungroup" "Edit" "Ungroup" "Ctrl+Shift+G";
    MakeBodies "make-bodies" "Edit" "Let obstacles move" "Ctrl+Alt+B";
    AlignToGround "align-to-ground" "Edit" "Put on the ground" "End";
    KeepPose "keep-pose" "Edit" "Keep this pose" "Ctrl+Backspace";
    PoseAsClip "pose-as-clip" "Edit" "Add this pose to a clip" "Ctrl+Alt+K";
    SelectAll "select-all" "Select" "Everything" "Ctrl+A";
    SelectNone "select-none" "Select" "Nothing" "Ctrl+Shift+A";
    SelectInverse "select-inverse" "Select" "The others" "Ctrl+Shift+I";
    SelectConnected "select-connected" "Select" "What hangs together" "Ctrl+L";
    SelectSameKind "select-same-kind" "Select" "The same kind" "Ctrl+Shift+K";
    SelectSameMaterial "select-same-material" "Select" "The same material" "Ctrl+M";
    Hide "hide" "Select" "Hide" "H";
    ShowAll "show-all" "Select" "Show everything hidden" "Alt+H";
    Lock "lock" "Select" "Lock" "L";
    UnlockAll "unlock-all" "Select" "Unlock everything" "Alt+L";
    ToolThrow "tool-throw" "Tools" "Throw with the mouse" "T";
    ToolSelect "tool-select" "Tools" "Select with the mouse" "Q";
    ToolMove "tool-move" "Tools" "Move" "W";
    ToolRotate "tool-rotate" "Tools" "Rotate" "E";
    ToolScale "tool-scale" "Tools" "Scale" "R";
    ToolLimits "tool-limits" "Tools" "Limits of joints" "J";
    ToolPose "tool-pose" "Tools" "Pose limbs" "I";
    ToolJoint "tool-joint" "Tools" "Join" "Shift+J";
    ToggleLocal "toggle-local" "Tools" "Local / world axes" "X";
    ToggleSnap "toggle-snap" "Tools" "Snap to steps" "G";
    BreakJoint "break-joint" "Tools" "Break the joint" "Ctrl+B";
    SwapJoint "swap-joint" "Tools" "Swap the sides of the joint" "Ctrl+Shift+B";
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
    CreateRing "create-ring" "Create" "Ring" "Alt+Shift+R";
    CreateStack "create-stack" "Create" "Stack" "Alt+X";
    CreatePyramid "create-pyramid" "Create" "Pyramid" "Alt+Q";
    CreateWall "create-wall" "Create" "Wall" "Alt+W";
    CreateDominoes "create-dominoes" "Create" "Dominoes" "Alt+D";
    ImportLimits "import-limits" "File" "Import a limit table…" "Ctrl+Shift+J";
    ExportLimits "export-limits" "File" "Export the limit table…" "Ctrl+Alt+J";
    ExportPlotsCsv "export-plots-csv" "File" "Save the plots as a table…" "Ctrl+Alt+T";
    ExportPlotsPng "export-plots-png" "File" "Save the plots as PNG…" "Ctrl+Alt+P";
    ExportPlotsSvg "export-plots-svg" "File" "Save the plots as SVG…" "Ctrl+Alt+V";
    CreateLauncher "create-launcher" "Create" "Launcher" "Alt+A";
    Throw "throw" "Play" "Throw the ball" "Enter";
    ThrowFromCamera "throw-from-camera" "Play" "Throw from where you look" "Shift+Enter";
    LauncherToCamera "launcher-to-camera" "Play" "Put the launcher where you look from" "Alt+Enter";
    RepeatShot "repeat-shot" "Play" "Repeat the last shot" "B";
    Pin "pin" "Play" "Pin in place" "P";
    FreeAll "free-all" "Play" "Free all pins" "Shift+P";
    Blast "blast" "Play" "Blast at the pointer" "Shift+B";
    BreakOff "break-off" "Play" "Break off the limb at the pointer" "Shift+K";
    HandOver "hand-over" "Play" "Let physics take over" "Ctrl+H";
    AskWhy "ask-why" "Play" "Ask why it moved" "F8";
    PlayPause "play-pause" "Play" "Play / pause" "Space";
    Step "step" "Play" "Step" "Right";
    StepTen "step-ten" "Play" "Ten steps" "Shift+Right";
    StepBack "step-back" "Play" "Step back" "Left";
    StepBackTen "step-back-ten" "Play" "Ten steps back" "Shift+Left";
    StepInside "step-inside" "Play" "On inside the step" "Alt+Right";
    StepBackInside "step-back-inside" "Play" "Back inside the step" "Alt+Left";
    NextMark "next-mark" "Play" "Go to the next mark" "Ctrl+Right";
    PreviousMark "previous-mark" "Play" "Go to the mark before" "Ctrl+Left";
    GoToEnd "go-to-end" "Play" "Go to the end" "Shift+End";
    GoOnFromHere "go-on-from-here" "Play" "Go on from here" "Shift+Space";
    Bookmark "bookmark" "Play" "Bookmark this moment" "K";
    Slower "slower" "Play" "Slower" "-";
    Faster "faster" "Play" "Faster" "=";
    RealTime "real-time" "Play" "Real time" "0";
    Reset "reset" "Play" "Reset" "Backspace";
    Compare "compare" "Play" "Compare side by side: weighting, methods, nothing" "V";
    CompareMethods "compare-methods" "Play" "Compare all methods" "Shift+V";
    KeepTake "keep-take" "Takes" "Keep this run as a take" "Ctrl+T";
    PreviousTake "previous-take" "Takes" "Play the take before" "[";
    NextTake "next-take" "Takes" "Play the next take" "]";
    RunTwice "run-twice" "Takes" "Run twice and compare" "Ctrl+Shift+T";
    CopyShot "copy-shot" "Takes" "Copy the shot as text" "Ctrl+Shift+C";
    PasteShot "paste-shot" "Takes" "Play a copied shot" "Ctrl+Shift+V";
    FrameAll "frame-all" "View" "Show everything" "Home";
    FrameSelection "frame-selection" "View" "Show the selection" "F";
    ViewFront "view-front" "View" "From the front" "Num1";
    ViewSide "view-side" "View" "From the side" "Num3";
    ViewTop "view-top" "View" "From above" "Num7";
    FitTime "fit-time" "View" "The whole run in timeline and plots" "Shift+F";
    LinearSkins "linear-skins" "View" "Bodies by linear blend" "Ctrl+Alt+8";
    FollowShot "follow-shot" "View" "Follow what is hit" "Ctrl+Shift+F";
    TextLarger "text-larger" "View" "Larger text" "Ctrl+=";
    TextSmaller "text-smaller" "View" "Smaller text" "Ctrl+-";
    ToggleTheme "toggle-theme" "View" "Light / dark" "F9";
    QualityLow "quality-low" "View" "Low quality" "Ctrl+Alt+1";
    QualityMedium "quality-medium" "View" "Medium quality" "Ctrl+Alt+2";
    QualityHigh "quality-high" "View" "High quality" "Ctrl+Alt+3";
    QualityAuto "quality-auto" "View" "Measure which quality is fluid" "Ctrl+Alt+4";
    LookSkin "look-skin" "View" "Dummies with a body" "Ctrl+Alt+5";
    LookLimbs "look-limbs" "View" "Dummies as limbs" "Ctrl+Alt+6";
    LookBoth "look-both" "View" "Limbs within a clear body" "Ctrl+Alt+7";
    FullScreen "full-screen" "View" "Full screen" "F11";
    Screenshot "screenshot" "View" "Save a picture" "F12";
    ShowBodies "show-bodies" "Show" "Bodies" "1";
    ShowJoints "show-joints" "Show" "Joints and their axes" "2";
    ShowLimits "show-limits" "Show" "Limits of all joints" "3";
    ShowContacts "show-contacts" "Show" "Contacts" "4";
    ShowForces "show-forces" "Show" "Contact forces" "5";
    ShowVelocities "show-velocities" "Show" "Velocities" "6";
    ShowTrails "show-trails" "Show" "Trails" "7";
    ShowMasses "show-masses" "Show" "Centres of mass" "8";
    ShowGhosts "show-ghosts" "Show" "Ghost of the result before" "9";
    ShowContactShapes "show-contact-shapes" "Show" "Shapes that collide" "Ctrl+Shift+1";
    ShowInertia "show-inertia" "Show" "Ellipsoids of inertia" "Ctrl+Shift+6";
    ShowIslands "show-islands" "Show" "Islands and sleep" "Ctrl+Shift+2";
    ShowVolumes "show-volumes" "Show" "Volumes round what is selected" "Ctrl+Shift+7";
    ShowJointErrors "show-joint-errors" "Show" "Heat of joint errors" "Ctrl+Shift+5";
    ShowGlass "show-glass" "Show" "See through bodies" "Ctrl+Shift+3";
    ShowLabels "show-labels" "Show" "Numbers on the stage" "Ctrl+Shift+4";
    OnlyBodies "only-bodies" "Show" "Only: bodies" "Shift+1";
    OnlyJoints "only-joints" "Show" "Only: joints and their axes" "Shift+2";
    OnlyLimits "only-limits" "Show" "Only: limits of all joints" "Shift+3";
    OnlyContacts "only-contacts" "Show" "Only: contacts" "Shift+4";
    OnlyForces "only-forces" "Show" "Only: contact forces" "Shift+5";
    OnlyVelocities "only-velocities" "Show" "Only: velocities" "Shift+6";
    OnlyTrails "only-trails" "Show" "Only: trails" "Shift+7";
    OnlyMasses "only-masses" "Show" "Only: centres of mass" "Shift+8";
    OnlyGhosts "only-ghosts" "Show" "Only: ghost of the result before" "Shift+9";
    Record "record" "View" "Film the stage / end the film" "Shift+F12";
    RecordShot "record-shot" "View" "Film the last shot again" "Ctrl+F12";
    TogglePanels "toggle-panels" "Panels" "Show or hide panels" "Tab";
    PanelScenes "panel-scenes" "Panels" "Scenes" "Ctrl+E";
    PanelOutliner "panel-outliner" "Panels" "Outliner" "Ctrl+1";
    PanelCreate "panel-create" "Panels" "What to create" "Ctrl+2";
    PanelInspector "panel-inspector" "Panels" "Inspector" "Ctrl+3";
    PanelThrow "panel-throw" "Panels" "Ball and body" "Ctrl+4";
    PanelOrder "panel-order" "Panels" "Constraint order" "Ctrl+5";
    PanelDoctor "panel-doctor" "Panels" "Rig doctor" "Ctrl+6";
    PanelHistory "panel-history" "Panels" "History" "Ctrl+7";
    PanelLimits "panel-limits" "Panels" "Limit table" "Ctrl+8";
    PanelCompare "panel-compare" "Panels" "Compare" "Ctrl+9";
    PanelPlots "panel-plots" "Panels" "Plots over time" "Ctrl+Alt+9";
    Profiler "profiler" "Panels" "Cost of a step" "F3";
    PanelWhy "panel-why" "Panels" "Why it moves" "Shift+F8";
    PanelExperiments "panel-experiments" "Panels" "Experiments" "Ctrl+Alt+E";
    PanelSweep "panel-sweep" "Panels" "Shot fan" "Ctrl+Alt+F";
    PanelPrinted "panel-printed" "Panels" "Equations as printed" "Ctrl+Alt+M";
    ResetPanels "reset-panels" "Panels" "Panels as at the first start" "Ctrl+0";
    PanelLessons "panel-lessons" "Help" "Lessons" "Shift+F1";
    Palette "palette" "Help" "Find an action…" "Ctrl+K";
    Help "help" "Help" "Keys and mouse" "F1";
    Cancel "cancel" "Help" "Cancel or close" "Escape";
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
