//! Keys: how they are named, with what is held with them, and what can be asked of them.

use super::Trigger;
use crate::platform::settings::KeyPreset;
use macroquad::input::KeyCode;
use std::fmt;

/// A key that went down, with the modifiers it was pressed with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeyStroke {
    /// Which key.
    pub key: KeyCode,
    /// Whether Ctrl was held.
    pub ctrl: bool,
    /// Whether Shift was held.
    pub shift: bool,
    /// Whether Alt was held.
    pub alt: bool,
}

/// A key with the modifiers that are held with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chord {
    /// Name of the key, as in [`KEYS`].
    name: &'static str,
    /// The key.
    code: KeyCode,
    ctrl: bool,
    alt: bool,
    shift: bool,
}

impl Chord {
    /// The chord of a key that went down; `None` for a modifier or an unknown key.
    pub fn of(stroke: &KeyStroke) -> Option<Chord> {
        let (name, code) = *KEYS.iter().find(|(_, code)| *code == stroke.key)?;
        Some(Chord {
            name,
            code,
            ctrl: stroke.ctrl,
            alt: stroke.alt,
            shift: stroke.shift,
        })
    }

    /// Reads a chord such as `Ctrl+Shift+S`.
    pub fn parse(text: &str) -> Option<Chord> {
        let mut key = text;
        let [ctrl, alt, shift] = MODIFIERS.map(|modifier| match key.strip_prefix(modifier) {
            Some(rest) => {
                key = rest;
                true
            }
            None => false,
        });
        let (name, code) = *KEYS.iter().find(|(known, _)| *known == key)?;
        Some(Chord {
            name,
            code,
            ctrl,
            alt,
            shift,
        })
    }

    /// The key going down.
    pub fn stroke(self) -> KeyStroke {
        KeyStroke {
            key: self.code,
            ctrl: self.ctrl,
            shift: self.shift,
            alt: self.alt,
        }
    }

    /// Whether this is Escape alone, which takes back.
    pub fn is_escape(self) -> bool {
        self.code == KeyCode::Escape && !self.ctrl && !self.alt && !self.shift
    }

    /// Whether the chord acts while a text field has the focus: with Ctrl, unless the
    /// field itself uses it. Ctrl with Alt types letters on some keyboards.
    pub fn acts_while_typing(self) -> bool {
        self.ctrl && !self.alt && !TEXT_FIELD_CHORDS.contains(&self.to_string().as_str())
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = [self.ctrl, self.alt, self.shift];
        for (modifier, _) in MODIFIERS.iter().zip(held).filter(|(_, held)| *held) {
            formatter.write_str(modifier)?;
        }
        formatter.write_str(self.name)
    }
}

/// A change of the keys that a person asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyChange {
    /// Take another preset; own keys stay.
    Preset(KeyPreset),
    /// Give an action this chord, which any other loses.
    Bind(Trigger, Chord),
    /// Take the keys of an action away.
    Clear(Trigger),
    /// Give an action the keys of the preset again.
    Reset(Trigger),
    /// Drop all own keys.
    ResetAll,
}

/// Modifiers in the order in which a chord names them.
const MODIFIERS: [&str; 3] = ["Ctrl+", "Alt+", "Shift+"];

/// What a text field uses itself.
const TEXT_FIELD_CHORDS: [&str; 13] = [
    "Ctrl+A",
    "Ctrl+C",
    "Ctrl+V",
    "Ctrl+X",
    "Ctrl+Z",
    "Ctrl+Y",
    "Ctrl+Shift+Z",
    "Ctrl+Backspace",
    "Ctrl+Delete",
    "Ctrl+Left",
    "Ctrl+Right",
    "Ctrl+Home",
    "Ctrl+End",
];

/// Every key that can be bound, with its name on screen and in the settings.
const KEYS: &[(&str, KeyCode)] = &[
    ("A", KeyCode::A),
    ("B", KeyCode::B),
    ("C", KeyCode::C),
    ("D", KeyCode::D),
    ("E", KeyCode::E),
    ("F", KeyCode::F),
    ("G", KeyCode::G),
    ("H", KeyCode::H),
    ("I", KeyCode::I),
    ("J", KeyCode::J),
    ("K", KeyCode::K),
    ("L", KeyCode::L),
    ("M", KeyCode::M),
    ("N", KeyCode::N),
    ("O", KeyCode::O),
    ("P", KeyCode::P),
    ("Q", KeyCode::Q),
    ("R", KeyCode::R),
    ("S", KeyCode::S),
    ("T", KeyCode::T),
    ("U", KeyCode::U),
    ("V", KeyCode::V),
    ("W", KeyCode::W),
    ("X", KeyCode::X),
    ("Y", KeyCode::Y),
    ("Z", KeyCode::Z),
    ("0", KeyCode::Key0),
    ("1", KeyCode::Key1),
    ("2", KeyCode::Key2),
    ("3", KeyCode::Key3),
    ("4", KeyCode::Key4),
    ("5", KeyCode::Key5),
    ("6", KeyCode::Key6),
    ("7", KeyCode::Key7),
    ("8", KeyCode::Key8),
    ("9", KeyCode::Key9),
    ("-", KeyCode::Minus),
    ("=", KeyCode::Equal),
    (",", KeyCode::Comma),
    (".", KeyCode::Period),
    ("/", KeyCode::Slash),
    (";", KeyCode::Semicolon),
    ("'", KeyCode::Apostrophe),
    ("[", KeyCode::LeftBracket),
    ("]", KeyCode::RightBracket),
    ("\\", KeyCode::Backslash),
    ("`", KeyCode::GraveAccent),
    ("Space", KeyCode::Space),
    ("Enter", KeyCode::Enter),
    ("Escape", KeyCode::Escape),
    ("Backspace", KeyCode::Backspace),
    ("Tab", KeyCode::Tab),
    ("Insert", KeyCode::Insert),
    ("Delete", KeyCode::Delete),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Left", KeyCode::Left),
    ("Right", KeyCode::Right),
    ("Up", KeyCode::Up),
    ("Down", KeyCode::Down),
    ("Num0", KeyCode::Kp0),
    ("Num1", KeyCode::Kp1),
    ("Num2", KeyCode::Kp2),
    ("Num3", KeyCode::Kp3),
    ("Num4", KeyCode::Kp4),
    ("Num5", KeyCode::Kp5),
    ("Num6", KeyCode::Kp6),
    ("Num7", KeyCode::Kp7),
    ("Num8", KeyCode::Kp8),
    ("Num9", KeyCode::Kp9),
    ("Num.", KeyCode::KpDecimal),
    ("Num+", KeyCode::KpAdd),
    ("Num-", KeyCode::KpSubtract),
    ("Num*", KeyCode::KpMultiply),
    ("Num/", KeyCode::KpDivide),
    ("NumEnter", KeyCode::KpEnter),
    ("F1", KeyCode::F1),
    ("F2", KeyCode::F2),
    ("F3", KeyCode::F3),
    ("F4", KeyCode::F4),
    ("F5", KeyCode::F5),
    ("F6", KeyCode::F6),
    ("F7", KeyCode::F7),
    ("F8", KeyCode::F8),
    ("F9", KeyCode::F9),
    ("F10", KeyCode::F10),
    ("F11", KeyCode::F11),
    ("F12", KeyCode::F12),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        Chord::parse(text).unwrap()
    }

    #[test]
    fn the_chords_of_text_fields_are_known() {
        for text in TEXT_FIELD_CHORDS {
            assert_eq!(chord(text).to_string(), text);
        }
    }

    #[test]
    fn every_key_is_named_once() {
        for (name, code) in KEYS {
            assert_eq!((chord(name).name, chord(name).code), (*name, *code));
            let same = KEYS.iter().filter(|(_, other)| other == code);
            assert_eq!(same.count(), 1, "{name}");
        }
    }

    #[test]
    fn while_typing_only_ctrl_acts_and_not_what_the_field_uses() {
        for free in ["Ctrl+S", "Ctrl+Shift+S", "Ctrl+K", "Ctrl+="] {
            assert!(chord(free).acts_while_typing(), "{free}");
        }
        for held in [
            "S",
            "Space",
            "Shift+D",
            "Alt+H",
            "F1",
            "Delete",
            "Ctrl+Alt+A",
        ] {
            assert!(!chord(held).acts_while_typing(), "{held}");
        }
        assert!(!chord("Ctrl+Z").acts_while_typing());
    }
}
