//! What can be asked about why something moves.

use crate::lab::telemetry::Quantity;

/// The span of time that is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhySpan {
    /// Up to where a joint stood open or energy came from nowhere.
    Failure,
    /// The half second from the last hit on.
    Hit,
    /// The last five seconds.
    #[default]
    Lately,
    /// All that is remembered until now.
    All,
}

impl WhySpan {
    /// All of them.
    pub const ALL: [WhySpan; 4] = [
        WhySpan::Failure,
        WhySpan::Hit,
        WhySpan::Lately,
        WhySpan::All,
    ];
}

/// Whose motion is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhyAbout {
    /// What is selected, else what failed or who was hit, else everything.
    #[default]
    Subject,
    /// All that moves.
    Everything,
}

/// What is shown of each cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WhyMeasure {
    /// Size of the momentum that it gave.
    #[default]
    Momentum,
    /// The same as the mean force over the span.
    Force,
    /// Work that it did.
    Work,
    /// How far it moved things by itself, without a velocity.
    Correction,
}

impl WhyMeasure {
    /// All of them.
    pub const ALL: [WhyMeasure; 4] = [
        WhyMeasure::Momentum,
        WhyMeasure::Force,
        WhyMeasure::Work,
        WhyMeasure::Correction,
    ];
}

/// What a person asks about why something moves.
#[derive(Debug, Clone, PartialEq)]
pub enum WhyAction {
    /// Ask.
    Ask,
    /// Ask if there is anything to ask about, as the panel does when it opens: about what
    /// failed, else about the last hit.
    Open,
    /// Go through no more of it.
    Cancel,
    /// Choose the span.
    SetSpan(WhySpan),
    /// Choose whose motion is asked about.
    SetAbout(WhyAbout),
    /// Choose what is shown.
    SetMeasure(WhyMeasure),
    /// Show arrows on the stage, or no longer.
    Show(bool),
    /// Colour limbs by the impulse that passed through them, or no longer.
    ShowPath(bool),
    /// Show the arrow of one cause alone, by its place, or of the largest.
    PointAt(Option<usize>),
    /// Let the run stop where a quantity is above this, in its unit, or no longer.
    SetBound(Quantity, Option<f64>),
    /// Pause a run once a joint stands open or energy came from nowhere, or no longer.
    PauseWhenUnsound(bool),
    /// Put the table on the clipboard.
    CopyTable,
}
