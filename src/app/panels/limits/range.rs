//! The range test: whether the stops of the joints hold. It runs beside the window.

use super::Table;
use crate::app::job::{Job, Progress};
use crate::app::panels::widgets::note;
use crate::app::panels::AppView;
use crate::compile::part_title;
use crate::lab::range_test::{Edge, RangeResult, RangeTest};
use crate::scene::{Axis, Scene};
use egui_macroquad::egui::{Label, RichText, Sense, Ui};
use egui_phosphor::regular as icon;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

/// What came of a test: each edge, or why none could be tested.
type Found = Result<Vec<RangeResult>, String>;

/// The latest test.
#[derive(Debug, Default)]
pub(super) struct Trial {
    running: Option<Running>,
    /// What was found in which scene.
    found: Option<(Arc<Scene>, Found)>,
}

#[derive(Debug)]
struct Running {
    scene: Arc<Scene>,
    job: Job<Found>,
    done: Arc<AtomicUsize>,
    count: Arc<AtomicUsize>,
}

impl Trial {
    /// Tests the ragdoll of the table.
    pub(super) fn begin(&mut self, view: &AppView<'_>, table: &Table<'_>) {
        let scene = view.document().scene().clone();
        let (done, count) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let test = RangeTest::new(&scene, table.ragdoll.id);
        let (told_done, told_count) = (done.clone(), count.clone());
        let mut test = match test {
            Ok(test) => test,
            Err(errors) => {
                let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                self.found = Some((scene, Err(errors.join("\n"))));
                return;
            }
        };
        let job = Job::start_in_parts("range test", move |_| {
            told_done.store(test.results().len(), Ordering::Relaxed);
            told_count.store(test.count(), Ordering::Relaxed);
            let goes_on = test.step();
            (!goes_on).then(|| Ok(test.results().to_vec()))
        });
        match job {
            Ok(job) => {
                self.running = Some(Running {
                    scene,
                    job,
                    done,
                    count,
                });
            }
            Err(error) => self.found = Some((scene, Err(error.to_string()))),
        }
    }

    /// Takes what was found meanwhile.
    fn follow(&mut self) {
        let Some(running) = &self.running else {
            return;
        };
        let found = match running.job.poll() {
            Progress::Working => return,
            Progress::Done(found) => found,
            Progress::Failed => Err("The test stopped unexpectedly. Start it again.".into()),
        };
        self.found = Some((running.scene.clone(), found));
        self.running = None;
    }

    /// Whether a test is under way.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Shows how far it is, or what was found.
    pub(super) fn ui(&mut self, ui: &mut Ui, view: &AppView<'_>) {
        self.follow();
        if let Some(running) = &self.running {
            let (done, count) = (&running.done, &running.count);
            let (done, count) = (done.load(Ordering::Relaxed), count.load(Ordering::Relaxed));
            note(&ui.spinner(), "Testing ranges");
            ui.label(RichText::new(format!("{done} of {count} limits")).weak());
            let cancel = ui.button("Cancel").on_hover_text("Stops the range test");
            note(&cancel, "Cancel range test");
            if cancel.clicked() {
                self.running = None;
            }
            return;
        }
        if let Some((scene, found)) = &self.found {
            let is_old = !Arc::ptr_eq(scene, view.document().scene());
            found_ui(ui, found, is_old);
        }
    }
}

fn found_ui(ui: &mut Ui, found: &Found, is_old: bool) {
    let error = ui.visuals().error_fg_color;
    let (words, color, mut tip) = match found {
        Err(text) => (format!("{} not tested", icon::WARNING), error, text.clone()),
        Ok(results) => {
            let broken: Vec<&RangeResult> = results.iter().filter(|r| !r.holds()).collect();
            let lines: Vec<String> = broken.iter().map(|result| told(result)).collect();
            match broken.len() {
                0 => (
                    format!("{} all {} limits hold", icon::CHECK, results.len()),
                    ui.visuals().text_color(),
                    "Each joint came to rest at each end of its range".to_owned(),
                ),
                count => (
                    format!("{} {count} of {} limits fail", icon::X, results.len()),
                    error,
                    lines.join("\n"),
                ),
            }
        }
    };
    let mut words = words;
    if is_old {
        tip += "\nThe scene has changed since this test.";
        words += " (outdated)";
    }
    let label = Label::new(RichText::new(words).color(color)).sense(Sense::hover());
    note(&ui.add(label).on_hover_text(tip), "Range test result");
}

/// An edge that gives way, in the engine's frame.
fn told(result: &RangeResult) -> String {
    let axis = match result.axis {
        Axis::X => "x",
        Axis::Y => "y",
        Axis::Z => "z",
    };
    let edge = match result.edge {
        Edge::Min => "min",
        Edge::Max => "max",
    };
    format!(
        "{} {edge} {axis} (engine axes): {}; limit {:.1}°, reached {:.1}°",
        part_title(result.part),
        result.trouble().unwrap_or_default(),
        result.wanted_deg,
        result.reached_deg
    )
}
