//! Some values of an experiment from a file side by side.

use super::cases::{Maker, Step};
use super::{Definition, Target};
use crate::lab::experiment::shots::Cast;
use crate::lab::experiment::{BodyKind, Watch};
use crate::lab::Variant;
use crate::scene::{Scene, Setting};
use serde_json::json;

/// The smallest, the middle and the largest value of the first throw. Nothing of a kind of body
/// that is no target.
pub(super) fn watch(definition: &Definition, body: BodyKind) -> Option<Watch> {
    let mut targets = definition.sheet.targets.iter();
    let target = targets.find(|target| target.name == body.name())?;
    let maker = Maker::of(definition).ok()?;
    let (first, rest) = watched(&maker.steps)
        .split_first()
        .map(|(f, r)| (*f, r.to_vec()))?;
    let leader = cast(definition, &maker, target, first)?;
    let variants = rest.into_iter().map(|step| {
        let cast = cast(definition, &maker, target, step)?;
        variant(&cast, step, &leader.shot.scene)
    });
    Some(Watch {
        variants: variants.collect::<Option<_>>()?,
        leader: leader.label,
        scene: leader.shot.scene,
    })
}

fn watched(steps: &[Step]) -> Vec<&Step> {
    match steps {
        [first, .., last] if steps.len() > 2 => vec![first, &steps[steps.len() / 2], last],
        steps => steps.iter().collect(),
    }
}

fn cast(definition: &Definition, maker: &Maker<'_>, target: &Target, step: &Step) -> Option<Cast> {
    let throw = definition.sheet.throw(None)?;
    maker.cast(target, throw, step).ok()
}

/// A case as something set otherwise in the scene of another; with the value the arc
/// changes on which the ball comes to the ragdoll.
fn variant(cast: &Cast, step: &Step, scene: &Scene) -> Option<Variant> {
    let mut settings = step.set.clone();
    let direction = |scene: &Scene| scene.launcher.as_ref().map(|l| l.direction);
    let own = direction(&cast.shot.scene);
    if let Some(own) = own.filter(|_| own != direction(scene)) {
        settings.push(Setting::new("launcher.direction", json!(own)).ok()?);
    }
    Some(Variant {
        name: cast.label.clone(),
        settings,
        take: None,
    })
}
