//! What is claimed of a ball that hits a figure, by whom, and of which quantity.
//!
//! The thesis compares two throws each time. It tells how far the body travels before it
//! rests, which is read as the way of the centre of mass along the throw, and of energy that
//! goes over to the body, which is read as the push: the horizontal speed soon after the hit.

use super::rows::{cases, ends};
use super::varied::{Throw, Varied};
use crate::lab::experiment::effect::Trend;
use crate::lab::experiment::finding::Finding;
use crate::lab::experiment::shot_claim::{decide, Counts, ShotClaim};
use crate::lab::experiment::source::{Place, Source, DELANNOY};
use crate::lab::table::Table;

/// The least travel that counts, m: the radius of the thesis' ball.
pub(super) const TRAVEL: Counts = Counts::From(0.05);
/// The least push that counts, m/s: within the second that a fall takes it carries the ragdoll as
/// far.
const PUSH: Counts = Counts::From(0.05);
/// The least change of the impulse that counts, %.
const IMPULSE: Counts = Counts::FromPercent(10.0);

/// A claim about a quantity.
struct Claim {
    words: &'static str,
    source: Source,
    trend: Trend,
}

/// All claims about what is varied.
struct Claims {
    /// Of the travel at both ends.
    travel: Claim,
    /// Of the travel over all values.
    along: Claim,
    /// Of the push at both ends, if it is said to have a part in it.
    push: Option<Claim>,
    /// Of the impulse at both ends, if it is said to have a part in it.
    impulse: Option<Claim>,
}

const fn claim(words: &'static str, trend: Trend, source: Source) -> Claim {
    Claim {
        words,
        source,
        trend,
    }
}

/// What the thesis says beside one of its figures.
const fn thesis(section: &'static str, words: &'static str) -> Source {
    Source::ClaimedBy(Place {
        author: DELANNOY,
        section,
        words,
    })
}

impl Varied {
    fn claims(self) -> Claims {
        use Trend::{Falls, Rises};
        match self {
            Varied::Speed => Claims {
                travel: claim(
                    "a fast ball makes the ragdoll travel further than a slow one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.11",
                        "a body hit by a fast ball travels much further before it comes to rest",
                    ),
                ),
                along: claim(
                    "travel grows with speed over all values",
                    Rises,
                    Source::Ours,
                ),
                push: Some(claim(
                    "a fast ball gives the ragdoll a larger push than a slow one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.11",
                        "a faster ball transfers more energy to the body",
                    ),
                )),
                impulse: Some(claim(
                    "a fast ball gives a larger impulse than a slow one",
                    Rises,
                    Source::Ours,
                )),
            },
            Varied::Elasticity => Claims {
                travel: claim(
                    "an elastic ball makes the ragdoll travel further than an inelastic one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.12",
                        "a body hit by an elastic ball travels much further before it comes to \
                         rest",
                    ),
                ),
                along: claim(
                    "travel grows with elasticity over all values",
                    Rises,
                    Source::Ours,
                ),
                push: Some(claim(
                    "an elastic ball gives the ragdoll a larger push than an inelastic one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.12",
                        "an elastic ball absorbs little energy and transfers more to the body",
                    ),
                )),
                impulse: Some(claim(
                    "an elastic ball gives a larger impulse than an inelastic one",
                    Rises,
                    Source::Ours,
                )),
            },
            Varied::Radius => Claims {
                travel: claim(
                    "a heavy ball makes the ragdoll travel further than a light one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.13",
                        "a body hit by a large and heavy ball travels further",
                    ),
                ),
                along: claim(
                    "travel grows with ball size over all values",
                    Rises,
                    Source::Ours,
                ),
                push: Some(claim(
                    "a heavy ball gives the ragdoll a larger push than a light one",
                    Rises,
                    thesis(
                        "section 4.5.4, figure 4.13",
                        "at the same speed, a heavy ball transfers much more energy to the body \
                         than a light one",
                    ),
                )),
                impulse: Some(claim(
                    "a heavy ball gives a larger impulse than a light one",
                    Rises,
                    Source::Ours,
                )),
            },
            Varied::BodyType => Claims {
                travel: claim(
                    "a wide ragdoll travels less far than a thin one",
                    Falls,
                    thesis(
                        "section 4.5.4, figure 4.14",
                        "a light body travels much further than a heavy one after a similar hit",
                    ),
                ),
                along: claim(
                    "travel decreases from thin to medium to wide ragdolls",
                    Falls,
                    Source::Ours,
                ),
                push: Some(claim(
                    "a wide ragdoll gets a smaller push than a thin one",
                    Falls,
                    Source::Ours,
                )),
                impulse: Some(claim(
                    "a wide ragdoll takes a larger impulse than a thin one",
                    Rises,
                    Source::Ours,
                )),
            },
            Varied::Friction => Claims {
                travel: claim(
                    "the ragdoll travels less far on rough ground than on smooth ground",
                    Falls,
                    Source::Ours,
                ),
                along: claim(
                    "travel decreases with friction over all values",
                    Falls,
                    Source::Ours,
                ),
                push: None,
                impulse: None,
            },
        }
    }
}

/// What the throws say about the claims, for each kind of body.
pub(super) fn findings(varied: Varied, shots: &Table) -> Vec<Finding> {
    let bodies = shots.kinds("body").into_iter();
    let questions: Vec<ShotClaim> = bodies
        .flat_map(|body| questions(varied, shots, body))
        .collect();
    decide(&questions)
}

fn questions(varied: Varied, shots: &Table, body: &str) -> Vec<ShotClaim> {
    let Claims {
        travel,
        along,
        push,
        impulse,
    } = varied.claims();
    let ask = |claim: &Claim, words: String, (counts, unit), cases| ShotClaim {
        body: body.into(),
        claim: words,
        source: claim.source,
        trend: claim.trend,
        counts,
        unit,
        cases,
    };
    let of = |throw, key| cases(shots, body, throw, key);
    let way = (TRAVEL, "m");
    let signed = of(Throw::Standard, "travel_signed_m");
    let mut questions = vec![
        ask(&travel, travel.words.into(), way, ends(&signed)),
        ask(&along, along.words.into(), way, signed),
    ];
    for (claim, key, measure) in [
        (&push, "push_m_s", (PUSH, "m/s")),
        (&impulse, "impulse_n_s", (IMPULSE, "N s")),
    ] {
        if let Some(claim) = claim {
            let cases = ends(&of(Throw::Standard, key));
            questions.push(ask(claim, claim.words.into(), measure, cases));
        }
    }
    if varied == Varied::BodyType {
        let beyond = Claim {
            source: Source::Ours,
            ..travel
        };
        let words = format!("travel beyond a tap: {}", beyond.words);
        let cases = ends(&of(Throw::Standard, "travel_beyond_tap_m"));
        questions.push(ask(&beyond, words, way, cases));
    }
    for (throw, how) in [
        (Throw::ThesisHeight, "with the ball at the thesis' height"),
        (Throw::Strong, "with a strong throw"),
    ] {
        let thrown = of(throw, "travel_signed_m");
        if !thrown.is_empty() {
            let travel = varied.claims().travel;
            let words = format!("{}, {how}", travel.words);
            questions.push(ask(&travel, words, way, thrown));
        }
    }
    questions
}
