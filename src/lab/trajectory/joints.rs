//! Lengths, gaps and coordinates of joints.

use super::names::{distinct, Names};
use super::{flat, Channel, ONE, XYZ};
use crate::physics::constraint::ConstraintRows;
use crate::physics::linkage::Linkage;
use crate::physics::math::vector_from_rotation;
use crate::physics::report::is_joint;
use crate::physics::{Attachment, Constraint, Coordinate, Frame, Model, State};
use glam::DQuat;

/// What is read of joints, by the index of the constraint.
pub(super) struct Joints {
    /// Two points that are kept at a distance: sticks, rods, ropes, springs.
    lengths: Listed<[Attachment; 2]>,
    /// What holds two points together.
    gaps: Listed<()>,
    /// Turns of hinges, sliders, universal and serial joints.
    angles: Listed<Coordinate>,
    /// Ways of sliders and serial joints.
    ways: Listed<Coordinate>,
    /// Two bodies that a ball joint holds.
    balls: Listed<[Frame; 2]>,
}

/// Something of some constraints, with the names of their columns.
struct Listed<T> {
    names: Vec<String>,
    of: Vec<(usize, T)>,
}

impl<T> Listed<T> {
    fn new(all: Vec<(String, usize, T)>) -> Listed<T> {
        let (names, of): (Vec<_>, Vec<_>) = all
            .into_iter()
            .map(|(name, index, what)| (name, (index, what)))
            .unzip();
        Listed {
            names: distinct(names.into_iter()),
            of,
        }
    }

    /// A value of each; no number of what is broken.
    fn values<const N: usize>(
        &self,
        model: &Model,
        value: impl Fn(usize, &T) -> [f64; N],
    ) -> Vec<f64> {
        flat(
            self.of
                .iter()
                .map(|(index, what)| match model.constraints[*index] {
                    Constraint::Broken(_) => [f64::NAN; N],
                    _ => value(*index, what),
                }),
        )
    }
}

impl Joints {
    /// The joints of a model at its start.
    pub fn of(model: &Model, names: &Names) -> Joints {
        let (mut lengths, mut gaps) = (Vec::new(), Vec::new());
        let (mut angles, mut ways, mut balls) = (Vec::new(), Vec::new(), Vec::new());
        for (index, constraint) in model.constraints.iter().enumerate() {
            let between = |[a, b]: [&Attachment; 2]| {
                format!("{} to {}", names.of_point(a), names.of_point(b))
            };
            let of_frames =
                |[a, b]: [&Frame; 2]| format!("{} to {}", names.of_frame(a), names.of_frame(b));
            let points = match constraint {
                Constraint::Pin(joint) => Some([joint.a, joint.b]),
                Constraint::Hinge(joint) => Some([joint.a, joint.b]),
                Constraint::Slider(joint) => Some([joint.a, joint.b]),
                Constraint::Universal(joint) => Some([joint.a, joint.b]),
                Constraint::Serial(joint) => Some(joint.attachments()),
                _ => None,
            };
            if let Some([a, b]) = points.as_ref().filter(|_| is_joint(constraint)) {
                gaps.push((between([a, b]), index, ()));
            }
            match constraint {
                Constraint::Distance(rod) => {
                    lengths.push((between([&rod.a, &rod.b]), index, [rod.a, rod.b]));
                }
                Constraint::Pin(pin) => {
                    if let [Attachment::Body { body: a, .. }, Attachment::Body { body: b, .. }] =
                        [pin.a, pin.b]
                    {
                        let frames = [Frame::Body(a), Frame::Body(b)];
                        balls.push((of_frames([&frames[0], &frames[1]]), index, frames));
                    }
                }
                Constraint::Hinge(hinge) => {
                    let name = of_frames([&hinge.parent, &hinge.child]);
                    angles.push((name, index, hinge.coordinate()));
                }
                Constraint::Slider(slider) => {
                    let name = of_frames([&slider.parent, &slider.child]);
                    angles.push((name.clone(), index, slider.turn_coordinate()));
                    ways.push((name, index, slider.coordinate()));
                }
                Constraint::Universal(joint) => {
                    let name = of_frames([&joint.parent, &joint.child]);
                    angles.extend(joint.coordinates().map(|turn| (name.clone(), index, turn)));
                }
                Constraint::Serial(joint) => {
                    let Linkage { parent, child, .. } = &*joint.linkage;
                    let name = of_frames([parent, child]);
                    for (place, coordinate) in joint.coordinates().enumerate() {
                        let own = format!("{name}, axis {}", place + 1);
                        let listed = match coordinate.is_angle() {
                            true => &mut angles,
                            false => &mut ways,
                        };
                        listed.push((own, index, coordinate));
                    }
                }
                _ => {}
            }
        }
        Joints {
            lengths: Listed::new(lengths),
            gaps: Listed::new(gaps),
            angles: Listed::new(angles),
            ways: Listed::new(ways),
            balls: Listed::new(balls),
        }
    }

    pub fn channels(&self) -> [Channel; 5] {
        [
            Channel::new("length_m", &self.lengths.names, ONE),
            Channel::new("joint_gap_m", &self.gaps.names, ONE),
            Channel::new("joint_angle_rad", &self.angles.names, ONE),
            Channel::new("joint_way_m", &self.ways.names, ONE),
            Channel::new("joint_rotation_rad", &self.balls.names, XYZ),
        ]
    }

    /// The values of [`Joints::channels`].
    pub fn values(&self, model: &Model, state: &State) -> [Vec<f64>; 5] {
        let length = |_, [a, b]: &[Attachment; 2]| [a.position(state).distance(b.position(state))];
        let gap = |index: usize, (): &()| {
            let residual = model.constraints[index].residual(state, &model.settings);
            [residual.length]
        };
        let value = |_, coordinate: &Coordinate| [coordinate.value(state)];
        let rotation = |_, frames: &[Frame; 2]| {
            let [a, b]: [DQuat; 2] = frames.map(|frame| frame.orientation(state));
            vector_from_rotation(a.conjugate() * b).to_array()
        };
        [
            self.lengths.values(model, length),
            self.gaps.values(model, gap),
            self.angles.values(model, value),
            self.ways.values(model, value),
            self.balls.values(model, rotation),
        ]
    }
}
