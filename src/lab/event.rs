//! What is worth a mark on a timeline.

use super::simulation::Simulation;
use crate::physics::report;

/// Violation above which a limit counts as hit, and below which it is free again, rad.
const LIMIT_HIT_RAD: (f64, f64) = (0.0175, 0.0044);
/// Fewest steps from one hit of a limit to the next that counts.
const LIMIT_APART: u64 = 15;

/// Speed from which on a touch is a blow, m/s.
const BLOW_M_S: f64 = 1.0;
/// Fewest steps from one blow to the next that counts.
const BLOWS_APART: u64 = 30;

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    /// After this step.
    pub step: u64,
    /// What.
    pub kind: EventKind,
}

/// What may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// A ball was thrown.
    Throw,
    /// A ball hit the figure for the first time.
    Hit,
    /// Something struck something else hard.
    Blow,
    /// A limb went beyond its limit.
    Limit,
    /// Everything came to rest.
    Rest,
    /// Physics took a ragdoll over from its clip, as a whole or where it was hit.
    HandOver,
    /// A ragdoll is back in its clip.
    Return,
}

impl EventKind {
    /// All, in the order of a legend.
    pub const ALL: [EventKind; 7] = [
        EventKind::Throw,
        EventKind::Hit,
        EventKind::Blow,
        EventKind::Limit,
        EventKind::Rest,
        EventKind::HandOver,
        EventKind::Return,
    ];
}

/// The spans of steps, from and to, in which clips move ragdolls; `led` of them do at the first
/// of the steps `run`, which leads to the last.
pub fn clip_spans(events: &[Event], mut led: usize, run: [u64; 2]) -> Vec<[u64; 2]> {
    let (mut from, mut spans) = (run[0], Vec::new());
    for event in events {
        let before = led;
        match event.kind {
            EventKind::HandOver => led = led.saturating_sub(1),
            EventKind::Return => led += 1,
            _ => {}
        }
        match (before, led) {
            (1.., 0) => spans.push([from, event.step]),
            (0, 1..) => from = event.step,
            _ => {}
        }
    }
    if led > 0 {
        spans.push([from, run[1]]);
    }
    spans
}

/// What is known of the step before, from which events are told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    balls: usize,
    hit: bool,
    limit: bool,
    last_limit: Option<u64>,
    last_blow: Option<u64>,
    rests: bool,
    /// Ragdolls that their clips move.
    led: usize,
}

impl Watch {
    /// The simulation as it is now.
    pub fn of(simulation: &Simulation) -> Watch {
        let shot = simulation.metrics.shot.as_ref();
        let violation = simulation.metrics.limit_violation_rad.unwrap_or(0.0);
        Watch {
            balls: simulation.balls().len(),
            hit: shot.is_some_and(|shot| shot.first_hit.is_some()),
            limit: violation > LIMIT_HIT_RAD.0,
            last_limit: None,
            last_blow: None,
            rests: report::at_rest(simulation.world.model(), simulation.world.state()),
            led: simulation.led(),
        }
    }

    /// The balls that are there now are no news.
    pub fn expect_balls(&mut self, simulation: &Simulation) {
        self.balls = simulation.balls().len();
    }

    /// Adds what happened in the step just made.
    pub fn note(&mut self, simulation: &Simulation, events: &mut Vec<Event>) {
        let step = simulation.world.state().step;
        let mut now = Watch::of(simulation);
        let violation = simulation.metrics.limit_violation_rad.unwrap_or(0.0);
        now.limit |= self.limit && violation > LIMIT_HIT_RAD.1;
        now.last_limit = self.last_limit;
        now.last_blow = self.last_blow;
        let mut add = |kind, step| events.push(Event { step, kind });
        if now.balls > self.balls {
            // It was thrown before the step.
            add(EventKind::Throw, step - 1);
        }
        if now.hit && !self.hit {
            add(EventKind::Hit, step);
        }
        let strikes = simulation.world.fastest_approach() < -BLOW_M_S;
        if strikes && (self.last_blow).is_none_or(|last| step >= last + BLOWS_APART) {
            now.last_blow = Some(step);
            add(EventKind::Blow, step);
        }
        let apart = (self.last_limit).is_none_or(|last| step >= last + LIMIT_APART);
        if now.limit && !self.limit && apart {
            now.last_limit = Some(step);
            add(EventKind::Limit, step);
        }
        if now.rests && !self.rests {
            add(EventKind::Rest, step);
        }
        for _ in now.led..self.led {
            add(EventKind::HandOver, step);
        }
        for _ in self.led..now.led {
            add(EventKind::Return, step);
        }
        *self = now;
    }
}
