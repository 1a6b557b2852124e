//! What is compared, and how it is shown.

use crate::lab::Variant;

/// Where the runs are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// Each in a pane of its own.
    #[default]
    Panes,
    /// All in one picture, those beside the leading run as ghosts.
    Ghosts,
}

/// What is compared, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct CompareOptions {
    /// What the scene as it is set is called, where not by its weighting.
    pub leader: Option<String>,
    /// What runs beside the scene as it is set.
    pub variants: Vec<Variant>,
    /// Where it is shown.
    pub layout: Layout,
    /// Whether the chaos band is measured.
    pub band: bool,
}

impl Default for CompareOptions {
    fn default() -> CompareOptions {
        CompareOptions {
            leader: None,
            variants: Vec::new(),
            layout: Layout::Panes,
            band: true,
        }
    }
}
