//! Mass, centre and inertia of what is made of triangles, points or other bodies.
//!
//! Source: a closed surface cuts space into tetrahedra between its triangles and any one
//! point, counted with the sign of the side on which that point lies (Baltman & Radeztsky,
//! sections 4.1 to 4.4, have the sums over points; the integrals over a tetrahedron are exact
//! polynomials of its corners).

use glam::{DMat3, DVec3};

/// Mass, centre and inertia.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MassProperties {
    /// Mass, kg; the volume, m³, where the density is one.
    pub mass: f64,
    /// Centre of mass, m.
    pub centre: DVec3,
    /// Inertia tensor about the centre of mass, kg·m².
    pub inertia: DMat3,
}

impl MassProperties {
    /// Of nothing.
    pub const NONE: MassProperties = MassProperties {
        mass: 0.0,
        centre: DVec3::ZERO,
        inertia: DMat3::ZERO,
    };

    /// Of points with masses, kg, at places, m (Baltman & Radeztsky, equations 4.1 to 4.3).
    pub fn of_points(points: impl IntoIterator<Item = (f64, DVec3)>) -> MassProperties {
        let point = |(mass, centre)| MassProperties {
            mass,
            centre,
            inertia: DMat3::ZERO,
        };
        MassProperties::of_parts(points.into_iter().map(point))
    }

    /// Of several bodies as one, by the parallel axis theorem. Parts of negative mass are
    /// holes.
    pub fn of_parts(parts: impl IntoIterator<Item = MassProperties>) -> MassProperties {
        let add = |a: MassProperties, b: MassProperties| {
            let mass = a.mass + b.mass;
            if mass == 0.0 {
                return MassProperties {
                    inertia: a.inertia + b.inertia,
                    ..MassProperties::NONE
                };
            }
            let centre = (a.centre * a.mass + b.centre * b.mass) / mass;
            MassProperties {
                mass,
                centre,
                inertia: a.inertia_about(centre) + b.inertia_about(centre),
            }
        };
        parts.into_iter().fold(MassProperties::NONE, add)
    }

    /// Of the solid of density one inside a closed surface whose triangles are anticlockwise
    /// from outside. What it tells of a surface with holes is of no use: see
    /// [`solid_of`](super::solid_of).
    pub fn of_solid(triangles: impl IntoIterator<Item = [DVec3; 3]>) -> MassProperties {
        let mut triangles = triangles.into_iter().peekable();
        // Near the surface, differences of large numbers do not eat the small ones.
        let Some(origin) = triangles.peek().map(|corners| corners[0]) else {
            return MassProperties::NONE;
        };
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| corner - origin);
            // The tetrahedron has a sixth of this volume.
            let six_volumes = a.dot(b.cross(c));
            let sum = a + b + c;
            volume += six_volumes / 6.0;
            first += sum * (six_volumes / 24.0);
            let products = outer(a) + outer(b) + outer(c) + outer(sum);
            second += products * (six_volumes / 120.0);
        }
        if volume == 0.0 {
            return MassProperties::NONE;
        }
        let centre = first / volume;
        let about_centre = second - outer(centre) * volume;
        MassProperties {
            mass: volume,
            centre: origin + centre,
            inertia: inertia_of(about_centre),
        }
    }

    /// The same body of another mass, kg.
    pub fn with_mass(self, mass: f64) -> MassProperties {
        MassProperties {
            mass,
            inertia: self.inertia * (mass / self.mass),
            ..self
        }
    }

    /// Inertia tensor about another point, kg·m².
    pub fn inertia_about(&self, point: DVec3) -> DMat3 {
        self.inertia + inertia_of(outer(self.centre - point) * self.mass)
    }
}

/// The products of all components of a vector.
fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// The inertia tensor of second moments of mass.
fn inertia_of(second_moments: DMat3) -> DMat3 {
    let trace = second_moments.x_axis.x + second_moments.y_axis.y + second_moments.z_axis.z;
    DMat3::from_diagonal(DVec3::splat(trace)) - second_moments
}
