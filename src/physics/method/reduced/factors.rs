//! Featherstone's algorithm on a tree.
//!
//! Everything is expressed along the axes of the world, motions and forces at the centre of
//! mass of their body. With `r` from a joint to the centre of its child, `d` from the centre
//! of the parent to that of the child and `A` the axes of the joint, the child moves with
//! `(ω_p + A u, v_p + ω_p × d + A u × r + W u)`, where `W` is the axis of what slides. Articulated inertias go from the leaves to the
//! roots, accelerations back (Featherstone, "Rigid Body Dynamics Algorithms", 2008,
//! section 7.3).

use super::tree::{Joint, Link, Placed, Tree};
use crate::physics::dynamics::inertia::Inertia;
use crate::physics::dynamics::slots::Spatial;
use glam::{DMat3, DQuat, DVec3};

/// Share of itself below which what is left of a moment of inertia counts as nothing.
const NOTHING: f64 = 1e-12;

/// Inertia of a body and all that hangs from it, at its centre of mass: angular momentum
/// `aa ω + al v`, momentum `alᵀ ω + ll v`.
#[derive(Debug, Clone, Copy, Default)]
struct Articulated {
    aa: DMat3,
    al: DMat3,
    ll: DMat3,
}

impl Articulated {
    fn times(&self, motion: &Spatial) -> Spatial {
        Spatial {
            angular: self.aa * motion.angular + self.al * motion.linear,
            linear: self.al.transpose() * motion.angular + self.ll * motion.linear,
        }
    }

    /// The same at a point from which `d` leads here.
    fn shifted(&self, d: DVec3) -> Articulated {
        let skew = skew(d);
        let al = self.al + skew * self.ll;
        Articulated {
            aa: self.aa - self.al * skew + skew * self.al.transpose() - skew * self.ll * skew,
            al,
            ll: self.ll,
        }
    }
}

/// The inverse of an articulated inertia in two halves, `I⁻¹ = Hᵀ H`.
#[derive(Debug, Clone, Copy, Default)]
struct Inverse {
    /// `al ll⁻¹`.
    carried: DMat3,
    /// Half of `ll⁻¹`.
    linear: DMat3,
    /// Half of `(aa − al ll⁻¹ alᵀ)⁻¹`.
    angular: DMat3,
}

impl Inverse {
    fn of(inertia: &Articulated) -> Inverse {
        let linear = inverse_root(inertia.ll);
        let carried = inertia.al * (linear.transpose() * linear);
        Inverse {
            carried,
            linear,
            angular: inverse_root(inertia.aa - carried * inertia.al.transpose()),
        }
    }

    /// `H p` of an impulse.
    fn half(&self, impulse: &Spatial) -> Spatial {
        Spatial {
            angular: self.angular * (impulse.angular - self.carried * impulse.linear),
            linear: self.linear * impulse.linear,
        }
    }

    /// `Hᵀ y`: the motion that an impulse gives, of its half.
    fn whole(&self, half: &Spatial) -> Spatial {
        let angular = self.angular.transpose() * half.angular;
        Spatial {
            angular,
            linear: self.linear.transpose() * half.linear - self.carried.transpose() * angular,
        }
    }
}

/// `R` with `Rᵀ R` the inverse of a symmetric matrix: that of its Cholesky factor. What has no
/// inertia about an axis does not turn about it.
fn inverse_root(matrix: DMat3) -> DMat3 {
    let inverse = |left: f64, whole: f64| match left > NOTHING * whole {
        true => 1.0 / left.sqrt(),
        false => 0.0,
    };
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let a = inverse(x.x, x.x);
    let (b, c) = (x.y * a, x.z * a);
    let d = inverse(y.y - b * b, y.y);
    let e = (y.z - b * c) * d;
    let f = inverse(z.z - c * c - e * e, z.z);
    DMat3::from_cols(
        DVec3::new(a, -b * a * d, (b * d * e - c) * a * f),
        DVec3::new(0.0, d, -e * d * f),
        DVec3::new(0.0, 0.0, f),
    )
}

fn symmetric(matrix: DMat3) -> DMat3 {
    (matrix + matrix.transpose()) * 0.5
}

fn skew(v: DVec3) -> DMat3 {
    DMat3::from_cols(
        DVec3::new(0.0, v.z, -v.y),
        DVec3::new(-v.z, 0.0, v.x),
        DVec3::new(v.y, -v.x, 0.0),
    )
}

/// A link as a factorisation sees it.
#[derive(Debug, Clone, Copy, Default)]
struct Factor {
    own: Articulated,
    /// What the parent feels of it.
    felt: Articulated,
    /// Axes about which the joint turns, and those along which it slides, in columns.
    axes: DMat3,
    ways: DMat3,
    /// From the joint to the centre of mass, m.
    r: DVec3,
    /// From the centre of mass of the parent, m.
    d: DVec3,
    /// `I S`, the angular and the linear part of its columns.
    angular: DMat3,
    linear: DMat3,
    /// `(Sᵀ I S)⁻¹`.
    inverse: DMat3,
    /// `R` with `Rᵀ R` the same.
    half: DMat3,
    /// Of a free link, of its articulated inertia.
    free: Inverse,
    /// Its first component of half answers; three, six of a free link.
    component: usize,
}

impl Factor {
    /// Impulse about the joint of an impulse at the centre.
    fn about_joint(&self, impulse: &Spatial) -> DVec3 {
        self.axes.transpose() * (impulse.angular + self.r.cross(impulse.linear))
            + self.ways.transpose() * impulse.linear
    }

    /// An impulse at the centre as one at the centre of the parent.
    fn at_parent(&self, impulse: &Spatial) -> Spatial {
        Spatial {
            angular: impulse.angular + self.d.cross(impulse.linear),
            linear: impulse.linear,
        }
    }

    /// `U x` of the columns.
    fn columns(&self, x: DVec3) -> Spatial {
        Spatial {
            angular: self.angular * x,
            linear: self.linear * x,
        }
    }

    /// `Uᵀ` of a motion.
    fn against(&self, motion: &Spatial) -> DVec3 {
        self.angular.transpose() * motion.angular + self.linear.transpose() * motion.linear
    }

    /// What the joint does at these rates.
    fn moving(&self, rates: DVec3) -> Spatial {
        let angular = self.axes * rates;
        Spatial {
            angular,
            linear: angular.cross(self.r) + self.ways * rates,
        }
    }
}

/// How a joint moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct JointRates {
    /// What it turns, along the axes of the world.
    pub angular: DVec3,
    /// What it slides.
    pub linear: f64,
}

/// Articulated inertias of a tree at some poses.
#[derive(Debug, Clone, Default)]
pub(super) struct Factors {
    factors: Vec<Factor>,
    components: usize,
    /// Impulses that reach each link, then what remains of them at its joint.
    impulses: Vec<Spatial>,
    at_joint: Vec<DVec3>,
    motions: Vec<Spatial>,
}

impl Factors {
    /// Takes in poses; `inertia` gives the inertia of a link there, in the world.
    pub fn take(&mut self, tree: &Tree, at: &[Placed], inertia: impl Fn(usize) -> Inertia) {
        self.factors.clear();
        self.components = 0;
        for (i, link) in tree.links.iter().enumerate() {
            let own = inertia(i);
            let parent = link.parent.map_or(DVec3::ZERO, |p| at[p].position);
            let (axes, ways) = axes_of(i, link, at);
            self.factors.push(Factor {
                own: Articulated {
                    aa: own.inertia,
                    al: DMat3::ZERO,
                    ll: DMat3::from_diagonal(DVec3::splat(own.mass)),
                },
                axes,
                ways,
                r: at[i].orientation * -link.child_arm,
                d: at[i].position - parent,
                component: self.components,
                ..Factor::default()
            });
            self.components += if link.joint == Joint::Free { 6 } else { 3 };
        }
        for (i, link) in tree.links.iter().enumerate().rev() {
            let factor = &mut self.factors[i];
            if link.joint == Joint::Free {
                factor.free = Inverse::of(&factor.own);
                continue;
            }
            let columns = DVec3::AXES.map(|unit| factor.own.times(&factor.moving(unit)));
            factor.angular = DMat3::from_cols_array_2d(&columns.map(|c| c.angular.to_array()));
            factor.linear = DMat3::from_cols_array_2d(&columns.map(|c| c.linear.to_array()));
            let answers = columns.map(|column| factor.about_joint(&column));
            let about_joint = match link.joint {
                Joint::Ball | Joint::Slider { .. } | Joint::Universal { .. } => {
                    DMat3::from_cols(answers[0], answers[1], answers[2])
                }
                Joint::Hinge { .. } => DMat3::from_diagonal(DVec3::X * answers[0].x),
                Joint::Free | Joint::Fixed { .. } => DMat3::ZERO,
            };
            factor.half = inverse_root(about_joint);
            factor.inverse = factor.half.transpose() * factor.half;
            let (angular, linear, inverse) = (factor.angular, factor.linear, factor.inverse);
            factor.felt = Articulated {
                // What rounding leaves of skewness would grow from link to link.
                aa: symmetric(factor.own.aa - angular * inverse * angular.transpose()),
                al: factor.own.al - angular * inverse * linear.transpose(),
                ll: symmetric(factor.own.ll - linear * inverse * linear.transpose()),
            };
            if let Some(parent) = link.parent {
                let felt = self.factors[i].felt.shifted(self.factors[i].d);
                let own = &mut self.factors[parent].own;
                own.aa += felt.aa;
                own.al += felt.al;
                own.ll += felt.ll;
            }
        }
    }

    /// What impulses on the links do: motions of the links, and rates of their joints, which turn
    /// about and slide along their axes.
    /// `drift` is what each link gains against its parent without any impulse.
    pub fn respond(
        &mut self,
        tree: &Tree,
        impulses: impl Fn(usize) -> Spatial,
        drift: impl Fn(usize) -> Spatial,
        mut take: impl FnMut(usize, Spatial, JointRates),
    ) {
        let count = tree.links.len();
        self.impulses.clear();
        self.impulses.extend((0..count).map(impulses));
        self.at_joint.clear();
        self.at_joint.resize(count, DVec3::ZERO);
        for (i, link) in tree.links.iter().enumerate().rev() {
            if link.joint == Joint::Free {
                continue;
            }
            let (factor, impulse) = (&self.factors[i], self.impulses[i]);
            let at_joint = factor.about_joint(&impulse);
            self.at_joint[i] = at_joint;
            if let Some(parent) = link.parent {
                let mut passed = impulse;
                passed += factor.felt.times(&drift(i)).times(-1.0);
                passed += factor.columns(factor.inverse * at_joint).times(-1.0);
                self.impulses[parent] += factor.at_parent(&passed);
            }
        }
        self.motions.clear();
        for (i, link) in tree.links.iter().enumerate() {
            let factor = &self.factors[i];
            let (motion, rates) = if link.joint == Joint::Free {
                (
                    factor.free.whole(&factor.free.half(&self.impulses[i])),
                    DVec3::ZERO,
                )
            } else {
                let mut motion = drift(i);
                if let Some(parent) = link.parent {
                    motion += self.motions[parent].carried(factor.d);
                }
                let rates = factor.inverse * (self.at_joint[i] - factor.against(&motion));
                motion += factor.moving(rates);
                (motion, rates)
            };
            self.motions.push(motion);
            let of_joint = JointRates {
                angular: factor.axes * rates,
                linear: rates.y * f64::from(factor.ways != DMat3::ZERO),
            };
            take(i, motion, of_joint);
        }
    }

    /// Number of components of a half answer.
    pub fn components(&self) -> usize {
        self.components
    }

    /// Half of what impulses on some links do: what each joint on the way to the roots yields
    /// to, weighted so that the halves of two impulses make what one does to the other.
    pub fn half_respond(
        &mut self,
        tree: &Tree,
        impulses: impl Iterator<Item = (usize, Spatial)>,
        mut put: impl FnMut(usize, f64),
    ) {
        self.impulses.clear();
        self.impulses.resize(tree.links.len(), Spatial::ZERO);
        let mut end = 0;
        for (link, impulse) in impulses {
            self.impulses[link] += impulse;
            end = end.max(link + 1);
        }
        for i in (0..end).rev() {
            let (link, factor, impulse) = (&tree.links[i], &self.factors[i], self.impulses[i]);
            if impulse == Spatial::ZERO {
                continue;
            }
            let mut put = |from: usize, half: DVec3| {
                for k in 0..3 {
                    put(factor.component + from + k, half[k]);
                }
            };
            if link.joint == Joint::Free {
                let half = factor.free.half(&impulse);
                put(0, half.angular);
                put(3, half.linear);
                continue;
            }
            let half = factor.half * factor.about_joint(&impulse);
            put(0, half);
            if let Some(parent) = link.parent {
                let mut passed = impulse;
                passed += factor.columns(factor.half.transpose() * half).times(-1.0);
                self.impulses[parent] += factor.at_parent(&passed);
            }
        }
    }
}

/// The axes about which a joint turns, and those along which it slides.
fn axes_of(i: usize, link: &Link, at: &[Placed]) -> (DMat3, DMat3) {
    let parent = link.parent.map_or(DQuat::IDENTITY, |p| at[p].orientation);
    let one = |axis: DVec3| DMat3::from_cols(parent * axis, DVec3::ZERO, DVec3::ZERO);
    match link.joint {
        Joint::Ball => (DMat3::IDENTITY, DMat3::ZERO),
        Joint::Hinge { axis, .. } => (one(axis), DMat3::ZERO),
        Joint::Universal {
            axis,
            cross_axis,
            rest,
        } => {
            let carried = at[i].orientation * (rest.conjugate() * cross_axis);
            let axes = DMat3::from_cols(parent * axis, carried, DVec3::ZERO);
            (axes, DMat3::ZERO)
        }
        Joint::Slider { axis, turns, .. } => {
            let axes = if turns { one(axis) } else { DMat3::ZERO };
            let way = parent * axis;
            (axes, DMat3::from_cols(DVec3::ZERO, way, DVec3::ZERO))
        }
        Joint::Free | Joint::Fixed { .. } => (DMat3::ZERO, DMat3::ZERO),
    }
}
