//! The experiments of the papers in the window: the one that runs, and what came out.

use crate::app::job::{Cancel, Job, Progress};
use crate::app::jobs::tally::{spare_threads, Counting, Tally};
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::{claims_file, report, Case, Effort, File, Result as Data, CASES};
use crate::lab::plot::Plot;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

/// What came out of an experiment.
#[derive(Debug, Clone)]
pub struct Report {
    /// How much was done.
    pub effort: Effort,
    /// The data.
    pub data: Data,
    /// The plot of them.
    pub plot: Plot,
    /// What they say.
    pub findings: Vec<Finding>,
    /// The table in brief, heads first.
    pub brief: Vec<Vec<String>>,
    /// What is saved in the folder of the experiment.
    pub files: Vec<File>,
    /// What is saved beside that folder: the page, and the list of claims.
    pub beside: [File; 2],
}

impl Report {
    fn of(case: &Case<'_>, effort: Effort, data: Data) -> Result<Report, String> {
        let results = [(case, data.clone())];
        Ok(Report {
            plot: case.plot(data.points()),
            findings: case.findings(&data),
            brief: data.table.brief(),
            files: case.files(&data, &effort)?,
            beside: [report(&results, &effort), claims_file(&results)],
            data,
            effort,
        })
    }
}

/// An experiment that goes on.
#[derive(Debug)]
pub struct Running {
    /// Which one.
    pub case: &'static Case<'static>,
    /// How far it is.
    pub tally: Arc<Tally>,
    job: Job<Result<Report, String>>,
}

/// What has become of the experiment that ran.
pub(in crate::app) struct Ended {
    /// Which one.
    pub case: &'static Case<'static>,
    /// Why there is no result, if there is none.
    pub trouble: Option<String>,
}

/// The experiments.
#[derive(Debug, Default)]
pub struct Experiments {
    /// How much is done in the next one.
    pub effort: Effort,
    /// The one whose files are saved when a folder has been chosen.
    pub(in crate::app) saved_next: Option<&'static str>,
    running: Option<Running>,
    reports: BTreeMap<&'static str, Report>,
}

impl Experiments {
    /// The one that runs.
    pub fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// What came out of the one of that name.
    pub fn report(&self, name: &str) -> Option<&Report> {
        self.reports.get(name)
    }

    /// Begins one; what ran until now is cancelled.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(in crate::app) fn run(&mut self, case: &'static Case<'static>) -> io::Result<()> {
        self.cancel();
        let tally = Arc::new(Tally::default());
        let effort = Effort {
            threads: spare_threads(),
            ..self.effort.clone()
        };
        let counted = tally.clone();
        let work = move |cancel: &Cancel| {
            let listener = Counting {
                tally: counted.clone(),
                cancel: cancel.clone(),
            };
            let data = cancel.unless_left_off(case.run(&effort, &listener))?;
            let data = data.map_err(|trouble| trouble.to_string());
            Some(data.and_then(|data| Report::of(case, effort.clone(), data)))
        };
        let job = Job::start_in_parts("experiment", work)?;
        self.running = Some(Running { case, tally, job });
        Ok(())
    }

    /// Ends the one that runs; whether one did.
    pub(in crate::app) fn cancel(&mut self) -> bool {
        self.running.take().is_some()
    }

    /// Takes the result of the one that ran.
    pub(in crate::app) fn take_news(&mut self) -> Option<Ended> {
        let running = self.running.as_ref()?;
        let result = match running.job.poll() {
            Progress::Working => return None,
            Progress::Done(result) => result,
            Progress::Failed => Err("internal error; try other settings".into()),
        };
        let case = running.case;
        self.running = None;
        let trouble = match result {
            Ok(report) => {
                self.reports.insert(case.name, report);
                None
            }
            Err(trouble) => Some(trouble),
        };
        Some(Ended { case, trouble })
    }
}

/// The experiment of that name, with the name that lasts.
pub(in crate::app) fn case_of(name: &str) -> Option<&'static Case<'static>> {
    CASES.iter().find(|case| case.name == name)
}
