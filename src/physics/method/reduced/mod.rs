//! Reduced coordinates: what joints allow is all that there is to move.
//!
//! Between steps the state is that of every method, poses and velocities of bodies; within a
//! step it becomes relative orientations and rates, which Featherstone's algorithm
//! accelerates in a time proportional to the number of bodies. Stops, contacts, pulls and
//! pins push through the articulated inertias. Source: Featherstone, "Rigid Body Dynamics
//! Algorithms" (2008), chapter 7.

mod coordinates;
mod factors;
mod info;
mod settings;
mod tree;

use super::Drift;
use crate::physics::constraint::{Constraint, Hinge, Slider, Universal};
use crate::physics::dynamics::balance::{Balance, Slowing, Weighed};
use crate::physics::dynamics::contact_space::HalfAnswers;
use crate::physics::dynamics::gradient::Block;
use crate::physics::dynamics::inertia::Inertias;
use crate::physics::dynamics::slots::{Slots, Spatial};
use crate::physics::dynamics::{move_freely, End, Halves, JointSolver, Now};
use crate::physics::math::{rotation_from_vector, turned};
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
use coordinates::{
    place, push_rates, read, slid, within, world, write, Coordinate, Forces, Integration, Rate,
};
use factors::Factors;
use glam::DVec3;
pub(super) use info::INFO;
pub use settings::{ReducedSettings, Rule};
use tree::{Joint, Placed, Tree};

/// Holds joints by having no other coordinates.
#[derive(Debug, Clone, Default)]
pub struct Reduced {
    /// Of each assembly.
    trees: Vec<Tree>,
    /// Of each constraint, which rows a joint of a tree holds.
    held: Vec<Held>,
    /// Of each assembly, as the substep begins and where free motion leads.
    assemblies: Vec<Assembly>,
    integration: Integration,
    forces: Vec<Spatial>,
    placed: Vec<Placed>,
}

/// Which rows of a constraint need no force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Held {
    Nothing,
    All,
    AllBut(&'static [usize]),
}

/// An assembly within a substep.
#[derive(Debug, Clone, Default)]
struct Assembly {
    before: Vec<Coordinate>,
    after: Vec<Coordinate>,
    placed: Vec<Placed>,
    /// Forces on the links, N and N·m, and how coordinates change under them.
    forces: Vec<Spatial>,
    rates: Vec<Rate>,
    /// Velocities that forces leave, in slots.
    forced: Vec<Spatial>,
    /// Velocities that joints leave of them, at the places of the begin.
    free: Vec<Spatial>,
    factors: Factors,
}

impl JointSolver for Reduced {
    const FOLLOWS_SPRINGS: bool = true;

    fn prepare(&mut self, model: &Model, slots: &Slots) {
        let tree = |i: usize| Tree::of(model, slots, slots.of_assembly(i), slots.constraints(i));
        self.trees = (0..slots.assemblies()).map(tree).collect();
        self.held = vec![Held::Nothing; model.constraints.len()];
        for &joint in self.trees.iter().flat_map(|tree| &tree.joints) {
            self.held[joint] = match model.constraints[joint] {
                // Turns about axes and ways along them, which may be locked.
                Constraint::Hinge(_) => Held::AllBut(&[Hinge::LIMIT_ROW]),
                Constraint::Slider(_) => Held::AllBut(&Slider::LIMIT_ROWS),
                Constraint::Universal(_) => Held::AllBut(&Universal::LIMIT_ROWS),
                _ => Held::All,
            };
        }
        self.assemblies
            .resize_with(slots.assemblies(), Assembly::default);
    }

    fn enter(&mut self, _: &Model, _: &Slots, state: &mut State) -> Drift {
        let before = state.clone();
        let mut coordinates = Vec::new();
        for tree in &self.trees {
            read(tree, state, &mut coordinates);
            place(tree, &coordinates, &mut self.placed);
            write(tree, &self.placed, state);
        }
        Drift::between(&before, state)
    }

    fn begin(&mut self, now: Now<'_>, assembly: usize) {
        let (tree, own) = (&self.trees[assembly], &mut self.assemblies[assembly]);
        read(tree, now.state, &mut own.before);
        place(tree, &own.before, &mut own.placed);
        let first = now.slots.of_assembly(assembly).start;
        let inertia = |i: usize| *now.inertias.of(first + tree.links[i].slot);
        own.factors.take(tree, &own.placed, inertia);
    }

    fn hold(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]) {
        let (tree, own) = (&self.trees[assembly], &mut self.assemblies[assembly]);
        own.after.clone_from(&own.before);
        own.forced.clear();
        own.forced.extend_from_slice(velocities);
        if tree.is_single() {
            own.free.clear();
            own.free.extend_from_slice(velocities);
            return;
        }
        let first = now.slots.of_assembly(assembly).start;
        own.forces.clear();
        for link in &tree.links {
            let mut gained = velocities[link.slot];
            let slot = first + link.slot;
            gained += now.slots.velocity(now.state, slot).times(-1.0);
            let momentum = now.inertias.of(slot).momentum(&gained);
            own.forces.push(momentum.times(1.0 / now.h));
        }
        self.integration.find_rates(
            (now.model, tree),
            &own.before,
            (&own.placed, &mut own.factors),
            &own.forces,
            &mut own.rates,
        );
        // The new rates at the old places, where contacts are.
        push_rates(&mut own.after, &own.rates, now.h);
        place(tree, &own.after, &mut self.placed);
        for (link, placed) in tree.links.iter().zip(&self.placed) {
            velocities[link.slot] = placed.motion;
        }
        own.free.clear();
        own.free.extend_from_slice(velocities);
    }

    fn respond(&mut self, _: Now<'_>, assembly: usize, motions: &mut [Spatial]) {
        let tree = &self.trees[assembly];
        let factors = &mut self.assemblies[assembly].factors;
        self.forces.clear();
        self.forces.extend_from_slice(motions);
        factors.respond(
            tree,
            |i| self.forces[tree.links[i].slot],
            |_| Spatial::ZERO,
            |i, motion, _| motions[tree.links[i].slot] = motion,
        );
    }

    const HALVES: Halves = Halves::Answer;

    fn half_respond<'a>(
        &mut self,
        now: Now<'_>,
        assembly: usize,
        impulses: impl Iterator<Item = &'a [Block]>,
        into: &mut HalfAnswers,
    ) {
        let tree = &self.trees[assembly];
        let first = now.slots.of_assembly(assembly).start;
        let factors = &mut self.assemblies[assembly].factors;
        into.resize(factors.components());
        for (row, blocks) in impulses.enumerate() {
            let at_link = |block: &Block| (tree.at_slot(block.slot - first), block.of);
            factors.half_respond(tree, blocks.iter().map(at_link), |component, value| {
                into.add(component, row, value);
            });
        }
    }

    fn holds(&self, constraint: usize, row: usize) -> bool {
        match self.held[constraint] {
            Held::Nothing => false,
            Held::All => true,
            Held::AllBut(free) => !free.contains(&row),
        }
    }

    /// Runge-Kutta follows the parabola by itself; what has no joints is not moved by it.
    fn moves_with_new_velocity(&self, model: &Model, articulation: usize) -> bool {
        settings_of(model).rule == Rule::SemiImplicit || !model.jointed[articulation]
    }

    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    ) {
        let (tree, own) = (&self.trees[assembly], &mut self.assemblies[assembly]);
        if tree.is_single() {
            let slot = slots.of_assembly(assembly).start;
            move_freely(
                model,
                state,
                slots,
                slot,
                [end.moving[0], end.kept[0]],
                end.h,
            );
            return;
        }
        // Runge-Kutta leads what nothing pushes but springs of its joints; else what moves is what
        // rows allow.
        let is_led = settings_of(model).rule == Rule::RungeKutta4
            && (end.driven.is_some() || end.moving == own.free.as_slice());
        if is_led {
            own.after.clone_from(&own.before);
            let forces = Forces {
                constant: &own.forces,
                driven: end.driven,
            };
            self.integration.take_turns(state);
            let taken = self.integration.lead(
                (model, tree),
                &mut own.after,
                (forces, &own.rates),
                end.h,
                end.interrupt,
            );
            if let Some(taken) = taken {
                place(tree, &own.after, &mut self.placed);
                if tree.floats() {
                    // What Runge-Kutta leaves of fifth order goes on for ever in empty space.
                    let placed = tree.links.iter().zip(&own.placed);
                    let forced = placed.map(|(l, p)| weighed(model, l.body, p, own.forced[l.slot]));
                    let placed = tree.links.iter().zip(&self.placed);
                    let now = Balance::of(placed.map(|(l, p)| weighed(model, l.body, p, p.motion)));
                    let missing = Balance::of(forced).missing(&now);
                    for placed in &mut self.placed {
                        placed.motion += missing.carried(placed.position - now.centre);
                    }
                }
                let mut energy = own.energy_after(model, tree, &self.placed, end.h) - taken;
                if let Some(driven) = &end.driven {
                    let mut held = |placed: &[Placed]| {
                        self.integration.energy_of_springs(tree, placed, driven)
                    };
                    energy += held(&own.placed) - held(&self.placed);
                }
                let links = tree.links.iter().zip(&self.placed);
                let things = links.map(|(l, p)| weighed(model, l.body, p, p.motion));
                if let Some(slowing) = Slowing::to(things, tree.floats(), energy) {
                    for placed in &mut self.placed {
                        placed.motion = slowing.slowed(placed.position, placed.motion);
                    }
                }
                write(tree, &self.placed, state);
                return;
            }
            own.after.clone_from(&own.before);
        }
        for (i, link) in tree.links.iter().enumerate() {
            let relative = |velocities: &[Spatial]| {
                let mut relative = velocities[link.slot];
                if let Some(parent) = link.parent {
                    let carrier = velocities[tree.links[parent].slot];
                    relative.angular -= carrier.angular;
                }
                relative
            };
            let (moving, kept) = (relative(end.moving), relative(end.kept));
            let coordinate = &mut own.after[i];
            if link.joint == Joint::Free {
                coordinate.position += moving.linear * end.h;
                coordinate.orientation = turned(coordinate.orientation, moving.angular * end.h);
                coordinate.velocity = kept.linear;
                coordinate.spin = kept.angular;
            } else {
                let back = own.placed[i].orientation.conjugate();
                let turn: DVec3 = back * moving.angular * end.h;
                let orientation = coordinate.orientation * rotation_from_vector(turn);
                coordinate.orientation = within(link.joint, orientation.normalize());
                coordinate.spin = back * kept.angular;
                let speed = |velocities: &[Spatial]| {
                    let moving = |i: usize| Placed {
                        motion: velocities[tree.links[i].slot],
                        ..own.placed[i]
                    };
                    slid(link, &moving(i), &link.parent.map_or_else(world, moving)).1
                };
                coordinate.way += speed(end.moving) * end.h;
                coordinate.speed = speed(end.kept);
            }
        }
        place(tree, &own.after, &mut self.placed);
        if tree.floats() {
            // Joints change no momentum of the whole: it is what forces and pushes made of it.
            let of = |velocities: &[Spatial]| {
                let placed = tree.links.iter().zip(&own.placed);
                Balance::of(placed.map(|(link, placed)| {
                    let mut motion = own.forced[link.slot];
                    motion += velocities[link.slot];
                    motion += own.free[link.slot].times(-1.0);
                    weighed(model, link.body, placed, motion)
                }))
            };
            let mut centre = of(end.moving).centre_after(end.h);
            if end.flies && settings_of(model).rule == Rule::RungeKutta4 {
                // Not led back before, it is now: with its mean velocity.
                let placed = || tree.links.iter().zip(&own.placed);
                let before = placed().map(|(l, p)| weighed(model, l.body, p, p.motion));
                let forced = placed().map(|(l, p)| weighed(model, l.body, p, own.forced[l.slot]));
                let [before, forced] = [
                    Balance::of(before).centre_after(end.h),
                    Balance::of(forced).centre_after(end.h),
                ];
                centre += (before - forced) * 0.5;
            }
            let placed = tree.links.iter().zip(&self.placed);
            let now = Balance::of(
                placed.map(|(link, placed)| weighed(model, link.body, placed, placed.motion)),
            );
            let missing = of(end.kept).missing(&now);
            for placed in &mut self.placed {
                placed.motion += missing.carried(placed.position - now.centre);
                placed.position += centre - now.centre;
            }
        }
        if settings_of(model).rule == Rule::RungeKutta4 {
            let first = slots.of_assembly(assembly).start;
            let most = own.energy_left(tree, first, end);
            restrain(model, tree, &mut self.placed, most);
        }
        write(tree, &self.placed, state);
    }
}

impl Assembly {
    /// The kinetic energy that forces have left of that before, J; torques that turn something
    /// are those of drag.
    fn energy_after(&self, model: &Model, tree: &Tree, placed: &[Placed], h: f64) -> f64 {
        let mut energy = 0.0;
        for (i, (before, after)) in self.placed.iter().zip(placed).enumerate() {
            energy += weighed(model, tree.links[i].body, before, before.motion).energy();
            let turned = (before.motion.angular + after.motion.angular) * (0.5 * h);
            energy += self.forces[i].linear.dot(after.position - before.position);
            energy += self.forces[i].angular.dot(turned);
        }
        energy
    }

    /// The kinetic energy that forces, pushes and stops leave, J. Rates that are carried along
    /// to other places, where the same rates weigh otherwise, can have more: joints do no work.
    fn energy_left(&self, tree: &Tree, first: usize, end: &End<'_>) -> f64 {
        let mut left = 0.0;
        for (i, link) in tree.links.iter().enumerate() {
            let inertia = end.inertias.of(first + link.slot);
            let energy = |motion: &Spatial| 0.5 * inertia.momentum(motion).dot(motion);
            let (before, free) = (&self.placed[i].motion, &self.free[link.slot]);
            let mut mean = before.times(0.5);
            mean += free.times(0.5);
            left += energy(before) + self.forces[i].dot(&mean) * end.h;
            left += energy(&end.kept[link.slot]) - energy(free);
        }
        left
    }
}

/// Slows links that have more kinetic energy than they may, J.
fn restrain(model: &Model, tree: &Tree, placed: &mut [Placed], most: f64) {
    let links = tree.links.iter().zip(placed.iter());
    let things = links.map(|(link, placed)| weighed(model, link.body, placed, placed.motion));
    let Some(slowing) = Slowing::below(things, tree.floats(), most) else {
        return;
    };
    for placed in placed {
        placed.motion = slowing.slowed(placed.position, placed.motion);
    }
}

impl Tree {
    /// Whether nothing holds it, and all of it hangs together.
    fn floats(&self) -> bool {
        let hangs = |link: &tree::Link| link.parent.is_some();
        let mut links = self.links.iter();
        links.next().is_some_and(|l| l.joint == Joint::Free) && links.all(hangs)
    }

    /// Whether it is a body that nothing holds.
    fn is_single(&self) -> bool {
        self.links.len() == 1 && self.links.iter().all(|link| link.joint == Joint::Free)
    }
}

fn weighed(model: &Model, body: usize, placed: &Placed, motion: Spatial) -> Weighed {
    let inertia = coordinates::inertia_at(model, body, placed.orientation);
    Weighed {
        mass: inertia.mass,
        inertia: inertia.inertia,
        position: placed.position,
        motion,
    }
}

fn settings_of(model: &Model) -> ReducedSettings {
    match &model.settings.method {
        MethodSettings::Reduced(settings) => *settings,
        _ => ReducedSettings::default(),
    }
}

/// Accelerations of all bodies under gravity and their joints alone, in the order of the
/// model: linear, m/s², and angular, rad/s². Joints that close a loop are left out.
pub fn accelerations(model: &Model, state: &State) -> Vec<Spatial> {
    let slots = Slots::of(model);
    let mut inertias = Inertias::default();
    inertias.resize(slots.len());
    inertias.take(model, state, &slots, 0..slots.len());
    let mut accelerations = vec![Spatial::ZERO; model.bodies.len()];
    let (mut integration, mut coordinates) = (Integration::default(), Vec::new());
    for assembly in 0..slots.assemblies() {
        let of = slots.of_assembly(assembly);
        let tree = Tree::of(model, &slots, of, slots.constraints(assembly));
        read(&tree, state, &mut coordinates);
        let gravity = |body: usize| Spatial {
            linear: model.settings.common.gravity * model.bodies[body].mass,
            angular: DVec3::ZERO,
        };
        let forces: Vec<Spatial> = tree.links.iter().map(|link| gravity(link.body)).collect();
        integration.accelerations((model, &tree), &coordinates, &forces, |i, acceleration| {
            accelerations[tree.links[i].body] = acceleration;
        });
    }
    accelerations
}
