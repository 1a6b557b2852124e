//! The table of misprints.

use super::{LeftOut, MisprintInfo, Need, Paper};
use crate::physics::method::parameter::Choice;

/// Lists the misprints: variant, paper, name in files, name on screen, consequence, needs.
macro_rules! misprints {
    ($($which:ident: $paper:ident $name:literal $label:literal, $help:literal, [$($need:ident)*];)*) => {
        /// An equation as it is printed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Misprint {
            $(#[doc = $help] $which,)*
        }

        /// All misprints, in the order of [`Misprint`].
        pub const MISPRINTS: &[MisprintInfo] = &[$(MisprintInfo {
            misprint: Misprint::$which,
            paper: Paper::$paper,
            choice: Choice { name: $name, label: $label, help: $help },
            needs: &[$(Need::$need),*],
        }),*];
    };
}

misprints! {
    StepwiseDrag: BaltmanRadeztsky "4.1" "4.1 drag",
        "Drag is a factor of each step, however short: four substeps brake four times as much.",
        [VelocityLess Drag];
    RotationBase: BaltmanRadeztsky "4.2" "4.2 rotation",
        "Rotation from the old orientation: coasting is lost, a body turns under torque alone.",
        [VelocityLess];
    SpinOfNothing: BaltmanRadeztsky "4.5" "4.5 spin",
        "The spin of what does not turn is 0/0: all ends as soon as a body has no spin.",
        [VelocityLess];
    ExplicitVelocity: BaltmanRadeztsky "4.6" "4.6 order",
        "Position before velocity: explicit, so that springs gain energy.",
        [Velocity];
    GrowingQuaternion: BaltmanRadeztsky "4.7" "4.7 quaternion",
        "Orientations are not normalised, and grow with each step: so do shape and levers.",
        [Velocity];
    SecondSpeed: BaltmanRadeztsky "5.4" "5.4 speed of b",
        "The approach of the second body counts as leaving: its damping pulls it in, and the two \
         forces are not opposite.",
        [Penalty];
    AdhesivePenalty: BaltmanRadeztsky "5.5" "5.5 penalty",
        "The penalty force is not clamped: contacts pull back what leaves them.",
        [Penalty];
    UnequalForces: BaltmanRadeztsky "5.7" "5.7 shares",
        "The penalty force is cut on the heavier side only: momentum comes out of nothing.",
        [Penalty];
    ImpulseSign: BaltmanRadeztsky "5.10" "5.10 impulse",
        "The impulse of an impact pushes both bodies the same way.",
        [Penalty];
    ReversingFriction: BaltmanRadeztsky "5.11" "5.11 friction",
        "Friction is not bounded by what stops the slip: a hard landing turns it round.",
        [Penalty];
    DistanceMasses: BaltmanRadeztsky "6.2" "6.2 distance",
        "Distance correction without the masses: the heavier side moves as if it were light.",
        [Relaxed];
    DistanceSpeed: BaltmanRadeztsky "6.4" "6.4 distance speed",
        "The relative speed along a stick is added instead of taken away: each pass doubles it.",
        [Velocity];
    DistanceSpeedOrder: BaltmanRadeztsky "6.5" "6.5 order",
        "The relative speed is that of b against a, which 6.4 takes for that of a against b: what \
         positions leave of it grows.",
        [VelocityLess];
    PinSign: BaltmanRadeztsky "7.1" "7.1 pin error",
        "Pin error with the wrong sign: pins are pushed apart.",
        [Relaxed];
    PinRotationSign: BaltmanRadeztsky "7.4" "7.4 pin rotation",
        "Both bodies of a pin turned the same way: momentum is not kept.",
        [Relaxed];
    DoubleCover: BaltmanRadeztsky "8.4" "8.4 double cover",
        "A rotation and its other quaternion have mirrored limits: after a full turn a joint is \
         held at the wrong side.",
        [ComponentLimit];
    ClampNorm: BaltmanRadeztsky "8.5" "8.5 clamp",
        "Clamped quaternion that is not normalised: a square is missing under the root.",
        [ComponentLimit Relaxed];
    ClampOrder: BaltmanRadeztsky "8.6" "8.6 angle",
        "Angle correction without the conjugate: limits turn bodies the wrong way.",
        [ComponentLimit Relaxed];
    StickyStop: BaltmanRadeztsky "8.11" "8.11 stop",
        "All turning at a stop is taken, that away from it too: joints stick to their stops.",
        [ComponentLimit KeepsVelocities];
    ContactSign: BaltmanRadeztsky "9.1" "9.1 depth",
        "Depth with the wrong sign: contacts push deeper.",
        [ContactConstraint Parted];
    ReversedSlip: BaltmanRadeztsky "9.5" "9.5 slip",
        "The slip that friction leaves is turned round: what slides on goes back.",
        [ContactConstraint Velocity];
    ContactSpeedSign: BaltmanRadeztsky "9.6" "9.6 contact speed",
        "The change of the speed has the wrong sign: what falls on something is driven into it.",
        [ContactConstraint Velocity];
    ContactRotationSign: BaltmanRadeztsky "9.9" "9.9 contact rotation",
        "Both bodies of a contact turned the same way: momentum is not kept.",
        [ContactConstraint Parted];
    OneStepMore: BaltmanRadeztsky "10.1" "10.1 steps",
        "One substep more than asked for: twice the work where one would do.",
        [];
    UnitQuaternion: BaltmanRadeztsky "A.unit" "A unit quaternion",
        "The unit quaternion is a half turn about z: drag spins things up to it.",
        [VelocityLess AngularDrag];
    AngleAxis: BaltmanRadeztsky "A.angle-axis" "A angle and axis",
        "The angle of a quaternion may be the long way round, and is 0/0 at a hair's breadth: \
         limits kick, or all ends.",
        [ComponentLimit Relaxed];
    Slerp: BaltmanRadeztsky "A.slerp" "A slerp",
        "To go from one rotation to the same one is 0/0: all ends at the first body without spin.",
        [VelocityLess];
    SpinTimesMatrix: Delannoy "D2.30" "2.30 spin",
        "The spin times the matrix stretches its rows and does not turn it: bodies keep their \
         orientation.",
        [KeepsVelocities];
    SumOfSpeeds: Delannoy "D2.33" "2.33 impulse",
        "Speeds are added instead of compared: the impulse depends on who looks on.",
        [Penalty];
    SpinsAlone: Delannoy "D2.37" "2.36 and 2.37 second body",
        "The spin of the second body is changed twice, and its speed never.",
        [Penalty];
    NamedForwardEuler: Delannoy "D3.5" "3.5 Euler",
        "What is called forward Euler moves with the new speeds: it is symplectic Euler, and \
         keeps energy.",
        [ForwardEuler];
    PlaceRestored: Delannoy "D3.6" "3.6 swap",
        "The last line puts the old place back into the new one: nothing ever moves.",
        [VelocityLess];
    DragOfPlace: Delannoy "D4.5" "4.5 with 1.99",
        "1.99 in place of 2 takes a share of the place itself: all is drawn to the origin.",
        [VelocityLess Drag];
    JointSigns: Delannoy "D4.7" "4.7 joint",
        "Both sides of a joint move the same way: they never meet.",
        [Relaxed MassWeighting];
    GravityAsForce: Delannoy "D.A" "A gravity",
        "Gravity is a force that leaves out the mass: what weighs 5 kg falls with a fifth of it.",
        [];
    UnevenClock: Delannoy "D.BC" "B and C clock",
        "Steps of changing length hand on the way of the last one as if it had been as long: \
         speeds change with the clock.",
        [VelocityLess Substeps];
}

/// Slips that are no switches.
pub const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "3.1",
        why: "Products of inertia have their sign by definition here; bodies have principal axes \
              and no products.",
    },
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "7.9",
        why: "A product that is not normalised: the same slip as 4.7, and rounding alone.",
    },
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "8.7",
        why: "No misprint but a way of its own: inertia split, axis or norm.",
    },
    LeftOut {
        paper: Paper::Delannoy,
        equation: "3.8",
        why: "Least and largest are exchanged, so that each coordinate becomes 500. Walls are \
              contacts here, each of one side and met one by one; no coordinate is clamped \
              between two ends.",
    },
    LeftOut {
        paper: Paper::Delannoy,
        equation: "3.14",
        why: "x for y in one line of a derivation whose next line is right again: nothing was \
              ever computed with it.",
    },
];
