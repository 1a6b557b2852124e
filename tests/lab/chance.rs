//! That verdicts on shots are as seldom wrong, and as often found, as they are said to be: on
//! made-up shots whose truth is known.

use ragdoll_lab::lab::experiment::finding::Verdict;
use ragdoll_lab::lab::experiment::shot_claim::{decide, ShotClaim, Trend, ALPHA};
use ragdoll_lab::lab::experiment::source::Source;
use ragdoll_lab::lab::experiment::Effort;
use ragdoll_lab::physics::random::SplitMix64;

const TRIALS: u32 = 1000;
const SHOTS: usize = 24;
/// Interquartile range of the normal distribution, in standard deviations.
const RANGE: f64 = 1.349;

/// A number of the normal distribution, by the polar method of Marsaglia.
fn normal(random: &mut SplitMix64) -> f64 {
    loop {
        let (x, y) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// A claim on so many cases, over which the values grow evenly by `shift`.
fn question(random: &mut SplitMix64, cases: usize, shots: usize, shift: f64) -> ShotClaim {
    let case = |place: usize| {
        let shift = shift * place as f64 / (cases - 1) as f64;
        let shots = (0..shots).map(|_| shift + normal(random)).collect();
        (format!("case {place}"), shots)
    };
    ShotClaim {
        body: String::new(),
        claim: "it grows".into(),
        source: Source::Ours,
        trend: Trend::Rises,
        unit: "m",
        cases: (0..cases).map(case).collect(),
    }
}

/// The claims of an experiment in which nothing has an effect: four on two ends and one over
/// seven values.
fn nothing(random: &mut SplitMix64) -> Vec<ShotClaim> {
    let ends = (0..4).map(|_| question(random, 2, SHOTS, 0.0));
    let mut questions: Vec<_> = ends.collect();
    questions.push(question(random, 7, SHOTS, 0.0));
    questions
}

#[test]
fn a_label_that_changes_nothing_is_seldom_called_an_effect() {
    let mut random = SplitMix64::new(1);
    let is_wrong = |_: &u32| {
        let found = decide(&nothing(&mut random));
        found.iter().any(|f| f.verdict != Verdict::CannotBeTold)
    };
    let wrong = (0..TRIALS).filter(is_wrong).count() as f64;
    let trials = f64::from(TRIALS);
    let three_errors = 3.0 * (trials * ALPHA * (1.0 - ALPHA)).sqrt();
    assert!(
        wrong <= trials * ALPHA + three_errors,
        "{wrong} of {trials}"
    );
}

/// How many of all trials find a shift of an interquartile range, upwards and downwards, in a
/// claim on so many cases of so many shots, beside `beside` claims on nothing.
fn found(seed: u64, cases: usize, shots: usize, beside: usize) -> [u32; 2] {
    let mut random = SplitMix64::new(seed);
    [RANGE, -RANGE].map(|shift| {
        let is_found = |_: &u32| {
            let mut asked = nothing(&mut random);
            asked.truncate(beside);
            asked.push(question(&mut random, cases, shots, shift));
            let verdict = decide(&asked).last().map(|found| found.verdict);
            verdict == Some(Verdict::of(shift > 0.0))
        };
        (0..TRIALS).filter(is_found).count() as u32
    })
}

#[test]
fn a_shift_of_an_interquartile_range_is_found() {
    // Two ends alone, seven values beside four other claims, and two ends beside them with
    // the throws that an experiment makes without being told otherwise.
    let standard = Effort::default().aims as usize;
    for (cases, shots, beside) in [(2, SHOTS, 0), (7, SHOTS, 4), (2, standard, 4)] {
        let found = found(2, cases, shots, beside);
        let enough = found.iter().all(|found| 100 * found >= 95 * TRIALS);
        assert!(enough, "{cases} cases of {shots} shots: {found:?}");
    }
}

#[test]
fn a_claim_has_the_statistics_of_its_test() {
    let mut random = SplitMix64::new(3);
    let ends = (0..4).map(|_| question(&mut random, 2, SHOTS, 9.0));
    let mut asked: Vec<_> = ends.collect();
    asked.push(question(&mut random, 7, SHOTS, 9.0));
    asked[1].trend = Trend::Falls;
    asked[2].cases.truncate(1);
    let found = decide(&asked);
    let verdicts = found.iter().map(|f| f.verdict).collect::<Vec<_>>();
    use Verdict::{DoesNotHold, Holds, NotMeasured};
    assert_eq!(verdicts, [Holds, DoesNotHold, NotMeasured, Holds, Holds]);
    let statistics = found.iter().map(|f| f.statistics);
    let [first, second, third, _, fifth] = statistics.collect::<Vec<_>>()[..] else {
        panic!("five are asked for");
    };
    let first = first.unwrap();
    assert_eq!(
        (first.test, first.effect, first.sample),
        ("Mann-Whitney", 1.0, 2 * SHOTS)
    );
    assert_eq!(second.unwrap().effect, -1.0);
    assert_eq!(third, None);
    let fifth = fifth.unwrap();
    assert_eq!(
        (fifth.test, fifth.sample),
        ("Jonckheere-Terpstra", 7 * SHOTS)
    );
    let json = serde_json::to_value(&found[0]).unwrap();
    for key in ["verdict", "source", "effect", "p", "sample", "test"] {
        assert!(json.get(key).is_some(), "{key}");
    }
}
