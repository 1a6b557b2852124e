//! Vectors, quaternions and symmetric matrices of [`Lane`]s.

use super::lane::{Cell, Lane};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A vector in each lane.
#[derive(Clone, Copy)]
pub struct Vector<L> {
    pub x: L,
    pub y: L,
    pub z: L,
}

impl<L: Lane> Vector<L> {
    #[inline(always)]
    pub fn new(x: L, y: L, z: L) -> Vector<L> {
        Vector { x, y, z }
    }

    /// Another vector in every lane.
    #[inline(always)]
    pub fn like(self, [x, y, z]: [f64; 3]) -> Vector<L> {
        Vector::new(self.x.like(x), self.x.like(y), self.x.like(z))
    }

    #[inline(always)]
    pub fn dot(self, other: Vector<L>) -> L {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline(always)]
    pub fn cross(self, other: Vector<L>) -> Vector<L> {
        Vector::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    #[inline(always)]
    pub fn length_squared(self) -> L {
        self.dot(self)
    }

    /// Each component times that of the other.
    #[inline(always)]
    pub fn scaled(self, [x, y, z]: [f64; 3]) -> Vector<L> {
        Vector::new(self.x * x, self.y * y, self.z * z)
    }

    /// No longer than `most`.
    #[inline(always)]
    pub fn clamp_length(self, most: L) -> Vector<L> {
        let squared = self.length_squared();
        let long = (most * most).lt(squared);
        let factor = most / L::select(long, squared, squared.like(1.0)).sqrt();
        self * L::select(long, factor, factor.like(1.0))
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Vector<L>, no: Vector<L>) -> Vector<L> {
        Vector::new(
            L::select(mask, yes.x, no.x),
            L::select(mask, yes.y, no.y),
            L::select(mask, yes.z, no.z),
        )
    }

    /// Its components moved on cyclically: that of `axis` (0, 1, 2) first.
    #[inline(always)]
    pub fn led_by(self, axis: usize) -> Vector<L> {
        match axis {
            0 => self,
            1 => Vector::new(self.y, self.z, self.x),
            _ => Vector::new(self.z, self.x, self.y),
        }
    }
}

impl<L: Lane> Add for Vector<L> {
    type Output = Vector<L>;

    #[inline(always)]
    fn add(self, other: Vector<L>) -> Vector<L> {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl<L: Lane> AddAssign for Vector<L> {
    #[inline(always)]
    fn add_assign(&mut self, other: Vector<L>) {
        *self = *self + other;
    }
}

impl<L: Lane> Sub for Vector<L> {
    type Output = Vector<L>;

    #[inline(always)]
    fn sub(self, other: Vector<L>) -> Vector<L> {
        Vector::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl<L: Lane> SubAssign for Vector<L> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Vector<L>) {
        *self = *self - other;
    }
}

impl<L: Lane> Neg for Vector<L> {
    type Output = Vector<L>;

    #[inline(always)]
    fn neg(self) -> Vector<L> {
        Vector::new(-self.x, -self.y, -self.z)
    }
}

impl<L: Lane> Mul<L> for Vector<L> {
    type Output = Vector<L>;

    #[inline(always)]
    fn mul(self, factor: L) -> Vector<L> {
        Vector::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A quaternion in each lane.
#[derive(Clone, Copy)]
pub struct Quaternion<L> {
    pub vector: Vector<L>,
    pub w: L,
}

/// So far the squared length of a quaternion may be from one for Newton's method.
const FAR_FROM_UNIT: f64 = 0.01;

impl<L: Lane> Quaternion<L> {
    /// Another quaternion x, y, z, w in every lane.
    #[inline(always)]
    pub fn like(self, [x, y, z, w]: [f64; 4]) -> Quaternion<L> {
        Quaternion {
            vector: self.vector.like([x, y, z]),
            w: self.w.like(w),
        }
    }

    #[inline(always)]
    pub fn conjugate(self) -> Quaternion<L> {
        Quaternion {
            vector: -self.vector,
            w: self.w,
        }
    }

    /// The same rotation in axes that are moved on cyclically: `axis` (0, 1, 2) first.
    #[inline(always)]
    pub fn led_by(self, axis: usize) -> Quaternion<L> {
        Quaternion {
            vector: self.vector.led_by(axis),
            w: self.w,
        }
    }

    /// A vector of its frame in the frame that it leads to.
    #[inline(always)]
    pub fn rotate(self, vector: Vector<L>) -> Vector<L> {
        let twice = self.vector.cross(vector);
        let twice = twice + twice;
        vector + twice * self.w + self.vector.cross(twice)
    }

    /// A vector of the frame that it leads to in its own frame.
    #[inline(always)]
    pub fn rotate_back(self, vector: Vector<L>) -> Vector<L> {
        let twice = vector.cross(self.vector);
        let twice = twice + twice;
        vector + twice * self.w + twice.cross(self.vector)
    }

    #[inline(always)]
    pub fn normalized(self) -> Quaternion<L> {
        let squared = self.vector.length_squared() + self.w * self.w;
        let factor = squared.like(1.0) / squared.sqrt();
        Quaternion {
            vector: self.vector * factor,
            w: self.w * factor,
        }
    }

    /// Of unit length again after rounding: a step of Newton's method, which from far away
    /// would lead nowhere.
    #[inline(always)]
    pub fn renormalized(self) -> Quaternion<L> {
        let squared = self.vector.length_squared() + self.w * self.w;
        let factor = -(squared * 0.5 - 1.5);
        let close = Quaternion {
            vector: self.vector * factor,
            w: self.w * factor,
        };
        let off = (squared - squared.like(1.0)).abs();
        let far = off.like(FAR_FROM_UNIT).lt(off);
        if !L::any(far) {
            return close;
        }
        Quaternion::select(far, self.normalized(), close)
    }

    /// Of unit length again where rounding has led it further from there than it may. To
    /// round its numbers pass after pass, always to the same side, would turn it.
    #[inline(always)]
    pub fn kept_at_unit(self) -> Quaternion<L> {
        let squared = self.vector.length_squared() + self.w * self.w;
        let off = (squared - squared.like(1.0)).abs();
        let loose = off.like(L::Cell::LENGTH_ROUNDING).lt(off);
        if !L::any(loose) {
            return self;
        }
        Quaternion::select(loose, self.renormalized(), self)
    }

    /// The same rotation with a real part that is not negative.
    #[inline(always)]
    pub fn positive(self) -> Quaternion<L> {
        let sign = L::select(
            self.w.lt(self.w.like(0.0)),
            self.w.like(-1.0),
            self.w.like(1.0),
        );
        Quaternion {
            vector: self.vector * sign,
            w: self.w * sign,
        }
    }

    #[inline(always)]
    pub fn select(mask: L::Mask, yes: Quaternion<L>, no: Quaternion<L>) -> Quaternion<L> {
        Quaternion {
            vector: Vector::select(mask, yes.vector, no.vector),
            w: L::select(mask, yes.w, no.w),
        }
    }

    /// Where both are the same to the bit.
    #[inline(always)]
    pub fn same(self, other: Quaternion<L>) -> L::Mask {
        let (a, b) = (self.vector, other.vector);
        a.x.same(b.x) & a.y.same(b.y) & a.z.same(b.z) & self.w.same(other.w)
    }
}

impl<L: Lane> Mul for Quaternion<L> {
    type Output = Quaternion<L>;

    #[inline(always)]
    fn mul(self, other: Quaternion<L>) -> Quaternion<L> {
        let (a, b) = (self.vector, other.vector);
        Quaternion {
            vector: b * self.w + a * other.w + a.cross(b),
            w: self.w * other.w - a.dot(b),
        }
    }
}

/// A symmetric matrix in each lane.
#[derive(Clone, Copy)]
pub struct Symmetric<L> {
    pub xx: L,
    pub yy: L,
    pub zz: L,
    pub xy: L,
    pub xz: L,
    pub yz: L,
}

impl<L: Lane> Symmetric<L> {
    /// A multiple of the identity.
    #[inline(always)]
    pub fn diagonal(value: L) -> Symmetric<L> {
        let zero = value.like(0.0);
        Symmetric {
            xx: value,
            yy: value,
            zz: value,
            xy: zero,
            xz: zero,
            yz: zero,
        }
    }

    /// `a · a^T` times a factor.
    #[inline(always)]
    pub fn outer(a: Vector<L>, factor: L) -> Symmetric<L> {
        let scaled = a * factor;
        Symmetric {
            xx: a.x * scaled.x,
            yy: a.y * scaled.y,
            zz: a.z * scaled.z,
            xy: a.x * scaled.y,
            xz: a.x * scaled.z,
            yz: a.y * scaled.z,
        }
    }

    /// The vector that the matrix takes to `image`; zero where the matrix is not
    /// positive definite.
    #[inline(always)]
    pub fn solve(&self, image: Vector<L>) -> Vector<L> {
        let (a, b, c) = (self.xx, self.yy, self.zz);
        let (d, e, f) = (self.xy, self.xz, self.yz);
        let (aa, dd, ee) = (b * c - f * f, e * f - d * c, d * f - e * b);
        let (bb, ff, cc) = (a * c - e * e, d * e - a * f, a * b - d * d);
        let determinant = a * aa + d * dd + e * ee;
        let zero = determinant.like(0.0);
        let solvable = zero.lt(determinant);
        let one = determinant.like(1.0);
        let inverse = L::select(solvable, one / L::select(solvable, determinant, one), zero);
        let (x, y, z) = (image.x, image.y, image.z);
        Vector::new(
            aa * x + dd * y + ee * z,
            dd * x + bb * y + ff * z,
            ee * x + ff * y + cc * z,
        ) * inverse
    }
}

impl<L: Lane> Add for Symmetric<L> {
    type Output = Symmetric<L>;

    #[inline(always)]
    fn add(self, other: Symmetric<L>) -> Symmetric<L> {
        Symmetric {
            xx: self.xx + other.xx,
            yy: self.yy + other.yy,
            zz: self.zz + other.zz,
            xy: self.xy + other.xy,
            xz: self.xz + other.xz,
            yz: self.yz + other.yz,
        }
    }
}

impl<L: Lane> Sub for Symmetric<L> {
    type Output = Symmetric<L>;

    #[inline(always)]
    fn sub(self, other: Symmetric<L>) -> Symmetric<L> {
        Symmetric {
            xx: self.xx - other.xx,
            yy: self.yy - other.yy,
            zz: self.zz - other.zz,
            xy: self.xy - other.xy,
            xz: self.xz - other.xz,
            yz: self.yz - other.yz,
        }
    }
}

impl<L: Lane> Mul<L> for Symmetric<L> {
    type Output = Symmetric<L>;

    #[inline(always)]
    fn mul(self, factor: L) -> Symmetric<L> {
        Symmetric {
            xx: self.xx * factor,
            yy: self.yy * factor,
            zz: self.zz * factor,
            xy: self.xy * factor,
            xz: self.xz * factor,
            yz: self.yz * factor,
        }
    }
}
