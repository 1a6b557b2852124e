//! Everything a person can ask for: one table feeds menu, keys, help and tests.

use crate::editor::Command;
use std::path::PathBuf;

/// What a panel, a key or a script asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// A parameterless action of the table.
    Do(Trigger),
    /// A change of the scene.
    Edit(Command),
    /// Open a shipped scene by name.
    OpenShipped(&'static str),
    /// Open a file.
    OpenFile(PathBuf),
    /// Playback speed, 1 = real time.
    SetSpeed(f64),
    /// Answer to the question about unsaved changes.
    Answer(Answer),
}

/// Answer to the question about unsaved changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Save, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Stay.
    Cancel,
}

/// Actions without parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)] // Each is explained by its line in ACTIONS.
pub enum Trigger {
    New,
    Open,
    Save,
    SaveAs,
    Quit,
    Undo,
    Redo,
    Throw,
    RepeatShot,
    PlayPause,
    Step,
    StepTen,
    Slower,
    Faster,
    RealTime,
    Reset,
    FrameAll,
    ViewFront,
    ViewSide,
    ViewTop,
    TogglePanels,
    TextLarger,
    TextSmaller,
    ToggleTheme,
    FullScreen,
    Screenshot,
    Help,
    Cancel,
}

/// One line of the action table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActionInfo {
    /// Which action.
    pub trigger: Trigger,
    /// Name in scripts.
    pub id: &'static str,
    /// Menu it is in.
    pub menu: &'static str,
    /// Name on screen.
    pub label: &'static str,
    /// Key, such as `Ctrl+S`.
    pub keys: &'static str,
}

const fn line(
    trigger: Trigger,
    id: &'static str,
    menu: &'static str,
    label: &'static str,
    keys: &'static str,
) -> ActionInfo {
    ActionInfo {
        trigger,
        id,
        menu,
        label,
        keys,
    }
}

/// The action table.
pub const ACTIONS: &[ActionInfo] = &[
    line(Trigger::New, "new", "File", "New scene", "Ctrl+N"),
    line(Trigger::Open, "open", "File", "Open…", "Ctrl+O"),
    line(Trigger::Save, "save", "File", "Save", "Ctrl+S"),
    line(
        Trigger::SaveAs,
        "save-as",
        "File",
        "Save as…",
        "Ctrl+Shift+S",
    ),
    line(Trigger::Quit, "quit", "File", "Quit", "Ctrl+Q"),
    line(Trigger::Undo, "undo", "Edit", "Undo", "Ctrl+Z"),
    line(Trigger::Redo, "redo", "Edit", "Redo", "Ctrl+Y"),
    line(Trigger::Throw, "throw", "Play", "Throw the ball", "Enter"),
    line(
        Trigger::RepeatShot,
        "repeat-shot",
        "Play",
        "Repeat the last shot",
        "B",
    ),
    line(
        Trigger::PlayPause,
        "play-pause",
        "Play",
        "Play / pause",
        "Space",
    ),
    line(Trigger::Step, "step", "Play", "Step", "Right"),
    line(
        Trigger::StepTen,
        "step-ten",
        "Play",
        "Ten steps",
        "Shift+Right",
    ),
    line(Trigger::Slower, "slower", "Play", "Slower", "-"),
    line(Trigger::Faster, "faster", "Play", "Faster", "="),
    line(Trigger::RealTime, "real-time", "Play", "Real time", "0"),
    line(Trigger::Reset, "reset", "Play", "Reset", "Backspace"),
    line(
        Trigger::FrameAll,
        "frame-all",
        "View",
        "Show everything",
        "Home",
    ),
    line(
        Trigger::ViewFront,
        "view-front",
        "View",
        "From the front",
        "Num1",
    ),
    line(
        Trigger::ViewSide,
        "view-side",
        "View",
        "From the side",
        "Num3",
    ),
    line(Trigger::ViewTop, "view-top", "View", "From above", "Num7"),
    line(
        Trigger::TogglePanels,
        "toggle-panels",
        "View",
        "Show or hide panels",
        "Tab",
    ),
    line(
        Trigger::TextLarger,
        "text-larger",
        "View",
        "Larger text",
        "Ctrl+=",
    ),
    line(
        Trigger::TextSmaller,
        "text-smaller",
        "View",
        "Smaller text",
        "Ctrl+-",
    ),
    line(
        Trigger::ToggleTheme,
        "toggle-theme",
        "View",
        "Light / dark",
        "F9",
    ),
    line(
        Trigger::FullScreen,
        "full-screen",
        "View",
        "Full screen",
        "F11",
    ),
    line(
        Trigger::Screenshot,
        "screenshot",
        "View",
        "Save a picture",
        "F12",
    ),
    line(Trigger::Help, "help", "Help", "Keys and mouse", "F1"),
    line(
        Trigger::Cancel,
        "cancel",
        "Help",
        "Cancel or close",
        "Escape",
    ),
];

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
