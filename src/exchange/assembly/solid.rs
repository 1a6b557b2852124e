//! Shapes of files and the mass of bodies.

use super::place::Place;
use super::sound::Spot;
use crate::physics::convex::MassProperties;
use crate::scene::{Axis, Shape};
use glam::{DMat3, DQuat, DVec3};
use std::f64::consts::PI;

/// How far an axis may be from one of a frame, as a sine.
const ALIGNED: f64 = 1e-6;
/// Density of what says neither that nor its mass, kg/m³.
pub const DENSITY: f64 = 1000.0;
/// Radius of a body without a shape, which collides with nothing, m.
pub const NO_SHAPE_M: f64 = 0.05;

/// What a shape is, with its axis along z.
#[derive(Debug, Clone)]
pub struct Form {
    /// None of what a scene has no shape for.
    pub shape: Option<Shape>,
    /// m³.
    pub volume: f64,
    /// Tensor of inertia about its centre in its own axes per mass, m².
    pub tensor: DMat3,
}

impl Form {
    /// What has neither a shape nor a volume.
    pub const NONE: Form = Form {
        shape: None,
        volume: 0.0,
        tensor: DMat3::ZERO,
    };

    /// What has a volume but no shape, such as a mesh; its centre is where it is put.
    pub fn filled(solid: &MassProperties) -> Form {
        Form {
            shape: None,
            volume: solid.mass,
            tensor: solid.inertia * solid.mass.recip(),
        }
    }

    /// A half space whose normal is the z axis.
    pub fn plane() -> Form {
        Form {
            shape: Some(Shape::Plane {}),
            ..Form::NONE
        }
    }

    pub fn sphere(radius_m: f64) -> Form {
        Form {
            shape: Some(Shape::Sphere { radius_m }),
            volume: 4.0 / 3.0 * PI * radius_m * radius_m * radius_m,
            tensor: moments(DVec3::splat(0.4 * radius_m * radius_m)),
        }
    }

    /// A capsule of which the straight part has a half length, m.
    pub fn capsule(r: f64, half: f64) -> Form {
        let (tube, balls) = (2.0 * PI * r * r * half, 4.0 / 3.0 * PI * r * r * r);
        let volume = tube + balls;
        let along = (tube * 0.5 + balls * 0.4) * r * r;
        let of_tube = tube * (r * r / 4.0 + half * half / 3.0);
        let of_balls = balls * (0.4 * r * r + half * half + 0.75 * half * r);
        let across = of_tube + of_balls;
        Form {
            shape: Some(Shape::Capsule {
                radius_m: r,
                length_m: 2.0 * half,
                axis: Axis::Z,
            }),
            volume,
            tensor: moments(DVec3::new(across, across, along) / volume),
        }
    }

    pub fn cylinder(r: f64, half: f64) -> Form {
        let across = r * r / 4.0 + half * half / 3.0;
        Form {
            shape: Some(Shape::Cylinder {
                radius_m: r,
                length_m: 2.0 * half,
                axis: Axis::Z,
            }),
            volume: 2.0 * PI * r * r * half,
            tensor: moments(DVec3::new(across, across, 0.5 * r * r)),
        }
    }

    /// A box with such half sizes, m.
    pub fn cuboid(half: DVec3) -> Form {
        Form {
            shape: Some(Shape::Box {
                size_m: (half * 2.0).to_array(),
                rounding_m: 0.0,
            }),
            volume: 8.0 * half.x * half.y * half.z,
            tensor: moments(across(half) / 3.0),
        }
    }

    /// What is an ellipsoid with such half axes, m, for which there is no shape.
    pub fn ellipsoid(half: DVec3) -> Form {
        Form {
            shape: None,
            volume: 4.0 / 3.0 * PI * half.x * half.y * half.z,
            tensor: moments(across(half) / 5.0),
        }
    }
}

/// The tensor with such moments about its own axes.
fn moments(principal: DVec3) -> DMat3 {
    DMat3::from_diagonal(principal)
}

/// The sums of the squares of the two other components.
fn across(half: DVec3) -> DVec3 {
    let [x, y, z] = (half * half).to_array();
    DVec3::new(y + z, x + z, x + y)
}

/// A shape with its place in the body.
#[derive(Debug, Clone)]
pub struct Solid {
    pub place: Place,
    pub form: Form,
    pub collides: bool,
    /// kg.
    pub mass: f64,
    pub friction: f64,
    /// None leaves it to the program.
    pub restitution: Option<f64>,
    /// What it is called in messages.
    pub name: String,
    /// Its own name; empty without one.
    pub own_name: String,
    pub spot: Spot,
}

impl Solid {
    /// The same in what is around the frame that it is in.
    pub fn in_outer(self, frame: Place) -> Solid {
        Solid {
            place: frame.of(self.place),
            ..self
        }
    }

    /// Its tensor of inertia in the axes of the body about a point, kg·m².
    fn tensor_about(&self, point: DVec3) -> DMat3 {
        let own = turned(self.form.tensor * self.mass, self.place.turn);
        own + steiner(self.mass, self.place.position - point)
    }

    /// Its shape in the frame of the body, or with the turn that the frame has to take for it.
    pub fn in_frame(&self) -> Option<(Shape, DQuat)> {
        let shape = self.form.shape.clone()?;
        let columns = DMat3::from_quat(self.place.turn);
        // The axis of the body along which each axis of the shape lies, if all lie along one.
        let along = |own: DVec3| {
            let mut known = DVec3::AXES.into_iter();
            known.position(|axis| own.cross(axis).length() < ALIGNED)
        };
        let axes = [columns.x_axis, columns.y_axis, columns.z_axis].map(along);
        let [x, y, z] = axes;
        Some(match (shape, z) {
            (shape @ Shape::Sphere { .. }, _) => (shape, DQuat::IDENTITY),
            (
                Shape::Capsule {
                    radius_m, length_m, ..
                },
                Some(z),
            ) => {
                let axis = Axis::ALL[z];
                let shape = Shape::Capsule {
                    radius_m,
                    length_m,
                    axis,
                };
                (shape, DQuat::IDENTITY)
            }
            (
                Shape::Cylinder {
                    radius_m, length_m, ..
                },
                Some(z),
            ) => {
                let axis = Axis::ALL[z];
                let shape = Shape::Cylinder {
                    radius_m,
                    length_m,
                    axis,
                };
                (shape, DQuat::IDENTITY)
            }
            (
                Shape::Box {
                    size_m: [a, b, c],
                    rounding_m,
                },
                Some(_),
            ) if x.is_some() && y.is_some() => {
                let mut size_m = [a, b, c];
                for (at, size) in axes.into_iter().flatten().zip([a, b, c]) {
                    size_m[at] = size;
                }
                (Shape::Box { size_m, rounding_m }, DQuat::IDENTITY)
            }
            (shape, _) => (shape, self.place.turn),
        })
    }
}

/// Mass of a body, in its frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass {
    /// kg.
    pub mass: f64,
    /// Centre, m.
    pub centre: DVec3,
    /// About the centre, kg·m².
    pub tensor: DMat3,
}

impl Mass {
    /// That of shapes; none of such without mass.
    pub fn of(solids: &[Solid]) -> Option<Mass> {
        let mass: f64 = solids.iter().map(|solid| solid.mass).sum();
        if mass <= 0.0 {
            return None;
        }
        let moments = solids.iter().map(|solid| solid.place.position * solid.mass);
        let centre = moments.sum::<DVec3>() / mass;
        let tensors = solids.iter().map(|solid| solid.tensor_about(centre));
        let tensor = tensors.fold(DMat3::ZERO, |sum, own| sum + own);
        Some(Mass {
            mass,
            centre,
            tensor,
        })
    }

    /// That of shapes which are all as dense, kg/m³; none of such without volume.
    pub fn of_density(solids: &[Solid], density: f64) -> Option<Mass> {
        let filled: Vec<Solid> = (solids.iter().cloned())
            .map(|solid| Solid {
                mass: density * solid.form.volume,
                ..solid
            })
            .collect();
        Mass::of(&filled)
    }

    /// A mass that is evenly in shapes, or in a ball where there are none, about a centre.
    pub fn spread(mass: f64, centre: DVec3, solids: &[Solid]) -> Mass {
        let volume: f64 = solids.iter().map(|solid| solid.form.volume).sum();
        let ball = Form::sphere(NO_SHAPE_M).tensor * mass;
        let shares = solids.iter().map(|solid| Solid {
            mass: mass * solid.form.volume / volume,
            ..solid.clone()
        });
        let tensor = match volume > 0.0 {
            true => shares.fold(DMat3::ZERO, |sum, own| sum + own.tensor_about(centre)),
            false => ball,
        };
        Mass {
            mass,
            centre,
            tensor,
        }
    }

    /// The tensor about the centre seen from another frame, as a scene has it: the diagonal, and
    /// the entries xy, yz, zx.
    pub fn tensor_in(&self, turn: DQuat) -> ([f64; 3], Option<[f64; 3]>) {
        let own = turned(self.tensor, turn.conjugate());
        let diagonal = [own.x_axis.x, own.y_axis.y, own.z_axis.z];
        let products = [own.y_axis.x, own.z_axis.y, own.x_axis.z];
        let largest = diagonal.into_iter().fold(0.0, f64::max);
        let is_small = |entry: &f64| entry.abs() <= 1e-12 * largest;
        (
            diagonal,
            (!products.iter().all(is_small)).then_some(products),
        )
    }
}

/// A tensor of a frame that is turned, as seen from outside.
pub fn turned(tensor: DMat3, turn: DQuat) -> DMat3 {
    let axes = DMat3::from_quat(turn);
    axes * tensor * axes.transpose()
}

/// What a mass beside a point adds to the inertia about that.
fn steiner(mass: f64, arm: DVec3) -> DMat3 {
    let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
    (DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer) * mass
}
