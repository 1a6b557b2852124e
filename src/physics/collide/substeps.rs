//! What asks for more substeps than are set.

use super::{articulation_of, pair, ColliderProxy, Detection, MARGIN_M};
use crate::physics::active::Active;
use crate::physics::contact::{least_radius, Contact};
use crate::physics::load::substeps_for;
use crate::physics::model::{ColliderId, Model};
use crate::physics::state::State;
use crate::physics::substepping::{Ask, Neighbours, SubstepRate, Substepping};
use glam::DVec3;

/// Most substeps of a step, however fast the things in it.
pub const MOST_SUBSTEPS: u32 = 128;
/// Share of the radii of a pair that it may close in one substep.
pub const SHARE_OF_RADII: f64 = 0.25;
/// The same of two limbs: their joints give way where a ball and the floor would not, so that
/// in a heap of many, which makes no substeps for the sake of joints, they need fewer. Not
/// where velocities are solved: what that lets in is pushed out only in part.
const SHARE_OF_RADII_OF_LIMBS: f64 = 0.45;
/// Way that a hard hit may close in a substep with what joints hold, m: what one substep
/// pushes, its joints pass on in the next ones only.
const HIT_M: f64 = 0.012_5;
/// How much more of its way a heavy thing counts that takes a membrane along, at most.
const MOST_FOR_MASS: f64 = 10.0;
/// Approach from which a hit is hard, m/s.
const HARD_HIT_M_S: f64 = 6.0;
/// Angle by which a limb of what was hit hard may turn in a substep, rad: a joint that is
/// led along an arc is opened by the square of it, and a limit passed by a share of it.
const WHIRL_RAD: f64 = 0.015;

impl Detection {
    /// Finds out how many substeps each island makes of the next step: those set, or more
    /// when two proxies that will touch close faster than a share of their radii per
    /// substep. Squeezed between a heavy ball and the floor, a limb has no other way to get
    /// aside in time. A hard hit on a rigid figure has more of them too, and so has the
    /// figure while it whirls from it, so that its joints hold it together; a step that is
    /// set to be one substep has not.
    pub(super) fn plan_substeps(
        &self,
        (model, active, state): (&Model, &Active, &State),
        together: &[usize],
        substepping: &mut Substepping,
    ) {
        substepping.be_even(SubstepRate::set_in(&model.settings));
        self.ask_of_pairs((model, active, state), substepping);
        ask_of_whirling((model, active, state), substepping);
        ask_of_loads((model, active), substepping);
        let (budget, set) = (model.settings.method.budget(), model.settings.passes());
        let most_figures = self.near.groups().len();
        let varies = budget.varies() || budget.heeds_load_of(set, most_figures);
        if substepping.is_asked() || varies {
            let proxies = &self.proxies;
            let articulation = |index: usize| proxies[index].articulation;
            let pairs = self.near.pairs.iter();
            let groups = self.near.groups().iter();
            let awake = groups.filter(|group| active.has(group.articulation));
            let asleep = self.sleepers.iter();
            let neighbours = Neighbours {
                together,
                near: &mut pairs.map(|&(a, b)| (articulation(a), articulation(b))),
                awake: &mut awake.map(|group| (group.articulation, group.bounds)),
                asleep: &mut asleep
                    .map(|s| (self.asleep[s.from].0, s.bounds.widened(0.5 * MARGIN_M))),
            };
            substepping.plan((model, active, state), neighbours);
        }
    }

    /// What pairs ask for that will touch.
    fn ask_of_pairs(
        &self,
        (model, active, state): (&Model, &Active, &State),
        substepping: &mut Substepping,
    ) {
        let (step_s, set) = (model.settings.common.step_s, model.settings.common.substeps);
        let bodies = active.bodies().iter().map(|&i| state.bodies[i].velocity);
        let particles = active.particles().iter();
        let particles = particles.map(|&i| state.particles[i].velocity);
        let on_paths = model.kinematic.iter().map(|&i| state.bodies[i].velocity);
        let speeds = bodies.chain(particles).chain(on_paths).map(DVec3::length);
        let fastest = speeds.fold(0.0, f64::max);
        if fastest * step_s <= SHARE_OF_RADII * self.thinnest * f64::from(set) {
            return;
        }
        let limbs_may_close_more = set > 1 && model.settings.relaxes_positions();
        for &pair in &self.near.pairs {
            if self.is_too_slow_to_ask(model, pair, set) {
                continue;
            }
            let [a, b] = [pair.0, pair.1].map(|index| {
                let mut proxy = self.proxies[index].clone();
                proxy.aim(model, state, step_s);
                proxy
            });
            let (mut to_meet, mut for_joints) = (0.0_f64, 0.0_f64);
            pair::with_proxy(&a, &b, |touch| {
                if touch.touches {
                    let contact = touch.contact((model, state, step_s), &a, (b.owner, b.surface));
                    let closing = -contact.approach * step_s;
                    let wanted = closing.max(stretching(model, [&a, &b])) / contact.radii(model);
                    if limbs_may_close_more && are_limbs(model, [&a, &b]) {
                        to_meet = to_meet.max((wanted / SHARE_OF_RADII_OF_LIMBS).ceil());
                        for_joints = for_joints.max((wanted / SHARE_OF_RADII).ceil());
                    } else {
                        to_meet = to_meet.max((wanted / SHARE_OF_RADII).ceil());
                    }
                    if is_hard_hit(&contact) && set > 1 {
                        for_joints = for_joints.max((closing / HIT_M).ceil());
                    }
                }
            });
            if to_meet.max(for_joints) > f64::from(set) {
                let ask = Ask {
                    least: to_meet.min(f64::from(MOST_SUBSTEPS)) as u32,
                    for_joints: for_joints as u32,
                };
                substepping.ask(a.articulation, ask);
            }
        }
    }

    /// Whether no points of a pair close fast enough to ask for more than the substeps that
    /// are set, so that it need not be looked at.
    fn is_too_slow_to_ask(&self, model: &Model, (a, b): (usize, usize), set: u32) -> bool {
        let pair = [&self.proxies[a], &self.proxies[b]];
        if !pair.into_iter().all(is_stiff) {
            return false;
        }
        let (step_s, set) = (model.settings.common.step_s, f64::from(set));
        let radii = pair.map(|proxy| least_radius(model, proxy.owner));
        let to_meet = SHARE_OF_RADII * (radii[0] + radii[1]) * set;
        let for_joints = (HARD_HIT_M_S * step_s).max(HIT_M * set);
        // Rounding must not hide what just asks.
        let most = to_meet.min(for_joints) * 0.999;
        self.motions[a].fastest_against(&self.motions[b]) * step_s < most
    }
}

/// Whether both are parts of figures with joints.
fn are_limbs(model: &Model, pair: [&ColliderProxy; 2]) -> bool {
    let jointed = |owner| articulation_of(model, owner).is_some_and(|i| model.jointed[i]);
    let is_limb = |owner: ColliderId| owner.is_of_body() && jointed(owner);
    pair.into_iter().all(|proxy| is_limb(proxy.owner))
}

/// Whether a thing has the speed that its motion tells at all its points: not what changes
/// its shape, nor the rim of a flat limb.
fn is_stiff(proxy: &ColliderProxy) -> bool {
    let is_soft = matches!(
        proxy.owner,
        ColliderId::Tetrahedron(_) | ColliderId::Triangle(_)
    );
    !is_soft && !proxy.flat()
}

/// Way within a step for which a membrane asks that something takes along, m: that of the
/// thing, which its particles have already taken up. A heavy thing counts more, by the
/// root of its mass against theirs: so much less does a substep of relaxation stop it.
fn stretching(model: &Model, pair: [&ColliderProxy; 2]) -> f64 {
    let (triangle, proxy) = match pair.map(|proxy| proxy.owner) {
        [ColliderId::Triangle(triangle), _] => (triangle, pair[1]),
        [_, ColliderId::Triangle(triangle)] => (triangle, pair[0]),
        _ => return 0.0,
    };
    let Some(body) = proxy.body() else {
        return 0.0;
    };
    let corners = model.triangles[triangle].corners.into_iter();
    let light = corners.map(|i| model.particles[i].mass).sum::<f64>();
    let heavier = (model.bodies[body].mass / light).sqrt();
    proxy.longest_travel() * heavier.clamp(1.0, MOST_FOR_MASS)
}

/// What limbs ask for that whirl from a hard hit.
fn ask_of_whirling(
    (model, active, state): (&Model, &Active, &State),
    substepping: &mut Substepping,
) {
    let (step_s, set) = (model.settings.common.step_s, model.settings.common.substeps);
    if set == 1 || !state.rest.iter().any(|rest| rest.hit) {
        return;
    }
    for &i in active.bodies() {
        let articulation = model.bodies[i].articulation;
        let turned = state.bodies[i].angular_velocity.length() * step_s;
        let for_joints = (turned / WHIRL_RAD).ceil() as u32;
        if state.rest[articulation].hit && for_joints > set {
            let ask = Ask {
                least: 0,
                for_joints,
            };
            substepping.ask(articulation, ask);
        }
    }
}

/// What articulations ask for that carry loads far heavier than their parts.
fn ask_of_loads((model, active): (&Model, &Active), substepping: &mut Substepping) {
    for (articulation, &ratio) in model.load_ratios.iter().enumerate() {
        let least = substeps_for(ratio, &model.settings);
        if least > model.settings.common.substeps && active.has(articulation) {
            let ask = Ask {
                least,
                for_joints: 0,
            };
            substepping.ask(articulation, ask);
        }
    }
}

/// Notes which articulations have been hit hard by bodies, after the solve of a substep.
pub(in crate::physics) fn note_hits(model: &Model, state: &mut State, contacts: &[Contact]) {
    for contact in contacts.iter().filter(|c| c.loaded() && is_hard_hit(c)) {
        for owner in [contact.a.owner, contact.b.owner] {
            if let Some(hit) = articulation_of(model, owner).filter(|&i| model.jointed[i]) {
                state.rest[hit].hit = true;
            }
        }
    }
}

/// Whether a body hits hard a body that joints hold.
fn is_hard_hit(contact: &Contact) -> bool {
    contact.is_of_bodies() && contact.jointed && -contact.approach > HARD_HIT_M_S
}
