//! Whether what a lesson claims is what its runs show.

use super::{Decision, Guess, Lesson};
use crate::lab::telemetry::{Quantity, Sample};
use crate::lab::{Progress, Simulation};
use crate::scene::{Problem, Scene};

/// Lets the runs decide every question that they can: those whose answer is another one.
pub fn check(lesson: &Lesson) -> Vec<Problem> {
    let pages = lesson.pages.iter().enumerate();
    let wrong = pages.filter_map(|(number, page)| {
        let guess = page.guess.as_ref()?;
        let decision = guess.decided_by.as_ref()?;
        let scenes = lesson.scenes(number).ok()?;
        let values = scenes.iter();
        let values = values.map(|scene| value(scene, page.play_s?, decision));
        let values: Vec<Option<f64>> = values.collect();
        let found = best(decision, &values);
        (found != Some(guess.right)).then(|| problem(number, guess, &values, found))
    });
    wrong.collect()
}

fn problem(number: usize, guess: &Guess, values: &[Option<f64>], found: Option<usize>) -> Problem {
    let answer = |place: usize| &guess.answers[place];
    let measured: Vec<String> = (values.iter().enumerate())
        .map(|(place, value)| match value {
            Some(value) => format!("{}: {value:.4}", answer(place)),
            None => format!("{}: not measured", answer(place)),
        })
        .collect();
    let message = match found {
        Some(found) => format!(
            "the runs show `{}` ({})",
            answer(found),
            measured.join(", ")
        ),
        None => format!(
            "the runs do not decide the question ({})",
            measured.join(", ")
        ),
    };
    let path = format!("pages[{number}].guess.right");
    Problem::new(path, message, "change the answer or the runs")
}

/// The place of the value that decides; `None` of equal or missing ones.
fn best(decision: &Decision, values: &[Option<f64>]) -> Option<usize> {
    let sign = match decision {
        Decision::Largest(_) | Decision::MostAtEnd(_) => 1.0,
        Decision::Smallest(_) | Decision::LeastAtEnd(_) => -1.0,
    };
    let values: Option<Vec<f64>> = values.iter().map(|v| v.map(|v| sign * v)).collect();
    let values = values?;
    let (place, most) = (values.iter().enumerate()).max_by(|a, b| a.1.total_cmp(b.1))?;
    (values.iter().filter(|value| *value == most).count() == 1).then_some(place)
}

/// What decides, of a run of so many seconds; of one that blows up all is beyond bounds.
fn value(scene: &Scene, play_s: f64, decision: &Decision) -> Option<f64> {
    let quantity: Quantity = decision.quantity()?;
    let mut simulation = Simulation::new(scene).ok()?;
    let now = |simulation: &Simulation| quantity.of(&Sample::of(simulation));
    let mut last = now(&simulation)?;
    let mut peak = last;
    while simulation.time_s() < play_s {
        if simulation.step() != Progress::Advanced {
            return Some(f64::INFINITY);
        }
        last = now(&simulation)?;
        peak = peak.max(last);
    }
    Some(match decision {
        Decision::Largest(_) | Decision::Smallest(_) => peak,
        Decision::MostAtEnd(_) | Decision::LeastAtEnd(_) => last,
    })
}
