//! Joints as stiff springs with dampers, in all their rows and at violated stops.
//!
//! `F = Jᵀ(−k C − c J v)`, integrated explicitly, or by the linearised backward Euler rule
//! `(M + (h c + h² k) Jᵀ J) Δv = h (F − Jᵀ(k C + (c + h k) J v))`, which is the system of
//! the multipliers with joints that give way by `1 / (h c + h² k)`. Symplectic Euler is
//! stable below `h² k + 2 h c < 4 / λ` only, with `λ` the largest eigenvalue of `J M⁻¹ Jᵀ`
//! ([`stiffest`]). Sources: Delannoy, section 3.3; Gästrin, section 5.1; Baraff and Witkin,
//! "Large steps in cloth simulation" (1998).

mod info;
mod settings;

use super::{Drift, StableBelow};
use crate::physics::dynamics::contact_space::HalfAnswers;
use crate::physics::dynamics::direct::{DirectRows, Storage};
use crate::physics::dynamics::gradient::{Block, ScalarRow};
use crate::physics::dynamics::inertia::Inertias;
use crate::physics::dynamics::slots::{Mover, Slots, Spatial};
use crate::physics::dynamics::{move_freely, End, JointSolver, Now};
use crate::physics::math::turned;
use crate::physics::model::Model;
use crate::physics::settings::MethodSettings;
use crate::physics::state::State;
pub(super) use info::INFO;
pub use settings::{Integrator, SpringSettings, StepControl};

/// Most pieces of a substep that joints stretch in.
const MOST_PIECES: u32 = 64;

/// Lever at which springs of angles are as stiff as those of points, m.
pub const LEVER_M: f64 = 0.1;

/// Holds joints by springs.
#[derive(Debug, Clone, Default)]
pub struct Springs {
    /// Of each assembly.
    rows: Vec<DirectRows>,
    /// From the velocities that joints leave to those that things move with, in slots.
    detour: Vec<Spatial>,
    /// What moves in an assembly in the middle of a substep.
    middle: State,
    /// The same after a substep that is tried.
    tried: State,
}

impl JointSolver for Springs {
    /// Explicit rules are to show where they blow up.
    fn parts_overlaps(&self, model: &Model) -> bool {
        settings_of(model).integrator == Integrator::BackwardEuler
    }

    fn prepare(&mut self, model: &Model, slots: &Slots) {
        let rows = |i: usize| DirectRows::new(model, slots.constraints(i), Storage::Sparse);
        self.rows = (0..slots.assemblies()).map(rows).collect();
        self.detour = vec![Spatial::ZERO; slots.len()];
    }

    /// Any poses will do.
    fn enter(&mut self, _: &Model, _: &Slots, _: &mut State) -> Drift {
        Drift::default()
    }

    fn most_pieces(&self, model: &Model) -> u32 {
        match settings_of(model).step_control {
            StepControl::Fixed => 1,
            StepControl::Adaptive => MOST_PIECES,
        }
    }

    /// Joints must not stretch too much in it (Delannoy, section 3.3.3).
    fn fits(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]) -> bool {
        let settings = settings_of(now.model);
        self.begin(now, assembly);
        let error = |row: &ScalarRow| scale(row).sqrt() * row.error;
        let before: Vec<f64> = self.rows[assembly].rows().iter().map(error).collect();
        self.hold(now, assembly, velocities);
        let of = now.slots.of_assembly(assembly);
        if settings.integrator != Integrator::BackwardEuler {
            for (velocity, detour) in velocities.iter_mut().zip(&self.detour[of.clone()]) {
                *velocity += *detour;
            }
        }
        lead(now, of, velocities, now.h, &mut self.tried);
        let rows = &mut self.rows[assembly];
        rows.list(now.model, &self.tried, now.slots);
        let after = rows.rows().iter().map(error);
        // A comparison that is false where the substep has left the numbers behind.
        let is_little = |(a, b): (f64, &f64)| (a - b).abs() <= settings.most_stretch;
        after.zip(&before).all(is_little)
    }

    fn begin(&mut self, now: Now<'_>, assembly: usize) {
        let settings = settings_of(now.model);
        let rows = &mut self.rows[assembly];
        match settings.integrator {
            Integrator::BackwardEuler => rows.take(now, |row| settings.give(row, now.h)),
            _ => rows.list(now.model, now.state, now.slots),
        }
    }

    fn hold(&mut self, now: Now<'_>, assembly: usize, velocities: &mut [Spatial]) {
        let settings = settings_of(now.model);
        let of = now.slots.of_assembly(assembly);
        let first = of.start;
        let rows = &mut self.rows[assembly];
        if settings.integrator == Integrator::BackwardEuler {
            let pulled_back = |_: usize, row: &ScalarRow| {
                let stiffness = settings.stiffness * scale(row);
                -now.h * stiffness * settings.give(row, now.h) * row.error
            };
            rows.solve(velocities, first, pulled_back);
            return;
        }
        let before: Vec<Spatial> = of
            .clone()
            .map(|i| now.slots.velocity(now.state, i))
            .collect();
        let free = velocities.to_vec();
        let detour = &mut self.detour[of.clone()];
        if settings.integrator != Integrator::RungeKutta2 {
            pull(
                rows,
                now.inertias,
                velocities,
                first,
                &before,
                (&settings, now.h),
            );
            if settings.integrator == Integrator::ForwardEuler {
                // As if the springs had not pulled yet.
                let velocities = velocities.iter().zip(&free);
                for (detour, (after, free)) in detour.iter_mut().zip(velocities) {
                    *detour = *free;
                    *detour += after.times(-1.0);
                }
            } else {
                detour.fill(Spatial::ZERO);
            }
            return;
        }
        let half = 0.5 * now.h;
        // Half of what the other forces do in the substep.
        let halves = before.iter().zip(&free).map(|(before, free)| {
            let mut middle = before.times(0.5);
            middle += free.times(0.5);
            middle
        });
        let without: Vec<Spatial> = halves.collect();
        let mut middle = without.clone();
        pull(
            rows,
            now.inertias,
            &mut middle,
            first,
            &before,
            (&settings, half),
        );
        lead(now, of, &before, half, &mut self.middle);
        rows.list(now.model, &self.middle, now.slots);
        pull(
            rows,
            now.inertias,
            velocities,
            first,
            &middle,
            (&settings, now.h),
        );
        // The springs have pulled half as long there.
        for (i, detour) in detour.iter_mut().enumerate() {
            *detour = middle[i];
            *detour += without[i].times(-1.0);
            *detour += free[i];
            *detour += velocities[i].times(-1.0);
        }
    }

    fn respond(&mut self, now: Now<'_>, assembly: usize, motions: &mut [Spatial]) {
        let of = now.slots.of_assembly(assembly);
        let first = of.start;
        for (slot, motion) in of.zip(motions.iter_mut()) {
            *motion = now.inertias.of(slot).response(motion);
        }
        if settings_of(now.model).integrator == Integrator::BackwardEuler {
            self.rows[assembly].solve(motions, first, |_, _| 0.0);
        }
    }

    fn half_respond<'a>(
        &mut self,
        now: Now<'_>,
        assembly: usize,
        impulses: impl Iterator<Item = &'a [Block]>,
        into: &mut HalfAnswers,
    ) {
        if settings_of(now.model).integrator == Integrator::BackwardEuler {
            self.rows[assembly].half_respond(impulses, into);
        }
    }

    fn holds(&self, _: usize, _: usize) -> bool {
        true
    }

    /// Stops are springs too, that only push.
    fn stop(&self, now: Now<'_>, row: &ScalarRow) -> Option<(f64, f64)> {
        let settings = settings_of(now.model);
        let give = settings.give(row, now.h);
        let stiffness = settings.stiffness * scale(row);
        Some((give, -now.h * stiffness * give * row.error))
    }

    fn advance(
        &mut self,
        model: &Model,
        state: &mut State,
        slots: &Slots,
        assembly: usize,
        end: &End<'_>,
    ) {
        let implicit = settings_of(model).integrator == Integrator::BackwardEuler;
        let velocities = end.moving.iter().zip(end.kept);
        for (slot, (&moving, &kept)) in slots.of_assembly(assembly).zip(velocities) {
            let mut moving = moving;
            if !implicit {
                moving += self.detour[slot];
            }
            move_freely(model, state, slots, slot, [moving, kept], end.h);
        }
    }
}

impl SpringSettings {
    /// How far a joint gives way per impulse within a substep of `h` seconds.
    fn give(&self, row: &ScalarRow, h: f64) -> f64 {
        1.0 / (scale(row) * (h * self.damping + h * h * self.stiffness))
    }
}

/// Stiffness of a row over that of points: 1, or m² of an angle.
fn scale(row: &ScalarRow) -> f64 {
    match row.is_angle {
        true => LEVER_M * LEVER_M,
        false => 1.0,
    }
}

/// Lets springs pull for `h` seconds, with the rates of `at`.
fn pull(
    rows: &DirectRows,
    inertias: &Inertias,
    velocities: &mut [Spatial],
    first: usize,
    at: &[Spatial],
    (settings, h): (&SpringSettings, f64),
) {
    rows.push(inertias, velocities, first, |i, row| {
        let rate = rows.rate(i, at, first);
        -h * scale(row) * (settings.stiffness * row.error + settings.damping * rate)
    });
}

/// Where the things of some slots are after `h` seconds with these velocities.
fn lead(now: Now<'_>, of: std::ops::Range<usize>, velocities: &[Spatial], h: f64, to: &mut State) {
    let state = now.state;
    to.particles
        .resize(state.particles.len(), Default::default());
    to.bodies.resize(state.bodies.len(), Default::default());
    for (slot, velocity) in of.zip(velocities) {
        match now.slots.mover(slot) {
            Mover::Particle(i) => {
                to.particles[i] = state.particles[i];
                to.particles[i].position += velocity.linear * h;
            }
            Mover::Body(i) => {
                to.bodies[i] = state.bodies[i];
                to.bodies[i].position += velocity.linear * h;
                let orientation = &mut to.bodies[i].orientation;
                *orientation = turned(*orientation, velocity.angular * h);
            }
        }
    }
}

fn settings_of(model: &Model) -> SpringSettings {
    match &model.settings.method {
        MethodSettings::Springs(settings) => *settings,
        _ => SpringSettings::default(),
    }
}

/// Largest eigenvalue of `J M⁻¹ Jᵀ` of all that is jointed, 1/kg, at these poses, as if
/// nothing slept.
pub fn stiffest(model: &Model, state: &State) -> f64 {
    let state = &mut state.clone();
    for rest in &mut state.rest {
        rest.asleep = false;
    }
    let slots = Slots::of(model);
    let mut inertias = Inertias::default();
    inertias.resize(slots.len());
    inertias.take(model, state, &slots, 0..slots.len());
    let of_assembly = |assembly: usize| {
        let mut rows = DirectRows::new(model, slots.constraints(assembly), Storage::Sparse);
        rows.list(model, state, &slots);
        rows.largest_eigenvalue(&inertias, slots.of_assembly(assembly), scale)
    };
    (0..slots.assemblies()).map(of_assembly).fold(0.0, f64::max)
}

/// Stiffness, N/m, from which symplectic Euler is unstable at these poses, in substeps of
/// `h` seconds and with this damping, N·s/m; 0 where the damping alone is too much.
pub fn stiffness_limit(model: &Model, state: &State, h: f64, damping: f64) -> f64 {
    let eigenvalue = stiffest(model, state);
    ((4.0 / eigenvalue - 2.0 * h * damping) / (h * h)).max(0.0)
}

/// What the stiffness has to stay below, at these poses; nothing for backward Euler, for
/// substeps that are cut where need be, and in scenes so large that it would take long to
/// find.
fn stable_below(model: &Model, state: &State) -> Option<StableBelow> {
    /// Most constraints: some hundredths of a second.
    const MOST: usize = 2000;
    let settings = settings_of(model);
    let is_safe = settings.integrator == Integrator::BackwardEuler
        || settings.step_control == StepControl::Adaptive;
    if is_safe || model.constraints.len() > MOST {
        return None;
    }
    let common = &model.settings.common;
    let h = common.step_s / f64::from(common.substeps);
    Some(StableBelow {
        key: "stiffness_n_m",
        now: settings.stiffness,
        limit: stiffness_limit(model, state, h, settings.damping),
    })
}
