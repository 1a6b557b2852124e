//! Lessons: guided tours through an idea, as data that a teacher can write.
//!
//! The format, version 1, is described in `assets/lessons/README.md`.

mod check;
mod shipped;

use super::comparison::Variant;
use super::telemetry::Quantity;
use crate::budget::{self, Account, Bound};
use crate::scene::{self, change, Problem, Problems, Scene, Setting};
pub use check::check;
use serde::Deserialize;
use serde_json::Value;
pub use shipped::{all, find, shipped, Shipped};

/// What stands under `format` in a lesson.
pub const FORMAT: &str = "ragdoll-lesson";
/// The version of the format.
pub const VERSION: u32 = 1;
/// Longest time that a page lets run, s.
const MOST_S: f64 = 120.0;

/// A lesson.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// [`FORMAT`].
    format: String,
    /// [`VERSION`].
    version: u32,
    /// What it is called.
    pub title: String,
    /// What one will have seen, in a sentence.
    pub about: String,
    /// How long it takes, minutes.
    pub minutes: f64,
    /// Where it is from.
    pub sources: Vec<String>,
    /// Its pages.
    pub pages: Vec<Page>,
}

/// A page of a lesson. What it does not set stays as on the page before.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Heading.
    pub title: String,
    /// Paragraphs.
    pub say: Vec<String>,
    /// Scene that is opened: the name of a shipped one, or a whole document.
    #[serde(default)]
    pub scene: Option<Value>,
    /// What is set in it otherwise, each `path=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// What the scene as it is set is called where others run beside it.
    #[serde(default)]
    pub leader: Option<String>,
    /// What runs beside it.
    #[serde(default)]
    pub beside: Vec<Beside>,
    /// Panels that are opened.
    #[serde(default)]
    pub show: Vec<Shown>,
    /// How long it runs when the person lets it, s.
    #[serde(default)]
    pub play_s: Option<f64>,
    /// What is selected after the run, by name, to ask why it moved.
    #[serde(default)]
    pub ask_why: Option<String>,
    /// What the person is to guess before it runs.
    #[serde(default)]
    pub guess: Option<Guess>,
}

/// A run beside that of the scene as it is set.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beside {
    /// What it is called.
    pub name: String,
    /// What is set otherwise.
    pub set: Vec<String>,
}

/// A question before a run.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// The question.
    pub question: String,
    /// What can be answered.
    pub answers: Vec<String>,
    /// Place of the right answer, from 0.
    pub right: usize,
    /// Why it is right.
    pub because: String,
    /// How the run decides it, if one answer stands for each run in their order.
    #[serde(default)]
    pub decided_by: Option<Decision>,
}

/// By what a run is the answer to a question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// It has the largest peak of a quantity, by its key in tables.
    Largest(String),
    /// It has the smallest.
    Smallest(String),
    /// It ends with the most of it.
    MostAtEnd(String),
    /// It ends with the least.
    LeastAtEnd(String),
}

/// A panel that a page opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // Their titles say it.
pub enum Shown {
    Plots,
    Why,
    Compare,
    Cost,
    Limits,
    Doctor,
    Experiments,
    Order,
    Create,
    Inspector,
    Outliner,
    Throw,
    Fan,
}

impl Decision {
    /// The key of its quantity.
    fn key(&self) -> &str {
        match self {
            Decision::Largest(key)
            | Decision::Smallest(key)
            | Decision::MostAtEnd(key)
            | Decision::LeastAtEnd(key) => key,
        }
    }

    /// Its quantity.
    fn quantity(&self) -> Option<Quantity> {
        Quantity::ALL.into_iter().find(|q| q.key() == self.key())
    }
}

/// Whether a text says that it is a lesson.
pub fn is_lesson(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Header {
        format: String,
    }
    bytes.len() <= budget::LESSON_BYTES.most
        && serde_json::from_slice(bytes).is_ok_and(|header: Header| header.format == FORMAT)
}

/// Reads a lesson and looks whether its scenes can be opened.
///
/// # Errors
/// All problems with place and remedy.
pub fn parse(bytes: &[u8]) -> Result<Lesson, Problems> {
    budget::LESSON_BYTES
        .allow(bytes.len())
        .map_err(|bound| Problems::from(too_much("", bound)))?;
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let lesson: Lesson = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let inner = error.inner();
        let remedy = "see assets/lessons/README.md for the fields of a lesson";
        let problem = Problem::new(error.path().to_string(), inner.to_string(), remedy);
        Problems::from(problem.at((inner.line(), inner.column())))
    })?;
    let problems = lesson.problems();
    match problems.is_empty() {
        true => Ok(lesson),
        false => {
            let mut problems = problems;
            scene::locate_problems(&String::from_utf8_lossy(bytes), &mut problems);
            Err(Problems(problems))
        }
    }
}

impl Lesson {
    fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.format != FORMAT || self.version != VERSION {
            let message = format!(
                "unknown lesson format {} version {}",
                self.format, self.version
            );
            let remedy = format!("set format to {FORMAT} and version to {VERSION}");
            found.push(Problem::new("format", message, remedy));
        }
        if self.pages.is_empty() {
            let remedy = "add a page with a title and a text (say)";
            found.push(Problem::new("pages", "the lesson has no pages", remedy));
        }
        if !(self.minutes > 0.0 && self.minutes <= 120.0) {
            let remedy = "set a number above 0, at most 120";
            found.push(Problem::new("minutes", "not a valid duration", remedy));
        }
        if let Some(problem) = self.too_much() {
            found.push(problem);
            return found;
        }
        for (number, page) in self.pages.iter().enumerate() {
            let at = |field: &str| format!("pages[{number}].{field}");
            if page.play_s.is_some_and(|s| !(s > 0.0 && s <= MOST_S)) {
                let remedy = format!("set seconds above 0, at most {MOST_S}");
                found.push(Problem::new(at("play_s"), "not a valid duration", remedy));
            }
            if let Err((field, message)) = self.scenes(number) {
                let remedy = "`ragdoll-lab scenes` lists scenes, `ragdoll-lab schema` fields";
                found.push(Problem::new(at(&field), message, remedy));
            }
            if let Some(guess) = &page.guess {
                found.extend(guess.problems(page, number));
            }
        }
        found
    }

    /// What of the lesson is too much to be looked through.
    fn too_much(&self) -> Option<Problem> {
        if let Err(bound) = budget::LESSON_PAGES.allow(self.pages.len()) {
            return Some(too_much("pages", bound));
        }
        let (mut scenes, mut length) = (Account::of(&budget::LESSON_SCENES), 0);
        for (number, page) in self.pages.iter().enumerate() {
            let at = |field: &str| format!("pages[{number}].{field}");
            if let Err(bound) = budget::LESSON_BESIDE.allow(page.beside.len()) {
                return Some(too_much(&at("beside"), bound));
            }
            length = match &page.scene {
                None => length,
                Some(Value::String(name)) => scene::find(name).map_or(0, |scene| scene.text.len()),
                Some(own) => own.to_string().len(),
            };
            if let Err(bound) = scenes.add(length * (1 + page.beside.len())) {
                return Some(too_much(&at("scene"), bound));
            }
        }
        None
    }

    /// The scene that is open on a page: as it was set there or before.
    ///
    /// # Errors
    /// The field that cannot be used, and why.
    pub fn scene(&self, page: usize) -> Result<Option<Scene>, (String, String)> {
        let opened = |page: &Page| page.scene.is_some() || !page.set.is_empty();
        let before = self.pages.iter().take(page + 1);
        let Some(number) = before
            .clone()
            .enumerate()
            .rev()
            .find_map(|(number, page)| opened(page).then_some(number))
        else {
            return Ok(None);
        };
        let of = self.pages[..=number]
            .iter()
            .rev()
            .find_map(|page| page.scene.as_ref());
        let text = match of {
            None => return Err(("set".into(), "no earlier page has a scene".into())),
            Some(Value::String(name)) => {
                let shipped = scene::find(name);
                let unknown = || {
                    (
                        "scene".to_owned(),
                        format!("no shipped scene is called {name}"),
                    )
                };
                shipped.ok_or_else(unknown)?.text.to_owned()
            }
            Some(own) => own.to_string(),
        };
        let scene = scene::parse(text.as_bytes());
        let scene = scene.map_err(|problems| ("scene".to_owned(), problems.to_string()))?;
        let settings = settings(&self.pages[number].set).map_err(|e| ("set".to_owned(), e))?;
        let scene = change::apply(&settings, scene).map_err(|e| ("set".to_owned(), e))?;
        Ok(Some(scene))
    }

    /// The scene of a page and the runs beside it, looked through.
    fn scenes(&self, page: usize) -> Result<Vec<Scene>, (String, String)> {
        let Some(scene) = self.scene(page)? else {
            return Ok(Vec::new());
        };
        let mut all = vec![scene];
        let variants = self.pages[page].variants();
        for variant in variants.map_err(|error| ("beside".to_owned(), error))? {
            let beside = variant.of_scene(&all[0]);
            all.push(beside.map_err(|error| ("beside".to_owned(), error))?);
        }
        Ok(all)
    }
}

impl Page {
    /// What runs beside the scene.
    ///
    /// # Errors
    /// A setting that cannot be read.
    pub fn variants(&self) -> Result<Vec<Variant>, String> {
        let one = |beside: &Beside| {
            let set: Vec<&str> = beside.set.iter().map(String::as_str).collect();
            Variant::new(&beside.name, &set)
        };
        self.beside.iter().map(one).collect()
    }

    /// Whether the scene is opened anew on this page.
    pub fn opens(&self) -> bool {
        self.scene.is_some() || !self.set.is_empty() || !self.beside.is_empty()
    }
}

impl Guess {
    fn problems(&self, page: &Page, number: usize) -> Vec<Problem> {
        let mut found = Vec::new();
        let at = |field: &str| format!("pages[{number}].guess.{field}");
        if self.right >= self.answers.len() {
            let message = format!("there is no answer {}", self.right);
            let remedy = "give the number of an answer, counted from 0";
            found.push(Problem::new(at("right"), message, remedy));
        }
        if let Some(decision) = &self.decided_by {
            if decision.quantity().is_none() {
                let keys = Quantity::ALL.map(Quantity::key).join(", ");
                let message = format!("unknown quantity {}", decision.key());
                let remedy = format!("use one of {keys}");
                found.push(Problem::new(at("decided_by"), message, remedy));
            }
            if self.answers.len() != page.beside.len() + 1 || page.play_s.is_none() {
                let message = "decided_by needs one answer for each run";
                let remedy = "give as many answers as runs and set play_s, or remove decided_by";
                found.push(Problem::new(at("decided_by"), message, remedy));
            }
        }
        found
    }
}

fn too_much(path: &str, bound: &Bound) -> Problem {
    Problem::new(path, bound.to_string(), bound.remedy)
}

fn settings(texts: &[String]) -> Result<Vec<Setting>, String> {
    texts.iter().map(|text| Setting::parse(text)).collect()
}
