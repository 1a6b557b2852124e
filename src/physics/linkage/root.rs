//! Small linear algebra of motions and impulses with six components.

use glam::DVec3;

/// A motion or an impulse: its linear part, then its angular one.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Six(pub [f64; 6]);

impl Six {
    pub fn of(linear: DVec3, angular: DVec3) -> Six {
        let ([a, b, c], [d, e, f]) = (linear.to_array(), angular.to_array());
        Six([a, b, c, d, e, f])
    }

    /// So much of one component.
    pub fn unit(component: usize) -> Six {
        Six(std::array::from_fn(|k| f64::from(u8::from(k == component))))
    }

    pub fn linear(&self) -> DVec3 {
        DVec3::new(self.0[0], self.0[1], self.0[2])
    }

    pub fn angular(&self) -> DVec3 {
        DVec3::new(self.0[3], self.0[4], self.0[5])
    }

    pub fn dot(&self, other: &Six) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| a * b).sum()
    }

    pub fn length(&self) -> f64 {
        self.dot(self).sqrt()
    }

    pub fn times(&self, factor: f64) -> Six {
        Six(self.0.map(|value| value * factor))
    }

    pub fn plus(&self, other: &Six, factor: f64) -> Six {
        Six(std::array::from_fn(|k| self.0[k] + other.0[k] * factor))
    }

    /// Without its parts along unit vectors that are across each other.
    pub fn across(&self, units: &[Six]) -> Six {
        let mut rest = *self;
        // What rounding leaves of the first pass is gone after the second.
        for _ in 0..2 {
            for unit in units {
                rest = rest.plus(unit, -unit.dot(&rest));
            }
        }
        rest
    }
}

/// Lower Cholesky factor `L` of a symmetric matrix `L Lᵀ`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Root([[f64; 6]; 6]);

/// Share of itself below which what is left of a diagonal element counts as nothing.
const NOTHING: f64 = 1e-13;

impl Root {
    /// That of a matrix given by columns; nothing moves along what the matrix has nothing of, so
    /// that any number does there.
    pub fn of(columns: &[Six; 6]) -> Root {
        let mut root = [[0.0; 6]; 6];
        for k in 0..6 {
            let whole = columns[k].0[k];
            let left = whole - (0..k).map(|j| root[k][j] * root[k][j]).sum::<f64>();
            root[k][k] = match left > NOTHING * whole {
                true => left.sqrt(),
                false => 1.0,
            };
            for i in k + 1..6 {
                let sum: f64 = (0..k).map(|j| root[i][j] * root[k][j]).sum();
                root[i][k] = (columns[k].0[i] - sum) / root[k][k];
            }
        }
        Root(root)
    }

    /// `L⁻¹ v`: motions that weigh alike have the same length.
    pub fn whitened(&self, motion: &Six) -> Six {
        let mut out = motion.0;
        for i in 0..6 {
            let sum: f64 = (0..i).map(|j| self.0[i][j] * out[j]).sum();
            out[i] = (out[i] - sum) / self.0[i][i];
        }
        Six(out)
    }

    /// `L⁻ᵀ y`: the impulse that a whitened one stands for.
    pub fn impulse(&self, whitened: &Six) -> Six {
        let mut out = whitened.0;
        for i in (0..6).rev() {
            let sum: f64 = (i + 1..6).map(|j| self.0[j][i] * out[j]).sum();
            out[i] = (out[i] - sum) / self.0[i][i];
        }
        Six(out)
    }
}
