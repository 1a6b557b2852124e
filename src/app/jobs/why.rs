//! Why something moves: the span goes through its ledger beside the window.

use crate::app::action::{WhyMeasure, WhySpan};
use crate::app::job::{Cancel, Job, Progress};
use crate::app::jobs::tally::{all_threads, Tally};
use crate::app::playback::Session;
use crate::lab::why::{answer, Answer, Question, Subject};
use crate::lab::EventKind;
use crate::physics::interrupt::Interrupt;
use crate::scene::{Id, Scene};
use std::sync::Arc;

/// How long the span of a hit is, s.
const HIT_S: f64 = 0.5;
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

    /// Begins to answer; what ran until now is cancelled.
    ///
    /// # Errors
    /// That there is nothing to be asked about, or no thread left.
    pub(in crate::app) fn ask(
        &mut self,
        session: &Session,
        (scene, selected): (&Arc<Scene>, &[Id]),
    ) -> Result<(), String> {
        let mut question = question(self.span, session, scene, selected)?;
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
        self.scene = scene.clone();
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

fn question(
    span: WhySpan,
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
        WhySpan::Hit => {
            let hits = history.events().iter().rev();
            let mut hits = hits.filter(|event| event.step <= now);
            let hit = hits.find(|event| event.kind == EventKind::Hit);
            let hit = hit.ok_or("nothing has been hit yet; throw first or choose another span")?;
            let from = hit.step.saturating_sub(1);
            (from, now.min(from + steps(HIT_S)))
        }
    };
    let from = from.max(history.start());
    if from >= to {
        return Err("nothing has moved yet; play first".into());
    }
    let subject = match selected {
        [] => Subject::everything(&session.simulation),
        ids => Subject::of_things(scene, &session.simulation, ids)
            .ok_or("the selection does not move; select a body, a stick or a ragdoll")?,
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
