//! Constraints that undo each other once the scene runs.

use super::joints::fitted;
use super::limits::{widened, widened_part};
use super::{Check, Examined, Finding};
use crate::compile::RagdollMap;
use crate::editor::command::Command;
use crate::editor::item::Item;
use crate::editor::limits::joint_limits;
use crate::physics::conflict::{settled, Conflict, ConflictWatch};
use crate::physics::constraint::ConstraintRows;
use crate::physics::state::Rest;
use crate::physics::{self, State, StepOutcome};
use crate::scene::{self, Ragdoll};

/// Steps that a scene is tried for.
const STEPS: usize = 60;
/// Fewer tell nothing.
const LEAST_STEPS: usize = 12;
/// About as many constraints are met in a trial, so that nobody waits for it.
const MOST_VISITS: usize = 40_000;
/// Visits of constraints that the collisions of a mover cost in a substep, about.
const VISITS_OF_MOVER: usize = 4;
/// Conflicts that are told.
const MOST_TOLD: usize = 5;
/// What the button of every remedy says.
const LABEL: &str = "Adjust one to fit";

/// Tries the scene for a moment. What is too large for that is not tried.
pub(super) fn examine(mut examined: Examined<'_>, findings: &mut Vec<Finding>) {
    for conflict in trial(&mut examined).into_iter().take(MOST_TOLD) {
        findings.extend(finding(&mut examined, &conflict));
    }
}

/// Runs the world on, and tells what worked against each other in it.
fn trial(examined: &mut Examined<'_>) -> Vec<Conflict> {
    let steps = steps_for(examined.model()).min(STEPS);
    if steps < LEAST_STEPS {
        return Vec::new();
    }
    let mut state = examined.state().clone();
    wake(&mut state);
    examined.world.restore(&state);
    let mut watch = ConflictWatch::new(examined.world.shared_model(), |_| true);
    for _ in 0..steps {
        if examined.world.step_watched(&mut watch) != StepOutcome::Advanced {
            break;
        }
    }
    watch.conflicts(examined.state())
}

fn steps_for(model: &physics::Model) -> usize {
    let constraints = model.constraints.len();
    if constraints < 2 {
        return 0;
    }
    let movers = model.particles.len() + model.bodies.len();
    let passes = (model.settings.passes() as usize).max(1);
    let substeps = (model.settings.common.substeps as usize).max(1);
    let visits = constraints.saturating_mul(passes) + VISITS_OF_MOVER * movers;
    MOST_VISITS / visits.saturating_mul(substeps).max(1)
}

/// What stands until it is hit is tried too.
fn wake(state: &mut State) {
    for rest in &mut state.rest {
        *rest = Rest {
            hit: rest.hit,
            ..Rest::PUT
        };
    }
}

fn finding(examined: &mut Examined<'_>, conflict: &Conflict) -> Option<Finding> {
    let [first, second] = conflict.constraints.map(|i| Side::of(examined, i));
    let (first, second) = (first?, second?);
    let share = (100.0 * conflict.share()).round();
    let sentence = format!(
        "{} works against {}: at least {share} % of both corrections is undone in every step.",
        first.name, second.name
    );
    let mut finding = Finding::new(Check::Conflict, first.id, sentence);
    finding.part = first.part.map(str::to_string);
    finding.other = Some(second.id);
    let is_limit = |index: &usize| {
        let built = examined.model().constraints.get(*index);
        matches!(built, Some(physics::Constraint::AngleLimit(_)))
    };
    // A limit gives way rather than a joint, which would be moved.
    let mut sides = conflict.constraints;
    sides.sort_by_key(|index| !is_limit(index));
    let remedy = sides.into_iter().find_map(|index| {
        let remedy = yielding(examined, index);
        holds(examined, &remedy, &finding).then_some(remedy)
    });
    Some(finding.with_remedy(LABEL, remedy.unwrap_or_default()))
}

/// What lets a constraint be met where all others are.
fn yielding(examined: &mut Examined<'_>, index: usize) -> Vec<Command> {
    let without = settled(examined.model(), examined.state(), |other| other != index);
    let with = examined.state().clone();
    examined.world.restore(&without);
    let side = Side::of(examined, index);
    let remedy = side.map_or_else(Vec::new, |side| side.yielding(examined));
    examined.world.restore(&with);
    remedy
}

/// Whether the conflict is over after a remedy.
fn holds(examined: &Examined<'_>, remedy: &[Command], finding: &Finding) -> bool {
    let mut scene = examined.scene.clone();
    let applied = remedy
        .iter()
        .try_for_each(|command| command.apply(&mut scene));
    if remedy.is_empty() || applied.is_err() {
        return false;
    }
    let Ok((world, map)) = crate::compile::compile(&scene) else {
        return false;
    };
    let mut after = Examined {
        scene: &scene,
        world,
        map,
    };
    let conflicts = trial(&mut after);
    let is_same = |conflict: &Conflict| {
        let [a, b] = conflict.constraints.map(|i| Side::of(&after, i));
        let same = |side: &Side<'_>| Some(side.id) == finding.id || Some(side.id) == finding.other;
        a.as_ref().is_some_and(same) && b.as_ref().is_some_and(same)
    };
    !conflicts.iter().any(is_same)
}

/// One of two constraints that work against each other.
struct Side<'a> {
    /// Index of its constraint.
    index: usize,
    /// The constraint or ragdoll that it belongs to.
    id: scene::Id,
    /// Part of the ragdoll.
    part: Option<&'static str>,
    name: String,
    ragdoll: Option<(&'a Ragdoll, &'a RagdollMap)>,
}

impl<'a> Side<'a> {
    fn of(examined: &'a Examined<'_>, index: usize) -> Option<Side<'a>> {
        let figures = examined.scene.ragdolls.iter().zip(&examined.map.ragdolls);
        let mut figures = figures.filter(|(_, map)| map.constraints.contains(&index));
        let Some((ragdoll, map)) = figures.next() else {
            let own = examined.scene.constraints.get(index)?;
            return Some(Side {
                index,
                id: own.id,
                part: None,
                name: Item::Constraint(own.clone()).title(),
                ragdoll: None,
            });
        };
        let built = examined.model().constraints.get(index)?;
        let part = part_of(map, built);
        let title = Item::Ragdoll(ragdoll.clone()).title();
        let name = match part {
            Some(part) => format!("{title}: the {} of {part}", built.kind_name()),
            None => format!("{title}: a {}", built.kind_name()),
        };
        Some(Side {
            index,
            id: ragdoll.id,
            part,
            name,
            ragdoll: Some((ragdoll, map)),
        })
    }

    /// What lets it be met as things lie.
    fn yielding(&self, examined: &Examined<'_>) -> Vec<Command> {
        let model = examined.model();
        let Some(built) = model.constraints.get(self.index) else {
            return Vec::new();
        };
        if let Some((ragdoll, map)) = self.ragdoll {
            let mut limits = joint_limits(map, model);
            let limit = limits.find(|(_, limit)| {
                let limit = physics::Constraint::AngleLimit((*limit).clone());
                limit == *built
            });
            return limit.map_or_else(Vec::new, |(part, limit)| {
                let angles = limit.angles(examined.state(), limit.model_in(&model.settings));
                widened_part(ragdoll, part, limit, angles)
            });
        }
        let Some(own) = examined.scene.constraints.get(self.index) else {
            return Vec::new();
        };
        let widened = widened(examined, &own.kind, built);
        if widened != own.kind {
            let limit = scene::Constraint {
                kind: widened,
                ..own.clone()
            };
            return vec![Command::replace(Item::Constraint(limit), "Limit")];
        }
        let ends = built
            .attachments()
            .map(|side| side.position(examined.state()));
        fitted(examined, own, built, ends).into_iter().collect()
    }
}

/// The part of a ragdoll that a constraint carries.
fn part_of(map: &RagdollMap, built: &physics::Constraint) -> Option<&'static str> {
    let [_, child] = built.attachments();
    match child {
        physics::Attachment::Body { body, .. } => {
            map.parts.get(body.checked_sub(map.bodies.start)?).copied()
        }
        _ => None,
    }
}
