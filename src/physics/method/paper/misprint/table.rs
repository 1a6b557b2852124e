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
        "Drag is a fixed factor per step, however short: four substeps brake four times as much.",
        [VelocityLess Drag];
    RotationBase: BaltmanRadeztsky "4.2" "4.2 rotation",
        "Rotates from the old orientation: spin is lost, and a body turns only under torque.",
        [VelocityLess];
    SpinOfNothing: BaltmanRadeztsky "4.5" "4.5 spin",
        "The spin of a body that does not rotate is 0/0: the run diverges as soon as a body has \
         no spin.",
        [VelocityLess];
    ExplicitVelocity: BaltmanRadeztsky "4.6" "4.6 order",
        "Updates position before velocity (explicit), so springs gain energy.",
        [Velocity];
    GrowingQuaternion: BaltmanRadeztsky "4.7" "4.7 quaternion",
        "Orientations are not normalised and grow with each step, and so do shapes and lever \
         arms.",
        [Velocity];
    SecondSpeed: BaltmanRadeztsky "5.4" "5.4 speed of b",
        "If each body has its own normal, the second body's approach counts as separation: damping \
         pulls it in, and the two forces are not opposite.",
        [Penalty];
    AdhesivePenalty: BaltmanRadeztsky "5.5" "5.5 penalty",
        "The penalty force is not clamped: contacts pull separating bodies back.",
        [Penalty];
    UnequalForces: BaltmanRadeztsky "5.7" "5.7 shares",
        "The penalty force is reduced on the heavier body only: momentum is not conserved.",
        [Penalty];
    ImpulseSign: BaltmanRadeztsky "5.10" "5.10 impulse",
        "The impulse of an impact pushes both bodies in the same direction, if they share one normal.",
        [Penalty];
    ReversingFriction: BaltmanRadeztsky "5.11" "5.11 friction",
        "Friction does not stop at zero slip: after a hard landing, sliding reverses.",
        [Penalty];
    DistanceMasses: BaltmanRadeztsky "6.2" "6.2 distance",
        "Distance correction moves both sides equally: the heavier one as far as the light one.",
        [];
    DistanceSpeed: BaltmanRadeztsky "6.4" "6.4 distance speed",
        "The relative speed along a stick is added instead of subtracted: each iteration doubles \
         it.",
        [Velocity];
    DistanceSpeedOrder: BaltmanRadeztsky "6.5" "6.5 order",
        "The relative speed is b minus a, but 6.4 expects a minus b: the speed left after the \
         position correction grows.",
        [VelocityLess];
    PinSign: BaltmanRadeztsky "7.1" "7.1 pin error",
        "The pin error has the wrong sign: pins are pushed apart.",
        [];
    PinRotationSign: BaltmanRadeztsky "7.4" "7.4 pin rotation",
        "Both bodies of a pin rotate the same way: momentum is not conserved.",
        [];
    DoubleCover: BaltmanRadeztsky "8.4" "8.4 double cover",
        "The two quaternions of one rotation have mirrored limits: after a full turn, a joint is \
         held at the wrong side.",
        [Limit];
    ClampNorm: BaltmanRadeztsky "8.5" "8.5 clamp",
        "The clamped quaternion is not normalised: a square is missing under the root.",
        [Limit];
    ClampOrder: BaltmanRadeztsky "8.6" "8.6 angle",
        "The angle correction lacks the conjugate: limits turn bodies the wrong way.",
        [Limit];
    StickyStop: BaltmanRadeztsky "8.11" "8.11 stop",
        "The relative spin about an axis at its stop is removed, even away from it: joints stick to \
         their stops.",
        [Limit Velocity];
    ContactSign: BaltmanRadeztsky "9.1" "9.1 depth",
        "The depth has the wrong sign: contacts push bodies deeper.",
        [ContactConstraint];
    ReversedSlip: BaltmanRadeztsky "9.5" "9.5 slip",
        "The slip left after friction is reversed: sliding bodies move back.",
        [ContactConstraint Velocity];
    ContactSpeedSign: BaltmanRadeztsky "9.6" "9.6 contact speed",
        "The speed change has the wrong sign: falling bodies are driven into obstacles.",
        [ContactConstraint Velocity];
    ContactRotationSign: BaltmanRadeztsky "9.9" "9.9 contact rotation",
        "Both bodies of a contact rotate the same way: momentum is not conserved.",
        [ContactConstraint];
    OneStepMore: BaltmanRadeztsky "10.1" "10.1 steps",
        "One extra substep: twice the work where one is enough.",
        [];
    UnitQuaternion: BaltmanRadeztsky "A.unit" "A unit quaternion",
        "The identity quaternion is a half turn about z: drag spins bodies up towards it.",
        [VelocityLess AngularDrag];
    AngleAxis: BaltmanRadeztsky "A.angle-axis" "A angle and axis",
        "The angle of a quaternion may be the long way round, and is 0/0 near zero: limits kick, \
         or the run diverges.",
        [Limit];
    Slerp: BaltmanRadeztsky "A.slerp" "A slerp",
        "Interpolating between two equal rotations is 0/0: the run diverges at the first body \
         without spin.",
        [VelocityLess];
    SpinTimesMatrix: Delannoy "D2.30" "2.30 spin",
        "The spin times the matrix scales its rows instead of rotating it: bodies keep their \
         orientation.",
        [Velocity];
    SumOfSpeeds: Delannoy "D2.33" "2.33 impulse",
        "Speeds are added instead of subtracted: the impulse depends on the frame of reference.",
        [Penalty];
    SpinsAlone: Delannoy "D2.37" "2.36 and 2.37 second body",
        "The spin of the second body changes twice, and its speed never.",
        [Penalty];
    PlaceRestored: Delannoy "D3.6" "3.6 swap",
        "The last line copies the old position back into the new one: nothing ever moves.",
        [VelocityLess];
    DragOfPlace: Delannoy "D4.5" "4.5 with 1.99",
        "1.99 instead of 2 removes a share of the position itself: everything is drawn to the \
         origin.",
        [VelocityLess Drag];
    JointSigns: Delannoy "D4.7" "4.7 joint",
        "Both sides of a joint move the same way: they never meet.",
        [MassWeighting];
    GravityAsForce: Delannoy "D.A" "A gravity",
        "Gravity is used as a force without the mass: a body of 5 kg falls with a fifth of the \
         acceleration.",
        [];
    UnevenClock: Delannoy "D.BC" "B and C clock",
        "With steps of varying length, the last displacement is reused as if the steps were \
         equal: speeds change with the clock.",
        [VelocityLess Substeps];
}

/// Slips that are no switches.
pub const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "3.1",
        why: "The sign of the products of inertia follows their definition here. Bodies are \
              simulated about their principal axes, where there are no products.",
    },
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "7.9",
        why: "A product is not normalised: the same mistake as 4.7, but only a rounding error.",
    },
    LeftOut {
        paper: Paper::BaltmanRadeztsky,
        equation: "8.7",
        why: "Not a misprint but another method: set Inertia split to axis or norm.",
    },
    LeftOut {
        paper: Paper::Delannoy,
        equation: "3.8",
        why: "Minimum and maximum are swapped, so every coordinate becomes 500. Walls are \
              one-sided contacts here, solved one by one; no coordinate is clamped between two \
              ends.",
    },
    LeftOut {
        paper: Paper::Delannoy,
        equation: "3.14",
        why: "x instead of y in one line of a derivation. The next line is right again, so \
              nothing was computed with it.",
    },
    LeftOut {
        paper: Paper::Delannoy,
        equation: "4.4.1 spring constant",
        why: "The text has 0.027 N/cm where springs become unstable, the program of appendix A \
              0.0027. Neither is used here.",
    },
    LeftOut {
        paper: Paper::Gastrin,
        equation: "3.2.3 angular velocity",
        why: "The momentum is divided by the inverse of the inertia. Section 6.1 multiplies by \
              it, which is right, and so does the program.",
    },
    LeftOut {
        paper: Paper::Gastrin,
        equation: "table 1 inertia",
        why: "That of a rod is about its end and that of a cylinder about its axis alone, among \
              others about the centre. The program computes inertias from shapes.",
    },
    LeftOut {
        paper: Paper::Gastrin,
        equation: "5.3 multipliers",
        why: "The right side is said to be the forces; the derivation in 5.3.1 has the right one.",
    },
    LeftOut {
        paper: Paper::Gastrin,
        equation: "5.3.1 matrix H",
        why: "The matrices of four bodies lack the minus signs of their definition. The factors \
              are said to be needed once; only the order of elimination stays the same.",
    },
    LeftOut {
        paper: Paper::Gastrin,
        equation: "7.2 dimensions",
        why: "M parameters of each of N bodies span M times N dimensions, not M to the power N.",
    },
];
