//! Why something moves: the span goes through its ledger beside the window.

use crate::app::action::{WhyAbout, WhyMeasure, WhySpan};
use crate::app::job::{Cancel, Job, Progress};
use crate::app::jobs::tally::{all_threads, Tally};
use crate::app::playback::Session;
use crate::lab::soundness::{Fault, Unsound};
use crate::lab::why::{answer, Answer, Question, Subject};
use crate::lab::{EventKind, Simulation};
use crate::physics::interrupt::Interrupt;
use crate::scene::{Id, Scene};
use std::sync::Arc;

/// How long the span of a hit is, s.
const HIT_S: f64 = 0.5;
/// How long before it fails a run is looked at, s.
const FAILURE_S: f64 = 0.25;
/// How long lately is, s.
const LATELY_S: f64 = 5.0;

/// A question that is being answered.
pub struct Running {
    /// How far it is.
    pub tally: Arc<Tally>,
    job: Job<Option<Answer>>,
}

/// What is asked about why something moves, and the answer.
#[derive(Default)]
pub struct Why {
    /// The span of the next question.
    pub span: WhySpan,
    /// Whose motion it is about.
    pub about: WhyAbout,
    /// Whether a person chose the span; else it follows what has happened.
    has_chosen_span: bool,
    /// Whether the panel was in sight when it was last looked.
    is_seen: bool,
    /// First and last step and subject of the last question.
    asked: Option<(u64, u64, Subject)>,
    /// What is shown of each cause.
    pub measure: WhyMeasure,
    /// Whether no arrows are shown on the stage.
    pub is_off_stage: bool,
    /// Whether limbs are coloured by the impulse that passed through them.
    pub shows_path: bool,
    /// The cause whose arrow alone is shown, by its place.
    pub pointed_at: Option<usize>,
    running: Option<Running>,
    /// The scene that was asked about last.
    scene: Arc<Scene>,
    answer: Option<Answer>,
}

impl Why {
    /// What runs.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// The answer.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.as_ref()
    }

    /// Whether the answer is about a scene as it is now.
    pub fn is_about(&self, scene: &Arc<Scene>) -> bool {
        Arc::ptr_eq(&self.scene, scene)
    }

    /// Whether the panel has just come into sight.
    pub(in crate::app) fn comes_into_sight(&mut self, is_seen: bool) -> bool {
        let comes = is_seen && !self.is_seen;
        self.is_seen = is_seen;
        comes
    }

    /// Chooses the span of the next questions.
    pub(in crate::app) fn choose_span(&mut self, span: WhySpan) {
        (self.span, self.has_chosen_span) = (span, true);
    }

    /// Asks what a person wants to know who opens the panel. Nothing to ask about is no error.
    ///
    /// # Errors
    /// That there is no thread left.
    pub(in crate::app) fn open(
        &mut self,
        session: &Session,
        (scene, selected): (&Arc<Scene>, &[Id]),
    ) -> Result<(), String> {
        (self.has_chosen_span, self.about) = (false, WhyAbout::Subject);
        self.span = span_of(session);
        match question((self.span, self.about), session, scene, selected) {
            Ok(question) => self.begin(question),
            Err(_) => Ok(()),
        }
    }

    /// Whom the next question is about, in words.
    pub fn subject_name(
        &self,
        session: &Session,
        (scene, selected): (&Arc<Scene>, &[Id]),
    ) -> String {
        match subject(self.span, session, scene, selected) {
            Ok(subject) => subject.name,
            Err(_) => "the selection".into(),
        }
    }

    /// Asks, unless the answer to the same question is there.
    ///
    /// # Errors
    /// That there is nothing to be asked about, or no thread left.
    pub(in crate::app) fn renew(
        &mut self,
        session: &Session,
        (scene, selected): (&Arc<Scene>, &[Id]),
    ) -> Result<(), String> {
        let question = question((self.span, self.about), session, scene, selected)?;
        let asked = Some((question.from, question.to, question.subject.clone()));
        let is_there = self.answer.is_some() || self.running.is_some();
        match is_there && self.asked == asked && self.is_about(scene) {
            true => Ok(()),
            false => self.begin(question),
        }
    }

    /// Begins to answer; what ran until now is cancelled.
    ///
    /// # Errors
    /// That there is nothing to be asked about, or no thread left.
    pub(in crate::app) fn ask(
        &mut self,
        session: &Session,
        (scene, selected): (&Arc<Scene>, &[Id]),
    ) -> Result<(), String> {
        self.is_seen = true;
        if !self.has_chosen_span {
            self.span = span_of(session);
        }
        let question = question((self.span, self.about), session, scene, selected)?;
        self.begin(question)
    }

    fn begin(&mut self, mut question: Question) -> Result<(), String> {
        let scene = question.scene.clone();
        self.asked = Some((question.from, question.to, question.subject.clone()));
        let tally = Arc::new(Tally::default());
        let counted = tally.clone();
        let work = move |cancel: &Cancel| {
            let world = &mut question.simulation.world;
            // Not that of the window, which has to draw its next frame.
            world.set_interrupt(Interrupt::at(cancel.clone()));
            let of = (question.to - question.from) as usize;
            let count = |done| counted.count(done as usize, of);
            answer(question, all_threads(), || !cancel.is_asked(), count)
        };
        let job = Job::start("why", work);
        let job = job.map_err(|error| format!("cannot start ({error}); try again"))?;
        self.running = Some(Running { tally, job });
        // What is there is about a run that is no longer asked about.
        self.answer = None;
        self.scene = scene;
        Ok(())
    }

    /// Ends what runs.
    pub(in crate::app) fn cancel(&mut self) {
        self.running = None;
    }

    /// Takes the answer once it is there.
    ///
    /// # Errors
    /// That there is none.
    pub(in crate::app) fn take_news(&mut self) -> Result<(), String> {
        let Some(running) = &self.running else {
            return Ok(());
        };
        let answer = match running.job.poll() {
            Progress::Working => return Ok(()),
            Progress::Done(answer) => answer,
            Progress::Failed => {
                self.running = None;
                return Err("no answer due to an internal error; try another span".into());
            }
        };
        self.running = None;
        if answer.is_some() {
            (self.answer, self.pointed_at) = (answer, None);
        }
        Ok(())
    }
}

/// What a run is asked about unless a person chooses: where it failed, else the last hit.
fn span_of(session: &Session) -> WhySpan {
    match (failure(session), last_hit(session)) {
        (Some(_), _) => WhySpan::Failure,
        (None, Some(_)) => WhySpan::Hit,
        (None, None) => WhySpan::Lately,
    }
}

/// What is wrong with the run up to now.
pub fn failure(session: &Session) -> Option<Unsound> {
    let first = session.simulation.metrics.soundness.first();
    // A scene with misprints shows what goes wrong.
    let is_demonstration = !session.history.scene().solver.as_printed.is_empty();
    first.filter(|unsound| unsound.step <= session.now() && !is_demonstration)
}

/// The step of the last hit until now.
fn last_hit(session: &Session) -> Option<u64> {
    let now = session.now();
    let hits = session.history.events().iter().rev();
    let mut hits = hits.filter(|event| event.step <= now && event.kind == EventKind::Hit);
    hits.next().map(|hit| hit.step)
}

fn question(
    (span, about): (WhySpan, WhyAbout),
    session: &Session,
    scene: &Arc<Scene>,
    selected: &[Id],
) -> Result<Question, String> {
    let (history, now) = (&session.history, session.now());
    let step_s = session.simulation.world.model().settings.common.step_s;
    let steps = |seconds: f64| (seconds / step_s).round() as u64;
    let (from, to) = match span {
        WhySpan::All => (history.start(), now),
        WhySpan::Lately => (now.saturating_sub(steps(LATELY_S)), now),
        WhySpan::Failure => {
            let failed =
                failure(session).ok_or("nothing has failed so far; choose another span")?;
            let from = failed.step.saturating_sub(steps(FAILURE_S));
            (from, failed.step.min(now))
        }
        WhySpan::Hit => {
            let hit = last_hit(session);
            let hit = hit.ok_or("nothing has been hit yet; throw first or choose another span")?;
            let from = hit.saturating_sub(1);
            (from, now.min(from + steps(HIT_S)))
        }
    };
    let from = from.max(history.start());
    if from >= to {
        return Err("nothing has moved yet; play first".into());
    }
    let subject = match about {
        WhyAbout::Everything => Subject::everything(&session.simulation),
        WhyAbout::Subject => subject(span, session, scene, selected)?,
    };
    Ok(Question {
        scene: scene.clone(),
        simulation: history.copy_before(&session.simulation, from),
        inputs: history.inputs().into(),
        subject,
        from,
        to,
    })
}

/// What is selected; else the joint that failed, or the ragdoll that was hit.
fn subject(
    span: WhySpan,
    session: &Session,
    scene: &Arc<Scene>,
    selected: &[Id],
) -> Result<Subject, String> {
    let simulation = &session.simulation;
    if !selected.is_empty() {
        let nothing = "the selection does not move; select a body, a stick or a ragdoll";
        return Subject::of_things(scene, simulation, selected).ok_or_else(|| nothing.into());
    }
    let found = match span {
        WhySpan::Failure => failed_joint(scene, session),
        WhySpan::Hit => who_was_hit(scene, simulation),
        WhySpan::Lately | WhySpan::All => None,
    };
    Ok(found.unwrap_or_else(|| Subject::everything(simulation)))
}

fn failed_joint(scene: &Scene, session: &Session) -> Option<Subject> {
    match failure(session)?.fault {
        Fault::Open { constraint, .. } => {
            Subject::of_constraint(scene, &session.simulation, constraint)
        }
        Fault::Crushed { .. } | Fault::EnergyGained { .. } => None,
    }
}

/// The ragdoll that the last throw that hit one hit most.
fn who_was_hit(scene: &Scene, simulation: &Simulation) -> Option<Subject> {
    let shot = simulation.metrics.last_hit()?;
    shot.first_hit.as_ref()?;
    let ragdoll = simulation.map.ragdolls.get(shot.figure)?;
    Subject::of_things(scene, simulation, &[ragdoll.id])
}
