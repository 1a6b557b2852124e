//! Changes of a scene by the path of a field.

use super::{parse, schema_text, NamedPreset, Preset, Problem, Scene, Solver};
use crate::physics::method;
use serde_json::{json, Map, Value};
use std::fmt;

/// Names less alike than this are no suggestion (Jaro-Winkler, 0 to 1).
const ALIKE: f64 = 0.75;

/// A field of a scene and the value it gets: `solver.rate_hz=120`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    path: Vec<Step>,
    value: Value,
    /// As it was given.
    text: String,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A step from something in a scene to something in it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Key(key) => f.write_str(key),
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}

fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        if !text.is_empty() && matches!(step, Step::Key(_)) {
            text.push('.');
        }
        text.push_str(&step.to_string());
    }
    text
}

impl Setting {
    /// Reads `PATH=VALUE`. What is not JSON is a text, so that names need no quotes.
    ///
    /// # Errors
    /// What is no path, and how one is written.
    pub fn parse(text: &str) -> Result<Setting, String> {
        let Some((path, value)) = text.split_once('=') else {
            return Err("give PATH=VALUE, such as solver.rate_hz=120".into());
        };
        let value = value.trim();
        Ok(Setting {
            path: steps(path.trim())?,
            value: serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)),
            text: text.to_owned(),
        })
    }

    /// A field and its value.
    ///
    /// # Errors
    /// What is no path, and how one is written.
    pub fn new(path: &str, value: Value) -> Result<Setting, String> {
        Ok(Setting {
            path: steps(path)?,
            text: format!("{path}={}", word(&value)),
            value,
        })
    }

    /// The path of the field.
    pub fn path(&self) -> String {
        path_text(&self.path)
    }

    /// Puts the value into the document of a scene; `null` takes the field out.
    fn put(&self, document: &mut Value, schema: &Value) -> Result<(), String> {
        let mut here = &mut *document;
        let mut forms = alternatives(schema, schema);
        for (i, step) in self.path.iter().enumerate() {
            let walked = path_text(&self.path[..i]);
            let last = i + 1 == self.path.len();
            match step {
                Step::Key(key) => {
                    let next = known_key(&forms, key, &walked)?;
                    let map = object(here, &walked)?;
                    one_kind(&forms, map, key, &walked)?;
                    forms = alternatives(schema, next);
                    if last && self.value.is_null() {
                        map.remove(key);
                        return Ok(());
                    }
                    here = map
                        .entry(key.clone())
                        .or_insert_with(|| absent(key, &forms));
                }
                Step::Index(index) => {
                    let items = list(here, &walked)?;
                    let item = forms.iter().find_map(|form| form.get("items"));
                    forms = item.map_or(Vec::new(), |item| alternatives(schema, item));
                    here = entry(items, *index, &walked)?;
                }
            }
        }
        *here = self.value.clone();
        if self.path() == "solver.preset" {
            choose_method_of_preset(document);
        }
        Ok(())
    }

    /// Whether it sets something in that field of the scene.
    pub fn is_in(&self, field: &str) -> bool {
        matches!(self.path.first(), Some(Step::Key(key)) if key == field)
    }

    /// Whether a problem at that path may come from this setting.
    fn concerns(&self, path: &str) -> bool {
        let own = path_text(&self.path);
        path.starts_with(&own) || own.starts_with(path)
    }
}

/// Gives a document the method that has its preset, where its own has not; a preset may have the
/// name that it had in version 1 of the format.
fn choose_method_of_preset(document: &mut Value) {
    let named = document.pointer("/solver/preset").and_then(Value::as_str);
    let Some(named) = named.and_then(NamedPreset::of) else {
        return;
    };
    let mut plain = document["solver"].clone();
    plain["preset"] = json!(Preset::Default.name());
    let Ok(mut solver) = serde_json::from_value::<Solver>(plain) else {
        return;
    };
    let (method, preset) = named.in_method(&solver.method);
    document["solver"]["preset"] = json!(preset.name());
    if let Some(method) = method {
        solver.choose_method(method);
        solver.preset = preset;
        document["solver"] = json!(solver);
    }
}

fn steps(path: &str) -> Result<Vec<Step>, String> {
    let refused = || format!("`{path}` is not a path; write it like ragdolls[0].position_m[1]");
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let is_key = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        if key.is_empty() || !key.chars().all(is_key) {
            return Err(refused());
        }
        steps.push(Step::Key(key.to_owned()));
        let mut rest = indices;
        while let Some(inside) = rest.strip_prefix('[') {
            let (index, after) = inside.split_once(']').ok_or_else(refused)?;
            let index = index.trim().parse().map_err(|_| refused())?;
            steps.push(Step::Index(index));
            rest = after;
        }
        if !rest.is_empty() {
            return Err(refused());
        }
    }
    Ok(steps)
}

/// The forms that something may have: references followed, choices spread out.
fn alternatives<'a>(schema: &'a Value, form: &'a Value) -> Vec<&'a Value> {
    let mut found = Vec::new();
    if form.get("properties").is_some() || form.get("items").is_some() {
        found.push(form);
    }
    if let Some(name) = form.get("$ref").and_then(Value::as_str) {
        let target = schema.pointer(name.trim_start_matches('#'));
        found.extend(target.map_or(Vec::new(), |form| alternatives(schema, form)));
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        let forms = form.get(choice).and_then(Value::as_array);
        for form in forms.into_iter().flatten() {
            found.extend(alternatives(schema, form));
        }
    }
    found
}

fn properties(form: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let map = form.get("properties").and_then(Value::as_object);
    map.into_iter().flatten()
}

/// The form of what a key holds; an unknown key gets a suggestion.
fn known_key<'a>(forms: &[&'a Value], key: &str, walked: &str) -> Result<&'a Value, String> {
    let known = || forms.iter().copied().flat_map(properties);
    if let Some((_, form)) = known().find(|(name, _)| *name == key) {
        return Ok(form);
    }
    let place = match walked {
        "" => "a scene".to_owned(),
        _ => format!("`{walked}`"),
    };
    let alike = |name: &&String| strsim::jaro_winkler(name, key);
    let names = known().map(|(name, _)| name);
    let best = names.max_by(|a, b| alike(a).total_cmp(&alike(b)));
    let remedy = match best {
        Some(best) if alike(&best) >= ALIKE => format!("did you mean `{best}`?"),
        Some(_) => {
            let names: Vec<_> = known().map(|(name, _)| name.as_str()).collect();
            format!("known keys: {}", names.join(", "))
        }
        None => "leave it out".into(),
    };
    Err(format!("{place} has no `{key}`; {remedy}"))
}

fn object<'a>(here: &'a mut Value, walked: &str) -> Result<&'a mut Map<String, Value>, String> {
    let found = describe(here);
    let refused = || format!("`{walked}` is {found}, which has no keys; set it as a whole");
    here.as_object_mut().ok_or_else(refused)
}

fn list<'a>(here: &'a mut Value, walked: &str) -> Result<&'a mut Vec<Value>, String> {
    let found = describe(here);
    let refused = || format!("`{walked}` is {found}, not a list; leave out the index");
    here.as_array_mut().ok_or_else(refused)
}

fn entry<'a>(items: &'a mut [Value], index: usize, walked: &str) -> Result<&'a mut Value, String> {
    let count = items.len();
    let refused = || match count {
        0 => format!("`{walked}` is empty in this scene; choose another path"),
        _ => format!(
            "`{walked}` has no [{index}]; use an index from 0 to {}",
            count - 1
        ),
    };
    items.get_mut(index).ok_or_else(refused)
}

/// A value as it is written in a setting: words without quotes.
pub fn word(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn describe(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".into(),
        Value::Array(_) => "a list".into(),
        other => other.to_string().chars().take(60).collect(),
    }
}

/// Refuses the settings of a kind that the thing is not of: `figure.mx` of a
/// thesis humanoid.
fn one_kind(
    forms: &[&Value],
    map: &Map<String, Value>,
    key: &str,
    walked: &str,
) -> Result<(), String> {
    let together = |form: &&Value| {
        let has = |name: &str| properties(form).any(|(known, _)| known == name);
        has(key) && map.keys().all(|name| has(name))
    };
    if forms.iter().any(together) {
        return Ok(());
    }
    let found: Vec<_> = map.keys().map(String::as_str).collect();
    let found = found.join(", ");
    let remedy = format!("set {walked}={{\"{key}\": ...}} as a whole to change it");
    Err(format!("`{walked}` is `{found}`, not `{key}`; {remedy}"))
}

/// What an absent field holds, as far as a path can lead into it.
fn absent(key: &str, forms: &[&Value]) -> Value {
    let fixed = |form: &Value| {
        let ends = [form.get("minItems")?, form.get("maxItems")?];
        (ends[0] == ends[1]).then(|| ends[0].as_u64())?
    };
    let count = forms.iter().find_map(|form| fixed(form));
    match (key, count) {
        ("gravity_m_s2", _) => json!(Scene::default().gravity_m_s2),
        (_, Some(4)) => json!([1.0, 0.0, 0.0, 0.0]),
        (_, Some(count)) => json!(vec![0.0; count as usize]),
        (_, None) if forms.iter().any(|form| form.get("items").is_some()) => json!([]),
        _ => json!({}),
    }
}

/// The scene with all settings, which must be as sound as one from a file.
///
/// # Errors
/// One line per problem: setting, what is wrong, remedy.
pub fn apply(settings: &[Setting], scene: Scene) -> Result<Scene, String> {
    if settings.is_empty() {
        return Ok(scene);
    }
    Draft::of(&scene)?.with(settings)
}

/// Drops what the method of a document does not offer; what cannot be read is left, to be
/// refused with all else.
fn choose_method(document: &mut Value) {
    let Some(written) = document.get_mut("solver") else {
        return;
    };
    let solver: Result<Solver, _> = serde_json::from_value(written.clone());
    let Ok(mut solver) = solver else { return };
    if let Some(method) = method::find(&solver.method) {
        solver.choose_method(method);
        *written = json!(solver);
    }
}

/// A scene that is changed again and again, each time from the same start.
#[derive(Debug, Clone)]
pub struct Draft {
    document: Value,
    schema: Value,
}

impl Draft {
    /// That of a scene.
    ///
    /// # Errors
    /// A scene that cannot be written.
    pub fn of(scene: &Scene) -> Result<Draft, String> {
        let unreadable = |error| format!("the scene cannot be changed: {error}; report this bug");
        Ok(Draft {
            document: serde_json::to_value(scene).map_err(unreadable)?,
            schema: serde_json::from_str(&schema_text()).map_err(unreadable)?,
        })
    }

    /// The scene with all settings, which must be as sound as one from a file.
    ///
    /// # Errors
    /// One line per problem: setting, what is wrong, remedy.
    pub fn with(&self, settings: &[Setting]) -> Result<Scene, String> {
        let mut document = self.document.clone();
        for setting in settings {
            let put = setting.put(&mut document, &self.schema);
            put.map_err(|what| format!("{setting}: {what}"))?;
            if setting.path() == "solver.method" {
                choose_method(&mut document);
            }
        }
        parse(document.to_string().as_bytes()).map_err(|problems| {
            let lines = problems.0.into_iter().map(|p| complaint(settings, p));
            lines.collect::<Vec<_>>().join("\n")
        })
    }

    /// Whether the field of a path holds whole numbers only.
    ///
    /// # Errors
    /// What is no path or no field of a scene, with a remedy.
    pub fn is_whole(&self, path: &str) -> Result<bool, String> {
        let path = steps(path)?;
        let mut form = &self.schema;
        for (i, step) in path.iter().enumerate() {
            let forms = alternatives(&self.schema, form);
            form = match step {
                Step::Key(key) => known_key(&forms, key, &path_text(&path[..i]))?,
                Step::Index(_) => match forms.iter().find_map(|form| form.get("items")) {
                    Some(item) => item,
                    None => return Ok(false),
                },
            };
        }
        Ok(match form.get("type") {
            Some(Value::Array(types)) => types.iter().any(|name| name == "integer"),
            name => name.is_some_and(|name| name == "integer"),
        })
    }
}

/// A problem in the words of the setting it comes from; its place in a text that
/// nobody wrote helps nobody.
fn complaint(settings: &[Setting], problem: Problem) -> String {
    let problem = problem.at((0, 0));
    let by = settings.iter().rev().find(|s| s.concerns(&problem.path));
    match by {
        Some(setting) => format!("{setting}: {problem}"),
        None => problem.to_string(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scene;

    fn changed(texts: &[&str]) -> Result<Scene, String> {
        let scene = scene::find("mx-throw").unwrap().text;
        let scene = scene::parse(scene.as_bytes()).unwrap();
        let settings: Vec<_> = texts.iter().map(|t| Setting::parse(t).unwrap()).collect();
        apply(&settings, scene)
    }

    #[test]
    fn paths_lead_to_written_and_to_absent_fields() {
        let scene = changed(&[
            "solver.rate_hz=120",
            "gravity_m_s2[1]=-1.6",
            "ragdolls[0].figure.mx.inertia=human",
            "ragdolls[0].position_m[2]=-0.5",
            "launcher.speed_m_s=15",
            "name=Moon",
        ])
        .unwrap();
        assert_eq!(scene.solver.rate_hz, Some(120.0));
        assert_eq!(scene.gravity_m_s2, [0.0, -1.6, 0.0]);
        assert_eq!(scene.ragdolls[0].position_m, [0.0, 0.0, -0.5]);
        assert_eq!(scene.launcher.unwrap().speed_m_s, 15.0);
        assert_eq!(scene.name, "Moon");
        let scene::Figure::Mx(mx) = &scene.ragdolls[0].figure else {
            unreachable!()
        };
        assert_eq!(mx.inertia, scene::InertiaPreset::Human);
    }

    #[test]
    fn a_value_may_be_anything_of_json_and_null_is_the_default() {
        let scene = changed(&["ragdolls[0].figure={\"hitman\": {}}", "launcher=null"]).unwrap();
        assert_eq!(scene.ragdolls[0].figure, scene::Figure::Hitman {});
        assert_eq!(scene.launcher, None);
        // Only both together are sound.
        let ball = [
            "launcher.ball.mass_kg=null",
            "launcher.ball.density_kg_m3=700",
        ];
        assert!(changed(&ball).is_ok() && changed(&ball[1..]).is_err());
    }

    #[test]
    fn what_cannot_be_set_is_refused_with_a_remedy() {
        for (text, expected) in [
            ("solver.contcts=penalty", "did you mean `contacts`?"),
            ("gravty_m_s2[1]=1", "did you mean `gravity_m_s2`?"),
            ("name.x=1", "`name` has no `x`"),
            ("bodies[0].mass_kg=1", "`bodies` is empty"),
            ("ragdolls[7].heading_deg=1", "from 0 to 0"),
            ("ragdolls[0].figure.thesis.arms=true", "not `thesis`"),
            ("solver[0]=1", "not a list"),
            ("solver.substeps=many", "found string"),
            ("solver.substeps=0", "out of range (1 to 1000)"),
            ("solver.contacts=rubber", "unknown name `rubber`"),
            ("solver.rate_hz=NaN", "found string"),
            ("solver.rate_hz=1e999", "found string"),
            ("launcher.direction=[0,0,0]", "launcher.direction"),
            ("version=3", "newer"),
        ] {
            let message = changed(&[text]).unwrap_err();
            let start = format!("{text}: ");
            assert!(message.starts_with(&start), "{message}");
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("; "), "{message}");
        }
    }

    #[test]
    fn texts_that_are_no_settings_are_refused() {
        for text in [
            "", "a", "=1", "a..b=1", "a[=1", "a[x]=1", "a[1]b=1", "ä=1", "[0]=1",
        ] {
            assert!(Setting::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_known_by_their_path() {
        let scene = scene::find("mx-throw").unwrap().text;
        let draft = Draft::of(&scene::parse(scene.as_bytes()).unwrap()).unwrap();
        for path in [
            "solver.iterations",
            "launcher.count",
            "obstacles[0].shape.stairs.steps",
            "bodies[0].id",
        ] {
            assert_eq!(draft.is_whole(path), Ok(true), "{path}");
        }
        for path in ["launcher.speed_m_s", "gravity_m_s2[1]", "name", "solver"] {
            assert_eq!(draft.is_whole(path), Ok(false), "{path}");
        }
        assert!(draft.is_whole("launcher.sped_m_s").is_err());
    }

    #[test]
    fn a_setting_that_changes_nothing_leaves_every_bit() {
        for shipped in scene::SHIPPED {
            let before = scene::parse(shipped.text.as_bytes()).unwrap();
            let setting = Setting::parse("solver.seed=0").unwrap();
            let after = apply(&[setting], before.clone()).unwrap();
            assert_eq!(after, before, "{}", shipped.name);
        }
    }
}
