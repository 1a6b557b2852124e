//! What the causes of a motion gave, as arrows.

use super::present::position_of;
use crate::app::jobs::why::Why;
use crate::app::playback::Session;
use crate::lab::why::Answer;
use crate::physics::constraint::ConstraintRows;
use crate::physics::ledger::Cause;
use crate::physics::{Attachment, ColliderId, Model, State};
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Label, Layer};
use crate::view::theme::{hue_of, Theme};
use glam::DVec3;

/// Arrows that are shown at once: those of the largest causes.
const MOST_ARROWS: usize = 6;
/// Length of the longest arrow, m.
const LONGEST_M: f64 = 0.8;
/// Share of the longest below which an arrow is left out.
const SHORTEST: f64 = 0.04;
const WIDTH_PX: f32 = 3.0;

/// Adds an arrow for each of the largest causes, or for the one that is pointed at.
pub fn add_why(list: &mut DrawList, why: &Why, session: &Session, theme: Theme) {
    let shown = why.answer().filter(|_| !why.is_off_stage);
    let Some(answer) = shown else {
        return;
    };
    let (model, state) = (
        session.simulation.world.model(),
        session.simulation.world.state(),
    );
    let most = answer.causes.iter().map(|line| line.momentum());
    let most = most.fold(0.0, f64::max);
    if most <= 0.0 {
        return;
    }
    let mut lines: Vec<_> = answer.causes.iter().enumerate().collect();
    match why.pointed_at {
        Some(place) => lines.retain(|(i, _)| *i == place),
        None => {
            lines.sort_by(|(_, a), (_, b)| b.momentum().total_cmp(&a.momentum()));
            lines.truncate(MOST_ARROWS);
        }
    }
    for (_, line) in lines {
        let momentum = DVec3::from(line.momentum_n_s);
        if momentum.length() < SHORTEST * most {
            continue;
        }
        let Some(from) = place_of(answer, line.cause, model, state) else {
            continue;
        };
        let (color, to) = (
            hue_of(line.group as usize),
            from + momentum * (LONGEST_M / most),
        );
        list.arrow(Arrow {
            from: to_view(from),
            to: to_view(to),
            color,
            width_px: WIDTH_PX,
            layer: Layer::OnTop,
        });
        list.labels.push(Label {
            at: to_view(to),
            text: format!("{} {:.1} N·s", line.name, momentum.length()),
            color: theme.stage().ink,
        });
    }
}

/// Where a cause acts on a subject, as things lie now, m.
fn place_of(answer: &Answer, cause: Cause, model: &Model, state: &State) -> Option<DVec3> {
    let bodies_from = state.particles.len();
    let has = |side: &Attachment| {
        let mover = side.first_mover(bodies_from);
        mover.is_some_and(|mover| answer.about.has(mover))
    };
    match cause {
        Cause::Constraint(index) => {
            let sides = model.constraints.get(index)?.attachments();
            let own = sides.iter().find(|side| has(side));
            position_of(*own?, state)
        }
        Cause::Normal(pair) | Cause::Friction(pair) | Cause::Bounce(pair) => {
            let sides = pair.into_iter().filter_map(|owner| centre(owner, model));
            let sides: Vec<_> = sides.collect();
            let own = sides.iter().find(|side| has(side)).or(sides.first());
            position_of(*own?, state)
        }
        _ => centre_of_mass(answer, model, state),
    }
}

/// The middle of a thing that moves.
fn centre(owner: ColliderId, model: &Model) -> Option<Attachment> {
    match owner {
        ColliderId::Particle(i) => Some(Attachment::Particle(i)),
        ColliderId::Body(i) => Some(Attachment::centre_of(i)),
        ColliderId::Stick(i) => {
            let stick = model.sticks.get(i)?;
            Some(Attachment::on_stick(stick.a, stick.b, 0.5))
        }
        ColliderId::Obstacle(_) => None,
    }
}

fn centre_of_mass(answer: &Answer, model: &Model, state: &State) -> Option<DVec3> {
    let particles = model.particles.iter().zip(&state.particles);
    let particles = particles.map(|(p, now)| (p.mass, now.position));
    let bodies = model.bodies.iter().zip(&state.bodies);
    let bodies = bodies.map(|(b, now)| (b.mass, now.position));
    let own = particles.chain(bodies).enumerate();
    let (mut mass, mut sum) = (0.0, DVec3::ZERO);
    for (_, (m, place)) in own.filter(|(mover, _)| answer.about.has(*mover)) {
        mass += m;
        sum += place * m;
    }
    (mass > 0.0).then(|| sum / mass)
}
