//! Which key does what: a preset, and a person's own keys over it.

use crate::app::action;
use crate::app::action::{Chord, KeyChange, Trigger, ACTIONS};
use crate::platform::settings::KeyPreset;
use crate::text::clean;
use std::collections::BTreeMap;

/// Most of the remembered keys that make no sense which are named.
const MOST_NAMED: usize = 3;

/// The keys in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keymap {
    preset: KeyPreset,
    /// Own keys; `None`: the action has no key.
    own: BTreeMap<Trigger, Option<Chord>>,
    /// All that is bound, in the order of the table.
    bound: Vec<(Chord, Trigger)>,
}

impl Default for Keymap {
    fn default() -> Keymap {
        Keymap::new(KeyPreset::Standard)
    }
}

impl Keymap {
    /// The keys of a preset.
    pub fn new(preset: KeyPreset) -> Keymap {
        let mut keymap = Keymap {
            preset,
            own: BTreeMap::new(),
            bound: Vec::new(),
        };
        keymap.bind();
        keymap
    }

    /// A preset and the own keys over it as they are remembered, from the names of
    /// actions to chords; and what of these makes no sense and is left out.
    pub fn remembered(
        preset: KeyPreset,
        keys: &BTreeMap<String, String>,
    ) -> (Keymap, Option<String>) {
        let mut keymap = Keymap::new(preset);
        let mut left_out = Vec::new();
        for (id, text) in keys {
            let chord = match text.as_str() {
                "" => Some(None),
                text => Chord::parse(text).map(Some),
            };
            match (action::find(id), chord) {
                (Some(trigger), Some(chord)) if !keymap.owns(chord) => {
                    keymap.own.insert(trigger, chord);
                }
                _ => left_out.push(format!("`{id}`: `{text}`")),
            }
        }
        keymap.bind();
        let notice = (!left_out.is_empty()).then(|| {
            let more = left_out.len().saturating_sub(MOST_NAMED);
            left_out.truncate(MOST_NAMED);
            let list = clean(&left_out.join(", "));
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("ignored unknown or duplicate keys in the settings: {list}{more}")
        });
        (keymap, notice)
    }

    /// The own keys as they are remembered.
    pub fn own(&self) -> BTreeMap<String, String> {
        let text = |chord: &Option<Chord>| chord.map(|c| c.to_string()).unwrap_or_default();
        self.own
            .iter()
            .filter_map(|(trigger, chord)| {
                Some((action::info(*trigger)?.id.to_owned(), text(chord)))
            })
            .collect()
    }

    /// The preset under the own keys.
    pub fn preset(&self) -> KeyPreset {
        self.preset
    }

    /// What a chord does.
    pub fn find(&self, chord: Chord) -> Option<Trigger> {
        let bound = self.bound.iter().find(|(bound, _)| *bound == chord);
        bound.map(|(_, trigger)| *trigger)
    }

    /// The chords of an action, the first one first.
    pub fn chords(&self, trigger: Trigger) -> impl Iterator<Item = Chord> + '_ {
        let bound = self.bound.iter().filter(move |(_, of)| *of == trigger);
        bound.map(|(chord, _)| *chord)
    }

    /// The first chord of an action as text; empty if it has none.
    pub fn shown(&self, trigger: Trigger) -> String {
        let first = self.chords(trigger).next();
        first.map(|chord| chord.to_string()).unwrap_or_default()
    }

    /// Words with the first chord of an action behind them, if it has one: `Undo (Ctrl+Z)`.
    pub fn with_key(&self, words: &str, trigger: Trigger) -> String {
        match self.chords(trigger).next() {
            Some(chord) => format!("{words} ({chord})"),
            None => words.to_owned(),
        }
    }

    /// Whether a person gave this action a key or took it away.
    pub fn is_own(&self, trigger: Trigger) -> bool {
        self.own.contains_key(&trigger)
    }

    /// Whether there are own keys at all.
    pub fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    /// Changes the keys.
    pub fn change(&mut self, change: KeyChange) {
        match change {
            KeyChange::Preset(preset) => self.preset = preset,
            KeyChange::Bind(trigger, chord) => {
                // An own key that is taken must not return with the next start.
                for other in self.own.values_mut().filter(|own| **own == Some(chord)) {
                    *other = None;
                }
                self.own.insert(trigger, Some(chord));
            }
            KeyChange::Clear(trigger) => {
                self.own.insert(trigger, None);
            }
            KeyChange::Reset(trigger) => {
                self.own.remove(&trigger);
            }
            KeyChange::ResetAll => self.own.clear(),
        }
        self.bind();
    }

    fn owns(&self, chord: Option<Chord>) -> bool {
        chord.is_some() && self.own.values().any(|own| *own == chord)
    }

    /// Binds the own keys, and of the preset what they leave.
    fn bind(&mut self) {
        let mut bound = Vec::new();
        for line in ACTIONS {
            match self.own.get(&line.trigger) {
                Some(own) => bound.extend(own.map(|chord| (chord, line.trigger))),
                None => bound.extend(
                    preset_chords(self.preset, line.trigger)
                        .filter(|chord| !self.owns(Some(*chord)))
                        .map(|chord| (chord, line.trigger)),
                ),
            }
        }
        self.bound = bound;
    }
}

/// The chords that a preset gives an action.
fn preset_chords(preset: KeyPreset, trigger: Trigger) -> impl Iterator<Item = Chord> {
    let differing = match preset {
        KeyPreset::Standard => STANDARD,
        KeyPreset::Blender => BLENDER,
        KeyPreset::Mujoco => MUJOCO,
    };
    let line = [differing, STANDARD]
        .into_iter()
        .flatten()
        .find(|(of, _)| *of == trigger);
    let usual = action::info(trigger).map(|info| info.keys);
    let texts = match line {
        Some((_, texts)) => texts.to_vec(),
        None => usual.into_iter().collect(),
    };
    texts.into_iter().filter_map(Chord::parse)
}

/// The keys of one action in a preset.
type Line = (Trigger, &'static [&'static str]);

/// Actions with more keys than the table says.
const STANDARD: &[Line] = &[(Trigger::Redo, &["Ctrl+Y", "Ctrl+Shift+Z"])];

/// What is other than standard in Blender, and what has to give way.
const BLENDER: &[Line] = &[
    (Trigger::ToolSelect, &["W"]),
    (Trigger::ToolMove, &["G"]),
    (Trigger::ToolRotate, &["R"]),
    (Trigger::ToolScale, &["S"]),
    (Trigger::ToggleLocal, &[","]),
    (Trigger::ToggleSnap, &["Shift+Tab"]),
    (Trigger::Redo, &["Ctrl+Shift+Z", "Ctrl+Y"]),
    (Trigger::Duplicate, &["Shift+D"]),
    (Trigger::Delete, &["X", "Delete"]),
    (Trigger::Ungroup, &["Ctrl+Alt+G"]),
    (Trigger::SelectAll, &["A"]),
    (Trigger::SelectNone, &["Alt+A"]),
    (Trigger::SelectInverse, &["Ctrl+I"]),
    (Trigger::SelectSameKind, &["Shift+G"]),
    (Trigger::ImportMesh, &["Ctrl+Shift+I"]),
    (Trigger::CreateLauncher, &["Ctrl+Alt+A"]),
    (Trigger::PanelCreate, &["Shift+A", "Ctrl+2"]),
    (Trigger::Reset, &["Shift+Left", "Backspace"]),
    (Trigger::StepBackTen, &["Ctrl+Shift+Left"]),
    (Trigger::FrameSelection, &["Num."]),
    (Trigger::TogglePanels, &["Ctrl+Space", "Tab"]),
    (Trigger::Palette, &["F3", "Ctrl+K"]),
    (Trigger::Profiler, &["Shift+F3"]),
];

/// What is other than standard in MuJoCo's viewer, and what has to give way.
const MUJOCO: &[Line] = &[
    (Trigger::Reset, &["Backspace", "Ctrl+L"]),
    (Trigger::FrameAll, &["Ctrl+A", "Home"]),
    (Trigger::FullScreen, &["F5", "F11"]),
    (Trigger::Screenshot, &["Ctrl+P", "F12"]),
    (Trigger::SelectAll, &["Ctrl+Alt+A"]),
    (Trigger::SelectConnected, &["Ctrl+Shift+L"]),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const PRESETS: [KeyPreset; 3] = [KeyPreset::Standard, KeyPreset::Blender, KeyPreset::Mujoco];

    fn chord(text: &str) -> Chord {
        Chord::parse(text).unwrap()
    }

    #[test]
    fn no_two_actions_of_a_preset_share_a_chord() {
        for preset in PRESETS {
            let keymap = Keymap::new(preset);
            for (i, (a, first)) in keymap.bound.iter().enumerate() {
                for (b, second) in &keymap.bound[i + 1..] {
                    assert_ne!(a, b, "{preset:?}: {first:?} and {second:?}: {a}");
                }
            }
        }
    }

    #[test]
    fn of_many_keys_that_make_no_sense_three_are_named() {
        let keys = (0..50_000).map(|i| (format!("k{i:05}\n"), "F4".to_owned()));
        let (keymap, notice) = Keymap::remembered(KeyPreset::Standard, &keys.collect());
        assert!(!keymap.has_own());
        let notice = notice.unwrap();
        assert!(notice.contains(r"`k00000\n`: `F4`, "), "{notice}");
        assert!(
            notice.ends_with("`k00002\\n`: `F4` and 49997 more"),
            "{notice}"
        );
    }

    #[test]
    fn every_key_of_every_preset_is_known() {
        for line in ACTIONS {
            assert!(Chord::parse(line.keys).is_some(), "{}", line.keys);
        }
        for (trigger, texts) in [STANDARD, BLENDER, MUJOCO].into_iter().flatten() {
            for text in *texts {
                assert_eq!(chord(text).to_string(), *text, "{trigger:?}");
            }
        }
    }

    #[test]
    fn an_own_key_takes_the_place_of_the_presets_and_returns_it() {
        let mut keymap = Keymap::default();
        keymap.change(KeyChange::Bind(Trigger::Undo, chord("Ctrl+S")));
        assert_eq!(keymap.find(chord("Ctrl+S")), Some(Trigger::Undo));
        assert_eq!(keymap.find(chord("Ctrl+Z")), None);
        assert_eq!(keymap.shown(Trigger::Save), "");
        keymap.change(KeyChange::Reset(Trigger::Undo));
        assert_eq!(keymap, Keymap::default());
    }

    #[test]
    fn an_own_key_that_another_action_takes_is_gone() {
        let mut keymap = Keymap::default();
        keymap.change(KeyChange::Bind(Trigger::Undo, chord("F4")));
        keymap.change(KeyChange::Bind(Trigger::Redo, chord("F4")));
        assert_eq!(keymap.find(chord("F4")), Some(Trigger::Redo));
        assert_eq!(keymap.shown(Trigger::Undo), "");
        keymap.change(KeyChange::Clear(Trigger::Redo));
        assert_eq!(keymap.find(chord("F4")), None);
        keymap.change(KeyChange::ResetAll);
        assert_eq!(keymap, Keymap::default());
    }

    #[test]
    fn own_keys_come_back_over_any_preset() {
        let mut keymap = Keymap::new(KeyPreset::Blender);
        keymap.change(KeyChange::Bind(Trigger::Undo, chord("Alt+Shift+F4")));
        keymap.change(KeyChange::Clear(Trigger::Throw));
        let (again, notice) = Keymap::remembered(KeyPreset::Blender, &keymap.own());
        assert_eq!((again, notice), (keymap, None));
    }

    #[test]
    fn what_makes_no_sense_is_left_out_with_a_notice() {
        let keys = [
            ("undo", "Ctrl+Nonsense"),
            ("no-such-action", "F4"),
            ("redo", "F6"),
            ("save", "F6"),
            ("throw", "F7"),
        ];
        let keys = keys.map(|(id, key)| (id.to_owned(), key.to_owned())).into();
        let (keymap, notice) = Keymap::remembered(KeyPreset::Standard, &keys);
        assert_eq!(keymap.find(chord("F6")), Some(Trigger::Redo));
        assert_eq!(keymap.find(chord("F7")), Some(Trigger::Throw));
        assert_eq!(keymap.find(chord("F4")), None);
        let notice = notice.unwrap();
        for id in ["undo", "no-such-action", "save"] {
            assert!(notice.contains(id), "{notice}");
        }
    }
}
