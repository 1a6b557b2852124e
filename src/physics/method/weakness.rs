//! What a method is known to be weak at.

/// What a case with a known answer is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A body that turns freely, or about a fixed point.
    Top,
    /// A body that swings from a joint.
    Pendulum,
    /// A body that swings from several axes, one after another.
    Serial,
    /// Several bodies that swing from joints.
    Tree,
    /// A light chain that carries something heavy.
    Chain,
    /// Energy of what swings for long.
    Energy,
    /// A joint that meets its limit.
    Stop,
    /// A joint with a spring or a motor.
    Drive,
    /// What slides or sticks.
    Ramp,
    /// What rolls.
    Rolling,
    /// What a belt or a kinematic body carries.
    Carried,
    /// What spins on the floor.
    Spin,
    /// What bounces.
    Bounce,
    /// One hit between two bodies.
    Impact,
    /// What stands on something else.
    Stack,
    /// A chain of sticks at rest.
    Catenary,
    /// A ragdoll that hits something at speed.
    Ragdoll,
}

impl Subject {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Top => "top",
            Subject::Pendulum => "pendulum",
            Subject::Serial => "serial",
            Subject::Tree => "tree",
            Subject::Chain => "chain",
            Subject::Energy => "energy",
            Subject::Stop => "stop",
            Subject::Drive => "drive",
            Subject::Ramp => "ramp",
            Subject::Rolling => "rolling",
            Subject::Carried => "carried",
            Subject::Spin => "spin",
            Subject::Bounce => "bounce",
            Subject::Impact => "impact",
            Subject::Stack => "stack",
            Subject::Catenary => "catenary",
            Subject::Ragdoll => "ragdoll",
        }
    }
}

/// What a method, or some of its presets, is weak at, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weakness {
    /// Where.
    pub subject: Subject,
    /// Names of the presets that are; empty for all.
    pub presets: &'static [&'static str],
    /// What goes wrong and why, as a sentence.
    pub why: &'static str,
}
