//! Stops met ahead (see [`stop`](crate::physics::constraint::stop)).

use super::share::Share;
use crate::physics::constraint::stop::{self, Answer, MOST_PASSES, PASSES, SETTLED, WHERE_HANGING};
use crate::physics::model::Model;
use crate::physics::state::State;

impl Share {
    /// Slows what would pass a stop within `h` seconds, and lets all joints of its articulation
    /// answer.
    pub fn arrest_at_stops(&mut self, model: &Model, state: &mut State, h: f64) {
        let mut struck = std::mem::take(&mut self.struck);
        struck.clear();
        for &i in &self.awake.stops {
            let least = if self.hangs(model, i) {
                WHERE_HANGING
            } else {
                1.0
            };
            if model.constraints[i].turns_slowly(state, least) {
                continue;
            }
            let mut joint = self.answer_of(model, state, i);
            if joint.arrest(model, state, (h, least)) > 0.0 {
                struck.push(i);
            }
        }
        let articulation = |&i: &usize| self.plan.joints.articulation_of(i);
        struck.sort_unstable_by_key(articulation);
        struck.dedup_by_key(|i| articulation(i));
        for &of in &struck {
            self.answer(model, state, h, of);
        }
        self.struck = struck;
    }

    fn answer_of(&self, model: &Model, state: &State, i: usize) -> Answer {
        let holder = self.plan.holders[i].map(|joint| &model.constraints[joint]);
        model.constraints[i].answer(model, state, holder)
    }

    /// Whether the articulation of a constraint hangs from the world.
    fn hangs(&self, model: &Model, constraint: usize) -> bool {
        let articulation = self.plan.joints.articulation_of(constraint);
        articulation.is_some_and(|i| model.anchored[i])
    }

    fn answer(&mut self, model: &Model, state: &mut State, h: f64, of: usize) {
        let mut answers = std::mem::take(&mut self.answers);
        let joints = self.plan.joints.joined_with(of);
        answers.clear();
        answers.extend(joints.iter().map(|&i| self.answer_of(model, state, i)));
        let hangs = self.hangs(model, of);
        let passes = if hangs { MOST_PASSES } else { PASSES };
        for pass in 0..passes {
            // Stops only push, so that what is overdone stays; many passes need not overdo.
            let factor = if hangs { 1.0 } else { stop::factor(pass) };
            for (&i, joint) in joints.iter().zip(&answers) {
                joint.settle(model, state, (self.plan.weights[i], factor));
            }
            let change = answers
                .iter_mut()
                .map(|joint| joint.arrest(model, state, (h, 0.0)))
                .fold(0.0, f64::max);
            if hangs && change < SETTLED {
                break;
            }
        }
        self.answers = answers;
    }
}
