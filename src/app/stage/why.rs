//! What the causes of a motion gave, as arrows and colours.

use super::heat::tints;
use super::present::position_of;
use crate::app::action::WhyMeasure;
use crate::app::jobs::why::Why;
use crate::app::playback::Session;
use crate::lab::why::{corrects, Answer, Group, Line};
use crate::physics::constraint::ConstraintRows;
use crate::physics::ledger::Cause;
use crate::physics::{Attachment, ColliderId, Model, State};
use crate::view::convert::to_view;
use crate::view::draw_list::{Arrow, DrawList, Label, Layer};
use crate::view::theme::{hue_of, mark, Rgba, Theme};
use glam::DVec3;
use std::collections::BTreeMap;

/// Arrows that are shown at once: those of the largest causes.
const MOST_ARROWS: usize = 6;
/// Length of the longest arrow, m.
const LONGEST_M: f64 = 0.8;
/// Share of the longest below which an arrow is left out.
const SHORTEST: f64 = 0.04;
const WIDTH_PX: f32 = 3.0;
/// Conflicts that are shown at once.
const MOST_CONFLICTS: usize = 3;
/// Length of the longer arrow of a conflict, m.
const CONFLICT_M: f64 = 0.3;
/// Joints whose part in the way of an impulse is written beside them.
const MOST_ON_PATH: usize = 12;

/// An arrow that stands for a cause.
pub struct CauseArrow {
    /// The cause.
    pub cause: Cause,
    /// Its foot, m.
    pub from: DVec3,
    /// Its tip, m.
    pub to: DVec3,
    group: Group,
    text: String,
}

/// The arrows of the largest causes, or of the one that is pointed at.
pub fn cause_arrows(why: &Why, session: &Session) -> Vec<CauseArrow> {
    // Where the way of the impulse is shown, arrows would hide it.
    let are_shown = !why.is_off_stage && (!why.shows_path || why.pointed_at.is_some());
    let Some(answer) = why.answer().filter(|_| are_shown) else {
        return Vec::new();
    };
    let world = &session.simulation.world;
    let (model, state) = (world.model(), world.state());
    let vector = |line: &Line| match why.measure {
        WhyMeasure::Correction if corrects(line.cause) => DVec3::from(line.way_m),
        WhyMeasure::Correction => DVec3::ZERO,
        _ => DVec3::from(line.momentum_n_s),
    };
    let sizes = answer.causes.iter().map(|line| vector(line).length());
    let most = sizes.fold(0.0, f64::max);
    let mut lines: Vec<_> = answer.causes.iter().enumerate().collect();
    match why.pointed_at {
        Some(place) => lines.retain(|(i, _)| *i == place),
        None => {
            lines.sort_by(|(_, a), (_, b)| vector(b).length().total_cmp(&vector(a).length()));
            lines.truncate(MOST_ARROWS);
        }
    }
    let arrow = |(_, line): (usize, &Line)| {
        let vector = vector(line);
        if most <= 0.0 || vector.length() < SHORTEST * most {
            return None;
        }
        let from = place_of(answer, line.cause, model, state)?;
        let enlarged = LONGEST_M / most;
        let text = match why.measure {
            WhyMeasure::Correction => format!(
                "{} {:.2} mm ×{enlarged:.0}",
                line.name,
                1e3 * vector.length()
            ),
            _ => format!("{} {:.1} N·s", line.name, vector.length()),
        };
        Some(CauseArrow {
            cause: line.cause,
            from,
            to: from + vector * enlarged,
            group: line.group,
            text,
        })
    };
    lines.into_iter().filter_map(arrow).collect()
}

/// Adds what the answer says: arrows of causes, pairs of those that work against each other,
/// and what joints passed on where the way of the impulse is shown.
pub fn add_why(list: &mut DrawList, why: &Why, session: &Session, theme: Theme) {
    let ink = theme.stage().ink;
    for arrow in cause_arrows(why, session) {
        add_arrow(list, [arrow.from, arrow.to], hue_of(arrow.group as usize));
        list.labels.push(Label {
            at: to_view(arrow.to),
            text: arrow.text,
            color: ink,
        });
    }
    let Some(answer) = why.answer() else {
        return;
    };
    if !why.is_off_stage {
        add_conflicts(list, answer, session);
    }
    if why.shows_path {
        add_path(list, answer, session, ink);
    }
}

fn add_arrow(list: &mut DrawList, [from, to]: [DVec3; 2], color: Rgba) {
    list.arrow(Arrow {
        from: to_view(from),
        to: to_view(to),
        color,
        width_px: WIDTH_PX,
        layer: Layer::OnTop,
    });
}

/// Adds a pair of arrows for each conflict: which way each of the two moves what both hold.
fn add_conflicts(list: &mut DrawList, answer: &Answer, session: &Session) {
    let world = &session.simulation.world;
    let (model, state) = (world.model(), world.state());
    for line in answer.conflicts.iter().take(MOST_CONFLICTS) {
        let conflict = &line.conflict;
        let Some(body) = conflict.mover.checked_sub(state.particles.len()) else {
            continue;
        };
        let Some(motion) = state.bodies.get(body) else {
            continue;
        };
        // The point that one of them grips moves with what turns the body, too.
        let constraints = conflict.constraints.iter();
        let sides = constraints.filter_map(|&i| Some(model.constraints.get(i)?.attachments()));
        let grips = sides.flatten().filter(|side| match side {
            Attachment::Body { body: of, .. } => *of == body,
            _ => false,
        });
        let points = grips.filter_map(|side| position_of(side, state));
        let lever = |point: &DVec3| point.distance(motion.position);
        let Some(point) = points.max_by(|a, b| lever(a).total_cmp(&lever(b))) else {
            continue;
        };
        let ways = conflict.pushes.map(|push| push.at(point - motion.position));
        let longest = ways[0].length().max(ways[1].length());
        for way in ways.into_iter().filter(|_| longest > 0.0) {
            let to = point + way * (CONFLICT_M / longest);
            add_arrow(list, [point, to], mark::BROKEN_LIMIT);
        }
    }
}

/// Adds how much each joint passed on.
fn add_path(list: &mut DrawList, answer: &Answer, session: &Session, color: Rgba) {
    let world = &session.simulation.world;
    let (model, state) = (world.model(), world.state());
    let joints = answer
        .path
        .joints
        .iter()
        .map(|(&index, &passed)| (index, passed));
    let mut joints: Vec<(usize, f64)> = joints.collect();
    joints.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let joints = joints.into_iter().take(MOST_ON_PATH);
    for (index, passed) in joints.filter(|(_, passed)| *passed > 0.0) {
        let Some(constraint) = model.constraints.get(index) else {
            continue;
        };
        let [_, carried] = constraint.attachments();
        if let Some(place) = position_of(carried, state) {
            list.labels.push(Label {
                at: to_view(place),
                text: format!("{passed:.1} N·s"),
                color,
            });
        }
    }
}

/// Colours of what an impulse passed through, if that is shown.
pub fn path_tints(why: &Why, session: &Session) -> BTreeMap<ColliderId, Rgba> {
    let answer = why.answer().filter(|_| why.shows_path);
    let Some(path) = answer.map(|answer| &answer.path) else {
        return BTreeMap::new();
    };
    let most = path.most();
    if most <= 0.0 {
        return BTreeMap::new();
    }
    // The root shows what goes on through many joints, each with a part of it.
    let share = |mover: usize| Some((path.movers.get(&mover)? / most).sqrt());
    tints(session.simulation.world.model(), share)
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
        ColliderId::Piece(i) => Some(Attachment::centre_of(model.pieces.get(i)?.body)),
        ColliderId::Stick(i) => {
            let stick = model.sticks.get(i)?;
            Some(Attachment::on_stick(stick.a, stick.b, 0.5))
        }
        ColliderId::Tetrahedron(i) => Some(model.tetrahedra.get(i)?.carrier.grip(DVec3::ZERO)),
        ColliderId::Triangle(i) => {
            let [a, b, c] = model.triangles.get(i)?.corners;
            let third = 1.0 / 3.0;
            Some(Attachment::Particles {
                ix: [a, b, c, c],
                weight: [third, third, third, 0.0],
            })
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
