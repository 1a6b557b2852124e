//! What a method can be set to, as data: key, range, choices, default and help.
//!
//! Validation, sliders, the command line, presets and the schema of scenes read
//! this one description, and a scene becomes [`Settings`] through it.

use crate::physics::settings::Settings;

/// One setting of a method.
#[derive(Debug, Clone, Copy)]
pub struct ParameterSpec {
    /// Key in the solver settings of a scene. Methods that share a key mean the same.
    pub key: &'static str,
    /// Name on screen.
    pub label: &'static str,
    /// Unit as shown after a number; empty for ratios and counts.
    pub unit: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// What it is where a scene says nothing.
    pub default: Standard,
    /// Other parameters, of which one has to be so for it to have an effect.
    pub only_with: OnlyWith,
    /// What it does, with its source.
    pub help: &'static str,
    /// Puts a value into settings; those of another kind or method leave them alone.
    pub set: fn(&mut Settings, Value),
}

/// Keys and choices of other parameters; none where nothing else counts.
pub type OnlyWith = Option<&'static [(&'static str, &'static str)]>;

/// What a parameter can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A number.
    Number(Range),
    /// A whole number.
    Whole(Range),
    /// On or off.
    Switch,
    /// One of some names.
    Choice(&'static [Choice]),
    /// Any of some names, each at most once.
    Flags {
        /// What a name stands for.
        of: &'static str,
        /// The names.
        choices: &'static [Choice],
    },
}

/// Range of a number, in the unit of its parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// Smallest value, see [`Range::edge`].
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// What is allowed at the lower end.
    pub edge: Edge,
    /// What people usually want.
    pub comfortable: (f64, f64),
}

/// Which values at the lower end of a range are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The minimum and above.
    Closed,
    /// Above the minimum, which is not allowed itself.
    Above,
    /// The minimum and above, or exactly 0, which turns something off.
    OrZero,
}

/// A name that can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// Name in scene files.
    pub name: &'static str,
    /// Name on screen.
    pub label: &'static str,
    /// What it is, with its source.
    pub help: &'static str,
}

/// A value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Of an optional number that is turned off.
    Off,
    /// Of a number.
    Number(f64),
    /// Of a whole number.
    Whole(u64),
    /// Of a switch.
    Switch(bool),
    /// Of a choice.
    Choice(&'static str),
    /// Of flags: bit `i` for the choice at `i`.
    Flags(u64),
}

/// What a parameter is where a scene says nothing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standard {
    /// What the preset says; this, where the preset says nothing either.
    OfPreset(Value),
    /// This with every preset.
    Fixed(Value),
    /// Nothing: it is off.
    Off {
        /// Name on screen of its value once it is on.
        label: &'static str,
        /// Value once it is on.
        on: f64,
    },
}

impl ParameterSpec {
    /// Its value where neither a scene nor a preset says anything.
    pub const fn standard(&self) -> Value {
        match self.default {
            Standard::OfPreset(value) | Standard::Fixed(value) => value,
            Standard::Off { .. } => Value::Off,
        }
    }

    /// Whether presets decide on it.
    pub fn is_of_preset(&self) -> bool {
        matches!(self.default, Standard::OfPreset(_))
    }

    /// The range of a number.
    pub const fn range(&self) -> Option<Range> {
        match self.kind {
            Kind::Number(range) | Kind::Whole(range) => Some(range),
            _ => None,
        }
    }

    /// As a number: its default, or its value once it is on.
    pub const fn number(&self) -> Option<f64> {
        match self.default {
            Standard::OfPreset(value) | Standard::Fixed(value) => value.number(),
            Standard::Off { on, .. } => Some(on),
        }
    }

    /// A number as a value of it: rounded where it is whole.
    pub fn value(&self, number: f64) -> Value {
        match self.kind {
            Kind::Whole(_) => Value::Whole(number.round() as u64),
            _ => Value::Number(number),
        }
    }

    /// What can be chosen; empty for numbers and switches.
    pub fn choices(&self) -> &'static [Choice] {
        match self.kind {
            Kind::Choice(choices) | Kind::Flags { choices, .. } => choices,
            _ => &[],
        }
    }

    /// The choice with this name.
    pub fn choice(&self, name: &str) -> Option<&'static Choice> {
        self.choices().iter().find(|choice| choice.name == name)
    }

    /// Whether it can have this value.
    pub fn accepts(&self, value: Value) -> bool {
        match (self.kind, value) {
            (_, Value::Off) => matches!(self.default, Standard::Off { .. }),
            (Kind::Number(range), Value::Number(number)) => range.holds(number),
            (Kind::Whole(range), Value::Whole(number)) => range.holds(number as f64),
            (Kind::Switch, Value::Switch(_)) => true,
            (Kind::Choice(_), Value::Choice(name)) => self.choice(name).is_some(),
            (Kind::Flags { choices, .. }, Value::Flags(bits)) => bits >> choices.len() == 0,
            _ => false,
        }
    }
}

impl Range {
    /// From a smallest to a largest value, both allowed, and what is usual.
    pub const fn closed(min: f64, max: f64, comfortable: (f64, f64)) -> Range {
        let edge = Edge::Closed;
        Range {
            min,
            max,
            edge,
            comfortable,
        }
    }

    /// Whether `value` is finite and in range.
    pub fn holds(&self, value: f64) -> bool {
        let low = match self.edge {
            Edge::Closed => value >= self.min,
            Edge::Above => value > self.min,
            Edge::OrZero => value >= self.min || value == 0.0,
        };
        low && value <= self.max
    }
}

impl Choice {
    /// A choice that has the same name in files and on screen.
    pub const fn new(name: &'static str, help: &'static str) -> Choice {
        Choice {
            name,
            label: name,
            help,
        }
    }
}

/// Something that has a choice for each of its values.
pub trait Named: Copy + 'static {
    /// The values in the order of [`Named::CHOICES`].
    const VALUES: &'static [Self];
    /// Name and help of each.
    const CHOICES: &'static [Choice];

    /// The value that is chosen; none for a value of another kind or an unknown name.
    fn chosen(value: Value) -> Option<Self> {
        let Value::Choice(name) = value else {
            return None;
        };
        let place = Self::CHOICES
            .iter()
            .position(|choice| choice.name == name)?;
        Self::VALUES.get(place).copied()
    }
}

/// The choices of an enum: value, name in files, what it is.
macro_rules! named {
    ($of:ty: $($value:expr, $choice:expr;)*) => {
        impl $crate::physics::method::parameter::Named for $of {
            const VALUES: &'static [$of] = &[$($value),*];
            const CHOICES: &'static [$crate::physics::method::parameter::Choice] = &[$($choice),*];
        }
    };
}
pub(crate) use named;

impl Value {
    /// As a number, whole or not; of an optional one that is on.
    pub const fn number(self) -> Option<f64> {
        match self {
            Value::Number(number) => Some(number),
            Value::Whole(number) => Some(number as f64),
            _ => None,
        }
    }
}
