//! A core placed in the world, and how far it reaches in a direction.

use super::boxes::Cuboid;
use super::hull::Hull;
use super::{Convex, Core, Pose};
use glam::DVec3;
use std::sync::Arc;

/// A core in world axes, with its place relative to an origin near the pair.
///
/// Taking the place relative to one of the two shapes keeps the last digits of a
/// small gap far from the origin of the world.
#[derive(Debug, Clone)]
pub(super) struct Placed {
    pub centre: DVec3,
    pub form: Form,
    /// Largest extent of the core, m: the scale of its rounding errors.
    pub size: f64,
}

/// Form of a placed core, in world axes.
#[derive(Debug, Clone)]
pub(super) enum Form {
    Point,
    Segment(DVec3),
    Cuboid {
        axes: [DVec3; 3],
        half: DVec3,
    },
    Wedge {
        axes: [DVec3; 3],
        half: DVec3,
    },
    Cylinder {
        axis: DVec3,
        /// Unit vector across the axis that turns with the body.
        across: DVec3,
        half: f64,
        radius: f64,
    },
    /// Corners relative to the centre.
    Triangle([DVec3; 3]),
    /// A polytope with its axes in the world.
    Hull {
        axes: [DVec3; 3],
        hull: Arc<Hull>,
    },
}

impl Placed {
    /// The core of `shape` at `pose`, seen from `origin`.
    pub fn new(shape: &Convex, pose: &Pose, origin: DVec3) -> Placed {
        let turn = pose.orientation;
        let axes = || [turn * DVec3::X, turn * DVec3::Y, turn * DVec3::Z];
        let mut centre = pose.position - origin;
        let (form, size) = match &shape.core {
            Core::Point => (Form::Point, 0.0),
            Core::Segment(half) => (Form::Segment(turn * *half), 2.0 * half.length()),
            &Core::Cuboid(half) => (Form::Cuboid { axes: axes(), half }, 2.0 * half.length()),
            &Core::Wedge(half) => (Form::Wedge { axes: axes(), half }, 2.0 * half.length()),
            &Core::Cylinder { half_axis, radius } => {
                let axis = half_axis.try_normalize().unwrap_or(DVec3::Y);
                let half = half_axis.length();
                let form = Form::Cylinder {
                    axis: turn * axis,
                    across: turn * axis.any_orthonormal_vector(),
                    half,
                    radius,
                };
                (form, 2.0 * (half + radius))
            }
            &Core::Triangle([p, q, r]) => {
                // A triangle of a mesh may lie far from the origin of the mesh.
                let middle = (p + q + r) / 3.0;
                centre += turn * middle;
                let corners = [p, q, r].map(|corner| turn * (corner - middle));
                let size = (q - p).length().max((r - q).length());
                (Form::Triangle(corners), size.max((p - r).length()))
            }
            Core::Hull(hull) => {
                let form = Form::Hull {
                    axes: axes(),
                    hull: Arc::clone(hull),
                };
                (form, 2.0 * hull.bounding_radius())
            }
        };
        Placed { centre, form, size }
    }

    /// The point of the core that reaches farthest along `direction`.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let signed = |length: f64, along: f64| if along < 0.0 { -length } else { length };
        self.centre
            + match &self.form {
                Form::Point => DVec3::ZERO,
                Form::Segment(half) => *half * signed(1.0, half.dot(direction)),
                Form::Cuboid {
                    axes: [x, y, z],
                    half,
                } => {
                    *x * signed(half.x, x.dot(direction))
                        + *y * signed(half.y, y.dot(direction))
                        + *z * signed(half.z, z.dot(direction))
                }
                Form::Wedge { axes, half } => farthest(&wedge_corners(*axes, *half), direction),
                Form::Cylinder {
                    axis, half, radius, ..
                } => {
                    let along = axis.dot(direction);
                    // Along the axis the rest is rounding, which need not lie across it.
                    let rest = direction - *axis * along;
                    let across = rest - *axis * rest.dot(*axis);
                    let rounding = 1e-24 * direction.length_squared();
                    let radial = if across.length_squared() > rounding {
                        across.normalize_or_zero()
                    } else {
                        DVec3::ZERO
                    };
                    *axis * signed(*half, along) + radial * *radius
                }
                Form::Triangle(corners) => farthest(corners, direction),
                Form::Hull { axes, hull } => {
                    from_axes(*axes, hull.support(to_axes(*axes, direction)))
                }
            }
    }

    /// Least and greatest coordinate of the core along a unit `axis`.
    pub fn extent(&self, direction: DVec3) -> (f64, f64) {
        let middle = self.centre.dot(direction);
        let reach = match &self.form {
            Form::Point => 0.0,
            Form::Segment(half) => half.dot(direction).abs(),
            Form::Cuboid {
                axes: [x, y, z],
                half,
            } => {
                half.x * x.dot(direction).abs()
                    + half.y * y.dot(direction).abs()
                    + half.z * z.dot(direction).abs()
            }
            Form::Cylinder {
                axis, half, radius, ..
            } => {
                let along = axis.dot(direction);
                let radial = (direction - *axis * along).length();
                half * along.abs() + radius * radial
            }
            Form::Wedge { axes, half } => {
                let (low, high) = range(&wedge_corners(*axes, *half), direction);
                return (middle + low, middle + high);
            }
            Form::Triangle(corners) => {
                let (low, high) = range(corners, direction);
                return (middle + low, middle + high);
            }
            Form::Hull { axes, hull } => {
                let (low, high) = hull.extent(to_axes(*axes, direction));
                return (middle + low, middle + high);
            }
        };
        (middle - reach, middle + reach)
    }

    /// Its axes and half extents if it is a box.
    pub fn cuboid(&self) -> Option<Cuboid> {
        match self.form {
            Form::Cuboid { axes, half } => Some(Cuboid {
                axes,
                half: half.to_array(),
            }),
            _ => None,
        }
    }

    /// Whether it is a point or a segment.
    pub fn ends(&self) -> Option<[DVec3; 2]> {
        match self.form {
            Form::Point => Some([self.centre; 2]),
            Form::Segment(half) => Some([self.centre - half, self.centre + half]),
            _ => None,
        }
    }
}

/// A vector of the world in the frame with these axes.
pub(super) fn to_axes([x, y, z]: [DVec3; 3], vector: DVec3) -> DVec3 {
    DVec3::new(x.dot(vector), y.dot(vector), z.dot(vector))
}

/// A vector of the frame with these axes in the world.
pub(super) fn from_axes([x, y, z]: [DVec3; 3], vector: DVec3) -> DVec3 {
    x * vector.x + y * vector.y + z * vector.z
}

/// Corners of a wedge with these axes and half extents relative to its centre, m: the four of
/// the base, then the two of the upper edge.
pub fn wedge_corners([x, y, z]: [DVec3; 3], half: DVec3) -> [DVec3; 6] {
    let corner = |i: f64, j: f64, k: f64| x * (i * half.x) + y * (j * half.y) + z * (k * half.z);
    [
        corner(-1.0, -1.0, -1.0),
        corner(1.0, -1.0, -1.0),
        corner(1.0, -1.0, 1.0),
        corner(-1.0, -1.0, 1.0),
        corner(1.0, 1.0, 1.0),
        corner(-1.0, 1.0, 1.0),
    ]
}

/// Direction out of the slope of a wedge; zero if it has neither height nor length.
pub(super) fn slope_normal([_, y, z]: [DVec3; 3], half: DVec3) -> DVec3 {
    (y * half.z - z * half.y).normalize_or_zero()
}

fn farthest(corners: &[DVec3], direction: DVec3) -> DVec3 {
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
    for &corner in corners {
        let reach = corner.dot(direction);
        if reach > best.0 {
            best = (reach, corner);
        }
    }
    best.1
}

fn range(corners: &[DVec3], direction: DVec3) -> (f64, f64) {
    let reaches = corners.iter().map(|corner| corner.dot(direction));
    reaches.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), reach| {
        (low.min(reach), high.max(reach))
    })
}
