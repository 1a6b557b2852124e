//! The throws of an experiment from a file: each target with each way to throw and each value.

use super::{Definition, SweptValue, Target, Throw};
use crate::lab::experiment::setup::slope;
use crate::lab::experiment::shots::{Cast, Shot, Tap};
use crate::lab::experiment::Effort;
use crate::lab::sweep::Axis;
use crate::lab::table::Cell;
use crate::scene::change::{word, Draft};
use crate::scene::{self, Launcher, Scene, Setting};
use serde_json::Value;

/// A value with what it sets.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub value: Value,
    pub set: Vec<Setting>,
    front_m: Option<f64>,
}

/// What keeps a definition from being thrown: the field of the file, and what is wrong with it.
pub(super) type Fault = (String, String);

/// Puts scenes together.
#[derive(Debug)]
pub(super) struct Maker<'a> {
    definition: &'a Definition,
    draft: Draft,
    pub steps: Vec<Step>,
}

impl<'a> Maker<'a> {
    /// That of a definition.
    ///
    /// # Errors
    /// The scene or the values cannot be read.
    pub fn of(definition: &'a Definition) -> Result<Maker<'a>, Fault> {
        let at_scene = |message| ("scene".to_owned(), message);
        let draft = Draft::of(&base(&definition.sheet.scene).map_err(at_scene)?);
        let draft = draft.map_err(at_scene)?;
        Ok(Maker {
            steps: steps(definition, &draft)?,
            draft,
            definition,
        })
    }

    /// All throws at a target: the first way with every value, the others as they say.
    pub fn casts(&self, target: &Target, effort: &Effort) -> Result<Vec<Cast>, Fault> {
        let steps = effort.thrown(&self.steps);
        let mut casts = Vec::new();
        for throw in self.throws(target) {
            for step in Self::thrown(throw, &steps) {
                casts.push(self.cast(target, throw, step)?);
            }
        }
        Ok(casts)
    }

    /// The ways to throw at a target.
    pub fn throws(&self, target: &'a Target) -> impl Iterator<Item = &'a Throw> {
        let all = self.definition.sheet.throws.iter();
        all.filter(|throw| throw.has(target))
    }

    /// The values that are thrown so.
    pub fn thrown<'s>(throw: &Throw, steps: &'s [Step]) -> Vec<&'s Step> {
        match steps {
            [first, .., last] if throw.ends_only => vec![first, last],
            steps => steps.iter().collect(),
        }
    }

    /// One throw.
    ///
    /// # Errors
    /// What cannot be set, or is not sound.
    pub fn cast(&self, target: &Target, throw: &Throw, step: &Step) -> Result<Cast, Fault> {
        let front_m = step.front_m.or(target.front_m);
        let set = [self.settings(target, throw)?, step.set.clone()].concat();
        let shot = self.shot(&set, front_m)?;
        let tap = match &target.tap {
            None => None,
            Some(tap) => {
                let tap = settings(tap).map_err(|e| self.at_target(target, "tap", e))?;
                Some(Tap {
                    label: self.tap_label(target, throw, step)?,
                    shot: self.shot(&[set, tap].concat(), front_m)?,
                })
            }
        };
        Ok(Cast {
            body: target.name.clone(),
            throw: throw.name.clone(),
            label: self.named(throw, self.label(step, &shot)),
            value: match &step.value {
                Value::String(word) => word.as_str().into(),
                number => number.as_f64().map_or(Cell::Nothing, Cell::Number),
            },
            shot,
            tap,
        })
    }

    fn at_target(&self, target: &Target, field: &str, message: String) -> Fault {
        let all = self.definition.sheet.targets.iter();
        let place = all.take_while(|other| other.name != target.name).count();
        (format!("targets[{place}].{field}"), message)
    }

    fn settings(&self, target: &Target, throw: &Throw) -> Result<Vec<Setting>, Fault> {
        let of_target = settings(&target.set).map_err(|e| self.at_target(target, "set", e))?;
        let all = self.definition.sheet.throws.iter();
        let place = all.take_while(|other| other.name != throw.name).count();
        let at_throw = |error| (format!("throws[{place}].set"), error);
        let of_throw = settings(&throw.set).map_err(at_throw)?;
        Ok([of_target, of_throw].concat())
    }

    /// The scene with all that is set; the ball is thrown at once.
    fn shot(&self, set: &[Setting], front_m: Option<f64>) -> Result<Shot, Fault> {
        let mut scene = self.draft.with(set).map_err(|e| ("sweep".to_owned(), e))?;
        let gravity_m_s2 = scene.gravity_m_s2[1].abs();
        let place = scene.ragdolls.first().map(|ragdoll| ragdoll.position_m);
        let (Some(launcher), Some(place)) = (&mut scene.launcher, place) else {
            let message = "the scene needs a launcher and a ragdoll; add them";
            return Err(("scene".into(), message.into()));
        };
        launcher.fire_at_s = Some(0.0);
        let way_m = way(launcher, place) - front_m.unwrap_or(0.0) - launcher.ball.radius_m;
        if way_m <= 0.0 {
            let message = "the ball starts behind the front of the ragdoll; move the launcher away";
            return Err(("scene".into(), message.into()));
        }
        if front_m.is_some() {
            let slope = slope(way_m, launcher.speed_m_s, gravity_m_s2);
            let [x, _, z] = launcher.direction;
            launcher.direction = [x, slope * (x * x + z * z).sqrt(), z];
        }
        Ok(Shot { scene, way_m })
    }

    fn label(&self, step: &Step, shot: &Shot) -> String {
        let label = &self.definition.sheet.sweep.label;
        let label = label.replace("{value}", &shown(&step.value));
        label.replace("{ball_kg}", &format!("{:.1}", shot.ball_kg()))
    }

    fn named(&self, throw: &Throw, label: String) -> String {
        match self.definition.sheet.throw(None) {
            Some(first) if first.name == throw.name => label,
            _ => format!("{label}, {}", throw.name),
        }
    }

    /// A tap is called after the value only where it differs from value to value.
    fn tap_label(&self, target: &Target, throw: &Throw, step: &Step) -> Result<String, Fault> {
        let tap = target.tap.as_deref().unwrap_or_default();
        let tap = settings(tap).map_err(|e| self.at_target(target, "tap", e))?;
        let is_overridden = |setting: &Setting| tap.iter().any(|t| t.path() == setting.path());
        let label = match step.set.iter().all(is_overridden) {
            true => "tap".to_owned(),
            false => format!("tap, {}", shown(&step.value)),
        };
        Ok(self.named(throw, label))
    }
}

/// The scene that a file names or holds.
fn base(written: &Value) -> Result<Scene, String> {
    let text = match written {
        Value::String(name) => {
            let shipped = scene::find(name);
            let unknown = || format!("no shipped scene is called {name}");
            shipped.ok_or_else(unknown)?.text.to_owned()
        }
        own => own.to_string(),
    };
    scene::parse(text.as_bytes()).map_err(|problems| problems.to_string())
}

fn steps(definition: &Definition, draft: &Draft) -> Result<Vec<Step>, Fault> {
    let sweep = &definition.sheet.sweep;
    let Some(vary) = &sweep.vary else {
        let each = sweep.values.iter().enumerate();
        return each.map(|(place, value)| own_step(place, value)).collect();
    };
    let at = |message| ("sweep.vary".to_owned(), message);
    let axis = Axis::parse(vary).map_err(at)?;
    let values = axis.resolve(draft).map_err(at)?;
    let step = |value: Value| {
        Ok(Step {
            set: vec![Setting::new(&axis.path, value.clone()).map_err(at)?],
            value,
            front_m: None,
        })
    };
    values.into_iter().map(step).collect()
}

fn own_step(place: usize, value: &SweptValue) -> Result<Step, Fault> {
    let at = |message| (format!("sweep.values[{place}].set"), message);
    Ok(Step {
        value: value.value.clone(),
        set: settings(&value.set).map_err(at)?,
        front_m: value.front_m,
    })
}

fn settings(texts: &[String]) -> Result<Vec<Setting>, String> {
    texts.iter().map(|text| Setting::parse(text)).collect()
}

/// A value as in labels: 8, not 8.0.
fn shown(value: &Value) -> String {
    value
        .as_f64()
        .map_or_else(|| word(value), |v| v.to_string())
}

/// How far the launcher is from a place along its throw, m.
fn way(launcher: &Launcher, place: [f64; 3]) -> f64 {
    let [x, _, z] = launcher.direction;
    let along = [0, 2].map(|axis| place[axis] - launcher.position_m[axis]);
    (along[0] * x + along[1] * z) / (x * x + z * z).sqrt()
}
