//! What a scene asks of a method: each thing that the method cannot simulate is
//! refused with its name.

use super::{refuse, BuildError, IdMap};
use crate::physics::loops::closing;
use crate::physics::method::{Capability, MethodInfo, METHODS};
use crate::physics::model::Precision;
use crate::physics::{Constraint, Model};

/// What of a built model the method cannot simulate, each with a remedy.
pub fn unsupported(info: &MethodInfo, model: &Model, map: &IdMap) -> Vec<BuildError> {
    let lacks = |what: &Capability| !info.can(*what);
    let asked = |what: Capability| {
        let path = first_that_asks(what, model, map)?;
        let message = format!("method {} cannot simulate {}", info.id, words(what));
        Some(refuse(path, message, &remedy(what)))
    };
    let missing = Capability::ALL.into_iter().filter(lacks);
    let beyond = (info.refuses)(model).map(|what| {
        let message = format!("method {} cannot simulate {what}", info.id);
        let remedy = "remove some, or set solver.method to verlet";
        refuse("constraints", message, remedy)
    });
    let slim = too_slim(info, model, map);
    let asked = missing.filter_map(asked);
    let animated = animated(info, map);
    asked.chain(beyond).chain(animated).chain(slim).collect()
}

/// The animated ragdolls, for a method that stands beside papers that have none.
fn animated(info: &MethodInfo, map: &IdMap) -> Vec<BuildError> {
    let ragdolls = map.ragdolls.iter().enumerate();
    let animated = ragdolls.filter(|(_, ragdoll)| info.companion && ragdoll.animation.is_some());
    animated
        .map(|(i, _)| {
            let message = format!("method {} cannot simulate animation", info.id);
            let remedy = "remove the animation, or set solver.method to verlet";
            refuse(format!("ragdolls[{i}].animation"), message, remedy)
        })
        .collect()
}

/// The hinges of bodies made of particles whose axis the method does not hold.
fn too_slim(info: &MethodInfo, model: &Model, map: &IdMap) -> Vec<BuildError> {
    let refusal = |(index, joint): (usize, &Constraint)| {
        let Constraint::Shared(shared) = joint else {
            return None;
        };
        let slimmest = shared.slimmest?;
        let own = (info.axis_needs)(model, slimmest.thickness)?;
        let mut ids = map.tetrahedra.iter();
        let id = ids.find_map(|(id, place)| (*place == slimmest.tetrahedron).then_some(*id))?;
        let message = format!(
            "method {} cannot hold the axis of this hinge: body {id} is made of particles and too \
             slim, {:.0} % as thick as long",
            info.id,
            100.0 * slimmest.thickness
        );
        let holds = |method: &&MethodInfo| {
            let can = method.can(Capability::Particles);
            can && method.id != info.id && (method.axis_needs)(model, slimmest.thickness).is_none()
        };
        let able = METHODS.iter().filter(holds).map(|method| method.id);
        let able: Vec<_> = able.collect();
        let mut remedies = vec!["make the body rigid or thicker".to_owned()];
        remedies.extend((!own.is_empty()).then(|| own.to_owned()));
        if !able.is_empty() {
            let able = able.join(", ");
            remedies.push(format!("set solver.method to one of: {able}"));
        }
        let path = constraint(index, map);
        Some(refuse(path, message, &remedies.join(", or ")))
    };
    let all = model.constraints.iter().enumerate();
    all.filter_map(refusal).collect()
}

/// The constraints of the scene that have to go for a method that follows no loop, by their
/// places in the scene; none where a figure has loops of its own.
pub fn to_cut(info: &MethodInfo, model: &Model, map: &IdMap) -> Vec<usize> {
    if info.can(Capability::Loops) {
        return Vec::new();
    }
    let closing: Vec<_> = closing(model).collect();
    let is_of_figure = |i: &usize| map.ragdolls.iter().any(|r| r.constraints.contains(i));
    match closing.iter().any(is_of_figure) {
        true => Vec::new(),
        false => closing,
    }
}

/// Path of the first thing that needs a capability.
fn first_that_asks(what: Capability, model: &Model, map: &IdMap) -> Option<String> {
    match what {
        Capability::Particles if model.particles.is_empty() => None,
        Capability::Particles => Some(match map.particles.is_empty() {
            true => ragdoll(map.ragdolls.iter().position(|r| !r.particles.is_empty())),
            false => "particles[0]".into(),
        }),
        Capability::RigidBodies => {
            let body = model.bodies.iter().position(|body| !body.is_round())?;
            Some(
                match map.ragdolls.iter().position(|r| r.bodies.contains(&body)) {
                    Some(place) => ragdoll(Some(place)),
                    None => "bodies".into(),
                },
            )
        }
        Capability::Loops => closing(model).next().map(|i| constraint(i, map)),
        Capability::Contacts => {
            let collides = !model.obstacles.is_empty() && has_surfaces(model);
            collides.then(|| "obstacles[0]".into())
        }
        Capability::Limits => {
            let is_limit = |c: &Constraint| matches!(c, Constraint::AngleLimit(_));
            let limit = model.constraints.iter().position(is_limit)?;
            Some(constraint(limit, map))
        }
        Capability::Batches => {
            let is_single = model.settings.common.precision == Precision::Single;
            is_single.then(|| "solver.precision".into())
        }
        Capability::Rolling => {
            let rolls =
                |c: &Constraint| matches!(c, Constraint::Guide(guide) if guide.rolls.is_some());
            let rolling = model.constraints.iter().position(rolls)?;
            Some(constraint(rolling, map))
        }
        Capability::ContactSprings => has_springs(model).then(|| "materials".into()),
    }
}

fn has_surfaces(model: &Model) -> bool {
    let bodies = model.bodies.iter().any(|body| body.shape.is_some());
    bodies
        || !model.pieces.is_empty()
        || model.particles.iter().any(|p| p.radius > 0.0)
        || !model.sticks.is_empty()
        || !model.triangles.is_empty()
}

/// Whether a surface has a spring of its own.
fn has_springs(model: &Model) -> bool {
    let bodies = model.bodies.iter().map(|body| body.surface);
    let particles = model.particles.iter().map(|particle| particle.surface);
    let obstacles = model.obstacles.iter().map(|obstacle| obstacle.surface);
    let mut all = bodies.chain(particles).chain(obstacles);
    all.any(|surface| !surface.spring.is_empty())
}

fn ragdoll(place: Option<usize>) -> String {
    place.map_or("ragdolls".into(), |place| {
        format!("ragdolls[{place}].figure")
    })
}

/// Constraints of the scene come first in a model, then those of its ragdolls.
fn constraint(index: usize, map: &IdMap) -> String {
    let owner = map
        .ragdolls
        .iter()
        .position(|r| r.constraints.contains(&index));
    match owner {
        Some(place) => ragdoll(Some(place)),
        None => format!("constraints[{index}]"),
    }
}

fn words(what: Capability) -> &'static str {
    match what {
        Capability::Particles => "particles",
        Capability::RigidBodies => "rigid bodies that are not balls",
        Capability::Loops => "a constraint that closes a loop",
        Capability::Contacts => "contacts",
        Capability::Limits => "angle limits",
        Capability::Batches => "crowds of ragdolls",
        Capability::Rolling => "rolling without slip",
        Capability::ContactSprings => "the contact stiffness or damping of a material",
    }
}

fn remedy(what: Capability) -> String {
    let able = METHODS.iter().filter(|method| method.can(what));
    let able: Vec<_> = able.map(|method| method.id).collect();
    match able.is_empty() {
        true => "remove it".into(),
        false => format!(
            "remove it, or set solver.method to one of: {}",
            able.join(", ")
        ),
    }
}
