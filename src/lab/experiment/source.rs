//! Who makes a claim: a paper, at a place that can be looked up, or nobody but us.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Modeling articulated bodies with distributed mass for virtual interactive environments, 2006.
pub const DELANNOY: &str = "Delannoy";
/// Verlet integration and constraints in a six degree of freedom rigid body physics simulation,
/// 2004.
pub const BALTMAN_RADEZTSKY: &str = "Baltman and Radeztsky";
/// Physically based character simulation, 2004.
pub const GASTRIN: &str = "Gästrin";
/// Advanced character physics, 2001.
pub const JAKOBSEN: &str = "Jakobsen";

impl Place {
    /// A place that the program knows.
    pub const fn known(author: &'static str, section: &'static str, words: &'static str) -> Place {
        Place {
            author: Cow::Borrowed(author),
            section: Cow::Borrowed(section),
            words: Cow::Borrowed(words),
        }
    }
}

/// Where a claim is from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A paper makes it.
    ClaimedBy(Place),
    /// No paper does.
    Ours,
}

/// A place in a paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Whose paper.
    pub author: Cow<'static, str>,
    /// Section, figure or equation, as numbered there.
    pub section: Cow<'static, str>,
    /// What is said there in brief; a paraphrase.
    pub words: Cow<'static, str>,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::ClaimedBy(Place {
                author,
                section,
                words,
            }) => write!(f, "claimed by {author}, {section}: {words}"),
            Source::Ours => write!(f, "claimed by Ragdoll Lab"),
        }
    }
}
