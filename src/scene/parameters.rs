//! The solver settings of a scene by the keys of the parameters of the methods.

use super::doc::{Preset, Solver};
use super::migrate::preset_of_old;
use crate::physics::method::parameter::{Kind, ParameterSpec, Value};
use crate::physics::method::{self, all_parameters, MethodInfo, METHODS};
use serde_json::{json, Map, Value as Json};

/// What a scene itself says of its solver, by key.
#[derive(Debug, Clone, Default)]
pub struct Given(Map<String, Json>);

impl Given {
    /// That of these settings.
    pub fn of(solver: &Solver) -> Given {
        match serde_json::to_value(solver) {
            Ok(Json::Object(map)) => Given(map),
            _ => Given::default(),
        }
    }

    /// What it says of a parameter, if anything.
    pub fn value(&self, spec: &ParameterSpec) -> Option<Value> {
        self.0.get(spec.key).and_then(|json| read(spec, json))
    }

    /// Places in a list of flags whose name stands before already.
    pub(super) fn repeated(&self, spec: &ParameterSpec) -> Option<usize> {
        let names = self.0.get(spec.key)?.as_array()?;
        (0..names.len()).find(|&i| names[..i].contains(&names[i]))
    }

    /// Parameters of which it says something.
    pub fn parameters(&self) -> impl Iterator<Item = &'static ParameterSpec> + '_ {
        all_parameters().filter(|spec| self.0.contains_key(spec.key))
    }
}

impl Solver {
    /// The same with another value of a parameter, or with none, which leaves it to
    /// the preset or the default. A value that the parameter cannot have is not taken.
    pub fn with(&self, spec: &ParameterSpec, value: Option<Value>) -> Solver {
        let mut given = Given::of(self);
        match value {
            Some(Value::Off) | None => given.0.remove(spec.key),
            Some(value) => given.0.insert(spec.key.into(), to_json(spec, value)),
        };
        self.read(given)
    }

    /// Chooses a preset and drops the overrides of all that presets decide on, which
    /// would hide its values; and the method that has it, where this one does not.
    pub fn choose_preset(&mut self, preset: Preset) {
        if let Some(method) = preset.method_beside(&self.method) {
            self.choose_method(method);
        }
        let mut given = Given::of(self);
        for spec in all_parameters().filter(|spec| spec.is_of_preset()) {
            given.0.remove(spec.key);
        }
        *self = self.read(given);
        self.preset = preset;
    }

    /// Chooses a method and drops what it does not offer: parameters, and the preset.
    pub fn choose_method(&mut self, method: &MethodInfo) {
        let mut given = Given::of(self);
        for spec in all_parameters().filter(|spec| method.parameter(spec.key).is_none()) {
            given.0.remove(spec.key);
        }
        *self = self.read(given);
        self.method = method.id.into();
        if method.preset(self.preset.name()).is_none() {
            self.preset = Preset::first_of(method);
        }
    }

    /// The same by the name that a person gave.
    pub fn choose_named(&mut self, named: NamedPreset) {
        let (method, preset) = named.in_method(&self.method);
        if let Some(method) = method {
            self.choose_method(method);
        }
        self.choose_preset(preset);
    }

    fn read(&self, given: Given) -> Solver {
        serde_json::from_value(Json::Object(given.0)).unwrap_or_else(|_| self.clone())
    }
}

/// A preset by a name that a person gives: as it is now, or as version 1 of the format had it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedPreset {
    now: Option<Preset>,
    then: Option<(&'static str, Preset)>,
}

impl From<Preset> for NamedPreset {
    fn from(preset: Preset) -> NamedPreset {
        NamedPreset {
            now: Some(preset),
            then: None,
        }
    }
}

impl NamedPreset {
    /// What goes by this name, if anything.
    pub fn of(name: &str) -> Option<NamedPreset> {
        let now = Preset::named(name);
        let then =
            preset_of_old(name).and_then(|(method, preset)| Some((method, Preset::named(preset)?)));
        (now.is_some() || then.is_some()).then_some(NamedPreset { now, then })
    }

    /// What it means to a scene with this method: another method, where that is needed for it,
    /// and the preset.
    pub fn in_method(self, id: &str) -> (Option<&'static MethodInfo>, Preset) {
        let preset = self.now.unwrap_or_default();
        let is_own = self.now.is_some() && preset.method_beside(id).is_none();
        match self.then {
            Some((method, preset)) if !is_own => (method::find(method), preset),
            _ => (preset.method_beside(id), preset),
        }
    }
}

impl Preset {
    /// All presets that a method offers.
    pub fn all() -> impl Iterator<Item = Preset> {
        preset_names().filter_map(Preset::named)
    }

    /// The first preset of a method.
    pub fn first_of(method: &MethodInfo) -> Preset {
        let first = method.presets.first();
        let named = first.and_then(|preset| Preset::named(preset.name));
        named.unwrap_or_default()
    }

    /// The method that has it, where that with this id does not.
    pub fn method_beside(self, id: &str) -> Option<&'static MethodInfo> {
        let has = |info: &&MethodInfo| info.preset(self.name()).is_some();
        let own = method::find(id)?;
        match self == Preset::Default || has(&own) {
            true => None,
            false => METHODS.iter().find(has),
        }
    }

    /// The preset with this name.
    pub fn named(name: &str) -> Option<Preset> {
        serde_json::from_value(json!(name)).ok()
    }

    /// Name in files and on the command line.
    pub fn name(self) -> &'static str {
        let mut names = preset_names();
        let own = names.find(|name| Preset::named(name) == Some(self));
        own.unwrap_or("default")
    }
}

fn preset_names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().enumerate().flat_map(|(i, method)| {
        let is_new = move |name| METHODS[..i].iter().all(|m| m.preset(name).is_none());
        let names = method.presets.iter().map(|preset| preset.name);
        names.filter(move |name| is_new(name))
    })
}

fn read(spec: &ParameterSpec, json: &Json) -> Option<Value> {
    match spec.kind {
        // A number that is not finite has no form in JSON.
        Kind::Number(_) => Some(Value::Number(json.as_f64().unwrap_or(f64::NAN))),
        Kind::Whole(_) => json.as_u64().map(Value::Whole),
        Kind::Switch => json.as_bool().map(Value::Switch),
        Kind::Choice(_) => spec.choice(json.as_str()?).map(|c| Value::Choice(c.name)),
        Kind::Flags { choices, .. } => {
            let names = json.as_array()?;
            let listed = |i: &usize| names.iter().any(|name| name == choices[*i].name);
            let set = (0..choices.len()).filter(listed);
            Some(Value::Flags(set.map(|i| 1 << i).sum()))
        }
    }
}

/// A value of a parameter as it stands in a scene file.
pub fn to_json(spec: &ParameterSpec, value: Value) -> Json {
    match value {
        Value::Off => Json::Null,
        Value::Number(number) => json!(number),
        Value::Whole(number) => json!(number),
        Value::Switch(on) => json!(on),
        Value::Choice(name) => json!(name),
        Value::Flags(bits) => {
            let choices = spec.choices().iter().enumerate();
            let set = choices.filter(|(i, _)| bits >> i & 1 == 1);
            json!(set.map(|(_, choice)| choice.name).collect::<Vec<_>>())
        }
    }
}
