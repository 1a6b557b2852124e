//! Bodies of ragdolls side by side, and how they move (Baltman & Radeztsky, section 4).

use super::figure::Body;
use super::rotation::{corrected, moved, vector_from_rotation};
use crate::physics::lanes::lane::{Cell, Lane, MOST_LANES, ROW};
use crate::physics::lanes::mover::{led_back, Mover};
use crate::physics::lanes::scenery::Scenery;
use crate::physics::lanes::vector::{Quaternion, Symmetric, Vector};
use crate::physics::rotation::MIDPOINT_PASSES;
use crate::physics::BodyState;
use glam::{DQuat, DVec3};

/// Motion of the same body of several ragdolls.
#[derive(Clone, Copy)]
pub struct Motion<L> {
    /// Position of the centre of mass, from the origin of the ragdoll, m.
    pub position: Vector<L>,
    /// Orientation, body to world.
    pub orientation: Quaternion<L>,
    /// Velocity, m/s.
    pub velocity: Vector<L>,
    /// Angular velocity in the world, rad/s.
    pub spin: Vector<L>,
}

/// Where bodies were before and after they were integrated.
#[derive(Clone, Copy)]
pub struct Integrated<L> {
    position: Vector<L>,
    velocity_before: Vector<L>,
    orientation_before: Quaternion<L>,
    orientation: Quaternion<L>,
}

impl<L: Lane> Mover<L> for Motion<L> {
    type Constants = Body;
    type State = BodyState;
    type Integrated = Integrated<L>;

    const TURNS: bool = true;

    #[inline(always)]
    fn row_of<C: Cell>(body: &BodyState, origin: DVec3) -> [C; ROW] {
        let (p, q) = (body.position - origin, body.orientation);
        let (v, s) = (body.velocity, body.angular_velocity);
        [
            p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, s.x, s.y, s.z, 0.0, 0.0, 0.0,
        ]
        .map(C::of)
    }

    #[inline(always)]
    fn state_of<C: Cell>(row: &[C; ROW], origin: DVec3) -> BodyState {
        let [x, y, z, i, j, k, w, u, v, s, p, q, r, ..] = row.map(C::value);
        BodyState {
            position: origin + DVec3::new(x, y, z),
            orientation: DQuat::from_xyzw(i, j, k, w),
            velocity: DVec3::new(u, v, s),
            angular_velocity: DVec3::new(p, q, r),
        }
    }

    #[inline(always)]
    fn from_rows(token: L::Token, rows: &[[L::Cell; ROW]; MOST_LANES]) -> Motion<L> {
        let [x, y, z, i, j, k, w, u, v, s, p, q, r, ..] = L::from_rows(token, rows);
        Motion {
            position: Vector::new(x, y, z),
            orientation: Quaternion {
                vector: Vector::new(i, j, k),
                w,
            },
            velocity: Vector::new(u, v, s),
            spin: Vector::new(p, q, r),
        }
    }

    #[inline(always)]
    fn put_into_rows(&self, rows: &mut [[L::Cell; ROW]; MOST_LANES]) {
        let (p, q) = (self.position, self.orientation);
        let (v, s) = (self.velocity, self.spin);
        let zero = q.w.like(0.0);
        let columns = [
            p.x, p.y, p.z, q.vector.x, q.vector.y, q.vector.z, q.w, v.x, v.y, v.z, s.x, s.y, s.z,
            zero, zero, zero,
        ];
        L::into_rows(columns, rows);
    }

    #[inline(always)]
    fn put_integrated_into_rows(
        integrated: &Integrated<L>,
        rows: &mut [[L::Cell; ROW]; MOST_LANES],
    ) {
        let Integrated {
            position: p,
            orientation_before: b,
            orientation: q,
            // Used before it is put away.
            velocity_before: _,
        } = *integrated;
        let zero = q.w.like(0.0);
        let columns = [
            p.x, p.y, p.z, b.vector.x, b.vector.y, b.vector.z, b.w, q.vector.x, q.vector.y,
            q.vector.z, q.w, zero, zero, zero, zero, zero,
        ];
        L::into_rows(columns, rows);
    }

    #[inline(always)]
    fn integrated_from_rows(token: L::Token, rows: &[[L::Cell; ROW]; MOST_LANES]) -> Integrated<L> {
        let [x, y, z, i, j, k, w, l, m, n, v, ..] = L::from_rows(token, rows);
        Integrated {
            position: Vector::new(x, y, z),
            velocity_before: Vector::new(x, y, z) * x.like(0.0),
            orientation_before: Quaternion {
                vector: Vector::new(i, j, k),
                w,
            },
            orientation: Quaternion {
                vector: Vector::new(l, m, n),
                w: v,
            },
        }
    }

    #[inline(always)]
    fn integrated(&self) -> Integrated<L> {
        Integrated {
            position: self.position,
            velocity_before: self.velocity,
            orientation_before: self.orientation,
            orientation: self.orientation,
        }
    }

    #[inline(always)]
    fn sum(&self) -> L {
        let (p, q) = (self.position, self.orientation);
        let (v, w) = (self.velocity, self.spin);
        let vectors = p + q.vector + v + w;
        vectors.x + vectors.y + vectors.z + q.w
    }

    #[inline(always)]
    fn integrate(&mut self, body: &Body, scenery: &Scenery) -> Integrated<L> {
        let before = self.integrated();
        self.velocity = scenery.free_flight(self.velocity, body.kept, body.fall_s);
        self.spin = self.spin * self.spin.x.like(body.kept_spin);
        self.position += self.velocity * self.velocity.x.like(scenery.h);
        self.tumble(body, scenery);
        Integrated {
            position: self.position,
            orientation: self.orientation,
            ..before
        }
    }

    #[inline(always)]
    fn lead_back_where(
        &mut self,
        flies: L::Mask,
        integrated: &mut Integrated<L>,
        scenery: &Scenery,
    ) {
        let velocities = [integrated.velocity_before, self.velocity];
        self.position = led_back(self.position, velocities, flies, scenery);
        integrated.position = self.position;
    }

    #[inline(always)]
    fn derive_velocities(&mut self, body: &Body, integrated: &Integrated<L>, scenery: &Scenery) {
        let rate = self.spin.x.like(1.0 / scenery.h);
        self.velocity += (self.position - integrated.position) * rate;
        let kept = self.orientation.same(integrated.orientation);
        if !L::any(!kept) {
            return;
        }
        let way = self.orientation * integrated.orientation_before.conjugate();
        let mean = vector_from_rotation(way) * rate;
        let spin = if body.round {
            mean
        } else {
            self.spin_with_mean(body, mean, scenery)
        };
        self.spin = Vector::select(kept, self.spin, spin);
    }

    #[inline(always)]
    fn inverse_mass(body: &Body) -> f64 {
        body.inverse_mass
    }

    #[inline(always)]
    fn position(&self) -> Vector<L> {
        self.position
    }

    #[inline(always)]
    fn lever(&self, arm: Vector<L>) -> Vector<L> {
        self.orientation.rotate(arm)
    }

    #[inline(always)]
    fn arm(&self, lever: Vector<L>) -> Vector<L> {
        self.orientation.rotate_back(lever)
    }

    #[inline(always)]
    fn velocity_at(&self, lever: Option<Vector<L>>) -> Vector<L> {
        match lever {
            Some(lever) => self.velocity + self.spin.cross(lever),
            None => self.velocity,
        }
    }

    #[inline(always)]
    fn turning(&self, body: &Body, lever: Option<Vector<L>>, direction: Vector<L>) -> L {
        match lever {
            Some(lever) => {
                let turn = lever.cross(direction);
                turn.dot(self.inverse_inertia_times(body, turn))
            }
            None => direction.x.like(0.0),
        }
    }

    #[inline(always)]
    fn push_velocity(&mut self, body: &Body, lever: Option<Vector<L>>, push: Vector<L>) {
        self.velocity += push * push.x.like(body.inverse_mass);
        if let Some(lever) = lever {
            self.spin += self.inverse_inertia_times(body, lever.cross(push));
        }
    }

    #[inline(always)]
    fn slow_spin(&mut self, body: &Body, impulse: L) {
        let zero = impulse.like(0.0);
        let squared = self.spin.length_squared();
        let spins = zero.lt(squared) & zero.lt(impulse);
        if !L::any(spins) {
            return;
        }
        let squared = L::select(spins, squared, squared.like(1.0));
        let speed = squared.sqrt();
        let axis = self.spin * (speed.like(1.0) / speed);
        let slowed = self.inverse_inertia_times(body, axis);
        let slowed = slowed.length_squared().sqrt();
        let left = (zero.like(1.0) - impulse * slowed / speed).max(zero);
        self.spin = Vector::select(spins, self.spin * left, self.spin);
    }

    #[inline(always)]
    fn velocities(&self) -> [Vector<L>; 2] {
        [self.velocity, self.spin]
    }

    #[inline(always)]
    fn begin_pushes(&mut self) -> Vector<L> {
        let still = self.spin * self.spin.x.like(0.0);
        std::mem::replace(&mut self.spin, still)
    }

    #[inline(always)]
    fn end_pushes(&mut self, spin: Vector<L>) {
        let turns = spin.x.like(0.0).lt(self.spin.length_squared());
        if L::any(turns) {
            let turned = corrected(self.orientation, self.spin);
            self.orientation = Quaternion::select(turns, turned, self.orientation);
        }
        self.spin = spin;
    }

    #[inline(always)]
    fn place_at(&self, lever: Option<Vector<L>>) -> Vector<L> {
        match lever {
            Some(lever) => self.position + (lever + self.spin.cross(lever)),
            None => self.position,
        }
    }

    #[inline(always)]
    fn push_place(&mut self, body: &Body, lever: Option<Vector<L>>, push: Vector<L>) {
        self.position += push * push.x.like(body.inverse_mass);
        if let Some(lever) = lever {
            self.spin += self.inverse_inertia_times(body, lever.cross(push));
        }
    }

    #[inline(always)]
    fn take_velocities_where(&mut self, mask: L::Mask, [velocity, spin]: [Vector<L>; 2]) {
        self.velocity = Vector::select(mask, velocity, self.velocity);
        self.spin = Vector::select(mask, spin, self.spin);
    }

    #[inline(always)]
    fn twice_kinetic_energy(&self, body: &Body) -> L {
        let mass = self.velocity.x.like(1.0 / body.inverse_mass);
        self.velocity.length_squared() * mass + self.spin.dot(self.momentum(body, self.spin))
    }
}

impl<L: Lane> Motion<L> {
    /// What an angular push does to the rotation vector or to the angular velocity.
    #[inline(always)]
    pub fn inverse_inertia_times(&self, body: &Body, push: Vector<L>) -> Vector<L> {
        if body.round {
            return push * push.x.like(body.inverse_inertia[0]);
        }
        let principal = self.principal(body);
        principal.rotate(principal.rotate_back(push).scaled(body.inverse_inertia))
    }

    /// Inverse inertia in the world, 1/(kg·m²).
    #[inline(always)]
    pub fn inverse_inertia(&self, body: &Body) -> Symmetric<L> {
        let one = self.position.x.like(1.0);
        if body.round {
            return Symmetric::diagonal(one * body.inverse_inertia[0]);
        }
        let principal = self.principal(body);
        let x = principal.rotate(self.position.like([1.0, 0.0, 0.0]));
        let y = principal.rotate(self.position.like([0.0, 1.0, 0.0]));
        let z = principal.rotate(self.position.like([0.0, 0.0, 1.0]));
        let [i, j, k] = body.inverse_inertia;
        Symmetric::outer(x, one * i) + Symmetric::outer(y, one * j) + Symmetric::outer(z, one * k)
    }

    /// Turns by an angular push on the orientation, kg·m².
    #[inline(always)]
    pub fn turn(&mut self, body: &Body, push: Vector<L>) {
        let turn = self.inverse_inertia_times(body, push);
        self.orientation = corrected(self.orientation, turn);
    }

    /// Turns with the angular velocity; the angular momentum stays.
    #[inline(always)]
    fn tumble(&mut self, body: &Body, scenery: &Scenery) {
        let h = self.spin.x.like(scenery.h);
        if body.round {
            self.orientation = moved(self.orientation, self.spin * h);
            return;
        }
        let start = self.orientation;
        let momentum = self.momentum(body, self.spin);
        let mut half_way = self.spin;
        let mut open = h.le(h);
        for _ in 0..MIDPOINT_PASSES {
            self.orientation = moved(start, half_way * (h * 0.5));
            let better = self.inverse_inertia_times(body, momentum);
            let missed = (better - half_way) * h;
            half_way = Vector::select(open, better, half_way);
            open = open
                & h.like(L::Cell::MISSED_RAD * L::Cell::MISSED_RAD)
                    .lt(missed.length_squared());
            if !L::any(open) {
                break;
            }
        }
        self.orientation = moved(start, half_way * h);
        self.spin = self.inverse_inertia_times(body, momentum);
    }

    /// Angular velocity at the end of a substep: the mean one holds in the middle.
    #[inline(always)]
    fn spin_with_mean(&self, body: &Body, mean: Vector<L>, scenery: &Scenery) -> Vector<L> {
        let mut middle = *self;
        let back = mean.x.like(-0.5 * scenery.h);
        middle.orientation = moved(self.orientation, mean * back);
        self.inverse_inertia_times(body, middle.momentum(body, mean))
    }

    /// Angular momentum at an angular velocity, kg·m²/s.
    #[inline(always)]
    pub fn momentum(&self, body: &Body, spin: Vector<L>) -> Vector<L> {
        if body.round {
            return spin * spin.x.like(body.inertia[0]);
        }
        let principal = self.principal(body);
        principal.rotate(principal.rotate_back(spin).scaled(body.inertia))
    }

    #[inline(always)]
    fn principal(&self, body: &Body) -> Quaternion<L> {
        match body.axes {
            None => self.orientation,
            Some(axes) => self.orientation * self.orientation.like(axes),
        }
    }
}

/// Damps the relative turning of two joined bodies.
#[inline(always)]
pub fn damp<L: Lane>(motions: &mut [Motion<L>], bodies: &[Body], [p, q]: [usize; 2], share: f64) {
    let relative = motions[q].spin - motions[p].spin;
    let impulse = if bodies[p].round && bodies[q].round {
        let mobility = bodies[p].inverse_inertia[0] + bodies[q].inverse_inertia[0];
        relative * relative.x.like(-share / mobility)
    } else {
        let mobility =
            motions[p].inverse_inertia(&bodies[p]) + motions[q].inverse_inertia(&bodies[q]);
        mobility.solve(relative) * relative.x.like(-share)
    };
    let (of_p, of_q) = (
        motions[p].inverse_inertia_times(&bodies[p], impulse),
        motions[q].inverse_inertia_times(&bodies[q], impulse),
    );
    motions[p].spin -= of_p;
    motions[q].spin += of_q;
}
